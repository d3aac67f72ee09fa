//! Every change of any field of any document makes verification fail; so does every change of what follows from the
//! rules, the reveals and the chain, even if its author holds all keys and signs everything that follows again.

use crate::common;
use adjutant_core::document::kinds::TrustMode;
use common::alter::{every_change_is_found, every_derived_change_is_found};
use common::eventful;

/// How many changes of one kind to one field of one kind of document are tried, so that these tests stay quick.
const MOST: usize = 2;

#[test]
fn every_changed_field_is_found() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let count = every_change_is_found(&rig.files, &rig.games, MOST);
        assert!(count > 200, "{count}");
    }
}

#[test]
fn with_all_keys_every_derived_field_is_found() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let count = every_derived_change_is_found(&rig.files, &rig.games, rig.keys(), MOST);
        assert!(count > 150, "{count}");
    }
}
