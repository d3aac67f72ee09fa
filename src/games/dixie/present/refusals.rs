//! Why an order is refused, in words: to the player who gave it, and to everybody.

use super::names;
use crate::Dixie;
use crate::document::Problem;
use crate::engine::refusal::{Audience, Voice};
use crate::events::Refusal;
use crate::place::Place;
use crate::report::words::plural;
use crate::side::Side;

impl Refusal {
    /// What is wrong, and what to do about it, to the player of `side` who gave the order; with the refusal as data.
    pub fn to_owner(&self, rules: &Dixie, side: Side) -> Problem {
        let (words, advice) = self.words(rules, side, side.voice(Audience::Owner));
        let problem = Problem::new(words).refusing(self);
        if advice.is_empty() { problem } else { problem.advice(advice) }
    }

    /// What is wrong, to everybody, as the end of a sentence.
    pub fn to_everyone(&self, rules: &Dixie, side: Side) -> String {
        self.words(rules, side, side.voice(Audience::Everyone)).0
    }

    fn words(&self, rules: &Dixie, side: Side, voice: Voice) -> (String, &'static str) {
        let name = |card: &str| names::anywhere(rules, side, card);
        let at = |place: &Place| names::place(*place);
        match self {
            Refusal::NoSuchCard { card } => {
                (format!("{} no card {} in play", voice.you_have(), name(card)), "`show map` lists the cards in play")
            }
            Refusal::NotInReserve { card } => (
                format!("{} cannot come from {} Reserve", name(card), voice.your()),
                "name a card of the Reserve, each once",
            ),
            Refusal::Twice { card } => (format!("{} is named twice", name(card)), "name each card once"),
            Refusal::NoCards => ("the order names no card that can carry it out".to_owned(), "name at least one"),
            Refusal::WrongKind { card } => {
                (format!("{} is not the kind of card that this order is for", name(card)), "choose another card")
            }
            Refusal::NotPlayed { option } => (
                format!("this match is played without {}", names::option(option)),
                "the charter says which further rules are in play",
            ),
            Refusal::WrongPhase { phase } => (
                format!("the time for this order is not now: {}", now(*phase)),
                "melees come first, then fire, then moves, then outflanking",
            ),
            Refusal::NoPlace { place } => (format!("{} cannot be meant here", at(place)), "choose another position"),
            Refusal::Apart { card } => (
                format!("{} stands in another position than the cards before it", name(card)),
                "give each position its own order",
            ),
            Refusal::NotOwn { place } => {
                (format!("{} is not in {} battleline", at(place), voice.your()), "choose a position that is")
            }
            Refusal::Engaged { place } => {
                (format!("cards of {} are in {}", voice.enemy(), at(place)), "choose a position without them")
            }
            Refusal::NotEngaged { place } => (
                format!("{} is not engaged: there is nobody to fight", at(place)),
                "choose a position where both sides stand, or a target across the Centerline",
            ),
            Refusal::HasActed { card } => {
                (format!("{} has fired or moved in this Battle Turn", name(card)), "leave it out")
            }
            Refusal::TooMany { place, most } => (
                format!("{} takes {} at most", at(place), plural((*most).into(), "card")),
                "send fewer; generals and specials do not count",
            ),
            Refusal::TooFew { place } => {
                (format!("too few cards stand in {}", at(place)), "send at least one troop card there")
            }
            Refusal::TwoGenerals { place } => {
                (format!("{} takes one general only", at(place)), "send one, or move the other away first")
            }
            Refusal::TwoTerrain { place } => {
                (format!("{} has two terrain cards already", at(place)), "choose another position")
            }
            Refusal::TwoCreeks { place } => {
                (format!("the column of {} has a creek or a pond already", at(place)), "choose another column")
            }
            Refusal::WrongGround { card, place } => (
                format!("{} may not be played in {}", name(card), at(place)),
                "the card names its position, and its day if it has one",
            ),
            Refusal::CannotFire { card, at: target } => (
                format!("{} cannot fire at {} from where it stands", name(card), at(target)),
                "infantry and cavalry fire where they are engaged; artillery also across the Centerline, if neither position is engaged",
            ),
            Refusal::NoCv { card, at: target } => {
                (format!("{} has no CV left against {}", name(card), at(target)), "leave it out")
            }
            Refusal::CombatOver { place } => {
                (format!("the combat in {} is over", at(place)), "finish one position before the next")
            }
            Refusal::AfterFire => ("a melee comes before all fire".to_owned(), "put the melee first"),
            Refusal::BadTarget { card } => {
                let target = names::anywhere(rules, side.other(), card);
                (format!("{target} is no revealed artillery there"), "choose another target, or none")
            }
            Refusal::NotAdjacent { from, to } => (
                format!("{} does not lead to {}", at(from), at(to)),
                "moves go between the Reserve and a position of the own battleline, and straight across the Centerline",
            ),
            Refusal::TooFar { card } => (
                format!("{} may not make so many moves", name(card)),
                "cavalry and generals make two, all others one, or two by a force march",
            ),
            Refusal::EngageAndDisengage { card } => (
                format!("{} may not engage and disengage in one Battle Turn", name(card)),
                "end its move where it engages",
            ),
            Refusal::CrossingLimit { place, limit } => (
                format!("the water in {} lets {} cross in a Battle Turn", at(place), plural((*limit).into(), "card")),
                "send fewer; generals and specials do not count",
            ),
            Refusal::FixedCard { card } => (format!("{} never moves", name(card)), "leave it out"),
            Refusal::BadSpecial { card } => {
                (format!("{} cannot be played now or there", name(card)), "its effect says when it is played")
            }
            Refusal::SpecialLimit { place } => (
                format!("no more specials of this kind may be played on {} in this phase", at(place)),
                "two different specials are the most",
            ),
            Refusal::NoFlank { place } => {
                (format!("{} cannot be outflanked", at(place)), "choose an engaged position at an end of its line")
            }
            Refusal::AfterReturn => (
                "a face-down card has gone to the Reserve, and nothing more moves from there in this Battle Turn"
                    .to_owned(),
                "bring cards from the Reserve first",
            ),
            Refusal::GeneralElsewhere { card } => (
                format!("{} does not stand with the cards that he is to help", name(card)),
                "choose a general of their position, or leave him out",
            ),
            Refusal::BadChoice => (
                "the answer names the wrong cards, or too many or too few".to_owned(),
                "choose among the cards of the question, each once",
            ),
        }
    }
}

/// What the time of a refused order would be, or is.
fn now(phase: crate::ledger::Phase) -> &'static str {
    use crate::ledger::Phase;
    match phase {
        Phase::Deployment => "both sides deploy first",
        Phase::Morale | Phase::Combat => "it belongs to the Combat Phase",
        Phase::Move => "it belongs to the Move Phase",
        Phase::Outflank => "outflanking comes after all movement",
        Phase::Reinforce => "reinforcements come last",
    }
}
