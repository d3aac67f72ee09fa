//! Words and pictures: events in sentences, why an order is refused, names, the map. `report` makes the pages of these.

use serde_json::Value;

use crate::Crossroads;
use crate::board::Area;
use crate::document::{Id, Problem, from_tagged};
use crate::engine::refusal::{Audience, Voice};
use crate::engine::standing_orders::Always;
use crate::engine::{Position, Reason};
use crate::orders::{Answer, Event, Order, Refusal};
use crate::report::grammar::list;
use crate::report::text_builder::{Rolls, TextBuilder};
use crate::report::{EventText, Kind, OrderKind, Present, Span, When, area_view, sentence};
use crate::shared::Side;
use crate::shared::areas::{AreaPack, Field};

impl Refusal {
    /// What is wrong, and what to do about it, to the player of `side` who gave the order; with the refusal as data.
    pub fn to_owner(&self, rules: &Crossroads, side: Side) -> Problem {
        let (words, advice) = self.words(rules, side.voice(Audience::Owner));
        Problem::new(words).advice(advice).refusing(self)
    }

    fn words(&self, rules: &Crossroads, voice: Voice) -> (String, &'static str) {
        let name = |unit: &Id| rules.pack.unit(unit.as_str());
        let place = |area: &Area| rules.pack.place(*area);
        match self {
            Refusal::NotInPlay { unit } => (format!("{} no unit '{unit}' in play", voice.you_have()), "see `show map`"),
            Refusal::HasActed { unit } => (format!("{} acts only once a round", name(unit)), "leave it out"),
            Refusal::NotAdjacent { from, to } => {
                (format!("{} is not adjacent to {}", place(to), place(from)), "choose an adjacent area")
            }
            Refusal::NoRoom { area } => (format!("{} is full or has enemies", place(area)), "choose another area"),
            Refusal::NoEnemies { area } => (format!("no enemies are in {}", place(area)), "march there instead"),
            Refusal::NoUnits => ("the attack names no unit".to_owned(), "name at least one"),
            Refusal::Shaken { unit } => (format!("{} is shaken and cannot attack", name(unit)), "rally it first"),
            Refusal::InOrder { unit } => (format!("{} is not shaken", name(unit)), "give it another order"),
        }
    }
}

impl Present for Crossroads {
    fn event_text(&self, _: &Position<Self>, event: &Value, rolls: &mut Rolls) -> Option<EventText> {
        let (pack, words) = (&self.pack, |key: &str| event.get(key).map_or_else(String::new, sentence));
        let both = |key: &str| Side::BOTH.map(|side| sentence(&event[key][side.as_str()]));
        let name = |unit: &Id| pack.unit(unit.as_str());
        let of = |side: Side, area: Option<Area>, kind, say: TextBuilder| {
            EventText::new(kind, say).of(side.id(), area.and_then(|area| area_view::middle(pack, area)))
        };
        Some(match from_tagged("event", event).ok()? {
            Event::Round { round } => EventText::part(format!("Round {round}")),
            Event::Initiative { first, .. } => {
                let ([one, other], [roll, reply]) = (both("postures"), both("rolls"));
                let said = format!("The Union chooses {one}, the Confederacy {other}. First move: {roll} to {reply}");
                let say = TextBuilder::words(said).roll(rolls.of("initiative"));
                of(first, None, Kind::Other, say.append(format!(": {} moves first.", first.in_words())))
            }
            Event::Moved { side, unit, from, to } => {
                let verb = match words("rule").as_str() {
                    "5.5" => "retreats",
                    "5.6" => "advances",
                    _ => "marches",
                };
                let said = format!("{} {verb} from {} to {}.", name(&unit), pack.place(from), pack.place(to));
                of(side, Some(to), Kind::Order, TextBuilder::words(said))
            }
            Event::Rallied { side, unit } => of(side, None, Kind::Order, TextBuilder::words(name(&unit) + " rallies.")),
            Event::Combat { side, area, attack, defense, .. } => {
                let totals = format!("{} to {}", attack.total(), defense.total());
                let said = format!("{} attacks {}: a {}, {totals}.", side.opening(), pack.place(area), words("result"));
                let line = |what: &str, words: String| (what.to_owned(), vec![Span::plain(words)]);
                let audit = vec![
                    line("Attacker", attack.words(|part| pack.unit(part))),
                    line("Defender", defense.words(|part| pack.unit(part))),
                    line("Difference", format!("{:+}", attack.total() - defense.total())),
                ];
                let say = TextBuilder::words(said).roll(rolls.of(&format!("combat {side}")));
                EventText { audit, ..of(side, Some(area), Kind::Combat, say).first() }
            }
            Event::Hit { side, unit, eliminated } => {
                let how = if eliminated { "eliminated" } else { "shaken" };
                let told = of(side, None, Kind::Leader, TextBuilder::words(format!("{} is {how}.", name(&unit))));
                EventText { brief: eliminated, ..told }
            }
            Event::Ended { winner, .. } => {
                let who = winner.map_or("Nobody", Side::opening);
                let [union, other] = both("points");
                let words = format!("{who} wins. Points: the Union {union}, the Confederacy {other}.");
                EventText::new(Kind::Score, TextBuilder::words(words)).first()
            }
        })
    }
    fn reason_words(&self, side: &Id, reason: &Reason) -> Option<String> {
        let voice = Side::named(side).ok()?.voice(Audience::Everyone);
        Some(reason.refusal::<Refusal>()?.words(self, voice).0)
    }
    fn area_pack(&self) -> Option<&AreaPack> {
        Some(&self.pack)
    }
    fn field<'p>(&self, position: &'p Position<Self>) -> Option<&'p Field> {
        Some(&position.game.field)
    }
    fn kinds(&self) -> &'static [OrderKind] {
        &[
            OrderKind { key: "march", title: "March to an adjacent area", rule: "3.1" },
            OrderKind { key: "attack", title: "Attack an adjacent area", rule: "5.1" },
            OrderKind { key: "rally", title: "Rally", rule: "4.1" },
            OrderKind { key: "done", title: "End the orders", rule: "2.3" },
        ]
    }
    fn orders_rule(&self) -> Option<&'static str> {
        Some("2.3")
    }
    fn warning(&self, _: &Position<Self>, after: Option<&Position<Self>>, side: &Id, order: &Order) -> Option<Problem> {
        let (Order::Done {}, Some(after)) = (order, after) else { return None };
        let own = after.game.field.of_side(&self.pack, Side::named(side).ok()?);
        let idle = own.filter(|(id, _)| !after.game.acted.contains(*id)).map(|(id, _)| self.pack.unit(id.as_str()));
        let idle = idle.reduce(|idle, unit| format!("{idle}, {unit}"))?;
        Some(Problem::new(format!("ends the orders before these units have acted: {idle}")).rule("2.3"))
    }
    fn order_words(&self, _: &Position<Self>, _: &Id, order: &Order) -> String {
        let units = list(order.units().iter().map(|unit| self.pack.unit(unit.as_str())), "and", "nobody");
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
        When { turn: round.into(), name: format!("Round {round}"), words: format!("round {round} of {rounds}") }
    }
}
