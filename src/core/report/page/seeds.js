/**
 * The seeds of a match: whether its reveals hash back to their anchors, and whether its rolls come of them
 * (docs/protocol.md, sections 4 and 5).
 */
const seeds = (() => {
  "use strict";

  const { same } = canon;
  const { roll, shuffle, diceKey, link } = dice;

  /** Section 4: every reveal hashes to the one before, back to its anchor. Returns what is known after each state. */
  async function checkReveals(chain, found, pause) {
    const { seats, line } = chain;
    const tracks = new Map(seats.names.map((seat) => {
      const { anchor, length } = seats.get(seat).seed;
      return [seat, { good: anchor, newest: anchor, distance: 0, slack: 0, count: 0, length, open: [] }];
    }));
    const latest = [];
    // What lies between two known reveals is worked out from the later one.
    const take = async (track, reveal, where, step, seat, slots) => {
      track.distance++;
      let back = reveal;
      const most = track.distance + track.slack;
      let steps = 0;
      while (steps < most) {
        back = link(back);
        steps++;
        if (steps >= track.distance && back === track.good) break;
        if (steps % 256 === 0) await pause(0, 0, null);
      }
      if (back === track.good && steps >= track.distance) {
        found.checks.reveals++;
        track.count += steps;
        if (track.slack === 0) {
          let known = reveal;
          for (let i = track.open.length - 1; i >= 0; i--) {
            known = link(known);
            for (let at = track.open[i]; at < latest.length && latest[at].get(seat) === null; at++) {
              latest[at].set(seat, known);
            }
          }
        }
        Object.assign(track, { good: reveal, distance: 0, slack: 0, open: [] });
      } else {
        const number = track.count + track.distance;
        const message = `This is not reveal number ${number} of ${seat}: it does not hash to the one before.`;
        // Where the one before was wrong already, and this one follows from it, that was said.
        if (link(reveal) !== track.newest || track.newest === track.good) {
          found.fail("reveal", "protocol 4", where, message, step, seat);
          // It may stand in the place of the right one, or be one too many.
          track.distance--;
          track.slack++;
        } else {
          track.count += track.distance;
          Object.assign(track, { good: reveal, distance: 0, slack: 0, open: [] });
        }
      }
      track.newest = reveal;
      if (track.count + track.distance > track.length) {
        found.fail("reveal", "protocol 4", where, `The ${track.length} reveals of ${seat} are used up.`, step, seat);
      }
      slots.set(seat, reveal);
    };
    for (let at = 0; at < line.length; at++) {
      await pause(at, line.length, "reveals");
      const { step, state, turns, gap } = line[at];
      const slots = new Map(at > 0 ? latest[at - 1] : seats.names.map((seat) => [seat, tracks.get(seat).newest]));
      latest.push(slots);
      if (gap > 0) {
        for (const [seat, track] of tracks) {
          track.slack = Math.min(track.slack + gap, 4096);
          slots.set(seat, null);
        }
      }
      const given = turns.map(({ seat, turn }) => [seat, turn ? turn.content.reveal : null, turn]);
      if (state.content.reveal !== null) given.push([state.seat, state.content.reveal, state]);
      for (const [seat, reveal, where] of given) {
        const track = tracks.get(seat);
        if (reveal === null && track) {
          track.distance++;
          track.open.push(at);
          slots.set(seat, null);
        } else if (reveal === null) {
          for (const [other, one] of tracks) {
            one.slack++;
            slots.set(other, null);
          }
        } else if (track) await take(track, reveal, where, step, seat, slots);
      }
      // What a void turn has shown is passed over by the next step, and counts for no die of this one.
      const { spent } = state.content;
      if (spent && tracks.has(state.seat)) await take(tracks.get(state.seat), spent.reveal, state, step, state.seat, new Map());
    }
    return latest;
  }

  /** Section 5: every roll is what the dice key gives. */
  async function checkRolls(chain, latest, found, pause) {
    const { seats, line, archive } = chain;
    for (let at = 0; at < line.length; at++) {
      await pause(at, line.length, "dice");
      const { state, step } = line[at];
      const { rolls } = state.content;
      if (rolls.length === 0) continue;
      const reveals = seats.names.map((seat) => latest[at].get(seat));
      if (reveals.includes(null)) {
        found.leave(`The dice of state ${step} are not checked: a reveal that they follow from is not here.`);
        continue;
      }
      const key = diceKey(archive.match, reveals);
      for (let n = 0; n < rolls.length; n++) {
        if (n % 16 === 15) await pause(at, line.length, "dice");
        const wrong = faultOfRoll(key, n, rolls[n]);
        if (wrong === null) found.checks.rolls++;
        else found.fail("roll", "protocol 5", state, wrong);
      }
    }
  }

  /** What is wrong with roll number n, or null. */
  function faultOfRoll(key, n, given) {
    if (given.n !== n) return `Its rolls are not numbered without gaps: number ${given.n} stands where number ${n} should be.`;
    if (given.cards !== undefined) {
      const { cards, order } = given;
      if (cards > 1000000 || order.length !== cards) return `Shuffle ${n} does not list its ${cards} cards.`;
      return same(shuffle(key, n, cards), order) ? null : `Shuffle ${n} does not follow from the key of this state.`;
    }
    const { sides, faces } = given;
    if (sides < 1 || sides > 2 ** 32 || faces.length > 1000) return `Roll ${n} is of dice that cannot be rolled.`;
    const made = roll(key, n, faces.length, sides);
    if (same(made, faces)) return null;
    const few = (list) => list.slice(0, 12).join(", ") + (list.length > 12 ? ", …" : "");
    return `Roll ${n} shows ${few(faces)}; the key of this state gives ${few(made)}.`;
  }

  return { checkReveals, checkRolls };
})();
