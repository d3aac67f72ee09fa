//! A club on the command line: a director and players, each with a folder of secrets and a copy of the tournament, and
//! a post that keeps what is sent.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A director and players, each with a folder of secrets and a copy of the tournament.
pub struct Club {
    root: tempfile::TempDir,
}

impl Club {
    /// A tournament with these lines of a plan.
    pub fn announced(plan: &str) -> Club {
        let club = Club::founded();
        club.announces(plan);
        club
    }

    /// A club before its tournament is announced; the director has a key.
    pub fn founded() -> Club {
        let club = Club { root: tempfile::tempdir().unwrap() };
        fs::create_dir(club.path("homes")).unwrap();
        fs::create_dir(club.path("spool")).unwrap();
        // The stand-in for sendmail puts all mails into one folder.
        let script = format!("#!/bin/sh\ncat > {}/$$-$(date +%N).eml\n", club.path("spool").display());
        fs::write(club.path("sendmail"), script).unwrap();
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(club.path("sendmail"), fs::Permissions::from_mode(0o755)).unwrap();
        club.run_ok("director", &["keygen"]);
        club
    }

    pub fn announces(&self, plan: &str) {
        fs::write(self.path("plan.yaml"), plan).unwrap();
        self.run_ok("director", &["tournament", "new", "season", "--plan", "plan.yaml"]);
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub fn run(&self, who: &str, args: &[&str]) -> (i32, String) {
        let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(args)
            .current_dir(self.root.path())
            .env("ADJUTANT_HOME", self.path("homes").join(who))
            .env("ADJUTANT_CACHE", "off")
            .env("ADJUTANT_SENDMAIL", self.path("sendmail"))
            .env_remove("ADJUTANT_PASSPHRASE")
            .output()
            .unwrap();
        (ran.status.code().unwrap(), String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap())
    }

    pub fn run_ok(&self, who: &str, args: &[&str]) -> String {
        let (code, told) = self.run(who, args);
        assert_eq!(code, 0, "{args:?} as {who}:\n{told}");
        told
    }

    /// A command that is refused with exit code 1.
    pub fn run_refused(&self, who: &str, args: &[&str]) -> String {
        let (code, told) = self.run(who, args);
        assert_eq!(code, 1, "{args:?} as {who}:\n{told}");
        told
    }

    pub fn director(&self, args: &[&str]) -> String {
        self.run_ok("director", &[&["tournament"], args, &["--folder", "season"]].concat())
    }

    pub fn refused(&self, args: &[&str]) -> String {
        self.run_refused("director", &[&["tournament"], args, &["--folder", "season"]].concat())
    }

    /// A key and a copy of the announcement, in a folder named for the player.
    pub fn joins(&self, who: &str) {
        self.run_ok(who, &["keygen"]);
        self.run_ok(who, &["tournament", "take", "season/documents/0000-tournament.yaml", "--folder", who]);
    }

    pub fn signs_entry(&self, who: &str, player: &str, name: &str) -> String {
        let email = format!("{who}@example.org");
        let args = ["tournament", "enter", "--player", player, "--name", name, "--email", &email, "--folder", who];
        self.run_ok(who, &args);
        format!("{who}/players/entry-{player}.yaml")
    }

    pub fn enters(&self, who: &str) {
        self.joins(who);
        let entry = self.signs_entry(who, who, &format!("Player {who}"));
        self.director(&["take", &entry]);
    }

    /// Every mail that was sent since this was asked last.
    pub fn spool(&self) -> Vec<String> {
        let mut mails: Vec<PathBuf> =
            fs::read_dir(self.path("spool")).unwrap().map(|entry| entry.unwrap().path()).collect();
        mails.sort();
        let texts = mails.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        mails.iter().for_each(|path| fs::remove_file(path).unwrap());
        texts
    }

    /// The boards of a round: the players in the order of the game's sides.
    pub fn boards(&self, round: u32) -> Vec<[String; 2]> {
        let told =
            self.run_ok("director", &["tournament", "status", "--all", "--folder", "season", "--format", "json"]);
        let status: Value = serde_json::from_str(&told).unwrap();
        let mut games: Vec<&Value> = status["games"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|game| game["round"] == round && game["game"] == 1)
            .collect();
        games.sort_by_key(|game| game["board"].as_u64());
        let id = |name: &str| name.trim_start_matches("Player ").to_owned();
        let pair = |game: &&Value| {
            let (first, second) = game["players"].as_str().unwrap().split_once(" – ").unwrap();
            [id(first), id(second)]
        };
        games.iter().map(pair).collect()
    }

    /// The files in the season's folder, by path: to check that nothing has changed.
    pub fn files(&self, folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let (mut found, mut open) = (Vec::new(), vec![self.path(folder)]);
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => open.push(path),
                    false => found.push((path.clone(), fs::read(&path).unwrap())),
                }
            }
        }
        found.sort();
        found
    }
}

/// The digits of a digest at the end of a file's name.
pub fn digest_of(path: &Path) -> String {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    name.rsplit('-').next().unwrap().to_owned()
}

/// A plan of a Swiss of three rounds, with byes.
pub const SWISS: &str = "title: Spring
director: Dora Diaz
email: dora@example.org
games: [{id: crossroads, game: crossroads}]
stages:
  - {format: {swiss: {rounds: 3}}, games: [crossroads]}
limit: {days: 30, unfinished: adjudicate}
byes: {most: 1, except_last: 1}
";

/// A mail as a reader sees it: lines broken for transport are joined again.
pub fn plain(mail: &str) -> String {
    mail.replace("=\r\n", "").replace("=\n", "")
}

/// Mails as one mailbox.
pub fn mbox(mails: &[String]) -> String {
    let mail = |mail: &String| format!("From someone Thu Nov 26 10:00:00 2026\n{}\n\n", mail.trim_end());
    mails.iter().map(mail).collect()
}
