//! Hostile contents, described in such a way that none of them is ever in the test's memory as a whole.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

const MIB: usize = 1 << 20;

/// A file's content: a beginning, a piece repeated this many times, an end.
pub struct Content {
    pub name: String,
    start: Vec<u8>,
    piece: Vec<u8>,
    times: usize,
    end: Vec<u8>,
    /// Whether it is among the sample that `cargo test` always tries.
    pub sample: bool,
}

impl Content {
    fn new(name: &str, start: &[u8], piece: &[u8], times: usize, end: &[u8]) -> Content {
        let (start, piece, end) = (start.to_vec(), piece.to_vec(), end.to_vec());
        Content { name: name.to_owned(), start, piece, times, end, sample: false }
    }

    /// Filled with a piece up to a size.
    fn filled(name: &str, size: usize, start: &[u8], piece: &[u8], end: &[u8]) -> Content {
        Content::new(name, start, piece, (size - start.len() - end.len()) / piece.len(), end)
    }

    fn sampled(self) -> Content {
        Content { sample: true, ..self }
    }

    pub fn write(&self, path: &Path) {
        let mut file = BufWriter::new(File::create(path).unwrap());
        file.write_all(&self.start).unwrap();
        (0..self.times).for_each(|_| file.write_all(&self.piece).unwrap());
        file.write_all(&self.end).unwrap();
        file.into_inner().unwrap();
    }
}

/// Short contents, which are refused for what they are.
fn short() -> Vec<Content> {
    let one = |name: &str, bytes: &[u8]| Content::new(name, bytes, b"", 0, b"");
    let utf16 = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}adjutant: 1\nkind: turn\n".encode_utf16().flat_map(order).collect()
    };
    // The least that unpackers and viewers know: gzip, zip, PNG.
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 4, 0, 0x43, 0xbe, 0xb7, 0xe8, 1, 0, 0, 0];
    let zip = [&b"PK\x05\x06"[..], &[0; 18]].concat();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";
    vec![
        one("empty", b""),
        one("one letter", b"a"),
        one("one line end", b"\n"),
        one("one NUL", b"\0").sampled(),
        one("one byte 0xff", b"\xff"),
        one("byte order mark alone", b"\xef\xbb\xbf"),
        one("two byte order marks", b"\xef\xbb\xbf\xef\xbb\xbfadjutant: 1\n"),
        one("UTF-16, little end first", &utf16(u16::to_le_bytes)).sampled(),
        one("UTF-16, big end first", &utf16(u16::to_be_bytes)),
        one("UTF-32", b"\xff\xfe\0\0a\0\0\0:\0\0\0"),
        one("half a character", b"adjutant: 1\nkind: \"\xe2\x82"),
        one("an overlong NUL", b"adjutant: 1\nkind: \"\xc0\x80\"\n"),
        one("half a surrogate pair", b"adjutant: 1\nkind: \"\\ud800\"\n"),
        one("terminal escapes", b"adjutant: 1\nkind: \"\x1b[2J\x1b]0;x\x07\"\n").sampled(),
        one("escaped terminal escapes", b"adjutant: 1\nkind: \"\\e[2J\\u202e\\u2066\\u009b\"\n"),
        one("escapes in a key", b"\"\\e]0;x\\u0007\": 1\nadjutant: 1\n"),
        one("alias bomb", b"a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n"),
        one("a merge key", b"a: {b: 1}\n<<: {c: 2}\n"),
        one("a tag that runs code elsewhere", b"!!python/object/apply:os.system [\"true\"]\n"),
        one("two documents", b"adjutant: 1\n---\nadjutant: 1\n"),
        one("a list", b"- 1\n- 2\n"),
        one("a word", b"adjutant\n"),
        one("JSON", b"{\"adjutant\": 1, \"kind\": \"turn\"}\n"),
        one("a number of 400 digits", &[b"adjutant: ".as_slice(), &[b'9'; 400]].concat()),
        one("gzip", &gzip).sampled(),
        one("zip", &zip),
        one("PNG", png),
        one("an executable", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"),
    ]
}

/// Contents of a size, repetitive, each for a part of a reader that repetition could exhaust.
fn long(size: usize) -> Vec<Content> {
    let fill = |name: &str, start: &[u8], piece: &[u8], end: &[u8]| Content::filled(name, size, start, piece, end);
    let head = b"adjutant: 1\nkind: turn\n".as_slice();
    let state = b"adjutant: 1\nkind: state\n".as_slice();
    let with = |head: &[u8], more: &[u8]| [head, more].concat();
    vec![
        fill("NULs", b"", b"\0", b""),
        fill("junk in base64", b"", b"TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVyIGFkaXBpc2Npbmcg\n", b"")
            .sampled(),
        fill("blanks", b"", b" ", b""),
        fill("line ends", b"", b"\n", b""),
        fill("comments", b"", b"# x\n", b""),
        fill("one comment", b"#", b"x", b""),
        fill("one line", b"", b"x", b""),
        fill("one key", b"", b"x", b": 1\n"),
        fill("one quoted text", &with(head, b"comment: \""), b"x", b"\"\n").sampled(),
        fill("one text of escapes", &with(head, b"comment: \""), b"\\u001b", b"\"\n"),
        fill("one text that never ends", &with(head, b"comment: \""), b"x\n  ", b""),
        fill("brackets that never end", &with(head, b"orders: "), b"[", b"").sampled(),
        fill("braces that never end", &with(head, b"orders: "), b"{a: ", b""),
        fill("dashes", &with(head, b"orders:\n"), b"- ", b""),
        fill("question marks", head, b"? ", b""),
        fill("anchors", head, b"&a ", b""),
        fill("a list of a million", &with(head, b"orders: ["), b"1,", b"]\n"),
        fill("a list of lists", &with(head, b"orders: ["), b"[],", b"]\n").sampled(),
        fill("a list of maps", &with(head, b"orders:\n"), b"  - {}\n", b""),
        fill("equal keys", head, b"step: 1\n", b"").sampled(),
        fill("equal keys in braces", &with(head, b"orders: {"), b"a: 1, ", b"}\n"),
        fill("many documents", b"", b"---\na: 1\n", b""),
        fill("ends of documents", b"", b"...\n", b""),
        fill("steps down", head, b"a:\n ", b""),
        fill("colons", head, b": ", b""),
        fill("commas", &with(head, b"orders: ["), b",", b"]\n"),
        fill("quotes", head, b"\"\" ", b""),
        fill("backslashes", &with(head, b"comment: \""), b"\\\\", b"\"\n"),
        fill("carriage returns", head, b"\r", b""),
        fill("line separators", &with(head, b"comment: \""), "\u{2028}".as_bytes(), b"\"\n"),
        fill("text of four bytes a character", &with(head, b"comment: \""), "😀".as_bytes(), b"\"\n"),
        fill("a state of one text", &with(state, b"comment: \""), b"x", b"\"\n"),
        fill("a state of lists", &with(state, b"position: ["), b"[],", b"]\n"),
        fill("a state of a list", &with(state, b"position: ["), b"1234567890123,", b"]\n"),
        fill("a state of texts", &with(state, b"position: ["), b"\"1234567890123\",", b"]\n"),
        fill("a state of orders in lines", &with(state, b"events:\n"), b"  - roll: {dice: [1, 6]}\n", b""),
    ]
}

/// Lists within lists.
fn nested() -> Vec<Content> {
    let deep = |levels: usize| {
        let open = vec![b'['; levels];
        let close = vec![b']'; levels];
        Content::new(
            &format!("{levels} levels deep"),
            &[b"adjutant: 1\nkind: turn\norders: ".as_slice(), &open].concat(),
            b"",
            0,
            &[close.as_slice(), b"\n"].concat(),
        )
    };
    vec![deep(61), deep(62), deep(63), deep(64), deep(65), deep(10_000).sampled()]
}

/// Everything that is tried.
pub fn all() -> Vec<Content> {
    let mut all = short();
    all.extend(nested());
    for (size, word) in [(MIB, "1 MiB"), (2 * MIB, "2 MiB")] {
        for mut content in long(size) {
            content.sample &= size == MIB;
            content.name = format!("{word} of {}", content.name);
            all.push(content);
        }
        // A file that is a byte too long is too long, whatever it holds.
        all.push(Content::new(&format!("{word} and a byte"), b"#", b"x", size, b""));
    }
    all.push(Content::new("16 MiB of a comment", b"#", b"x", 16 * MIB, b""));
    all
}
