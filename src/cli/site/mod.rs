//! Sites: folders of pages that need no server and no script. What the site of a tournament and the site of an archive have in
//! common.

pub mod drawn;
pub mod files;
pub mod frame;
pub mod place;
pub mod report;
pub mod search;
pub mod words;

/// The style of every page, and the search.
pub const STYLE: &str = include_str!("page/site.css");
pub const SCRIPT: &str = include_str!("page/site.js");
