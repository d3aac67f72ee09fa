//! *The Civil War* (Victory Games; the Wargame Academy's rulebook). There is one folder for each chapter, in the order
//! of the sequence of play: [`sequence`] (3, 4.1), [`command`] (4.2), [`reinforcements`] (10), [`movement`] (2.1, 6,
//! 11), [`supply`] (9, 14), [`combat`] (7), [`leaders`] (3.9, 5, 12), [`naval`] (8, 3.4, 10.4, 10.5), [`homefront`]
//! (2.1.3, 3.5, 4.1.4 to 4.1.9, 9.4), [`victory`]. [`position`] describes what is on the table, [`legality`] checks
//! orders in advance.

pub(crate) use adjutant_core::{board, document, engine, pack as shared, report, session, sorted, spelling};

pub mod atlas;
pub mod case;
pub mod chances;
pub mod combat;
pub mod command;
mod entry;
pub mod events;
pub mod far_west;
pub mod hidden_leaders;
pub mod homefront;
pub mod leaders;
pub mod legality;
pub mod movement;
pub mod naval;
pub mod options;
pub mod orders;
pub mod pack;
pub mod player;
pub mod position;
pub mod present;
pub mod refusal;
pub mod reinforcements;
pub mod sequence;
pub mod signs;
pub mod supply;
pub mod victory;

use crate::sorted::SortedMap;
pub use entry::GAME;

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem};
use crate::engine::HandicapUnit;
use crate::engine::prospects::Sign;
use crate::engine::{
    CardTable, Concealed, Decks, Events, Forecast, Input, LaterOrder, Next, OwnCards, Position, Ruleset, StepContext,
};

use crate::shared::find_scenario;
use options::Options;
use orders::{Answer, Order, Question, Standing};
use pack::{Pack, Side};
use position::ledger::hidden_leaders::HiddenLeaders;
use position::ledger::{self, Game};
use refusal::TurnRefusal;

/// The game, with the data that it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct CivilWar {
    /// The data; at a table, with the map as far as the scenario is played on it.
    pub pack: Arc<Pack>,
    /// The same for each scenario that is played on part of the map, by its id.
    grounds: Arc<SortedMap<Id, Arc<Pack>>>,
    variants: Variants,
}

/// The data of matches whose options change them, by scenario and options, made when they are first needed.
#[derive(Clone, Debug, Default)]
struct Variants(Arc<Mutex<Vec<Variant>>>);

/// The data of one of them.
type Variant = (Id, Options, Arc<Pack>);

/// They follow from the rest.
impl PartialEq for Variants {
    fn eq(&self, _: &Variants) -> bool {
        true
    }
}

/// A half-finished procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    /// The turn (3.1).
    Turn(sequence::Turn),
    /// The Action Phase (4.2).
    Pulse(command::action::PulseFrame),
    /// A leader is drawn from the pool (10.3).
    Draw(reinforcements::Draw),
    /// A force moves (6.1).
    March(movement::March),
    /// A combat (7.1).
    Combat(combat::Combat),
    /// A retreat (7.7.5).
    Retreat(combat::retreat::Retreat),
    /// Leader Loss Checks (5.4).
    LeaderLoss(leaders::LeaderLoss),
    /// Armies react to a march (12.3).
    Reaction(movement::reaction::Reactions),
    /// Cavalry that may retreat before combat (7.1.7).
    Screening(movement::screening::Screening),
    /// A voyage of ships (8.3).
    Voyage(naval::Voyage),
    /// Ships fight ships, or are fired at (8.10).
    Battle(naval::Battle),
    /// Ships and a ground force attack together (8.9).
    Together(naval::CombinedAttack),
    /// Ships look for a place out of reach of guns (8.10.6a).
    Flight(naval::Flight),
    /// Commerce raiders (3.4).
    Raiders(naval::Raiders),
    /// Ships enter under guns (10.4.2).
    Entering(naval::Entering),
    /// A tribe raids a stockade (CW-321).
    TribalRaid(far_west::tribes::Raiding),
    /// Untried leaders in a combat show who they are (21.10).
    Identify(leaders::untried::Identify),
}

/// What a procedure returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It is over.
    Done,
    /// How a combat ended.
    Combat(combat::Ended),
    /// How a retreat ended.
    Retreat(combat::retreat::Ended),
    /// Every army has reacted that could and would.
    Reacted,
    /// Whether cavalry has retreated before combat.
    Screened(bool),
    /// The fates of the leaders who were checked.
    Fates(Vec<(position::ledger::Piece, events::Fate)>),
    /// Every ship has fired, and been fired at.
    Battle,
}

impl CivilWar {
    /// The game with the data pack that the program ships.
    pub fn shipped() -> Self {
        static SHIPPED: LazyLock<CivilWar> = LazyLock::new(|| CivilWar::new(Pack::shipped()));
        SHIPPED.clone()
    }

    /// The game with a data pack.
    pub fn new(pack: Pack) -> Self {
        let cut = |(id, scenario): (&Id, &pack::Scenario)| {
            scenario.ground.as_ref().map(|_| (id.clone(), Arc::new(pack.with_scenario_map(scenario).into_owned())))
        };
        let grounds = Arc::new(pack.scenarios.iter().filter_map(cut).collect());
        CivilWar { pack: Arc::new(pack), grounds, variants: Variants::default() }
    }

    /// The game with a data pack whose map is taken whole, whatever ground a scenario has.
    fn with_whole_map(pack: Pack) -> Self {
        CivilWar { pack: Arc::new(pack), grounds: Arc::default(), variants: Variants::default() }
    }

    /// The game on the ground of a scenario.
    pub fn for_scenario(&self, scenario: &Id) -> CivilWar {
        let pack = self.grounds.get(scenario).unwrap_or(&self.pack);
        CivilWar { pack: Arc::clone(pack), grounds: Arc::clone(&self.grounds), variants: self.variants.clone() }
    }

    /// The game on the ground of a scenario, with the data that these options ask for (20 to 22).
    pub fn for_match(&self, scenario: &Id, options: Options) -> CivilWar {
        let (mut ground, mut wanted) = (self.for_scenario(scenario), options.of_pack());
        wanted.far_west &= !self.grounds.contains_key(scenario);
        if ground.pack.variant == wanted {
            return ground;
        }
        let mut made = self.variants.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = made.iter().find(|(id, options, _)| id == scenario && *options == wanted);
        ground.pack = match known {
            Some((_, _, pack)) => Arc::clone(pack),
            None => {
                let pack = Arc::new(ground.pack.with_options(scenario, wanted));
                made.push((scenario.clone(), wanted, Arc::clone(&pack)));
                pack
            }
        };
        drop(made);
        ground
    }

    /// The side with this id.
    ///
    /// # Errors
    /// There is none.
    pub fn side(&self, id: &Id) -> Result<Side, Problem> {
        Side::named(id)
    }
}

impl Ruleset for CivilWar {
    const ID: &'static str = "civil_war";
    const REVISION: u32 = 4;

    type Game = Game;
    type Procedure = Procedure;
    type Reply = Reply;
    type Order = Order;
    type Question = Question;
    type Answer = Answer;
    type Standing = Standing;

    fn sides(&self) -> [Id; 2] {
        Side::BOTH.map(Side::id)
    }

    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        let found = find_scenario(&self.pack.scenarios, scenario)?;
        let options = Options::read(options)?;
        if options.modified_leaders && self.pack.modified.is_none() {
            let problem = Problem::new(format!("the pack has no {}", pack::MODIFIED_LEADERS));
            let problem = problem.in_path("options.modified_leaders").rule("CW-332");
            return Err(problem.advice("play with a pack that has it, or leave the option out"));
        }
        far_west::check_scenario(found, &options)?;
        if options.csa_naval_leaders && !self.pack.naval_leaders_come(found) {
            let last = found.last_turn;
            let message = format!("{} ends with turn {last}, before the Confederacy's naval leaders come", found.title);
            let problem = Problem::new(message).in_path("options.csa_naval_leaders").rule("CW-331");
            return Err(problem.advice("leave out `csa_naval_leaders`, or choose a longer scenario"));
        }
        let rules = self.for_match(scenario, options);
        self.pack.fits_far_west(&rules.pack)?;
        let hidden = options.hidden_leaders.then(|| HiddenLeaders::new(&rules.pack));
        let options = options.of_position();
        let root = Procedure::Turn(sequence::Turn { stage: sequence::Stage::Reinforcement });
        let mut game = Game { hidden, options, ..sequence::set_up(&rules, found) };
        far_west::set_up(&rules, &mut game);
        Ok(Position::new(game, root))
    }

    fn as_played(&self, game: &Game) -> Self {
        self.for_match(&game.scenario, game.options)
    }

    fn ground(&self, given: &Value) -> Result<Cow<'_, Self>, Problem> {
        case::ground(self, given).map(Cow::Owned)
    }

    fn case(&self, given: &Value) -> Result<Position<Self>, Problem> {
        case::position(self, given)
    }

    fn to_given(&self, position: &Position<Self>) -> Value {
        case::given(self, position)
    }

    fn normalized(&self, position: &Position<Self>) -> Position<Self> {
        case::normalized(position)
    }

    fn case_parts(&self, generator: &mut schemars::SchemaGenerator) -> crate::engine::case::parts::CaseParts {
        case::parts(generator)
    }

    fn notation(&self, position: &Position<Self>) -> Value {
        case::notation(self, position)
    }

    fn at_once(&self, game: &mut Game, events: &mut crate::engine::Events) {
        homefront::update_washington(self, game, events);
    }

    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        match procedure {
            Procedure::Turn(turn) => turn.step(self, cx, input),
            Procedure::Pulse(pulse) => pulse.step(self, cx, input),
            Procedure::Draw(draw) => draw.step(self, cx, input),
            Procedure::March(march) => march.step(self, cx, input),
            Procedure::Combat(combat) => combat.step(self, cx, input),
            Procedure::Retreat(retreat) => retreat.step(self, cx, input),
            Procedure::LeaderLoss(loss) => loss.step(self, cx, input),
            Procedure::Reaction(reactions) => reactions.step(self, cx, input),
            Procedure::Screening(screening) => screening.step(self, cx, input),
            Procedure::Voyage(voyage) => voyage.step(self, cx, input),
            Procedure::Battle(battle) => battle.step(self, cx, input),
            Procedure::Together(together) => together.step(self, cx, input),
            Procedure::Flight(flight) => flight.step(self, cx, input),
            Procedure::Raiders(raiders) => raiders.step(self, cx, input),
            Procedure::Entering(entering) => entering.step(self, cx, input),
            Procedure::TribalRaid(raid) => raid.step(self, cx, input),
            Procedure::Identify(identify) => identify.step(self, cx, input),
        }
    }

    fn skip(&self, game: &Game, side: &Id, order: &Order) -> Option<Problem> {
        let side = self.side(side).ok()?;
        Some(order.kind().condition()?.fails(game, side)?.problem(self, side))
    }

    fn skips_impossible_orders(&self, rest: &[Order]) -> bool {
        rest.iter().any(|order| matches!(order, Order::Finish(_)))
    }

    fn misplaced_orders(&self, side: &Id, orders: &[Option<Order>]) -> Vec<(usize, Problem)> {
        let Ok(side) = self.side(side) else { return Vec::new() };
        let last = orders.iter().position(|order| matches!(order, Some(Order::Finish(_))));
        let behind = last.map_or(orders.len(), |last| last + 1)..orders.len();
        behind.map(|n| (n, TurnRefusal::HalfOver.problem(self, side).rule("4.2.6"))).collect()
    }

    fn begin(&self, cx: StepContext<'_, Self>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        let side = self.side(side).map_err(|problem| vec![problem])?;
        let begun = legality::check::begin(self, cx, side, order.kind());
        begun.map_err(|problems| problems.into_iter().map(options::with_ruling).collect())
    }

    fn plausible(&self, position: &Position<Self>, side: &Id, orders: &[LaterOrder<'_, Order>]) -> Forecast {
        match self.side(side) {
            Ok(side) => {
                let Forecast { problems, undecided } = legality::forecast::forecast(self, position, side, orders);
                let cited = problems.into_iter().map(|(n, problem)| (n, options::with_ruling(problem)));
                Forecast { problems: cited.collect(), undecided }
            }
            Err(problem) => Forecast { problems: vec![(0, problem)], undecided: Vec::new() },
        }
    }

    fn answers(&self, position: &Position<Self>, question: &Question, _: Option<&OwnCards>) -> Vec<Answer> {
        match question {
            Question::Retreat { options, .. } => options.iter().copied().map(Answer::Retreat).collect(),
            Question::Reroll { .. } => {
                use orders::Reroll::{Enemy, Own, Pass};
                [Pass, Own, Enemy].map(Answer::Reroll).to_vec()
            }
            Question::React { together, .. } => {
                let together = together.then_some(orders::React::Together);
                let each = [orders::React::Decline, orders::React::Roll].into_iter().chain(together);
                each.map(Answer::React).collect()
            }
            Question::Reaction { options, .. } => match position.stack.last() {
                Some(Procedure::Reaction(reactions)) => {
                    movement::reaction::answers(self, &position.game, reactions, options)
                }
                _ => vec![Answer::Reaction(orders::Reaction::Stay)],
            },
            Question::Screen { .. } => [orders::Screen::Stand, orders::Screen::Retreat].map(Answer::Screen).to_vec(),
            Question::Hit { options, .. } => options.iter().cloned().map(Answer::Hit).collect(),
            Question::Flight { options, .. } => options.iter().copied().map(Answer::Flight).collect(),
            Question::Pursuit { commands, .. } => (0..=*commands).map(Answer::Pursuit).collect(),
            Question::Removal { .. } => {
                [orders::Removing::Keep, orders::Removing::Remove].map(Answer::Removal).to_vec()
            }
        }
    }

    fn admits(&self, position: &Position<Self>, question: &Question, answer: &Answer) -> bool {
        match (question, answer, position.stack.last()) {
            (
                Question::Reaction { .. },
                Answer::Reaction(orders::Reaction::Go(go)),
                Some(Procedure::Reaction(reactions)),
            ) => reactions.party(self, &position.game, go).is_ok(),
            _ => self.answers(position, question, None).contains(answer),
        }
    }

    fn refuse_answer(
        &self,
        position: &Position<Self>,
        question: &Question,
        answer: &Answer,
        _: Option<&OwnCards>,
    ) -> Problem {
        let legal: Vec<String> =
            self.answers(position, question, None).iter().map(|answer| json!(answer).to_string()).collect();
        let (message, rule) = match (question, answer) {
            (Question::Retreat { .. }, Answer::Retreat(to)) => match position.stack.last() {
                Some(Procedure::Retreat(retreat)) => {
                    let (because, rule) = retreat.refusal_reason(self, &position.game, *to);
                    (format!("the force cannot retreat to {to}: {because}"), rule)
                }
                _ => (format!("the force cannot retreat to {to}"), "7.7.13"),
            },
            (Question::Retreat { .. }, _) => ("the question is where to retreat".to_owned(), "7.7.13"),
            (Question::Reaction { army, .. }, Answer::Reaction(orders::Reaction::Go(go))) => {
                match position.stack.last() {
                    Some(Procedure::Reaction(reactions)) => match reactions.party(self, &position.game, go) {
                        Err((because, rule)) => {
                            (format!("{} cannot react in this way: {because}", present::reacting(army)), rule)
                        }
                        Ok(_) => (format!("{} cannot react in this way", present::reacting(army)), "12.3.8"),
                    },
                    _ => ("nobody reacts now".to_owned(), "12.3.8"),
                }
            }
            (Question::Reaction { army, .. }, _) => {
                (format!("the question is what {} does", present::reacting(army)), "12.3.8")
            }
            (Question::React { together: false, .. }, Answer::React(orders::React::Together)) => {
                ("no four-star leader commands several armies there".to_owned(), "6.2.16a")
            }
            (Question::React { army, .. }, _) => {
                (format!("the question is whether {} rolls for reaction", present::reacting(army)), "12.3.5")
            }
            (Question::Screen { .. }, _) => ("the question is whether the cavalry retreats".to_owned(), "7.1.7"),
            (Question::Hit { .. }, _) => ("the question is which ship is hit".to_owned(), "8.10.5a"),
            (Question::Flight { .. }, _) => ("the question is where the ships go".to_owned(), "8.10.6a"),
            (Question::Pursuit { .. }, _) => {
                ("the question is how many naval command points are spent against the raider".to_owned(), "3.4b")
            }
            (Question::Removal { piece, .. }, _) => {
                let name = present::leader_name(&self.pack, &piece.leader);
                (format!("the question is whether {name} is removed"), "22.1")
            }
            (Question::Reroll { .. }, _) => ("the question is which die to reroll".to_owned(), "7.7.3"),
        };
        options::with_ruling(Problem::new(message).rule(rule).advice(format!("legal answers: {}", legal.join(", "))))
    }

    fn standing_answer(
        &self,
        position: &Position<Self>,
        _side: &Id,
        standing: &Standing,
        question: &Question,
    ) -> Option<Answer> {
        match question {
            Question::Retreat { from, options, .. } => {
                combat::retreat::by_standing(standing, *from, options).map(Answer::Retreat)
            }
            Question::React { .. } => {
                movement::reaction::react_by_standing(&position.game, standing, question).map(Answer::React)
            }
            Question::Reaction { .. } => {
                let reaction = movement::reaction::reaction_by_standing(self, &position.game, standing, question)?;
                // A part that cannot go as it is written, say because a leader would be left alone: the player is
                // asked.
                let answer = Answer::Reaction(reaction);
                self.admits(position, question, &answer).then_some(answer)
            }
            Question::Screen { hex, enemy_sp, .. } => {
                let screen = standing.screen.as_ref()?;
                Some(Answer::Screen(movement::screening::by_standing(screen, *hex, *enemy_sp)))
            }
            Question::Hit { .. } | Question::Flight { .. } | Question::Pursuit { .. } => {
                naval::by_standing(standing, question)
            }
            Question::Removal { piece, .. } => Some(Answer::Removal(standing.removals.as_ref()?.answer(&piece.leader))),
            Question::Reroll { .. } => combat::reroll_by_standing(self, position, standing).map(Answer::Reroll),
        }
    }

    fn check_standing(&self, game: &Game, side: &Id, standing: &Standing) -> Vec<Problem> {
        legality::check::standing(self, game, self.side(side).ok(), standing)
    }

    fn standing_samples(&self, game: &Game, side: &Id) -> Vec<Standing> {
        self.side(side).map_or_else(|_| Vec::new(), |side| orders::standing_samples::standing(self, game, side))
    }

    fn choice_values(&self, game: &Game, side: &Id, id: &Id) -> Vec<Value> {
        match (self.side(side), homefront::priorities_turn(id)) {
            (Ok(side), Some(turn)) => {
                let mut then = game.clone();
                if turn > game.turn {
                    // What binds the choice is found when it is due, which nothing but dice can come before.
                    homefront::bind(&mut then, turn, &mut Events::default());
                }
                homefront::allowed(&then, side, turn).into_iter().map(|priorities| json!(priorities)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Between the turning up of a turn's priorities and the choice for the next one both sides only roll for their
    /// commands (4.1.2, CW-279).
    fn early_choice(&self, game: &Game, opened: &Id) -> Option<Id> {
        let scenario = self.pack.scenarios.get(&game.scenario)?;
        let turn = homefront::priorities_turn(opened).filter(|turn| *turn < scenario.last_turn)?;
        homefront::priorities_id(turn + 1)
    }

    fn choice_schema(&self) -> Value {
        let theaters: Vec<&str> = pack::Theater::ALL.iter().map(|theater| theater.as_str()).collect();
        let theater = json!({"enum": theaters});
        let priorities = json!({
            "type": "object",
            "description": "Every order of the theaters, each of them once (4.1).",
            "properties": {"primary": theater, "secondary": theater, "tertiary": theater},
            "required": ["primary", "secondary", "tertiary"],
            "additionalProperties": false,
        });
        let sealed = json!({
            "description": "A standing order under seal: `reaction`, `retreat` or `screen` as under `standing` (CW-282).",
            "anyOf": [
                {"enum": ["ask", "pass"]},
                {"type": "object", "minProperties": 1, "propertyNames": {"enum": ["reaction", "retreat", "screen"]}},
            ],
        });
        json!({"anyOf": [priorities, sealed]})
    }

    fn default_choice(&self, game: &Game, side: &Id, id: &Id) -> Value {
        match self.side(side) {
            Ok(side) => json!(homefront::repeated(game, side, homefront::priorities_turn(id).unwrap_or(game.turn))),
            Err(_) => Value::Null,
        }
    }

    fn legal(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>) -> Vec<Order> {
        self.side(side).map_or_else(|_| Vec::new(), |side| hidden_leaders::legal(self, &position.game, side, own))
    }

    fn brief(&self, position: &Position<Self>, side: &Id) -> Value {
        let Ok(side) = self.side(side) else { return Value::Null };
        let game = &position.game;
        let ledger = game.side(side);
        let mut brief = Map::new();
        if let Some(pulse) = &game.pulse {
            brief.insert("turn".to_owned(), json!(game.turn));
            brief.insert("pulse".to_owned(), json!(pulse.number));
            brief.insert("difference_left".to_owned(), json!(pulse.left));
            if pulse.free {
                brief.insert("free_reinforcement".to_owned(), json!(true));
            }
        }
        brief.insert("commands".to_owned(), json!(ledger.commands));
        let mut due = Map::new();
        for (track, sp) in &ledger.reinforcements {
            due.insert(track.as_str().to_owned(), json!(sp));
        }
        let pool = game.pool(&self.pack, side).len();
        if pool > 0 {
            due.insert("leaders".to_owned(), json!(pool));
        }
        brief.insert("reinforcements".to_owned(), Value::Object(due));
        Value::Object(brief)
    }

    fn recommend_orders(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>, seed: u64) -> Vec<Order> {
        self.side(side)
            .map(|side| hidden_leaders::recommend_orders(self, position, (side, seed), own))
            .unwrap_or_default()
    }

    fn cards<'g>(&self, game: &'g Game) -> Option<&'g CardTable> {
        game.hidden.as_ref().map(|hidden| &hidden.cards)
    }

    fn cards_mut<'g>(&self, game: &'g mut Game) -> Option<&'g mut CardTable> {
        game.hidden.as_mut().map(|hidden| &mut hidden.cards)
    }

    fn decks(&self, game: &Game) -> Decks {
        game.hidden.as_ref().map(|_| ledger::hidden_leaders::decks(&self.pack)).unwrap_or_default()
    }

    fn conceal(
        &self,
        game: &Game,
        side: &Id,
        (orders, answer): (Vec<Order>, Option<Answer>),
        _own: &OwnCards,
    ) -> Concealed<Self> {
        let orders = self
            .side(side)
            .map_or_else(|_| orders.clone(), |side| hidden_leaders::with_draw_numbers(game, side, orders.clone()));
        Concealed { orders, answer, laid: Vec::new() }
    }

    fn advance_questions(&self, game: &Game, _side: &Id) -> Vec<&'static str> {
        hidden_leaders::sealed_orders::windows(game)
    }

    fn advance_answer(
        &self,
        position: &Position<Self>,
        side: &Id,
        question: &Question,
        says: &Value,
    ) -> Option<Answer> {
        hidden_leaders::sealed_orders::answer(self, position, side, question, says)
    }

    fn refuse_advance(&self, game: &Game, side: &Id, window: &str, says: &Value) -> Option<Problem> {
        hidden_leaders::sealed_orders::refuse(self, game, side, window, says)
    }

    fn recommend_answer(
        &self,
        position: &Position<Self>,
        side: &Id,
        question: &Question,
        _: Option<&OwnCards>,
    ) -> Option<Answer> {
        player::answer(self, position, self.side(side).ok()?, question)
    }

    fn recommend_choice(&self, game: &Game, side: &Id, id: &Id, seed: u64) -> Value {
        let default = self.default_choice(game, side, id);
        self.side(side).ok().and_then(|side| player::choice(self, game, side, id, seed)).unwrap_or(default)
    }

    fn recommend_standing(&self, position: &Position<Self>, side: &Id) -> Option<Standing> {
        player::standing(self, position, self.side(side).ok()?)
    }

    fn signs(&self, position: &Position<Self>, side: &Id) -> Vec<Sign> {
        signs::signs(self, &position.game, Side::of(side))
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        position::invariants::invariants(self, position)
    }

    fn handicap_unit(&self) -> Option<HandicapUnit> {
        Some(HandicapUnit::VICTORY_POINTS)
    }

    fn give_handicap(&self, game: &mut Game, side: &Id, points: u32) {
        if let Ok(side) = self.side(side) {
            game.side_mut(side).vp += i64::from(points);
        }
    }

    fn check_outcome(&self, outcome: &Value) -> Result<(), Vec<Problem>> {
        victory::check(outcome)
    }

    fn outcome_by(&self, game: &Game, how: &str, loser: Option<&Id>) -> Value {
        let winner = loser.and_then(|loser| self.side(loser).ok()).map(Side::other);
        let points = victory::Score::if_ended_now(&self.as_played(game), game);
        json!(victory::Outcome { by: victory::EarlyEnd::of(how), check: None, level: None, points, turn: None, winner })
    }
}
