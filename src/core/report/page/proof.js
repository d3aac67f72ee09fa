// The proof of a match: what a replay page checks about itself, from the documents that it carries and nothing else.
//
// It knows no game, and answers the first four questions of section 9 of docs/protocol.md, and of the sixth what needs no
// rules. What it is made of stands in the scripts before it, each one thing: hash.js, dice.js, curve.js, canon.js,
// hidden.js, forms.js, findings.js, archive.js, chain.js, seeds.js and audit.js. No libraries are used.
//
//     proof.check(view, documents, progress) -> Promise of
//         { ok,
//           checks: { signatures, digests, links, reveals, rolls, cards },    how many were found to hold
//           failures: [{ kind, document, step, seat, message, rule }], at most 20, in the order of the match
//           left: [sentence, …],                                       what the answer does not cover
//           owed: [seat, …],                                           who has not disclosed a hand, though the match is over
//           hands(step), table(step) }                                 null in a match without cards, or without decks
//
// `documents` is { charter, states, turns, refusals, disclosures, decks }; `decks`, of a game of cards alone, has what each
// pile holds in the beginning, the top first: { side: { pile: [card, …] } }. `hands` gives { side: { piles: { name: [card or
// null, …] }, laid: { id: card } } } as each owner knew it after that step, with null for a side whose hand is not proven;
// `table` the same as everybody saw it.
//
// `kind` is "signature" (a document does not read, or a signature under it does not hold), "chain", "reveal", "roll",
// "hands" (a card is not where it was said to be) or "page" (the page shows something other than what the documents say); `step` and `seat` are null where there is none.
// `progress(done, total, what)` is called now and then; done grows. Nothing in the data makes it throw.
const proof = (() => {
  "use strict";

  const { own, isMap, isList, isWhole, isId, Malformed, same } = canon;
  const { signatureBytes, prepared, signed } = curve;
  const { entry } = forms;
  const { Findings } = findings;
  const { Seats, Archive } = archive;
  const { Chain } = chain;
  const { checkReveals, checkRolls } = seeds;
  const { follow } = audit;

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
        forms.of[kind](content, "");
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
        found.fail("signature", "protocol 1", name, `This is not a valid ${kind}: ${error.message}.`, step, seat);
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
      const rest = () => pause(i, every.length, "signatures");
      one.holds = true;
      const seen = new Set();
      for (const { by, key, sig } of one.content.signatures) {
        await rest();
        const holder = seats.get(by);
        if (!holder) fail(`It is signed by ${by}, but the charter has no such seat.`, null);
        else if (!signers.includes(by)) fail(`It is signed by ${by}, but this ${one.kind} needs another signature.`, by);
        else if (seen.has(by)) fail(`${by} signs twice.`, by);
        else if (key !== holder.key) fail(`The signature of ${by} is not under the key that the charter gives to ${by}.`, by);
        else if (!(await prepared(key, rest))) fail(`The key of ${by} is not a valid signing key.`, by);
        else if (signed(await prepared(key, rest), message, signatureBytes(sig))) found.checks.signatures++;
        else fail(`The signature of ${by} is not valid: this was altered after it was signed, or somebody else signed it.`, by);
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
    link(differ(seats.names), "protocol 3", "Two seats have the same name.");
    link(differ(entries.map((one) => one.key)), "protocol 2", "Two seats have the same key.");
    link(differ(entries.map((one) => one.seed.anchor)), "protocol 4", "Two seats have the same anchor.");
    link(new Set(entries.map((one) => one.seed.length)).size === 1, "protocol 4", "The seeds differ in length.");
    const fits = ({ seed }) => seed.length >= 1024 && seed.length <= 65536;
    link(entries.every(fits), "protocol 4", "A seed chain has a length from 1024 to 65536.");
    const adjudicator = seats.names.includes("adjudicator");
    if (seats.refereed) link(adjudicator, "protocol 3", "A refereed match has a seat named adjudicator.");
    else link(entries.length === 2 && !adjudicator, "protocol 3", "Head-to-head has two seats and no adjudicator.");
    const sided = (one) => (one.side === undefined) === (seats.refereed && one.seat === "adjudicator");
    link(entries.every(sided), "protocol 3", "Every seat plays a side, and the adjudicator none.");
    if (!seats.refereed && entries.length === 2) {
      link(entries[0].side !== entries[1].side, "protocol 3", "The two seats play the same side.");
    }
    const { escrow, continues } = charter.content;
    if (seats.hidden) {
      const actors = new Set(seats.actors.values());
      const fits = entries.every((one) => actors.has(one.seat) === (one.hidden !== undefined));
      link(fits, "protocol 8", "Every seat that acts for a side must have a hidden secret, and no other seat may have one.");
      link(differ(entries.flatMap((one) => one.hidden || [])), "protocol 8", "Two seats have the same hidden secret.");
      link(continues === undefined, "protocol 8", "A match with hidden hands cannot continue another.");
    }
    if (escrow) link(seats.refereed && seats.hidden, "protocol 8", "Escrow is for a referee and hidden hands.");
  }

  /** What the page itself says: the match, the digest of every step, and its dice. */
  async function checkPage(view, match, charter, line, found, pause) {
    const fail = (step, message) => found.fail("page", "protocol 9", step === null ? "page" : `page, step ${step}`, message, step, null);
    if (!isMap(view)) return fail(null, "The page shows nothing that can be compared with the documents.");
    if (own(view, "match") !== match) fail(null, "The page names a different match from its documents.");
    checkHead(view, charter, line, found, fail);
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
      } else if (!sameTold(own(given, "html"), state.content.rolls)) {
        fail(step, `The table of dice in the report of step ${step} is not that of the state.`);
      }
    }
    for (const step of shownAt.keys()) fail(step, `The page shows step ${step}, and no state of that step is here.`);
    return undefined;
  }

  /** What the page says of the whole match, as far as the documents say it word for word. */
  function checkHead(view, charter, line, found, fail) {
    const doubt = own(view, "doubt");
    if (typeof doubt === "string") fail(null, `This page was made of a match that does not verify: ${doubt}.`);
    const title = own(charter.content, "title");
    // Other titles are shown shorter, or with what could mislead made visible.
    if (/^[ -~]{1,80}$/.test(title) && own(view, "title") !== undefined && own(view, "title") !== title) {
      fail(null, "The title of the page is not that of the charter.");
    }
    const last = line.length > 0 ? line[line.length - 1] : null;
    const over = last !== null && last.state.content.outcome !== null;
    const said = own(view, "outcome");
    if (said !== undefined && (said !== null) !== over) fail(null, "The page and the last state differ on whether the match is over.");
    if (last !== null && !over) {
      found.leave(`Whether there are later steps: these documents end at step ${last.step}, and the match is not over there.`);
    }
    const counted = new Map();
    const rolls = isList(own(view, "steps")) ? own(view, "steps").flatMap((step) => (isMap(step) && isList(own(step, "rolls")) ? own(step, "rolls") : [])) : [];
    for (const roll of rolls.filter((one) => isMap(one) && isList(one.faces) && typeof one.side === "string")) {
      const key = `${roll.side} ${roll.sides}`;
      if (!counted.has(key)) counted.set(key, new Map());
      for (const face of roll.faces) counted.get(key).set(face, (counted.get(key).get(face) || 0) + 1);
    }
    for (const one of isList(own(view, "dice")) ? own(view, "dice").filter(isMap) : []) {
      const faces = counted.get(`${one.side} ${one.sides}`) || new Map();
      const wrong = !isList(one.counts) || one.counts.some((count, at) => count !== (faces.get(at + 1) || 0));
      if (wrong) fail(null, `The count of the dice of ${one.side} is wrong.`);
    }
  }

  /** Whether the table of dice in the report of a step has the rolls of its state. */
  function sameTold(report, rolls) {
    if (typeof report !== "string") return report === undefined;
    const told = new Map();
    for (const [, n, row] of report.matchAll(/<tr id="roll-(\d+)">(.*?)<\/tr>/gs)) {
      if (told.has(Number(n))) return false;
      told.set(Number(n), [...row.matchAll(/<span class="die">(\d+)<\/span>/g)].map(([, face]) => Number(face)));
    }
    return told.size === rolls.length && rolls.every((roll) => {
      const faces = told.get(roll.n);
      const wanted = roll.faces === undefined ? roll.order : roll.faces;
      return faces !== undefined && faces.length === wanted.length && faces.every((face, at) => face === wanted[at]);
    });
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
      found.fail("chain", "protocol 3", charter, "All the other documents belong to a different charter.", 0, null);
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
      return {};
    }
    const seats = new Seats(charter.content);
    await checkSignatures(Object.values(documents).flat(), seats, found, pause);
    checkCharter(charter, seats, found);
    const match = theMatch(charter, documents, found);
    const rest = () => pause(1, 1, "chain");
    await pause(0, 1, "chain");
    const chain = new Chain(new Archive(documents, spoilt, seats, match), found);
    if (seats.earlier) {
      found.leave(`This match continues the match ${seats.earlier.slice(0, 8)}, which only its own documents can prove.`);
    }
    if (chain.line.length === 0) {
      found.fail("chain", "protocol 6", "state 0", "There is no state 0: the match has not begun, or its first state is missing.", 0, null);
    }
    for (let at = 0; at < chain.line.length; at++) {
      await pause(at, chain.line.length, "chain");
      chain.checkStep(chain.line[at], at > 0 ? chain.line[at - 1] : null);
    }
    await rest();
    chain.checkStrayStates();
    await rest();
    chain.checkStrayTurns();
    await rest();
    chain.checkRefusals();
    await rest();
    chain.checkDisclosures(documents.disclosure);
    const latest = await checkReveals(chain, found, pause);
    await checkRolls(chain, latest, found, pause);
    const followed = await follow(chain, latest, own(given, "decks"), found, pause);
    await checkPage(view, match, charter, chain.line, found, pause);
    return { owed: chain.owed, ...(followed || {}) };
  }

  // --- Checking without holding the page up ------------------------------------------------------------------------------

  const SLICE = 8; // milliseconds; with the piece of work that ends it, less than the 16 of a picture
  // What part of the work each stage is, in thousandths, from and to.
  const SHARES = {
    documents: [0, 350], signatures: [350, 900], chain: [900, 930], reveals: [930, 960], dice: [960, 980], hands: [980, 990],
    page: [990, 1000],
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
    "Whether the rules of the game were followed: adjutant verify replays the match; this page verifies documents and dice.",
    "Whether the map, the reports and the charts agree with the documents: only the dice and the digests of the steps are compared. Make the page yourself with adjutant replay, or compare it with adjutant replay --compare.",
    "That a key belongs to the person: compare its fingerprint by telephone.",
  ];

  /** Checks a page's documents and what it says of them; see the head of this file. */
  async function check(view, documents, progress) {
    const found = new Findings();
    const { pause, close } = pacer(progress);
    let more = {};
    try {
      if (!isMap(documents)) found.fail("signature", "protocol 1", "page", "This page contains no documents.", null, null);
      else more = await examine(view, documents, found, pause);
    } catch (error) {
      const why = error instanceof Malformed ? error.message : "they have an unknown form";
      found.fail("page", "protocol 9", "page", `The check could not finish: ${why}.`, null, null);
    } finally {
      close();
    }
    const ok = found.failures.length === 0;
    const left = [...found.left, ...NOT_COVERED];
    return { ok, checks: found.checks, failures: found.chosen(), left, owed: [], hands: null, table: null, ...more };
  }

  return { check };
})();
