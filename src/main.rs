//! The `adjutant` program; everything is in [`adjutant::cli`].

fn main() -> std::process::ExitCode {
    adjutant::cli::main()
}
