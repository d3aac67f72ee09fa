//! `match sign`: agree to the charter.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::json;

use crate::chain::seats::has_escrow;
use crate::chain::{Seats, charter, sign, successor};
use crate::cli::folder::{self, Folder};
use crate::cli::game_titles::{game_title, scenario_title};
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::paths::Shown;
use crate::cli::tournament::seats;
use crate::cli::{CommandResult, Failure, Format, earlier_matches, escrow, files, home, out, own_hand, question, seat};
use crate::document::kinds::{Continues, PackPin, ReplacedBecause, SeatEntry, TrustMode};
use crate::document::{Bytes32, Charter, Id, Kind, Problem, write};
use crate::document::{harmless, inline};
use crate::report::grammar::side_name;
use crate::session::Game;
use crate::trust::fingerprint;

/// Sign the charter, once every seat has joined.
///
/// A seed can sign only one charter. Before you sign, compare the fingerprints over the telephone: the person who holds
/// a key plays that seat.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat to sign for [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Other copies of the charter that came by mail; their signatures are added to yours.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Sign without asking, even if the match continues one in which a turn waits for an answer.
    #[arg(long, short)]
    yes: bool,
}

impl Args {
    /// The arguments for signing the charter of a folder for a seat.
    pub(super) fn of(folder: PathBuf, seat: String, yes: bool) -> Args {
        Args { place: MatchFolderArgs::at(folder), seat: Some(seat), from: Vec::new(), yes }
    }
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read(&args.place.find()?)?;
    let found = folder.charter()?;
    let typed = &found.typed;
    let game = folder.game()?;
    let vault = home::vault()?;
    let known = vault.known_anchors().map_err(Failure::cannot)?;
    let elsewhere: BTreeSet<Bytes32> =
        known.into_iter().filter(|(_, of)| *of != found.digest).map(|(anchor, _)| anchor).collect();
    let problems = charter::check(typed, &*game, &elsewhere);
    if !problems.is_empty() {
        let diagnostics = problems.into_iter().map(|problem| folder.printed(&found.file, found.place(problem)));
        return Err(Failure::Negative(diagnostics.collect()));
    }
    let wrong = seats::wrong_charter(typed, &folder.path, true);
    if !wrong.is_empty() {
        let advice = "sign nothing: start from the director's charter again, each player with his own side";
        let diagnostics =
            wrong.into_iter().map(|problem| folder.printed(&found.file, found.place(problem.advice(advice))));
        return Err(Failure::Negative(diagnostics.collect()));
    }
    if let Some(source) = typed.source() {
        check_source(&folder, &*game, &source)?;
    }
    if let Some(continues) = &typed.continues {
        agree_to_new_dice(&folder, continues, args.yes, format)?;
    }
    let mut copies = vec![found.document.content.clone()];
    for path in &args.from {
        copies.push(files::document(path)?.content);
    }
    let merged = charter::merge(&copies).map_err(|problem| folder.refused(&found.file, problem))?;
    let entry = seat::acting_seat(&vault, typed, args.seat.as_deref())?;
    let key = seat::key(&vault, entry)?;
    match (entry.hidden, vault.hidden(&key, &entry.seed.anchor)) {
        (Some(_), secret) => own_hand::check_secret(entry, &secret.map_err(Failure::cannot)?)?,
        (None, Ok(_)) => {
            let problem = Problem::new(format!(
                "'{}' has joined with a hidden hand, but the charter says that the hand is open",
                entry.seat
            ));
            let advice = "sign nothing: somebody has changed the charter";
            return Err(folder.refused(&found.file, problem.in_path("seats").rule("protocol 8.1").advice(advice)));
        }
        (None, Err(_)) => {}
    }
    escrow::must_be_complete(&folder.path, found, entry, (&vault, &key))?;
    let mut ledger = vault.lock(&entry.seed.anchor).map_err(Failure::cannot)?;
    let again = !ledger.signed(Kind::Charter, 0).is_empty();
    let entrusted = escrow::entrust_secret(&folder.path, found, entry, (&vault, &key), again)?;
    let signed = ledger.sign(&key, Kind::Charter, 0, merged.clone(), &|_| false);
    let signed = signed.map_err(|problem| folder.refused(&found.file, problem))?;
    let signature = signed.document().signature().ok_or_else(|| {
        Failure::cannot(crate::document::Problem::new("the signing log holds a charter without a signature"))
    })?;
    let merged = sign::attach(&merged, &signature);
    let path = folder.path.join(&found.file);
    let text = write(&merged);
    let after: Charter = crate::document::decode(&files::parse(&path, text.as_bytes())?)
        .map_err(|problem| folder.refused(&found.file, problem))?;
    files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let next = next(&after, &game.sides());
    let words = || {
        let seats: String = after.seats.iter().map(|seat| seat_line(&after, seat, &[])).collect();
        let next: String = next.iter().map(|line| format!("  {line}\n")).collect();
        let terms = terms(&after);
        let hand = entrusted.as_ref().map(|path| {
            format!(
                "Your hand's secret, encrypted to the adjudicator: {}; `adjutant mail` attaches it for him alone\n",
                path.shown()
            )
        });
        let hand = hand.unwrap_or_default();
        format!("Signed for {}:\n{terms}{seats}  match id     {}\n{hand}Next:\n{next}", entry.seat, found.digest)
    };
    let told = json!({"match": found.digest, "seat": entry.seat, "next": next});
    let value = || escrow::with_escrow_file(told, entrusted.as_deref());
    out::answer(format, words, value)
}

/// Checks that the charter continues the match that it names, or begins at a position of it, from a state in that match, as
/// far as the documents are here.
///
/// # Errors
/// The charter does not; or it begins at a position that is not here, or at which nobody else can begin.
fn check_source(folder: &Folder, game: &dyn Game, id: &Bytes32) -> Result<(), Failure> {
    let found = folder.charter()?;
    let chain = folder.chain()?;
    let begins = found.typed.from.is_some();
    let mut problems = Vec::new();
    match earlier_matches::find(&folder.path, id) {
        Some(path) => {
            let before = Folder::read(&path)?;
            let earlier = before.chain()?;
            problems.extend(successor::check_continuation(&chain, &earlier));
            problems.extend(successor::check_beginning(&chain, &earlier));
        }
        None => {
            let (does, what) = match begins {
                true => ("begins at a position of", "that the position was reached in it"),
                false => ("continues", "that it continues correctly"),
            };
            out::warn(&format!(
                "this charter {does} the match {id}, which is missing, so the program cannot check {what}; ask another seat for that match (`adjutant bundle --all --folder OLD`, where OLD is its folder) and receive it"
            ));
        }
    }
    if begins {
        problems.extend(successor::table(&chain, game).err());
    } else if earlier_matches::find(&folder.path, id).is_some() {
        problems.extend(successor::state_before(&chain).err());
    }
    if problems.is_empty() {
        return Ok(());
    }
    let diagnostics = problems.into_iter().map(|problem| folder.printed(&found.file, found.place(problem)));
    Err(Failure::Negative(diagnostics.collect()))
}

/// Shows the turns that wait for an answer in the match that this one continues, and asks whether to sign all the same:
/// whoever was to answer them may know their dice, and the new match rolls others.
///
/// # Errors
/// The user says no; or a turn waits in the copy here that the charter does not list.
fn agree_to_new_dice(folder: &Folder, continues: &Continues, yes: bool, format: Format) -> CommandResult {
    let listed = continues.unanswered.as_deref().unwrap_or_default();
    let earlier =
        earlier_matches::find(&folder.path, &continues.match_id).map(|path| Folder::read(&path)).transpose()?;
    let mut shown: Vec<String> = Vec::new();
    match &earlier {
        None => shown.extend(listed.iter().map(|digest| {
            let short = &digest.to_string()[..8];
            format!("the charter lists the turn {short}, which waits for an answer in the match that this one continues and is not here: its step gets new dice")
        })),
        Some(earlier) => {
            let before = earlier.chain()?;
            if let Some(turn) = successor::unanswered(&before).into_iter().find(|turn| !listed.contains(&turn.digest)) {
                let words = successor::waiting_words(&before, &turn.typed);
                let problem = Problem::new(format!("{words}, and the charter does not say so")).in_path("continues");
                let advice = "sign nothing: let whoever has this turn continue the match, so that the charter lists it (`adjutant match continue FOLDER --from DIR`)";
                let found = folder.charter()?;
                return Err(folder.refused(&found.file, found.place(problem.rule("protocol 3").advice(advice))));
            }
            let chain = folder.chain()?;
            shown.extend(successor::waiting_notices(&chain, &before).into_iter().map(|(_, words)| words));
        }
    }
    if yes || shown.is_empty() || !question::is_interactive(format) {
        shown.iter().for_each(|words| out::warn(words));
        return Ok(());
    }
    let lines: String = shown.iter().map(|words| format!("{}\n", harmless(words))).collect();
    if question::ask(&format!("{lines}Sign all the same? [y/N] ")) {
        return Ok(());
    }
    let problem = Problem::new("nothing was signed, and nothing has changed").rule("protocol 3");
    Err(Failure::no(problem.advice("answer the turn in the earlier match; or sign with --yes")))
}

/// One seat of a charter in words: who plays it, whether he has signed (and whether the signature is valid), and his
/// fingerprint.
pub(super) fn seat_line(charter: &Charter, seat: &SeatEntry, false_signatures: &[&Id]) -> String {
    let signed = charter.signatures.iter().any(|signature| signature.by == seat.seat);
    let state = match signed {
        _ if false_signatures.contains(&&seat.seat) => "the signature is not valid",
        true => "signed",
        false => "has not signed",
    };
    let plays = match &seat.side {
        Some(side) if *side != seat.seat => format!(" joined for the {} side,", side_name(side.as_str())),
        _ => String::new(),
    };
    format!(
        "  {:<12} {},{plays} {state}\n  {:<12} fingerprint {}\n",
        seat.seat.as_str(),
        seat.name,
        "",
        fingerprint(&seat.key)
    )
}

/// Whether a pack is the one that comes with this program.
pub(super) fn is_shipped(charter: &Charter, pin: &PackPin) -> bool {
    let shipped = folder::shipped(charter.ruleset.id.as_str());
    shipped.is_ok_and(|shipped| shipped.packs.get(pin.name.as_str()).is_some_and(|own| own.digest() == pin.sha256))
}

/// What a charter is about, in words: the game, its scenario, who adjudicates, and the clock.
pub fn game_in_words(charter: &Charter) -> String {
    let game = charter.ruleset.id.as_str();
    let scenario = scenario_title(game, charter.scenario.as_str());
    format!(
        "{}, {scenario}, {}, {}",
        game_title(game),
        inline(&json!(charter.trust)),
        super::clock_args::words(&charter.pace)
    )
}

/// The terms of a charter without its seats, in words: players must see everything that they sign.
pub(super) fn terms(charter: &Charter) -> String {
    let game = charter.ruleset.id.as_str();
    let mut terms = format!(
        "'{}': {} ({game}, revision {}), {} ({}), {}, {}\n",
        charter.title,
        game_title(game),
        charter.ruleset.revision,
        scenario_title(game, charter.scenario.as_str()),
        charter.scenario,
        inline(&json!(charter.trust)),
        super::clock_args::words(&charter.pace)
    );
    for pack in &charter.packs {
        let own = if is_shipped(charter, pack) { "" } else { ", not the one that comes with this program" };
        terms += &format!("  data         {}, {}{own}\n", pack.name, pack.sha256);
    }
    if !charter.options.is_empty() {
        terms += &format!("  options      {}\n", inline(&json!(charter.options)));
    }
    if let Some(event) = &charter.event {
        let (round, board, leg) = (event.round, event.board, event.leg);
        terms += &format!("  tournament   {}: round {round}, board {board}, game {leg}\n", event.tournament);
    }
    if has_escrow(charter) {
        terms += "  escrow       the adjudicator knows both hands, and refuses what they do not allow\n";
    }
    if let Some(first) = &charter.from {
        terms += &format!(
            "  begins at    the position after step {} of the match {}\n  {:<12} state {}\n",
            first.step, first.match_id, "", first.state
        );
    }
    if charter.open_queues == Some(true) {
        terms += "  queues       turns that are queued for later steps are shown to everybody at once\n";
    }
    if let Some(before) = &charter.continues {
        terms += &format!("  continues    match {} from state {}\n", before.match_id, before.state);
        for carried in before.clocks.iter().flatten() {
            terms += &format!("  {:<12} {}\n", carried.seat.as_str(), super::clock_args::carried(carried));
        }
        for one in before.replaced.iter().flatten() {
            let why = match one.reason {
                ReplacedBecause::Lost => "has lost its secrets and",
                ReplacedBecause::Left => "has left: somebody else",
            };
            terms +=
                &format!("  {:<12} {why} plays with a new key; by signing you attest to that\n", one.seat.as_str());
        }
        for digest in before.unanswered.iter().flatten() {
            let short = &digest.to_string()[..8];
            terms += &format!("  unanswered   turn {short} waits there for an answer; its step gets new dice\n");
        }
    }
    terms
}

/// What happens next, once this signature is there.
fn next(charter: &Charter, sides: &[crate::document::Id]) -> Vec<String> {
    let before = super::setup_steps::remaining_setup_steps(charter, sides);
    if !before.is_empty() {
        return before;
    }
    let seats = Seats::of(charter);
    let Some(first) = seats.first_issuer() else { return Vec::new() };
    let who = match charter.trust {
        TrustMode::Refereed => "the adjudicator",
        TrustMode::HeadToHead => first.as_str(),
    };
    let said = format!("all have signed: {who} sets up the match with `adjutant adjudicate`");
    vec![seat::hinted(charter, first, &said)]
}
