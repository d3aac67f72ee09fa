//! The two battles of the rulebook's example, Antietam and Corinth: the fifteen running totals of the combat value, by
//! the pure function alone (Example of Play, I).

use adjutant_core::pack::Side::{self, Confederate, Union};
use battle_cry::combat_value::evaluate;
use battle_cry::ledger::Played;
use battle_cry::orders::Half;
use battle_cry::pack::PACK;

/// A battle's table, on which cards are laid by the event that they show.
#[derive(Default)]
struct Table {
    played: Vec<Played>,
}

impl Table {
    /// Lays a card of a side with this event that is not on the table yet, and returns its id.
    fn lay(&mut self, side: Side, event: &str) -> String {
        if event == "frontal" {
            return self.lay_half(side, Half::Frontal, |_| true);
        }
        let pack = PACK.typed();
        assert!(pack.events.iter().any(|(id, _)| id.as_str() == event), "{event}");
        let upper = pack.of(side).cards.iter().any(|card| card.upper.as_str() == event);
        let half = if upper { Half::Upper } else { Half::Lower };
        self.lay_half(side, half, |card| [&card.upper, &card.lower][usize::from(!upper)].as_str() == event)
    }

    fn lay_half(&mut self, side: Side, half: Half, fits: impl Fn(&battle_cry::pack::Card) -> bool) -> String {
        let pack = PACK.typed();
        let fresh =
            |card: &&battle_cry::pack::Card| fits(card) && self.played.iter().all(|other| other.card != card.id);
        let card = pack.of(side).cards.iter().find(fresh).expect("a card that has the event").id.clone();
        self.played.push(Played::plain(&card, side, half));
        card
    }

    fn last(&mut self) -> &mut Played {
        self.played.last_mut().expect("a card")
    }

    /// By how much a side leads.
    fn lead(&self, side: Side) -> i32 {
        evaluate(&PACK.typed(), &self.played, false).lead(side)
    }
}

/// Antietam: the Confederate attacks.
#[test]
fn the_running_totals_of_antietam_come_out() {
    let mut table = Table::default();
    let mut leads = Vec::new();
    // Forney's column +2, Pender +3.
    table.lay(Confederate, "massed_column_c");
    table.lay(Confederate, "division_c");
    leads.push(table.lead(Confederate));
    // Massed Artillery -3 cancels Forney; Breastworks -1.
    let artillery = table.lay(Union, "massed_artillery");
    table.lay(Union, "breastworks");
    leads.push(table.lead(Confederate));
    // Counter-Battery; Hood +1.
    let counter = table.lay(Confederate, "counter_battery");
    table.last().cancels = vec![artillery];
    table.lay(Confederate, "brigade_c");
    leads.push(table.lead(Confederate));
    // 20 lb. Parrots restore the artillery.
    table.lay(Union, "parrots");
    table.last().cancels = vec![counter];
    leads.push(table.lead(Confederate));
    // Early +3 with Battle Elan +2.
    let early = table.lay(Confederate, "enfilade_c");
    let elan = table.lay(Confederate, "elan");
    table.last().target = Some(early);
    leads.push(table.lead(Confederate));
    // X Corps +4, Woods -1, XV Corps -1, for which Elan is turned to +1.
    let corps = table.lay(Union, "enfilade_strong_u");
    table.lay(Union, "woods");
    let outflanks = table.lay(Union, "outflank_u");
    let turned = table.played.iter_mut().find(|played| played.card == elan).expect("Elan");
    turned.turned = Some(outflanks);
    leads.push(table.lead(Confederate));
    // Refuse Flank against X Corps; Breastworks -1.
    table.lay(Confederate, "refuse_flank");
    table.last().reduces = Some((corps, 2));
    leads.push(table.lead(Confederate));
    table.lay(Confederate, "breastworks");
    leads.push(table.lead(Confederate));
    assert_eq!(leads, [5, -1, 5, 0, 5, -2, 0, 1]);
}

/// Corinth: the Union attacks. Where the text says that it leads by 4, its own next total needs 6 (BC-24).
#[test]
fn the_running_totals_of_corinth_come_out() {
    let mut table = Table::default();
    let mut leads = Vec::new();
    // II Corps +3, XIV Corps in massed column +2, Massed Artillery -3.
    table.lay(Union, "enfilade_u");
    table.lay(Union, "massed_column_u");
    let artillery = table.lay(Union, "massed_artillery");
    leads.push(table.lead(Union));
    // Rodes +2; Faulty Staff Work cancels the artillery.
    let rodes = table.lay(Confederate, "brigades_c");
    table.lay(Confederate, "faulty_staff");
    table.last().cancels = vec![artillery];
    leads.push(table.lead(Union));
    // The Irish Brigade -1 counterattacks at +1, and Rodes is canceled for it.
    let irish = table.lay(Union, "repulse_u");
    table.last().cancels = vec![rodes];
    leads.push(table.lead(Union));
    // General Blunders cancels the Irish Brigade; Hindman +2.
    table.lay(Confederate, "blunders");
    table.last().cancels = vec![irish];
    table.lay(Confederate, "brigades_c");
    leads.push(table.lead(Union));
    table.lay(Union, "breastworks");
    leads.push(table.lead(Union));
    table.lay(Confederate, "ridge_crest");
    leads.push(table.lead(Union));
    // Battle Continues: XVII Corps +3.
    table.lay(Union, "enfilade_u");
    leads.push(table.lead(Union));
    assert_eq!(leads, [5, 3, 6, 1, 2, 0, 3]);
}
