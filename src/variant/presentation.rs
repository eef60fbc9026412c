//! What people and front-ends are shown of a game: names, texts, letters, pictures.

/// One piece type, as it is written and drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceTypeText {
    /// `G`, or `+R` for a promoted form.
    pub letter: String,
    /// The name for people.
    pub name: String,
    /// The Betza text: the piece's own movement, then what every piece of the game can do.
    pub movement: String,
    /// XBoard's picture slot, if the file chooses one.
    pub picture: Option<u8>,
    /// The movement as XBoard must be told it, where that differs.
    pub xboard: Option<String>,
    /// The figure for terminals.
    pub symbol: String,
}

/// What people and front-ends are shown of a game.
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
    /// XBoard's variant whose rules are nearest.
    pub xboard_parent: String,
    /// The name in XBoard.
    pub xboard_name: String,
}
