//! Gives the program a name for what it was built from: every source and data file, the locked dependencies, the
//! compiler and its settings. What one build found out is no word to another (`src/cli/record.rs`). For a release it also
//! asks the linker for a smaller program, as far as the linker understands.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use sha2::{Digest, Sha256};

/// What decides what the program answers.
const PARTS: [&str; 5] = ["Cargo.lock", "Cargo.toml", "build.rs", "scenarios", "src"];
/// The settings of the compiler that cargo passes on.
const SETTINGS: [&str; 6] = ["CARGO_ENCODED_RUSTFLAGS", "CARGO_PKG_VERSION", "DEBUG", "OPT_LEVEL", "PROFILE", "TARGET"];

fn main() {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    for name in PARTS {
        println!("cargo:rerun-if-changed={name}");
        for path in files(Path::new(name)) {
            part(path.to_string_lossy().as_bytes());
            part(&fs::read(&path).unwrap_or_default());
        }
    }
    for name in SETTINGS {
        part(env::var(name).unwrap_or_default().as_bytes());
    }
    let compiler = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into())).arg("-vV").output();
    part(&compiler.map(|ran| ran.stdout).unwrap_or_default());
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=ADJUTANT_BUILD={digits}");
    match env::var("PROFILE").as_deref() {
        Ok("release") => ask_for_a_small_program(),
        // The tests start the program thousands of times: with fixed addresses it has nothing to relocate.
        _ => ask_the_linker(&["-no-pie".to_owned()]),
    }
}

/// What a program that never unwinds has no use for (`panic = "abort"` in `Cargo.toml`, which cargo does not tell here): how
/// its stack would be unwound, a tenth of it.
const NO_UNWINDING: &str =
    "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame_hdr) *(.gcc_except_table*) } } INSERT AFTER .text;";

/// Asks the linker to write functions with the same code once, places that are filled in at the start in few bytes, and
/// nothing about unwinding. The linker that Rust brings for Linux understands that; others may not, and are not asked.
fn ask_for_a_small_program() {
    let script = Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("no_unwinding.ld");
    let mut wishes = vec!["-Wl,--icf=all".to_owned(), "-Wl,-z,pack-relative-relocs".to_owned()];
    if fs::write(&script, NO_UNWINDING).is_ok() {
        wishes.push(format!("-Wl,-T,{}", script.display()));
    }
    ask_the_linker(&wishes);
}

/// Links the program with these arguments, as far as the linker understands them.
fn ask_the_linker(wishes: &[String]) {
    for wish in wishes.iter().filter(|wish| linker_understands(wish)) {
        println!("cargo:rustc-link-arg-bins={wish}");
    }
}

/// Whether a program can be linked with this argument and then runs.
fn linker_understands(argument: &str) -> bool {
    let (Some(compiler), Some(folder), Ok(target)) = (env::var_os("RUSTC"), env::var_os("OUT_DIR"), env::var("TARGET"))
    else {
        return false;
    };
    // What is built for another machine cannot be tried here.
    if env::var("HOST").as_ref() != Ok(&target) {
        return false;
    }
    let (source, program) = (Path::new(&folder).join("probe.rs"), Path::new(&folder).join("probe"));
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let linker = env::var("RUSTC_LINKER").map(|linker| format!("-Clinker={linker}"));
    let mut build = Command::new(compiler);
    build.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty())).args(linker);
    build.arg("-Cpanic=abort").arg(format!("--target={target}")).arg(format!("-Clink-arg={argument}"));
    build.arg("-o").arg(&program).arg(&source).stdout(Stdio::null()).stderr(Stdio::null());
    fs::write(&source, "fn main() { println!(\"{:?}\", std::env::args()) }").is_ok()
        && build.status().is_ok_and(|status| status.success())
        && Command::new(&program).output().is_ok_and(|ran| ran.status.success())
}

/// A file, or every file in a folder, in the order of names. Tests decide nothing that the program answers.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut within: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    within.retain(|path| !path.ends_with("tests"));
    within.sort();
    within.iter().flat_map(|path| files(path)).collect()
}
