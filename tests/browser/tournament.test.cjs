// What the page of a tournament proves about it (src/cli/tournament/publish/page/check_tournament.js and what stands before it), in node.
//
//     node --test tests/browser/tournament.test.cjs
//
// A small tournament is made and signed here with node's own Ed25519, honest or altered: who alters a document without its key
// breaks a signature; a director who alters one and signs it anew breaks what follows from it.
"use strict";

const assert = require("node:assert/strict");
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const vm = require("node:vm");

const ROOT = path.join(__dirname, "..", "..");
const read = (folder, file) => fs.readFileSync(path.join(ROOT, folder, file), "utf8");
const shared = ["hash.js", "curve.js", "canon.js"].map((file) => read("src/core/report/page", file));
const own = ["documents.js", "season.js", "check_tournament.js"].map((file) => read("src/cli/tournament/publish/page", file));
const { canon, hash, tournamentProof } = vm.runInThisContext(`${[...shared, ...own].join("")}({ canon, hash, tournamentProof });`);

// --- A tournament ----------------------------------------------------------------------------------------------------------

/** A key pair that follows from a name. */
function keyOf(name) {
  const seed = crypto.createHash("sha256").update(name).digest();
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const secret = crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const open = crypto.createPublicKey(secret).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  return { open, sign: (message) => crypto.sign(null, Buffer.from(message), secret).toString("base64") };
}

/** A document with the signatures of some. */
function sealed(content, signers) {
  const digest = canon.digest(content);
  const signature = (name) => {
    const key = keyOf(signers[name]);
    return { by: name, key: key.open, sig: key.sign(`adjutant/1 ${content.kind} ${digest}\n`) };
  };
  return { ...content, signatures: Object.keys(signers).map(signature) };
}

const SEED = "11".repeat(32);
const PLAYERS = ["ann", "bob", "cat", "dan"];
const GAME = {
  id: "field", ruleset: { id: "field", revision: 1 }, packs: [], scenario: "meeting", options: {}, trust: "head_to_head",
  pace: { days: 7 }, sides: ["blue", "red"],
};
const TIME = "2026-11-20T17:00:00Z";

/**
 * A tournament of two rounds: ann beats bob, cat and dan draw; dan asks for a bye and gets none; then ann – cat is played, and bob – dan forfeited, appealed,
 * and decided anew, by a deputy with this person's key. `alter` may change each document before it is signed; it gets the
 * document and its name.
 */
function tournament(alter = () => {}, deputy = "dirk") {
  const documents = [];
  const matches = {};
  const named = {};
  const put = (name, content, signers) => {
    alter(content, name);
    const document = sealed(content, signers);
    documents.push(document);
    named[name] = document;
    return canon.digest(document);
  };
  const id = put("tournament", {
    adjutant: 1, kind: "tournament", title: "A test", date: TIME, director: { id: "director", name: "Dora", key: keyOf("dora").open },
    deputies: [{ id: "deputy", name: "Dirk", key: keyOf(deputy).open }],
    lots: hash.hex(hash.sha256("adjutant/1 lots\n", hash.unhex(SEED))), seeding: "lot", games: [GAME],
    stages: [{ format: { swiss: { rounds: 2 } }, games: ["field"] }],
    scoring: { win: 2, draw: 1, loss: 0, forfeit_win: 2, forfeit_loss: 0, full_bye: 2, half_bye: 1, zero_bye: 0, per_point: 2 },
    tie_breaks: ["buchholz"], unplayed: "fide2026",
  }, { director: "dora" });
  const entry = (player) => put(`entry ${player}`, { adjutant: 1, kind: "entry", tournament: id, player, name: player.toUpperCase(), key: keyOf(player).open, written: TIME }, { [player]: player });
  const entries = PLAYERS.map(entry);
  let parent = id;
  let number = 0;
  const chained = (name, kind, fields, by = "director") => {
    const content = { adjutant: 1, kind, tournament: id, number: ++number, parent, by, ...fields, issued: TIME };
    parent = put(name, content, { [by]: by === "director" ? "dora" : deputy });
    return parent;
  };
  chained("roster", "roster", { takes: entries, players: PLAYERS.map((player, n) => ({ player, entry: entries[n] })) });
  const played = (name, round, board, [blue, red], winner) => {
    const charter = {
      adjutant: 1, kind: "charter", title: name, ruleset: GAME.ruleset, packs: [], scenario: "meeting", options: {}, trust: GAME.trust, pace: GAME.pace,
      seats: [{ seat: "blue", side: "blue", key: keyOf(blue).open }, { seat: "red", side: "red", key: keyOf(red).open }],
      event: { tournament: id, round, board, leg: 1 },
    };
    alter(charter, `charter ${name}`);
    const signed = sealed(charter, { blue, red });
    const match = canon.digest(signed);
    const state = { adjutant: 1, kind: "state", match, step: 9, responder: "blue", outcome: winner ? { winner } : { draw: true } };
    alter(state, `state ${name}`);
    const last = sealed(state, { blue });
    matches[match] = { charter: signed, state: last };
    const players = { blue, red };
    return chained(name, "result", { round, board, how: "played", ...(winner ? { winner: players[winner], margin: 3 } : {}), match, state: canon.digest(last) });
  };
  const board = (n, blue, red) => ({ board: n, sides: { blue, red } });
  chained("round 1", "round", { round: 1, seed: SEED, game: "field", boards: [board(1, "ann", "bob"), board(2, "cat", "dan")] });
  played("result 1/1", 1, 1, ["ann", "bob"], "blue");
  played("result 1/2", 1, 2, ["cat", "dan"], null);
  const row = (rank, player, points) => ({ rank, player, points, tie_breaks: [0] });
  const request = put("request", { adjutant: 1, kind: "bye_request", tournament: id, player: "dan", round: 2, written: TIME }, { dan: "dan" });
  chained("standings 1", "standings", { takes: [request], after: 1, rows: [row(1, "ann", 2), row(2, "cat", 1), row(2, "dan", 1), row(4, "bob", 0)] });
  chained("round 2", "round", { round: 2, game: "field", boards: [board(1, "cat", "ann"), board(2, "dan", "bob")] });
  played("result 2/1", 2, 1, ["cat", "ann"], "red");
  const forfeit = chained("forfeit", "result", { round: 2, board: 2, how: "forfeit", winner: "dan", reason: "bob did not answer" });
  const appeal = put("appeal", { adjutant: 1, kind: "appeal", tournament: id, player: "bob", of: forfeit, reason: "The mail was lost.", written: TIME }, { bob: "bob" });
  const decision = chained("decision", "decision", { takes: [appeal], on: appeal, reason: "It was lost.", effect: { replace: { round: 2, board: 2, leg: 1 } } });
  chained("replaced", "result", { round: 2, board: 2, how: "adjudicated", winner: "bob", reason: "bob was ahead", supersedes: forfeit, decision }, "deputy");
  chained("standings 2", "standings", { after: 2, rows: [row(1, "ann", 4), row(2, "bob", 2), row(3, "cat", 1), row(3, "dan", 1)] });
  return { data: { documents, matches }, named };
}

const proven = ({ data }) => tournamentProof.check(JSON.parse(JSON.stringify(data)));
/** Whether something of a tournament that the director altered and signed is found, and so named. */
async function finds(alter, message, which) {
  const found = await proven(tournament(alter));
  assert.ok(!found.ok, "it verifies");
  const told = found.failures.map((one) => `${one.document}: ${one.message}`);
  assert.ok(told.some((line) => message.test(line) && (which === undefined || line.startsWith(which))), told.join("\n"));
}
/** The same for a change that nobody has signed. */
async function findsAfter(change, message) {
  const made = tournament();
  change(made.data, made.named);
  const found = await proven(made);
  assert.ok(!found.ok, "it verifies");
  const told = found.failures.map((one) => `${one.document}: ${one.message}`);
  assert.ok(told.some((line) => message.test(line)), told.join("\n"));
}
const on = (name, change) => (content, here) => here === name && change(content);

test("an honest tournament holds", async () => {
  const found = await proven(tournament());
  assert.deepEqual(found.failures, []);
  assert.ok(found.ok);
  // 12 of the director and his deputy, 4 entries, 1 request, 1 appeal; of 3 matches two players each and a state.
  assert.deepEqual(found.checks, { documents: 18, signatures: 18 + 9, results: 5, matches: 3 });
  assert.equal(found.chain.length, 12);
});

test("documents in any order, and twice, hold as well", async () => {
  const made = tournament();
  made.data.documents = [...made.data.documents].reverse().concat(made.data.documents);
  assert.ok((await proven(made)).ok);
});

test("whatever is altered without a key breaks a signature", async () => {
  const { data: { documents } } = tournament();
  for (let n = 0; n < documents.length; n++) {
    await findsAfter(({ documents }) => { documents[n][documents[n].kind === "entry" ? "name" : "issued"] = "x"; }, /altered after it was signed|takes is missing/);
  }
  await findsAfter((_, { roster }) => { roster.signatures[0].by = "deputy"; }, /signed by deputy/);
  await findsAfter((_, { roster }) => { roster.signatures = []; }, /one signature/);
  await findsAfter((_, named) => { named["entry ann"].signatures[0].key = keyOf("bob").open; }, /not under the key of ann/);
});

test("a document that is left out is missed", async () => {
  const without = (kind, n = 0) => (data) => {
    const gone = data.documents.filter((one) => one.kind === kind)[n];
    data.documents = data.documents.filter((one) => one !== gone);
  };
  await findsAfter(without("round"), /is missing from the chain, or was altered/);
  await findsAfter(without("decision"), /is missing from the chain, or was altered/);
  await findsAfter(without("entry", 2), /takes is missing/);
  await findsAfter(without("appeal"), /takes is missing/);
  await findsAfter(without("tournament"), /0 announcements/);
});

test("two heads are proof against whoever signed them", async () => {
  const made = tournament();
  const { signatures, ...content } = made.named["result 2/1"];
  made.data.documents.push(sealed({ ...content, winner: "cat" }, { director: "dora" }));
  const found = await proven(made);
  assert.match(found.failures.map((one) => one.message).join("\n"), /director has signed two different documents for one place in the chain/);
});

test("a number, a parent or another tournament", async () => {
  await finds(on("round 2", (one) => { one.number = 9; }), /gives another number/);
  await finds(on("round 2", (one) => { one.parent = "00".repeat(32); }), /missing from the chain/);
  await finds(on("round 2", (one) => { one.tournament = "00".repeat(32); }), /another tournament/);
  await finds(on("round 2", (one) => { one.by = "ann"; }), /neither the director nor a deputy/);
});

test("what players have signed is taken once, and under the key that counts", async () => {
  await finds(on("decision", (one) => { one.takes.push(one.takes[0]); }), /has already been taken/);
  await finds(on("entry bob", (one) => { one.player = "ann"; }), /signed by bob, but it needs the signature of ann/);
  await finds(on("entry bob", (one) => { one.key = keyOf("ann").open; }), /entered with this key|not under the key/);
  await finds(on("roster", (one) => { one.players[0].entry = one.players[1].entry; }), /not the one that was taken/);
  await finds(on("appeal", (one) => { one.of = "00".repeat(32); }), /appeals against a document that the chain before it does not have/);
});

test("a bye is asked for in a round of a Swiss that is not paired, and once", async () => {
  await finds(on("request", (one) => { one.round = 1; }), /Round 1 is paired/, "bye request of dan");
  await finds(on("request", (one) => { one.round = 3; }), /Round 3 has no byes/);
  await finds(on("request", (one) => { one.round = "2"; }), /its field `round` is missing or wrong/);
  await finds(on("standings 1", (one) => { one.takes.push(one.takes[0]); }), /has already been taken/);
});

test("the seed of the lots", async () => {
  await finds(on("round 1", (one) => { one.seed = "22".repeat(32); }), /not the one that the announcement committed to/);
  await finds(on("round 1", (one) => { delete one.seed; }), /committed/);
  await finds(on("round 2", (one) => { one.seed = SEED; }), /has already revealed the seed/);
});

test("rounds", async () => {
  await finds(on("round 2", (one) => { one.round = 3; }), /Round 2 comes next/);
  await finds(on("round 2", (one) => { one.boards[1].sides.red = "cat"; }), /appears twice in this round/);
  await finds(on("round 2", (one) => { one.boards.pop(); }), /neither a board nor a bye/);
  await finds(on("round 2", (one) => { one.boards[0].sides.red = "eve"; }), /not on the roster/);
  await finds(on("round 2", (one) => { one.game = "sea"; }), /no such game/);
  await finds(on("round 1", (one) => { one.boards[0].board = 2; }), /not numbered from 1/);
});

test("results", async () => {
  await finds(on("result 2/1", (one) => { one.winner = "bob"; }), /does not play in this game/);
  await finds(on("result 2/1", (one) => { one.winner = "cat"; }), /ann wins it, and the result says cat/);
  await finds(on("result 2/1", (one) => { delete one.match; }), /must name its match/);
  await finds(on("result 2/1", (one) => { one.board = 3; }), /no such game/);
  await finds(on("forfeit", (one) => { delete one.reason; }), /needs a reason/);
  await finds(on("replaced", (one) => { delete one.supersedes; }), /does not say that it replaces it/);
  await finds(on("replaced", (one) => { delete one.decision; }), /No decision orders/);
  await finds(on("decision", (one) => { one.effect.replace.board = 1; }), /No decision orders/);
  await finds(on("decision", (one) => { one.reason = " "; }), /needs a reason/);
});

test("nobody judges his own game", async () => {
  const { failures } = await proven(tournament(() => {}, "bob"));
  assert.deepEqual(failures.map((one) => one.message), ["deputy plays as bob and cannot judge it."]);
  assert.ok((await proven(tournament(() => {}, "cat"))).ok);
});

test("standings", async () => {
  await finds(on("standings 2", (one) => { one.rows[0].points = 3; }), /The results give ann 4 points, but it says 3/);
  await finds(on("standings 2", (one) => { one.rows.reverse(); }), /is in the wrong place/);
  await finds(on("standings 2", (one) => { one.rows.pop(); }), /every player once/);
  await finds(on("standings 1", (one) => { one.after = 2; }), /1 rounds have been paired/);
});

test("matches", async () => {
  const charter = (change) => on("charter result 1/1", change);
  await finds(charter((one) => { one.event.board = 2; }), /not for this game/);
  await finds(charter((one) => { one.scenario = "other"; }), /`scenario` is not that of the game/);
  await finds(charter((one) => { one.seats[0].key = keyOf("cat").open; }), /signature of blue on its charter is not valid/);
  await finds(charter((one) => { [one.seats[0].side, one.seats[1].side] = ["red", "blue"]; }), /does not play blue with his key/);
  await finds(on("state result 1/1", (one) => { one.outcome = { winner: "red" }; }), /bob wins it, and the result says ann/);
  await finds(on("state result 1/1", (one) => { delete one.outcome; }), /not over/);
  await finds(on("state result 1/1", (one) => { one.match = "00".repeat(32); }), /belongs to another match/);
  await findsAfter(({ matches }) => { Object.values(matches)[0].state.step = 8; }, /not the one that the result names/);
  await findsAfter(({ matches }) => { Object.values(matches)[0].state.signatures[0].sig = "AAAA"; }, /signature on its last state/);
  await findsAfter(({ matches }) => { Object.values(matches)[0].charter.title = "x"; }, /not the one that the result names/);
  const made = tournament();
  made.data.matches = {};
  const found = await proven(made);
  assert.ok(found.ok);
  assert.match(found.left.join("\n"), /Matches that are not on this site: 1\/1, 1\/2, 2\/1/);
});

test("an entry whose address is not shown is known by its digest", async () => {
  const made = tournament(on("entry ann", (one) => { one.email = "ann@example.org"; }));
  const full = made.named["entry ann"];
  const { email, ...rest } = full;
  const at = made.data.documents.indexOf(full);
  made.data.documents[at] = { ...rest, withheld: canon.digest(full) };
  assert.ok((await proven(made)).ok);
  made.data.documents[at] = { ...rest, withheld: "00".repeat(32) };
  assert.ok(!(await proven(made)).ok);
  made.data.documents[at] = { ...rest };
  assert.ok(!(await proven(made)).ok);
});

test("nothing in the data makes it throw", async () => {
  for (const data of [null, 1, [], {}, { documents: 1 }, { documents: [null, 1, {}, { kind: "__proto__" }, { kind: "entry", signatures: [{}] }] }]) {
    const found = await tournamentProof.check(data);
    assert.ok(!found.ok);
  }
  const strange = [null, 1, "x", [], {}, [null], { x: null }];
  const { data } = tournament();
  for (let n = 0; n < data.documents.length; n++) {
    for (const field of Object.keys(data.documents[n])) {
      for (const value of strange.filter((value) => JSON.stringify(value) !== JSON.stringify(data.documents[n][field]))) {
        const copy = JSON.parse(JSON.stringify(data));
        copy.documents[n][field] = value;
        const found = await tournamentProof.check(copy);
        assert.ok(!found.ok, `${data.documents[n].kind}.${field} = ${JSON.stringify(value)}`);
        assert.ok(!found.failures.some((one) => /unknown form/.test(one.message)), `${data.documents[n].kind}.${field}: ${JSON.stringify(found.failures)}`);
      }
    }
  }
});
