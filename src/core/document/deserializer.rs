//! A tree as a serde deserializer, whose errors are structured and say where they occurred.
//!
//! It is the only deserializer that the program's types are read with, because the compiler generates the reading code
//! of every type once more for each deserializer. Unlike `serde_json`'s, it does not accept null for a missing value:
//! null is allowed only where the protocol says so.

use std::borrow::Borrow;
use std::fmt;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde_json::{Map, Value};

use super::path::Step;
use super::problem::Problem;

/// Why a tree could not be decoded, and where.
#[derive(Debug)]
pub struct DecodeError(Box<(Fault, Vec<Step>)>);

impl DecodeError {
    /// What is wrong.
    pub(super) fn fault(&self) -> &Fault {
        &self.0.0
    }

    /// The steps, as far as they lead into a value, and the value there.
    pub(super) fn place<'v>(&self, mut value: &'v Value) -> (Vec<Step>, &'v Value) {
        let mut steps = Vec::new();
        for step in self.0.1.iter().rev() {
            let next = match (step, value) {
                (Step::Index(index), Value::Array(items)) => items.get(*index),
                (Step::Key(key), Value::Object(entries)) => entries.get(key),
                _ => break,
            };
            let Some(next) = next else { break };
            steps.push(step.clone());
            value = next;
        }
        (steps, value)
    }

    /// The same flaw, one step further out.
    #[cold]
    fn within(mut self, step: Step) -> DecodeError {
        self.0.1.push(step);
        self
    }
}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> DecodeError {
        DecodeError(Box::new((fault, Vec::new())))
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault().fmt(f)
    }
}

impl std::error::Error for DecodeError {}

/// The fault that prevented decoding.
#[derive(Debug)]
pub(super) enum Fault {
    UnknownField(String, &'static [&'static str]),
    UnknownVariant(String, &'static [&'static str]),
    MissingField(&'static str),
    /// What was found, and what was expected.
    Type(String, String),
    /// A null where the protocol does not allow one.
    Null,
    Other(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::UnknownField(name, _) => write!(f, "unknown field `{name}`"),
            Fault::UnknownVariant(name, _) => write!(f, "unknown word `{name}`"),
            Fault::MissingField(name) => write!(f, "the field `{name}` is missing"),
            Fault::Type(found, expected) => write!(f, "expected {expected}, found {found}"),
            Fault::Null => f.write_str("null is not allowed here"),
            Fault::Other(message) => f.write_str(message),
        }
    }
}

impl de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Fault::Other(message.to_string()).into()
    }
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::Type(name(found), people(expected)).into()
    }
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let too_large = match found {
            Unexpected::Signed(number) => number > i64::from(u32::MAX),
            Unexpected::Unsigned(number) => number > u64::from(u32::MAX),
            _ => false,
        };
        let expected = match people(expected) {
            // `0 or more` does not help somebody who has written a number that is too large.
            words if too_large && words == "a whole number, 0 or more" => {
                format!("a whole number from 0 to {}", u32::MAX)
            }
            words => words,
        };
        Fault::Type(name(found), expected).into()
    }
    fn invalid_length(found: usize, expected: &dyn Expected) -> Self {
        Fault::Type(format!("{found} entries"), people(expected)).into()
    }
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Fault::UnknownField(field.to_owned(), expected).into()
    }
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Fault::UnknownVariant(variant.to_owned(), expected).into()
    }
    fn missing_field(field: &'static str) -> Self {
        Fault::MissingField(field).into()
    }
}

/// What was found, in plain words.
fn name(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Str(text) => {
            let short: String = text.chars().take(40).collect();
            let rest = if short.len() < text.len() { "…" } else { "" };
            format!("the text \"{short}{rest}\"")
        }
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number:?}"),
        Unexpected::Bool(truth) => format!("{truth}"),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a mapping".to_owned(),
        Unexpected::UnitVariant => "a word alone".to_owned(),
        Unexpected::NewtypeVariant | Unexpected::TupleVariant | Unexpected::StructVariant => {
            "a word with details".to_owned()
        }
        other => other.to_string(),
    }
}

/// What was expected, in plain words.
pub fn people(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    match text.as_str() {
        "a string" | "string" | "a borrowed string" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a mapping".to_owned(),
        "unit" => "null".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "u8" => "a whole number from 0 to 255".to_owned(),
        "u16" => "a whole number from 0 to 65535".to_owned(),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "f64" => "a number".to_owned(),
        "a nonzero u8" | "a nonzero u16" | "a nonzero u32" | "a nonzero u64" => "a whole number, 1 or more".to_owned(),
        text if text.starts_with("struct variant ") => "a mapping with its details".to_owned(),
        text if text.starts_with("struct ") => "a mapping".to_owned(),
        text if text.starts_with("a sequence") || text.starts_with("tuple") || text.starts_with("an array") => {
            "a list of the right length".to_owned()
        }
        text if text.starts_with("enum ") || text == "variant identifier" => {
            "a word, or one word with its details".to_owned()
        }
        text if text.starts_with("newtype struct ") => "a value".to_owned(),
        _ => text,
    }
}

/// The value at a place of a tree.
#[derive(Clone, Copy)]
enum View<'a> {
    Value(&'a Value),
    /// The fields of a mapping except the one that names the variant.
    Fields(&'a Map<String, Value>, &'static str),
    /// The name of an enum variant, separate from its fields.
    Choice(&'a str, Option<&'a View<'a>>),
}

/// A node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    view: View<'a>,
    /// Whether null means a missing value.
    nulls: bool,
}

/// Reads a value that the program wrote. Null means a missing value.
///
/// # Errors
/// The first part of it that does not fit the type, with its path.
pub fn from_value<T: DeserializeOwned>(value: impl Borrow<Value>) -> Result<T, Problem> {
    let value = value.borrow();
    T::deserialize(Node { view: View::Value(value), nulls: true }).map_err(|flaw| {
        let mut path = String::new();
        flaw.place(value).0.iter().for_each(|step| step.push(&mut path));
        let problem = Problem::new(flaw.to_string());
        if path.is_empty() { problem } else { problem.in_path(path) }
    })
}

/// Reads an enum value from a mapping whose field `tag` names the variant and whose other fields are the variant's.
///
/// # Errors
/// As [`from_value`].
pub fn from_tagged<T: DeserializeOwned>(tag: &'static str, value: &Value) -> Result<T, Problem> {
    let word = value.get(tag).and_then(Value::as_str);
    let Some((word, fields)) = word.zip(value.as_object()) else {
        return Err(Problem::new(format!("a mapping with the field `{tag}` belongs here")));
    };
    read_view(View::Choice(word, Some(&View::Fields(fields, tag))))
}

/// Reads an enum value from the name of its variant, and the variant's fields if it has any.
///
/// # Errors
/// As [`from_value`].
pub fn from_word<T: DeserializeOwned>(word: &str, details: Option<&Value>) -> Result<T, Problem> {
    let details = details.map(View::Value);
    read_view(View::Choice(word, details.as_ref()))
}

fn read_view<T: DeserializeOwned>(view: View<'_>) -> Result<T, Problem> {
    T::deserialize(Node { view, nulls: true }).map_err(|flaw| Problem::new(flaw.to_string()))
}

impl<'a> Node<'a> {
    /// A tree read by the rules of the protocol.
    pub fn strict(value: &'a Value) -> Node<'a> {
        Node { view: View::Value(value), nulls: false }
    }

    fn with(self, value: &'a Value) -> Node<'a> {
        Node { view: View::Value(value), nulls: self.nulls }
    }

    fn found(self) -> Unexpected<'a> {
        match self.view {
            View::Value(Value::Null) => Unexpected::Unit,
            View::Value(Value::Bool(truth)) => Unexpected::Bool(*truth),
            View::Value(Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
                (Some(number), _) => Unexpected::Signed(number),
                (None, Some(number)) => Unexpected::Float(number),
                (None, None) => Unexpected::Other("a number that is too large"),
            },
            View::Value(Value::String(text)) => Unexpected::Str(text),
            View::Value(Value::Array(_)) => Unexpected::Seq,
            View::Value(Value::Object(_)) | View::Fields(..) => Unexpected::Map,
            View::Choice(..) => Unexpected::Enum,
        }
    }

    // What is generic over the type that is read is compiled once for each type, so it does as little as it can.

    /// The list that stands here.
    fn list(self, expected: &dyn Expected) -> Result<List<'a>, DecodeError> {
        match self.view {
            View::Value(Value::Array(items)) => Ok(List { items, at: 0, nulls: self.nulls }),
            _ => Err(de::Error::invalid_type(self.found(), expected)),
        }
    }

    /// The mapping that stands here.
    fn entries(self, expected: &dyn Expected) -> Result<Entries<'a>, DecodeError> {
        let (entries, without) = match self.view {
            View::Value(Value::Object(entries)) => (entries, ""),
            View::Fields(entries, without) => (entries, without),
            _ => return Err(de::Error::invalid_type(self.found(), expected)),
        };
        Ok(Entries { entries: entries.iter(), without, entry: None, nulls: self.nulls })
    }

    /// The text that stands here.
    fn text(self, expected: &dyn Expected) -> Result<&'a str, DecodeError> {
        match self.view {
            View::Value(Value::String(text)) => Ok(text),
            _ => Err(de::Error::invalid_type(self.found(), expected)),
        }
    }

    /// Whether a value that may be missing stands here.
    fn is_some(self) -> Result<bool, DecodeError> {
        match self.view {
            View::Value(Value::Null) if self.nulls => Ok(false),
            View::Value(Value::Null) => Err(Fault::Null.into()),
            _ => Ok(true),
        }
    }

    /// The name of an enum variant and its fields.
    fn choice(self, known: &'static [&'static str]) -> Result<Choice<'a>, DecodeError> {
        let entries = match self.view {
            View::Choice(word, details) => {
                return Ok(Choice { word, details: details.map(|view| Node { view: *view, nulls: self.nulls }) });
            }
            View::Value(Value::String(word)) => return Ok(Choice { word, details: None }),
            View::Value(Value::Object(entries)) => entries,
            _ => return Err(Fault::Type(name(self.found()), "a word, or one word with its details".to_owned()).into()),
        };
        let mut keys = entries.iter();
        if let (Some((word, details)), None) = (keys.next(), keys.next()) {
            return Ok(Choice { word, details: Some(self.with(details)) });
        }
        // Among several keys, one may be a known word that has lost its indentation.
        let is_known = |key: &&String| known.contains(&key.as_str());
        let key = entries.keys().find(|key| !is_known(key));
        Err(match (entries.keys().find(is_known), key) {
            (Some(word), Some(key)) => {
                let key: String = key.chars().take(64).collect();
                Fault::Other(format!(
                    "only one key is allowed here, but `{key}` stands next to `{word}`; move it inside if it belongs to that: \
                     `{word}: {{…, {key}: …}}`"
                ))
            }
            _ => Fault::Type(format!("a mapping with {} entries", entries.len()), "one word with its details".to_owned()),
        }
        .into())
    }
}

impl<'de> de::Deserializer<'de> for Node<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.view {
            View::Value(Value::Null) => visitor.visit_unit(),
            View::Value(Value::Bool(truth)) => visitor.visit_bool(*truth),
            View::Value(Value::Number(number)) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (_, Some(number), _) => visitor.visit_i64(number),
                // Only in pack files: no signed document has fractions.
                (.., Some(number)) => visitor.visit_f64(number),
                _ => Err(de::Error::invalid_type(self.found(), &visitor)),
            },
            View::Value(Value::String(text)) => visitor.visit_borrowed_str(text),
            View::Value(Value::Array(_)) => self.deserialize_seq(visitor),
            View::Value(Value::Object(_)) | View::Fields(..) => self.deserialize_map(visitor),
            View::Choice(..) => Err(de::Error::invalid_type(self.found(), &visitor)),
        }
    }

    /// A struct must be a mapping; serde would also accept a list of its field values.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let entries = self.entries(&visitor)?;
        visitor.visit_map(entries)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let mut list = self.list(&visitor)?;
        let read = visitor.visit_seq(&mut list)?;
        list.is_read()?;
        Ok(read)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let text = self.text(&visitor)?;
        visitor.visit_borrowed_str(text)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.is_some()? {
            true => visitor.visit_some(self),
            false => visitor.visit_none(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_enum(self.choice(known)?)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_any(visitor)
    }

    /// Ignored values are not walked through.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit identifier
    }
}

struct List<'de> {
    items: &'de [Value],
    at: usize,
    nulls: bool,
}

impl<'de> List<'de> {
    fn advance(&mut self) -> Option<Node<'de>> {
        let item = self.items.get(self.at)?;
        self.at += 1;
        Some(Node { view: View::Value(item), nulls: self.nulls })
    }

    /// Nothing is left of it.
    fn is_read(&self) -> Result<(), DecodeError> {
        match self.at == self.items.len() {
            true => Ok(()),
            false => Err(Fault::Type(format!("{} entries", self.items.len()), "fewer".to_owned()).into()),
        }
    }

    /// The flaw of the entry that was read last.
    #[cold]
    fn within(&self, flaw: DecodeError) -> DecodeError {
        flaw.within(Step::Index(self.at - 1))
    }
}

impl<'de> SeqAccess<'de> for &mut List<'de> {
    type Error = DecodeError;
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DecodeError> {
        let Some(item) = self.advance() else { return Ok(None) };
        match seed.deserialize(item) {
            Ok(read) => Ok(Some(read)),
            Err(flaw) => Err(self.within(flaw)),
        }
    }
    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.at)
    }
}

struct Entries<'de> {
    entries: serde_json::map::Iter<'de>,
    /// A field to skip.
    without: &'static str,
    entry: Option<(&'de String, &'de Value)>,
    nulls: bool,
}

impl<'de> Entries<'de> {
    fn advance(&mut self) -> Option<Key<'de>> {
        self.entry = self.entries.by_ref().find(|(key, _)| self.without.is_empty() || key.as_str() != self.without);
        self.entry.map(|(key, _)| Key(key))
    }

    fn value(&self) -> Node<'de> {
        let value = self.entry.map_or(&Value::Null, |(_, value)| value);
        Node { view: View::Value(value), nulls: self.nulls }
    }

    #[cold]
    fn within(&self, flaw: DecodeError) -> DecodeError {
        match self.entry {
            Some((key, _)) => flaw.within(Step::Key(key.clone())),
            None => flaw,
        }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = DecodeError;
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        let Some(key) = self.advance() else { return Ok(None) };
        match seed.deserialize(key) {
            Ok(read) => Ok(Some(read)),
            Err(flaw) => Err(self.within(flaw)),
        }
    }
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, DecodeError> {
        match seed.deserialize(self.value()) {
            Ok(read) => Ok(read),
            Err(flaw) => Err(self.within(flaw)),
        }
    }
    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A key of a mapping: a text, or a number if a number is wanted.
struct Key<'de>(&'de str);

macro_rules! numbers {
    ($($method:ident $visit:ident $number:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            match self.0.parse::<$number>() {
                Ok(number) if super::scalar::is_integer(self.0) => visitor.$visit(number),
                _ => Err(de::Error::invalid_value(Unexpected::Str(self.0), &visitor)),
            }
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Key<'de> {
    type Error = DecodeError;
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_borrowed_str(self.0)
    }
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_enum(Choice { word: self.0, details: None })
    }
    numbers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64
    }
    serde::forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// The name of an enum variant, with its fields if it has any.
struct Choice<'de> {
    word: &'de str,
    details: Option<Node<'de>>,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = DecodeError;
    type Variant = Choice<'de>;
    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Choice<'de>), DecodeError> {
        Ok((seed.deserialize(Key(self.word))?, self))
    }
}

impl<'de> Choice<'de> {
    fn some(&self) -> Result<Node<'de>, DecodeError> {
        self.details
            .ok_or_else(|| Fault::Type("a word alone".to_owned(), "the word with its details".to_owned()).into())
    }

    /// The mapping with its details.
    fn fields(&self, expected: &dyn Expected) -> Result<Entries<'de>, DecodeError> {
        self.some()?.entries(expected).map_err(|flaw| self.within(flaw))
    }

    #[cold]
    fn within(&self, flaw: DecodeError) -> DecodeError {
        flaw.within(Step::Key(self.word.to_owned()))
    }
}

impl<'de> VariantAccess<'de> for Choice<'de> {
    type Error = DecodeError;
    fn unit_variant(self) -> Result<(), DecodeError> {
        match self.details {
            None | Some(Node { view: View::Fields(..), .. }) => Ok(()),
            Some(_) => {
                let fault = Fault::Type("a word with details".to_owned(), "the word alone".to_owned());
                Err(self.within(fault.into()))
            }
        }
    }
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DecodeError> {
        seed.deserialize(self.some()?).map_err(|flaw| self.within(flaw))
    }
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        de::Deserializer::deserialize_any(self.some()?, visitor).map_err(|flaw| self.within(flaw))
    }
    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, DecodeError> {
        let entries = self.fields(&visitor)?;
        match visitor.visit_map(entries) {
            Ok(read) => Ok(read),
            Err(flaw) => Err(self.within(flaw)),
        }
    }
}
