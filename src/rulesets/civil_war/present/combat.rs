//! Combats as audits.
