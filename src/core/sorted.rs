//! Maps and sets as sorted vectors: the collections in a game's ledger are small, copied often and read in order.
//!
//! They behave like the standard library's [`BTreeMap`] and `BTreeSet`, in the same order, but generate a fraction of
//! the machine code for each pair of types; two game crates use about two hundred such pairs. Inserting in the middle
//! moves everything after it, so collections that may grow without bound (the files of a folder) should use a tree.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Bound, Index, RangeBounds};
use std::{slice, vec};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// A map in the order of its keys.
///
/// ```
/// use adjutant_core::sorted::SortedMap;
///
/// let mut strength = SortedMap::from([("union", 7), ("confederate", 5)]);
/// *strength.entry("union").or_default() += 1;
/// assert_eq!(strength.get("union"), Some(&8));
/// // The order never depends on a hash.
/// assert_eq!(strength.keys().copied().collect::<Vec<_>>(), ["confederate", "union"]);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

/// A set in its order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedSet<T>(Vec<T>);

/// The entries of a map.
pub type Iter<'a, K, V> = std::iter::Map<slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;
/// The entries of a map, whose values may be changed.
pub type IterMut<'a, K, V> = std::iter::Map<slice::IterMut<'a, (K, V)>, fn(&'a mut (K, V)) -> (&'a K, &'a mut V)>;
/// The keys of a map.
pub type Keys<'a, K, V> = std::iter::Map<slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> &'a K>;
/// The values of a map.
pub type Values<'a, K, V> = std::iter::Map<slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> &'a V>;

/// The values of a map, which may be changed.
pub type ValuesMut<'a, K, V> = std::iter::Map<slice::IterMut<'a, (K, V)>, fn(&'a mut (K, V)) -> &'a mut V>;

/// The index range of a sorted list that corresponds to a range of keys. `before` says whether an entry lies before a
/// bound; the flag says whether the bound itself counts as before.
fn span<T, Q: ?Sized>(
    list: &[T],
    range: &impl RangeBounds<Q>,
    before: impl Fn(&T, &Q, bool) -> bool,
) -> std::ops::Range<usize> {
    let at = |bound: &Q, itself: bool| list.partition_point(|entry| before(entry, bound, itself));
    let from = match range.start_bound() {
        Bound::Included(bound) => at(bound, false),
        Bound::Excluded(bound) => at(bound, true),
        Bound::Unbounded => 0,
    };
    let to = match range.end_bound() {
        Bound::Included(bound) => at(bound, true),
        Bound::Excluded(bound) => at(bound, false),
        Bound::Unbounded => list.len(),
    };
    from..to.max(from)
}

impl<K, V> SortedMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        SortedMap(Vec::new())
    }
    pub fn len(&self) -> usize {
        self.0.len()
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    pub fn clear(&mut self) {
        self.0.clear();
    }
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.0.iter().map(|(key, value)| (key, value))
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        self.0.iter_mut().map(|(key, value)| (key, value))
    }
    pub fn keys(&self) -> Keys<'_, K, V> {
        self.0.iter().map(|(key, _)| key)
    }
    pub fn values(&self) -> Values<'_, K, V> {
        self.0.iter().map(|(_, value)| value)
    }
    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V> {
        self.0.iter_mut().map(|(_, value)| value)
    }
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> {
        self.0.into_iter().map(|(key, _)| key)
    }
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next_back()
    }
    /// Removes and returns the first entry.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.is_empty()).then(|| self.0.remove(0))
    }
    /// Keeps the entries for which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(held, _)| held.borrow().cmp(key))
    }
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.0[at].1)
    }
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &mut self.0[at].1)
    }
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| (&self.0[at].0, &self.0[at].1))
    }
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }
    /// Sets a value; returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        if self.0.last().is_none_or(|(last, _)| *last < key) {
            self.0.push((key, value));
            return None;
        }
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }
    /// Sets a value if the key has none; returns whether it was added.
    pub fn add(&mut self, key: K, value: V) -> bool {
        let at = self.find(&key);
        if let Err(at) = at {
            self.0.insert(at, (key, value));
        }
        at.is_err()
    }
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| self.0.remove(at).1)
    }
    /// The entry of a key, for insertion or change.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { at: self.find(&key), key, map: self }
    }
    /// The entries whose keys lie in a range.
    pub fn range<Q: Ord + ?Sized>(&self, range: impl RangeBounds<Q>) -> Iter<'_, K, V>
    where
        K: Borrow<Q>,
    {
        let span = span(&self.0, &range, |(key, _), bound, itself| match itself {
            true => key.borrow() <= bound,
            false => key.borrow() < bound,
        });
        self.0[span].iter().map(|(key, value)| (key, value))
    }
}

/// The entry of a key in a map.
#[derive(Debug)]
pub struct Entry<'a, K, V> {
    map: &'a mut SortedMap<K, V>,
    key: K,
    at: Result<usize, usize>,
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
    /// The existing value, or else the result of `make`, inserted.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        let at = match self.at {
            Ok(at) => at,
            Err(at) => {
                self.map.0.insert(at, (self.key, make()));
                at
            }
        };
        &mut self.map.0[at].1
    }
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
    /// Changes the existing value, if there is one.
    pub fn and_modify(self, change: impl FnOnce(&mut V)) -> Self {
        if let Ok(at) = self.at {
            change(&mut self.map.0[at].1);
        }
        self
    }
}

impl<T> SortedSet<T> {
    /// An empty set.
    pub const fn new() -> Self {
        SortedSet(Vec::new())
    }
    pub fn len(&self) -> usize {
        self.0.len()
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    pub fn clear(&mut self) {
        self.0.clear();
    }
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.0.iter()
    }
    pub fn first(&self) -> Option<&T> {
        self.0.first()
    }
    pub fn last(&self) -> Option<&T> {
        self.0.last()
    }
    /// Removes and returns the first member.
    pub fn pop_first(&mut self) -> Option<T> {
        (!self.is_empty()).then(|| self.0.remove(0))
    }
    /// Keeps the members for which `keep` is true.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.0.retain(keep);
    }
}

impl<T: Ord> SortedSet<T> {
    fn find<Q: Ord + ?Sized>(&self, member: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.0.binary_search_by(|held| held.borrow().cmp(member))
    }
    pub fn contains<Q: Ord + ?Sized>(&self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.find(member).is_ok()
    }
    pub fn get<Q: Ord + ?Sized>(&self, member: &Q) -> Option<&T>
    where
        T: Borrow<Q>,
    {
        self.find(member).ok().map(|at| &self.0[at])
    }
    /// Adds a member; returns whether it was new.
    pub fn insert(&mut self, member: T) -> bool {
        if self.0.last().is_none_or(|last| *last < member) {
            self.0.push(member);
            return true;
        }
        match self.find(&member) {
            Ok(_) => false,
            Err(at) => {
                self.0.insert(at, member);
                true
            }
        }
    }
    /// Removes a member; returns whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.find(member).map(|at| self.0.remove(at)).is_ok()
    }
    /// The members in a range.
    pub fn range<Q: Ord + ?Sized>(&self, range: impl RangeBounds<Q>) -> slice::Iter<'_, T>
    where
        T: Borrow<Q>,
    {
        let span = span(&self.0, &range, |member, bound, itself| match itself {
            true => member.borrow() <= bound,
            false => member.borrow() < bound,
        });
        self.0[span].iter()
    }
    /// The members that both sets have.
    pub fn intersection<'a>(&'a self, other: &'a SortedSet<T>) -> impl DoubleEndedIterator<Item = &'a T> + Clone {
        self.0.iter().filter(|member| other.contains(*member))
    }
    /// The members that the other set lacks.
    pub fn difference<'a>(&'a self, other: &'a SortedSet<T>) -> impl DoubleEndedIterator<Item = &'a T> + Clone {
        self.0.iter().filter(|member| !other.contains(*member))
    }
    /// The members of either set, in order.
    pub fn union<'a>(&'a self, other: &'a SortedSet<T>) -> vec::IntoIter<&'a T> {
        let mut all: SortedSet<&T> = self.0.iter().collect();
        all.extend(&other.0);
        all.0.into_iter()
    }
    /// The members that only one of the sets has, in order.
    pub fn symmetric_difference<'a>(&'a self, other: &'a SortedSet<T>) -> vec::IntoIter<&'a T> {
        let mut apart: SortedSet<&T> = self.difference(other).collect();
        apart.extend(other.difference(self));
        apart.0.into_iter()
    }
    pub fn is_disjoint(&self, other: &SortedSet<T>) -> bool {
        !self.0.iter().any(|member| other.contains(member))
    }
    pub fn is_subset(&self, other: &SortedSet<T>) -> bool {
        self.0.iter().all(|member| other.contains(member))
    }
    pub fn is_superset(&self, other: &SortedSet<T>) -> bool {
        other.is_subset(self)
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap::new()
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        SortedSet::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<T: fmt::Debug> fmt::Debug for SortedSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        for member in members {
            self.insert(member);
        }
    }
}

impl<'a, T: Ord + Copy> Extend<&'a T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, members: I) {
        self.extend(members.into_iter().copied());
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = SortedMap::new();
        map.extend(entries);
        map
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        let mut set = SortedSet::new();
        set.extend(members);
        set
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for SortedSet<T> {
    fn from(members: [T; N]) -> Self {
        members.into_iter().collect()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut SortedMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<K: Ord + Borrow<Q>, Q: Ord + ?Sized, V> Index<&Q> for SortedMap<K, V> {
    type Output = V;
    /// # Panics
    /// If the key is not there.
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("no entry found for key")
    }
}

impl<K: Serialize, V: Serialize> Serialize for SortedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<T: Serialize> Serialize for SortedSet<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for SortedMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<K, V>(SortedMap<K, V>);
        impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
            type Value = SortedMap<K, V>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Self::Value, A::Error> {
                while let Some((key, value)) = entries.next_entry()? {
                    self.0.insert(key, value);
                }
                Ok(self.0)
            }
        }
        deserializer.deserialize_map(Entries(SortedMap::new()))
    }
}

impl<'de, T: Ord + Deserialize<'de>> Deserialize<'de> for SortedSet<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(SortedSet<T>);
        impl<'de, T: Ord + Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = SortedSet<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(mut self, mut members: A) -> Result<Self::Value, A::Error> {
                while let Some(member) = members.next_element()? {
                    self.0.insert(member);
                }
                Ok(self.0)
            }
        }
        deserializer.deserialize_seq(Members(SortedSet::new()))
    }
}

/// The schema is that of the standard library's map.
impl<K: JsonSchema, V: JsonSchema> JsonSchema for SortedMap<K, V> {
    fn inline_schema() -> bool {
        BTreeMap::<K, V>::inline_schema()
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        BTreeMap::<K, V>::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<K, V>::json_schema(generator)
    }
}

/// The schema is that of the standard library's set.
impl<T: JsonSchema> JsonSchema for SortedSet<T> {
    fn inline_schema() -> bool {
        std::collections::BTreeSet::<T>::inline_schema()
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        std::collections::BTreeSet::<T>::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        std::collections::BTreeSet::<T>::json_schema(generator)
    }
}
