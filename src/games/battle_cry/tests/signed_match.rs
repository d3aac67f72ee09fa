//! A match in signed documents, with the secrets of everybody: each step is taken by programs that know their own secret
//! alone, unless a test alters what one of them signs.

use std::collections::BTreeMap;

use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::games::Games;
use adjutant_core::chain::hands::{self, HandOwner};
use adjutant_core::chain::verify::Verification;
use adjutant_core::chain::{Chain, charter, compose};
use adjutant_core::document::kinds::{PackPin, RulesetPin, TrustMode};
use adjutant_core::document::{Bytes32, Id, Problem, Value};
use adjutant_core::engine::OwnCards;
use adjutant_core::engine::choices::Opening;
use adjutant_core::hidden::hidden_digest;
use adjutant_core::session::self_play::Player;
use adjutant_core::session::{Game, Plan, Session};
use battle_cry::GAME;
use serde_json::json;

use crate::common::{Rig, entry, id, new_match, secret};

/// The seats; the adjudicator sits only in a match with escrow.
const SEATS: [(&str, Option<&str>); 3] =
    [("adjudicator", None), ("anna", Some("union")), ("bert", Some("confederate"))];

/// A match of two sensible players.
pub struct SignedMatch {
    pub rig: Rig,
    pub owners: BTreeMap<Id, HandOwner>,
    players: BTreeMap<Id, Player>,
    escrow: bool,
}

/// What the program of a seat sees before it signs.
pub struct Sight {
    pub seat: Id,
    pub side: Id,
    /// The table with the seat's own cards.
    pub table: Box<dyn Session>,
    pub own: OwnCards,
    /// The step of the turn that is to be signed.
    pub step: u64,
}

impl Sight {
    /// The scenario's cards of the side that its owner has never seen.
    pub fn unseen(&self) -> Vec<String> {
        let piles = self.table.decks().get(&self.side).cloned().unwrap_or_default();
        let seen = |card: &String| self.own.piles.values().flatten().flatten().any(|other| other == card);
        piles
            .into_iter()
            .filter(|(pile, _)| pile == "deck")
            .flat_map(|(_, cards)| cards)
            .filter(|card| !seen(card))
            .collect()
    }
}

impl SignedMatch {
    pub fn new(scenario: &str, escrow: bool, luck: u8) -> SignedMatch {
        let packs = GAME.pack.iter().map(|pack| PackPin { name: id(pack.game), sha256: (pack.shipped)().digest() });
        let trust = if escrow { TrustMode::Refereed } else { TrustMode::HeadToHead };
        let mut text = charter::draft(&charter::NewMatch {
            ruleset: RulesetPin { id: id(GAME.id), revision: GAME.revision },
            packs: packs.collect(),
            scenario: id(scenario),
            options: serde_json::Map::new(),
            ..new_match(trust, 1)
        });
        let (mut secrets, mut owners, mut players) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        if escrow {
            text = charter::with_escrow(text);
        }
        for (n, (seat, side)) in SEATS.into_iter().enumerate().skip(usize::from(!escrow)) {
            let one = secret(n as u8 + 1);
            let mut entry = entry(seat, side, &one);
            if side.is_some() {
                let own = Bytes32([luck.wrapping_mul(16).wrapping_add(n as u8); 32]);
                entry.hidden = Some(hidden_digest(&entry.key, &own));
                owners.insert(id(seat), HandOwner { seat: id(seat), secret: own, choices: Vec::new() });
                players.insert(id(seat), Player::sensible(u64::from(luck) + n as u64));
            }
            text = charter::join(&text, &entry).expect("a seat");
            secrets.insert(id(seat), one);
        }
        let mut rig = Rig::with_secrets(Games::of(&[GAME]), secrets);
        rig.seal(text);
        SignedMatch { rig, owners, players, escrow }
    }

    pub fn is_over(&self) -> bool {
        !self.rig.state()["outcome"].is_null()
    }

    /// Who is asked now.
    pub fn asked(&self) -> Vec<Id> {
        self.rig.asked().iter().map(|(seat, _)| id(seat)).collect()
    }

    /// What an honest program of this seat signs, and what it sees; `None` if its hand cannot be followed, because it has
    /// lied about it.
    pub fn plan(&mut self, seat: &Id) -> Option<(Sight, Plan)> {
        let owner = &self.owners[seat];
        let player = self.players.get_mut(seat).expect("a player");
        self.rig.with(|chain, game| {
            let own = hands::follow(chain, game, owner).ok()?.pop()?;
            let sight = sight(chain, game, seat, own);
            let mut plan = player.plan(&*sight.table, &sight.side).unwrap_or_default();
            for (window, says) in sight.table.recommend_advance(&sight.side, &plan.act) {
                plan.choose.push((id(&format!("{window}-{}", sight.step)), says));
            }
            plan.choose = sight.table.in_parts(&sight.side, &plan.choose);
            plan.commits_in_advance(sight.step);
            Some((sight, plan))
        })
    }

    /// The turn of a plan, its choices sealed by the secret of the seat.
    pub fn draft(&self, seat: &Id, plan: &Plan) -> Value {
        let owner = &self.owners[seat];
        self.rig.with(|chain, game| {
            let step = chain.line.len() as u64;
            let (due, must) = chain.due_refusals(chain.line.len() - 1, seat, None);
            let refusal = due.first().filter(|_| must);
            let commits = owner.commits(&chain.match_id, (step, refusal), &plan.choose);
            let openings = owner.openings(chain);
            let table = Adjudication::newest(chain, game).expect("a position").table;
            let side = chain.seats.side_of(&*table, seat).expect("a side").clone();
            let open: Vec<Value> = (plan.act.open.iter())
                .filter_map(|(id, opening)| {
                    let Opening::Choice(choice) = opening else { return None };
                    let (salt, _) = openings(seat, id, &table.commitment(&side, id)?)?;
                    Some(json!({"id": id, "salt": salt, "choice": choice}))
                })
                .collect();
            let mut draft = json!({});
            for (field, value) in [
                ("orders", json!(plan.act.orders)),
                ("answers", json!(plan.act.answers)),
                ("commit", json!(commits)),
                ("open", json!(open)),
            ] {
                if value.as_array().is_some_and(|list| !list.is_empty()) {
                    draft[field] = value;
                }
            }
            draft
        })
    }

    /// Signs the turn of a plan and mails it; the name of its file.
    pub fn turn(&mut self, seat: &Id, plan: &Plan) -> String {
        let draft = self.draft(seat, plan);
        let step = self.rig.step() + 1;
        let owner = self.owners.get_mut(seat).expect("a hand");
        owner.choices.extend(plan.choose.iter().map(|(id, choice)| (step, id.clone(), choice.clone())));
        self.rig.turn(seat.as_str(), draft)
    }

    /// What the program that answers a turn finds wrong with it, before it resolves it: by the turn, and, with escrow, by
    /// the hand.
    pub fn refused(&self, file: &str) -> (Vec<Problem>, Option<bool>) {
        self.rig.with(|chain, game| {
            let turn = chain.turns.values().find(|turn| turn.file == file).expect("the turn");
            let stand = Adjudication::newest(chain, game).expect("a position");
            let by_hand = stand.hand_allows(&turn.typed, &self.owners[&turn.typed.seat]);
            (stand.check_turn(turn), by_hand.filter(|_| self.escrow))
        })
    }

    /// The state that resolves the turns that wait, and the seat that issues it.
    ///
    /// # Errors
    /// What is wrong with the turns.
    pub fn resolved(&mut self) -> Result<(Id, Value), Vec<Problem>> {
        let issued = self.rig.now();
        self.rig.with(|chain, game| {
            let turns = chain.open_turns();
            let responder = chain.seats.responder_to(&turns[0].typed.seat).expect("a responder").clone();
            let reveal = compose::next_reveal(chain, &responder, &self.rig.secrets[&responder].seeds).expect("a link");
            let openings = |seat: &Id, id: &Id, digest: &Bytes32| {
                let knows = self.escrow || *seat == responder;
                self.owners.get(seat).filter(|_| knows)?.openings(chain)(seat, id, digest)
            };
            let stand = Adjudication::newest(chain, game).expect("a position");
            let made = stand.resolve_with(&turns, reveal, &openings, None, &issued)?;
            Ok((responder, made.content))
        })
    }

    /// Signs a state and mails it.
    pub fn issue(&mut self, seat: &Id, content: &Value) {
        let name = format!("states/{:04}.yaml", content["step"].as_u64().expect("a step"));
        self.rig.sign_and_add(&name, seat, content);
    }

    /// A step by honest programs.
    pub fn step(&mut self) {
        for seat in self.asked() {
            let (_, plan) = self.plan(&seat).expect("an honest hand");
            self.turn(&seat, &plan);
        }
        let (responder, content) = self.resolved().expect("legal turns");
        self.issue(&responder, &content);
    }

    /// Whoever is asked resigns.
    pub fn resign(&mut self) {
        if !self.is_over() {
            let seat = self.asked().remove(0);
            self.rig.turn(seat.as_str(), json!({"offer": "resign"}));
            let (seat, content) = self.resolved().expect("a resignation");
            self.issue(&seat, &content);
        }
    }

    /// What a seat discloses.
    pub fn disclosure(&self, seat: &Id) -> Value {
        self.rig
            .with(|chain, _| hands::disclosure(chain, &self.owners[seat], "2026-11-22T10:00:00Z").expect("the choices"))
    }

    /// Everybody discloses, and the match is audited.
    pub fn audited(&mut self, alter: &mut dyn FnMut(&Id, &mut Value)) -> Verification {
        for seat in self.owners.keys().cloned().collect::<Vec<_>>() {
            let mut content = self.disclosure(&seat);
            alter(&seat, &mut content);
            self.rig.sign_and_add(&format!("disclosures/{seat}.yaml"), &seat, &content);
        }
        self.rig.verify()
    }

    /// Whether every hand can be followed: nobody has said anything false that shows yet.
    pub fn is_true(&self) -> bool {
        self.rig.with(|chain, game| self.owners.values().all(|owner| hands::follow(chain, game, owner).is_ok()))
    }
}

fn sight(chain: &Chain<'_>, game: &dyn Game, seat: &Id, own: adjutant_core::session::HandTracker) -> Sight {
    let mut table = Adjudication::newest(chain, game).expect("a position").table;
    let side = chain.seats.side_of(&*table, seat).expect("a side").clone();
    let cards = own.cards();
    table.follow(&side, own);
    Sight { seat: seat.clone(), side, table, own: cards, step: chain.line.len() as u64 }
}
