//! `tournament remind`: a mail to everybody for whom a game is waiting.

use adjutant_mail::armor;
use adjutant_mail::bundle::File;
use adjutant_mail::compose::OutgoingMail;
use serde_json::json;
use tournament::reminder;
use tournament::state::{GameKey, Player, TournamentState};

use super::folder::{TournamentArgs, TournamentFolder};
use super::issue_document::{Official, Signer};
use super::result::match_folder;
use super::seats::{address_of, addressed, of_leg};
use crate::chain::status::{Next, status};
use crate::cli::folder::Folder;
use crate::cli::mail::remind::reminder_of;
use crate::cli::mail::send::{self, DeliveryArgs};
use crate::cli::mail::sent_log::SentLog;
use crate::cli::matches::clock_args::words;
use crate::cli::out::{self, Printout, Tone, counted};
use crate::cli::{CommandResult, Failure, Format, wall_clock};
use crate::document::{Bytes32, Id, harmless, write};

/// Write a reminder to each player whose move is overdue, or who has not joined or signed, in the games that have no
/// result.
///
/// An official whose key is here signs it. The mail says what the game waits for, what the announcement promises, and how to answer. Nobody is sent a second one while
/// the game waits for the same answer, so that the command can run every day by itself.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// Remind every player whose move it is, overdue or not.
    #[arg(long)]
    all: bool,
    /// Also remind players again who have been sent a reminder of the same answer.
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    signer: Signer,
    #[command(flatten)]
    how: DeliveryArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let season = folder.season(&chain)?;
    let official = args.signer.official_here(&chain)?;
    let (mut written, mut without, mut reminded) = (Vec::new(), Vec::new(), 0);
    let mut sent = SentLog::open(&folder.path);
    for key in season.open_games() {
        let Some(Waiting { keys, why, newest, due, how }) = waits_for(&folder, key, args.all)? else { continue };
        let answer = reminder_of(&newest);
        let late = season.players_of(key).into_iter().flatten().filter_map(|id| season.player(&id));
        // Before they have joined nobody has a seat, so both players are reminded.
        for player in late.filter(|player| keys.is_empty() || player.keys.iter().any(|key| keys.contains(key))) {
            let Some(address) = address_of(player) else {
                without.push((player.name.clone(), key));
                continue;
            };
            if sent.has(&answer, &player.id) && !args.again {
                reminded += 1;
                continue;
            }
            let name = format!("remind-{}-{}-{}-{}.eml", key.0, key.1, key.2, player.id);
            let mut letter = letter(&season, player, address, key, (&why, how));
            if let Some(official) = &official {
                letter.text += &signed(official, &season, &player.id, key, (&newest, due.as_deref()));
            }
            written.push(send::write_mail(&folder.path, &name, &letter, Vec::new(), args.how)?);
            if args.how.is_sent() {
                sent.note(&[answer], &[&player.id])?;
            }
        }
    }
    let told = || {
        let mut words = Printout::default();
        written.iter().for_each(|one| words.line(one.line()));
        for (name, key) in &without {
            words.tone(Tone::Caution, format!("{name} has given no address (game {}/{}).", key.0, key.1));
        }
        if reminded > 0 {
            words.line(format!("{} reminded before; --again writes again.", counted(reminded, "player")));
        }
        if written.is_empty() && without.is_empty() {
            words.line(if reminded > 0 { "Nobody else is late." } else { "Nobody is late." });
        } else if !args.how.is_sent() {
            words.line(format!(
                "Nothing is sent yet: open {} in your mail program, or run\n  {}",
                if written.len() == 1 { "it" } else { "them" },
                folder.hint("remind --send")
            ));
        }
        words
    };
    out::answer(format, told, || json!({"ok": true, "mails": send::values(&written), "reminded": reminded}))
}

/// What a game waits for.
struct Waiting {
    /// The keys of the players for whom it waits. Without keys: the players who have not joined.
    keys: Vec<Bytes32>,
    why: String,
    /// The newest state, or the charter.
    newest: Bytes32,
    /// When the answer was due.
    due: Option<String>,
    /// The commands with which a player answers.
    how: &'static str,
}

const JOIN: &str = "adjutant match accept FOLDER --seat SIDE --name NAME";
const SIGN: &str = "adjutant match sign\n  adjutant mail --send";
const MOVE: &str = "adjutant go\n  adjutant sign --mail";
const ANSWER: &str = "adjutant go --send";

/// What a game waits for; `None` if nobody is late.
fn waits_for(folder: &TournamentFolder, key: GameKey, all: bool) -> Result<Option<Waiting>, Failure> {
    let path = match_folder(folder, key);
    if !path.join("charter.yaml").is_file() {
        return Ok(None);
    }
    let read = Folder::read_cached(&path)?;
    let charter = read.charter()?;
    let chain = match read.chain() {
        Ok(chain) if charter.typed.seats.len() >= 2 => chain,
        _ => {
            let why = "the charter is waiting for you to join".to_owned();
            return Ok(Some(Waiting { keys: Vec::new(), why, newest: charter.digest, due: None, how: JOIN }));
        }
    };
    let status = status(&chain);
    let now = wall_clock::now();
    let due = status.due.as_deref();
    let late = due.is_some_and(|due| now.as_str() > due);
    let key_of = |seat: &crate::document::Id| chain.seats.key(seat).copied();
    let since = due.map(|due| format!(" (due {})", wall_clock::in_utc(due))).unwrap_or_default();
    let waiting: Option<(Vec<Bytes32>, String, &'static str)> = match &status.next {
        Next::Signatures(seats) => {
            let why = "the charter is waiting for your signature".to_owned();
            Some((seats.iter().filter_map(key_of).collect(), why, SIGN))
        }
        Next::Turns(asked) if late || all => {
            let late = asked.iter().filter(|one| one.turn.is_none()).filter_map(|one| key_of(&one.seat));
            Some((late.collect(), format!("it is your move{since}"), MOVE))
        }
        Next::SetUp(seat) | Next::State { seat, .. } | Next::Replacement { seat, .. } if late || all => {
            Some((key_of(seat).into_iter().collect(), format!("the match is waiting for your answer{since}"), ANSWER))
        }
        _ => None,
    };
    let newest = chain.newest().map_or(chain.match_id, |newest| newest.state.digest);
    Ok(waiting.filter(|(keys, ..)| !keys.is_empty()).map(|(keys, why, how)| Waiting {
        keys,
        why,
        newest,
        due: status.due.clone(),
        how,
    }))
}

/// The reminder as a document that the official signs, in lines that survive mail. `tournament take` says who has signed it.
fn signed(
    official: &Official,
    season: &TournamentState<'_>,
    player: &Id,
    (round, board, leg): GameKey,
    (newest, due): (&Bytes32, Option<&str>),
) -> String {
    let mut content = json!({
        "adjutant": 1, "kind": reminder::KIND, "tournament": season.id, "player": player, "round": round, "board": board,
    });
    if leg > 1 {
        content["leg"] = json!(leg);
    }
    content["of"] = json!(newest);
    if let Some(due) = due {
        content["due"] = json!(due);
    }
    content["by"] = json!(official.id);
    content["issued"] = json!(wall_clock::now());
    let text = write(&reminder::sealed(&content, &official.id, &official.key));
    let file = File::new("reminder.yaml".to_owned(), text.into_bytes());
    let headers = [("Tournament", season.id.to_string()[..8].to_owned()), ("Files", "1".to_owned())];
    let armored = armor::wrap_bundle(&headers, &[file]);
    format!("\nThis reminder is signed; `adjutant tournament take MAIL --folder FOLDER` says by whom.\n\n{armored}")
}

fn letter(
    season: &TournamentState<'_>,
    player: &Player,
    address: &str,
    key: GameKey,
    (why, how): (&str, &str),
) -> OutgoingMail {
    let title = harmless(&season.tournament.title).replace(['\n', '\r'], " ").replace("--", "-");
    let (round, board, leg) = key;
    let of_leg = of_leg(leg);
    let until = season
        .deadline(key)
        .map(|until| format!("The game must be over by {}.\n", wall_clock::in_utc(&until)))
        .unwrap_or_default();
    let plan = season.round(round).and_then(|round| season.game_of(round));
    let promised = plan.map(|plan| format!("The charter promises {}.\n", words(&plan.pace))).unwrap_or_default();
    OutgoingMail {
        from: None,
        to: vec![addressed(&player.name, address)],
        subject: format!("{title}: round {round}, board {board}{of_leg}"),
        text: format!(
            "{},\n\nin round {round}, board {board}{of_leg} of '{title}', {why}.\n{until}{promised}\nTo answer, \
             run in the folder of the match:\n\n  {how}\n\nThe chain of documents ends with document {}:\n{}\n",
            harmless(&player.name),
            season.next - 1,
            season.head
        ),
        id: format!("{}{}", player.entry, wall_clock::now().replace(|c: char| !c.is_ascii_digit(), "")),
        thread: season.id.to_string(),
        answers: None,
        is_draft: false,
        date: chrono::Utc::now().timestamp(),
        attachments: Vec::new(),
    }
}
