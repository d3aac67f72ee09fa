//! Sites: folders of pages that work without a server or scripts. This is what the sites of a tournament and of an
//! archive have in common.

pub mod files;
pub mod frame;
pub mod html;
pub mod match_pages;
pub mod match_paths;
pub mod report;
pub mod search;

/// The style of every page, and the search.
pub const STYLE: &str = include_str!("site/page/site.css");
pub const SCRIPT: &str = include_str!("site/page/site.js");
