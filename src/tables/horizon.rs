//! An estimate of the longest distance of a table while it is solved, for progress reports.

/// The number of distances that are summed up before two sums are compared; even, because wins and losses alternate.
const SPAN: usize = 8;

/// The numbers of positions decided at each distance so far.
#[derive(Default)]
pub struct Horizon(Vec<u64>);

impl Horizon {
    /// Adds the number of positions decided at the next distance, and returns the estimated last distance. Where the numbers fall, they
    /// are taken to go on falling geometrically, until less than one position is left; where they rise, half of the way is assumed.
    pub fn add(&mut self, decided: u64) -> u64 {
        self.0.push(decided);
        let now = self.0.len() as u64 - 1;
        let sum = |back: usize| -> f64 {
            let end = self.0.len().saturating_sub(back * SPAN);
            let each = &self.0[end.saturating_sub(SPAN)..end];
            each.iter().map(|it| *it as f64).sum()
        };
        let (last, before) = (sum(0), sum(1));
        if last < 1.0 {
            return now;
        }
        if last >= before {
            return 2 * now;
        }
        let spans = last.ln() / (before / last).ln();
        now + (spans * SPAN as f64).min(1e6) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Horizon;

    #[test]
    fn a_decay_is_extrapolated_and_a_rise_takes_as_long_again() {
        let mut horizon = Horizon::default();
        let rise: Vec<u64> = (0..20).map(|it| horizon.add(100 << it)).collect();
        assert_eq!(rise[19], 38);
        let mut horizon = Horizon::default();
        let decay: Vec<u64> = (0..40).map(|it| horizon.add((1 << 40) >> it)).collect();
        assert!((35..=50).contains(&decay[20]), "{decay:?}");
        assert!((38..=50).contains(&decay[39]), "{decay:?}");
        let over: Vec<u64> = (0..8).map(|_| horizon.add(0)).collect();
        assert_eq!(over.last(), Some(&47));
    }
}
