//! Variant files made at random: games that nobody designed.
//!
//! A file follows from its seed alone. Most of them are sound. What is drawn together may also contradict itself; the
//! compiler has to say so with a place, and [`judge`] holds it to that.

mod array;
mod ends;
mod movement;
mod pieces;

use crate::games;
use array::Frame;
use katydid::rules::conditions;
use katydid::variant::{ConditionSpec, LoadError, MoveKinds, Variant};
use pieces::Pieces;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::fmt::Write as _;
use std::sync::Arc;

/// What the dice have decided about a game as a whole.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a rule that a game has or has not"
)]
struct Plan {
    /// The frame is that of chess: its board, pawns and kings.
    classic: bool,
    /// Kings are captured.
    capture: bool,
    /// The pieces of chess stand there, and changes of type climb among them.
    orthodox: bool,
    /// Hoppers change what they hop over.
    effects: bool,
    conditions: bool,
    drops: bool,
    castling: bool,
    zones: bool,
    schedule: bool,
    linked: bool,
    alice: bool,
    any_kings: bool,
    /// How walls come to the board, if there are any.
    walls: Option<&'static str>,
    gating: bool,
    /// Only what the rules oracle has a model of is drawn.
    modelled: bool,
}

impl Plan {
    fn draw(frame: &Frame, rng: &mut ChaCha8Rng) -> Self {
        let classic = frame.is_full() && rng.random_ratio(1, 2);
        let mut one_in = |n| rng.random_ratio(1, n);
        let capture = !classic && one_in(7);
        let effects = one_in(4);
        let conditions = one_in(4);
        let walls = one_in(11).then_some(if capture { "duck" } else { "left" });
        let second_parts = capture && walls.is_some();
        Self {
            classic,
            capture,
            orthodox: effects || conditions || one_in(3),
            effects,
            conditions,
            drops: one_in(6),
            castling: frame.is_full() && !capture && one_in(3),
            zones: !classic && one_in(9),
            schedule: one_in(9) && !second_parts,
            linked: capture && one_in(4) && !second_parts,
            alice: one_in(14),
            any_kings: !classic && !capture && one_in(14),
            walls,
            gating: one_in(4),
            modelled: false,
        }
    }

    /// Whether turns have a second part, in which a wall is placed.
    fn has_second_parts(self) -> bool {
        self.capture && self.walls.is_some()
    }

    /// The plan without the rules that change board, pawns, kings or turns.
    fn of_chess(self) -> Self {
        Self {
            classic: true,
            capture: false,
            orthodox: true,
            zones: false,
            linked: false,
            any_kings: false,
            walls: None,
            gating: false,
            modelled: true,
            ..self
        }
    }
}

/// The text of a variant file of some name.
pub fn text(name: &str, seed: u64) -> String {
    drawn(name, seed, false)
}

/// As [`text`], for a game of the board, the pawns and the kings of chess, of which the rules oracle has a model.
pub fn modelled_text(name: &str, seed: u64) -> String {
    drawn(name, seed, true)
}

fn drawn(name: &str, seed: u64, modelled: bool) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rng = &mut rng;
    let mut frame = Frame::draw(rng);
    let mut plan = Plan::draw(&frame, rng);
    if modelled {
        frame = frame.of_chess();
        plan = plan.of_chess();
    }
    let pieces = Pieces::draw(&frame, plan, rng);
    let hand = if plan.drops {
        pieces.hand(rng)
    } else {
        String::new()
    };
    let mut file = format!("name = \"{name}\"\nsummary = \"A game made at random ({seed}).\"\n");
    let mut start = array::start(&frame, plan, &pieces, rng);
    if let Some(first) = hand.get(..1).filter(|_| plan.gating) {
        start = start.replace("[]", &format!("[{first}{}]", first.to_lowercase()));
    }
    let _ = writeln!(file, "start = \"{start}\"");
    if plan.conditions {
        let all: Vec<&str> = conditions::specs().map(|spec| spec.name).collect();
        let mut chosen = some_of(&all, 3, rng);
        let mut kept: Vec<&ConditionSpec> = Vec::new();
        chosen.retain(|name| {
            let spec = conditions::named(name).expect("a condition of the list");
            let clashes = kept.iter().any(|other| spec.contradicts(other));
            let ends = plan.capture && (forbids_captures(spec) || spec.forbids_checks);
            let fits = !clashes && !ends;
            kept.extend(fits.then_some(spec));
            fits
        });
        let _ = writeln!(file, "conditions = {chosen:?}");
        let recolours = chosen.iter().any(|name| name.ends_with("andernach"));
        if !modelled && rng.random_ratio(1, if recolours { 2 } else { 40 }) {
            let _ = writeln!(file, "flip = \"before\"");
        }
    }
    if rng.random_ratio(1, 25) {
        let _ = writeln!(file, "every_piece_also = \"pafsW\"");
    }
    if rng.random_ratio(1, 9) && !has_condition(&file, forbids_captures) {
        let _ = writeln!(file, "must_capture = true");
    }
    file.push_str(&pieces.tables(&hand, rng));
    if plan.drops {
        drops(&mut file, &hand, plan, rng);
    }
    if let Some(placing) = plan.walls {
        let several = file.contains("\npetrifies = ");
        let placing = if placing == "duck" && (rng.random() || several) {
            "anywhere"
        } else {
            placing
        };
        let _ = writeln!(file, "\n[walls]\nplacing = \"{placing}\"");
        if plan.capture && rng.random_ratio(1, 3) {
            let _ = writeln!(file, "squares = \"*2 *3 a*\"");
        }
    }
    sections(&mut file, &frame, plan, &pieces, rng);
    file
}

fn forbids_captures(spec: &ConditionSpec) -> bool {
    spec.forbids.intersects(MoveKinds::CAPTURE)
}

/// Whether a file names a condition of a certain kind.
fn has_condition(file: &str, is_it: impl Fn(&ConditionSpec) -> bool) -> bool {
    let mut lines = file.lines();
    let line = lines.find(|line| line.starts_with("conditions = "));
    let named =
        |spec: &ConditionSpec| line.is_some_and(|line| line.contains(&format!("{:?}", spec.name)));
    conditions::specs().any(|spec| named(spec) && is_it(spec))
}

/// One to `most` different members of a list.
fn some_of<'a>(list: &[&'a str], most: usize, rng: &mut ChaCha8Rng) -> Vec<&'a str> {
    let mut chosen: Vec<&str> = Vec::new();
    for _ in 0..rng.random_range(1..=most) {
        let one = list[rng.random_range(0..list.len())];
        if !chosen.contains(&one) {
            chosen.push(one);
        }
    }
    chosen
}

/// The table `[drops]`.
fn drops(file: &mut String, hand: &str, plan: Plan, rng: &mut ChaCha8Rng) {
    let _ = writeln!(file, "\n[drops]\nhand = \"{hand}\"");
    if plan.gating && !plan.alice {
        let way = if rng.random() { "also" } else { "only" };
        let _ = writeln!(file, "gating = \"{way}\"");
    }
    if hand.contains('P') && rng.random() {
        let _ = writeln!(file, "not_on_end_ranks = \"P\"");
    }
    let further = [
        "captures = false",
        "promoted_stay = true",
        "compulsory = true",
        "promoted = true",
        "white = \"*1 *2\"",
        "black = \"a* *5\"",
    ];
    for line in further {
        if rng.random_ratio(1, 9) {
            let _ = writeln!(file, "{line}");
        }
    }
    for key in ["one_a_file", "square_colours", "no_mate"] {
        if let Some(first) = hand.get(..1).filter(|_| rng.random_ratio(1, 6)) {
            let _ = writeln!(file, "{key} = \"{first}\"");
            if key == "one_a_file" && rng.random() {
                let _ = writeln!(file, "most_a_file = 2");
            }
        }
    }
}

/// The table `[castling]`.
fn castling(file: &mut String, plan: Plan, pieces: &Pieces, rng: &mut ChaCha8Rng) {
    let corners = pieces.corners();
    let _ = writeln!(
        file,
        "\n[castling]\nwhite = \"{corners}\"\nblack = \"{corners}\""
    );
    if corners.len() > 1 && rng.random() {
        let _ = writeln!(file, "far = \"{}\"", &corners[1..]);
    }
    if plan.drops && rng.random() {
        let _ = writeln!(file, "dropped = true");
    }
    if rng.random_ratio(1, 3) {
        let _ = writeln!(file, "rights_return = true");
    } else if rng.random_ratio(1, 4) {
        let _ = writeln!(file, "anywhere = true");
    }
    if rng.random_ratio(1, 6) {
        let _ = writeln!(
            file,
            "arrivals = \"{}\"",
            ["fc", "hc", "gb", "hb"][rng.random_range(0..4)]
        );
    }
}

/// The table `[pawns]`.
fn pawns(file: &mut String, pieces: &Pieces, rng: &mut ChaCha8Rng) {
    let promotion = pieces.some_letters(3, rng);
    let _ = writeln!(file, "\n[pawns]\npromotion = \"{promotion}\"");
    if rng.random_ratio(1, 5) {
        let rule = if rng.random_ratio(2, 3) {
            "triple"
        } else {
            "moves"
        };
        let _ = writeln!(file, "first_rank = \"{rule}\"");
    }
    for color in ["white", "black"] {
        if rng.random_ratio(1, 8) {
            let _ = writeln!(file, "{color} = \"{}\"", pieces.some_letters(2, rng));
        }
    }
    for line in ["first_moves = \"*1 *2 *3\"", "passed = \"*3\""] {
        if rng.random_ratio(1, 10) {
            let _ = writeln!(file, "{line}");
        }
    }
    for line in ["captured_only = true", "own_army = true"] {
        if rng.random_ratio(1, 8) && !promotion.is_empty() {
            let _ = writeln!(file, "{line}");
        }
    }
    if file.contains("\nrelay = true") && rng.random_ratio(1, 2) {
        let _ = writeln!(file, "relay = true");
    }
}

/// The tables behind the pieces.
fn sections(file: &mut String, frame: &Frame, plan: Plan, pieces: &Pieces, rng: &mut ChaCha8Rng) {
    if plan.castling {
        castling(file, plan, pieces, rng);
    }
    if pieces.has_rank_pawn {
        pawns(file, pieces, rng);
    }
    let mut board = frame.board_keys(plan.alice);
    if !plan.modelled && rng.random_ratio(1, 15) {
        board.push_str("closed = [\"b3c2\", \"c4d3\"]\n");
    }
    if !board.is_empty() {
        let _ = writeln!(file, "\n[board]\n{board}");
    }
    if plan.zones {
        let (white, black) = frame.end_ranks();
        let _ = writeln!(file, "\n[zones]\nwhite = \"{white}\"\nblack = \"{black}\"");
        if rng.random_ratio(1, 4) && !has_condition(file, forbids_captures) {
            let _ = writeln!(file, "by_capture = true");
        }
    } else if pieces.has_rank_pawn && rng.random_ratio(1, 12) {
        let rank = frame.ranks - 1;
        let _ = writeln!(
            file,
            "\n[zones]\nwhite_pawns = \"*{rank}\"\nblack_pawns = \"*2\""
        );
    }
    if plan.schedule {
        let schedules = ["1 2 2 ...", "1 2 3 ...", "2 2 ...", "1 3 3 ...", "2 1"];
        let schedule = schedules[rng.random_range(0..if plan.modelled { 2 } else { 5 })];
        let _ = writeln!(file, "\n[turns]\nschedule = \"{schedule}\"");
        if !plan.capture && rng.random_ratio(1, 3) {
            let _ = writeln!(file, "check = \"last\"");
        }
        if !plan.modelled && rng.random_ratio(1, 4) {
            let which = ["last", "never"][rng.random_range(0..2)];
            let _ = writeln!(file, "en_passant = \"{which}\"");
        }
    } else if plan.linked {
        let _ = writeln!(file, "\n[turns]\nlinked = \"KW\"");
    } else if !plan.has_second_parts() && rng.random_ratio(1, 9) {
        let key = ["pass", "white_pass", "black_pass"][rng.random_range(0..3)];
        let when = ["always", "stuck"][rng.random_range(0..2)];
        let _ = writeln!(file, "\n[turns]\n{key} = \"{when}\"");
    }
    if plan.orthodox {
        let ladder = ["Pawn", "Knight", "Bishop", "Rook", "Queen"];
        let ladder: Vec<&str> = ladder
            .into_iter()
            .filter(|name| pieces.has_name(name))
            .collect();
        let uses = file.contains("\"einstein\"") || pieces.changes_types();
        if uses && ladder.len() > 1 {
            let _ = writeln!(file, "\n[einstein]\nladder = {ladder:?}");
        }
    }
    ends::ends(file, frame, plan, pieces, rng);
    ends::counting(file, plan, pieces, rng);
}

/// What has come of a text.
pub enum Judged {
    /// A game, which the catalogue now has.
    Game(Arc<Variant>),
    /// A refusal with a place that exists and words.
    Refused(LoadError),
}

/// Gives a text to the compiler.
///
/// # Errors
/// A refusal that names no place in the text, or has no words; a panic.
pub fn judge(name: &str, text: &str) -> Result<Judged, String> {
    let file = format!("{name}.toml");
    let texts = vec![(file.clone(), text.to_owned())];
    let loaded = std::panic::catch_unwind(|| {
        games().add_texts(texts).and_then(|names| {
            let name = names.first().map_or("", String::as_str);
            games().variant(name)
        })
    });
    let error = match loaded {
        Ok(Ok(variant)) => return Ok(Judged::Game(variant)),
        Ok(Err(error)) => error,
        Err(panic) => return Err(format!("a panic: {}", crate::panic_text(&*panic))),
    };
    let LoadError::Invalid {
        file: named,
        place,
        message,
    } = &error
    else {
        return Err(format!("refused without a place: {error}"));
    };
    let line = text.split('\n').nth(place.line.wrapping_sub(1));
    let there = line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&place.column));
    if *named != file || !there || message.trim().len() < 8 {
        return Err(format!("refused without a good reason or place: {error}"));
    }
    Ok(Judged::Refused(error))
}
