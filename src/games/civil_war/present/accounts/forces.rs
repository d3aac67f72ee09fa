//! The events of leaders, armies, militia and ships that need more than a template: those with dice or a calculation.

use crate::document::Id;
use crate::report::Text;
use crate::report::grammar::capital;
use crate::report::text_builder::TextBuilder;

use super::super::{naval_text, vocabulary};
use super::writer::Writer;
use crate::board::Hex;
use crate::events::{Broadside, Event};
use crate::pack::Side;
use crate::position::ledger::{Piece, Track};

/// Such an event in words; `None` for any other event.
pub fn text(writer: &mut Writer<'_>, event: &Event) -> Option<Text> {
    let text = match event {
        Event::Drawn { side, piece, at, free } => drawn(writer, *side, piece, *at, *free),
        Event::ReactionRoll { .. } => reaction_roll(writer, event)?,
        Event::Mobilized { side, state, at, waiting, track } => mobilized(writer, *side, state, (at, *waiting), *track),
        Event::NavalRound { at, round, union, confederate } => {
            let pack = &writer.rules.pack;
            let fire = |side: Side, shot: &Broadside| {
                format!("{} {}", vocabulary::side(side), naval_text::broadside(pack, side, shot))
            };
            TextBuilder::words(format!(
                "Round {round} at {}: {}; {}",
                naval_text::station(pack, *at),
                fire(Side::Union, union),
                fire(Side::Confederate, confederate)
            ))
        }
        _ => return None,
    };
    Some(text.text())
}

/// A leader is drawn from the pool.
fn drawn(writer: &mut Writer<'_>, side: Side, piece: &Piece, at: Hex, free: bool) -> TextBuilder {
    let free = if free { " as the free reinforcement" } else { "" };
    let who = writer.leader(piece);
    let text = TextBuilder::words(format!("{} draws {who} from its leader pool{free}", vocabulary::side_cap(side)));
    let roll = writer.roll(&format!("leader_draw {side}"));
    let order = roll.and_then(|roll| writer.drawn_from(side, piece, roll)).unwrap_or_default();
    writer.remove_from_pool(side, piece);
    text.roll(roll).append(format!("{order} and places him in {}", writer.place(at)))
}

/// An army rolls for reaction.
fn reaction_roll(writer: &mut Writer<'_>, event: &Event) -> Option<TextBuilder> {
    let Event::ReactionRoll {
        army,
        commander,
        face,
        cavalry,
        cavalry_rating,
        demoralized,
        total,
        initiative,
        reacts,
        ..
    } = event
    else {
        return None;
    };
    let who = capital(&vocabulary::army(&writer.rules.pack, army));
    let mut added = Vec::new();
    if let Some(piece) = cavalry {
        added.push(format!("{cavalry_rating:+} for the cavalry under {}", writer.name(&piece.leader)));
    }
    if *demoralized {
        added.push("-1 because it is demoralized".to_owned());
    }
    let added = match added.is_empty() {
        true => String::new(),
        false => format!(", {}, total {total}", vocabulary::list(added, "and")),
    };
    let needed = format!("{}'s initiative of {initiative}", writer.name(&commander.leader));
    let verdict = match (reacts, *total > i64::from(*initiative)) {
        (true, true) => format!(", above {needed}: it may react"),
        (false, false) => format!(", not above {needed}: it may not react"),
        // A face that decides by itself, whatever is added to it (12.3.13).
        (true, false) => format!(": it may react, regardless of {needed}"),
        (false, true) => format!(": this roll always fails, regardless of {needed}"),
    };
    let text = TextBuilder::words(format!("{who} rolls {face}")).roll(writer.roll(&format!("reaction {army}")));
    Some(text.append(added + &verdict))
}

/// A state's militia: where its strength points are, and how many wait on a track.
fn mobilized(
    writer: &mut Writer<'_>,
    side: Side,
    state: &Id,
    (at, waiting): (&[Hex], u32),
    track: Track,
) -> TextBuilder {
    let pack = &writer.rules.pack;
    let name = vocabulary::state(pack, state);
    let source = pack.charts.militia.get(state).map(|row| &row.source);
    let mark = writer.dagger(&format!("the chart entry for {name}"), source);
    let all = vocabulary::sp(at.len() as u32 + waiting);
    let (places, track) = (vocabulary::places(pack, at), vocabulary::track(track));
    let where_to = match (at, waiting) {
        ([], _) => format!(" on the {track} track"),
        ([_], 0) => format!(" in {places}"),
        ([_], _) => format!(", 1 in {places} and {waiting} on the {track} track"),
        (_, 0) => format!(", one each in {places}"),
        _ => format!(", one each in {places}, and {waiting} on the {track} track"),
    };
    let side = vocabulary::side(side);
    TextBuilder::words(format!("The militia of {name}{mark} mobilizes for {side}: {all}{where_to}"))
}
