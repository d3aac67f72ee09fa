//! What happens in the game, as data. Each event is emitted with its rule.

pub mod combat;

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::{Id, is_zero};

use crate::orders::{Removal, Source, Work};
use crate::pack::{FortKind, NavalResult, Side, Station, Theater};
use crate::position::ledger::{Bound, Hull, Hulls, Piece, Points, Priorities, Track};

/// An event. `event` names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    // The sequence of play.
    /// A phase begins (3.1).
    Phase { turn: u8, phase: Phase },
    /// Strength points and leaders come due (3.2).
    Due {
        side: Side,
        #[serde(default, skip_serializing_if = "Points::is_empty")]
        sp: Points,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<Piece>,
    },
    /// A side's theaters for the turn (4.1).
    Allocation { side: Side, turn: u8, priorities: Priorities },
    /// Command points from the table: what was gained, and what exceeded the track's maximum (4.1, 4.2).
    Commands {
        side: Side,
        total: u32,
        gained: Points,
        #[serde(default, skip_serializing_if = "Points::is_empty")]
        lost: Points,
    },
    /// Both sides roll for initiative (4.2). No winner: a tie.
    Initiative { pulse: u32, union: u32, confederate: u32, winner: Option<Side>, difference: u32 },
    /// A tie, with its effect by the Table Use Track (4.2).
    Tie { total: u32, r#box: u32, outcome: TieOutcome },
    /// A side's half-pulse begins.
    Half {
        side: Side,
        difference: u32,
        free: bool,
        /// Where reinforcements wait that may enter no hex, so that the winner's free one lapses (CW-25).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        waiting: Vec<Source>,
    },
    /// A side's half-pulse is over; `unspent` is what it could not spend.
    HalfOver {
        side: Side,
        unspent: u32,
        /// Where reinforcements wait that may enter no hex, so that the remaining initiative points lapse (CW-25).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        waiting: Vec<Source>,
    },
    /// The Action Phase is over.
    ActionOver { cause: ActionEnd, lost: Vec<(Side, Points)> },
    /// Points are spent without an action (4.2).
    #[serde(rename = "burnt")]
    SpentWithoutAction { side: Side, points: Points },
    /// Command points are spent on an order.
    Paid { side: Side, points: Points, left: u32 },
    /// A side scores.
    Scored { side: Side, vp: i64, cause: Score },
    /// The points of both sides, and the Union's minus the Confederacy's, when they have changed with cities or states
    /// (17.1).
    Points { union: i64, confederate: i64, margin: i64 },
    /// A Victory Determination Check (17.3): the Union's points minus the Confederacy's, and the lines of the schedule.
    Checked { turn: u8, margin: i64, union: i32, confederate: i32 },
    /// The match ends. `check`: which check of the points ended it, if they are checked every turn.
    Ended {
        union: i64,
        confederate: i64,
        winner: Option<Side>,
        level: crate::pack::Level,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        check: Option<Check>,
    },

    // Reinforcements.
    /// A strength point enters (10.2).
    Reinforced { side: Side, from: Track, at: Hex, free: bool },
    /// A leader is drawn from the pool (10.3).
    Drawn { side: Side, piece: Piece, at: Hex, free: bool },
    /// A leader who was drawn face down before is revealed and enters (CW-281).
    Placed { side: Side, piece: Piece, at: Hex, free: bool },
    /// A promotion counter replaces the lower one (5.2).
    Promoted { side: Side, piece: Piece, replaces: Piece, at: Hex },

    /// Units arrive in the Far West, in their hex; nobody if the enemy holds it (2.2, CW-317).
    Arrived {
        side: Side,
        hex: Hex,
        #[serde(default, skip_serializing_if = "is_zero")]
        sp: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        rangers: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        indians: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<Piece>,
    },
    /// Both sides have rolled for the tribal Indians: whose they are this turn (CW-321).
    Tribes { union: u64, confederate: u64, side: Option<Side> },
    /// A tribe raids a stockade: the die, whether strength points beside it took 1 off, and the result (CW-321).
    TribalRaid { side: Side, tribe: Id, hex: Hex, die: u32, guarded: bool, eliminated: bool },

    /// The winner of the initiative declines the free reinforcement (21.2).
    FreeDeclined { side: Side },

    // Movement.
    /// A force sets out (6.1).
    March {
        side: Side,
        leader: Option<Piece>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        armies: Vec<Id>,
        sp: u32,
        /// So many of them are Texas Rangers or Civilized Indians.
        #[serde(default, skip_serializing_if = "is_zero")]
        rangers: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        indians: u32,
        from: Hex,
        allowance: u32,
        supplied: bool,
    },
    /// It enters a hex.
    Entered { side: Side, hex: Hex, cost: u32, left: u32 },
    /// It leaves strength points behind, and an army's leaders (6.2).
    Dropped {
        side: Side,
        hex: Hex,
        sp: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<Piece>,
    },
    /// It stops: where, and why if this is before the end of its path.
    Halted { side: Side, hex: Hex, because: Option<StopReason> },
    /// A hex changes hands (2.1, 11.2).
    Control { side: Side, hex: Hex },
    /// A side removes the enemy's Control marker from a hex that then nobody controls (2.1.5a).
    MarkerRemoved { side: Side, hex: Hex },
    /// Demoralization spreads between forces in one hex (6.1, 7.7).
    Spread { side: Side, hex: Hex },
    /// A leader who is left alone goes to the turn track (6.2).
    LeftAlone { side: Side, piece: Piece, hex: Hex, due: u8 },

    // Armies (12).
    /// An army is formed: its strength and who commands it.
    ArmyCreated { side: Side, army: Id, at: Hex, sp: u32, commander: Piece },
    /// An army has no strength points left and is destroyed (12.1).
    ArmyDestroyed { side: Side, army: Id, hex: Hex },
    /// Strength points in the hex join the army there (6.2.7, 12.3.11).
    Joined { side: Side, army: Id, hex: Hex, sp: u32 },
    /// Strength points and leaders change armies (12.2).
    Transferred { side: Side, from: Id, to: Id, sp: u32, leaders: Vec<Piece> },
    /// A leader takes command of an army, and how he came to it (5.3, 5.4.4).
    TakesCommand { side: Side, army: Id, piece: Piece, how: Succession },
    /// A commander is removed (5.3.3).
    CommanderRemoved { side: Side, army: Id, piece: Piece, fate: Removal },
    /// A leader is revealed (5.5).
    Revealed { side: Side, piece: Piece },

    // Reaction (12.3) and retreat before combat (7.1.7).
    /// The phasing side announces the hex that its force is about to enter; the armies that may react.
    Announced { side: Side, from: Hex, hex: Hex, sp: u32, armies: Vec<Id> },
    /// An army's owner does not roll.
    ReactionDeclined { side: Side, army: Id },
    /// An army rolls for reaction: it may go if the total is above its commander's initiative.
    ReactionRoll {
        side: Side,
        army: Id,
        /// By whose initiative: its commander, or the four-star leader of the army group.
        commander: Piece,
        face: u32,
        /// The rating of the highest cavalry leader of the army.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cavalry: Option<Piece>,
        cavalry_rating: u32,
        /// 1 less if it is demoralized.
        demoralized: bool,
        total: i64,
        initiative: u32,
        reacts: bool,
    },
    /// An army that may react stays where it is.
    ReactionStays { side: Side, army: Id },
    /// An army reacts, or a part of it under a leader; `left` strength points stay behind.
    Reacted { side: Side, army: Id, leader: Option<Piece>, from: Hex, to: Hex, sp: u32, left: u32 },
    /// Cavalry retreats before combat, and the enemy's march ends in the hex that it leaves.
    Screened { side: Side, leader: Piece, from: Hex, sp: u32 },
    /// Cavalry stays and fights, by choice or because its leader is lost.
    Stands { side: Side, hex: Hex, leader: Piece, because: StandReason },

    // Rails, depots, works (6.6, 9.2, 11, 14).
    /// Strength points move by rail; `used` is the part of the turn's capacity used so far.
    Railed {
        side: Side,
        leader: Option<Piece>,
        sp: u32,
        from: Hex,
        to: Hex,
        used: u32,
        capacity: u32,
        /// Capacity that each strength point takes over captured rails (21.11); 0 where it is 1 as usual.
        #[serde(default, skip_serializing_if = "is_zero")]
        takes: u32,
    },
    /// A depot, fort or fortress is built.
    Built { side: Side, what: Work, at: Hex },
    /// A depot is lost to its side, or changes hands.
    DepotLost { side: Side, hex: Hex, how: DepotFate },
    /// A fortification that was built is destroyed.
    Razed { side: Side, hex: Hex, kind: FortKind, by: Side },

    // The war at home (2.1, 4.1, 9.4).
    /// A state is converted at the end of a turn (2.1.3, 11.2). `to`: the side that it belongs to now, or for which it
    /// is neutral.
    Converted { state: Id, to: Side, neutral: bool, back: bool },
    /// Strength points break a state's neutrality (15.7): of which side, and in which hex.
    Violated { state: Id, by: Side, hex: Hex },
    /// A state's militia is mobilized for its side (16): a strength point in each of `at`, and those that wait on a
    /// track.
    Mobilized {
        side: Side,
        state: Id,
        at: Vec<Hex>,
        #[serde(default, skip_serializing_if = "is_zero")]
        waiting: u32,
        track: Track,
    },
    /// Confederate production and imports (9.4). `region`: the part that they are counted for, if the Mississippi is
    /// lost.
    Supply {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        region: Option<Region>,
        production: u32,
        ports: u32,
        blockade: u32,
        imports: u32,
        total: u32,
    },
    /// The Mississippi changes hands (4.1.4, 4.1.5).
    Mississippi { lost: bool },
    /// A later allocation is restricted (4.1).
    Bound { side: Side, turn: u8, bound: Bound },
    /// A Union force is in Washington again (4.1.7).
    Regained,
    /// Washington is no longer isolated (4.1.9).
    Relieved,
    /// Foreign powers intervene (4.1.6).
    Intervention,

    // The war on water (8, 10.4, 10.5).
    /// Ships come due (10.1): to the Union's Naval Pool, or to be bought.
    ShipsDue { side: Side, hulls: Hulls },
    /// Ships are brought in; without a station, raiders in the At Sea Box (10.4, 10.5).
    Launched {
        side: Side,
        hulls: Hulls,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Station>,
    },
    /// Ships set out, with what they carry, on their route (8.3, 8.4).
    Sailed {
        side: Side,
        leader: Option<Piece>,
        hulls: Hulls,
        from: Station,
        way: Vec<Station>,
        #[serde(default, skip_serializing_if = "is_zero")]
        sp: u32,
        /// All leaders on board.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        aboard: Vec<Piece>,
    },
    /// Ships reach the end of their route, or where they have been stopped.
    Moored { side: Side, hulls: Hulls, at: Station },
    /// Units on board go ashore without a combat (8.4.5, 8.4.9).
    Ashore {
        side: Side,
        hex: Hex,
        from: Station,
        sp: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<Piece>,
    },
    /// Ships go back the way that they came, because the attack has failed (8.4.3a, 8.8¶8).
    TurnedBack { side: Side, hulls: Hulls, from: Station, to: Station },
    /// Strength points move by sea without ships; `used` is the part of the turn's lift used so far (8.6, 8.7).
    SeaMoved {
        side: Side,
        leader: Option<Piece>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        army: Option<Id>,
        sp: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<Piece>,
        from: Hex,
        to: Hex,
        used: u32,
        capacity: u32,
    },
    /// Strength points carried by ships are counted against the turn's lift (8.6).
    Lifted { side: Side, sp: u32, used: u32, capacity: u32 },
    /// A round between ships (8.10¶11).
    NavalRound { at: Station, round: u32, union: Broadside, confederate: Broadside },
    /// A fortification fires at ships (8.10.6).
    Battery { side: Side, fort: Hex, kind: FortKind, manned: bool, at: Station, face: u32, result: NavalResult },
    /// A ship is hit (8.10.4): sunk, or damaged and back on the turn `due`.
    Hit {
        side: Side,
        hull: Hull,
        at: Station,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<u8>,
    },
    /// What a ship carried is lost with it, or returns to where it boarded (8.10.5, 8.10.5b).
    CargoHit { side: Side, sp: u32, sunk: bool, hex: Hex },
    /// A raider's cruise (3.4, 8.11): two dice, 1 added for each naval command point, merchant ships sunk, and whether
    /// it is lost.
    Raid { raider: Id, dice: u32, added: u32, merchants: u32, lost: bool, sunk_so_far: u32 },

    // Combat.
    /// A combat begins: the forces and the odds (7.1, 7.2).
    Combat(Box<combat::Opening>),
    /// A force is overrun (7.6).
    Overrun { side: Side, hex: Hex, from: Hex, attackers: u32, defenders: u32, ratio: u32 },
    /// An attack at worse than 1 to 3: the attackers are destroyed (7.2).
    Hopeless { side: Side, hex: Hex, from: Hex, attackers: u32, defenders: u32 },
    /// The combat dice and their modifiers (7.4).
    CombatDice(Box<combat::Dice>),
    /// A side uses or passes a reroll (7.7.3).
    Reroll { side: Side, die: crate::orders::Reroll, face: Option<u8> },
    /// The results on the table (7.7).
    CombatResult(Box<combat::Outcome>),
    /// Strength points are lost.
    Lost { side: Side, hex: Hex, sp: u32, left: u32 },
    /// A force is demoralized.
    Demoralized { side: Side, hex: Hex, because: Demoralization },
    /// Who must retreat, and by which priority (7.7.5).
    MustRetreat { side: Side, from: Hex, because: combat::Priority },
    /// The attackers advance into the hex (7.7.5).
    Advanced { side: Side, hex: Hex, from: Hex, sp: u32 },
    /// A force retreats.
    Retreated { side: Side, from: Hex, to: Hex },
    /// A force that has no way to retreat is destroyed (7.7).
    Destroyed { side: Side, hex: Hex, sp: u32, because: Destruction },

    // Leaders.
    /// A Leader Loss Check (5.4).
    LeaderCheck {
        side: Side,
        piece: Piece,
        /// Why he is checked.
        cause: Cause,
        /// The total of two dice.
        total: u32,
        /// The total of the second roll, if the table requires one.
        again: Option<u32>,
        fate: Fate,
        /// The turn on which he may return, if he leaves the map alive.
        due: Option<u8>,
        /// Whether the row of the table is our reconstruction.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reconstructed: bool,
        /// Whether 1 has been subtracted from the roll because his whole force was eliminated (22.1).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        force_lost: bool,
        /// Whether he is only wounded because the option `jackson_lyon_live` spares him (20.1).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        spared: bool,
    },
    /// A leader becomes eligible: his next counter goes to the turn track (5.2). `chart`: by the chart of 22.1.
    Eligible {
        side: Side,
        piece: Piece,
        due: u8,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        chart: bool,
    },
    /// Two captives are exchanged and return together (22.1): the one who has just been captured, and the enemy's.
    Exchanged { side: Side, piece: Piece, other: Piece, due: u8 },
    /// A leader is removed by his side after a defeat, at no cost (22.1).
    SentAway { side: Side, piece: Piece },
    /// A leader is kept by his side after a defeat, although it might remove him (22.1).
    Kept { side: Side, piece: Piece },
    /// An additional leader comes for one who is lost (22.3).
    Called { side: Side, piece: Piece, due: u8 },
    /// A die for the untried leaders of a side in a combat: those who show who they are (21.10).
    UntriedRoll { side: Side, face: u32, leaders: Vec<Piece> },
    /// An untried leader shows who he is (21.10).
    Identified { side: Side, piece: Piece, known: Piece },
    /// A leader whose force is destroyed goes to the turn track, or into the pool in the Rally Phase; `due` is the turn
    /// on which he may return.
    Displaced { side: Side, piece: Piece, due: u8 },

    // Rally.
    /// A force is rallied by command points (5.6) or in the Rally Phase (3.9).
    Rallied { side: Side, hex: Hex, leader: Option<Id> },
    /// A demoralized force out of supply stays demoralized (3.9).
    NotRallied { side: Side, hex: Hex },
    /// A large force out of supply loses strength points in the Rally Phase (21.8).
    Attrition { side: Side, hex: Hex, sp: u32, left: u32 },
}

/// The roll of one side's ships in a round between ships (8.10¶11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Broadside {
    pub hulls: Hulls,
    /// Ironclads, and half the transports (8.10.2).
    pub strength: u32,
    pub face: u32,
    /// The naval leader whose rating is added, against ironclads (8.10.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub added: u32,
    pub result: NavalResult,
}

/// How a leader comes to command an army (5.3, 5.4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Succession {
    /// He outranks the others there (5.3.2, 5.4.4).
    Senior,
    /// The most senior two-star leader there, promoted at once (5.2.5a, 5.4.4a).
    Promoted,
    /// The most senior three-star leader on the map without an army (5.4.4b).
    Called,
    /// From the Removed Leaders Box (5.4.4c).
    Recalled,
    /// The most senior two-star leader on the map, promoted and called (5.4.4d).
    CalledAndPromoted,
}

/// What happens to a depot (9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DepotFate {
    /// Used up in a combat.
    Spent,
    /// Captured by the enemy.
    Captured,
    /// Destroyed by the enemy who entered, or lost with the hex.
    Burnt,
    /// Destroyed by its owner.
    Destroyed,
}

/// A part of the Confederacy (9.4.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    /// East of the Mississippi.
    Main,
    TransMississippi,
}

/// A phase of the turn (3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Reinforcement,
    Command,
    Raiders,
    Blockade,
    Action,
    TableUse,
    Washington,
    Rally,
    End,
}

/// The effect of a tied initiative roll (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TieOutcome {
    /// Both use the Command Points Table; the marker advances.
    Commands,
    /// The Action Phase ends at once.
    Ends,
    /// No pulse has been played yet: the roll is ignored.
    Ignored,
}

/// Why the Action Phase ends (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionEnd {
    /// Both sides have nothing left.
    AllSpent,
    /// A tied roll that the Table Use Track lists.
    Tie,
}

/// What a side scores points for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Uses of the Command Points Table (3.10).
    TableUse { uses: u32 },
    /// Washington held at the end of the Action Phase (3.8, 4.1).
    Washington { supplied: bool },
    /// Washington cut off from the North (4.1).
    Isolated,
    /// More points spent on the other theaters (CW-5).
    Elsewhere { theater: Theater },
    /// Cities held outside friendly territory, at the end.
    Cities { points: u32 },
    /// Merchant ships sunk since the war began (17.2).
    Merchants { sunk: u32 },
    /// A tribe has eliminated a stockade (CW-321).
    Stockade,
}

/// Why a march stops before the end of its path (6.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The condition that the order names under `stop` is met.
    Ordered,
    /// The next hex has become enemy territory, and there is no leader (15.7, 6.5.1).
    EnemyGround { hex: Hex },
    /// It is demoralized, and the next hex is in the reaction radius of an army (7.7.3l).
    InReach { hex: Hex, army: Id },
    /// It is demoralized and would have to attack (CW-67).
    MayNotAttack { hex: Hex },
}

/// Why cavalry does not retreat before combat (7.1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandReason {
    /// By its owner's choice.
    Owner,
    /// Its leader is lost (5.4.1a).
    LeaderLost,
}

/// Why a force is demoralized (7.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Demoralization {
    /// By the result of a combat.
    CombatResult,
    /// It attacked or defended out of supply (9.1.3).
    OutOfSupply,
}

/// Why a force that must retreat is destroyed (7.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Destruction {
    /// It has no way to retreat (7.7.15).
    NowhereToRetreat,
    /// A navigable river blocks its only way (7.7.14).
    NavigableRiver,
}

/// Why a leader is checked (5.4.1), which settles where he goes if unhurt, and whether he may be promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// He was in a combat, and his force has a hex to be in: he stays with it, and may be promoted (5.2.4).
    Combat,
    /// His force was overrun (7.6.2).
    Overrun,
    /// The enemy found him without strength points (5.4.1, CW-49).
    Overtaken,
    /// He led an attack at worse than 1 to 3 (7.2.3).
    Hopeless,
    /// His force was eliminated in combat (CW-36).
    Eliminated,
    /// His force had nowhere to retreat to (7.7.15).
    NoRetreat,
    /// An enemy army has come so near that its Reaction Radius covers him, who has no strength points (12.3.17).
    Covered,
    /// He leads cavalry that is to retreat before combat (5.4.1a): no combat, so that nobody is promoted (CW-126).
    Screen,
    /// He was with ships that fought or were fired at (5.4.1b): he stays with them, and nobody is promoted, since it is
    /// no ground combat (CW-241). Without a ship left he goes to the turn track (5.4.1e).
    Afloat,
}

/// What a Leader Loss Check did to a leader (5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Unhurt,
    Wounded,
    Killed,
    /// Away for as many turns as half of a roll of two dice (22.1).
    SeriouslyWounded,
    /// A prisoner (22.1).
    Captured,
    /// His war is over without a wound (22.1).
    Terminated,
}

/// The Victory Determination Check that ended a match (17.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// A line of the Victory Schedule was reached when a turn ended (17.4).
    Schedule,
    /// A Confederate force was found in Washington (4.1.6a).
    Washington,
    /// The Union had too little to show at the election.
    Election,
    /// The last turn was over.
    End,
}
