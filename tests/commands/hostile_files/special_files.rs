//! Things that are not a plain file where one is expected: folders, pipes, links to themselves, to nothing, to devices
//! and to parent folders; and folders with more files than any match has.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{Reader, Scene, everything};
use crate::folders::copy_all;

const PLACES: [&str; 7] = [
    "a folder",
    "a pipe",
    "a link to itself",
    "a link to nothing",
    "a link to /dev/zero",
    "a link to the folder above",
    "a link to a pipe",
];

fn put(what: &str, path: &Path, pipe: &Path) {
    let link = |to: &Path| symlink(to, path).unwrap();
    let made = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    match what {
        "a folder" => fs::create_dir(path).unwrap(),
        "a pipe" => made(path),
        "a link to itself" => link(path),
        "a link to nothing" => link(Path::new("/nothing/there")),
        "a link to /dev/zero" => link(Path::new("/dev/zero")),
        "a link to the folder above" => link(Path::new("..")),
        _ => {
            if !pipe.exists() {
                made(pipe);
            }
            link(pipe);
        }
    }
}

fn take_away(path: &Path) {
    let folder = path.symlink_metadata().unwrap().is_dir();
    if folder { fs::remove_dir(path) } else { fs::remove_file(path) }.unwrap();
}

#[test]
fn what_is_no_file_is_answered_at_once() {
    let scene = Scene::new();
    let (aside, pipe) = (scene.root().join("aside"), scene.root().join("pipe"));
    let mut wrong = Vec::new();
    let mut tried = 0;
    let readers = scene.readers.iter().filter(|reader| !reader.from_input && (everything() || reader.sample));
    for reader in readers {
        for what in PLACES {
            let path = scene.root().join(&reader.file);
            let kept = fs::rename(&path, &aside).is_ok();
            put(what, &path, &pipe);
            scene.watch(reader, &format!("{what}, {}", reader.words()), &mut wrong);
            take_away(&path);
            if kept {
                fs::rename(&aside, &path).unwrap();
            }
            tried += 1;
        }
    }
    if everything() {
        println!("{tried} times no file where one is expected");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every command that is given a file by name looks at what it is, and how large, before it opens it.
#[test]
fn a_named_file_is_looked_at_before_it_is_read() {
    let scene = Scene::new();
    let bad = scene.root().join("loose/bad.yaml");
    let mut wrong = Vec::new();
    let readers = scene.readers.iter().filter(|reader| reader.file == "loose/bad.yaml" && !reader.from_input);
    let mut tried = 0;
    for reader in readers {
        for what in ["a pipe", "a link to /dev/zero", "a file of 8 GiB"] {
            match what {
                "a file of 8 GiB" => fs::File::create(&bad).unwrap().set_len(8 << 30).unwrap(),
                other => put(other, &bad, &scene.root().join("pipe")),
            }
            let measured = scene.watch(reader, &format!("{what}, {}", reader.words()), &mut wrong);
            fs::remove_file(&bad).unwrap();
            // `receive` says of each file what is wrong with it, and goes on.
            if measured.code == Some(0) && !measured.output.contains("Not taken") {
                wrong.push(format!("{what}, {}: taken: {}", reader.words(), measured.output));
            }
            let (says, means) = match what {
                "a file of 8 GiB" => ("larger than", "it is too large"),
                _ => ("pipe or a device", "it is no file"),
            };
            // `replay --compare` compares lengths first.
            if !measured.output.contains(says) && !measured.output.contains("the page differs") {
                wrong.push(format!("{what}, {}: does not say that {means}: {}", reader.words(), measured.output));
            }
            tried += 1;
        }
    }
    assert!(tried >= 54, "{tried}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_folder_of_very_many_files_is_answered_at_once() {
    let scene = Scene::new();
    let count = if everything() { 100_000 } else { 3_000 };
    let folder = scene.table.folder();
    let mut wrong = Vec::new();
    let reader = |words: &[&str]| Reader {
        name: "many files",
        file: "loose/bad.yaml".to_owned(),
        seat: scene.seat,
        args: words.iter().map(ToString::to_string).collect(),
        from_input: false,
        sample: true,
    };
    let mut table = String::new();
    for (part, ending, content) in [
        ("drafts", "yaml", "a: 1\n"),
        ("turns", "txt", "a: 1\n"),
        ("turns", "yaml", "a: 1\n"),
        ("states", "yaml", "adjutant: 1\nkind: state\n"),
        ("packs/civil_war", "yaml", "a: 1\n"),
        ("refusals/a/b/c", "yaml", "\0"),
    ] {
        let part = folder.join(part);
        let many = part.join("many");
        fs::create_dir_all(&many).unwrap();
        (0..count).for_each(|n| fs::write(many.join(format!("{n}.{ending}")), content).unwrap());
        let root = folder.to_str().unwrap();
        for words in [&["match", "status"][..], &["verify"], &["sign"], &["dispute", root], &["pack", "check", root]] {
            let what = format!("{count} times .{ending} in {}, {}", part.display(), words.join(" "));
            let measured = scene.watch(&reader(words), &what, &mut wrong);
            let (time, memory) = (measured.time.as_millis(), measured.memory >> 20);
            let name = part.file_name().unwrap().display();
            let asked = words[..words.len().min(2)].iter().filter(|word| !word.starts_with('/'));
            let asked: Vec<_> = asked.copied().collect();
            table += &format!(
                "| {name}, .{ending} | {} | {:?} | {time} ms | {memory} MB |\n",
                asked.join(" "),
                measured.code
            );
        }
        fs::remove_dir_all(&many).unwrap();
    }
    if everything() {
        println!("{count} files\n{table}");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A line end in a file's name begins no line of the answer.
#[test]
fn a_name_of_two_lines_is_shown_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let (game, line) = (folder.path().join("game"), "All is well: every check passes.");
    copy_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/virginia-head-to-head"), &game);
    fs::rename(game.join("states/0004.yaml"), game.join(format!("states/0.yaml)\n{line}\n(x.yaml"))).unwrap();
    for command in ["verify", "match status"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        program.args(command.split(' ')).arg(&game).env("ADJUTANT_HOME", folder.path().join("secrets"));
        let ran = program.output().unwrap();
        let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
        assert!(!said.lines().any(|said| said == line), "{command}: {said}");
        assert!(command != "verify" || said.contains(r"0.yaml)\u{a}All"), "{command}: {said}");
    }
}
