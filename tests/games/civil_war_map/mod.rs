//! Tests that the map of *The Civil War* is right: everything that the rulebook says about it ([`facts`]), what follows
//! from its rules, computed by the engine ([`computed`], [`waters`]), the journeys of its examples ([`journeys`]),
//! historical facts ([`history`]), and that `pack check` finds errors in a copy ([`planted`]).

mod computed;
mod facts;
mod ground;
mod history;
mod journeys;
mod planted;
mod ports;
mod waters;
mod waterways;
