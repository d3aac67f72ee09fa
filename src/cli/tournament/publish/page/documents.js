/** The documents of a tournament (docs/protocol.md, section 12.1): their forms, signatures, and the chain that they make. */
const tournamentDocuments = (() => {
  "use strict";

  const { own, isMap, isList, isWhole, isHex, isId, shown, Malformed, digest } = canon;
  const { signatureBytes, prepared, signed } = curve;

  const PLAYERS = ["entry", "withdrawal", "bye_request", "appeal"];
  const CHAINED = ["roster", "round", "result", "decision", "standings"];

  class Findings {
    constructor() {
      this.failures = [];
      this.checks = { documents: 0, signatures: 0, results: 0, matches: 0 };
      this.left = [];
    }
    fail(document, message, rule) {
      this.failures.push({ document: typeof document === "string" ? document : document.name, message, rule });
    }
    /** Notes a failure unless something holds. */
    must(holds, document, message, rule) {
      if (!holds) this.fail(document, message, rule);
      return Boolean(holds);
    }
  }

  const text = (value) => typeof value === "string";
  const listOf = (test) => (value) => isList(value) && value.every(test);
  const optional = (test) => (value) => value === undefined || test(value);
  const PLAYER = (one) => isMap(one) && isId(one.player);
  const FIELDS = {
    tournament: { title: text, date: text, director: (one) => isMap(one) && one.id === "director" && isHex(one.key), deputies: optional(listOf((one) => isMap(one) && isId(one.id) && isHex(one.key))), lots: isHex, games: listOf((one) => isMap(one) && isId(one.id) && listOf(isId)(one.sides) && one.sides.length === 2), stages: listOf((one) => isMap(one) && isMap(one.format) && listOf(isId)(one.games) && one.games.length > 0 && optional((legs) => legs === 1 || legs === 2)(one.legs)), scoring: isMap, tie_breaks: isList },
    roster: { players: listOf((one) => PLAYER(one) && isHex(one.entry)) },
    round: { round: isWhole, game: isId, seed: optional(isHex), boards: listOf((one) => isMap(one) && isWhole(one.board) && isMap(one.sides)), byes: optional(listOf((one) => PLAYER(one) && ["full", "half", "zero"].includes(one.kind))) },
    result: { round: isWhole, board: isWhole, leg: optional(isWhole), how: (how) => ["played", "adjudicated", "forfeit", "double_forfeit"].includes(how), winner: optional(isId), margin: optional(isWhole), match: optional(isHex), state: optional(isHex), reason: optional(text), supersedes: optional(isHex), decision: optional(isHex) },
    decision: { on: optional(isHex), reason: text, effect: optional(isMap) },
    standings: { after: isWhole, rows: listOf((one) => PLAYER(one) && Number.isSafeInteger(one.points) && isWhole(one.rank)) },
    entry: { player: isId, name: text, key: isHex },
    withdrawal: { player: isId },
    bye_request: { player: isId, round: isWhole },
    appeal: { player: isId, of: isHex, reason: text },
  };

  /** A document with its digest; throws Malformed where it is none. */
  function read(content) {
    if (!isMap(content)) throw new Malformed("it is not a mapping");
    const kind = own(content, "kind");
    if (!text(kind) || own(FIELDS, kind) === undefined) throw new Malformed("its kind is unknown");
    for (const [field, test] of Object.entries(FIELDS[kind])) {
      if (!test(own(content, field))) throw new Malformed(`its field \`${field}\` is missing or wrong`);
    }
    if (own(content, "adjutant") !== 1) throw new Malformed("its version is not 1");
    if (kind !== "tournament" && !isHex(content.tournament)) throw new Malformed("it names no tournament");
    if (CHAINED.includes(kind)) {
      if (!isWhole(content.number) || !isHex(content.parent) || !isId(content.by)) throw new Malformed("it has no place in a chain");
      if (!optional(listOf(isHex))(content.takes)) throw new Malformed("its field `takes` is wrong");
    }
    const signatures = own(content, "signatures");
    const signature = (one) => isMap(one) && isId(one.by) && isHex(one.key) && text(one.sig);
    if (!listOf(signature)(signatures)) throw new Malformed("its signatures are missing");
    const withheld = own(content, "withheld");
    if (withheld !== undefined && (kind !== "entry" || !isHex(withheld))) throw new Malformed("it withholds what it may not");
    return { kind, content, withheld: withheld !== undefined, digest: withheld === undefined ? digest(content) : withheld };
  }

  const nameOf = (one) => {
    const { kind, content } = one;
    if (kind === "tournament") return "document 0, tournament";
    return PLAYERS.includes(kind) ? `${kind.replace("_", " ")} of ${content.player}` : `document ${content.number}, ${kind}`;
  };

  /** Whether a document has one signature, of `by` under one of the keys, and it holds. */
  async function signedBy(one, by, keys, found) {
    const { signatures } = one.content;
    const fail = (message) => {
      found.fail(one, message, "protocol 2");
      return false;
    };
    if (signatures.length !== 1) return fail(`It must have one signature, of ${by}.`);
    const [{ by: who, key, sig }] = signatures;
    if (who !== by) return fail(`It is signed by ${shown(who)}, but it needs the signature of ${by}.`);
    if (!keys.includes(key)) return fail(`The signature is not under the key of ${by}.`);
    if (!(await holds(key, `adjutant/1 ${one.kind} ${one.digest}\n`, sig))) {
      return fail(`The signature of ${by} is not valid: this was altered after it was signed, or somebody else signed it.`);
    }
    found.checks.signatures++;
    return true;
  }

  async function holds(key, message, sig) {
    const ready = await prepared(key, async () => {});
    return Boolean(ready) && signed(ready, message, signatureBytes(sig));
  }

  /** The documents that follow one another from the announcement; where they fork, the longer way. */
  function follow(announcement, chained, found) {
    const after = new Map();
    for (const one of chained) {
      if (!after.has(one.content.parent)) after.set(one.content.parent, []);
      after.get(one.content.parent).push(one);
    }
    const length = (digest) => {
      let level = [digest];
      let count = 0;
      for (; level.length > 0; count++) level = level.flatMap((one) => (after.get(one) || []).map((next) => next.digest));
      return count;
    };
    const line = [];
    const seen = new Set();
    for (let head = announcement.digest; after.has(head); ) {
      const next = after.get(head);
      const sized = next.map((one) => [length(one.digest), one]);
      sized.sort(([a, x], [b, y]) => b - a || (x.digest < y.digest ? 1 : -1));
      const [, on] = sized[0];
      for (const [, other] of sized.slice(1)) {
        seen.add(other);
        found.fail(other, `${other.content.by} has signed two different documents for one place in the chain. Keep both: together they prove double dealing.`, "protocol 12.1");
      }
      line.push(on);
      seen.add(on);
      head = on.digest;
    }
    for (const one of chained) {
      if (!seen.has(one)) found.fail(one, "The document before this one is missing from the chain, or was altered.", "protocol 12.1");
    }
    line.forEach((one, n) => found.must(one.content.number === n + 1, one, `It is document ${n + 1} of the chain, but gives another number.`, "protocol 12.1"));
    return line;
  }

  return { PLAYERS, Findings, read, nameOf, signedBy, holds, follow, listOf, text };
})();
