/**
 * Dice: the rolls and shuffles that a dice key gives, by ChaCha20 in its original layout, with a counter and a nonce of 64
 * bits each (docs/protocol.md, section 5); and the key itself, which comes of reveals (section 4).
 */
const dice = (() => {
  "use strict";

  const { hex, unhex, sha256 } = hash;

  function quarter(w, a, b, c, d) {
    w[a] += w[b];
    w[d] ^= w[a];
    w[d] = (w[d] << 16) | (w[d] >>> 16);
    w[c] += w[d];
    w[b] ^= w[c];
    w[b] = (w[b] << 12) | (w[b] >>> 20);
    w[a] += w[b];
    w[d] ^= w[a];
    w[d] = (w[d] << 8) | (w[d] >>> 24);
    w[c] += w[d];
    w[b] ^= w[c];
    w[b] = (w[b] << 7) | (w[b] >>> 25);
  }

  /** The sixteen words of one block; counter and nonce are whole numbers below 2^53. */
  function block(key, counter, nonce) {
    const start = new Uint32Array(16);
    start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    const given = new DataView(key.buffer, key.byteOffset, 32);
    for (let i = 0; i < 8; i++) start[4 + i] = given.getUint32(4 * i, true);
    start.set([counter % 2 ** 32, Math.floor(counter / 2 ** 32), nonce % 2 ** 32, Math.floor(nonce / 2 ** 32)], 12);
    const w = start.slice();
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 4; i++) quarter(w, i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i++) quarter(w, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    for (let i = 0; i < 16; i++) w[i] += start[i];
    return w;
  }

  /** What draws the words of a key stream, one a call. */
  function stream(key, nonce) {
    let words = null;
    let drawn = 0;
    return () => {
      if (drawn % 16 === 0) words = block(key, drawn / 16, nonce);
      return words[drawn++ % 16];
    };
  }

  function die(next, sides) {
    const limit = sides * Math.floor(2 ** 32 / sides);
    let word = next();
    while (word >= limit) word = next();
    return 1 + (word % sides);
  }

  /** What draws the numbers of stream n under a key, each below another that a call gives. */
  function numbers(key, n) {
    const next = stream(key, n);
    return (below) => die(next, below) - 1;
  }

  /** Roll number n of so many dice under a dice key. */
  function roll(key, n, count, sides) {
    const next = stream(key, n);
    return Array.from({ length: count }, () => die(next, sides));
  }

  /** Shuffle number n of so many cards under a dice key. */
  function shuffle(key, n, cards) {
    const next = stream(key, n);
    const order = Array.from({ length: cards }, (_, i) => i);
    for (let i = cards - 1; i > 0; i--) {
      const j = die(next, i + 1) - 1;
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  /** The dice key of a state: of the match id and the latest reveal of every seat, in charter order. */
  const diceKey = (match, reveals) => sha256("adjutant/1 dice\n", unhex(match), ...reveals.map(unhex));

  /** The reveal before a reveal, both as hexadecimal digits (section 4). */
  const link = (reveal) => hex(sha256("adjutant/1 seed\n", unhex(reveal)));

  return { block, numbers, roll, shuffle, diceKey, link };
})();
