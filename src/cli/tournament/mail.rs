//! `tournament mail`: mail what is new in the chain to everybody; each mail names the newest document.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use adjutant_mail::armor;
use adjutant_mail::bundle::File;
use adjutant_mail::compose::{Attachment, OutgoingMail, is_address};
use serde_json::json;
use tournament::crosstable::How as Ended;
use tournament::documents::GameResult;
use tournament::signed::{ParsedDocument, Typed};
use tournament::state::{GameKey, Player, TournamentState, effect_words};

use super::acknowledgments;
use super::folder::{MATCHES, TournamentArgs, TournamentFolder};
use super::result::match_folder;
use super::seats::{address_of, addressed, of_leg, referees_words};
use crate::cli::mail::send::{self, DeliveryArgs};
use crate::cli::mail::sent_log::SentLog;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, home, out, shell_quotes, wall_clock};
use crate::document::kinds::TrustMode;
use crate::document::{Form, Id, Problem, Value, harmless, read, write};

/// The folder inside a tournament folder that holds its mail.
const FOLDER: &str = "mail";

/// Write a mail to each player with the new documents of the chain, the charters of his games, and the digest of the
/// chain's newest document; and to each who has entered and is on no roster yet, that his entry has arrived, or which
/// place he has on the waiting list.
///
/// Players compare that digest: if two of them differ, the director has signed two chains.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// Write to this player alone. May be given several times.
    #[arg(long, value_name = "PLAYER")]
    to: Vec<String>,
    /// Also write again what was mailed before.
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    how: DeliveryArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let season = folder.complete_season(&chain)?;
    let mut sent = Sent::open(&folder.path)?;
    let mut written = Vec::new();
    let mut without: Vec<&Player> = Vec::new();
    let waiting = acknowledgments::waiting(&folder, &chain, &season)?;
    let is_known = |id: &str| {
        let mut all = season.players.iter().map(|player| &player.id).chain(waiting.iter().map(|one| &one.entry.player));
        all.any(|player| player.as_str() == id)
    };
    if let Some(unknown) = args.to.iter().find(|id| !is_known(id)) {
        return Err(Failure::cannot(Problem::new(format!("no player of this tournament is called '{unknown}'"))));
    }
    let wanted = |reader: &Reader<'_>| match reader.player {
        Some(player) => args.to.is_empty() || args.to.iter().any(|id| player.id.as_str() == id),
        None => args.to.is_empty(),
    };
    for reader in Reader::all(&season).into_iter().filter(wanted) {
        let last = if args.again { 0 } else { sent.mailed_count(&reader) };
        let everything = std::iter::once(chain.announcement).chain(chain.line.iter().copied());
        let new: Vec<&ParsedDocument> = everything.skip(last).collect();
        if new.is_empty() {
            continue;
        }
        let Some(address) = reader.address else {
            without.extend(reader.player);
            continue;
        };
        let letter = letter(&folder, &season, &new, &chain, &reader, address)?;
        let name = format!("{:04}-to-{}.eml", season.next - 1, reader.key.to_lowercase());
        written.push(send::write_mail(&folder.path, &name, &letter, Vec::new(), args.how)?);
        if args.how.is_sent() {
            sent.note(&reader, season.next as usize)?;
        }
    }
    let mut noted = SentLog::open(&folder.path);
    for one in
        waiting.iter().filter(|one| args.to.is_empty() || args.to.iter().any(|id| one.entry.player.as_str() == id))
    {
        let (said, player) = (one.said(&season), &one.entry.player);
        if noted.has(&said, player) && !args.again {
            continue;
        }
        let Some(letter) = one.letter(&season) else { continue };
        let name = format!("entry-{}.eml", player);
        written.push(send::write_mail(&folder.path, &name, &letter, Vec::new(), args.how)?);
        if args.how.is_sent() {
            noted.note(&[said], &[player])?;
        }
    }
    let words = || {
        let mut words = String::new();
        for one in &written {
            words += &one.line();
        }
        words += &match (written.is_empty(), args.how.is_sent()) {
            (true, _) if !without.is_empty() => String::new(),
            (true, _) if season.players.is_empty() && waiting.is_empty() => {
                "Nobody has entered yet, so there is nobody to mail.\n".to_owned()
            }
            (true, _) => {
                "There is nothing to mail: everybody has been sent everything. --again writes it again.\n".to_owned()
            }
            (false, true) => String::new(),
            (false, false) => format!(
                "Nothing is sent yet: open {} in your mail program, or run\n  {}\n",
                if written.len() == 1 { "it" } else { "them" },
                folder.hint("mail --send")
            ),
        };
        for player in &without {
            let (name, folder) = (harmless(&player.name), folder.path.shown());
            words += &format!("{name} has given no mail address: send a copy of the folder {folder} some other way.\n");
        }
        words
    };
    out::answer(format, words, || json!({"ok": true, "mails": send::values(&written)}))
}

/// Somebody to whom the chain is mailed: a player, or an official on another machine.
struct Reader<'s> {
    /// The name in the record of what was mailed; that of an official has capitals, which no id of a player has.
    key: String,
    name: &'s str,
    address: Option<&'s str>,
    player: Option<&'s Player>,
}

impl Reader<'_> {
    fn of_player(player: &Player) -> Reader<'_> {
        let (key, address) = (player.id.to_string(), address_of(player));
        Reader { key, name: &player.name, address, player: Some(player) }
    }

    /// The players, and the officials whose keys are not on this machine and who read no player's mails. Officials without an
    /// address get none.
    fn all<'s>(season: &'s TournamentState<'_>) -> Vec<Reader<'s>> {
        let tournament = season.tournament;
        let officials = std::iter::once(&tournament.director).chain(tournament.deputies.iter().flatten());
        let vault = home::existing_vault();
        let is_here = |key| vault.as_ref().is_some_and(|vault| vault.name_of(key).is_ok_and(|name| name.is_some()));
        let is_player = |address: &str| season.players.iter().any(|player| address_of(player) == Some(address));
        let others = officials.filter(|official| !is_here(&official.key)).filter_map(|official| {
            let address = official.email.as_deref().filter(|address| is_address(address) && !is_player(address))?;
            let key = format!("OFFICIAL-{}", official.id);
            Some(Reader { key, name: &official.name, address: Some(address), player: None })
        });
        season.players.iter().map(Reader::of_player).chain(others).collect()
    }
}

/// One mail.
fn letter(
    folder: &TournamentFolder,
    season: &TournamentState<'_>,
    new: &[&ParsedDocument],
    chain: &tournament::chain::Chain<'_>,
    reader: &Reader<'_>,
    address: &str,
) -> Result<OutgoingMail, Failure> {
    let title = harmless(&season.tournament.title).replace(['\n', '\r'], " ").replace("--", "-");
    let mut text = format!("News of '{title}':\n");
    new.iter().for_each(|filed| text += &format!("  {}\n", document_words(filed, season)));
    let mut own = Vec::new();
    let mut games = Vec::new();
    for key in season.open_games() {
        let Some(player) = reader.player else { break };
        if !season.players_of(key).is_ok_and(|players| players.contains(&player.id)) {
            continue;
        }
        let path = match_folder(folder, key).join("charter.yaml");
        if let Ok(bytes) = files::read(&path, files::MAX_BYTES) {
            let name = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            let name = name.unwrap_or_default();
            games.push(own_game(season, key, player, &name));
            own.push(Attachment { name: format!("{name}-charter.yaml"), kind: "application/yaml", bytes });
        }
    }
    if !games.is_empty() {
        text += &format!(
            "\nYour games. The charters are attached; `tournament take` puts them into the tournament's folder:\n{}",
            games.concat()
        );
    }
    let newest = season.rounds.last();
    let has_bye = |player: &Player| newest.is_some_and(|round| round.byes.iter().any(|bye| bye.player == player.id));
    if reader.player.is_some_and(has_bye) {
        text += &format!("\nYou have no opponent in round {}.\n", season.rounds.len());
    }
    let (number, head) = (chain.line.len(), chain.head());
    text += &format!(
        "\nThe chain of documents ends with document {number}:\n{head}\nCompare this digest with the other players: everybody must have the same chain.\n\nTake this mail in with `adjutant tournament take MAIL --folder FOLDER`.\n\n"
    );
    let mut documents: Vec<File> = new.iter().filter_map(|filed| file(folder, filed)).collect();
    // Documents that a document of the chain takes are sent along with it.
    for taken in new.iter().filter_map(|filed| filed.link()).flat_map(|link| link.takes) {
        documents.extend(chain.from_players.get(&taken).and_then(|filed| file(folder, filed)));
    }
    let headers =
        [("Tournament", format!("{} {title}", &season.id.to_string()[..8])), ("Files", documents.len().to_string())];
    text += &armor::wrap_bundle(&headers, &documents);
    Ok(OutgoingMail {
        from: None,
        to: vec![addressed(reader.name, address)],
        subject: match season.rounds.len() {
            0 => format!("{title}: document {number}"),
            round => format!("{title}: round {round}, document {number}"),
        },
        text,
        id: match reader.player {
            Some(player) => format!("{head}{}", player.entry),
            None => format!("{head}{}", reader.key),
        },
        thread: season.id.to_string(),
        answers: None,
        is_draft: false,
        date: chrono::Utc::now().timestamp(),
        attachments: own,
    })
}

/// A player's game: his side, his opponent with the address, the deadline, and the command with which he takes his
/// seat.
fn own_game(season: &TournamentState<'_>, key: GameKey, player: &Player, name: &str) -> String {
    let (round, board, leg) = key;
    let of_leg = of_leg(leg);
    let plays = |(side, id): (&Id, Id)| (side.clone(), id);
    let sides = season.seats_of(key).map(|[first, second]| [plays(first), plays(second)]);
    let Some([first, second]) = sides else { return String::new() };
    let at = usize::from(first.1 != player.id);
    let ((side, _), (_, opponent)) = if at == 0 { (first, second) } else { (second, first) };
    let planned = season.round(round).and_then(|round| season.game_of(round));
    let called = planned.map_or_else(|| side.to_string(), |planned| super::sides::names(planned)[at].clone());
    let referee = planned.filter(|planned| planned.trust == TrustMode::Refereed);
    let referee = referee.map(|_| format!("; {}", referees_words(season, key))).unwrap_or_default();
    let other = season.player(&opponent);
    let opponent = other.map_or_else(|| opponent.to_string(), |other| other.name.clone());
    let address = other.and_then(address_of).map(|email| format!(" ({email})")).unwrap_or_default();
    let until = season
        .deadline(key)
        .map(|until| format!("; the game must be over by {}", wall_clock::in_utc(&until)))
        .unwrap_or_default();
    let when = match at {
        0 => "You take your seat first, and mail the charter",
        _ => "Your opponent takes a seat first and mails the charter. Take that mail in, and then",
    };
    let (opponent, address) = (harmless(&opponent), harmless(&address));
    let seat = format!("adjutant match accept FOLDER/{MATCHES}/{name} --seat {side}");
    let own_name = shell_quotes::option_for_anybody("--name", &harmless(&player.name));
    format!(
        "  Round {round}, board {board}{of_leg}: against {opponent}{address}; your side: {called}{until}{referee}.\n  \
         {when}:\n    {seat} {own_name}\n"
    )
}

fn file(folder: &TournamentFolder, filed: &ParsedDocument) -> Option<File> {
    let bytes = files::read(&folder.path.join(&filed.file), files::MAX_BYTES).ok()?;
    Some(File::new(filed.file.clone(), bytes))
}

/// A document in words, on one line.
pub fn document_words(filed: &ParsedDocument, season: &TournamentState<'_>) -> String {
    let said = match &filed.typed {
        Typed::Tournament(one) => format!("the announcement of '{}'", one.title),
        Typed::Roster(one) => format!("the roster: {}", out::counted(one.players.len(), "player")),
        Typed::Round(one) => format!("the pairings of round {}", one.round),
        Typed::Result(one) => {
            format!("round {}, board {}: {}", one.round, one.board, ended_words(one))
        }
        Typed::Decision(one) => {
            let answered = season.appeals.iter().find(|appealed| Some(appealed.digest) == one.on);
            let on = answered.map_or(String::new(), |appealed| format!(" on the appeal by {}", appealed.appeal.player));
            let effect = one.effect.as_ref().map(|effect| effect_words(effect, &season.tournament.scoring));
            let effect = effect.map_or(String::new(), |words| format!(" ({words})"));
            format!("a decision{on}: {}{effect}", one.reason)
        }
        Typed::Standings(one) => format!("the standings after round {}", one.after),
        Typed::Entry(one) => format!("the entry of {}", one.name),
        Typed::Withdrawal(one) => format!("the withdrawal of {}", one.player),
        Typed::ByeRequest(one) => format!("a request by {} for a bye in round {}", one.player, one.round),
        Typed::Appeal(one) => format!("an appeal by {}: {}", one.player, one.reason),
    };
    let number = filed.link().map_or(0, |link| link.number);
    harmless(&format!("{number:>4}  {said}")).into_owned()
}

/// How a game ended, in words.
pub fn ended_words(result: &GameResult) -> String {
    match (result.how, &result.winner) {
        (Ended::DoubleForfeit, _) => "both forfeit".to_owned(),
        (Ended::Forfeit, Some(winner)) => format!("{winner} wins by forfeit"),
        (Ended::Adjudicated, Some(winner)) => format!("{winner} wins by adjudication"),
        (Ended::Adjudicated, None) => "drawn by adjudication".to_owned(),
        (_, Some(winner)) => format!("{winner} wins"),
        (_, None) => "drawn".to_owned(),
    }
}

/// The number of players with an address who have not been mailed the whole chain.
///
/// # Errors
/// The mail records of the folder cannot be read.
pub fn unsent(folder: &TournamentFolder, season: &TournamentState<'_>) -> Result<usize, Failure> {
    let sent = Sent::open(&folder.path)?;
    let lacks = |reader: &Reader<'_>| reader.address.is_some() && sent.mailed_count(reader) < season.next as usize;
    Ok(season.players.iter().map(Reader::of_player).filter(lacks).count())
}

/// How much of the chain each player has been mailed.
struct Sent {
    path: PathBuf,
    upto: BTreeMap<String, usize>,
}

impl Sent {
    fn open(folder: &Path) -> Result<Sent, Failure> {
        let path = folder.join(FOLDER).join("sent.yaml");
        let mut upto = BTreeMap::new();
        if path.exists() {
            let bytes = files::read(&path, files::MAX_BYTES)?;
            let content =
                read("sent.yaml", &bytes, Form::Draft).map_err(|problem| Failure::cannot_in(&path, problem))?.content;
            for (player, number) in content.as_object().into_iter().flatten() {
                let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
                let wrong = || Failure::cannot_in(&path, Problem::new(format!("the entry {player} is not a number")));
                upto.insert(player.clone(), number.ok_or_else(wrong)?);
            }
        }
        Ok(Sent { path, upto })
    }

    fn mailed_count(&self, reader: &Reader<'_>) -> usize {
        self.upto.get(&reader.key).copied().unwrap_or(0)
    }

    fn note(&mut self, reader: &Reader<'_>, upto: usize) -> Result<(), Failure> {
        self.upto.insert(reader.key.clone(), upto);
        let content: serde_json::Map<String, Value> =
            self.upto.iter().map(|(player, number)| (player.clone(), json!(number))).collect();
        let text = write(&Value::Object(content));
        files::write(&self.path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&self.path, problem))
    }
}
