//! Why an order is refused, in words: to the player who gave it, and to everybody.

use super::names;
use crate::Dixie;
use crate::document::Problem;
use crate::engine::Audience;
use crate::events::{EliminationReason, Refusal};
use crate::ledger::Phase;
use crate::pack::Kind;
use crate::place::Place;
use crate::report::grammar::{list, number};
use crate::side::Side;

adjutant_core::refusal_words!(Dixie, Side, words);

/// What is wrong, and what to do about it, for whoever reads it.
fn words(rules: &Dixie, side: Side, to: Audience, refusal: &Refusal) -> Problem {
    let voice = side.voice(to);
    let name = |card: &str| names::name_in_any_edition(rules, side, card);
    let at = |place: &Place| names::place(*place);
    let up_to = |count: u8| number(count, "card");
    let (words, advice) = match refusal {
        Refusal::NoSuchCard { card } => (
            format!("{} no such card here: {}", voice.you_have(), name(card)),
            "see `adjutant show map` and `adjutant show hand`",
        ),
        Refusal::NotInReserve { card } => {
            (format!("{} is not in {} Reserve", name(card), voice.your()), "name a card of the Reserve")
        }
        Refusal::Eliminated { card, place, because } => (
            match because {
                EliminationReason::Alone => {
                    format!("{} was engaged in {} without troops and eliminated", name(card), at(place))
                }
                EliminationReason::Decoy => format!("{} was eliminated in {} as a decoy", name(card), at(place)),
                EliminationReason::Hits => format!("{} was eliminated in {} by hits", name(card), at(place)),
                EliminationReason::Routed => {
                    format!("{} failed a check in {} and is out of play", name(card), at(place))
                }
            },
            "leave it out",
        ),
        Refusal::NothingToScout { place } => (
            format!("{} cards are engaged in {} already, where all cards are face up", voice.your(), at(place)),
            "engage there by `move`, or scout a position where you have no cards",
        ),
        Refusal::Twice { card } => (format!("{} is named twice", name(card)), "name each card once"),
        Refusal::NoCards => ("the order names no card".to_owned(), "name at least one"),
        Refusal::WrongKind { card } => {
            let found = rules.pack.sets.values().find_map(|set| set.card(side, card));
            let kind = found.map_or(String::new(), |card| format!(" is {} and", kind(card.kind)));
            (format!("{}{kind} cannot carry out this order", name(card)), "choose a card of another kind")
        }
        Refusal::NotPlayed { option } => {
            (format!("this match is played without {}", option.replace('_', " ")), "give another order")
        }
        Refusal::WrongPhase { phase: Phase::Deployment } => {
            let words = "`deploy` belongs to the deployment, every other order to a Battle Turn";
            (words.to_owned(), "`adjutant legal` lists the orders that you can give now")
        }
        Refusal::WrongPhase { phase } => (
            format!("this is not the time for this order: {}", phase_words(*phase)),
            "melees come first, then fire, then moves, then outflanking",
        ),
        Refusal::NoPlace { place } => {
            (format!("this order cannot be given for {}", at(place)), "choose a position that it can reach")
        }
        Refusal::Apart { card } => (
            format!("{} is not in the same position as the other cards", name(card)),
            "give each position its own order",
        ),
        Refusal::NotOwn { place } => {
            (format!("{} is not in {} line", at(place), voice.your()), "choose a position of your own line")
        }
        Refusal::Engaged { place } => {
            (format!("cards of {} are in {}", voice.enemy(), at(place)), "choose a position without them")
        }
        Refusal::NotEngaged { place } => {
            (format!("there is nobody to fight in {}", at(place)), "choose a position where both sides have cards")
        }
        Refusal::HasActed { card } => (format!("{} has already acted in this Battle Turn", name(card)), "leave it out"),
        Refusal::TooMany { place, most } => {
            let words = format!("the stacking limit of {} is {}", at(place), up_to(*most));
            (
                words,
                "send fewer troop and terrain cards; in the Move Phase a later order of the same file may move others out",
            )
        }
        Refusal::TooFew { place } => {
            (format!("too few cards are in {}", at(place)), "send at least one troop card there")
        }
        Refusal::TwoGenerals { place } => (
            format!("only one general may be in {}", at(place)),
            "send no other; in the Move Phase a later order of the same file may move the one there out",
        ),
        Refusal::TwoTerrain { place } => {
            (format!("{} already has two terrain cards", at(place)), "choose another position")
        }
        Refusal::TwoCreeks { place } => {
            (format!("the column of {} already has a creek or a pond", at(place)), "choose another column")
        }
        Refusal::WrongGround { card, place } => (
            format!("{} does not belong in {}", name(card), at(place)),
            "play it in the position, and on the day, that the card names",
        ),
        Refusal::CannotFire { card, at: target } => (
            format!("{} cannot fire at {} from where it stands", name(card), at(target)),
            "only artillery fires across the Centerline, and only if neither position is engaged",
        ),
        Refusal::NoCv { card, at: target } => {
            (format!("{} has no CV left to fire at {}", name(card), at(target)), "leave it out")
        }
        Refusal::CombatOver { place } => {
            (format!("combat in {} is over", at(place)), "finish one position before the next")
        }
        Refusal::AfterFire => ("melees come before all fire".to_owned(), "put the melee first"),
        Refusal::BadTarget { card } => {
            let target = names::name_in_any_edition(rules, side.other(), card);
            (
                format!("{target} is not a revealed artillery card in the position that you fire at"),
                "name another target, or none",
            )
        }
        Refusal::NotAdjacent { from, to } => (
            format!("no move leads from {} to {}", at(from), at(to)),
            "a card moves straight across the Centerline, to the Reserve, or from it to a position of its own line",
        ),
        Refusal::TooFar { card } => (
            format!("{} cannot make that many moves", name(card)),
            "cavalry and generals make two; infantry and artillery make two by a force march",
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
            let advice = format!("`adjutant show unit {card}` says when it is played");
            return Problem::new(format!("{} cannot be played here and now", name(card))).advice(advice);
        }
        Refusal::SpecialLimit { place } => (
            format!("no more specials can be played on {} in this phase", at(place)),
            "two may be played on a position in a phase, by both sides together, and not two of a kind",
        ),
        Refusal::NoFlank { place } => (
            format!("{} cannot be outflanked", at(place)),
            "choose a position at the end of a line that no creek protects",
        ),
        Refusal::GeneralElsewhere { card } => {
            (format!("{} is not with the cards that he should help", name(card)), "choose a general who is")
        }
        Refusal::TurnOver => ("this turn has ended".to_owned(), "put `end_turn` last, and no order after `deploy`"),
        Refusal::OtherCards { cards } => {
            let right = list(cards.iter().map(|card| name(card)), "and", "none of them");
            let problem = Problem::new(format!("this is not true of {} cards", voice.your()));
            return problem.advice(format!("name these: {right}"));
        }
        Refusal::BadChoice => (
            "this does not answer the question".to_owned(),
            "answer it as the draft shows; name as many cards as it asks for, each once",
        ),
    };
    Problem::new(words).advice(advice)
}

/// A kind of card in a sentence.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "infantry",
        Kind::Cavalry => "cavalry",
        Kind::Artillery => "artillery",
        Kind::General => "a general",
        Kind::Terrain => "a terrain card",
        Kind::Special => "a special",
    }
}

/// What the time of a refused order would be, or is.
fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Deployment => "both sides deploy first",
        Phase::Morale | Phase::Combat => "it belongs to the Combat Phase",
        Phase::Move => "it belongs to the Move Phase",
        Phase::Outflank => "outflanking comes after all movement",
        Phase::Reinforce => "reinforcements come last",
    }
}
