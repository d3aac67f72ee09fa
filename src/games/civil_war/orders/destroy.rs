//! `destroy`: one's own depot, fort or fortress (9.2.8, CW-142).

use crate::engine::{Events, StepContext};

use super::Destroy;
use super::kind::{Begun, Names, OrderKind, Tested};
use crate::legality::outlook::Outlook;
use crate::legality::uncertainty::{Doubts, StrengthBound};
use crate::pack::Side;
use crate::{CivilWar, supply::construction};

impl OrderKind for Destroy {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("at", self.at);
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        construction::check_destroy(rules, cx.game, side, self, &Doubts::default())?;
        construction::remove_works(rules, cx.game, cx.events, side, self);
        Ok(None)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        let (side, at) = (outlook.side, self.at);
        construction::check_destroy(outlook.rules, &outlook.game, side, self, &outlook.doubts)?;
        let known = !outlook.doubts.take_doubt();
        match known && certain {
            true => construction::remove_works(outlook.rules, &mut outlook.game, &mut Events::default(), side, self),
            false => outlook.doubts.suspect(&outlook.game, at, side, StrengthBound::NONE),
        }
        Ok(known)
    }
}
