//! The part of an army or force that reacts, as an answer names it (12.3.8, 12.3.14, 12.3.15, 21.9).

use super::{Reactions, reactor};
use crate::board::Hex;
use crate::orders::Go;
use crate::pack::Side;
use crate::position::force::force_hex;
use crate::position::ledger::{Game, Piece, is_naval};
use crate::present::{leader_name, plural, reacting};
use crate::{CivilWar, leaders::army, leaders::leader_limits, movement::sp_limit};

/// The part of an army that reacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    pub sp: u32,
    pub leaders: Vec<Piece>,
    /// The army itself goes, with its commander; or the force with its ranking leader.
    pub is_whole_army: bool,
}

impl Reactions {
    /// What an answer leads to: who goes, and with how many strength points; or why they may not, and the rule.
    ///
    /// # Errors
    /// The reason.
    pub fn party(&self, rules: &CivilWar, game: &Game, go: &Go) -> Result<Party, (String, &'static str)> {
        let side = self.side.other();
        let Some(one) = self.tries.get(self.at) else { return Err(("nobody reacts now".to_owned(), "12.3.8")) };
        let army = &one.army;
        let Some(at) = reactor::hex_of(game, army) else {
            return Err((format!("{} is not there any more", reacting(army)), "12.1.3"));
        };
        let is_army = force_hex(army).is_none();
        let own = one.sp(game);
        let all = one.leaders(rules, game);
        let commander = one.head(rules, game);
        let party = match &go.leader {
            Some(leader) => {
                let Some(piece) = all.iter().find(|piece| piece.leader == *leader).cloned() else {
                    return Err((
                        format!("{} is not with {}", leader_name(&rules.pack, leader), army::army_name(rules, army)),
                        "12.3.14",
                    ));
                };
                if is_army && Some(&piece) == commander.as_ref() {
                    return Err((
                        format!(
                            "{} commands the army: he goes with all of it or stays",
                            leader_name(&rules.pack, leader)
                        ),
                        "5.3.1",
                    ));
                }
                if is_naval(&rules.pack, &piece) {
                    return Err((
                        format!(
                            "{} is a naval leader, and never commands strength points on land",
                            leader_name(&rules.pack, leader)
                        ),
                        "8.2.4",
                    ));
                }
                let limit = sp_limit(rules, &piece);
                let sp = go.sp.unwrap_or(limit.min(own.saturating_sub(u32::from(is_army))));
                if sp > limit {
                    return Err((
                        format!(
                            "{} moves at most {}",
                            leader_name(&rules.pack, leader),
                            plural(limit, "strength point")
                        ),
                        "12.3.14",
                    ));
                }
                if !is_army {
                    if sp > own {
                        let whose = format!("{} has {}", army::army_name(rules, army), plural(own, "strength point"));
                        return Err((whose, "21.9"));
                    }
                    check_left(game, side, at, sp, all.len().saturating_sub(1))?;
                } else if sp >= own {
                    let message = format!(
                        "{} has {}, and at least one must stay with it",
                        army::army_name(rules, army),
                        plural(own, "strength point")
                    );
                    return Err((message, "12.1.3"));
                }
                if !go.leave.is_empty() {
                    let whole = reacting(army);
                    return Err((format!("no other leader goes with a part of {whole}: remove `leave`"), "12.3.14"));
                }
                Party { sp, leaders: vec![piece], is_whole_army: false }
            }
            None => {
                let most = one.most(rules, game);
                let sp = go.sp.unwrap_or(most);
                if sp <= own && sp > most {
                    let name = commander.as_ref().map_or("", |piece| leader_name(&rules.pack, &piece.leader));
                    return Err((format!("{name} moves at most {}", plural(most, "strength point")), "12.3.14"));
                }
                if sp > own {
                    return Err((
                        format!("{} has {}", army::army_name(rules, army), plural(own, "strength point")),
                        "12.3.8",
                    ));
                }
                for leader in &go.leave {
                    match all.iter().find(|piece| piece.leader == *leader) {
                        None => {
                            return Err((
                                format!(
                                    "{} is not with {}",
                                    leader_name(&rules.pack, leader),
                                    army::army_name(rules, army)
                                ),
                                "12.3.15",
                            ));
                        }
                        Some(piece) if Some(piece) == commander.as_ref() => {
                            let led = if is_army { "commands the army" } else { "leads the force" };
                            return Err((
                                format!("{} {led} and must go with it", leader_name(&rules.pack, leader)),
                                if is_army { "5.3.1" } else { "21.9" },
                            ));
                        }
                        Some(_) => {}
                    }
                }
                let (stay, leaders): (Vec<Piece>, Vec<Piece>) =
                    all.into_iter().partition(|piece| go.leave.contains(&piece.leader));
                check_left(game, side, at, sp, stay.len())?;
                Party { sp, leaders, is_whole_army: true }
            }
        };
        if party.sp == 0 {
            return Err(("no strength points would go".to_owned(), "12.3.8"));
        }
        if !go.to.adjacent(at) {
            return Err((format!("{} is not adjacent to {at}", go.to), "12.3.8"));
        }
        if !self.open(rules, game, at, go.to, side, party.sp) {
            return Err(self.why_closed(rules, game, at, go.to));
        }
        Ok(party)
    }
}

/// That leaders who stay behind have strength points or a depot to stay with.
fn check_left(game: &Game, side: Side, at: Hex, sp: u32, leaders: usize) -> Result<(), (String, &'static str)> {
    let left = leader_limits::leader_capacity(game, side, at).saturating_sub(sp);
    if leaders <= left as usize {
        return Ok(());
    }
    let message = format!(
        "{} would be left with {}",
        plural(leaders as u32, "leader"),
        leader_limits::units_left(game, side, at, sp)
    );
    Err((message, "CW-52"))
}
