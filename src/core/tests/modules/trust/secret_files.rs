use std::io;
use std::path::Path;

use adjutant_core::trust::secret_files::*;

#[test]
fn an_error_of_the_file_system_is_told_in_words() {
    for (kind, words) in [
        (io::ErrorKind::NotFound, "it does not exist"),
        (io::ErrorKind::PermissionDenied, "permission is denied"),
        (io::ErrorKind::StorageFull, "the disk is full"),
        (io::ErrorKind::InvalidData, "it is not text in UTF-8"),
    ] {
        let told = problem("read", Path::new("keys/o'neil"), &io::Error::new(kind, "os error 0"));
        assert_eq!(told.message, format!("cannot read keys/o'neil: {words}"));
    }
    let told = problem("read", Path::new("\u{1b}[31m"), &io::Error::other("of another kind"));
    assert_eq!(told.message, "cannot read \\u{1b}[31m: of another kind");
}

#[test]
fn a_text_is_read_up_to_its_limit_and_not_beyond() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    std::fs::write(&path, "ten bytes.").unwrap();
    assert_eq!(read_text(&path, 10).unwrap().as_str(), "ten bytes.");
    let problem = read_text(&path, 9).unwrap_err();
    assert!(problem.message.ends_with("is longer than 9 bytes"), "{problem}");
    assert!(read_text(&path, 1).is_err());
}

#[test]
fn what_is_no_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let problem = must_be_file(folder.path()).unwrap_err();
    assert!(problem.message.ends_with("is not a file"), "{problem}");
    assert!(must_be_file(&folder.path().join("nothing")).is_ok(), "what is not there may be made");
    std::fs::write(folder.path().join("file"), "").unwrap();
    assert!(must_be_file(&folder.path().join("file")).is_ok());
}

#[test]
fn a_folder_that_is_not_there_is_not_flushed() {
    let folder = tempfile::tempdir().unwrap();
    assert!(flush_folder_of(&folder.path().join("file")).is_ok());
    assert!(flush_folder_of(Path::new("file")).is_ok(), "in the present folder");
    let problem = flush_folder_of(&folder.path().join("nothing/file")).unwrap_err();
    assert!(problem.message.contains("it does not exist"), "{problem}");
}

#[cfg(unix)]
#[test]
fn what_is_kept_to_its_owner_nobody_else_reads() {
    use std::os::unix::fs::PermissionsExt;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::set_permissions(file.path(), PermissionsExt::from_mode(0o644)).unwrap();
    keep_to_owner(file.path()).unwrap();
    assert_eq!(std::fs::metadata(file.path()).unwrap().permissions().mode() & 0o777, 0o600);
}
