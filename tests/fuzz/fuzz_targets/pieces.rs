//! The target `pieces` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    (katydid_trust::fuzz::target("pieces").expect("a target").feed)(bytes);
});
