/**
 * The proof of a tournament from its documents (docs/protocol.md, section 12), but for what needs the rules of pairings, of
 * tie-breaks and of games.
 *
 *     tournamentProof.check(data, progress) -> Promise of
 *         { ok,
 *           checks: { documents, signatures, results, matches },      how many were found to hold
 *           failures: [{ document, message, rule }],                  at most 50
 *           left: [sentence, …],                                      what the answer does not cover
 *           chain: [digest, …] }                                      the announcement first
 *
 * `data` is { documents: [document, …], matches: { id: { charter, state } } }. Nothing in the data makes it throw.
 */
const tournamentProof = (() => {
  "use strict";

  const { own, isMap, isList, shown, Malformed, same, digest } = canon;
  const { PLAYERS, Findings, read, nameOf, signedBy, holds, follow, listOf, text } = tournamentDocuments;
  const { Season } = tournamentSeason;

  const MOST = 50;

  /** Section 12.3: the match that a result names is this game, its players have signed it, and it ended so. */
  async function checkMatch(season, key, result, given, found) {
    const { content } = result;
    const [round, board, leg] = key.split("/").map(Number);
    const name = `match of game ${round}/${board}${leg > 1 ? `/${leg}` : ""}`;
    const must = (holds, message) => found.must(holds, name, message, "protocol 12.3");
    const { charter, state } = given;
    if (!must(isMap(charter) && listOf(isMap)(charter.seats) && isList(charter.signatures), "Its charter cannot be read.")) return;
    const before = found.failures.length;
    must(digest(charter) === content.match, "Its charter is not the one that the result names.");
    for (const seat of charter.seats) {
      const own = charter.signatures.filter((one) => isMap(one) && one.by === seat.seat && one.key === seat.key);
      const good = own.length === 1 && text(own[0].sig) && (await holds(own[0].key, `adjutant/1 charter ${content.match}\n`, own[0].sig));
      if (must(good, `The signature of ${shown(seat.seat)} on its charter is not valid.`)) found.checks.signatures++;
    }
    must(isMap(charter.event) && same(charter.event, { tournament: season.id, round, board, leg }), "Its charter is not for this game.");
    const { planned } = season.rounds[round - 1];
    if (!planned) return;
    for (const field of ["ruleset", "packs", "scenario", "options", "trust", "pace"]) {
      must(own(charter, field) !== undefined && same(charter[field], planned[field]), `Its \`${field}\` is not that of the game in the announcement.`);
    }
    const players = season.players_of(round, board, leg);
    const seatOf = (player, side) => charter.seats.find((seat) => isMap(seat) && seat.side === side && (season.players.get(player) || { keys: [] }).keys.includes(seat.key));
    const seats = players.map((player, n) => seatOf(player, planned.sides[n]));
    players.forEach((player, n) => must(seats[n], `${player} does not play ${planned.sides[n]} with his key.`));
    if (content.state === undefined) return;
    if (!must(isMap(state) && isList(state.signatures), "Its last state cannot be read.")) return;
    must(digest(state) === content.state, "Its last state is not the one that the result names.");
    must(state.match === content.match, "Its last state belongs to another match.");
    const responder = charter.seats.find((seat) => seat.seat === state.responder);
    const [signature] = state.signatures;
    const good = responder && isMap(signature) && signature.by === state.responder && signature.key === responder.key && text(signature.sig)
      && (await holds(signature.key, `adjutant/1 state ${content.state}\n`, signature.sig));
    if (must(good, "The signature on its last state is not valid.")) found.checks.signatures++;
    if (content.how === "played" && must(isMap(state.outcome), "It is not over.")) {
      const side = own(state.outcome, "winner");
      const at = planned.sides.indexOf(side);
      const winner = at < 0 ? undefined : players[at];
      // Where players exchange sides within a match, the rules alone know who plays which in the end.
      const exchanges = Object.keys(charter.options || {}).some((option) => option.includes("bid") || option.includes("exchange"));
      if (exchanges && winner !== content.winner) found.left.push(`Who wins game ${key}: its players may have exchanged sides, which only the program checks.`);
      else must(winner === content.winner, `${winner || "Nobody"} wins it, and the result says ${content.winner || "nobody"}.`);
    }
    if (found.failures.length === before) found.checks.matches++;
  }

  async function examine(data, found, pause) {
    const all = [];
    const byDigest = new Map();
    const given = isMap(data) && isList(data.documents) ? data.documents : [];
    for (let n = 0; n < given.length; n++) {
      await pause(n / given.length / 4);
      try {
        const one = read(given[n]);
        // A copy adds nothing.
        if (byDigest.has(one.digest)) continue;
        byDigest.set(one.digest, one);
        all.push(Object.assign(one, { name: nameOf(one) }));
        if (!one.withheld) found.checks.documents++;
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        found.fail(`document ${n + 1} of the page`, `This cannot be read: ${error.message}.`, "protocol 12");
      }
    }
    const announced = all.filter((one) => one.kind === "tournament");
    if (!found.must(announced.length === 1, "page", `It has ${announced.length} announcements of a tournament.`, "protocol 12.1")) return [];
    const [announcement] = announced;
    await signedBy(announcement, "director", [announcement.content.director.key], found);
    const season = new Season(announcement, found);
    const chained = [];
    const players = new Map();
    for (const one of all) {
      if (one === announcement) continue;
      if (!found.must(one.content.tournament === season.id, one, "It belongs to another tournament.", "protocol 12.1")) continue;
      if (PLAYERS.includes(one.kind)) {
        players.set(one.digest, one);
        continue;
      }
      const key = season.officials.get(one.content.by);
      if (!found.must(key, one, `${shown(one.content.by)} is neither the director nor a deputy.`, "protocol 12.1")) continue;
      if (await signedBy(one, one.content.by, [key], found)) chained.push(one);
      await pause(0.25 + chained.length / all.length / 4);
    }
    const line = follow(announcement, chained, found);
    for (let n = 0; n < line.length; n++) {
      await pause(0.5 + n / line.length / 10);
      const one = line[n];
      for (const digest of one.content.takes || []) {
        const taken = players.get(digest);
        if (taken) await season.take(taken, one);
        else found.fail(one, `A player's document that it takes is missing: ${digest.slice(0, 8)}….`, "protocol 12.2");
      }
      season.apply(one);
    }
    const waiting = [...players.values()].filter((one) => !season.taken.has(one.digest));
    if (waiting.length > 0) found.left.push(`Documents that the director has not taken into the chain: ${waiting.map((one) => one.name).join(", ")}.`);
    const matches = isMap(data.matches) ? data.matches : {};
    let at = 0;
    const missing = [];
    for (const [key, result] of season.results) {
      await pause(0.6 + (at++ / season.results.size) * 0.4);
      const id = result.content.match;
      if (id === undefined) continue;
      const match = own(matches, id);
      if (isMap(match)) await checkMatch(season, key, result, match, found);
      else missing.push(key.replace(/\/1$/, ""));
    }
    if (missing.length > 0) found.left.push(`Matches that are not on this site: ${missing.join(", ")}.`);
    return [announcement, ...line].map((one) => one.digest);
  }

  const SLICE = 12; // milliseconds between rests
  /** Checks the documents of a tournament; see the head of this file. */
  async function check(data, progress = () => {}) {
    const found = new Findings();
    let since = Date.now();
    const pause = async (part) => {
      if (Date.now() - since < SLICE) return;
      progress(part);
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = Date.now();
    };
    let chain = [];
    try {
      chain = await examine(data, found, pause);
    } catch (error) {
      const why = error instanceof Malformed ? error.message : "the documents have an unknown form";
      found.fail("page", `The check could not finish: ${why}.`, "protocol 12");
    }
    const { checks, left, failures } = found;
    return { ok: failures.length === 0, checks, failures: failures.slice(0, MOST), left, chain };
  }

  return { check };
})();
