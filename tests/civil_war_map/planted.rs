//! Copies of the shipped pack with one planted error each: `pack check` finds every one of them.
