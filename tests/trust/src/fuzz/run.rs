//! All targets in turn, each in processes of its own.

use super::mutation::{Corpus, input};
use super::targets::{TARGETS, Target};
use super::worker::{HANGS, PANICKED};
use anyhow::{Context as _, Result, bail};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A process is replaced after so long, since games that were compiled stay.
const SHIFT: Duration = Duration::from_secs(10);

/// The most that a process may grow in a shift, in KiB.
const MOST_GROWTH: u64 = 64 << 10;

/// Feeds the targets of these names (all for none) for so long in total. Inputs that break something are written to
/// `finds`.
///
/// # Errors
/// What was broken, or what the system says.
pub fn run(names: &[String], examples: &Path, finds: &Path, time: Duration) -> Result<()> {
    let chosen: Vec<&Target> = TARGETS
        .iter()
        .filter(|target| names.is_empty() || names.iter().any(|name| name == target.name))
        .collect();
    if chosen.is_empty() {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        bail!(
            "none of these is a target (expected some of: {})",
            known.join(" ")
        );
    }
    std::fs::create_dir_all(finds).with_context(|| finds.display().to_string())?;
    let share = time / chosen.len() as u32;
    let mut broken = 0;
    for target in chosen {
        broken += usize::from(!feed(target, &examples.join(target.name), finds, share)?);
    }
    if broken > 0 {
        bail!(
            "{broken} targets are broken; the inputs are in {}",
            finds.display()
        );
    }
    Ok(())
}

/// Feeds one target; whether it has stood all of it.
fn feed(target: &Target, examples: &Path, finds: &Path, time: Duration) -> Result<bool> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let (mut first, mut left, mut fed, mut most) = (now << 24, time, 0_u64, 0_u64);
    let place = finds.join(format!("{}.at", target.name));
    while !left.is_zero() {
        let shift = left.min(SHIFT);
        let output = Command::new(std::env::current_exe()?)
            .args([
                "worker",
                target.name,
                &first.to_string(),
                &shift.as_secs_f64().to_string(),
            ])
            .arg(examples)
            .arg(&place)
            .current_dir(finds)
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            return broken(target, examples, finds, &place, &output);
        }
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<u64> = told
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        let [count, grown] = numbers[..] else {
            bail!("{} tells {told:?}", target.name);
        };
        fed += count;
        most = most.max(grown);
        if grown > MOST_GROWTH && !target.keeps_games {
            println!(
                "{}: grows by {grown} KiB in {} s",
                target.name,
                shift.as_secs()
            );
            return Ok(false);
        }
        first += count;
        left = left.saturating_sub(shift);
    }
    println!(
        "{:8} {fed:>9} inputs, at most {most} KiB more in {} s",
        target.name,
        SHIFT.as_secs()
    );
    Ok(true)
}

/// Writes down what has broken a target.
fn broken(
    target: &Target,
    examples: &Path,
    finds: &Path,
    place: &Path,
    output: &std::process::Output,
) -> Result<bool> {
    let number: [u8; 8] = std::fs::read(place)?.try_into().unwrap_or_default();
    let number = u64::from_le_bytes(number);
    let file = finds.join(format!("{}-{number}", target.name));
    std::fs::write(&file, input(&Corpus::read(examples)?, number))?;
    let how = match output.status.code() {
        Some(HANGS) => "hangs".to_owned(),
        Some(PANICKED) => "panics".to_owned(),
        _ => format!("dies ({})", output.status),
    };
    let words = String::from_utf8_lossy(&output.stderr);
    println!(
        "{}: {how}: {}\n  {}",
        target.name,
        words.trim(),
        file.display()
    );
    Ok(false)
}
