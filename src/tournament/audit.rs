//! Verifies a tournament from its documents, without the matches themselves (protocol 12.5).

use std::collections::BTreeSet;

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::Id;

use crate::chain::{Chain, Documents};
use crate::crosstable::{ByeKind, How};
use crate::documents::{ByePlan, Kind, Round};
use crate::signed::{ParsedDocument, Typed};
use crate::state::{TournamentState, effect_words};

/// Something that rests on a person's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attestation {
    /// The file that states it.
    pub file: String,
    /// Who states it.
    pub by: Id,
    pub what: String,
}

/// The result of the verification.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// What fails, with its file.
    pub failures: Vec<(String, Problem)>,
    /// What rests on a person's word.
    pub words: Vec<Attestation>,
    /// Documents of the chain that follow from those before.
    pub documents: usize,
    /// Rounds whose pairings were reproduced.
    pub rounds: usize,
    /// Standings that were recomputed.
    pub standings: usize,
}

/// Verifies a chain; also returns the tournament as far as the chain is valid.
pub fn audit<'d>(documents: &Documents, chain: &Chain<'d>) -> (Audit, Option<TournamentState<'d>>) {
    let mut audit = Audit::default();
    audit.failures.extend(documents.unread.iter().cloned());
    audit.failures.extend(chain.beside.iter().cloned());
    for fork in &chain.forks {
        let message = format!(
            "'{}' has signed two different documents as document {} of the chain; the other is {}",
            fork.by, fork.number, fork.files[0]
        );
        let problem = Problem::new(message).rule("protocol 12.1");
        let advice = "keep both: together they prove double dealing by their signer";
        audit.failures.push((fork.files[1].clone(), problem.advice(advice)));
    }
    for one in &chain.overtaken {
        let what = format!("document {} does not count, because document {} took its place", one.number, one.files[0]);
        audit.words.push(Attestation { file: one.files[1].clone(), by: one.by.clone(), what });
    }
    let mut season = match TournamentState::announced(chain) {
        Ok(season) => season,
        Err(problem) => {
            audit.failures.push((chain.announcement.file.clone(), problem));
            return (audit, None);
        }
    };
    for filed in &chain.line {
        if let Typed::Round(round) = &filed.typed {
            audit.pairings(&season, chain, filed, round);
        }
        if let Err(failure) = season.apply(filed, &chain.from_players) {
            audit.failures.push(*failure);
            break;
        }
        audit.documents += 1;
        audit.standings += usize::from(filed.kind() == Kind::Standings);
        audit.words.extend(word_of(filed, chain));
    }
    for orphan in &chain.orphans {
        let message = "the document before this one is missing from the chain, or was altered";
        let problem = Problem::new(message).in_path("parent").rule("protocol 12.1");
        audit.failures.push((orphan.file.clone(), orphan.place(problem)));
    }
    audit.undecided(&season, chain);
    (audit, Some(season))
}

impl Audit {
    /// Checks whether a round is paired as the rules say.
    fn pairings(&mut self, season: &TournamentState<'_>, chain: &Chain<'_>, filed: &ParsedDocument, round: &Round) {
        let mut before = season.clone();
        for digest in &round.takes {
            // What is wrong with it shows when the round itself is applied.
            if chain.from_players.get(digest).is_none_or(|taken| before.try_take(taken).is_err()) {
                return;
            }
        }
        self.byes(&before, filed, round);
        before.seed = before.seed.or(round.seed);
        let asked = |kind: ByeKind| -> Vec<Id> {
            round.byes.iter().filter(|bye| bye.kind == kind).map(|bye| bye.player.clone()).collect()
        };
        for bye in round.byes.iter().filter(|bye| bye.kind == ByeKind::Zero) {
            let what = format!("{} is absent from round {} and gets nothing", bye.player, round.round);
            self.words.push(Attestation { file: filed.file.clone(), by: round.by.clone(), what });
        }
        // A blank reason says nothing.
        let reason = round.reason.as_ref().filter(|reason| !reason.trim().is_empty());
        let by_hand = |reason: &String| Attestation {
            file: filed.file.clone(),
            by: round.by.clone(),
            what: format!("round {} is paired by hand: {reason}", round.round),
        };
        let (half, absent) = (asked(ByeKind::Half), asked(ByeKind::Zero));
        let due = match (before.next_round(&half, &absent), reason) {
            (Ok(due), _) => due,
            // Where no pairing is legal, the director's is as good as another.
            (Err(_), Some(reason)) if before.next_round_by_hand(&half, &absent).is_ok() => {
                self.words.push(by_hand(reason));
                return;
            }
            (Err(problem), _) => {
                self.failures.push((filed.file.clone(), filed.place(problem)));
                return;
            }
        };
        let Some(sides) = season.planned_game(&round.game).map(|game| &game.sides) else { return };
        let differs = due.boards.len().max(round.boards.len());
        let differs = (0..differs).find(|n| {
            let pair = due.boards.get(*n);
            let paired = round.boards.get(*n).map(|plan| sides.each_ref().map(|side| plan.sides.get(side)));
            pair.map(|pair| pair.each_ref().map(Some)) != paired
        });
        let full = |byes: &[ByePlan]| -> BTreeSet<Id> {
            byes.iter().filter(|bye| bye.kind == ByeKind::Full).map(|bye| bye.player.clone()).collect()
        };
        match (differs, reason) {
            (None, None) if full(&due.byes) != full(&round.byes) => {
                let names: Vec<String> = full(&due.byes).iter().map(ToString::to_string).collect();
                let due = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
                let problem = Problem::new(format!("by the rules, the bye of this round goes to {due}"));
                self.failures.push((filed.file.clone(), filed.place(problem.in_path("byes").rule("protocol 12.3"))));
            }
            (None, Some(reason)) if full(&due.byes) != full(&round.byes) => self.words.push(Attestation {
                file: filed.file.clone(),
                by: round.by.clone(),
                what: format!("the byes of round {} are given by hand: {reason}", round.round),
            }),
            (None, _) => self.rounds += 1,
            (Some(_), Some(reason)) => self.words.push(by_hand(reason)),
            (Some(n), None) => {
                let due =
                    due.boards.get(n).map_or("no board".to_owned(), |[first, second]| format!("{first} – {second}"));
                let message = format!("by the rules, board {} should be {due}", n + 1);
                let problem = Problem::new(message).in_path(format!("boards[{n}]")).rule("protocol 12.3");
                self.failures.push((filed.file.clone(), filed.place(problem)));
            }
        }
    }

    /// Checks for byes of a round that no request and no announced rule explains, and for requests that were not
    /// granted.
    fn byes(&mut self, before: &TournamentState<'_>, filed: &ParsedDocument, round: &Round) {
        let asked = before.asked_byes();
        let half = |player: &Id| round.byes.iter().any(|bye| bye.kind == ByeKind::Half && bye.player == *player);
        let mut word = |what: String| {
            self.words.push(Attestation { file: filed.file.clone(), by: round.by.clone(), what });
        };
        let number = round.round;
        for bye in round.byes.iter().filter(|bye| bye.kind == ByeKind::Half) {
            let player = &bye.player;
            match asked.iter().find(|one| one.player == *player) {
                None => word(format!("round {number}: {player} has a half-point bye and has signed no request for it")),
                Some(one) if !one.is_granted => {
                    word(format!("round {number}: {player} has the half-point bye that he asked for: {}", one.why_not));
                }
                Some(_) => {}
            }
        }
        for one in asked.iter().filter(|one| !half(&one.player)) {
            word(format!("round {number}: {} asked for a bye and did not get one", one.player));
        }
    }

    /// What waits for the director, and what he has left undecided.
    fn undecided(&mut self, season: &TournamentState<'_>, chain: &Chain<'_>) {
        let file = |digest| chain.from_players.get(digest).map(|filed| filed.file.clone()).unwrap_or_default();
        for appealed in season.appeals.iter().filter(|appealed| appealed.decided.is_none()) {
            let what = format!(
                "the appeal taken with document {} has not been decided: {}",
                appealed.taken, appealed.appeal.reason
            );
            self.words.push(Attestation { file: file(&appealed.digest), by: appealed.appeal.player.clone(), what });
        }
        for ((round, board, _), number) in season.pending_replacements() {
            let decided = season.decisions.iter().find(|decided| decided.number == number);
            let line = chain.line.iter().find(|filed| decided.is_some_and(|decided| decided.digest == filed.digest));
            let what = format!(
                "the result of round {round}, board {board} was to be replaced, but nobody has recorded the new one"
            );
            self.words.extend(line.map(|filed| Attestation { file: filed.file.clone(), by: filed.signer(), what }));
        }
        for (id, (digest, _)) in season.entries.iter().filter(|(id, _)| season.player(id).is_none()) {
            let what = "this entry was taken, but its player is not on any roster".to_owned();
            self.words.push(Attestation { file: file(digest), by: id.clone(), what });
        }
        for filed in chain.from_players.values().filter(|filed| !season.has_taken(&filed.digest)) {
            let kind = filed.kind().as_str().replace('_', " ");
            let what = format!("the director has not taken this {kind}");
            self.words.push(Attestation { file: filed.file.clone(), by: filed.signer(), what });
        }
    }
}

/// The statement that a document asks others to believe, if any.
fn word_of(filed: &ParsedDocument, chain: &Chain<'_>) -> Option<Attestation> {
    let (by, what) = match &filed.typed {
        Typed::Result(result) if result.how != How::Played => {
            let how = match (result.how, &result.winner) {
                (How::Forfeit, Some(winner)) => format!("{winner} wins by forfeit"),
                (How::DoubleForfeit, _) => "both forfeit".to_owned(),
                (_, Some(winner)) => format!("{winner} wins by adjudication"),
                (_, None) => "drawn by adjudication".to_owned(),
            };
            let reason = result.reason.as_deref().unwrap_or_default();
            let game = format!("round {}, board {}", result.round, result.board);
            (&result.by, format!("{game}: {how}: {reason}"))
        }
        Typed::Decision(decision) => {
            let scoring = &chain.tournament.scoring;
            let does = decision.effect.as_ref().map(|effect| format!(" ({})", effect_words(effect, scoring)));
            let appeal = decision.on.and_then(|on| chain.from_players.get(&on));
            let on = appeal.map(|appeal| format!(" on the appeal by {}", appeal.signer())).unwrap_or_default();
            (&decision.by, format!("decided{on}: {}{}", decision.reason, does.unwrap_or_default()))
        }
        Typed::Roster(roster) if roster.players.iter().any(|listed| listed.rating.is_some()) => {
            let rated =
                roster.players.iter().filter_map(|listed| Some(format!("{} {}", listed.player, listed.rating?)));
            (&roster.by, format!("ratings: {}", rated.collect::<Vec<_>>().join(", ")))
        }
        _ => return None,
    };
    Some(Attestation { file: filed.file.clone(), by: by.clone(), what })
}
