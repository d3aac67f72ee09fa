//! Addresses of players: the user's own address book, by the players' keys, so that the next match with the same
//! person has them; and a match's book, by seats, which takes precedence. Neither is ever signed or mailed. In a
//! tournament, players in neither book have the address from their entry.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use adjutant_mail::compose::is_address;

use super::match_folders;
use crate::cli::tournament::seats;
use crate::cli::{Failure, files, home};
use crate::document::kinds::SeatEntry;
use crate::document::{Form, Problem, Value, read, write};

/// The folder inside a match folder that holds its mail.
pub const FOLDER: &str = "mail";
/// The file name of an address book, in the folder of secrets and in a match's mail folder.
pub const NAME: &str = "addresses.yaml";

/// The addresses that are known for a match.
pub struct Book {
    user: (PathBuf, BTreeMap<String, String>),
    of_match: BTreeMap<String, String>,
    folder: PathBuf,
    /// The addresses of the tournament that the match belongs to, by keys; read when they are needed.
    entered: OnceCell<BTreeMap<String, String>>,
}

impl Book {
    /// Reads both books.
    ///
    /// # Errors
    /// A book cannot be read.
    pub fn open(folder: &Path) -> Result<Book, Failure> {
        let user = home::home()?.join(NAME);
        let known = load(&user)?;
        let of_match = load(&folder.join(FOLDER).join(NAME))?;
        Ok(Book { of_match, user: (user, known), folder: folder.to_owned(), entered: OnceCell::new() })
    }

    /// The address of a seat's player, with his name.
    pub fn of(&self, seat: &SeatEntry) -> Option<String> {
        let key = seat.key.to_string();
        let known = self.of_match.get(seat.seat.as_str()).or_else(|| self.user.1.get(&key));
        let known = known.or_else(|| self.entered().get(&key).filter(|address| is_address(address)))?;
        let plain = |c: char| !c.is_control() && !matches!(c, '<' | '>' | '"');
        Some(match known.contains('<') {
            true => known.clone(),
            false => format!("{} <{known}>", seat.name.chars().filter(|c| plain(*c)).collect::<String>().trim()),
        })
    }

    fn entered(&self) -> &BTreeMap<String, String> {
        self.entered.get_or_init(|| {
            let charter = files::read(&self.folder.join("charter.yaml"), files::MAX_BYTES).ok();
            let charter = charter.and_then(|bytes| match_folders::charter(&bytes).ok());
            charter.map(|charter| seats::addresses(&charter.typed, &self.folder)).unwrap_or_default()
        })
    }

    /// Saves the address of a player in the user's book.
    ///
    /// # Errors
    /// It is not an address, or the book cannot be written.
    pub fn keep(&mut self, seat: &SeatEntry, address: &str) -> Result<(), Failure> {
        if !is_address(address) {
            let problem = Problem::new(format!("'{address}' is not a mail address"));
            return Err(Failure::cannot(problem.advice(format!("write --address {}=name@example.org", seat.seat))));
        }
        let (path, known) = &mut self.user;
        known.insert(seat.key.to_string(), address.trim().to_owned());
        let text: String =
            write(&Value::Object(known.iter().map(|(key, address)| (key.clone(), address.clone().into())).collect()));
        files::write(path, text.as_bytes()).map_err(|problem| Failure::cannot_in(path.as_path(), problem))
    }
}

/// How many addresses the user's own book has.
pub fn count() -> usize {
    home::home().ok().and_then(|home| load(&home.join(NAME)).ok()).map_or(0, |book| book.len())
}

fn load(path: &Path) -> Result<BTreeMap<String, String>, Failure> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let bytes = files::read(path, files::MAX_BYTES)?;
    let wrong = |problem: Problem| {
        Failure::cannot_in(path, problem.advice("write the address book in lines such as `union: ann@example.org`"))
    };
    let content = read(NAME, &bytes, Form::Draft).map_err(wrong)?.content;
    let Value::Object(fields) = content else { return Err(wrong(Problem::new("this is not a mapping"))) };
    fields
        .into_iter()
        .map(|(key, value)| match value {
            Value::String(address) if is_address(&address) => Ok((key, address)),
            _ => Err(wrong(Problem::new(format!("the entry {key} is not a mail address")))),
        })
        .collect()
}
