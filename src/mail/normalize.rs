//! Undoes what mail programs and messengers do to single characters.

use std::borrow::Cow;

/// Decodes bytes in any encoding: UTF-8, UTF-16 and UTF-32 with or without a byte-order mark, or else Windows-1252.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        Cow::Owned(char::decode_utf16(units).map(|one| one.unwrap_or('\u{fffd}')).collect())
    };
    let utf32 = |bytes: &[u8], unit: fn([u8; 4]) -> u32| {
        let units = bytes.chunks_exact(4).map(|four| unit([four[0], four[1], four[2], four[3]]));
        Cow::Owned(units.map(|unit| char::from_u32(unit).unwrap_or('\u{fffd}')).collect())
    };
    // In UTF-32, three of four bytes of Latin text are zero.
    let fourth = |place: usize| {
        let some = &bytes[..bytes.len().min(200) / 4 * 4];
        some.len() > 20 && some.iter().enumerate().all(|(at, byte)| at % 4 == place || *byte == 0)
    };
    // In UTF-16, every other byte of Latin text is zero.
    let empty = |from: usize| bytes.iter().take(200).skip(from).step_by(2).filter(|byte| **byte == 0).count();
    match bytes {
        [0xff, 0xfe, 0, 0, rest @ ..] => utf32(rest, u32::from_le_bytes),
        [0, 0, 0xfe, 0xff, rest @ ..] => utf32(rest, u32::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ if fourth(0) => utf32(bytes, u32::from_le_bytes),
        _ if fourth(3) => utf32(bytes, u32::from_be_bytes),
        _ if bytes.len() > 20 && empty(1) > bytes.len().min(200) / 3 => utf16(bytes, u16::from_le_bytes),
        _ if bytes.len() > 20 && empty(0) > bytes.len().min(200) / 3 => utf16(bytes, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect()),
        },
    }
}

/// A character of Windows-1252; its few undefined codes stay as they are.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte) - 0x80],
        _ => char::from(byte),
    }
}

/// Whether a character has no width, so that nobody sees it.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Whether a character is a dash of any kind.
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// A text in plain keyboard characters: typographic quotes, dashes and spaces become plain, invisible characters are
/// removed.
pub fn plain(text: &str) -> Cow<'_, str> {
    match is_plain(text) {
        true => Cow::Borrowed(text),
        false => text.chars().filter_map(plain_character).collect(),
    }
}

/// Whether a text has only plain keyboard characters.
pub fn is_plain(text: &str) -> bool {
    match text.is_ascii() {
        true => !text.contains('\t'),
        false => text.chars().all(is_plain_character),
    }
}

/// Whether a character is as a keyboard gives it.
pub fn is_plain_character(c: char) -> bool {
    plain_character(c) == Some(c)
}

fn plain_character(c: char) -> Option<char> {
    match c {
        '\t' => Some(' '),
        c if c.is_ascii() => Some(c),
        c if is_invisible(c) => None,
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' => Some('"'),
        '‘' | '’' | '‚' | '‛' | '′' => Some('\''),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(' '),
        '•' | '·' | '‣' => Some('-'),
        c if is_dash(c) => Some('-'),
        // The full-width forms of ASCII, in its order.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        c => Some(c),
    }
}

/// A line without the marks of a quotation, which may come after the name or the initials of whom it quotes: `BB> `,
/// `Bob Brown> `. Only a line that has no `>` of its own may be given.
pub fn after_quotation(line: &str) -> &str {
    const LONGEST_NAME: usize = 40;
    let Some((names, rest)) = line.rsplit_once('>') else { return line };
    let is_name = |name: &str| {
        let plain =
            |c: char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '.' | '-' | '_' | '\'' | '’' | '|');
        name.chars().count() <= LONGEST_NAME && name.chars().all(plain)
    };
    if names.split('>').all(is_name) { rest } else { line }
}

/// Undoes quoted-printable in the source of a mail that somebody pasted. `None` if there is none.
pub fn unquoted_printable(text: &str) -> Option<String> {
    if !text.contains('=') {
        return None;
    }
    if !text.contains("=3D") && !text.lines().any(|line| line.trim_end().ends_with('=')) {
        return None;
    }
    let bytes = text.as_bytes();
    let hex = |at: usize| (*bytes.get(at)? as char).to_digit(16);
    let (mut plain, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        let after = &bytes[at + 1..];
        if byte != b'=' {
            plain.push(byte);
            at += 1;
        } else if let (Some(high), Some(low)) = (hex(at + 1), hex(at + 2)) {
            plain.push((high * 16 + low) as u8);
            at += 3;
        } else if let Some(end) =
            after.iter().position(|byte| *byte == b'\n').filter(|end| after[..*end].trim_ascii().is_empty())
        {
            at += end + 2;
        } else {
            plain.push(byte);
            at += 1;
        }
    }
    Some(decode(&plain).into_owned())
}

/// The text of an HTML page without its tags; `None` if it has none.
pub fn without_tags(text: &str) -> Option<String> {
    if !text.contains('<') && !text.contains('&') {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let tagged = ["<br", "<p", "<div", "<html", "<td", "<span", "&quot;", "&gt;"];
    if !tagged.iter().any(|tag| lower.contains(tag)) {
        return None;
    }
    // Inside `<pre>`, line breaks and spaces are kept as they are.
    let (mut page, mut at) = (String::with_capacity(text.len()), 0);
    while let Some(from) = lower[at..].find("<pre").map(|from| at + from) {
        let to = lower[from..].find("</pre").map_or(text.len(), |to| from + to);
        page += &text[at..from];
        page += "<br>";
        let mut tag = false;
        for c in text[from..to].chars() {
            tag = c == '<' || tag && c != '>';
            match c {
                '\n' if !tag => page += "<br>",
                ' ' if !tag => page += "&nbsp;",
                c => page.push(c),
            }
        }
        at = to;
    }
    page += &text[at..];
    // Outlook makes each line an element of its own.
    let page = page.replace("</div>", "<br>").replace("</DIV>", "<br>").replace("</p>", "<br>").replace("</P>", "<br>");
    Some(mail_parser::decoders::html::html_to_text(&page).replace('\u{a0}', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_of_mail_is_read() {
        let text = "adjutant: 1\nkind: turn\ncomment: \"à la baïonnette\"\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let wide_little: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let wide_big: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        let marked = [
            [&[0xff, 0xfe], little.as_slice()].concat(),
            [&[0xff, 0xfe, 0, 0], wide_little.as_slice()].concat(),
            [&[0, 0, 0xfe, 0xff], wide_big.as_slice()].concat(),
        ];
        let bare = [text.as_bytes(), &little, &big, &latin, &wide_little, &wide_big];
        for bytes in bare.into_iter().chain(marked.iter().map(Vec::as_slice)) {
            assert_eq!(decode(bytes), text);
        }
    }

    #[test]
    fn lines_of_a_page_stay_lines() {
        let page = "<html><body><p>Hi,</p><div>a: 1</div><div>b:</div><div>&nbsp; - c: &quot;x&quot;</div><pre>d: 1\n  e: 2</pre></body></html>";
        let text = without_tags(page).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["Hi,", "a: 1", "b:", "  - c: \"x\"", "d: 1", "  e: 2"], "{text:?}");
    }

    #[test]
    fn quoted_printable_is_undone_where_it_is() {
        assert_eq!(unquoted_printable("a=3D1 =\nb =E2=80=94\n").unwrap(), "a=1 b —\n");
        assert_eq!(unquoted_printable("sig: \"abc==\"\n"), None);
    }
}
