//! Switches to the build for this processor.
//!
//! A distributed program runs on any x86-64 processor. A second build for x86-64-v3 (the level of the System V ABI with AVX2 and BMI2),
//! which searches the same tree faster, may be installed beside it; processors of that level run the second build.

/// The path of the second build, relative to the folder of the program.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
const BUILD: &str = "../libexec/katydid/x86-64-v3/katydid";

/// Replaces the process by the build for this processor, with the same arguments. Returns only if there is no such build, or with an
/// error if it does not start.
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
pub fn go_on_as_its_build() -> std::io::Result<()> {
    use std::arch::is_x86_feature_detected as has;
    use std::os::unix::process::CommandExt as _;

    let has_level = has!("avx2")
        && has!("bmi1")
        && has!("bmi2")
        && has!("f16c")
        && has!("fma")
        && has!("lzcnt")
        && has!("movbe");
    let build = std::env::current_exe()?.with_file_name(BUILD);
    if !has_level || !build.exists() {
        return Ok(());
    }
    let mut arguments = std::env::args_os();
    let mut command = std::process::Command::new(build);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    Err(command.args(arguments).exec())
}

/// Does nothing, because this build is the right one or there is no other.
#[cfg(not(all(unix, target_arch = "x86_64", not(target_feature = "avx2"))))]
pub fn go_on_as_its_build() -> std::io::Result<()> {
    Ok(())
}
