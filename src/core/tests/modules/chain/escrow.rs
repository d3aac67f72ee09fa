use serde_json::json;

use adjutant_core::chain::escrow::*;
use adjutant_core::document::Bytes32;

fn secret() -> Entrusted {
    Entrusted::Secret { match_id: Bytes32([1; 32]), seat: "bert".parse().unwrap(), secret: Bytes32([2; 32]) }
}

fn choices() -> Entrusted {
    let choices = vec![("card-1".parse().unwrap(), json!("n3a")), ("parry-4".parse().unwrap(), json!({"show": 1}))];
    let (match_id, seat) = (Bytes32([1; 32]), "bert".parse().unwrap());
    Entrusted::Choices(Choices { match_id, step: 4, seat, choices })
}

#[test]
fn what_is_entrusted_is_written_in_one_way() {
    let (one, two) = ("01".repeat(32), "02".repeat(32));
    let line = format!("adjutant/1 escrow {one} bert {two}\n");
    assert_eq!(secret().write().as_slice(), line.as_bytes());
    let form = format!(
        r#"{{"choices":[{{"choice":"n3a","id":"card-1"}},{{"choice":{{"show":1}},"id":"parry-4"}}],"match":"{one}","seat":"bert","step":4}}"#
    );
    assert_eq!(choices().write().as_slice(), form.as_bytes());
    for entrusted in [secret(), choices()] {
        assert_eq!(Entrusted::read(&entrusted.write()), Ok(entrusted));
    }
}

#[test]
fn anything_else_is_refused() {
    let line = String::from_utf8(secret().write().to_vec()).unwrap();
    let form = String::from_utf8(choices().write().to_vec()).unwrap();
    for other in [
        String::new(),
        line.trim_end().to_owned(),
        line.replace('\n', "\r\n"),
        line.replace(" bert", "  bert"),
        line.replace("bert", "Bert"),
        line.replace("adjutant/1", "adjutant/2"),
        line.replacen("0202", "02", 1),
        format!("{line}\n"),
        form.replace("\"step\":4", "\"step\": 4"),
        form.replace("\"step\":4", "\"step\":-4"),
        form.replace("\"step\":4", "\"step\":4,\"turn\":1"),
        form.replace(",\"step\":4", ""),
        format!("{form}\n"),
        form[..form.len() - 1].to_owned(),
        "[".repeat(100_000),
    ] {
        assert!(Entrusted::read(other.as_bytes()).is_err(), "{other}");
    }
}
