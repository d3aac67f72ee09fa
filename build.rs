//! Computes an identifier of this build, `ADJUTANT_BUILD`: a hash over every source and data file, the locked
//! dependencies, the compiler and its settings. Verification results that one build has cached are not trusted by
//! another (`src/cli/verification_record.rs`). It depends on no path, so that the same commit gives the same program in every
//! folder. `ADJUTANT_COMMIT` names the commit for `adjutant --version`: as the variable of this name says it, else, in
//! release builds, as git does. For release builds it also asks the linker for a smaller binary, as far
//! as the linker supports that.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use sha2::{Digest, Sha256};

/// The files and folders that can change the program's answers.
const PARTS: [&str; 5] = ["Cargo.lock", "Cargo.toml", "build.rs", "scenarios", "src"];
/// The compiler settings that cargo passes on to build scripts.
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
        let value = env::var(name).unwrap_or_default();
        // A flag that only hides where the sources are says where they are.
        for flag in value.split('\u{1f}').filter(|flag| !flag.starts_with("--remap-path-prefix")) {
            part(flag.as_bytes());
        }
    }
    let compiler = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into())).arg("-vV").output();
    part(&compiler.map(|ran| ran.stdout).unwrap_or_default());
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=ADJUTANT_BUILD={digits}");
    println!("cargo:rerun-if-env-changed=ADJUTANT_COMMIT");
    println!("cargo:rustc-env=ADJUTANT_COMMIT={}", commit().unwrap_or_default());
    match env::var("PROFILE").as_deref() {
        Ok("release") => ask_for_a_small_program(),
        // The tests start the program thousands of times: with fixed addresses it has nothing to relocate.
        _ => ask_the_linker(&["-no-pie".to_owned()]),
    }
}

/// The commit that is built, with `+` if its files are changed. A development build asks only the variable: it would be
/// compiled again at every commit.
fn commit() -> Option<String> {
    if let Ok(named) = env::var("ADJUTANT_COMMIT") {
        return Some(named);
    }
    if env::var("PROFILE").as_deref() != Ok("release") {
        return None;
    }
    let git = |args: &[&str]| {
        let ran = Command::new("git").args(args).stderr(Stdio::null()).output().ok()?;
        ran.status.success().then(|| String::from_utf8_lossy(&ran.stdout).trim().to_owned())
    };
    // A source archive within the repository of something else is no commit of this program.
    git(&["rev-parse", "--show-cdup"]).filter(String::is_empty)?;
    let head = git(&["rev-parse", "HEAD"])?;
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={log}");
    let mut ask = vec!["status", "--porcelain", "--untracked-files=no", "--"];
    ask.extend(PARTS);
    Some(if git(&ask)?.is_empty() { head } else { head + "+" })
}

/// Drops the unwinding tables, a tenth of the binary: a program built with `panic = "abort"` (set in `Cargo.toml`, and
/// not visible to a build script) never unwinds.
const NO_UNWINDING: &str =
    "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame_hdr) *(.gcc_except_table*) } } INSERT AFTER .text;";

/// Asks the linker to merge functions with identical code, to pack relative relocations, and to drop the unwinding
/// tables. Rust's bundled linker for Linux supports all three; each flag is passed only if [`linker_understands`] it.
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

/// Whether a program links with this argument and then runs.
fn linker_understands(argument: &str) -> bool {
    let (Some(compiler), Some(folder), Ok(target)) = (env::var_os("RUSTC"), env::var_os("OUT_DIR"), env::var("TARGET"))
    else {
        return false;
    };
    // The wishes are those of linkers for Linux; that of Windows only warns of an argument that it does not know.
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        return false;
    }
    let (host, family) = (env::var("HOST").unwrap_or_default(), |triple: &str| triple.replace("-musl", "-gnu"));
    // A program for another machine cannot be run here.
    if family(&host) != family(&target) {
        return false;
    }
    let (source, program) = (Path::new(&folder).join("probe.rs"), Path::new(&folder).join("probe"));
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let linker = env::var("RUSTC_LINKER").map(|linker| format!("-Clinker={linker}"));
    let mut build = Command::new(compiler);
    build.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty())).args(linker);
    build.arg("-Cpanic=abort").arg(format!("--target={target}")).arg(format!("-Clink-arg={argument}"));
    // Some linkers ignore what they do not know, with a warning.
    build.arg("-Clink-arg=-Wl,--fatal-warnings");
    build.arg("-o").arg(&program).arg(&source).stdout(Stdio::null()).stderr(Stdio::null());
    fs::write(&source, "fn main() { println!(\"{:?}\", std::env::args()) }").is_ok()
        && build.status().is_ok_and(|status| status.success())
        && Command::new(&program).output().is_ok_and(|ran| ran.status.success())
}

/// The file itself, or every file in a folder, sorted by name. Folders named `tests` are left out: they do not change
/// what the program answers.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut within: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    within.retain(|path| !path.ends_with("tests"));
    within.sort();
    within.iter().flat_map(|path| files(path)).collect()
}
