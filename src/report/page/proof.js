// The proof of a match: what a replay page checks about itself, from the documents that it carries and nothing else.
//
// Written from FIPS 180-4 (SHA-2), RFC 8032 (Ed25519), ChaCha20 in its original layout, RFC 8785 (canonical JSON) and
// docs/protocol.md. It knows no game: it answers the first four questions of the protocol's section 9. One classic
// script without libraries; a page that was opened from a file has no crypto of the browser's to rely on.
//
//     proof.check(view, documents, progress) -> Promise of
//         { ok,
//           checks: { signatures, digests, links, reveals, rolls },    how many were found to hold
//           failures: [{ kind, document, step, seat, message, rule }], at most 20, in the order of the match
//           left: [sentence, …] }                                      what the answer does not cover
//
// `kind` is "signature" (a document does not read, or a signature under it does not hold), "chain", "reveal", "roll" or
// "page" (the page shows something other than what the documents say); `step` and `seat` are null where there is none.
// `progress(done, total, what)` is called now and then; done grows. Nothing in the data makes it throw.
const proof = (() => {
  "use strict";

  // --- Bytes ---------------------------------------------------------------------------------------------------------

  const encoder = new TextEncoder();
  const utf8 = (text) => encoder.encode(text);

  /** Bytes as hexadecimal digits. */
  function hex(bytes) {
    let digits = "";
    for (const byte of bytes) digits += (byte < 16 ? "0" : "") + byte.toString(16);
    return digits;
  }

  /** Hexadecimal digits, an even number of them, as bytes. */
  function unhex(digits) {
    const bytes = new Uint8Array(digits.length / 2);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(digits.substr(2 * i, 2), 16);
    return bytes;
  }

  /** Strings (as UTF-8) and bytes, one after the other. */
  function join(parts) {
    const pieces = parts.map((part) => (typeof part === "string" ? utf8(part) : part));
    if (pieces.length === 1) return pieces[0];
    const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  /** The 64 bytes of a signature in base64 as section 2 wants it, or null. */
  function signatureBytes(text) {
    if (typeof text !== "string") return null;
    const letters = text.replace(/[ \t\r\n]/g, "");
    // The last digit has two bits of its own: only four letters have none but these.
    if (!/^[A-Za-z0-9+/]{85}[AQgw]==$/.test(letters)) return null;
    const bytes = new Uint8Array(64);
    let bits = 0;
    let held = 0;
    let at = 0;
    for (let i = 0; i < 86; i++) {
      bits = (bits << 6) | BASE64.indexOf(letters[i]);
      held += 6;
      if (held >= 8) {
        held -= 8;
        bytes[at++] = bits >>> held;
        bits &= (1 << held) - 1;
      }
    }
    return bytes;
  }
  const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  // --- SHA-2 (FIPS 180-4) --------------------------------------------------------------------------------------------

  // The constants are the first 64 bits of the fractions of cube roots (rounds) and square roots (start) of the first
  // primes; those of SHA-256 are the upper halves of those of SHA-512.
  const PRIMES = [];
  for (let n = 2; PRIMES.length < 80; n++) if (PRIMES.every((p) => n % p)) PRIMES.push(n);
  function fractionOfRoot(prime, degree) {
    const power = BigInt(degree);
    const target = BigInt(prime) << (64n * power);
    let root = 0n;
    for (let bit = 1n << 70n; bit > 0n; bit >>= 1n) if ((root | bit) ** power <= target) root |= bit;
    return BigInt.asUintN(64, root);
  }
  const halves = (numbers) => ({
    high: Int32Array.from(numbers, (x) => Number(BigInt.asIntN(32, x >> 32n))),
    low: Int32Array.from(numbers, (x) => Number(BigInt.asIntN(32, x))),
  });
  const ROUNDS = halves(PRIMES.map((p) => fractionOfRoot(p, 3)));
  const START = halves(PRIMES.slice(0, 8).map((p) => fractionOfRoot(p, 2)));

  /** The message with a one bit, zeros and its length in bits, a whole number of blocks. */
  function padded(message, block) {
    const length = Math.ceil((message.length + 1 + block / 8) / block) * block;
    const bytes = new Uint8Array(length);
    bytes.set(message);
    bytes[message.length] = 0x80;
    const view = new DataView(bytes.buffer);
    view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
    view.setUint32(length - 4, message.length << 3);
    return view;
  }

  const w32 = new Int32Array(64);
  /** SHA-256 of strings and bytes, one after the other. */
  function sha256(...parts) {
    const data = padded(join(parts), 64);
    const k = ROUNDS.high;
    const h = Int32Array.from(START.high);
    for (let at = 0; at < data.byteLength; at += 64) {
      for (let t = 0; t < 16; t++) w32[t] = data.getInt32(at + 4 * t);
      for (let t = 16; t < 64; t++) {
        const x = w32[t - 15];
        const y = w32[t - 2];
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        w32[t] = (w32[t - 16] + s0 + w32[t - 7] + s1) | 0;
      }
      let a = h[0];
      let b = h[1];
      let c = h[2];
      let d = h[3];
      let e = h[4];
      let f = h[5];
      let g = h[6];
      let i = h[7];
      for (let t = 0; t < 64; t++) {
        const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
        const t1 = (i + s1 + ((e & f) ^ (~e & g)) + k[t] + w32[t]) | 0;
        const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        i = g;
        g = f;
        f = e;
        e = (d + t1) | 0;
        d = c;
        c = b;
        b = a;
        a = (t1 + t2) | 0;
      }
      h[0] += a;
      h[1] += b;
      h[2] += c;
      h[3] += d;
      h[4] += e;
      h[5] += f;
      h[6] += g;
      h[7] += i;
    }
    return bigEndian(h);
  }

  function bigEndian(words) {
    const view = new DataView(new ArrayBuffer(4 * words.length));
    words.forEach((word, i) => view.setInt32(4 * i, word));
    return new Uint8Array(view.buffer);
  }

  const w64 = { high: new Int32Array(80), low: new Int32Array(80) };
  /** SHA-512 of strings and bytes, one after the other. */
  function sha512(...parts) {
    const data = padded(join(parts), 128);
    const state = new Int32Array(16);
    for (let i = 0; i < 8; i++) {
      state[2 * i] = START.high[i];
      state[2 * i + 1] = START.low[i];
    }
    const { high, low } = w64;
    const v = new Int32Array(16);
    // Words have two halves. Sums of lower halves are exact in floating point; what exceeds 32 bits goes up.
    const carry = (sum) => Math.floor(sum / 4294967296);
    for (let at = 0; at < data.byteLength; at += 128) {
      for (let t = 0; t < 16; t++) {
        high[t] = data.getInt32(at + 8 * t);
        low[t] = data.getInt32(at + 8 * t + 4);
      }
      for (let t = 16; t < 80; t++) {
        const xh = high[t - 15];
        const xl = low[t - 15];
        const yh = high[t - 2];
        const yl = low[t - 2];
        const ah = ((xh >>> 1) | (xl << 31)) ^ ((xh >>> 8) | (xl << 24)) ^ (xh >>> 7);
        const al = ((xl >>> 1) | (xh << 31)) ^ ((xl >>> 8) | (xh << 24)) ^ ((xl >>> 7) | (xh << 25));
        const bh = ((yh >>> 19) | (yl << 13)) ^ ((yl >>> 29) | (yh << 3)) ^ (yh >>> 6);
        const bl = ((yl >>> 19) | (yh << 13)) ^ ((yh >>> 29) | (yl << 3)) ^ ((yl >>> 6) | (yh << 26));
        const sum = (low[t - 16] >>> 0) + (al >>> 0) + (low[t - 7] >>> 0) + (bl >>> 0);
        low[t] = sum | 0;
        high[t] = (high[t - 16] + ah + high[t - 7] + bh + carry(sum)) | 0;
      }
      v.set(state);
      for (let t = 0; t < 80; t++) {
        const ah = v[0];
        const al = v[1];
        const bh = v[2];
        const bl = v[3];
        const ch = v[4];
        const cl = v[5];
        const eh = v[8];
        const el = v[9];
        const s1h = ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23));
        const s1l = ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23));
        const chh = (eh & v[10]) ^ (~eh & v[12]);
        const chl = (el & v[11]) ^ (~el & v[13]);
        const sum1 = (v[15] >>> 0) + (s1l >>> 0) + (chl >>> 0) + (ROUNDS.low[t] >>> 0) + (low[t] >>> 0);
        const t1h = (v[14] + s1h + chh + ROUNDS.high[t] + high[t] + carry(sum1)) | 0;
        const t1l = sum1 | 0;
        const s0h = ((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25));
        const s0l = ((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25));
        const sum2 = (s0l >>> 0) + (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0) + (t1l >>> 0);
        const t2h = (s0h + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + t1h + carry(sum2)) | 0;
        const sum3 = (v[7] >>> 0) + (t1l >>> 0);
        const dh = (v[6] + t1h + carry(sum3)) | 0;
        v.copyWithin(2, 0, 14);
        v[0] = t2h;
        v[1] = sum2 | 0;
        v[8] = dh;
        v[9] = sum3 | 0;
      }
      for (let i = 0; i < 16; i += 2) {
        const sum = (state[i + 1] >>> 0) + (v[i + 1] >>> 0);
        state[i + 1] = sum | 0;
        state[i] = (state[i] + v[i] + carry(sum)) | 0;
      }
    }
    return bigEndian(state);
  }

  // --- Dice: ChaCha20 with a 64-bit counter and a 64-bit nonce (section 5) ---------------------------------------------

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

  // --- Ed25519 (RFC 8032), as strict as section 2 asks -----------------------------------------------------------------

  const P = 2n ** 255n - 19n;
  const L = 2n ** 252n + 27742317777372353535851937790883648493n;

  const mod = (x) => {
    const rest = x % P;
    return rest < 0n ? rest + P : rest;
  };
  const squares = (x, times) => {
    for (; times > 0; times--) x = (x * x) % P;
    return x;
  };
  /** x to the power of 2^250 − 1. */
  function tower(x) {
    const a4 = (squares(x, 1) * x) % P;
    const a16 = (squares(a4, 2) * a4) % P;
    const a5 = (squares(a16, 1) * x) % P;
    const a10 = (squares(a5, 5) * a5) % P;
    const a20 = (squares(a10, 10) * a10) % P;
    const a40 = (squares(a20, 20) * a20) % P;
    const a80 = (squares(a40, 40) * a40) % P;
    const a160 = (squares(a80, 80) * a80) % P;
    const a240 = (squares(a160, 80) * a80) % P;
    return (squares(a240, 10) * a10) % P;
  }
  const inverse = (x) => (squares(tower(x), 5) * ((squares(x, 3) * squares(x, 1)) % P * x % P)) % P;
  const D = mod(-121665n * inverse(121666n));
  const ROOT_OF_MINUS_ONE = (squares(tower(2n), 3) * 8n) % P; // 2 to the power of 2^253 − 5, which is (p − 1) / 4

  function number(bytes) {
    return BigInt("0x" + hex(Uint8Array.from(bytes).reverse()));
  }

  /** The point of a canonical encoding as [x, y], or null. */
  function point(bytes) {
    const whole = number(bytes);
    const y = BigInt.asUintN(255, whole);
    const sign = whole >> 255n;
    if (bytes.length !== 32 || y >= P) return null;
    const yy = (y * y) % P;
    const u = mod(yy - 1n);
    const v = mod(D * yy + 1n);
    const v3 = (squares(v, 1) * v) % P;
    const base = (u * squares(v3, 1)) % P * v % P;
    let x = (u * v3) % P * ((squares(tower(base), 2) * base) % P) % P;
    const found = (v * squares(x, 1)) % P;
    if (found === mod(-u)) x = (x * ROOT_OF_MINUS_ONE) % P;
    else if (found !== u) return null;
    if (x === 0n && sign) return null;
    return [(x & 1n) === sign ? x : P - x, y];
  }

  /** The sum of two points in extended coordinates [X, Y, Z, T]; the formula has no exceptions on this curve. */
  function add(p, q) {
    const a = ((p[1] - p[0]) * (q[1] - q[0])) % P;
    const b = ((p[1] + p[0]) * (q[1] + q[0])) % P;
    const c = (((2n * p[3] * q[3]) % P) * D) % P;
    const d = (2n * p[2] * q[2]) % P;
    const e = b - a;
    const f = d - c;
    const g = d + c;
    const h = b + a;
    return [(e * f) % P, (g * h) % P, (f * g) % P, (e * h) % P];
  }

  const extended = ([x, y]) => [x, y, 1n, (x * y) % P];

  function smallOrder(affine) {
    let eight = extended(affine);
    for (let i = 0; i < 3; i++) eight = add(eight, eight);
    return mod(eight[0]) === 0n && mod(eight[1] - eight[2]) === 0n;
  }

  /**
   * The multiples 1…15 of 16^w times a point, for w = 0…63: three numbers each, y + x, y − x and 2dxy, in the order of w
   * and the multiple. What a scalar's hexadecimal digits pick out of it adds up to the scalar times the point.
   */
  function table(affine) {
    const points = [];
    let power = extended(affine);
    for (let w = 0; w < 64; w++) {
      let multiple = power;
      for (let n = 1; n < 16; n++) {
        points.push(multiple);
        multiple = add(multiple, power);
      }
      power = multiple;
    }
    // All the inverses of Z from one.
    const before = [];
    let product = 1n;
    for (const p of points) {
      before.push(product);
      product = (product * p[2]) % P;
    }
    let inverted = inverse(mod(product));
    const entries = new Array(3 * points.length);
    for (let i = points.length - 1; i >= 0; i--) {
      const z = (inverted * before[i]) % P;
      inverted = (inverted * points[i][2]) % P;
      const x = (points[i][0] * z) % P;
      const y = (points[i][1] * z) % P;
      entries[3 * i] = mod(y + x);
      entries[3 * i + 1] = mod(y - x);
      entries[3 * i + 2] = mod(((2n * D * x) % P) * y);
    }
    return entries;
  }

  /** The sum of a point and a scalar times the point of a table. */
  function addMultiple(sum, entries, scalar) {
    let [x, y, z, t] = sum;
    const digits = scalar.toString(16);
    for (let w = 0; w < digits.length; w++) {
      const digit = parseInt(digits[digits.length - 1 - w], 16);
      if (digit === 0) continue;
      const at = 3 * (15 * w + digit - 1);
      const a = ((y - x) * entries[at + 1]) % P;
      const b = ((y + x) * entries[at]) % P;
      const c = (t * entries[at + 2]) % P;
      const d = z + z;
      const e = b - a;
      const f = d - c;
      const g = d + c;
      const h = b + a;
      x = (e * f) % P;
      y = (g * h) % P;
      z = (f * g) % P;
      t = (e * h) % P;
    }
    return [x, y, z, t];
  }

  let ofBase = null;
  function baseTable() {
    if (ofBase === null) ofBase = table(point(unhex("58" + "66".repeat(31))));
    return ofBase;
  }

  /** What a public key (64 hexadecimal digits) is checked with, or null if it is not one that may sign. */
  function prepare(key) {
    const bytes = unhex(key);
    const affine = point(bytes);
    if (affine === null || smallOrder(affine)) return null;
    return { bytes, minus: table([P - affine[0], affine[1]]) };
  }

  const lately = new Map();
  /** The same, kept for the keys of the match at hand. */
  function prepared(key) {
    if (!lately.has(key)) {
      if (lately.size >= 16) lately.clear();
      lately.set(key, prepare(key));
    }
    return lately.get(key);
  }

  /** Whether 64 bytes are the signature of a prepared key under a message. */
  function signed(holder, message, bytes) {
    if (holder === null || bytes === null || bytes.length !== 64) return false;
    const r = bytes.subarray(0, 32);
    const s = number(bytes.subarray(32));
    if (s >= L) return false;
    const k = number(sha512(r, holder.bytes, message)) % L;
    const [x, y, z] = addMultiple(addMultiple([0n, 1n, 1n, 0n], baseTable(), s), holder.minus, k);
    // R must be the one canonical encoding of this point; that it decodes to a point need not be asked then.
    const scale = inverse(mod(z));
    const found = [mod(x * scale), mod(y * scale)];
    if (number(r) !== (found[1] | ((found[0] & 1n) << 255n))) return false;
    return !smallOrder(found);
  }

  /** Whether `sig` (base64) is the signature of a key (64 hexadecimal digits) under a message (a string or bytes). */
  function verifySignature(key, message, sig) {
    if (typeof key !== "string" || !HEX64.test(key)) return false;
    return signed(prepared(key), message, signatureBytes(sig));
  }
  const HEX64 = /^[0-9a-f]{64}$/;

  // --- Documents (sections 1 and 2) --------------------------------------------------------------------------------------

  const own = (map, key) => (Object.prototype.hasOwnProperty.call(map, key) ? map[key] : undefined);
  const isMap = (value) =>
    value !== null && typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value));
  const isList = Array.isArray;
  const isWhole = (value) => Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
  const isHex = (value) => typeof value === "string" && HEX64.test(value);
  const isId = (value) => typeof value === "string" && /^[a-z][a-z0-9_-]{0,31}$/.test(value);

  /** What a document of the wrong form is refused with; its message is a part of a sentence. */
  class Malformed extends Error {}

  /** A name out of a document, fit to be shown. */
  const shown = (name) => String(name).slice(0, 40).replace(/[^\w .,:[\]-]/g, "?");

  const DEEPEST = 64;

  /** The canonical form (RFC 8785) of a value within the profile; `budget.nodes` is what it may still hold. */
  function canonical(value, budget = { nodes: Infinity }, level = 1) {
    if (level > DEEPEST) throw new Malformed(`it is nested deeper than ${DEEPEST} levels`);
    if (--budget.nodes < 0) throw new Malformed("it holds more values than a document may");
    if (typeof value === "string") return quoted(value);
    if (value === null || value === true || value === false) return String(value);
    if (typeof value === "number") {
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
        throw new Malformed("it holds a number that is no integer within ±(2^53−1)");
      }
      return String(value);
    }
    let inner = "";
    if (isList(value)) {
      for (let i = 0; i < value.length; i++) inner += (i ? "," : "") + canonical(value[i], budget, level + 1);
      return `[${inner}]`;
    }
    if (!isMap(value)) throw new Malformed("it holds something that is no value of the profile");
    const keys = Object.keys(value).sort();
    budget.nodes -= keys.length;
    for (const key of keys) inner += `${inner && ","}${quoted(key)}:${canonical(value[key], budget, level + 1)}`;
    return `{${inner}}`;
  }

  function quoted(string) {
    if (/^[ !#-[\]-~]*$/.test(string)) return `"${string}"`;
    if (/\p{Surrogate}/u.test(string)) throw new Malformed("it holds half a character (a lone surrogate)");
    return JSON.stringify(string);
  }

  /** The digest of a document, over everything but its signatures. */
  function digest(document) {
    const budget = { nodes: ["state", "disclosure"].includes(own(document, "kind")) ? 1000000 : 50000 };
    const content = Object.create(null);
    for (const key of Object.keys(document)) if (key !== "signatures") content[key] = document[key];
    return hex(sha256(canonical(content, budget)));
  }

  /** The digest of a secret choice (section 7). */
  function choiceDigest(match, salt, id, seat, choice) {
    return hex(sha256("adjutant/1 choice\n", unhex(match), unhex(salt), canonical({ choice, id, seat })));
  }

  /** The digest of private contents (section 8). */
  function privateDigest(match, step, salt, seat, contents) {
    const eight = new DataView(new ArrayBuffer(8));
    eight.setBigUint64(0, BigInt(step));
    const parts = [unhex(match), new Uint8Array(eight.buffer), unhex(salt), canonical({ contents, seat })];
    return hex(sha256("adjutant/1 private\n", ...parts));
  }

  // Each of these throws unless the value at a path has the form.
  const form = (test, what) => (value, at) => {
    if (!test(value)) throw new Malformed(`\`${at}\` is not ${what}`);
  };
  const bytes32 = form(isHex, "64 hexadecimal digits in small letters");
  const id = form(isId, "an id");
  const whole = form(isWhole, "a whole number");
  const text = form((value) => typeof value === "string", "text");
  const time = form(
    (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
    "a time in UTC",
  );
  const mapping = form(isMap, "a mapping");
  const any = form((value) => value !== undefined && value !== null, "given");
  const oneOf = (...words) => form((value) => words.includes(value), words.map(JSON.stringify).join(" or "));
  const orNull = (inner) => (value, at) => value === null || inner(value, at);
  const list = (inner) => (value, at) => {
    if (!isList(value)) throw new Malformed(`\`${at}\` is not a list`);
    for (let i = 0; i < value.length; i++) inner(value[i], `${at}[${i}]`);
  };
  /** A mapping with these fields and no other; a name that ends in `?` may be left out. */
  const fields = (table) => {
    const known = Object.entries(table).map(([name, inner]) => [name.replace("?", ""), name.endsWith("?"), inner]);
    const names = new Set(known.map(([name]) => name));
    return (value, at) => {
      if (!isMap(value)) throw new Malformed(at ? `\`${at}\` is not a mapping` : "it is not a mapping");
      const path = at ? `${at}.` : "";
      for (const key of Object.keys(value)) {
        if (!names.has(key)) throw new Malformed(`\`${path}${shown(key)}\` is no field of it`);
      }
      for (const [name, optional, inner] of known) {
        const field = own(value, name);
        if (field !== undefined) inner(field, path + name);
        else if (!optional) throw new Malformed(`its field \`${path}${name}\` is missing`);
      }
    };
  };
  /** One form where a mapping has a key, another where it has not. */
  const where = (key, then, otherwise) => (value, at) =>
    (isMap(value) && own(value, key) !== undefined ? then : otherwise)(value, at);

  const TAKE_BACK = fields({ to_step: whole });
  const ROLL = { n: whole, purpose: text, rule: text };
  const RULING = fields({
    reason: text, "rule?": text, "default?": id, "outcome?": any, "position?": any, "take_back?": TAKE_BACK,
  });
  const SIGNATURES = list(fields({ by: id, key: bytes32, sig: text }));
  const documentOf = (kind, table) =>
    fields({ adjutant: oneOf(1), kind: oneOf(kind), ...table, signatures: SIGNATURES });
  const FORMS = {
    charter: documentOf("charter", {
      title: text, date: text, ruleset: fields({ id, revision: whole }), packs: list(fields({ name: id, sha256: bytes32 })),
      scenario: id, options: mapping, trust: oneOf("refereed", "head-to-head"), pace: fields({ days: whole }),
      seats: list(
        fields({ seat: id, "side?": id, name: text, key: bytes32, seed: fields({ anchor: bytes32, length: whole }) }),
      ),
      "sealed?": bytes32, "continues?": fields({ match: bytes32, state: bytes32 }),
    }),
    turn: documentOf("turn", {
      match: bytes32, step: whole, parent: bytes32, seat: id, reveal: bytes32, "orders?": list(any), "answers?": list(any),
      "standing?": mapping, "commit?": list(fields({ id, digest: bytes32 })),
      "open?": list(where("forfeit", fields({ id, forfeit: oneOf(true) }), fields({ id, salt: bytes32, choice: any }))),
      "take_back?": TAKE_BACK, "offer?": oneOf("draw", "resign"), "refusal?": bytes32, "comment?": text,
    }),
    state: documentOf("state", {
      match: bytes32, step: whole, parent: bytes32, turns: list(bytes32), responder: id, reveal: orNull(bytes32),
      rolls: list(
        where(
          "cards",
          fields({ ...ROLL, cards: whole, order: list(whole) }),
          fields({ ...ROLL, sides: whole, faces: list(whole) }),
        ),
      ),
      events: list(any), position: any,
      awaiting: list((value, at) => {
        mapping(value, at);
        id(own(value, "seat"), `${at}.seat`);
      }),
      outcome: orNull(any),
      "ruling?": (value, at) => {
        RULING(value, at);
        if (["default", "outcome", "position", "take_back"].filter((key) => own(value, key) !== undefined).length !== 1) {
          throw new Malformed(`\`${at}\` decides nothing, or several things`);
        }
      },
      "opened?": list(fields({ seat: id, id, salt: bytes32, choice: any })),
      "private?": (value, at) => {
        mapping(value, at);
        for (const seat of Object.keys(value)) bytes32(value[seat], `${at}.${shown(seat)}`);
      },
      "refusal?": bytes32, "received?": time, issued: time,
    }),
    refusal: documentOf("refusal", {
      match: bytes32, step: whole, of: bytes32, seat: id,
      reasons: list(fields({ message: text, "rule?": text, "where?": text })), issued: time,
    }),
    disclosure: documentOf("disclosure", {
      match: bytes32, seat: id, "sealed_seed?": bytes32,
      "private?": list(fields({ seat: id, step: whole, salt: bytes32, contents: any })),
    }),
  };

  const ACTS = ["orders", "answers", "standing", "commit", "open", "take_back", "offer"];
  const acts = (turn) => ACTS.filter((act) => own(turn, act) !== undefined);

  /** Whether two states differ in nothing but the refusal that they name. */
  function sameButRefusal(one, two) {
    const rest = ({ refusal, signatures, ...others }) => canonical(others);
    return rest(one) === rest(two);
  }

  /** A document that was read: its content, its digest, who must sign it, and what to call it. */
  function entry(kind, content) {
    const seat = own(content, kind === "state" ? "responder" : "seat") || null;
    const step = kind === "charter" ? 0 : kind === "disclosure" ? null : content.step;
    const name = {
      charter: "charter", state: `state ${step}`, turn: `turn of ${seat}, step ${step}`,
      refusal: `refusal by ${seat}, step ${step}`, disclosure: `disclosure of ${seat}`,
    }[kind];
    return { kind, content, digest: digest(content), seat, step, name, holds: false };
  }

  // --- The match (sections 3 to 7) ---------------------------------------------------------------------------------------

  /** What is found while a match is examined. */
  class Findings {
    constructor() {
      this.checks = { signatures: 0, digests: 0, links: 0, reveals: 0, rolls: 0 };
      this.failures = [];
      this.left = [];
    }

    /** Notes a failure; `where` is an entry, or the name of a document. */
    fail(kind, rule, where, message, step, seat) {
      const known = typeof where === "string" ? { name: where, step: null, seat: null } : where;
      const or = (given, other) => (given === undefined ? other : given);
      const failure = { kind, document: known.name, step: or(step, known.step), seat: or(seat, known.seat), message, rule };
      this.failures.push(failure);
    }

    /** Counts a link of the chain if it holds, and notes a failure otherwise. Returns whether it holds. */
    link(holds, rule, where, message, step, seat) {
      if (holds) this.checks.links++;
      else this.fail("chain", rule, where, message, step, seat);
      return holds;
    }

    leave(sentence) {
      if (this.left.length < MOST && !this.left.includes(sentence)) this.left.push(sentence);
    }

    /** The first failure of each kind and as many more as there is room for, in the order of the match. */
    chosen() {
      const weight = (failure) => KINDS.indexOf(failure.kind);
      const step = (failure) => (failure.step === null ? Infinity : failure.step);
      const order = (a, b) => (step(a) === step(b) ? weight(a) - weight(b) : step(a) - step(b));
      const sorted = [...this.failures].sort(order);
      const first = new Set(KINDS.map((kind) => sorted.find((failure) => failure.kind === kind)));
      const room = sorted.filter((failure) => !first.has(failure)).slice(0, MOST - KINDS.length);
      return sorted.filter((failure) => first.has(failure) || room.includes(failure));
    }
  }
  const KINDS = ["signature", "chain", "reveal", "roll", "page"];
  const MOST = 20;

  /** The seats of a charter, and who answers to whom (section 3). */
  class Seats {
    constructor(charter) {
      this.entries = charter.seats;
      this.names = charter.seats.map((entry) => entry.seat);
      this.refereed = charter.trust === "refereed";
    }
    get(seat) {
      return this.entries.find((entry) => entry.seat === seat);
    }
    firstIssuer() {
      return this.refereed ? "adjudicator" : this.names[0];
    }
    responderTo(seat) {
      if (this.refereed) return seat === "adjudicator" ? undefined : "adjudicator";
      return this.names.includes(seat) ? this.names.find((other) => other !== seat) : undefined;
    }
    /** The seats that a state awaits, in charter order. */
    awaited(state) {
      const named = new Set(state.awaiting.map((one) => one.seat));
      return this.names.filter((seat) => named.has(seat));
    }
  }

  /** Section 1: every document has the form of its kind. */
  async function read(given, found, pause) {
    const documents = { charter: [], state: [], turn: [], refusal: [], disclosure: [] };
    const spoilt = [];
    const lists = { state: "states", turn: "turns", refusal: "refusals", disclosure: "disclosures" };
    const queue = [["charter", own(given, "charter"), "charter"]];
    for (const [kind, key] of Object.entries(lists)) {
      const all = own(given, key);
      if (isList(all)) all.forEach((content, n) => queue.push([kind, content, `number ${n + 1} of the ${key}`]));
      else found.fail("signature", "protocol 1", "page", `The page has no list of ${key}.`, null, null);
    }
    for (let i = 0; i < queue.length; i++) {
      await pause(i, queue.length, "documents");
      const [kind, content, place] = queue[i];
      try {
        FORMS[kind](content, "");
        documents[kind].push(entry(kind, content));
        found.checks.digests++;
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        const claim = (key) => (isMap(content) ? own(content, key) : undefined);
        const step = kind === "charter" ? 0 : isWhole(claim("step")) ? claim("step") : null;
        const signer = claim(kind === "state" ? "responder" : "seat");
        const seat = isId(signer) ? signer : null;
        const name = step === null || kind === "charter" ? place : kind === "state" ? `state ${step}` : `${kind} of step ${step}`;
        spoilt.push({ kind, step, seat });
        found.fail("signature", "protocol 1", name, `This is not a ${kind} as the protocol has it: ${error.message}.`, step, seat);
      }
    }
    // Where two have one name, their digests tell them apart.
    const names = new Map();
    const every = Object.values(documents).flat();
    for (const one of every) names.set(one.name, (names.get(one.name) || 0) + 1);
    for (const one of every) if (names.get(one.name) > 1) one.name += ` (${one.digest.slice(0, 8)})`;
    return { documents, spoilt };
  }

  /** Section 2: each document carries the signatures that it must, no more and no fewer, and they hold. */
  async function checkSignatures(every, seats, found, pause) {
    for (let i = 0; i < every.length; i++) {
      const one = every[i];
      const signers = one.kind === "charter" ? seats.names : [one.seat];
      const message = `adjutant/1 ${one.kind} ${one.digest}\n`;
      const fail = (sentence, seat) => {
        one.holds = false;
        found.fail("signature", "protocol 2", one, sentence, one.step, seat);
      };
      one.holds = true;
      const seen = new Set();
      for (const { by, key, sig } of one.content.signatures) {
        await pause(i, every.length, "signatures");
        const holder = seats.get(by);
        if (!holder) fail(`It is signed by ${by}, and the charter has no such seat.`, null);
        else if (!signers.includes(by)) fail(`It is signed by ${by}, who does not sign this ${one.kind}.`, by);
        else if (seen.has(by)) fail(`${by} signs twice.`, by);
        else if (key !== holder.key) fail(`The signature of ${by} is not under the key that the charter gives to ${by}.`, by);
        else if (!prepared(key)) fail(`The key of ${by} is no key that may sign.`, by);
        else if (signed(prepared(key), message, signatureBytes(sig))) found.checks.signatures++;
        else fail(`The signature of ${by} does not hold: this was altered after it was signed, or somebody else signed it.`, by);
        seen.add(by);
      }
      for (const seat of signers) {
        if (!seen.has(seat)) fail(`The signature of ${seat} is missing.`, seats.get(seat) ? seat : null);
      }
    }
  }

  /** What a charter must be in itself (sections 2 to 4). */
  function checkCharter(charter, seats, found) {
    const link = (holds, rule, message) => found.link(holds, rule, charter, message, 0, null);
    const differ = (values) => new Set(values).size === values.length;
    const { entries } = seats;
    link(differ(seats.names), "protocol 3", "Two seats have one name.");
    link(differ(entries.map((one) => one.key)), "protocol 2", "Two seats have the same key.");
    link(differ(entries.map((one) => one.seed.anchor)), "protocol 4", "Two seats have the same anchor.");
    link(new Set(entries.map((one) => one.seed.length)).size === 1, "protocol 4", "The seeds differ in length.");
    const fits = ({ seed }) => seed.length >= 1024 && seed.length <= 65536;
    link(entries.every(fits), "protocol 4", "A chain of seeds has a length from 1024 to 65536.");
    const adjudicator = seats.names.includes("adjudicator");
    if (seats.refereed) link(adjudicator, "protocol 3", "A refereed match has a seat named adjudicator.");
    else link(entries.length === 2 && !adjudicator, "protocol 3", "Head-to-head has two seats and no adjudicator.");
    const sided = (one) => (one.side === undefined) === (seats.refereed && one.seat === "adjudicator");
    link(entries.every(sided), "protocol 3", "Every seat plays a side, and the adjudicator none.");
    if (!seats.refereed && entries.length === 2) {
      link(entries[0].side !== entries[1].side, "protocol 3", "The two seats play one side.");
    }
  }

  /** The documents of a match by what refers to them. */
  class Archive {
    constructor(documents, spoilt, seats, match) {
      const ours = (one) => one.content.match === match;
      const [states, turns, refusals] = ["state", "turn", "refusal"].map((kind) => documents[kind].filter(ours));
      // Of copies of one document, one that is well signed counts.
      const byDigest = (all) => new Map([...all].sort((a, b) => a.holds - b.holds).map((one) => [one.digest, one]));
      this.seats = seats;
      this.match = match;
      this.states = byDigest(states);
      this.turns = byDigest(turns);
      this.refusals = byDigest(refusals);
      this.stateList = [...this.states.values()];
      this.turnList = [...this.turns.values()];
      this.refusalList = [...this.refusals.values()];
      this.statesOn = group(this.stateList, (one) => one.content.parent);
      this.statesOf = group(this.stateList, (one) => one.step);
      this.turnsTo = group(this.turnList, (one) => one.content.parent);
      this.refusalsOf = group(this.refusalList, (one) => one.content.of);
      this.turnsFor = group(this.turnList, (one) => `${one.seat} ${one.step}`);
      // What must not count against anybody: it was altered, and the thing itself is not here.
      const unsound = [...spoilt, ...[...states, ...turns].filter((one) => !one.holds)];
      this.unsound = new Set(unsound.map((one) => `${one.kind} ${one.step}`));
    }

    /** Whether a document of this kind and step is here but does not hold, which is a failure of its own. */
    isSpoilt(kind, step) {
      return this.unsound.has(`${kind} ${step}`);
    }

    /** Whether a state is of the seat that may issue it. */
    mayIssue(one) {
      const { content } = one;
      if (content.ruling !== undefined) return this.seats.refereed && one.seat === "adjudicator";
      if (one.step === 0) return one.seat === this.seats.firstIssuer();
      const parent = this.states.get(content.parent);
      if (!parent) return true;
      const [awaited] = this.seats.awaited(parent.content);
      return awaited !== undefined && one.seat === this.seats.responderTo(awaited);
    }

    /** The refusal of a turn by its responder, if there is one. */
    refusalOfTurn(turn) {
      const refuser = this.seats.responderTo(turn.seat);
      const all = this.refusalsOf.get(turn.digest) || [];
      return all.find((one) => one.holds && one.seat === refuser && one.step === turn.step);
    }

    /** Why a seat may not refuse a state, if it may not. */
    faultOfRefusal(refusal, state) {
      if (refusal.seat === state.seat) return `${refusal.seat} refuses its own state`;
      if (refusal.step !== state.step) return "the refused state is of another step";
      const named = (other) => other.digest !== state.digest && other.content.refusal === refusal.digest;
      const answered = this.beside(state).some(named);
      if (!answered && this.answerOfRefuser(refusal)) return `${refusal.seat} refuses a state that it has answered`;
      const earlier = this.refusals.get(state.content.refusal);
      const old = earlier && earlier.seat === refusal.seat && this.states.get(earlier.content.of);
      if (old && sameButRefusal(old.content, state.content)) {
        return `the responder stands by its state, and ${refusal.seat} cannot refuse it again`;
      }
      return null;
    }

    /** The turn or state by which who refuses a state answered it all the same. */
    answerOfRefuser(refusal) {
      const { of } = refusal.content;
      const own = (one) => one.holds && one.seat === refusal.seat;
      return (this.turnsTo.get(of) || []).find(own) || (this.statesOn.get(of) || []).find(own);
    }

    /** The states of the same seat for the same place in the chain. */
    beside(state) {
      const same = (other) => other.step === state.step && other.seat === state.seat;
      return (this.statesOn.get(state.content.parent) || []).filter(same);
    }

    /** The state that replaces a refused one. */
    replacement(state) {
      const counts = (refusal) => this.faultOfRefusal(refusal, state) === null;
      const refusals = new Set((this.refusalsOf.get(state.digest) || []).filter(counts).map((one) => one.digest));
      if (refusals.size === 0) return undefined;
      return this.beside(state).find((other) => other.digest !== state.digest && refusals.has(other.content.refusal));
    }

    /** Whether a state that its signer may issue stands on this one. */
    goesOn(state) {
      return (this.statesOn.get(state.digest) || []).some((next) => next.holds && this.mayIssue(next));
    }

    /** The states from the set-up to the newest: those that follow by digest, else those that are numbered next. */
    line() {
      const line = [];
      let parent = this.match;
      for (const step of [...this.statesOf.keys()].sort((a, b) => a - b)) {
        const all = this.statesOf.get(step).filter((one) => !this.replacement(one));
        const fits = (one) => one.content.parent === parent && this.mayIssue(one);
        const score = (one) => 8 * fits(one) + 4 * one.holds + 2 * this.mayIssue(one) + this.goesOn(one);
        const scored = all.map((one) => [score(one), one]);
        scored.sort(([a, x], [b, y]) => b - a || (x.digest < y.digest ? -1 : 1));
        if (scored.length === 0) continue;
        const [, state] = scored[0];
        line.push({ step, state });
        parent = state.digest;
      }
      return line;
    }
  }

  function group(all, key) {
    const groups = new Map();
    for (const one of all) {
      const of = key(one);
      if (!groups.has(of)) groups.set(of, []);
      groups.get(of).push(one);
    }
    return groups;
  }

  const names = (seats) => (seats.length ? seats.join(", ") : "nobody");
  const same = (one, two) => canonical(one) === canonical(two);
  const asks = (state, what) => state.awaiting.some((one) => own(one, what) !== undefined);

  /** Section 6: the line of states, each with the turns that it resolves. */
  class Chain {
    constructor(archive, found) {
      this.archive = archive;
      this.seats = archive.seats;
      this.found = found;
      // Each: { step, state, before (the state before, null where it is not here), gap (how many states are missing
      // before it), turns: [{ seat, turn (null where it is not here) }], used (commitments), resume }.
      this.line = archive.line();
      this.at = new Map(this.line.map((one) => [one.step, one]));
      this.onLine = new Set(this.line.map((one) => one.state.digest));
      this.resolved = new Set();
    }

    checkStep(here, last) {
      const { archive, seats, found } = this;
      const { state, step } = here;
      const { content } = state;
      here.gap = step - (last ? last.step + 1 : 0);
      here.before = last && here.gap === 0 ? last.state : null;
      here.turns = [];
      here.used = last ? last.used : new Map();
      here.resume = null;
      const link = (holds, rule, message) => found.link(holds, rule, state, message);

      if (here.gap > 0) this.missingStates(here, step - here.gap);
      const expected = step === 0 ? archive.match : here.before && here.before.digest;
      if (expected !== null && content.parent !== expected && here.before && !here.before.holds && state.holds) {
        found.leave(`State ${step} stands on state ${step - 1} as it was signed, and what is here was altered.`);
      } else if (expected !== null) {
        const of = step === 0 ? "the charter" : `state ${step - 1}`;
        link(content.parent === expected, "protocol 6", `Its parent is not the digest of ${of}.`);
      }
      const awaited = content.awaiting.map((one) => one.seat);
      link(same(awaited, seats.awaited(content)), "protocol 3", "It awaits seats that there are not, or not in charter order.");
      const over = content.outcome !== null;
      link(over === (awaited.length === 0), "protocol 3", "A match has an outcome exactly when nobody is awaited.");
      if (seats.refereed) link(!awaited.includes("adjudicator"), "protocol 3", "It awaits the adjudicator, who plays no side.");
      else link(awaited.length < 2, "protocol 3", "It awaits two seats at a time, and this match is head-to-head.");

      if (step === 0 || content.ruling !== undefined) this.checkWithoutTurns(here);
      else this.checkTurns(here);
      if (content.refusal !== undefined) this.checkReplacement(state);
      this.checkProposals(here);
      this.checkChoices(here);
    }

    missingStates({ step }, first) {
      const { archive, found } = this;
      const missing = step - first === 1 ? `State ${first}` : `States ${first} to ${step - 1}`;
      let spoilt = 0;
      while (first + spoilt < step && archive.isSpoilt("state", first + spoilt)) spoilt++;
      if (first + spoilt === step) return found.leave(`${missing} could not be read: whether state ${step} follows is not known.`);
      const words = step - first === 1 ? "is" : "are";
      return found.fail("chain", "protocol 6", `state ${first}`, `${missing} ${words} missing, on which state ${step} stands.`, first);
    }

    checkWithoutTurns({ state, step }) {
      const { seats, found } = this;
      const { content } = state;
      const what = step === 0 ? "state 0" : "a ruling";
      const issuer = step === 0 ? seats.firstIssuer() : seats.refereed ? "adjudicator" : null;
      const link = (holds, rule, message) => found.link(holds, rule, state, message);
      link(state.seat === issuer, "protocol 3", `${state.seat} may not issue ${what}.`);
      link(step > 0 || content.ruling === undefined, "protocol 6", "State 0 is the set-up and cannot be a ruling.");
      link(content.turns.length === 0, "protocol 6", `Something is resolved in ${what}.`);
      link(content.reveal === null, "protocol 6", `Something is revealed in ${what}.`);
      link(content.rolls.length === 0, "protocol 6", `Something is rolled in ${what}.`);
      if (step === 0) {
        const first = seats.refereed ? seats.names.filter((seat) => seat !== "adjudicator") : seats.names.slice(0, 1);
        const awaited = content.awaiting.map((one) => one.seat);
        const right = same(awaited, first) && content.awaiting.every((one) => own(one, "empty") === true);
        link(right, "protocol 3", `State 0 awaits an empty turn of ${names(first)}.`);
      } else {
        found.leave(`State ${step} is a ruling: it rests on the word of the adjudicator, and nothing proves it.`);
      }
    }

    checkTurns(here) {
      const { archive, seats, found } = this;
      const { state, step, before } = here;
      const { content } = state;
      const awaited = before ? seats.awaited(before.content) : null;
      const link = (holds, rule, message) => found.link(holds, rule, state, message);
      if (before) link(awaited.length > 0, "protocol 3", "The match was over before this state.");
      for (let n = 0; n < content.turns.length; n++) {
        const turn = archive.turns.get(content.turns[n]);
        if (!turn) {
          const seat = awaited && awaited.length === content.turns.length ? awaited[n] : null;
          here.turns.push({ seat, turn: null });
          const whose = seat === null ? "A turn" : `The turn of ${seat}`;
          if (archive.isSpoilt("turn", step)) found.leave(`${whose} that state ${step} resolves is not here as it was signed.`);
          else link(false, "protocol 3", `${whose} that it resolves is not here.`);
          continue;
        }
        here.turns.push({ seat: turn.seat, turn });
        this.resolved.add(turn.digest);
        const linkTurn = (holds, message) => found.link(holds, "protocol 6", turn, message);
        linkTurn(turn.step === step, `It is resolved in step ${step}, and is for step ${turn.step}.`);
        const parent = content.parent;
        linkTurn(turn.content.parent === parent, `It answers another state than the one that state ${step} stands on.`);
        const refusal = archive.refusalOfTurn(turn);
        link(!refusal, "protocol 6", `It resolves the ${turn.name}, which ${refusal ? refusal.seat : ""} refused: double dealing.`);
        const responder = seats.responderTo(turn.seat);
        link(state.seat === responder, "protocol 3", `${state.seat} does not respond to the turns of ${turn.seat}.`);
        this.checkNamedRefusal(turn, before);
        if (before) this.checkAsked(turn, before);
      }
      link(content.reveal !== null, "protocol 3", "A state that resolves turns carries a reveal.");
      if (!awaited) return;
      const given = here.turns.map((one) => one.seat);
      const message = same([...given].sort(), [...awaited].sort())
        ? `It lists turns of ${names(given)}, and charter order is ${names(awaited)}.`
        : `It resolves turns of ${names(given.map((seat) => seat || "somebody"))}, and those of ${names(awaited)} were awaited.`;
      link(same(given, awaited), "protocol 3", message);
    }

    /** What a turn may contain, as far as it needs no rules. */
    checkAsked(turn, before) {
      const { content } = turn;
      const does = acts(content);
      const asked = before.content.awaiting.filter((one) => one.seat === turn.seat);
      const link = (holds, rule, message) => this.found.link(holds, rule, turn, message);
      const several = before.content.awaiting.length > 1;
      const quiet = does.every((act) => act === "commit" || act === "open");
      if (several) link(quiet, "protocol 3", "Where two are awaited, a turn may only commit, open, or be empty.");
      for (const one of asked) {
        if (own(one, "empty") === true) link(does.length === 0, "protocol 3", "An empty turn was awaited.");
        if (own(one, "take_back") !== undefined) {
          const accepts = does.length === 1 && does[0] === "take_back" && same(content.take_back, one.take_back);
          const resigns = does.length === 1 && content.offer === "resign";
          link(accepts || resigns || does.length === 0, "protocol 6", "It neither accepts nor declines the take-back.");
        }
        if (own(one, "draw") !== undefined) {
          const answers = does.length === 0 || (does.length === 1 && content.offer !== undefined);
          link(answers, "protocol 6", "It neither accepts nor declines the draw.");
        }
      }
      const alone = content.take_back === undefined && content.offer !== "resign";
      if (!alone) link(does.length === 1, "protocol 6", "A turn that takes back or resigns does nothing else.");
    }

    /** A turn that replaces another names the refusal, and no turn names one that is none of its business. */
    checkNamedRefusal(turn, before) {
      const { archive, found } = this;
      const { refusal } = turn.content;
      const link = (holds, message) => found.link(holds, "protocol 6", turn, message);
      const due = new Set();
      const forStep = archive.turnsFor.get(`${turn.seat} ${turn.step}`) || [];
      const toState = (archive.turnsTo.get(turn.content.parent) || []).filter((other) => other.seat === turn.seat);
      const others = [...new Set([...forStep, ...toState])].filter((other) => other !== turn && other.holds);
      const refused = others.filter((other) => archive.refusalOfTurn(other));
      for (const other of refused) {
        const of = archive.refusalOfTurn(other);
        due.add(of.digest);
        this.checkRecurs(other, turn, of);
      }
      // Of several in a row the last is named.
      for (const other of refused) due.delete(other.content.refusal);
      let must = due.size > 0;
      const seen = new Set();
      for (let state = before; state && state.content.refusal !== undefined && !seen.has(state); ) {
        seen.add(state);
        due.add(state.content.refusal);
        const of = archive.refusals.get(state.content.refusal);
        const old = of && archive.states.get(of.content.of);
        for (const voided of (old && archive.turnsTo.get(old.digest)) || []) {
          if (voided.seat !== turn.seat || !voided.holds) continue;
          must = true;
          const again = voided.content.reveal === turn.content.reveal;
          if (again) found.checks.reveals++;
          else found.fail("reveal", "protocol 4", turn, `It replaces the ${voided.name}, and does not carry the same reveal.`);
        }
        state = old;
      }
      if (refusal === undefined) return link(!must, "It replaces a turn that was refused or is void, and names no refusal.");
      if (!archive.refusals.has(refusal)) return link(false, "The refusal that it names is not here.");
      return link(due.has(refusal), "The refusal that it names is not of a turn that it replaces.");
    }

    /** A refused turn's reveal recurs in the turn that replaces it, unless it was the reveal that was wrong. */
    checkRecurs(refused, turn, refusal) {
      if (refused.content.reveal === turn.content.reveal) return void this.found.checks.reveals++;
      const excuse = ["reveal", "parent", "step"];
      if (refusal.content.reasons.some((reason) => excuse.includes(reason.where))) return undefined;
      const message = "It was refused, and the reveal of the turn that replaces it is another.";
      return this.found.fail("reveal", "protocol 4", refused, message);
    }

    checkReplacement(state) {
      const { archive, found } = this;
      const link = (holds, message) => found.link(holds, "protocol 6", state, message);
      const refusal = archive.refusals.get(state.content.refusal);
      if (!link(refusal !== undefined, "The refusal that it answers is not here.")) return;
      const old = archive.states.get(refusal.content.of);
      if (!link(old !== undefined, `The state that the ${refusal.name} refuses is not here.`)) return;
      const place = old.step === state.step && old.content.parent === state.content.parent && old.seat === state.seat;
      if (!link(place, "It replaces a state of another place in the chain.")) return;
      const fault = archive.faultOfRefusal(refusal, old);
      link(fault === null, `The refusal that it answers does not count: ${fault}.`);
      if (old.content.reveal === state.content.reveal) found.checks.reveals++;
      else found.fail("reveal", "protocol 6", state, "A state that replaces another keeps its reveal, and this one has another.");
    }

    /** Take-backs and draws: what is proposed, accepted and declined (section 6). */
    checkProposals(here) {
      const { found } = this;
      const { state, step, before } = here;
      const { content } = state;
      const link = (holds, message) => found.link(holds, "protocol 6", state, message);
      const turn = here.turns.length === 1 && here.turns[0].turn ? here.turns[0].turn.content : null;
      const asked = before && (asks(before.content, "take_back") || asks(before.content, "draw"));
      const accepts = turn && before && asks(before.content, "take_back") && turn.take_back;
      const back = content.ruling ? content.ruling.take_back : accepts;
      if (back) {
        if (!link(back.to_step < step, `It goes back to step ${back.to_step}, which is not before it.`)) return;
        const target = this.at.get(back.to_step);
        if (!target) return;
        const to = target.state.content;
        link(same(content.position, to.position), `It goes back to step ${back.to_step}, and its position is another.`);
        link(same(content.awaiting, to.awaiting), `It goes back to step ${back.to_step}, and what it awaits is another thing.`);
        here.used = target.used;
        here.resume = target.resume;
        here.isBack = true;
      } else if (asked) {
        const declines = turn && acts(turn).length === 0;
        const resume = this.at.get(step - 1).resume;
        if (declines && resume) link(same(content.awaiting, resume), "After a proposal was declined, what is awaited is another thing than before.");
      } else if (before && (asks(content, "take_back") || asks(content, "draw"))) {
        here.resume = before.content.awaiting;
      }
      const quiet = asked || (turn && (turn.take_back !== undefined || turn.offer === "resign"));
      if (quiet) link(content.rolls.length === 0, "Nothing is rolled where something is proposed, answered or given up.");
    }

    /** Section 7: ids are new, openings are what was committed to, and those that are due are made. */
    checkChoices(here) {
      const { archive, found } = this;
      for (const { seat, turn } of here.turns) {
        if (!turn || here.isBack) continue;
        const link = (holds, message) => found.link(holds, "protocol 7", turn, message);
        const opened = new Set((turn.content.open || []).map((one) => one.id));
        for (const one of (here.before ? here.before.content.awaiting : []).filter((one) => one.seat === seat)) {
          const due = own(one, "open");
          if (!isList(due)) continue;
          for (const choice of due) link(opened.has(choice), `It does not open the choice ${shown(choice)}.`);
        }
        for (const one of turn.content.open || []) {
          const committed = here.used.get(`${seat} ${one.id}`);
          if (!link(committed !== undefined, `It opens the choice ${one.id}, which was never committed to.`)) continue;
          if (one.forfeit) {
            found.leave(`${seat} forfeits the choice ${one.id} in step ${turn.step}: what was committed to is not known.`);
            continue;
          }
          const made = choiceDigest(archive.match, one.salt, one.id, seat, one.choice);
          link(made === committed, `The choice ${one.id} that it opens is not the one that was committed to.`);
        }
        for (const one of turn.content.commit || []) {
          const key = `${seat} ${one.id}`;
          link(!here.used.has(key), `It commits to the choice ${one.id} a second time.`);
          here.used = new Map(here.used).set(key, one.digest);
        }
      }
    }

    /** States beside the line: replaced, void with the one before, or proof against their signer. */
    checkStrayStates() {
      const { archive, found, onLine } = this;
      for (const state of archive.stateList) {
        if (onLine.has(state.digest) || !state.holds) continue;
        const link = (holds, rule, message) => found.link(holds, rule, state, message);
        const other = this.at.get(state.step);
        const parent = archive.states.get(state.content.parent);
        if (!link(archive.mayIssue(state), "protocol 3", `${state.seat} may not issue this state.`)) continue;
        if (archive.replacement(state)) {
          if (state.content.refusal !== undefined) this.checkReplacement(state);
          continue;
        }
        // What stands on a replaced state is void with it.
        if (parent && !onLine.has(parent.digest)) continue;
        const twice = other && other.state.seat === state.seat && other.state.holds;
        if (twice) link(false, "protocol 6", `${state.seat} signed two states for step ${state.step}, and neither was refused: double dealing.`);
        else link(false, "protocol 6", "This state has no place in the chain.");
      }
    }

    /** Turns that no state of the line resolves: refused, void, waiting, or proof against their signer. */
    checkStrayTurns() {
      const { archive, found } = this;
      const waiting = new Map();
      for (const turn of archive.turnList) {
        if (this.resolved.has(turn.digest) || !turn.holds || archive.refusalOfTurn(turn)) continue;
        const link = (holds, message) => found.link(holds, "protocol 6", turn, message);
        const parent = archive.states.get(turn.content.parent);
        if (!parent) {
          const before = turn.step - 1;
          if (archive.isSpoilt("state", before)) found.leave(`Whether the ${turn.name} answers its state is not known.`);
          else link(false, `State ${before}, which it answers, is not here.`);
          continue;
        }
        if (!this.onLine.has(parent.digest)) continue;
        if (!link(turn.step === parent.step + 1, `It answers state ${parent.step}, and is for step ${turn.step}.`)) continue;
        const next = this.at.get(turn.step);
        if (!next) {
          const awaited = this.seats.awaited(parent.content).includes(turn.seat);
          if (!link(awaited, `${turn.seat} was not awaited.`)) continue;
          const twice = waiting.has(turn.seat);
          link(!twice, `${turn.seat} signed two turns for step ${turn.step}, and neither was refused: double dealing.`);
          waiting.set(turn.seat, turn);
          found.leave(`The turn of ${turn.seat} for step ${turn.step} waits to be resolved.`);
        } else if (next.turns.some((one) => one.turn && one.seat === turn.seat)) {
          link(false, `${turn.seat} signed two turns for step ${turn.step}, and neither was refused: double dealing.`);
        } else if (next.state.content.ruling !== undefined) {
          link(false, "A ruling displaced this turn, which was never refused.");
        } else if (next.turns.some((one) => one.turn === null)) {
          link(false, `State ${turn.step} resolves another turn of this step.`);
        } else {
          link(false, `${turn.seat} was not awaited.`);
        }
      }
    }

    checkRefusals() {
      const { archive, found, seats } = this;
      for (const refusal of archive.refusalList) {
        const link = (holds, message) => found.link(holds, "protocol 6", refusal, message);
        link(refusal.content.reasons.length > 0, "A refusal gives at least one reason.");
        const turn = archive.turns.get(refusal.content.of);
        const state = archive.states.get(refusal.content.of);
        if (turn) {
          const right = seats.responderTo(turn.seat) === refusal.seat;
          link(right, `${refusal.seat} does not respond to the turns of ${turn.seat}.`);
          link(refusal.step === turn.step, `The turn that it refuses is for step ${turn.step}.`);
        } else if (state) {
          const fault = archive.faultOfRefusal(refusal, state);
          const answer = archive.answerOfRefuser(refusal);
          link(fault === null, `It does not count: ${fault}.`);
          if (fault !== null) continue;
          link(!answer, `${refusal.seat} refuses a state and answers it all the same: double dealing.`);
          if (!archive.replacement(state)) found.leave(`The ${refusal.name} refuses state ${state.step}, and waits for an answer.`);
        } else {
          const spoilt = archive.isSpoilt("turn", refusal.step) || archive.isSpoilt("state", refusal.step);
          if (spoilt) found.leave(`What the ${refusal.name} refuses is not here as it was signed.`);
          else link(false, "The document that it refuses is not here.");
        }
      }
    }

    /** Section 8, of which nothing but the openings of secrets can be seen from outside. */
    checkDisclosures(charter, disclosures) {
      const { sealed } = charter.content;
      let published = false;
      for (const one of disclosures) {
        const link = (holds, message) => this.found.link(holds, "protocol 8", one, message, null);
        const { sealed_seed: seed, private: contents } = one.content;
        if (seed !== undefined) {
          published = true;
          link(hex(sha256("adjutant/1 sealed seed\n", unhex(seed))) === sealed, "This is not the seed that the charter commits to.");
        }
        for (const { seat, step, salt, contents: what } of contents || []) {
          const made = privateDigest(this.archive.match, step, salt, seat, what);
          const at = this.at.get(step);
          const stated = at && at.state.content.private && own(at.state.content.private, seat);
          link(stated === made, `What it discloses for ${seat}, step ${step}, is not what that state commits to.`);
        }
      }
      if (sealed !== undefined) this.found.leave(`Draws under the sealed seed are not checked${published ? "" : "; it is not disclosed"}.`);
      if (this.line.some((one) => one.state.content.opened)) this.found.leave("Sealed standing orders are not checked.");
    }
  }

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
        found.leave(`The dice of state ${step} are not checked: a reveal that they come of is not here.`);
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
    if (given.n !== n) return `Its rolls are not numbered without gaps: number ${given.n} stands where ${n} should.`;
    if (given.cards !== undefined) {
      const { cards, order } = given;
      if (cards > 1000000 || order.length !== cards) return `Shuffle ${n} does not list its ${cards} cards.`;
      return same(shuffle(key, n, cards), order) ? null : `Shuffle ${n} is not what the key of this state gives.`;
    }
    const { sides, faces } = given;
    if (sides < 1 || sides > 2 ** 32 || faces.length > 1000) return `Roll ${n} is of dice that cannot be rolled.`;
    const made = roll(key, n, faces.length, sides);
    if (same(made, faces)) return null;
    const few = (list) => list.slice(0, 12).join(", ") + (list.length > 12 ? ", …" : "");
    return `Roll ${n} shows ${few(faces)}; the key of this state gives ${few(made)}.`;
  }

  /** What the page itself says: the match, the digest of every step, and its dice. */
  async function checkPage(view, match, line, found, pause) {
    const fail = (step, message) => found.fail("page", "protocol 9", step === null ? "page" : `page, step ${step}`, message, step, null);
    if (!isMap(view)) return fail(null, "The page shows nothing that could be compared with the documents.");
    if (own(view, "match") !== match) fail(null, "The match that the page names is not the one of its documents.");
    const steps = own(view, "steps");
    if (!isList(steps)) return fail(null, "The page shows no steps.");
    const shownAt = new Map();
    for (const one of steps) {
      const n = isMap(one) ? own(one, "n") : null;
      if (!isWhole(n) || shownAt.has(n) || n < shownAt.size) return fail(null, "The steps of the page are out of order.");
      shownAt.set(n, one);
    }
    for (let at = 0; at < line.length; at++) {
      await pause(at, line.length, "page");
      const { state, step } = line[at];
      const given = shownAt.get(step);
      shownAt.delete(step);
      if (!given) fail(step, `The page does not show step ${step}.`);
      else if (own(given, "digest") !== state.digest) {
        fail(step, `The digest that the page shows for step ${step} is not that of the state.`);
      } else if (!samePageRolls(own(given, "rolls"), state.content.rolls)) {
        fail(step, `The dice that the page shows for step ${step} are not those of the state.`);
      }
    }
    for (const step of shownAt.keys()) fail(step, `The page shows step ${step}, and no state of that step is here.`);
    return undefined;
  }

  /** Whether a page shows the rolls of a state. It may leave shuffles out. */
  function samePageRolls(given, rolls) {
    if (!isList(given) || !given.every(isMap)) return false;
    const keys = ["n", "sides", "faces", "cards", "order", "rule"];
    const plain = (roll) => keys.map((key) => (own(roll, key) === undefined ? null : own(roll, key)));
    const listed = new Set(given.map((roll) => own(roll, "n")));
    const wanted = rolls.filter((roll) => roll.cards === undefined || listed.has(roll.n));
    try {
      return same(given.map(plain), wanted.map(plain));
    } catch (error) {
      return false;
    }
  }

  /** The match that the documents belong to: the charter's digest; where the charter was altered, what they all say. */
  function theMatch(charter, documents, found) {
    const others = [...documents.state, ...documents.turn, ...documents.refusal, ...documents.disclosure];
    const named = new Set(others.map((one) => one.content.match));
    if (named.size === 1 && !named.has(charter.digest)) {
      found.fail("chain", "protocol 3", charter, "All the other documents belong to another charter than this one.", 0, null);
      return [...named][0];
    }
    for (const one of others) {
      const message = "It belongs to another match.";
      found.link(one.content.match === charter.digest, "protocol 3", one, message);
    }
    return charter.digest;
  }

  async function examine(view, given, found, pause) {
    const { documents, spoilt } = await read(given, found, pause);
    const [charter] = documents.charter;
    if (!charter) {
      found.leave("Without a charter that can be read, nothing else was checked.");
      return;
    }
    const seats = new Seats(charter.content);
    await checkSignatures(Object.values(documents).flat(), seats, found, pause);
    checkCharter(charter, seats, found);
    const match = theMatch(charter, documents, found);
    const chain = new Chain(new Archive(documents, spoilt, seats, match), found);
    if (chain.line.length === 0) {
      found.fail("chain", "protocol 6", "state 0", "There is no state 0: the match has not begun, or its first state is missing.", 0, null);
    }
    for (let at = 0; at < chain.line.length; at++) {
      await pause(at, chain.line.length, "chain");
      chain.checkStep(chain.line[at], at > 0 ? chain.line[at - 1] : null);
    }
    chain.checkStrayStates();
    chain.checkStrayTurns();
    chain.checkRefusals();
    chain.checkDisclosures(charter, documents.disclosure);
    const latest = await checkReveals(chain, found, pause);
    await checkRolls(chain, latest, found, pause);
    await checkPage(view, match, chain.line, found, pause);
  }

  // --- Checking without holding the page up ------------------------------------------------------------------------------

  const SLICE = 12; // milliseconds
  // What part of the work each stage is, in thousandths, from and to.
  const SHARES = {
    documents: [0, 350], signatures: [350, 900], chain: [900, 930], reveals: [930, 960], dice: [960, 990], page: [990, 1000],
  };

  /** What gives control back to the page when a slice of time is over, and tells it how far the work is. */
  function pacer(progress) {
    const channel = typeof MessageChannel === "function" ? new MessageChannel() : null;
    const rest = () =>
      new Promise((resolve) => {
        if (channel === null) return void setTimeout(resolve, 0);
        channel.port1.onmessage = () => resolve();
        return channel.port2.postMessage(0);
      });
    let since = Date.now();
    const pause = async (done, total, what) => {
      if (Date.now() - since < SLICE) return;
      if (what !== null && typeof progress === "function") {
        const [from, to] = SHARES[what];
        try {
          progress(Math.floor(from + ((to - from) * done) / total), 1000, what);
        } catch (error) {
          // What the page does with the news is not part of the proof.
        }
      }
      await rest();
      since = Date.now();
    };
    const close = () => {
      if (channel !== null) [channel.port1, channel.port2].forEach((port) => port.close());
    };
    return { pause, close };
  }

  const NOT_COVERED = [
    "That the rules of the game were followed is for `adjutant verify`, which plays the match again; this page proves documents and dice.",
    "That map, reports and figures of this page are drawn from the documents: only digests and dice are compared with them.",
    "That a key is the person's: compare its fingerprint by telephone.",
  ];

  /** Checks a page's documents and what it says of them; see the head of this file. */
  async function check(view, documents, progress) {
    const found = new Findings();
    const { pause, close } = pacer(progress);
    try {
      if (!isMap(documents)) found.fail("signature", "protocol 1", "page", "This page carries no documents.", null, null);
      else await examine(view, documents, found, pause);
    } catch (error) {
      const why = error instanceof Malformed ? error.message : "they are of no form that it knows";
      found.fail("page", "protocol 9", "page", `The check could not go through the documents to the end: ${why}.`, null, null);
    } finally {
      close();
    }
    const ok = found.failures.length === 0;
    return { ok, checks: found.checks, failures: found.chosen(), left: [...found.left, ...NOT_COVERED] };
  }

  return {
    check, sha256, sha512, block, roll, shuffle, diceKey, link, canonical, digest, choiceDigest, privateDigest,
    verifySignature, signatureBytes, prepare, signed, hex, unhex,
  };
})();
if (typeof module === "object") module.exports = proof;
