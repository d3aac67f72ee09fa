//! Pictures in files: unchanged as SVG, or rendered as PNG and GIF without a browser. The font comes with the
//! program, so a picture looks the same on every machine.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use serde_json::json;

use super::{CommandResult, Failure, Format, files, out};
use crate::cli::paths::Shown;
use crate::document::Problem;
use crate::report::svg::{self, Drawing};

/// The maximum side of a picture in pixels: a larger one takes a gigabyte of memory.
const MAX_PIXELS: u32 = 12_000;

/// File extensions of pictures; none can be written in place of another.
const PICTURES: [&str; 8] = ["svg", "png", "jpg", "jpeg", "gif", "webp", "pdf", "bmp"];

/// The files that a picture is written to.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(id = "picture", multiple = true)]
pub struct PictureFiles {
    /// Write it to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write it to this file as PNG.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// The width of the PNG in pixels [default: the width of the SVG, at most 2400].
    #[arg(long, value_name = "PIXELS", requires = "png", value_parser = clap::value_parser!(u32).range(16..=i64::from(MAX_PIXELS)))]
    png_width: Option<u32>,
    /// Make the SVG the size of this paper, for printing.
    #[arg(long, value_name = "SIZE", requires = "svg")]
    paper: Option<Paper>,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Paper {
    A0,
    A1,
    A2,
    A3,
    A4,
}

impl Paper {
    /// The short and the long side in millimeters.
    fn sides(self) -> (u32, u32) {
        match self {
            Paper::A0 => (841, 1189),
            Paper::A1 => (594, 841),
            Paper::A2 => (420, 594),
            Paper::A3 => (297, 420),
            Paper::A4 => (210, 297),
        }
    }

    /// The picture scaled to the sheet: landscape if it is wider than high.
    fn fit(self, picture: &str) -> String {
        let (head, rest) = picture.split_once('>').unwrap_or((picture, ""));
        let length = |name: &str| -> Option<(usize, usize, f64)> {
            let start = head.find(&format!(" {name}=\""))? + name.len() + 3;
            let end = start + head[start..].find('"')?;
            Some((start, end, head[start..end].parse().ok()?))
        };
        let (Some((from, to, width)), Some((down, end, height))) = (length("width"), length("height")) else {
            return picture.to_owned();
        };
        let (short, long) = self.sides();
        let (across, high) = if width > height { (long, short) } else { (short, long) };
        format!("{}{across}mm{}{high}mm{}>{rest}", &head[..from], &head[to..down], &head[end..])
    }
}

impl PictureFiles {
    /// Whether a picture is wanted.
    pub fn are_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Writes a drawing, and prints where it is.
    ///
    /// # Errors
    /// It cannot be drawn, or a file cannot be written.
    pub fn write(&self, drawing: &Drawing, format: Format) -> CommandResult {
        self.write_svg(&svg::write(drawing), format)
    }

    /// Writes several drawings, each to a file with a number: `charts-1.svg`.
    ///
    /// # Errors
    /// As [`PictureFiles::write`].
    pub fn write_all(&self, drawings: &[Drawing], format: Format) -> CommandResult {
        let numbered = |file: &Option<PathBuf>, n: usize| {
            file.as_ref().map(|file| {
                let name = file.file_stem().unwrap_or_default().to_string_lossy();
                let ending = file.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
                file.with_file_name(format!("{name}-{n}{ending}"))
            })
        };
        let mut files = Vec::new();
        for (n, drawing) in (1..).zip(drawings) {
            let own = PictureFiles { svg: numbered(&self.svg, n), png: numbered(&self.png, n), ..self.clone() };
            files.extend(own.written(&svg::write(drawing))?);
        }
        print_paths(&files, format)
    }

    /// The same for a picture that is SVG already.
    ///
    /// # Errors
    /// As [`PictureFiles::write`].
    pub fn write_svg(&self, picture: &str, format: Format) -> CommandResult {
        print_paths(&self.written(picture)?, format)
    }

    fn written(&self, picture: &str) -> Result<Vec<PathBuf>, Failure> {
        for (file, kind) in [(&self.svg, "svg"), (&self.png, "png")] {
            let ending =
                file.as_ref().and_then(|file| file.extension()).map(|ending| ending.to_string_lossy().to_lowercase());
            let other = ending.filter(|ending| ending != kind && PICTURES.contains(&ending.as_str()));
            if let (Some(file), Some(ending)) = (file, other) {
                let problem =
                    Problem::new(format!("this would write a {kind} picture to a file whose name ends in .{ending}"));
                return Err(Failure::cannot_in(
                    file,
                    problem.advice(format!("choose a file name that ends in .{kind}")),
                ));
            }
        }
        // All pictures are made before any file is written.
        let mut made: Vec<(&Path, Vec<u8>)> = Vec::new();
        if let Some(file) = &self.svg {
            let sized = self.paper.map(|paper| paper.fit(picture));
            made.push((file, sized.unwrap_or_else(|| picture.to_owned()).into_bytes()));
        }
        if let Some(file) = &self.png {
            let image = Image::read(picture).map_err(|problem| Failure::cannot_in(file, problem))?;
            let width = self.png_width.unwrap_or_else(|| image.width().min(2400));
            made.push((file, image.png(width).map_err(|problem| Failure::cannot_in(file, problem))?));
        }
        for (file, bytes) in &made {
            files::write_page(file, bytes).map_err(|problem| Failure::cannot_in(*file, problem))?;
        }
        Ok(made.into_iter().map(|(file, _)| file.to_owned()).collect())
    }
}

/// Prints where the pictures are.
fn print_paths(files: &[PathBuf], format: Format) -> CommandResult {
    let words = || files.iter().map(|file| format!("{}\n", file.shown())).collect::<String>();
    out::answer(format, words, || json!({"ok": true, "file": files.first(), "files": files}))
}

/// A picture that can be rendered.
pub struct Image(usvg::Tree);

/// The fonts: only those that come with the program.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in [dejavu::sans_condensed::regular(), dejavu::sans_condensed::bold(), dejavu::sans_condensed::oblique()] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});
const FAMILY: &str = "DejaVu Sans";

impl Image {
    /// Reads SVG.
    ///
    /// # Errors
    /// It is not a picture that can be rendered.
    pub fn read(picture: &str) -> Result<Image, Problem> {
        let options =
            usvg::Options { fontdb: FONTS.clone(), font_family: FAMILY.to_owned(), ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(picture, &options);
        tree.map(Image).map_err(|error| Problem::new(format!("the picture cannot be drawn: {error}")))
    }

    /// Its width in pixels.
    pub fn width(&self) -> u32 {
        self.0.size().to_int_size().width()
    }

    /// Renders it at this width, on white.
    ///
    /// # Errors
    /// It would be too large.
    pub fn draw(&self, width: u32) -> Result<Pixmap, Problem> {
        let size = self.0.size();
        let scale = width as f32 / size.width();
        let height = (size.height() * scale).round().max(1.0) as u32;
        let large = || {
            let problem = Problem::new(format!("a picture of {width} by {height} pixels is too large"));
            problem.advice(format!("choose a --png-width at which neither side exceeds {MAX_PIXELS}, or write SVG"))
        };
        if width.max(height) > MAX_PIXELS {
            return Err(large());
        }
        let mut pixels = Pixmap::new(width, height).ok_or_else(large)?;
        pixels.fill(Color::WHITE);
        resvg::render(&self.0, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        Ok(pixels)
    }

    /// Renders it on a transparent background, stretched to this size.
    ///
    /// # Errors
    /// It would be too large.
    pub fn draw_on_nothing(&self, width: u32, height: u32) -> Result<Pixmap, Problem> {
        let large = || Problem::new(format!("a picture of {width} by {height} pixels is too large"));
        let mut pixels = Pixmap::new(width, height).filter(|_| width.max(height) <= MAX_PIXELS).ok_or_else(large)?;
        let size = self.0.size();
        let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(&self.0, scale, &mut pixels.as_mut());
        Ok(pixels)
    }

    /// The same as a PNG file.
    ///
    /// # Errors
    /// As [`Image::draw`].
    pub fn png(&self, width: u32) -> Result<Vec<u8>, Problem> {
        let written = self.draw(width)?.encode_png();
        written.map_err(|error| Problem::new(format!("the picture cannot be written: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\" viewBox=\"0 0 40 20\">\
                           <rect width=\"20\" height=\"20\" fill=\"#ff0000\"/></svg>";

    #[test]
    fn a_picture_is_drawn_on_white() {
        let image = Image::read(PICTURE).expect("a picture");
        let pixels = image.draw(80).expect("pixels");
        assert_eq!((pixels.width(), pixels.height()), (80, 40));
        let color = |x| pixels.pixel(x, 20).map(|pixel| (pixel.red(), pixel.green(), pixel.blue()));
        assert_eq!((color(10), color(70)), (Some((255, 0, 0)), Some((255, 255, 255))));
        assert!(image.draw(MAX_PIXELS + 1).is_err());
        assert!(Image::read("<svg").is_err());
    }

    #[test]
    fn letters_are_drawn_with_the_font_of_the_program() {
        let text = |words: &str| {
            let picture =
                PICTURE.replace("<rect", &format!("<text y=\"15\" font-family=\"sans-serif\">{words}</text><rect"));
            Image::read(&picture.replace("#ff0000", "none")).and_then(|image| image.draw(40)).expect("pixels")
        };
        assert_ne!(text("W").data(), text("").data());
    }

    #[test]
    fn paper_lies_as_the_picture_does() {
        assert!(Paper::A1.fit(PICTURE).contains(" width=\"841mm\" height=\"594mm\" viewBox=\"0 0 40 20\">"));
        let upright = PICTURE.replacen("width=\"40\" height=\"20\"", "width=\"20\" height=\"40\"", 1);
        assert!(Paper::A4.fit(&upright).contains(" width=\"210mm\" height=\"297mm\""));
        assert!(Paper::A4.fit(PICTURE).ends_with("</svg>"));
    }
}
