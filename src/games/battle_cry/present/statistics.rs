//! Statistics, the time, who is ahead, and where the generals are.

use super::reasons::{drawn, won};
use super::{layout, names};
use crate::BattleCry;
use crate::ledger::{DECK, DISCARD, Game, HAND, Phase, RETURNED};
use crate::report::grammar::{capital, number};
use crate::report::{Follow, Tally, TallyKind, When, Whereabouts};
use crate::shared::Side;
use crate::view::View;

/// When it is.
pub fn when(rules: &BattleCry, game: &Game) -> When {
    let name = match (game.phase, rules.days(game)) {
        (Phase::SetUp, _) => "Set-up".to_owned(),
        (_, 0) => format!("Turn {}", game.turn),
        _ => format!("Day {}", game.day),
    };
    let at = match &game.battle {
        Some(battle) => format!(": the battle of {}", names::battle(rules, &battle.id)),
        None if game.phase == Phase::SetUp => String::new(),
        None => format!(": {}", names::phase(game.phase)),
    };
    When { turn: game.turn.into(), words: format!("{name}{at}"), name }
}

/// How many cities the Union holds.
pub fn cities(rules: &BattleCry, game: &Game) -> usize {
    rules.pack.battles.iter().filter(|battle| battle.city && game.holds(&battle.id)).count()
}

/// What is counted in every position.
pub fn tallies(rules: &BattleCry, game: &Game) -> Vec<Tally> {
    let tally = |title, about, kind, of: &dyn Fn(Side) -> usize| {
        let values = Side::BOTH.map(|side| i64::try_from(of(side)).unwrap_or(0));
        Tally { title, about, values, kind }
    };
    let pile = |pile: &'static str| move |side: Side| game.count(side, pile);
    let union = |count: usize| move |side: Side| if side == Side::Union { count } else { 0 };
    let values = Side::BOTH.map(|side| View::of(rules, game, side).combat_sum().total());
    let (score, other) = (TallyKind::Score, TallyKind::Other);
    let mut found = vec![
        tally("Command points", "The points on the Command Point Track.", score, &|side| game.side(side).points.into()),
        tally(
            "Cities taken",
            "The Victory Condition Cities that the Union holds; three win.",
            other,
            &union(cities(rules, game)),
        ),
        tally("Battles held", "The Battle Cards that the Union holds.", other, &union(game.held.len())),
        Tally {
            title: "Combat value",
            about: "The combat value in the battle that is being fought.",
            values,
            kind: other,
        },
        tally("Generals in play", "The generals on the table.", other, &|side| game.side(side).generals.len()),
        tally("Deck number", "Each side goes through its deck twice.", other, &|side| game.side(side).deck.into()),
        tally("Hand", "The cards in hand.", other, &pile(HAND)),
        tally("Deck", "The cards that can still be drawn before the discards are shuffled.", other, &|side| {
            game.count(side, DECK) + game.count(side, RETURNED)
        }),
        tally("Discards", "The cards that are shuffled into the next deck.", other, &pile(DISCARD)),
    ];
    // A battle by itself has no points, no cities, and none that is held.
    found.drain(..if rules.days(game) > 0 { 3 } else { 0 });
    found
}

/// How near each side is to winning.
pub fn current_winner(rules: &BattleCry, game: &Game) -> String {
    if let Some(end) = &game.won {
        return match end.side {
            Some(side) => format!("{} has won: {}.", side.opening(), won(end.how)),
            None => format!("The game is drawn: {}.", drawn(end.how)),
        };
    }
    let battle = game.battle.as_ref().map(|_| {
        let [union, confederate] = Side::BOTH.map(|side| View::of(rules, game, side).combat_sum().total());
        format!("{}. ", capital(&names::lead(union, confederate)))
    });
    if rules.days(game) > 0 {
        let wins = "The Confederacy must lead at the end of the last day, or the Union wins.";
        return format!("{}{wins}", battle.unwrap_or_default());
    }
    let points =
        Side::BOTH.map(|side| format!("{} has {}", side.in_words(), number(game.side(side).points, "command point")));
    let taken = match cities(rules, game) {
        1 => "1 city".to_owned(),
        count => format!("{count} cities"),
    };
    format!("{}The Union holds {taken} of the three that win; {}.", battle.unwrap_or_default(), points.join(" and "))
}

/// Where every general is.
pub fn whereabouts(rules: &BattleCry, game: &Game) -> Vec<Whereabouts> {
    let of = |side: Side| {
        let spots = layout::generals(layout::Rows::of(rules, game), game, side);
        spots.into_iter().map(move |(general, at)| Whereabouts {
            kind: Follow::Leader,
            name: names::card(rules, &general.card),
            side: side.id(),
            at,
            place: general.theater.in_words().to_owned(),
        })
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}
