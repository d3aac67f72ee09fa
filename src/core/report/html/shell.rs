//! The shell of a page: one file that needs nothing from anywhere, with a policy that lets it fetch and run nothing else.

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use crate::report::safe::markup;

/// A page before it is written.
pub struct Shell<'a> {
    /// In plain words; made harmless here.
    pub title: &'a str,
    /// Style sheets, written as one.
    pub styles: &'a [&'a str],
    /// What stands between `<body>` and the scripts: markup.
    pub body: &'a str,
    /// Data for the scripts, each with its id, in base 64.
    pub data: &'a [(&'a str, String)],
    /// Scripts, written as one.
    pub scripts: &'a [&'a str],
}

impl Shell<'_> {
    /// Writes the page. Its content security policy names the very style sheet and the very script that it carries, by
    /// their digests, and allows nothing else: no network, no frame, no form, no script that a text might bring in.
    pub fn write(&self) -> String {
        // A page's text is read with line feeds only, and what is hashed is what is read.
        let style = self.styles.concat().replace('\r', "");
        let script = self.scripts.concat().replace('\r', "");
        let scripts = if script.is_empty() { "'none'".to_owned() } else { source(&script) };
        let policy = format!(
            "default-src 'none'; script-src {scripts}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
            source(&style)
        );
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"generator\" content=\"adjutant {}\">\n\
             <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{}\n",
            env!("CARGO_PKG_VERSION"),
            markup(self.title),
            self.body
        );
        for (id, data) in self.data {
            out += &format!("<script type=\"application/octet-stream\" id=\"{}\">{data}</script>\n", markup(id));
        }
        if !script.is_empty() {
            out += &format!("<script>{script}</script>\n");
        }
        out += "</body>\n</html>\n";
        out
    }
}

/// A text as a source that the policy allows.
fn source(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_names_what_the_page_carries_and_nothing_else() {
        let page = Shell {
            title: "A </title><script>1</script>",
            styles: &["p{margin:0}\n", "b{margin:0}"],
            body: "<p>x</p>",
            data: &[("view", "QUJD".to_owned())],
            scripts: &["let a = 1;\r\n", "a += 1;"],
        }
        .write();
        // The digest of `p{margin:0}\nb{margin:0}` and of `let a = 1;\na += 1;`, by another program.
        assert!(page.contains("style-src 'sha256-3UEd+MmDK0inESpgAcvteDgnBXFOy/EXeZyKO5uyyeo='"), "{page}");
        assert!(page.contains("script-src 'sha256-QFtbKMmu4QDxzuvZwnv1W2VTsLCL0rv1LK5mbThu0Fo='"), "{page}");
        assert!(page.contains("<title>A &lt;/title&gt;&lt;script&gt;1&lt;/script&gt;</title>"), "{page}");
        assert!(page.contains("<script type=\"application/octet-stream\" id=\"view\">QUJD</script>"), "{page}");
        assert!(page.contains("default-src 'none'"), "{page}");
        let bare = Shell { title: "", styles: &[""], body: "", data: &[], scripts: &[] }.write();
        assert!(bare.contains("script-src 'none'") && !bare.contains("<script"), "{bare}");
    }
}
