//! Parser of the player's input: commands by their words; everything else is a move.

/// A line of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand<'a> {
    /// Nothing was typed.
    Nothing,
    /// Show what can be typed.
    Help,
    /// Show the board.
    Board,
    /// The legal moves, of one square or all.
    Moves(Option<&'a str>),
    /// What the engine would play.
    Hint,
    /// The engine's opinion of the position.
    Score,
    /// Take back.
    Undo,
    /// Turn the board round.
    Flip,
    /// Letters or figures.
    Symbols(bool),
    /// The games there are.
    Games,
    /// Another game.
    New(Option<&'a str>),
    /// The rules of a game.
    Rules(Option<&'a str>),
    /// The pieces of the game.
    Pieces,
    /// Show the position as a FEN.
    Fen,
    /// Play from a FEN.
    SetUp(&'a str),
    /// The engine's strength.
    Level(Option<&'a str>),
    /// The engine's seconds for a move.
    Time(Option<&'a str>),
    /// The engine's depth.
    Depth(Option<&'a str>),
    /// Whether to show what the engine thinks.
    Thinking(Option<&'a str>),
    /// Whether to show what moves do beside moving and capturing.
    Effects(Option<&'a str>),
    /// The engine plays the side to move from now on.
    Go,
    /// Which side the player has.
    Side(Option<&'a str>),
    /// Solve the position as a problem.
    Solve(Option<&'a str>),
    /// The player gives up.
    Resign,
    /// The game in notation.
    Pgn,
    /// Write the game to a file.
    Save(Option<&'a str>),
    /// Quit.
    Quit,
    /// A turn or leg.
    Move(&'a str),
}

impl<'a> PlayCommand<'a> {
    /// The command of a line. Words are not case sensitive and may be preceded by `/`.
    pub fn read(line: &'a str) -> Self {
        let line = line.trim();
        let typed = line.strip_prefix('/').unwrap_or(line);
        let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "help" | "h" | "?" => Self::Help,
            "board" | "show" | "d" => Self::Board,
            "moves" | "m" => Self::Moves(rest),
            "hint" => Self::Hint,
            "score" | "eval" => Self::Score,
            "undo" | "u" | "back" => Self::Undo,
            "flip" => Self::Flip,
            "symbols" => Self::Symbols(true),
            "letters" => Self::Symbols(false),
            "games" | "variants" | "menu" => Self::Games,
            "new" | "game" | "variant" => Self::New(rest),
            "rules" => Self::Rules(rest),
            "pieces" => Self::Pieces,
            "fen" | "setup" => rest.map_or(Self::Fen, Self::SetUp),
            "level" => Self::Level(rest),
            "time" => Self::Time(rest),
            "depth" => Self::Depth(rest),
            "thinking" | "think" => Self::Thinking(rest),
            "effects" => Self::Effects(rest),
            "go" | "play" => Self::Go,
            "side" => Self::Side(rest),
            "solve" => Self::Solve(rest),
            "resign" => Self::Resign,
            "pgn" => Self::Pgn,
            "save" => Self::Save(rest),
            "quit" | "exit" | "q" | "bye" => Self::Quit,
            _ => Self::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PlayCommand;

    #[test]
    fn words_are_commands_and_the_rest_are_moves() {
        assert_eq!(
            PlayCommand::read("  MOVES e2 "),
            PlayCommand::Moves(Some("e2"))
        );
        assert_eq!(PlayCommand::read("/fen"), PlayCommand::Fen);
        assert_eq!(PlayCommand::read("fen 8/8 w"), PlayCommand::SetUp("8/8 w"));
        assert_eq!(
            PlayCommand::read("solve h#2 5"),
            PlayCommand::Solve(Some("h#2 5"))
        );
        assert_eq!(PlayCommand::read("e2e4"), PlayCommand::Move("e2e4"));
        assert_eq!(PlayCommand::read("Wf2, Fe2"), PlayCommand::Move("Wf2, Fe2"));
        assert_eq!(PlayCommand::read(""), PlayCommand::Nothing);
    }
}
