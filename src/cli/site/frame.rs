//! What every page of the site has: its head, its navigation, and its foot.

use super::html::{link, name, truncated};
use crate::report::html::HtmlPage;
use crate::report::markup;

/// What all pages share.
pub struct Frame<'s> {
    /// The title of the site.
    pub title: String,
    /// The pages in the navigation, by path, and the label of the navigation.
    pub ways: &'s [(&'s str, &'s str)],
    pub label: &'s str,
    /// The foot of every page, as markup; the argument is the path to the site's root.
    pub foot: &'s dyn Fn(&str) -> String,
    /// The paths of the style sheet, and of the search script with its index.
    pub style: String,
    pub script: String,
    pub index: String,
}

/// A page before it is written.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its path in the site.
    pub path: String,
    /// Its title, in plain words.
    pub title: String,
    /// Its content: markup.
    pub body: String,
    /// The paths of additional scripts, and the data that they read, by id.
    pub scripts: Vec<String>,
    pub data: Vec<(&'static str, String)>,
}

impl Page {
    /// A page with this path and title.
    pub fn new(path: impl Into<String>, title: impl Into<String>, body: String) -> Page {
        Page { path: path.into(), title: title.into(), body, ..Page::default() }
    }

    /// The relative path from a page to the site's root.
    pub fn up(path: &str) -> String {
        "../".repeat(path.matches('/').count())
    }
}

impl Frame<'_> {
    /// Writes a page.
    pub fn write(&self, page: &Page) -> String {
        let up = Page::up(&page.path);
        let mut ways = String::new();
        for (to, words) in self.ways {
            let here = if *to == page.path { " aria-current=\"page\"" } else { "" };
            ways += &format!("<li><a href=\"{up}{to}\"{here}>{words}</a></li>\n");
        }
        let body = format!(
            "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header>\n{}<nav aria-label=\"{}\">\n<ul>\n{ways}</ul>\n</nav>\n\
             <div id=\"search\" data-up=\"{up}\" data-index=\"{}\"></div>\n</header>\n\
             <main id=\"main\">\n<h1>{}</h1>\n{}</main>\n\
             <footer>\n{}<p>Made by adjutant {}.</p>\n</footer>",
            match page.path == "index.html" {
                // The page's own title says it already.
                true => String::new(),
                false => format!("<p class=\"site\">{}</p>\n", link(&format!("{up}index.html"), &name(&self.title))),
            },
            self.label,
            markup(&self.index),
            markup(&page.title),
            page.body,
            (self.foot)(&up),
            env!("CARGO_PKG_VERSION"),
        );
        let title = match page.path == "index.html" {
            true => truncated(&self.title),
            false => format!("{} · {}", page.title, truncated(&self.title)),
        };
        let data: Vec<(&str, String)> = page.data.iter().map(|(id, data)| (*id, data.clone())).collect();
        let scripts: Vec<String> =
            std::iter::once(&self.script).chain(&page.scripts).map(|path| format!("{up}{path}")).collect();
        HtmlPage { title: &title, styles: &[], body: &body, data: &data, scripts: &[] }
            .write_linked(&format!("{up}{}", self.style), &scripts)
    }
}
