//! The presentation of a game for people and front-ends: names, texts, letters and pictures.

/// How a piece type is written and drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceTypeText {
    /// The letter, for example `G`, or `+R` for a promoted form.
    pub letter: String,
    /// The name for people.
    pub name: String,
    /// The movement in Betza notation: the piece's own, joined with the movement that every piece of the game has.
    pub movement: String,
    /// The number of the picture in XBoard, if the variant file chooses one.
    pub picture: Option<u8>,
    /// The movement for XBoard, if XBoard reads the Betza text differently.
    pub xboard: Option<String>,
    /// The symbol on boards in the terminal.
    pub symbol: String,
}

/// The names and texts of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Presentation {
    /// The name for people.
    pub title: String,
    /// Who invented the game, and when.
    pub inventor: String,
    /// A summary in one line, for menus.
    pub summary: String,
    /// The rules page for people.
    pub rules: String,
    /// The piece types, by index.
    pub piece_types: Vec<PieceTypeText>,
    /// The XBoard variant with the most similar rules.
    pub xboard_parent: String,
    /// The name of the game in XBoard.
    pub xboard_name: String,
}
