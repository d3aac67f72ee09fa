//! Words and pictures: what happens in sentences, why an order is refused, the names of things and what there is to say of
//! them, the map. The pages are made of these by `report`.

use serde_json::Value;

use crate::Crossroads;
use crate::board::Area;
use crate::document::{Id, Problem, from_tagged};
use crate::engine::refusal::{Audience, Voice};
use crate::engine::standing::Always;
use crate::engine::{Position, Reason};
use crate::orders::{Answer, Event, Order, Outcome, Refusal};
use crate::report::area_map::AreaMap;
use crate::report::say::{Rolls, Say};
use crate::report::svg::Drawing;
use crate::report::words::capital;
use crate::report::{Kind, MapView, Named, OrderKind, Past, Pieces, Present, Span, Tally, Told, When, field, sentence};
use crate::shared::Side;

const KINDS: [OrderKind; 4] = [
    OrderKind { key: "march", title: "March to an adjacent area", rule: "3.1" },
    OrderKind { key: "attack", title: "Attack an adjacent area", rule: "5.1" },
    OrderKind { key: "rally", title: "Rally", rule: "4.1" },
    OrderKind { key: "done", title: "End the orders", rule: "2.3" },
];

impl Crossroads {
    /// The map with whoever stands there, and what happened in a step.
    fn map(&self, position: &Position<Self>, past: Option<Past<'_, Position<Self>>>) -> AreaMap {
        let when = format!("{}.", capital(&self.when(position).words));
        let mut map = field::map(&self.pack, &position.game.field, "Crossroads", when);
        for event in past.iter().flat_map(|past| &past.facts.events) {
            match from_tagged("event", event) {
                Ok(Event::Moved { side, from, to, .. }) => map.moves.push((side.as_str(), from, to)),
                Ok(Event::Combat { area, .. }) => map.combats.push(area),
                _ => {}
            }
        }
        map
    }

    fn unit(&self, unit: &Id) -> String {
        self.pack.unit(unit.as_str())
    }
}

impl Refusal {
    /// What is wrong, and what to do about it, to the player of `side` who gave the order; with the refusal as data.
    pub fn to_owner(&self, rules: &Crossroads, side: Side) -> Problem {
        let (words, advice) = self.words(rules, side.voice(Audience::Owner));
        Problem::new(words).advice(advice).refusing(self)
    }

    fn words(&self, rules: &Crossroads, voice: Voice) -> (String, &'static str) {
        let unit = |unit: &Id| rules.unit(unit);
        match self {
            Refusal::NotInPlay { unit: id } => {
                (format!("{} no unit {} in play", voice.you_have(), unit(id)), "`adjutant show map` lists the units")
            }
            Refusal::HasActed { unit: id } => (format!("{} acts only once a round", unit(id)), "leave it out"),
            Refusal::NotAdjacent { from, to } => (
                format!("{} is not adjacent to {}", rules.pack.place(*to), rules.pack.place(*from)),
                "choose an adjacent area",
            ),
            Refusal::NoRoom { area } => (
                format!("{} has no room for the unit", rules.pack.place(*area)),
                "attack enemies, or choose another area",
            ),
            Refusal::NoEnemies { area } => {
                (format!("no enemies are in {}", rules.pack.place(*area)), "march there instead")
            }
            Refusal::NoUnits => ("no unit is named that attacks".to_owned(), "name at least one"),
            Refusal::Shaken { unit: id } => (format!("{} is shaken and cannot attack", unit(id)), "rally it first"),
            Refusal::InOrder { unit: id } => (format!("{} is not shaken", unit(id)), "give it another order"),
        }
    }
}

impl Present for Crossroads {
    fn told(&self, _: &Position<Self>, event: &Value, rolls: &mut Rolls) -> Option<Told> {
        let say = |kind, words: String| Told::say(kind, Say::words(words));
        let of = |told: Told, side: Side, area: Option<Area>| {
            told.of(side.id(), area.and_then(|area| field::middle(&self.pack, area)))
        };
        Some(match from_tagged("event", event).ok()? {
            Event::Round { round } => Told::part(format!("Round {round}")),
            Event::Initiative { postures, rolls: dice, first } => {
                let each = |side: Side| {
                    let posture =
                        postures.get(&side).map_or_else(String::new, |posture| sentence(&serde_json::json!(posture)));
                    format!(
                        "{} has chosen {posture} and has {}",
                        side.in_words(),
                        dice.get(&side).copied().unwrap_or(0)
                    )
                };
                let words = Side::BOTH.map(each).join("; ");
                let say = Say::words(format!("For the first move {words}")).roll(rolls.of("initiative"));
                of(Told::say(Kind::Other, say.then(format!(". {} moves first.", first.opening()))), first, None)
            }
            Event::Moved { side, unit, from, to, .. } => {
                let verb = match event.get("rule").and_then(Value::as_str) {
                    Some("5.5") => "retreats",
                    Some("5.6") => "advances",
                    _ => "marches",
                };
                let (unit, from, to_place) = (self.unit(&unit), self.pack.place(from), self.pack.place(to));
                of(say(Kind::Order, format!("{unit} {verb} from {from} to {to_place}.")), side, Some(to))
            }
            Event::Rallied { side, unit } => of(say(Kind::Order, format!("{} rallies.", self.unit(&unit))), side, None),
            Event::Combat { side, area, attack, defense, result } => {
                let ended = match result {
                    Outcome::Repulse => "a repulse",
                    Outcome::Stalemate => "a stalemate",
                    Outcome::Success => "a success",
                };
                let words = format!("{} attacks {}: {ended}.", side.opening(), self.pack.place(area));
                let line = |what: &str, words: String| (what.to_owned(), vec![Span::plain(words)]);
                let audit = vec![
                    line("Attacker", attack.words(|part| self.pack.unit(part))),
                    line("Defender", defense.words(|part| self.pack.unit(part))),
                    line("Difference", format!("{:+}", attack.total() - defense.total())),
                ];
                let say = Say::words(words).roll(rolls.of(&format!("combat {side}")));
                of(Told { audit, ..Told::say(Kind::Combat, say).first() }, side, Some(area))
            }
            Event::Hit { side, unit, eliminated } => {
                let how = if eliminated { "eliminated" } else { "shaken" };
                let told = say(Kind::Leader, format!("{} is {how}.", self.unit(&unit)));
                of(if eliminated { told.first() } else { told }, side, None)
            }
            Event::Ended { points, winner } => {
                let points =
                    Side::BOTH.map(|side| format!("{} {}", side.title(), points.get(&side).copied().unwrap_or(0)));
                let who = winner.map_or("Nobody", Side::opening);
                say(Kind::Score, format!("{who} wins. Points: {}.", points.join(", "))).first()
            }
        })
    }
    fn side_words(&self, side: &Id) -> String {
        Side::named(side).map_or_else(|_| side.to_string(), |side| side.in_words().to_owned())
    }
    fn reason_words(&self, side: &Id, reason: &Reason) -> Option<String> {
        let voice = Side::named(side).ok()?.voice(Audience::Everyone);
        Some(reason.refusal::<Refusal>()?.words(self, voice).0)
    }
    fn names(&self) -> Vec<Named> {
        field::names(&self.pack)
    }
    fn facts(&self, position: &Position<Self>, about: &Named) -> Vec<(&'static str, String)> {
        field::facts(&self.pack, &position.game.field, about)
    }
    fn kinds(&self) -> &'static [OrderKind] {
        &KINDS
    }
    fn warning(&self, _: &Position<Self>, after: Option<&Position<Self>>, side: &Id, order: &Order) -> Option<Problem> {
        let (Order::Done {}, Some(after)) = (order, after) else { return None };
        let own = after.game.field.of_side(&self.pack, Side::named(side).ok()?);
        let idle: Vec<String> =
            own.filter(|(id, _)| !after.game.acted.contains(*id)).map(|(id, _)| self.unit(id)).collect();
        let problem = || Problem::new(format!("ends the orders before these units have acted: {}", idle.join(", ")));
        (!idle.is_empty()).then(|| problem().rule("2.3"))
    }
    fn order_words(&self, _: &Position<Self>, _: &Id, order: &Order) -> String {
        let units: Vec<String> = order.units().iter().map(|unit| self.unit(&unit)).collect();
        let units = units.join(" and ");
        match order {
            Order::March { to, .. } => format!("march {units} to {}", self.pack.place(*to)),
            Order::Rally { .. } => format!("rally {units}"),
            Order::Attack { area, .. } => format!("attack {} with {units}", self.pack.place(*area)),
            Order::Done {} => "end the orders".to_owned(),
        }
    }
    fn answer_words(&self, _: &Position<Self>, answer: &Answer) -> String {
        match answer {
            Answer::Stand {} => "stand".to_owned(),
            Answer::Retreat(to) => format!("retreat to {}", self.pack.place(*to)),
        }
    }
    fn standing_words(&self, standing: &Always<Answer>) -> Vec<String> {
        let words = |answer: &Answer| match answer {
            Answer::Stand {} => "A beaten defender stands.".to_owned(),
            Answer::Retreat(to) => format!("A beaten defender retreats to {} where it can.", self.pack.place(*to)),
        };
        standing.always.iter().map(words).collect()
    }
    fn when(&self, position: &Position<Self>) -> When {
        let (round, rounds) = (position.game.round, position.game.rounds);
        When { turn: round.into(), words: format!("round {round} of {rounds}") }
    }
    fn tallies(&self, position: &Position<Self>) -> Vec<Tally> {
        let count = |title, about, of: &dyn Fn(Side) -> i64| Tally { title, about, values: Side::BOTH.map(of) };
        let game = &position.game;
        let strength = |side| game.field.of_side(&self.pack, side).map(|(id, _)| self.pack.strength(id)).sum();
        vec![
            count("Points", "Of the areas that a side controls: they decide the match.", &|side| {
                game.field.points(&self.pack, side)
            }),
            count("Strength", "Of the units that are not eliminated.", &strength),
        ]
    }
    fn draw(
        &self,
        position: &Position<Self>,
        _: &MapView,
        past: Option<Past<'_, Position<Self>>>,
    ) -> Result<Drawing, Problem> {
        self.map(position, past).draw()
    }
    fn board(&self, position: &Position<Self>) -> Result<Drawing, Problem> {
        self.map(position, None).board()
    }
    fn pieces(&self, position: &Position<Self>, past: Option<Past<'_, Position<Self>>>) -> Pieces {
        self.map(position, past).pieces()
    }
}
