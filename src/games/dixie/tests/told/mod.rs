//! A step that is set up: what its report says, event by event.
