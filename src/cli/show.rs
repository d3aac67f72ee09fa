//! `show`: part of the position, in readable form.

use clap::Subcommand;
use serde_json::json;

use super::folder::Folder;
use super::match_args::FolderArgument;
use super::match_args::FolderOption;
use super::open_match::Match;
use super::pictures::PictureFiles;
use super::report::{past_of, state_of};
use super::{CommandResult, Failure, Format, out, seat, show_cards, turn_picture};
use crate::board::Hex;
use crate::document::Problem;
use crate::report::{MapView, Past, Report, Scale, Show, text};
use crate::session::Session;

/// Show the map, a hex or area, a place, a stack, a leader, an army, a supply line, the track or the standing orders.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    place: FolderOption,
    /// Show the position after this step [default: the newest].
    #[arg(long, value_name = "STEP", global = true)]
    step: Option<u64>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The map of the scenario, or a part of it, as text or as a picture.
    Map {
        #[command(flatten)]
        map: MapArgs,
        /// Also draw the moves and combats of the step.
        #[arg(long, requires = "picture")]
        moves: bool,
        /// Also draw the moves and combats of the step, and show only the area around them.
        #[arg(long, requires = "picture", conflicts_with_all = ["around", "theater", "columns"])]
        happened: bool,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// A hex, by its number or name: its terrain and the forces in it.
    Hex {
        /// The hex's number, as on the map: 5106.
        hex: String,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// Anything with a name: a town, fort, river, bay, railroad, pass or state; an area, by its name or number; a card,
    /// by its title.
    #[command(visible_aliases = ["area", "card"])]
    Place {
        /// Its name; if several places share it, add the state: "lexington, ky".
        name: String,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// The forces in a hex, area or place; in a game with named units, also a unit and the units stacked with it.
    #[command(visible_alias = "unit")]
    Stack {
        /// The hex, area, place or unit.
        at: String,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// A leader: rank, ratings, location, condition.
    Leader {
        /// His name.
        name: String,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// An army: its location, commander, forces and condition.
    Army {
        /// Its name, abbreviation or id: potomac.
        name: String,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// The supply line of a hex or area, segment by segment, or what breaks it.
    Supply {
        /// The hex, area or place; or a leader or an army, for its location.
        at: String,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// Ships: where they are, what they control and what they carry.
    Fleet {
        /// A ship, an admiral, a place, a river or a hexside [default: all ships].
        name: Option<String>,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// A river or bay, hexside by hexside from its mouth: its banks, ships, guns, and who commands it.
    River {
        /// Its name.
        name: String,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// The turn and phase, each side's remaining points, victory points and their schedule, and control of the states.
    Track {
        #[command(flatten)]
        also: FolderArgument,
    },
    /// One picture of a whole game turn: the map of what changed, the points, the losses and what happened.
    Turn {
        /// Its number [default: the newest].
        turn: Option<String>,
        #[command(flatten)]
        picture: PictureFiles,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// Your own cards, which nobody else sees: your hand, and the cards that you have laid face down.
    Hand {
        /// The seat [default: the one whose secrets are on this machine].
        #[arg(long)]
        seat: Option<String>,
        #[command(flatten)]
        also: FolderArgument,
    },
    /// The cards as everybody sees them: piles, face-up cards, and the number of face-down cards.
    Table {
        #[command(flatten)]
        also: FolderArgument,
    },
    /// The standing orders in force.
    Standing {
        /// The side [default: both].
        side: Option<String>,
        #[command(flatten)]
        also: FolderArgument,
    },
}

impl What {
    /// What was requested, and the place, which may be named by the last argument.
    fn placed(mut self, place: FolderOption) -> Result<(FolderOption, What), Failure> {
        let place = match &mut self {
            What::Fleet { name: first, also } | What::Standing { side: first, also } => {
                let (place, other) = place.or_other(first.take(), also.named.take(), |_| true)?;
                *first = other;
                place
            }
            What::Turn { turn, also, .. } => {
                let is_number = |text: &str| text.parse::<u64>().is_ok();
                let (place, other) = place.or_other(turn.take(), also.named.take(), is_number)?;
                *turn = other;
                place
            }
            What::Map { also, .. }
            | What::Hex { also, .. }
            | What::Place { also, .. }
            | What::Stack { also, .. }
            | What::Leader { also, .. }
            | What::Army { also, .. }
            | What::Supply { also, .. }
            | What::River { also, .. }
            | What::Hand { also, .. }
            | What::Table { also }
            | What::Track { also } => place.and(also.named.take())?,
        };
        Ok((place, self))
    }
}

/// The part of the map that is wanted, as text in sections as wide as the terminal, or as a picture.
#[derive(Debug, clap::Args)]
pub struct MapArgs {
    #[command(flatten)]
    part: Part,
    /// In text, how large each hex or area is drawn [default: as large as fits]; in a picture, how much it shows
    /// [default: large, which is everything].
    #[arg(long, value_enum)]
    scale: Option<Size>,
    /// The number of characters in a line; a wider map is split into sections [default: the terminal's width, else 80].
    #[arg(long, value_name = "CHARACTERS", conflicts_with = "picture", value_parser = clap::value_parser!(u16).range(20..))]
    width: Option<u16>,
    #[command(flatten)]
    picture: PictureFiles,
}

/// A part of the map; without one of these it is the whole.
#[derive(Debug, clap::Args)]
struct Part {
    /// The area around a place, a leader or an army.
    #[arg(long, value_name = "PLACE")]
    around: Option<String>,
    /// How many hexes or areas to show around it [default: as many as fit, at most 3].
    #[arg(long, value_name = "COUNT", requires = "around")]
    radius: Option<u32>,
    /// A named part, such as a theater: east, west, trans_mississippi, and with the option of that name far_west.
    #[arg(long, visible_alias = "part", value_name = "NAME")]
    theater: Option<String>,
    /// The hex columns from A to B: 20-30.
    #[arg(long, value_name = "A-B", value_parser = columns)]
    columns: Option<(i8, i8)>,
}

/// How large a hex or area is drawn.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Size {
    /// A few characters: forces, cities, terrain. In a picture: who controls the ground, the front, armies, large
    /// cities.
    Small,
    /// With all its hexsides or boundaries. In a picture: all forces, railroads and rivers.
    Medium,
    /// With its number, its name and its leaders.
    Large,
}

/// Two columns as `20-30`, or one.
fn columns(text: &str) -> Result<(i8, i8), String> {
    let number = |part: &str| Hex::column_of(part.trim()).ok_or("expected two columns, such as 20-30");
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    Ok((number(from)?, number(to)?))
}

impl Part {
    /// The part in the form that a game expects.
    fn view(self) -> MapView {
        let Part { around, radius, theater, columns } = self;
        MapView { around, radius, part: theater, columns, ..MapView::default() }
    }
}

impl MapArgs {
    /// Whether a part of a western sheet is wanted: by its name, its columns or a hex of it.
    pub fn goes_west(&self) -> bool {
        let Part { around, theater, columns, .. } = &self.part;
        theater.as_deref().is_some_and(|part| part.to_ascii_lowercase().starts_with("far"))
            || columns.is_some_and(|(from, to)| from.min(to) < 1)
            || around.as_deref().and_then(|place| place.parse::<Hex>().ok()).is_some_and(Hex::is_western)
    }

    /// What to draw, and the files for the picture, if any were requested.
    pub fn picture(self) -> (MapView, Option<PictureFiles>) {
        let view = MapView { scale: self.scale.map(Scale::from), ..self.part.view() };
        (view, Some(self.picture).filter(PictureFiles::are_wanted))
    }

    /// Draws the map of a table as requested.
    pub fn answer(self, table: &dyn Session, format: Format) -> CommandResult {
        let width = Some(self.width.map_or_else(out::width, usize::from));
        match self.picture() {
            (view, Some(files)) => files.write(&table.draw(&view, None, None).map_err(Failure::no)?, format),
            (view, None) => shown(table, &Show::Map(MapView { width, ..view }), format),
        }
    }
}

/// Prints part of a position.
fn shown(table: &dyn Session, what: &Show, format: Format) -> CommandResult {
    print(&table.show(what, None).map_err(Failure::no)?, format)
}

fn print(report: &Report, format: Format) -> CommandResult {
    match format {
        Format::Text => out::print_paged(&text::write_for(report, &out::page())),
        Format::Json => out::answer(format, String::new, || json!(report)),
    }
}

impl From<Size> for Scale {
    fn from(size: Size) -> Scale {
        match size {
            Size::Small => Scale::Small,
            Size::Medium => Scale::Medium,
            Size::Large => Scale::Large,
        }
    }
}

/// Writes a turn as a picture; if no file is named, prints the text in the picture.
fn show_turn(found: &Match<'_>, turn: Option<u64>, files: &PictureFiles, format: Format) -> CommandResult {
    let told = turn_picture::of(found, turn)?;
    if files.are_wanted() {
        return files.write_svg(&told.picture, format);
    }
    let report = told.text.report();
    match format {
        Format::Text => out::print_paged(&text::write_for(&report, &out::page())),
        Format::Json => out::answer(format, String::new, || json!(report)),
    }
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let (place, wanted) = args.what.placed(args.place)?;
    let folder = Folder::read_cached(&place.find_to_read()?)?;
    let found = Match::open_to_read(&folder)?;
    found.adjudication()?;
    let state = state_of(&found, args.step.unwrap_or(found.step()))?;
    let table = found.game.load(&state["position"]).map_err(Failure::no)?;
    let what = match wanted {
        What::Map { map, moves, happened, .. } if moves || happened => {
            // The argument parser requires a file with either option.
            let (view, Some(files)) = map.picture() else {
                return Err(Failure::cannot(Problem::new("moves and combats can be drawn only in a picture")));
            };
            let (before, facts) = past_of(&found, &state)?;
            let past = Past { before: &before, facts: &facts };
            let drawing = table.draw(&MapView { happened, ..view }, None, Some(past)).map_err(Failure::no)?;
            return files.write(&drawing, format);
        }
        What::Map { map, .. } => return map.answer(&*table, format),
        What::Turn { .. } if args.step.is_some() => {
            let problem = Problem::new("`show turn` shows a turn of the game as it was played, not a step");
            return Err(Failure::cannot(problem.advice("leave out --step; show a step with `adjutant report STEP`")));
        }
        What::Turn { turn, picture, .. } => {
            let number = |turn: String| {
                turn.parse::<u64>().map_err(|_| {
                    let problem = Problem::new(format!("'{turn}' is not the number of a turn"));
                    Failure::cannot(problem.advice("write it as a whole number, such as 5"))
                })
            };
            return show_turn(&found, turn.map(number).transpose()?, &picture, format);
        }
        What::Hand { .. } if args.step.is_some_and(|step| step != found.step()) => {
            let problem = Problem::new("`show hand` shows your cards as they are now");
            return Err(Failure::cannot(problem.advice("leave out --step")));
        }
        What::Hand { seat: wanted, .. } => {
            let charter = &found.chain.charter.typed;
            let entry = match &wanted {
                Some(wanted) => seat::by_name(charter, wanted)?,
                None => seat::user_seat(charter).ok_or_else(|| {
                    let problem = Problem::new("this machine has the secrets of no seat, or of several");
                    Failure::cannot(problem.advice("name a seat with --seat"))
                })?,
            };
            return show_cards::hand(&found.adjudication()?, entry, &seat::key, format);
        }
        What::Table { .. } => return show_cards::table(&*table, format),
        What::Hex { hex, .. } => Show::Hex(hex),
        What::Place { name, .. } => Show::Place(name),
        What::Stack { at, .. } => Show::Stack(at),
        What::Leader { name, .. } => Show::Leader(name),
        What::Army { name, .. } => Show::Army(name),
        What::Supply { at, .. } => Show::Supply(at),
        What::Fleet { name, .. } => Show::Fleet(name),
        What::River { name, .. } => Show::River(name),
        What::Track { .. } => Show::Track,
        What::Standing { side, .. } => Show::Standing(side.map(|side| seat::id("side", &side)).transpose()?),
    };
    let mut report = table.show(&what, None).map_err(Failure::no)?;
    if let (Some(entry), true) = (seat::user_seat(&found.chain.charter.typed), args.step.is_none()) {
        show_cards::add_own_place(&found.adjudication()?, entry, &seat::key, &mut report);
    }
    print(&report, format)
}
