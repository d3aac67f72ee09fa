//! Hundreds of whole campaigns with the sensible player on both sides: how they end, what is captured and lost, turn by
//! turn, and everything that must never happen.
//!
//! `cargo bench --bench campaigns -- --count 100 --scenario campaign_1861 --first 0 --invariants`; `--turns 3` ends
//! each match after that many turns, `--cores 1` limits the number of cores, `--options far_west,attrition` plays with
//! optional rules. A match is determined by its number: `--first 17
//! --count 1` plays match 17 again. Exits with 1 if anything happened that must not.

#[path = "../tests/support/campaign.rs"]
mod campaign;
#[path = "../tests/support/campaign_summary.rs"]
mod campaign_summary;

use std::process::ExitCode;
use std::time::Instant;

use campaign::Setting;

/// The options given on the command line.
struct Asked {
    count: u64,
    first: u64,
    cores: usize,
    setting: Setting,
}

fn asked() -> Result<Asked, String> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut asked = Asked { count: 10, first: 0, cores, setting: Setting::new("campaign_1861") };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = |name: &str| -> Result<u64, String> {
            let value = words.next().ok_or(format!("{name} needs a number"))?;
            value.parse().map_err(|_| format!("{name} needs a number, not '{value}'"))
        };
        match word.as_str() {
            // Cargo says so itself.
            "--bench" => {}
            "--count" => asked.count = number("--count")?,
            "--first" => asked.first = number("--first")?,
            "--turns" => asked.setting.turns = Some(number("--turns")?),
            "--most" => asked.setting.most = number("--most")?,
            "--cores" => asked.cores = number("--cores")?.max(1) as usize,
            "--invariants" => asked.setting.invariants = 1,
            "--options" => {
                let names = words.next().ok_or("--options needs names")?;
                asked.setting.options = names.split(',').map(|name| (name.to_owned(), true.into())).collect();
            }
            "--scenario" => asked.setting.scenario = words.next().ok_or("--scenario needs a name")?,
            other => {
                return Err(format!(
                    "what is '{other}'? There are --count, --first, --scenario, --options, --turns, --most, --cores and --invariants"
                ));
            }
        }
    }
    Ok(asked)
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(said) => {
            eprintln!("{said}");
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    let numbers = asked.first..asked.first + asked.count;
    let mut faults = 0;
    let all = campaign::play_all(&asked.setting, numbers, asked.cores, |played| {
        println!("{}", played.line());
        for fault in &played.faults {
            println!("{fault}");
            faults += 1;
        }
    });
    println!("\n{}", campaign_summary::summary(&asked.setting.scenario, &all));
    println!("{:.0} seconds on {} cores; {faults} faults", started.elapsed().as_secs_f64(), asked.cores);
    ExitCode::from(u8::from(faults > 0))
}
