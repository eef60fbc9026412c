//! A game of a person against the engine in the terminal, and the commands that act on it.

use super::engine::Engine;
use super::help;
use super::screen::Screen;
use super::side::Side;
use super::solving::Question;
use super::target::target_of;
use super::typed_words::{advice, typed_words, words_behind};
use super::window::{View, Words, menu};
use crate::cli::opinion::opinion;
use crate::cli::quantities::seconds;
use crate::cli::tables;
use anyhow::{Result, anyhow, bail};
use clap::ValueEnum as _;
use katydid::base::{Bitboard, Color, MoveKind, Square};
use katydid::catalogue::Catalogue;
use katydid::diagram::{self, Look, Marks};
use katydid::pgn::{self, Notation, Pgn, Roster, wrapped};
use katydid::position::Position;
use katydid::rules::{
    self, Game, Outcome, Progress, Reason, Turn, TurnBuilder, is_null, leg_of_san, leg_san,
    leg_text, leg_with_effects, legal_moves, legal_moves_from, moved_squares, turn_effects,
    turn_or_null, turn_san, turn_text, turn_with_effects,
};
use katydid::search::Info;
use katydid::variant::Variant;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The file for games that are saved without a name.
const FILE: &str = "katydid.pgn";

/// The board, both players and the screen.
pub struct PlaySession {
    catalogue: Arc<Catalogue>,
    screen: Screen,
    game: Game,
    /// The next turn with the legs that the player has entered.
    next: TurnBuilder,
    engine: Engine,
    side: Side,
    look: Look,
    thinking: bool,
    /// Whether moves are written with their side effects.
    effects: bool,
    resigned: Option<Outcome>,
    /// The time used by both sides, and when the clock of the side to move was started.
    used: [Duration; 2],
    since: Instant,
}

impl PlaySession {
    pub fn new(
        catalogue: Arc<Catalogue>,
        screen: Screen,
        game: Game,
        engine: Engine,
        side: Side,
        look: Look,
    ) -> Self {
        Self {
            catalogue,
            screen,
            next: TurnBuilder::new(game.position()),
            game,
            engine,
            side,
            look,
            thinking: true,
            effects: false,
            resigned: None,
            used: [Duration::ZERO; 2],
            since: Instant::now(),
        }
    }

    fn variant(&self) -> &Arc<Variant> {
        self.next.now().variant().base()
    }

    /// The game with a name, or with a number in the menu; without a word the current game.
    fn named_or_present(&self, word: Option<&str>) -> Result<Arc<Variant>> {
        word.map_or_else(
            || Ok(Arc::clone(self.variant())),
            |word| help::choose(&self.catalogue, word),
        )
    }

    /// Prints a line.
    pub fn say(&mut self, text: &str) -> Result<()> {
        self.screen.say(text)
    }

    /// Names the game and shows the board.
    pub fn greet(&mut self) -> Result<()> {
        self.greet_demo()?;
        self.say("Type a move (e2e4 or Nf3), 'moves', 'hint', 'undo', 'rules' or 'help'.")
    }

    /// Names the game and shows the board, for a demo.
    pub fn greet_demo(&mut self) -> Result<()> {
        let variant = self.variant();
        self.say(&format!(
            "{}: {}",
            variant.presentation.title, variant.presentation.summary
        ))?;
        self.board()
    }

    /// The next line of the player; `None` at the end of the input.
    pub fn read(&mut self) -> Result<Option<String>> {
        let who = self.next.now().side_to_move().name();
        let more = if self.next.is_begun() {
            ", next leg"
        } else {
            ""
        };
        let (now, catalogue) = (self.next.now(), &self.catalogue);
        self.screen.read(&format!("{who}{more}> "), || Words {
            first: typed_words(now),
            behind: Box::new(|command| words_behind(command, catalogue)),
        })
    }

    /// Carries out a line of the player. Mistakes of the player are shown on the screen; only errors of the output are returned.
    /// Returns whether the session goes on.
    pub fn obey(&mut self, line: &str) -> Result<bool> {
        match self.attempt(line.trim()) {
            Err(error) if error.downcast_ref::<std::io::Error>().is_none() => {
                self.say(&format!("{error:#}"))?;
                Ok(true)
            }
            other => other,
        }
    }

    /// Carries out a command, which may begin with `/`; any other line is played as a move.
    fn attempt(&mut self, line: &str) -> Result<bool> {
        let typed = line.strip_prefix('/').unwrap_or(line);
        let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        match word.to_ascii_lowercase().as_str() {
            "" => Ok(()),
            "help" | "h" | "?" => self.say(help::HELP),
            "board" | "show" | "d" => self.board(),
            "moves" | "m" => self.moves(rest),
            "hint" => self.hint(),
            "score" | "eval" => self.score(),
            "tables" => self.tables(),
            "undo" | "u" | "back" => self.undo(),
            "flip" => {
                self.look.flipped = !self.look.flipped;
                self.board()
            }
            look @ ("symbols" | "letters") => {
                self.look.symbols = look == "symbols";
                self.board()
            }
            "games" | "variants" | "menu" => self.games(),
            "new" | "game" | "variant" => self.new_game(rest),
            "rules" => {
                let variant = self.named_or_present(rest)?;
                self.say(&help::rules(&variant, self.look))
            }
            "pieces" => self.say(&diagram::legend(self.variant(), self.look)),
            "fen" | "setup" => self.fen(rest),
            "level" => self.set_level(rest),
            "time" => self.set_time(rest),
            "depth" => self.set_depth(rest),
            "thinking" | "think" => self.set_thinking(rest),
            "effects" => self.set_effects(rest),
            "go" | "play" => self.go(),
            "side" => self.set_side(rest),
            "solve" => self.solve(rest),
            "resign" => self.resign(),
            "pgn" => self.say(&self.pgn()),
            "save" => self.save(rest.unwrap_or(FILE)),
            "quit" | "exit" | "q" | "bye" => {
                self.say("Good-bye.")?;
                return Ok(false);
            }
            _ => self.play(line),
        }?;
        Ok(true)
    }

    /// Shows the position as a FEN, or starts a game from another position.
    fn fen(&mut self, fen: Option<&str>) -> Result<()> {
        if fen.is_none() {
            return self.say(&self.next.now().fen());
        }
        let game = Game::set_up(self.variant(), fen, [])?;
        self.begin(game)
    }

    /// Adds the game to a file, which is created if it does not exist.
    fn save(&mut self, file: &str) -> Result<()> {
        let saved = pgn::append(Path::new(file), &self.pgn());
        // The error is converted, because an I/O error would be taken for an error of the screen and end the program.
        saved.map_err(|error| anyhow!("cannot save the game in '{file}': {error}"))?;
        self.say(&format!("Saved in {file}."))
    }

    /// The result, by the rules or by resignation.
    fn outcome(&self) -> Option<Outcome> {
        self.resigned.or_else(|| self.game.outcome())
    }

    /// Shows the board and the state of the game.
    fn board(&mut self) -> Result<()> {
        let status = if let Some(end) = self.outcome() {
            format!("The game is over: {end}")
        } else {
            let state = self.next.now().state();
            let left = match state.legs_left {
                0 => String::new(),
                1 => ", one move left in this turn".to_owned(),
                left => format!(", {left} moves left in this turn"),
            };
            let check = if rules::in_check(self.next.now()) {
                ", in check"
            } else {
                ""
            };
            let who = self.next.now().side_to_move().name();
            format!(
                "Move {}, {who} to move{left}{check}.",
                state.fullmove_number
            )
        };
        self.show(self.marks(), status)
    }

    /// Shows the position. If `status` is empty, the whole screen keeps the previous status.
    fn show(&mut self, marks: Marks, status: String) -> Result<()> {
        let title = &self.variant().presentation.title;
        let is_over = self.outcome().is_some();
        let view = View {
            pos: self.next.now().clone(),
            marks,
            look: self.look,
            title: title.clone(),
            status,
            turns: if self.screen.is_window() {
                self.turns()
            } else {
                Vec::new()
            },
            used: self.used,
            since: (!is_over).then_some(self.since),
        };
        self.screen.show(view)
    }

    /// The turns so far, with their numbers.
    fn turns(&self) -> Vec<String> {
        let turns = self.game.turns().iter().enumerate();
        turns
            .map(|(index, played)| {
                let before = self.game.position_after(index);
                let name = turn_san(before, &played.turn);
                let number = before.state().fullmove_number;
                match before.side_to_move() {
                    Color::White => format!("{number}.{name}"),
                    Color::Black if index == 0 => format!("{number}...{name}"),
                    Color::Black => name,
                }
            })
            .collect()
    }

    /// Lists the games; on the whole screen another one can be chosen.
    fn games(&mut self) -> Result<()> {
        let present = self.variant().name.clone();
        let Screen::Window(window) = &mut self.screen else {
            return self.say(&help::menu(&self.catalogue)?);
        };
        let chosen = menu::choose(&mut window.terminal, &self.catalogue, &present)?;
        let other = chosen.filter(|variant| variant.name != present);
        other.map_or(Ok(()), |variant| self.new_game(Some(&variant.name)))
    }

    /// The squares to mark, those of movement and those that changed otherwise: of the turn begun, else of the last turn.
    fn marks(&self) -> Marks {
        let Some((before, legs)) = self.game.last_legs(&self.next) else {
            return Marks::default();
        };
        let moved: Bitboard = legs.iter().flat_map(|leg| moved_squares(*leg)).collect();
        let changed = Square::all()
            .filter(|square| before.at(*square) != self.next.now().at(*square))
            .filter(|square| !moved.contains(*square))
            .collect();
        Marks {
            moved,
            changed,
            targets: Bitboard::EMPTY,
        }
    }

    /// Lists the legal moves, of one square or all.
    fn moves(&mut self, square: Option<&str>) -> Result<()> {
        let list = match square {
            None => legal_moves(self.next.now()),
            Some(text) => {
                let from: Square = text.to_ascii_lowercase().parse()?;
                let list = legal_moves_from(self.next.now(), from);
                match self.next.now().at(from) {
                    None => bail!("there is no piece on {from}"),
                    Some(piece) if piece.color() != self.next.now().side_to_move() => {
                        bail!(
                            "the piece on {from} is not {}'s",
                            self.next.now().side_to_move().name()
                        )
                    }
                    Some(piece) if list.is_empty() => {
                        let name = &self.variant().presentation.piece_types
                            [piece.piece_type().index()]
                        .name;
                        bail!("the {} on {from} has no legal move", name.to_lowercase())
                    }
                    Some(_) => {}
                }
                let targets = list.iter().filter_map(|mv| target_of(*mv, from)).collect();
                let marks = Marks {
                    moved: from.into(),
                    changed: Bitboard::EMPTY,
                    targets,
                };
                self.show(marks, String::new())?;
                list
            }
        };
        let drops = list.iter().filter(|mv| mv.kind() == MoveKind::Drop).count();
        let mut words: Vec<String> = list
            .iter()
            .filter(|mv| drops <= 40 || mv.kind() != MoveKind::Drop)
            .map(|mv| {
                let written = if self.effects {
                    leg_with_effects
                } else {
                    leg_san
                };
                both_ways(
                    written(self.next.now(), *mv),
                    &leg_text(self.next.now(), *mv),
                )
            })
            .collect();
        words.sort_unstable();
        if drops > 40 {
            words.push(format!("and {drops} drops"));
        }
        let text = wrapped(&words);
        self.say(&format!("{} legal: {text}", list.len()))
    }

    /// Plays a turn or a leg of the player.
    fn play(&mut self, text: &str) -> Result<()> {
        if let Some(end) = self.outcome() {
            bail!("the game is over ({end}); 'undo', 'new' or 'quit'");
        }
        let progress = if is_null(text) && !self.next.is_begun() {
            self.null_move(text)?
        } else {
            let progress = self.next.push_typed(text, leg_of_san);
            progress.map_err(|error| advice(self.next.now(), &error))?
        };
        let Progress::Complete(turn) = progress else {
            self.board()?;
            return self.say("The turn goes on: type the next leg ('undo' takes back).");
        };
        self.push(turn);
        self.board()?;
        self.engine_turns()
    }

    /// A pass that the rules allow, or a null move if the player has both sides.
    fn null_move(&self, text: &str) -> Result<Progress> {
        let turn = turn_or_null(self.game.position(), text);
        if self.side != Side::Both && turn.as_ref().map_or(true, Turn::is_null) {
            bail!("'{text}', a null move, is only possible where no engine plays: 'side both'");
        }
        Ok(Progress::Complete(turn?))
    }

    /// The notation of a turn, with side effects if they are switched on.
    fn name(&self, before: &Position, turn: &Turn) -> String {
        if self.effects {
            turn_with_effects(before, turn)
        } else {
            turn_san(before, turn)
        }
    }

    /// Drops the legs of an incomplete turn.
    fn restart_turn(&mut self) {
        self.next = TurnBuilder::new(self.game.position());
    }

    fn push(&mut self, turn: Turn) {
        let mover = self.game.position().side_to_move();
        self.used[mover.index()] += self.since.elapsed();
        self.since = Instant::now();
        self.game.push(turn);
        self.restart_turn();
    }

    /// Lets the engine play as long as it has the side to move.
    pub fn engine_turns(&mut self) -> Result<()> {
        while !self.next.is_begun() && !self.side.has(self.next.now().side_to_move()) {
            if !self.engine_turn()? {
                break;
            }
        }
        Ok(())
    }

    /// Lets the engine play one turn. Returns whether it did.
    pub fn engine_turn(&mut self) -> Result<bool> {
        if self.outcome().is_some() {
            return Ok(false);
        }
        let before = self.next.now().clone();
        let (turn, info) = self
            .engine
            .think(&self.game, &mut self.screen, self.thinking)?;
        let name = self.name(&before, &turn);
        let text = turn_text(&before, &turn);
        self.push(turn);
        self.say(&format!(
            "\n{} (engine) plays {}",
            before.side_to_move().name(),
            both_ways(name, &text)
        ))?;
        if self.thinking {
            self.tell(&before, info.as_ref())?;
        }
        self.board()?;
        Ok(true)
    }

    fn tell(&mut self, pos: &Position, info: Option<&Info>) -> Result<()> {
        match info {
            Some(info) if self.screen.is_window() => self.screen.think(|| opinion(pos, info)),
            Some(info) => self.say(&format!("  {}", opinion(pos, info)))?,
            None => {}
        }
        Ok(())
    }

    /// The engine's turn and evaluation for the position; an error if the game is over.
    fn asked(&mut self) -> Result<(Turn, Option<Info>)> {
        if let Some(end) = self.outcome() {
            bail!("the game is over ({end})");
        }
        if self.next.is_begun() {
            bail!("the turn is not complete: 'undo' first, or 'moves' for the legs there are");
        }
        self.engine.think(&self.game, &mut self.screen, true)
    }

    fn hint(&mut self) -> Result<()> {
        let (turn, _) = self.asked()?;
        let (name, text) = (
            self.name(self.next.now(), &turn),
            turn_text(self.next.now(), &turn),
        );
        self.say(&format!(
            "The engine would play {}.",
            both_ways(name, &text)
        ))
    }

    fn score(&mut self) -> Result<()> {
        let (_, info) = self.asked()?;
        let now = self.next.now().clone();
        self.tell(&now, info.as_ref())
    }

    /// Shows the endgame table values of the position and its turns.
    fn tables(&mut self) -> Result<()> {
        let pos = self.game.position();
        let Some(value) = self.engine.tables.probe(pos) else {
            bail!(
                "no endgame table has this position ('katydid tables' makes tables of up to five pieces)"
            );
        };
        let listed = tables::listed(pos, value, &self.engine.tables.turns(pos));
        self.say(&listed)
    }

    /// Takes back the legs of this turn, or a resignation, or turns until the player is to move again.
    fn undo(&mut self) -> Result<()> {
        if !self.next.is_begun() && self.resigned.take().is_none() {
            let mine = (0..=self.game.turns().len()).rev().skip(1).find(|count| {
                let at = self.game.position_after(*count);
                self.side == Side::None || self.side.has(at.side_to_move())
            });
            let Some(count) = mine else {
                bail!("there is nothing to take back");
            };
            while self.game.turns().len() > count {
                self.game.undo();
            }
        }
        self.restart_turn();
        self.board()
    }

    fn new_game(&mut self, word: Option<&str>) -> Result<()> {
        let variant = self.named_or_present(word)?;
        let summary = format!(
            "{}: {}",
            variant.presentation.title, variant.presentation.summary
        );
        self.say(&summary)?;
        self.begin(Game::new(&variant))
    }

    fn begin(&mut self, game: Game) -> Result<()> {
        self.game = game;
        self.restart_turn();
        self.resigned = None;
        self.used = [Duration::ZERO; 2];
        self.since = Instant::now();
        self.engine.searcher.clear();
        self.board()?;
        self.engine_turns()
    }

    /// Gives the engine the side to move, and the player the other side.
    fn go(&mut self) -> Result<()> {
        if let Some(end) = self.outcome() {
            bail!("the game is over ({end})");
        }
        self.restart_turn();
        self.side = match self.next.now().side_to_move() {
            Color::White => Side::Black,
            Color::Black => Side::White,
        };
        self.engine_turns()
    }

    fn set_side(&mut self, word: Option<&str>) -> Result<()> {
        if let Some(word) = word {
            let side = Side::from_str(word, true);
            self.side = side.map_err(|_| {
                anyhow!("'{word}' is no side (expected white, black, both or none)")
            })?;
            self.look.flipped = self.side == Side::Black;
        }
        let text = match self.side {
            Side::White => "You have White.",
            Side::Black => "You have Black.",
            Side::Both => "You have both sides.",
            Side::None => "The engine has both sides.",
        };
        self.say(text)?;
        self.engine_turns()
    }

    fn set_level(&mut self, word: Option<&str>) -> Result<()> {
        if let Some(word) = word {
            match word.parse() {
                Ok(level @ 0..=20) => self.engine.searcher.settings.skill = level,
                _ => bail!("'{word}' is no level (expected 0, weakest, to 20, full strength)"),
            }
        }
        self.say(&format!(
            "The engine plays at level {} of 20.",
            self.engine.searcher.settings.skill
        ))
    }

    fn set_time(&mut self, word: Option<&str>) -> Result<()> {
        if let Some(word) = word {
            self.engine.move_time = seconds(word).map_err(|error| anyhow!(error))?;
        }
        let time = self.engine.move_time.as_secs_f64();
        self.say(&format!("The engine thinks at most {time} s a move."))
    }

    fn set_depth(&mut self, word: Option<&str>) -> Result<()> {
        if let Some(word) = word {
            self.engine.depth = match word.parse() {
                Ok(depth @ 1..) => Some(depth),
                _ if word == "off" => None,
                _ => bail!("'{word}' is no depth (expected a number from 1, or off)"),
            };
        }
        match self.engine.depth {
            Some(depth) => self.say(&format!("The engine searches to depth {depth} at most.")),
            None => self.say("The engine's depth is not limited."),
        }
    }

    fn set_thinking(&mut self, word: Option<&str>) -> Result<()> {
        self.thinking = switched(self.thinking, word)?;
        let shown = if self.thinking { "shown" } else { "hidden" };
        self.say(&format!("What the engine thinks is {shown}."))
    }

    fn set_effects(&mut self, word: Option<&str>) -> Result<()> {
        self.effects = switched(self.effects, word)?;
        self.say(if self.effects {
            "Moves are shown with their effects."
        } else {
            "Moves are shown without their effects."
        })
    }

    /// Solves the current position as a problem.
    fn solve(&mut self, words: Option<&str>) -> Result<()> {
        let question = Question::read(self.next.now(), words.unwrap_or_default())?;
        self.say(&question.introduction())?;
        let answer = self.screen.interruptible(|| question.answer())?;
        self.say(&answer)
    }

    /// Resigns for the player; if the player has both sides, for the side to move.
    fn resign(&mut self) -> Result<()> {
        if let Some(end) = self.outcome() {
            bail!("the game is over ({end})");
        }
        let loser = match self.side {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Both | Side::None => self.next.now().side_to_move(),
        };
        let end = Outcome::win(!loser, Reason::Resignation);
        self.resigned = Some(end);
        self.say(&format!("The game is over: {end}"))
    }

    fn pgn(&self) -> String {
        let engine = format!("Katydid {}", env!("CARGO_PKG_VERSION"));
        let name = |color| {
            if self.side.has(color) {
                "Player".to_owned()
            } else {
                engine.clone()
            }
        };
        let roster = Roster {
            event: "Casual game".to_owned(),
            date: pgn::today(),
            players: Color::ALL.map(name),
            ..Roster::default()
        };
        let mut pgn = Pgn::new(&self.game, roster, Notation::Algebraic);
        if self.effects {
            pgn.comments = self.effects_of_turns();
        }
        if let Some(end) = self.outcome() {
            let reason = end.reason.words().to_owned();
            pgn.result = end.result();
            pgn.further.push(("Termination", reason.clone()));
            pgn.closing = reason;
        }
        pgn.text()
    }

    /// The side effects of turns, leg by leg, for the comments of a PGN. In brackets directly
    /// after the turn they would be read as a variation.
    fn effects_of_turns(&self) -> Vec<String> {
        let turns = self.game.turns().iter().enumerate();
        turns
            .map(|(index, played)| turn_effects(self.game.position_after(index), &played.turn))
            .collect()
    }
}

/// The algebraic notation of a turn, with its coordinates in brackets if they differ.
fn both_ways(name: String, text: &str) -> String {
    if name.trim_end_matches(['+', '#']) == text {
        name
    } else {
        format!("{name} ({text})")
    }
}

/// The new value of a switch: `on`, `off`, or without a word the opposite of `now`.
fn switched(now: bool, word: Option<&str>) -> Result<bool> {
    match word {
        None => Ok(!now),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(word) => bail!("'{word}' is neither on nor off"),
    }
}
