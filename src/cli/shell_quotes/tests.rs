use super::*;

/// Texts that people and programs have trouble with.
const HOSTILE: [&str; 34] = [
    "Ann",
    "Ann Archer",
    "Bob O'Neil",
    "Bob O\u{2019}Neil",
    "Dee \"Buster\" O'Neil",
    "Dee \u{201c}Buster\u{201d} O\u{2019}Neil",
    "'",
    "''",
    "\"",
    "'\"'\"",
    "it's $HOME",
    "$(id)",
    "`id`",
    "it's `id`",
    "C:\\Users\\Ann's\\",
    "C:\\Users\\Ann Archer\\",
    "\\",
    "\\\"",
    "-",
    "--help",
    "-it's `x`",
    "@it's $x",
    "=x",
    "Hi! it's me",
    "M\u{fc}ller \u{1f600}",
    "a,b;c|d&e<f>g(h)i{j}k[l]m*n?o~p#q%r^s",
    "100%",
    "%PATH%",
    "%PATH:a=b%\"",
    "say \"%TEMP%\" & go",
    "~",
    "",
    "  two  blanks ",
    "\u{201a}low\u{2018} \u{201b}odd\u{201b}",
];

const SHELLS: [Shell; 3] = [Shell::Sh, Shell::PowerShell, Shell::Cmd];

/// The words that a shell passes on; the form of `sh` must mean the same in PowerShell.
fn passed(shell: Shell, line: &str) -> Vec<String> {
    let words = shell.split(line).unwrap_or_else(|| panic!("{shell:?}: {line}"));
    if shell == Shell::Sh {
        assert_eq!(Some(&words), powershell::split(line).as_ref(), "{line}");
    }
    words
}

#[test]
fn every_shell_passes_the_word_that_was_meant() {
    for shell in SHELLS {
        // Windows passes an empty word on, and winsplit drops it; the form itself is in the table below.
        for text in HOSTILE.into_iter().filter(|text| shell != Shell::Cmd || !text.is_empty()) {
            let line = format!("adjutant x {} end", shell.option("--name", text));
            let words = passed(shell, &line);
            let apart = ["adjutant", "x", "--name", text, "end"].map(str::to_owned);
            let joined = ["adjutant", "x", &format!("--name={text}"), "end"].map(str::to_owned);
            assert!(words == apart || words == joined, "{shell:?}: {line}: {words:?}");
            if !text.is_empty() {
                let line = format!("adjutant x {} end", shell.path(Path::new(text)));
                let words = passed(shell, &line);
                let named = words[2].strip_prefix("./").unwrap_or(&words[2]);
                assert!(
                    words.len() == 4 && named == text && !words[2].starts_with('-'),
                    "{shell:?}: {line}: {words:?}"
                );
            }
        }
    }
}

/// The forms, as the manuals of the shells have them.
#[test]
fn each_shell_has_its_own_form() {
    for (text, sh, powershell, cmd) in [
        ("ann/drafts", "ann/drafts", "ann/drafts", "ann/drafts"),
        ("union=ann@example.org", "union=ann@example.org", "union=ann@example.org", "union=ann@example.org"),
        ("3/12=14", "3/12=14", "3/12=14", "3/12=14"),
        ("solo game", "'solo game'", "'solo game'", "\"solo game\""),
        ("C:\\Games\\m", "'C:\\Games\\m'", "C:\\Games\\m", "C:\\Games\\m"),
        ("C:\\My Games\\m", "'C:\\My Games\\m'", "'C:\\My Games\\m'", "\"C:\\My Games\\m\""),
        ("C:\\My Games\\", "'C:\\My Games\\'", "'C:\\My Games\\'", "\"C:\\My Games\\\\\""),
        ("ann's war", "\"ann's war\"", "'ann''s war'", "\"ann's war\""),
        ("it's $5", "it\"'\"s' $'5", "'it''s $5'", "\"it's $5\""),
        ("R&D", "'R&D'", "'R&D'", "\"R&D\""),
        ("%OS%", "'%OS%'", "'%OS%'", "^\"^%^OS^%^\""),
        ("6\" gun", "'6\" gun'", "'6\" gun'", "^\"6\\^\" gun^\""),
        ("", "''", "''", "\"\""),
    ] {
        assert_eq!([Shell::Sh, Shell::PowerShell, Shell::Cmd].map(|shell| shell.word(text)), [sh, powershell, cmd]);
    }
    assert_eq!(Shell::Sh.path(Path::new("-x")), "./-x");
    assert_eq!(Shell::Sh.option("--name", "-x"), "--name=-x");
    assert_eq!(Shell::Sh.option("--name", "-x y"), "'--name=-x y'");
    assert_eq!(Shell::PowerShell.option("--name", "-x.y"), "'--name=-x.y'");
    assert_eq!(Shell::Cmd.option("--name", "-x y"), "\"--name=-x y\"");
}

/// What the shells do with lines of other forms, by their manuals.
#[test]
fn a_line_that_does_more_than_pass_words_is_none() {
    for line in ["a $x", "a `b", "a (b)", "a; b", "a | b", "a 'b", "a \"$b\"", "a @b", "a b,c", "a 'b'c"] {
        assert_eq!(powershell::split(line), None, "{line}");
    }
    for line in ["a %PATH%", "a %PATH:x=y%", "a & b", "a > b", "a ^", "a \"%X%\"", "100% of%"] {
        assert_eq!(cmd::split(line), None, "{line}");
    }
    let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    assert_eq!(cmd::split("a \"b c\"  d^&e \"f&g\" 5% \"h\\\"i\""), words(&["a", "b c", "d&e", "f&g", "5%", "h\"i"]));
    assert_eq!(powershell::split("a 'b''c' \"d\"\"e\" f'g h'"), words(&["a", "b'c", "d\"e", "fg h"]));
}

/// Every text of a few such characters, in every order.
#[test]
fn texts_of_every_mixture_mean_the_same() {
    let letters: Vec<char> = "a -'\"$`\\!\u{2019}\u{201d}@=%^".chars().collect();
    let mut count = 0;
    for length in 1..=4 {
        for number in 0..letters.len().pow(length) {
            let pick = |place: u32| letters[number / letters.len().pow(place) % letters.len()];
            let text: String = (0..length).map(pick).collect();
            for shell in SHELLS {
                let line = shell.option("--name", &text);
                let words = passed(shell, &line).join(" ");
                assert!(words == format!("--name {text}") || words == format!("--name={text}"), "{shell:?}: {line}");
            }
            count += 1;
        }
    }
    assert_eq!(count, 15 + 15 * 15 + 15 * 15 * 15 + 15 * 15 * 15 * 15);
}

#[test]
fn a_command_in_a_mail_means_the_same_everywhere() {
    for name in ["Ann Archer", "Zoë O'Neil", "Bob"] {
        let line = option_for_anybody("--name", name);
        for shell in SHELLS {
            assert_eq!(shell.split(&line), Some(vec!["--name".to_owned(), name.to_owned()]), "{shell:?}: {line}");
        }
    }
    assert_eq!(option_for_anybody("--name", "$x y"), "--name '$x y'");
}

#[test]
fn the_shell_is_known_by_what_it_sets() {
    let machine =
        "C:\\Program Files\\WindowsPowerShell\\Modules;C:\\Windows\\system32\\WindowsPowerShell\\v1.0\\Modules";
    let own = format!("C:\\Users\\Ann\\Documents\\WindowsPowerShell\\Modules;{machine}");
    let profile = ("USERPROFILE", "C:\\Users\\Ann");
    for (is_windows, set, shell) in [
        (false, &[][..], Shell::Sh),
        (false, &[("ADJUTANT_SHELL", "cmd")], Shell::Cmd),
        (true, &[("ADJUTANT_SHELL", "PowerShell"), ("MSYSTEM", "MINGW64")], Shell::PowerShell),
        (true, &[profile, ("PSModulePath", machine), ("PROMPT", "$P$G")], Shell::Cmd),
        (true, &[profile, ("PSModulePath", &own)], Shell::PowerShell),
        (true, &[profile, ("PSModulePath", &own), ("MSYSTEM", "MINGW64")], Shell::Sh),
        (true, &[], Shell::Cmd),
    ] {
        let value = |name: &str| set.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned());
        assert_eq!(Shell::recognized(value, is_windows), shell, "{set:?}");
    }
}

#[test]
fn a_setting_keeps_its_backslashes_on_windows() {
    let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>());
    for (line, windows, elsewhere) in [
        ("msmtp -t", words(&["msmtp", "-t"]), words(&["msmtp", "-t"])),
        (r"C:\msmtp\msmtp.exe -t", words(&[r"C:\msmtp\msmtp.exe", "-t"]), words(&["C:msmtpmsmtp.exe", "-t"])),
        (
            r#""C:\Program Files\msmtp\msmtp.exe" -t"#,
            words(&[r"C:\Program Files\msmtp\msmtp.exe", "-t"]),
            words(&[r"C:\Program Files\msmtp\msmtp.exe", "-t"]),
        ),
        ("sh -c 'a b'", words(&["sh", "-c", "'a", "b'"]), words(&["sh", "-c", "a b"])),
        ("", None, None),
    ] {
        assert_eq!(words_of_setting(line, true), windows, "{line}");
        assert_eq!(words_of_setting(line, false), elsewhere, "{line}");
    }
    assert_eq!(words_of_setting("sh -c 'a", false), None);
}
