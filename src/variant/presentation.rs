//! Names, texts, letters and pictures of a game, for people and front-ends.

/// How a piece type is written and drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceTypeText {
    /// `G`, or `+R` for a promoted form.
    pub letter: String,
    /// The name for people.
    pub name: String,
    /// The Betza text: the piece's own movement, then the movement that every piece of the game has.
    pub movement: String,
    /// XBoard's picture slot, if the file chooses one.
    pub picture: Option<u8>,
    /// The movement for XBoard, where XBoard reads the Betza text in another way.
    pub xboard: Option<String>,
    /// The figure on terminal boards.
    pub symbol: String,
}

/// Names and texts of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Presentation {
    /// The name for people.
    pub title: String,
    /// Who invented the game.
    pub inventor: String,
    /// One line for menus.
    pub summary: String,
    /// The rules page for people.
    pub rules: String,
    /// The piece types, by index.
    pub piece_types: Vec<PieceTypeText>,
    /// XBoard's variant with the nearest rules.
    pub xboard_parent: String,
    /// The name in XBoard.
    pub xboard_name: String,
}
