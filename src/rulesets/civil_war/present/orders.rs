//! Orders as a dispatch.
