//! `replay --animate`: a match as an animation: an overview map, step by step, above the match's score curve.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Repeat};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use serde_json::json;

use super::open_match::Match;
use super::ordered_parallel::parallel_in_order;
use super::pictures::Image;
use super::progress::Progress;
use super::report::{players, state_of, step_of_line};
use super::{CommandResult, Failure, Format, files, out};
use crate::cli::paths::Shown;
use crate::document::Problem;
use crate::report::grammar::side_name;
use crate::report::svg::text_width::fit_widest;
use crate::report::svg::{self, Detail, Drawing, Layer, Role};
use crate::report::{Pieces, TallyKind, clean};

/// The width of the picture, and the height of the strip below the map.
const WIDTH: u32 = 960;
const STRIP: u32 = 104;
/// How long the animation runs, in hundredths of a second, and its maximum number of pictures.
const LENGTH: usize = 3000;
const MAX_PICTURES: usize = 300;
/// The longest time that one picture is shown, and how long the last one is.
const MAX_FRAME_TIME: usize = 100;
const END: u16 = 300;
/// The color index that means "unchanged".
const SAME: u8 = 255;

/// Writes the match as a GIF file and reports where it is.
///
/// # Errors
/// The name does not end in `.gif`, the game draws no map, or a state cannot be read.
pub fn write(found: &Match<'_>, file: &Path, format: Format) -> CommandResult {
    if !file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gif")) {
        let problem = Problem::new("an animation is written as a GIF file");
        return Err(Failure::cannot_in(file, problem.advice("give the file a name that ends in .gif")));
    }
    let first = found.game.load(&state_of(found, 0)?["position"]).map_err(Failure::no)?;
    let stage = Stage::new(first.board(None).map_err(Failure::cannot)?)?;
    let steps = chosen(found.chain.line.len());
    let score = Score::of(found)?;
    let progress = Progress::new("drawing", steps.len());
    let mut film = GifAnimation::default();
    parallel_in_order(
        steps.len(),
        &|n| {
            let told = step_of_line(found, &found.chain.line[steps[n]])?;
            let pieces = told.table.pieces(None, told.past()).map_err(Failure::no)?;
            stage.draw(pieces, &score.strip(steps[n], &told.table.when().name))
        },
        |picture| {
            film.pictures.push(picture);
            progress.step();
        },
    )?;
    drop(progress);
    let bytes = film.written().map_err(|problem| Failure::cannot_in(file, problem))?;
    files::write_page(file, &bytes).map_err(|problem| Failure::cannot_in(file, problem))?;
    let (pictures, size) = (steps.len(), bytes.len());
    out::answer(
        format,
        || format!("{}: {pictures} pictures, {} KiB\n", file.shown(), size.div_ceil(1024)),
        || json!({"ok": true, "file": file, "pictures": pictures, "bytes": size}),
    )
}

/// The steps that are shown, always including the first and the last.
fn chosen(steps: usize) -> Vec<usize> {
    let pictures = steps.min(MAX_PICTURES);
    let last = pictures.saturating_sub(1).max(1);
    (0..pictures).map(|n| n * steps.saturating_sub(1) / last).collect()
}

/// The overview of the board, in runs of layers that change and layers that do not; unchanging layers are drawn once.
struct Stage {
    board: Drawing,
    runs: Vec<Run>,
    height: u32,
}

enum Run {
    Still(Pixmap),
    /// The classes of the layers that change.
    Moving(Vec<&'static str>),
}

impl Stage {
    fn new(mut board: Drawing) -> Result<Stage, Failure> {
        board = svg::parted(&board).0.at(Detail::Far);
        let height = WIDTH * u32::try_from(board.height).unwrap_or(1) / u32::try_from(board.width).unwrap_or(1).max(1);
        let mut stage = Stage { runs: Vec::new(), height, board };
        let is_still = |layer: &Layer| layer.role == Role::Ground;
        let runs = stage.board.layers.chunk_by(|one, other| is_still(one) == is_still(other));
        let runs: Result<Vec<Run>, Failure> = runs
            .map(|run| match is_still(&run[0]) {
                true => stage.drawn(run.to_vec()).map(Run::Still),
                false => Ok(Run::Moving(run.iter().map(|layer| layer.class).collect())),
            })
            .collect();
        stage.runs = runs?;
        Ok(stage)
    }

    /// Draws layers of the board on a transparent background.
    fn drawn(&self, layers: Vec<Layer>) -> Result<Pixmap, Failure> {
        let picture = svg::write(&Drawing { layers, ..self.board.clone() });
        Image::read(&picture).and_then(|image| image.draw_on_nothing(WIDTH, self.height)).map_err(Failure::cannot)
    }

    /// Draws a step, with the strip below the map.
    fn draw(&self, pieces: Pieces, strip: &str) -> Result<Pixmap, Failure> {
        let large = || Failure::cannot(Problem::new("the picture would be too large"));
        let mut picture = Pixmap::new(WIDTH, self.height + STRIP).ok_or_else(large)?;
        picture.fill(resvg::tiny_skia::Color::WHITE);
        let mut lay = |layer: &Pixmap, down: u32| {
            let down = i32::try_from(down).unwrap_or(0);
            picture.draw_pixmap(0, down, layer.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        };
        let shown: Vec<Layer> = pieces.layers.into_iter().filter(|layer| layer.details.includes(Detail::Far)).collect();
        for run in &self.runs {
            match run {
                Run::Still(still) => lay(still, 0),
                Run::Moving(classes) => {
                    let own = shown.iter().filter(|layer| classes.contains(&layer.class)).cloned().collect();
                    lay(&self.drawn(own)?, 0);
                }
            }
        }
        let strip =
            Image::read(strip).and_then(|image| image.draw_on_nothing(WIDTH, STRIP)).map_err(Failure::cannot)?;
        lay(&strip, self.height);
        Ok(picture)
    }
}

/// What decides the match, at each step.
struct Score {
    /// The title of the match.
    of: String,
    title: String,
    sides: [String; 2],
    /// Who plays: `Union: Ann. Confederate: Bob.`
    players: String,
    values: Vec<[i64; 2]>,
}

impl Score {
    fn of(found: &Match<'_>) -> Result<Score, Failure> {
        let sides = found.game.sides().map(|side| side_name(side.as_str()));
        let of = found.chain.charter.typed.title.clone();
        let end = found.game.load(&state_of(found, found.step())?["position"]).map_err(Failure::no)?;
        let players = players(found, &*end).join(" ");
        let mut score = Score { of, title: String::new(), sides, players, values: Vec::new() };
        for step in &found.chain.line {
            let table = found.game.load(&step.state.document.content["position"]).map_err(Failure::no)?;
            let tally = table.tallies().into_iter().find(|tally| tally.kind == TallyKind::Score);
            if let Some(tally) = &tally {
                score.title = tally.title.to_lowercase();
            }
            let last = score.values.last().copied().unwrap_or_default();
            score.values.push(tally.map_or(last, |tally| tally.values));
        }
        Ok(score)
    }

    /// The strip of a step: match, players, date, score, and the curve so far.
    fn strip(&self, step: usize, when: &str) -> String {
        const LEFT: usize = 440;
        const RIGHT: usize = 940;
        let all = || self.values.iter().flatten().copied();
        let (least, most) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(1).max(1));
        let span = usize::try_from(most - least).unwrap_or(1).max(1);
        let x = |n: usize| LEFT + n * (RIGHT - LEFT) / self.values.len().saturating_sub(1).max(1);
        let y = |value: i64| 96 - usize::try_from(value - least).unwrap_or(0) * 88 / span;
        let curve = |side: usize, until: usize| {
            let points = self.values.iter().take(until + 1).enumerate();
            let points: Vec<String> = points.map(|(n, values)| format!("{} {}", x(n), y(values[side]))).collect();
            format!("M{}", points.join("L"))
        };
        let [one, other] = self.values.get(step).copied().unwrap_or_default();
        let [first, second] = &self.sides;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{STRIP}\" \
             viewBox=\"0 0 {WIDTH} {STRIP}\"><style>text{{font-family:sans-serif}}\
             path{{fill:none;stroke-width:2.4;stroke-linejoin:round}}</style>\
             <rect width=\"{WIDTH}\" height=\"{STRIP}\" fill=\"#fffdf6\"/>\
             <text x=\"14\" y=\"22\" font-size=\"16\" font-weight=\"bold\">{}</text>\
             <text x=\"14\" y=\"44\" font-size=\"14\">{}</text>\
             <text x=\"14\" y=\"68\" font-size=\"17\">{}</text>",
            svg_text(&fit_widest(&self.of, 16, true, 410)),
            svg_text(&fit_widest(&self.players, 14, false, 410)),
            svg_text(&fit_widest(when, 17, false, 410))
        );
        if !self.title.is_empty() {
            let _ = write!(
                out,
                "<text x=\"14\" y=\"93\" font-size=\"17\">{}: {} {one}, {} {other}</text>",
                svg_text(&capital(&self.title)),
                svg_text(first),
                svg_text(second),
            );
        }
        let whole = self.values.len().saturating_sub(1);
        for (side, color) in [(0, "#0072b2"), (1, "#b35900")] {
            let dash = if side == 1 { " stroke-dasharray=\"7 3\"" } else { "" };
            let _ = write!(
                out,
                "<path stroke=\"{color}\" stroke-opacity=\"0.22\" d=\"{}\"/><path stroke=\"{color}\"{dash} d=\"{}\"/>",
                curve(side, whole),
                curve(side, step)
            );
        }
        let _ = write!(out, "<path stroke=\"#1a1a1a\" style=\"stroke-width:1\" d=\"M{0} 4V100\"/></svg>", x(step));
        out
    }
}

/// Text content for SVG, escaped.
fn svg_text(text: &str) -> String {
    clean(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A sequence of pictures.
#[derive(Default)]
struct GifAnimation {
    pictures: Vec<Pixmap>,
}

impl GifAnimation {
    /// Encodes the GIF file, storing for each picture only what differs from the one before.
    fn written(&self) -> Result<Vec<u8>, Problem> {
        let Some(first) = self.pictures.first() else { return Err(Problem::new("the match has no steps to show yet")) };
        let failed = |error: gif::EncodingError| Problem::new(format!("the animation cannot be written: {error}"));
        let size = |length: u32| u16::try_from(length).unwrap_or(u16::MAX);
        let (width, height) = (size(first.width()), size(first.height()));
        let mut palette = Palette::of(&self.pictures);
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, width, height, &palette.colors).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        let each = u16::try_from((LENGTH / self.pictures.len()).clamp(6, MAX_FRAME_TIME)).unwrap_or(10);
        let mut before: Option<Vec<u8>> = None;
        for (n, picture) in self.pictures.iter().enumerate() {
            let now = palette.indices(picture);
            let (top, rows) = changed_rows(before.as_deref(), &now, usize::from(width));
            let from = top * usize::from(width);
            let mut shown = now[from..from + rows * usize::from(width)].to_vec();
            if let Some(before) = &before {
                shown.iter_mut().zip(&before[from..]).filter(|(new, old)| new == old).for_each(|(new, _)| *new = SAME);
            }
            let small = |length: usize| u16::try_from(length).unwrap_or(0);
            let frame = gif::Frame {
                top: small(top),
                width,
                height: small(shown.len() / usize::from(width)),
                buffer: shown.into(),
                transparent: before.is_some().then_some(SAME),
                dispose: DisposalMethod::Keep,
                delay: if n + 1 == self.pictures.len() { END } else { each },
                ..gif::Frame::default()
            };
            encoder.write_frame(&frame).map_err(failed)?;
            before = Some(now);
        }
        drop(encoder);
        Ok(out)
    }
}

/// The first row that differs, and the number of rows from there to the last one that does; one row if none differs.
fn changed_rows(before: Option<&[u8]>, now: &[u8], width: usize) -> (usize, usize) {
    let rows = now.len() / width;
    let Some(before) = before else { return (0, rows) };
    let differs = |row: &usize| before[row * width..][..width] != now[row * width..][..width];
    match ((0..rows).find(differs), (0..rows).rev().find(differs)) {
        (Some(first), Some(last)) => (first, last - first + 1),
        _ => (0, 1),
    }
}

/// The colors of all pictures, one for each index except the last, which means "unchanged".
struct Palette {
    colors: Vec<u8>,
    nearest: NeuQuant,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn of(pictures: &[Pixmap]) -> Palette {
        // Together, the first, middle and last pictures have every color that matters.
        let sample = [0, pictures.len() / 2, pictures.len().saturating_sub(1)];
        let pixels: Vec<u8> = sample.iter().flat_map(|n| pictures[*n].data().iter().copied()).collect();
        let nearest = NeuQuant::new(10, usize::from(SAME), &pixels);
        let mut colors = nearest.color_map_rgb();
        colors.resize(usize::from(SAME) * 3 + 3, 0);
        Palette { colors, nearest, known: HashMap::new() }
    }

    fn indices(&mut self, picture: &Pixmap) -> Vec<u8> {
        let Palette { nearest, known, .. } = self;
        let mut indices = Vec::with_capacity(picture.data().len() / 4);
        // Most pixels have the color of the pixel before and need no lookup.
        for run in picture.data().as_chunks::<4>().0.chunk_by(|one, other| one == other) {
            let [red, green, blue, _] = run[0];
            let index = *known.entry([red, green, blue]).or_insert_with(|| {
                // No pixel is transparent: every picture is on a white background.
                u8::try_from(nearest.index_of(&[red, green, blue, 255])).unwrap_or(0).min(SAME - 1)
            });
            indices.resize(indices.len() + run.len(), index);
        }
        indices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_step_are_shown_and_never_too_many() {
        assert_eq!(chosen(4), [0, 1, 2, 3]);
        assert_eq!(chosen(1), [0]);
        let many = chosen(698);
        assert_eq!((many.len(), many[0], many[MAX_PICTURES - 1]), (MAX_PICTURES, 0, 697));
        assert!(many.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(chosen(0).is_empty());
    }

    #[test]
    fn only_the_rows_that_differ_are_written() {
        let before = [1, 1, 2, 2, 3, 3, 4, 4];
        assert_eq!(changed_rows(None, &before, 2), (0, 4));
        assert_eq!(changed_rows(Some(&before), &[1, 1, 2, 9, 3, 9, 4, 4], 2), (1, 2));
        assert_eq!(changed_rows(Some(&before), &before, 2), (0, 1));
    }

    #[test]
    fn a_film_reads_back_as_it_was_drawn() {
        let picture = |color: [u8; 3], at: usize| {
            let mut picture = Pixmap::new(4, 3).expect("a picture");
            picture.fill(resvg::tiny_skia::Color::WHITE);
            picture.data_mut()[4 * at..4 * at + 4].copy_from_slice(&[color[0], color[1], color[2], 255]);
            picture
        };
        let film = GifAnimation { pictures: vec![picture([0, 0, 255], 0), picture([0, 0, 255], 5)] };
        let bytes = film.written().expect("a file");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(&bytes[..]).expect("a GIF file");
        let first = reader.read_next_frame().expect("a frame").expect("the first").clone();
        assert_eq!((first.width, first.height), (4, 3));
        assert!(first.buffer[2] > 200 && first.buffer[0] < 60, "{:?}", &first.buffer[..4]);
        let second = reader.read_next_frame().expect("a frame").expect("the second").clone();
        // Rows 0 and 1 have changed; unchanged pixels are transparent.
        assert_eq!((second.top, second.height), (0, 2));
        assert_eq!(second.buffer[4 + 3], 0, "{:?}", second.buffer);
        assert!(reader.read_next_frame().expect("an end").is_none());
    }
}
