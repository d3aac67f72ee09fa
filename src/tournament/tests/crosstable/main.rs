//! Tests of the cross table.
