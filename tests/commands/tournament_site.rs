//! The site of a tournament: its pages link to each other, show hostile words as plain text, and are the same when
//! built again.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::site_checks;

/// A tournament that was run on the command line, with a folder of secrets for everybody.
struct Season {
    root: tempfile::TempDir,
}

const PLAN: &str = "
title: Spring <script>hacked=1</script> tournament
director: Dora Diaz
games: [{id: crossroads, game: crossroads}]
stages:
  - {format: {swiss: {rounds: 1}}, games: [crossroads]}
  - {format: {knockout: {players: 2}}, games: [crossroads]}
tie_breaks: [buchholz, sonneborn_berger, direct_encounter, margin]
rules: |
  Be kind.
  <img src=x onerror=\"hacked=1\">
";

impl Season {
    fn run(&self, who: &str, args: &[&str]) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let home = self.path("homes").join(who);
        command.args(args).current_dir(self.root.path()).env("ADJUTANT_HOME", home).env_remove("ADJUTANT_PASSPHRASE");
        let ran = command.output().unwrap();
        (ran.status.code().unwrap(), String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap())
    }

    fn run_ok(&self, who: &str, args: &[&str]) -> String {
        let (code, told) = self.run(who, args);
        assert_eq!(code, 0, "{args:?} as {who}:\n{told}");
        told
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn director(&self, args: &[&str]) -> String {
        self.run_ok("director", &[&["tournament"], args, &["--folder", "t"]].concat())
    }

    /// Five players, one of whom has a hostile name; a round with a bye, a game that is played, one that is forfeited,
    /// appealed and decided again; a withdrawal.
    fn played() -> Season {
        let season = Season { root: tempfile::tempdir().unwrap() };
        fs::create_dir(season.path("homes")).unwrap();
        fs::write(season.path("plan.yaml"), PLAN).unwrap();
        season.run_ok("director", &["keygen"]);
        season.run_ok("director", &["tournament", "new", "t", "--plan", "plan.yaml"]);
        let names = ["Ann", "Bob <img src=x onerror=\"x\">", "</title><script>hacked=1</script>", "Dan & Sons", "Eve"];
        for (player, name) in ["ann", "bob", "cat", "dan", "eve"].into_iter().zip(names) {
            season.run_ok(player, &["keygen"]);
            let entry = ["tournament", "enter", "--player", player, "--name", name, "--folder", "t"];
            let email: &[&str] = if player == "ann" { &["--email", "ann@example.org"] } else { &[] };
            season.run_ok(player, &[&entry, email].concat());
        }
        season.director(&["roster"]);
        season.director(&["pair"]);
        season.director(&["rehearse", "--secrets", "homes", "--game", "1/1"]);
        season.director(&["result"]);
        let [winner, loser] = season.players_of_second_board();
        let reason = "no answer\n<script>hacked=1</script>";
        season.director(&["result", "--game", "1/2", "--forfeit", &winner, "--reason", reason]);
        season.run_ok(&loser, &["tournament", "appeal", "1/2", "--reason", "My laptop was lost.", "--folder", "t"]);
        season.director(&["decide", "--appeal", &loser, "--replace", "1/2", "--reason", "It was lost."]);
        season.director(&[
            "result",
            "--game",
            "1/2",
            "--adjudicated",
            "draw",
            "--decision",
            "5",
            "--reason",
            "Neither is ahead.",
        ]);
        season.director(&["standings", "--sign"]);
        season
    }

    fn players_of_second_board(&self) -> [String; 2] {
        let told = self.run("director", &["tournament", "status", "--folder", "t", "--format", "json"]).1;
        let status: Value = serde_json::from_str(&told).unwrap();
        let game = &status["games"][0];
        assert_eq!((game["round"].as_u64(), game["board"].as_u64()), (Some(1), Some(2)), "{told}");
        let round = fs::read_to_string(self.path("t/documents/0002-round.yaml")).unwrap();
        let second = round.split("board: 2").nth(1).unwrap();
        let side = |side: &str| {
            let after = second.split(&format!("{side}: ")).nth(1).unwrap();
            after.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap().to_owned()
        };
        [side("union"), side("confederate")]
    }

    fn publish(&self, to: &str) -> Value {
        let told = self.run_ok("director", &["tournament", "publish", "t", "--out", to, "--format", "json"]);
        let value = told.find('{').map(|at| &told[at..]).unwrap_or_default();
        serde_json::from_str(value).unwrap_or_else(|error| panic!("{error}: {told}"))
    }

    /// Every file of a site, with its bytes.
    fn site(&self, name: &str) -> site_checks::Files {
        site_checks::files(&self.path(name))
    }
}

#[test]
fn a_season_as_a_site() {
    let season = Season::played();
    let first = season.publish("site");
    let site = season.site("site");
    assert_eq!(first["files"].as_u64().unwrap() as usize + 1, site.len(), "{first}");
    let pages = site_checks::pages(&site);
    site_checks::links_hold(&site);
    site_checks::words_stay_words(&site);
    let page = |path: &str| pages.get(&path.to_owned()).unwrap_or_else(|| panic!("no {path}")).as_str();
    assert!(page("index.html").contains("Spring &lt;script&gt;hacked=1&lt;/script&gt; tournament"));
    assert!(page("index.html").contains("Be kind."));
    assert!(page("index.html").contains("signed these standings after round 1"));
    assert!(page("cross.html").contains("The bracket") || page("cross.html").contains("class=\"bracket\""));

    // The game that was decided again shows its result, the reasons, and the result that was replaced.
    let game = page("games/r01-b02.html");
    for words in ["Drawn by adjudication", "Neither is ahead.", "wins by forfeit", "no answer", "decision 5"] {
        assert!(game.contains(words), "{words}: {game}");
    }
    assert!(page("decisions/0005.html").contains("It was lost."));
    assert!(page("word.html").contains("drawn by adjudication"));
    let played = page("games/r01-b01.html");
    assert!(played.contains("The match, which proves it.") && played.contains("r01-b01-replay.html"), "{played}");
    let replay = page("games/r01-b01-replay.html");
    assert!(
        replay.contains("<a href=\"r01-b01.html\">← Game 1/1</a> · <a href=\"../index.html\">Front page</a>"),
        "{:.2000}",
        replay
    );
    assert!(page("games/r01-b01-report.html").contains("id=\"step-1\""));
    let index = site_checks::search(&site);
    assert!(index["entries"].to_string().contains("It was lost."), "{index}");
    assert_eq!(index["reports"].as_array().unwrap().len(), 1, "one game was played");
    assert!(site_checks::words(&site, "c").get("confederate").is_some());

    // An address is not shown, unless that is asked for.
    assert!(!site.values().any(|bytes| String::from_utf8_lossy(bytes).contains("ann@example.org")));
    assert!(page("verify.html").contains("One entry has a mail address"));

    the_same_again(&season, &site);
    what_changes(&season, &site);
}

/// The same documents give the same bytes, and nothing is written twice.
fn the_same_again(season: &Season, site: &site_checks::Files) {
    season.publish("other");
    assert!(season.site("other") == *site, "another folder has another site");
    let again = season.publish("site");
    assert_eq!((again["written"].as_u64(), again["removed"].as_u64()), (Some(0), Some(0)), "{again}");
    assert!(season.site("site") == *site);
    // A page that somebody has altered is written again.
    fs::write(season.path("site/games/r01-b01-replay.html"), "altered").unwrap();
    season.publish("site");
    assert!(season.site("site") == *site);
}

/// The next round: new pages are written, obsolete ones removed, and files that are not the site's stay.
fn what_changes(season: &Season, before: &site_checks::Files) {
    fs::write(season.path("site/notes.txt"), "mine").unwrap();
    fs::write(season.path("site/players/notes.txt"), "mine").unwrap();
    let list = fs::read_to_string(season.path("site/adjutant-site.json")).unwrap();
    // A page of an earlier publication that is not made any more, and one that its owner has changed since.
    for (name, text) in [("old.html", "old"), ("kept.html", "changed")] {
        fs::write(season.path("site").join(name), text).unwrap();
    }
    let digest = "96ba4a1a5d2ee4a30b3d7a7d3e0f66d7dd2bcb3c3a4c0a4a7b3e2e6c8a9e2d11";
    let old: String = sha256("old");
    let list = list.replacen(
        "\"files\": {",
        &format!("\"files\": {{\n \"old.html\": \"{old}\",\n \"kept.html\": \"{digest}\",\n \"../t/plan.yaml\": \"{digest}\","),
        1,
    );
    fs::write(season.path("site/adjutant-site.json"), list).unwrap();
    season.director(&["pair"]);
    let told = season.publish("site");
    assert_eq!(told["removed"].as_u64().unwrap(), 2, "old.html and the search of before: {told}");
    let after = season.site("site");
    assert!(
        after.contains_key("notes.txt") && after.contains_key("players/notes.txt") && after.contains_key("kept.html")
    );
    assert!(!after.contains_key("old.html") && after.contains_key("rounds/02.html"));
    let replay = "games/r01-b01-replay.html";
    assert_eq!(after[replay], before[replay]);

    // A folder that is not a site's is left alone.
    fs::create_dir(season.path("mine")).unwrap();
    fs::write(season.path("mine/index.html"), "mine").unwrap();
    let (code, told) = season.run("director", &["tournament", "publish", "t", "--out", "mine"]);
    assert!(code == 2 && told.contains("has no site of this program"), "{told}");

    // A tournament that does not verify is not published.
    let result = season.path("t/documents/0003-result.yaml");
    let text = fs::read_to_string(&result).unwrap();
    fs::write(&result, text.replacen("round: 1", "round: 2", 1)).unwrap();
    let (code, told) = season.run("director", &["tournament", "publish", "t", "--out", "altered"]);
    assert!(code == 1 && told.contains("0003-result.yaml") && !season.path("altered").exists(), "{told}");
}

fn sha256(text: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
