//! `demo`: two whole matches without any input, with a refused turn and a detected forgery.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use super::folder::Folder;
use super::outcome_words::outcome_words;
use crate::cli::paths::Shown;

use super::game_choice::{self, ChosenGame};
use super::local_match::{LocalMatch, MatchTerms, Player, RunningMatch, SeatPlayer, charter_of, id, write_file};
use super::open_match::Outgoing;
use super::out::{self, Printout, Tone};
use super::progress::Progress;
use super::suggested_commands::shell_quoted;
use super::{CommandResult, Failure, Format, seat};
use crate::chain::DocumentArena;
use crate::chain::compose::complete_turn;
use crate::chain::seats::ADJUDICATOR;
use crate::chain::sign::seal;
use crate::document::kinds::TrustMode;
use crate::document::{Form, Id, Kind, Problem, read, write};
use crate::session::RandomPlayer;
use crate::trust::{Vault, seeds};

/// Play demonstration matches, without any input, in a few seconds.
///
/// Makes keys, plays one refereed and one head-to-head match of a game's first scenario through real signed files,
/// shows a refused turn and a detected forgery, verifies both folders, and says where the files are. The players choose
/// at random among legal orders.
///
/// With --scenario or --player it plays and verifies one head-to-head match instead. The sensible player plays to the
/// end: a whole war takes less than a minute.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: game_choice::GameArgs,
    /// Who plays both sides.
    #[arg(long, value_enum)]
    player: Option<Who>,
    /// Write the matches to this folder [default: a new temporary folder].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    /// Plays legal orders at random, and offers a draw after 160 steps.
    Random,
    /// Plays the orders that the program rates best.
    Sensible,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let started = Instant::now();
    let played = args.game.chosen()?;
    let place = match args.out {
        Some(out) => {
            if out.exists() && std::fs::read_dir(&out).map_or(true, |mut entries| entries.next().is_some()) {
                let problem = Problem::new("this is not an empty folder");
                return Err(Failure::cannot_in(&out, problem.advice("name a new folder, or an empty one")));
            }
            out
        }
        None => {
            let made = tempfile::Builder::new().prefix("adjutant-demo-").tempdir();
            made.map_err(|error| Failure::cannot(Problem::new(format!("cannot make a temporary folder: {error}"))))?
                .keep()
        }
    };
    let secrets = secrets()?;
    if args.game.scenario.is_some() || args.player.is_some() {
        let player = match args.player {
            Some(Who::Sensible) => Player::Sensible(1861),
            _ => Player::Random(Box::new(RandomPlayer::new(1861))),
        };
        return single_match(&place, secrets.path(), &played, player, format);
    }
    let mut narration = Narration { aloud: format == Format::Text, lines: Vec::new() };
    narration
        .line("Two players and an adjudicator make their keys, each in a folder of secrets that nobody else sees.");
    let progress = Progress::open("playing");
    // The matches are independent; the second is reported when it is over.
    let (refereed, direct) = std::thread::scope(|scope| {
        let direct = scope.spawn(|| {
            let mut narration = Narration { aloud: false, lines: Vec::new() };
            let path = place.join("head-to-head");
            let player = Player::Random(Box::new(RandomPlayer::new(1862)));
            let (vaults, mode) = (secrets.path().join("direct"), TrustMode::HeadToHead);
            let direct = Demo::begin(&mut narration, &path, &vaults, mode, &played, player)?;
            direct.play(&mut narration, None, &progress).map(|_| narration.lines)
        });
        let player = Player::Random(Box::new(RandomPlayer::new(1861)));
        let (path, vaults) = (place.join("refereed"), secrets.path().join("refereed"));
        let refereed = Demo::begin(&mut narration, &path, &vaults, TrustMode::Refereed, &played, player);
        let refereed = refereed.and_then(|refereed| refereed.play(&mut narration, Some(&played), &progress));
        (refereed, direct.join())
    });
    drop(progress);
    let refereed = refereed?;
    let direct = direct.map_err(|_| Failure::no(Problem::new("the head-to-head match did not finish")))??;
    direct.iter().for_each(|line| narration.line(line));
    forge(&mut narration, &refereed, &place.join("forged"))?;
    let mut ok = true;
    for name in ["refereed", "head-to-head"] {
        let folder = Folder::read(&place.join(name))?;
        let verdict = folder.verify();
        ok &= verdict.is_valid(false);
        let counts = verdict.counts;
        let tone = if verdict.is_valid(false) { Tone::Good } else { Tone::Bad };
        let words = format!(
            "{name} {}: {}, {}, {} checked, {} adjudicated again.",
            if verdict.is_valid(false) { "verifies" } else { "DOES NOT VERIFY" },
            out::counted(counts.signatures, "signature"),
            out::counted(counts.reveals, "reveal"),
            out::counted(counts.rolls, "roll"),
            out::counted(counts.adjudicated, "state")
        );
        narration.tone(Some(tone), &words);
        for failure in &verdict.failures {
            narration.line(&format!("  {}: {}", failure.file, failure.problem));
        }
    }
    let shown = place.shown();
    narration.line(&format!("\nThat took {:.1} seconds. Look around in {shown}:", started.elapsed().as_secs_f64()));
    let direct = place.join("head-to-head");
    for (what, command) in [
        ("a report", format!("adjutant report 2 --folder {}", shell_quoted(&direct))),
        ("the status of the match", format!("adjutant match status {}", shell_quoted(&direct))),
        ("the map at the end", format!("adjutant show map --folder {}", shell_quoted(&direct))),
        ("the verification", format!("adjutant verify {}", shell_quoted(&direct))),
        ("the forgery", format!("adjutant verify {}", shell_quoted(&place.join("forged")))),
    ] {
        narration.line(&format!("  {what:<24} {command}"));
    }
    if format == Format::Json {
        out::answer(format, String::new, || json!({"ok": ok, "folder": place, "messages": narration.lines}))?;
    }
    if ok { Ok(()) } else { Err(Failure::no(Problem::new("a demonstration match does not verify"))) }
}

/// One match alone, played and verified.
fn single_match(place: &Path, secrets: &Path, played: &ChosenGame, player: Player, format: Format) -> CommandResult {
    let mut narration = Narration { aloud: format == Format::Text, lines: Vec::new() };
    let started = Instant::now();
    let demo = Demo::begin(&mut narration, place, secrets, TrustMode::HeadToHead, played, player)?;
    let progress = Progress::open("playing");
    demo.play(&mut narration, None, &progress)?;
    drop(progress);
    let played = started.elapsed();
    let started = Instant::now();
    let folder = Folder::read(place)?;
    let verdict = folder.verify();
    let ok = verdict.is_valid(false);
    let size: usize = folder.raw().map(|(_, bytes)| bytes.len()).sum();
    let words = format!(
        "The match {}: {} steps, {} rolls, {} KiB; played in {:.1} s, verified in {:.1} s.\nLook around in {}.",
        if ok { "verifies" } else { "DOES NOT VERIFY" },
        verdict.counts.steps,
        verdict.counts.rolls,
        size / 1024,
        played.as_secs_f64(),
        started.elapsed().as_secs_f64(),
        place.shown()
    );
    narration.tone(Some(if ok { Tone::Good } else { Tone::Bad }), &words);
    if format == Format::Json {
        let counts = &verdict.counts;
        out::answer(format, String::new, || {
            json!({"ok": ok, "folder": place, "steps": counts.steps, "rolls": counts.rolls, "bytes": size,
                   "outcome": verdict.outcome, "messages": narration.lines})
        })?;
    }
    if ok { Ok(()) } else { Err(Failure::no(Problem::new("the demonstration match does not verify"))) }
}

/// A temporary folder for secrets, in memory if the system has such a place.
fn secrets() -> Result<tempfile::TempDir, Failure> {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .map_err(|error| Failure::cannot(Problem::new(format!("cannot make a temporary folder: {error}"))))
}

/// The running report of the demonstration.
struct Narration {
    /// Whether it is printed at once; otherwise it is only kept.
    aloud: bool,
    lines: Vec<String>,
}

impl Narration {
    fn line(&mut self, line: &str) {
        self.tone(None, line);
    }

    fn tone(&mut self, tone: Option<Tone>, line: &str) {
        if self.aloud {
            let mut words = Printout::default();
            match tone {
                Some(tone) => words.tone(tone, line),
                None => words.line(line),
            }
            // If the output is closed, the match continues.
            let _ = out::answer(Format::Text, || words, || json!(null));
        }
        self.lines.push(line.to_owned());
    }
}

/// One match in progress.
struct Demo {
    party: LocalMatch,
    player: Player,
}

impl Demo {
    /// Keys, charter, signatures, set-up.
    fn begin(
        narration: &mut Narration,
        path: &Path,
        secrets: &Path,
        trust: TrustMode,
        played: &ChosenGame,
        player: Player,
    ) -> Result<Demo, Failure> {
        let called = played.called();
        let title = match trust {
            TrustMode::Refereed => format!("{called}, refereed"),
            TrustMode::HeadToHead => format!("{called}, head-to-head"),
        };
        let mut people: Vec<(Id, Option<Id>, &str)> = played
            .game
            .sides()
            .into_iter()
            .zip(["Ann", "Bob"])
            .map(|(side, name)| (side.clone(), Some(side), name))
            .collect();
        if trust == TrustMode::Refereed {
            people.push((id(ADJUDICATOR)?, None, "Cleo"));
        }
        let mut cast = Vec::new();
        for (seat, side, name) in people {
            let vault = Vault::open(secrets.join(seat.as_str())).map_err(Failure::cannot)?;
            vault.create_key("default", None).map_err(Failure::cannot)?;
            cast.push(SeatPlayer { seat, side, name: name.to_owned(), vault, key: "default".to_owned() });
        }
        let length = match player {
            Player::Random(_) => *seeds::LENGTHS.start(),
            _ => *seeds::LENGTHS.end(),
        };
        let terms = MatchTerms { charter: charter_of(played, title.clone(), trust)?, played, length, open: false };
        let party = LocalMatch::begin(path, &terms, cast, false)?;
        let gap = if narration.aloud && narration.lines.is_empty() { "" } else { "\n" };
        narration.line(&format!("{gap}'{title}': everybody signs the charter. Its digest is the match id:"));
        narration.line(&format!("  {}.", party.folder.charter()?.digest));
        Ok(Demo { party, player })
    }

    /// Plays to the end; in the game that `blunders` names, if any, with an illegal turn.
    fn play(
        mut self,
        narration: &mut Narration,
        blunders: Option<&ChosenGame>,
        progress: &Progress,
    ) -> Result<Demo, Failure> {
        let shelf = DocumentArena::default();
        let Demo { party, player } = &mut self;
        let mut course = party.course(&shelf)?;
        let mut to_refuse = blunders;
        course.answer(None)?;
        loop {
            progress.step();
            let RunningMatch { found, .. } = &course;
            let Some(newest) = found.chain.newest() else { break };
            let state = &newest.state.typed;
            if let Some(outcome) = &state.outcome {
                narration.line(&format!(
                    "  The match ends after {} steps: {}.",
                    state.step,
                    outcome_words(&found.chain, &*found.game, outcome)
                ));
                if !found.chain.owed_disclosures().is_empty() {
                    narration
                        .line("  Both sides disclose their hands, so that every draw and every play can be verified.");
                }
                course.disclose()?;
                break;
            }
            let orders = state.awaiting.iter().any(|entry| entry.get("orders").is_some());
            let first = found.chain.awaited(state).first().copied().cloned();
            if let (Some(played), Some(first)) = (to_refuse.filter(|_| orders), first) {
                to_refuse = None;
                illegal_turn(narration, &mut course, &first, played)?;
                continue;
            }
            if !course.exchange(player)? {
                break;
            }
        }
        Ok(self)
    }
}

/// An illegal turn that is signed anyway, and its refusal.
fn illegal_turn(
    narration: &mut Narration,
    course: &mut RunningMatch<'_>,
    seat: &Id,
    played: &ChosenGame,
) -> CommandResult {
    let name = course.signers.entry(seat)?.name.clone();
    let outgoing = {
        let found = &course.found;
        let signer = course.signers.unlock(found, seat)?;
        let reveal = signer.reveal(&found.chain)?;
        let (order, comment) = played.known.illegal_turn;
        let order: Value = serde_json::from_str(order)
            .map_err(|error| Failure::no(Problem::new(format!("the order is not JSON: {error}"))))?;
        let orders = json!({"orders": [order], "comment": comment});
        let content = complete_turn(&found.chain, seat, reveal, &orders).map_err(Failure::no)?;
        let signed = signer.sign(&found.chain, Kind::Turn, found.step() + 1, content)?;
        Outgoing::document(found.folder, &signed.document().document)
    };
    course.keep(&outgoing)?;
    narration.line(&format!("  {name} signs an illegal turn, {}:", outgoing.name));
    let answered = course.answer(Some(seat))?;
    for told in answered.refused.iter().flatten() {
        narration.line(&format!("    refused: {}", told.problem));
    }
    for outgoing in &answered.files {
        narration.line(&format!(
            "  The refusal is signed too: {}. Nothing was rolled; {name} writes another turn.",
            outgoing.name
        ));
    }
    Ok(())
}

/// A copy of a match whose last state was forged: the adjudicator himself has changed a die and signed the state again.
fn forge(narration: &mut Narration, original: &Demo, place: &Path) -> CommandResult {
    let folder = Folder::read(&original.party.folder.path)?;
    let forged = folder.raw().filter(|(name, _)| name.starts_with("states/")).find_map(|(name, bytes)| {
        let mut state = read(name, bytes, Form::State).ok()?.content;
        let faces = state.get_mut("rolls")?.as_array_mut()?.first_mut()?.get_mut("faces")?.as_array_mut()?;
        let face = faces.first()?.as_u64()?;
        let better = if face == 6 { 1 } else { 6 };
        faces[0] = json!(better);
        Some((name.to_owned(), state, face, better))
    });
    let Some((name, state, face, better)) = forged else {
        return Err(Failure::no(Problem::new("nothing was rolled, so there is no die to change")));
    };
    let last = state["step"].as_u64().unwrap_or_default();
    let responder = id(state["responder"].as_str().unwrap_or_default())?;
    let (entry, vault) = original.party.of(&responder)?;
    for (name, bytes) in folder.raw() {
        let step = name.get(name.find('/').map_or(0, |slash| slash + 1)..).and_then(|file| file.get(..4));
        if name.starts_with("packs/") || step.and_then(|step| step.parse().ok()).is_none_or(|step: u64| step <= last) {
            write_file(&place.join(name), bytes, false)?;
        }
    }
    let signed = seal(&state, &responder, &seat::key(&vault, &entry)?).map_err(Failure::no)?;
    write_file(&place.join(&name), write(&signed).as_bytes(), false)?;
    narration.line(&format!(
        "\nA forgery: in a copy of the match, {} changes the first die of {name} from {face} to {better} and signs the state again.",
        entry.name
    ));
    let verdict = Folder::read(place)?.verify();
    for failure in &verdict.failures {
        let signer = failure.seat.as_ref().map(|seat| format!(", signed by {seat}")).unwrap_or_default();
        narration.line(&format!("  found: {}{signer}: {}", failure.file, failure.problem));
    }
    if verdict.is_valid(true) {
        return Err(Failure::no(Problem::new("the forgery was not found")));
    }
    Ok(())
}
