//! Several files in one sequence of bytes: for each file a line with its name and length, its bytes, and a line end.

/// The maximum total size of the files of a bundle, and the maximum number of files.
pub const MAX_BYTES: usize = 64 << 20;
pub const MAX_FILES: usize = 5_000;
/// The maximum length of a name, which contains only letters, digits and `._-/`.
const LONGEST_NAME: usize = 200;

/// A file with its name. Names are only for people, except those of a data pack (protocol 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl File {
    /// A file of this name.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        File { name: name.into(), bytes: bytes.into() }
    }
}

/// Joins files into a bundle.
pub fn join(files: &[File]) -> Vec<u8> {
    let mut row = Vec::new();
    for file in files {
        row.extend_from_slice(format!("{} {}\n", file.name, file.bytes.len()).as_bytes());
        row.extend_from_slice(&file.bytes);
        row.push(b'\n');
    }
    row
}

/// Splits a bundle into its files.
///
/// # Errors
/// It is not a bundle; the first fault in words.
pub fn split(mut row: &[u8]) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    while !row.is_empty() {
        let head = row.iter().take(LONGEST_NAME + 20).position(|&byte| byte == b'\n');
        let head = head.ok_or("the bundle has a file without a name")?;
        let (name, length) = std::str::from_utf8(&row[..head])
            .ok()
            .and_then(|head| head.rsplit_once(' '))
            .filter(|(name, _)| is_name(name))
            .and_then(|(name, length)| Some((name, length.parse::<usize>().ok()?)))
            .ok_or("the bundle has a file without a name and a length")?;
        row = &row[head + 1..];
        if row.len() <= length || row[length] != b'\n' {
            return Err(format!("the bundle ends within {name}"));
        }
        files.push(File::new(name, &row[..length]));
        row = &row[length + 1..];
        if files.len() > MAX_FILES {
            return Err(format!("the bundle has more than {MAX_FILES} files"));
        }
    }
    Ok(files)
}

/// Whether a file in a bundle may have this name: a relative path that cannot lead elsewhere.
pub fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-/".contains(&byte);
    name.len() <= LONGEST_NAME
        && name.bytes().all(plain)
        && name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_out_as_they_went_in() {
        let files =
            [File::new("charter.yaml", "a: 1\n"), File::new("packs/p/x.yaml", ""), File::new("b", [0, 10, 255])];
        assert_eq!(split(&join(&files)).unwrap(), files);
        assert_eq!(split(b"").unwrap(), []);
    }

    #[test]
    fn what_is_no_bundle_is_refused() {
        for row in [
            "x",
            "x 1\n",
            "x 1\nab",
            "x 2\nab",
            "../x 1\na\n",
            "/x 1\na\n",
            "x -1\na\n",
            " 1\na\n",
            "x 99999999999999999999\n",
        ] {
            assert!(split(row.as_bytes()).is_err(), "{row}");
        }
    }
}
