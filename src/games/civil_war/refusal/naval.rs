//! Why the rules forbid an order to ships, or movement by sea (8, 10.4, 10.5).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::pack::{Station, Waters};
use crate::position::ledger::Hulls;

/// Where a ship is that does not lie where an order looks for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShipIs {
    /// It lies there.
    At(Station),
    /// It is in the Naval Pool (10.4).
    InPool,
    /// It is sunk (8.10.4).
    Sunk,
    /// It is in the At Sea Box (8.11).
    AtSea,
    /// It has not come into play, or is not in play now.
    NotInPlay,
}

/// Why the rules forbid it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NavalRefusal {
    // Who commands a voyage, and which ships sail (8.2 to 8.4).
    /// The order names neither a leader nor the place of the ships (8.3.3).
    NoShipsNamed,
    /// Ships lie in several places beside the leader, and the order names none (8.3.3).
    WhichShipsSail { near: Vec<Station> },
    /// No own leader of that name is on the map (8.3.3), or he is the enemy's (6.2.3).
    SailLeaderNotOnMap { leader: Id },
    /// The leader who is to command ships, or move a force by sea, has moved in this pulse (6.1.7).
    VoyageLeaderMoved { leader: Id },
    /// The leader is with ships at another place than the order names (8.2.4a).
    LeaderWithOtherShips { leader: Id, at: Station },
    /// No own ships lie beside the leader (8.3.3).
    NoShipsBesideLeader { leader: Id, hex: Hex },
    /// An army's commander stays with it, and does not sail (5.3.1).
    ArmyCommanderSails { leader: Id, army: Id },
    /// The ships at the named place do not lie beside the leader; those at `near` do (8.4.4).
    CannotBoardShips { leader: Id, at: Station, near: Vec<Station> },
    /// No own ships lie there; they are `elsewhere` (8.3.3).
    NoShipsAt {
        at: Station,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        elsewhere: Vec<Station>,
    },
    /// Ships have moved in this pulse; `fresh` have not (6.1.7).
    ShipsMoved {
        at: Station,
        #[serde(default, skip_serializing_if = "Hulls::is_empty")]
        fresh: Hulls,
    },
    /// No ship has that id; `near` is the most like it (8.3.3).
    NoSuchShip {
        ship: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        near: Option<Id>,
    },
    /// The ship is the enemy's; `have` lie there (8.3.3).
    EnemyShip { ship: Id, have: Hulls },
    /// The ship is elsewhere; `have` lie there (8.3.3).
    ShipElsewhere { ship: Id, is: ShipIs, at: Station, have: Hulls },
    /// Fewer transports of that kind lie there than the order names (8.3.3).
    TooFewTransportsAt { waters: Waters, named: u32, at: Station, have: Hulls },
    /// Several naval strength points sail only under a leader (8.3.3).
    FleetWithoutLeader { points: u32 },
    /// A naval leader commands no more naval strength points (8.2.1).
    TooManyShips { leader: Id, ships: u32, most: u32 },
    /// A ground leader commands no more ships and strength points together (8.4.7).
    BeyondSailCommand { leader: Id, points: u32, most: u32 },
    /// A naval leader would stay behind without a ship of his own (8.2.4a, 6.2.11f).
    LeftWithoutShip { leader: Id, at: Station },

    // Where ships go (8.3, 8.4).
    /// The order does not say where the ships go (8.3.5).
    NoSailDestination,
    /// No ship can be there; `near` is the nearest place where one can (8.3.1).
    NotNavigable {
        at: Station,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        near: Option<Station>,
    },
    /// The ships are there already (8.3.5).
    ShipsAlreadyThere { at: Station },
    /// Ships of the ocean do not go up there (8.3.7).
    OceanShipsInland { at: Station },
    /// Ships of the rivers do not go out to sea (8.4.1).
    RiverShipsAtSea { at: Station },
    /// No water that these ships may use leads there (8.4.1).
    NoWaterway { from: Station, to: Station },
    /// Ships do not end their movement on the open sea (CW-226).
    EndsOnOpenSea { at: Station },
    /// Ships end no way where a fortification of the enemy fires at them (8.4.3).
    UnderGuns { at: Station, fort: Hex },

    // What ships take on board (8.3.5b, 8.4.4, 8.4.6, 8.4.7, 8.8.1).
    /// The hex is not beside the ships; `beside` are (8.4.4).
    LoadNotBesideShips { hex: Hex, at: Station, beside: Vec<Hex> },
    /// The leader who commands is in another hex than the load (8.4.10).
    LoadNotWithLeader { leader: Id, hex: Hex },
    /// Neither strength points nor leaders are to be taken on board (8.4.4).
    NothingLoaded,
    /// Each strength point needs a transport, and leaders need one (8.8.1).
    TooFewTransportsForLoad { transports: u32, sp: u32 },
    /// Fewer strength points are there (8.4.4, 8.7.2).
    TooFewToShip { hex: Hex, sp: u32, have: u32 },
    /// Of all strength points there, this many have moved (6.1.7).
    ToShipMoved { hex: Hex, all: u32, moved: u32 },

    // Leaders who go along, by ship or by sea without ships (8.4.6, 8.4.7a, 8.7.6).
    /// The order names him twice (8.4.6, 8.7.6).
    PassengerTwice { leader: Id },
    /// Only a naval leader who commands the ships carries other leaders (8.4.7a).
    PassengerOnShips { leader: Id },
    /// Only a naval leader takes other leaders along by sea (8.7.6).
    PassengerBySea { leader: Id },
    /// He has moved in this pulse (6.1.7).
    PassengerMoved { leader: Id },
    /// He is not where the ships load (8.4.6).
    PassengerElsewhere { leader: Id, hex: Hex },
    /// He is not where those who go by sea set out (8.7.6).
    SeaPassengerElsewhere { leader: Id, hex: Hex },
    /// He commands an army and stays with it (5.3.1).
    PassengerCommandsArmy { leader: Id, army: Id },

    // What ships put ashore on their way and at its end (8.3.9, 8.4.5, 8.4.8, 8.4.9, 8.6).
    /// A force or a leader would stay on board at the end (8.3.9).
    OnBoardAtEnd { landings: Vec<Hex> },
    /// Nobody is on board who could go ashore there (8.4.5).
    NobodyToLand { hex: Hex },
    /// Those on board come from that hex (8.4.5).
    LandsWhereLoaded { hex: Hex },
    /// Nobody goes ashore in that hex from there; in `landings` he does (8.4.5).
    NoLanding { hex: Hex, from: Station, landings: Vec<Hex> },
    /// Leaders would be ashore without a strength point or depot (6.2.10).
    LeadersAloneAshore { hex: Hex, leaders: u32 },
    /// More leaders would be ashore there than strength points and a depot allow (CW-52).
    TooManyLeadersAshore { hex: Hex, leaders: u32, most: u32 },
    /// More strength points would move by sea than the turn's lift still allows (8.6.1).
    BeyondLift { sp: u32, left: u32 },
    /// After foreign intervention nothing moves by sea (4.1.6c).
    NoLift,
    /// The drop is where the ships begin (8.4.9).
    DropAtStart { at: Station },
    /// The ships do not come by the place of the drop (8.4.9).
    DropOffWay { at: Station },
    /// The ships come by the place of an earlier drop later (8.4.9).
    DropOutOfOrder { at: Station },
    /// The drop puts nothing ashore (8.4.9).
    EmptyDrop,
    /// Fewer strength points are on board there (8.4.9).
    DropBeyondCargo { sp: u32, have: u32 },
    /// The transports that are to stay with the drop are not there: one for each strength point, `ocean` of them of the
    /// ocean (8.4.9).
    DropTransportsMissing { sp: u32, ocean: u32 },
    /// All ships would stay with the drop (8.4.9).
    NoShipGoesOn,
    /// Too few transports would go on for those still on board, who need this many (8.8.1).
    TooFewTransportsGoOn { transports: u32, need: u32 },
    /// He is not carried so far, or commands the ships (8.4.9).
    NotOnBoard { leader: Id },
    /// The enemy's ground: against him ships land only at the end of their way (8.4.8).
    DropOnEnemyGround { hex: Hex },

    // Landings against the enemy (8.8).
    /// Nobody leads the landing (8.4.5a).
    LandingWithoutLeader { hex: Hex },
    /// No strength point is on board to land (8.8.1).
    LandingWithoutStrength { hex: Hex },
    /// A demoralized force does not land against the enemy (8.8.1a).
    LandingDemoralized { hex: Hex },
    /// A demoralized force does not go ashore in an enemy army's reaction radius (7.7.3).
    DemoralizedIntoZone { hex: Hex, army: Id },
    /// No army lands against the enemy (8.8.1b).
    LandingByArmy { leader: Id, army: Id },

    // Attacks by ships together with a ground force (8.9).
    /// The ships carry nobody (8.9.2).
    TogetherCarriesNobody,
    /// No naval leader commands the ships (8.9.1).
    TogetherWithoutNavalLeader,
    /// Only the order as a whole has a condition (8.9).
    TogetherCondition,
    /// No ground leader leads the march (8.9.1).
    TogetherWithoutGroundLeader,
    /// No enemy strength point is in the hex that is to be attacked (8.9.1).
    TogetherNoEnemy { hex: Hex },
    /// The order does not say what is attacked (8.9.2a).
    TogetherNoTarget,
    /// The ships end their way away from the hex that is attacked (8.9.2a).
    TogetherShipsElsewhere { at: Station, target: Hex },
    /// The ships come to a hexside of the target before the end of their way (8.9.3).
    TogetherPastTarget { first: Station, end: Station, target: Hex },
    /// The ships do not lie beside the ground force at first (8.9.1).
    TogetherApart { hex: Hex },

    // Movement by sea without ships (8.7).
    /// Only the Union does so (8.7).
    SeaUnionOnly,
    /// The order does not say where they go (8.7.3).
    NoSeaDestination,
    /// They are there already (8.7.3).
    SeaAlreadyThere { hex: Hex },
    /// No own leader of that name is on the map (8.7.7), or he is the enemy's (6.2.3).
    SeaLeaderNotOnMap { leader: Id },
    /// An army's commander stays with it (5.3.1).
    ArmyCommanderBySea { leader: Id, army: Id },
    /// An army goes by sea only under a naval leader (8.7.6).
    SeaArmyWithoutNavalLeader { army: Id },
    /// Those who are to go are in another hex than the order names (8.7.2).
    SeaForceElsewhere { hex: Hex, at: Hex },
    /// The order does not say where they are (8.7.2).
    NoSeaOrigin,
    /// The naval leader is not with those who are to go (8.7.7).
    SeaLeaderNotWithForce { leader: Id, hex: Hex },
    /// The army's commander cannot go, and the army moves with him (5.3.1).
    SeaArmyCommanderStays { army: Id },
    /// The army goes whole, with this many strength points (8.7.6).
    SeaArmyGoesWhole { army: Id, sp: u32 },
    /// All strength points of the army have moved (8.7.6).
    SeaArmyMoved { army: Id },
    /// More strength points than may go under that leader, or without one (8.7.5, 8.7.6, 6.2.3).
    SeaTooMany {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leader: Option<Id>,
        sp: u32,
        most: u32,
    },
    /// No strength point goes (8.7.1).
    SeaWithoutStrength,
    /// Nobody sets out by sea from there (8.7.2, 8.7.2a).
    NoSeaDeparture { hex: Hex },
    /// The hex is neither one's own, nor neutral and free (8.7.3, 8.7.3c).
    NoSeaArrival { hex: Hex },
    /// The hex is in an enemy army's reaction radius (8.7.3b).
    SeaArrivalInZone { hex: Hex, army: Id },
    /// No water free of the enemy leads by that place (8.7.3a).
    NoOpenWaterBy { from: Hex, by: Station },
    /// No water free of the enemy leads there (8.7.3a).
    NoOpenWater { from: Hex, to: Hex },
    /// Ships of the ocean do not come there (8.7.3).
    NoOceanShipsTo { hex: Hex },
    /// The turn's lift has too little left (8.6.1).
    BeyondSeaLift { capacity: u32, lifted: u32 },

    // Ships that enter (10.4, 10.5).
    /// The order names no ship (10.4.1, 10.5.1).
    NoShipLaunched,
    /// The ship does not wait to enter (10.4.1, 10.5.1).
    ShipNotWaiting { ship: Id },
    /// Fewer transports of that kind wait to enter (10.4.1, 10.5.1).
    TransportsNotWaiting { waters: Waters, named: u32, have: u32 },
    /// The order does not say where the ships enter (10.4.2).
    NoBerthNamed,
    /// The order does not say where the ship enters (10.5.2).
    NoBerthNamedFor { ship: Id },
    /// No ship can lie there (8.3.1).
    NoBerth { at: Station },
    /// Ships of the rivers enter on a navigable hexside (10.4.2).
    RiverShipsOffHexside { at: Station },
    /// Ironclads enter on a navigable hexside (10.5.2).
    IroncladOffHexside { at: Station },
    /// Ships of the ocean cannot reach it from there (10.4.3).
    NoWayToOcean { at: Station },
    /// Ships of the ocean enter in the East (10.4.3).
    HarborNotInEast { hex: Hex },
    /// No city is beside that place (10.4.2, 10.4.3, 10.5.2).
    NoHarborBeside { at: Station },
    /// The side does not hold the city (10.4.2, 10.5.2).
    HarborNotHeld { hex: Hex },
    /// The city is not in friendly territory: it is in that of the enemy, or neutral (10.4.2, 10.5.2).
    HarborNotFriendly { hex: Hex, enemy: bool },
    /// The city is out of supply (10.4.2, 10.5.2).
    HarborOutOfSupply { hex: Hex },
    /// The city has had its ironclad of the turn (10.5.2).
    YardUsed { hex: Hex },
    /// Commerce raiders enter the At Sea Box (10.5.3).
    RaiderAtPlace { ship: Id },
    /// Supply losses let no ship enter this turn (9.4.8b).
    TooPoorForShips,
}
