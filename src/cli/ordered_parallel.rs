//! Drawing the steps of a match on two threads while receiving the drawings in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use super::Failure;

/// How many steps may be drawn ahead of those that are received: a drawing is large.
const AT_ONCE: usize = 16;

/// Two threads draw; the calling thread receives their drawings in the order of the steps, up to the first that fails.
pub fn parallel_in_order<T: Send>(
    count: usize,
    draw: &(dyn Fn(usize) -> Result<T, Failure> + Sync),
    mut take: impl FnMut(T),
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let work = &|send: SyncSender<(usize, Result<T, Failure>)>| {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= count || send.send((n, draw(n))).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let (send, drawn) = mpsc::sync_channel(AT_ONCE);
        for _ in 0..2 {
            let send = send.clone();
            // If no thread can be started, the steps are drawn below.
            let _ = thread::Builder::new().spawn_scoped(scope, move || work(send));
        }
        drop(send);
        let mut early = BTreeMap::new();
        for n in 0..count {
            while !early.contains_key(&n)
                && let Ok((at, frame)) = drawn.recv()
            {
                early.insert(at, frame);
            }
            take(early.remove(&n).unwrap_or_else(|| draw(n))?);
        }
        Ok(())
    })
}
