//! Reading a tournament's documents, and their signatures (protocol 2 and 12).

use adjutant_core::document::kinds::{Bytes32, Id, Signature, Version};
use adjutant_core::document::{self, Document, Form, Problem, Value, fault_of_name};
use adjutant_core::trust::{SigningKey, verify};
use serde_json::json;

use crate::documents::{
    Appeal, ByeRequest, Decision, Entry, GameResult, Kind, Link, Roster, Round, Standings, Tournament, Withdrawal,
};

/// The most characters of a name, and of a title.
pub const MAX_NAME: usize = 80;
pub const MAX_TITLE: usize = 200;

/// A document as its Rust type.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    Tournament(Box<Tournament>),
    Roster(Roster),
    Round(Round),
    Result(Box<GameResult>),
    Decision(Decision),
    Standings(Standings),
    Entry(Entry),
    Withdrawal(Withdrawal),
    ByeRequest(ByeRequest),
    Appeal(Appeal),
}

/// A document together with the file that it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedDocument {
    /// The file's name, for messages.
    pub file: String,
    /// The content, with the places of its parts.
    pub document: Document,
    /// The digest of its content.
    pub digest: Bytes32,
    pub typed: Typed,
    /// The signatures of copies with the same content, where they differ.
    pub copies: Vec<Vec<Signature>>,
}

impl ParsedDocument {
    /// Reads a document of a tournament.
    ///
    /// # Errors
    /// It cannot be read, is not one of the ten kinds, or has an unknown field; placed in the text.
    pub fn read(file: &str, bytes: &[u8]) -> Result<ParsedDocument, Problem> {
        let document = document::read(file, bytes, Form::Signed)?;
        let typed = typed(&document)?;
        let digest = document::digest(&document.content);
        Ok(ParsedDocument { file: file.to_owned(), digest, document, typed, copies: Vec::new() })
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        match &self.typed {
            Typed::Tournament(_) => Kind::Tournament,
            Typed::Roster(_) => Kind::Roster,
            Typed::Round(_) => Kind::Round,
            Typed::Result(_) => Kind::Result,
            Typed::Decision(_) => Kind::Decision,
            Typed::Standings(_) => Kind::Standings,
            Typed::Entry(_) => Kind::Entry,
            Typed::Withdrawal(_) => Kind::Withdrawal,
            Typed::ByeRequest(_) => Kind::ByeRequest,
            Typed::Appeal(_) => Kind::Appeal,
        }
    }

    /// Its link in the chain; `None` for the tournament itself and for documents that players sign.
    pub fn link(&self) -> Option<Link> {
        match &self.typed {
            Typed::Roster(one) => Some(one.link()),
            Typed::Round(one) => Some(one.link()),
            Typed::Result(one) => Some(one.link()),
            Typed::Decision(one) => Some(one.link()),
            Typed::Standings(one) => Some(one.link()),
            Typed::Tournament(_) | Typed::Entry(_) | Typed::Withdrawal(_) | Typed::ByeRequest(_) | Typed::Appeal(_) => {
                None
            }
        }
    }

    /// The tournament that it belongs to.
    pub fn tournament(&self) -> Bytes32 {
        match &self.typed {
            Typed::Tournament(_) => self.digest,
            Typed::Entry(one) => one.tournament,
            Typed::Withdrawal(one) => one.tournament,
            Typed::ByeRequest(one) => one.tournament,
            Typed::Appeal(one) => one.tournament,
            _ => self.link().map_or(self.digest, |link| link.tournament),
        }
    }

    /// The seat that signs it: an official of the tournament, or a player.
    pub fn signer(&self) -> Id {
        match &self.typed {
            Typed::Tournament(one) => one.director.id.clone(),
            Typed::Entry(one) => one.player.clone(),
            Typed::Withdrawal(one) => one.player.clone(),
            Typed::ByeRequest(one) => one.player.clone(),
            Typed::Appeal(one) => one.player.clone(),
            Typed::Roster(one) => one.by.clone(),
            Typed::Round(one) => one.by.clone(),
            Typed::Result(one) => one.by.clone(),
            Typed::Decision(one) => one.by.clone(),
            Typed::Standings(one) => one.by.clone(),
        }
    }

    /// Its signatures.
    pub fn signatures(&self) -> &[Signature] {
        match &self.typed {
            Typed::Tournament(one) => &one.signatures,
            Typed::Roster(one) => &one.signatures,
            Typed::Round(one) => &one.signatures,
            Typed::Result(one) => &one.signatures,
            Typed::Decision(one) => &one.signatures,
            Typed::Standings(one) => &one.signatures,
            Typed::Entry(one) => &one.signatures,
            Typed::Withdrawal(one) => &one.signatures,
            Typed::ByeRequest(one) => &one.signatures,
            Typed::Appeal(one) => &one.signatures,
        }
    }

    /// Records a copy with the same content. Of two with different signatures, one that is valid under the key that it
    /// names comes first, so that a damaged copy hides nothing.
    pub fn add_copy(&mut self, mut copy: ParsedDocument) {
        if copy.signatures() == self.signatures() || self.copies.iter().any(|other| other == copy.signatures()) {
            return;
        }
        if !self.is_signed_by_own_key() && copy.is_signed_by_own_key() {
            std::mem::swap(self, &mut copy);
            self.copies.append(&mut copy.copies);
        }
        self.copies.push(copy.signatures().to_vec());
    }

    fn is_signed_by_own_key(&self) -> bool {
        matches!(self.signatures(), [one] if self.check_signatures(self.signatures(), &[one.key]).is_ok())
    }

    /// Checks that it, or a copy of it, carries only the signature of its signer, under one of these keys, and that the
    /// signature is valid.
    ///
    /// # Errors
    /// The signature is missing, surplus, somebody else's, under another key, or invalid.
    pub fn check_signature(&self, keys: &[Bytes32]) -> Result<(), Problem> {
        let checked = self.check_signatures(self.signatures(), keys);
        match self.copies.iter().any(|copy| checked.is_err() && self.check_signatures(copy, keys).is_ok()) {
            true => Ok(()),
            false => checked,
        }
    }

    fn check_signatures(&self, signatures: &[Signature], keys: &[Bytes32]) -> Result<(), Problem> {
        let by = self.signer();
        let refuse =
            |path: &str, message: String| Err(self.place(Problem::new(message).in_path(path).rule("protocol 2")));
        match signatures {
            [] => refuse("", format!("the signature of '{by}' is missing")),
            [one] if one.by != by => refuse(
                "signatures[0]",
                format!("this {1} needs the signature of {by}, not of {0}", one.by, self.kind().as_str()),
            ),
            [one] if !keys.contains(&one.key) => refuse("signatures[0].key", format!("this is not the key of '{by}'")),
            [one] => verify(&one.key, message(self.kind(), self.digest).as_bytes(), &one.sig)
                .map_err(|problem| self.place(problem.in_path("signatures[0].sig"))),
            _ => refuse("signatures[1]", format!("only '{by}' signs this {}", self.kind().as_str())),
        }
    }

    /// The same problem, placed in the text by its path if it has no place yet.
    pub fn place(&self, mut problem: Problem) -> Problem {
        if problem.mark.is_none() {
            problem.mark = self.document.place_of(&problem).or_else(|| self.document.nearest_mark(""));
        }
        problem
    }
}

/// The signed line, in the same form as for the documents of a match (protocol 2).
pub fn message(kind: Kind, digest: Bytes32) -> String {
    format!("adjutant/1 {} {digest}\n", kind.as_str())
}

/// The content with only the signature of `by`.
pub fn seal(kind: Kind, content: &Value, by: &Id, key: &SigningKey) -> Value {
    let sig = key.sign(message(kind, document::digest(content)).as_bytes());
    let signature = Signature::new(by.clone(), key.public(), &sig);
    let mut signed = content.clone();
    signed["signatures"] = json!([{"by": signature.by, "key": signature.key, "sig": signature.sig}]);
    signed
}

/// The value at a path of fields and places in lists.
fn at_path<'v>(content: &'v Value, path: &str) -> Option<&'v Value> {
    let mut steps = path.split(['.', '[', ']']).filter(|step| !step.is_empty());
    steps.try_fold(content, |value, step| match step.parse::<usize>() {
        Ok(at) => value.get(at),
        Err(_) => value.get(step),
    })
}

/// The kind that a document claims to be, if it is a kind of a tournament.
pub fn kind_of(content: &Value) -> Option<Kind> {
    let kind = content.get("kind")?.as_str()?;
    Kind::ALL.into_iter().find(|one| one.as_str() == kind)
}

fn typed(document: &Document) -> Result<Typed, Problem> {
    let kind = kind_of(&document.content).ok_or_else(|| {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
        let problem = Problem::new("this is not a document of a tournament").in_path("kind").rule("protocol 12");
        let problem = problem.advice(format!("its `kind` must be one of {}", names.join(", ")));
        let mark = document.place_of(&problem).or_else(|| document.nearest_mark(""));
        Problem { mark, ..problem }
    })?;
    // Another version is reported before anything else.
    document::decode_at::<Version>(
        Some(document),
        "adjutant",
        document.content.get("adjutant").unwrap_or(&Value::Null),
    )?;
    for field in ["date", "issued", "written", "until"] {
        let Some(said) = document.content.get(field) else { continue };
        if !said.as_str().is_some_and(document::decode::is_time) {
            let problem = Problem::new("this is not a time in UTC, such as 2026-11-20T17:00:00Z").in_path(field);
            let mark = document.place_of(&problem);
            return Err(Problem { mark, ..problem.rule("protocol 12.1") });
        }
    }
    let officials = document.content.get("deputies").and_then(Value::as_array).map_or(0, Vec::len);
    let officials = (0..officials).map(|n| format!("deputies[{n}].name")).chain(["director.name".to_owned()]);
    let names = officials.chain(["name".to_owned()]).map(|path| ("name", path, MAX_NAME));
    for (what, path, most) in names.chain([("title", "title".to_owned(), MAX_TITLE)]) {
        let Some(said) = at_path(&document.content, &path) else { continue };
        if let Some(problem) = said.as_str().and_then(|said| fault_of_name(what, said, most)) {
            let problem = problem.in_path(path);
            let mark = document.place_of(&problem);
            return Err(Problem { mark, ..problem.rule("protocol 12.1") });
        }
    }
    Ok(match kind {
        Kind::Tournament => Typed::Tournament(document::decode(document)?),
        Kind::Roster => Typed::Roster(document::decode(document)?),
        Kind::Round => Typed::Round(document::decode(document)?),
        Kind::Result => Typed::Result(document::decode(document)?),
        Kind::Decision => Typed::Decision(document::decode(document)?),
        Kind::Standings => Typed::Standings(document::decode(document)?),
        Kind::Entry => Typed::Entry(document::decode(document)?),
        Kind::Withdrawal => Typed::Withdrawal(document::decode(document)?),
        Kind::ByeRequest => Typed::ByeRequest(document::decode(document)?),
        Kind::Appeal => Typed::Appeal(document::decode(document)?),
    })
}
