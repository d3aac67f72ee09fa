//! Why an order is refused, in words: to the player who gave it, and to everybody. Each refusal has its words by its
//! code; in braces stand its facts by their names (a number with its noun, `{cap:attack card}`) and what differs for the
//! two readers: `{you}`, `{your}`, `{have}`, `{enemy}`, `{its}`.

use serde_json::{Value, json};

use super::names;
use crate::BattleCry;
use crate::document::{Id, Problem, from_value};
use crate::engine::Audience;
use crate::engine::refusal::Voice;
use crate::events::Refusal;
use crate::ledger::Phase;
use crate::pack::{Condition, Theater};
use crate::report::grammar::{list, number};
use crate::report::lookup;
use crate::shared::Side;
use crate::spelling::{closest, near, offered};

adjutant_core::refusal_words!(BattleCry, Side, words);

/// What is wrong, and what to do about it, for whoever reads it.
fn words(rules: &BattleCry, side: Side, to: Audience, refusal: &Refusal) -> Problem {
    let written = json!(refusal);
    let (code, facts) = match &written {
        Value::Object(map) => map.iter().next().map_or(("", &Value::Null), |(code, facts)| (code.as_str(), facts)),
        other => (other.as_str().unwrap_or_default(), &Value::Null),
    };
    let kind = kind(facts).and_then(|kind| entry(&format!("{code}.{kind}")));
    let (words, advice) = kind.or_else(|| entry(code)).unwrap_or((code, "`adjutant legal` lists the orders of now"));
    let meant = match refusal {
        Refusal::NoSuchCard { card } => {
            known(rules, side, card).or_else(|| similar_card(rules, side, card)).or_else(|| nearest(rules, side, card))
        }
        Refusal::NotPresent { general, .. } | Refusal::NotGeneral { card: general } => right_card(rules, side, general),
        _ => None,
    };
    Problem::new(filled(rules, side.voice(to), words, facts)).advice(meant.unwrap_or_else(|| advice.to_owned()))
}

/// The titles of a side's cards, and the names of its generals.
fn names_of(rules: &BattleCry, side: Side) -> Vec<&str> {
    let own = rules.pack.of(side);
    let halves = own.cards.iter().flat_map(|card| [&card.upper, &card.lower]);
    let titles = halves.filter_map(|event| rules.pack.events.get(event)).map(|event| event.title.as_str());
    let mut names: Vec<&str> = titles.chain(own.generals.iter().map(|general| general.name.as_str())).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What a name is that is written without a fault.
fn known(rules: &BattleCry, side: Side, written: &str) -> Option<String> {
    let is = |side| names_of(rules, side).iter().any(|name| name.eq_ignore_ascii_case(written.trim()));
    let words = match (is(side), is(side.other())) {
        (true, _) => "none of the hand can be used so; `adjutant show hand` lists your cards",
        (_, true) => "that is a card of the other side: name one of your own",
        _ => return None,
    };
    Some(words.to_owned())
}

/// The nearest titles and names of the side's cards; or else whatever is called so.
fn nearest(rules: &BattleCry, side: Side, written: &str) -> Option<String> {
    let near = near(written, names_of(rules, side).into_iter());
    let offered =
        || format!("did you mean {}?", list(near.iter().take(3).map(|(_, name)| (*name).to_owned()), "or", ""));
    if near.is_empty() { lookup::suggest(rules, written) } else { Some(offered()) }
}

/// Another card of a general of that name: he has one with three stars, or serves the other side.
fn right_card(rules: &BattleCry, side: Side, written: &str) -> Option<String> {
    let known = |side: Side| rules.pack.general(side, written);
    let name = known(side).or_else(|| known(side.other()))?.name.clone();
    let others = rules.pack.of(side).generals.iter().filter(|general| general.name == name && general.id != written);
    let ids = list(others.map(|general| general.id.clone()), "or", "");
    (!ids.is_empty()).then(|| format!("the other card of {name} is {ids}; `adjutant show map` says who is in play"))
}

/// The side's cards whose ids are most like what was written.
fn similar_card(rules: &BattleCry, side: Side, written: &str) -> Option<String> {
    let cards = rules.pack.of(side);
    let generals = cards.generals.iter().map(|general| general.id.as_str());
    let mut like = near(written, generals.chain(cards.cards.iter().map(|card| card.id.as_str())));
    closest(&mut like);
    (!like.is_empty()).then(|| offered(&like, ""))
}

/// The words of a code, and the advice in the line below.
fn entry(code: &str) -> Option<(&'static str, &'static str)> {
    let mut lines = WORDS.lines();
    let words = lines.find_map(|line| line.strip_prefix(code)?.strip_prefix(": "))?;
    Some((words, lines.next()?.trim()))
}

/// What tells apart refusals of one code: a reason, what is wanted, a fact that is true, a theater that is named.
fn kind(facts: &Value) -> Option<&str> {
    let facts = facts.as_object()?;
    let named = ["why", "wanted", "extra"].into_iter().find_map(|name| match facts.get(name)? {
        Value::Object(why) => why.keys().next().map(String::as_str),
        other => other.as_str(),
    });
    let is_so = || facts.iter().find(|(_, value)| **value == true).map(|(name, _)| name.as_str());
    let there = || facts.get("theater").filter(|theater| theater.is_string()).map(|_| "there");
    named.or_else(is_so).or_else(there)
}

/// The words with everything in its place.
fn filled(rules: &BattleCry, voice: Voice, words: &str, facts: &Value) -> String {
    let mut parts = words.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        text += &fact(rules, voice, name, facts);
        text += rest;
    }
    text
}

/// What stands for a name in braces.
fn fact(rules: &BattleCry, voice: Voice, name: &str, facts: &Value) -> String {
    let (name, noun) = name.split_once(':').unwrap_or((name, ""));
    let value = facts.get(name).or_else(|| facts.get("why")?.get(name)).unwrap_or(&Value::Null);
    let count = |value: u64| if noun.is_empty() { value.to_string() } else { number(value, noun) };
    match (name, value) {
        ("you", _) => voice.you().to_owned(),
        ("your", _) => voice.your().to_owned(),
        ("have", _) => voice.you_have(),
        ("enemy", _) => voice.enemy().to_owned(),
        ("its", _) => if voice.is_owner() { "you have" } else { "it has" }.to_owned(),
        ("condition", value) => from_value::<Condition>(value)
            .map_or_else(|_| "its condition holds".to_owned(), |one| names::condition(rules, voice, &one)),
        ("theater", value) => from_value::<Theater>(value).map_or("theater", Theater::in_words).to_owned(),
        ("phase", value) => from_value::<Phase>(value).map_or("this phase", names::phase).to_owned(),
        ("half", value) => match value.as_str() {
            Some("upper") => "the upper half of ",
            Some("lower") => "the lower half of ",
            Some("frontal") => "Frontal Assault on ",
            _ => "",
        }
        .to_owned(),
        ("battle" | "by" | "needs", value) => {
            from_value::<Id>(value).map_or_else(|_| "it".to_owned(), |id| names::battle(rules, &id))
        }
        (_, Value::String(card)) => names::both(rules, card),
        (_, value) => value.as_u64().map_or_else(String::new, count),
    }
}

/// By code, what is wrong; below it, what to do.
const WORDS: &str = "\
no_such_card: {have} no card '{card}'
  `adjutant show hand` lists your cards
not_in_hand: {card} is not in {your} hand
  `adjutant show hand` lists your cards; name one of those
in_discard: {card} lies in {your} discard pile
  `adjutant show hand` lists your cards; name one of those
enemy_card: {card} is a card of {enemy}
  name a card of your own
twice: {card} is named twice
  name each card once
is_general: {card} is a general
  name a card with two halves
not_general: {card} is no general
  name a general
wrong_half.resource: {half}{card} is no resource
  `adjutant show card NAME` shows both halves
wrong_half.movement: {half}{card} is no movement card
  `adjutant show card NAME` shows both halves
wrong_half.special: {half}{card} is no special event that can be played by itself
  use `attack` for a battle event; `adjutant show card NAME` shows both halves
wrong_half.battle: {half}{card} is no battle event
  use `special` for a special event; `adjutant show card NAME` shows both halves
wrong_half.immediate: {half}{card} does not answer a play at once
  `adjutant show card NAME` shows both halves
wrong_half.plus_one_attack: {half}{card} is no attack card of +1
  Frontal Assault, `half: frontal`, is one on every card but generals
wrong_phase: this order is not given in {phase}
  `adjutant legal` lists the orders of now
not_now: {you} cannot do this now
  `adjutant legal` lists the orders of now; `send` hands over a send
overtaken: the orders of {enemy} come first in {phase}
  give this order in your next turn file
not_present: {general} does not command in the {theater}
  name one of your generals there; `adjutant show map` lists them
is_engaged: {general} is no free general
  name a general of this battle who is not engaged
not_engaged: {general} is not engaged
  name an engaged general
too_few_stars: {general} has {stars:star}, and {card} needs {wanted}
  engage a general with more stars, or use another half
is_cavalry: {general} is a cavalry general: he engages only to draw a card, and a battle has one of them
  write `engage: {general: NAME}` to draw, or name another general
not_cavalry: {general} is no cavalry general
  engage him for a battle event with `attack`
send_full: a send has as many cards as generals are present, and {have} {limit}
  hand over with `send`
immediate: {card} is played at once against a play of {enemy}, and at no other time
  write `react` once there is something to answer
after_passes: {card} is played only after both sides have passed
  write `pass: {continue: \"yes\"}`, or `ask`
before_combat_only: {card} is played only before combat
  keep it for another battle, or use another half
not_before_combat: {card} cannot be played in a send before combat
  play only cards for the time before combat, or `pass`
attack_cap: {you} may play at most {cap:attack card} in this battle
  play other cards, or `pass`
no_more_values: {you} may play no more attack or defend cards in this battle
  play a card without a value, or `pass`
condition: {card} can be played only if {condition}
  keep it until then, or use another half
target_wanted.own: {card} is added to an attack card in play, and the order names none
  write `target: CARD` with an attack card of your own
target_wanted: {card} is played against a card of {enemy}, and the order names none
  write `target: CARD` with a card of the enemy's that is in play
wrong_target: {card} cannot be played on {target}
  `adjutant show card NAME` says what it is played on; the other card must be in play
no_target: {card} is played on no other card
  leave `on` out
general_wanted: {card} needs a general, and the order names none
  write `general: NAME`
no_general: {card} needs no general
  leave `general` out
take_wanted: {card} takes a card from the discard pile, and the order names none
  write `take: CARD` with a card of your discard pile
wrong_take: {card} cannot take {take} from {your} discard pile
  name a card of your discard pile, and only with a card that takes one
no_such_play: the send of {enemy} has no play {to}
  plays are numbered from 1, in the order of the send
wrong_reaction: {card} does not answer play {to}
  Command Failure answers special events; Heroic Effort and Just a Flesh Wound name what they `save`
no_choice: play {to} leaves no choice to {you}
  leave this `choose` out
choice_owed: play {to}, {card}, leaves a choice to {you}, and that comes first
  begin with `choose: {for: N, …}`; the draft has the line
choice_twice: play {to} is answered twice
  write one `choose` for each play
choice_incomplete.discard: the choice for play {to} does not say which cards are discarded (`discard`)
  the draft has a line that does
choice_incomplete.engage: the choice for play {to} names no general who can engage (`engage`)
  the draft has a line that does
choice_incomplete.cancel: the choice for play {to} names no card in play that can be given up (`cancel`)
  the draft has a line that does
choice_incomplete.attack: the choice for play {to} does not say which card attacks at +1 (`attack`)
  the draft has a line that does
choice_incomplete.wounded: the choice for play {to} names no engaged general who is wounded (`wounded`)
  the draft has a line that does
choice_extra: the choice for play {to} says more than is asked
  the draft has a line that fits
reaction_beaten: the reaction has come to nothing, or cards have gone back to the deck
  decide again, and give your remaining orders; `go_on: true` in a reaction keeps them
held: {enemy} has stopped in its send and goes on once it is settled
  write `react`, `choose` and `settle` only
nothing_sent: there is no send of the enemy to answer
  leave it out
nothing_played: no card was played in this send
  play a card first, or `pass`
nothing_to_hold: with `interrupts: card` each card is settled as it is played, and the send goes on by itself
  leave it out, or `send`
must_attack: {you} may not pass before {its} played a battle event of positive value
  attack: every card but generals has Frontal Assault at its foot
wrong_count: the order names {given}, where {wanted} are wanted
  name as many as are wanted
not_available: {general} cannot be chosen
  name one of those that the draft lists
no_such_battle: {battle} is no battle that can be named here
  `adjutant show map` lists the battles
other_phase: {card} is not played in {phase}
  keep it for the other Resource Phase
theater_wanted: {card} needs a theater
  write `theater: east` or `theater: west`
not_wanted: {card} does not ask for all that the order names
  `adjutant show card NAME` says what it does
lay_otherwise.openly: command points are laid openly here
  write numbers: `lay: {east: 2, west: 3}`
lay_otherwise: command points are laid face down here
  name command cards, such as `us_east_2`
lay_missing: {have} laid nothing in the {theater}
  lay a card in each theater; one of 0 is a bluff
theater_cleared: all cities of the {theater} have fallen, and no command points are laid there
  leave this theater out
not_command_card: {card} is no command card for the {theater}
  name a command card of that theater, such as `us_east_2` or `cs_west_4`
points_laid: {given:command point} cannot be laid: {you} must lay {least} to {most}
  lay at least half of your points, and no more than you have
east_majority: {east} points lie in the East and {west} in the West, although Washington is taken
  lay more than half of them in the East
face_down: {your} command cards still lie face down
  wait until they are turned up
cannot_place.held: {battle} cannot be placed: the Union holds it
  `adjutant show map` lists the free battles
cannot_place.removed: {battle} cannot be placed: it is out of the game
  `adjutant show map` lists the free battles
cannot_place.invasion: {battle} cannot be placed: it is an invasion
  `adjutant show map` lists the free battles
cannot_place.from_hand: {battle} cannot be placed: it only blocks, from the hand
  `adjutant show map` lists the free battles
cannot_place.other_theater: {battle} cannot be placed there: it belongs to the other theater
  `adjutant show map` lists the free battles
cannot_place.needs: {battle} cannot be placed: the Union must hold {needs} first
  `adjutant show map` lists the free battles
cannot_place.washington_taken: {battle} cannot be placed while Washington is lost
  `adjutant show map` lists the free battles
must_place.there: {you} must place a battle in the {theater}
  `adjutant show map` lists the free battles
must_place: {you} must place a battle
  `adjutant show map` lists the free battles
not_by_sea: only the Peninsula Campaign goes by sea
  leave `amphibious` out, or place that battle
nothing_to_block: no battle that is placed can be blocked
  leave `block` out
cannot_block: {by} does not block {battle} now
  `adjutant show map` says what may block a battle
no_battle_for: {card} finds no battle that it can change
  play another card, or `card: none`
battle_wanted: {card} needs a battle, and the order names none
  write `battle: NAME`
not_a_target.not_held: the offensive cannot go to {battle}: the Union does not hold it
  `adjutant show map` lists the battles that the Union holds
not_a_target.city: the offensive cannot go to {battle}: it is a city
  `adjutant show map` lists the battles that the Union holds
not_a_target.removed: the offensive cannot go to {battle}: it is out of the game
  `adjutant show map` lists the battles that the Union holds
not_a_target.no_invasion: the offensive cannot go to {battle}: the card leads to no invasion
  `adjutant show map` lists the battles that the Union holds
not_a_target.other_theater: the offensive cannot go to {battle}: it is in the other theater
  `adjutant show map` lists the battles that the Union holds
not_a_target.already: the offensive has been taken at {battle} already
  play another card, or `card: none`
offensive_banned: no offensive is possible in the {theater}: the Union holds all of it but one city
  play another card, or `card: none`
nothing_to_negate: {enemy} has just played nothing that {card} negates
  keep it, or play `card: none`
no_offensive: {card} follows a Confederate offensive, and there is none
  keep it, or play `card: none`
fights_wanted: {you} must say whether the battle in the {theater} is fought
  write `fights: true` or `fights: false`
no_fights_wanted: nothing asks whether a battle is fought
  leave `fights` out
price_wanted: to fight, a general engages and {cards:card} must be discarded
  write `general` and `discard`, or `fights: false`
too_many_generals.cavalry: a theater has at most one cavalry general of a side, and the {theater} would have more
  recall one, or bring another general
too_many_generals: a theater has at most four generals of a side besides cavalry, and the {theater} would have more
  recall one, or bring fewer
other_theater: {general} cannot come into play in the {theater} yet
  in Deck One a general enters his own theater first
just_recalled: {general} has just gone back to the hand
  bring him into play in a later turn
must_match: {you} must keep {wanted:general} in the {theater}
  keep as many generals as the enemy where all cities have fallen
cavalry_stays: {general} must stay
  recall another general
no_exchange: who holds more than nine cards discards down to nine, and exchanges no general
  leave `general` out
";
