// What the replay page proves about itself (src/core/report/page/proof.js and what stands before it), in node.
//
//     npm install --prefix SOME/FOLDER js-yaml
//     NODE_PATH=SOME/FOLDER/node_modules node --test tests/browser/replay_proof.test.cjs
//
// Vectors are those of the standards, those of tests/vectors, and forgeries made here with a small curve of the test's
// own. Whole matches are the examples; who altered one and held every key signs it anew with node's Ed25519.
"use strict";

const assert = require("node:assert/strict");
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const vm = require("node:vm");

const ROOT = path.join(__dirname, "..", "..");

/** The scripts up to proof.js, as the page joins them. */
function scripts() {
  const list = fs.readFileSync(path.join(ROOT, "src/core/report/replay.rs"), "utf8");
  const files = [...list.matchAll(/include_str!\("page\/(\w+\.js)"\)/g)].map(([, file]) => file);
  const ours = files.slice(0, files.indexOf("proof.js") + 1);
  return ours.map((file) => fs.readFileSync(path.join(ROOT, "src/core/report/page", file), "utf8")).join("");
}
const { hash, dice, curve, canon, hidden, proof } = vm.runInThisContext(`${scripts()}({ hash, dice, curve, canon, hidden, proof });`);
const vectors = (file) => JSON.parse(fs.readFileSync(path.join(ROOT, "tests/vectors", file), "utf8"));
const VECTORS = vectors("protocol.json");

const { hex, unhex } = hash;
const ascii = (text) => Buffer.from(text, "latin1");
const clone = (value) => JSON.parse(JSON.stringify(value));

// --- Hashes and key streams --------------------------------------------------------------------------------------------

test("SHA-256 gives the digests of FIPS 180-4", () => {
  const known = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ["a".repeat(1000000)]: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  };
  for (const [text, digest] of Object.entries(known)) assert.equal(hex(hash.sha256(text)), digest);
});

test("SHA-512 gives the digests of FIPS 180-4", () => {
  const known = {
    "": "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
    abc: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu:
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
  };
  for (const [text, digest] of Object.entries(known)) assert.equal(hex(hash.sha512(text)), digest);
});

test("both hashes agree with node's at every length around the blocks", () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length) & 255);
    for (const [name, own] of [["sha256", hash.sha256], ["sha512", hash.sha512]]) {
      assert.equal(hex(own(bytes)), crypto.createHash(name).update(bytes).digest("hex"), `${name} of ${length} bytes`);
    }
  }
});

const bytesOf = (words) => Buffer.from(new Uint8Array(Uint32Array.from(words).buffer)).toString("hex");

test("ChaCha20 gives the blocks of RFC 8439, A.1, and of the original nonce", () => {
  const zero = new Uint8Array(32);
  const one = Uint8Array.from([...zero.slice(1), 1]);
  const ff = Uint8Array.from({ length: 32 }, (_, i) => (i === 1 ? 0xff : 0));
  const known = [
    [zero, 0, 0, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"],
    [zero, 1, 0, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"],
    [one, 1, 0, "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"],
    [ff, 2, 0, "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"],
    [zero, 0, 1, "ef3fdfd6c61578fbf5cf35bd3dd33b8009631634d21e42ac33960bd138e50d32111e4caf237ee53ca8ad6426194a88545ddc497a0b466e7d6bbdb0041b2f586b"],
  ];
  for (const [key, counter, nonce, block] of known) assert.equal(bytesOf(dice.block(key, counter, nonce)), block);
});

test("counter and nonce have 64 bits each", () => {
  const key = crypto.createHash("sha256").update("a key").digest();
  for (const [counter, nonce] of [[0, 2 ** 32], [2 ** 32, 7], [2 ** 32 + 5, 2 ** 52 + 2 ** 33 + 1], [2 ** 53 - 1, 3]]) {
    const iv = Buffer.alloc(16);
    iv.writeBigUInt64LE(BigInt(counter), 0);
    iv.writeBigUInt64LE(BigInt(nonce), 8);
    const theirs = crypto.createCipheriv("chacha20", key, iv).update(Buffer.alloc(64)).toString("hex");
    assert.equal(bytesOf(dice.block(key, counter, nonce)), theirs);
  }
});

// --- Ed25519 -----------------------------------------------------------------------------------------------------------

const verifies = (key, message, sig) => curve.signed(curve.prepare(key), message, curve.signatureBytes(sig));
const holds = (key, message, sig) => curve.signed(curve.prepare(hex(key)), message, sig);

test("the signatures of RFC 8032 hold, and with any bit changed they do not", () => {
  const known = [
    ["d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "", "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"],
    ["3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72", "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"],
    ["fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82", "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"],
    ["ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf", "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f", "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"],
  ];
  for (const [key, message, sig] of known) {
    assert.ok(holds(unhex(key), unhex(message), unhex(sig)));
    assert.ok(!holds(unhex(key), unhex(message + "00"), unhex(sig)));
  }
  const [key, message, sig] = known[2].map(unhex);
  const prepared = curve.prepare(hex(key));
  for (let bit = 0; bit < 512; bit++) {
    const other = sig.slice();
    other[bit >> 3] ^= 1 << (bit & 7);
    assert.ok(!curve.signed(prepared, message, other), `bit ${bit}`);
  }
});

// A curve of the test's own, slow and plain: affine points, inverses by Fermat.
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (x, m = P) => ((x % m) + m) % m;
function power(x, n) {
  let result = 1n;
  for (x = mod(x); n > 0n; n >>= 1n, x = (x * x) % P) if (n & 1n) result = (result * x) % P;
  return result;
}
const over = (x, y) => mod(x * power(y, P - 2n));
const D = over(-121665n, 121666n);
function plus([x1, y1], [x2, y2]) {
  const t = mod(D * mod(x1 * x2) * mod(y1 * y2));
  return [over(x1 * y2 + x2 * y1, 1n + t), over(y1 * y2 + x1 * x2, 1n - t)];
}
function times(n, point) {
  let result = [0n, 1n];
  for (; n > 0n; n >>= 1n, point = plus(point, point)) if (n & 1n) result = plus(result, point);
  return result;
}
const littleEndian = (n) => Uint8Array.from({ length: 32 }, (_, i) => Number((n >> BigInt(8 * i)) & 255n));
const encoded = ([x, y]) => littleEndian(y | ((x & 1n) << 255n));
const toNumber = (bytes) => BigInt("0x" + hex(Uint8Array.from(bytes).reverse()));
const BASE = [
  15112221349535400772501151409588531511454012693041857206046113283949847762202n,
  46316835694926478169428394003475163141307993866256225615783033603165251855960n,
];
/** The eight points of small order: the multiples of one that has order 8. */
const TORSION = (() => {
  const y = toNumber(unhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));
  const root = power(over(y * y - 1n, D * y * y + 1n), (P + 3n) / 8n);
  const x = [root, mod(root * power(2n, (P - 1n) / 4n))].find((x) => mod(x * x * (D * y * y + 1n)) === mod(y * y - 1n));
  return Array.from({ length: 8 }, (_, n) => times(BigInt(n), [x, y]));
})();
const challenge = (r, key, message) =>
  toNumber(crypto.createHash("sha512").update(r).update(key).update(message).digest()) % L;
const MESSAGE = ascii("adjutant/1 turn something\n");
/** The signature of scalar a and key A with nonce r, R being encoded as it is given. */
function forged(a, key, r, encodedR, message = MESSAGE) {
  return Buffer.concat([encodedR, littleEndian(mod(r + challenge(encodedR, key, message) * a, L))]);
}

test("the test's own curve signs as everybody does", () => {
  assert.deepEqual(times(8n, TORSION[1]), [0n, 1n]);
  assert.notDeepEqual(times(4n, TORSION[1]), [0n, 1n]);
  assert.equal(new Set(TORSION.map((point) => hex(encoded(point)))).size, 8);
  const key = encoded(times(77n, BASE));
  assert.ok(holds(key, MESSAGE, forged(77n, key, 5n, encoded(times(5n, BASE)))));
});

test("S is below L", () => {
  const key = encoded(times(77n, BASE));
  const sig = forged(77n, key, 5n, encoded(times(5n, BASE)));
  const more = Buffer.concat([sig.subarray(0, 32), littleEndian(toNumber(sig.subarray(32)) + L)]);
  assert.ok(holds(key, MESSAGE, sig));
  assert.ok(!holds(key, MESSAGE, more));
});

test("keys of small order sign nothing, though the equation holds", () => {
  const r = encoded(times(5n, BASE));
  for (const point of TORSION) {
    const key = encoded(point);
    for (let n = 0; n < 40; n++) assert.ok(!holds(key, ascii(`message ${n}`), forged(0n, key, 5n, r)));
    assert.equal(curve.prepare(hex(key)), null);
  }
});

test("an R of small order signs nothing, though the equation holds", () => {
  const key = encoded(times(77n, BASE));
  for (const point of TORSION) assert.ok(!holds(key, MESSAGE, forged(77n, key, 0n, encoded(point))));
});

test("what does not decode canonically is refused: keys and R at or above p, a sign on x = 0", () => {
  const key = encoded(times(77n, BASE));
  // p + 1 would be the neutral element, p a point of order 4, and so on; few of them are points at all.
  for (let y = 0n; y < 19n; y++) {
    for (const sign of [0n, 1n << 255n]) {
      const bytes = littleEndian((P + y) | sign);
      assert.equal(curve.prepare(hex(bytes)), null);
      assert.ok(!holds(key, MESSAGE, forged(77n, key, 0n, bytes)));
    }
  }
  for (const y of [1n, P - 1n]) assert.equal(curve.prepare(hex(littleEndian(y | (1n << 255n)))), null);
  // y = 2 is on no point of the curve.
  assert.equal(curve.prepare(hex(littleEndian(2n))), null);
});

test("the cofactor is not multiplied in", () => {
  const key = encoded(times(77n, BASE));
  for (const torsion of TORSION.slice(1)) {
    const r = encoded(plus(times(5n, BASE), torsion));
    assert.ok(!holds(key, MESSAGE, forged(77n, key, 5n, r)));
  }
  // A key with a part of small order signs where that part falls out of the equation, and only there.
  const mixed = encoded(plus(times(77n, BASE), TORSION[1]));
  const r = encoded(times(5n, BASE));
  const seen = new Set();
  for (let n = 0; n < 60; n++) {
    const message = ascii(`message ${n}`);
    const falls = challenge(r, mixed, message) % 8n === 0n;
    assert.equal(holds(mixed, message, forged(77n, mixed, 5n, r, message)), falls);
    seen.add(falls);
  }
  assert.equal(seen.size, 2);
});

test("base64 is canonical", () => {
  const bytes = Uint8Array.from({ length: 64 }, (_, i) => 255 - 3 * i);
  const sig = Buffer.from(bytes).toString("base64");
  assert.equal(sig.length, 88);
  assert.equal(hex(curve.signatureBytes(sig)), hex(bytes));
  assert.equal(hex(curve.signatureBytes(` ${sig.slice(0, 50)}\r\n\t${sig.slice(50)} `)), hex(bytes));
  const loose = sig.slice(0, 85) + String.fromCharCode(sig.charCodeAt(85) + 1) + "==";
  assert.deepEqual(Buffer.from(loose, "base64"), Buffer.from(bytes));
  const wrong = [loose, sig.slice(0, 86), sig.slice(0, 87), sig + "=", sig.slice(4), "AAAA" + sig, sig.replace("=", "A"), "", null, 3];
  for (const one of [...wrong, sig.replace(/^./, "-"), sig.replace(/^./, "\u00a0"), [sig]]) assert.equal(curve.signatureBytes(one), null);
});

// --- The vectors of the protocol -----------------------------------------------------------------------------------------

test("documents of the vectors: canonical form, digest, message, signature", () => {
  assert.ok(VECTORS.documents.length > 0);
  for (const one of VECTORS.documents) {
    assert.equal(canon.canonical(one.content), one.canonical);
    assert.equal(canon.digest(one.content), one.digest);
    assert.equal(canon.digest({ ...one.content, signatures: [] }), one.digest);
    assert.equal(`adjutant/1 ${one.content.kind} ${one.digest}\n`, one.message);
    assert.ok(verifies(one.public_key, one.message, one.sig));
  }
});

test("bad signatures of the vectors", () => {
  assert.ok(VECTORS.bad_signatures.length > 0);
  const { message } = VECTORS.documents[VECTORS.bad_signatures_document];
  for (const one of VECTORS.bad_signatures) assert.ok(!verifies(one.public_key, message, one.sig), one.why);
});

test("seed chains, dice and choices of the vectors", () => {
  for (const { root, length, anchor, reveals } of VECTORS.seed_chains) {
    let at = root;
    for (let k = length; k > 0; at = dice.link(at), k--) if (k in reveals) assert.equal(at, reveals[k]);
    assert.equal(at, anchor);
  }
  for (const { match, reveals, dice_key: expected, rolls, shuffles } of VECTORS.dice) {
    const key = dice.diceKey(match, reveals);
    assert.equal(hex(key), expected);
    for (const { n, count, sides, faces } of rolls) assert.deepEqual(dice.roll(key, n, count, sides), faces);
    for (const { n, cards, order } of shuffles) assert.deepEqual(dice.shuffle(key, n, cards), order);
  }
  for (const { match, salt, id, seat, choice, digest } of VECTORS.choices) {
    assert.equal(canon.choiceDigest(match, salt, id, seat, choice), digest);
  }
});

test("hidden secrets, keys and salts of the vectors", () => {
  const { match, seats, hidden_keys: keys, salts } = vectors("hidden.json");
  const secretOf = (seat) => seats.find((one) => one.seat === seat).secret;
  for (const { key, secret, hidden: digest } of seats) assert.equal(hidden.hiddenDigest(key, secret), digest);
  for (const { reveals, dice_key: diceKey, seat, hidden_key: expected } of keys) {
    const key = dice.diceKey(match, reveals);
    assert.equal(hex(key), diceKey);
    assert.equal(hex(hidden.hiddenKey(key, secretOf(seat), seat)), expected);
  }
  for (const { seat, step, refusal, id, choice, salt, digest } of salts) {
    assert.equal(hidden.saltOf(secretOf(seat), match, { step, refusal, id, seat }, choice), salt);
    assert.equal(canon.choiceDigest(match, salt, id, seat, choice), digest);
  }
  assert.ok(seats.length > 1 && keys.length > 2 && salts.length > 3);
});

test("piles of the vectors", () => {
  const cases = vectors("hidden.json").piles;
  assert.ok(cases.length > 7);
  for (const { case: what, hidden_keys: keys, piles: given, ops, expect } of cases) {
    const piles = new hidden.Piles(Object.entries(given));
    const gives = ops.map(({ op, key, d, piles: several, pile, count, card, to, at }) => {
      const next = key === undefined ? null : dice.numbers(unhex(keys[key]), d);
      const top = at === "top";
      if (op === "look") return piles.look(next, pile, count);
      if (op === "draw") return piles.draw(next, pile, count, to, top);
      if (op === "pick") return piles.pick(next, pile, count, to, top);
      if (op === "shuffle") piles.shuffle(several, to);
      else if (op === "move") piles.move(pile, count, to, top);
      else assert.ok(op === "play" && piles.play(card, pile, to, top), what);
      return null;
    });
    assert.deepEqual({ gives, sources: piles.sources, piles: Object.fromEntries(piles.piles) }, expect, what);
  }
});

test("values outside the profile have no canonical form", () => {
  let deep = 1;
  for (let i = 0; i < 63; i++) deep = [deep];
  assert.equal(canon.canonical(deep), "[".repeat(63) + 1 + "]".repeat(63));
  for (const value of [0.5, -0, 2 ** 53, NaN, Infinity, "\ud800", { "\udc00": 1 }, undefined, new Map(), [deep], 1n]) {
    assert.throws(() => canon.canonical(value));
  }
  assert.equal(canon.canonical({ "\ufb33": 1, "😀": 2, "\r": 3, 1: 4 }), '{"\\r":3,"1":4,"😀":2,"\ufb33":1}');
});

// --- Whole matches -----------------------------------------------------------------------------------------------------

function yamlReader() {
  try {
    return require("js-yaml");
  } catch (error) {
    throw new Error("this test reads the examples with js-yaml: npm install js-yaml, and set NODE_PATH to its node_modules");
  }
}

const LISTS = { state: "states", turn: "turns", refusal: "refusals", disclosure: "disclosures" };

/** The documents of an example, as a page carries them. */
function documentsOf(name) {
  const yaml = yamlReader();
  const folder = path.join(ROOT, "examples", name);
  const documents = { charter: null, states: [], turns: [], refusals: [], disclosures: [] };
  for (const part of [".", "states", "turns", "refusals", "disclosures"]) {
    const where = path.join(folder, part);
    if (!fs.existsSync(where)) continue;
    for (const file of fs.readdirSync(where).sort().filter((file) => file.endsWith(".yaml"))) {
      const document = yaml.load(fs.readFileSync(path.join(where, file), "utf8"));
      if (document.kind === "charter") documents.charter = document;
      else documents[LISTS[document.kind]].push(document);
    }
  }
  return documents;
}

/** What a page shows of a match. */
function viewOf(documents) {
  const refusals = new Map(documents.refusals.map((one) => [canon.digest(one), one.of]));
  const replaced = new Set(documents.states.map((one) => refusals.get(one.refusal)));
  const line = documents.states.filter((one) => !replaced.has(canon.digest(one))).sort((a, b) => a.step - b.step);
  const dice = (state) => state.rolls.filter((roll) => roll.faces);
  const rolls = (state) => dice(state).map(({ n, sides, faces, rule }) => ({ n, side: null, sides, faces: [...faces], rule }));
  const steps = line.map((state) => ({ n: state.step, digest: canon.digest(state), rolls: rolls(state) }));
  return { match: canon.digest(documents.charter), steps };
}

/** The match up to a step. */
function upTo(documents, step) {
  const cut = { charter: documents.charter };
  for (const list of Object.values(LISTS)) cut[list] = documents[list].filter((one) => one.step <= step);
  return cut;
}

const HEAD_TO_HEAD = "virginia-head-to-head";
const REFEREED = "virginia-refereed";
const loaded = new Map();
function example(name) {
  if (!loaded.has(name)) loaded.set(name, documentsOf(name));
  return clone(loaded.get(name));
}

/** An example up to a step after which everything has happened that there is to alter. */
const opening = (name) => upTo(example(name), 34);

const privateKeys = new Map();
/** Signs a document with the published key of a seat of an example. */
function sign(name, seat, document) {
  const label = `${name} ${seat}`;
  const phrase = ["adjutant examples: TEST KEY - USED NOWHERE ELSE", name, seat, "key"].join("\n");
  const seed = crypto.createHash("sha256").update(phrase).digest();
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  if (!privateKeys.has(label)) privateKeys.set(label, crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
  const message = ascii(`adjutant/1 ${document.kind} ${canon.digest(document)}\n`);
  const holder = loaded.get(name).charter.seats.find((entry) => entry.seat === seat);
  return { by: seat, key: holder.key, sig: crypto.sign(null, message, privateKeys.get(label)).toString("base64") };
}

/** Changes a match and signs anew whatever rests on the change, as somebody could who held every key. */
function signedAnew(name, match, change) {
  const documents = clone(match);
  const all = [...documents.states, ...documents.turns, ...documents.refusals];
  const before = new Map(all.map((one) => [canon.digest(one), one]));
  change(documents, all);
  const settled = new Map();
  const settle = (document) => {
    if (settled.has(document)) return settled.get(document);
    const now = (digest) => (before.has(digest) ? settle(before.get(digest)) : digest);
    for (const key of ["parent", "of", "refusal"]) if (key in document) document[key] = now(document[key]);
    if (document.turns) document.turns = document.turns.map(now);
    const digest = canon.digest(document);
    if (!before.has(digest)) document.signatures = [sign(name, document.responder || document.seat, document)];
    settled.set(document, digest);
    return digest;
  };
  for (const list of ["states", "turns", "refusals"]) documents[list].forEach(settle);
  return documents;
}

const told = ({ kind, step, seat }) => `${kind} ${step} ${seat}`;
const kindsOf = (answer) => [...new Set(answer.failures.map((one) => one.kind))];

/** Demands that an answer has these failures and no other; each is "kind step seat". */
function demand(answer, expected, what) {
  const list = answer.failures.map((one) => `${told(one)}: ${one.document}: ${one.message} [${one.rule}]`).join("\n");
  assert.equal(answer.ok, false, what);
  assert.deepEqual([...new Set(answer.failures.map(told))].sort(), [...expected].sort(), `${what}\n${list}`);
  for (const { kind, message, rule, document } of answer.failures) {
    assert.match(message, /^[A-Za-z].*\.$/, what);
    // A lie about a card is against the rule of the game under which it was told.
    if (kind !== "hands") assert.match(rule, /^protocol [1-9]$/, what);
    assert.ok(document, what);
  }
}

test("the examples prove themselves, and what was counted is right", async () => {
  for (const [name, wanted] of [[HEAD_TO_HEAD, { rulings: 0 }], [REFEREED, { rulings: 1 }]]) {
    const documents = example(name);
    const told = [];
    const answer = await proof.check(viewOf(documents), documents, (...news) => told.push(news));
    assert.deepEqual(answer.failures, []);
    assert.equal(answer.ok, true);
    const all = 1 + Object.values(LISTS).reduce((sum, list) => sum + documents[list].length, 0);
    assert.equal(answer.checks.digests, all);
    assert.equal(answer.checks.signatures, all - 1 + documents.charter.signatures.length);
    const rolls = viewOf(documents).steps.reduce((sum, step) => sum + step.rolls.length, 0);
    assert.equal(answer.checks.rolls, rolls);
    assert.ok(rolls > 50 && answer.checks.reveals > 140 && answer.checks.links > 1000);
    assert.equal(answer.left.filter((one) => one.includes("ruling")).length, wanted.rulings);
    assert.ok(answer.left.some((one) => one.includes("adjutant verify")));
    assert.ok(told.length > 0 && told.every(([done, total, what]) => done < total && typeof what === "string"));
  }
});

test("control goes back to the page while a match is checked", async () => {
  const documents = example(HEAD_TO_HEAD);
  const view = viewOf(documents);
  // Node delivers a whole row of messages before anything else, a browser does not: here timers show it.
  const { MessageChannel } = globalThis;
  let rounds = 0;
  let running = true;
  const tick = () => {
    rounds++;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  try {
    globalThis.MessageChannel = undefined;
    await proof.check(view, documents, () => { throw new Error("the page's own fault"); });
  } finally {
    running = false;
    globalThis.MessageChannel = MessageChannel;
  }
  assert.ok(rounds >= 5, `${rounds} rounds`);
  let told = 0;
  await proof.check(view, documents, () => told++);
  assert.ok(told >= 5, `told ${told} times`);
});

test("documents may lie in any order, and copies do no harm", async () => {
  const documents = example(REFEREED);
  const view = viewOf(documents);
  for (const list of Object.values(LISTS)) documents[list].reverse();
  documents.turns.push(clone(documents.turns[3]));
  documents.states.push(clone(documents.states[5]));
  assert.deepEqual((await proof.check(view, documents)).failures, []);
});

// Where things stand in the examples: found, not assumed.
const withRolls = (documents) => documents.states.find((one) => one.rolls.length > 1 && one.rolls[0].faces.length > 0);
const atStep = (list, step) => list.find((one) => one.step === step);

test("what is altered and not signed again fails where it stands", async () => {
  const cases = {
    "a face of a die": [(d) => { const s = withRolls(d); s.rolls[1].faces[0] = (s.rolls[1].faces[0] % 6) + 1; return s; }, ["roll", "page"]],
    "a face of a die that there is not": [(d) => { const s = withRolls(d); s.rolls[0].faces[0] = 7; return s; }, ["roll", "page"]],
    "a byte of a signature": [(d) => { const s = d.states[20]; const [g] = s.signatures; g.sig = (g.sig[0] === "A" ? "B" : "A") + g.sig.slice(1); return s; }, []],
    "a signature of another state": [(d) => { const s = d.states[20]; s.signatures = clone(d.states[22].signatures); return s; }, []],
    "a signature too many": [(d) => { const s = d.states[20]; s.signatures.push(clone(s.signatures[0])); return s; }, []],
    "no signature": [(d) => { const s = d.states[20]; s.signatures = []; return s; }, []],
    "the reveal of a state": [(d) => { const s = withRolls(d); s.reveal = s.reveal.replace(/^./, (c) => (c === "0" ? "1" : "0")); return s; }, ["reveal", "roll", "page"]],
    "a parent": [(d) => { const s = atStep(d.states, 20); s.parent = canon.digest(atStep(d.states, 18)); return s; }, ["chain", "page"]],
    "an event": [(d) => { const s = d.states.find((one) => one.events.length > 2 && one.step > 10); s.events.pop(); return s; }, ["page"]],
    "the position": [(d) => { const s = atStep(d.states, 30); s.position.game.turn += 1; return s; }, ["page"]],
    "a turn's order": [(d) => { const t = d.turns.find((one) => one.orders && one.step > 20); t.orders.pop(); return t; }, []],
    "a comment": [(d) => { const t = atStep(d.turns, 30); t.comment = "never said"; return t; }, []],
    "a refusal's reason": [(d) => { const r = d.refusals[0]; r.reasons[0].message += "!"; return r; }, ["chain"]],
    "a field that there is not": [(d) => { const s = atStep(d.states, 15); s.colour = "blue"; return s; }, ["page"]],
    "a field that is missing": [(d) => { const s = atStep(d.states, 15); delete s.events; return s; }, ["page"]],
    "a number that is none": [(d) => { const s = atStep(d.states, 15); s.position.game.turn = 1.5; return s; }, ["page"]],
  };
  for (const name of [HEAD_TO_HEAD, REFEREED]) {
    const view = viewOf(opening(name));
    for (const [what, [change, others]] of Object.entries(cases)) {
      const documents = opening(name);
      const altered = change(documents);
      const answer = await proof.check(view, documents);
      assert.equal(answer.ok, false, what);
      const [first] = answer.failures.filter((one) => one.kind === "signature");
      assert.equal(first && first.step, altered.step, `${name}: ${what}`);
      const beside = kindsOf(answer).filter((kind) => kind !== "signature");
      assert.ok(beside.every((kind) => others.includes(kind)), `${name}: ${what}: ${JSON.stringify(answer.failures)}`);
      for (const one of answer.failures) assert.ok(Math.abs(one.step - altered.step) <= 1 || what.includes("field") || one.kind === "page", JSON.stringify(one));
    }
  }
});

test("steps exchanged", async () => {
  const documents = opening(HEAD_TO_HEAD);
  const [a, b] = [atStep(documents.states, 20), atStep(documents.states, 21)];
  [a.step, b.step] = [b.step, a.step];
  const answer = await proof.check(viewOf(opening(HEAD_TO_HEAD)), documents);
  const steps = new Set(answer.failures.filter((one) => one.kind === "signature").map((one) => one.step));
  assert.deepEqual([...steps].sort(), [20, 21]);
  assert.ok(kindsOf(answer).includes("chain"));
});

test("the charter altered", async () => {
  for (const [change, rule] of [
    [(c) => { c.title += "!"; }, "protocol 2"],
    [(c) => { c.seats[0].key = c.seats[1].key; }, "protocol 2"],
    [(c) => { c.signatures.pop(); }, "protocol 2"],
    [(c) => { c.seats.pop(); }, "protocol 2"],
    [(c) => { c.seats[0].seed.anchor = c.seats[1].seed.anchor; }, "protocol 2"],
    [(c) => { c.trust = "by word"; }, "protocol 1"],
  ]) {
    for (const name of [HEAD_TO_HEAD, REFEREED]) {
      const documents = opening(name);
      change(documents.charter);
      const answer = await proof.check(viewOf(opening(name)), documents);
      const [first] = answer.failures;
      assert.equal(`${first.kind} ${first.step} ${first.document}`, "signature 0 charter");
      assert.ok(answer.failures.some((one) => one.document === "charter" && one.rule === rule));
      assert.ok(answer.failures.length <= 20);
    }
  }
});

// Who holds every key can sign a forgery and all that follows; then the dice, the secrets and the chain tell it.
const other = (digits) => digits.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
const RESIGNED = {
  [HEAD_TO_HEAD]: {
    "a face of a die": (d) => {
      const state = withRolls(d);
      state.rolls[1].faces[0] = (state.rolls[1].faces[0] % 6) + 1;
      return [`roll ${state.step} ${state.responder}`];
    },
    "a die more": (d) => {
      const state = withRolls(d);
      state.rolls[0].faces.push(7);
      return [`roll ${state.step} ${state.responder}`];
    },
    "dice of another size": (d) => {
      const state = withRolls(d);
      // Dice of 8 sides may happen to show the same faces.
      state.rolls[0].sides = 20;
      return [`roll ${state.step} ${state.responder}`];
    },
    "dice of no size": (d) => {
      const state = withRolls(d);
      state.rolls[0].sides = 0;
      return [`roll ${state.step} ${state.responder}`];
    },
    "a roll left out": (d) => {
      const state = withRolls(d);
      state.rolls.shift();
      return [`roll ${state.step} ${state.responder}`];
    },
    "a shuffle that was none": (d) => {
      const state = withRolls(d);
      state.rolls.push({ n: state.rolls.length, purpose: "draw", rule: "1", cards: 4, order: [3, 2, 1, 0].slice(0, 3) });
      return [`roll ${state.step} ${state.responder}`];
    },
    "the reveal of a state": (d) => {
      const state = d.states.find((one) => one.step > 20 && one.rolls.length === 0);
      state.reveal = other(state.reveal);
      return [`reveal ${state.step} ${state.responder}`];
    },
    "the reveal of a turn": (d) => {
      const turn = atStep(d.turns, d.states.find((one) => one.step > 20 && one.rolls.length === 0).step);
      turn.reveal = other(turn.reveal);
      return [`reveal ${turn.step} ${turn.seat}`];
    },
    "a reveal and the dice of that state": (d) => {
      const state = withRolls(d);
      state.reveal = other(state.reveal);
      return [`reveal ${state.step} ${state.responder}`, `roll ${state.step} ${state.responder}`];
    },
    "a reveal given twice": (d) => {
      const turn = d.turns.find((one) => one.step > 20 && atStep(d.states, one.step).rolls.length === 0);
      turn.reveal = d.turns.filter((one) => one.seat === turn.seat && one.step < turn.step).pop().reveal;
      return [`reveal ${turn.step} ${turn.seat}`];
    },
    "a parent of the state before": (d) => {
      const state = atStep(d.states, 20);
      state.parent = atStep(d.states, 19).parent;
      const { seat } = atStep(d.turns, 20);
      return [`chain 20 ${state.responder}`, `chain 20 ${seat}`];
    },
    "a parent that is nowhere": (d) => {
      atStep(d.turns, 20).parent = "ab".repeat(32);
      return [`chain 20 ${atStep(d.turns, 20).seat}`];
    },
    "the step of a turn": (d) => {
      const turn = atStep(d.turns, 20);
      turn.step = 22;
      return [`chain 22 ${turn.seat}`];
    },
    "who responds": (d) => {
      // Without rolls: those would have another key.
      const state = d.states.find((one) => one.step > 15 && one.rolls.length === 0 && one.turns.length === 1);
      const [{ step, responder }, { seat }] = [state, atStep(d.turns, state.step)];
      state.responder = seat;
      return [`chain ${step} ${seat}`, `reveal ${step} ${seat}`, `reveal ${step + 1} ${responder}`];
    },
    "a turn dropped": (d) => {
      const state = d.states.find((one) => one.step > 20 && one.rolls.length > 0);
      d.turns = d.turns.filter((one) => one.step !== state.step);
      return [`chain ${state.step} ${state.responder}`];
    },
    "a state dropped": (d) => {
      d.states = d.states.filter((one) => one.step !== 20);
      return ["chain 20 null"];
    },
    "the first state dropped": (d) => {
      d.states = d.states.filter((one) => one.step > 0);
      return ["chain 0 null"];
    },
    "a second turn for one step": (d) => {
      const turn = clone(atStep(d.turns, 20));
      turn.comment = "On second thoughts";
      d.turns.push(turn);
      return [`chain 20 ${turn.seat}`];
    },
    "a second state for one step": (d) => {
      const state = clone(d.states[d.states.length - 1]);
      state.issued = "2031-01-01T00:00:00Z";
      d.states.push(state);
      return [`chain ${state.step} ${state.responder}`];
    },
    "a turn of a seat that is not awaited": (d) => {
      const before = atStep(d.states, 24);
      const awaited = before.awaiting[0];
      awaited.seat = awaited.seat === "union" ? "confederate" : "union";
      return [`chain 25 ${atStep(d.states, 25).responder}`];
    },
    "an empty turn that is not empty": (d) => {
      atStep(d.turns, 1).orders = [];
      return [`chain 1 ${atStep(d.turns, 1).seat}`];
    },
    "a ruling where nobody may rule": (d) => {
      const state = d.states.find((one) => one.step > 12 && one.rolls.length > 0 && one.turns.length === 1);
      state.ruling = { reason: "I say so", outcome: "won" };
      const [at, mover] = [state.step, state.responder === "union" ? "confederate" : "union"];
      return [`chain ${at} union`, `chain ${at} confederate`, `roll ${at} ${state.responder}`, `reveal ${at + 1} ${mover}`];
    },
    "a replaced state's reveal": (d) => {
      const replaced = d.states.filter((one) => one.step === 9).find((one) => !one.refusal);
      replaced.reveal = other(replaced.reveal);
      return ["reveal 9 " + replaced.responder];
    },
    "a replacement that names no refusal": (d) => {
      const state = d.states.find((one) => one.refusal);
      delete state.refusal;
      return [`chain ${state.step} ${state.responder}`];
    },
    "the refusal dropped": (d) => {
      const refused = d.states.find((one) => one.refusal);
      d.refusals = d.refusals.filter((one) => canon.digest(one) !== refused.refusal);
      return [`chain ${refused.step} ${refused.responder}`];
    },
    "a refusal by the wrong seat": (d) => {
      const of = new Set(d.turns.map((one) => canon.digest(one)));
      const refusal = d.refusals.find((one) => of.has(one.of));
      refusal.seat = refusal.seat === "union" ? "confederate" : "union";
      return [`chain ${refusal.step} ${refusal.seat}`];
    },
    "a choice that was not the one committed to": (d) => {
      const turn = d.turns.find((one) => (one.open || []).some((open) => open.salt));
      const open = turn.open.find((one) => one.salt);
      open.salt = other(open.salt);
      return [`chain ${turn.step} ${turn.seat}`];
    },
    "an opening that is due and not made": (d) => {
      const turn = d.turns.find((one) => (one.open || []).some((open) => open.salt));
      turn.open.pop();
      return [`chain ${turn.step} ${turn.seat}`];
    },
    "a commitment made twice": (d) => {
      const turn = d.turns.find((one) => one.commit);
      turn.commit.push(clone(turn.commit[0]));
      return [`chain ${turn.step} ${turn.seat}`];
    },
  },
  [REFEREED]: {
    "turns in another order": (d) => {
      const state = d.states.find((one) => one.turns.length === 2);
      state.turns.reverse();
      return [`chain ${state.step} adjudicator`];
    },
    "one turn of two left out": (d) => {
      const state = d.states.find((one) => one.turns.length === 2 && one.step > 0);
      const left = state.turns.pop();
      const { seat } = d.turns.find((one) => canon.digest(one) === left);
      return [`chain ${state.step} adjudicator`, `chain ${state.step} ${seat}`, `reveal ${d.turns.find((one) => one.seat === seat && one.step > state.step && d.states.some((s) => s.turns.includes(canon.digest(one)))).step} ${seat}`];
    },
    "one turn twice": (d) => {
      const state = d.states.find((one) => one.turns.length === 2);
      state.turns[1] = state.turns[0];
      return ["chain 1 adjudicator", "chain 1 confederate", "reveal 1 union", "reveal 2 confederate"];
    },
    "the position of a take-back": (d) => {
      const state = d.states.find((one) => one.ruling && one.ruling.take_back);
      state.position.game.turn += 1;
      return [`chain ${state.step} adjudicator`];
    },
    "what a take-back awaits": (d) => {
      const state = d.states.find((one) => one.ruling && one.ruling.take_back);
      state.ruling.take_back.to_step -= 1;
      return [`chain ${state.step} adjudicator`];
    },
    "a ruling that rolls": (d) => {
      const state = d.states.find((one) => one.ruling);
      state.rolls = clone(withRolls(d).rolls.slice(0, 1));
      return [`chain ${state.step} adjudicator`, `roll ${state.step} adjudicator`];
    },
    "a ruling that reveals": (d) => {
      const state = d.states.find((one) => one.ruling);
      state.reveal = "ab".repeat(32);
      return [`chain ${state.step} adjudicator`, `reveal ${state.step} adjudicator`];
    },
    "a player who responds": (d) => {
      const own = (one) => one.turns.length === 1 && d.turns.some((turn) => turn.seat === "union" && canon.digest(turn) === one.turns[0]);
      const state = d.states.find((one) => one.step > 9 && one.rolls.length > 0 && !one.ruling && own(one));
      state.responder = "union";
      const at = state.step;
      return [`chain ${at} union`, `reveal ${at} union`, `roll ${at} union`, `reveal ${at + 1} adjudicator`];
    },
    "a refused turn's reveal that does not recur": (d) => {
      const refusal = d.refusals.find((one) => one.seat === "adjudicator");
      const turn = d.turns.find((one) => canon.digest(one) === refusal.of);
      turn.reveal = other(turn.reveal);
      return [`reveal ${turn.step} ${turn.seat}`];
    },
    "a replacement of a turn that names no refusal": (d) => {
      const turn = d.turns.find((one) => one.refusal);
      delete turn.refusal;
      return [`chain ${turn.step} ${turn.seat}`];
    },
    "a refused turn that is resolved": (d) => {
      const refusal = d.refusals.find((one) => one.seat === "adjudicator");
      const state = atStep(d.states, refusal.step);
      state.turns = [refusal.of];
      const { seat } = d.turns.find((one) => canon.digest(one) === refusal.of);
      return [`chain ${state.step} adjudicator`, `chain ${state.step} ${seat}`];
    },
  },
};

for (const [name, cases] of Object.entries(RESIGNED)) {
  test(`${name}: what is forged and signed again`, async () => {
    const match = opening(name);
    const view = viewOf(match);
    for (const [what, change] of Object.entries(cases)) {
      let expected;
      const documents = signedAnew(name, match, (copy) => {
        expected = change(copy);
      });
      const answer = await proof.check(view, documents);
      // That the page shows the match as it was, and not this one, is another matter.
      demand({ ...answer, failures: answer.failures.filter((one) => one.kind !== "page") }, expected, `${name}: ${what}`);
    }
  });
}

test("what the page says is compared with the documents", async () => {
  const documents = opening(HEAD_TO_HEAD);
  const n = withRolls(documents).step;
  const cases = {
    "a digest": [(view) => { view.steps[n].digest = view.steps[n - 1].digest; }, n],
    "a face": [(view) => { view.steps[n].rolls[0].faces[0] += 1; }, n],
    "a size": [(view) => { view.steps[n].rolls[0].sides += 2; }, n],
    "a rule": [(view) => { view.steps[n].rolls[0].rule = "99"; }, n],
    "a roll more": [(view) => { view.steps[n].rolls.push(clone(view.steps[n].rolls[0])); }, n],
    "a roll less": [(view) => { view.steps[n].rolls.pop(); }, n],
    "no rolls": [(view) => { delete view.steps[n].rolls; }, n],
    "a step less": [(view) => { view.steps.pop(); }, 34],
    "a step more": [(view) => { view.steps.push({ ...clone(view.steps[34]), n: 35 }); }, 35],
    "steps exchanged": [(view) => { [view.steps[5], view.steps[6]] = [view.steps[6], view.steps[5]]; }, null],
    "another match": [(view) => { view.match = other(view.match); }, null],
    "no steps": [(view) => { view.steps = null; }, null],
    "a title": [(view) => { view.title = "Another match"; }, null, true],
    "an end": [(view) => { view.outcome = "a victory"; }, null, true],
    "a match that does not verify": [(view) => { view.doubt = "states/0007.yaml"; }, null, true],
    "a table of dice": [(view) => { view.steps[n].html = view.steps[n].html.replace(/class="die">\d/, 'class="die">9'); }, n, true],
    "a table of dice without a row": [(view) => { view.steps[n].html = "<p>Nothing was thrown.</p>"; }, n, true],
    "faces counted": [(view) => { view.dice[0].counts[0] += 1; }, null, true],
  };
  // What the program writes beside steps, digests and rolls.
  const whole = () => {
    const view = viewOf(documents);
    view.title = documents.charter.title;
    view.outcome = null;
    for (const step of view.steps) {
      for (const roll of step.rolls) roll.side = "union";
      const row = (roll) => `<tr id="roll-${roll.n}"><td>${roll.n}</td><td>${roll.faces.map((face) => `<span class="die">${face}</span>`).join(" ")}</td></tr>`;
      step.html = `<table>${step.rolls.map(row).join("\n")}</table>`;
    }
    const faces = view.steps.flatMap((step) => step.rolls).filter((roll) => roll.sides === 6).flatMap((roll) => roll.faces);
    view.dice = [{ side: "union", sides: 6, counts: [1, 2, 3, 4, 5, 6].map((face) => faces.filter((one) => one === face).length) }];
    return view;
  };
  const sound = await proof.check(whole(), documents);
  assert.equal(sound.ok, true, JSON.stringify(sound.failures));
  assert.ok(sound.left.some((said) => said.includes("end at step 34")), "a match that is cut is said to be");
  for (const [what, [change, step, all]] of Object.entries(cases)) {
    const view = all ? whole() : viewOf(documents);
    change(view);
    demand(await proof.check(view, documents), [`page ${step} null`], what);
  }
  const view = viewOf(documents);
  view.steps[n].rolls[0].side = "confederate";
  assert.equal((await proof.check(view, documents)).ok, true, "a side is the game's word");
});

// --- Hands ---------------------------------------------------------------------------------------------------------------

const sha = (...parts) => parts.reduce((made, part) => made.update(part), crypto.createHash("sha256")).digest("hex");
const CARDS = { north: ["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"], south: ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"] };
const DECKS = { north: { set: CARDS.north }, south: { set: CARDS.south } };

/** Seats that sign, reveal, and have secrets; the adjudicator has no side. */
function seated(names, open = false) {
  const LENGTH = 1024;
  const seats = names.map((seat) => {
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(sha("duel", seat), "hex")]);
    const privateKey = crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    const key = crypto.createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
    const reveals = [sha("duel seed", seat)];
    while (reveals.length <= LENGTH) reveals.push(dice.link(reveals[reveals.length - 1]));
    return { seat, privateKey, key, reveals, secret: open ? hidden.NO_SECRET : sha("duel secret", seat) };
  });
  const of = (seat) => seats.find((one) => one.seat === seat);
  const signed = (document, by) => {
    const message = ascii(`adjutant/1 ${document.kind} ${canon.digest(document)}\n`);
    const sign = ({ seat, key, privateKey }) => ({ by: seat, key, sig: crypto.sign(null, message, privateKey).toString("base64") });
    return { ...document, signatures: by.map(of).map(sign) };
  };
  const entry = ({ seat, key, reveals, secret }) => ({
    seat, name: seat, key, seed: { anchor: reveals[LENGTH], length: LENGTH },
    ...(seat === "adjudicator" ? {} : { side: seat }), ...(seat === "adjudicator" || open ? {} : { hidden: hidden.hiddenDigest(key, secret) }),
  });
  const charter = (trust) => signed({
    ...head("charter"), title: "A duel", date: "today", ruleset: { id: "toy_cards", revision: 1 }, packs: [], scenario: "duel",
    options: {}, trust, pace: { days: 2 }, seats: seats.map(entry),
  }, names);
  return { seats, of, signed, charter, latest: Object.fromEntries(seats.map(({ seat, reveals }) => [seat, reveals[LENGTH]])) };
}
const head = (kind) => ({ adjutant: 1, kind });
const issued = "2026-11-26T00:00:00Z";

/**
 * A duel of cards. North lays one and answers in advance, south shows one, north's first is turned up; a step is taken back;
 * north lays again, throws one away unseen, and names a random one. `tamper` changes what is said before it is signed:
 * `exchanged`: before any card is drawn, the seats exchange the sides north and south, of which the events speak.
 * `card`, what a seat says of a card; `salt`; `draws`, `opened` and `choices`, the lists; `disclose`, who discloses; `outcome`.
 */
function duel({ open = false, exchanged = false, card = (what, is) => is, salt = (id, is) => is, draws = (step, is) => is, opened = (step, is) => is, choices = (seat, is) => is, disclose = ["north", "south"], outcome = { winner: "north" } } = {}) {
  const { seats, of, signed, charter: agreed, latest } = seated(["north", "south"], open);
  const charter = agreed("head-to-head");
  const match = canon.digest(charter);
  const documents = { charter, states: [], turns: [], refusals: [], disclosures: [], decks: clone(DECKS) };
  const reveal = (seat) => (latest[seat] = of(seat).reveals[of(seat).reveals.indexOf(latest[seat]) - 1]);
  const other = (seat) => (seat === "north" ? "south" : "north");
  /** The seat that acts for a side. */
  const by = (side) => (exchanged ? other(side) : side);
  const commitments = [];
  let own = Object.fromEntries(seats.map(({ seat }) => [seat, new hidden.Piles(Object.entries(DECKS[seat]))]));
  const past = [];
  const copied = (all) => Object.fromEntries(Object.entries(all).map(([seat, piles]) => [seat, piles.copy()]));

  const issue = (responder, fields) => {
    const step = documents.states.length;
    const state = {
      ...head("state"), match, step, parent: step ? canon.digest(documents.states[step - 1]) : match, turns: [], responder, reveal: null,
      rolls: [], events: [], outcome: null, issued, ...fields,
      // Answers in advance end with a take-back.
      position: {
        ...(fields.position === undefined ? { step, north: { piles: {}, advance: { parry: step } } } : { step: fields.position, north: { piles: {} } }),
        ...(exchanged && step > 0 ? { sides: { settled: { exchanged: true } } } : {}),
      },
    };
    documents.states.push(signed(state, [responder]));
    past.push(copied(own));
  };
  const choose = (side, step, id, choice) => {
    const seat = by(side);
    const made = salt(id, hidden.saltOf(of(seat).secret, match, { step, id, seat }, choice));
    const one = { seat, step, id, salt: made, choice, digest: canon.choiceDigest(match, made, id, seat, choice), open: false };
    commitments.push(one);
    return one;
  };
  const openIt = (id) => {
    const one = commitments.filter((other) => other.id === id).pop();
    one.open = true;
    return { id, salt: one.salt, choice: one.choice };
  };
  /** A step: what a seat does, and what comes of it; `happens` gets what does things with cards, and tells events. */
  const play = (mover, acts, happens = () => {}, { awaiting = [{ seat: other(by(mover)), orders: {} }], ...rest } = {}) => {
    const step = documents.states.length;
    // The first turn is its seat's, whatever side it comes to play.
    const seat = step === 1 ? mover : by(mover);
    const turn = { ...head("turn"), match, step, parent: canon.digest(documents.states[step - 1]), seat, reveal: reveal(seat), ...acts };
    documents.turns.push(signed(turn, [seat]));
    const responder = other(seat);
    const shown = reveal(responder);
    const key = dice.diceKey(match, seats.map((one) => latest[one.seat]));
    const events = [];
    const drawn = [];
    const tell = (event, side, fields) => events.push({ event, rule: "C1", side, ...fields });
    const next = (side, pile, count) => {
      const seat = by(side);
      const d = drawn.filter((one) => one.seat === seat).length;
      drawn.push({ seat, d, pile, count, purpose: "a draw", rule: "C1" });
      return dice.numbers(hidden.hiddenKey(key, of(seat).secret, seat), d);
    };
    const todo = {
      tell,
      shuffle: (side, piles, to) => { own[side].shuffle(piles, to); tell("shuffled", side, { piles, to }); },
      deal: (side, pile, count, to) => { own[side].move(pile, count, to); tell("dealt", side, { pile, count, to }); },
      draw: (side, pile, count, to) => { own[side].draw(next(side, pile, count), pile, count, to); tell("drawn", side, { pile, count, to }); },
      look: (side, pile, count) => { own[side].look(next(side, pile, count), pile, count); tell("looked", side, { pile, count }); },
      pick: (side, pile, count, to) => { own[side].pick(next(side, pile, count), pile, count, to); tell("picked", side, { pile, count, to }); },
      play: (side, is, pile) => { own[side].play(is, pile, "table"); tell("played", side, { card: card("played", is, own[side]), pile }); },
      lay: (side, id, pile) => {
        own[side].play(commitments.filter((one) => one.id === id).pop().choice, pile, `under ${id}`);
        tell("laid", side, { id, pile });
      },
      leave: (side, fields, to) => {
        const [from, is] = fields.card === undefined ? [`under ${fields.id}`, own[side].of(`under ${fields.id}`)[0]] : ["table", fields.card];
        own[side].play(is, from, to);
        tell("left", side, { ...fields, to });
      },
      turnUp: (side, id, choice) => { own[side].play(choice, `under ${id}`, "table"); tell("turned_up", side, { id, choice }); },
    };
    happens(todo);
    const list = draws(step, drawn);
    const shut = opened(step, rest.opened);
    delete rest.opened;
    issue(responder, {
      turns: [canon.digest(turn)], reveal: shown, events, awaiting, ...rest, ...(list.length ? { draws: list } : {}), ...(shut ? { opened: shut } : {}),
    });
  };
  const committed = (...list) => list.map(({ id, digest }) => ({ id, digest })).sort((a, b) => (a.id < b.id ? -1 : 1));

  issue("north", { awaiting: [{ seat: "north", empty: true }] });
  play("north", {}, ({ shuffle, deal, draw, tell }) => {
    if (exchanged) tell("exchanged", "north", {});
    for (const side of ["north", "south"]) {
      shuffle(side, ["set"], "set");
      deal(side, "set", 1, "aside");
      deal(side, "set", 7, "deck");
      draw(side, "deck", 3, "hand");
    }
    tell("begun", "north", {});
  }, { awaiting: [{ seat: by("south"), orders: {} }] });
  // South shows a card, which leaves the table.
  const shown = own.south.of("hand")[1];
  play("south", { orders: [{ play: shown }] }, ({ play: show, leave, draw }) => {
    show("south", shown, "hand");
    leave("south", { card: card("left", shown) }, "lost");
    draw("south", "deck", 1, "hand");
  });
  const [first] = own.north.of("hand");
  const lays = [choose("north", 3, "card-1", card("laid", first, own.north)), choose("north", 3, "parry-3", "pass")];
  play("north", { orders: [{ lay: "card-1" }], commit: committed(...lays) }, ({ lay, draw, look }) => {
    lay("north", "card-1", "hand");
    draw("north", "deck", 2, "hand");
    look("south", "deck", 2);
  });
  // North's card is turned up by north, who responds.
  const up = openIt("card-1");
  play("south", { orders: [{ attack: "card-1" }] }, ({ turnUp, leave }) => {
    turnUp("north", "card-1", card("turned up", up.choice));
    leave("north", { card: up.choice, id: "card-1" }, "lost");
  }, { opened: [{ seat: by("north"), ...up, choice: card("opened", up.choice) }] });
  // What is done now is taken back.
  const [second, third] = own.north.of("hand");
  play("north", { orders: [{ shed: "card-2" }], commit: committed(choose("north", 5, "card-2", second)) }, ({ lay, leave, draw }) => {
    lay("north", "card-2", "hand");
    leave("north", { id: "card-2" }, "pit");
    draw("north", "deck", 1, "hand");
  });
  play("south", { take_back: { to_step: 4 } }, undefined, { awaiting: [{ seat: by("north"), take_back: { to_step: 4 } }] });
  own = copied(past[4]);
  play("north", { take_back: { to_step: 4 } }, undefined, { position: 4, awaiting: documents.states[4].awaiting });
  play("north", { orders: [{ shed: "card-2" }], commit: committed(choose("north", 8, "card-2", third)) }, ({ lay, leave, draw, pick, shuffle }) => {
    lay("north", "card-2", "hand");
    leave("north", { id: "card-2" }, "pit");
    draw("north", "deck", 1, "hand");
    pick("north", "hand", 1, "shown");
    shuffle("south", ["lost", "deck"], "deck");
  }, { awaiting: [{ seat: by("north"), answer: { id: "name-1", rule: "C6", question: {}, options: [] } }] });
  const [named] = own.north.of("shown");
  play("north", { answers: [{ id: "name-1", answer: { show: { card: named } } }] }, ({ play: show, tell }) => {
    show("north", named, "shown");
    tell("claimed", "north", { claim: { none_of: 3 } });
  }, { awaiting: [], outcome });
  const last = documents.states[documents.states.length - 1];
  for (const seat of open ? [] : disclose) {
    const shut = commitments.filter((one) => one.seat === seat && !one.open).map(({ step, id, choice }) => ({ step, id, choice }));
    const disclosure = { ...head("disclosure"), match, seat, state: canon.digest(last), secret: of(seat).secret, choices: choices(seat, shut), issued };
    documents.disclosures.push(signed(disclosure, [seat]));
  }
  return { documents, own, past, first, second, third, shown, signed };
}

test("hands that are true are proven", async () => {
  for (const [open, exchanged] of [[false, false], [true, false], [false, true], [true, true]]) {
    const { documents, past, first, second, third, shown } = duel({ open, exchanged });
    const answer = await proof.check(viewOf(documents), documents);
    assert.deepEqual(answer.failures, []);
    assert.deepEqual(answer.owed, []);
    assert.equal(answer.checks.cards, 26);
    assert.ok(answer.left.some((said) => said.includes("claims")) && answer.left.some((said) => said.includes("decks")));
    for (const { step } of documents.states) {
      const hands = answer.hands(step);
      for (const side of ["north", "south"]) {
        const known = Object.fromEntries([...past[step][side].piles].filter(([name]) => !name.startsWith("under")));
        const seen = Object.fromEntries(Object.entries(known).map(([name, items]) => [name, items.map((item) => (typeof item === "string" ? item : null))]));
        assert.deepEqual(hands[side].piles, seen, `step ${step}`);
      }
    }
    assert.deepEqual(answer.hands(3).north.laid, { "card-1": first });
    assert.deepEqual(answer.hands(5).north.piles.pit, [second]);
    assert.equal(answer.hands(7).north.piles.pit, undefined, "it was taken back");
    assert.deepEqual(answer.hands(9).north.piles.pit, [third]);
    const table = answer.table(3);
    assert.deepEqual(table.north, { piles: { set: [], aside: [null], deck: [null, null], hand: [null, null, null, null] }, laid: { "card-1": null } });
    assert.deepEqual(table.south.piles.lost, [shown]);
    assert.deepEqual(answer.table(4).north.piles.lost, [first]);
    assert.deepEqual(answer.hands(99), { north: null, south: null });
  }
});

test("after an exchange of sides each hand is its player's", async () => {
  const { documents } = duel({ exchanged: true, disclose: ["south"] });
  const answer = await proof.check(viewOf(documents), documents);
  assert.deepEqual([answer.failures, answer.owed], [[], ["north"]]);
  assert.equal(answer.hands(3).south, null, "north's seat has the cards of the south, and has not disclosed them");
  assert.equal(answer.hands(3).north.piles.hand.length, 4);
});

test("a hand that is not disclosed is told, and not shown", async () => {
  const { documents } = duel({ disclose: ["south"] });
  const answer = await proof.check(viewOf(documents), documents);
  assert.deepEqual(answer.failures, []);
  assert.deepEqual(answer.owed, ["north"]);
  assert.ok(answer.left.some((said) => said.startsWith("north owes a disclosure")), answer.left.join("\n"));
  assert.equal(answer.hands(3).north, null);
  assert.equal(answer.hands(3).south.piles.hand.length, 3);
  assert.equal(answer.table(3).north.piles.hand.length, 4);
  // While the match goes on nobody owes anything, and without decks nothing is known.
  const begun = upTo(documents, 4);
  const early = await proof.check(viewOf(begun), { ...begun, decks: DECKS });
  assert.deepEqual([early.failures, early.owed], [[], []]);
  assert.ok(early.left.includes("The hand of north is hidden until the match is over."));
  const bare = await proof.check(viewOf(documents), { ...documents, decks: undefined });
  assert.deepEqual([bare.failures, bare.hands, bare.table], [[], null, null]);
  assert.ok(bare.left.includes("The hands are not proven: this page contains no decks."));
  const none = await proof.check(viewOf(opening(HEAD_TO_HEAD)), opening(HEAD_TO_HEAD));
  assert.deepEqual([none.hands, none.owed, none.checks.cards], [null, [], 0]);
});

test("lies about hands are found, where they were told", async () => {
  const of = (piles, from, not) => piles.of(from).find((item) => typeof item === "string" && item !== not);
  const cases = {
    "a card played that is none of the hand": [{ card: (what, is, piles) => (what === "played" && is[0] === "s" ? CARDS.south.find((one) => one !== is && !piles.of("hand").includes(one)) : is) }, ["hands 2 south"], /^south plays s\d of its hand, but that has s\d, s\d, s\d; s\d .*\.$/],
    "a random card that is another": [{ card: (what, is, piles) => (what === "played" && is[0] === "n" ? of(piles, "hand") : is) }, ["hands 9 north"], /^north plays n\d of its shown, but that has n\d; n\d lies in its hand\.$/],
    "a card laid that is none of the hand": [{ card: (what, is, piles) => (what === "laid" ? CARDS.north.find((one) => !piles.of("hand").includes(one)) : is) }, ["hands 3 north"], /^north lays n\d of its hand, but that has n\d, n\d, n\d; n\d is among those that it has not seen\.$/],
    "a card taken from the table that is not there": [{ card: (what, is) => (what === "left" ? CARDS.south.find((one) => one !== is) : is) }, ["hands 2 south"], /south takes s\d of its table, but that has s\d/],
    "a card turned up that is another": [{ card: (what, is) => (what === "turned up" ? CARDS.north.find((one) => one !== is) : is) }, ["chain 4 north", "hands 4 north"], /^north turns up n\d as card-1, but laid n\d there\.$/],
    "a choice opened that is another": [{ card: (what, is) => (["opened", "turned up"].includes(what) ? CARDS.north.find((one) => one !== is) : is) }, ["chain 3 north", "chain 4 north", "hands 4 north"], /not the one that was committed to/],
    "a salt of one's own": [{ salt: (id, is) => (id === "card-1" ? other(is) : is) }, ["chain 4 north"], /^The salt of the choice card-1 of north does not follow from the secret\.$/],
    "a salt of one's own, never shown": [{ salt: (id, is) => (id === "parry-3" ? other(is) : is) }, ["chain 3 north"], /parry-3 of step 3 .* is not the one that was committed to/],
    "a choice that is not disclosed": [{ choices: (seat, is) => is.slice(1) }, ["chain 3 north"], /does not disclose the choice parry-3 of step 3/],
    "a choice that is disclosed as another": [{ choices: (seat, is) => is.map((one) => (one.id === "card-2" && one.step === 8 ? { ...one, choice: "n1" } : one.step === 5 ? { ...one, choice: "n2" } : one)) }, null, /card-2 of step \d that it discloses is not the one/],
    "a draw numbered wrongly": [{ draws: (step, is) => (step === 8 ? is.map((one, n) => ({ ...one, d: n + 1 })) : is) }, ["chain 8 south"], /not numbered without gaps/],
    "a draw of more": [{ draws: (step, is) => (step === 3 ? is.map((one) => ({ ...one, count: one.count + 1 })) : is) }, ["chain 3 south"], /do not agree with its events/],
    "a draw left out": [{ draws: (step, is) => (step === 3 ? is.slice(1) : is) }, ["chain 3 south"], /do not agree with its events/],
    "an opening left out": [{ opened: (step, is) => (step === 4 ? undefined : is) }, ["chain 3 north", "chain 4 north"], /which nobody opens in this step/],
    "an opening for another": [{ opened: (step, is) => (step === 4 ? [{ ...is[0], seat: "south" }] : is) }, ["chain 3 north", "chain 4 north"], /never committed to|does so himself|which nobody opens/],
    "an opening twice": [{ opened: (step, is) => (step === 4 ? [is[0], is[0]] : is) }, ["chain 4 north"], /not sorted|a second time/],
  };
  for (const [what, [tamper, expected, words]] of Object.entries(cases)) {
    const { documents } = duel(tamper);
    const answer = await proof.check(viewOf(documents), documents);
    if (expected) demand(answer, expected, what);
    assert.ok(answer.failures.some(({ message }) => words.test(message)), `${what}: ${JSON.stringify(answer.failures)}`);
    const lie = answer.failures.find(({ kind }) => kind === "hands");
    if (lie) assert.equal(answer.hands(lie.step)[lie.seat], null, "what follows a lie is not proven");
  }
});

test("disclosures are for the secret, the seat and the end", async () => {
  const { documents } = duel();
  const resign = (change) => {
    const copy = clone(documents);
    change(copy.disclosures[1], copy);
    return copy;
  };
  const view = viewOf(documents);
  const failures = async (copy) => (await proof.check(view, copy)).failures.filter(({ kind }) => kind === "chain").map(({ message }) => message);
  assert.deepEqual(await failures(resign((one) => { one.secret = other(one.secret); })), ["This is not the secret that the charter commits to."]);
  const early = resign((one) => { one.state = documents.states[3].parent; });
  assert.deepEqual(await failures(early), [], "it does not count");
  assert.deepEqual((await proof.check(view, early)).owed, ["south"]);
  assert.deepEqual(await failures(resign((one) => { one.choices = [{ step: 2, id: "card-7", choice: "s1" }]; })), ["It discloses the choice card-7 of step 2, which is not a commitment that stayed sealed."]);
  assert.deepEqual(await failures(resign((one) => { one.hand = "south"; one.seat = "north"; })), ["north discloses the hand of south, which only an adjudicator with escrow does."]);
});

test("what is withheld is proof against nobody", async () => {
  for (const step of [3, 4, 8]) {
    const { documents } = duel();
    documents.turns = documents.turns.filter((turn) => turn.step !== step);
    const answer = await proof.check(viewOf(documents), documents);
    for (const { message, step: where } of answer.failures) assert.ok(where === step && /is not here|never committed|has not committed/.test(message), message);
    assert.ok(answer.failures.some(({ message }) => /that it resolves is not here/.test(message)));
  }
});

test("documents about what never was do not count", async () => {
  const { documents, signed } = duel();
  const never = "ab".repeat(32);
  const { match, step, parent } = documents.states[9];
  const junk = { ...head("refusal"), match, step, of: never, seat: "south", reasons: [{ message: "no" }], issued };
  documents.refusals.push(signed(junk, ["south"]));
  documents.turns.push(signed({ ...documents.turns[8], signatures: undefined, parent: never }, ["north"]));
  documents.states.push(signed({ ...documents.states[9], signatures: undefined, parent: never }, ["south"]));
  const answer = await proof.check(viewOf(duel().documents), documents);
  assert.deepEqual(answer.failures, []);
  assert.equal(answer.left.filter((said) => said.endsWith("does not count.")).length, 3, answer.left.join("\n"));
  // A second state in the same place is double dealing, whatever refusal it names.
  documents.states.push(signed({ ...documents.states[9], signatures: undefined, parent, refusal: never }, ["south"]));
  const twice = await proof.check(viewOf(duel().documents), documents);
  assert.match(twice.failures.map(({ message }) => message).join(" "), /^south signed two states for step 9, .*double dealing\.$/);
});

test("turns after the end do not count", async () => {
  const { documents, signed } = duel();
  const last = documents.states[documents.states.length - 1];
  assert.notEqual(last.outcome, null);
  for (const [seat, comment] of [["north", "one"], ["north", "two"], ["south", "three"]]) {
    const late = { ...documents.turns[8], signatures: undefined, step: last.step + 1, parent: canon.digest(last), seat, comment };
    documents.turns.push(signed(late, [seat]));
  }
  const answer = await proof.check(viewOf(duel().documents), documents);
  assert.deepEqual(answer.failures, []);
  assert.equal(answer.left.filter((said) => said.includes("signed after the end of the match")).length, 3, answer.left.join("\n"));
});

test("a refusal of a state that was stood by does not count, and excuses nobody", async () => {
  const documents = opening(HEAD_TO_HEAD);
  const last = documents.states.find((state) => state.step === 34);
  const other = last.responder === "union" ? "confederate" : "union";
  const signed = (seat, document) => ({ ...document, signatures: [sign(HEAD_TO_HEAD, seat, document)] });
  const base = { ...documents.refusals[0], signatures: undefined, step: last.step, seat: other };
  delete base.signatures;
  const refuse = (state, message) => signed(other, { ...base, of: canon.digest(state), reasons: [{ message }] });
  const stand = (state, refusal) => signed(last.responder, { ...state, refusal: canon.digest(refusal) });
  const first = refuse(last, "I do not believe it");
  const again = stand(last, first);
  documents.refusals.push(first);
  documents.states.push(again);
  const second = refuse(again, "still not");
  documents.refusals.push(second);
  const answer = await proof.check(viewOf(documents), documents);
  assert.deepEqual(answer.failures, []);
  assert.ok(answer.left.some((said) => said.includes("cannot refuse it again")), answer.left.join("\n"));
  documents.states.push(stand(last, second));
  const twice = await proof.check(viewOf(documents), documents);
  assert.ok(twice.failures.some(({ seat, step }) => seat === last.responder && step === 34), answer.left.join("\n"));
});

test("a lie for which the match is lost is told, and the match holds", async () => {
  const of = (piles) => piles.of("hand").find((item) => typeof item === "string");
  const card = (what, is, piles) => (what === "played" && is[0] === "n" ? of(piles) : is);
  const lost = duel({ card, outcome: { winner: "south", how: "lied" } }).documents;
  const answer = await proof.check(viewOf(lost), lost);
  assert.deepEqual(answer.failures, []);
  assert.ok(answer.left.some((said) => said.startsWith("north has lost the match for a lie in step 9")), answer.left.join("\n"));
  const won = duel({ card, outcome: { winner: "north", how: "lied" } }).documents;
  demand(await proof.check(viewOf(won), won), ["hands 9 north"], "who wins has not lost for it");
});

test("a charter's secrets are each seat's own, or nobody's", async () => {
  const { documents } = duel();
  for (const [change, words] of [
    [(c) => { delete c.seats[0].hidden; }, /Every seat that acts for a side/],
    [(c) => { c.seats[0].hidden = c.seats[1].hidden; }, /the same hidden secret/],
    [(c) => { c.escrow = true; }, /Escrow is for a referee/],
    [(c) => { c.continues = { match: "ab".repeat(32), state: "cd".repeat(32) }; }, /cannot continue another/],
  ]) {
    const copy = clone(documents);
    change(copy.charter);
    const answer = await proof.check(viewOf(documents), copy);
    assert.ok(answer.failures.some(({ message }) => words.test(message)), JSON.stringify(answer.failures));
  }
});

test("decks that are none are a failure of the page, and never an exception", async () => {
  const { documents } = duel();
  const view = viewOf(documents);
  for (const decks of [null, 3, "x", [], { east: {} }, { north: 3 }, { north: { set: "n1" } }, { north: { set: [1] } }, { north: { set: ["n1"], deck: ["n1"] } }, JSON.parse('{"__proto__":{}}')]) {
    demand(await proof.check(view, { ...documents, decks }), ["page null null"], JSON.stringify(decks));
  }
  // Other decks than those played with make lies of what was said.
  const answer = await proof.check(view, { ...documents, decks: { ...DECKS, south: { set: ["x1"] } } });
  assert.deepEqual(answer.failures.map(told), ["hands 1 south"]);
  for (const change of [
    (events) => { events[0].piles = ["set", 3]; },
    (events) => { events[1].count = 2 ** 53 - 1; },
    (events) => { events[1].side = { toString: 1 }; },
    (events) => { events[1].event = { toString: 1 }; },
    (events) => { events[1].pile = "__proto__"; },
    (events) => { events[2] = null; },
    (events) => { events[3].event = "turned_up"; events[3].id = "card-1"; events[3].choice = { toString: 1 }; },
  ]) {
    const copy = clone(documents);
    change(copy.states[1].events);
    const found = await proof.check(view, copy);
    assert.equal(found.ok, false);
    assert.ok(!found.failures.some(({ message }) => message.includes("could not finish")), JSON.stringify(found.failures));
  }
});

// --- Anything at all -----------------------------------------------------------------------------------------------------

/** Numbers that look random and are the same every time. */
function seeded(seed) {
  let n = 0;
  return (below) => crypto.createHash("sha256").update(`${seed} ${n++}`).digest().readUInt32LE() % below;
}

/** Every place of a value where something stands that holds nothing more, as [holder, key, path]. */
function leaves(value, found = [], at = "") {
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (inner !== null && typeof inner === "object" && Object.keys(inner).length) leaves(inner, found, `${at}.${key}`);
    else found.push([value, key, `${at}.${key}`]);
  }
  return found;
}

/** Another value of the same kind. */
function mutated(value, random) {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + [1, -1, 1000][random(3)];
  if (value === null) return random(2) ? 0 : "";
  if (typeof value !== "string") return null;
  if (value === "") return "x";
  const at = random(value.length);
  const letter = "0123456789abcdefghijklmnopqrstuvwxyz"[random(36)];
  const put = value[at] === letter ? `${letter}${letter}` : letter;
  return random(4) ? value.slice(0, at) + put + value.slice(at + 1) : value.slice(0, at) + value.slice(at + 1);
}

test("three hundred leaves mutated at random are all found, where they stand", async () => {
  const random = seeded("mutations");
  for (const name of [HEAD_TO_HEAD, REFEREED, "duel"]) {
    const match = name === "duel" ? duel().documents : upTo(example(name), 12);
    const view = viewOf(match);
    assert.equal((await proof.check(view, match)).ok, true);
    for (let n = 0; n < 100; n++) {
      const documents = clone(match);
      const all = [documents.charter, ...documents.states, ...documents.turns, ...documents.refusals, ...documents.disclosures];
      const document = all[random(all.length)];
      const places = leaves(document);
      const [holder, key, at] = places[random(places.length)];
      const step = document.kind === "charter" ? 0 : document.kind === "disclosure" ? null : document.step;
      const before = holder[key];
      holder[key] = mutated(before, random);
      const what = `${name}: ${document.kind} ${step}: ${at}: ${JSON.stringify(before)} becomes ${JSON.stringify(holder[key])}`;
      const answer = await proof.check(view, documents);
      assert.equal(answer.ok, false, what);
      const steps = [step, document.step === undefined ? 0 : document.step, null];
      const signature = answer.failures.find((one) => one.kind === "signature");
      assert.ok(signature && steps.includes(signature.step), `${what}: ${JSON.stringify(answer.failures)}`);
    }
  }
});

test("junk of every shape is a failure and never an exception", async () => {
  const view = viewOf(upTo(example(HEAD_TO_HEAD), 3));
  let deep = [];
  for (let i = 0; i < 20000; i++) deep = [deep];
  const junk = [undefined, null, true, 0, -0, 0.5, 1e308, "", "\ud800", [], {}, [[]], [null], { seat: 1 }, deep, "a".repeat(100), { constructor: 1, toString: 2 }, JSON.parse('{"__proto__":{"kind":"state"},"hasOwnProperty":1}')];
  const failed = async (view, documents, what) => {
    const answer = await proof.check(view, documents);
    assert.equal(answer.ok, false, what);
    assert.ok(answer.failures.length > 0 && answer.failures.length <= 20, what);
    for (const one of answer.failures) {
      assert.ok(["signature", "chain", "reveal", "roll", "hands", "page"].includes(one.kind), what);
      assert.equal(typeof one.message, "string", what);
    }
  };
  const match = upTo(example(HEAD_TO_HEAD), 3);
  for (const one of junk) {
    await failed(view, one, "documents");
    await failed(one, match, "view");
    await failed({ ...view, steps: [one] }, match, "a step");
    for (const key of Object.keys(match)) {
      // An empty list is what a match without disclosures has.
      const harmless = Array.isArray(one) && one.length === 0 && match[key].length === 0;
      if (!harmless) await failed(view, { ...clone(match), [key]: one }, key);
      if (key !== "charter" && match[key].length) await failed(view, { ...clone(match), [key]: [...match[key], one] }, key);
    }
  }
  const random = seeded("junk");
  for (let n = 0; n < 200; n++) {
    const documents = clone(match);
    const all = [documents.charter, ...documents.states, ...documents.turns];
    let holder = all[random(all.length)];
    const kind = holder.kind;
    let key = null;
    for (const stop = 1 + random(4); ; ) {
      const keys = Object.keys(holder);
      key = keys[random(keys.length)];
      const inner = holder[key];
      if (inner === null || typeof inner !== "object" || Object.keys(inner).length === 0 || random(4) < stop - 2) break;
      holder = inner;
    }
    const before = holder[key];
    holder[key] = junk[random(junk.length)];
    const same = JSON.stringify(before) === JSON.stringify(holder[key] === deep ? 0 : holder[key]);
    if (!same || Object.is(holder[key], -0)) await failed(view, documents, `${kind} ${key} = ${typeof holder[key]}`);
  }
});
