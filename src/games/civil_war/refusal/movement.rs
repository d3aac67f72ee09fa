//! Why the rules forbid a march (6, 9.1, 11.2, 12.2).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::pack::{Branch, Station};

/// Why the rules forbid it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveRefusal {
    // Who moves.
    /// The order names no leader, no army and no hex (6.2.3).
    NoForceNamed,
    /// The leader has been killed (5.4.3).
    MoverKilled { leader: Id },
    /// The leader waits in the Leader Pool (10.3.1).
    MoverInPool { leader: Id },
    /// The leader is in the Removed Leaders Box (5.3.3).
    MoverRemoved { leader: Id },
    /// The leader is a prisoner (22.1).
    MoverCaptive { leader: Id, since: u8 },
    /// The leader came untried, and has shown who he is (21.10).
    MoverIsKnown { leader: Id, known: Id },
    /// The leader's war is over (22.1).
    MoverTerminated { leader: Id },
    /// Texas Rangers would leave Texas without a leader of theirs (CW-318). `home`: the nearest hex of it to those who are
    /// outside, and would not go nearer (CW-334).
    RangersLeaveTexas {
        hex: Hex,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        home: Option<Hex>,
    },
    /// The same of Civilized Indians (2.3).
    IndiansLeaveHome {
        hex: Hex,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        home: Option<Hex>,
    },
    /// The leader leads Civilized Indians and nobody else (CW-319).
    LeadsIndiansOnly { leader: Id },
    /// More strength points than may be in a hex (21.7).
    StackTooLarge { hex: Hex, sp: u32, limit: u32 },
    /// The leader is on the turn track (5.4.3a).
    MoverOnTurnTrack { leader: Id, turn: u8 },
    /// The leader is not in play, or not yet (10.1).
    MoverNotInPlay { leader: Id },
    /// The leader is somewhere else than the order says (6.2.3).
    MoverElsewhere { leader: Id, named: Hex, hex: Hex },
    /// The leader has moved in this pulse (6.1.7).
    MoverHasMoved { leader: Id },
    /// The leader commands an army and cannot go away from it (5.3.1, 6.2.13a).
    MoverCommandsArmy { leader: Id, army: Id },
    /// A naval leader leads no strength points on land (8.2.4).
    AdmiralLeadsOnLand { leader: Id },
    /// A naval leader cannot go ashore from his ships, or not in the hex that the order names (8.2.4c).
    AdmiralCannotGoAshore {
        leader: Id,
        at: Station,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        named: Option<Hex>,
        landings: Vec<Hex>,
    },
    /// A commander who is removed would come back to his army (5.3.3c).
    RemovedCommanderReturns { leader: Id },

    // Armies and army groups.
    /// Both an army and a leader are named (6.2.7).
    ArmyAndLeaderNamed,
    /// The army is somewhere else than the order says (6.2.3).
    MovingArmyElsewhere { army: Id, named: Hex, hex: Hex },
    /// The army has no commander to move under (5.4.5).
    MovingArmyUncommanded { army: Id },
    /// All of the armies' strength points have moved in this half (6.1.7).
    ArmiesAllMoved { armies: Vec<Id>, sp: u32 },
    /// Fewer of the armies' strength points may move than the order says (6.2.7).
    ArmiesHaveFewer { armies: Vec<Id>, wanted: u32, fresh: u32 },
    /// An army would move without strength points (5.3.1).
    ArmyWithoutStrength { armies: Vec<Id> },
    /// An army group is to move, and nobody is named who leads it (6.2.16).
    GroupWithoutLeader,
    /// The leader has too few stars to lead several armies (12.2.3).
    GroupNeedsFourStars { leader: Id, stars: u8 },
    /// The leader has no counter of four stars, and so never leads several armies (12.2.3).
    NeverFourStars { leader: Id },
    /// No army stands where the group is to set out (6.2.16).
    GroupWithoutArmies { hex: Hex },
    /// No three-star general of an army goes with the group (6.2.16).
    GroupArmyWithoutGeneral { army: Id, leader: Id },
    /// All of an army of the group has moved in this half (6.1.7).
    GroupArmyHasMoved { army: Id },
    /// An army group moves with all its strength points (6.2.16).
    GroupMovesWhole { sp: u32 },
    /// Only an army leaves leaders behind (6.2.7).
    LeaveWithoutArmy,
    /// The commander of the force cannot stay behind (5.3.1).
    LeaveCommander { leader: Id },
    /// A leader who is to stay behind would not go anyway (6.2.7). `others`: who goes but for the commander.
    LeaveWhoDoesNotGo { leader: Id, others: Vec<Id> },

    // With how much.
    /// Without a leader one strength point moves at a time (6.2.3).
    LeaderlessMoveSingly { sp: u32 },
    /// More strength points than the leader's rank moves (6.2.6, 6.2.18).
    AboveRank { leader: Id, limit: u32, branch: Branch, stars: u8 },
    /// More strength points than any counter of the leader moves (6.2.6, 6.2.18).
    AboveEveryRank { leader: Id, limit: u32 },
    /// No own strength points are there (6.2.3).
    NoneToMove { hex: Hex },
    /// No strength points of the kind that the order takes are there, but others that have to be named (CW-318).
    OthersToMove { hex: Hex, unit: Id },
    /// Fewer strength points are there than the order says (6.2.3).
    FewerToMove { hex: Hex, has: u32, wanted: u32 },
    /// Too many of the strength points there have moved in this half (6.1.7).
    SomeHaveMoved { hex: Hex, has: u32, moved: u32 },

    // The hexes of the path.
    /// The path names no hex (6.1.3).
    PathEmpty,
    /// The path begins where the force is (6.1.3).
    PathBeginsHere { hex: Hex },
    /// The path names a hex twice running (6.1.3).
    PathRepeats { hex: Hex },
    /// The hexes of a step are not adjacent (6.1.3).
    StepNotAdjacent { from: Hex, to: Hex },
    /// The step leads into the sea (6.3.2b, 6.3.5).
    StepIntoSea { from: Hex, to: Hex },
    /// Nothing crosses the hexside by land (6.3.2).
    StepBarred { from: Hex, to: Hex },
    /// Mountains without a gap lie on the hexside (6.3.2a).
    StepOverMountains { from: Hex, to: Hex },
    /// No road leads into the mountain hex (6.3.2).
    StepWithoutRoadIn { from: Hex, to: Hex },
    /// No road leads out of the mountain hex (6.3.2).
    StepWithoutRoadOut { from: Hex, to: Hex },
    /// An enemy fortification bars the way over a navigable river (6.3.4).
    FortAcrossRiver { hex: Hex },
    /// Enemy ships command the river (8.5.4).
    ShipsCommandRiver { from: Hex, to: Hex, at: Station },
    /// The force has too few movement points (6.1.3, 6.2.14, 9.1.2). `at`: how far it comes.
    TooFewMovementPoints { hex: Hex, needs: u32, has: u32, at: Hex, supplied: bool },
    /// Strength points without a leader do not enter enemy territory (6.5.1, 6.5.4).
    EnemyGroundWithoutLeader { hex: Hex },
    /// A demoralized force does not enter where an enemy army reaches (7.7.3l).
    DemoralizedInZone { hex: Hex, army: Id },
    /// A demoralized force does not enter where the enemy is, but to overrun him (6.1.10).
    DemoralizedMeetsEnemy { hex: Hex, enemies: u32 },
    /// The path continues beyond a fight (6.1.6).
    PathBeyondFight { hex: Hex, enemies: u32 },

    // A leader alone.
    /// He cannot enter where enemy strength points are (6.2.12).
    LoneLeaderMeetsStrength { hex: Hex },
    /// He cannot enter an enemy fortification (6.2.12).
    LoneLeaderMeetsFort { hex: Hex },
    /// He cannot enter where an enemy depot is (6.2.12).
    LoneLeaderMeetsDepot { hex: Hex },
    /// He cannot enter where an enemy army reaches (6.2.12a).
    LoneLeaderInZone { hex: Hex, army: Id },
    /// He does not stop on the way (6.2.10).
    LoneLeaderStops,
    /// He would end where no own strength point is (6.2.10). `near`: where the nearest are.
    LoneLeaderEndsAlone {
        leader: Id,
        hex: Hex,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        near: Option<Hex>,
    },
    /// He would end where there are enough leaders (CW-52). `limit`: strength points and depots.
    LoneLeaderCrowds { hex: Hex, leaders: u32, limit: u32 },

    // What stays behind.
    /// An army that stays would have no strength points (12.1.3).
    ArmyLeftBare { army: Id },
    /// Leaders would be left without strength points (CW-51).
    LeadersLeftAlone { hex: Hex, leaders: u32 },
    /// Leaders would be left with too few strength points (CW-52).
    LeadersLeftCrowded { hex: Hex, leaders: u32, sp: u32, depot: bool },

    // What drops off on the way (6.2.4).
    /// The force does not enter the hex.
    DropOffPath { hex: Hex },
    /// The march ends in the hex.
    DropAtEnd { hex: Hex },
    /// Two entries name the hex.
    DropTwice { hex: Hex },
    /// The entry names neither strength points nor leaders.
    DropNothing,
    /// None would go on with the leader (CW-60). `left`: what comes so far.
    DropTooMany { hex: Hex, sp: u32, left: u32 },
    /// An army would have none that go on with it (12.1.3). `left`: what comes so far.
    DropBaresArmy { hex: Hex, sp: u32, left: u32 },
    /// The leader does not go with the force, or commands it, or is named twice.
    DropWhoDoesNotGo { leader: Id },
    /// More leaders than strength points would be there.
    DropCrowdsLeaders { hex: Hex, leaders: u32, sp: u32 },

    // What cavalry takes for a movement point more (11.2.2, 11.2.3).
    /// No strength points move under a cavalry leader.
    ConvertWithoutCavalry,
    /// The force does not come through the hex.
    ConvertOffPath { hex: Hex },
    /// The hex is named twice.
    ConvertTwice { hex: Hex },
    /// Nothing is there to take.
    ConvertNothing { hex: Hex },
    /// It belongs to the side already.
    ConvertOwn { hex: Hex },
    /// A city in the enemy's own territory cannot be taken so (11.2.3).
    ConvertEnemyCity { hex: Hex },

    // The depot that a fight is to use up (9.3.2a).
    /// The force is out of supply.
    DepotOutOfSupply,
    /// The side has no depot there.
    DepotNotOwn { hex: Hex },
    /// A leader stands alone with the depot. `others`: the depots that may be used up.
    DepotKeepsLeader { hex: Hex, others: Vec<Hex> },
    /// No supply line leads there. `others`: the depots that may be used up.
    DepotOutOfReach { from: Hex, hex: Hex, others: Vec<Hex> },
}
