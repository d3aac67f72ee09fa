//! Tests of the cross table: examples worked out by hand, random tournaments, and other programs.

mod area;
mod brackets;
mod invariants;
mod lots;
mod model;
mod peers;
mod random;
mod standings;
mod support;
mod swiss;
mod ties;
mod trf;
mod vectors;
