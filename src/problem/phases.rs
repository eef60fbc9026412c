//! The positions of a problem: diagram, twins and duplex.

use super::conditions::{Apart, of_roles};
use super::diagram::Diagram;
use super::error::ProblemError;
use super::notation::Notation;
use super::options::Options;
use super::pieces::{NamedPiece, is_flagged, name_of, popeye_text};
use super::play_text::Shown;
use super::problem::{Problem, is_board};
use super::stipulation::{Goal, Stipulation};
use super::task::Task;
use super::twin::{Change, Mirror};
use crate::base::{Color, Piece, PieceType, Square};
use crate::position::{Position, Rights, Setup};
use crate::rules;
use crate::variant::{DiagramBoard, Variant};

/// A position of a problem to be solved, or the reason why it is not a legal position.
#[derive(Clone)]
pub struct Phase {
    /// The label of the twin; `a` for the diagram.
    pub twin: String,
    /// The heading of a twin (`b) bBe3`); empty for a diagram without twins.
    pub heading: String,
    /// Whether White and Black have changed roles.
    pub swapped: bool,
    /// The task, or the reason why it cannot be solved.
    pub task: Result<Task, ProblemError>,
    /// The position of the diagram, even if the king can be captured in it; `None` if the diagram is no position.
    pub position: Option<Position>,
    /// The stipulation as it was given, after the changes of the twin.
    pub stipulation: Stipulation,
    /// The conditions of this position, by their names in variant files.
    pub conditions: Vec<String>,
    /// The pieces that can occur in this position, by piece type index; empty if there is no position.
    pub pieces: Vec<NamedPiece>,
    /// The options of the problem.
    pub options: Options,
    /// The position as a FEN, with the beginning side to move.
    pub fen: String,
}

impl Phase {
    /// The heading: the twin, and whether White and Black have changed roles; empty for a plain diagram.
    pub fn title(&self) -> String {
        match (self.heading.as_str(), self.swapped) {
            (heading, false) => heading.to_owned(),
            ("", true) => "Black in White's place".to_owned(),
            (heading, true) => format!("{heading}, Black in White's place"),
        }
    }

    /// The output options for the solution.
    pub fn shown(&self) -> Shown {
        let options = &self.options;
        Shown {
            notation: if options.popeye_letters {
                Notation::popeye(&self.pieces)
            } else {
                Notation::default()
            },
            threats: !options.no_threat,
            short_variations: !options.no_short_variations,
        }
    }
}

/// The parts of a problem that a twin can change.
#[derive(Clone)]
struct Scene {
    diagram: Diagram,
    stipulation: Stipulation,
    conditions: Vec<String>,
    /// Whether this is the diagram itself, not a twin.
    original: bool,
}

impl Problem {
    /// The positions to be solved, in order: diagram and twins, each for one or both sides. An illegal position carries its error and
    /// does not affect the others.
    pub fn phases(&self) -> Vec<Phase> {
        let original = Scene {
            diagram: self.diagram.clone(),
            stipulation: self.stipulation.clone(),
            conditions: self.conditions.clone(),
            original: true,
        };
        let mut phases = Vec::new();
        if !self.zero_position {
            let heading = if self.twins.is_empty() { "" } else { "a)" };
            self.add(&mut phases, "a", heading, &original, None);
        }
        let mut last = (original.clone(), None);
        for twin in &self.twins {
            let (mut scene, mut wrong) = if twin.continued {
                last
            } else {
                (original.clone(), None)
            };
            if wrong.is_some() {
                wrong = Some("the twin before it is no position".to_owned());
            } else {
                scene.original = false;
                let mut changes = twin.changes.iter();
                wrong = changes.find_map(|change| scene.apply(change).err());
            }
            let heading = twin.heading();
            self.add(&mut phases, &twin.label, &heading, &scene, wrong.as_deref());
            last = (scene, wrong);
        }
        phases
    }

    /// Adds the phases of a position, for one or both sides.
    fn add(
        &self,
        phases: &mut Vec<Phase>,
        twin: &str,
        heading: &str,
        scene: &Scene,
        wrong: Option<&str>,
    ) {
        for swapped in self.roles() {
            let scene = &Scene {
                conditions: of_roles(&scene.conditions, swapped),
                ..scene.clone()
            };
            let side = self.begins(&scene.stipulation, swapped);
            let position = match wrong {
                Some(reason) => Err(ProblemError::new(reason)),
                None => self.position(scene, side),
            };
            let shown = position.as_ref().ok().cloned();
            let diagram = &scene.diagram;
            let text = || format!("{} {} - - 0 1", diagram.placement(), side.letter());
            let task = position.and_then(|pos| {
                let start = match &self.start {
                    Some(start) if scene.stipulation.leads_to_other_diagram() => {
                        let first = Scene {
                            diagram: start.clone(),
                            original: true,
                            ..scene.clone()
                        };
                        Some(self.position(&first, side)?)
                    }
                    _ if scene.stipulation.leads_to_other_diagram() => {
                        let reason = "no diagram to begin with (expected pieces before the stipulation in a file)";
                        return Err(ProblemError::new(reason));
                    }
                    _ => None,
                };
                // A diagram that a plan leads to may be a position in which the king can be captured.
                let stipulation = &scene.stipulation;
                let ends_there = stipulation.plan.is_some() && stipulation.goal == Goal::Diagram;
                let first = start.as_ref().or((!ends_there).then_some(&pos));
                let may_be_in_check = Apart::of(&scene.conditions).lese_majeste;
                let first = first.filter(|_| !may_be_in_check);
                if first.is_some_and(rules::can_capture_king) {
                    let reason = "the side to play can capture the king";
                    return Err(ProblemError::new(reason));
                }
                let other = self.position(scene, !side).ok();
                let (pos, target) = if scene.stipulation.goal == Goal::Diagram {
                    let start = start.map_or_else(|| array_like(&pos), Ok)?;
                    (start, Some(pos))
                } else {
                    (pos, None)
                };
                Ok(Task {
                    position: pos,
                    target,
                    in_passing: other.filter(|pos| pos.state().en_passant.any()),
                    white: if swapped { Color::Black } else { Color::White },
                    stipulation: self.effective(&scene.stipulation),
                    options: self.options.clone(),
                })
            });
            let position = task.as_ref().ok();
            let position = position.map(Task::shown_position);
            phases.push(Phase {
                twin: twin.to_owned(),
                heading: heading.to_owned(),
                swapped,
                stipulation: scene.stipulation.clone(),
                conditions: scene.conditions.clone(),
                pieces: shown
                    .as_ref()
                    .map_or_else(Vec::new, |pos| self.named_pieces(pos.variant())),
                options: self.options.clone(),
                fen: position.map_or_else(text, Position::fen),
                position: shown,
                task,
            });
        }
    }

    /// The position of a scene, with `side` to move.
    fn position(&self, scene: &Scene, side: Color) -> Result<Position, ProblemError> {
        let variant = &self.variant;
        let Apart {
            holes,
            lese_majeste,
            of_games: mut conditions,
        } = Apart::of(&scene.conditions);
        let mut names = conditions.iter();
        let named = names.any(|name| ["neutrals", "chameleons"].contains(&name.as_str()));
        let letters = scene.diagram.letters();
        let half_neutral = |letter: &String| self.pieces.is_half_neutral(letter);
        let has_neutrals = scene.diagram.has_marks() || letters.iter().any(half_neutral);
        if is_board(variant) && has_neutrals && !named {
            conditions.push("neutrals".to_owned());
        }
        let diagram = &Diagram {
            squares: scene.diagram.squares & !holes,
            ..scene.diagram.clone()
        };
        let placement = diagram.placement();
        let mut standing = diagram.letters();
        for other in self
            .start
            .iter()
            .chain([&self.diagram])
            .filter(|_| self.start.is_some())
        {
            standing.extend(other.letters());
        }
        if scene.stipulation.goal == Goal::Diagram {
            standing.extend(["Q", "R", "B", "N", "P"].map(str::to_owned));
        }
        let one_king = |color: Color| diagram.count(color, "K") == 1;
        let stepped = self.options.en_passant.as_ref();
        let played = if is_board(variant) {
            variant.for_diagram(&DiagramBoard {
                pieces: &self.pieces,
                conditions: &conditions,
                holes,
                standing: &standing,
                one_king_each: Color::ALL.into_iter().all(one_king),
                kings_stay: lese_majeste,
                triple_step: stepped.is_some_and(|step| step.passed.len() > 1),
            })
        } else if scene.conditions.is_empty() {
            variant.for_placement(&placement)
        } else {
            let name = &variant.name;
            Err(format!(
                "{name} has rules of its own (expected conditions only on the problem board)"
            ))
        };
        let played = played.map_err(ProblemError::new)?;
        let hop = |one: PieceType| {
            Color::ALL
                .iter()
                .any(|color| played.moves_of(Piece::new(*color, one)).hops)
        };
        if played.rules.conditions.leave_walls() && played.rules.all_types().any(hop) {
            let reason = "haaner and pieces that hop (expected one of them: nobody says whether they hop over what does not exist)";
            return Err(ProblemError::new(reason));
        }
        let passed = match stepped {
            Some(step) if step.color() != side && diagram.objection_to(step).is_none() => {
                step.field()
            }
            None if scene.original => diagram.en_passant.clone(),
            _ => "-".to_owned(),
        };
        let fen = format!("{placement} {} - {passed} 0 1", side.letter());
        let refused = |error: crate::position::FenError| ProblemError::new(error.to_string());
        let mut setup = Setup::parse(&played, &fen).map_err(refused)?;
        setup.state.rights = self.rights(scene, &played);
        if holes.any() && may_castle(diagram, setup.state.rights) {
            let reason = "a king and a rook that may castle, on a board with holes (expected a board of all squares, or no castling)";
            return Err(ProblemError::new(reason));
        }
        rules::placed(&played, &setup).map_err(refused)
    }

    /// The castling rights: those that the FEN allows (all, if it has no castling field) whose king and rook stand on their home squares.
    /// Pieces that a twin puts on their home squares count as unmoved.
    fn rights(&self, scene: &Scene, variant: &Variant) -> Rights {
        let said = self.diagram.castling;
        let says = |right: Rights| said.is_none_or(|said| said.has_any(right));
        let mut rights = Rights::NONE;
        for color in Color::ALL {
            let home =
                |diagram: &Diagram, file, letter| stands_at_home(diagram, color, file, letter);
            let rank = back_rank(color);
            let moved = |file: u8| self.options.no_castling.contains(&Square::at(file, rank));
            let king_was_home = home(&self.diagram, 4, "K");
            let new_king = !scene.original && !king_was_home;
            if moved(4) || !(new_king || says(Rights::all(color))) {
                continue;
            }
            rights = rights.with(Rights::unmoved(color));
            for (file, kingside) in [(7, true), (0, false)] {
                let rook = variant.rules.castling.castler(color, kingside);
                let rook = rook.map_or("R", |rook| variant.letter_of(rook));
                let judged = king_was_home && home(&self.diagram, file, rook);
                let new_rook = !scene.original && !judged;
                let right = Rights::wing(color, kingside);
                if !moved(file) && (new_rook || says(right)) {
                    rights = rights.with(right);
                }
            }
        }
        rights
    }

    /// The pieces that can occur in a game, with their names.
    fn named_pieces(&self, variant: &Variant) -> Vec<NamedPiece> {
        variant
            .rules
            .all_types()
            .map(|piece_type| self.named_piece(variant, piece_type))
            .collect()
    }

    fn named_piece(&self, variant: &Variant, piece_type: PieceType) -> NamedPiece {
        let letter = variant.letter_of(piece_type).to_owned();
        let text = variant.presentation.piece_types.get(piece_type.index());
        let movement = text.map_or("", |text| text.movement.as_str());
        let prefix = format!("{letter}=");
        let declared = self
            .pieces
            .text()
            .split(',')
            .find_map(|one| one.strip_prefix(&prefix));
        let effects = match declared.and_then(|text| text.split_once(':')) {
            Some((_, effects)) if !effects.starts_with('-') || is_flagged(effects) => {
                effects.to_owned()
            }
            Some(_) => String::new(),
            None => variant.rules.hurdle_effects[piece_type.index()].letters(),
        };
        let usual = [
            ("K", "KisO2"),
            ("K", "K"),
            ("Q", "Q"),
            ("R", "R"),
            ("B", "B"),
            ("N", "N"),
        ];
        let is_usual = usual.contains(&(letter.as_str(), movement));
        let orthodox = is_usual || variant.rules.pawn == Some(piece_type) && letter == "P";
        let name = match declared {
            Some(_) => declared_name(&letter, movement, &effects),
            None => text.map_or_else(|| letter.clone(), |text| text.name.clone()),
        };
        NamedPiece {
            popeye: popeye_text(&letter, movement, &effects, orthodox),
            movement: movement.to_owned(),
            effects,
            name,
            orthodox,
            letter,
        }
    }
}

/// The initial array of chess, in the variant of `pos`.
fn array_like(pos: &Position) -> Result<Position, ProblemError> {
    const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    rules::position(pos.variant(), ARRAY).map_err(|error| ProblemError::new(error.to_string()))
}

impl Scene {
    /// Applies a change of a twin.
    ///
    /// # Errors
    /// Why the change does not fit the diagram.
    fn apply(&mut self, change: &Change) -> Result<(), String> {
        let diagram = &mut self.diagram;
        match change {
            Change::Put(owner, letter, squares) => {
                for square in squares {
                    check_square(diagram, *square)?;
                    diagram.put(*square, *owner, letter);
                }
            }
            Change::Remove(squares) => {
                for square in squares {
                    let removed = diagram.remove(*square);
                    removed.ok_or_else(|| empty(*square))?;
                }
            }
            Change::Move(from, to) => {
                check_square(diagram, *to)?;
                let piece = diagram.remove(*from).ok_or_else(|| empty(*from))?;
                diagram.stand(piece, *to);
            }
            Change::Exchange(a, b) => {
                let first = diagram.remove(*a).ok_or_else(|| empty(*a))?;
                let second = diagram.remove(*b).ok_or_else(|| empty(*b))?;
                diagram.stand(first, *b);
                diagram.stand(second, *a);
            }
            Change::Substitute(from, to) => diagram.substitute(from, to),
            Change::Stipulation(stipulation) => self.stipulation.clone_from(stipulation),
            Change::Conditions(names) => self.conditions.clone_from(names),
            Change::Rotate(quarters) => {
                for _ in 0..*quarters {
                    let side = square_board(diagram)?;
                    diagram.place_anew(|at| Some(Square::at(side - at.rank(), at.file())))?;
                }
            }
            Change::Mirror(mirror) => mirrored(diagram, *mirror)?,
            Change::Shift(from, to) => {
                let files = to.file() as i8 - from.file() as i8;
                let ranks = to.rank() as i8 - from.rank() as i8;
                diagram.place_anew(|at| shifted(at, files, ranks))?;
            }
            Change::Polish => diagram
                .pieces
                .iter_mut()
                .for_each(|piece| piece.color = !piece.color),
        }
        Ok(())
    }
}

/// The name of a declared piece: the words for its effects, then the name of its movement; `Piece X` if that has no name.
fn declared_name(letter: &str, movement: &str, effects: &str) -> String {
    let Some(name) = name_of(movement) else {
        return format!("Piece {letter}");
    };
    let effects = effects.chars().map_while(|effect| match effect {
        'A' => Some("Andernach-"),
        'C' => Some("Circe-"),
        'E' => Some("Einstein-"),
        _ => None,
    });
    effects.chain([name]).collect()
}

fn empty(square: Square) -> String {
    format!("{square} is empty")
}

fn check_square(diagram: &Diagram, square: Square) -> Result<(), String> {
    if diagram.has(square) {
        Ok(())
    } else {
        Err(format!("{square} is no square of the board"))
    }
}

/// The last file of a square board; only square boards can be rotated.
fn square_board(diagram: &Diagram) -> Result<u8, String> {
    if diagram.files == diagram.ranks {
        Ok(diagram.files - 1)
    } else {
        Err("a board that is not square cannot be turned".to_owned())
    }
}

fn mirrored(diagram: &mut Diagram, mirror: Mirror) -> Result<(), String> {
    let (files, ranks) = (diagram.files - 1, diagram.ranks - 1);
    match mirror {
        Mirror::Files => diagram.place_anew(|at| Some(Square::at(files - at.file(), at.rank()))),
        Mirror::Ranks => diagram.place_anew(|at| Some(Square::at(at.file(), ranks - at.rank()))),
        Mirror::Falling => {
            let side = square_board(diagram)?;
            diagram.place_anew(|at| Some(Square::at(side - at.rank(), side - at.file())))
        }
        Mirror::Rising => {
            square_board(diagram)?;
            diagram.place_anew(|at| Some(Square::at(at.rank(), at.file())))
        }
    }
}

fn shifted(at: Square, files: i8, ranks: i8) -> Option<Square> {
    let file = at
        .file()
        .checked_add_signed(files)
        .filter(|file| *file < 8)?;
    let rank = at
        .rank()
        .checked_add_signed(ranks)
        .filter(|rank| *rank < 8)?;
    Some(Square::at(file, rank))
}

/// The rank on which the kings and rooks of a side stand in the array.
const fn back_rank(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

/// Whether a piece of a side stands on its back rank, on this file.
fn stands_at_home(diagram: &Diagram, color: Color, file: u8, letter: &str) -> bool {
    let piece = diagram.at(Square::at(file, back_rank(color)));
    piece.is_some_and(|piece| piece.color == color && piece.letter == letter)
}

/// Whether a king and a rook on their squares in the array may castle.
fn may_castle(diagram: &Diagram, rights: Rights) -> bool {
    Color::ALL.into_iter().any(|color| {
        let stands = |file, letter| stands_at_home(diagram, color, file, letter);
        let may =
            |file, kingside| stands(file, "R") && rights.has_any(Rights::wing(color, kingside));
        stands(4, "K") && (may(7, true) || may(0, false))
    })
}
