use super::*;
use proptest::prelude::*;

fn files() -> Files {
    let file = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
    vec![
        file("turns/0001-union.yaml", b"turn"),
        file("charter.yaml", b"charter"),
        file("states/0000.yaml", &[b'x'; 1000]),
        file("earlier/charter.yaml", b""),
    ]
}

fn zipped(tar: &[u8]) -> Vec<u8> {
    let mut writer = GzBuilder::new().write(Vec::new(), Compression::fast());
    writer.write_all(tar).unwrap();
    writer.finish().unwrap()
}

/// An archive with one entry, whatever the header is made to say.
fn with(change: impl FnOnce(&mut Header), content: &[u8]) -> Vec<u8> {
    let mut header = Header::new_ustar();
    header.set_path("states/0000.yaml").unwrap();
    header.set_entry_type(EntryType::Regular);
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    change(&mut header);
    header.set_cksum();
    let mut builder = Builder::new(Vec::new());
    builder.append(&header, content).unwrap();
    zipped(&builder.into_inner().unwrap())
}

/// The same under a name that no library would write.
fn named(name: &str) -> Vec<u8> {
    let raw = |header: &mut Header| {
        let field = &mut header.as_old_mut().name;
        *field = [0; 100];
        field[..name.len()].copy_from_slice(name.as_bytes());
    };
    with(raw, b"x")
}

fn why(bytes: &[u8]) -> String {
    unpack(bytes).expect_err("refused").0
}

#[test]
fn the_same_files_give_the_same_bytes_in_any_order() {
    let packed = pack(&files()).unwrap();
    let mut turned = files();
    turned.reverse();
    assert_eq!(pack(&turned).unwrap(), packed);
    // The magic number, deflate, no flags, no time; no system (RFC 1952).
    assert_eq!((&packed[..8], packed[9]), (&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0][..], 255));
    let mut sorted = files();
    sorted.sort();
    assert_eq!(unpack(&packed).unwrap(), Unpacked { files: sorted, plain: true });
    let tar = tar_of(&files()).unwrap();
    // Mode 644, owner 0, group 0, time 0 of the first file (POSIX.1, ustar).
    assert_eq!(&tar[100..108], b"0000644\0");
    assert_eq!(
        (&tar[108..116], &tar[116..124], &tar[136..148]),
        (&b"0000000\0"[..], &b"0000000\0"[..], &b"00000000000\0"[..])
    );
}

#[test]
fn an_archive_that_another_program_wrote_is_read_and_told_apart() {
    let mut builder = Builder::new(Vec::new());
    let mut folder = Header::new_gnu();
    folder.set_path("turns/").unwrap();
    folder.set_entry_type(EntryType::Directory);
    folder.set_size(0);
    folder.set_cksum();
    builder.append(&folder, &[][..]).unwrap();
    let mut header = Header::new_gnu();
    header.set_size(4);
    header.set_mtime(1_700_000_000);
    builder.append_data(&mut header, "turns/0001-union.yaml", &b"turn"[..]).unwrap();
    let read = unpack(&zipped(&builder.into_inner().unwrap())).unwrap();
    assert_eq!(read, Unpacked { files: vec![("turns/0001-union.yaml".to_owned(), b"turn".to_vec())], plain: false });
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    for name in ["/etc/x.yaml", "../x.yaml", "states/../../x.yaml", "./x.yaml", "a//x.yaml", "a\\x.yaml", "c:x.yaml"] {
        let why = why(&named(name));
        assert!(
            why.contains("leads outside the folder") || why.contains("not a name inside a folder"),
            "{name}: {why}"
        );
    }
    for name in [".x.yaml", "states/.x.yaml", "a\u{1b}[2J.yaml", "a\nb.yaml", "a\u{202e}.yaml"] {
        let why = why(&named(name));
        assert!(why.contains("is hidden, or has a character") && !why.contains('\u{1b}'), "{name}: {why}");
    }
    for name in ["secrets/key", "mail/out.eml", "escrow/ann.age"] {
        assert!(why(&named(name)).contains("holds only .yaml files"), "{name}");
    }
    assert!(why(&named(&format!("{}x.yaml", "a/".repeat(41)))).contains("too many folders"));
}

#[test]
fn what_is_no_file_is_refused() {
    for (kind, words) in [
        (EntryType::Symlink, "a link"),
        (EntryType::Link, "a link"),
        (EntryType::Char, "a device"),
        (EntryType::Fifo, "a pipe"),
        (EntryType::GNULongName, "no match needs"),
        (EntryType::XHeader, "no match needs"),
        (EntryType::GNUSparse, "no match needs"),
        (EntryType::Directory, "a folder with content"),
    ] {
        let why = why(&with(|header| header.set_entry_type(kind), b"x"));
        assert!(why.contains(words), "{kind:?}: {why}");
    }
}

#[test]
fn two_files_of_one_name_are_refused() {
    for other in ["states/0000.yaml", "STATES/0000.yaml"] {
        let mut tar = tar_of(&[("states/0000.yaml".to_owned(), b"x".to_vec())]).unwrap();
        tar.truncate(2 * BLOCK);
        tar.extend(tar_of(&[(other.to_owned(), b"y".to_vec())]).unwrap());
        assert!(why(&zipped(&tar)).contains("twice"), "{other}");
    }
    let twice = [("a.yaml".to_owned(), vec![1]), ("a.yaml".to_owned(), vec![2])];
    assert!(pack(&twice).is_err());
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    let limit = usize::try_from(MAX_BYTES).unwrap();
    assert!(why(&with(|_| (), &vec![0; limit + 1])).contains("larger than 2 MiB"));
    assert!(unpack(&with(|_| (), &vec![0; limit])).is_ok());
    // The header says more than there is.
    assert!(why(&with(|header| header.set_size(1 << 40), b"x")).contains("larger than 2 MiB"));
    // A kilobyte that unpacks to a gigabyte.
    let bomb = {
        let mut writer = GzBuilder::new().write(Vec::new(), Compression::best());
        let zeros = vec![0; 1 << 20];
        (0..400).for_each(|_| writer.write_all(&zeros).unwrap());
        writer.finish().unwrap()
    };
    assert!(bomb.len() < 1 << 20);
    assert!(why(&bomb).contains("256 MiB"));
    // Files within the limits, as no match has them: nothing is held beyond what the archive's own size allows.
    let zeros: Files = (0..60).map(|n| (format!("turns/{n:04}.yaml"), vec![0; limit / 2])).collect();
    let bomb = pack(&zeros).unwrap();
    assert!(bomb.len() < 100_000);
    assert!(why(&bomb).contains("50 times its own size"));
    // Documents compress far less.
    let words: Vec<u8> = (0..limit as u32 / 8).flat_map(|n| format!("{:08}", n % 4099).into_bytes()).collect();
    let texts: Files = (0..20).map(|n| (format!("turns/{n:04}.yaml"), words.clone())).collect();
    assert_eq!(unpack(&pack(&texts).unwrap()).unwrap().files.len(), 20);
}

#[test]
fn too_many_files_are_refused() {
    let file = |n: usize| (format!("turns/{n:06}.yaml"), Vec::new());
    let files: Files = (0..=MAX_FILES).map(file).collect();
    assert!(pack(&files).unwrap_err().0.contains("more than 50000"));
    assert!(pack(&files[..MAX_FILES]).is_ok());
}

#[test]
fn what_follows_after_the_end_is_refused() {
    let packed = pack(&files()).unwrap();
    assert!(why(&[packed.as_slice(), b"x"].concat()).contains("after its end"));
    assert!(why(&[packed.as_slice(), &packed].concat()).contains("after its end"));
    let mut tar = tar_of(&files()).unwrap();
    tar.extend_from_slice(b"hidden");
    assert!(why(&zipped(&tar)).contains("after its end"));
    assert!(why(&packed[..packed.len() - 20]).contains("cut off"));
    assert!(why(b"adjutant: 1\n").contains("gzip"));
    assert!(why(b"").contains("cut off") || why(b"").contains("gzip"));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(flips in prop::collection::vec((0usize..4096, any::<u8>()), 1..8)) {
        let mut tar = tar_of(&files()).unwrap();
        for (at, byte) in &flips {
            let at = at % tar.len();
            tar[at] = *byte;
        }
        // What is read in the end is what its own writer would write, or is said not to be.
        if let Ok(read) = unpack(&zipped(&tar)) {
            prop_assert_eq!(read.plain, tar_of(&read.files).unwrap() == tar);
        }
        let mut packed = pack(&files()).unwrap();
        for (at, byte) in flips {
            let at = at % packed.len();
            packed[at] = byte;
        }
        drop(unpack(&packed));
    }
}
