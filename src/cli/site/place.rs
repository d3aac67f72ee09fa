//! Where the pages of a match lie on a site, and how they lead to each other.

/// Where the pages of a match lie, and what it is called on the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder of its pages, one of the site's own, and what its files are called.
    pub folder: &'static str,
    pub file: String,
    /// What it is called within a sentence, in plain words.
    pub called: String,
    /// Who plays it, as markup.
    pub players: String,
}

impl Place {
    /// Where the replay lies.
    pub fn replay(&self) -> String {
        format!("{}/{}", self.folder, self.beside("-replay"))
    }

    /// Where the page of the reports lies.
    pub fn reports(&self) -> String {
        format!("{}/{}", self.folder, self.beside("-report"))
    }

    /// Where the texts for the search lie.
    pub fn text(&self) -> String {
        format!("text/{}.js", self.file)
    }

    /// How a page of the match leads to another of them, by how the other's name ends; to the page about it by nothing.
    pub fn beside(&self, ending: &str) -> String {
        format!("{}{ending}.html", self.file)
    }
}
