//! What two people who do not trust each other rest on: documents, signatures, logs, the chain, and who attacks them.

mod adversary;
mod alterations;
mod chain_alterations;
mod chain_dispute;
mod chain_early;
mod chain_edges;
mod chain_exchange;
mod chain_framing;
mod chain_grow;
mod chain_hostile;
mod chain_matches;
mod chain_protocol;
mod decoding;
mod documents;
mod example_alterations;
mod example_blanks;
mod hostile;
mod no_prose;
mod protocol_page;
mod refusals;
mod signing_log;
mod vault_match;
mod vectors_protocol;
mod vectors_yaml;

#[path = "../common/mod.rs"]
mod common;
#[path = "../support/example.rs"]
mod example;
#[path = "../support/values.rs"]
mod values;
