//! The engine's program.
use katydid::{rules, variant::Catalogue};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let atlas = match Catalogue::embedded().atlas(&args[1]) {
        Ok(a) => a,
        Err(e) => {
            eprintln!("{e}");
            return;
        }
    };
    let pos = match args.get(3) {
        Some(f) => rules::position(atlas, f).unwrap(),
        None => rules::start(atlas),
    };
    println!("{}", pos.fen());
    let n: u32 = args[2].parse().unwrap();
    if n == 1 {
        for (t, c) in rules::divide(&pos, n) {
            println!("{t}: {c}");
        }
    }
    let t = std::time::Instant::now();
    let c = rules::perft(&pos, n);
    println!("{c} {:.1} Mnps", c as f64 / t.elapsed().as_secs_f64() / 1e6);
}
