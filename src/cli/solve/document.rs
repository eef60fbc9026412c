//! Solved problems as documents for people: HTML with drawn boards, or LaTeX for the package `chess-problem-diagrams` (`diagram.sty`).

use super::input::Case;
use katydid::base::{Color, PieceType, Square};
use katydid::game_page;
use katydid::pictures::Figure;
use katydid::position::Position;
use katydid::problem::{Caption, Task};
use std::fmt::Write as _;

/// The kinds of documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A page of its own, without other files.
    Html,
    /// A document for `latex` and `dvips`.
    Latex,
}

/// A problem in a document: the diagram, then each solved position.
pub struct Entry {
    kind: Kind,
    caption: Caption,
    board: Position,
    /// The twins with their headings, and their solutions.
    solved: Vec<(String, String)>,
    /// Whether all positions were solved completely.
    complete: bool,
}

impl Kind {
    /// The beginning of a document.
    pub const fn head(self) -> &'static str {
        match self {
            Self::Html => {
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Chess problems</title>\n<style>\n\
                 body{font-family:serif;max-width:60rem;margin:auto;padding:1rem}\n\
                 article{border-bottom:1px solid #999;padding:1rem 0;break-inside:avoid}\n\
                 h2{font-size:1.2rem;margin:.5rem 0}p{margin:.2rem 0}pre{white-space:pre-wrap}\n\
                 img{display:block;max-width:100%;margin:.5rem 0}\n</style>\n</head>\n<body>\n"
            }
            Self::Latex => {
                "% Run latex twice, then dvips.\n\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{diagram}\n\\normalnames\n\
                 \\dianamestyle{normalname}\n\\begin{document}\n"
            }
        }
    }

    /// The end of a document.
    pub const fn foot(self) -> &'static str {
        match self {
            Self::Html => "</body>\n</html>\n",
            Self::Latex => "\\putsol\n\\end{document}\n",
        }
    }
}

impl Entry {
    /// The entry of a problem whose first position is `case`.
    pub fn new(kind: Kind, case: &Case<'_>, task: &Task) -> Self {
        Self {
            kind,
            caption: Caption::of(
                case.problem,
                &case.phase,
                task.shown_position(),
                &task.stipulation,
            ),
            board: task.shown_position().clone(),
            solved: Vec::new(),
            complete: true,
        }
    }

    /// Adds a solved position.
    pub fn add(&mut self, heading: String, solution: String, complete: bool) {
        self.solved.push((heading, solution));
        self.complete &= complete;
    }

    /// The text of the entry.
    pub fn text(&self) -> String {
        match self.kind {
            Kind::Html => self.html(),
            Kind::Latex => self.latex(),
        }
    }

    fn html(&self) -> String {
        let caption = &self.caption;
        let mut text = String::from("<article>\n");
        for (nth, line) in caption.heading().enumerate() {
            let tag = if nth == 0 { "h2" } else { "p" };
            let _ = writeln!(text, "<{tag}>{}</{tag}>", in_html(line));
        }
        let drawing = in_address(&game_page::board(&self.board, "The diagram"));
        let fen = in_html(&self.board.fen());
        let _ = writeln!(
            text,
            "<img alt=\"{fen}\" src=\"data:image/svg+xml,{drawing}\">\n<p><strong>{}</strong> &nbsp; {}</p>",
            in_html(&caption.stipulation),
            in_html(&caption.pieces)
        );
        for line in &caption.rules {
            let _ = writeln!(text, "<p>{}</p>", in_html(line));
        }
        for (_, letter, meaning) in &caption.fairy {
            let _ = writeln!(text, "<p>{} = {}</p>", in_html(letter), in_html(meaning));
        }
        for (heading, solution) in &self.solved {
            if !heading.is_empty() {
                let _ = writeln!(text, "<p><strong>{}</strong></p>", in_html(heading));
            }
            let _ = writeln!(text, "<pre>{}</pre>", in_html(solution.trim_matches('\n')));
        }
        text + "</article>\n"
    }

    fn latex(&self) -> String {
        let (caption, pos) = (&self.caption, &self.board);
        let rules = &pos.variant().rules;
        let figures = figures(pos);
        let mut commands: Vec<(&str, String)> = Vec::new();
        let mut say = |command, content: String| commands.push((command, content));
        say("author", in_latex(caption.author.as_deref().unwrap_or("")));
        say("source", in_latex(caption.origin.as_deref().unwrap_or("")));
        say("award", in_latex(caption.award.as_deref().unwrap_or("")));
        let squares = || (0..64).map(Square::new);
        let holes = squares().filter(|square| {
            let on_board = square.file() < rules.files && square.rank() < rules.ranks;
            on_board && !rules.board.squares().contains(*square)
        });
        let holes: Vec<String> = holes.map(|square| square.to_string()).collect();
        say("nofields", holes.join(", "));
        let pieces = squares().filter_map(|square| {
            let piece = pos.at(square)?;
            let color = color_letter(piece.color());
            let figure = figures.iter().find(|(of, _)| *of == piece.piece_type());
            Some(format!("{color}{}{square}", figure?.1))
        });
        let pieces: Vec<String> = pieces.collect();
        say("pieces", pieces.join(", "));
        say("stipulation", in_latex(&caption.stipulation));
        say("condition", in_latex(&caption.rules.join("; ")));
        let fairy = caption.fairy.iter().filter_map(|(of, letter, meaning)| {
            let figure = figures.iter().find(|(other, _)| other == of)?.1;
            let colors = Color::ALL.into_iter().filter(|color| {
                let standing = pos.by_type(*of) & pos.by_color(*color);
                standing.any()
            });
            let colors: String = colors.map(color_letter).collect();
            let text = in_latex(&format!("{letter}, {meaning}"));
            Some(format!("{{{colors}}}{{{figure}}}{{{text}}}"))
        });
        say("piecedefs", fairy.collect::<Vec<_>>().join("; "));
        let headings = self.solved.iter().map(|(heading, _)| heading.as_str());
        let headings: Vec<&str> = headings.filter(|it| !it.is_empty()).collect();
        say("twins", in_latex(&headings.join("; ")));
        say("remark", in_latex(caption.title.as_deref().unwrap_or("")));
        let mut solution = String::new();
        for (heading, solved) in &self.solved {
            for line in [heading.as_str()].into_iter().chain(solved.lines()) {
                let line = line.trim_end();
                let told = line.trim_start();
                if !told.is_empty() {
                    let indent = (line.len() - told.len()) / 2;
                    let told = in_latex(told);
                    let _ = writeln!(solution, r"\mbox{{}}\hspace*{{{indent}em}}{told}\\");
                }
            }
        }
        say("solution", format!("\n{solution}"));
        let mut text = format!("\\begin{{diagram}}[{}x{}]\n", rules.files, rules.ranks);
        for (command, content) in commands.iter().filter(|(_, content)| !content.is_empty()) {
            let _ = writeln!(text, "\\{command}{{{content}}}");
        }
        if self.complete {
            text.push_str("\\Co+\n");
        }
        text + "\\end{diagram}\n\n"
    }
}

/// The letter of a side in the package, from its German name.
const fn color_letter(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 's',
    }
}

/// The figure of each type of piece that stands on the board: a German letter, and L, R or U for figures that lie on their left or right
/// side or stand upside down. Types without a figure in the package, and those whose figure another one has, get one that is free.
fn figures(pos: &Position) -> Vec<(PieceType, &'static str)> {
    const FIGURES: [(&str, u16, &str); 24] = [
        ("king", 0, "K"),
        ("queen", 0, "D"),
        ("rook", 0, "T"),
        ("bishop", 0, "L"),
        ("knight", 0, "S"),
        ("pawn", 0, "B"),
        ("queen", 180, "DU"),
        ("rook", 180, "TU"),
        ("bishop", 180, "LU"),
        ("knight", 180, "SU"),
        ("queen", 270, "DL"),
        ("rook", 270, "TL"),
        ("bishop", 270, "LL"),
        ("knight", 270, "SL"),
        ("queen", 90, "DR"),
        ("rook", 90, "TR"),
        ("bishop", 90, "LR"),
        ("knight", 90, "SR"),
        ("king", 180, "KU"),
        ("king", 270, "KL"),
        ("king", 90, "KR"),
        ("pawn", 180, "BU"),
        ("pawn", 270, "BL"),
        ("pawn", 90, "BR"),
    ];
    let variant = pos.variant();
    let standing = variant
        .rules
        .all_types()
        .filter(|it| pos.by_type(*it).any());
    let mut own = Vec::new();
    let mut others = Vec::new();
    for piece_type in standing {
        let figure = Figure::of(variant, piece_type);
        let known = FIGURES.iter().find(|(part, turn, text)| {
            let is_free = own.iter().all(|(_, taken)| taken != text);
            (*part, *turn) == (figure.part, figure.turn) && is_free
        });
        match known {
            Some((.., text)) => own.push((piece_type, *text)),
            None => others.push(piece_type),
        }
    }
    for piece_type in others {
        let mut free = FIGURES[6..].iter().map(|(.., text)| *text);
        let free = free.find(|text| own.iter().all(|(_, taken)| taken != text));
        // More than eighteen kinds of pieces share the equihopper's figure.
        own.push((piece_type, free.unwrap_or("E")));
    }
    own
}

fn in_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// An SVG drawing within the address of a picture.
fn in_address(drawing: &str) -> String {
    drawing
        .replace('%', "%25")
        .replace('#', "%23")
        .replace('"', "'")
        .replace('<', "%3C")
        .replace('>', "%3E")
        .replace('\n', " ")
}

fn in_latex(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => out.extend(['\\', letter]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            _ => out.push(letter),
        }
    }
    out.replace("-\\textgreater{}", "$\\rightarrow$")
}

#[cfg(test)]
mod tests {
    use super::*;
    use katydid::catalogue::Catalogue;
    use katydid::rules::position;

    #[test]
    fn every_type_of_piece_has_a_figure_of_its_own() {
        let catalogue = Catalogue::new();
        let figures_of = |game: &str, fen: &str| {
            let variant = catalogue.variant(game).expect("a game");
            let pos = position(&variant, fen).expect("a position");
            let each = figures(&pos).into_iter();
            let mut all: Vec<(String, &str)> = each
                .map(|(of, text)| (variant.letter_of(of).to_owned(), text))
                .collect();
            all.sort();
            all
        };
        let of = |letter: &str, text| (letter.to_owned(), text);
        assert_eq!(
            figures_of("grasshopper", "4k3/8/8/8/8/8/8/GQ2K3 w - - 0 1"),
            [of("G", "DU"), of("K", "K"), of("Q", "D")]
        );
        // Crabs and Lobsters have no figure in the package.
        assert_eq!(
            figures_of("demichess", "4k3/8/8/8/8/8/8/CL2K3 w - - 0 1"),
            [of("C", "DU"), of("K", "K"), of("L", "TU")]
        );
    }

    #[test]
    fn special_characters_are_masked() {
        assert_eq!(in_html("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
        assert_eq!(
            in_latex("#2 [a1->b2] {_}"),
            "\\#2 [a1$\\rightarrow$b2] \\{\\_\\}"
        );
        assert_eq!(in_address("<a id=\"#1\">\n"), "%3Ca id='%231'%3E ");
    }
}
