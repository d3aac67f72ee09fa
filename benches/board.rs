//! How long the board takes to answer a click at step 348 of the example campaign, compared with what is not to be
//! avoided: writing and reading the newest position once.
//!
//! `cargo bench --bench board`. The program is asked as the page asks it, through a server that holds the match.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The newest step of the match that is asked about.
const STEP: u64 = 348;
/// How often each question is asked.
const TIMES: u32 = 20;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("campaign");
    let newest = copy(&root.join("examples/campaign-1861"), &folder);
    let position = std::fs::read_to_string(newest).expect("the newest state");
    let floor = average(|| {
        let read: serde_json::Value = serde_yaml::from_str(&position).expect("a state");
        std::hint::black_box(serde_json::to_string(&read).expect("JSON"));
    });
    println!("floor: the newest state as YAML read, and written as JSON: {:.1} ms", ms(floor));
    let board = Board::start(&folder, &place.path().join("secrets"));
    let position: serde_json::Value = serde_json::from_str(&board.ask("position", "{}")).expect("a position");
    let side = position["side"].as_str().expect("a side");
    let leaders = position["targets"].as_array().into_iter().flatten().filter(|one| one["kind"] == "piece");
    let leaders: Vec<String> =
        leaders.filter(|one| one["side"] == side).filter_map(|one| one["id"].as_str().map(str::to_owned)).collect();
    let most = leaders.iter().max_by_key(|leader| ends(&board, leader)).expect("a leader").clone();
    println!("offers are asked for {most}, who has {} destinations", ends(&board, &most));
    let select = format!("{{\"select\": [\"{most}\"]}}");
    for (name, fields) in [
        ("offers", select.as_str()),
        ("offers", "{}"),
        ("check", "{\"draft\": {\"orders\": []}}"),
        ("position", "{}"),
        ("picture", "{}"),
        ("events", "{}"),
    ] {
        let took = average(|| drop(board.ask(name, fields)));
        println!(
            "{name:8} {:>34}: {:6.1} ms, {:.1} times the floor",
            &fields[..fields.len().min(34)],
            ms(took),
            ms(took) / ms(floor)
        );
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn average(mut act: impl FnMut()) -> Duration {
    act();
    let begun = Instant::now();
    (0..TIMES).for_each(|_| act());
    begun.elapsed() / TIMES
}

/// The number of places where orders of a leader may end.
fn ends(board: &Board, leader: &str) -> usize {
    let answer = board.ask("offers", &format!("{{\"select\": [\"{leader}\"]}}"));
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
    let offers = answer["offers"].as_array().into_iter().flatten();
    let ends =
        offers.flat_map(|offer| offer["orders"].as_array().into_iter().flatten()).map(|order| order["end"].to_string());
    ends.collect::<std::collections::BTreeSet<_>>().len()
}

/// The match up to its step; returns its newest state.
fn copy(from: &Path, to: &Path) -> std::path::PathBuf {
    let mut newest = to.to_owned();
    for part in ["", "packs/civil_war", "states", "turns"] {
        std::fs::create_dir_all(to.join(part)).expect("a folder");
        let entries = std::fs::read_dir(from.join(part)).into_iter().flatten().flatten();
        for file in entries.map(|entry| entry.path()).filter(|path| path.is_file()) {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let step = name.get(..4).and_then(|digits| digits.parse::<u64>().ok());
            if step.is_none_or(|step| step <= STEP) {
                std::fs::copy(&file, to.join(part).join(&name)).expect("a copy");
            }
            if part == "states" && step == Some(STEP) {
                newest = to.join(part).join(&name);
            }
        }
    }
    newest
}

/// A board that is served.
struct Board {
    child: Child,
    address: String,
    token: String,
}

impl Board {
    fn start(folder: &Path, secrets: &Path) -> Board {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.arg("board").arg(folder).args(["--seat", "union", "--print-url"]).env("ADJUTANT_HOME", secrets);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("the address");
        let (_, url) = line.trim().split_once("http://").expect("an address");
        let (address, token) = url.split_once("/#t=").expect("a token");
        let mut board = Board { address: address.to_owned(), token: token.to_owned(), child };
        let entered: serde_json::Value = serde_json::from_str(&board.ask("enter", "{}")).expect("a token");
        board.token = entered["token"].as_str().expect("a token").to_owned();
        board
    }

    fn ask(&self, name: &str, fields: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the server");
        let request = format!(
            "POST /api/{name} HTTP/1.1\r\nHost: {}\r\nX-Board: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{fields}",
            self.address,
            self.token,
            fields.len()
        );
        stream.write_all(request.as_bytes()).expect("a question");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
