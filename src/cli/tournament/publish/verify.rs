//! The page that verifies the tournament itself, and says what only the program can prove.

use serde_json::{Map, Value, json};
use tournament::chain::Documents;
use tournament::documents::Kind;
use tournament::signed::ParsedDocument;

use super::labels::digest;
use super::site_data::SiteData;
use crate::cli::site::frame::Page;
use crate::report::html::CHECKS;
use crate::report::replay::packed;

/// The scripts that verify the documents, and those that show the result.
const SCRIPTS: [&str; 4] = [
    include_str!("page/documents.js"),
    include_str!("page/season.js"),
    include_str!("page/check_tournament.js"),
    include_str!("page/verify.js"),
];

/// The script of the page.
pub fn script() -> String {
    CHECKS.iter().chain(&SCRIPTS).copied().collect()
}

/// The page. It contains every document, but only the digest of entries with a mail address, unless `addresses` are
/// shown.
pub fn page(site_data: &SiteData<'_>, documents: &Documents, script: String, addresses: bool) -> Page {
    // A player's document that the director has not taken is not part of the tournament.
    let belongs = |filed: &&ParsedDocument| !filed.kind().is_players() || site_data.season.has_taken(&filed.digest);
    let mut all: Vec<&ParsedDocument> = documents.read.values().filter(belongs).collect();
    all.sort_by_key(|filed| (filed.kind(), filed.link().map(|link| link.number), filed.digest));
    let mut withheld = 0;
    let documents: Vec<Value> = all
        .into_iter()
        .map(|filed| match without_address(filed).filter(|_| !addresses) {
            Some(content) => {
                withheld += 1;
                content
            }
            None => filed.document.content.clone(),
        })
        .collect();
    let mut matches = Map::new();
    for shown in site_data.matches.values() {
        let entry = json!({"charter": shown.charter, "state": shown.state});
        matches.insert(shown.facts.match_id.to_string(), entry);
    }
    let data = json!({"documents": documents, "matches": matches});
    let body = BODY
        .replace("{{number}}", &(site_data.season.next - 1).to_string())
        .replace("{{head}}", &digest(&site_data.season.head))
        .replace("{{withheld}}", &match withheld {
            0 => String::new(),
            1 => "<li>One entry has a mail address, which this site does not show. Its signature is verified, but not that it has the name and the key shown here.</li>\n"
                .to_owned(),
            several => format!(
                "<li>{several} entries have mail addresses, which this site does not show. Their signatures are verified, but not that they have the names and the keys shown here.</li>\n"
            ),
        });
    let mut page = Page::new("verify.html", "Verify", body);
    page.scripts.push(script);
    page.data.push(("tournament", packed(&data)));
    page
}

/// An entry with a mail address, reduced to its digest and the fields that other documents depend on.
fn without_address(filed: &ParsedDocument) -> Option<Value> {
    let content = &filed.document.content;
    (filed.kind() == Kind::Entry && content.get("email").is_some()).then(|| {
        let mut kept = Map::new();
        kept.insert("withheld".to_owned(), json!(filed.digest));
        for field in ["adjutant", "kind", "tournament", "player", "name", "key", "written", "signatures"] {
            kept.insert(field.to_owned(), content[field].clone());
        }
        Value::Object(kept)
    })
}

const BODY: &str = r#"<p class="lead" id="v-verdict" role="status">This page verifies the tournament in your browser, if scripts are allowed. It needs no network.</p>
<p id="v-progress" hidden></p>
<div id="v-failures"></div>
<section>
<h2>The end of the chain</h2>
<p>The chain ends with document {{number}}, {{head}}. Every mail of the tournament names the newest document at that time. If a mail names a document that is not in this chain, somebody has signed two chains: keep both.</p>
<form id="v-heads" hidden>
<label for="v-head">The digest of the newest document in a mail of yours</label>
<input id="v-head" autocomplete="off" spellcheck="false" maxlength="80" placeholder="64 digits">
<button type="submit">Look for it</button>
<output id="v-found"></output>
</form>
</section>
<section>
<h2>What this page proves</h2>
<ul>
<li>Every document is the one that was signed, and the director, a deputy or the player has signed it.</li>
<li>The documents form one chain from the announcement to the newest; nobody has signed two documents for one place in it.</li>
<li>Each document that a player signed was taken into the chain once, in its place, and under the key that was valid then.</li>
<li>The seed of the draw of lots is the one that the announcement committed to.</li>
<li>Every round has only players on the roster, once each, and begins only when every earlier game has a result.</li>
<li>Every result names a game of its round, one result counts for each game, and a result was replaced only by a decision.</li>
<li>The points in the standings follow from the results.</li>
<li>A match that a result names was signed by these players for this game on the announced terms, and its last state, signed by one of them, has this winner. Each replay page verifies the states in between.</li>
</ul>
<h2>What it does not prove</h2>
<ul>
<li>That pairings, lots and tie-breaks follow the rules: <code>adjutant tournament verify</code> works them out again.</li>
<li>That matches follow the rules of their games: the same command replays every match.</li>
<li>Anything that rests on <a href="word.html">a person’s word</a>.</li>
<li>That a key belongs to a person: compare its fingerprint by telephone.</li>
<li>That the other pages of this site say what the documents say: make the site yourself with <code>adjutant tournament publish</code>, and compare the two.</li>
{{withheld}}</ul>
</section>
<section>
<h2>With the program</h2>
<p>Ask the director for the tournament’s folder, or take in his mails with <code>adjutant tournament take</code>. Then</p>
<pre tabindex="0">adjutant tournament verify FOLDER</pre>
<p>verifies everything again from the documents and matches alone, and lists first everything that rests on a person’s word. It needs neither this site nor the director.</p>
</section>
"#;
