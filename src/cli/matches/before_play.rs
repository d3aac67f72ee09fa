//! What has to happen before the first move.

/// What has to happen before the first move, from the charter as it stands.
pub fn next_before_play(charter: &crate::document::Charter, sides: &[crate::document::Id]) -> Vec<String> {
    use crate::document::kinds::TrustMode;
    let joined = |name: &str| charter.seats.iter().any(|seat| seat.seat.as_str() == name);
    let mut missing: Vec<String> = sides
        .iter()
        .filter(|side| !charter.seats.iter().any(|seat| seat.side.as_ref() == Some(side)))
        .map(ToString::to_string)
        .collect();
    if charter.trust == TrustMode::Refereed && !joined("adjudicator") {
        missing.push("adjudicator".to_owned());
    }
    if !missing.is_empty() {
        return missing
            .into_iter()
            .map(|seat| {
                format!(
                    "{seat} joins with `adjutant match join --seat {seat} --name \"…\"`, then mails charter.yaml on"
                )
            })
            .collect();
    }
    let signed = |seat: &crate::document::Id| charter.signatures.iter().any(|signature| signature.by == *seat);
    charter
        .seats
        .iter()
        .filter(|seat| !signed(&seat.seat))
        .map(|seat| {
            let said = format!(
                "{} reads the charter, signs it with `adjutant match sign`, then mails charter.yaml on",
                seat.seat
            );
            crate::cli::seat::hinted(charter, &seat.seat, &said)
        })
        .collect()
}
