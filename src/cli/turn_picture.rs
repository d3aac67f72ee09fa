//! `show turn`: a turn of the game as a single picture.

use crate::document::{Id, Problem};
use crate::report::grammar::side_name;
use crate::report::svg::Point;
use crate::report::turn_picture::{self, TurnPicture};
use crate::report::{Highlight, Kind, Pieces, Tally, TallyKind};
use crate::session::Session;

use super::Failure;
use super::open_match::Match;
use super::report::{joined, state_of, step_of_state};

/// The picture of a turn, and its text.
pub struct TurnDrawing {
    pub text: TurnPicture,
    pub picture: String,
}

/// The picture of a turn by its number; of the newest if no number is given.
///
/// # Errors
/// There is no such turn, or a state cannot be read.
pub fn of(found: &Match<'_>, turn: Option<u64>) -> Result<TurnDrawing, Failure> {
    let newest = found.step();
    let table = |step: u64| -> Result<Box<dyn Session>, Failure> {
        found.game.load(&state_of(found, step)?["position"]).map_err(Failure::no)
    };
    let number = |step: u64| Ok::<u64, Failure>(table(step)?.when().turn);
    let (least, last) = (number(0)?, number(newest)?);
    let turn = turn.unwrap_or(last);
    if !(least..=last).contains(&turn) {
        let problem = Problem::new(format!("the match has no turn {turn}"));
        return Err(Failure::cannot(problem.advice(match least == last {
            true => format!("the only turn so far is {last}"),
            false => format!("the turns so far are {least} to {last}"),
        })));
    }
    let first = first_of(turn, newest, &number)?;
    // The step that begins the next turn ends this one.
    let end = if turn == last { newest } else { first_of(turn + 1, newest, &number)? };
    let (opening, closing) = (table(first)?, table(end)?);

    let (mut pieces, mut moments, mut part): (Vec<Pieces>, Vec<Highlight>, Option<(Point, Point)>) = Default::default();
    for step in first + 1..=end {
        let told = step_of_state(found, &state_of(found, step)?)?;
        let happened = told.table.pieces(None, told.past()).map_err(Failure::no)?;
        part = joined(part, happened.focus);
        moments.extend(told.table.moments(&told.before, &told.facts).map_err(Failure::no)?);
        pieces.push(happened);
    }
    let sides = found.game.sides().map(|side| side_name(side.as_str()));
    let (before, after) = (opening.tallies(), closing.tallies());
    let of = |tallies: &[Tally], kind: TallyKind| {
        let found = tallies.iter().find(|tally| tally.kind == kind);
        found.map(|tally| (tally.title.to_owned(), tally.values))
    };
    let score = of(&after, TallyKind::Score).map(|(what, now)| {
        let then = of(&before, TallyKind::Score).map_or(now, |(_, then)| then);
        (what, now, then)
    });
    let losses = of(&after, TallyKind::Losses).zip(of(&before, TallyKind::Losses));
    let losses = losses.map(|((what, now), (_, then))| (what, [now[0] - then[0], now[1] - then[1]]));
    let charter = &found.chain.charter.typed;
    // A turn that begins with the set-up is named after its end.
    let within = if turn == last || end == first { closing.as_ref() } else { opening.as_ref() };
    let steps = if first >= end { format!("step {end}") } else { format!("steps {first} to {end}") };
    let said = TurnPicture {
        title: charter.title.clone(),
        when: within.when().name,
        sides,
        score,
        current_winner: closing.current_winner(),
        outcome: closing.outcome_words(),
        losses,
        lines: most_important(&moments),
        foot: format!("match {}, {steps}", &found.chain.match_id.to_string()[..8]),
    };
    let map = closing.board(None).ok().map(|board| {
        let end = closing.pieces(None, None).unwrap_or_default();
        turn_picture::map(board, end, pieces)
    });
    let picture = said.write(map.as_ref(), part);
    Ok(TurnDrawing { text: said, picture })
}

/// How a match stands at a position, one sentence each: how it ended; or who leads and by how much, and who wins if
/// nothing changes.
pub fn standing(sides: &[Id; 2], table: &dyn Session) -> Vec<String> {
    let score = table.tallies().into_iter().find(|tally| tally.kind == TallyKind::Score);
    let said = TurnPicture {
        title: String::new(),
        when: String::new(),
        sides: sides.each_ref().map(|side| side_name(side.as_str())),
        score: score.map(|tally| (tally.title.to_owned(), tally.values, tally.values)),
        current_winner: table.current_winner(),
        outcome: table.outcome_words(),
        losses: None,
        lines: Vec::new(),
        foot: String::new(),
    };
    said.standing()
}

/// The first step of a turn, which must exist: turns follow one another.
fn first_of(turn: u64, newest: u64, number: &dyn Fn(u64) -> Result<u64, Failure>) -> Result<u64, Failure> {
    let (mut low, mut high) = (0, newest);
    while low < high {
        let middle = low + (high - low) / 2;
        if number(middle)? < turn {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}
/// The sentences about the most important events, the most important first; equals in their order.
fn most_important(moments: &[Highlight]) -> Vec<String> {
    let weight = |moment: &Highlight| match moment.kind {
        Kind::Combat => 10 + 3 * moment.weight,
        Kind::Score => 14,
        Kind::Control => 12,
        Kind::Leader => 9,
        Kind::Turn | Kind::Order | Kind::Other => 0,
    };
    // If a combat continued in a later step, the last entry says how it ended.
    let ends = |(n, one): &(usize, &Highlight)| {
        let same = |other: &Highlight| other.kind == one.kind && other.peak == one.peak && one.peak.is_some();
        !moments[n + 1..].iter().any(|later| same(later) && later.weight >= one.weight)
    };
    let last = moments.iter().enumerate().filter(ends).map(|(_, moment)| moment);
    let mut told: Vec<&Highlight> = last.filter(|moment| weight(moment) > 0).collect();
    told.sort_by_key(|moment| std::cmp::Reverse(weight(moment)));
    told.into_iter().take(2).map(|moment| moment.words.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::shared_sections::highlight;

    #[test]
    fn the_bloodiest_combat_is_told_first() {
        let moment = |kind, words: &str, weight| Highlight { weight, ..highlight(kind, None, words.to_owned()) };
        let told = most_important(&[
            moment(Kind::Order, "a march", 0),
            moment(Kind::Combat, "a skirmish", 0),
            moment(Kind::Control, "a city falls", 0),
            moment(Kind::Combat, "a battle", 5),
        ]);
        assert_eq!(told, ["a battle", "a city falls"]);
        let shiloh = |words: &str| Highlight { peak: Some("Shiloh".to_owned()), ..moment(Kind::Combat, words, 5) };
        assert_eq!(most_important(&[shiloh("it waits"), shiloh("it ends")]), ["it ends"]);
    }

    #[test]
    fn parts_are_joined() {
        let at = |x, y| Point { x, y };
        let one = Some((at(1, 5), at(3, 6)));
        assert_eq!(joined(one, Some((at(2, 2), at(9, 3)))), Some((at(1, 2), at(9, 6))));
        assert_eq!(joined(None, one), one);
        assert_eq!(joined(one, None), one);
    }
}
