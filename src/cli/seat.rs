//! Which seats' secrets are on this machine, so that they can be played from here.

use super::{Failure, home, practice_match, suggested_commands};
use crate::cli::paths::Shown;
use crate::document::kinds::SeatEntry;
use crate::document::{Charter, Id, Problem};
use crate::games::spelling::{enumerated, instead};
use crate::trust::{SigningKey, Vault};

/// An id from the command line.
///
/// # Errors
/// It is not a valid id; a path, for example.
pub fn id(what: &str, text: &str) -> Result<Id, Failure> {
    // `Union` means `union`.
    enumerated(text).parse().map_err(|expected: String| {
        let problem = Problem::new(format!("'{text}' cannot be the name of a {what}"));
        Failure::cannot(problem.advice(expected))
    })
}

/// The seat with this name.
///
/// # Errors
/// There is none; the advice names the existing seats.
pub fn by_name<'c>(charter: &'c Charter, name: &str) -> Result<&'c SeatEntry, Failure> {
    let id = id("seat", name)?;
    charter.seats.iter().find(|seat| seat.seat == id).ok_or_else(|| {
        let names: Vec<&str> = charter.seats.iter().map(|seat| seat.seat.as_str()).collect();
        let problem = Problem::new(format!("the charter has no seat '{id}'"));
        let playing = charter.seats.iter().filter(|seat| seat.side.as_ref() == Some(&id));
        let playing: Vec<&str> = playing.map(|seat| seat.seat.as_str()).collect();
        Failure::cannot(problem.advice(match playing.as_slice() {
            // The name of a side is not the name of a seat.
            [one] => format!("that is a side, and the seat {one} plays it: write --seat {one}"),
            _ => instead(id.as_str(), &names, "its seats are"),
        }))
    })
}

/// The failure for a seat that should play a side but plays none.
pub fn no_side() -> Failure {
    Failure::cannot(Problem::new("this seat plays no side").advice("name the seat of a side with --seat"))
}

/// The seat to act for: the one asked for, or the only one whose seed is in the vault.
///
/// # Errors
/// There is no such seat, its secrets are not here, or there are several to choose from.
pub fn acting_seat<'c>(vault: &Vault, charter: &'c Charter, wanted: Option<&str>) -> Result<&'c SeatEntry, Failure> {
    let anchors = vault.anchors().map_err(Failure::cannot)?;
    let here: Vec<&SeatEntry> = charter.seats.iter().filter(|seat| anchors.contains(&seat.seed.anchor)).collect();
    let list = |seats: &[&SeatEntry]| seats.iter().map(|seat| seat.seat.as_str()).collect::<Vec<_>>().join(", ");
    let place = vault.dir().shown();
    if let Some(wanted) = wanted {
        let seat = by_name(charter, wanted)?;
        if !here.contains(&seat) {
            let problem = Problem::new(format!("the secrets of the seat '{wanted}' are not in {place}"));
            return Err(Failure::cannot(problem.advice("set ADJUTANT_HOME to the folder that this seat joined from")));
        }
        if here.len() > 1 {
            suggested_commands::set_seat(&seat.seat);
        }
        return Ok(seat);
    }
    match here.as_slice() {
        [seat] => Ok(seat),
        [] => {
            let problem = Problem::new(format!("no seat of this match has its secrets in {place}"));
            if practice_match::is_practice(vault, charter) {
                return Err(Failure::cannot(problem.advice("this is a practice match: `adjutant practice go`")));
            }
            Err(Failure::cannot(problem.advice(
                "set ADJUTANT_HOME to the folder that you joined from, or join with \
                             `adjutant match join --seat SEAT --name NAME`",
            )))
        }
        several => {
            let problem = Problem::new(format!("the secrets of several seats are here: {}", list(several)));
            let choices: Vec<String> = several.iter().map(|seat| format!("--seat {}", seat.seat)).collect();
            Err(Failure::cannot(problem.advice(format!("choose one with {}", choices.join(" or ")))))
        }
    }
}

/// The user's seat: the only one whose secrets are on this machine, or his own in a practice match. `None` if there is
/// none or more than one; nothing is written to disk.
pub fn user_seat(charter: &Charter) -> Option<&SeatEntry> {
    let vault = home::existing_vault()?;
    let anchors = vault.anchors().ok()?;
    let mut here = charter.seats.iter().filter(|seat| anchors.contains(&seat.seed.anchor));
    match (here.next(), here.next()) {
        (Some(only), None) => Some(only),
        (None, _) => practice_match::own_seat(&vault, charter),
        _ => None,
    }
}

/// Whether this machine plays another seat and not this one, so that advice must not tell its user to act for it.
pub fn is_elsewhere(charter: &Charter, seat: &Id) -> bool {
    user_seat(charter).is_some_and(|own| own.seat != *seat)
}

/// Whether the secrets of several seats of a match are on this machine, so that a command must name one. Nothing is
/// written to disk.
pub fn several_here(charter: &Charter) -> bool {
    let Some(anchors) = home::existing_vault().and_then(|vault| vault.anchors().ok()) else { return false };
    charter.seats.iter().filter(|seat| anchors.contains(&seat.seed.anchor)).count() > 1
}

/// A text in which commands name the seat if they have to.
pub fn hinted(charter: &Charter, seat: &Id, text: &str) -> String {
    if suggested_commands::names_command(text) && several_here(charter) {
        suggested_commands::with_seat(text, seat)
    } else {
        text.to_owned()
    }
}

/// The private key of a seat.
///
/// # Errors
/// It is not in the vault, or its passphrase is not given.
pub fn key(vault: &Vault, seat: &SeatEntry) -> Result<SigningKey, Failure> {
    let name = vault.name_of(&seat.key).map_err(Failure::cannot)?.ok_or_else(|| {
        let problem = Problem::new(format!("the key of the seat '{}' is not in {}", seat.seat, vault.dir().shown()));
        Failure::cannot(problem.advice("import it with `adjutant keygen --import FILE --name NAME`"))
    })?;
    load(vault, &name)
}

/// A private key by its name in the vault.
///
/// # Errors
/// There is none, or its passphrase is not given.
pub fn load(vault: &Vault, name: &str) -> Result<SigningKey, Failure> {
    let ask = || home::passphrase(&format!("Passphrase of the key {name}: ")).map(|typed| typed.to_string());
    vault.load_key(name, ask).map_err(Failure::cannot)
}

/// The name of the key to sign with: the requested one, the only one, or the one called `default`.
///
/// # Errors
/// There is none, or there are several and none of them is called `default`.
pub fn key_name(vault: &Vault, wanted: Option<String>) -> Result<String, Failure> {
    if let Some(wanted) = wanted {
        return Ok(wanted);
    }
    let names = vault.key_names().map_err(Failure::cannot)?;
    match names.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Failure::cannot(
            Problem::new(format!("there is no key in {}", vault.dir().shown()))
                .advice("make one with `adjutant keygen`"),
        )),
        several if several.iter().any(|name| name == "default") => Ok("default".to_owned()),
        several => Err(Failure::cannot(
            Problem::new(format!("there are several keys: {}", several.join(", "))).advice("choose one with --key"),
        )),
    }
}
