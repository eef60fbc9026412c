//! Problem files in Popeye's input language, from text to positions; and that no text makes anything panic.

use katydid::problem::{Parts, Problem, popeye};
use katydid_trust::games;
use proptest::prelude::*;

/// The positions of a problem, or what is wrong.
fn told(problem: &Result<Problem, katydid::problem::ProblemError>) -> Vec<String> {
    let problem = match problem {
        Ok(problem) => problem,
        Err(error) => return vec![error.to_string()],
    };
    let phases = problem.phases();
    let one = |phase: &katydid::problem::Phase| match &phase.task {
        Ok(task) => format!("{}{}", phase.heading, task.position.fen()),
        Err(error) => format!("{}{error}", phase.heading),
    };
    phases.iter().map(one).collect()
}

fn only(text: &str) -> Vec<String> {
    let file = format!("BeginProblem\n{text}\nEndProblem");
    let problems = popeye::read(games(), &file);
    assert_eq!(problems.len(), 1, "{text}");
    told(&problems[0])
}

#[test]
fn texts_are_kept() {
    let file = "beginproblem
        Title  The Title
        AUTHOR A. Composer
        Auth B. Composer
        Origin somewhere, 2001 Pieces White Ka1
        Remark Stipulation #9
        Award 1st prize
        Protocol file.txt
        LaTeX file.tex
            n SU Nightrider
            G DU Grashopper
        LaTeXPieces
            li DD Lion
        Stip #1 Piec White Ka1 Black Kc1
        EndProblem and whatever Stip ###";
    let problems = popeye::read(games(), file);
    let problem = problems[0].as_ref().expect("a problem");
    assert_eq!(problem.title.as_deref(), Some("The Title"));
    assert_eq!(problem.author.as_deref(), Some("A. Composer; B. Composer"));
    assert_eq!(
        problem.origin.as_deref(),
        Some("somewhere, 2001 Pieces White Ka1")
    );
    assert_eq!(problem.remarks, ["Stipulation #9"]);
    assert_eq!(problem.award.as_deref(), Some("1st prize"));
    assert_eq!(
        problem.options.notes,
        ["LaTeX writes no file: solve --latex prints a document"]
    );
    assert_eq!(problem.number, Some(1));
    assert_eq!(told(&problems[0]), ["8/8/8/8/8/8/8/K1k5 w - - 0 1"]);
}

/// A problem in three languages: abbreviated words, letters of walks, attributes, conditions, options and twins.
const LANGUAGES: [&str; 3] = [
    "BeginProblem; Stipulation hs#2.5, Condition Circe EinsteinChess Madrasi
     Option SetPlay MaxSol 3 NoShort NoBoard
     Pieces White Kf1, Rf2 Sh1 Bd3 HurdleColour ga1 kha2 Black Kh2 Qa8 Pg2 mab7 rhc7
     Twin Move f1 e1 Twin Continued Add White Bc8 Remove g2 Twin Substitute r b Mirror a1<-->h1
     NextProblem Stip #2 Fors 7K/8/8/8/8/8/.MA.KH6/k6q Zero Exchange a1 h1 Twin Polish EndProblem",
    "\u{feff}AnfangProblem; Forderung hs#2.5, Bedingung Circe EinsteinSchach Madrasi
     Option Satz MaxLoes 3 OhneKurz OhneBrett
     Steine Weiss Kf1, Tf2 Sh1 Ld3 Sprungbock ga1 kha2 Schwarz Kh2 Da8 Bg2 mab7 thc7
     Zwilling versetze f1 e1 Zwil ferner hinzu Weiss Lc8 entf g2 Zwil ersetze t l Spiegelung a1<-->h1
     WeiteresProblem ford #2 fors 7K/8/8/8/8/8/.MA.KH6/k6d NullStellung tausche a1 h1 Zwil Farbwechsel EndeProblem",
    "DebutProbleme; Enonce hs#2.5, Condition Circe EchecsEinstein Madrasi
     Option Apparent MaxSol 3 SansVar SansEch
     Pieces Blanc Rf1, Tf2 Ch1 Fd3 Couleur sa1 sra2 Noir Rh2 Da8 Pg2 mab7 stc7
     Jumeau deplacement f1 e1 Jum enplus ajoute Blanc Fc8 ote g2 Jum remplace t f miroir a1<-->h1
     asuivre enon #2 fors 7R/8/8/8/8/8/.MA.SR6/r6d zero echange a1 h1 Jum CouleurEchange FinProbleme",
];

#[test]
fn the_three_languages_of_popeye_say_the_same() {
    let read = |text: &str| popeye::read(games(), text);
    let english = read(LANGUAGES[0]);
    assert_eq!(told(&english[0]).len(), 4, "{:?}", told(&english[0]));
    for text in &LANGUAGES[1..] {
        let problems = read(text);
        assert_eq!(problems.len(), 2);
        for (problem, english) in problems.iter().zip(&english) {
            assert_eq!(told(problem), told(english));
            let [problem, english] = [problem, english].map(|it| it.as_ref().expect("a problem"));
            assert_eq!(problem.options, english.options);
            assert_eq!(problem.conditions, english.conditions);
            assert_eq!(problem.stipulation, english.stipulation);
            assert_eq!(problem.pieces.text(), english.pieces.text());
        }
    }
}

#[test]
fn errors_speak_the_language_of_the_file() {
    for (text, error) in [
        ("Anfang Satz", "'Satz' is not understood here"),
        (
            "Anfa ford #2 stei weiss Qa1",
            "'Q' is no walk (expected one of: k d t l s b g",
        ),
        (
            "Anfa bedi nirgends",
            "'nirgends' is no condition (expected one of: AndernachSchach",
        ),
        ("Anfa opti ohne", "'ohne' is not unique: OhneDrohung"),
        ("Begin stei", "'stei' is not understood here"),
        (
            "Nothing",
            "'Nothing' (expected BeginProblem or AnfangProblem or DebutProbleme)",
        ),
    ] {
        let problems = popeye::read(games(), text);
        let wrong = told(&problems[0]);
        assert!(wrong[0].contains(error), "{text}: {wrong:?}");
    }
}

#[test]
fn of_two_pieces_on_a_square_the_second_one_stays() {
    let file = "BeginProblem Stip #1 Pieces White Kc1 Qc4 Rc4 Black Ka1 EndProblem";
    let problems = popeye::read(games(), file);
    assert_eq!(told(&problems[0]), ["8/8/8/8/2R5/8/8/k1K5 w - - 0 1"]);
    let problem = problems[0].as_ref().expect("a problem");
    assert_eq!(
        problem.options.notes,
        ["c4 has two pieces: the second one stays"]
    );
}

#[test]
fn commands_come_in_any_order_and_the_last_stipulation_counts() {
    assert_eq!(
        only("Stip #3 Pieces White Ka1 Rb1b2 Stip h#2 Pieces Black Kh8 Sb2 Option NoBoard Try"),
        ["7k/8/8/8/8/8/1n6/KR6 b - - 0 1"]
    );
    assert_eq!(
        only("Stip\nh # 2\nPiec\nWhite\nKa1\nBlack\nKh8"),
        ["7k/8/8/8/8/8/8/K7 b - - 0 1"]
    );
}

#[test]
fn pieces_get_letters() {
    let file = "BeginProblem Stip ~1 Pieces White Ka1 gb1 lic1 led1 HurdleColourChanging ge1 White EinsteinHurdle gf1
        White CirceHurdle gg1 White CirceHurdle HurdleColourChanging gd4 Black Kh8 pab7 Hurdle liB6 White paa7 ne5
        EndProblem";
    let problems = popeye::read(games(), file);
    assert_eq!(
        told(&problems[0]),
        ["7k/Hh6/1i6/4M3/3O4/8/8/KGLJAEC1 w - - 0 1"]
    );
    let problem = problems[0].as_ref().expect("a problem");
    assert_eq!(problem.pieces.text(), "H=mRcpR,I=pQ:A,M=NN,O=gQ:CA");
}

#[test]
fn every_walk_is_read() {
    let walks = "k q r b s p g li le rl bl nl pa va na rh bh nh kh kp ch zh gh ka kl do gl ma n cr zr gr wr fr am em pr we fe da al ca z gn bi ok sq m ea sw rm re rw bm be bw g2 g3 cg dg dk db eq ne or ro et wa bt gt qn du o f";
    for walk in walks.split(' ') {
        let square = if walk == "p" { "d4" } else { "d1" };
        let found = only(&format!("Stip ~1 Pieces White {walk}{square}"));
        assert!(found[0].ends_with(" w - - 0 1"), "{walk}: {found:?}");
    }
}

#[test]
fn attributes_go_with_every_walk_that_hops() {
    let hoppers = "g li le rl bl nl pa va na rh bh nh kh kp ch zh gh ka kl do gl";
    for walk in hoppers.split(' ') {
        let attributes = "HurdleColourChanging EinsteinHurdle CirceHurdle";
        let found = only(&format!("Stip ~1 Pieces White {attributes} {walk}d1"));
        assert!(found[0].ends_with(" w - - 0 1"), "{walk}: {found:?}");
    }
    for walk in ["k", "q", "s", "p", "n", "ma", "we", "sq"] {
        let found = only(&format!("Stip ~1 Pieces White CirceHurdle {walk}d1"));
        assert!(found[0].contains("never hops"), "{walk}: {found:?}");
    }
}

#[test]
fn forsyth_is_read() {
    for (text, fen) in [
        ("48/5gPp/5K1k", "8/8/8/8/8/8/5gPp/5K1k w - - 0 1"),
        ("1.PA6/8/1Q2.ma3/K6k", "1H6/8/1Q2i3/K6k/8/8/8/8 w - - 0 1"),
        ("1k6/S6K", "1k6/N6K/8/8/8/8/8/8 w - - 0 1"),
        ("7k/8/4K3/8/8/8/8/.LI6.li", "7k/8/4K3/8/8/8/8/L6l w - - 0 1"),
        (
            "rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
    ] {
        assert_eq!(only(&format!("Stip ~1 Forsyth {text}")), [fen]);
    }
    assert_eq!(
        only("Stip ~1 Fors 7k Piec White Kh1"),
        ["7k/8/8/8/8/8/8/7K w - - 0 1"]
    );
}

#[test]
fn conditions_and_options_are_read() {
    let file = "BeginProblem Stip h#2 Piec White Ka1 Black Kh8 Cond AndernachChess antiandern Circe Opti SetP WhiteTo
        MaxSol 3 NoCastl a1e8 Solutions 2 NextProblem Stip #2 Piec White Ka1 Black Kh8 Cond AntiCirce Calvet EinsteinChess Madr
        Option Vari NoBo EndProblem";
    let problems = popeye::read(games(), file);
    let first = problems[0].as_ref().expect("a problem");
    assert_eq!(first.conditions, ["superandernach", "circe"]);
    assert!(first.options.set_play && first.options.white_to_play);
    assert_eq!(
        (first.options.max_solutions, first.options.intended),
        (Some(3), Some(2))
    );
    let second = problems[1].as_ref().expect("a problem");
    assert_eq!(second.conditions, ["anticirce", "einstein", "madrasi"]);
    assert!(second.options.variations && second.options.no_board);
}

#[test]
fn twins_are_read() {
    let pieces = "Stip h#2 Piec White Ka1 Rb1 Black Kh8";
    assert_eq!(
        only(&format!(
            "{pieces} Twin Move b1 b2 Twin Cont Add black gb3 Stip h#3 Twin Cond Circe Rem b1\nRemark done"
        )),
        [
            "a)7k/8/8/8/8/8/8/KR6 b - - 0 1",
            "b) b1-b27k/8/8/8/8/8/1R6/K7 b - - 0 1",
            "+c) bGb3, h#37k/8/8/8/8/1g6/1R6/K7 b - - 0 1",
            "d) condition circe, -b17k/8/8/8/8/8/8/K7 b - - 0 1",
        ]
    );
    assert_eq!(
        only(&format!("{pieces} Zero Exch b1 h8 Twin Subst r b Twin Polish Twin Shift a1 a1 Twin Rotate 90 Twin Mirror a1<-->h1")).len(),
        6
    );
    // Pieces of twins have letters like all others, the same in all of them.
    assert_eq!(
        only("Stip ~1 Piec White pac3 Kc1 Black Ka8 Twin Add White pac4 vac5")[1],
        "b) wHc4, wIc5k7/8/8/2I5/2H5/2H5/8/2K5 w - - 0 1"
    );
}

#[test]
fn structured_stipulations_are_read() {
    let file = "AnfangProblem Steine Weiss Ka1 Schwarz Kh8 SForderung schwarz 3h[ 1a[#]d ]h
        Zwilling SForderung weiss - 1d[#]a Option OhneBrett EndeProblem";
    let problems = popeye::read(games(), file);
    let problem = problems[0].as_ref().expect("a problem");
    let phases = problem.phases();
    let stipulations = phases.iter().map(|phase| phase.stipulation.to_string());
    assert_eq!(
        stipulations.collect::<Vec<_>>(),
        ["black 3h[1a[#]d]h", "white -1d[#]a"]
    );
    // Who begins: the side that is named, or the other one if a `-` stands before everything.
    assert_eq!(
        told(&problems[0]),
        [
            "a)7k/8/8/8/8/8/8/K7 b - - 0 1",
            "b) white -1d[#]a7k/8/8/8/8/8/8/K7 b - - 0 1"
        ]
    );
}

#[test]
fn play_leads_from_the_pieces_before_a_stipulation_to_those_behind_it() {
    let file =
        "BeginProblem Pieces White Ka1 Black Kh8 Ph7 Stip a=>b1.5 Pieces White Ka1 Black Kg8 Ph6
        NextProblem Pieces White Ka1 Stip ser-dia1 EndProblem";
    let problems = popeye::read(games(), file);
    let problem = problems[0].as_ref().expect("a problem");
    let task = problem.phases().remove(0).task.expect("a position");
    assert_eq!(task.position.fen(), "7k/7p/8/8/8/8/8/K7 b - - 0 1");
    let target = task.target.expect("a diagram");
    assert_eq!(target.placement(), "6k1/8/7p/8/8/8/8/K7");
    let problem = problems[1].as_ref().expect("a problem");
    let task = problem.phases().remove(0).task.expect("a position");
    assert!(task.position.fen().starts_with("rnbqkbnr/pppppppp/"));
}

#[test]
fn attributes_belong_to_pieces() {
    let file = "BeginProblem Stip ~1 Pieces White Royal sa1b1 gc1 Black Uncapturable qa8 sb8 kh8 EndProblem";
    let problems = popeye::read(games(), file);
    let problem = problems[0].as_ref().expect("a problem");
    assert_eq!(told(&problems[0]), ["hi5k/8/8/8/8/8/8/MMG5 w - - 0 1"]);
    assert_eq!(problem.pieces.text(), "H=Q:-:iron,I=N:-:iron,M=N:-:royal");
}

#[test]
fn pawns_promote_to_what_half_neutral_pieces_move_like() {
    let file = "BeginProblem Stip ~1 Pieces White ka1 pa7 White HalfNeutral gc1 Neutral HalfNeutral sd4 \
        Black kh8 EndProblem";
    let problems = popeye::read(games(), file);
    let problem = problems[0].as_ref().expect("a problem");
    let phase = problem.phases().remove(0);
    assert_eq!(phase.fen, "7k/P7/8/8/3H~4/8/8/K1I5 w - - 0 1");
    let task = phase.task.expect("a position");
    let moves = katydid::rules::legal_moves(&task.position).into_iter();
    let texts = moves.map(|mv| katydid::rules::leg_text(&task.position, mv));
    let mut promotions: Vec<String> = texts.filter(|text| text.starts_with("a7a8")).collect();
    promotions.sort();
    assert_eq!(promotions, ["a7a8b", "a7a8g", "a7a8n", "a7a8q", "a7a8r"]);
}

#[test]
fn walks_may_bring_conditions() {
    let file =
        "BeginProblem Stip ~1 Cond Circe Pieces White oa1 Black Ka8 Twin Cond Madrasi EndProblem";
    let problems = popeye::read(games(), file);
    let problem = problems[0].as_ref().expect("a problem");
    let phases = problem.phases();
    let conditions: Vec<_> = phases
        .iter()
        .map(|phase| phase.conditions.join(" "))
        .collect();
    assert_eq!(conditions, ["circe orphans", "madrasi orphans"]);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, found) in [
        (
            "Stip #2 Foo",
            "problem 1, line 2, column 9: 'Foo' is not understood here",
        ),
        (
            "Stip #2x",
            "problem 1, line 2, column 6: '#2x' is no stipulation",
        ),
        (
            "Stip",
            "problem 1, line 3, column 1: 'EndProblem' is no stipulation",
        ),
        (
            "Stip #2 Cond\n Volage",
            "problem 1, line 3, column 2: Popeye's condition Volage is not supported",
        ),
        (
            "Cond Circe Couscous",
            "problem 1, line 2, column 12: Popeye's condition Circe Couscous is not supported",
        ),
        (
            "Opti NullMoves",
            "problem 1, line 2, column 6: Popeye's option NullMoves is not supported",
        ),
        ("Opti Nonsense", "line 2, column 6: 'Nonsense' is no option"),
        (
            "Piec TotalInvisible Ka1",
            "line 2, column 6: Popeye's colour TotalInvisible is not supported",
        ),
        (
            "Piec White Royal pa2",
            "line 2, column 18: the walk p takes no attribute",
        ),
        (
            "Piec White HalfNeutral ka2",
            "line 2, column 24: a half-neutral king is not supported",
        ),
        (
            "Piec White Uncapturable Uncapturable ga1",
            "line 2, column 25: Uncapturable twice",
        ),
        (
            "Piec White Kamikaze qa1",
            "Popeye's attribute Kamikaze is not supported",
        ),
        (
            "Piec White arc1",
            "line 2, column 12: Popeye's walk ar is not supported",
        ),
        ("Piec White xya1", "'xy' is no walk (expected one of: k q"),
        ("Piec White Hurdle Hurdle ga1", "HurdleColourChanging twice"),
        (
            "Piec White Ka1 Kb9",
            "line 2, column 16: 'Kb9' is not understood here",
        ),
        ("Piec Ka1", "line 2, column 6: 'Ka1' before a colour"),
        (
            "Stip #1 Piec White oa1 Black dub1",
            "orphans, friends and dummies together",
        ),
        ("SStip 3a[#]d", "line 2, column 7: '3a[#]d' is no side"),
        (
            "SStip white 3b[#]d",
            "line 2, column 7: 'white 3b[#]d' is no stipulation (expected a, d, h or s before 'b[#]d')",
        ),
        (
            "SStip white 3a[#]d & 4hh[#]",
            "the first operator joins only help and series play",
        ),
        ("Fors 9k/eq", "line 2, column 6: "),
        (
            "Twin Stip #1",
            "problem 1, line 2, column 1: the problem has no stipulation",
        ),
        (
            "Stip #1 Twin Option NoBoard",
            "line 2, column 9: a twin that changes nothing",
        ),
        (
            "Stip #1 Twin Move a1 b2 Zero Move a1 b1",
            "ZeroPosition behind a twin",
        ),
        ("Stip #1 Begin", "'Begin' inside a problem"),
        (
            "Stip #2\nOption WhiteToPlay",
            "problem 1, line 3, column 8: WhiteToPlay does not apply",
        ),
        ("Stip pser-h#0", "expected a number of moves from 1"),
        ("Stip sdia4", "dia is not supported"),
        ("Stip ha=>b4", "a=>b is not supported"),
        (
            "Protocol out.txt Foo",
            "line 2, column 18: 'Foo' is not understood",
        ),
        ("Stip exact-!=4", "the goal != is not supported here"),
    ] {
        let error = only(text);
        assert!(error[0].contains(found), "{text}: {error:?}");
    }
}

#[test]
fn what_is_wrong_in_conditions_and_placements_is_named() {
    for (text, found) in [
        ("Cond Circe Calvet", "Circe Calvet is not supported"),
        ("Cond Circe Volcanic", "Circe Volcanic is not"),
        (
            "Cond AntiCirce Relaxed",
            "AntiCirce Relaxed is not supported",
        ),
        ("Cond circ x", "'circ' is not unique: "),
        ("Cond xyz", "'xyz' is no condition (expected one of"),
        ("Fors 1s/S", "'/' behind 2 squares"),
        ("Fors 65", "'65' leads beyond h1"),
        ("Fors 99999999999999999999999", "leads beyond h1"),
        ("Fors 64k", "'k' stands beyond h1"),
        ("Fors -g", "not supported"),
        ("Fors 8/.ar", "Popeye's walk ar is not supported"),
        ("Fors 8/.", "'' is no walk"),
        ("Fors 8/é", "is no walk"),
        ("Fors 8/.é", "is no walk"),
    ] {
        let error = only(text);
        assert!(error[0].contains(found), "{text}: {error:?}");
    }
}

#[test]
fn a_wrong_problem_does_not_keep_the_others() {
    let file = "BeginProblem Stip #1 Piec White Ka1 Rb7 Black Ka8
        NextProblem Stip ### Piec White Ka1 Title Next Option foo
        Remark NextProblem in a remark is none
        NextProblem Stip #1 Piec White Ka1 Black Kc1
        Next Stip h#1 Cond Volage
        EndProblem";
    let problems = popeye::read(games(), file);
    let good: Vec<bool> = problems.iter().map(Result::is_ok).collect();
    assert_eq!(good, [true, false, true, false]);
    let error = told(&problems[3]);
    assert_eq!(
        error,
        ["problem 4, line 5, column 28: Popeye's condition Volage is not supported"]
    );
}

#[test]
fn files_begin_and_end() {
    for (text, found) in [
        (
            "",
            "line 1, column 1: the file is empty (expected BeginProblem or AnfangProblem or DebutProbleme)",
        ),
        (
            "Stip #2",
            "line 1, column 1: 'Stip' (expected BeginProblem or AnfangProblem or DebutProbleme)",
        ),
        (
            "BeginProblem Stip #2",
            "problem 1, line 1, column 21: the file ends here (expected NextProblem or EndProblem)",
        ),
    ] {
        let problems = popeye::read(games(), text);
        assert_eq!(told(&problems[0]), [found]);
    }
    assert_eq!(
        popeye::read(games(), "Begin Stip #2 Piec White Ka1 End").len(),
        1
    );
}

/// Words of the input language and their neighbours.
const WORDS: &[&str] = &[
    "BeginProblem",
    "NextProblem",
    "EndProblem",
    "Title",
    "Stip",
    "#2",
    "h#2.5",
    "ser-h=3",
    "Cond",
    "Circe",
    "AntiCirce",
    "Calvet",
    "Mirror",
    "Option",
    "SetPlay",
    "MaxTime",
    "5",
    "EnPassant",
    "d7d6d5",
    "NoCastling",
    "a1",
    "e8h8",
    "Pieces",
    "White",
    "Black",
    "Ka1",
    "Kh8",
    "gd4",
    "lib3c4",
    "HurdleColourChanging",
    "CirceHurdle",
    "Forsyth",
    "7k/8/K",
    "48.LI",
    "Twin",
    "Zero",
    "Cont",
    "Move",
    "a1",
    "h8",
    "Rotate",
    "90",
    "Mirror",
    "a1<->h8",
    "Shift",
    "Subst",
    "k",
    "g",
    "Add",
    "Polish",
    "\n",
    "wRb2",
    "-a1",
    "a1-b2",
    "b)",
    "+c)",
    "zero a)",
    "R=>B",
    "none",
    "é",
    "\u{0}",
    "/",
    "[",
    "+",
    "-",
    "Duplex",
    "WhiteToPlay",
    "einstein",
    "H=gQ:AC",
    "T=mRcpR",
    "K=NN",
];

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        6 => prop::sample::select(WORDS).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    prop::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_file_panics(text in words(), bare in any::<bool>()) {
        let text = if bare { text } else { format!("BeginProblem Stip ~1 {text}") };
        for problem in popeye::read(games(), &text) {
            told(&problem);
        }
    }

    #[test]
    fn no_parts_panic(fen in "[KQRBNPGkqrbnpg1-8/]{0,30}( [wb-])?( [KQkqE-]{1,4})?", placed in any::<bool>(), words in words(), more in words()) {
        let fen = if placed { "7k/8/8/8/8/8/8/KR6" } else { &fen };
        let list = |text: &str| -> Vec<String> { vec![text.to_owned()] };
        for (twins, options, conditions, pieces) in [
            (list(&words), vec![], vec![], vec![]),
            (vec![], list(&words), vec![], vec![]),
            (vec![], vec![], list(&words), list(&more)),
        ] {
            let problem = Problem::from_parts(games(), &Parts {
                fen,
                stipulation: "h~1",
                twins: &twins,
                options: &options,
                conditions: &conditions,
                pieces: &pieces,
                ..Parts::default()
            });
            told(&problem);
        }
    }
}

/// Popeye's old word for the condition goes with the side that is to be mated, the new one with Black.
#[test]
fn the_old_maximummer_changes_sides_in_a_duplex() {
    let of = |condition: &str| {
        let text = format!(
            "beginproblem stipulation s#2 pieces white ka1 rb7 black kh8 pa7 \
             condition {condition} option duplex endproblem"
        );
        let problems = popeye::read(games(), &text);
        let phases = problems[0].as_ref().expect("a problem").phases();
        phases
            .into_iter()
            .flat_map(|phase| phase.conditions)
            .collect::<Vec<_>>()
    };
    assert_eq!(of("maximummer"), ["black-maximummer", "white-maximummer"]);
    assert_eq!(of("blackmaximummer"), ["black-maximummer"; 2]);
}
