//! Who commands the army (13.9).

use crate::Dixie;
use crate::engine::Events;
use crate::events::Event;
use crate::ledger::Game;
use crate::pack::{Card, Command, Kind};
use crate::side::Side;

impl Dixie {
    /// Names the commander of each army: the general whose card says so; or else a wing commander; or else a Corps
    /// commander with three stars, who stays in command while he is in play, unless a wing commander arrives and there
    /// is no army commander (13.9, DX-28).
    pub fn name_commanders(&self, game: &mut Game, events: &mut Events) {
        if !game.rules.corps_integrity {
            return;
        }
        for side in Side::BOTH {
            let card = self.commander(game, side).map(|card| card.id.clone());
            if card.as_ref() == game.commander.get(&side) {
                continue;
            }
            match card {
                Some(card) => {
                    game.commander.insert(side, card.clone());
                    events.emit("13.9", &Event::Commander { side, card });
                }
                None => drop(game.commander.remove(&side)),
            }
        }
    }

    fn commander<'r>(&'r self, game: &Game, side: Side) -> Option<&'r Card> {
        let in_play = game.places.keys().flat_map(|place| game.cards_in(*place, side)).filter(|placed| !placed.laid);
        let generals = in_play.filter_map(|placed| self.card(game, side, &placed.card));
        let mut generals: Vec<&Card> = generals.filter(|card| card.kind == Kind::General).collect();
        // The current commander comes first among equals.
        generals.sort_by_key(|card| (game.commander.get(&side) != Some(&card.id), card.number));
        let of = |command: Command, stars: u8| {
            let fits = |card: &&&Card| card.command == Some(command) && card.stars >= stars;
            generals.iter().find(fits).copied()
        };
        let named = |card: &&&Card| card.command == Some(Command::Corps) && game.commander.get(&side) == Some(&card.id);
        let (army, wing) = (of(Command::Army, 0), of(Command::Wing, 0));
        match generals.iter().find(named).copied() {
            Some(corps) => Some(wing.filter(|_| army.is_none()).unwrap_or(corps)),
            None => army.or(wing).or_else(|| of(Command::Corps, 3)),
        }
    }
}
