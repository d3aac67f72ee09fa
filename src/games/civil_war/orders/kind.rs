//! What each kind of order supplies to the rules. A kind stands in a file of its own in this folder, under its key
//! (`move` in `march`); what other rules need as well stands with its rule. Its words are in `present/orders`.

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::StepContext;
use crate::engine::run::to_value;

use super::{Condition, Order, order_kinds};
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, Procedure};

/// The procedure with which an order goes on, unless it is done at once; or every objection.
pub type Begun = Result<Option<Procedure>, Vec<Problem>>;
/// Whether nothing about an order in advance is in doubt; or every objection.
pub type Tested = Result<bool, Vec<Problem>>;

/// A kind of order, as the rules see it.
pub trait OrderKind: Written {
    /// The hexes that it names, then the leaders, then the conditions besides its `if`.
    fn names<'a>(&'a self, _names: &mut Names<'a>) {}

    /// What is wrong with it whenever its turn comes, except unknown names: its side may never do it.
    fn check_form(&self, _form: &mut Form<'_>) {}

    /// Begins it.
    ///
    /// # Errors
    /// Every reason why the rules forbid it; paths begin with its key.
    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun;

    /// Its cost in command points, if the actors are there.
    fn cost(&self, _rules: &CivilWar, _game: &Game, _side: Side) -> u32 {
        0
    }

    /// Orders of this kind that a side may give now; enough to play on. Kinds that are looked for together are all
    /// found by the first of them.
    fn legal(_rules: &CivilWar, _game: &Game, _side: Side) -> Vec<Order>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// Tests it against what is known of the position at its turn, and carries that on. `certain`: its `if` certainly
    /// holds. Returns whether nothing about it is in doubt.
    ///
    /// # Errors
    /// What is wrong however the doubts are resolved.
    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested;

    /// Whether it brings in a reinforcement: free if it must be first, otherwise for an initiative point.
    fn is_reinforcement(&self) -> bool {
        false
    }

    /// Whether it may be given while the free reinforcement is due.
    fn may_be_first(&self) -> bool {
        self.is_reinforcement()
    }
}

/// An order as a turn has it.
pub trait Written {
    /// The word that names it.
    fn key(&self) -> &'static str;

    /// Its `if`.
    fn condition(&self) -> Option<&Condition> {
        None
    }

    /// Its details as a value.
    fn value(&self) -> Value;
}

macro_rules! implement {
    ($($kind:ident $key:literal $($condition:ident)?,)*) => {
        $(impl Written for super::$kind {
            fn key(&self) -> &'static str {
                $key
            }

            $(fn condition(&self) -> Option<&Condition> {
                self.$condition.as_ref()
            })?

            fn value(&self) -> Value {
                to_value(self)
            }
        })*

        impl Order {
            /// What the rules know about its kind.
            pub fn kind(&self) -> &dyn OrderKind {
                match self {
                    $(Order::$kind(order) => order,)*
                }
            }
        }

        /// Orders of every kind that a side may give now.
        pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
            let mut orders = Vec::new();
            $(orders.extend(super::$kind::legal(rules, game, side));)*
            orders
        }
    };
}

order_kinds!(implement);

/// Something that an order names.
pub enum Name<'a> {
    Hex(Hex),
    Leader(&'a Id),
    Condition(&'a Condition),
}

/// What an order names, with the paths in its details: `path[2]`.
#[derive(Default)]
pub struct Names<'a> {
    found: Vec<(String, Name<'a>)>,
    conditions: Vec<(String, Name<'a>)>,
}

impl<'a> Names<'a> {
    /// Everything that an order names, conditions last.
    pub fn of(order: &'a dyn OrderKind) -> Vec<(String, Name<'a>)> {
        let mut names = Names::default();
        names.condition("if", order.condition());
        order.names(&mut names);
        names.found.extend(names.conditions);
        names.found
    }

    /// A hex, if the field has one.
    pub fn hex(&mut self, path: impl Into<String>, hex: impl Into<Option<Hex>>) {
        self.found.extend(hex.into().map(|hex| (path.into(), Name::Hex(hex))));
    }

    /// A list of hexes.
    pub fn hexes(&mut self, path: &str, hexes: &[Hex]) {
        self.found.extend(hexes.iter().enumerate().map(|(n, &hex)| (format!("{path}[{n}]"), Name::Hex(hex))));
    }

    /// A leader, if the field has one.
    pub fn leader(&mut self, path: &str, leader: Option<&'a Id>) {
        self.found.extend(leader.map(|leader| (path.to_owned(), Name::Leader(leader))));
    }

    /// A list of leaders.
    pub fn leaders(&mut self, path: &str, leaders: &'a [Id]) {
        self.found.extend(leaders.iter().enumerate().map(|(n, leader)| (format!("{path}[{n}]"), Name::Leader(leader))));
    }

    /// A condition, if the field has one.
    pub fn condition(&mut self, path: &str, condition: Option<&'a Condition>) {
        self.conditions.extend(condition.map(|condition| (path.to_owned(), Name::Condition(condition))));
    }

    /// An order within this one.
    pub fn part(&mut self, order: &'a dyn OrderKind) {
        let key = order.key();
        self.found.extend(Names::of(order).into_iter().map(|(path, name)| (format!("{key}.{path}"), name)));
    }
}

/// Which entry of a list a path leads into: 2 of `launch.ships[2].at`.
pub fn entry_of(path: &str, list: &str) -> Option<usize> {
    path.strip_prefix(list)?.strip_prefix('[')?.split(']').next()?.parse().ok()
}
