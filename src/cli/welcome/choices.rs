//! Questions and what counts as an answer to them, without a terminal.

use std::path::Path;

use adjutant_mail::compose;

/// Says why an answer is not usable.
type Check<'q> = Box<dyn Fn(&str) -> Result<(), String> + 'q>;

/// A question.
pub struct Question<'q> {
    text: &'q str,
    /// What is offered, a line each.
    list: &'q str,
    /// What an empty answer means; empty if there must be one.
    usual: String,
    check: Check<'q>,
}

impl<'q> Question<'q> {
    pub fn new(text: &'q str, usual: &str) -> Question<'q> {
        Question { text, list: "", usual: usual.to_owned(), check: Box::new(|_| Ok(())) }
    }

    /// The same with a list of what is offered, of which the answer is a number.
    pub fn offering(self, list: &'q str) -> Question<'q> {
        Question { list, ..self }
    }

    /// The same with a check of the answer.
    pub fn that(self, check: impl Fn(&str) -> Result<(), String> + 'q) -> Question<'q> {
        Question { check: Box::new(check), ..self }
    }

    /// The question as it is shown, up to where the answer is typed.
    pub fn shown(&self) -> String {
        let usual = if self.usual.is_empty() { String::new() } else { format!(" [{}]", self.usual) };
        match self.list {
            "" => format!("{}{usual}: ", self.text),
            list => format!("{}\n{list}Number{usual}: ", self.text),
        }
    }

    /// The answer that counts.
    ///
    /// # Errors
    /// It is not usable, with the reason.
    pub fn taken(&self, answer: &str) -> Result<String, String> {
        let answer = if answer.is_empty() { self.usual.as_str() } else { answer };
        if answer.is_empty() {
            return Err("please type an answer".to_owned());
        }
        (self.check)(answer).map(|()| answer.to_owned())
    }
}

/// Which of several things an answer means: its number, what is before the colon, or the beginning of its words if nothing
/// else begins so.
pub fn one_of(offered: &[&str], answer: &str) -> Option<usize> {
    if let Ok(number) = answer.parse::<usize>() {
        return number.checked_sub(1).filter(|at| *at < offered.len());
    }
    let answer = answer.to_lowercase();
    let is_it = |one: &&str| one.split_once(": ").is_some_and(|(name, _)| name.to_lowercase() == answer);
    if let Some(at) = offered.iter().position(is_it) {
        return Some(at);
    }
    let mut alike = (0..offered.len()).filter(|&at| offered[at].to_lowercase().starts_with(&answer));
    alike.next().filter(|_| !answer.is_empty() && alike.next().is_none())
}

/// Whether an answer can be a mail address.
pub fn is_address(text: &str) -> Result<(), String> {
    compose::is_address(text).then_some(()).ok_or_else(|| format!("'{text}' is not a mail address"))
}

/// A path as a shell would have it: `~/` is the user's own folder.
///
/// # Errors
/// A shell or a command would take it for something else.
pub fn path_of(text: &str) -> Result<String, String> {
    if text.starts_with('-') {
        return Err("a name that begins with - would be taken for an option: name another".to_owned());
    }
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(below), Some(home)) => Ok(home.join(below).to_string_lossy().into_owned()),
        _ if text.starts_with('~') => {
            Err("a name that begins with ~ means a user's own folder: write its path".to_owned())
        }
        _ => Ok(text.to_owned()),
    }
}

/// The name, or the name with the first number that makes it new in a folder.
pub fn free_name(folder: &Path, name: &str) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    [name.to_owned()].into_iter().chain(numbered).find(|name| !folder.join(name).exists()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_number_or_the_beginning_of_the_words() {
        let offered = ["learn a game", "practice", "play somebody"];
        for (answer, at) in [("1", Some(0)), ("3", Some(2)), ("Learn", Some(0)), ("pr", Some(1)), ("play", Some(2))] {
            assert_eq!(one_of(&offered, answer), at, "{answer}");
        }
        for answer in ["0", "4", "p", "", "verify", "-1"] {
            assert_eq!(one_of(&offered, answer), None, "{answer}");
        }
        let folders = ["crossroads-2: a meeting", "crossroads: a meeting"];
        assert_eq!((one_of(&folders, "crossroads"), one_of(&folders, "cross")), (Some(1), None));
    }

    #[test]
    fn a_question_offers_what_is_usual_and_refuses_what_it_cannot_use() {
        let question = Question::new("Your address", "").that(is_address);
        assert_eq!(question.shown(), "Your address: ");
        assert_eq!(question.taken("").unwrap_err(), "please type an answer");
        assert_eq!(question.taken("ann").unwrap_err(), "'ann' is not a mail address");
        assert_eq!(question.taken("ann@example.org").unwrap(), "ann@example.org");
        let list = Question::new("Which?", "1").offering("  1  one\n");
        assert_eq!(list.shown(), "Which?\n  1  one\nNumber [1]: ");
        assert_eq!(list.taken("").unwrap(), "1");
    }

    #[test]
    fn a_path_is_what_a_shell_would_make_of_it() {
        let home = std::env::home_dir().unwrap().join("games").to_string_lossy().into_owned();
        assert_eq!(path_of("~/games").unwrap(), home);
        assert_eq!(path_of("games").unwrap(), "games");
        for wrong in ["-rf", "--help", "~", "~bob/games"] {
            path_of(wrong).unwrap_err();
        }
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(free_name(folder.path(), "m"), "m");
        std::fs::create_dir(folder.path().join("m")).unwrap();
        std::fs::write(folder.path().join("m-2"), "").unwrap();
        assert_eq!(free_name(folder.path(), "m"), "m-3");
    }
}
