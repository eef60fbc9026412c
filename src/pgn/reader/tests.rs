//! Tests of the reader.

use super::*;
use crate::catalogue::games;
use crate::rules::turn_text;

fn read(text: &str) -> Reading {
    super::read(games(), text)
}

/// The turns of a tree: the main line, its variations in brackets.
fn turns(tree: &Tree) -> String {
    let mut words = Vec::new();
    line(tree, &tree.followers(), None, &mut words);
    words.join(" ")
}

fn line(tree: &Tree, followers: &[Vec<usize>], mut at: Option<usize>, words: &mut Vec<String>) {
    while let Some((main, others)) = followers[at.map_or(0, |at| at + 1)].split_first() {
        words.push(word(tree, *main));
        for other in others {
            words.push(format!("({}", word(tree, *other)));
            line(tree, followers, Some(*other), words);
            if let Some(last) = words.last_mut() {
                last.push(')');
            }
        }
        at = Some(*main);
    }
}

fn word(tree: &Tree, node: usize) -> String {
    let node = &tree.nodes[node];
    turn_text(tree.position(node.parent), &node.turn)
}

fn remarks(text: &str) -> Vec<String> {
    read(text).remarks.iter().map(ToString::to_string).collect()
}

/// The turns of the only game of a text without remarks.
fn clean(text: &str) -> String {
    let read = read(text);
    assert!(read.remarks.is_empty(), "{text}: {:?}", read.remarks);
    assert_eq!(read.games.len(), 1, "{text}");
    turns(&read.games[0])
}

#[test]
fn a_bad_game_is_kept_as_far_as_it_goes_and_spoils_no_other() {
    let text = "[Event \"a\"]\n\n1. e4 e5 2. Ke3 {bad} Nc6 (2... d6) 1-0\n\n[Event \"b\"]\n\n1. d4 d5 0-1\n";
    let read = read(text);
    assert_eq!(
        read.games.iter().map(turns).collect::<Vec<_>>(),
        ["e2e4 e7e5", "d2d4 d7d5"]
    );
    assert_eq!(
        (read.games[0].result.as_str(), read.games[1].result.as_str()),
        ("1-0", "0-1")
    );
    assert!(read.games[0].nodes[1].comment.is_empty());
    let told = remarks(text);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("game 1, line 3: 'Ke3' is not a legal move"),
        "{told:?}"
    );
    assert_eq!(read.remarks[0].loss, Loss::MainLine);
}

#[test]
fn a_bad_variation_spoils_no_main_line() {
    for text in [
        "1. e4 e5 (1... c5 2. Ke3 d6 (2... e6 1-0) {x}) 2. Nf3 *",
        "1. e4 e5 (1... c5 (1... Nf9) 2. Kf9) 2. Nf3",
    ] {
        let read = read(text);
        assert_eq!(turns(&read.games[0]), "e2e4 e7e5 (c7c5) g1f3", "{text}");
        assert!(!read.remarks.is_empty());
        let in_variations = |remark: &Remark| remark.loss == Loss::Variation;
        assert!(read.remarks.iter().all(in_variations), "{text}");
    }
}

#[test]
fn what_cannot_be_set_up_is_told_with_its_line() {
    let text = "[Event \"a\"]\n[Variant \"ludo\"]\n\n1. e4 *\n\n[FEN \"8/8 w\"]\n\n1. e4 *\n\n[Pieces \"?\"]\n\n*\n\n[Event \"d\"]\n\n1. e4 *";
    assert_eq!(read(text).games.len(), 1);
    let told = remarks(text);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(
        told[0].starts_with("game 1, line 2: tag Variant: unknown variant 'ludo'"),
        "{told:?}"
    );
    assert!(told[1].starts_with("game 2, line 6: tag FEN: "), "{told:?}");
    assert!(
        told[2].starts_with("game 3, line 10: tag Pieces: "),
        "{told:?}"
    );
}

#[test]
fn tags_are_found_in_any_case_and_by_any_name() {
    let from_position = "[Variant \"From Position\"]\n[FEN \"8/P6k/8/8/8/8/8/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n\n1... Kg6 *";
    assert_eq!(clean(from_position), "h7g6");
    let name = |text: &str| read(text).games[0].first.variant().name.clone();
    for (tags, meant) in [
        ("[variant \"CrazyHouse\"]", "crazyhouse"),
        ("[Variant \"\"]", "chess"),
        ("[Variant \"Chess960\"]", "fischerandom"),
        ("[Variant \"?\"]\n[VariantName \"zh\"]", "crazyhouse"),
        ("[Variant \"Standard\"]\n[fen \"startpos\"]", "chess"),
    ] {
        assert_eq!(name(&format!("{tags}\n\n1. e4 *")), meant, "{tags}");
    }
}

#[test]
fn moves_are_read_in_all_spellings() {
    for (text, meant) in [
        (
            "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e4 *",
            "e2e4 d7d5 e4d5 d8d5 P@e4",
        ),
        (
            "[Variant \"zh\"]\n\n1. e4 d5 2. exd5 Qxd5 3. p@e4 *",
            "e2e4 d7d5 e4d5 d8d5 P@e4",
        ),
        (
            "1. e2-e4 e7-e5 2. Ng1-f3 Nb8\u{2013}c6",
            "e2e4 e7e5 g1f3 b8c6",
        ),
        (
            "1. e4 d5 2. e4:d5 Qd8\u{d7}d5 3. ng1f3",
            "e2e4 d7d5 e4d5 d8d5 g1f3",
        ),
        ("1. e4 d5 2. ed5 Q:d5", "e2e4 d7d5 e4d5 d8d5"),
        (
            "1. e4 a6 2. e5 d5 3. exd6 e.p. h6",
            "e2e4 a7a6 e4e5 d7d5 e5d6 h7h6",
        ),
        (
            "1. e4 a6 2. e5 d5 3. exd6e.p.! h6",
            "e2e4 a7a6 e4e5 d7d5 e5d6 h7h6",
        ),
        (
            "1. e4 a6 2. e5 d5 3. ed6(ep)+ h6",
            "e2e4 a7a6 e4e5 d7d5 e5d6 h7h6",
        ),
        (
            "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 o-o",
            "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8",
        ),
        (
            "1. \u{2659}e4 e5 2. \u{2658}f3 \u{265e}c6",
            "e2e4 e7e5 g1f3 b8c6",
        ),
        ("1. e4 f5 2. Qh5 ch g6", "e2e4 f7f5 d1h5 g7g6"),
        ("1e4 e5 2d4 exd4", "e2e4 e7e5 d2d4 e5d4"),
        (
            "[Variant \"alice\"]\n[FEN \"4k3/8/8/8/8/8/5P2/4K3|8/8/8/8/8/5P2/8/8 w - - 0 1\"]\n\n1. 2f4 *",
            "f2f4",
        ),
    ] {
        assert_eq!(clean(text), meant, "{text}");
    }
    for becoming in [
        "a8=Q", "a8Q", "a8(Q)", "a8=q", "a8=(Q)", "a8/Q", "a8q", "a7-a8=Q+", "a8=Q+-",
    ] {
        let text = format!("[FEN \"8/P6k/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. {becoming} *");
        assert_eq!(clean(&text), "a7a8q", "{becoming}");
    }
}

#[test]
fn null_moves_are_turns_where_they_can_be() {
    for text in [
        "1. e4 -- 2. d4 *",
        "1. e4 Z0 2. d4 *",
        "1. e4 null 2. d4 *",
        "1. e4 @@@@ 2. d4",
        "1. e4 0000 2. d4",
    ] {
        assert_eq!(clean(text), "e2e4 0000 d2d4", "{text}");
    }
    assert_eq!(clean("1. e4 e5 (1... -- 2. d4) *"), "e2e4 e7e5 (0000 d2d4)");
    let in_check = "1. e4 f6 2. Qh5 -- 3. d4 *";
    assert_eq!(turns(&read(in_check).games[0]), "e2e4 f7f6 d1h5");
    assert!(remarks(in_check)[0].contains("'--': a null move leaves the king attacked"));
    let series = "[Variant \"progressive\"]\n\n1. e4 2. -- *\n\n1. e4 *";
    assert_eq!(read(series).games.len(), 2);
}

#[test]
fn comments_belong_to_the_turn_that_they_stand_by() {
    let tree = |text: &str| read(text).games.remove(0);
    let sicilian = tree("1. e4 e5 ({the Sicilian} 1... c5 {good}) 2. Nf3 *");
    let comments: Vec<(&str, &str)> = sicilian
        .nodes
        .iter()
        .map(|node| (node.before.text.as_str(), node.comment.text.as_str()))
        .collect();
    assert_eq!(
        comments,
        [("", ""), ("", ""), ("the Sicilian", "good"), ("", "")]
    );
    let nested = tree("{a} 1. e4 {b} e5 ({c} {d} 1... c5 ({e} 1... c6)) ({f}) {g} *");
    assert_eq!(nested.comment.text, "a");
    assert_eq!(nested.nodes[1].comment.text, "f g");
    assert_eq!(nested.nodes[2].before.text, "c d");
    assert_eq!(nested.nodes[3].before.text, "e");
    let clock = tree("1. e4 {[%clk 0:05:00][%eval 0.2]} e5 {[%cal Ge7e5] held} *");
    assert_eq!(clock.nodes[0].comment.commands.len(), 2);
    assert_eq!(
        (
            clock.nodes[0].comment.text.as_str(),
            clock.nodes[1].comment.text.as_str()
        ),
        ("", "held")
    );
}

#[test]
fn signs_of_judgement_are_annotations_wherever_they_stand() {
    for (text, nags) in [
        ("1. e4 e5 2. Nf3 += Nc6 *", &[14][..]),
        ("1. e4 e5 2. Nf3 N Nc6 *", &[146]),
        ("1. e4 e5 2. Nf3 D Nc6 *", &[220]),
        ("1. e4 e5 2. Nf3 = Nc6 *", &[10]),
        ("1. e4 e5 2. Nf3!? \u{221e} {x} $36 Nc6 *", &[5, 13, 36]),
        ("1. e4 e5 2. Nf3+- Nc6 *", &[18]),
        ("1. e4 e5 2. Nf3 -/+ Nc6 *", &[17]),
        ("1. e4 e5 2. Nf3 $999 Nc6 *", &[]),
        ("1. e4 e5 2. Nf3 hm Nc6 *", &[]),
    ] {
        let tree = &read(text).games[0];
        assert_eq!(turns(tree), "e2e4 e7e5 g1f3 b8c6", "{text}");
        assert_eq!(tree.nodes[2].nags, nags, "{text}");
    }
    assert_eq!(
        remarks("1. e4 hm e5 ho *"),
        ["game 1, line 1: 'hm' is no move (such words are left out)"]
    );
}

#[test]
fn superfluous_brackets_are_overlooked() {
    for (text, meant) in [
        ("1. e4 (1. d4))) *", "e2e4 (d2d4)"),
        ("1. e4 ((1. d4) 1. c4) e5 *", "e2e4 (d2d4) (c2c4) e7e5"),
        ("1. e4 () e5 (()) 2. d4", "e2e4 e7e5 d2d4"),
        ("1. e4 ) e5 *)", "e2e4 e7e5"),
        ("(1. e4 e5) *", "e2e4 e7e5"),
        ("1. e4 [1. d4 d5] e5 *", "e2e4 (d2d4 d7d5) e7e5"),
        ("1. e4 e5 1-0 (1... c5) *", "e2e4 e7e5 (c7c5)"),
        ("1. e4 e5 (1... c5 1-0) 2. Nf3 *", "e2e4 e7e5 (c7c5) g1f3"),
    ] {
        assert_eq!(clean(text), meant, "{text}");
    }
    let unclosed = remarks("1. e4 (1. d4");
    assert!(unclosed[0].contains("inside a variation"), "{unclosed:?}");
    assert_eq!(turns(&read("(1. d4) 1. e4 *").games[0]), "e2e4");
    let deep = remarks(&format!("1. e4 {} *", "(1. d4 ".repeat(70)));
    assert!(
        deep.iter().any(|told| told.contains("too deep")),
        "{deep:?}"
    );
    assert!(remarks("1. e4 {open")[0].contains("a comment has no end"));
}

#[test]
fn words_around_moves_are_left_out_and_those_in_the_place_of_a_move_end_the_line() {
    for (text, meant) in [
        (
            "[Event \"x\"]\n\nOpening: 1. e4 e5\n2. Nf3 *",
            "e2e4 e7e5 g1f3",
        ),
        ("[Event \"x\"]\n\nMoves: e4 e5", "e2e4 e7e5"),
        ("[Event \"x\"]\n\nW: 1. e4 B: e5", "e2e4 e7e5"),
        ("some text 1. e4 e5 *", "e2e4 e7e5"),
        (
            "[Event \"x\"]\n--------\n1. d4\n----- x -----\n1... d5 *",
            "d2d4 d7d5",
        ),
        ("1. e4N d5 2. exd!? *", "e2e4 d7d5 e4d5"),
        ("1. e4 d5 2. ed Qxd5", "e2e4 d7d5 e4d5 d8d5"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. \u{41e}-\u{41e} *",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1",
        ),
        ("1. e4 e5 2. xyz Nc6 3. Bb5 *", "e2e4 e7e5"),
        ("1. e4 e5 2. Nf3 castles 3. Bb5 *", "e2e4 e7e5 g1f3"),
        (
            "Move  White  Black\n----  -----  -----\n  1.  e4  (0:00)  e5  (1:02)\n{Black resigns} 1-0",
            "e2e4 e7e5",
        ),
    ] {
        assert_eq!(turns(&read(text).games[0]), meant, "{text}");
    }
    let lost = remarks("1. e4 e5 2. Nf3 castles 3. Bb5 *");
    assert!(
        lost.last()
            .is_some_and(|told| told.contains("'castles' is no move")),
        "{lost:?}"
    );
    let nags = |text: &str| {
        read(text).games[0]
            .nodes
            .last()
            .map(|node| node.nags.clone())
    };
    assert_eq!(nags("1. e4 e5 2. Nf3N"), Some(vec![NOVELTY]));
    assert_eq!(nags("1. e4 ( $142 1. d4) *"), Some(vec![142]));
}

#[test]
fn results_that_contradict_each_other_are_told() {
    let text = "[Result \"0-1\"]\n\n1. e4 1-0";
    assert_eq!(read(text).games[0].result, "1-0");
    assert!(remarks(text)[0].contains("it says 0-1, the moves end with 1-0"));
    assert!(clean("[Result \"1-0\"]\n\n1. e4 *") == "e2e4");
}
