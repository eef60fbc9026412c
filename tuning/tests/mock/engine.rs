//! An engine for the tests of the arena: plays by a fixed rule, and misbehaves when it is told to.
//!
//! Arguments `KIND=N` say what it does instead of its `N`th turn of a game: `crash`, `stall`, `illegal`,
//! `slow` (300 ms late), `none` (says that it has no move), `claim` (CECP: claims a win), `refuse` (CECP: calls
//! the opponent's turn illegal), `resign` (CECP); `unwilling` ends at once. It speaks UCI or CECP, as it is spoken to.

use katydid::catalogue::Catalogue;
use katydid::rules::{Game, legal_turns, turn_text};
use katydid::variant::Variant;
use std::io::{BufRead as _, stdin};
use std::sync::Arc;
use std::time::Duration;

struct Mock {
    misdeed: Option<(String, usize)>,
    variant: Arc<Variant>,
    game: Game,
    cecp: bool,
    playing: bool,
    turns: usize,
    legs: Vec<String>,
}

fn variant(name: &str) -> Arc<Variant> {
    Catalogue::new()
        .variant(name)
        .expect("the arena names only games that exist")
}

fn main() {
    let misdeed = std::env::args().nth(1).map(|argument| {
        let (kind, turn) = argument.split_once('=').expect("KIND=N");
        (kind.to_owned(), turn.parse().expect("a number"))
    });
    if let Some((kind, _)) = &misdeed
        && kind == "unwilling"
    {
        eprintln!("the mock engine is unwilling");
        return;
    }
    let chess = variant("chess");
    let mut mock = Mock {
        misdeed,
        game: Game::new(&chess),
        variant: chess,
        cecp: false,
        playing: false,
        turns: 0,
        legs: Vec::new(),
    };
    for line in stdin().lock().lines().map_while(Result::ok) {
        if line == "quit" {
            break;
        }
        mock.hear(&line);
    }
}

impl Mock {
    fn hear(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "uci" => println!("id name Mock\noption name UCI_Variant type string\nuciok"),
            "isready" => println!("readyok"),
            "setoption" => {
                if let Some(name) = rest.strip_prefix("name UCI_Variant value ") {
                    self.variant = variant(name);
                }
            }
            "ucinewgame" => self.turns = 0,
            "position" => self.position(rest),
            "xboard" => self.cecp = true,
            "protover" => {
                let names = Catalogue::new().names().join(",");
                println!("feature ping=1 setboard=1 usermove=1 variants=\"{names}\" done=1");
            }
            "ping" => println!("pong {rest}"),
            "new" => {
                self.variant = variant("chess");
                self.game = Game::new(&self.variant);
                self.turns = 0;
            }
            "variant" => {
                self.variant = variant(rest);
                self.game = Game::new(&self.variant);
            }
            "setboard" => {
                self.game = Game::set_up(&self.variant, Some(rest), []).expect("a position");
            }
            "force" => {
                self.playing = false;
                self.legs.clear();
            }
            "usermove" => self.ply(rest),
            "go" => {
                self.playing = true;
                self.answer();
            }
            _ => {}
        }
    }

    /// A ply of XBoard's: a leg, or the null move between two legs of a turn.
    fn ply(&mut self, text: &str) {
        if text == "@@@@" {
            return;
        }
        self.legs.push(text.to_owned());
        if self.game.play(&self.legs.join(",")).is_ok() {
            self.legs.clear();
            if self.playing {
                self.answer();
            }
        }
    }

    fn position(&mut self, text: &str) {
        let (place, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let fen = place.strip_prefix("fen ");
        self.game = Game::set_up(&self.variant, fen, moves.split_ascii_whitespace())
            .expect("the arena sends only positions of the game");
    }

    fn answer(&mut self) {
        self.turns += 1;
        let misdeed = self.misdeed.as_ref();
        if let Some((kind, _)) = misdeed.filter(|(_, turn)| *turn == self.turns) {
            match kind.as_str() {
                "crash" => {
                    eprintln!("the mock engine crashes");
                    std::process::exit(3);
                }
                "stall" => return,
                "illegal" => return self.say("a1h7"),
                "slow" => std::thread::sleep(Duration::from_millis(300)),
                "none" => return self.say("(none)"),
                "claim" => return println!("1-0 {{White mates}}"),
                "refuse" => return println!("Illegal move: e2e4"),
                "resign" => return println!("resign"),
                other => panic!("no misdeed '{other}'"),
            }
        }
        let mut turns = legal_turns(self.game.position());
        let chosen = (self.game.position().key() >> 32) as usize % turns.len();
        let turn = turns.swap_remove(chosen);
        self.say(&turn_text(self.game.position(), &turn));
        if self.cecp {
            self.game.push(turn);
        }
    }

    fn say(&self, turn: &str) {
        if self.cecp {
            println!("1 0 0 1 {turn}\nmove {turn}");
        } else {
            println!("info depth 1 score cp 0 nodes 1 pv {turn}\nbestmove {turn}");
        }
    }
}
