//! What happened, told to people: one model, several writers. The writers know no game.

pub mod model;

pub use model::{Block, Present, Report, Section, Show, Span, StepFacts, Text};
