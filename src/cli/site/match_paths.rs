//! Where the pages of a match are on a site, and how they link to each other.

/// Where the pages of a match are, and what it is called on the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPaths {
    /// The folder of its pages, directly in the site's root, and the base name of its files.
    pub folder: &'static str,
    pub file: String,
    /// Its name within a sentence, in plain text.
    pub called: String,
    /// Who plays it, as markup.
    pub players: String,
}

impl MatchPaths {
    /// The path of the replay.
    pub fn replay(&self) -> String {
        format!("{}/{}", self.folder, self.relative_link("-replay"))
    }

    /// The path of the page of reports.
    pub fn reports(&self) -> String {
        format!("{}/{}", self.folder, self.relative_link("-report"))
    }

    /// The path of the texts for the search.
    pub fn text(&self) -> String {
        format!("text/{}.js", self.file)
    }

    /// The relative link from one page of the match to another, given the ending of the other's name; an empty ending
    /// gives the page about the match.
    pub fn relative_link(&self, ending: &str) -> String {
        format!("{}{ending}.html", self.file)
    }
}
