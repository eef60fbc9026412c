//! The command line of a match, in the manner of fastchess: options with one dash, followed by values or
//! `key=value` pairs.

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::clock::{Limits, TimeControl, seconds};
use super::engine::Patience;
use super::openings::Order;
use super::peer::Peer;
use super::pgn::Details;
use super::schedule::Schedule;
use crate::stats::sprt::{Model, Sprt};
use anyhow::{Context as _, Result, bail, ensure};
use regex::Regex;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Rounds when a sequential test decides the length of the match.
const ENDLESS: usize = 500_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    #[default]
    Uci,
    /// The protocol of XBoard.
    Cecp,
}

/// An engine as the command line describes it.
#[derive(Clone, Debug, Default)]
pub struct EngineArguments {
    /// The program.
    pub command: String,
    pub name: String,
    pub folder: Option<PathBuf>,
    pub arguments: Vec<String>,
    pub protocol: Protocol,
    /// Options, in order.
    pub options: Vec<(String, String)>,
    /// What it keeps to.
    pub limits: Limits,
    /// The time control as it was written.
    pub control: String,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// How it names our games.
    pub peer: Option<Peer>,
}

/// Where games are written.
#[derive(Clone, Debug, Default)]
pub struct PgnArguments {
    pub file: PathBuf,
    /// What the comments contain.
    pub details: Details,
    /// Lines of engines that go into the comments.
    pub match_line: Option<Regex>,
    /// Whether an old file is kept.
    pub append: bool,
}

/// A match as the command line describes it.
#[derive(Clone, Debug)]
pub struct ArenaArguments {
    pub engines: [EngineArguments; 2],
    /// The game.
    pub variant: String,
    /// Files with further games.
    pub variant_files: Vec<PathBuf>,
    /// The list of openings; `None`: the start position alone.
    pub openings: Option<PathBuf>,
    pub order: Order,
    /// Where in the list to begin, from 1.
    pub start: usize,
    pub seed: u64,
    /// Rounds, games, colours.
    pub schedule: Schedule,
    /// Games at a time.
    pub concurrency: usize,
    /// When to end games early.
    pub adjudication: Adjudication,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// How long to wait for engines.
    pub patience: Patience,
    /// Whether the match goes on after a crash or a stall.
    pub recover: bool,
    /// Where games go.
    pub pgn: Option<PgnArguments>,
    /// Where the summary goes.
    pub json: Option<PathBuf>,
    /// Where the games that are being played can be looked at.
    pub live: Option<PathBuf>,
    /// The file to go on from.
    pub resume: Option<PathBuf>,
    /// The folder for conversations of forfeited games.
    pub forfeits: PathBuf,
    /// Games between two reports; 0: only at the end.
    pub rating_interval: usize,
    /// Games between two score lines; 0: never.
    pub score_interval: usize,
    /// The event in game records.
    pub event: String,
    /// The site in game records.
    pub site: String,
    /// Whether a bar shows the progress on a terminal.
    pub progress: bool,
}

/// One option with its values.
struct Switch<'a> {
    name: &'a str,
    values: &'a [String],
}

impl<'a> Switch<'a> {
    fn value<T: FromStr>(&self) -> Result<T> {
        let [value] = self.values else {
            bail!("-{} needs one value", self.name);
        };
        let wrong = || format!("-{} {value}: not understood", self.name);
        value.parse().ok().with_context(wrong)
    }

    /// The values as `key=value` pairs.
    fn pairs(&self) -> impl Iterator<Item = Result<(&'a str, &'a str)>> {
        let name = self.name.to_owned();
        self.values.iter().map(move |text| {
            text.split_once('=')
                .with_context(|| format!("-{name} {text}: expected key=value"))
        })
    }

    fn unknown(&self, key: &str) -> anyhow::Error {
        anyhow::anyhow!("-{}: unknown key '{key}'", self.name)
    }
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T> {
    let wrong = || format!("{key}={value}: not understood");
    value.parse().ok().with_context(wrong)
}

fn flag(key: &str, value: &str) -> Result<bool> {
    match value {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => bail!("{key}={value}: expected true or false"),
    }
}

impl Default for ArenaArguments {
    fn default() -> Self {
        Self {
            engines: Default::default(),
            variant: "chess".to_owned(),
            variant_files: Vec::new(),
            openings: None,
            order: Order::default(),
            start: 1,
            seed: 0,
            schedule: Schedule {
                rounds: 0,
                games: 2,
                swap: true,
                reverse: false,
            },
            concurrency: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            patience: Patience::default(),
            recover: false,
            pgn: None,
            live: None,
            json: None,
            resume: None,
            forfeits: PathBuf::from("forfeits"),
            rating_interval: 10,
            score_interval: 1,
            event: "Arena".to_owned(),
            site: "?".to_owned(),
            progress: true,
        }
    }
}

/// Reads the command line; warnings go to the second part.
///
/// # Errors
/// Says which option is not understood or missing.
pub fn parse(words: &[String]) -> Result<(ArenaArguments, Vec<String>)> {
    let mut arguments = ArenaArguments::default();
    let mut warnings = Vec::new();
    let mut engines: Vec<Vec<(String, String)>> = Vec::new();
    let mut each = Vec::new();
    let owned = |option: &Switch<'_>| -> Result<Vec<(String, String)>> {
        option
            .pairs()
            .map(|pair| pair.map(|(key, value)| (key.to_owned(), value.to_owned())))
            .collect()
    };
    for option in split(words)? {
        match option.name {
            "engine" => engines.push(owned(&option)?),
            "each" => each.extend(owned(&option)?),
            _ => arguments.take(&option, &mut warnings)?,
        }
    }
    let count = engines.len();
    let Ok([first, second]) = <[_; 2]>::try_from(engines) else {
        bail!("a match needs exactly two engines, not {count}");
    };
    arguments.engines = [engine(&each, &first)?, engine(&each, &second)?];
    arguments.settle()?;
    Ok((arguments, warnings))
}

/// The options with their values: a word with a dash and a letter begins the next one.
fn split(words: &[String]) -> Result<Vec<Switch<'_>>> {
    let begins = |word: &String| {
        let name = word.trim_start_matches('-');
        name.len() < word.len() && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
    };
    if let Some(first) = words.first() {
        ensure!(
            begins(first),
            "'{first}': expected an option such as -engine"
        );
    }
    let starts: Vec<usize> = (0..words.len()).filter(|at| begins(&words[*at])).collect();
    let ends = starts.iter().skip(1).copied().chain([words.len()]);
    Ok(starts
        .iter()
        .zip(ends)
        .map(|(start, end)| Switch {
            name: words[*start].trim_start_matches('-'),
            values: &words[start + 1..end],
        })
        .collect())
}

impl ArenaArguments {
    /// OpenBench has no word for games: there both engines have the option `UCI_Variant`.
    fn take_game_of_options(&mut self) -> Result<()> {
        let games = self.engines.each_mut().map(|engine| {
            let is_game = |(name, _): &(String, String)| name.eq_ignore_ascii_case("UCI_Variant");
            let at = engine.options.iter().position(is_game)?;
            Some(engine.options.remove(at).1)
        });
        match games {
            [None, None] => {}
            [Some(first), Some(second)]
                if first == second && [&first, "chess"].contains(&self.variant.as_str()) =>
            {
                self.variant = first;
            }
            [first, second] => {
                let said = |game: Option<String>| game.unwrap_or_else(|| "nothing".to_owned());
                bail!(
                    "option.UCI_Variant is {} and {}, -variant is {}: expected one game",
                    said(first),
                    said(second),
                    self.variant
                );
            }
        }
        Ok(())
    }

    /// Takes an option that is not about a single engine.
    fn take(&mut self, option: &Switch<'_>, warnings: &mut Vec<String>) -> Result<()> {
        match option.name {
            "variant" => {
                let name: String = option.value()?;
                // The name that runners of orthodox chess use.
                self.variant = if name == "standard" {
                    "chess".to_owned()
                } else {
                    name
                };
            }
            "variants" => self.variant_files.push(option.value()?),
            "rounds" => self.schedule.rounds = option.value()?,
            "games" => self.schedule.games = option.value()?,
            "repeat" => self.schedule.games = 2,
            "noswap" => self.schedule.swap = false,
            "reverse" => self.schedule.reverse = true,
            "concurrency" => self.concurrency = option.value()?,
            "srand" => self.seed = option.value()?,
            "recover" => self.recover = true,
            "maxmoves" => self.adjudication.max_moves = Some(option.value()?),
            "ratinginterval" => self.rating_interval = option.value()?,
            "scoreinterval" => self.score_interval = option.value()?,
            "event" => self.event = option.values.join(" "),
            "site" => self.site = option.values.join(" "),
            "startup-ms" => self.patience.startup = Duration::from_millis(option.value()?),
            "ping-ms" | "ucinewgame-ms" => {
                self.patience.ping = Duration::from_millis(option.value()?);
            }
            "stall-ms" => self.patience.stall = Duration::from_millis(option.value()?),
            "noprogress" | "testEnv" => self.progress = false,
            "openings" => self.take_openings(option)?,
            "sprt" => self.take_sprt(option)?,
            "draw" => self.take_draw(option)?,
            "resign" => self.take_resign(option)?,
            "pgnout" => self.take_pgn(option)?,
            "jsonout" => self.json = Some(file_of(option)?),
            "live" => self.live = Some(file_of(option)?),
            "resume" => self.resume = Some(file_of(option)?),
            "forfeits" => self.forfeits = file_of(option)?,
            // These change nothing about the results of a match here.
            "force-concurrency" | "output" | "report" | "log" | "autosaveinterval" | "wait"
            | "use-affinity" | "strict" | "show-latency" | "check-mate-pvs" | "crc32" => {}
            "tb" | "tbpieces" | "tbignore50" | "tbadjudicate" => {
                warnings.push(format!("-{}: there are no tablebases here", option.name));
            }
            name => bail!("unknown option -{name}"),
        }
        Ok(())
    }

    fn take_openings(&mut self, option: &Switch<'_>) -> Result<()> {
        for pair in option.pairs() {
            match pair? {
                ("file", path) => self.openings = Some(path.into()),
                ("format", other) if !matches!(other, "epd" | "fen") => {
                    bail!("-openings format={other}: only epd is read")
                }
                ("order", "random") => self.order = Order::Random,
                ("order", "sequential") => self.order = Order::Sequential,
                ("start", value) => self.start = number("start", value)?,
                // A position a line has no moves to cut off.
                ("format" | "plies" | "policy", _) => {}
                (key, _) => return Err(option.unknown(key)),
            }
        }
        ensure!(self.openings.is_some(), "-openings needs file=");
        ensure!(self.start > 0, "-openings start= counts from 1");
        Ok(())
    }

    fn take_sprt(&mut self, option: &Switch<'_>) -> Result<()> {
        let mut sprt = Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalized,
        };
        for pair in option.pairs() {
            match pair? {
                ("elo0", value) => sprt.elo0 = number("elo0", value)?,
                ("elo1", value) => sprt.elo1 = number("elo1", value)?,
                ("alpha", value) => sprt.alpha = number("alpha", value)?,
                ("beta", value) => sprt.beta = number("beta", value)?,
                ("model", "normalized") => sprt.model = Model::Normalized,
                ("model", "logistic") => sprt.model = Model::Logistic,
                ("model", other) => bail!("-sprt model={other}: expected normalized or logistic"),
                (key, _) => return Err(option.unknown(key)),
            }
        }
        ensure!(sprt.elo0 < sprt.elo1, "-sprt: elo0 must be less than elo1");
        let open = 0.0..1.0;
        let is_probability = |value: f64| value > 0.0 && open.contains(&value);
        ensure!(
            is_probability(sprt.alpha) && is_probability(sprt.beta) && sprt.alpha + sprt.beta < 1.0,
            "-sprt: alpha and beta must be probabilities with a sum below 1"
        );
        self.sprt = Some(sprt);
        Ok(())
    }

    fn take_draw(&mut self, option: &Switch<'_>) -> Result<()> {
        let mut rule = DrawRule {
            move_number: 0,
            move_count: 1,
            score: 0,
        };
        for pair in option.pairs() {
            match pair? {
                ("movenumber", value) => rule.move_number = number("movenumber", value)?,
                ("movecount", value) => rule.move_count = number("movecount", value)?,
                ("score", value) => rule.score = number("score", value)?,
                (key, _) => return Err(option.unknown(key)),
            }
        }
        self.adjudication.draw = Some(rule);
        Ok(())
    }

    fn take_resign(&mut self, option: &Switch<'_>) -> Result<()> {
        let mut rule = ResignRule {
            move_count: 1,
            score: 0,
            two_sided: false,
        };
        for pair in option.pairs() {
            match pair? {
                ("movecount", value) => rule.move_count = number("movecount", value)?,
                ("score", value) => rule.score = number("score", value)?,
                ("twosided", value) => rule.two_sided = flag("twosided", value)?,
                // Counted from the start here, whatever its number.
                ("movenumber", _) => {}
                (key, _) => return Err(option.unknown(key)),
            }
        }
        self.adjudication.resign = Some(rule);
        Ok(())
    }

    fn take_pgn(&mut self, option: &Switch<'_>) -> Result<()> {
        let mut pgn = PgnArguments {
            append: true,
            ..PgnArguments::default()
        };
        for (index, text) in option.values.iter().enumerate() {
            let Some((key, value)) = text.split_once('=') else {
                ensure!(index == 0, "-pgnout {text}: expected key=value");
                pgn.file = text.into();
                continue;
            };
            match key {
                "file" => pgn.file = value.into(),
                "append" => pgn.append = flag(key, value)?,
                "nodes" => pgn.details.nodes = flag(key, value)?,
                "seldepth" => pgn.details.seldepth = flag(key, value)?,
                "nps" => pgn.details.nps = flag(key, value)?,
                "pv" => pgn.details.pv = flag(key, value)?,
                "timeleft" => pgn.details.time_left = flag(key, value)?,
                "match_line" => {
                    let pattern = Regex::new(value).context("-pgnout match_line")?;
                    pgn.match_line = Some(pattern);
                }
                // Turns have one notation here, and the rest is not measured.
                "notation" | "hashfull" | "tbhits" | "latency" | "min" => {}
                key => return Err(option.unknown(key)),
            }
        }
        ensure!(!pgn.file.as_os_str().is_empty(), "-pgnout needs file=");
        self.pgn = Some(pgn);
        Ok(())
    }

    /// Checks what belongs together and fills in what was left open.
    fn settle(&mut self) -> Result<()> {
        self.take_game_of_options()?;
        let [first, second] = &self.engines;
        ensure!(
            first.name != second.name,
            "both engines are called '{}': tell them apart by name=",
            first.name
        );
        ensure!(self.schedule.games > 0, "-games must be at least 1");
        ensure!(self.concurrency > 0, "-concurrency must be at least 1");
        if self.schedule.rounds == 0 {
            self.schedule.rounds = if self.sprt.is_some() { ENDLESS } else { 2 };
        }
        ensure!(
            self.sprt.is_none() || self.schedule.in_pairs(),
            "-sprt counts pairs of games: it needs -games 2 without -noswap"
        );
        Ok(())
    }
}

/// The path of an option like `-jsonout file=NAME` or `-jsonout NAME`.
fn file_of(option: &Switch<'_>) -> Result<PathBuf> {
    let text: String = option.value()?;
    let path = text.strip_prefix("file=").or(text.strip_prefix("dir="));
    Ok(path.unwrap_or(&text).into())
}

/// An engine from what holds for each and for this one.
fn engine(each: &[(String, String)], own: &[(String, String)]) -> Result<EngineArguments> {
    let mut engine = EngineArguments::default();
    let all = || each.iter().chain(own);
    if let Some((_, path)) = all().rev().find(|(key, _)| key == "peer") {
        let peer = Peer::read(path.as_ref())?;
        engine.arguments.clone_from(&peer.arguments);
        engine.options = peer.options.clone().into_iter().collect();
        if let Some(protocol) = &peer.protocol {
            engine.protocol = protocol_of(protocol)?;
        }
        engine.peer = Some(peer);
    }
    for (key, value) in all() {
        match key.as_str() {
            "cmd" => engine.command.clone_from(value),
            "name" => engine.name.clone_from(value),
            "dir" => engine.folder = Some(value.into()),
            "peer" => {}
            "args" => {
                let words = shlex::split(value).context("args=: quotes are not closed")?;
                engine.arguments.extend(words);
            }
            "proto" => engine.protocol = protocol_of(value)?,
            "restart" => engine.restart = flag(key, value)?,
            "tc" | "st" | "lt" | "nodes" | "depth" | "plies" | "timemargin" => {
                limit(&mut engine, key, value)?;
            }
            _ => match key.strip_prefix("option.") {
                Some(name) => set(&mut engine.options, name, value),
                None => bail!("-engine: unknown key '{key}'"),
            },
        }
    }
    ensure!(!engine.command.is_empty(), "-engine needs cmd=");
    if engine.name.is_empty() {
        let path = PathBuf::from(&engine.command);
        let stem = path.file_name().unwrap_or_default();
        engine.name = stem.to_string_lossy().into_owned();
    }
    ensure!(
        engine.limits.is_some() || engine.control == "inf",
        "{}: no limit (tc=, st=, lt=, nodes= or depth=)",
        engine.name
    );
    Ok(engine)
}

fn protocol_of(text: &str) -> Result<Protocol> {
    match text {
        "uci" => Ok(Protocol::Uci),
        "cecp" | "xboard" => Ok(Protocol::Cecp),
        other => bail!("proto={other}: expected uci or cecp"),
    }
}

fn limit(engine: &mut EngineArguments, key: &str, value: &str) -> Result<()> {
    let limits = &mut engine.limits;
    let shown = match key {
        "tc" => {
            limits.control = TimeControl::parse(value)?;
            value.to_owned()
        }
        "st" => {
            limits.move_time = Some(seconds(value)?);
            format!("{value}/move")
        }
        "lt" => {
            limits.leg_time = Some(seconds(value)?);
            format!("{value}/leg")
        }
        "nodes" => {
            limits.nodes = Some(number(key, value)?);
            format!("{value} nodes")
        }
        "timemargin" => {
            limits.margin = Some(Duration::from_millis(number(key, value)?));
            return Ok(());
        }
        _ => {
            limits.depth = Some(number(key, value)?);
            format!("{value} plies")
        }
    };
    if engine.control.is_empty() {
        engine.control = shown;
    } else {
        engine.control = format!("{} {shown}", engine.control);
    }
    Ok(())
}

/// Sets an option, in place if it was set before.
fn set(options: &mut Vec<(String, String)>, name: &str, value: &str) {
    let known = options
        .iter_mut()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    match known {
        Some((_, old)) => value.clone_into(old),
        None => options.push((name.to_owned(), value.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<ArenaArguments> {
        let words = shlex::split(line).expect("quotes are closed");
        parse(&words).map(|(arguments, _)| arguments)
    }

    const TWO: &str = "-engine cmd=./a name=A option.Hash=8 -engine cmd=./b name=B tc=2+0.02 ";

    #[test]
    fn a_usual_command_line() {
        let line = format!(
            "{TWO} -each tc=1+0.01 option.Hash=16 'option.Move Overhead=5' -variant grasshopper -rounds 5 \
             -repeat -concurrency 2 -recover -srand 9 -draw movenumber=34 movecount=8 score=20 \
             -resign movecount=3 score=600 -sprt elo0=0 elo1=5 alpha=0.05 beta=0.1 -pgnout file=x.pgn \
             nodes=true -maxmoves 200"
        );
        let arguments = read(&line).expect("a command line");
        let [a, b] = &arguments.engines;
        assert_eq!((a.name.as_str(), a.control.as_str()), ("A", "1+0.01"));
        let hash = |engine: &EngineArguments| engine.options[0].1.clone();
        assert_eq!((hash(a), hash(b)), ("8".to_owned(), "16".to_owned()));
        assert_eq!(b.limits.control.map(|tc| tc.base.as_secs()), Some(2));
        assert_eq!(a.options[1].0, "Move Overhead");
        assert_eq!(arguments.schedule.total(), 10);
        assert_eq!(arguments.adjudication.max_moves, Some(200));
        assert!(arguments.recover && arguments.pgn.is_some_and(|pgn| pgn.details.nodes));
        assert_eq!(arguments.sprt.map(|sprt| sprt.beta), Some(0.1));
    }

    #[test]
    fn the_command_line_of_openbench() {
        let line = "-recover -variant standard -testEnv -concurrency 4 -rounds 8 -games 2 \
             -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
             -engine dir=Engines/ cmd=./A proto=uci tc=8.00+0.08 timemargin=250 option.Threads=1 name=K-dev \
             -engine dir=Engines/ cmd=./B proto=uci tc=8.00+0.08 timemargin=250 option.Threads=1 name=K-base \
             -pgnout file=PGNs/1.2.3.0.pgn seldepth=true nodes=true match_line='^info string pgncomment .*'";
        let arguments = read(line).expect("a command line");
        assert_eq!(arguments.variant, "chess");
        assert!(!arguments.progress);
        // The game is an option of both engines.
        let threads = "option.Threads=1";
        let game = |line: &str| line.replace(threads, "option.Threads=1 option.UCI_Variant=ag");
        let arguments = read(&game(line)).expect("a command line");
        assert_eq!(arguments.variant, "ag");
        let [first, _] = &arguments.engines;
        assert_eq!(first.options, [("Threads".to_owned(), "1".to_owned())]);
        for wrong in [
            line.replacen(threads, "option.UCI_Variant=ag", 1),
            game(line).replace("standard", "eg"),
        ] {
            let error = read(&wrong).expect_err(&wrong);
            assert!(error.to_string().contains("expected one game"), "{error}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (line, told) in [
            ("-engine cmd=a", "exactly two"),
            ("-engine cmd=a tc=1 -engine cmd=a tc=1", "both engines"),
            ("-engine cmd=a name=A -engine cmd=b tc=1", "no limit"),
            (&format!("{TWO} -each tc=x"), "seconds"),
            (&format!("{TWO} -each tc=1 -nonsense 3"), "-nonsense"),
            (&format!("{TWO} -each tc=1 -games x"), "-games x"),
            (&format!("{TWO} -each tc=1 -sprt elo0=5 elo1=0"), "elo0"),
            (&format!("{TWO} -each tc=1 -sprt elo1=5 -games 1"), "pairs"),
            (
                &format!("{TWO} -each tc=1 -openings file=x format=pgn"),
                "epd",
            ),
        ] {
            let error = read(line).expect_err(line);
            assert!(format!("{error:#}").contains(told), "{line}: {error:#}");
        }
    }
}
