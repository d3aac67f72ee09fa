//! What things are called: cards by the titles of their halves, generals, battles, theaters, phases; and what an event
//! does, in words.

use crate::BattleCry;
use crate::combat_value::Part;
use crate::document::Id;
use crate::engine::Audience;
use crate::engine::refusal::Voice;
use crate::ledger::{Game, Phase, Played};
use crate::name_resolution::listed;
use crate::orders::Half;
use crate::pack::{
    Cancelled, Card, Condition, Effect, EventKind, General, Negated, Pack, PlayCard, Points, VictoryKind,
};
use crate::report::Named;
use crate::report::grammar::{list, number};
use crate::shared::Side;
use crate::sorted::SortedMap;

/// What every page says of the cards.
pub const SOURCES: &str = "The play decks are a reconstruction: the rulebook names many cards, and no printed list of \
                           them was at hand (BC-1).";

/// A card of either side.
pub fn known<'r>(rules: &'r BattleCry, id: &str) -> Option<(Side, PlayCard<'r>)> {
    Side::BOTH.into_iter().find_map(|side| Some((side, rules.pack.card(side, id)?)))
}

/// A card by its name: a general's, or the title of its upper half; words that are no id stand for themselves.
pub fn card(rules: &BattleCry, id: &str) -> String {
    match known(rules, id) {
        Some((_, PlayCard::General(general))) => general.name.clone(),
        Some((_, PlayCard::Halves(card))) => title(&rules.pack, &card.upper).to_owned(),
        None => id.to_owned(),
    }
}

/// A card by the titles of both halves, where it may be meant for either: `Woods / Corps Enfilades`.
pub fn both(rules: &BattleCry, id: &str) -> String {
    match known(rules, id) {
        Some((_, PlayCard::Halves(one))) => {
            let [upper, lower] = [&one.upper, &one.lower].map(|event| title(&rules.pack, event));
            if upper == lower { upper.to_owned() } else { format!("{upper} / {lower}") }
        }
        _ => card(rules, id),
    }
}

/// Several cards by their names.
pub fn cards<'c>(rules: &BattleCry, ids: impl IntoIterator<Item = &'c String>) -> String {
    let mut named: Vec<(String, usize)> = Vec::new();
    for name in ids.into_iter().map(|id| card(rules, id)) {
        match named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => named.push((name, 1)),
        }
    }
    let words = |(name, count): (String, usize)| if count > 1 { format!("{name} ({count} cards)") } else { name };
    list(named.into_iter().map(words), "and", "no card")
}

/// Whole cards, both halves of each, as a player gives them up.
pub fn whole<'c>(rules: &BattleCry, ids: impl IntoIterator<Item = &'c String>) -> String {
    list(ids.into_iter().map(|id| both(rules, id)), "and", "no card")
}

/// A card by the title of the half that is used.
pub fn half(rules: &BattleCry, id: &str, half: Half) -> String {
    let part = known(rules, id).and_then(|(side, _)| rules.pack.part(side, id, half));
    part.map_or_else(|| card(rules, id), |part| part.title().to_owned())
}

/// A card on the table, with the general who engaged for it: `Early's Division Enfilades`.
pub fn played(rules: &BattleCry, played: &Played) -> String {
    with_general(rules, played.general.as_deref(), rules.pack.shown(played).title())
}

/// A title, with the general who engages for it.
pub fn with_general(rules: &BattleCry, general: Option<&str>, title: &str) -> String {
    let name = general.map(|general| card(rules, general));
    name.map_or_else(|| title.to_owned(), |name| format!("{}{title}", possessive(&name)))
}

/// `Early's `, `Rodes' `.
fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}' ") } else { format!("{name}'s ") }
}

fn title<'p>(pack: &'p Pack, event: &'p Id) -> &'p str {
    pack.events.get(event).map_or(event.as_str(), |event| event.title.as_str())
}

/// A card in full: `Woods, special -1 / Corps Enfilades, battle +3 **`; a general with his stars.
pub fn full(rules: &BattleCry, id: &str) -> String {
    match known(rules, id) {
        Some((_, PlayCard::General(general))) => format!("{}, {}", general.name, ratings(general)),
        Some((_, PlayCard::Halves(card))) => {
            let halves = [Half::Upper, Half::Lower].map(|half| rules.pack.half(card, half));
            halves.into_iter().flatten().map(part).collect::<Vec<_>>().join(" / ")
        }
        None => id.replace('_', " "),
    }
}

/// A half in short: its title, kind, value and stars.
pub fn part(part: Part<'_>) -> String {
    let value = if part.value() == 0 { String::new() } else { format!(" {:+}", part.value()) };
    let stars = "*".repeat(part.stars().into());
    let stars = if stars.is_empty() { stars } else { format!(" {stars}") };
    format!("{}, {}{value}{stars}", part.title(), kind(part))
}

/// The kind of a half, and when it is played.
fn kind(part: Part<'_>) -> &'static str {
    match part.kind() {
        EventKind::ResourceFirst => "resource, phase B",
        EventKind::ResourceSecond => "resource, phase J",
        EventKind::ResourceAny => "resource, phase B or J",
        EventKind::Movement => "movement",
        EventKind::Special if part.has(crate::pack::Trait::Immediate) => "immediate",
        EventKind::Special => "special",
        EventKind::Battle => "battle",
        EventKind::BattleCard => "blocks from the hand",
    }
}

/// A general's theater and stars: `general, West, 2 stars in attack and 3 in defense`.
pub fn ratings(general: &General) -> String {
    let what = if general.cavalry { "cavalry general" } else { "general" };
    format!("{what}, {}, {}", general.theater.in_words(), stars(general))
}

/// His stars: `2 stars`, or `2 stars in attack and 3 in defense`.
pub fn stars(general: &General) -> String {
    match (general.offense, general.defense) {
        (offense, defense) if offense == defense => number(offense, "star"),
        (offense, defense) => format!("{} in attack and {defense} in defense", number(offense, "star")),
    }
}

/// A battle by its name.
pub fn battle(rules: &BattleCry, id: &Id) -> String {
    rules.pack.battle(id).map_or_else(|| id.to_string(), |battle| battle.name.clone())
}

/// Everything that has a name: generals, battles, cards.
pub fn all(rules: &BattleCry) -> Vec<Named> {
    let mut found = Vec::new();
    for battle in rules.pack.battles.iter().filter(|battle| !battle.from_hand) {
        let called = format!("{}, battle in the {}", battle.name, battle.theater.in_words());
        found.push(Named::new(&battle.name, &battle.id, called));
    }
    for side in Side::BOTH {
        let deck = rules.pack.of(side);
        let stars = |general: &General| if general.replaces.is_some() { " (three stars)" } else { "" };
        let general = |one: &General| {
            let name = format!("{}{}", one.name, stars(one));
            Named::new(&name, &one.id, format!("{name}, {}", side.title()))
        };
        found.extend(deck.generals.iter().map(general));
        let card = |one: &Card| {
            let name = listed(&rules.pack, side, one);
            Named::new(&name, &one.id, format!("{name}, {}", side.title()))
        };
        found.extend(deck.cards.iter().map(card));
    }
    found
}

/// A phase of the turn in a sentence.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "set-up",
        Phase::Draw => "the draw",
        Phase::FirstResources => "the First Resource Phase",
        Phase::CommandPoints => "the laying of command points",
        Phase::Battles => "the placing of battles",
        Phase::Movement => "Strategic Movement",
        Phase::Discretionary => "discretionary command points",
        Phase::Generals => "the placing of generals",
        Phase::BattleOrder => "the order of battles",
        Phase::Combat => "combat",
        Phase::SecondResources => "the Second Resource Phase",
        Phase::Discard => "the discard",
        Phase::Recovery => "the end of the turn",
    }
}

/// Who leads, and by how much: `the Union leads by 2 (5 to 3)`.
pub fn lead(union: i64, confederate: i64) -> String {
    let (side, most, least) = match union >= confederate {
        true => (Side::Union, union, confederate),
        false => (Side::Confederate, confederate, union),
    };
    match most - least {
        0 => format!("neither side leads ({most} to {least})"),
        by => format!("{} leads by {by} ({most} to {least})", side.in_words()),
    }
}

/// Changes of command points: `the Union gains 1 command point and the Confederacy loses 2`.
fn points(points: Points) -> String {
    let one = |side: Side| {
        let by = points.of(side);
        let verb = if by > 0 { "gains" } else { "loses" };
        (by != 0).then(|| format!("{} {verb} {}", side.in_words(), number(by.unsigned_abs(), "command point")))
    };
    list(Side::BOTH.into_iter().filter_map(one), "and", "no command points change")
}

/// What the effects of a side's event do, in clauses: `the Union draws 2 cards`.
pub fn effects(rules: &BattleCry, side: Side, part: Part<'_>) -> Vec<String> {
    part.effects().iter().filter_map(|one| effect(rules, side, one)).collect()
}

fn effect(rules: &BattleCry, side: Side, effect: &Effect) -> Option<String> {
    let (own, enemy) = (side.in_words(), side.other().in_words());
    let cards = |count: u8| number(count, "card");
    Some(match effect {
        Effect::Points(change) => points(*change),
        Effect::PointsIf { condition, points: change } => {
            let condition = self::condition(rules, side.voice(Audience::Everyone), condition);
            format!("{} instead if {condition}", points(*change))
        }
        Effect::Later { turns, points: change } => {
            format!("at the end of {}, {}", number(*turns, "further turn"), points(*change))
        }
        Effect::MustPlace(theater) => format!("the Union must place a battle in the {}", theater.in_words()),
        Effect::Pressure {} => {
            "the Union lays its command points face up and places a battle in each theater".to_owned()
        }
        Effect::ReturnRandom(count) => {
            let what = number(*count, "random card");
            format!("before a battle in the East the Union returns {what} to its deck")
        }
        Effect::FewerDraws(count) => format!("the Union draws {} fewer in each battle", cards(*count)),
        Effect::AttackCapNextTurn(cap) => {
            format!("next turn the Union plays at most {} in that theater", number(*cap, "attack card"))
        }
        Effect::ReplaceGeneral {} => "a general from the hand replaces one in play".to_owned(),
        Effect::Wins {} => format!("{own} wins the game"),
        Effect::Turning { .. } => "the battle that blocks falls to the Union".to_owned(),
        Effect::Offensive { .. } => "the Confederacy takes the offensive".to_owned(),
        Effect::Negates { what: Negated::Turning, .. } => "it negates a Turning Movement".to_owned(),
        Effect::Negates { what: Negated::Offensive, .. } => "it negates an offensive".to_owned(),
        Effect::StrategicRetreat {} => "the battle of a theater is not fought".to_owned(),
        Effect::DrawCap { cards: cap, .. } => {
            format!("the Union draws at most {} for that battle, or cancels it", cards(*cap))
        }
        Effect::RetreatBeforeBattle { cards: count } => {
            format!("the battle is canceled unless {enemy} engages a general and discards {}", cards(*count))
        }
        Effect::ShiftPoints {} => format!("{own} moves command points between the theaters"),
        Effect::Draw(count) => format!("{own} draws {}", cards(*count)),
        Effect::EnemyDiscards { cards: count, generals } => {
            let others = match (generals, count) {
                (true, _) => "",
                (false, 1) => " that is no general",
                (false, _) => " that are no generals",
            };
            format!("{enemy} discards {}{others}", cards(*count))
        }
        Effect::EnemyEngages { or_cancels: false } => format!("{enemy} engages a general"),
        Effect::EnemyEngages { or_cancels: true } => format!("{enemy} engages a general or cancels a battle event"),
        Effect::EnemyCancels(what) => format!("{enemy} cancels {}", cancelled(*what)),
        Effect::EnemyAttacks {} => format!("{enemy} plays a +1 attack card"),
        Effect::EnemyWeakens {} => format!("{enemy} turns an added card or cancels a +1 attack card"),
        Effect::Wound {} => format!("{enemy} loses an engaged general"),
        Effect::AttackCap(cap) => format!("{enemy} plays at most {}", number(*cap, "attack card")),
        Effect::EnemyAttacksFirst {} => format!("{enemy} has the initiative"),
        Effect::NoMoreValues {} => format!("{own} plays no more attack or defend cards"),
        Effect::Continues { .. } => "the battle goes on".to_owned(),
        Effect::CancelsSpecial { cards: count } => {
            let price = number(*count, "random card");
            format!("it cancels a special event, unless {enemy} engages a general and returns {price}")
        }
        Effect::SavesCard {} => "it saves an attack or defend card from being canceled".to_owned(),
        Effect::SavesGeneral {} => "it saves a general from a wound".to_owned(),
        // These are told with what they are played on.
        Effect::Cancels(_)
        | Effect::Reduces(_)
        | Effect::Attached { .. }
        | Effect::Counterattack(_)
        | Effect::Disengage {}
        | Effect::BringGeneral {}
        | Effect::Recover {} => return None,
    })
}

fn cancelled(what: Cancelled) -> &'static str {
    match what {
        Cancelled::BattleEvent => "a battle event",
        Cancelled::Attack => "an attack card",
        Cancelled::Defend => "a defend card",
    }
}

/// A condition of an event, as a clause, to the player of the side or to everybody.
pub fn condition(rules: &BattleCry, voice: Voice, condition: &Condition) -> String {
    let (has, enemy) = (voice.you_have(), voice.enemy());
    let [is, leads] = [["are", "is"], ["lead", "leads"]]
        .map(|verb| format!("{} {}", voice.you(), verb[usize::from(!voice.is_owner())]));
    let title = |event: &Id| title(&rules.pack, event).to_owned();
    let points = |by: &u8| number(*by, "command point");
    match condition {
        Condition::Deck(1) => format!("{is} in Deck One"),
        Condition::Deck(_) => format!("{is} in Deck Two"),
        Condition::Behind(by) => format!("{has} at least {} fewer than {enemy}", points(by)),
        Condition::Lead(by) => format!("{leads} {enemy} by at least {}", points(by)),
        Condition::CitiesTaken(1) => "the Union has taken a city".to_owned(),
        Condition::CitiesTaken(count) => format!("the Union has taken {count} cities"),
        Condition::NoCityLost {} => "the Union has taken no city".to_owned(),
        Condition::Holds(count) => format!("the Union holds at least {}", number(*count, "battle")),
        Condition::HoldsOneOf(ids) => {
            format!("the Union holds {}", list(ids.iter().map(|id| battle(rules, id)), "or", "a battle"))
        }
        Condition::NotHeld(id) => format!("the Union does not hold {}", battle(rules, id)),
        Condition::After(event) => format!("{} has been played", title(event)),
        Condition::AfterInDeckOne(event) => format!("{} was played in Deck One", title(event)),
        Condition::Before(event) => format!("{} has not been played", title(event)),
        Condition::Victory(VictoryKind::Any) => format!("{has} won a battle this turn"),
        Condition::Victory(VictoryKind::Major) => format!("{has} won a Major Victory this turn"),
        Condition::Victory(VictoryKind::Invasion) => format!("{has} won an invasion battle this turn"),
        Condition::InPlay(name) => format!("{name} is in play"),
        Condition::Placed(id) => format!("{} is placed", battle(rules, id)),
        Condition::NotAtCity {} => "the battle is not for a city".to_owned(),
        Condition::AttackCards(count) => format!("{has} at least {} in play", number(*count, "attack card")),
    }
}

/// The cards of a battle by their ids, each with the general who engaged for it.
pub fn on_table(rules: &BattleCry, game: &Game) -> SortedMap<String, String> {
    let table = game.battle.iter().flat_map(|battle| &battle.table);
    table.map(|one| (one.card.clone(), played(rules, one))).collect()
}
