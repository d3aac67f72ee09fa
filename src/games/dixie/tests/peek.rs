mod table;
use adjutant_core::engine::Ruleset;
use adjutant_core::session::selfplay::{Player, SelfPlay};
use dixie::Dixie;
use serde_json::{Value, json};
#[test]
fn peek() {
    let var = |n: &str, d: &str| std::env::var(n).unwrap_or(d.to_owned());
    let scenario = var("SC", "first_bull_run");
    let seed: u64 = var("SEED", "0").parse().unwrap();
    let opts: Value = serde_json::from_str(&var("OPT", "{}")).unwrap();
    let full = var("FULL", "0") == "1";
    let sides = Dixie::shipped().sides();
    let set = dixie::pack::PACK.typed();
    let ed = match scenario.as_str() {
        "first_bull_run" => dixie::pack::Edition::BullRun,
        "shiloh" => dixie::pack::Edition::Shiloh,
        _ => dixie::pack::Edition::Gettysburg,
    };
    let set = set.set(ed).clone();
    let mut play = SelfPlay::new(table::table(&scenario, &opts), &sides, seed);
    let mut players = [Player::sensible(seed), Player::sensible(seed + 1000)];
    let mut last = 0;
    let mut look = |t: &dyn adjutant_core::session::Session, events: &[Value]| {
        let g = &t.position()["game"];
        for e in events {
            let n = e["event"].as_str().unwrap_or("");
            if ["ended", "captured", "eliminated", "reinforced", "melee", "night", "day_ends", "sharpshot", "special"]
                .contains(&n)
            {
                println!("    {n} {} {} {}", e["side"], e["card"], e["place"]);
            }
            if n == "fired" {
                println!(
                    "    fired {} {} {} at {} {} hits {}",
                    e["side"], e["range"], e["card"], e["at"], e["dice"], e["hits"]
                );
            }
            if n == "moved" {
                println!("    moved {} {} {}->{}", e["side"], e["card"], e["from"], e["to"]);
            }
        }
        let turn = g["turn"].as_u64().unwrap();
        if turn != last || full {
            last = turn;
            println!("turn {turn} day {} to move {} quiet {}", g["day"], g["side"], g["quiet"]);
            for side in &sides {
                let own = t.own(side).unwrap().cards();
                let p = |n: &str| own.piles.get(n).map_or(0, Vec::len);
                let troops = own
                    .seen("hand")
                    .iter()
                    .filter(|c| set.card(dixie::side::Side::named(side).unwrap(), c).is_some_and(|c| c.kind.is_troop()))
                    .count();
                print!("  {side}: hand {} ({troops} troops) deck {}", p("hand"), p("deck"));
            }
            println!();
            for (place, pos) in g["places"].as_object().unwrap() {
                let mut s = String::new();
                for side in &sides {
                    let own = t.own(side).unwrap().cards();
                    let sd = dixie::side::Side::named(side).unwrap();
                    let cards: Vec<String> = pos["cards"][side.as_str()]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|c| {
                            let id = c["card"].as_str().unwrap();
                            let name = id.parse().ok().and_then(|i| own.laid.get(&i).cloned());
                            let down = name.is_some();
                            let name =
                                name.unwrap_or_else(|| t.cards().unwrap().face(side, id).unwrap_or(id).to_owned());
                            let d = set.card(sd, &name);
                            d.map_or(name.clone(), |d| match d.kind {
                                dixie::pack::Kind::General => format!("G{}/{}+{}", d.attack, d.defense, d.stacking),
                                k => format!(
                                    "{}{}{}{}{}",
                                    if down { "(" } else { "" },
                                    &format!("{k:?}")[..1],
                                    d.cv,
                                    d.morale.map_or(String::new(), |m| format!("{m:?}")),
                                    if c["hits"].is_null() { String::new() } else { format!("!{}", c["hits"]) }
                                ),
                            })
                        })
                        .collect();
                    s += &format!(" {side}[{}]", cards.join(" "));
                }
                let ter: Vec<String> = pos["terrain"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|x| x["card"].as_str().unwrap_or("").to_owned())
                    .collect();
                println!("    {place:13} def {} {s} {}", pos["defender"], ter.join(","));
            }
        }
    };
    let over = play.run(&sides, &mut players, 400, &mut look);
    println!("{over:?}");
}

#[test]
fn tally() {
    let var = |n: &str, d: &str| std::env::var(n).unwrap_or(d.to_owned());
    let opts: Value = serde_json::from_str(&var("OPT", "{}")).unwrap();
    let n: u64 = var("N", "200").parse().unwrap();
    let players = |seed| [Player::sensible(seed), Player::sensible(seed + 1_000)];
    let count = table::matches((&var("SC", "gettysburg"), &opts), table::Mode::InAdvance, 0..n, 400, &players);
    println!("{count}");
}
