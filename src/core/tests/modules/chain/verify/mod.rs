mod fast_path;

use adjutant_core::chain::timeline::BadDocument;
use adjutant_core::chain::verify::*;
use adjutant_core::document::{Id, Problem};

fn failure(step: Option<u64>, proof: Proof, seat: &str, message: &str, file: &str) -> Failure {
    let seat: Id = seat.parse().expect("an id");
    let failure = Failure::new(Check::Chain, file, step, Some(&seat), Problem::new(message));
    Failure { proof, proves: Some(String::new()), ..failure }
}

/// Protocol 9: failures are named in the order of the match; of one step the one that proves most comes first; names of
/// files decide nothing.
#[test]
fn of_one_kind_the_first_in_the_match_that_proves_most_is_named() {
    let weights = [
        Proof::DoubleDealing,
        Proof::FalseReveal,
        Proof::FalseState,
        Proof::IllegalTurn,
        Proof::UnjustRefusal,
        Proof::OutOfPlace,
    ];
    let mut pairs = vec![
        (failure(Some(2), Proof::OutOfPlace, "b", "b", "b"), failure(Some(3), Proof::DoubleDealing, "a", "a", "a")),
        (failure(Some(2), Proof::Forgery, "a", "b", "b"), failure(Some(2), Proof::Forgery, "b", "a", "a")),
        (failure(Some(2), Proof::Forgery, "a", "a", "b"), failure(Some(2), Proof::Forgery, "a", "b", "a")),
        (failure(Some(2), Proof::Forgery, "a", "a", "a"), failure(Some(2), Proof::Forgery, "a", "a", "b")),
    ];
    for two in weights.windows(2) {
        pairs.push((failure(Some(2), two[0], "b", "b", "b"), failure(Some(2), two[1], "a", "a", "a")));
    }
    for (first, second) in pairs {
        for order in [[&first, &second], [&second, &first]] {
            let mut found = Findings::default();
            order.into_iter().for_each(|failure| found.fail(failure.clone()));
            assert_eq!(found.verification.failures, std::slice::from_ref(&first));
        }
    }
}

/// What accuses nobody hides nothing that accuses somebody.
#[test]
fn an_altered_file_is_named_beside_double_dealing() {
    let altered = failure(Some(1), Proof::Forgery, "a", "a", "a");
    let dealt = failure(Some(4), Proof::DoubleDealing, "b", "b", "b");
    let mut found = Findings::default();
    [&altered, &dealt, &altered].into_iter().for_each(|failure| found.fail(failure.clone()));
    assert_eq!(found.verification.failures, [altered, dealt]);
}

/// A missing copy proves nothing against anybody, so it hides no other failure of its kind.
#[test]
fn what_is_withheld_is_named_beside_what_fails() {
    let withheld = failure(Some(1), Proof::Withheld, "a", "a", "a");
    let other = failure(Some(4), Proof::OutOfPlace, "b", "b", "b");
    let mut found = Findings::default();
    [&other, &withheld, &other].into_iter().for_each(|failure| found.fail(failure.clone()));
    assert_eq!(found.verification.failures, [other, withheld]);
}

#[test]
fn what_cannot_be_checked_is_said_once() {
    let mut found = Findings::default();
    found.unchecked(Check::Rolls, "step 2", "a turn is missing");
    found.unchecked(Check::Rolls, "step 2", "a turn is missing");
    found.unchecked(Check::Adjudication, "step 2", "a turn is missing");
    let words = "step 2, because a turn is missing".to_owned();
    assert_eq!(found.verification.unchecked, [(Check::Rolls, words.clone()), (Check::Adjudication, words)]);
}

/// Protocol 2 and 3: what was altered after it was signed is told from what belongs to another match.
#[test]
fn a_bad_document_is_forged_or_of_another_match_by_the_rule_that_it_breaks() {
    for (rule, proof) in
        [("protocol 1", Proof::Nothing), ("protocol 2", Proof::Forgery), ("protocol 3", Proof::OtherMatch)]
    {
        let problem = Problem::new("it is wrong").rule(rule);
        let bad = BadDocument { file: "a.yaml".to_owned(), kind: None, step: Some(1), seat: None, problem };
        assert_eq!(accusations::forged(&bad).proof, proof, "{rule}");
    }
}
