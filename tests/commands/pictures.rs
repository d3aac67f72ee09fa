//! Pictures: of turns, of combats, of maps on paper, and a match that moves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use adjutant::report::replay::unpacked;
use adjutant::report::svg::text_width::widest;

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

/// The texts of the panel of a turn's picture: class, place and words.
fn panel_texts(picture: &str) -> Vec<(&str, i32, i32, String)> {
    fn text(part: &str) -> Option<(&str, i32, i32, String)> {
        let (class, rest) = part.split_once("\" x=\"")?;
        let (x, rest) = rest.split_once("\" y=\"")?;
        let (y, rest) = rest.split_once("\">")?;
        let words = rest.split_once("</text>")?.0.replace("&#39;", "'").replace("&amp;", "&").replace("&quot;", "\"");
        Some((class, x.parse().ok()?, y.parse().ok()?, words))
    }
    picture
        .split("<text class=\"turn-")
        .skip(1)
        .map(|part| {
            let end = part.find("</text>").expect("a text") + 7;
            text(&part[..end]).expect("class and place")
        })
        .collect()
}

#[test]
fn a_match_that_is_over_has_one_outcome_and_its_words_fit() {
    for (name, outcome, score) in [
        ("battle-cry-campaign", "the Union wins", Some("15")),
        ("battle-cry-gettysburg", "the Union wins", None),
        ("campaign-1861", "victory for the Confederacy", Some("88")),
        ("dixie", "the CSA wins", Some("2")),
        ("longstreet", "the Federal side wins", Some("100")),
        ("seven-days", "the Confederacy wins", Some("3")),
        ("virginia-head-to-head", "drawn by agreement", Some("2")),
        ("virginia-refereed", "the Union has resigned", Some("2")),
    ] {
        let folder = Folder::new();
        let (svg, svg_name) = folder.file("turn.svg");
        let made = adjutant(&["show", "turn", "--svg", &svg_name, &folder_of(name)]);
        assert!(made.status.success(), "{name}: {made:?}");
        let picture = fs::read_to_string(svg).expect("the picture");
        let texts = panel_texts(&picture);
        let all: Vec<&str> = texts.iter().map(|(.., words)| words.as_str()).collect();
        let all = all.join(" ");
        assert!(all.contains("The match is over: ") && all.contains(outcome), "{name}: {all}");
        assert!(
            !all.contains("ended now") && !all.contains("leads by") && !all.contains("As things stand"),
            "{name}: {all}"
        );
        let scores: Vec<&str> =
            texts.iter().filter(|(class, ..)| *class == "score").map(|(.., words)| words.as_str()).collect();
        assert!(score.is_none_or(|score| scores.contains(&score)), "{name}: {scores:?}");
        // Every text is within the panel in any font, and above the one at the foot.
        for (class, x, y, words) in texts {
            let (size, bold) = match class {
                "title" => (27, true),
                "score" => (46, true),
                "strong" => (20, true),
                "firm" => (17, true),
                "when" | "change" => (19, false),
                "foot" => (13, false),
                _ => (17, false),
            };
            assert!(x + widest(&words, size, bold) <= 1200, "{name}: {words}");
            assert!(class == "foot" || y <= 640, "{name}: {words}");
        }
    }
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
        "Virginia 1861, an example, head-to-head",
        "Combats of step 32; Turn 1",
        "Union: Ann Carter",
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
fn the_page_of_a_game_of_cards_has_the_names_of_cards_and_piles() {
    for (name, card) in [("dixie", "4th Maine (infantry"), ("longstreet", ""), ("battle-cry-gettysburg", "")] {
        let folder = Folder::new();
        let (page, page_name) = folder.file("page.html");
        let made = adjutant(&["replay", "--out", &page_name, &folder_of(name)]);
        assert!(made.status.success(), "{name}: {made:?}");
        let page = fs::read_to_string(page).expect("the page");
        let (_, view) = page.split_once("id=\"view\">").expect("the data");
        let view = unpacked(view.split('<').next().expect("the data"), 100_000_000).expect("the view");
        let cards = view["cards"].as_object().expect("both sides");
        assert_eq!(cards.len(), 2, "{name}");
        let named = cards.values().flat_map(|cards| cards.as_object().expect("names"));
        let names: Vec<&str> = named.map(|(_, name)| name.as_str().expect("a name")).collect();
        assert!(names.len() > 20, "{name}: {names:?}");
        assert!(names.iter().all(|name| !name.contains('_')), "{name}: {names:?}");
        assert!(names.iter().any(|name| name.contains(card)), "{name}: {names:?}");
        assert!(view["piles"]["hand"].is_string(), "{name}: {}", view["piles"]);
    }
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
