use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use adjutant_core::sorted::*;

/// What is done to a map: the number of the act, a key, a value.
fn acts() -> impl Strategy<Value = Vec<(u8, u8, u16)>> {
    prop::collection::vec((0..7u8, 0..12u8, any::<u16>()), 0..60)
}

proptest! {
    /// Whatever is done, a sorted list holds and answers what a tree does.
    #[test]
    fn a_map_is_what_a_tree_is(acts in acts(), from in 0..12u8, to in 0..12u8) {
        let (mut list, mut tree) = (SortedMap::new(), BTreeMap::new());
        for (act, key, value) in acts {
            match act {
                0 | 1 => prop_assert_eq!(list.insert(key, value), tree.insert(key, value)),
                2 => prop_assert_eq!(list.remove(&key), tree.remove(&key)),
                3 => {
                    let new = !tree.contains_key(&key);
                    tree.entry(key).or_insert(value);
                    prop_assert_eq!(list.add(key, value), new);
                }
                4 => {
                    let change = |held: &mut u16| *held = held.wrapping_add(1);
                    prop_assert_eq!(
                        *list.entry(key).and_modify(change).or_insert(value),
                        *tree.entry(key).and_modify(change).or_insert(value)
                    );
                }
                5 => prop_assert_eq!(list.pop_first(), tree.pop_first()),
                _ => {
                    list.retain(|held, _| held % 3 != key % 3);
                    tree.retain(|held, _| held % 3 != key % 3);
                }
            }
            prop_assert_eq!((list.get(&key), list.get_key_value(&key)), (tree.get(&key), tree.get_key_value(&key)));
            prop_assert!(list.iter().eq(&tree) && list.last_key_value() == tree.last_key_value());
        }
        prop_assert!(list.keys().eq(tree.keys()) && list.values().eq(tree.values()) && list.len() == tree.len());
        prop_assert!(list.range(from..).eq(tree.range(from..)) && list.range(..=to).eq(tree.range(..=to)));
        prop_assert!(to < from || list.range(from..=to).eq(tree.range(from..=to)));
        let written = serde_json::to_value(&list).unwrap();
        prop_assert_eq!(&written, &serde_json::to_value(&tree).unwrap());
        prop_assert_eq!(serde_json::from_value::<SortedMap<u8, u16>>(written).unwrap(), list);
    }

    #[test]
    fn a_set_is_what_a_tree_is(one in prop::collection::vec(0..12u8, 0..20), other in prop::collection::vec(0..12u8, 0..20)) {
        let lists: [SortedSet<u8>; 2] = [one.iter().copied().collect(), other.iter().copied().collect()];
        let trees: [BTreeSet<u8>; 2] = [one.iter().copied().collect(), other.iter().copied().collect()];
        let ([a, b], [c, d]) = (&lists, &trees);
        prop_assert!(a.iter().eq(c) && a.first() == c.first() && a.last() == c.last());
        prop_assert!(a.union(b).eq(c.union(d)) && a.intersection(b).eq(c.intersection(d)));
        prop_assert!(a.difference(b).eq(c.difference(d)));
        prop_assert!(a.symmetric_difference(b).eq(c.symmetric_difference(d)));
        prop_assert_eq!((a.is_subset(b), a.is_superset(b), a.is_disjoint(b)), (c.is_subset(d), c.is_superset(d), c.is_disjoint(d)));
        let (mut list, mut tree) = (a.clone(), c.clone());
        for member in &other {
            prop_assert_eq!(list.remove(member), tree.remove(member));
            prop_assert_eq!(list.insert(member / 2), tree.insert(member / 2));
            prop_assert_eq!(list.range(member..).count(), tree.range(member..).count());
        }
        prop_assert!(list.iter().eq(&tree) && list.pop_first() == tree.pop_first());
        prop_assert_eq!(serde_json::to_value(&list).unwrap(), serde_json::to_value(&tree).unwrap());
    }
}
