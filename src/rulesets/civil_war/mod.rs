//! *The Civil War 1861-1865*, one module per chapter of its rulebook.

pub mod pack;
