//! The page that explains how to verify the matches.

use super::site_data::SiteData;
use crate::cli::archive::match_count::count;
use crate::cli::site::frame::Page;
use crate::cli::site::html::link;

/// The path of the file with the digests of all files.
pub const SUMS: &str = "files/SHA256SUMS";

/// The page.
pub fn page(site_data: &SiteData) -> Page {
    let body =
        BODY.replace("{{sums}}", &link(SUMS, "SHA256SUMS")).replace("{{count}}", &count(site_data.rows.len() as u64));
    Page::new("check.html", "Verify", body)
}

/// The digests of all files, as `sha256sum --check` reads them.
pub fn sums(site_data: &SiteData) -> String {
    let line = |(id, packed): (&String, &super::site_data::Packed)| {
        format!("{}  {id}{}\n", packed.sha256, archive::packed::ENDING)
    };
    site_data.packed.iter().map(line).collect()
}

const BODY: &str = r#"<p class="lead">The program verified every match here when it wrote this site: {{count}}. You need not take the program’s word for it.</p>
<section>
<h2>In the browser</h2>
<p>The replay page of a match contains its documents, and verifies signatures, secrets and dice in your browser. It needs no network.</p>
</section>
<section>
<h2>With the program</h2>
<p>Each match is here as one file, as the archive keeps it. Download it from the page of the match. Then</p>
<pre tabindex="0">adjutant verify FILE</pre>
<p>replays the whole match by the rules of its game, and names everything that rests on a person’s word. <code>adjutant report 12 FILE</code> reports a step, and <code>adjutant replay FILE --out PAGE</code> makes the replay page again.</p>
<p>The file is a gzipped tar archive. <code>adjutant archive unpack FILE FOLDER</code> unpacks it into a match folder.</p>
</section>
<section>
<h2>All of them</h2>
<p>Put the files into the folder <code>archive/matches</code>. Then</p>
<pre tabindex="0">adjutant archive verify</pre>
<p>verifies every match, and <code>adjutant archive publish --out SITE</code> makes this site again: the same files give the same pages, byte for byte, with the same version of the program. {{sums}} has the digest of every file, in the form that <code>sha256sum --check</code> reads.</p>
</section>
<section>
<h2>What is not proved</h2>
<ul>
<li>Anything that rests on a person’s word, such as a referee’s ruling: the page of the match lists it.</li>
<li>That a key belongs to a person: compare its fingerprint by telephone.</li>
<li>That players with the same name are the same person, or that a match was really played: somebody who holds both keys could make one up.</li>
</ul>
</section>
"#;
