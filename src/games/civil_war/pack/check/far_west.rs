//! Checks the consistency of a pack's own Far West (19): what its entries name, and the board of both sheets.

use super::{Findings, Lazy};
use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::options::Options;
use crate::pack::far_west::FILE;
use crate::pack::{HexRange, Pack, Post, Scenario, Side, Terrain};
use crate::sorted::{SortedMap, SortedSet};
use crate::spelling::{instead, near, offered};

/// So many names are not listed.
const FEW: usize = 30;

impl Findings {
    /// A name that must be one of those known.
    fn known(&mut self, name: &Id, known: &[&str], path: impl Into<String>, kind: &str) {
        if known.contains(&name.as_str()) {
            return;
        }
        let problem = Problem::new(format!("there is no {kind} {name}")).in_path(path);
        let advice = match known.len() {
            0..FEW => instead(name.as_str(), known, &format!("the {kind}s are")),
            _ => offered(&near(name.as_str(), known.iter().copied()), &format!("name a {kind} of this pack")),
        };
        self.0.push(problem.advice(advice));
    }

    /// What must be otherwise, and how.
    fn advise(&mut self, holds: bool, path: impl Into<String>, message: impl Into<String>, advice: &str) {
        if !holds {
            self.0.push(Problem::new(message).in_path(path).advice(advice));
        }
    }
}

/// The place of an entry in the file.
fn at(place: impl std::fmt::Display) -> String {
    format!("{FILE}:{place}")
}

impl Pack {
    /// The pack's own file of the Far West.
    pub(super) fn check_far_west(&self, findings: &mut Findings) {
        if self.far_west.is_usual() || self.variant.far_west {
            return;
        }
        let mut both = Pack { variant: Options { far_west: true, ..self.variant }, ..self.clone() };
        both.join_far_west();
        let mut named = self.check_names_of_far_west(&both);
        if named.0.is_empty() {
            self.check_both_sheets(&both, findings);
        }
        findings.0.append(&mut named.0);
    }

    /// Whether the usual Far West fits a pack without a file of its own, whose map, leaders or scenarios may be others than
    /// those that the program ships. `both` is the pack of a match.
    ///
    /// # Errors
    /// It names what the pack does not have.
    pub fn fits_far_west(&self, both: &Pack) -> Result<(), Problem> {
        if !both.variant.far_west || !self.far_west.is_usual() {
            return Ok(());
        }
        match self.check_names_of_far_west(both).0.into_iter().next() {
            None => Ok(()),
            Some(lacks) => {
                let message = format!("the usual Far West does not fit this pack: {}", lacks.message);
                let problem = Problem::new(message).in_path("options.far_west").rule("CW-315");
                Err(problem.advice(format!("leave out `far_west`, or give the pack a {FILE} of its own")))
            }
        }
    }

    /// Everything that the file names is there.
    fn check_names_of_far_west(&self, both: &Pack) -> Findings {
        let mut findings = Findings(Vec::new());
        self.check_figures_of_far_west(&mut findings);
        self.check_sheet(&mut findings);
        self.check_leaders_of_the_west(&mut findings);
        both.check_western_units(&mut findings);
        both.check_setups(&mut findings);
        findings
    }

    /// Its hexes, and what lies in them.
    fn check_sheet(&self, findings: &mut Findings) {
        let west = &self.far_west;
        findings.name(&west.about, at("about"));
        findings.source(&west.source, at("source"));
        let states: Vec<&str> = self.map.states.keys().chain(west.states.keys()).map(Id::as_str).collect();
        let mut sheet: SortedMap<Hex, bool> = SortedMap::new();
        for (n, ground) in west.ground.iter().enumerate() {
            for (m, state) in ground.states.iter().enumerate() {
                findings.known(state, &states, at(format!("ground[{n}].states[{m}]")), "state");
            }
            for (m, hex) in hexes(&ground.hexes) {
                let path = Lazy(move || at(format!("ground[{n}].hexes[{m}]")));
                findings.advise(
                    hex.is_western(),
                    path,
                    Lazy(|| format!("{hex} is a hex of the main map")),
                    "write the columns of sheet B with the letter, as in B4530",
                );
                let first = sheet.insert(hex, !ground.states.is_empty()).is_none();
                findings.expect(first, path, Lazy(|| format!("{hex} is listed twice")));
            }
        }
        let lists = [("coastal", &west.coastal, true), ("inner", &west.inner, false)];
        for (list, runs, western) in lists {
            for (m, hex) in hexes(runs) {
                let lies = if western { sheet.get(&hex) == Some(&true) } else { self.map.hex(hex).is_some() };
                let place = Lazy(move || at(format!("{list}[{m}]")));
                let message = if western { "is not land on sheet B" } else { "is not on the main map" };
                findings.expect(lies, place, Lazy(|| format!("{hex} {message}")));
            }
        }
        for (n, desert) in west.deserts.iter().enumerate() {
            findings.name(&desert.name, Lazy(move || at(format!("deserts[{n}]"))));
            for (m, hex) in hexes(&desert.hexes) {
                let path = Lazy(move || at(format!("deserts[{n}].hexes[{m}]")));
                let land = sheet.get(&hex) == Some(&true);
                findings.expect(land, path, Lazy(|| format!("{hex} is not land on sheet B")));
            }
        }
        for hex in west.places.keys() {
            let path = Lazy(move || at(format!("places.{hex}")));
            let lies = sheet.contains_key(hex);
            let message = Lazy(|| format!("{hex} is not on sheet B"));
            findings.advise(lies, path, message, "add the hex to a list of `ground`");
        }
        for (hex, place) in &west.places {
            if let Some(city) = &place.city {
                findings.known(&city.state, &states, at(format!("places.{hex}.city.state")), "state");
            }
        }
        let lies = |hex: Hex| sheet.contains_key(&hex) || self.map.hex(hex).is_some();
        for (n, ridge) in west.hexsides.iter().enumerate() {
            for (m, &(a, b)) in ridge.between.iter().enumerate() {
                let path = Lazy(move || at(format!("hexsides[{n}].between[{m}]")));
                findings.expect(lies(a) && lies(b), path, "it is beside a hex that does not exist");
                findings.expect(a.adjacent(b), path, Lazy(|| format!("{a} and {b} are not adjacent")));
                let here = a.is_western() || b.is_western();
                findings.expect(here, path, "it lies on the main map, which has hexsides of its own");
            }
        }
        let mut bases: SortedSet<(Hex, Side)> = SortedSet::new();
        for (n, base) in west.bases.iter().enumerate() {
            let (hex, path) = (base.hex, Lazy(move || at(format!("bases[{n}].hex"))));
            findings.source(&base.source, path);
            findings.name(&base.to, Lazy(move || at(format!("bases[{n}].to"))));
            findings.expect(sheet.get(&hex) == Some(&true), path, Lazy(|| format!("{hex} is not land on sheet B")));
            findings.expect(bases.insert((hex, base.side)), path, Lazy(|| format!("{hex} is listed twice")));
        }
        findings.source(&west.desert.source, at("desert"));
    }

    /// Its leaders have ids of their own.
    fn check_leaders_of_the_west(&self, findings: &mut Findings) {
        let mut seen: SortedSet<&Id> = SortedSet::new();
        for (n, leader) in self.far_west.leaders.iter().enumerate() {
            let path = Lazy(move || at(format!("leaders[{n}].id")));
            findings.advise(
                !self.leaders.contains_key(&leader.id),
                path,
                Lazy(|| format!("{} is already in leaders.yaml", leader.id)),
                "give one of the two another id, or take him out of this file",
            );
            findings.advise(
                leader.additional,
                path,
                Lazy(|| format!("{} is not marked as additional", leader.id)),
                "add `additional: true`: no scenario of leaders.yaml has to bring him",
            );
            findings.expect(seen.insert(&leader.id), path, Lazy(|| format!("{} is listed twice", leader.id)));
        }
    }

    /// On the board of both sheets: whose counters go where, and the tribes.
    fn check_western_units(&self, findings: &mut Findings) {
        let west = &self.far_west;
        let states: Vec<&str> = self.map.states.keys().map(Id::as_str).collect();
        let leaders: Vec<&str> = self.leaders.keys().map(Id::as_str).collect();
        for (unit, counter) in &west.counters {
            let path = at(format!("counters.{}", unit.as_str()));
            findings.source(&counter.source, path.clone());
            for (n, state) in counter.home.iter().enumerate() {
                findings.known(state, &states, format!("{path}.home[{n}]"), "state");
            }
            for (n, leader) in counter.with.iter().enumerate() {
                self.check_leader(leader, &leaders, format!("{path}.with[{n}]"), findings);
            }
        }
        let tribes = &west.tribes;
        findings.source(&tribes.source, at("tribes"));
        let mut homes: SortedMap<Hex, &Id> = SortedMap::new();
        for (tribe, &hex) in &tribes.homes {
            let path = Lazy(|| at(format!("tribes.homes.{tribe}")));
            findings.expect(self.is_land(hex), path, Lazy(|| format!("{hex} is not land on the map")));
            if let Some(other) = homes.insert(hex, tribe) {
                findings.expect(false, path, format!("the {other} live in {hex} already"));
            }
        }
    }

    /// A leader of that id, without a rank.
    fn check_leader(&self, leader: &Id, known: &[&str], path: String, findings: &mut Findings) {
        match self.named_counter(leader) {
            Some((found, _)) if found.id != *leader => findings.advise(
                false,
                path,
                format!("{leader} is one of the counters of {}", found.id),
                "leave out the rank",
            ),
            Some(_) => {}
            None => findings.known(leader, known, path, "leader"),
        }
    }

    fn is_land(&self, hex: Hex) -> bool {
        self.map.hex(hex).is_some_and(|data| data.terrain != Terrain::AllSea)
    }

    /// On the board of both sheets: what stands where at the start, and what arrives.
    fn check_setups(&self, findings: &mut Findings) {
        let west = &self.far_west;
        let whole: Vec<&str> =
            self.scenarios.values().filter(|scenario| scenario.ground.is_none()).map(|one| one.id.as_str()).collect();
        for (id, setup) in &west.setups {
            let path = at(format!("setups.{id}"));
            findings.source(&setup.source, path.clone());
            match self.scenarios.get(id) {
                Some(scenario) if scenario.ground.is_some() => findings.advise(
                    false,
                    path,
                    format!(
                        "{} is played on a part of the main map, to which the Far West is not joined",
                        scenario.title
                    ),
                    &format!("the scenarios of the whole war are {}", whole.join(", ")),
                ),
                Some(scenario) => {
                    let mut sides: SortedMap<Hex, Side> = SortedMap::new();
                    let mut seen = self.set_up(scenario);
                    for (n, post) in setup.at.iter().enumerate() {
                        let path = at(format!("setups.{id}.at[{n}]"));
                        self.check_post(post, &path, &mut seen, findings);
                        let both = *sides.entry(post.hex).or_insert(post.side) != post.side;
                        findings.expect(!both, format!("{path}.hex"), "both sides are there");
                        let strength: u32 = post.units().map(|(_, sp)| sp).sum();
                        findings.expect(
                            post.leaders.len() as u32 <= strength + u32::from(post.depot),
                            format!("{path}.leaders"),
                            "there are more leaders than strength points and depots (6.2)",
                        );
                        findings.advise(
                            !post.depot || self.holds_depot(post.hex, scenario),
                            format!("{path}.depot"),
                            "a depot must be in a city or a stockade (9.2)",
                            "leave it out, or give the hex a `city` or a stockade under `places`",
                        );
                    }
                }
                None => findings.known(id, &whole, path, "scenario"),
            }
        }
        let mut seen: SortedSet<Id> = SortedSet::new();
        let last = self.charts.last_turn();
        for (n, arrival) in west.arrivals.iter().enumerate() {
            let path = at(format!("arrivals[{n}]"));
            findings.source(&arrival.source, path.clone());
            let message = Lazy(|| format!("there is no turn {}", arrival.turn));
            let advice = format!("give a turn from 2 to {last}: what is there on turn 1 belongs under `setups`");
            findings.advise((2..=last).contains(&arrival.turn), format!("{path}.turn"), message, &advice);
            for (m, post) in arrival.at.iter().enumerate() {
                let path = format!("{path}.at[{m}]");
                self.check_post(post, &path, &mut seen, findings);
                findings.advise(
                    !post.depot && !post.controls,
                    path,
                    "depots and Control markers do not arrive",
                    "leave out `depot` and `controls`",
                );
            }
        }
    }

    /// The leaders that a scenario itself sets up.
    fn set_up(&self, scenario: &Scenario) -> SortedSet<Id> {
        let there = Side::BOTH.into_iter().flat_map(|side| scenario.start(side).values());
        let named = there.flat_map(|garrison| &garrison.leaders);
        named.filter_map(|name| Some(self.named_counter(name)?.0.id.clone())).collect()
    }

    /// What a side has or gets in one hex.
    fn check_post(&self, post: &Post, path: &str, seen: &mut SortedSet<Id>, findings: &mut Findings) {
        let hex = post.hex;
        findings.expect(self.is_land(hex), format!("{path}.hex"), Lazy(|| format!("{hex} is not land on the map")));
        let something = post.units().next().is_some() || !post.leaders.is_empty() || post.depot || post.controls;
        findings.advise(
            something,
            path,
            "nothing is there",
            "give it `sp`, `texas_ranger`, `civilized_indian` or `leaders`, or take the entry out",
        );
        let known: Vec<&str> = self.leaders.keys().map(Id::as_str).collect();
        for (n, name) in post.leaders.iter().enumerate() {
            let path = format!("{path}.leaders[{n}]");
            let Some((leader, _)) = self.named_counter(name) else {
                findings.known(name, &known, path, "leader");
                continue;
            };
            let other = leader.side != post.side;
            findings.expect(!other, path.clone(), Lazy(|| format!("{name} is on the other side")));
            findings.expect(seen.insert(leader.id.clone()), path, Lazy(|| format!("{} enters twice", leader.id)));
        }
    }

    /// The board of both sheets must be as sound as the main map (CW-315). What is wrong is told at the entry of this
    /// file that it comes from.
    fn check_both_sheets(&self, both: &Pack, findings: &mut Findings) {
        let mut joined = Findings(Vec::new());
        both.check_map(&mut joined);
        both.check_places(&mut joined);
        both.check_figures(&mut joined);
        both.check_leaders(&mut joined);
        for problem in joined.0 {
            if !findings.0.contains(&problem) {
                let path = self.place_in_file(problem.path.as_deref().unwrap_or_default());
                findings.0.push(problem.in_path(path));
            }
        }
    }

    /// The entry of this file that a place in another file of the joined pack comes from, if it comes from one.
    fn place_in_file(&self, place: &str) -> String {
        let west = &self.far_west;
        let (file, entry) = place.split_once(':').unwrap_or((place, ""));
        let after = |list: &str| entry.strip_prefix(list).map(|rest| rest.split(['.', ' ']).next().unwrap_or(rest));
        if let Some(hex) = after("hexes.").and_then(|hex| hex.parse::<Hex>().ok()).filter(|hex| hex.is_western()) {
            let mut listed = west.ground.iter().enumerate();
            let found = listed.find_map(|(n, ground)| {
                let run = ground.hexes.iter().position(|run| run.contains(hex))?;
                Some(format!("ground[{n}].hexes[{run}]"))
            });
            return match (west.places.contains_key(&hex), found) {
                (true, _) => at(format!("places.{hex}")),
                (false, Some(found)) => at(found),
                (false, None) => place.to_owned(),
            };
        }
        let is_leader = file == "leaders.yaml" && west.leaders.iter().any(|one| after("") == Some(one.id.as_str()));
        let is_state = after("states.").is_some_and(|id| west.states.keys().any(|own| own.as_str() == id));
        let is_side = entry.starts_with("hexsides ") && entry.contains('B');
        match () {
            () if is_leader => at(format!("leaders {entry}")),
            () if is_state || is_side => at(entry),
            () if entry == "terrain desert" => at("desert"),
            () => place.to_owned(),
        }
    }
}

/// The hexes of some runs, each with the number of its run.
fn hexes(runs: &[HexRange]) -> impl Iterator<Item = (usize, Hex)> {
    runs.iter().enumerate().flat_map(|(n, run)| run.hexes().map(move |hex| (n, hex)))
}
