//! The check of a `sail` order (8.2 to 8.4, 8.8): who commands which ships, what they carry, where they go.

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Cx, Events};

use super::super::events::Event;
use super::super::force::Force;
use super::super::ledger::{Game, Hulls, Piece, Place, Points, Squadron, by_command, is_naval, side_of};
use super::super::orders::Sail;
use super::super::pack::{Side, Station, Waters};
use super::super::pay::{self, Purse};
use super::super::present::{leader_name, plural, there_are};
use super::super::{CivilWar, Frame, army, homefront, movement, supply, territory};
use super::voyage::{Stage, Voyage};
use super::way::{self, Guns};

/// What a `sail` order comes to, once nothing speaks against it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who commands the ships.
    pub leader: Option<Piece>,
    pub from: Station,
    pub hulls: Hulls,
    /// Naval leaders who go along besides him.
    pub escorts: Vec<Piece>,
    /// Where what they carry is taken on board.
    pub loaded: Option<Hex>,
    /// Strength points carried.
    pub sp: u32,
    /// Ground leaders on board, one who commands the ships among them, the highest first.
    pub aboard: Vec<Piece>,
    /// The stations that they enter.
    pub way: Vec<Station>,
    pub supplied: bool,
    pub paid: Points,
}

impl Plan {
    /// Where the ships end their way.
    pub fn end(&self) -> Station {
        self.way.last().copied().unwrap_or(self.from)
    }

    /// Whether anybody is on board.
    pub fn carries(&self) -> bool {
        self.sp > 0 || !self.aboard.is_empty()
    }
}

/// Begins a `sail` order of the phasing side (8.3.5): pays for it, takes on board what the ships carry, and sets them on
/// their way.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn sail(rules: &CivilWar, cx: Cx<'_, CivilWar>, side: Side, order: &Sail) -> Result<Option<Frame>, Vec<Problem>> {
    let Cx { game, events, .. } = cx;
    let plan = check(rules, game, side, order)?;
    Ok(Some(Frame::Voyage(depart(rules, game, events, side, order, plan))))
}

/// Pays for a voyage, takes on board what the ships carry, and sets them on their way.
pub(super) fn depart(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Sail,
    plan: Plan,
) -> Voyage {
    pay::charge(game, events, rule_of(rules, &plan), side, plan.paid.clone());
    let voyage = set_out(rules, game, side, order, &plan);
    let Plan { leader, from, hulls, way, sp, .. } = plan;
    let aboard = plan.aboard.into_iter().chain(plan.escorts).collect();
    events.emit("8.3.5", &Event::Sailed { side, leader, hulls, from, way, sp, aboard });
    voyage
}

/// The rule that sets the price of a voyage.
fn rule_of(rules: &CivilWar, plan: &Plan) -> &'static str {
    match &plan.leader {
        None => "8.4.4a",
        Some(piece) if is_naval(&rules.pack, piece) => "8.4.6",
        Some(_) => "8.4.7",
    }
}

/// Sets ships apart from what else lies there, and who goes on board from the rest of his hex.
pub(super) fn set_out(rules: &CivilWar, game: &mut Game, side: Side, order: &Sail, plan: &Plan) -> Voyage {
    let Plan { leader, from, hulls, escorts, loaded, sp, aboard, way, supplied, .. } = plan;
    let wanted: Vec<Hex> = order.depot.into_iter().collect();
    let depot = match loaded {
        Some(hex) if *sp > 0 => {
            supply::in_combat(rules, game, *hex, side, None, &wanted).and_then(|supply| supply.depot)
        }
        _ => None,
    };
    game.tidy();
    let mut left = hulls.clone();
    for squadron in game.squadrons.values_mut() {
        if squadron.at == *from && squadron.side == side && !squadron.moved {
            let part = left.within(&squadron.hulls);
            squadron.hulls.part(&part);
            left.part(&part);
        }
    }
    let fleet = game.add_squadron(Squadron { side, at: *from, hulls: hulls.clone(), moved: true, sailing: true });
    for piece in leader.iter().chain(escorts).filter(|piece| is_naval(&rules.pack, piece)) {
        game.pieces.insert(piece.clone(), Place::Afloat { at: *from, moved: true, sailing: true });
    }
    let cargo = loaded.filter(|_| plan.carries()).map(|hex| {
        let groups = movement::take(game, side, hex, *sp, aboard.first(), &[]);
        for piece in aboard {
            if let Some(Place::Map { moved, army, marching, .. }) = game.pieces.get_mut(piece) {
                (*moved, *army, *marching) = (true, None, true);
            }
        }
        let mut leaders = aboard.iter().cloned();
        let leader = leaders.next();
        Force { side, leader, others: leaders.collect(), groups, armies: Vec::new() }
    });
    game.tidy();
    Voyage {
        side,
        fleet,
        leader: leader.clone(),
        cargo,
        loaded: *loaded,
        supplied: *supplied,
        depot,
        way: way.clone(),
        wake: Vec::new(),
        drop: order.drop.clone(),
        land: order.land,
        stage: Stage::Under,
        crew: leader.iter().chain(escorts).filter(|piece| is_naval(&rules.pack, piece)).cloned().collect(),
        shot_at: Vec::new(),
        checked: false,
        braved: false,
        lifted: false,
        attack: None,
    }
}

/// Whether the rules allow a `sail` order now.
///
/// # Errors
/// Every reason why they do not; paths begin with `sail`.
pub fn check(rules: &CivilWar, game: &Game, side: Side, order: &Sail) -> Result<Plan, Vec<Problem>> {
    check_with(rules, game, side, order, &Guns::new(rules, game, side))
}

/// [`check`], knowing the enemy's guns.
pub(super) fn check_with(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    guns: &Guns<'_>,
) -> Result<Plan, Vec<Problem>> {
    check_before(rules, game, side, order, guns, None)
}

/// [`check_with`] for ships that may end their way before a hex that a ground force attacks with them (8.9).
pub(super) fn check_before(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    guns: &Guns<'_>,
    target: Option<Hex>,
) -> Result<Plan, Vec<Problem>> {
    let mut problems = Vec::new();
    let Some((leader, from)) = commander(rules, game, side, order, &mut problems) else { return Err(problems) };
    let Some(hulls) = ships(rules, game, side, order, leader.as_ref(), from, &mut problems) else {
        return Err(problems);
    };
    let naval = leader.as_ref().is_some_and(|piece| is_naval(&rules.pack, piece));
    let mut plan = Plan {
        leader,
        from,
        hulls,
        escorts: Vec::new(),
        loaded: None,
        sp: 0,
        aboard: Vec::new(),
        way: Vec::new(),
        supplied: true,
        paid: Points::new(),
    };
    load(rules, game, side, order, naval, &mut plan, &mut problems);
    check_command(rules, naval, &plan, &mut problems);
    stay_behind(rules, game, side, &plan, &mut problems);
    match way::route(rules, guns, &plan.hulls, from, &order.to) {
        Ok(way) => plan.way = way,
        Err((n, problem)) => {
            problems.push(problem.in_path(format!("sail.to[{n}]")));
            return Err(problems);
        }
    }
    if order.to.is_empty() && order.land.is_none() && target.is_none() {
        let problem = Problem::new("it is not said where the ships go").in_path("sail.to").rule("8.3.5");
        problems.push(problem.advice("name a hexside, as 2211/2112, or a coastal hex"));
    }
    super::cargo::check(rules, game, side, order, guns, (&plan, target), &mut problems);
    if plan.sp > 0
        && let Some(hex) = plan.loaded
    {
        plan.supplied = guns.supplies.reach(hex);
    }
    let cost = (super::price_of(rules, plan.leader.as_ref()), rule_of(rules, &plan));
    let theater = theater(rules, game, side, from);
    plan.paid = pay::unless(
        problems,
        "sail",
        pay::settle_from(rules, game, side, Purse::Naval, theater, cost, order.pay.as_ref()),
    )?;
    Ok(plan)
}

/// The theater that a voyage is paid in: that of where it sets out; between two, the one where discretionary commands may
/// be spent (CW-221).
pub(super) fn theater(rules: &CivilWar, game: &Game, side: Side, at: Station) -> super::super::pack::Theater {
    let mut theaters: Vec<_> = at.hexes().map(|hex| rules.pack.map.theater(hex)).collect();
    theaters.sort_by_key(|theater| homefront::no_discretionary(game, side, *theater).is_some());
    theaters[0]
}

/// Who commands the ships, and where they are; `None`, with the reasons, if that cannot be told.
fn commander(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    problems: &mut Vec<Problem>,
) -> Option<(Option<Piece>, Station)> {
    let Some(id) = &order.leader else {
        let Some(from) = order.from else {
            let problem = Problem::new("it is not said which ships sail").in_path("sail").rule("8.3.3");
            problems.push(problem.advice("name a leader, or where they are: `from`"));
            return None;
        };
        return Some((None, from));
    };
    let own = |piece: &Piece| side_of(&rules.pack, piece) == Some(side);
    let Some((piece, place)) = game.on_hand(id).filter(|(piece, _)| own(piece)) else {
        let theirs = rules.pack.leaders.get(id).is_some_and(|leader| leader.side != side);
        let problem = Problem::new(format!("{} is not one of yours on the map", leader_name(&rules.pack, id)))
            .in_path("sail.leader");
        let problem = problem.rule(if theirs { "6.2.3" } else { "8.3.3" });
        problems.push(problem.advice("name a leader with the ships, or beside them"));
        return None;
    };
    let (hex, moved, at) = match place {
        Place::Afloat { at, moved, .. } => (None, *moved, Some(*at)),
        Place::Map { hex, moved, .. } => (Some(*hex), *moved, None),
        _ => return None,
    };
    if moved {
        let problem =
            Problem::new(format!("{} has moved in this pulse", leader_name(&rules.pack, id))).in_path("sail.leader");
        problems.push(problem.rule("6.1.7").advice("a force moves once in a pulse"));
    }
    if let Some(at) = at {
        if order.from.is_some_and(|named| named != at) {
            let problem = Problem::new(format!("{} is with the ships at {at}", leader_name(&rules.pack, id)))
                .in_path("sail.from");
            problems.push(problem.rule("8.2.4a").advice("leave `from` out"));
        }
        return Some((Some(piece.clone()), at));
    }
    let hex = hex?;
    let near: Vec<Station> = beside(rules, hex).filter(|at| game.squadrons_at(*at, side).next().is_some()).collect();
    if is_naval(&rules.pack, piece) || near.is_empty() {
        let problem =
            Problem::new(format!("no ships of yours lie beside {}, who is in {hex}", leader_name(&rules.pack, id)));
        problems.push(problem.in_path("sail.leader").rule("8.3.3").advice("bring ships to him, or him to them"));
        return None;
    }
    if let Some(own) = army::commanded_by(rules, game, piece)
        && !movement::may_leave(rules, game, piece, own)
    {
        let message =
            format!("{} commands {} and stays with it", leader_name(&rules.pack, id), army::called(rules, own));
        let problem = Problem::new(message).in_path("sail.leader").rule("5.3.1");
        problems.push(problem.advice("send another leader, or give a `remove` order first"));
    }
    let listed = || near.iter().map(Station::to_string).collect::<Vec<_>>().join(", ");
    match (order.from, near.as_slice()) {
        (None, [only]) => Some((Some(piece.clone()), *only)),
        (Some(from), _) if near.contains(&from) => Some((Some(piece.clone()), from)),
        (None, _) => {
            let problem = Problem::new("it is not said which ships sail").in_path("sail.from").rule("8.3.3");
            problems.push(problem.advice(format!("name one of {}", listed())));
            None
        }
        (Some(from), _) => {
            let problem = Problem::new(format!(
                "no ships of yours that {} could board lie at {from}",
                leader_name(&rules.pack, id)
            ));
            let problem = problem.in_path("sail.from").rule("8.4.4");
            problems.push(problem.advice(format!("beside him there are ships at {}", listed())));
            None
        }
    }
}

/// The stations from which ships carry off who stands in a hex: its navigable hexsides, the hex itself where it is
/// coastal, and in a bay a hexside that ends at it (8.4.4, 8.8.1, CW-223).
pub fn beside(rules: &CivilWar, hex: Hex) -> impl Iterator<Item = Station> + '_ {
    let ways = rules.pack.map.waterways();
    let near = rules.pack.map.neighbours(hex).flat_map(|there| ways.hexsides_of(there));
    let mut stations: Vec<Station> = ways.hexsides_of(hex).chain(near).chain([Station::Hex(hex)]).collect();
    stations.sort();
    stations.dedup();
    stations.into_iter().filter(move |&at| ways.landings(at).contains(&hex))
}

/// The ships that sail: those that the order names, else all that may, of those that lie there and have not moved.
fn ships(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    leader: Option<&Piece>,
    from: Station,
    problems: &mut Vec<Problem>,
) -> Option<Hulls> {
    let all = game.hulls_at(from, side);
    let fresh = game.fresh_hulls_at(from, side);
    let mut refuse = |path: &str, rule: &str, message: String, advice: String| {
        problems.push(Problem::new(message).in_path(path).rule(rule).advice(advice));
    };
    if all.is_empty() {
        let mut where_ships: Vec<Station> =
            game.squadrons.values().filter(|squadron| squadron.side == side).map(|squadron| squadron.at).collect();
        where_ships.sort();
        where_ships.dedup();
        let listed = where_ships.iter().map(Station::to_string).collect::<Vec<_>>().join(", ");
        let advice =
            if listed.is_empty() { "you have none on the map".to_owned() } else { format!("yours are at {listed}") };
        refuse("sail.from", "8.3.3", format!("no ships of yours are at {from}"), advice);
        return None;
    }
    let mut hulls = order.hulls();
    if hulls.is_empty() {
        hulls = fresh.clone();
    }
    let told = super::super::present::water::hulls;
    if fresh.is_empty() || all.has(&hulls) && !fresh.has(&hulls) {
        let advice =
            if fresh.is_empty() { "none may sail".to_owned() } else { format!("{} may", told(&rules.pack, &fresh)) };
        refuse("sail", "6.1.7", format!("of the ships at {from}, some have moved in this pulse"), advice);
        return None;
    }
    if !all.has(&hulls) {
        let there = format!("there you have {}", told(&rules.pack, &all));
        for id in hulls.ships.difference(&all.ships) {
            let (message, advice) = absent(rules, game, side, id, from);
            refuse("sail.ships", "8.3.3", message, advice.unwrap_or_else(|| there.clone()));
        }
        for (path, waters) in [("sail.river", Waters::River), ("sail.ocean", Waters::Ocean)] {
            let (named, have) = (hulls.of(waters), all.of(waters));
            if named > have {
                let noun = if waters == Waters::River { "river transport" } else { "ocean transport" };
                refuse(path, "8.3.3", format!("{} at {from}, not {named}", plural(have, noun)), there.clone());
            }
        }
        return None;
    }
    if leader.is_none() && hulls.points() != 1 {
        let message =
            format!("{} do not sail together without a leader", plural(hulls.points(), "naval strength point"));
        refuse("sail", "8.3.3", message, "without a leader one sails at a time".to_owned());
    }
    Some(hulls)
}

/// Why a ship that an order names does not sail from a station: there is none of that name, it is the enemy's, or it is
/// elsewhere; and what could be done, if that can be told.
fn absent(rules: &CivilWar, game: &Game, side: Side, id: &Id, from: Station) -> (String, Option<String>) {
    let ships = &rules.pack.charts.ships;
    let Some(ship) = ships.get(id) else {
        let near = ships.values().filter(|ship| ship.side == side).map(|ship| ship.id.as_str());
        let near = near.min_by_key(|near| (strsim::levenshtein(near, id.as_str()), *near));
        return (format!("there is no ship '{id}'"), near.map(|near| format!("did you mean {near}?")));
    };
    if ship.side != side {
        return (format!("the {} is the enemy's", ship.name), None);
    }
    let navy = &game.side(side).navy;
    let lies = game.squadrons.values().find(|squadron| squadron.hulls.ships.contains(id)).map(|squadron| squadron.at);
    let place = match lies {
        Some(at) => format!("at {at}"),
        None if navy.pool.ships.contains(id) => "in the Naval Pool".to_owned(),
        None if navy.sunk.ships.contains(id) => "sunk".to_owned(),
        None if navy.at_sea.contains(id) => "in the At Sea Box".to_owned(),
        None => "not in play".to_owned(),
    };
    (format!("the {} is {place}, not at {from}", ship.name), None)
}

/// What is taken on board, where the ships lie and nowhere else (8.3.5b, CW-269): strength points of one hex (8.4¶10), each on a
/// transport of its own (8.8.1), none of which has moved (8.4.4).
fn load(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    naval: bool,
    plan: &mut Plan,
    problems: &mut Vec<Problem>,
) {
    let mut refuse = |path: String, rule: &str, message: String, advice: String| {
        problems.push(Problem::new(message).in_path(path).rule(rule).advice(advice));
    };
    let ground = plan.leader.clone().filter(|_| !naval);
    if let Some(piece) = &ground {
        plan.loaded = game.pieces.get(piece).and_then(Place::hex);
        plan.aboard.push(piece.clone());
    }
    let Some(load) = &order.load else { return };
    let landings = rules.pack.map.waterways().landings(plan.from);
    if !landings.contains(&load.at) {
        let listed = landings.iter().map(Hex::to_string).collect::<Vec<_>>().join(" and ");
        let message = format!("{} does not lie beside the ships at {}", load.at, plan.from);
        let advice = if listed.is_empty() { "they lie at sea".to_owned() } else { format!("beside them is {listed}") };
        refuse("sail.load.at".to_owned(), "8.4.4", message, advice);
        (plan.loaded, plan.sp) = (Some(load.at), load.sp);
        return;
    }
    if let Some(piece) = &ground
        && plan.loaded != Some(load.at)
    {
        let message = format!("{} does not stand in {}", piece.leader, load.at);
        let advice = "one force is carried, from one hex".to_owned();
        refuse("sail.load.at".to_owned(), "8.4.10", message, advice);
        plan.sp = load.sp;
        return;
    }
    if load.sp == 0 && load.leaders.is_empty() {
        let advice = "write sp, or leave `load` out".to_owned();
        refuse("sail.load".to_owned(), "8.4.4", "nothing is taken on board".to_owned(), advice);
    }
    plan.loaded = Some(load.at);
    plan.sp = load.sp;
    let transports = plan.hulls.transports();
    let needed = load.sp.max(u32::from(!load.leaders.is_empty()));
    if needed > transports {
        let cargo = if load.sp == 0 { "leaders".to_owned() } else { plural(load.sp, "strength point") };
        let message = format!("{} among the ships, too few for {cargo}", plural(transports, "transport point"));
        let advice = "each strength point needs a transport, and leaders need one".to_owned();
        refuse("sail.load.sp".to_owned(), "8.8.1", message, advice);
    }
    let (all, fresh) = (game.sp_at(load.at, side), game.fresh_at(load.at, side));
    if load.sp > all {
        let message = format!("{} in {}, not {}", there_are(all), load.at, plural(load.sp, "strength point"));
        refuse("sail.load.sp".to_owned(), "8.4.4", message, "take no more".to_owned());
    } else if load.sp > fresh {
        let message =
            format!("of {} in {}, {} moved in this half", plural(all, "strength point"), load.at, all - fresh);
        refuse("sail.load.sp".to_owned(), "6.1.7", message, format!("{fresh} may be carried"));
    }
    for (n, id) in load.leaders.iter().enumerate() {
        if load.leaders[..n].contains(id) {
            let message = format!("{} is named twice", leader_name(&rules.pack, id));
            refuse(format!("sail.load.leaders[{n}]"), "8.4.6", message, "name him once".to_owned());
        } else if let Err((rule, message, advice)) = passenger(rules, game, side, naval, plan, load.at, id) {
            refuse(format!("sail.load.leaders[{n}]"), rule, message, advice);
        }
    }
    plan.aboard = by_command(&rules.pack, std::mem::take(&mut plan.aboard));
    let others: Vec<Piece> = plan.aboard.iter().skip(1).cloned().collect();
    let first = plan.aboard.first().cloned();
    problems.extend(
        movement::left_behind(rules, game, side, load.at, plan.sp, first, others)
            .into_iter()
            .map(|problem| problem.in_path("sail.load.sp")),
    );
}

/// A leader who goes along: one of the navy who is with the ships, or of the ground forces who is where they load; none
/// but under a naval leader (8.4.7a).
fn passenger(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    naval: bool,
    plan: &mut Plan,
    hex: Hex,
    id: &Id,
) -> Result<(), (&'static str, String, String)> {
    if !naval {
        let message = format!("{} cannot go along: no naval leader commands the ships", leader_name(&rules.pack, id));
        let advice = "only a naval leader carries others; one of the ground forces may command the ships himself";
        return Err(("8.4.7a", message, advice.to_owned()));
    }
    let afloat = game.afloat_at(&rules.pack, plan.from, side);
    if let Some(piece) = afloat.into_iter().find(|piece| piece.leader == *id && Some(piece) != plan.leader.as_ref()) {
        if !matches!(game.pieces.get(&piece), Some(Place::Afloat { moved: false, .. })) {
            return Err((
                "6.1.7",
                format!("{} has moved in this pulse", leader_name(&rules.pack, id)),
                "he stays".to_owned(),
            ));
        }
        plan.escorts.push(piece);
        return Ok(());
    }
    let here = game.leaders_at(&rules.pack, hex, side).into_iter().find(|piece| piece.leader == *id);
    let Some(piece) = here else {
        let advice = format!("name leaders who are in {hex}; who commands the ships is not among them");
        return Err(("8.4.6", format!("{} is not in {hex}", leader_name(&rules.pack, id)), advice));
    };
    if !movement::may_move(game, &piece) {
        return Err((
            "6.1.7",
            format!("{} has moved in this pulse", leader_name(&rules.pack, id)),
            "he stays".to_owned(),
        ));
    }
    if let Some(own) = army::commanded_by(rules, game, &piece)
        && !movement::may_leave(rules, game, &piece, own)
    {
        let message =
            format!("{} commands {} and stays with it", leader_name(&rules.pack, id), army::called(rules, own));
        return Err(("5.3.1", message, "take another, or give a `remove` order first".to_owned()));
    }
    plan.aboard.push(piece);
    Ok(())
}

/// How much a leader commands: one of the navy six naval strength points, what they carry apart (8.2.1, 8.2.1a, 8.4.6); one of
/// the ground forces as many points as his rank lets him move, ships and strength points together (8.4.7, 8.8.9).
fn check_command(rules: &CivilWar, naval: bool, plan: &Plan, problems: &mut Vec<Problem>) {
    let Some(piece) = &plan.leader else { return };
    let ships = plan.hulls.points();
    if naval {
        let most = u32::from(rules.pack.charts.naval.leader_ships);
        if ships > most {
            let message = format!("{} commands {}, not {ships}", piece.leader, plural(most, "naval strength point"));
            problems.push(Problem::new(message).in_path("sail").rule("8.2.1").advice("leave some behind"));
        }
        return;
    }
    let most = movement::sp_limit(rules, piece);
    let together = ships.saturating_add(plan.sp);
    if together > most {
        let message =
            format!("{} commands {most} points of ships and strength points together, not {together}", piece.leader);
        let problem = Problem::new(message).in_path("sail").rule("8.4.7");
        problems.push(problem.advice("take fewer, or send them under a naval leader"));
    }
}

/// Naval leaders are where ships are (8.2.4a): none is left without one of his own (6.2.11f).
fn stay_behind(rules: &CivilWar, game: &Game, side: Side, plan: &Plan, problems: &mut Vec<Problem>) {
    let mut left = game.hulls_at(plan.from, side);
    left.part(&plan.hulls);
    let goes = |piece: &Piece| Some(piece) == plan.leader.as_ref() || plan.escorts.contains(piece);
    let stay: Vec<Piece> =
        game.afloat_at(&rules.pack, plan.from, side).into_iter().filter(|piece| !goes(piece)).collect();
    if let (true, Some(piece)) = (stay.len() > left.points() as usize, stay.last()) {
        let message = format!("{} would be left at {} without a ship", piece.leader, plan.from);
        let rule = if left.is_empty() { "8.2.4a" } else { "6.2.11f" };
        let problem = Problem::new(message).in_path("sail").rule(rule);
        problems
            .push(problem.advice("let him command them, take him along (`load.leaders`), or leave a ship with him"));
    }
}

/// The command points that a `sail` order costs, if who acts is there.
pub fn price(rules: &CivilWar, game: &Game, side: Side, order: &Sail) -> u32 {
    super::price_under(rules, game, side, order.leader.as_ref())
}

/// Whether strength points may simply be put ashore in a hex: not where the enemy stands or what he controls; in enemy
/// territory, a converted state's among it, only where one's own are, or a Control marker (8.4.5, 8.4.8, 8.4.8a, 8.8.3,
/// 8.8.3a).
pub fn open_to(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> bool {
    let enemy = side.other();
    if game.sp_at(hex, enemy) > 0 {
        return false;
    }
    if game.sp_at(hex, side) > 0 {
        return true;
    }
    let controller = territory::controller(rules, game, hex);
    if controller == Some(enemy) || territory::fort_holder(rules, game, hex) == Some(enemy) {
        return false;
    }
    let enemy_state = rules
        .pack
        .map
        .hex(hex)
        .is_some_and(|data| data.states.iter().any(|state| territory::friend(rules, game, state) == Some(enemy)));
    !enemy_state || controller == Some(side)
}
