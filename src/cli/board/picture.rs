//! The board as a picture whose elements say what they are.

use serde_json::{Value, json};

use super::played_match::{Board, harmless_targets};
use super::requests::Question;
use crate::cli::{Failure, report};
use crate::document::Problem;
use crate::report::svg::{self, Measure, Point};
use crate::report::{targets, turn_picture};

/// The picture of the newest step, or of an earlier one: with what happened in it. Its last layer has the outline of
/// each target.
pub fn picture(board: &Board<'_, '_>, question: &Question) -> Result<Value, Failure> {
    let wanted = question.fields.get("step").and_then(Value::as_u64).unwrap_or_else(|| board.found.step());
    let step = board.found.chain.line.iter().find(|step| step.state.typed.step == wanted).ok_or_else(|| {
        Failure::no(Problem::new(format!("the match has no step {wanted}")).advice("choose an earlier one"))
    })?;
    let newest = wanted == board.found.step();
    let told = report::step_of_line(board.found, step)?;
    // The player sees his own face-down cards in the newest position.
    let (table, reader) = if newest { (board.table(), board.reader()) } else { (&*told.table, None) };
    let drawing = table.board(reader).map_err(Failure::no)?;
    let pieces = table.pieces(reader, told.past()).map_err(Failure::no)?;
    let focus = pieces.focus.map(|(corner, end)| boxed([corner, end]));
    let (width, height, zoom) = (drawing.width / 10, drawing.height / 10, drawing.zoom);
    let style = drawing.style.concat();
    let drawn = turn_picture::map(drawing, pieces.clone(), vec![pieces]);
    let height = if drawn.height > 0 { drawn.height / 10 } else { height };
    let earlier = if newest { Vec::new() } else { harmless_targets(table.targets(None)) };
    let layer = targets::layer(if newest { board.targets() } else { &earlier });
    let picture = svg::board(&drawn);
    let picture = picture
        .trim_end()
        .strip_suffix("</svg>")
        .map_or_else(|| picture.clone(), |open| format!("{open}{layer}</svg>\n"));
    Ok(json!({
        "step": wanted, "svg": picture, "style": style, "width": width, "height": height, "zoom": zoom, "focus": focus,
        "sheets": table.sheets().into_iter().map(|(name, corners)| json!({"name": name, "box": boxed(corners)})).collect::<Vec<_>>(),
        "table": table.measure().map(|measure| measured(&measure)),
        "targets": (!newest).then_some(earlier),
    }))
}

/// Left, top, right and bottom, in pixels.
fn boxed([corner, end]: [Point; 2]) -> [f64; 4] {
    [corner.x, corner.y, end.x, end.y].map(|tenths| f64::from(tenths) / 10.0)
}

/// How places on a table lie on its picture, in pixels.
fn measured(Measure { corner, size, units }: &Measure) -> Value {
    let pixels = |tenths: i32| f64::from(tenths) / 10.0;
    json!({"corner": [pixels(corner.x), pixels(corner.y)], "size": size.map(pixels), "units": units})
}
