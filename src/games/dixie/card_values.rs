//! The values of a card where it is: its CV when it fires, its firepower, its morale.

use crate::Dixie;
use crate::engine::sum::Sum;
use crate::events::Range;
use crate::ledger::Game;
use crate::pack::{Arm, Card, Command, Kind, MoraleRating, TerrainKind};
use crate::place::Place;
use crate::side::Side;

/// A roll from 1 to this number hits (7.2).
pub fn firepower(card: &Card, range: Range, in_own_line: bool) -> u8 {
    match (range, card.kind) {
        (Range::Enfilade, _) if in_own_line => 1,
        (Range::Enfilade, _) => 2,
        (Range::Melee, Kind::Artillery) => 1,
        (Range::Melee, _) => 3,
        (Range::Short, Kind::Infantry) => 2,
        (Range::Short, Kind::Artillery) => card.short,
        (Range::Long | Range::Support, Kind::Artillery) => card.long,
        (_, _) => 1,
    }
}

/// The morale that its letter adds to a card's CV (6.0).
pub fn morale_bonus(card: &Card) -> i64 {
    match card.morale {
        Some(MoraleRating::A) => 1,
        Some(MoraleRating::C) => -1,
        Some(MoraleRating::B) | None => 0,
    }
}

/// A card's own morale: its CV and its letter (6.0).
pub fn base_morale(card: &Card) -> Sum {
    Sum::default().and(&card.id, card.cv.into()).and("letter", morale_bonus(card))
}

/// Whether a roll passes against a value: 1 always does, and 6 never (6.0).
pub fn passes(face: u64, value: i64) -> bool {
    face == 1 || (face != 6 && face as i64 <= value)
}

impl Dixie {
    /// The dice that a card rolls: its CV, as terrain and its general change it (7.1, 10.3).
    pub fn dice(&self, game: &Game, (side, card): (Side, &Card), (from, at): (Place, Place), range: Range) -> Sum {
        let mut sum = Sum::default().and(&card.id, card.cv.into());
        if range == Range::Melee {
            return self.gunner(game, (side, card), from, sum);
        }
        let defends = |place| game.defender(place) == Some(side);
        // A hill helps the defender at any range, but not along the line (13.3).
        if range != Range::Enfilade && defends(from) {
            for terrain in self.terrain(game, from) {
                sum = match terrain.terrain {
                    Some(TerrainKind::Hill | TerrainKind::Ridge) => sum.and(&terrain.id, 1),
                    Some(TerrainKind::Field) if range == Range::Short => sum.and(&terrain.id, 1),
                    _ => sum,
                };
            }
        }
        if !defends(at) {
            for terrain in self.terrain(game, at) {
                if terrain.terrain == Some(TerrainKind::Woods) {
                    sum = sum.and(&terrain.id, -1);
                }
            }
        }
        self.gunner(game, (side, card), from, sum)
    }

    /// The extra CV that an artillery general gives his artillery (13.9).
    fn gunner(&self, game: &Game, (side, card): (Side, &Card), place: Place, sum: Sum) -> Sum {
        let general = self.general(game, place, side).filter(|general| general.arm == Some(Arm::Artillery));
        match general {
            Some(general) if game.rules.corps_integrity && card.kind == Kind::Artillery => sum.and(&general.id, 1),
            _ => sum,
        }
    }

    /// The morale of a card where it stands (6.0, 10.3, 11.1). In a melee terrain does not count (13.2).
    pub fn morale(&self, game: &Game, (side, card): (Side, &Card), place: Place, melee: bool) -> Sum {
        if !card.kind.is_troop() {
            return Sum::default().and(&card.id, 6);
        }
        let defends = game.defender(place) == Some(side);
        let mut sum = base_morale(card);
        if let Some(general) =
            self.general(game, place, side).filter(|general| self.commands(game, side, general, card))
        {
            sum = sum.and(&general.id, if defends { general.defense } else { general.attack }.into());
        }
        for special in self.staying_specials(game, place, side) {
            sum = sum.and(&special.id, 1);
        }
        for terrain in self.terrain(game, place).filter(|_| !melee) {
            sum = match (terrain.terrain, defends) {
                (Some(TerrainKind::Hill | TerrainKind::Ridge), true) => sum.and(&terrain.id, 1),
                (Some(TerrainKind::Woods), false) => sum.and(&terrain.id, -1),
                _ => sum,
            };
        }
        sum
    }

    /// Whether a general supports the morale of a troop card (11.1, 13.9).
    pub fn commands(&self, game: &Game, side: Side, general: &Card, card: &Card) -> bool {
        if !game.rules.corps_integrity {
            return true;
        }
        match general.arm {
            Some(Arm::Artillery) => return card.kind == Kind::Artillery,
            Some(Arm::Cavalry) if card.kind != Kind::Cavalry && !card.horse => return false,
            _ => {}
        }
        if general.command == Some(Command::Army) || game.commander.get(&side) == Some(&general.id) {
            return true;
        }
        match general.command {
            Some(Command::Wing) => card.corps.as_ref().is_some_and(|corps| general.commands.contains(corps)),
            Some(Command::Division) if game.rules.division_integrity => general.division() == card.division(),
            _ => general.corps == card.corps,
        }
    }
}
