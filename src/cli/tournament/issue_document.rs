//! Signing the next document of the chain: it is checked against all earlier ones, logged, then written.

use serde_json::{Map, Value, json};
use tournament::chain::{Chain, official_key};
use tournament::documents::Kind;
use tournament::signed::{ParsedDocument, seal};
use tournament::state::TournamentState;

use super::clashing_entries::waiting;
use super::folder::{TournamentFolder, file_name};
use super::tournament_vault::TournamentVault;
use crate::cli::paths::Shown;
use crate::cli::{Failure, files, home, seat, wall_clock};
use crate::document::{Bytes32, Id, Problem, write};
use crate::trust::{SigningKey, Vault};

/// Who signs: the director, or a deputy.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Signer {
    /// Who signs: `director`, or the id of a deputy [default: the one whose key is on this machine].
    #[arg(long, value_name = "ID")]
    by: Option<String>,
    /// Needed after you have restored a backup: the digest of the newest document that was mailed to the players.
    #[arg(long, value_name = "DIGEST")]
    head: Option<String>,
}

/// An official with his key.
pub struct Official {
    pub id: Id,
    /// The head that, according to him, the players have.
    head: Option<Bytes32>,
    pub key: SigningKey,
    vault: Vault,
}

impl Signer {
    /// The same if his key is on this machine.
    ///
    /// # Errors
    /// An official is named whose key is not here, or the key cannot be used.
    pub fn official_here(&self, chain: &Chain<'_>) -> Result<Option<Official>, Failure> {
        let vault = home::existing_vault();
        let mut officials =
            std::iter::once(&chain.tournament.director).chain(chain.tournament.deputies.iter().flatten());
        let is_here = |key| vault.as_ref().is_some_and(|vault| vault.name_of(key).is_ok_and(|name| name.is_some()));
        match self.by.is_some() || officials.any(|official| is_here(&official.key)) {
            true => self.official(chain).map(Some),
            false => Ok(None),
        }
    }

    /// The official.
    ///
    /// # Errors
    /// There is no such official, or his key is not here.
    pub fn official(&self, chain: &Chain<'_>) -> Result<Official, Failure> {
        let vault = home::vault()?;
        let tournament = chain.tournament;
        let all = || std::iter::once(&tournament.director).chain(tournament.deputies.iter().flatten());
        let wanted = self.by.as_deref().map(|by| seat::id("official", by)).transpose()?;
        if let Some(by) = wanted.as_ref().filter(|by| official_key(tournament, by).is_none()) {
            let known: Vec<&str> = all().map(|official| official.id.as_str()).collect();
            let problem = Problem::new(format!("the tournament has no official '{by}'"));
            return Err(Failure::cannot(problem.advice(format!("its officials are {}", known.join(", ")))));
        }
        let mut here = all().filter(|official| wanted.as_ref().is_none_or(|by| official.id == *by));
        let found = here.find_map(|official| Some((official, vault.name_of(&official.key).ok()??)));
        let Some((official, name)) = found else {
            let problem = Problem::new(format!(
                "neither the director of this tournament nor a deputy has a key in {}",
                vault.dir().shown()
            ));
            return Err(Failure::cannot(
                problem.advice("set ADJUTANT_HOME to the secrets folder of the director or the deputy"),
            ));
        };
        let key = seat::load(&vault, &name)?;
        let head = self.head.as_deref().map(|head| {
            head.parse().map_err(|expected: String| {
                Failure::cannot(Problem::new(format!("'{head}' is not a digest: {expected}")))
            })
        });
        Ok(Official { id: official.id.clone(), head: head.transpose()?, key, vault })
    }
}

impl Official {
    /// His records of the tournament.
    ///
    /// # Errors
    /// The folder of secrets cannot be used.
    pub fn vault(&self, tournament: &Bytes32) -> Result<TournamentVault, Failure> {
        TournamentVault::open(&self.vault, tournament)
    }

    /// Signs the next document and writes it to its place.
    ///
    /// # Errors
    /// It does not follow from the documents before it; another document was signed for its place before; or it cannot
    /// be written.
    pub fn issue(
        &self,
        folder: &TournamentFolder,
        chain: &Chain<'_>,
        season: &mut TournamentState<'_>,
        kind: Kind,
        fields: &Map<String, Value>,
    ) -> Result<ParsedDocument, Failure> {
        let mut content = json!({
            "adjutant": 1, "kind": kind.as_str(), "tournament": season.id, "number": season.next, "parent": season.head,
        });
        let takes: Vec<Bytes32> = waiting(folder, chain, season).into_iter().map(|filed| filed.digest).collect();
        if !takes.is_empty() {
            content["takes"] = json!(takes);
        }
        content["by"] = json!(self.id);
        for (key, value) in fields {
            content[key.as_str()] = value.clone();
        }
        content["issued"] = json!(wall_clock::now());
        let vault = self.vault(&season.id)?;
        vault.trust_log(&season.head, self.head.as_ref())?;
        if let Some(earlier) = vault.signed_on(&season.head)? {
            return Err(hand_out(folder, &earlier)?);
        }
        if vault.signed_as(season.next)?.is_some() {
            let message = format!(
                "you have already signed another document {}, on a branch of the chain that does not count",
                season.next
            );
            let advice =
                "two documents with the same number would prove double dealing: let another official sign the next one";
            return Err(Failure::no(Problem::new(message).rule("protocol 12.1").advice(advice)));
        }
        let text = write(&seal(kind, &content, &self.id, &self.key));
        let filed = ParsedDocument::read("the document", text.as_bytes()).map_err(Failure::no)?;
        season.apply(&filed, &chain.from_players).map_err(|wrong| Failure::no(Problem { mark: None, ..wrong.1 }))?;
        vault.note(&text)?;
        keep(folder, &filed, &text)?;
        Ok(filed)
    }

    /// Checks that no document which he has signed after the end of the chain is missing here.
    ///
    /// # Errors
    /// A document is missing: it is put back, and he has to look at it before anything else.
    pub fn restore_missing(&self, folder: &TournamentFolder, season: &TournamentState<'_>) -> Result<(), Failure> {
        match self.vault(&season.id)?.signed_on(&season.head)? {
            Some(earlier) => Err(hand_out(folder, &earlier)?),
            None => Ok(()),
        }
    }
}

/// A document was signed for this place before, and is not in the folder: puts it there, and returns the message about
/// it.
fn hand_out(folder: &TournamentFolder, earlier: &Value) -> Result<Failure, Failure> {
    let text = write(earlier);
    let filed = ParsedDocument::read("the log", text.as_bytes()).map_err(Failure::cannot)?;
    let file = keep(folder, &filed, &text)?;
    let message = format!(
        "you had already signed document {} of the chain, and it was missing here; it is in {file} again",
        filed.link().map_or(0, |link| link.number)
    );
    let problem = Problem::new(message).rule("protocol 12.1");
    Ok(Failure::no(problem.advice("look at it, and run the command again if it is still needed")))
}

/// Writes a document to its place in the folder.
///
/// # Errors
/// A different document is at its path, or it cannot be written.
pub fn keep(folder: &TournamentFolder, filed: &ParsedDocument, text: &str) -> Result<String, Failure> {
    let name = file_name(filed);
    let path = folder.path.join(&name);
    if let Ok(there) = files::read(&path, files::MAX_BYTES)
        && ParsedDocument::read(&name, &there).is_ok_and(|there| there.digest != filed.digest)
    {
        let problem = Problem::new("a different document is already in this place").rule("protocol 12.1");
        return Err(Failure::no_in(
            path,
            problem.advice(
                "if you signed it by mistake, move it away and run the command again; otherwise ask its signer",
            ),
        ));
    }
    files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    Ok(name)
}
