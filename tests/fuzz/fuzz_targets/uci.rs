//! The target `uci` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    (katydid_trust::fuzz::target("uci").expect("a target").feed)(bytes);
});
