//! The game in words and pictures.

mod refusals;

use crate::BattleCry;
use crate::report::Present;

impl Present for BattleCry {}
