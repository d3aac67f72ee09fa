# Recipes for people who work on Adjutant. Each is a line that can be typed without `just`.

# What there is.
default:
    @just --list

# Unit tests of the core and of the smaller games, and every case of a rule.
test-fast:
    cargo test -p adjutant-core --test modules
    cargo test -p adjutant-crossroads -p adjutant-dixie -p adjutant-longstreet
    cargo test --test games -- cases:: rulings:: architecture::

# All tests.
test:
    cargo test

# What a change must pass before it is sent; `.ci/run` also installs what it needs and runs the checks in other languages.
check:
    cargo fmt --all --check
    cargo clippy --all-targets -- -D warnings
    cargo test

# Writes again what is written from the code; look at `git diff` afterwards.
bless:
    ADJUTANT_BLESS=1 cargo test --test commands -- schemas:: archive:: console_blocks::
    ADJUTANT_BLESS=1 cargo test --test games -- coverage:: case_page::
    ADJUTANT_BLESS=1 cargo test --test reports -- golden_reports::

# Plays the matches in examples/ again: after a change of rules, data or the words of a report.
examples:
    ADJUTANT_BLESS=1 cargo test --test reports examples::

# The packages of a release for this target, and a match played with each in a clean place.
release target="x86_64-unknown-linux-musl":
    release/build {{target}}
    release/try release/out

# Pages of the examples, tested in a browser; pictures of them are in the folder.
pages folder:
    tests/browser/run target/debug/adjutant {{folder}}
