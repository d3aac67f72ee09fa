//! *Dixie*, the card wargame: First Bull Run, Shiloh and Gettysburg. The rules are Columbia Games' unified rules;
//! `docs/rulings/dixie.md` decides what they leave open (DX-1 and following).

pub(crate) use adjutant_core::{document, engine, pack as shared, report, session, sorted, spelling};

pub mod after_moves;
pub mod card_values;
pub mod commander;
pub mod deploy;
mod entry;
pub mod events;
pub mod face_down_cards;
pub mod fire;
pub mod force_march;
pub mod forecast;
pub mod hand_check;
pub mod hit_allocation;
pub mod invariants;
pub mod ledger;
pub mod legal;
pub mod melee;
pub mod morale;
pub mod moves;
pub mod options;
pub mod order_execution;
pub mod orders;
pub mod outflank;
pub mod pack;
pub mod place;
pub mod player;
pub mod present;
pub mod scout;
pub mod sequence;
pub mod side;
pub mod signs;
pub mod specials;
pub mod state_changes;
pub mod table;
pub mod terrain;
pub mod view;

pub use entry::GAME;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, from_value, inline};
use crate::engine::HandicapUnit;
use crate::engine::prospects::Sign;
use crate::engine::{
    CardActs, CardTable, Concealed, Decks, Events, Forecast, Input, LaterOrder, Next, OwnCards, OwnTurn, Pending,
    Position, Ruleset, StepContext, outcome,
};
use crate::events::{Event, Refusal};
use crate::ledger::{Game, Phase};
use crate::orders::{Answer, First, Order, Question, Standing};
use crate::pack::{Kind, PACK, Pack};
use crate::sequence::Stage;
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::view::View;

/// The game, with the cards that it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct Dixie {
    pub pack: Arc<Pack>,
}

/// A half-finished procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    /// The Battle Turns (5.0).
    Battle(Stage),
    /// Morale checks (6.0).
    Checks(morale::MoraleChecks),
    /// An overstacked position (8.4).
    Disorder(morale::Disorganization),
    /// Cards fire (7.0).
    Fire(fire::Fire),
    /// Hits are applied to cards (7.3).
    Allot(hit_allocation::HitAllocation),
    /// A melee (13.2).
    Melee(melee::Melee),
    /// A force march (8.6).
    March(force_march::March),
    /// The end of all movement (8.1).
    AfterMoves(after_moves::AfterMoves),
    /// Outflanking (13.1).
    Outflank(outflank::Outflank),
    /// Scouting (13.7).
    Scout(scout::Scout),
    /// Sharpshooters shoot at a general (12.0).
    Sharpshooters { side: Side, target: String },
    /// An order is carried out, with this reply.
    Done(Reply),
}

/// What a procedure returns to its caller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    Done,
    /// The side's Battle Turn is over.
    End,
    /// A side has deployed; the deployment, if some of its cards have yet to be revealed.
    Deployed(deploy::Deployment),
}

impl Dixie {
    /// The game with the cards that the program ships.
    pub fn shipped() -> Dixie {
        Dixie::new(PACK.typed())
    }

    /// The game with cards of a pack.
    pub fn new(pack: Pack) -> Dixie {
        Dixie { pack: Arc::new(pack) }
    }

    /// The end of the battle, if a side has won (4.0).
    fn ended(&self, game: &Game, events: &mut Events) -> Option<Next<Dixie>> {
        let won = game.won?;
        events.emit("4.0", &Event::Ended { winner: won.side, how: won.how });
        Some(Next::Over(json!({"winner": won.side.map_or("none", Side::as_str), "how": won.how})))
    }

    /// Reveals the cards that hold enemy positions (4.0, DX-6).
    fn reveal_occupiers(&self, game: &Game) -> Option<Next<Dixie>> {
        Side::BOTH.into_iter().find_map(|side| {
            let ids = self.face_down_occupiers(game, side);
            (!ids.is_empty()).then(|| Next::TurnUp { side: side.id(), ids, rule: "4.0" })
        })
    }

    fn inner(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        match procedure {
            Procedure::Battle(stage) => stage.step(self, cx, input),
            Procedure::Checks(checks) => checks.step(self, cx, input),
            Procedure::Disorder(disorder) => disorder.step(self, cx, input),
            Procedure::Fire(fire) => fire.step(self, cx, input),
            Procedure::Allot(allot) => allot.step(self, cx, input),
            Procedure::Melee(melee) => melee.step(self, cx, input),
            Procedure::March(march) => march.step(self, cx, input),
            Procedure::AfterMoves(after) => after.step(self, cx, input),
            Procedure::Outflank(outflank) => outflank.step(self, cx, input),
            Procedure::Scout(scout) => scout.step(self, cx, input),
            Procedure::Sharpshooters { side, target } => match input {
                Input::Faces(faces) => {
                    let face = faces.first().copied().unwrap_or(6);
                    specials::sharpshot(self, cx.game, cx.events, (*side, target), face);
                    Next::Return(Reply::Done)
                }
                _ => Next::Roll { purpose: format!("sharpshooters {side}"), rule: "12.0", count: 1, sides: 6 },
            },
            Procedure::Done(reply) => Next::Return(reply.clone()),
        }
    }
}

/// Whether a procedure is part of a single instant: both sides' hits of one round or order, and both sides' checks
/// after a round of melee (DX-39).
pub(crate) fn is_simultaneous(procedure: &Procedure) -> bool {
    match procedure {
        Procedure::Allot(_) => true,
        Procedure::Fire(fire) => fire.is_allocating_hits(),
        Procedure::Melee(melee) => matches!(melee.stage, melee::Stage::Marks(_)),
        Procedure::Checks(checks) => checks.why == events::MoraleCheckReason::Melee,
        Procedure::Disorder(disorder) => disorder.melee,
        _ => false,
    }
}

impl Ruleset for Dixie {
    const ID: &'static str = "dixie";
    const REVISION: u32 = 3;

    type Game = Game;
    type Procedure = Procedure;
    type Reply = Reply;
    type Order = Order;
    type Question = Question;
    type Answer = Answer;
    type Standing = Standing;

    fn sides(&self) -> [Id; 2] {
        Side::BOTH.map(Side::id)
    }
    fn as_played(&self, game: &Game) -> Self {
        // Each name refers to one thing: a card of the edition that is played.
        let set = self.pack.set(game.edition).clone();
        Dixie::new(Pack { sets: SortedMap::from([(game.edition, set)]) })
    }
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        let game = options::set_up(&self.pack, scenario, options)?;
        Ok(Position::new(game, Procedure::Battle(Stage::SetUp {})))
    }
    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        let StepContext { game, standing, events } = cx;
        // A side wins at the instant of occupation (4.0), which comes once both sides have taken their hits.
        if is_simultaneous(procedure) {
            self.name_commanders(game, events);
            return self.inner(StepContext { game, standing, events }, procedure, input);
        }
        self.apply_immediate_effects(game, events);
        if let Some(over) = self.ended(game, events) {
            return over;
        }
        // Cards that hold an enemy position are revealed first; the step then continues.
        if matches!(input, Input::Proceed)
            && let Some(shown) = self.reveal_occupiers(game)
        {
            return shown;
        }
        let next = self.inner(StepContext { game: &mut *game, standing, events: &mut *events }, procedure, input);
        if is_simultaneous(procedure) {
            return next;
        }
        self.apply_immediate_effects(game, events);
        let next = match next {
            Next::Orders { side } => self.reveal_occupiers(game).unwrap_or(Next::Orders { side }),
            next => next,
        };
        self.ended(game, events).unwrap_or(next)
    }
    fn begin(&self, cx: StepContext<'_, Self>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        order.begin(self, cx, Side::of(side))
    }
    fn check_names(&self, game: &Game, side: &Id, order: &Order) -> Vec<Problem> {
        let side = Side::of(side);
        let deployed: Vec<&String> = match order {
            Order::Deploy { cards, .. } => cards.values().flatten().collect(),
            _ => Vec::new(),
        };
        let named = order.cards().iter().chain(deployed);
        let unknown = named.filter(|card| !deploy::is_card(self, game, side, card));
        let refused = unknown.map(|card| (Refusal::NoSuchCard { card: card.clone() }, "1.0"));
        order.problems(refused, self, side)
    }
    fn phase_is_over(&self, _: &Game, side: &Id, _: &Id) -> Problem {
        Refusal::TurnOver.to_owner(self, Side::of(side)).rule("5.0")
    }
    fn refuse_answer(
        &self,
        position: &Position<Self>,
        question: &Question,
        _: &Answer,
        own: Option<&OwnCards>,
    ) -> Problem {
        let unknown = OwnCards::default();
        let side = legal::asked(&position.game, question);
        let mut refused = Refusal::BadChoice.to_owner(self, side);
        if matches!(question, Question::BeforeFire { .. } | Question::BeforeMelee { .. } | Question::SecondRound { .. })
        {
            let legal = legal::answers(self, &position.game, question, own.or(Some(&unknown)));
            let legal: Vec<String> = legal.iter().map(|one| inline(&json!(one))).collect();
            refused = refused.advice(format!("write one of {}", legal.join(", ")));
        }
        match &position.pending {
            Some(Pending::Answer { rule, .. }) => refused.rule(rule.as_str()),
            _ => refused,
        }
    }
    fn foresee(&self, game: &mut Game, later: &[Order]) {
        game.coming = later.to_vec();
    }
    fn plausible(&self, position: &Position<Self>, side: &Id, orders: &[LaterOrder<'_, Order>]) -> Forecast {
        forecast::forecast(self, position, Side::of(side), orders)
    }
    fn skips_impossible_orders(&self, rest: &[Order]) -> bool {
        matches!(rest.last(), Some(Order::EndTurn {}))
    }
    fn legal(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>) -> Vec<Order> {
        legal::orders(self, &position.game, Side::of(side), own)
    }
    fn answers(&self, position: &Position<Self>, question: &Question, own: Option<&OwnCards>) -> Vec<Answer> {
        legal::answers(self, &position.game, question, own)
    }
    fn admits(&self, position: &Position<Self>, question: &Question, answer: &Answer) -> bool {
        legal::admits(self, &position.game, question, answer)
    }
    fn standing_answer(&self, _: &Position<Self>, _: &Id, own: &Standing, question: &Question) -> Option<Answer> {
        match question {
            Question::BeforeFire { .. } | Question::BeforeMelee { .. } if !own.ask_specials => Some(Answer::Pass {}),
            _ => None,
        }
    }
    fn default_standing(&self) -> Option<Standing> {
        Some(Standing::default())
    }
    fn check_standing(&self, game: &Game, side: &Id, standing: &Standing) -> Vec<Problem> {
        let side = Side::of(side);
        let unknown = standing.first.iter().enumerate().filter(|(_, card)| !deploy::is_card(self, game, side, card));
        let refused = |(n, card): (usize, &String)| {
            let problem = Refusal::NoSuchCard { card: card.clone() }.to_owner(self, side);
            problem.rule("7.3").in_path(format!("first[{n}]"))
        };
        unknown.map(refused).collect()
    }
    fn standing_samples(&self, _: &Game, _: &Id) -> Vec<Standing> {
        let hits = |hits| Standing { hits, ..Standing::default() };
        vec![
            hits(First::Strongest),
            hits(First::Ask),
            Standing { ask_specials: true, withdraw: First::Ask, ..Standing::default() },
            Standing::default(),
        ]
    }
    fn signs(&self, position: &Position<Self>, side: &Id) -> Vec<Sign> {
        signs::signs(self, &position.game, Side::of(side))
    }
    /// Without decoys, only troops lie face down in the battle line (13.6).
    fn may_lie(&self, game: &Game, side: &Id, card: &str, id: &Id) -> bool {
        let side = Side::of(side);
        let laid_as_troop = game.placed(side, id.as_str()).is_some_and(|placed| placed.laid);
        let kind = self.set(game).card(side, card).map(|card| card.kind);
        !laid_as_troop || game.rules.decoys || kind.is_some_and(Kind::is_troop)
    }
    fn cards<'g>(&self, game: &'g Game) -> Option<&'g CardTable> {
        Some(&game.cards)
    }
    fn cards_mut<'g>(&self, game: &'g mut Game) -> Option<&'g mut CardTable> {
        Some(&mut game.cards)
    }
    fn decks(&self, game: &Game) -> Decks {
        options::decks(&self.pack, game)
    }
    fn card_acts(&self, game: &Game, side: &Id, orders: &[Order], answer: Option<&Answer>) -> CardActs {
        face_down_cards::card_acts(self, game, Side::of(side), orders, answer)
    }
    fn conceal(
        &self,
        game: &Game,
        side: &Id,
        (orders, answer): (Vec<Order>, Option<Answer>),
        own: &OwnCards,
    ) -> Concealed<Self> {
        face_down_cards::conceal(self, game, Side::of(side), (orders, answer), own)
    }
    fn advance_questions(&self, game: &Game, side: &Id) -> Vec<&'static str> {
        if game.phase == Phase::Deployment && deploy::deploys_first(Side::of(side)) {
            return vec!["turn_up"];
        }
        if game.rules.melee { vec!["before_fire", "before_melee"] } else { vec!["before_fire"] }
    }
    fn follows_in_advance(
        &self,
        game: &Game,
        side: &Id,
        written: &[Order],
        laid: &[(Id, String)],
    ) -> Vec<(&'static str, Value)> {
        face_down_cards::reveals_after_deployment(self, game, Side::of(side), written, laid)
    }
    fn advance_answer(&self, position: &Position<Self>, _: &Id, question: &Question, says: &Value) -> Option<Answer> {
        if says.as_str() == Some("pass") {
            return Some(Answer::Pass {});
        }
        let game = &position.game;
        let view = View::of(self, game, legal::asked(game, question));
        Some(match from_value(says).ok()? {
            Answer::Specials(plays) => specials::playable_specials(view, question, plays),
            answer => answer,
        })
    }
    fn refuse_advance(&self, _: &Game, _: &Id, window: &str, says: &Value) -> Option<Problem> {
        if says.as_str() == Some("pass") {
            return None;
        }
        let forms = match window {
            "turn_up" => "write `ask`, or the cards in braces: `{turn_up: [CARD]}`",
            _ => "write `pass`, `ask`, or specials in braces: `{specials: [{card: CARD, place: PLACE}]}`",
        };
        from_value::<Answer>(says).err().map(|problem| problem.advice(forms))
    }
    fn refuse_by_hand(&self, position: &Position<Self>, side: &Id, turn: &OwnTurn<'_, Self>) -> Vec<Problem> {
        let question = match &position.pending {
            Some(Pending::Answer { question, .. }) => Some(question),
            _ => None,
        };
        hand_check::refused(self, &position.game, Side::of(side), question, turn)
    }
    fn is_claim_true(&self, game: &Game, side: &Id, claim: &Value, own: &OwnCards) -> bool {
        let side = Side::of(side);
        let outflanked = outflank::is_claim_true(self, game, side, claim, own);
        outflanked.unwrap_or_else(|| deploy::is_claim_true(self, game, side, claim, own))
    }
    fn recommend_orders(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>, seed: u64) -> Vec<Order> {
        own.map_or_else(Vec::new, |own| player::orders(self, &position.game, Side::of(side), own, seed))
    }
    fn recommend_answer(
        &self,
        position: &Position<Self>,
        _: &Id,
        question: &Question,
        own: Option<&OwnCards>,
    ) -> Option<Answer> {
        player::answer(self, &position.game, question, own)
    }
    fn recommend_advance(&self, position: &Position<Self>, side: &Id, own: &OwnCards) -> Vec<(&'static str, Value)> {
        let side = Side::of(side);
        if position.game.phase == Phase::Deployment && deploy::deploys_first(side) {
            return Vec::new();
        }
        player::in_advance(&position.game, View { rules: self, game: &position.game, side, own: Some(own) })
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        invariants::broken(self, position)
    }
    fn handicap_unit(&self) -> Option<HandicapUnit> {
        Some(HandicapUnit::CARDS)
    }
    fn ends(&self) -> &'static [outcome::EndCondition] {
        const EITHER: &[&str] = &["usa", "csa"];
        &[("occupation", EITHER), ("envelopment", EITHER), ("last_day", &["usa"]), ("stalemate", &["none"])]
    }
    fn usual_scenario(&self) -> &'static str {
        "first_bull_run"
    }
    fn orders_of(&self, _: &Id) -> Vec<Procedure> {
        vec![Procedure::Battle(Stage::Orders {})]
    }
}
