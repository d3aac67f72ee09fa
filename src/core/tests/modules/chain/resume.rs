use adjutant_core::chain::resume::*;

fn turn(step: u64) -> Made {
    let some = "a".repeat(64);
    let text = format!(
        "adjutant: 1\nkind: turn\nmatch: {some}\nstep: {step}\nparent: {some}\nseat: north\nreveal: {some}\n\
         signatures: []\n"
    );
    Made::read("turn.yaml", text.as_bytes()).unwrap()
}

#[test]
fn what_is_kept_stays_where_it_is() {
    let shelf = Shelf::default();
    let kept: Vec<&Made> = (0..1000).map(|step| shelf.keep(turn(step)).unwrap()).collect();
    for (step, made) in (0..).zip(&kept) {
        assert!(matches!(made, Made::Turn(turn) if turn.typed.step == step), "{step}");
    }
}
