//! The shell of a page: a single self-contained file, with a content security policy that lets it load and run nothing
//! else.

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use crate::report::sanitize::markup;

/// A page before it is written.
pub struct HtmlPage<'a> {
    /// Plain text; made harmless here.
    pub title: &'a str,
    /// Style sheets, written as one.
    pub styles: &'a [&'a str],
    /// The content between `<body>` and the scripts: markup.
    pub body: &'a str,
    /// Data for the scripts, each with its id, in base 64.
    pub data: &'a [(&'a str, String)],
    /// Scripts, written as one.
    pub scripts: &'a [&'a str],
}

/// A page whose style sheet and script are in separate files shared by many pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitPage {
    pub page: String,
    pub style: String,
    pub script: String,
}

impl HtmlPage<'_> {
    /// Writes the page for a folder of similar pages: in place of its own style sheet and scripts it refers to files,
    /// by addresses relative to the page. The policy lets it load only from its own site, or from files if it is opened
    /// as a file.
    pub fn write_linked(&self, style: &str, scripts: &[String]) -> String {
        let policy = "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; base-uri 'none'; \
                      form-action 'none'";
        let style = format!("<link rel=\"stylesheet\" href=\"{}\">", markup(style));
        let scripts: String =
            scripts.iter().map(|script| format!("<script src=\"{}\"></script>\n", markup(script))).collect();
        self.assemble(policy, &style, &scripts)
    }

    /// The same, with its own style sheet and script as texts for the shared files. `address` gives their addresses,
    /// from their texts.
    pub fn write_split(&self, address: impl FnOnce(&str, &str) -> [String; 2]) -> SplitPage {
        let style = self.styles.concat().replace('\r', "");
        let script = self.scripts.concat().replace('\r', "");
        let [style_at, script_at] = address(&style, &script);
        SplitPage { page: self.write_linked(&style_at, &[script_at]), style, script }
    }

    /// Writes the page. Its content security policy names exactly its own style sheet and script, by their digests, and
    /// allows nothing else: no network, no frame, no form, no script that a text might bring in.
    pub fn write(&self) -> String {
        // A browser reads a page's text with line feeds only, so that is what must be hashed.
        let style = self.styles.concat().replace('\r', "");
        let script = self.scripts.concat().replace('\r', "");
        let scripts = if script.is_empty() { "'none'".to_owned() } else { source(&script) };
        let policy = format!(
            "default-src 'none'; script-src {scripts}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
            source(&style)
        );
        let styles = format!("<style>{style}</style>");
        let scripts = if script.is_empty() { String::new() } else { format!("<script>{script}</script>\n") };
        self.assemble(&policy, &styles, &scripts)
    }

    /// The page with its policy, and its style sheet and script, or links to them.
    fn assemble(&self, policy: &str, styles: &str, scripts: &str) -> String {
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"generator\" content=\"adjutant {}\">\n\
             <title>{}</title>\n{styles}\n</head>\n<body>\n{}\n",
            env!("CARGO_PKG_VERSION"),
            markup(self.title),
            self.body
        );
        for (id, data) in self.data {
            out += &format!("<script type=\"application/octet-stream\" id=\"{}\">{data}</script>\n", markup(id));
        }
        out += scripts;
        out += "</body>\n</html>\n";
        out
    }
}

/// A text as a source that the policy allows.
fn source(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text.as_bytes())))
}
