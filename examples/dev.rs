//! dev
use katydid::problem::*;
use katydid::{catalogue::Catalogue, rules};
use std::io::BufRead;
use std::sync::atomic::AtomicBool;
fn cpu() -> f64 {
    let mut t = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    unsafe {
        libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t);
    }
    t.tv_sec as f64 + t.tv_nsec as f64 / 1e9
}
fn main() {
    let threads: usize = std::env::args().nth(1).map_or(1, |t| t.parse().unwrap());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let f: Vec<&str> = line.split('\t').collect();
        let (id, game, fen, stip, tries) = (f[0], f[1], f[2], f[3], f[4]);
        let variant = Catalogue::embedded().variant(game).unwrap();
        let s: Stipulation = stip.parse().unwrap();
        let parts: Vec<&str> = fen.split(' ').collect();
        let fen = format!(
            "{} {} {} {} 0 1",
            parts[0],
            if s.white_begins() { "w" } else { "b" },
            parts[2],
            parts[3]
        );
        let position = match rules::position(variant, &fen) {
            Ok(p) => p,
            Err(e) => {
                println!("{id}\tERR {e}\t0\t0");
                continue;
            }
        };
        let task = Task {
            white: katydid::base::Color::White,
            position,
            stipulation: s,
            wishes: Wishes {
                tries: tries.parse().ok(),
                ..Wishes::default()
            },
        };
        let stop = AtomicBool::new(false);
        let off = std::env::var("OFF").unwrap_or_default();
        let mut r = Resources::of_memory(256 << 20, &stop);
        r.threads = threads;
        r.ideas.table = !off.contains('t');
        r.ideas.checks = !off.contains('c');
        r.ideas.bounds = !off.contains('b');
        r.ideas.killers = !off.contains('k');
        let t = cpu();
        let sol = solve(&task, &r, &|_| ());
        let el = cpu() - t;
        let mut out: Vec<String> = vec![];
        for k in &sol.keys {
            out.push(rules::leg_text(&task.position, k.mv));
        }
        for k in &sol.tries {
            out.push(format!(
                "{}?{}",
                rules::leg_text(&task.position, k.mv),
                k.refutations.len()
            ));
        }
        for l in &sol.lines {
            let p = positions(s.play, &task.position, l);
            out.push(
                l.iter()
                    .zip(&p)
                    .map(|(m, p)| rules::leg_text(p, *m))
                    .collect::<Vec<_>>()
                    .join(","),
            );
        }
        println!("{id}\t{}\t{}\t{:.3}", out.join(" "), sol.nodes, el);
    }
}
