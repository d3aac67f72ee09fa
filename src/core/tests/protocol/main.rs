//! What two people who do not trust each other rest on: documents, signatures, logs and the chain of a match.
//!
//! The matches are those of the toy game. What needs a real game or the examples lies in `tests/protocol` of the
//! program.

mod accusations;
mod chain_alterations;
mod chain_clock;
mod chain_dispute;
mod chain_early;
mod chain_edge_cases;
mod chain_exchange;
mod chain_framing;
mod chain_from_position;
mod chain_hostile;
mod chain_incremental;
mod chain_matches;
mod chain_nonexistent;
mod chain_off_line;
mod chain_packs;
mod chain_parallel;
mod chain_protocol;
mod chain_queue;
mod chain_readjudication;
mod chain_secrets;
mod chain_side_bids;
mod chain_spent;
mod chain_status;
mod chain_successor;
mod chain_unresolved_turns;
mod chain_verified;
mod charters;
mod compiled_text;
mod decoding;
mod document_scalars;
mod documents;
mod draft_text;
mod escrow_match;
mod framed_hands;
mod hidden_audit;
mod hidden_hands;
mod hidden_match;
mod hidden_play;
mod hidden_withheld;
mod hostile_text;
mod match_files;
mod missing_documents;
mod one_cheat;
mod refusals;
mod restored_backup;
mod signing_log;
mod vault_match;
mod vectors_protocol;
mod vectors_queue;
mod vectors_yaml;
mod written_form;

#[path = "../common/mod.rs"]
mod common;
#[path = "../support/values.rs"]
mod values;
