//! What is drawn: which hexes of the map, with or without the units of a position.

use super::geometry;
use crate::CivilWar;
use crate::board::Hex;
use crate::document::Id;
use crate::movement::territory;
use crate::pack::{HexData, Map, Side, Source};
use crate::position::ledger::Game;
use crate::report::svg::Viewport;
use crate::sorted::{SortedMap, SortedSet};

/// What is drawn.
pub struct Scene<'a> {
    pub(super) rules: &'a CivilWar,
    /// The position; `None` for the bare map.
    pub(super) game: Option<&'a Game>,
    /// By number.
    pub(super) hexes: Vec<Hex>,
    pub(super) frame: Viewport,
    /// Whether what rests on a reconstruction is marked.
    pub(super) marked: bool,
    /// If the ground is drawn only in outline, the hexes that still get their details.
    pub(super) described_hexes: Option<SortedSet<Hex>>,
    /// Whose friendly ground the states are.
    pub(super) friends: SortedMap<&'a Id, Option<Side>>,
}

impl<'a> Scene<'a> {
    /// These hexes, with the units of a position.
    pub(super) fn new(rules: &'a CivilWar, game: Option<&'a Game>, hexes: Vec<Hex>) -> Scene<'a> {
        let friend = |state: &Id| match game {
            Some(game) => territory::friendly_side(rules, game, state),
            None => rules.pack.map.states.get(state)?.friendly_to,
        };
        let friends = rules.pack.map.states.keys().map(|state| (state, friend(state))).collect();
        Scene { rules, game, frame: geometry::around(&hexes), marked: false, described_hexes: None, hexes, friends }
    }

    /// The whole map.
    pub fn full_map(rules: &'a CivilWar, game: Option<&'a Game>) -> Scene<'a> {
        Scene::new(rules, game, rules.pack.map.hexes().map(|(hex, _)| hex).collect())
    }

    /// The printed map.
    pub(super) fn map(&self) -> &'a Map {
        &self.rules.pack.map
    }

    /// Whether a hex is to be seen.
    pub(super) fn contains(&self, hex: Hex) -> bool {
        self.hexes.binary_search(&hex).is_ok()
    }

    /// Whether a hex shows its number, and its name if the place is unimportant.
    pub(super) fn shows_number(&self, hex: Hex) -> bool {
        self.described_hexes.as_ref().is_none_or(|hexes| hexes.contains(&hex))
    }

    /// A title with the mark of what rests on a reconstruction, where that is marked.
    pub(super) fn marked_title(&self, title: String, source: &Source) -> String {
        if self.marked && source.is_reconstructed() { title + " †" } else { title }
    }

    /// The hexes that are to be seen.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, &'a HexData)> {
        self.hexes.iter().filter_map(|&hex| Some((hex, self.map().hex(hex)?)))
    }

    /// Those of them with units of either side.
    pub(super) fn occupied_hexes(&self) -> SortedSet<Hex> {
        let Some(game) = self.game else { return SortedSet::new() };
        let forces = game.groups.values().map(|group| group.hex);
        let leaders = game.pieces.values().filter_map(|place| place.hex());
        forces.chain(leaders).filter(|&hex| self.contains(hex)).collect()
    }

    /// The side that a hex is friendly ground to.
    pub(super) fn holder(&self, data: &HexData) -> Option<Side> {
        let friend = |state| self.friends.get(state).copied().flatten();
        let first = data.states.first().and_then(friend);
        if data.states.iter().all(|state| friend(state) == first) { first } else { None }
    }
}
