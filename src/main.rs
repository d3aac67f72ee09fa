//! The `adjutant` program; everything is in [`adjutant::cli`].

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> std::process::ExitCode {
    adjutant::cli::main()
}
