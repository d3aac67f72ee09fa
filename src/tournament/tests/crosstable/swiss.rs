//! Swiss pairings on tables that can be followed by hand.

use tournament::crosstable::{Apart, Breach, Bye, ByeKind, Crosstable, Format, SwissRules, Unpaired, swiss as pairing};

use crate::support::{letter, pairs, plan, players, round, swiss};

fn drafted(table: &Crosstable, asked: &[Bye]) -> String {
    let draft = pairing::pair(table, asked).unwrap();
    assert_eq!(draft.breaches, []);
    let byes = draft.round.byes.iter().map(|bye| match bye.kind {
        ByeKind::Full => format!(" {}U", letter(bye.player)),
        ByeKind::Half => format!(" {}H", letter(bye.player)),
        ByeKind::Zero => format!(" {}Z", letter(bye.player)),
    });
    pairs(&draft.round) + &byes.collect::<String>()
}

#[test]
fn the_upper_half_meets_the_lower_half() {
    // By seed a, b, …: a–d, b–e, c–f. The lower lot plays the first side if it is odd: a, c; b's is even.
    assert_eq!(drafted(&swiss(6, &[]), &[]), "ad eb cf");
    // With seven the last has the bye.
    assert_eq!(drafted(&swiss(7, &[]), &[]), "ad eb cf gU");
    // Ratings seed before lots: f, e, d, c, b, a.
    let mut people = players(6);
    people.iter_mut().enumerate().for_each(|(index, player)| player.rating = Some(5_000 + index as u32));
    let table = Crosstable::new(plan(3), people, Vec::new()).unwrap();
    assert_eq!(drafted(&table, &[]), "cf eb ad");
}

#[test]
fn winners_meet_winners_and_sides_change() {
    // a, e and c won. Winners by seed: a, c, e; losers: b, d, f. a meets c, and e the highest loser whom he has not
    // met, d.
    let table = swiss(6, &["ad1 eb1 cf1"]);
    let draft = pairing::pair(&table, &[]).unwrap();
    // a and c are both due the second side, equally, and never had different ones in a game of the same place: a, the
    // higher, gets it. d had the second side and e the first: they change. b and f are both due the first: b, the
    // higher, gets it.
    assert_eq!(pairs(&draft.round), "ca de bf");
}

#[test]
fn nobody_meets_again_and_the_bye_goes_round() {
    // Five players, two rounds: e had the bye, then d. a and e have 4, b and d 2, c 0. c has the bye; a–e would leave
    // b–d, who have met; so a meets d and b meets e.
    let table = swiss(5, &["ac1 bd1 eU", "ab1 ec1 dU"]);
    let draft = pairing::pair(&table, &[]).unwrap();
    assert_eq!(draft.round.byes, [Bye { player: 2, kind: ByeKind::Full }]);
    let mut met: Vec<[usize; 2]> = draft.round.boards.iter().map(|board| board.pair).collect();
    met.iter_mut().for_each(|pair| pair.sort_unstable());
    met.sort_unstable();
    assert_eq!(met, [[0, 3], [1, 4]]);
}

#[test]
fn who_forfeited_may_still_be_met() {
    // Two players who did not play each other are paired again; a played game would forbid it.
    assert_eq!(drafted(&swiss(2, &["ab+"]), &[]), "ab");
    assert!(matches!(pairing::pair(&swiss(2, &["ab1"]), &[]), Err(Unpaired::NoLegalPairing(_))));
}

#[test]
fn a_win_by_forfeit_is_a_bye_had() {
    // b has the lowest points and had no bye.
    let table = swiss(3, &["ab1 cU"]);
    assert_eq!(drafted(&table, &[]), "ca bU");
    let table = swiss(4, &["ab1 cd+"]);
    // With a away and b withdrawn in all but name, c and d are left, who did not play: they meet.
    let asked = [0, 1].map(|player| Bye { player, kind: ByeKind::Half });
    assert_eq!(drafted(&table, &asked), "cd aH bH");
    // Had c alone to choose from, his forfeit would count: b or d has the bye, not c.
    let draft = pairing::pair(&table, &asked[..1]).unwrap();
    assert_ne!(draft.round.byes[0].player, 2);
}

#[test]
fn the_least_bad_round_is_offered_where_none_is_legal() {
    // Four players who have all met.
    let table = swiss(4, &["ab1 cd1", "ca= bd=", "ad1 bc1"]);
    let Err(Unpaired::NoLegalPairing(draft)) = pairing::pair(&table, &[]) else { panic!() };
    assert_eq!(draft.round.boards.len(), 2);
    assert_eq!(draft.breaches.iter().filter(|breach| matches!(breach, Breach::Rematch(_))).count(), 2);
    // Three players who have all had the bye, with games left to be played: the bye alone is repeated.
    let table = swiss(3, &["aU bc+", "bU ca+", "cU ab+"]);
    let Err(Unpaired::NoLegalPairing(draft)) = pairing::pair(&table, &[]) else { panic!() };
    assert!(matches!(draft.breaches[..], [Breach::SecondBye(_)]), "{:?}", draft.breaches);
}

#[test]
fn byes_are_asked_for_by_who_is_here_and_once() {
    let half = |player| Bye { player, kind: ByeKind::Half };
    let table = swiss(6, &[]);
    assert_eq!(drafted(&table, &[half(1), Bye { player: 4, kind: ByeKind::Zero }]), "ad cf bH eZ");
    assert_eq!(pairing::pair(&table, &[half(1), half(1), half(9)]), Err(Unpaired::BadAbsence(vec![1, 2])));
    let full = Bye { player: 1, kind: ByeKind::Full };
    assert_eq!(pairing::pair(&table, &[full]), Err(Unpaired::BadAbsence(vec![0])));
    assert_eq!(pairing::pair(&swiss(1, &[]), &[]), Err(Unpaired::TooFew));
    assert_eq!(pairing::pair(&swiss(0, &[]), &[]), Err(Unpaired::TooFew));
}

#[test]
fn who_enters_late_or_has_left_is_not_paired() {
    let mut people = players(5);
    people[1].enters = 2;
    people[4].leaves = Some(2);
    let table = Crosstable::new(plan(3), people.clone(), Vec::new()).unwrap();
    // a, c, d, e by seed: a–d, c–e.
    assert_eq!(drafted(&table, &[]), "ad ce");
    let table = Crosstable::new(plan(3), people, vec![round(Format::Swiss, "ad1 ce0")]).unwrap();
    // a has 2, b, c and d 0. a meets the highest of the rest, b; c and d remain.
    assert_eq!(drafted(&table, &[]), "ba dc");
}

#[test]
fn a_third_time_running_is_avoided_at_the_price_of_points() {
    // a, b with 4 points each had the first side twice: they do not meet.
    let table = swiss(8, &["ac1 bd1 ef1 gh1", "ae1 bg1 cf1 hd0"]);
    let draft = pairing::pair(&table, &[]).unwrap();
    assert_eq!(draft.breaches, []);
    assert!(!draft.round.boards.iter().any(|board| board.pair.contains(&0) && board.pair.contains(&1)));
    // Where nobody else is left, they do, and the draft says what that does: a had the first side twice, and so had b.
    let table = swiss(4, &["ac1 bd1", "ad1 bc1"]);
    let only_two = [2, 3].map(|player| Bye { player, kind: ByeKind::Half });
    let draft = pairing::pair(&table, &only_two).unwrap();
    assert!(
        matches!(draft.breaches[..], [Breach::UnevenSides(x), Breach::ThirdInARow(y)] if x == y),
        "{:?}",
        draft.breaches
    );
}

#[test]
fn who_is_kept_apart_does_not_meet() {
    let apart = |count, rounds: &[&str], apart: &[[usize; 2]]| {
        swiss(count, rounds).with_swiss_rules(SwissRules {
            apart: apart.iter().map(|pair| Apart::always(*pair)).collect(),
            ..SwissRules::default()
        })
    };
    // Without a and d: a with c and d with f are one place from the halves each; so are a with e and b with d, and of the two a has
    // the higher opponent in the first.
    assert_eq!(drafted(&apart(6, &[], &[[3, 0]]), &[]), "ac eb fd");
    // Players whom the table does not have change nothing.
    assert_eq!(drafted(&apart(6, &[], &[[0, 9], [9, 8]]), &[]), "ad eb cf");
    // The price is points, if nothing else is left: a and b won, and are kept apart.
    let table = apart(4, &["ac1 bd1"], &[[0, 1]]);
    let draft = pairing::pair(&table, &[]).unwrap();
    assert!(draft.breaches.is_empty() && !draft.round.boards.iter().any(|board| board.pair == [0, 1]), "{draft:?}");
    // Two who are the only ones here do not meet, and the draft says so.
    let Err(Unpaired::NoLegalPairing(draft)) = pairing::pair(&apart(2, &[], &[[0, 1]]), &[]) else { panic!() };
    assert_eq!(draft.breaches, [Breach::KeptApart([0, 1])]);
}

#[test]
fn accelerated_rounds_are_paired_as_if_the_upper_half_had_points() {
    let fast = |rounds: &[&str], planned| {
        let rules = SwissRules { accelerated: Some(planned), ..SwissRules::default() };
        swiss(8, rounds).with_swiss_rules(rules)
    };
    // Of eight, a to d have a win more: they play among themselves, and so do the others. The lower lots are odd or even.
    assert_eq!(drafted(&fast(&[], 5), &[]), "ac db eg hf");
    // Of five rounds three are accelerated, the first two by a win. Then a and d have 4, b, c, e and h 2, f and g 0. a, due the
    // second side as d is, is the higher; c and h, and f and g, differ likewise; b had the second side and e the first.
    let played = ["ac1 db1 eg1 hf1"];
    assert_eq!(drafted(&fast(&played, 5), &[]), "da be ch fg");
    // Of two rounds only the first is accelerated, and nobody has more in the second.
    assert_eq!(drafted(&fast(&played, 2), &[]), drafted(&swiss(8, &played), &[]));
    // In the third of five a draw is added: a has 4 + 1, b and d 2 + 1, c 0 + 1; h has 4, e and g 2, f 0. b and d, and e and g,
    // have met, so a meets h, b and d meet g and e, and c meets f: four times a difference of half a point.
    let played = ["ac1 db1 eg1 hf1", "ad1 be1 ch0 gf1"];
    let draft = pairing::pair(&fast(&played, 5), &[]).unwrap();
    let of =
        |player: usize| draft.round.boards.iter().find(|board| board.pair.contains(&player)).unwrap().opponent(player);
    let given = |player: usize| i64::from(player < 4);
    let scored = [4, 2, 0, 2, 2, 0, 2, 4];
    let apart: i64 = (0..8).map(|one| (scored[one] + given(one) - scored[of(one)] - given(of(one))).abs()).sum();
    assert_eq!((of(0), apart / 2), (7, 4), "{}", pairs(&draft.round));
}
