//! `rally`: a demoralized force recovers (5.6, 7.7.4).

use crate::engine::StepContext;

use super::kind::{Begun, Names, OrderKind, Tested};
use super::{Order, Rally};
use crate::events::Event;
use crate::legality::outlook::{Outlook, common_problems};
use crate::legality::uncertainty::{Doubts, StrengthBound};
use crate::pack::Side;
use crate::position::ledger::{Game, Piece};
use crate::{CivilWar, command::payment, leaders::rally};

impl OrderKind for Rally {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("at", self.at);
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let StepContext { game, events, .. } = cx;
        let leader = game.ranking_leader(&rules.pack, self.at, side);
        let (leader, points) = rally::check(rules, game, side, self, leader, &Doubts::default())?;
        payment::charge(game, events, "5.6.1", side, points);
        rally::restore(game, self.at, side);
        game.tidy();
        events.emit("7.7.4", &Event::Rallied { side, hex: self.at, leader: Some(leader.leader) });
        Ok(None)
    }

    fn cost(&self, rules: &CivilWar, game: &Game, side: Side) -> u32 {
        rally::cost(rules, game, side, self.at)
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        rally::legal(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        let (side, at) = (outlook.side, self.at);
        let first = outlook.game.ranking_leader(&outlook.rules.pack, at, side);
        let mut leaders: Vec<Option<Piece>> = vec![first];
        // A leader who may come to command there, at his price.
        let others = outlook.game.leaders_at(&outlook.rules.pack, at, side);
        let there = others.into_iter().filter(|_| outlook.doubts.hex(at));
        let perhaps: Vec<Piece> = there.chain(outlook.doubts.leaders_perhaps_in(at).cloned()).collect();
        for piece in perhaps {
            outlook.doubts.note_doubt();
            if !leaders.contains(&Some(piece.clone())) {
                leaders.push(Some(piece));
            }
        }
        let mut found = Vec::new();
        let mut refused = Vec::new();
        for leader in leaders {
            match rally::check(outlook.rules, &outlook.game, side, self, leader, &outlook.doubts) {
                Ok((_, points)) => found.push(points),
                Err(problems) => refused.push(problems),
            }
        }
        if found.is_empty() {
            return Err(common_problems(refused));
        }
        let known = !outlook.doubts.take_doubt();
        if certain {
            outlook.spend_least(found.iter());
        }
        match known && certain {
            true => rally::restore(&mut outlook.game, at, side),
            false => outlook.doubts.suspect(&outlook.game, at, side, StrengthBound::NONE),
        }
        outlook.game.tidy();
        Ok(known)
    }
}
