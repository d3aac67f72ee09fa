//! Signatures on documents (protocol 2): adding one, and checking that a document carries exactly the ones it must.

use serde_json::{Value, json};

use crate::document::{Bytes32, Id, Kind, Problem, Signature, digest, from_value, message};
use crate::trust::{SigningKey, verify};

use super::seats::Seats;

/// The kind that a document claims to be.
pub fn kind_of(content: &Value) -> Option<Kind> {
    from_value(content.get("kind")?).ok()
}

/// A seat's signature of a document. A seat that keeps a signing log signs through the log instead.
///
/// # Errors
/// The document does not state a kind.
pub fn signature(content: &Value, by: &Id, key: &SigningKey) -> Result<Signature, Problem> {
    let kind = kind_of(content).ok_or_else(|| Problem::new("this is not a document of a match").rule("protocol 1"))?;
    let sig = key.sign(message(kind, digest(content)).as_bytes());
    Ok(Signature::new(by.clone(), key.public(), &sig))
}

/// The document with one more signature, which replaces an earlier one of the same seat. In a charter, signatures are
/// in charter order.
pub fn attach(content: &Value, signature: &Signature) -> Value {
    let mut signed = content.clone();
    let Value::Object(fields) = &mut signed else { return signed };
    let mut signatures: Vec<Value> = match fields.shift_remove("signatures") {
        Some(Value::Array(signatures)) => signatures,
        _ => Vec::new(),
    };
    signatures.retain(|other| other.get("by").and_then(Value::as_str) != Some(signature.by.as_str()));
    signatures.push(json!({"by": signature.by, "key": signature.key, "sig": signature.sig}));
    let place = |signature: &Value| {
        let seats = fields.get("seats").and_then(Value::as_array)?;
        seats.iter().position(|seat| seat.get("seat") == signature.get("by"))
    };
    signatures.sort_by_key(place);
    fields.insert("signatures".to_owned(), Value::Array(signatures));
    signed
}

/// Signs a document: [`signature`], then [`attach`].
///
/// # Errors
/// As [`signature`].
pub fn seal(content: &Value, by: &Id, key: &SigningKey) -> Result<Value, Problem> {
    Ok(attach(content, &signature(content, by, key)?))
}

/// The same problem of a signature, naming its seat.
fn whose(mut problem: Problem, seat: &Id) -> Problem {
    if let Some(rest) = problem.message.strip_prefix("the signature ") {
        problem.message = format!("the signature of '{seat}' {rest}");
    }
    problem
}

/// Checks that a document carries exactly the signatures of `signers`, under their keys in the charter, and that each
/// is valid.
///
/// # Errors
/// The first signature that is missing, surplus, invalid or under another key; with its path.
pub fn check(
    seats: &Seats,
    kind: Kind,
    digest: Bytes32,
    signatures: &[Signature],
    signers: &[&Id],
) -> Result<(), Problem> {
    let refuse = |path: String, message: String| Err(Problem::new(message).in_path(path).rule("protocol 2"));
    for (n, signature) in signatures.iter().enumerate() {
        let path = format!("signatures[{n}]");
        if !signers.contains(&&signature.by) {
            let who: Vec<&str> = signers.iter().map(|seat| seat.as_str()).collect();
            let message =
                format!("this {1} needs the signature of {2}, not of {0}", signature.by, kind.as_str(), who.join(", "));
            return refuse(path, message);
        }
        if signatures[..n].iter().any(|other| other.by == signature.by) {
            return refuse(path, format!("'{}' signs twice", signature.by));
        }
        let Some(key) = seats.key(&signature.by) else {
            return refuse(path, format!("the charter has no seat '{}'", signature.by));
        };
        if signature.key != *key {
            return refuse(format!("{path}.key"), format!("this is not the key of '{}' in the charter", signature.by));
        }
        verify(key, message(kind, digest).as_bytes(), &signature.sig)
            .map_err(|problem| whose(problem, &signature.by).in_path(format!("{path}.sig")))?;
    }
    match signers.iter().find(|signer| !signatures.iter().any(|signature| signature.by == ***signer)) {
        None => Ok(()),
        Some(missing) => refuse(String::new(), format!("the signature of '{missing}' is missing")),
    }
}
