//! Which shell the user types his commands in.

use std::sync::OnceLock;

/// A family of shells, as far as quotation marks are concerned.
#[allow(clippy::enum_variant_names, reason = "PowerShell is called so")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// `sh`, `bash`, `zsh`, and PowerShell on Linux and macOS.
    Sh,
    PowerShell,
    Cmd,
}

impl Shell {
    /// The user's shell: the one that `ADJUTANT_SHELL` names (`sh`, `powershell` or `cmd`), else the one that this program
    /// was started from, by the variables that shells set.
    pub fn of_user() -> Shell {
        static SHELL: OnceLock<Shell> = OnceLock::new();
        *SHELL.get_or_init(|| Shell::recognized(|name| std::env::var(name).ok(), cfg!(windows)))
    }

    /// The shell with these variables.
    pub(super) fn recognized(set: impl Fn(&str) -> Option<String>, is_windows: bool) -> Shell {
        match set("ADJUTANT_SHELL").map(|name| name.to_lowercase()).as_deref() {
            Some("powershell" | "pwsh") => return Shell::PowerShell,
            Some("cmd") => return Shell::Cmd,
            Some("sh" | "bash" | "zsh") => return Shell::Sh,
            _ if !is_windows => return Shell::Sh,
            _ => {}
        }
        // Git Bash and MSYS2 set these.
        if set("MSYSTEM").is_some() || set("SHELL").is_some() {
            return Shell::Sh;
        }
        // PowerShell adds the user's own folder of modules to those of the machine.
        let profile = set("USERPROFILE").unwrap_or_default();
        let modules = set("PSModulePath").unwrap_or_default();
        let is_own = |folder: &str| !profile.is_empty() && folder.starts_with(&profile);
        match modules.split(';').any(is_own) {
            true => Shell::PowerShell,
            false => Shell::Cmd,
        }
    }
}
