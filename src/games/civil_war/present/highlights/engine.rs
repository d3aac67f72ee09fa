//! The events of the engine in an index: orders begun, skipped and not carried out, offers.

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, from_value};
use crate::engine::events::EngineEvent;
use crate::report::{Kind, shared_sections};

use super::super::{order_text, vocabulary};
use super::{CurrentOrder, HighlightWriter, Narration, Site};
use crate::orders::Order;
use crate::pack::Side;
use crate::report::grammar::capital;

impl HighlightWriter<'_> {
    pub(super) fn engine(&mut self, event: EngineEvent) {
        match event {
            EngineEvent::Order { side, order, .. } => {
                self.end_order();
                let Ok(side) = self.rules.side(&side) else { return };
                let (rules, first) = (std::mem::take(&mut self.cited), self.moments.len());
                self.current_order = Some(CurrentOrder { side, order, rules, first, reported: false });
            }
            EngineEvent::Skipped { side, order, reasons, .. } => {
                self.end_order();
                let reasons = capital(&shared_sections::because(self.rules, &side, &reasons));
                let said = self.narrator.order_words(&side, &order);
                let whose = self.whose(&side);
                let words = format!("An order of {whose} is skipped: {said}. {reasons}.");
                let (by, site) = (self.rules.side(&side).ok(), self.site_of(&order));
                self.add_highlight(Kind::Order, by, site, Vec::new(), words);
            }
            EngineEvent::HandedBack { side, n, orders, reasons } => {
                self.end_order();
                let by = self.rules.side(&side).ok();
                let site = orders.first().and_then(|order| self.site_of(order));
                // The orders themselves are a list that an index has no room for.
                let event = EngineEvent::HandedBack { side, n, orders, reasons };
                let Narration { words, .. } = self.narrate_with(|narrator| {
                    narrator.engine(event, "");
                    narrator.sections.iter_mut().for_each(|section| section.blocks.truncate(1));
                });
                self.add_highlight(Kind::Order, by, site, Vec::new(), words);
            }
            other => {
                if let Some((kind, side, words)) = shared_sections::between(&other, |side| self.whose(side)) {
                    self.end_order();
                    self.add_highlight(kind, self.rules.side(&side).ok(), None, Vec::new(), words);
                }
            }
        }
    }

    /// A side in the middle of a sentence.
    fn whose(&self, side: &Id) -> String {
        self.rules.side(side).map_or(side.to_string(), |side| vocabulary::side(side).to_owned())
    }

    /// An order that its result does not describe.
    pub(super) fn order_words(&self, side: Side, order: &Value) -> String {
        let said = match from_value::<Order>(order) {
            Ok(order) => order_text::order(&self.rules.pack, side, &order),
            Err(_) => order.to_string(),
        };
        format!("{} order: {said}.", vocabulary::possessive(side))
    }

    /// Where an order begins.
    pub(super) fn site_of(&self, order: &Value) -> Option<Site> {
        let details = order.as_object().and_then(|order| order.values().next())?;
        let hex = |field: &str| details.get(field).and_then(Value::as_str).and_then(|text| text.parse::<Hex>().ok());
        let found = ["at", "from", "to"].into_iter().find_map(hex);
        found.filter(|hex| self.rules.pack.map.hex(*hex).is_some()).map(Site::Hex)
    }
}
