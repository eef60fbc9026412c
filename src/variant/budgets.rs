//! Budgets of the condition `bgl`: how far the pieces of each side can move in a game.

use super::definition::Definition;
use super::error::LoadError;
use super::source::Source;
use crate::base::Color;

/// The name of the condition whose budgets a game has.
pub(super) const BGL: &str = "bgl";

/// How far the pieces of each side can move in a game, in hundredths of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budgets {
    /// By side; `None` without limit.
    most: [Option<u16>; 2],
    /// Whether both sides draw upon the same budget.
    pub shared: bool,
}

/// The error for a text that is no budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoBudget;

impl Default for Budgets {
    /// A hundred squares for each side.
    fn default() -> Self {
        Self {
            most: [Some(10_000); 2],
            shared: false,
        }
    }
}

impl Budgets {
    /// The greatest budget, in squares.
    const GREATEST: u16 = 650;

    /// Reads the budgets of a variant file.
    ///
    /// # Errors
    /// [`LoadError::Invalid`] if the text is none of budgets.
    pub fn compile(definition: &Definition, source: &Source) -> Result<Self, LoadError> {
        let Some(text) = &definition.budget else {
            return Ok(Self::default());
        };
        let words: Vec<&str> = text.as_ref().split_whitespace().collect();
        let read = || {
            let budgets: Result<Vec<_>, _> = words.iter().map(|word| Self::read(word)).collect();
            match budgets.ok()?.as_slice() {
                [both] => Some(Self {
                    most: [*both; 2],
                    shared: true,
                }),
                [white, black] => Some(Self {
                    most: [*white, *black],
                    shared: false,
                }),
                _ => None,
            }
        };
        read().ok_or_else(|| {
            let found = text.as_ref();
            let most = Self::GREATEST;
            let message = format!(
                "'{found}' (expected White's and Black's budget, as in \"80 75.5\", or one for both; each a number of squares up to {most}, or -)"
            );
            source.error(text, 1, message)
        })
    }

    /// Reads a budget in squares, with at most two decimals; `None` for `-`, which is no limit.
    ///
    /// # Errors
    /// [`NoBudget`] for any other text.
    pub fn read(text: &str) -> Result<Option<u16>, NoBudget> {
        if text == "-" {
            return Ok(None);
        }
        let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() && part.is_empty() || !digits(whole) || !digits(part) || part.len() > 2
        {
            return Err(NoBudget);
        }
        let number = |text: String| text.parse::<u16>().map_err(|_| NoBudget);
        let (whole, part) = (number(format!("0{whole}"))?, number(format!("{part:0<2}"))?);
        if whole < Self::GREATEST || whole == Self::GREATEST && part == 0 {
            Ok(Some(whole * 100 + part))
        } else {
            Err(NoBudget)
        }
    }

    /// A budget in squares, as [`Self::read`] reads it.
    pub fn text(budget: Option<u16>) -> String {
        budget.map_or_else(
            || "-".to_owned(),
            |budget| format!("{}.{:02}", budget / 100, budget % 100),
        )
    }

    /// The budget of a side; `None` without limit.
    pub const fn of(&self, color: Color) -> Option<u16> {
        self.most[color.index()]
    }

    /// Whether both sides can move equally far.
    pub fn are_equal(&self) -> bool {
        self.most[0] == self.most[1]
    }

    /// The sides whose budget a move of a side lessens.
    pub fn drawn_by(&self, color: Color) -> impl Iterator<Item = Color> {
        Color::ALL
            .into_iter()
            .filter(move |side| (self.shared || *side == color) && self.of(*side).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_and_written() {
        for (text, budget) in [
            ("4", Some(400)),
            ("27.42", Some(2742)),
            ("3,5", Some(350)),
            (".05", Some(5)),
            ("0", Some(0)),
            ("650", Some(65_000)),
            ("-", None),
        ] {
            assert_eq!(Budgets::read(text), Ok(budget), "{text}");
            assert_eq!(Budgets::read(&Budgets::text(budget)), Ok(budget));
        }
        for text in [
            "", ".", "x", "1.234", "650.01", "1.2.3", "-1", "70000", "+1",
        ] {
            assert_eq!(Budgets::read(text), Err(NoBudget), "{text}");
        }
    }
}
