//! A tree as a source for serde, with faults that keep their parts apart.
//!
//! Unlike `serde_json`'s, it takes no null for a missing value: null stands only where the protocol says so.

use std::fmt;

use serde::de::{
    self, DeserializeSeed, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value};

/// What kept a tree from being decoded.
#[derive(Debug)]
pub(super) enum Fault {
    UnknownField(String, &'static [&'static str]),
    UnknownVariant(String, &'static [&'static str]),
    MissingField(&'static str),
    /// What was found, what was expected.
    Type(String, String),
    /// A null where the protocol has none.
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

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Fault::Other(message.to_string())
    }
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::Type(name(found), people(expected))
    }
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::Type(name(found), people(expected))
    }
    fn invalid_length(found: usize, expected: &dyn Expected) -> Self {
        Fault::Type(format!("{found} entries"), people(expected))
    }
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Fault::UnknownField(field.to_owned(), expected)
    }
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Fault::UnknownVariant(variant.to_owned(), expected)
    }
    fn missing_field(field: &'static str) -> Self {
        Fault::MissingField(field)
    }
}

/// What was found, in people's words.
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

/// What was expected, in people's words.
fn people(expected: &dyn Expected) -> String {
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

/// A node of a tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'a>(pub &'a Value);

impl<'a> Node<'a> {
    fn found(self) -> Unexpected<'a> {
        match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(truth) => Unexpected::Bool(*truth),
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(number), _) => Unexpected::Signed(number),
                (None, Some(number)) => Unexpected::Float(number),
                (None, None) => Unexpected::Other("a number that is too large"),
            },
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        }
    }
}

impl<'de> de::Deserializer<'de> for Node<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (_, Some(number), _) => visitor.visit_i64(number),
                // In the files of a pack alone: no signed document has fractions.
                (.., Some(number)) => visitor.visit_f64(number),
                _ => Err(de::Error::invalid_type(self.found(), &visitor)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => {
                let mut list = List { items: items.iter(), length: items.len() };
                let value = visitor.visit_seq(&mut list)?;
                match list.items.len() {
                    0 => Ok(value),
                    _ => Err(Fault::Type(format!("{} entries", list.length), "fewer".to_owned())),
                }
            }
            Value::Object(entries) => visitor.visit_map(Entries { entries: entries.iter(), value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => Err(Fault::Null),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let only = |entries: &'de Map<String, Value>| if entries.len() == 1 { entries.iter().next() } else { None };
        match self.0 {
            Value::String(word) => visitor.visit_enum(Choice { word, details: None }),
            Value::Object(entries) => match only(entries) {
                Some((word, details)) => visitor.visit_enum(Choice { word, details: Some(details) }),
                // Of several keys one may be a known word that has lost its indentation.
                None => match entries.keys().find(|key| !known.contains(&key.as_str())) {
                    Some(key) if entries.keys().any(|key| known.contains(&key.as_str())) => {
                        let key: String = key.chars().take(64).collect();
                        Err(Fault::Other(format!(
                            "this is one word with its details, and `{key}` is beside it; indent what belongs to the \
                             word deeper"
                        )))
                    }
                    _ => Err(Fault::Type(
                        format!("a mapping of {} entries", entries.len()),
                        "one word with its details".to_owned(),
                    )),
                },
            },
            _ => Err(Fault::Type(name(self.found()), "a word, or one word with its details".to_owned())),
        }
    }

    /// What has fields is a mapping; serde would take a list of their values too.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Array(_) => Err(de::Error::invalid_type(self.found(), &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_any(visitor)
    }

    /// What nobody wants to know is not gone through.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit seq tuple
        tuple_struct map identifier
    }
}

struct List<'de> {
    items: std::slice::Iter<'de, Value>,
    length: usize,
}

impl<'de> SeqAccess<'de> for &mut List<'de> {
    type Error = Fault;
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.items.next().map(|item| seed.deserialize(Node(item))).transpose()
    }
    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Entries<'de> {
    entries: serde_json::map::Iter<'de>,
    value: Option<&'de Value>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Key(key)).map(Some)
    }
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(Node(self.value.take().unwrap_or(&Value::Null)))
    }
    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A key of a mapping: a text, and a number where a number is wanted.
struct Key<'de>(&'de str);

macro_rules! numbers {
    ($($method:ident $visit:ident $number:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match self.0.parse::<$number>() {
                Ok(number) if super::scalar::is_integer(self.0) => visitor.$visit(number),
                _ => Err(de::Error::invalid_value(Unexpected::Str(self.0), &visitor)),
            }
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Key<'de> {
    type Error = Fault;
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_borrowed_str(self.0)
    }
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
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

/// A word of an enumeration, with its details if it has any.
struct Choice<'de> {
    word: &'de str,
    details: Option<&'de Value>,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Fault;
    type Variant = Details<'de>;
    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Details<'de>), Fault> {
        Ok((seed.deserialize(Key(self.word))?, Details(self.details)))
    }
}

struct Details<'de>(Option<&'de Value>);

impl<'de> Details<'de> {
    fn some(self) -> Result<Node<'de>, Fault> {
        self.0.map(Node).ok_or_else(|| Fault::Type("a word alone".to_owned(), "the word with its details".to_owned()))
    }
}

impl<'de> VariantAccess<'de> for Details<'de> {
    type Error = Fault;
    fn unit_variant(self) -> Result<(), Fault> {
        match self.0 {
            None => Ok(()),
            Some(_) => Err(Fault::Type("a word with details".to_owned(), "the word alone".to_owned())),
        }
    }
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(self.some()?)
    }
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        de::Deserializer::deserialize_any(self.some()?, visitor)
    }
    fn struct_variant<V: Visitor<'de>>(self, known: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        de::Deserializer::deserialize_struct(self.some()?, "", known, visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Order {
        Hold,
        March(BTreeMap<String, i64>),
    }

    fn told<T: serde::de::DeserializeOwned + fmt::Debug>(value: &Value) -> String {
        T::deserialize(Node(value)).unwrap_err().to_string()
    }

    /// No name of a type of this program reaches a person.
    #[test]
    fn what_was_expected_is_told_in_words_for_people() {
        for (of_serde, words) in [
            ("a string", "a text"),
            ("a boolean", "true or false"),
            ("a sequence", "a list"),
            ("a map", "a mapping"),
            ("unit", "null"),
            ("i64", "a whole number"),
            ("u8", "a whole number from 0 to 255"),
            ("u16", "a whole number from 0 to 65535"),
            ("u64", "a whole number, 0 or more"),
            ("f64", "a number"),
            ("a nonzero u32", "a whole number, 1 or more"),
            ("struct variant Order::March", "a mapping with its details"),
            ("struct Turn", "a mapping"),
            ("a sequence of 2 elements", "a list of the right length"),
            ("tuple struct Pair with 2 elements", "a list of the right length"),
            ("an array of length 3", "a list of the right length"),
            ("enum Kind", "a word, or one word with its details"),
            ("variant identifier", "a word, or one word with its details"),
            ("newtype struct Bytes32", "a value"),
            ("an id", "an id"),
        ] {
            assert_eq!(people(&of_serde), words);
        }
    }

    #[test]
    fn what_was_found_is_told_and_shortened() {
        let long = "x".repeat(41);
        assert_eq!(told::<bool>(&Value::from("yes")), "expected true or false, found the text \"yes\"");
        assert_eq!(
            told::<bool>(&Value::from(&long[..40])),
            format!("expected true or false, found the text \"{}\"", &long[..40])
        );
        assert_eq!(
            told::<bool>(&Value::from(long.as_str())),
            format!("expected true or false, found the text \"{}…\"", &long[..40])
        );
        assert_eq!(told::<bool>(&Value::from(-3)), "expected true or false, found the number -3");
        assert_eq!(told::<u64>(&Value::from(1.5)), "expected a whole number, 0 or more, found the number 1.5");
    }

    /// Null stands for nothing, and a number of any sign is a number.
    #[test]
    fn null_is_no_missing_value() {
        assert_eq!(told::<Option<u64>>(&Value::Null), "null is not allowed here");
        assert_eq!(Option::<u64>::deserialize(Node(&Value::from(3))).unwrap(), Some(3));
        assert_eq!(f64::deserialize(Node(&Value::from(1.5))).unwrap(), 1.5);
        assert_eq!(u64::deserialize(Node(&Value::from(u64::MAX))).unwrap(), u64::MAX);
    }

    /// A known word among several keys has lost its indentation; among unknown ones alone it has not.
    #[test]
    fn a_word_beside_its_details_is_told_to_be_indented() {
        let words = |text: &str| told::<Order>(&serde_json::from_str(text).unwrap());
        assert!(words(r#"{"march": {}, "sp": 2}"#).contains("and `sp` is beside it; indent what belongs"));
        for unclear in [r#"{"sp": 2, "to": 3}"#, r#"{"march": {}, "hold": {}}"#, "{}"] {
            assert!(words(unclear).contains("expected one word with its details"), "{unclear}");
        }
        assert_eq!(Order::deserialize(Node(&Value::from("hold"))).unwrap(), Order::Hold);
    }
}
