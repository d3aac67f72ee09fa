/**
 * Bytes and their digests: SHA-256 and SHA-512, written from FIPS 180-4. A page that was opened from a file has no crypto
 * of the browser's to rely on.
 */
const hash = (() => {
  "use strict";

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

  return { hex, unhex, sha256, sha512 };
})();
