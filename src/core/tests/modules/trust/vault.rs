use std::fs;

use adjutant_core::trust::Vault;
use tempfile::TempDir;

fn vault() -> (TempDir, Vault) {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path()).unwrap();
    (folder, vault)
}

/// Where a run is killed between the two files of a key, the key is made again, or can be used all the same.
#[test]
fn a_key_with_one_of_its_files_is_mended() {
    for passphrase in [None, Some("fort sumter")] {
        let (folder, vault) = vault();
        let keys = folder.path().join("keys");
        // Until the private file is there, there is no key: the command is repeated.
        fs::write(keys.join("default.pub"), "ssh-ed25519 of a run that was killed\n").unwrap();
        assert!(vault.key_names().unwrap().is_empty());
        let key = vault.create_key("default", passphrase).unwrap();
        assert_eq!(vault.public_key("default").unwrap(), key.public());
        // Earlier versions wrote the private file first.
        let line = fs::read_to_string(keys.join("default.pub")).unwrap();
        fs::remove_file(keys.join("default.pub")).unwrap();
        assert_eq!(vault.public_key("default").unwrap(), key.public());
        assert_eq!(vault.name_of(&key.public()).unwrap().as_deref(), Some("default"));
        let again = fs::read_to_string(keys.join("default.pub")).unwrap();
        assert_eq!(again.split_whitespace().nth(1), line.split_whitespace().nth(1));
        assert!(vault.create_key("default", passphrase).is_err(), "no key is overwritten");
        // A key elsewhere gets no file that its owner did not make.
        let elsewhere = folder.path().join("elsewhere");
        fs::copy(keys.join("default"), &elsewhere).unwrap();
        assert_eq!(vault.public_key(elsewhere.to_str().unwrap()).unwrap(), key.public());
        assert!(!folder.path().join("elsewhere.pub").exists());
    }
}

/// What a run that was killed has left behind may be part of a secret.
#[test]
fn temporary_files_of_runs_that_were_killed_are_removed() {
    let (folder, vault) = vault();
    let key = vault.create_key("default", None).unwrap();
    let anchor = vault.new_seed(&key, 1024).unwrap().anchor;
    let seed = folder.path().join(format!("seeds/{anchor}"));
    for place in [folder.path().join("keys"), seed.clone()] {
        fs::write(place.join(".tmpAbCd12"), "-----BEGIN OPENSSH PRIVATE KEY-----\n").unwrap();
    }
    // Another run is writing this one.
    let busy = folder.path().join("keys/.tmpBusy12");
    let writes = fs::File::create(&busy).unwrap();
    writes.lock().unwrap();
    Vault::open(folder.path()).unwrap();
    assert!(!folder.path().join("keys/.tmpAbCd12").exists());
    assert!(busy.exists());
    vault.new_hidden(&key, &anchor).unwrap();
    assert!(!seed.join(".tmpAbCd12").exists());
    drop(writes);
    Vault::open(folder.path()).unwrap();
    assert!(!busy.exists());
    let names: Vec<String> = fs::read_dir(folder.path().join("keys"))
        .unwrap()
        .map(|one| one.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
}
