//! What has to happen before the first move.

use crate::cli::{escrow, seat};
use crate::document::kinds::{SeatEntry, TrustMode};
use crate::document::{Charter, Id};

/// Whether a seat can sign the charter as it stands: all have joined. The adjudicator of a match with escrow signs once
/// the hands have been entrusted to him.
pub fn may_sign(charter: &Charter, sides: &[Id], seat: &str) -> bool {
    let waits = remaining_setup_steps(charter, sides).iter().any(|line| line.contains("match join"));
    !waits && escrow::adjudicator(charter).is_none_or(|own| own.seat.as_str() != seat)
}

/// The seats that nobody has taken yet, named after their sides.
pub fn free_seats(charter: &Charter, sides: &[Id]) -> Vec<String> {
    let joined = |name: &str| charter.seats.iter().any(|seat| seat.seat.as_str() == name);
    let mut missing: Vec<String> = sides
        .iter()
        .filter(|side| !charter.seats.iter().any(|seat| seat.side.as_ref() == Some(side)))
        .map(ToString::to_string)
        .collect();
    if charter.trust == TrustMode::Refereed && !joined("adjudicator") {
        missing.push("adjudicator".to_owned());
    }
    missing
}

/// The steps before the first move, from the charter as it stands.
pub fn remaining_setup_steps(charter: &Charter, sides: &[Id]) -> Vec<String> {
    let missing = free_seats(charter, sides);
    if !missing.is_empty() {
        return missing
            .into_iter()
            .map(|seat| {
                format!(
                    "{seat} joins with `adjutant match join --seat {seat} --name \"…\"`, then mails charter.yaml to the next player"
                )
            })
            .collect();
    }
    let signed = |seat: &Id| charter.signatures.iter().any(|signature| signature.by == *seat);
    let adjudicator = escrow::adjudicator(charter).map(|own| &own.seat);
    // With escrow the adjudicator signs last.
    let (last, first): (Vec<_>, Vec<_>) = charter.seats.iter().partition(|entry| Some(&entry.seat) == adjudicator);
    let unsigned = first.into_iter().chain(last).filter(|entry| !signed(&entry.seat));
    let line = |entry: &SeatEntry| {
        let seat = &entry.seat;
        let said = match adjudicator {
            Some(own) if own == seat => format!(
                "{seat} receives the escrow file of every hand, signs the charter with `adjutant match sign`, then mails \
                 charter.yaml to the others"
            ),
            Some(_) if entry.hidden.is_some() => format!(
                "{seat} reads the charter, signs it with `adjutant match sign`, then mails it with `adjutant mail`, which also \
                 sends the secret of the hand to the adjudicator"
            ),
            _ => format!(
                "{seat} reads the charter, signs it with `adjutant match sign`, then mails charter.yaml to the others"
            ),
        };
        seat::hinted(charter, seat, &said)
    };
    unsigned.map(line).collect()
}
