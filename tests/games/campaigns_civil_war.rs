//! The scenarios of the whole war: known facts about them, the first position that the engine computes, and the
//! arithmetic of `docs/data/orders_of_battle.md`.

use crate::random_civil_war;
use std::collections::{BTreeMap, BTreeSet};

use adjutant::board::Hex;
use adjutant::document::Id;
use adjutant::engine::{Decision, Events, Ruleset};
use adjutant::games::civil_war::pack::*;
use adjutant::games::civil_war::position::ledger::{ArmyPlace, Game, Totals};
use adjutant::games::civil_war::{CivilWar, homefront, leaders::army, movement::territory, supply};
use adjutant::session::Game as _;
use adjutant::session::RandomPlayer;
use serde_json::{Map, Value, json};

const CAMPAIGNS: [(&str, u8, u32, u32); 4] = [
    ("campaign_1861", 1, 37, 24),
    ("campaign_1862", 4, 69, 35),
    ("campaign_1863", 9, 90, 50),
    ("campaign_1864", 14, 82, 36),
];

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

fn begin(scenario: &str) -> (CivilWar, Game) {
    let rules = CivilWar::shipped();
    let position = rules.setup(&id(scenario), &Map::new()).expect("the scenario");
    assert_eq!(rules.invariants(&position), [], "{scenario}");
    (rules, position.game)
}

#[test]
fn the_war_of_1861_begins_as_far_as_is_known() {
    let pack = Pack::shipped();
    let scenario = pack.scenario("campaign_1861").expect("the scenario");
    let union = scenario.start(Side::Union);
    // Thirty-seven strength points, seven of them in Washington under McDowell, with nobody below him (6.2.8A).
    assert_eq!(union.values().map(|garrison| u32::from(garrison.sp)).sum::<u32>(), 37);
    let washington = &union[&scenario.washington];
    assert_eq!((washington.sp, &washington.leaders[..]), (7, &[id("mcdowell")][..]));
    assert!(matches!(washington.source, Source::Stated(_)));
    let place = |side: Side, leader: &str| {
        let held = scenario.start(side).iter().find(|(_, garrison)| garrison.leaders.contains(&id(leader)));
        held.map(|(hex, garrison)| (*hex, garrison.sp)).expect("on the map")
    };
    let springfield = place(Side::Union, "lyon");
    assert_eq!((springfield, springfield.1 > 0), (place(Side::Union, "sigel"), true));
    let name = |at: Hex| pack.map.hex(at).expect("a hex").display_name().to_owned();
    assert!(name(springfield.0).starts_with("Springfield"), "{}", name(springfield.0));
    assert_eq!(name(place(Side::Confederate, "beauregard").0), "Manassas");
    let price = pack.map.hex(place(Side::Confederate, "price").0).expect("a hex");
    assert!(price.states.contains(&id("missouri")));
    // The Union's first leaders, as a public list has them.
    let first = scenario.arrivals(1, Side::Union).expect("the first turn");
    let come: BTreeSet<&str> = first.leaders.iter().map(|leader| leader.as_str()).collect();
    let listed = ["halleck", "banks", "buell", "rosecrans", "pope", "burnside", "curtis", "foote"];
    assert_eq!(come, BTreeSet::from(listed));
    // EX 10.5: the Virginia can be bought on turn 4.
    assert!(scenario.arrivals(4, Side::Confederate).expect("turn 4").ships.contains(&id("virginia")));
    // Sumter has a Union point, and Charleston three Confederate ones, by a public page on 1864.
    let late = pack.scenario("campaign_1864").expect("the scenario");
    assert_eq!(late.start(Side::Union)[&hex("4623")].sp, 1);
    assert_eq!(late.start(Side::Confederate)[&hex("4622")].sp, 3);
}

#[test]
fn the_confederacy_begins_with_a_hundred_and_forty() {
    // 9.4.2, 9.4.4: production 100, imports 40; 10.2: the cities that are out of supply, as far as the main map goes.
    let (rules, mut game) = begin("campaign_1861");
    let scenario = rules.pack.scenario("campaign_1861").expect("the scenario");
    homefront::blockade(&rules, &mut game, scenario, &mut Events::default());
    assert_eq!(game.net.expect("reckoned").main, Totals { production: 100, imports: 40 });
    let beginning = rules.pack.charts.beginning.as_ref().expect("figures");
    assert_eq!((beginning.production, beginning.imports), (100, 40));
    let held = |side: Side, hex: Hex| territory::controller(&rules, &game, hex) == Some(side);
    for (side, listed) in [
        (
            Side::Confederate,
            &["Plymouth", "Port Hudson", "Alexandria, Louisiana", "Shreveport", "Marshall", "Sabine City", "Galveston"]
                [..],
        ),
        (Side::Union, &[]),
    ] {
        let cities = rules.pack.map.hexes().filter(|(_, data)| data.city.as_ref().is_some_and(|city| city.vp > 0));
        let cut = cities.filter(|(hex, _)| held(side, *hex) && !supply::in_supply(&rules, &game, *hex, side, None));
        let cut: BTreeSet<&str> = cut.map(|(_, data)| data.display_name()).collect();
        assert_eq!(cut, listed.iter().copied().collect(), "{side}");
    }
    for group in game.groups.values() {
        assert!(supply::in_supply(&rules, &game, group.hex, group.side, None), "{} {}", group.side, group.hex);
    }
}

#[test]
fn every_start_stands_as_its_order_of_battle_says() {
    for (name, first, union, confederate) in CAMPAIGNS {
        let (rules, game) = begin(name);
        let scenario = rules.pack.scenario(name).expect("the scenario");
        assert_eq!((scenario.first_turn, scenario.last_turn, game.turn), (first, 19, first), "{name}");
        let strength =
            |side: Side| game.groups.values().filter(|group| group.side == side).map(|group| group.sp).sum::<u32>();
        assert_eq!([Side::Union, Side::Confederate].map(strength), [union, confederate], "{name}");
        // Every army has the commander whom history gave it.
        let commands: BTreeMap<&str, String> = game
            .armies
            .iter()
            .map(|(id, place)| {
                assert!(matches!(place, ArmyPlace::At(_)), "{name} {id}");
                (id.as_str(), army::commander(&rules, &game, id).map(|piece| piece.to_string()).unwrap_or_default())
            })
            .collect();
        let expected: &[(&str, &str)] = match first {
            1 => &[],
            4 => &[
                ("cumberland", "buell-3"),
                ("mississippi", "as_johnston-3"),
                ("northern_virginia", "je_johnston-3"),
                ("potomac", "mcclellan-3"),
                ("west", "van_dorn-3"),
            ],
            9 => &[
                ("cumberland", "rosecrans-3"),
                ("mississippi", "pemberton-3"),
                ("northern_virginia", "re_lee-3"),
                ("potomac", "hooker-3"),
                ("tennessee", "grant-3"),
                ("tennessee_csa", "bragg-3"),
            ],
            _ => &[
                ("cumberland", "thomas-3"),
                ("james", "butler-3"),
                ("mississippi", "polk-3"),
                ("northern_virginia", "re_lee-3"),
                ("potomac", "grant-4"),
                ("tennessee", "mcpherson-3"),
                ("tennessee_csa", "je_johnston-3"),
            ],
        };
        assert_eq!(commands, expected.iter().map(|(army, man)| (*army, man.to_string())).collect(), "{name}");
        // 4.1.4: the Mississippi is lost with Vicksburg and Port Hudson. 4.1.8: Washington has its rails.
        assert_eq!(game.mississippi_lost, first == 14, "{name}");
        assert!(supply::washington_connected(&rules, &game, scenario.washington), "{name}");
        // States that have turned stay turned by their cities, or are neutral ones that have chosen a side.
        for (state, side) in &game.converted {
            let own = |data: &HexData| data.city.as_ref().is_some_and(|city| city.vp > 0 && city.state == *state);
            for (at, data) in rules.pack.map.hexes().filter(|(_, data)| own(data)) {
                let holder = territory::controller(&rules, &game, at);
                assert_eq!(holder, Some(*side), "{name}: {}", data.display_name());
            }
        }
    }
    let lost = |name: &str| begin(name).1.pieces.len();
    assert!(lost("campaign_1864") > lost("campaign_1861"));
}

#[test]
fn strength_points_come_by_the_arithmetic_of_the_page() {
    let page = std::fs::read_to_string(format!("{}/docs/data/orders_of_battle.md", env!("CARGO_MANIFEST_DIR")))
        .expect("the page");
    let pack = Pack::shipped();
    let war = pack.scenario("campaign_1861").expect("the scenario");
    let mut all = BTreeMap::from([(Side::Union, 37), (Side::Confederate, 24)]);
    for turn in 1..=19 {
        let mut cells = Vec::new();
        for side in Side::BOTH {
            let due = war.arrivals(turn, side).expect("arrivals");
            let by: Vec<u8> = Track::ALL.iter().map(|track| due.sp.get(track).copied().unwrap_or(0)).collect();
            *all.get_mut(&side).expect("a side") += by.iter().map(|&sp| u32::from(sp)).sum::<u32>();
            let by: Vec<String> = by.iter().map(u8::to_string).collect();
            cells.push(format!("| {} | {} |", by.join(", "), all[&side]));
        }
        let line = page
            .lines()
            .find(|line| line.starts_with(&format!("| {turn} | {} |", war.period(turn).expect("a name"))))
            .unwrap_or_else(|| panic!("the page has no line for turn {turn}"));
        assert!(cells.iter().all(|cell| line.contains(cell.as_str())), "turn {turn}: {cells:?} in {line}");
        // A scenario that begins later receives the same.
        for (name, first, ..) in CAMPAIGNS {
            let later = pack.scenario(name).expect("the scenario");
            for side in Side::BOTH {
                let same = later.arrivals(turn, side).map(|due| &due.sp) == war.arrivals(turn, side).map(|due| &due.sp);
                assert_eq!(same, turn >= first, "{name} turn {turn}");
            }
        }
    }
    // 1,556,678 and 850,000 men, less a third, at 5,000 a point (10.0, CW-206).
    let points = |men: u32| men * 2 / 3 / 5_000;
    assert_eq!((all[&Side::Union], all[&Side::Confederate]), (points(1_556_678), points(850_000)));
    for (name, _, union, confederate) in CAMPAIGNS {
        let line = page.lines().find(|line| line.starts_with(&format!("| `{name}` |"))).expect("a line");
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        assert_eq!((cells[5], cells[10]), (&*union.to_string(), &*confederate.to_string()), "{name}");
    }
}

/// The cells of a row of a page's table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
fn the_page_of_the_orders_of_battle_tells_what_the_data_have() {
    let page = include_str!("../../docs/data/orders_of_battle.md");
    let pack = Pack::shipped();
    let war = pack.scenario("campaign_1861").expect("the scenario");
    let rows = || page.lines().filter(|line| line.starts_with('|')).map(cells);
    let number = |cell: &str| cell.parse::<i64>().unwrap_or_else(|_| panic!("no number: {cell}"));
    // For each return, the number by the measure and the number used up by then.
    let men = [(3, 527_204, 258_680), (8, 698_802, 304_015), (13, 611_250, 277_970), (18, 620_924, 196_016)];
    let mut before = [None; 2];
    let (mut used, mut came) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for (turn, union, confederate) in men {
        let row = rows().find(|row| row.len() == 10 && row[0] == turn.to_string()).expect("a row");
        for (side, (men, from)) in [(union, 3), (confederate, 7)].into_iter().enumerate() {
            // To the nearest point.
            let by_return = (men * 2 + 7_500) / 15_000;
            let (all, gone) = (number(row[from]), number(row[from + 2]));
            assert_eq!((number(row[from + 1]), gone), (by_return, all - by_return), "turn {turn}");
            if let Some((was, had)) = before[side].replace((gone, all)) {
                used[side].push((gone - was).to_string());
                came[side].push((all - had).to_string());
            }
            let written: String = men.to_string().chars().rev().collect();
            let written: Vec<String> =
                written.as_bytes().chunks(3).map(|part| part.iter().rev().map(|&c| char::from(c)).collect()).collect();
            let written = written.into_iter().rev().collect::<Vec<_>>().join(",");
            assert!(page.contains(&written), "no {written}");
        }
    }
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let listed = |list: &[String]| format!("{}, {} and {}", list[0], list[1], list[2]);
    for told in [
        format!("the war used up {} points of the Union's and {} of", listed(&used[0]), listed(&used[1])),
        format!("these years was {} points against {}:", listed(&came[0]), listed(&came[1])),
    ] {
        assert!(flat.contains(&told), "no '{told}'");
    }
    // By tracks, over all turns.
    let by_track = Side::BOTH.map(|side| {
        Track::ALL.map(|track| {
            let due = war.reinforcements.iter().filter_map(|entry| war.arrivals(entry.turn, side));
            due.filter_map(|due| due.sp.get(&track)).map(|&sp| u32::from(sp)).sum::<u32>()
        })
    });
    let ([e, w, t, d], [ce, cw, ct, cd]) = (by_track[0], by_track[1]);
    let told = format!(
        "Of the Union's {} points {e} are for the East, {w} for the West, {t} for the lands beyond the Mississippi, and {d} go \
         where they are wanted; of the Confederacy's {}, {ce}, {cw}, {ct} and {cd}.",
        e + w + t + d,
        ce + cw + ct + cd
    );
    assert!(flat.contains(&told), "no '{told}'");
    // The four starts, by theaters.
    for (name, ..) in CAMPAIGNS {
        let (_, game) = begin(name);
        let row = rows().find(|row| row[0] == format!("`{name}`")).expect("a row");
        for (side, from) in [(Side::Union, 1), (Side::Confederate, 6)] {
            for (n, theater) in Theater::ALL.into_iter().enumerate() {
                let groups = game.groups.values().filter(|group| group.side == side);
                let there = groups.filter(|group| pack.map.hex(group.hex).is_some_and(|data| data.theater == theater));
                let sp: u32 = there.map(|group| group.sp).sum();
                assert_eq!(number(row[from + n]), i64::from(sp), "{name}: {side} in the {theater:?}");
            }
        }
    }
    // Every ship on its turn.
    let ships = page.split("## Ships").nth(1).expect("the ships");
    for ship in pack.charts.ships.values() {
        let column = match (ship.kind, ship.side) {
            (ShipKind::Raider, _) => 4,
            (_, Side::Union) => 1,
            (_, Side::Confederate) => 3,
        };
        let turn = ship.enters.turn.to_string();
        let row = ships.lines().filter(|line| line.starts_with('|')).map(cells).find(|row| row[0] == turn);
        let with = if ship.with.is_empty() { String::new() } else { format!(" (with {})", ship.with.join(", ")) };
        let told = format!("{}{with}", ship.name);
        assert!(row.is_some_and(|row| row[column].contains(&told)), "{told} on turn {turn}");
    }
    // The leaders.
    let own: Vec<&Leader> = pack.leaders.values().filter(|leader| !leader.additional).collect();
    let counters: usize = own.iter().map(|leader| leader.counters.len()).sum();
    let told = format!("has {} men; {} of them, with {counters} rank counters,", pack.leaders.len(), own.len());
    assert!(flat.contains(&told), "no '{told}'");
}

#[test]
fn every_ship_and_leader_of_the_war_has_his_turn() {
    let pack = Pack::shipped();
    let war = pack.scenario("campaign_1861").expect("the scenario");
    for (at, entry) in war.reinforcements.iter().enumerate() {
        assert_eq!(usize::from(entry.turn), at + 1);
        for due in [&entry.union, &entry.confederate] {
            for leader in &due.leaders {
                assert_eq!(pack.leaders[leader].enters.as_ref().expect("a turn").turn, entry.turn, "{leader}");
            }
            for ship in &due.ships {
                assert_eq!(pack.charts.ships[ship].enters.turn, entry.turn, "{ship}");
            }
        }
    }
    let coming: usize = war.reinforcements.iter().map(|e| e.union.ships.len() + e.confederate.ships.len()).sum();
    assert_eq!(coming, pack.charts.ships.len());
    // Transports: all that the counters make, and no more (10.4).
    for kind in &pack.charts.transports {
        let all: u8 = war.reinforcements.iter().filter_map(|e| e.union.transports.get(&kind.waters)).sum();
        assert_eq!(all, kind.points);
    }
    // Ships lie in hexsides of water, and there are raiders at sea in 1863.
    let later = pack.scenario("campaign_1863").expect("the scenario");
    assert!(later.ships.iter().any(|squadron| squadron.at == Berth::AtSea && squadron.ships.contains(&id("alabama"))));
    assert!(later.ships.iter().any(|squadron| squadron.leaders.contains(&id("porter"))));
}

#[test]
fn a_wrong_campaign_is_found_out() {
    type Change = fn(&mut Value);
    let wrongs: [(&str, Change); 24] = [
        ("grant enters on turn 2", |s| {
            let leaders = &mut s["reinforcements"][2]["union"]["leaders"];
            leaders.as_array_mut().expect("leaders").push("grant".into());
            s["reinforcements"][1]["union"]["leaders"].as_array_mut().expect("leaders").retain(|l| l != "grant");
        }),
        ("grant is missing: he is neither set up, nor a reinforcement, nor lost", |s| {
            s["reinforcements"][1]["union"]["leaders"].as_array_mut().expect("leaders").retain(|l| l != "grant");
        }),
        ("hardee enters on turn 2", |s| s["setup"]["confederate"]["1916"]["leaders"] = json!(["polk", "hardee"])),
        ("virginia enters on turn 4", |s| {
            s["reinforcements"][2]["confederate"]["ships"] = json!(["virginia"]);
            s["reinforcements"][3]["confederate"]["ships"] = json!(["louisiana"]);
        }),
        ("virginia enters twice", |s| {
            s["reinforcements"][4]["confederate"]["ships"] = json!(["mississippi", "virginia"])
        }),
        ("monitor is missing: it is neither set up, nor a reinforcement, nor sunk", |s| {
            s["reinforcements"][3]["union"]["ships"] = json!(["benton"])
        }),
        ("there is no ship merrimack", |s| s["sunk"] = json!(["merrimack"])),
        ("monitor is on the other side", |s| {
            s["reinforcements"][3]["confederate"]["ships"] = json!(["virginia", "louisiana", "monitor"])
        }),
        ("only the Union has transports (8.1)", |s| {
            s["reinforcements"][3]["confederate"]["transports"] = json!({"river": 1})
        }),
        ("there are 13 transport points, but counters for only 12 (10.4)", |s| {
            s["reinforcements"][1]["union"]["transports"]["river"] = 3.into()
        }),
        ("there is no leader napoleon", |s| s["killed"] = json!(["napoleon"])),
        ("lyon: only three-star leaders can be removed (5.3.3)", |s| s["removed"] = json!(["lyon"])),
        ("virginia cannot join the confederate side", |s| {
            s["so_far"] = json!({"converted": {"virginia": "confederate"}, "source": {"reconstructed": "a test"}});
        }),
        ("this is outside the scenario", |s| s["victory"]["election"]["turn"] = 20.into()),
        ("no navigable water between 5206 and 5205 (8.3)", |s| {
            s["ships"] = json!([{"at": "5206/5205", "side": "union", "transports": {"river": 1}, "source": {"reconstructed": "a test"}}]);
        }),
        ("5109 is neither coast nor sea (8.3)", |s| {
            s["ships"] = json!([{"at": "5109", "side": "union", "transports": {"ocean": 1}, "source": {"reconstructed": "a test"}}]);
        }),
        ("monitor: only raiders are at sea, and they are nowhere else (8.1)", |s| {
            s["ships"] =
                json!([{"at": "at_sea", "side": "union", "ships": ["monitor"], "source": {"reconstructed": "a test"}}]);
        }),
        ("only commerce raiders are at sea (8.1)", |s| {
            s["ships"] = json!([{"at": "at_sea", "side": "union", "transports": {"ocean": 1}, "source": {"reconstructed": "a test"}}]);
        }),
        ("only the Union has a Naval Pool (10.4)", |s| {
            s["ships"] = json!([{"at": "naval_pool", "side": "confederate", "ships": ["virginia"], "source": {"reconstructed": "a test"}}]);
        }),
        ("monitor enters only on turn 4", |s| {
            s["ships"] = json!([{"at": "naval_pool", "side": "union", "ships": ["monitor"], "source": {"reconstructed": "a test"}}]);
        }),
        ("there is no hex 5999", |s| s["mississippi"] = json!(["5999"])),
        ("a track holds at most 19", |s| s["reinforcements"][0]["union"]["sp"]["east"] = 20.into()),
        ("there are more leaders than strength points and depots (6.2)", |s| {
            s["setup"]["union"]["1110"]["sp"] = 0.into()
        }),
        ("turn 19 has no name", |s| {
            s["calendar"].as_array_mut().expect("turns").pop();
        }),
    ];
    for (words, change) in wrongs {
        let mut files = Pack::shipped_files().clone();
        change(files.get_mut("scenarios/campaign_1861.yaml").expect("the file"));
        let problems = Pack::parse(&files).expect("understood").check();
        assert!(
            problems.iter().any(|p| p.message.contains(words)
                && p.path.as_deref().is_some_and(|path| path.starts_with("scenarios/campaign_1861.yaml"))),
            "{words}: {problems:?}"
        );
    }
    let mut files = Pack::shipped_files().clone();
    files.get_mut("scenarios/campaign_1861.yaml").expect("the file")["ships"] =
        json!([{"at": "5206/5109", "side": "union", "source": {"reconstructed": "a test"}}]);
    assert!(Pack::parse(&files).expect_err("refused").message.contains("are not adjacent"));
}

#[test]
fn every_campaign_can_be_begun() {
    // The first turn of each, as far as some dozen acts of random play go, with every invariant after every step.
    let game = random_civil_war::game();
    for (name, ..) in CAMPAIGNS {
        let mut table = game.setup(&id(name), &Map::new()).expect("the scenario");
        let (mut dice, mut player) = (random_civil_war::SeededDice::new(7), RandomPlayer::new(7));
        table.adjudicate(&[], &mut dice).expect("the start");
        for step in 0..14 {
            assert_eq!(table.invariants(), [], "{name} step {step}");
            let awaiting = table.awaiting();
            let side = awaiting.first().unwrap_or_else(|| panic!("{name}: nobody is asked")).side.clone();
            let plan = player.plan(table.as_ref(), &side).expect("something is asked");
            let acts: [(Id, Decision); 1] = [(side, plan.act)];
            table.adjudicate(&acts, &mut dice).unwrap_or_else(|problems| panic!("{name} step {step}: {problems:?}"));
        }
    }
}
