//! A backup restored at every earlier point of a match (protocol 4), while what was mailed comes in late: without the
//! question to the other seats an honest player signs a step twice; with it, never.

use adjutant_core::chain::verify::Proof;
use adjutant_core::chain::{Chain, MatchFiles, adjudicate, compose};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, Kind, Value, digest, write};
use adjutant_core::trust::backup::Secrets;
use adjutant_core::trust::{SigningKey, SigningLog, Vault};
use serde_json::json;

use crate::common::{Rig, id};
use crate::vault_match::{Match, Mishap};

const LATER: &str = "2026-12-01T17:00:00Z";

/// The first documents of a match, and some more. What was found of signatures is shared, so that many cases are quick.
fn files(game: &Match, whole: &MatchFiles, count: usize, more: &[(String, Vec<u8>)]) -> MatchFiles {
    let mut files = whole.clone();
    game.mailed[count..].iter().for_each(|(name, _)| files.remove(name));
    more.iter().for_each(|(name, bytes)| files.add(name, bytes));
    files
}

/// What the player would sign next, by what he sees: nothing if it is not his move. A comment tells it from what he
/// signed before, as other orders would.
fn next_turn(game: &Match, chain: &Chain<'_>, vault: &Vault, key: &SigningKey) -> Option<(Kind, u64, Value)> {
    let player = &game.players[0];
    let newest = chain.newest()?.state;
    let seed = vault.seed(key, &player.anchor).unwrap();
    let reveal = compose::next_reveal(chain, &player.seat, &seed).ok()?;
    if chain.awaited(&newest.typed).contains(&&player.seat) {
        let draft = json!({"comment": "after the loss"});
        let turn = compose::complete_turn(chain, &player.seat, reveal, &draft).ok()?;
        return Some((Kind::Turn, newest.typed.step + 1, turn));
    }
    let turns = chain.open_turns();
    let responder = turns.first().and_then(|turn| chain.seats.responder_to(&turn.typed.seat));
    if responder != Some(&player.seat) {
        return None;
    }
    let stand = adjudicate::Adjudication::newest(chain, &*game.game).unwrap();
    let state = stand.resolve(&turns, reveal, None, LATER).ok()?.content;
    Some((Kind::State, newest.typed.step + 1, state))
}

/// Signs it, as a program would, if the log lets it.
fn sign(chain: &Chain<'_>, ledger: &mut SigningLog, key: &SigningKey, next: (Kind, u64, Value)) -> Option<Bytes32> {
    let player = chain.seats.entries.iter().find(|entry| entry.key == key.public())?;
    ledger.check_reveals(&chain.signed_by(&player.seat)).ok()?;
    let (kind, step, content) = next;
    Some(ledger.sign(key, kind, step, content, &|digest| chain.is_void(digest)).ok()?.document().digest)
}

/// A vault as it was, in a new folder.
fn restored(secrets: &Secrets, ask: bool) -> (tempfile::TempDir, Vault) {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path()).unwrap();
    vault.restore(secrets).unwrap();
    if !ask {
        for anchor in vault.anchors().unwrap() {
            std::fs::remove_file(folder.path().join(format!("seeds/{anchor}/restored"))).unwrap();
        }
    }
    (folder, vault)
}

/// Whether the player has signed another document of this kind for this step among those that were mailed before the
/// loss.
fn doubles(game: &Match, upto: usize, kind: Kind, step: u64, signed: Bytes32) -> bool {
    let seat = game.players[0].seat.as_str();
    game.documents[..upto].iter().any(|(_, document)| {
        let by = document.get("seat").or(document.get("responder")).and_then(Value::as_str);
        document["kind"] == json!(kind)
            && document["step"] == json!(step)
            && by == Some(seat)
            && digest(document) != signed
    })
}

#[test]
fn whoever_restores_a_backup_at_any_earlier_point_signs_no_step_twice() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let mut game = Match::begin(trust, None);
        game.play(Mishap::None);
        let (mut tried, mut twice, mut went_on) = (0, 0, 0);
        let count = game.documents.len();
        let mut whole = MatchFiles::default();
        game.mailed.iter().for_each(|(name, bytes)| whole.add(name, bytes));
        // The loss comes after `loss` documents were mailed; the backup is older, and of what was mailed the last
        // are late.
        for loss in (3..count).step_by(3) {
            for backup in 1..loss {
                for seen in (0..4).map(|late| loss.saturating_sub(late).max(1)) {
                    tried += 1;
                    twice += usize::from(signs_twice_without_asking(&game, &whole, loss, backup, seen));
                    // The whole way is longer.
                    if backup % 4 == 1 || backup + 3 > loss {
                        went_on += usize::from(asks_and_goes_on(&game, &whole, loss, backup, seen));
                    }
                }
            }
        }
        println!(
            "{trust:?}: {tried} restores, {twice} would have signed a step twice, 0 have; {went_on} played on at once"
        );
        assert!(twice > 10, "the danger is real: {twice} of {tried}");
        assert!(went_on > tried / 20, "{went_on} of {tried}");
    }
}

fn signs_twice_without_asking(game: &Match, whole: &MatchFiles, loss: usize, backup: usize, seen: usize) -> bool {
    let player = &game.players[0];
    let (_folder, vault) = restored(&game.backups[backup], false);
    let files = files(game, whole, seen, &[]);
    let chain = Chain::build(&files).unwrap();
    let Some(next) = next_turn(game, &chain, &vault, &player.key) else { return false };
    let mut ledger = vault.lock(&player.anchor).unwrap();
    let (kind, step) = (next.0, next.1);
    sign(&chain, &mut ledger, &player.key, next).is_some_and(|signed| doubles(game, loss, kind, step, signed))
}

/// Whether the player can go on once the others have answered; that he signs nothing before, and nothing twice
/// afterwards.
fn asks_and_goes_on(game: &Match, whole: &MatchFiles, loss: usize, backup: usize, seen: usize) -> bool {
    let player = &game.players[0];
    let (_folder, vault) = restored(&game.backups[backup], true);
    let question = vault.question(&player.anchor).unwrap().unwrap();
    let own = files(game, whole, seen, &[]);
    let chain = Chain::build(&own).unwrap();
    let mut ledger = vault.lock(&player.anchor).unwrap();
    let copies: Vec<Value> = own.documents().iter().map(|one| one.document.content.clone()).collect();
    ledger.adopt(&player.key.public(), &copies).unwrap();
    if let Some(next) = next_turn(game, &chain, &vault, &player.key) {
        assert_eq!(
            sign(&chain, &mut ledger, &player.key, next),
            None,
            "nothing is signed before the others have answered"
        );
    }
    // The question, and what the others answer: they have all that was mailed.
    let step = chain.newest().map_or(0, |newest| newest.state.typed.step);
    let asks = receipt(&chain, &player.seat.to_string(), step, &[], Some(("asks", question)));
    let asks = ledger.sign(&player.key, Kind::Receipt, step, asks, &|_| false).unwrap();
    assert!(!chain.recovery(&player.seat, &question).is_complete());
    let asks = vec![("receipts/asks.yaml".to_owned(), write(&asks.document().document).into_bytes())];
    let theirs = files(game, whole, loss, &asks);
    let their_chain = Chain::build(&theirs).unwrap();
    assert!(their_chain.open_question(&player.seat).is_some());
    let named = their_chain.signed_since(&player.seat, step);
    let mut answers = Vec::new();
    for other in &game.players[1..] {
        let content = receipt(&their_chain, other.seat.as_str(), step, &named, Some(("answers", question)));
        let signed = adjutant_core::chain::sign::seal(&content, &other.seat, &other.key).unwrap();
        answers.push((format!("receipts/{}.yaml", other.seat), write(&signed).into_bytes()));
    }
    // The answers alone name documents that are not here yet.
    let receipts = [asks, answers].concat();
    let some = files(game, whole, seen, &receipts);
    let chain = Chain::build(&some).unwrap();
    let recovery = chain.recovery(&player.seat, &question);
    assert!(recovery.asked && recovery.silent.is_empty());
    let here = |digest: &Bytes32| chain.turns.contains_key(digest) || chain.states.contains_key(digest);
    assert_eq!(recovery.absent.is_empty(), named.iter().all(here));
    // With these documents, which come along, all is here.
    let all = files(game, whole, loss, &receipts);
    let chain = Chain::build(&all).unwrap();
    assert!(chain.recovery(&player.seat, &question).is_complete());
    let copies: Vec<Value> = all.documents().iter().map(|one| one.document.content.clone()).collect();
    ledger.adopt(&player.key.public(), &copies).unwrap();
    ledger.allow_signing().unwrap();
    assert_eq!(vault.question(&player.anchor).unwrap(), None);
    let Some(next) = next_turn(game, &chain, &vault, &player.key) else { return false };
    let (kind, step) = (next.0, next.1);
    let Some(signed) = sign(&chain, &mut ledger, &player.key, next) else { return false };
    assert!(!doubles(game, loss, kind, step, signed), "{kind:?} {step} is signed twice");
    true
}

fn receipt(chain: &Chain<'_>, seat: &str, step: u64, of: &[Bytes32], what: Option<(&str, Bytes32)>) -> Value {
    let mut content = json!({
        "adjutant": 1, "kind": "receipt", "match": chain.match_id, "step": step, "seat": seat, "of": of, "written": LATER,
    });
    if let Some((field, number)) = what {
        content[field] = json!(number);
    }
    content
}

/// What is here already stays as it is, and what is no secret is refused whole.
#[test]
fn a_backup_replaces_nothing() {
    let mut game = Match::begin(TrustMode::HeadToHead, None);
    game.play(Mishap::None);
    let (_folder, vault) = restored(game.backups.last().unwrap(), false);
    let again = vault.restore(&game.backups[1]).unwrap();
    assert_eq!((again.keys.len(), again.seeds.len(), again.kept.len()), (0, 0, 1));
    assert_eq!(vault.question(&game.players[0].anchor).unwrap(), None);
    let bytes = |text: &str| zeroize::Zeroizing::new(text.as_bytes().to_vec());
    for name in ["../keys/x", "keys/../x", "seeds/x/root", "keys/A", "log", "seeds/../root"] {
        let mut secrets = game.backups[1].clone();
        secrets.insert(name.to_owned(), bytes("x"));
        let problem = vault.restore(&secrets).unwrap_err();
        assert!(problem.message.contains("not a secret"), "{name}: {problem}");
    }
    let mut secrets = game.backups[1].clone();
    let key = secrets.keys().find(|name| name.starts_with("keys/") && !name.ends_with(".pub")).unwrap().clone();
    secrets.insert(key, bytes("another key"));
    assert!(vault.restore(&secrets).unwrap_err().message.contains("not the one in the backup"));
}

/// Somebody who says that he has nothing of a seat's, and shows it afterwards, is told of beside what he shows.
#[test]
fn an_answer_stands_beside_what_it_did_not_name() {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 3);
    let number = Bytes32([7; 32]);
    let receipts = |rig: &Rig| {
        rig.with(|chain, _| {
            let asks = receipt(chain, "anna", 0, &[], Some(("asks", number)));
            (asks, receipt(chain, "bert", 0, &[], Some(("answers", number))))
        })
    };
    let (asks, answers) = receipts(&rig);
    rig.sign_and_add("receipts/asks.yaml", &id("anna"), &asks);
    rig.sign_and_add("receipts/answers.yaml", &id("bert"), &answers);
    let content = rig.turn_content("anna", &json!({}));
    rig.mail_turn("anna", &content);
    rig.assert_verifies();
    let other = rig.turn_content("anna", &json!({"comment": "in other words"}));
    rig.mail_turn("anna", &other);
    let failure = rig.verify().failures.into_iter().next().unwrap();
    assert_eq!(failure.proof, Proof::DoubleDealing);
    let words = failure.proves.unwrap();
    assert!(
        words.contains("'bert' answered that it had neither") && words.contains("receipts/answers.yaml"),
        "{words}"
    );
}

/// In a refereed match a player waits for the adjudicator's answer, which names every turn of his that counts. Neither
/// another player's silence nor digests that he has invented keep him from signing; what the other shows is taken in.
#[test]
fn nobody_but_the_adjudicator_keeps_a_player_from_signing() {
    let number = Bytes32([7; 32]);
    let invented = Bytes32([0xab; 32]);
    let with = |asker: &str, answers: &[(&str, &[Bytes32])]| {
        let mut rig = Rig::toy(TrustMode::Refereed, 3);
        let asks = rig.with(|chain, _| receipt(chain, asker, 0, &[], Some(("asks", number))));
        rig.sign_and_add("receipts/asks.yaml", &id(asker), &asks);
        for (n, (seat, of)) in answers.iter().enumerate() {
            let answer = rig.with(|chain, _| receipt(chain, seat, 0, of, Some(("answers", number))));
            rig.sign_and_add(&format!("receipts/{n}.yaml"), &id(seat), &answer);
        }
        rig.with(|chain, _| chain.recovery(&id(asker), &number))
    };
    let (none, claim): (&[Bytes32], &[Bytes32]) = (&[], &[invented]);
    let cases: [&[(&str, &[Bytes32])]; 4] =
        [&[], &[("south", none)], &[("south", claim)], &[("south", claim), ("aide", none)]];
    for others in cases {
        let answered = with("north", &[others, &[("adjudicator", none)]].concat());
        assert!(answered.is_complete() && answered.named_by.is_empty(), "{others:?}: {answered:?}");
        assert_eq!(answered.unheard.len(), 2 - others.len());
        let claims = others.iter().filter(|(_, of)| !of.is_empty()).count();
        assert_eq!(answered.unshown_by.len(), claims);
        let waits = with("north", others);
        assert!(!waits.is_complete() && waits.silent == [id("adjudicator")], "{others:?}: {waits:?}");
    }
    // What the adjudicator names, he must show.
    let named = with("north", &[("adjudicator", claim)]);
    assert!(!named.is_complete() && named.named_by == [id("adjudicator")], "{named:?}");
    // His own documents went to all.
    let his = with("adjudicator", &[("north", none), ("south", none)]);
    assert_eq!((his.is_complete(), his.silent), (false, vec![id("aide")]));
    assert!(with("adjudicator", &[("north", none), ("south", none), ("aide", none)]).is_complete());
}
