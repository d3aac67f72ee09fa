/** Signatures: Ed25519, written from RFC 8032, and as strict as section 2 of docs/protocol.md asks. */
const curve = (() => {
  "use strict";

  const { hex, unhex, sha512 } = hash;

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
   * and the multiple. What a scalar's hexadecimal digits pick out of it adds up to the scalar times the point. It yields
   * now and then.
   */
  function* table(affine) {
    const points = [];
    let power = extended(affine);
    for (let w = 0; w < 64; w++) {
      let multiple = power;
      for (let n = 1; n < 16; n++) {
        points.push(multiple);
        multiple = add(multiple, power);
      }
      power = multiple;
      yield;
    }
    // All the inverses of Z from one.
    const before = [];
    let product = 1n;
    for (const p of points) {
      before.push(product);
      product = (product * p[2]) % P;
    }
    yield;
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
      if (i % 15 === 0) yield;
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
  /** What a public key (64 hexadecimal digits) is checked with, or null if it is not one that may sign; in small parts. */
  function* preparing(key) {
    const bytes = unhex(key);
    const affine = point(bytes);
    if (affine === null || smallOrder(affine)) return null;
    if (ofBase === null) ofBase = yield* table(point(unhex("58" + "66".repeat(31))));
    return { bytes, minus: yield* table([P - affine[0], affine[1]]) };
  }

  /** The same at once. */
  function prepare(key) {
    const work = preparing(key);
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
    }
  }

  const lately = new Map();
  /** The same with pauses, kept for the keys of the match at hand. */
  async function prepared(key, pause) {
    const kept = lately.get(key);
    if (kept !== undefined) return kept;
    const work = preparing(key);
    for (;;) {
      const { done, value } = work.next();
      if (!done) {
        await pause();
        continue;
      }
      if (lately.size >= 16) lately.clear();
      lately.set(key, value);
      return value;
    }
  }

  /** Whether 64 bytes are the signature of a prepared key under a message. */
  function signed(holder, message, bytes) {
    if (holder === null || bytes === null || bytes.length !== 64) return false;
    const r = bytes.subarray(0, 32);
    const s = number(bytes.subarray(32));
    if (s >= L) return false;
    const k = number(sha512(r, holder.bytes, message)) % L;
    const [x, y, z] = addMultiple(addMultiple([0n, 1n, 1n, 0n], ofBase, s), holder.minus, k);
    // R must be the one canonical encoding of this point; that it decodes to a point need not be asked then.
    const scale = inverse(mod(z));
    const found = [mod(x * scale), mod(y * scale)];
    if (number(r) !== (found[1] | ((found[0] & 1n) << 255n))) return false;
    return !smallOrder(found);
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

  return { signatureBytes, prepare, prepared, signed };
})();
