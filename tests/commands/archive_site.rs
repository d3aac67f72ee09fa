//! The site of an archive: its pages link to each other and agree with the matches, the files on it verify, and
//! building it again gives the same site.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{crossroads_match, site_checks};

const HOSTILE: &str = "</title><script>hacked=1</script>";

/// A folder in which somebody keeps an archive of four small matches: Ann against Bob twice, Bob against a hostile
/// name, and one that is not over.
struct Keeper {
    root: tempfile::TempDir,
}

impl Keeper {
    fn new() -> Keeper {
        let keeper = Keeper { root: tempfile::tempdir().unwrap() };
        for (n, players) in [(1, ["Ann", "Bob"]), (2, ["Bob", "Ann"]), (3, ["Bob", HOSTILE])] {
            crossroads_match::write_files(&keeper.path(&format!("played/{n}")), &crossroads_match::play(n, players, 8));
        }
        crossroads_match::write_files(
            &keeper.path("played/4"),
            &crossroads_match::begin(4, ["Cy \u{202e}gnuoY", "Ann"], 6),
        );
        let (code, told) = keeper.run(&["archive", "add", "played", "--unfinished"]);
        assert_eq!(code, 0, "{told}");
        keeper
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn run(&self, args: &[&str]) -> (i32, String) {
        self.run_at("home", args)
    }

    fn run_at(&self, home: &str, args: &[&str]) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let ran =
            command.args(args).current_dir(self.root.path()).env("ADJUTANT_HOME", self.path(home)).output().unwrap();
        (ran.status.code().unwrap(), String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap())
    }

    fn publish(&self, to: &str) -> Value {
        let (code, told) = self.run(&["archive", "publish", "--out", to, "--format", "json"]);
        assert_eq!(code, 0, "{told}");
        serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}"))
    }

    fn site(&self, name: &str) -> site_checks::Files {
        site_checks::files(&self.path(name))
    }

    /// The names of the files in the folder here.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The ids of the matches, by their titles.
    fn id(&self, title: &str) -> String {
        let found = self.run(&["archive", "find", "--format", "json"]).1;
        let found: Value = serde_json::from_str(&found).unwrap();
        let one = found["matches"].as_array().unwrap().iter().find(|one| one["title"] == title);
        one.unwrap_or_else(|| panic!("{title}: {found}"))["id"].as_str().unwrap().to_owned()
    }
}

/// The page whose title is that.
fn titled<'s>(site: &'s site_checks::Files, title: &str) -> (&'s str, String) {
    let pages = site_checks::pages(site);
    let found: Vec<_> = pages.into_iter().filter(|(_, page)| page.contains(&format!("<h1>{title}</h1>"))).collect();
    assert_eq!(found.len(), 1, "{title}: {:?}", found.iter().map(|(path, _)| path).collect::<Vec<_>>());
    found.into_iter().map(|(path, page)| (path.as_str(), page)).next().unwrap()
}

#[test]
fn an_archive_as_a_site() {
    let keeper = Keeper::new();
    let told = keeper.publish("site");
    let site = keeper.site("site");
    assert_eq!((told["files"].as_u64(), told["matches"].as_u64()), (Some(site.len() as u64 - 1), Some(4)), "{told}");
    assert_eq!(told["left_out"], Value::Array(Vec::new()));
    site_checks::links_hold(&site);
    site_checks::words_stay_words(&site);
    let pages = site_checks::pages(&site);
    let page = |path: &str| pages.get(&path.to_owned()).unwrap_or_else(|| panic!("no {path}")).as_str();
    assert!(page("index.html").contains("4 matches, 1 of them unfinished."), "{}", page("index.html"));
    assert!(page("index.html").contains("Small match 4") && page("matches.html").contains("Small match 1"));
    assert!(page("players.html").contains("&lt;/title&gt;&lt;script&gt;hacked=1&lt;/script&gt;"));

    // Bob took part in three matches that are over: his wins and losses are counted here from the files.
    let mut won = 0;
    for (n, players) in [(1, ["Ann", "Bob"]), (2, ["Bob", "Ann"]), (3, ["Bob", HOSTILE])] {
        let last = crossroads_match::play(n, players, 8)
            .into_iter()
            .rev()
            .find(|(name, _)| name.starts_with("states/"))
            .unwrap()
            .1;
        let winner = last.split("winner: ").nth(1).expect("a winner").split_whitespace().next().unwrap();
        won += usize::from((winner.trim_matches([',', '}']) == "union") == (players[0] == "Bob"));
    }
    let (_, bob) = titled(&site, "Bob");
    let cells = |numbers: [usize; 5]| numbers.map(|n| format!("<td class=\"figure\">{n}</td>")).concat();
    assert!(page("players.html").contains(&cells([3, won, 3 - won, 0, 0])), "{won}: {}", page("players.html"));
    assert!(bob.contains("By side") && bob.contains("By opponent") && bob.contains("3 matches"), "{bob}");
    assert_eq!(bob.matches("Small match ").count(), 3, "{bob}");

    // A match has its seats, its result, its replay, its reports, and its file, which verifies.
    let id = keeper.id("Small match 1");
    let (path, one) = titled(&site, "Small match 1");
    assert_eq!(path, format!("matches/{}.html", &id[..24]));
    for words in ["-replay.html", "-report.html", &id, "Ann", "Bob", "2026-01-", "SHA-256 of its file"] {
        assert!(one.contains(words), "{words}: {one}");
    }
    let file = format!("files/{id}.tar.gz");
    assert_eq!(site[&file], fs::read(keeper.path("archive/matches").join(format!("{id}.tar.gz"))).unwrap());
    let sum: String = Sha256::digest(&site[&file]).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(one.contains(&sum), "{one}");
    assert!(String::from_utf8_lossy(&site["files/SHA256SUMS"]).contains(&format!("{sum}  {id}.tar.gz\n")));
    let (code, told) = keeper.run_at("stranger", &["verify", &format!("site/{file}")]);
    assert_eq!(code, 0, "{told}");
    assert!(titled(&site, "Small match 4").1.contains("Not over."));

    let index = site_checks::search(&site);
    assert_eq!(index["reports"].as_array().unwrap().len(), 4);
    for kind in ["Match", "Player", "Scenario"] {
        assert!(index["entries"].as_array().unwrap().iter().any(|entry| entry[0] == kind), "{kind}: {index}");
    }
    assert!(site_checks::words(&site, "c").get("confederate").is_some());
}

#[test]
fn the_same_archive_gives_the_same_site() {
    let keeper = Keeper::new();
    keeper.publish("site");
    let site = keeper.site("site");
    let again = keeper.publish("site");
    assert_eq!((again["written"].as_u64(), again["removed"].as_u64()), (Some(0), Some(0)), "{again}");
    assert!(keeper.site("site") == site);
    // Another user, without any record of earlier verifications and with a different index.
    fs::create_dir(keeper.path("theirs")).unwrap();
    fs::create_dir(keeper.path("theirs/matches")).unwrap();
    for (name, bytes) in site.iter().filter(|(name, _)| name.ends_with(".tar.gz")) {
        fs::write(keeper.path("theirs/matches").join(name.trim_start_matches("files/")), bytes).unwrap();
    }
    let (code, told) = keeper.run_at("stranger", &["archive", "publish", "theirs", "--out", "other"]);
    assert_eq!(code, 0, "{told}");
    assert!(keeper.site("other") == site, "another keeper has another site");
}

#[test]
fn a_match_that_does_not_verify_is_not_published() {
    let keeper = Keeper::new();
    keeper.publish("site");
    let id = keeper.id("Small match 2");
    let path = keeper.path("archive/matches").join(format!("{id}.tar.gz"));
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let (code, told) = keeper.run(&["archive", "publish", "--out", "site"]);
    assert!(code == 0 && told.contains(&format!("Left out: {id}.tar.gz: ")) && told.contains("3 matches"), "{told}");
    let site = keeper.site("site");
    site_checks::links_hold(&site);
    let matches = site_checks::pages(&site).remove(&"matches.html".to_owned()).unwrap();
    assert!(matches.contains("Files that are not published") && matches.contains(&id), "{matches}");
    let left: Vec<&String> = site.keys().filter(|path| path.contains(&id[..24])).collect();
    assert!(left.is_empty(), "{left:?}");
    assert!(!site_checks::pages(&site).values().any(|page| page.contains("Small match 2")));
}

#[test]
fn nothing_is_written_where_it_cannot_be() {
    let keeper = Keeper::new();
    fs::create_dir(keeper.path("mine")).unwrap();
    fs::write(keeper.path("mine/index.html"), "mine").unwrap();
    fs::write(keeper.path("file"), "mine").unwrap();
    let before = keeper.names();
    for (out, why) in
        [("mine", "has no site of this program"), ("file", "this is a file"), ("file/site", "cannot write")]
    {
        let (code, told) = keeper.run(&["archive", "publish", "--out", out]);
        assert!(code == 2 && told.contains(why), "{out}: {told}");
    }
    let (code, told) = keeper.run(&["archive", "publish", "--archive", "nowhere", "--out", "new"]);
    assert!(code == 2 && told.contains("there is no archive here"), "{told}");
    assert_eq!(keeper.names(), before);
    assert_eq!(keeper.site("mine").len(), 1);

    // Where a page belongs there is a file that is not the site's: then nothing else of the site changes either.
    keeper.publish("site");
    let list = fs::read_to_string(keeper.path("site/adjutant-site.json")).unwrap();
    let line = list.lines().find(|line| line.contains("\"players.html\"")).unwrap();
    fs::write(keeper.path("site/adjutant-site.json"), list.replace(&format!("{line}\n"), "")).unwrap();
    fs::write(keeper.path("site/players.html"), "mine").unwrap();
    let site = keeper.site("site");
    crossroads_match::write_files(&keeper.path("played/5"), &crossroads_match::play(5, ["Dora", "Ann"], 8));
    assert_eq!(keeper.run(&["archive", "add", "played/5"]).0, 0);
    let (code, told) = keeper.run(&["archive", "publish", "--out", "site"]);
    assert!(code == 2 && told.contains("does not belong to the site"), "{told}");
    assert!(keeper.site("site") == site);
}

/// Files of other programs are listed with who brought them, can be saved, and are no pages; what was altered is left out.
#[test]
fn attachments_are_on_the_site() {
    let keeper = Keeper::new();
    let id = keeper.id("Small match 1");
    let log = b"<script>hacked=1</script> a log";
    fs::write(keeper.path("game<b>.html"), log).unwrap();
    fs::write(keeper.path("notes.txt"), "notes").unwrap();
    for args in [
        &["keygen"][..],
        &["archive", "attach", &id, "game<b>.html", "--name", HOSTILE, "--note", "<i>from</i> a club"],
        &["archive", "attach", &id, "notes.txt", "--name", "Ann"],
    ] {
        let (code, told) = keeper.run(args);
        assert_eq!(code, 0, "{told}");
    }
    let told = keeper.publish("site");
    assert_eq!(told["left_out"], Value::Array(Vec::new()));
    let site = keeper.site("site");
    site_checks::links_hold(&site);
    site_checks::words_stay_words(&site);
    let (_, page) = titled(&site, "Small match 1");
    let sha256 = hex(log);
    let path = format!("attachments/{}/{sha256}.bin", &id[..24]);
    assert_eq!(site.get(&path).map(Vec::as_slice), Some(&log[..]), "{path}");
    assert!(page.contains(&sha256) && page.contains("&lt;i&gt;from&lt;/i&gt; a club"), "{page}");
    assert!(page.contains("download=\"game&lt;b&gt;.html\"") && page.contains("notes.txt"), "{page}");
    let signed = site.get(&format!("attachments/{}/{sha256}.yaml", &id[..24])).expect("what was signed");
    assert!(String::from_utf8_lossy(signed).contains("kind: attachment"));
    // Again: the same site. With an altered file: it is left out, and named.
    keeper.publish("site");
    assert_eq!(keeper.site("site"), site);
    fs::write(keeper.path(&format!("archive/attachments/{id}/{sha256}.file")), "another").unwrap();
    let told = keeper.publish("site");
    assert!(told["left_out"][0].as_str().unwrap().contains("the file has been changed"), "{told}");
    assert!(!keeper.site("site").contains_key(&path));
    let (code, told) = keeper.run(&["archive", "publish", "--out", "bare", "--no-attachments"]);
    assert!(code == 0 && !keeper.site("bare").keys().any(|path| path.starts_with("attachments/")), "{told}");
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
