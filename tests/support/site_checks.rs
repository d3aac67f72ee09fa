//! Common checks of the tests of sites: every file, every link, and that nothing written by a player becomes markup.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::Path;

/// The files of a site by their paths.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Every file of a site, with its bytes.
pub fn files(root: &Path) -> Files {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(root).unwrap().display().to_string();
                    found.insert(name, fs::read(&path).unwrap());
                }
            }
        }
    }
    found
}

/// The pages among the files.
pub fn pages(site: &Files) -> BTreeMap<&String, String> {
    let pages = site.iter().filter(|(path, _)| path.ends_with(".html"));
    pages.map(|(path, bytes)| (path, String::from_utf8(bytes.clone()).unwrap())).collect()
}

/// The values of the attributes of that name.
pub fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    page.split(&format!(" {name}=\"")).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A link from a page, as a path in the site and a place in the page.
fn resolved(from: &str, link: &str) -> (String, Option<String>) {
    let (path, place) = match link.split_once('#') {
        Some((path, place)) => (path, Some(place.to_owned())),
        None => (link, None),
    };
    if path.is_empty() {
        return (from.to_owned(), place);
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop().expect("no link leaves the site")),
            part => parts.push(part),
        }
    }
    (parts.join("/"), place)
}

/// Every link leads to a file of the site and to a place in it, and something leads to every file but the first page,
/// the list of files, and what the search loads by itself.
pub fn links_hold(site: &Files) {
    let pages = pages(site);
    let mut led_to = BTreeSet::from(["index.html".to_owned()]);
    for (path, page) in &pages {
        let mut links = attributes(page, "href");
        links.extend(attributes(page, "src"));
        for link in links {
            let (to, place) = resolved(path, link);
            assert!(site.contains_key(&to), "{path} leads to {link}");
            if let (Some(place), Some(other)) = (place, pages.get(&to)) {
                assert!(other.contains(&format!(" id=\"{place}\"")), "{path} leads to {link}");
            }
            led_to.insert(to);
        }
        for index in attributes(page, "data-index") {
            assert!(site.contains_key(index), "{path} searches {index}");
            led_to.insert(index.to_owned());
        }
    }
    for part in search(site)["words"].as_object().unwrap().values() {
        led_to.insert(part.as_str().unwrap().to_owned());
    }
    let alone: Vec<&String> = site
        .keys()
        .filter(|path| !led_to.contains(*path) && !path.starts_with("text/") && *path != "adjutant-site.json")
        .collect();
    assert!(alone.is_empty(), "nothing leads to {alone:?}");
}

/// What players wrote stays text; nothing is fetched, and no attribute is a script. The replays have tests of their
/// own.
pub fn words_stay_words(site: &Files) {
    for (path, page) in pages(site) {
        let scripts = page.matches("<script").count();
        let own =
            page.matches("<script src=\"").count() + page.matches("<script type=\"application/octet-stream\"").count();
        assert_eq!(scripts, own, "{path}");
        assert!(!page.contains("<img") && !page.contains("://") || path.contains("-replay"), "{path}");
        assert!(!page.contains(" onerror=\"") && !page.contains(" style=\"") || path.contains("-replay"), "{path}");
        assert!(!page.chars().any(|c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')), "{path}");
        assert!(page.contains("default-src 'none'"), "{path}");
    }
}

/// The contents of the search index.
pub fn search(site: &Files) -> serde_json::Value {
    let (_, file) = site.iter().find(|(path, _)| path.starts_with("assets/search-")).expect("an index");
    unpacked(file)
}

/// The contents of the search file for words that begin with these letters.
pub fn words(site: &Files, part: &str) -> serde_json::Value {
    let path = search(site)["words"][part].as_str().expect("such words").to_owned();
    unpacked(&site[&path])
}

/// The last argument of a call that a file of the search makes: JSON in gzip, in base 64.
fn unpacked(file: &[u8]) -> serde_json::Value {
    let text = std::str::from_utf8(file).unwrap();
    let packed = text.rsplit('"').nth(1).unwrap();
    let bytes = data_encoding::BASE64.decode(packed.as_bytes()).unwrap();
    let mut json = Vec::new();
    flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut json).unwrap();
    serde_json::from_slice(&json).unwrap()
}
