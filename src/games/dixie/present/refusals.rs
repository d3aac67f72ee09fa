//! Why an order is refused, in words: to the player who gave it, and to everybody.

use super::names;
use crate::Dixie;
use crate::document::Problem;
use crate::engine::Audience;
use crate::events::Refusal;
use crate::ledger::Phase;
use crate::place::Place;
use crate::report::words::number;
use crate::side::Side;

adjutant_core::refusal_words!(Dixie, Side, words);

/// What is wrong, and what to do about it, for whoever reads it.
fn words(rules: &Dixie, side: Side, to: Audience, refusal: &Refusal) -> Problem {
    let voice = side.voice(to);
    let name = |card: &str| names::anywhere(rules, side, card);
    let at = |place: &Place| names::place(*place);
    let up_to = |count: u8| number(count, "card");
    let (words, advice) = match refusal {
        Refusal::NoSuchCard { card } => {
            (format!("{} no card {} in play", voice.you_have(), name(card)), "see `show map`")
        }
        Refusal::NotInReserve { card } => {
            (format!("{} cannot come from {} Reserve", name(card), voice.your()), "name a card of the Reserve")
        }
        Refusal::Twice { card } => (format!("{} is named twice", name(card)), "name each card once"),
        Refusal::NoCards => ("the order names no card".to_owned(), "name at least one"),
        Refusal::WrongKind { card } => (format!("{} cannot carry out this order", name(card)), "choose another card"),
        Refusal::NotPlayed { option } => {
            (format!("this match is played without {}", option.replace('_', " ")), "give another order")
        }
        Refusal::WrongPhase { phase } => (
            format!("this is not the time for this order: {}", now(*phase)),
            "melees come first, then fire, then moves, then outflanking",
        ),
        Refusal::NoPlace { place } => (format!("this order cannot go to {}", at(place)), "choose another position"),
        Refusal::Apart { card } => {
            (format!("{} stands apart from the others", name(card)), "give each position its own order")
        }
        Refusal::NotOwn { place } => {
            (format!("{} is not {} own position", at(place), voice.your()), "choose a position that is")
        }
        Refusal::Engaged { place } => {
            (format!("cards of {} are in {}", voice.enemy(), at(place)), "choose a position without them")
        }
        Refusal::NotEngaged { place } => {
            (format!("there is nobody to fight in {}", at(place)), "choose a position where both sides stand")
        }
        Refusal::HasActed { card } => (format!("{} has acted in this Battle Turn", name(card)), "leave it out"),
        Refusal::TooMany { place, most } => {
            (format!("{} takes {} at most", at(place), up_to(*most)), "send fewer troop and terrain cards")
        }
        Refusal::TooFew { place } => {
            (format!("too few cards are in {}", at(place)), "send at least one troop card there")
        }
        Refusal::TwoGenerals { place } => (format!("{} takes one general only", at(place)), "send one only"),
        Refusal::TwoTerrain { place } => {
            (format!("{} has two terrain cards already", at(place)), "choose another position")
        }
        Refusal::TwoCreeks { place } => {
            (format!("the column of {} has a creek or a pond", at(place)), "choose another column")
        }
        Refusal::WrongGround { card, place } => {
            (format!("{} does not belong in {}", name(card), at(place)), "the card names its position and day")
        }
        Refusal::CannotFire { card, at: target } => (
            format!("{} cannot fire at {} from where it stands", name(card), at(target)),
            "only artillery fires across the Centerline, where neither position is engaged",
        ),
        Refusal::NoCv { card, at: target } => {
            (format!("{} has no CV left against {}", name(card), at(target)), "leave it out")
        }
        Refusal::CombatOver { place } => {
            (format!("combat in {} is over", at(place)), "finish one position before the next")
        }
        Refusal::AfterFire => ("a melee comes before all fire".to_owned(), "put the melee first"),
        Refusal::BadTarget { card } => {
            let target = names::anywhere(rules, side.other(), card);
            (format!("{target} is no revealed artillery there"), "choose another target, or none")
        }
        Refusal::NotAdjacent { from, to } => {
            (format!("{} does not lead to {}", at(from), at(to)), "go by the Reserve or straight across")
        }
        Refusal::TooFar { card } => (
            format!("{} may not make so many moves", name(card)),
            "cavalry and generals make two, others two by a force march",
        ),
        Refusal::EngageAndDisengage { card } => {
            (format!("{} may not engage and disengage in one Battle Turn", name(card)), "make one of the two moves")
        }
        Refusal::CrossingLimit { place, limit } => (
            format!("the water in {} lets {} cross in a Battle Turn", at(place), up_to(*limit)),
            "send fewer; generals and specials do not count",
        ),
        Refusal::FixedCard { card } => (format!("{} is terrain and never moves", name(card)), "leave it out"),
        Refusal::BadSpecial { card } => {
            (format!("{} cannot be played now or there", name(card)), "`adjutant show unit ID` says when it is played")
        }
        Refusal::SpecialLimit { place } => {
            (format!("{} has its specials for this phase", at(place)), "play two at most, and different ones")
        }
        Refusal::NoFlank { place } => {
            (format!("{} cannot be outflanked", at(place)), "choose the end of a line, where no creek forbids it")
        }
        Refusal::GeneralElsewhere { card } => {
            (format!("{} is not with the cards that he is to help", name(card)), "choose a general who is")
        }
        Refusal::TurnOver => ("the Battle Turn is over".to_owned(), "put `end_turn` last"),
        Refusal::BadChoice => (
            "this does not answer the question".to_owned(),
            "answer it as the draft shows; of cards name as many as it asks for, each once",
        ),
    };
    Problem::new(words).advice(advice)
}

/// What the time of a refused order would be, or is.
fn now(phase: Phase) -> &'static str {
    match phase {
        Phase::Deployment => "both sides deploy first",
        Phase::Morale | Phase::Combat => "it belongs to the Combat Phase",
        Phase::Move => "it belongs to the Move Phase",
        Phase::Outflank => "outflanking comes after all movement",
        Phase::Reinforce => "reinforcements come last",
    }
}
