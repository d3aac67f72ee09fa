use std::collections::BTreeSet;

use zeroize::Zeroizing;

use adjutant_core::chain::games::Games;
use adjutant_core::chain::match_files::{MatchFiles, StateFile};
use adjutant_core::chain::verify::fast_path::*;
use adjutant_core::chain::{Chain, adjudicate, charter, sign};
use adjutant_core::document::kinds::{Pace, RulesetPin, SeatEntry, SeedPin, TrustMode};
use adjutant_core::document::write;
use adjutant_core::trust::{SeedChain, SigningKey};

#[test]
fn states_that_the_tool_wrote_need_not_be_read() {
    let new = charter::NewMatch {
        title: "The shortest".to_owned(),
        date: "2026-11-20T18:00:00Z".to_owned(),
        ruleset: RulesetPin { id: "toy".parse().unwrap(), revision: 1 },
        packs: Vec::new(),
        scenario: "field".parse().unwrap(),
        options: serde_json::Map::new(),
        trust: TrustMode::HeadToHead,
        pace: Pace { days: 3, ..Pace::default() },
        continues: None,
        from: None,
        event: None,
    };
    let mut text = charter::draft(&new);
    let keys = [1, 2].map(|n| SigningKey::from_seed(&[n; 32]));
    for (n, side) in ["north", "south"].into_iter().enumerate() {
        let seeds = SeedChain::new(Zeroizing::new([n as u8; 32]), 1024).unwrap();
        let seat = SeatEntry {
            seat: side.parse().unwrap(),
            side: Some(side.parse().unwrap()),
            name: side.to_owned(),
            key: keys[n].public(),
            seed: SeedPin { anchor: seeds.anchor(), length: 1024 },
            hidden: None,
        };
        text = charter::join(&text, &seat).unwrap();
    }
    for (key, side) in keys.iter().zip(["north", "south"]) {
        text = sign::seal(&text, &side.parse().unwrap(), key).unwrap();
    }
    let games = Games::of(&[]).with_toy();
    let mut files = MatchFiles::default();
    files.add("charter.yaml", write(&text).as_bytes());
    let zero = {
        let chain = Chain::build(&files).unwrap();
        let game = games.for_charter(&chain.charter.typed, &files).unwrap();
        let zero = adjudicate::state_zero(&chain, &*game, "2026-11-20T19:00:00Z").unwrap();
        sign::seal(&zero.content, &"north".parse().unwrap(), &keys[0]).unwrap()
    };
    let good = write(&zero);
    files.add("0.yaml", good.as_bytes());
    assert_eq!(prime(&files, &games, &BTreeSet::new(), &()), BTreeSet::from([adjutant_core::document::digest(&zero)]));
    assert!(files.states[0].get().unwrap().document.mark("step").is_none(), "it was written, not read");

    // A stranger's writing of the same is read, and as good.
    let mut files = MatchFiles::default();
    files.add("charter.yaml", write(&text).as_bytes());
    files.add("0.yaml", good.replace("turns: []", "turns:    []").as_bytes());
    assert_eq!(prime(&files, &games, &BTreeSet::new(), &()).len(), 1);
    assert!(files.states[0].get().unwrap().document.mark("step").is_some());

    // Beside copies that the responder has not signed it is worked out all the same, and they are not.
    let mut files = MatchFiles::default();
    files.add("charter.yaml", write(&text).as_bytes());
    for n in 0..3 {
        let mut forged = zero.clone();
        forged["signatures"][0]["sig"] = format!("{n}").repeat(88).into();
        files.add(&format!("forged-{n}.yaml"), write(&forged).as_bytes());
    }
    files.add("0.yaml", good.as_bytes());
    assert_eq!(prime(&files, &games, &BTreeSet::new(), &()).len(), 1);
    assert!(files.states[..3].iter().all(StateFile::is_aside) && !files.states[3].is_aside());

    // A time that is none is left to the reader, who refuses it.
    let mut files = MatchFiles::default();
    files.add("charter.yaml", write(&text).as_bytes());
    files.add("0.yaml", good.replace("2026-11-20T19:00:00Z", "yesterday").as_bytes());
    assert!(prime(&files, &games, &BTreeSet::new(), &()).is_empty());
    assert!(files.states[0].get().is_err());
}
