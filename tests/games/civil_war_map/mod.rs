//! Tests that the map of *The Civil War* is right: everything that the rulebook says about it ([`facts`]), what follows
//! from its rules, computed by the engine ([`computed`], [`rivers_and_sea`]), the journeys of its examples
//! ([`journeys`]), historical facts ([`history`]), and that `pack check` finds errors in a copy ([`planted_errors`]).

mod computed;
mod facts;
mod history;
mod journeys;
mod planted_errors;
mod ports;
mod rivers_and_sea;
mod ship_movement;
mod whole_map;
