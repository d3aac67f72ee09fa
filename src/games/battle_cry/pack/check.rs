//! What makes a pack sound.

use super::{BattleCard, Condition, Effect, Event, EventKind, Pack, Points, Scenario, SideSetup, Theater, Trait};
use crate::document::{Id, Problem};
use crate::shared::{NO_NAME, Side, in_file, is_name};
use crate::sorted::SortedSet;

/// The upper ends of the Command Point Track (Command Points).
const MOST: [(Side, u8); 2] = [(Side::Union, 15), (Side::Confederate, 12)];

/// The problems of a file.
#[derive(Default)]
struct Findings(Vec<Problem>);

impl Findings {
    /// Notes a problem, if there is one.
    fn never(&mut self, wrong: bool, path: &str, words: impl Into<String>) {
        self.0.extend(wrong.then(|| Problem::new(words).in_path(path)));
    }

    /// Notes which of these ids are not known.
    fn exist<'i>(
        &mut self,
        ids: impl IntoIterator<Item = &'i Id>,
        known: impl Fn(&Id) -> bool,
        path: &str,
        what: &str,
    ) {
        for id in ids {
            self.never(!known(id), path, format!("there is no {what} {id}"));
        }
    }
}

impl Pack {
    /// Every inconsistency.
    pub fn check(&self) -> Vec<Problem> {
        let mut cards = Findings::default();
        self.check_decks(&mut cards);
        self.check_stated(&mut cards);
        self.events.values().for_each(|event| self.check_event(event, &mut cards));
        let mut battles = Findings::default();
        self.battles.iter().for_each(|battle| self.check_battle(battle, &mut battles));
        let mut files = vec![(Pack::CARDS.to_owned(), cards), (Pack::MARK.to_owned(), battles)];
        for (id, scenario) in &self.scenarios {
            let mut own = Findings::default();
            self.check_scenario(scenario, &mut own);
            files.push((format!("scenarios/{id}.yaml"), own));
        }
        let named = |(name, own): (String, Findings)| own.0.into_iter().map(move |problem| in_file(&name, problem));
        files.into_iter().flat_map(named).collect()
    }

    fn is_event(&self, id: &Id) -> bool {
        self.events.contains_key(id)
    }

    fn is_resource(&self, id: &Id) -> bool {
        self.events.get(id).is_some_and(|event| event.kind.is_resource())
    }

    fn is_battle(&self, id: &Id) -> bool {
        self.battle(id).is_some()
    }

    fn check_decks(&self, found: &mut Findings) {
        let mut seen = SortedSet::new();
        for side in Side::BOTH {
            let own = self.of(side);
            let path = |id: &str| format!("{side}.{id}");
            let count = self.deck(side).count();
            let words = format!("the deck has {count} cards, and is to have {}", self.deck);
            found.never(count != usize::from(self.deck), side.as_str(), words);
            let ids = own.cards.iter().map(|card| &card.id).chain(own.generals.iter().map(|general| &general.id));
            for id in ids {
                found.never(!seen.insert(id), &path(id), "there are two cards of this id");
            }
            for card in &own.cards {
                let path = path(&card.id);
                found.exist([&card.upper, &card.lower], |half| self.is_event(half), &path, "event");
                let kind = |half| self.events.get(half).map(|event| event.kind);
                let wrong = kind(&card.upper) == Some(EventKind::Battle);
                found.never(wrong, &path, "a Battle Event is a lower half");
                let wrong = kind(&card.lower).is_some_and(|kind| !kind.is_combat());
                found.never(wrong, &path, "a lower half is a Battle Event or a Special Event");
            }
            let is_continuing = |effect: &Effect| matches!(effect, Effect::Continues { .. });
            let continues =
                |half: &Id| self.events.get(half).is_some_and(|event: &Event| event.effects.iter().any(is_continuing));
            let continuing = own.cards.iter().filter(|card| continues(&card.upper) || continues(&card.lower)).count();
            let words = "at most one card of a side continues a battle: a pass does not name it (BC-30)";
            found.never(continuing > 1, side.as_str(), words);
            let mut names = SortedSet::new();
            for general in &own.generals {
                let path = path(&general.id);
                found.never(!is_name(&general.name), &path, NO_NAME);
                let stars = [general.offense, general.defense];
                found.never(!stars.iter().all(|stars| (1..=3).contains(stars)), &path, "a general has 1 to 3 stars");
                let Some(other) = &general.replaces else {
                    found.never(!names.insert(&general.name), &path, "there are two generals of this name");
                    continue;
                };
                let same =
                    self.general(side, other).is_some_and(|one| one.name == general.name && one.replaces.is_none());
                found.never(!same, &path, "it replaces a general of the same name");
                found.never(stars != [3, 3], &path, "a promoted general has 3 stars");
            }
        }
    }

    /// The copies and pairs that the rulebook states.
    fn check_stated(&self, found: &mut Findings) {
        for stated in &self.stated {
            let path = format!("stated.{}", stated.events.first().map_or("", Id::as_str));
            found.exist(&stated.events, |event| self.is_event(event), &path, "event");
            let has = |half: &Id| stated.events.contains(half);
            let cards = self.of(stated.side).cards.iter().filter(|card| has(&card.upper) || has(&card.lower)).count();
            let words = format!("{cards} cards have this event, and {} are to have it", stated.copies);
            found.never(cards != stated.copies, &path, words);
        }
        for pair in &self.pairs {
            let path = format!("pairs.{}", pair.upper);
            found.exist([&pair.upper, &pair.lower], |event| self.is_event(event), &path, "event");
            let both = self.of(pair.side).cards.iter().any(|card| card.upper == pair.upper && card.lower == pair.lower);
            found.never(!both, &path, format!("no card has this half and {}", pair.lower));
        }
    }

    fn check_event(&self, event: &Event, found: &mut Findings) {
        let path = format!("events.{}", event.id);
        let mut never = |wrong: bool, words: &str| found.never(wrong, &path, words);
        let used = Side::BOTH.into_iter().any(|side| self.having(side, &event.id).next().is_some());
        never(!used, "no card has this event");
        let short = (1..=400).contains(&event.text.trim().len());
        never(!is_name(&event.title) || !short, "an event has a title and a short text");
        let kind = event.kind;
        let stars = if kind == EventKind::Battle { 1..=3 } else { 0..=0 };
        never(!stars.contains(&event.stars), "a Battle Event has 1 to 3 stars, others have none");
        let most = if kind.is_combat() { 9 } else { 0 };
        never(event.value.unsigned_abs() > most, "only events of combat have a value, of 9 at most");
        let timed = event.has(Trait::Immediate) || event.has(Trait::BeforeCombat);
        never(timed && kind != EventKind::Special, "only a Special Event is immediate or played before combat");
        let idle = event.effects.is_empty() && event.value == 0;
        never(idle && kind != EventKind::BattleCard, "it does nothing");
        never(!event.effects.iter().all(|effect| effect.fits(kind)), "an effect does not fit the kind of event");
        let numbers = event.effects.iter().flat_map(Effect::numbers).all(|number| (1..=9).contains(&number));
        never(!numbers, "numbers in effects are 1 to 9");
        let from_hand = self.battle(&event.id).is_some_and(|battle| battle.from_hand);
        never((kind == EventKind::BattleCard) != from_hand, "a Battle Card is a battle from the hand");
        for condition in &event.conditions {
            self.check_condition(condition, &path, found);
        }
        for effect in &event.effects {
            match effect {
                Effect::PointsIf { condition, .. } => self.check_condition(condition, &path, found),
                Effect::Turning { falls: Some(id) } | Effect::DrawCap { battle: Some(id), .. } => {
                    found.exist([id], |id| self.is_battle(id), &path, "battle");
                }
                Effect::Attached { general: Some(name), .. } => self.check_name(name, &path, found),
                _ => {}
            }
        }
    }

    fn check_condition(&self, condition: &Condition, path: &str, found: &mut Findings) {
        match condition {
            Condition::Deck(deck) => found.never(!(1..=2).contains(deck), path, "a deck is 1 or 2"),
            Condition::Behind(number)
            | Condition::Lead(number)
            | Condition::CitiesTaken(number)
            | Condition::Holds(number)
            | Condition::AttackCards(number) => {
                found.never(!(1..=15).contains(number), path, "numbers in conditions are 1 to 15");
            }
            Condition::HoldsOneOf(ids) => found.exist(ids, |id| self.is_battle(id), path, "battle"),
            Condition::NotHeld(id) | Condition::Placed(id) => {
                found.exist([id], |id| self.is_battle(id), path, "battle")
            }
            Condition::After(id) | Condition::AfterInDeckOne(id) | Condition::Before(id) => {
                found.exist([id], |id| self.is_resource(id), path, "Resource Event");
            }
            Condition::InPlay(name) => self.check_name(name, path, found),
            _ => {}
        }
    }

    /// Whether a general has this name.
    fn check_name(&self, name: &str, path: &str, found: &mut Findings) {
        let known = Side::BOTH.into_iter().any(|side| self.of(side).generals.iter().any(|one| one.name == name));
        found.never(!known, path, format!("there is no general {name}"));
    }

    fn check_battle(&self, battle: &BattleCard, found: &mut Findings) {
        let path = format!("battles.{}", battle.id);
        let mut never = |wrong: bool, words: &str| found.never(wrong, &path, words);
        never(!is_name(&battle.name), NO_NAME);
        let points = battle.union.into_iter().chain(battle.confederate).chain([battle.major]);
        never(points.max() > Some(9), "command points of a battle are 9 at most");
        never(battle.city && battle.major > 0, "there is no Major Victory at a city");
        let kinds = [battle.city, battle.invasion, battle.from_hand].into_iter().filter(|kind| *kind).count();
        never(kinds > 1, "a battle is for a city, an invasion or from the hand");
        never(battle.capital && !battle.invasion, "a capital is invaded");
        let event = self.events.get(&battle.id).map(|event| event.kind);
        never(battle.from_hand && event != Some(EventKind::BattleCard), "no card has this battle");
        let other = |id: &Id| self.battle(id).filter(|other| other.theater == battle.theater && other.id != battle.id);
        let opens = battle.by_sea.as_ref().map(|sea| &sea.opens);
        never(opens.and_then(other).is_some_and(|opens| !opens.city), "it opens a city");
        found.exist(
            battle.blocked_by.iter().chain(&battle.needs).chain(opens),
            |id| other(id).is_some(),
            &path,
            "other battle of this theater:",
        );
        for id in battle.blocked_by.iter().filter(|id| other(id).is_some_and(|blocks| blocks.city)) {
            found.never(true, &path, format!("{id} is a city and never blocks"));
        }
        for id in battle.needs.iter().filter(|id| other(id).is_some_and(|needed| !needed.can_be_held())) {
            found.never(true, &path, format!("the Union cannot hold {id}"));
        }
    }

    fn check_scenario(&self, scenario: &Scenario, found: &mut Findings) {
        found.never(!is_name(&scenario.name), "name", NO_NAME);
        for id in scenario.held.iter().filter(|id| !self.battle(id).is_some_and(BattleCard::can_be_held)) {
            found.never(true, "held", format!("the Union cannot hold {id}"));
        }
        found.exist(&scenario.played, |event| self.is_resource(event), "played", "Resource Event");
        for event in &scenario.played {
            let gone = |side: Side| self.having(side, event).any(|card| scenario.of(side).removed.contains(&card.id));
            found.never(!Side::BOTH.into_iter().any(gone), "played", format!("no card with {event} is removed"));
        }
        let first = scenario.battle.as_ref().map(|battle| &battle.id);
        found.exist(first, |id| self.is_battle(id), "battle", "battle");
        found.never(scenario.days > 9 || scenario.days > 0 && first.is_none(), "days", "a battle has 9 days at most");
        for (side, most) in MOST {
            self.check_side(side, scenario.of(side), most, found);
        }
    }

    fn check_side(&self, side: Side, own: &SideSetup, most: u8, found: &mut Findings) {
        let mut never = |wrong: bool, field: &str, words: String| found.never(wrong, &format!("{side}.{field}"), words);
        never(own.points > most, "points", format!("the track ends at {most}"));
        never(!(1..=2).contains(&own.deck), "deck", "a deck is 1 or 2".to_owned());
        let mut seen = SortedSet::new();
        for id in own.generals.keys().chain(&own.available).chain(own.from_day.keys()) {
            let general = self.general(side, id);
            never(general.is_none(), "generals", format!("there is no general {id}"));
            never(!seen.insert(id) || own.removed.contains(id), "generals", format!("{id} has two places"));
            let replaced = general.and_then(|general| general.replaces.as_ref());
            let both = replaced.is_some_and(|other| !own.removed.contains(other));
            never(both, "removed", format!("the general whom {id} replaces is removed"));
        }
        for id in &own.removed {
            never(self.card(side, id).is_none(), "removed", format!("there is no card {id}"));
        }
        for theater in Theater::BOTH {
            let here =
                own.generals.iter().filter(|(_, at)| **at == theater).filter_map(|(id, _)| self.general(side, id));
            let (cavalry, others): (Vec<_>, Vec<_>) = here.partition(|general| general.cavalry);
            let over = others.len() + usize::from(own.chosen) > 4 || cavalry.len() > 1;
            let words = format!("the {} has more than 4 generals and a cavalry general", theater.in_words());
            never(over, "generals", words);
        }
        let few = usize::from(own.chosen) > own.available.len();
        never(few, "chosen", "there are fewer generals to choose from".to_owned());
        let cards = self.deck(side).filter(|id| !own.removed.iter().any(|gone| gone == id)).count();
        let hand = usize::from(own.hand) + usize::from(own.picked);
        let wrong = hand == 0 || hand > cards.min(30);
        never(wrong, "hand", "a hand has 1 to 30 cards, and no more than the deck".to_owned());
    }
}

impl Effect {
    /// Whether an event of this kind may have it.
    fn fits(&self, kind: EventKind) -> bool {
        match self {
            Effect::Points(_)
            | Effect::PointsIf { .. }
            | Effect::Later { .. }
            | Effect::MustPlace(_)
            | Effect::Pressure {}
            | Effect::ReturnRandom(_)
            | Effect::FewerDraws(_)
            | Effect::AttackCapNextTurn(_)
            | Effect::ReplaceGeneral {}
            | Effect::Wins {} => kind.is_resource(),
            Effect::Turning { .. }
            | Effect::Offensive { .. }
            | Effect::Negates { .. }
            | Effect::StrategicRetreat {}
            | Effect::DrawCap { .. }
            | Effect::RetreatBeforeBattle { .. }
            | Effect::ShiftPoints {} => kind == EventKind::Movement,
            // What a Battle Event may do besides.
            Effect::Draw(_) | Effect::EnemyCancels(_) | Effect::EnemyWeakens {} | Effect::Counterattack(_) => {
                kind.is_combat()
            }
            _ => kind == EventKind::Special,
        }
    }

    /// Its numbers, points without their sign.
    fn numbers(&self) -> Vec<u8> {
        let of = |points: &Points| {
            let changes = Side::BOTH.map(|side| points.of(side).unsigned_abs());
            changes.into_iter().filter(|change| *change != 0).collect::<Vec<u8>>()
        };
        match self {
            Effect::Points(points) | Effect::PointsIf { points, .. } => of(points),
            Effect::Later { turns, points } => [vec![*turns], of(points)].concat(),
            Effect::DrawCap { cards, .. }
            | Effect::RetreatBeforeBattle { cards }
            | Effect::EnemyDiscards { cards, .. }
            | Effect::CancelsSpecial { cards } => vec![*cards],
            Effect::Continues { generals, cards } => vec![*generals, *cards],
            Effect::ReturnRandom(number)
            | Effect::FewerDraws(number)
            | Effect::AttackCapNextTurn(number)
            | Effect::Draw(number)
            | Effect::Reduces(number)
            | Effect::Counterattack(number)
            | Effect::AttackCap(number) => vec![*number],
            Effect::Attached { reverse, .. } if *reverse != 0 => vec![reverse.unsigned_abs()],
            _ => Vec::new(),
        }
    }
}
