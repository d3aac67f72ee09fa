//! Pictures: of turns, of combats, of maps on paper, and a match that moves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::example;

fn adjutant(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adjutant")).args(args).output().expect("the program runs")
}

fn folder_of(name: &str) -> String {
    format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Width and height, as the head of a PNG file has them.
fn size_of_png(file: &Path) -> (u32, u32) {
    let bytes = fs::read(file).expect("the picture");
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str) -> (PathBuf, String) {
        let path = self.0.path().join(name);
        (path.clone(), path.display().to_string())
    }
}

#[test]
fn a_turn_is_one_picture_and_can_be_read() {
    let folder = Folder::new();
    let ((svg, svg_name), (png, png_name)) = (folder.file("turn.svg"), folder.file("turn.png"));
    let virginia = folder_of("virginia-head-to-head");
    let made = adjutant(&["show", "turn", "1", "--svg", &svg_name, "--png", &png_name, &virginia]);
    assert!(made.status.success(), "{made:?}");
    assert_eq!(size_of_png(&png), (1200, 675));
    let text = fs::read_to_string(svg).expect("the picture");
    assert!(text.starts_with("<svg ") && text.contains("width=\"1200\" height=\"675\""));
    assert!(text.contains("Turn 1") && text.contains(">Victory points"), "it tells the turn and the score");

    let told = adjutant(&["show", "turn", "1", &virginia]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("Victory points") && told.contains("Strength points lost this turn"), "{told}");

    let refused = adjutant(&["show", "turn", "99", &virginia]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2));
    assert!(said.contains("the match has no turn 99") && said.contains("the turns so far are 1 to "), "{said}");
}

#[test]
fn the_combats_of_a_step_are_cards() {
    let folder = Folder::new();
    let ((svg, svg_name), (png, png_name)) = (folder.file("battle.svg"), folder.file("battle.png"));
    let virginia = folder_of("virginia-head-to-head");
    let made = adjutant(&["report", "32", "--svg", &svg_name, "--png", &png_name, "--png-width", "880", &virginia]);
    assert!(made.status.success(), "{made:?}");
    assert_eq!(size_of_png(&png).0, 880);
    let text = fs::read_to_string(svg).expect("the picture");
    // As the report of the step has it.
    for words in [
        "Combat in Winchester (4905)",
        "2 to 3: difference -1 or -2, column D",
        "J.E. Johnston and 2 more",
        "+1 Patterson",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let (quiet, name) = folder.file("quiet.svg");
    let refused = adjutant(&["report", "0", "--svg", &name, &virginia]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("there was no combat in step 0"), "{refused:?}");
    assert!(!quiet.exists());
}

#[test]
fn a_map_is_drawn_for_the_printer() {
    let folder = Folder::new();
    let (svg, name) = folder.file("map.svg");
    let made = adjutant(&["pack", "map", "--svg", &name, "--paper", "a1"]);
    assert!(made.status.success(), "{made:?}");
    let text = fs::read_to_string(svg).expect("the map");
    assert!(text[..300].contains("width=\"841mm\" height=\"594mm\""), "{}", &text[..300]);
    let (_, charts) = folder.file("charts.svg");
    let made = adjutant(&["pack", "charts", "--svg", &charts, "--paper", "a4"]);
    assert!(made.status.success(), "{made:?}");
    let first = fs::read_to_string(folder.file("charts-1.svg").0).expect("the first sheet");
    assert!(first.contains("width=\"210mm\" height=\"297mm\"") && first.contains("The Combat Results Table"));
    assert_eq!(adjutant(&["pack", "charts"]).status.code(), Some(2));
}

#[test]
fn a_match_moves_in_half_a_minute() {
    const STEPS: usize = 12;
    let folder = Folder::new();
    let played = folder.file("match").0;
    for (name, text) in example::prefix(&example::read_files(example::HEAD_TO_HEAD, true), STEPS as u64) {
        let file = played.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a document");
    }
    let played = played.display().to_string();
    let (film, name) = folder.file("match.gif");
    let made = adjutant(&["replay", "--animate", &name, &played]);
    assert!(made.status.success(), "{made:?}");
    let mut film = gif::Decoder::new(fs::File::open(&film).expect("the film")).expect("a film");
    let (size, mut delays) = ((film.width(), film.height()), Vec::new());
    while let Some(frame) = film.next_frame_info().expect("a picture") {
        // The first frame is complete; the others contain only what has changed.
        assert!(frame.width == size.0 && (!delays.is_empty() || frame.height == size.1));
        delays.push(usize::from(frame.delay));
    }
    assert_eq!(delays.len(), STEPS + 1, "a picture for each step and for the beginning");
    assert!(delays.iter().sum::<usize>() <= 3300, "{delays:?} hundredths of a second, the last of them 3 seconds");

    let (_, other) = folder.file("match.mp4");
    let refused = adjutant(&["replay", "--animate", &other, &played]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("give the file a name that ends in .gif"), "{refused:?}");
}
