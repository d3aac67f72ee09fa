//! What every page of the site has: its head, the way to the other pages, and the chain's newest document at the foot.

use super::words::{cut, link, name};
use crate::report::html::Shell;
use crate::report::markup;

/// The pages that every page leads to.
const WAYS: [(&str, &str); 8] = [
    ("index.html", "Standings"),
    ("cross.html", "Cross table"),
    ("rounds.html", "Rounds"),
    ("players.html", "Players"),
    ("games.html", "Games"),
    ("decisions.html", "Decisions"),
    ("word.html", "On a person’s word"),
    ("verify.html", "Verify"),
];

/// What all pages share.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The tournament's title, as its director wrote it.
    pub title: String,
    /// The number and digest of the chain's newest document.
    pub head: (u64, String),
    /// The path of the style sheet, and of the script for the search with its index.
    pub style: String,
    pub script: String,
    pub index: String,
}

/// A page before it is written.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its path in the site.
    pub path: String,
    /// What it is about, in plain words.
    pub title: String,
    /// Its content: markup.
    pub body: String,
    /// The paths of further scripts, and the data that they read, by id.
    pub scripts: Vec<String>,
    pub data: Vec<(&'static str, String)>,
}

impl Page {
    /// A page of that path and title.
    pub fn new(path: impl Into<String>, title: impl Into<String>, body: String) -> Page {
        Page { path: path.into(), title: title.into(), body, ..Page::default() }
    }

    /// How a page of that path leads to the site's folder.
    pub fn up(path: &str) -> String {
        "../".repeat(path.matches('/').count())
    }
}

impl Frame {
    /// Writes a page.
    pub fn write(&self, page: &Page) -> String {
        let up = Page::up(&page.path);
        let mut ways = String::new();
        for (to, words) in WAYS {
            let here = if to == page.path { " aria-current=\"page\"" } else { "" };
            ways += &format!("<li><a href=\"{up}{to}\"{here}>{words}</a></li>\n");
        }
        let (number, head) = &self.head;
        let body = format!(
            "<a class=\"skip\" href=\"#main\">To the content</a>\n<header>\n{}<nav aria-label=\"Tournament\">\n<ul>\n{ways}</ul>\n</nav>\n\
             <div id=\"search\" data-up=\"{up}\" data-index=\"{}\"></div>\n</header>\n\
             <main id=\"main\">\n<h1>{}</h1>\n{}</main>\n\
             <footer>\n<p>The chain of documents ends with document {number}: <code class=\"digest\">{head}</code>. Compare it with the \
             director’s mails, and {} this tournament.</p>\n<p>Made by adjutant {}.</p>\n</footer>",
            match page.path == "index.html" {
                // The page's own title says it.
                true => String::new(),
                false => format!("<p class=\"site\">{}</p>\n", link(&format!("{up}index.html"), &name(&self.title))),
            },
            markup(&self.index),
            markup(&page.title),
            page.body,
            link(&format!("{up}verify.html"), "verify"),
            env!("CARGO_PKG_VERSION"),
        );
        let title = match page.path == "index.html" {
            true => cut(&self.title),
            false => format!("{} · {}", page.title, cut(&self.title)),
        };
        let data: Vec<(&str, String)> = page.data.iter().map(|(id, data)| (*id, data.clone())).collect();
        let scripts: Vec<String> =
            std::iter::once(&self.script).chain(&page.scripts).map(|path| format!("{up}{path}")).collect();
        Shell { title: &title, styles: &[], body: &body, data: &data, scripts: &[] }
            .write_linked(&format!("{up}{}", self.style), &scripts)
    }
}
