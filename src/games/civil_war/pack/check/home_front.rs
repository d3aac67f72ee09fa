//! Checks the consistency of the charts for the war at home with what scenarios say about it (9.4).

use super::{Findings, Lazy};
use crate::pack::{Pack, Scenario};

impl Pack {
    /// The Blockade Table and the Supply Loss Schedule: more port points and a lower percentage never bring in less,
    /// and nothing comes in that no port takes.
    pub(super) fn check_home(&self, findings: &mut Findings) {
        let charts = &self.charts;
        if let Some(table) = &charts.blockade {
            let path = "charts.yaml:blockade";
            findings.source(&table.source, path);
            let rising =
                |numbers: Vec<u8>| numbers.first() == Some(&0) && numbers.windows(2).all(|pair| pair[0] < pair[1]);
            findings.expect(rising(table.percents.clone()), path, "the percentages must rise from 0");
            let ports: Vec<u8> = table.rows.iter().map(|row| row.ports).collect();
            findings.expect(rising(ports), path, "the port points of the rows must rise from 0");
            for row in &table.rows {
                let path = format!("{path} {}", row.ports);
                findings.expect(
                    row.imports.len() == table.percents.len(),
                    path.clone(),
                    "there must be one number for each percentage",
                );
                let falls = row.imports.windows(2).all(|pair| pair[0] >= pair[1]);
                findings.expect(falls, path.clone(), "a higher percentage must not bring in more");
                findings.expect(
                    row.imports.iter().all(|&imports| imports <= row.ports),
                    path,
                    "more comes in than the ports can take",
                );
            }
            for pair in table.rows.windows(2) {
                let rises = pair[0].imports.iter().zip(&pair[1].imports).all(|(less, more)| less <= more);
                findings.expect(rises, format!("{path} {}", pair[1].ports), "more port points must not bring in less");
            }
        }
        for line in &charts.supply_loss {
            findings.source(&line.source, format!("charts.yaml:supply_loss {}", line.at_most));
        }
        let falling = charts.supply_loss.windows(2).all(|pair| pair[0].at_most > pair[1].at_most);
        findings.expect(falling, "charts.yaml:supply_loss", "the totals must fall from line to line");
        if let Some(texas) = &charts.texas {
            findings.source(&texas.source, "charts.yaml:texas");
        }
        for (id, state) in self.map.states.iter().filter(|(_, state)| state.whole) {
            let counts = self
                .map
                .hexes()
                .any(|(_, data)| data.city.as_ref().is_some_and(|city| city.state == *id && city.vp > 0));
            findings.expect(
                counts,
                Lazy(|| format!("map.yaml:states.{id}")),
                Lazy(|| format!("{} has no city with victory points", state.name)),
            );
        }
        for (hex, data) in self.map.hexes() {
            let path = Lazy(move || format!("map.yaml:hexes.{hex}.site"));
            if let Some(site) = &data.site {
                findings.name(&site.name, path);
                findings.expect(data.states.contains(&site.state), path, "the site is in another state");
            }
        }
    }

    /// What a scenario says about the Mississippi and about areas off its map.
    pub(super) fn check_home_of(&self, scenario: &Scenario, findings: &mut Findings) {
        let file = format!("scenarios/{}.yaml", scenario.id);
        for &hex in &scenario.mississippi {
            let city = self.map.hex(hex).is_some_and(|data| data.city.is_some());
            findings.expect(city, format!("{file}:mississippi"), format!("there is no city in {hex}"));
        }
        let Some(home) = &scenario.home_front else { return };
        let path = format!("{file}:home_front");
        let on_the_ground: u32 = self.ports(home).values().map(|port| u32::from(port.points)).sum();
        let most = self.charts.blockade.as_ref().map_or(0, |table| table.most());
        findings.expect(
            on_the_ground + u32::from(home.ports_elsewhere) <= most,
            path.clone(),
            format!("the Blockade Table ends at {most} port points"),
        );
        let texas = self.charts.texas.as_ref().filter(|_| !scenario.mississippi.is_empty());
        let (production, ports) = texas.map_or((0, 0), |texas| (texas.production, texas.ports));
        let parts = [
            ("production_elsewhere", home.production_elsewhere, home.production_trans_mississippi, production),
            ("ports_elsewhere", home.ports_elsewhere, home.ports_trans_mississippi, ports),
        ];
        for (field, all, beyond, texas) in parts {
            findings.expect(
                // On the whole map Texas beyond it is in no total before the river is lost (CW-181).
                all == 0 && beyond == 0 || u32::from(beyond) + u32::from(texas) <= u32::from(all),
                format!("{path}.{field}"),
                "the Trans-Mississippi, with Texas, must be one of the parts that are off this map",
            );
        }
    }
}
