//! Laws in games made at random, what they have found once, and rare rules.

mod found;
mod laws;
mod rare;
