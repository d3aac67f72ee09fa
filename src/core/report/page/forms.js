/** The forms of the documents (docs/protocol.md, sections 1 to 8): which fields each kind has, and what may stand in them. */
const forms = (() => {
  "use strict";

  const { own, isMap, isList, isWhole, isHex, isId, shown, Malformed, digest } = canon;

  // Each of these throws unless the value at a path has the form.
  const form = (test, what) => (value, at) => {
    if (!test(value)) throw new Malformed(`\`${at}\` is not ${what}`);
  };
  const bytes32 = form(isHex, "64 lower-case hexadecimal digits");
  const id = form(isId, "an id");
  const whole = form(isWhole, "a whole number");
  const text = form((value) => typeof value === "string", "text");
  const time = form(
    (value) => {
      const parts = typeof value === "string" && /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/.exec(value);
      if (!parts) return false;
      const [year, month, day] = parts.slice(1, 4).map(Number);
      return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
    },
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
  const PACE = fields({
    days: whole, "bank?": whole, "increment?": whole, "leave?": whole, "grace?": whole,
    "miss?": oneOf("reminder", "claim", "default"),
  });
  const REPLACED = fields({ seat: id, reason: oneOf("lost", "left") });
  const SIGNATURES = list(fields({ by: id, key: bytes32, sig: text }));
  const documentOf = (kind, table) =>
    fields({ adjutant: oneOf(1), kind: oneOf(kind), ...table, signatures: SIGNATURES });
  const FORMS = {
    charter: documentOf("charter", {
      title: text, date: text, ruleset: fields({ id, revision: whole }), packs: list(fields({ name: id, sha256: bytes32 })),
      scenario: id, options: mapping, trust: oneOf("refereed", "head-to-head"), pace: PACE,
      seats: list(
        fields({
          seat: id, "side?": id, name: text, key: bytes32, seed: fields({ anchor: bytes32, length: whole }), "hidden?": bytes32,
        }),
      ),
      "escrow?": oneOf(true), "continues?": fields({ match: bytes32, state: bytes32, "replaced?": list(REPLACED), "earlier?": list(bytes32) }),
      "event?": fields({ tournament: bytes32, round: whole, board: whole, leg: whole }),
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
      "draws?": list(fields({ seat: id, d: whole, pile: text, count: whole, purpose: text, rule: text })),
      "opened?": list(fields({ seat: id, id, salt: bytes32, choice: any })),
      "refusal?": bytes32, "spent?": fields({ turn: bytes32, reveal: bytes32 }), "received?": time, issued: time,
    }),
    refusal: documentOf("refusal", {
      match: bytes32, step: whole, of: bytes32, seat: id,
      reasons: list(fields({ message: text, "rule?": text, "where?": text })), issued: time,
    }),
    disclosure: documentOf("disclosure", {
      match: bytes32, seat: id, "hand?": id, state: bytes32, secret: bytes32, choices: list(fields({ step: whole, id, choice: any })),
      issued: time,
    }),
  };

  const ACTS = ["orders", "answers", "standing", "commit", "open", "take_back", "offer"];
  const acts = (turn) => ACTS.filter((act) => own(turn, act) !== undefined);

  /** A document that was read: its content, its digest, who must sign it, and what to call it. */
  function entry(kind, content) {
    const seat = own(content, kind === "state" ? "responder" : "seat") || null;
    const step = kind === "charter" ? 0 : kind === "disclosure" ? null : content.step;
    const name = {
      charter: "charter", state: `state ${step}`, turn: `turn of ${seat}, step ${step}`,
      refusal: `refusal by ${seat}, step ${step}`, disclosure: `disclosure of ${own(content, "hand") || seat}`,
    }[kind];
    return { kind, content, digest: digest(content), seat, step, name, holds: false };
  }

  return { of: FORMS, acts, entry };
})();
