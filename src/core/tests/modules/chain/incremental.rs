use adjutant_core::chain::incremental::*;

fn turn(step: u64) -> NewDocument {
    let some = "a".repeat(64);
    let text = format!(
        "adjutant: 1\nkind: turn\nmatch: {some}\nstep: {step}\nparent: {some}\nseat: north\nreveal: {some}\n\
         signatures: []\n"
    );
    NewDocument::read("turn.yaml", text.as_bytes()).unwrap()
}

#[test]
fn what_is_kept_stays_where_it_is() {
    let shelf = DocumentArena::default();
    let kept: Vec<&NewDocument> = (0..1000).map(|step| shelf.keep(turn(step)).unwrap()).collect();
    for (step, made) in (0..).zip(&kept) {
        assert!(matches!(made, NewDocument::Turn(turn) if turn.typed.step == step), "{step}");
    }
}
