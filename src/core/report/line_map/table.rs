//! The two lines as a table, and in words.

use crate::report::Block;
use crate::report::grammar::{list, number};

use super::model::{LineMap, LinePosition, Strip};

impl LineMap {
    /// The positions, the second side's line first: who holds each, the cards of both sides in it, and its terrain.
    pub fn table(&self) -> Block {
        let [first, second] = self.sides;
        let header = ["Position", "Held by", first, second, "Terrain"].map(str::to_owned).to_vec();
        let row = |stand: &LinePosition| std::iter::once(stand.name.clone()).chain(stand.cells()).collect();
        Block::Table { header, rows: self.downward().map(row).collect() }
    }

    /// All of it in words: when it is, and who stands where.
    pub fn words(&self) -> String {
        let [first, second] = self.sides;
        let each = self.downward().map(|stand| {
            let [_, own, other, _] = stand.cells();
            format!(" {}: {first} {own}; {second} {other}.", stand.name)
        });
        each.fold(self.subtitle.clone(), |words, one| words + &one)
    }

    fn downward(&self) -> impl Iterator<Item = &LinePosition> {
        self.lines.iter().rev().flatten()
    }
}

impl LinePosition {
    /// Who holds it, the cards of each side, and its terrain.
    pub fn cells(&self) -> [String; 4] {
        let [first, second] = self.cards.each_ref().map(|cards| cards_text(cards));
        let beside = (!self.terrain_note.is_empty()).then(|| self.terrain_note.clone());
        let terrain = list(self.terrain.iter().cloned().chain(beside), "and", "open");
        [self.holder_word().to_owned(), first, second, terrain]
    }

    /// Who holds it, in a word.
    pub fn holder_word(&self) -> &str {
        match self.cards.iter().all(Vec::is_empty) {
            _ if self.engaged => "engaged",
            true => "nobody",
            false => self.holder,
        }
    }
}

/// Cards in words: those that are known, then how many lie face down.
fn cards_text(cards: &[Strip]) -> String {
    let (known, down): (Vec<&Strip>, Vec<&Strip>) = cards.iter().partition(|card| card.mark.is_some());
    let known = known.into_iter().map(|card| match card.hits {
        0 => card.about.clone(),
        hits => format!("{} with {}", card.about, number(hits, "hit")),
    });
    let mut said: Vec<String> = known.collect();
    let down: Vec<&str> = down.into_iter().map(|card| card.name.as_str()).collect();
    said.extend((!down.is_empty()).then(|| format!("{} face down ({})", down.len(), down.join(", "))));
    if said.is_empty() { "none".to_owned() } else { said.join("; ") }
}
