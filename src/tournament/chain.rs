//! The chain of a tournament: which documents of a folder belong to it, in which order, and what is wrong with the
//! others.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::{Bytes32, Id};

use crate::documents::{Kind, Tournament};
use crate::signed::{ParsedDocument, Typed};

/// The documents of a folder, each once.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// Those that can be read, by digest.
    pub read: BTreeMap<Bytes32, ParsedDocument>,
    /// The files that are not documents of a tournament, each with its problem.
    pub unread: Vec<(String, Problem)>,
}

impl Documents {
    /// Sorts in one file. A further copy of a document adds only its signature.
    pub fn add(&mut self, file: &str, bytes: &[u8]) {
        match ParsedDocument::read(file, bytes) {
            Ok(filed) => match self.read.entry(filed.digest) {
                Entry::Vacant(place) => drop(place.insert(filed)),
                Entry::Occupied(mut held) => held.get_mut().add_copy(filed),
            },
            Err(problem) => self.unread.push((file.to_owned(), problem)),
        }
    }
}

/// Two documents for one place in the chain, both signed by officials: proof against an official who signed both.
#[derive(Clone, Debug, PartialEq)]
pub struct Fork {
    /// The place.
    pub number: u64,
    /// Who signed the one that is not on the line.
    pub by: Id,
    /// The files, the one on the line first.
    pub files: [String; 2],
    /// The digests of the documents, in the same order.
    pub digests: [Bytes32; 2],
}

/// A chain, as far as it goes.
#[derive(Clone, Debug)]
pub struct Chain<'d> {
    /// The announcement, number 0.
    pub announcement: &'d ParsedDocument,
    /// What it says.
    pub tournament: &'d Tournament,
    /// The documents after it, in order.
    pub line: Vec<&'d ParsedDocument>,
    /// Where somebody has signed two continuations.
    pub forks: Vec<Fork>,
    /// Documents of an official that another official's document has overtaken: each signed one, for the same place.
    /// They do not count.
    pub overtaken: Vec<Fork>,
    /// Documents of officials that the line does not reach: their predecessor is missing or on another branch.
    pub orphans: Vec<&'d ParsedDocument>,
    /// Documents of this tournament whose signatures fail, and documents of others.
    pub beside: Vec<(String, Problem)>,
    /// Documents signed by players, whose signatures are valid or will be checked once the keys are known.
    pub from_players: BTreeMap<Bytes32, &'d ParsedDocument>,
}

impl<'d> Chain<'d> {
    /// Puts documents in order.
    ///
    /// # Errors
    /// There is no announcement of a tournament, there are several, or its signature is not valid.
    pub fn build(documents: &'d Documents) -> Result<Chain<'d>, Problem> {
        let (announcement, tournament) = the_announcement(documents)?;
        announcement.check_signature(&[tournament.director.key])?;
        let mut chain = Chain {
            announcement,
            tournament,
            line: Vec::new(),
            forks: Vec::new(),
            overtaken: Vec::new(),
            orphans: Vec::new(),
            beside: Vec::new(),
            from_players: BTreeMap::new(),
        };
        let mut after: BTreeMap<Bytes32, Vec<&ParsedDocument>> = BTreeMap::new();
        for filed in documents.read.values().filter(|filed| filed.kind() != Kind::Tournament) {
            let failed = |problem| (filed.file.clone(), problem);
            if filed.tournament() != announcement.digest {
                let problem = Problem::new("this document belongs to another tournament").in_path("tournament");
                chain.beside.push(failed(filed.place(problem.rule("protocol 12.1"))));
            } else if let Some(link) = filed.link() {
                match official_key(tournament, &filed.signer()).map(|key| filed.check_signature(&[key])) {
                    Some(Ok(())) => after.entry(link.parent).or_default().push(filed),
                    Some(Err(problem)) => chain.beside.push(failed(problem)),
                    None => {
                        let message = format!("'{}' is neither the director nor a deputy", filed.signer());
                        let problem = Problem::new(message).in_path("by").rule("protocol 12.1");
                        chain.beside.push(failed(filed.place(problem)));
                    }
                }
            } else {
                chain.from_players.insert(filed.digest, filed);
            }
        }
        chain.follow(&after);
        Ok(chain)
    }

    /// Follows the line; where it forks, the longer branch.
    fn follow(&mut self, after: &BTreeMap<Bytes32, Vec<&'d ParsedDocument>>) {
        let mut head = self.announcement.digest;
        while let Some(next) = after.get(&head) {
            // Where two officials have signed at the same time and neither was continued, the director's document
            // counts.
            let rank = |filed: &&&ParsedDocument| {
                (length_after(after, filed.digest), filed.signer() == self.tournament.director.id, filed.digest)
            };
            let on = if let [only] = next.as_slice() { Some(*only) } else { next.iter().max_by_key(rank).copied() };
            let Some(on) = on else { break };
            let number = on.link().map_or(0, |link| link.number);
            for other in next.iter().filter(|other| other.digest != on.digest) {
                let fork = Fork {
                    number,
                    by: other.signer(),
                    files: [on.file.clone(), other.file.clone()],
                    digests: [on.digest, other.digest],
                };
                let twice = next.iter().filter(|one| one.signer() == other.signer()).count() > 1;
                if twice { self.forks.push(fork) } else { self.overtaken.push(fork) }
            }
            self.line.push(on);
            head = on.digest;
        }
        self.twice(after);
        let on_line: BTreeSet<Bytes32> = self.line.iter().map(|filed| filed.digest).collect();
        let forked: BTreeSet<Bytes32> = self.forks.iter().chain(&self.overtaken).map(|fork| fork.digests[1]).collect();
        let reached = |filed: &&&ParsedDocument| on_line.contains(&filed.digest) || forked.contains(&filed.digest);
        self.orphans = after.values().flatten().filter(|filed| !reached(filed)).copied().collect();
        self.orphans.sort_by_key(|filed| (filed.link().map(|link| link.number), filed.digest));
    }

    /// Finds officials who signed two documents of the same number on different branches. Nobody needs to: an official
    /// who was overtaken continues the longer chain.
    fn twice(&mut self, after: &BTreeMap<Bytes32, Vec<&'d ParsedDocument>>) {
        let known: BTreeSet<Bytes32> = self.forks.iter().map(|fork| fork.digests[1]).collect();
        let on_line: BTreeMap<u64, &ParsedDocument> =
            self.line.iter().filter_map(|filed| Some((filed.link()?.number, *filed))).collect();
        for other in after.values().flatten().filter(|filed| !known.contains(&filed.digest)) {
            let Some(link) = other.link() else { continue };
            let Some(on) = on_line.get(&link.number) else { continue };
            if on.digest != other.digest && on.signer() == other.signer() {
                self.forks.push(Fork {
                    number: link.number,
                    by: other.signer(),
                    files: [on.file.clone(), other.file.clone()],
                    digests: [on.digest, other.digest],
                });
            }
        }
        self.forks.sort_by_key(|fork| (fork.number, fork.digests));
    }

    /// The digest of the newest document.
    pub fn head(&self) -> Bytes32 {
        self.line.last().map_or(self.announcement.digest, |filed| filed.digest)
    }
}

/// How many documents follow each other after a digest. A chain is long, so this must not recurse.
fn length_after(after: &BTreeMap<Bytes32, Vec<&ParsedDocument>>, from: Bytes32) -> usize {
    let (mut length, mut level) = (0, vec![from]);
    while !level.is_empty() {
        level = level.iter().filter_map(|digest| after.get(digest)).flatten().map(|filed| filed.digest).collect();
        length += usize::from(!level.is_empty());
    }
    length
}

/// The key of the director or of a deputy.
pub fn official_key(tournament: &Tournament, by: &Id) -> Option<Bytes32> {
    let mut officials = std::iter::once(&tournament.director).chain(tournament.deputies.iter().flatten());
    officials.find(|official| official.id == *by).map(|official| official.key)
}

fn the_announcement(documents: &Documents) -> Result<(&ParsedDocument, &Tournament), Problem> {
    let mut announced = documents.read.values().filter_map(|filed| match &filed.typed {
        Typed::Tournament(tournament) => Some((filed, &**tournament)),
        _ => None,
    });
    match (announced.next(), announced.next()) {
        (Some(one), None) => Ok(one),
        (Some((one, _)), Some((other, _))) => {
            let message = format!("two tournaments are announced here, in {} and {}", one.file, other.file);
            Err(Problem::new(message).rule("protocol 12.1").advice("keep each tournament in its own folder"))
        }
        (None, _) => {
            let problem = Problem::new("there is no announcement of a tournament here").rule("protocol 12.1");
            Err(problem.advice("name the folder of a tournament, or begin one with `adjutant tournament new FOLDER`"))
        }
    }
}
