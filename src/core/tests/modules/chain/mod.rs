mod escrow;
mod games;
mod resume;
mod state_header;
mod timeline;
mod verify;
