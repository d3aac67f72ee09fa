//! Leaders who may be hit in an assault (15.2).

use crate::sorted::SortedSet;

use serde::{Deserialize, Serialize};

use crate::document::Id;
use crate::engine::{Asked, Input, Next, StepContext};

use crate::events::{Event, Fate};
use crate::orders::{Answer, Question};
use crate::pack::Side;
use crate::position::ledger::LeaderPlace;
use crate::{Reply, SevenDays};

/// The checks after a roll of equal dice: the attacker's, then the defender's (SD-46).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CasualtyRolls {
    /// The sides that still have to check, the next one first.
    pub sides: Vec<Side>,
    /// Leaders who were in the area.
    pub present: SortedSet<Id>,
    /// Those of them who lent their Combat Rating.
    pub lent: SortedSet<Id>,
    /// The leader who may be hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Id>,
}

impl CasualtyRolls {
    /// The checks after an assault.
    pub fn new(attacker: Side, present: &SortedSet<Id>, lent: &SortedSet<Id>) -> CasualtyRolls {
        let sides = vec![attacker, attacker.other()];
        CasualtyRolls { sides, present: present.clone(), lent: lent.clone(), leader: None }
    }

    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        let Some(&side) = self.sides.first() else { return Next::Return(Reply::Done) };
        let here = |id: &&Id| rules.side_of(id) == Some(side) && game.leader_at(id).is_some();
        let leaders: Vec<Id> = self.present.iter().filter(here).cloned().collect();
        match (self.leader.clone(), input) {
            (None, Input::Answer(Answer::Hurt(leader))) => {
                self.leader = Some(leader);
                Next::Continue
            }
            (None, _) => match leaders.as_slice() {
                [] => {
                    self.sides.remove(0);
                    Next::Continue
                }
                [only] => {
                    self.leader = Some(only.clone());
                    Next::Continue
                }
                _ => Next::Ask(Asked {
                    side: side.id(),
                    slug: "hurt",
                    rule: "15.2",
                    question: Question::Hurt { leaders },
                }),
            },
            (Some(leader), Input::Faces(faces)) => {
                self.sides.remove(0);
                self.leader = None;
                let dice = crate::pair(&faces);
                let total = crate::total(&faces);
                // This may be the first roll of two dice in a Confederate impulse (6.3.1).
                if side == Side::Confederate
                    && game.active == Some(Side::Confederate)
                    && let Some(current) = &mut game.current
                {
                    current.sunset = current.sunset.or(Some(total));
                }
                // This includes leaders who have since left with the last of their units.
                let lent = self.lent.iter().any(|id| rules.side_of(id) == Some(side));
                let modifier = i8::from(lent);
                let fate = match total + u8::from(lent) {
                    0..7 => Fate::Unhurt,
                    7 => Fate::Killed,
                    _ => Fate::Casualty,
                };
                let turn = game.turn + 1;
                let place = match fate {
                    Fate::Unhurt => None,
                    Fate::Killed => Some(LeaderPlace::Killed(turn)),
                    Fate::Casualty => Some(LeaderPlace::Wounded(turn)),
                };
                events.emit("15.2", &Event::LeaderCheck { leader: leader.clone(), dice, modifier, fate });
                if let (Some(place), Some(state)) = (place, game.leaders.get_mut(&leader)) {
                    state.place = place;
                    events.emit("15.2", &Event::LeaderGone { leader, place });
                }
                Next::Continue
            }
            (Some(_), _) => Next::Roll { purpose: format!("leader_check {side}"), rule: "15.2", count: 2, sides: 6 },
        }
    }
}
