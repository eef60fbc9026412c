//! Scenario files: boards, moves and what must come of them, in a format that people read and write.
//!
//! One statement a line; `#` opens a comment line. A `board` replaces the position, moves change it,
//! everything else asks something of it:
//!
//! ```text
//! variant ag CONDITION ...     the game of what follows, with further conditions
//! pieces TEXT                     the pieces declared for the boards that follow (on `hurdlers`)
//! scenario WORDS               what the following lines show
//! board FEN                    sets a position up
//! reads FEN                    sets a position up that is then written as `gives` says
//! refused FEN                  is no position of the game
//! because WORDS                stands in the error of the last `refused`
//! move TEXT TEXT ...           plays legal moves
//! gives FEN                    the position as it stands, all fields
//! legal TEXT TEXT ...          are legal moves here
//! illegal TEXT TEXT ...        are not
//! only SQUARE TEXT TEXT ...    all legal moves of the piece there; nothing: it has none
//! ambiguous TEXT TEXT ...      the first text could be each of the others
//! count NUMBER                 how many legal moves there are
//! check yes|no                 whether the side to move is in check
//! repeats FEN                  is the same position as far as repetition goes
//! differs FEN                  is another one
//! result TEXT                  the result of the position as a game that starts with it, `*` if none
//! ```

use katydid::position::Position;
use katydid::rules::{self, Game};
use katydid::variant::{DeclaredPieces, Variant};
use katydid_trust::games;
use std::path::Path;
use std::sync::Arc;

/// What a scenario file is in the middle of.
struct Stage {
    variant: Arc<Variant>,
    scenario: String,
    pos: Position,
    /// The last error of `refused`.
    reason: String,
}

/// Runs a scenario file of `tests/scenarios/` and panics with all differences found.
pub fn run(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/scenarios")
        .join(file);
    let text = std::fs::read_to_string(path).expect("a scenario file");
    let (checks, wrong) = run_text(&text);
    assert!(
        wrong.is_empty(),
        "{} of {checks} checks of {file} fail:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(checks > 0, "{file} checks nothing");
}

/// Runs a scenario text and returns the number of checks and the differences found.
pub fn run_text(text: &str) -> (usize, Vec<String>) {
    let chess = games().variant("chess").expect("chess");
    let mut stage = Stage {
        pos: rules::start(&chess),
        variant: chess,
        scenario: String::new(),
        reason: String::new(),
    };
    let (mut checks, mut wrong) = (0, Vec::new());
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        checks += 1;
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Err(difference) = stage.line(key, rest.trim()) {
            let scenario = &stage.scenario;
            wrong.push(format!("line {} ({scenario}): {difference}", number + 1));
        }
    }
    (checks, wrong)
}

impl Stage {
    fn line(&mut self, key: &str, rest: &str) -> Result<(), String> {
        match key {
            "variant" => {
                self.variant = game(rest)?;
                self.pos = rules::start(&self.variant);
            }
            "pieces" => {
                let pieces = DeclaredPieces::parse(rest).map_err(|error| error.to_string())?;
                let game = games().variant(&self.variant.name);
                self.variant = game.map_err(|e| e.to_string())?.with_pieces(&pieces)?;
            }
            "scenario" => rest.clone_into(&mut self.scenario),
            "board" | "reads" => {
                self.pos = rules::position(&self.variant, rest).map_err(|e| e.to_string())?;
                let written = self.pos.fen();
                if key == "board" && written != rest {
                    return Err(format!("{rest} comes back as {written}"));
                }
            }
            "refused" => match rules::position(&self.variant, rest) {
                Ok(pos) => return Err(format!("{rest} is accepted as {}", pos.fen())),
                Err(error) => self.reason = error.to_string(),
            },
            "because" if self.reason.contains(rest) => {}
            "because" => return Err(format!("the reason is {}, expected {rest}", self.reason)),
            "move" => {
                for text in rest.split_whitespace() {
                    self.pos =
                        rules::play_text(&self.pos, text).map_err(|error| error.to_string())?;
                }
            }
            "gives" => same("FEN", &self.pos.fen(), rest)?,
            _ => self.question(key, rest)?,
        }
        Ok(())
    }

    fn question(&self, key: &str, rest: &str) -> Result<(), String> {
        let texts = self.legal_texts();
        let has = |text: &str| texts.iter().any(|legal| legal == text);
        match key {
            "legal" => match rest.split_whitespace().find(|text| !has(text)) {
                Some(text) => Err(format!("{text} is illegal in {}", self.pos.fen())),
                None => Ok(()),
            },
            "illegal" => match rest.split_whitespace().find(|text| has(text)) {
                Some(text) => Err(format!("{text} is legal in {}", self.pos.fen())),
                None => Ok(()),
            },
            "only" => {
                let (square, wanted) = rest.split_once(' ').unwrap_or((rest, ""));
                let mut found: Vec<&String> =
                    texts.iter().filter(|t| t.starts_with(square)).collect();
                found.sort();
                let mut wanted: Vec<&str> = wanted.split_whitespace().collect();
                wanted.sort_unstable();
                same("moves", &format!("{found:?}"), &format!("{wanted:?}"))
            }
            "ambiguous" => {
                let (text, choices) = rest.split_once(' ').unwrap_or((rest, ""));
                match rules::turn_of_text(&self.pos, text) {
                    Err(rules::MoveError::Ambiguous { choices: found, .. }) => {
                        same("choices", &found, choices)
                    }
                    other => Err(format!("{text} is {other:?}")),
                }
            }
            "count" => same("count", &texts.len().to_string(), rest),
            "check" => {
                let found = if rules::in_check(&self.pos) {
                    "yes"
                } else {
                    "no"
                };
                same("check", found, rest)
            }
            "repeats" | "differs" => {
                let other = rules::position(&self.variant, rest).map_err(|e| e.to_string())?;
                let alike = other.key() == self.pos.key();
                if alike == (key == "repeats") {
                    Ok(())
                } else {
                    Err(format!("{rest} is the same position: {alike}"))
                }
            }
            "result" => {
                let outcome = Game::at(self.pos.clone()).outcome();
                let found = outcome.map_or("*".to_owned(), |outcome| outcome.to_string());
                same("result", &found, rest)
            }
            _ => Err(format!("unknown statement '{key}'")),
        }
    }

    fn legal_texts(&self) -> Vec<String> {
        rules::legal_turns(&self.pos)
            .into_iter()
            .map(|turn| rules::turn_text(&self.pos, &turn))
            .collect()
    }
}

/// An embedded game, or one with the conditions that follow its name.
fn game(words: &str) -> Result<Arc<Variant>, String> {
    let name = words.replace(' ', "-");
    if let [game, conditions @ ..] = words.split(' ').collect::<Vec<_>>().as_slice()
        && !conditions.is_empty()
    {
        let file = format!(
            "name = \"{name}\"\ninherits = \"{game}\"\nconditions = {conditions:?}\n[ends]\ndead = \"\"\n"
        );
        let files = vec![(format!("{name}.toml"), file)];
        let added = games().add_texts(files);
        added.map_err(|error| error.to_string())?;
    }
    let game = games().variant(&name);
    game.map_err(|error| error.to_string())
}

fn same(what: &str, found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{what} is {found}, expected {wanted}"))
    }
}
