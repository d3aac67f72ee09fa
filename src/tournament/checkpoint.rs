//! Checkpoints of a chain, for people who keep copies: a signed note in the format of C2SP's `tlog-checkpoint` over the
//! Merkle tree of RFC 6962 (protocol 12.5).

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::Bytes32;
use adjutant_core::trust::{SigningKey, verify};
use data_encoding::BASE64;
use sha2::{Digest, Sha256};

/// The name of the note's key.
const NAME: &str = "director";
/// The type of an Ed25519 key in a signed note.
const ED25519: u8 = 1;

/// The Merkle tree hash of RFC 6962 over leaves.
pub fn tree_hash(leaves: &[Bytes32]) -> Bytes32 {
    // The left part gets the largest power of two of leaves that leaves at least one for the right part.
    match leaves {
        [] => Bytes32(Sha256::digest([]).into()),
        [leaf] => Bytes32(Sha256::new().chain_update([0]).chain_update(leaf.0).finalize().into()),
        _ => {
            let left = leaves.len().next_power_of_two() / 2;
            let (left, right) = leaves.split_at(left);
            let (left, right) = (tree_hash(left), tree_hash(right));
            Bytes32(Sha256::new().chain_update([1]).chain_update(left.0).chain_update(right.0).finalize().into())
        }
    }
}

/// The signed text: origin, size and root, one line each.
fn text(tournament: &Bytes32, leaves: &[Bytes32]) -> String {
    let root = BASE64.encode(&tree_hash(leaves).0);
    format!("adjutant/tournament/{tournament}\n{}\n{root}\n", leaves.len())
}

/// A key's hash in a signed note, by which readers find the right key.
fn key_hash(key: &Bytes32) -> [u8; 4] {
    let digest = Sha256::new().chain_update(NAME).chain_update([b'\n', ED25519]).chain_update(key.0).finalize();
    [digest[0], digest[1], digest[2], digest[3]]
}

/// The checkpoint of a chain whose documents have these digests, the announcement first.
pub fn checkpoint(tournament: &Bytes32, leaves: &[Bytes32], key: &SigningKey) -> String {
    let text = text(tournament, leaves);
    let sig = BASE64.decode(key.sign(text.as_bytes()).as_bytes()).unwrap_or_default();
    let signature = BASE64.encode(&[key_hash(&key.public()).as_slice(), &sig].concat());
    format!("{text}\n— {NAME} {signature}\n")
}

/// Checks a checkpoint against a chain that is as long or longer.
///
/// # Errors
/// It is not a checkpoint of this tournament, the director has not signed it, or the chain does not begin with what it
/// covers.
pub fn check(note: &str, tournament: &Bytes32, leaves: &[Bytes32], director: &Bytes32) -> Result<usize, Problem> {
    let refuse = |message: &str| Problem::new(message).rule("protocol 12.5");
    let (said, signatures) = note.split_once("\n\n").ok_or_else(|| refuse("this is not a checkpoint"))?;
    let said = format!("{said}\n");
    let size = said.lines().nth(1).and_then(|line| line.parse::<usize>().ok());
    let size = size.ok_or_else(|| refuse("this is not a checkpoint: its second line is not a number"))?;
    if said.lines().next() != Some(&format!("adjutant/tournament/{tournament}")) {
        return Err(refuse("this is a checkpoint of another tournament"));
    }
    let prefix = format!("— {NAME} ");
    let signature = signatures.lines().find_map(|line| line.strip_prefix(&prefix));
    let bytes = signature.and_then(|text| BASE64.decode(text.as_bytes()).ok()).unwrap_or_default();
    let (hash, sig) = bytes.split_at_checked(4).ok_or_else(|| refuse("the director has not signed this checkpoint"))?;
    if hash != key_hash(director) {
        return Err(refuse("the director has not signed this checkpoint"));
    }
    verify(director, said.as_bytes(), &BASE64.encode(sig))?;
    let Some(covered) = leaves.get(..size) else {
        return Err(
            refuse("the checkpoint covers documents that are missing here").advice("ask the director for the others")
        );
    };
    if said != text(tournament, covered) {
        let problem = refuse("the director has signed a checkpoint of a different chain from the one here");
        return Err(problem.advice("keep both: together they prove that the director has signed two chains"));
    }
    Ok(size)
}
