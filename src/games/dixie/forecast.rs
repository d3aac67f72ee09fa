//! What can be said about orders after something undecided: they are refused only for reasons that no roll, answer or
//! earlier order of the same turn can change.

use crate::Dixie;
use crate::Procedure;
use crate::document::Problem;
use crate::engine::ruleset::{Forecast, LaterOrder};
use crate::engine::{Events, Position, Ruleset};
use crate::events::Refusal;
use crate::ledger::{Game, Phase};
use crate::orders::{Order, Outflanking};
use crate::place::Place;
use crate::side::Side;
use crate::specials::is_played_by_order;
use crate::view::View;

/// What is known of the table when an order's turn comes.
struct ForecastState<'r> {
    rules: &'r Dixie,
    game: Game,
    side: Side,
    /// Positions where dice or answers may change who is there.
    unsettled: Vec<Place>,
    /// The side's own cards that may be elsewhere by then, or may have acted.
    moved: Vec<String>,
    /// Whether everything may have changed, because an order cannot be read.
    all_unknown: bool,
    /// Whether an order that comes later cannot be read, and may make room.
    hides_later: bool,
}

/// Which of these orders are certain to be refused, and which are not.
pub fn forecast(rules: &Dixie, position: &Position<Dixie>, side: Side, orders: &[LaterOrder<'_, Order>]) -> Forecast {
    let mut ahead = ForecastState::of(rules, position, side);
    let mut found = Forecast { problems: Vec::new(), undecided: Vec::new() };
    let mut over = false;
    for (n, order) in orders.iter().enumerate() {
        let LaterOrder::Order(order) = order else {
            ahead.all_unknown = true;
            continue;
        };
        // What an order that cannot be read does later is not known.
        let later = orders[n + 1..].iter().map(|later| match later {
            LaterOrder::Order(order) => Some((*order).clone()),
            LaterOrder::Faulty(_) => None,
        });
        ahead.game.coming = later.clone().flatten().collect();
        ahead.hides_later = later.clone().any(|order| order.is_none());
        let problems = if over {
            vec![rules.phase_is_over(&ahead.game, &side.id(), &side.other().id())]
        } else {
            ahead.problems_of(order)
        };
        match problems.is_empty() {
            true => found.undecided.push(n),
            false => found.problems.extend(problems.into_iter().map(|problem| (n, problem))),
        }
        over |= matches!(order, Order::EndTurn {});
    }
    found
}

impl<'r> ForecastState<'r> {
    /// The state at the point where the trial of the turn stopped.
    fn of(rules: &'r Dixie, position: &Position<Dixie>, side: Side) -> ForecastState<'r> {
        let mut game = position.game.clone();
        if game.phase == Phase::Morale {
            game.begin_phase(Phase::Combat);
        }
        let mut ahead = ForecastState {
            rules,
            game,
            side,
            unsettled: Vec::new(),
            moved: Vec::new(),
            all_unknown: false,
            hides_later: false,
        };
        for procedure in &position.stack {
            match procedure {
                Procedure::Battle(_) | Procedure::Done(_) => {}
                Procedure::Fire(fire) => ahead.record_fight(&[fire.from, fire.at], &fire.cards),
                Procedure::Allot(allot) => ahead.record_fight(&[allot.place], &[]),
                Procedure::Melee(melee) => ahead.record_fight(&[melee.place, melee.place.opposite()], &[]),
                Procedure::Outflank(outflank) => {
                    ahead.record_fight(&[outflank.order.place], &outflank.order.cards);
                    ahead.moved.extend(outflank.order.general.clone());
                }
                Procedure::March(march) => {
                    ahead.record_fight(&march.path, &march.cards);
                    ahead.moved.extend(march.general.clone());
                }
                Procedure::Scout(scout) => ahead.record_fight(&[scout.from, scout.place], &scout.cards),
                Procedure::Sharpshooters { target, .. } => {
                    let there = ahead.game.find(side.other(), target).map(|(place, _)| place);
                    ahead.unsettled.extend(there);
                }
                // Morale checks and disorder can occur wherever cards have hits or are overstacked.
                Procedure::Checks(_) | Procedure::Disorder(_) | Procedure::AfterMoves(_) => ahead.unsettle_all(),
            }
        }
        ahead
    }

    fn unsettle_all(&mut self) {
        let all: Vec<Place> = self.game.places.keys().copied().collect();
        self.record_fight(&all, &[]);
    }

    /// Records a fight: dice are rolled in these positions, and these cards act or hold their fire.
    fn record_fight(&mut self, places: &[Place], cards: &[String]) {
        self.unsettled.extend(places);
        let side = self.side;
        let there = places.iter().flat_map(|place| self.game.cards_in(*place, side)).map(|placed| placed.card.clone());
        let there: Vec<String> = there.collect();
        self.moved.extend(cards.iter().cloned().chain(there));
    }

    /// The certain objections to an order; then its possible effects are recorded for the orders after it.
    fn problems_of(&mut self, order: &Order) -> Vec<Problem> {
        let (rules, side) = (self.rules, self.side);
        let refused = order.refused(View::of(rules, &self.game, side));
        let firm =
            |refusal: &Refusal| self.is_inherent(order, refusal) || (!self.all_unknown && self.is_firm(order, refusal));
        let firmly = refused.iter().filter(|(refusal, _)| firm(refusal)).cloned();
        let problems = order.problems(firmly, rules, side);
        if problems.is_empty() {
            let sure = refused.is_empty() && !self.all_unknown && self.is_untouched(order);
            self.record_effects(order, sure);
        }
        problems
    }

    /// Whether nothing undecided affects the cards and positions of an order.
    fn is_untouched(&self, order: &Order) -> bool {
        let cards = order.cards().iter().all(|card| !self.may_move(card));
        cards && self.places_of(order).iter().all(|place| !self.unsettled.contains(place))
    }

    fn may_move(&self, card: &str) -> bool {
        self.moved.iter().any(|moved| moved == card || self.game.public_name(self.side, moved) == *card)
    }

    /// The positions that an order is about, and those from which its cards come.
    fn places_of(&self, order: &Order) -> Vec<Place> {
        let mut places = match order {
            Order::Melee { place, .. }
            | Order::Terrain { place, .. }
            | Order::Outflank(Outflanking { place, .. })
            | Order::Scout { place, .. }
            | Order::Decoy { place, .. } => vec![*place],
            Order::Fire { at, .. } => at.iter().copied().collect(),
            Order::Move { path, .. } | Order::ForceMarch { path, .. } => path.clone(),
            Order::Special(play) => play.place.into_iter().collect(),
            Order::Deploy { cards, .. } => cards.keys().copied().collect(),
            Order::Reveal { .. } | Order::EndTurn {} => Vec::new(),
        };
        for card in order.cards() {
            if let Some((from, _)) = self.game.find(self.side, card) {
                places.extend([from, from.opposite()]);
            }
        }
        places
    }

    /// Whether an order is refused because of the card itself, the charter or the map.
    fn is_inherent(&self, order: &Order, refusal: &Refusal) -> bool {
        match refusal {
            Refusal::Twice { .. }
            | Refusal::NoCards
            | Refusal::NotPlayed { .. }
            | Refusal::FixedCard { .. }
            | Refusal::WrongGround { .. } => true,
            Refusal::WrongKind { card } | Refusal::TooFar { card } => !self.game.is_face_down(self.side, card),
            Refusal::BadSpecial { card } => {
                let effect = self.rules.card(&self.game, self.side, card).and_then(|card| card.special);
                let Order::Special(play) = order else { return false };
                effect.is_some_and(|effect| !is_played_by_order(effect, play))
            }
            _ => false,
        }
    }

    /// Whether a refusal stands whatever comes before the order.
    fn is_firm(&self, order: &Order, refusal: &Refusal) -> bool {
        let stays = |card: &String| !self.may_move(card);
        let calm = || self.is_untouched(order);
        match refusal {
            // No phase returns.
            Refusal::WrongPhase { phase } => *phase < self.game.phase,
            Refusal::AfterFire => !self.game.fought.is_empty(),
            Refusal::NoSuchCard { card }
            | Refusal::NotInReserve { card }
            | Refusal::Eliminated { card, .. }
            | Refusal::HasActed { card }
            | Refusal::Apart { card }
            | Refusal::GeneralElsewhere { card } => stays(card),
            // This depends on where they start from and who is there.
            Refusal::NotAdjacent { .. }
            | Refusal::NoPlace { .. }
            | Refusal::EngageAndDisengage { .. }
            | Refusal::CannotFire { .. }
            | Refusal::NotOwn { .. }
            | Refusal::Engaged { .. }
            | Refusal::NothingToScout { .. }
            | Refusal::NotEngaged { .. }
            | Refusal::TooFew { .. }
            | Refusal::TwoTerrain { .. }
            | Refusal::TwoCreeks { .. }
            | Refusal::NoCv { .. }
            | Refusal::CombatOver { .. }
            | Refusal::BadTarget { .. }
            | Refusal::CrossingLimit { .. }
            | Refusal::BadSpecial { .. }
            | Refusal::SpecialLimit { .. }
            | Refusal::NoFlank { .. } => calm(),
            Refusal::TooMany { .. } | Refusal::TwoGenerals { .. } => calm() && !self.hides_later,
            _ => false,
        }
    }

    /// Records the effects of an order: certain ones, as far as no die decides, or possible ones.
    fn record_effects(&mut self, order: &Order, sure: bool) {
        let places = self.places_of(order);
        match order {
            Order::Move { .. }
            | Order::Terrain { .. }
            | Order::Decoy { .. }
            | Order::Reveal { .. }
            | Order::Special(_)
                if sure
                    && order.carry_out(self.rules, &mut self.game, &mut Events::discarding(), self.side).is_none() =>
            {
                // The occupant of a position may have changed, and with it how many may cross water (8.3).
                self.rules.apply_immediate_effects(&mut self.game, &mut Events::discarding());
                return;
            }
            Order::Fire { cards, .. } if sure => {
                let from = cards.first().and_then(|card| self.game.find(self.side, card)).map(|(place, _)| place);
                self.game.fought.extend(from);
            }
            Order::ForceMarch { .. } | Order::Scout { .. } if sure => self.game.begin_phase(Phase::Move),
            Order::Outflank(_) if sure => {
                self.game.begin_phase(Phase::Outflank);
                self.unsettle_all();
            }
            Order::Outflank(_) | Order::EndTurn {} => self.unsettle_all(),
            _ => {}
        }
        self.record_fight(&places, order.cards());
        self.moved.extend(order.other_cards().cloned());
    }
}
