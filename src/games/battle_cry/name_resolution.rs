//! Names that players write: titles of cards and names of generals, which become ids of cards in the hand or in play when
//! the turn is signed.
