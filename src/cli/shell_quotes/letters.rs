//! Characters that shells read in their own ways.

/// Characters that stand for themselves in every shell.
pub fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-./:=@_".contains(c)
}

/// What PowerShell takes for a single quote.
pub fn is_single(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}'..='\u{201b}')
}

/// What PowerShell takes for a double quote.
pub fn is_double(c: char) -> bool {
    matches!(c, '"' | '\u{201c}'..='\u{201e}')
}
