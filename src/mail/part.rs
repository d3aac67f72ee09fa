//! What mails and archives consist of.

/// A text, an attachment or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name, for messages.
    pub name: String,
    pub bytes: Vec<u8>,
}
