//! Reports: what happened, told to people. There is one model and several writers; the writers know no game.
//!
//! [`step_report`](crate::session::step_report) makes the report of one step of a match; [`text::write`] and
//! [`markdown::write`] turn it, and everything that [`Session::show`](crate::session::Session::show) gives, into a
//! page.

pub mod a4_pages;
pub mod area_map;
pub mod area_view;
pub mod battle_card;
mod card_sentences;
pub mod chances;
mod changes;
pub mod combats;
pub mod dice_chances;
pub mod draft_examples;
pub mod event_groups;
pub mod fairness;
pub mod grammar;
pub mod history;
pub mod html;
pub mod line_map;
pub mod lookup;
pub mod markdown;
pub mod model;
pub mod narrator;
pub mod not_carried_out;
mod present;
pub mod replay;
mod sanitize;
pub mod shared_sections;
pub mod side_terms;
pub mod svg;
pub mod table_map;
mod tables;
pub mod targets;
pub mod template;
pub mod text;
pub mod text_builder;
pub mod turn_picture;
pub mod word_tables;

pub use battle_card::{BattleCard, CardSide};
pub use changes::{Change, differences};
pub use grammar::{ASKED, proposed, sentence};
pub use history::{Follow, Highlight, Kind, Past, Pieces, Tally, TallyKind, When, Whereabouts};
pub use lookup::{Named, OrderKind};
pub use model::{
    Block, Die, MapView, Offer, Options, OptionsFor, Report, Run, Scale, Section, Show, Span, StepFacts, Text, Tint,
    Which,
};
pub use narrator::EventText;
pub use not_carried_out::not_carried_out;
pub use present::{AdvanceSample, Chances, OrderOdds, Present};
pub use sanitize::{clean, markup, quoted};
pub use targets::{Target, TargetKind};

impl Report {
    /// Inserts sections before the one that says what is asked.
    pub fn before_asked(mut self, sections: impl IntoIterator<Item = Section>) -> Report {
        let at = self.sections.iter().position(|section| section.heading == ASKED).unwrap_or(self.sections.len());
        self.sections.splice(at..at, sections);
        self
    }

    /// The section with this heading, added at the end if there is none.
    pub fn section(&mut self, heading: &str) -> &mut Section {
        let at = match self.sections.iter().position(|section| section.heading == heading) {
            Some(at) => at,
            None => {
                self.sections.push(Section { heading: heading.to_owned(), blocks: Vec::new() });
                self.sections.len() - 1
            }
        };
        &mut self.sections[at]
    }
}

impl Block {
    /// A sentence by itself, from its words.
    pub fn sentence(words: &str) -> Block {
        Block::Paragraph(vec![Span::plain(format!("{}.", grammar::capital(words)))])
    }
}

impl Span {
    /// Plain words.
    pub fn plain(words: impl Into<String>) -> Span {
        Span::Plain(words.into())
    }
    /// Emphasized words.
    pub fn strong(words: impl Into<String>) -> Span {
        Span::Strong(words.into())
    }
    /// A rule or ruling, by its number.
    pub fn rule(number: impl Into<String>) -> Span {
        Span::Rule(number.into())
    }
}
