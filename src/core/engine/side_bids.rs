//! Bids for the sides, and handicaps: what the players settle before a game begins (TN-19).
//!
//! With the option `side_bids` each player commits to a bid in secret: a side, and how many points the other side may
//! begin with. With the option `handicap` the charter itself says what a side begins with. Both come before the first
//! step of the game's own procedures, so that nothing has been rolled or drawn yet.

use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, decode_at, from_value, inline};
use crate::sorted::SortedMap;

use super::events::{Events, SeatEvent};
use super::position::Position;
use super::ruleset::{Input, Next, Ruleset};
use super::side_terms::{BID, Bid, Handicap, HandicapUnit, SideTerms, TIE};

/// The options of a charter that every game has.
pub const OPTIONS: [&str; 2] = ["side_bids", "handicap"];
/// The ruling that describes bids and handicaps.
const RULE: &str = "TN-19";

/// The first position of a scenario, with the options that every game has besides its own.
///
/// # Errors
/// The scenario or an option is not known, or has a wrong value.
pub fn setup<R: Ruleset>(rules: &R, scenario: &Id, options: &Map<String, Value>) -> Result<Position<R>, Problem> {
    let (mut given, mut own) = (Map::new(), Map::new());
    for (name, value) in options {
        let to = if is_general::<R>(name) { &mut given } else { &mut own };
        to.insert(name.clone(), value.clone());
    }
    let mut position = rules.setup(scenario, &own).map_err(|problem| with_general_options(rules, problem))?;
    if given.is_empty() {
        return Ok(position);
    }
    let Some(unit) = rules.handicap_unit() else {
        let problem = Problem::new("this game has neither bids for the sides nor handicaps").in_path("options");
        return Err(problem.rule(RULE).advice(format!("leave out {}", OPTIONS.join(" and "))));
    };
    let wrong = |name: &str, message: String, advice: String| {
        Err(Problem::new(message).in_path(format!("options.{name}")).rule(RULE).advice(advice))
    };
    let bids = match given.get(OPTIONS[0]) {
        None => false,
        Some(Value::Bool(bids)) => *bids,
        Some(other) => {
            let message = format!("the option `side_bids` has a wrong value: {}", inline(other));
            return wrong(OPTIONS[0], message, "give it the value `true` or `false`".to_owned());
        }
    };
    let handicap = given.get(OPTIONS[1]).map(|value| handicap(rules, unit, value)).transpose()?;
    position.sides = match (bids || R::OWN_SIDE_BIDS && options.get(OPTIONS[0]) == Some(&Value::Bool(true)), handicap) {
        (true, Some(_)) => {
            let message = "where the players bid for the sides, the bids decide what a side begins with".to_owned();
            return wrong(OPTIONS[1], message, "leave out `handicap` or `side_bids`".to_owned());
        }
        (true, None) => Some(SideTerms::Bidding {}),
        (false, Some(handicap)) => Some(SideTerms::Agreed { handicap }),
        (false, None) => None,
    };
    Ok(position)
}

/// The JSON Schema of a committed choice in clear text: a bid, or one of the game's own.
pub fn choice_schema<R: Ruleset>(rules: &R) -> Value {
    let own = rules.choice_schema();
    let Some(unit) = rules.handicap_unit().filter(|_| !R::OWN_SIDE_BIDS) else { return own };
    // A schema without conditions takes a bid as well.
    if own.as_object().is_some_and(Map::is_empty) {
        return own;
    }
    let bid = json!({
        "type": "object",
        "description": "A bid for a side, and what the other side may begin with (TN-19).",
        "properties": {
            "side": {"enum": rules.sides()},
            "bid": {"type": "integer", "minimum": 0, "maximum": unit.most}
        },
        "required": ["side", "bid"],
        "additionalProperties": false
    });
    json!({"anyOf": [own, bid]})
}

/// A handicap that a charter states.
fn handicap<R: Ruleset>(rules: &R, unit: HandicapUnit, value: &Value) -> Result<Handicap, Problem> {
    let [one, two] = rules.sides();
    let advice =
        format!("write {{side: {one}, points: 3}}; the side is {one} or {two}, the points are 1 to {}", unit.most);
    let read: Handicap = decode_at(None, "options.handicap", value).map_err(|problem: Problem| {
        let message = format!("the option `handicap` has a wrong value: {}", problem.message);
        Problem { message, ..problem }.rule(RULE).advice(advice.as_str())
    })?;
    if ![one, two].contains(&read.side) {
        let problem =
            Problem::new(format!("the option `handicap` names a side that is not in the game: '{}'", read.side));
        return Err(problem.in_path("options.handicap.side").rule(RULE).advice(advice));
    }
    if !(1..=unit.most).contains(&read.points) {
        let message = format!("the option `handicap` cannot give {}", unit.count(read.points));
        return Err(Problem::new(message).in_path("options.handicap.points").rule(RULE).advice(advice));
    }
    Ok(read)
}

/// Where an unknown option is refused, names the options of every game beside those of this game.
fn with_general_options<R: Ruleset>(rules: &R, problem: Problem) -> Problem {
    if !problem.on_key || rules.handicap_unit().is_none() {
        return problem;
    }
    let own = problem.advice.clone().unwrap_or_else(|| "leave it out".to_owned());
    let more: Vec<String> =
        OPTIONS.iter().filter(|name| is_general::<R>(name)).map(|name| format!("`{name}`")).collect();
    problem.advice(format!("{own}; every game also has {}", more.join(" and ")))
}

/// Whether an option is one that every game has, and not the game's own.
fn is_general<R: Ruleset>(name: &str) -> bool {
    OPTIONS.contains(&name) && !(name == OPTIONS[0] && R::OWN_SIDE_BIDS)
}

/// Settles the next thing. What the players decide is told in an event, and a handicap is given at once.
pub(super) fn step<R: Ruleset>(rules: &R, position: &mut Position<R>, input: Input<R>, events: &mut Events) -> Next<R> {
    let id = Id::known(BID);
    let Some(terms) = position.sides.clone() else { return Next::Continue };
    match (terms, input) {
        (SideTerms::Settled { .. }, _) => Next::Continue,
        (SideTerms::Agreed { handicap }, _) => {
            let Handicap { side, points } = handicap.clone();
            events.emit(RULE, &SeatEvent::Handicap { side, points });
            settle(rules, position, false, Some(handicap))
        }
        (SideTerms::Bidding {}, _) => {
            position.sides = Some(SideTerms::Committed {});
            Next::Commit { id, rule: RULE }
        }
        (SideTerms::Committed {}, Input::Chosen(chosen)) => {
            let read = |side: Id| {
                let bid = chosen.get(&side).and_then(|value| from_value(value).ok());
                (side.clone(), bid.unwrap_or(Bid { side, bid: 0 }))
            };
            let bids: SortedMap<Id, Bid> = rules.sides().into_iter().map(read).collect();
            let [one, two] = rules.sides().map(|side| bids[&side].clone());
            match one.bid.cmp(&two.bid) {
                _ if one.side != two.side => decide(rules, position, &bids, None, events),
                std::cmp::Ordering::Greater => decide(rules, position, &bids, Some(0), events),
                std::cmp::Ordering::Less => decide(rules, position, &bids, Some(1), events),
                std::cmp::Ordering::Equal => {
                    position.sides = Some(SideTerms::Tied { bids });
                    roll()
                }
            }
        }
        (SideTerms::Tied { bids }, Input::Faces(faces)) => {
            let dice: SortedMap<Id, u64> = rules.sides().into_iter().zip(faces.iter().copied()).collect();
            events.emit(RULE, &SeatEvent::SideBidTie { dice });
            match faces.as_slice() {
                [one, two] if one > two => decide(rules, position, &bids, Some(0), events),
                [one, two] if one < two => decide(rules, position, &bids, Some(1), events),
                _ => roll(),
            }
        }
        (SideTerms::Tied { .. }, _) => roll(),
        (SideTerms::Committed {}, _) => Next::Reveal { id, rule: RULE },
    }
}

/// A die for each player.
fn roll<R: Ruleset>() -> Next<R> {
    Next::Roll { purpose: TIE.to_owned(), rule: RULE, count: 2, sides: 6 }
}

/// Decides who plays which side. `winner`: the player, by the place of the side that the charter gives him, who gets his
/// wish where both want the same side.
fn decide<R: Ruleset>(
    rules: &R,
    position: &mut Position<R>,
    bids: &SortedMap<Id, Bid>,
    winner: Option<usize>,
    events: &mut Events,
) -> Next<R> {
    let sides = rules.sides();
    let (exchanged, handicap) = match winner {
        None => (bids[&sides[0]].side != sides[0], None),
        Some(n) => {
            let Bid { side, bid } = bids[&sides[n]].clone();
            let other = if side == sides[0] { &sides[1] } else { &sides[0] };
            (side != sides[n], (bid > 0).then(|| Handicap { side: other.clone(), points: bid }))
        }
    };
    events.emit(RULE, &SeatEvent::SideBids { bids: bids.clone(), exchanged, handicap: handicap.clone() });
    settle(rules, position, exchanged, handicap)
}

fn settle<R: Ruleset>(rules: &R, position: &mut Position<R>, exchanged: bool, handicap: Option<Handicap>) -> Next<R> {
    if let Some(Handicap { side, points }) = &handicap {
        rules.give_handicap(&mut position.game, side, *points);
    }
    position.sides = Some(SideTerms::Settled { exchanged, handicap });
    Next::Continue
}

/// Secret choices of a position, be they bids or the game's own.
impl<R: Ruleset> Position<R> {
    /// Whether every seat plays the side that the charter gives the other one.
    pub fn exchanged(&self, rules: &R) -> bool {
        self.sides.as_ref().is_some_and(SideTerms::exchanged) || rules.exchanged(&self.game)
    }

    /// The unit of a bid, if this choice is one.
    fn bids_in(&self, rules: &R, id: &Id) -> Option<HandicapUnit> {
        let open = self.sides.as_ref().is_some_and(SideTerms::is_open) && id.as_str() == BID;
        open.then(|| rules.handicap_unit()).flatten()
    }

    /// Every legal value of a committed choice, in a fixed order.
    pub fn choice_values(&self, rules: &R, side: &Id, id: &Id) -> Vec<Value> {
        let Some(unit) = self.bids_in(rules, id) else { return rules.choice_values(&self.game, side, id) };
        let of = |side: Id| (0..=unit.most).map(move |bid| json!({"side": side, "bid": bid}));
        rules.sides().into_iter().flat_map(of).collect()
    }

    /// What is wrong with an illegal value of a committed choice, if more can be said than which values are legal.
    pub fn refuse_choice(&self, rules: &R, side: &Id, id: &Id, choice: &Value) -> Option<Problem> {
        let Some(unit) = self.bids_in(rules, id) else { return rules.refuse_choice(&self.game, side, id, choice) };
        let [one, two] = rules.sides();
        let advice = format!("bid 0 to {} for the side {one} or {two}: {{side: {one}, bid: 3}}", unit.most);
        Some(Problem::new(format!("{} is not a legal bid", inline(choice))).rule(RULE).advice(advice))
    }

    /// The choice that is used if both sides forfeit: of a bid, the side that the charter gives, for nothing.
    pub fn default_choice(&self, rules: &R, side: &Id, id: &Id) -> Value {
        match self.bids_in(rules, id) {
            Some(_) => json!({"side": side, "bid": 0}),
            None => rules.default_choice(&self.game, side, id),
        }
    }

    /// The choice to which a side may commit in the same turn in which it opens this one.
    pub fn early_choice(&self, rules: &R, opened: &Id) -> Option<Id> {
        match self.bids_in(rules, opened) {
            Some(_) => None,
            None => rules.early_choice(&self.game, opened),
        }
    }

    /// The value of a committed choice that a sensible player would pick. He has no wish for a side that would be worth
    /// much to him.
    pub fn recommend_choice(&self, rules: &R, side: &Id, id: &Id, seed: u64) -> Value {
        match self.bids_in(rules, id) {
            Some(unit) => {
                let [one, two] = rules.sides();
                let most = u64::from(unit.most).min(3);
                json!({"side": if seed.is_multiple_of(2) { one } else { two }, "bid": (seed / 2) % (most + 1)})
            }
            None => rules.recommend_choice(&self.game, side, id, seed),
        }
    }
}
