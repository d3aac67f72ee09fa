//! A season as its director runs it, on the command line: entries, pairings, matches of the sensible player, forfeits,
//! a withdrawal, an appeal, a lost laptop, a game adjudicated at its time limit; and every kind of tampering, found and
//! named.
//!
//! `cargo test` plays eight players over three rounds of Crossroads. `ADJUTANT_SEASON=32 cargo test --release --test
//! commands seasons:: -- --nocapture` plays 32 players over five rounds of three games.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use adjutant::document::{Bytes32, Form, Id, Value, read, write};
use adjutant::trust::{SigningKey, Vault};
use serde_json::json;
use tournament::signed::{ParsedDocument, kind_of, seal};

use crate::folders::copy_all;

/// Leaves a copy of a season in the folder that `ADJUTANT_TOURNAMENTS` names, for a verifier in another language.
pub fn keep_for_a_stranger(season: &Path, name: &str) {
    if let Some(place) = std::env::var_os("ADJUTANT_TOURNAMENTS") {
        copy_all(season, &Path::new(&place).join(format!("season-{name}")));
    }
}

/// A club: a director with a folder of secrets, and players each with one.
struct Club {
    root: tempfile::TempDir,
}

/// The result of running the program.
struct Ran {
    code: i32,
    output: String,
}

const NAMES: [&str; 8] = ["ann", "bob", "cleo", "dan", "eve", "finn", "gus", "hal"];

impl Club {
    fn new() -> Club {
        Club { root: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn season(&self) -> String {
        self.path("season").display().to_string()
    }

    fn home(&self, who: &str) -> PathBuf {
        match who {
            "director" | "deputy" => self.path(who),
            player => self.path("secrets").join(player),
        }
    }

    /// Runs the program as somebody.
    fn run(&self, who: &str, args: &[&str]) -> Ran {
        self.run_with(who, args, None)
    }

    /// The same, with a passphrase for backups.
    fn run_with(&self, who: &str, args: &[&str], passphrase: Option<&str>) -> Ran {
        let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(args)
            .current_dir(self.root.path())
            .env("ADJUTANT_HOME", self.home(who))
            .env("ADJUTANT_CACHE", "off")
            .env("ADJUTANT_WORK", "8")
            .env_remove("ADJUTANT_PASSPHRASE")
            .envs(passphrase.map(|passphrase| ("ADJUTANT_PASSPHRASE", passphrase)))
            .output()
            .unwrap();
        let said = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        Ran { code: ran.status.code().expect("no signal"), output: said }
    }

    fn run_ok(&self, who: &str, args: &[&str]) -> String {
        let ran = self.run(who, args);
        assert_eq!(ran.code, 0, "{args:?} as {who}:\n{}", ran.output);
        ran.output
    }

    fn run_refused(&self, who: &str, args: &[&str]) -> String {
        let ran = self.run(who, args);
        assert!(ran.code == 1 || ran.code == 2, "{args:?} as {who}:\n{}", ran.output);
        ran.output
    }

    /// A command of `tournament` in the season's folder.
    fn tournament(&self, who: &str, args: &[&str]) -> String {
        self.run_ok(who, &[&["tournament"], args, &["--folder", &self.season()]].concat())
    }

    /// Announces a season with these lines of a plan.
    fn announce(&self, plan: &str) {
        self.run_ok("director", &["keygen"]);
        fs::write(self.path("plan.yaml"), plan).unwrap();
        let plan = self.path("plan.yaml").display().to_string();
        self.run_ok("director", &["tournament", "new", &self.season(), "--plan", &plan]);
    }

    /// A player enters on a machine of his own, and mails the entry.
    fn enter(&self, player: &str) {
        self.run_ok(player, &["keygen"]);
        let own = self.path(&format!("{player}-season")).display().to_string();
        let announced = self.path("season/documents/0000-tournament.yaml").display().to_string();
        self.run_ok(player, &["tournament", "take", &announced, "--folder", &own]);
        let name = format!("Player {player}");
        let email = format!("{player}@example.org");
        let args = ["tournament", "enter", "--player", player, "--name", &name, "--email", &email, "--folder", &own];
        self.run_ok(player, &args);
        let entry = format!("{own}/players/entry-{player}.yaml");
        self.tournament("director", &["take", &entry]);
    }

    fn key(&self, who: &str) -> SigningKey {
        Vault::open(self.home(who)).unwrap().load_key("default", || None).unwrap()
    }

    /// The documents of the chain, in order.
    fn chain(&self, folder: &str) -> Vec<(String, Value)> {
        let place = self.path(folder).join("documents");
        let mut files: Vec<PathBuf> = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        files.iter().map(|path| (name(path), load(path))).collect()
    }

    fn keep(&self, name: &str) {
        keep_for_a_stranger(&self.path("season"), name);
    }

    /// The newest round's boards: for each, its players by side.
    fn boards(&self) -> Vec<BTreeMap<String, String>> {
        let chain = self.chain("season");
        let round = chain.iter().rev().find(|(_, content)| content["kind"] == "round").expect("a round");
        let boards = round.1["boards"].as_array().unwrap().iter();
        let player = |player: &Value| player.as_str().unwrap().to_owned();
        boards
            .map(|board| {
                board["sides"].as_object().unwrap().iter().map(|(side, id)| (side.clone(), player(id))).collect()
            })
            .collect()
    }

    /// A copy of the season's folder.
    fn copy(&self, name: &str) -> String {
        copy_all(&self.path("season"), &self.path(name));
        self.path(name).display().to_string()
    }

    /// A copy in which a document is altered, and it and all after it are signed again by the director: the worst that
    /// he can do.
    fn altered(&self, name: &str, alter: impl Fn(&mut Value) -> bool) -> String {
        let copy = self.copy(name);
        let key = self.key("director");
        let mut parent: Option<Bytes32> = None;
        let mut done = false;
        for (file, mut content) in self.chain(name) {
            if let Some(parent) = parent {
                content["parent"] = json!(parent);
            }
            let altered = !done && alter(&mut content);
            done |= altered;
            let kind = kind_of(&content).unwrap();
            let by: Id = content["by"].as_str().unwrap_or("director").parse().unwrap();
            let text = match done {
                true => write(&seal(kind, &content, &by, &key)),
                false => write(&content),
            };
            parent = Some(ParsedDocument::read(&file, text.as_bytes()).unwrap().digest);
            fs::write(self.path(name).join("documents").join(file), text).unwrap();
        }
        assert!(done, "{name}: nothing was altered");
        copy
    }
}

fn load(path: &Path) -> Value {
    let text = fs::read(path).unwrap();
    read(&path.display().to_string(), &text, Form::Signed).unwrap().content
}

const SMALL: &str = "title: A small season
director: Dora Diaz
games:
  - {id: crossroads, game: crossroads, pace: {days: 3}}
stages:
  - {format: {swiss: {rounds: 3}}, games: [crossroads]}
limit: {days: 30, unfinished: adjudicate}
rules: The side with more areas wins an unfinished game.
";

const LARGE: &str = "title: A season of three games
director: Dora Diaz
games:
  - {id: crossroads, game: crossroads, pace: {days: 3}}
  - {id: bull_run, game: dixie, pace: {days: 3}}
  - {id: brawners, game: longstreet, scenario: brawners_farm, pace: {days: 3}}
stages:
  - {format: {swiss: {rounds: 5}}, games: [crossroads, bull_run, brawners]}
limit: {days: 30, unfinished: adjudicate}
";

/// Plays a season: the first round with a forfeit that is appealed against, a withdrawal after it, a lost key in the
/// second, a game that is decided at its limit in the last.
fn play(club: &Club, players: &[String], rounds: u32) {
    let secrets = club.path("secrets").display().to_string();
    for player in players {
        club.enter(player);
    }
    let said = club.tournament("director", &["status"]);
    assert!(said.contains("the entry of") && said.contains("has arrived"), "{said}");
    club.tournament("director", &["roster", "--rating", &format!("{}=5100", players[0])]);
    // Nothing can be paired twice, and no standings come before results.
    for round in 1..=rounds {
        club.tournament("director", &["pair"]);
        let boards = club.boards();
        let first: Vec<&String> = boards[0].values().collect();
        let game = format!("{round}/1");
        match round {
            1 => {
                club.tournament("director", &["rehearse", "--secrets", &secrets, "--except", &game]);
                club.tournament("director", &["result"]);
                let reason = "the loser has not answered for thirty days";
                let judged = ["result", "--game", &game, "--forfeit", first[0], "--reason", reason];
                club.tournament("director", &judged);
                // He was in hospital: the appeal comes, and the director decides on it.
                let own = club.path(&format!("{}-season", first[1])).display().to_string();
                let news = club.path("season/documents").display().to_string();
                let entries = club.path("season/players").display().to_string();
                club.run_ok(first[1], &["tournament", "take", &entries, &news, "--folder", &own]);
                let why = "I was in hospital, and had told the director";
                club.run_ok(first[1], &["tournament", "appeal", &game, "--reason", why, "--folder", &own]);
                let appeal = fs::read_dir(format!("{own}/players")).unwrap().map(|entry| entry.unwrap().path());
                let appeal = appeal.into_iter().find(|path| path.display().to_string().contains("appeal")).unwrap();
                club.tournament("director", &["take", &appeal.display().to_string()]);
                let said = club.tournament("director", &["status"]);
                assert!(said.contains(why) || said.contains("appeal of"), "{said}");
                let reason = "the letter came, and was overlooked: the game is drawn";
                let decided = ["decide", "--appeal", first[1], "--reason", reason, "--replace", &game];
                let said = club.tournament("director", &decided);
                let number = said.split("document ").nth(1).and_then(|rest| rest.split(':').next()).unwrap().to_owned();
                let judged =
                    ["result", "--game", &game, "--adjudicated", "draw", "--reason", reason, "--decision", &number];
                club.tournament("director", &judged);
                let again = ["result", "--game", &game, "--double-forfeit", "--reason", "twice", "--decision", &number];
                let said = club.run_refused(
                    "director",
                    &[&["tournament"], again.as_slice(), &["--folder", &club.season()]].concat(),
                );
                assert!(said.contains("already been carried out"), "{said}");
            }
            _ if round == rounds => {
                // A game does not end when its time is up: its position remains as it is.
                let cut = ["rehearse", "--secrets", &secrets, "--game", &game, "--steps", "6"];
                club.tournament("director", &cut);
                club.tournament("director", &["rehearse", "--secrets", &secrets, "--except", &game]);
                club.tournament("director", &["result"]);
                let reason = "ahead at the limit of thirty days, by the rules announced";
                let judged =
                    ["result", "--game", &game, "--adjudicated", first[1], "--margin", "1", "--reason", reason];
                club.tournament("director", &judged);
            }
            _ => {
                club.tournament("director", &["rehearse", "--secrets", &secrets]);
                club.tournament("director", &["result"]);
            }
        }
        club.tournament("director", &["standings", "--sign"]);
        if round == 1 {
            // On the last board of the first round a player leaves, in due form.
            let leaves = boards.last().unwrap().values().next().unwrap().clone();
            let own = club.path(&format!("{leaves}-season")).display().to_string();
            let news = club.path("season/documents").display().to_string();
            let entries = club.path("season/players").display().to_string();
            club.run_ok(&leaves, &["tournament", "take", &entries, &news, "--folder", &own]);
            club.run_ok(&leaves, &["tournament", "withdraw", "--reason", "no time", "--folder", &own]);
            club.tournament("director", &["take", &format!("{own}/players/withdrawal-{leaves}.yaml")]);
            // Another has lost his laptop, and continues with a new key.
            let lost = first[0].clone();
            fs::remove_dir_all(club.home(&lost)).unwrap();
            club.run_ok(&lost, &["keygen"]);
            let key = format!("{lost}={}", club.key(&lost).public());
            club.tournament("director", &["decide", "--key", &key, "--reason", "a lost laptop; compared by telephone"]);
        }
    }
}

#[test]
fn a_season_is_run_and_proved_and_no_tampering_goes_unnoticed() {
    let club = Club::new();
    let large = std::env::var("ADJUTANT_SEASON").ok().and_then(|count| count.parse::<usize>().ok());
    let (plan, rounds) = if large.is_some() { (LARGE, 5) } else { (SMALL, 3) };
    let names = (0..large.unwrap_or(NAMES.len())).map(|n| match n / NAMES.len() {
        0 => NAMES[n].to_owned(),
        again => format!("{}{again}", NAMES[n % NAMES.len()]),
    });
    club.announce(plan);
    play(&club, &names.collect::<Vec<_>>(), rounds);

    let said = club.tournament("director", &["verify"]);
    assert!(said.contains("verifies: every check passes"), "{said}");
    for word in ["drawn by adjudication", "wins by adjudication", "wins by forfeit", "a lost laptop", "decided:"] {
        assert!(said.contains(word), "{word} is missing: {said}");
    }
    let said = club.tournament("director", &["status"]);
    assert!(!said.contains("without a result"), "{said}");
    let standings = club.tournament("director", &["standings"]);
    assert!(standings.contains("(left)"), "{standings}");
    // A second round more than was announced, and a result twice, are refused.
    let season = club.season();
    let said = club.run_refused("director", &["tournament", "pair", &season]);
    assert!(said.contains("all are paired"), "{said}");
    let said = club.run_refused("ann", &["tournament", "standings", "--sign", &season]);
    assert!(said.contains("nor a deputy has a key"), "{said}");
    for (to, has) in
        [("trf", "012 A "), ("csv", "rank,player"), ("ratings", "player,name,rating"), ("sides", "scenario")]
    {
        let text = club.tournament("director", &["export", "--to", to]);
        assert!(text.contains(has), "{to}: {text}");
    }
    let note = club.path("checkpoint").display().to_string();
    club.tournament("director", &["export", "--to", "checkpoint", "--out", &note]);
    club.tournament("director", &["verify", "--documents-only", "--checkpoint", &note]);
    club.tournament("director", &["mail"]);
    let mails =
        fs::read_dir(club.path("season/mail/out")).unwrap().map(|mail| fs::read_to_string(mail.unwrap().path()));
    let mails: Vec<String> = mails.map(|mail| mail.unwrap().replace("=\r\n", "")).collect();
    assert!(mails.len() >= 7, "{} mails", mails.len());
    assert!(mails.iter().all(|mail| mail.contains("a decision on the appeal by ")), "{}", mails[0]);
    club.keep("swiss");
    if large.is_none() {
        archived(&club);
    }

    tampering(&club, &note);
}

/// The matches of the season in an archive, which knows the tournament by its title.
fn archived(club: &Club) {
    let ran = club.run("director", &["archive", "add", "season/matches", "--unfinished", "--archive", "kept"]);
    assert!(ran.output.contains("tournament: A small season"), "{}", ran.output);
    let id = ParsedDocument::read("0", &fs::read(club.path("season/documents/0000-tournament.yaml")).unwrap()).unwrap();
    let kept = format!("kept/tournaments/{}.yaml", id.digest);
    let in_archive = |args: &[&str]| club.run("director", &[&["archive"], args, &["--archive", "kept"]].concat());
    let all = |event: &str| {
        let ran = in_archive(&["find", "--event", event, "--format", "json"]);
        serde_json::from_str::<Value>(&ran.output).unwrap_or_else(|_| panic!("{event}: {}", ran.output))["all"].clone()
    };
    let count = json!(fs::read_dir(club.path("kept/matches")).unwrap().count());
    for event in ["A small season", "small", &id.digest.to_string(), &id.digest.to_string()[..8]] {
        assert_eq!(all(event), count, "{event}");
    }
    let ran = in_archive(&["find", "--event", "A smal sason"]);
    assert!(ran.code == 2 && ran.output.contains("A small season"), "{}", ran.output);
    let ran = in_archive(&["stats", "--by", "event"]);
    assert!(ran.output.contains("A small season"), "{}", ran.output);
    let ran = in_archive(&["export", "--to", "csv", "--table", "tournaments"]);
    assert_eq!(ran.output.lines().count(), 2, "{}", ran.output);
    let ran = in_archive(&["verify"]);
    assert_eq!(ran.code, 0, "{}", ran.output);
    // Another archive, filled from the files of this one, has the title too.
    let ran = club.run("director", &["archive", "add", "kept/matches", "--unfinished", "--archive", "other"]);
    assert!(ran.output.contains("tournament: A small season"), "{}", ran.output);
    assert_eq!(fs::read(club.path(&kept)).unwrap(), fs::read(club.path(&kept.replace("kept", "other"))).unwrap());
    // A title that somebody has changed counts for nothing, and is named.
    let forged = fs::read_to_string(club.path(&kept)).unwrap().replace("A small season", "A large season");
    fs::write(club.path(&kept), forged).unwrap();
    let ran = in_archive(&["find", "--event", "A large season"]);
    assert!(ran.code == 2 && ran.output.contains("no match in this archive has the tournament"), "{}", ran.output);
    let ran = in_archive(&["verify"]);
    assert!(ran.code == 1 && ran.output.contains(&format!("does not verify: {kept}")), "{}", ran.output);
}

/// Every kind of tampering, each in a copy of the folder: what verification must say about it.
fn tampering(club: &Club, note: &str) {
    let of = |kind: &'static str| move |content: &Value| content["kind"] == kind;
    let verify = |folder: &str| club.run_refused("director", &["tournament", "verify", "--documents-only", folder]);

    // A result that the match does not bear out.
    let other = club.altered("other-result", |content| {
        let played = content["kind"] == "result" && content["how"] == "played" && content.get("winner").is_some();
        if played {
            content.as_object_mut().unwrap().shift_remove("winner");
            content.as_object_mut().unwrap().shift_remove("margin");
        }
        played
    });
    let said = club.run_refused("director", &["tournament", "verify", &other]);
    assert!(said.contains("wins this match, but document"), "{said}");

    // A pairing that suits somebody better.
    let paired = club.altered("other-pairing", |content| {
        let boards = content["boards"].as_array().cloned().unwrap_or_default();
        if content["kind"] != "round" || boards.len() < 2 {
            return false;
        }
        let (one, two) = (boards[0]["sides"].clone(), boards[1]["sides"].clone());
        let side = one.as_object().unwrap().keys().next().unwrap().clone();
        content["boards"][0]["sides"][&side] = two[&side].clone();
        content["boards"][1]["sides"][&side] = one[&side].clone();
        true
    });
    let said = verify(&paired);
    assert!(said.contains("by the rules, board"), "{said}");

    // Another seed of the draw of lots, and a rating that somebody was given.
    let seed = club.altered("other-seed", |content| {
        let first = content.get("seed").is_some();
        if first {
            content["seed"] = json!("00".repeat(32));
        }
        first
    });
    assert!(verify(&seed).contains("not the seed to which the announcement commits"));
    let points = club.altered("other-standings", |content| {
        let standings = of("standings")(content);
        if standings {
            let rows = content["rows"].as_array_mut().unwrap();
            rows.swap(0, 1);
        }
        standings
    });
    assert!(verify(&points).contains("by the results, "));

    // A rating: the seeding here is by lot, so nothing follows from it but that the documents are not those of the
    // checkpoint.
    let rated = club.altered("other-rating", |content| {
        let rated = content["kind"] == "roster";
        if rated {
            content["players"][0]["rating"] = json!(9000);
        }
        rated
    });
    let args = ["tournament", "verify", "--documents-only", &rated, "--checkpoint", note];
    let said = club.run_refused("director", &args);
    assert!(said.contains("a different chain from the one here"), "{said}");

    // A decision that is hidden: the chain has a hole.
    let hidden = club.copy("hidden-decision");
    let (file, _) = club.chain("season").into_iter().find(|(_, content)| content["kind"] == "decision").unwrap();
    fs::remove_file(Path::new(&hidden).join("documents").join(file)).unwrap();
    assert!(verify(&hidden).contains("missing from the chain, or was altered"));

    // Two heads: the director shows some players another end.
    let forked = club.copy("two-heads");
    let chain = club.chain("season");
    let (_, last) = chain.last().unwrap();
    let mut second = last.clone();
    second["issued"] = json!("2026-01-01T00:00:00Z");
    let text = write(&seal(kind_of(&second).unwrap(), &second, &Id::known("director"), &club.key("director")));
    fs::write(Path::new(&forked).join("documents/second.yaml"), text).unwrap();
    let said = verify(&forked);
    assert!(said.contains("has signed two different documents as document"), "{said}");

    // Without the director's key nothing can be altered at all, nor an entry of somebody else.
    let clumsy = club.copy("clumsy");
    let (file, mut content) =
        club.chain("season").into_iter().find(|(_, content)| content["kind"] == "result").unwrap();
    content["board"] = json!(9);
    fs::write(Path::new(&clumsy).join("documents").join(file), write(&content)).unwrap();
    let said = verify(&clumsy);
    assert!(said.contains("the signature is not valid"), "{said}");

    // A match that is gone, and one that was exchanged for another.
    let gone = club.copy("gone");
    let mut matches: Vec<PathBuf> =
        fs::read_dir(Path::new(&gone).join("matches")).unwrap().map(|entry| entry.unwrap().path()).collect();
    matches.sort();
    let played = matches.iter().find(|path| path.join("states").is_dir()).unwrap();
    fs::remove_dir_all(played).unwrap();
    let said = club.run_refused("director", &["tournament", "verify", &gone]);
    assert!(said.contains("is missing") && said.contains("take it in with `adjutant tournament take MAIL`"), "{said}");
    // What is not here says nothing against anybody.
    assert!(said.contains("could not be verified completely: 1 match is not here"), "{said}");
    assert!(!said.contains("does not verify"), "{said}");
}

#[test]
fn the_director_signs_one_document_for_a_place_and_judges_no_game_of_his_own() {
    let club = Club::new();
    club.announce(
        "title: Two\ndirector: Dora\ngames: [{id: crossroads, game: crossroads}]\nstages:\n  - {format: {round_robin: {cycles: 1}}, \
         games: [crossroads]}\n",
    );
    for player in ["ann", "bob"] {
        club.enter(player);
    }
    club.tournament("director", &["roster"]);
    // The roster is lost from the folder: it is put back, and nothing else is signed in its place.
    let roster = club.path("season/documents/0001-roster.yaml");
    let text = fs::read(&roster).unwrap();
    fs::remove_file(&roster).unwrap();
    let said = club.run_refused("director", &["tournament", "roster", "--without", "bob", &club.season()]);
    assert!(said.contains("you had already signed document 1 of the chain"), "{said}");
    assert_eq!(fs::read(&roster).unwrap(), text);
    // The director's laptop is lost after a backup: before he could sign anything twice, the program asks him to get
    // what the players have.
    let backup = club.path("backup").display().to_string();
    assert_eq!(club.run_with("director", &["backup", &backup], Some("a passphrase")).code, 0);
    fs::remove_dir_all(club.home("director")).unwrap();
    assert_eq!(club.run_with("director", &["restore", &backup], Some("a passphrase")).code, 0);
    let pair = ["tournament", "pair", &club.season()];
    let said = club.run_refused("director", &pair);
    assert!(said.contains("come from a backup"), "{said}");
    let said = club.run_refused("director", &[pair.as_slice(), &["--head", &"ab".repeat(32)]].concat());
    assert!(said.contains("the newest document here is"), "{said}");
    let filed = ParsedDocument::read("roster", &text).unwrap();
    club.run_ok("director", &[pair.as_slice(), &["--head", &filed.digest.to_string()]].concat());
    let said = club.tournament("director", &["remind", "--all"]);
    assert!(said.contains("given no address") || said.contains("remind-1-1-1-ann.eml"), "{said}");
    // The director has entered himself with his own key.
    let own = club.path("director-season").display().to_string();
    let announced = club.path("season/documents/0000-tournament.yaml").display().to_string();
    club.run_ok("director", &["tournament", "take", &announced, "--folder", &own]);
    let entered = ["tournament", "enter", "--player", "dora", "--name", "Dora", "--folder", &own];
    club.run_ok("director", &entered);
    club.tournament("director", &["take", &format!("{own}/players/entry-dora.yaml")]);
    club.tournament("director", &["roster"]);
    let said = club.run_refused(
        "director",
        &["tournament", "decide", "--withdraw", "dora", "--reason", "x", "--folder", &club.season()],
    );
    assert!(said.contains("cannot judge it"), "{said}");
}

#[test]
fn a_plan_is_checked_before_it_is_announced() {
    let club = Club::new();
    club.run_ok("director", &["keygen"]);
    let said = club.run_ok("director", &["tournament", "new", &club.season()]);
    assert!(said.contains("plan.yaml"), "{said}");
    let plan = club.path("season/plan.yaml");
    let example = fs::read_to_string(&plan).unwrap();
    let try_plan = |from: &str, to: &str| {
        assert!(example.contains(from), "{from}");
        fs::write(club.path("plan.yaml"), example.replacen(from, to, 1)).unwrap();
        club.run_refused(
            "director",
            &["tournament", "new", &club.path("other").display().to_string(), "--plan", "plan.yaml"],
        )
    };
    for (from, to, said) in [
        ("games: [crossroads, bull_run]}", "games: [crossroads, gettysburg]}", "no game called 'gettysburg'"),
        ("game: dixie", "game: dixi", "dixie"),
        ("swiss: {rounds: 5}", "swiss: {rounds: 0}", "at least one round"),
        ("seeding: lot", "seeding: luck", "rating"),
        ("director: Dora Diaz", "directr: Dora Diaz", "director"),
        ("limit: {days: 90", "limit: {days: ninety", "limit.days"),
        ("director: Dora Diaz", "director: Dora #2 Diaz", "a comment begins at this #"),
        ("seeding: lot", "seeding:\u{a0}lot", "a no-break space (U+00A0)"),
    ] {
        let told = try_plan(from, to);
        assert!(told.contains(said), "{to}: {told}");
    }
    assert!(!club.path("other").exists());
    let announced = ["tournament", "new", &club.season(), "--plan", &plan.display().to_string()];
    club.run_ok("director", &announced);
}

/// A knock-out of four whose top seeds are out first: places are by rounds, and the winner is named.
#[test]
fn a_knock_out_ranks_its_players_and_officials_who_sign_at_once_are_no_frauds() {
    let club = Club::new();
    club.run_ok("deputy", &["keygen"]);
    let key = club.key("deputy").public();
    club.announce(&format!(
        "title: Cup\ndirector: Dora\ndeputies: [{{id: dep, name: Dep, key: \"{key}\"}}]\nseeding: rating\ngames: [{{id: crossroads, \
         game: crossroads}}]\nstages:\n  - {{format: {{knockout: {{}}}}, games: [crossroads]}}\n"
    ));
    for player in ["ann", "bob", "cleo", "dan"] {
        club.enter(player);
    }
    let ratings = ["ann=6000", "bob=5900", "cleo=5800", "dan=5700"].map(|rating| ["--rating", rating]).concat();
    club.tournament("director", &[&["roster"], ratings.as_slice()].concat());
    club.tournament("director", &["pair"]);
    let forfeit = |game: &str, winner: &str| {
        club.tournament("director", &["result", "--game", game, "--forfeit", winner, "--reason", "no answer"]);
    };
    // The first meets the fourth, the second the third; each time the lower seed advances.
    let winner_of = |pair: &BTreeMap<String, String>| pair.values().max().unwrap().clone();
    let first: Vec<String> = club.boards().iter().map(winner_of).collect();
    assert_eq!(first, ["dan", "cleo"]);
    forfeit("1/1", "dan");
    forfeit("1/2", "cleo");
    // Director and deputy sign at the same time, each on his own machine: the director's signature counts.
    let copy = club.copy("deputy-season");
    let own = ["tournament", "decide", "--reason", "a decision of the deputy", "--folder", &copy];
    club.run_ok("deputy", &own);
    let number = club.chain("season").len();
    club.tournament("director", &["standings", "--sign"]);
    let overtaken = format!("{copy}/documents/{number:04}-decision.yaml");
    club.tournament("director", &["take", &overtaken]);
    let said = club.tournament("director", &["verify"]);
    assert!(said.contains("took its place") && said.contains("every check passes"), "{said}");
    club.tournament("director", &["pair"]);
    forfeit("2/1", "dan");
    let said = club.tournament("director", &["standings", "--sign"]);
    assert!(said.contains("Player dan has won the tournament."), "{said}");
    let (_, table) = club.chain("season").pop().unwrap();
    let places = table["rows"].as_array().unwrap().iter().map(|row| (row["rank"].clone(), row["player"].clone()));
    let due = [(1, "dan"), (2, "cleo"), (3, "ann"), (3, "bob")].map(|(rank, player)| (json!(rank), json!(player)));
    let mut found: Vec<(Value, Value)> = places.collect();
    found[2..].sort_by_key(|(_, player)| player.to_string());
    assert_eq!(found, due);
    club.keep("knock-out");
}

/// Decisions made after a knock-out was drawn, or its next round paired, change nothing in the bracket (TN-12).
#[test]
fn a_knock_out_stays_as_it_was_drawn() {
    let club = Club::new();
    club.announce(
        "title: Pools and a cup\ndirector: Dora\ngames: [{id: crossroads, game: crossroads}]\nstages:\n  - {format: {pools: {size: 3, \
         cycles: 1}}, games: [crossroads]}\n  - {format: {knockout: {players: 4}}, games: [crossroads]}\n",
    );
    for player in &NAMES[..6] {
        club.enter(player);
    }
    club.tournament("director", &["roster"]);
    let wins = |game: &str, winner: &str, more: &[&str]| {
        let judged = ["result", "--game", game, "--adjudicated", winner, "--margin", "1", "--reason", "ahead"];
        club.tournament("director", &[judged.as_slice(), more].concat());
    };
    // Of two, the first of the alphabet wins every game of the pools.
    for round in 1..=3 {
        club.tournament("director", &["pair"]);
        for (n, pair) in club.boards().iter().enumerate() {
            wins(&format!("{round}/{}", n + 1), pair.values().min().unwrap(), &[]);
        }
        club.tournament("director", &["standings", "--sign"]);
    }
    club.tournament("director", &["pair"]);
    let semifinals = club.boards();
    let field: Vec<&String> = semifinals.iter().flat_map(|pair| pair.values()).collect();
    assert_eq!(field.len(), 4);
    // A player in the bracket loses more points than he had, and stays in it.
    let penalty = format!("{}=6", field[0]);
    club.tournament("director", &["decide", "--penalty", &penalty, "--reason", "abusive mail"]);
    let winners: Vec<&String> = semifinals.iter().map(|pair| pair.values().min().unwrap()).collect();
    let loser = semifinals[0].values().max().unwrap();
    wins("4/1", winners[0], &[]);
    wins("4/2", winners[1], &[]);
    club.tournament("director", &["pair"]);
    assert!(club.boards()[0].values().all(|player| winners.contains(&player)), "{:?}", club.boards());
    // The final is paired; only then the first semifinal is given to the other.
    let said = club.tournament("director", &["decide", "--replace", "4/1", "--reason", "the count was wrong"]);
    let number = club.chain("season").len() - 1;
    assert!(said.contains(&number.to_string()), "{said}");
    wins("4/1", loser, &["--decision", &number.to_string()]);
    wins("5/1", winners[1], &[]);
    let said = club.tournament("director", &["standings", "--sign"]);
    assert!(said.contains(&format!("Player {} has won the tournament.", winners[1])), "{said}");
    let said = club.tournament("director", &["verify"]);
    assert!(said.contains("every check passes"), "{said}");
    club.keep("pools-and-knock-out");
}
