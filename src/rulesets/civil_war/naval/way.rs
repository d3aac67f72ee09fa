//! The ways of ships (8.3, 8.4).
