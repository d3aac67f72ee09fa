//! Words: what happens in sentences, why an order is refused, orders and answers.

use serde_json::Value;

use crate::Dixie;
use crate::document::{Id, Problem, from_tagged};
use crate::engine::refusal::{Audience, Voice};
use crate::engine::{Position, Reason};
use crate::events::{Because, Event, NoFire, Range, Refusal, Why};
use crate::ledger::{How, Phase};
use crate::orders::{Again, Answer, First, Order, Play, Standing};
use crate::pack::{Card, Pack};
use crate::place::Place;
use crate::report::say::{Rolls, Say};
use crate::report::words::{list, plural};
use crate::report::{EventText, Kind, OrderKind, Present, When};
use crate::side::Side;

/// A card by its id in a sentence, whatever its edition; an id that lies face down as such.
pub fn card_words(pack: &Pack, id: &str) -> String {
    let known =
        |id: &str| pack.sets.values().find_map(|set| Side::BOTH.into_iter().find_map(|side| set.card(side, id)));
    known(id).map_or_else(|| format!("the face-down {id}"), |card: &Card| card.name.clone())
}

/// A position in a sentence.
pub fn place_words(place: Place) -> String {
    match place.as_str().split_once('_') {
        Some((line @ ("usa" | "csa"), rest)) => format!("the {} {}", line.to_uppercase(), title(rest)),
        Some((line, rest)) => format!("the {}-{}", title(line), title(rest)),
        None => "the Reserve".to_owned(),
    }
}

fn title(words: &str) -> String {
    let one = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').map(one).collect::<Vec<_>>().join("-")
}

impl Refusal {
    /// What is wrong, and what to do about it, to the player of `side` who gave the order; with the refusal as data.
    pub fn to_owner(&self, rules: &Dixie, side: Side) -> Problem {
        let (words, advice) = self.words(rules, side.voice(Audience::Owner));
        Problem::new(words).advice(advice).refusing(self)
    }

    fn words(&self, rules: &Dixie, voice: Voice) -> (String, &'static str) {
        let name = |card: &String| card_words(&rules.pack, card);
        let at = |place: &Place| place_words(*place);
        match self {
            Refusal::NoSuchCard { card } => {
                (format!("{} no card {card} in play", voice.you_have()), "see `show table`")
            }
            Refusal::NotInReserve { card } => {
                (format!("{} cannot come from {} Reserve", name(card), voice.your()), "see `show hand`")
            }
            Refusal::Twice { card } => (format!("{} is named twice", name(card)), "name it once"),
            Refusal::NoCards => ("no card is named".to_owned(), "name at least one"),
            Refusal::WrongKind { card } => {
                (format!("{} is no card of the kind that this takes", name(card)), "name another card")
            }
            Refusal::NotPlayed { option } => {
                (format!("this match is played without the rule '{option}'"), "the charter would have to name it")
            }
            Refusal::WrongPhase { phase } => {
                (format!("this is not done now: {}", phase_words(*phase)), "see the order of phases")
            }
            Refusal::NoPlace { place } => (format!("{} cannot be meant here", at(place)), "name another position"),
            Refusal::Apart { card } => (
                format!("{} is not where the others are", name(card)),
                "give cards of other positions an order of their own",
            ),
            Refusal::NotOwn { place } => (format!("{} is not {} own", at(place), voice.your()), "choose one that is"),
            Refusal::Engaged { place } => (format!("enemies are in {}", at(place)), "choose another position"),
            Refusal::NotEngaged { place } => {
                (format!("no enemies are to be fought in {}", at(place)), "choose another position")
            }
            Refusal::HasActed { card } => (format!("{} has acted in this Battle Turn", name(card)), "leave it out"),
            Refusal::TooMany { place, most } => (
                format!("{} takes {} here", at(place), plural((*most).into(), "card")),
                "name fewer, or move others out first",
            ),
            Refusal::TooFew { place } => (format!("too few cards are in {}", at(place)), "add a troop card"),
            Refusal::TwoGenerals { place } => (format!("only one general may be in {}", at(place)), "leave one out"),
            Refusal::TwoTerrain { place } => {
                (format!("{} has two terrain cards", at(place)), "choose another position")
            }
            Refusal::TwoCreeks { place } => {
                (format!("the column of {} has a creek or a pond", at(place)), "choose another column")
            }
            Refusal::WrongGround { card, place } => {
                (format!("{} is no terrain of {}", name(card), at(place)), "choose the position and day that it names")
            }
            Refusal::CannotFire { card, at: place } => {
                (format!("{} cannot fire at {}", name(card), at(place)), "choose another target")
            }
            Refusal::NoCv { card, at: place } => {
                (format!("{} has no CV left to fire at {}", name(card), at(place)), "leave it out")
            }
            Refusal::CombatOver { place } => {
                (format!("combat in {} is over", at(place)), "finish one position before the next")
            }
            Refusal::AfterFire => ("melees come before all fire".to_owned(), "declare it first"),
            Refusal::BadTarget { card } => {
                (format!("{} is no revealed artillery there", name(card)), "leave `target` out")
            }
            Refusal::NotAdjacent { from, to } => {
                (format!("{} does not lead to {}", at(from), at(to)), "go by the Reserve or across the Centerline")
            }
            Refusal::TooFar { card } => {
                (format!("{} cannot make these moves", name(card)), "cavalry and generals make two")
            }
            Refusal::EngageAndDisengage { .. } => {
                ("one turn's moves cannot engage and disengage".to_owned(), "make one of the two moves")
            }
            Refusal::CrossingLimit { place, limit } => (
                format!("{} may cross at {} in a Battle Turn", plural((*limit).into(), "card"), at(place)),
                "send fewer",
            ),
            Refusal::FixedCard { card } => (format!("{} is terrain, which never moves", name(card)), "leave it out"),
            Refusal::BadSpecial { card } => (format!("{} cannot be played so", name(card)), "see what the card does"),
            Refusal::SpecialLimit { place } => {
                (format!("{} has its specials for this phase", at(place)), "two at most, and different ones")
            }
            Refusal::NoFlank { place } => (format!("{} cannot be outflanked", at(place)), "choose a flank that can"),
            Refusal::AfterReturn => (
                "a face-down card has gone to the Reserve, so that nothing more moves from there in this Battle Turn"
                    .to_owned(),
                "bring cards from the Reserve first",
            ),
            Refusal::GeneralElsewhere { card } => {
                (format!("{} is not where the marching cards are", name(card)), "name a general who is with them")
            }
            Refusal::BadChoice => {
                ("these cards do not answer the question".to_owned(), "name as many as are asked for")
            }
        }
    }
}

fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Deployment => "it is the deployment",
        Phase::Morale => "it is the Morale Phase",
        Phase::Combat => "it belongs to the Combat Phase",
        Phase::Move => "it belongs to the Move Phase",
        Phase::Outflank => "it comes after all movement",
        Phase::Reinforce => "it is the Reinforce Phase",
    }
}

fn why_words(why: Why) -> &'static str {
    match why {
        Why::Hits => "checks its morale",
        Why::Melee => "checks its morale in the melee",
        Why::Disorganization => "checks its morale in the disorder",
        Why::ForceMarch => "tries a force march",
        Why::Outflanking => "tries to outflank",
        Why::Support => "checks its morale under its own side's fire",
        Why::Scouting => "checks its morale while it scouts",
    }
}

impl Present for Dixie {
    fn event_text(&self, _: &Position<Self>, event: &Value, rolls: &mut Rolls) -> Option<EventText> {
        let name = |card: &String| card_words(&self.pack, card);
        let at = |place: &Place| place_words(*place);
        let of = |side: Side, kind, words: String| EventText::say(kind, Say::words(words)).of(side.id(), None);
        let rolled = |side: Side, kind, words: String, purpose: &str, rolls: &mut Rolls| {
            let purpose = format!("{purpose} {side}");
            EventText::say(kind, Say::words(words).roll(rolls.of(&purpose))).of(side.id(), None)
        };
        Some(match from_tagged("event", event).ok()? {
            Event::Turn { turn, day, side } => {
                EventText::part(format!("Battle Turn {turn} (day {day}): {}", side.as_str().to_uppercase()))
            }
            Event::Deployed { side, cards } => {
                let counts = cards.iter().map(|(place, count)| format!("{count} in {}", at(place)));
                of(side, Kind::Order, format!("{} deploys: {}.", side.opening(), list(counts, "and", "nothing")))
            }
            Event::Returned { side, card, place } => {
                of(side, Kind::Other, format!("{} goes back from {} to the Reserve.", name(&card), at(&place)))
            }
            Event::WaterRemoved { side, card, place, .. } => {
                let words = format!("{} in {} is removed: the column has two creeks.", name(&card), at(&place));
                EventText::say(Kind::Other, Say::words(words).roll(rolls.of("two creeks"))).of(side.id(), None)
            }
            Event::Check { side, card, why, value, passed, .. } => {
                let purpose = match why {
                    Why::Disorganization => "disorganization",
                    Why::ForceMarch => "force march",
                    Why::Outflanking => "outflanking",
                    _ => "morale",
                };
                let result = if passed { "passes" } else { "fails" };
                let words = format!("{} {} ({}) and {result}.", name(&card), why_words(why), value.total());
                rolled(side, Kind::Other, words, purpose, rolls)
            }
            Event::Eliminated { side, card, place, because } => {
                let how = match because {
                    Because::Routed => "routs",
                    Because::Hits => "is eliminated by its hits",
                    Because::Alone => "is eliminated, engaged without troops",
                    Because::Decoy => "is eliminated as a decoy",
                };
                of(side, Kind::Leader, format!("{} {how} in {}.", name(&card), at(&place))).first()
            }
            Event::Fired { side, card, at: place, range, dice, firepower, hits, .. } => {
                let how = match range {
                    Range::Short => "fires in",
                    Range::Long => "fires at long range at",
                    Range::Support => "fires in support into",
                    Range::Enfilade => "enfilades",
                    Range::Melee => "fights in",
                };
                let dice = plural(dice.total().max(0) as u32, "die").replace("dies", "dice");
                let words = format!(
                    "{} {how} {} ({dice}, F{firepower}): {}.",
                    name(&card),
                    at(&place),
                    plural(hits.into(), "hit")
                );
                rolled(side, Kind::Combat, words, if range == Range::Melee { "melee" } else { "fire" }, rolls)
            }
            Event::HeldFire { side, card, because, .. } => {
                let why = match because {
                    NoFire::NoCv => "has no CV left",
                    NoFire::Ammunition => "has no ammunition",
                    NoFire::NoTroop => "is no troop card",
                    NoFire::Enough => "holds its fire",
                };
                of(side, Kind::Other, format!("{} {why}.", name(&card)))
            }
            Event::Hit { side, card, now, .. } => {
                of(side, Kind::Other, format!("{} is hit and has {}.", name(&card), plural(now.into(), "hit")))
            }
            Event::Wasted { side, place, hits } => of(
                side,
                Kind::Other,
                format!("No card is left in {} to take {}.", at(&place), plural(hits.into(), "hit")),
            ),
            Event::Special { side, card, place, target, .. } => {
                let place = place.map_or_else(String::new, |place| format!(" on {}", at(&place)));
                let target = target.map_or_else(String::new, |card| format!(", against {}", name(&card)));
                of(side, Kind::Order, format!("{} plays {}{place}{target}.", side.opening(), name(&card))).first()
            }
            Event::Sharpshot { side, target, hit, .. } => {
                let words = format!("Sharpshooters {} {}.", if hit { "hit" } else { "miss" }, name(&target));
                rolled(side, Kind::Combat, words, "sharpshooters", rolls)
            }
            Event::Covered { side, place, hits } => {
                of(side, Kind::Other, format!("Cover takes {} away in {}.", plural(hits.into(), "hit"), at(&place)))
            }
            Event::Rallied { side, card } => of(side, Kind::Other, format!("{} rallies in the Reserve.", name(&card))),
            Event::Melee { side, place, round } => {
                let words = format!("{} fights round {round} of a melee in {}.", side.opening(), at(&place));
                of(side, Kind::Combat, words).first()
            }
            Event::LeavesMelee { side, place, must } => {
                let how = if must { "has to disengage" } else { "disengages" };
                of(side, Kind::Order, format!("{} {how} from {}.", side.opening(), at(&place)))
            }
            Event::Moved { side, card, from, to } => {
                of(side, Kind::Order, format!("{} moves from {} to {}.", name(&card), at(&from), at(&to)))
            }
            Event::Disorganized { side, place, over } => {
                let words =
                    format!("{} has {} too many in {}.", side.opening(), plural(over.into(), "card"), at(&place));
                of(side, Kind::Other, words)
            }
            Event::Terrain { side, card, place } => {
                of(side, Kind::Order, format!("{} plays {} in {}.", side.opening(), name(&card), at(&place)))
            }
            Event::Captured { side, place } => {
                of(side, Kind::Score, format!("{} holds {} alone.", side.opening(), at(&place))).first()
            }
            Event::Reinforced { side, count } => {
                of(side, Kind::Other, format!("{} draws {}.", side.opening(), plural(count as u32, "reinforcement")))
            }
            Event::DayEnds { day } => EventText::part(format!("Night after day {day}")),
            Event::Night { side, count } => {
                of(side, Kind::Other, format!("{} draws {} overnight.", side.opening(), plural(count as u32, "card")))
            }
            Event::Ohio { count } => {
                of(Side::Usa, Kind::Other, format!("{} of the Army of the Ohio arrive.", plural(count as u32, "card")))
            }
            Event::Commander { side, card } => of(side, Kind::Leader, format!("{} commands the army.", name(&card))),
            Event::Ended { winner, how } => {
                let who = winner.map_or("Nobody", Side::opening);
                EventText::say(Kind::Score, Say::words(format!("{who} wins: {}.", how_words(how)))).first()
            }
        })
    }
    fn side_words(&self, side: &Id) -> String {
        Side::named(side).map_or_else(|_| format!("the {side} side"), |side| side.in_words().to_owned())
    }
    fn reason_words(&self, side: &Id, reason: &Reason) -> Option<String> {
        let voice = Side::named(side).ok()?.voice(Audience::Everyone);
        Some(reason.refusal::<Refusal>()?.words(self, voice).0)
    }
    fn kinds(&self) -> &'static [OrderKind] {
        &[
            OrderKind { key: "deploy", title: "Deploy", rule: "3.2" },
            OrderKind { key: "melee", title: "Fight a melee", rule: "13.2" },
            OrderKind { key: "fire", title: "Fire", rule: "7.0" },
            OrderKind { key: "special", title: "Play a special", rule: "12.0" },
            OrderKind { key: "move", title: "Move", rule: "8.0" },
            OrderKind { key: "force_march", title: "Force-march", rule: "8.6" },
            OrderKind { key: "terrain", title: "Play terrain", rule: "10.2" },
            OrderKind { key: "outflank", title: "Outflank", rule: "13.1" },
            OrderKind { key: "scout", title: "Scout", rule: "13.7" },
            OrderKind { key: "decoy", title: "Lay a decoy", rule: "13.6" },
            OrderKind { key: "reveal", title: "Reveal cards", rule: "13.6" },
            OrderKind { key: "end_turn", title: "End the Battle Turn", rule: "9.0" },
        ]
    }
    fn orders_rule(&self) -> Option<&'static str> {
        Some("5.0")
    }
    fn order_words(&self, _: &Position<Self>, _: &Id, order: &Order) -> String {
        let cards = || list(order.cards().iter().map(|card| card_words(&self.pack, card)), "and", "nothing");
        let way = |path: &[Place]| list(path.iter().map(|place| place_words(*place)), "and", "nowhere");
        match order {
            Order::Deploy { cards, .. } => {
                let counts = cards.iter().map(|(place, cards)| format!("{} in {}", cards.len(), place_words(*place)));
                format!("deploy {}", list(counts, "and", "nothing"))
            }
            Order::Melee { place, .. } => format!("fight a melee in {}", place_words(*place)),
            Order::Fire { at, .. } => {
                let at = at.map_or_else(String::new, |place| format!(" at {}", place_words(place)));
                format!("fire{at} with {}", cards())
            }
            Order::Special(play) => self.play_words(play),
            Order::Move { path, .. } => format!("move {} to {}", cards(), way(path)),
            Order::ForceMarch { path, .. } => format!("force-march {} to {}", cards(), way(path)),
            Order::Terrain { place, .. } => format!("play {} in {}", cards(), place_words(*place)),
            Order::Outflank { place, .. } => format!("outflank {} with {}", place_words(*place), cards()),
            Order::Scout { place, .. } => format!("scout {} with {}", place_words(*place), cards()),
            Order::Decoy { place, .. } => format!("lay {} in {} as a decoy", cards(), place_words(*place)),
            Order::Reveal { .. } => format!("reveal {}", cards()),
            Order::EndTurn {} => "end the Battle Turn".to_owned(),
        }
    }
    fn answer_words(&self, _: &Position<Self>, answer: &Answer) -> String {
        let named = |cards: &[String]| list(cards.iter().map(|card| card_words(&self.pack, card)), "and", "none");
        match answer {
            Answer::Pass {} => "play no special".to_owned(),
            Answer::Specials(plays) => list(plays.iter().map(|play| self.play_words(play)), "and", "play none"),
            Answer::Hits(cards) => format!("{} take the hits", named(cards)),
            Answer::Fight {} => "fight the second round".to_owned(),
            Answer::Disengage {} => "disengage".to_owned(),
            Answer::Withdraw(cards) => format!("{} withdraw", named(cards)),
        }
    }
    fn standing_words(&self, standing: &Standing) -> Vec<String> {
        let first = |first: First| match first {
            First::Weakest => "the weakest first",
            First::Strongest => "the strongest first",
            First::Listed => "as they are listed",
            First::Ask => "as its owner says when he is asked",
        };
        let melee = match standing.melee {
            Again::IfStronger => "where it is stronger",
            Again::Always => "always",
            Again::Never => "never",
            Again::Ask => "as its owner says when he is asked",
        };
        vec![
            format!("Troops take hits {}.", first(standing.hits)),
            format!("Cards withdraw {}.", first(standing.withdraw)),
            format!("It fights a second round of melee {melee}."),
        ]
    }
    fn outcome_words(&self, outcome: &Value) -> String {
        let own = |how: &str, _: Option<&Id>| Some(how.replace('_', " "));
        let sides = Side::BOTH.map(Side::id);
        let said = crate::engine::outcome::words(&sides, outcome, |side| self.side_words(side), own);
        said.unwrap_or_else(|| crate::report::sentence(outcome))
    }
    fn when(&self, position: &Position<Self>) -> When {
        let (turn, day) = (position.game.turn, position.game.day);
        let name = if turn == 0 { "Deployment".to_owned() } else { format!("Battle Turn {turn}") };
        let words = format!("{name}, day {day}");
        When { turn: turn.into(), name, words }
    }
}

fn how_words(how: How) -> &'static str {
    match how {
        How::Occupation => "it occupies the enemy's positions",
        How::Envelopment => "it envelops the enemy",
        How::LastDay => "the last day is over",
        How::Stalemate => "neither side fights any more",
    }
}

impl Dixie {
    fn play_words(&self, play: &Play) -> String {
        let place = play.place.map_or_else(String::new, |place| format!(" on {}", place_words(place)));
        format!("play {}{place}", card_words(&self.pack, &play.card))
    }
}
