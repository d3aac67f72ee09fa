//! The `Received` lines of a mail, and their times. Every server that passes a mail on writes one above those that are
//! there; so the topmost is the receiver's own, and whatever is below the lines of his servers may be invented.

use chrono::DateTime;

/// One `Received` line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceivedLine {
    /// The server that says it wrote the line, in small letters.
    pub by: Option<String>,
    /// When it took the mail in, in seconds since 1970; `None` if the line does not say it in the form of RFC 5322.
    pub time: Option<i64>,
}

impl ReceivedLine {
    /// Reads the value of a `Received` header.
    pub fn read(value: &str) -> ReceivedLine {
        let Some(plain) = without_comments(value) else { return ReceivedLine::default() };
        let (path, date) = plain.rsplit_once(';').unwrap_or((&plain, ""));
        let mut words = path.split_ascii_whitespace();
        let by = words.find(|word| word.eq_ignore_ascii_case("by")).and_then(|_| words.next());
        ReceivedLine { by: by.map(|by| by.trim_end_matches('.').to_ascii_lowercase()), time: time(date) }
    }

    /// Whether one of these servers wrote the line: a name stands for every server in its domain too.
    fn is_by(&self, servers: &[String]) -> bool {
        let Some(by) = &self.by else { return false };
        servers.iter().any(|name| {
            let name = name.trim_matches('.').to_ascii_lowercase();
            !name.is_empty() && (*by == name || by.strip_suffix(&name).is_some_and(|host| host.ends_with('.')))
        })
    }
}

/// When a mail came, by its `Received` lines in their order: the time in the topmost, or in the topmost that one of
/// `servers` wrote if there are any. A line without a time that can be read is not replaced by another one.
pub fn time_of_arrival(lines: &[ReceivedLine], servers: &[String]) -> Option<i64> {
    let line = match servers {
        [] => lines.first(),
        _ => lines.iter().find(|line| line.is_by(servers)),
    };
    line?.time
}

/// A time in the form of RFC 5322 (3.3, 4.3), in seconds since 1970. `None` if it has another form, or an unknown time
/// zone: such a time would be off by an unknown number of hours.
pub fn time(text: &str) -> Option<i64> {
    let plain = without_comments(text)?;
    let words: Vec<&str> = plain.split_ascii_whitespace().collect();
    let (zone, rest) = words.split_last()?;
    let zone = match *zone {
        // The letters of military time were defined with the wrong sign, so that nobody knows what they mean.
        letter if letter.len() == 1 && !letter.eq_ignore_ascii_case("z") => return None,
        "UTC" | "utc" => "GMT",
        zone => zone,
    };
    // Blanks and comments may surround every mark.
    let date = rest.join(" ").replace(" ,", ",").replace(" :", ":").replace(": ", ":");
    let moment = DateTime::parse_from_rfc2822(&format!("{date} {zone}")).ok()?;
    Some(moment.timestamp())
}

/// A header without its comments, which may be nested; `None` if one does not end.
fn without_comments(text: &str) -> Option<String> {
    let (mut plain, mut depth, mut quoted, mut escaped) = (String::with_capacity(text.len()), 0_usize, false, false);
    for c in text.chars() {
        let verbatim = escaped;
        escaped = c == '\\' && !verbatim && (quoted || depth > 0);
        match c {
            '"' if depth == 0 && !verbatim => quoted = !quoted,
            // What is in quotes is neither a date nor the name of a server.
            _ if quoted => {}
            '(' if !verbatim => {
                depth += 1;
                plain.push(' ');
            }
            ')' if depth > 0 && !verbatim => depth -= 1,
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    (depth == 0 && !quoted).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{FixedOffset, TimeZone, Utc};

    fn at(text: &str) -> i64 {
        DateTime::parse_from_rfc3339(text).unwrap().timestamp()
    }

    #[test]
    fn times_of_rfc_5322_are_read_and_no_others() {
        let noon = at("2026-11-28T10:30:00Z");
        for text in [
            "Sat, 28 Nov 2026 10:30:00 +0000",
            "Sat, 28 Nov 2026 10:30:00 -0000",
            "28 Nov 2026 10:30:00 GMT",
            "Sat, 28 Nov 2026 10:30:00 UT",
            "Sat, 28 Nov 2026 10:30:00 UTC",
            "Sat, 28 Nov 2026 10:30:00 Z",
            "Sat, 28 Nov 2026 10:30 +0000",
            "Sat, 28 Nov 26 10:30:00 +0000",
            "Sat,\r\n 28 Nov 2026\r\n\t11:30:00 +0100 (CET)",
            "Sat, 28 Nov 2026 16:00:00 +0530",
            "Sat, 28 Nov 2026 05:30:00 EST",
            "Sat, 28 Nov 2026 06:30:00 EDT",
            "Sat, 28 Nov 2026 04:30:00 CST",
            "Sat, 28 Nov 2026 05:30:00 CDT",
            "Sat, 28 Nov 2026 03:30:00 MST",
            "Sat, 28 Nov 2026 04:30:00 MDT",
            "Sat, 28 Nov 2026 02:30:00 PST",
            "Sat, 28 Nov 2026 03:30:00 PDT (the \\) zone (of California))",
            "Sat (a day), 28 (of) Nov (ember) 2026 10:30:00 +0000",
            "sat, 28 nov 2026 10:30:00 gmt",
            "Sat , 28 Nov 2026 10 : 30 (half) : 00 +0000",
        ] {
            assert_eq!(time(text), Some(noon), "{text}");
        }
        assert_eq!(time("Fri, 28 Nov 97 10:30:00 +0000"), Some(at("1997-11-28T10:30:00Z")));
        assert_eq!(time("Tue, 28 Nov 49 10:30:00 +0000"), None, "that day is a Sunday");
        assert_eq!(time("28 Nov 49 10:30:00 +0000"), Some(at("2049-11-28T10:30:00Z")));
        assert_eq!(time("28 Nov 102 10:30:00 +0000"), Some(at("2002-11-28T10:30:00Z")));
        for text in [
            "",
            "Sat, 28 Nov 2026 02:30:00 Pacific Standard Time",
            "Sat, 28 Nov 2026 11:30:00 CET",
            "Sat, 28 Nov 2026 10:30:00 A",
            "Sat, 28 Nov 2026 10:30:00 j",
            "Sat, 28 Nov 2026 10:30:00",
            "Sat, 28 Nov 2026 10:30:00 +00:00 (",
            "Sat, 28 Nov 2026 10:30:00 +2500",
            "Sun, 28 Nov 2026 10:30:00 +0000",
            "Sat, 31 Nov 2026 10:30:00 +0000",
            "Sat, 28 Nov 2026 24:30:00 +0000",
            "2026-11-28T10:30:00Z",
            "11/28/2026 10:30:00 +0000",
            "Sat Nov 28 10:30:00 2026",
        ] {
            assert_eq!(time(text), None, "{text}");
        }
    }

    #[test]
    fn the_line_of_the_receiver_counts_and_no_other() {
        let line = |by: &str, hour: u32| {
            ReceivedLine::read(&format!(
                "from \"a;b\" (by evil; x) by {by} (Postfix) with ESMTP id 1; Sat, 28 Nov 2026 {hour:02}:00:00 +0000 (by x; y)"
            ))
        };
        let lines = [line("Laptop.local", 12), line("mx.example.net.", 10), line("mx.forged.org", 8)];
        assert_eq!(lines[1].by.as_deref(), Some("mx.example.net"));
        let came = |servers: &[&str]| {
            let servers: Vec<String> = servers.iter().map(|one| (*one).to_owned()).collect();
            time_of_arrival(&lines, &servers)
        };
        let hour = |hour: u32| Some(at(&format!("2026-11-28T{hour:02}:00:00Z")));
        assert_eq!(came(&[]), hour(12));
        assert_eq!(came(&["mx.example.net"]), hour(10));
        assert_eq!(came(&["Example.NET", "nobody.org"]), hour(10));
        assert_eq!(came(&["ample.net"]), None, "part of a name is another domain");
        assert_eq!(came(&["."]), None);
        // A lower line does not stand in for one whose time cannot be read.
        let unknown = ReceivedLine::read("by mx.example.net; Sat, 28 Nov 2026 10:30:00 Central European Time");
        assert_eq!(time_of_arrival(&[unknown, line("mx.example.net", 8)], &[]), None);
        assert_eq!(time_of_arrival(&[], &[]), None);
    }

    proptest::proptest! {
        #[test]
        fn a_time_comes_back_as_it_was_written(seconds in 0_i64..4_102_444_800, minutes in -720_i32..840, form in 0_u8..3) {
            let zone = FixedOffset::east_opt(minutes * 60).unwrap();
            let moment = zone.timestamp_opt(seconds, 0).unwrap();
            let (text, expected) = match form {
                0 => (moment.to_rfc2822(), seconds),
                1 => (moment.format("%-d %b %Y %H:%M %z (a comment)").to_string(), seconds - seconds.rem_euclid(60)),
                _ => (Utc.timestamp_opt(seconds, 0).unwrap().format("%a,\r\n %d %b %Y %T GMT").to_string(), seconds),
            };
            proptest::prop_assert_eq!(time(&text), Some(expected), "{}", text);
        }

        #[test]
        fn any_line_is_answered(text in "[ ;()\"\\\\a-z:0-9+]{0,80}") {
            ReceivedLine::read(&text);
        }
    }
}
