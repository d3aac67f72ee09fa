mod escrow;
mod games;
mod incremental;
mod state_header;
mod timeline;
mod verify;
