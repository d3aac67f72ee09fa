//! Positions in which an order leads to dice, as input for `odds`: for `tests/games/odds.rs` and `benches/odds.rs`.

use adjutant::games::civil_war::pack::Side;
use serde_json::{Value, json};

/// An order that a player may be thinking of.
#[derive(Clone, Debug)]
pub struct Attack {
    pub what: &'static str,
    pub side: Side,
    /// The position, in the notation of cases.
    pub given: Value,
    pub order: Value,
}

/// Six against four without an army on either side: nobody can reroll (7.4.5).
pub fn plain() -> Attack {
    Attack {
        what: "6 against 4, nobody rolls again",
        side: Side::Confederate,
        given: json!({
            "phasing": "confederate",
            "confederate": {"at": {"5006": {"sp": 6, "leaders": ["longstreet-2"]}}},
            "union": {"at": {"5106": {"sp": 4, "leaders": ["hooker-2"]}, "5206": {"sp": 1}}},
        }),
        order: json!({"move": {"leader": "longstreet", "sp": 6, "path": ["5106"]}}),
    }
}

/// Two armies whose commanders have options to roll again (7.4.5a).
pub fn armies() -> Attack {
    Attack {
        what: "two armies, both roll again",
        side: Side::Union,
        given: json!({
            "phasing": "union",
            "difference": 9,
            "union": {
                "at": {"5005": {"sp": 9, "leaders": ["mcclellan-3", "sumner-2"], "army": "potomac"}},
                "standing": {"rerolls": "best"},
            },
            "confederate": {
                "at": {"5006": {"sp": 8, "leaders": ["re_lee-3", "jackson-2"], "army": "northern_virginia"}},
                "standing": {
                    "rerolls": "best",
                    "reaction": {"northern_virginia": {"when_enemy_sp_at_most": 1, "into": "announced"}},
                },
            },
        }),
        order: json!({"move": {"army": "potomac", "path": ["5006"]}}),
    }
}

/// One shot of a manned fortress at six transports (8.10.8).
pub fn passage() -> Attack {
    Attack {
        what: "a passage under one battery",
        side: Side::Union,
        given: json!({
            "scenario": "campaign_1862",
            "phasing": "union",
            "union": {"ships": {"4424": {"ocean": 6, "leaders": ["farragut-2"]}}},
            "confederate": {"at": {"4425": {"sp": 1}}},
        }),
        order: json!({"sail": {"leader": "farragut", "ocean": 6, "to": ["4324/4325"]}}),
    }
}

/// Rounds that go on until somebody is hit (8.10.10).
pub fn rounds() -> Attack {
    Attack {
        what: "transports against an ironclad, round by round",
        side: Side::Union,
        given: json!({
            "scenario": "campaign_1862",
            "phasing": "union",
            "union": {"ships": {"2112/2211": {"river": 4, "leaders": ["foote-2"]}}},
            "confederate": {"ships": {"2112/2113": {"ships": ["manassas"]}}},
        }),
        order: json!({"sail": {"leader": "foote", "river": 4, "to": ["2013/2114"]}}),
    }
}

/// The beginning of EX 8.9.7: the ironclads clear the river first, and fire in support of the ground force.
pub fn grant_and_foote() -> Attack {
    let sail = json!({"leader": "foote", "to": ["2618/2718"]});
    Attack {
        what: "a common attack with ironclads (EX 8.9.7)",
        side: Side::Union,
        given: json!({
            "scenario": "campaign_1862",
            "phasing": "union",
            "union": {
                "commands": {"naval": 3, "west": 3},
                "at": {"2617": {"sp": 2, "leaders": ["grant-2"]}},
                "ships": {"2518/2617": {
                    "ships": ["benton", "carondelet", "chillicothe", "cincinnati"],
                    "river": 2,
                    "leaders": ["foote-2"],
                }},
                "standing": {"fleet": {"hits": ["river", "benton"]}},
            },
            "confederate": {
                "at": {"2718": {"sp": 3}},
                "ships": {"2618/2718": {"ships": ["manassas"]}},
            },
            "works": {"2718": {"held": {"side": "confederate", "kind": "fort"}}},
        }),
        order: json!({"together": {"sail": sail, "move": {"leader": "grant", "sp": 2, "path": ["2717", "2718"]}}}),
    }
}

/// EX 8.8 as it begins.
pub fn mobile() -> Attack {
    let load = json!({"at": "5206", "sp": 2, "leaders": ["schofield"]});
    Attack {
        what: "a landing past an ironclad and a fort (EX 8.8)",
        side: Side::Union,
        given: json!({
            "scenario": "campaign_1864",
            "turn": 17,
            "phasing": "union",
            "union": {
                "commands": {"naval": 4},
                "at": {"5206": {"sp": 2, "leaders": ["schofield-2"]}},
                "ships": {"5106/5206": {
                    "ships": ["canonicus", "mahopac", "monadnock", "tecumseh"],
                    "ocean": 2,
                    "leaders": ["farragut-2"],
                }},
                "standing": {"fleet": {"hits": ["mahopac", "ocean"]}},
            },
            "confederate": {"at": {"2428": {"sp": 1}}, "ships": {"2429/2530": {"ships": ["tennessee"]}}},
            "works": {"2428": {"held": {"side": "confederate", "kind": "fort"}}},
            "control": {"2529": "union"},
        }),
        order: json!({"sail": {
            "leader": "farragut", "load": load, "to": ["2429/2530", "2429/2529"], "land": "2428",
        }}),
    }
}
