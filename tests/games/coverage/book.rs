//! The rulebooks whose coverage is checked, and the files that cite them.

use crate::coverage::index::Scope;

/// A rulebook.
pub struct Book {
    pub title: &'static str,
    pub index: &'static str,
    pub table: &'static str,
    pub rulings: &'static str,
    pub cases: &'static str,
    /// Only the rules of this game cite this rulebook; the other rulesets have books and numbers of their own.
    pub code: &'static [&'static str],
    /// The prefix of a ruling's number.
    pub prefix: &'static str,
    pub last_chapter: u32,
    /// Whether text directly under a chapter's heading is cited as the chapter's section 0.
    pub zero_sections: bool,
    /// The book's headings in order, if it has no numbers; a letter after a heading marks a further sentence:
    /// `Reshuffle.b`.
    pub headings: &'static [&'static str],
    /// The scopes that are counted, and those of them that are built.
    pub scopes: &'static [Scope],
    pub built: &'static [Scope],
    /// An entry that others restate, as an example.
    pub restated: &'static str,
    /// Nothing that is built may lack its code, its case or its refusal.
    pub complete: bool,
    /// The table names the files of the code and of the crate's own tests.
    pub names_files: bool,
}

pub const CIVIL_WAR: Book = Book {
    title: "The Civil War",
    index: "docs/coverage/civil_war.yaml",
    table: "docs/coverage/civil_war.md",
    rulings: "docs/rulings/civil_war.md",
    cases: "tests/cases/civil_war",
    code: &["src/games/civil_war", "src/games/civil_war.rs"],
    prefix: "CW-",
    last_chapter: 22,
    zero_sections: false,
    headings: &[],
    scopes: &[Scope::First, Scope::Land, Scope::Water, Scope::Campaign],
    built: &[Scope::First, Scope::Land, Scope::Water],
    restated: "4.2.5",
    complete: false,
    names_files: false,
};

pub const SEVEN_DAYS: Book = Book {
    title: "Lee and the Seven Days",
    index: "docs/coverage/seven_days.yaml",
    table: "docs/coverage/seven_days.md",
    rulings: "docs/rulings/seven_days.md",
    cases: "tests/cases/seven_days",
    code: &["src/games/seven_days"],
    prefix: "SD-",
    last_chapter: 18,
    zero_sections: true,
    headings: &[],
    scopes: &[Scope::Basic, Scope::Advanced, Scope::Optional],
    built: &[Scope::Basic, Scope::Advanced, Scope::Optional],
    restated: "10.4.4j",
    complete: true,
    names_files: false,
};

pub const DIXIE: Book = Book {
    title: "Dixie",
    index: "docs/coverage/dixie.yaml",
    table: "docs/coverage/dixie.md",
    rulings: "docs/rulings/dixie.md",
    cases: "tests/cases/dixie",
    code: &["src/games/dixie"],
    prefix: "DX-",
    last_chapter: 16,
    zero_sections: true,
    headings: &[],
    scopes: &[Scope::Basic, Scope::Advanced, Scope::Optional],
    built: &[Scope::Basic, Scope::Advanced, Scope::Optional],
    restated: "3.1",
    complete: true,
    names_files: true,
};

pub const LONGSTREET: Book = Book {
    title: "Longstreet",
    index: "docs/coverage/longstreet.yaml",
    table: "docs/coverage/longstreet.md",
    rulings: "docs/rulings/longstreet.md",
    cases: "tests/cases/longstreet",
    code: &["src/games/longstreet"],
    prefix: "LS-",
    last_chapter: 0,
    zero_sections: false,
    headings: &[
        "The Sequence of Play",
        "Sequence of a Turn",
        "The Action Cards",
        "Hand Size",
        "Year Indicators",
        "The Year Indicators and the National Cards",
        "Reshuffle",
        "Reshuffling Penalty",
        "No Voluntary Discards",
        "Anatomy of the Action Cards",
        "Banners and Effect Text",
        "Playing Card(s) to Invoke a Phase",
        "Disorder Requires Two Cards",
        "Morale Value",
        "Modifier Symbol",
        "Modifying a Phase",
        "Interrupt",
        "Red = Remove",
        "Redraw",
        "Pass",
        "When Are Cards Removed from the Game?",
        "Detailed Example of a Turn",
    ],
    scopes: &[Scope::Basic],
    built: &[Scope::Basic],
    restated: "Reshuffle.a",
    complete: true,
    names_files: true,
};
