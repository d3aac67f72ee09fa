//! How much room what is drawn takes.

use super::arrows::bounds;
use super::text_width::widest;
use super::{Form, Point, Shape};

/// The size of letters that is assumed for a text whose own size stands in a style sheet.
const LETTERS: i32 = 150;

/// The upper left and lower right corners of shapes; `None` if there are none. Of a text only its width is estimated.
pub fn extent<'a>(shapes: impl IntoIterator<Item = &'a Shape>) -> Option<(Point, Point)> {
    let corners: Vec<Point> = shapes.into_iter().filter_map(of_shape).flat_map(|(low, high)| [low, high]).collect();
    bounds(corners.into_iter())
}

fn of_shape(shape: &Shape) -> Option<(Point, Point)> {
    match &shape.form {
        Form::Path(path) => path.corners(),
        Form::Circle { centre, radius } => Some((centre.by(-radius, -radius), centre.by(*radius, *radius))),
        Form::Rect { corner, width, height } => Some((*corner, corner.by(*width, *height))),
        Form::Text { at, turn: 0, text } => {
            let half = widest(text, LETTERS, false) / 2;
            Some((at.by(-half, -LETTERS), at.by(half, LETTERS / 3)))
        }
        Form::Text { at, .. } => Some((*at, *at)),
        Form::Group(parts) => extent(parts),
    }
}
