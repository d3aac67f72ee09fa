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

  const { sha256, hex, unhex } = hash;
  const { own, isMap, isList, isWhole, isHex, isId, shown, Malformed, same, digest } = canon;
  const { signatureBytes, prepared, signed } = curve;

  const PLAYERS = ["entry", "withdrawal", "appeal"];
  const CHAINED = ["roster", "round", "result", "decision", "standings"];
  const MOST = 50;

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
    if (kind === "tournament") return "number 0, tournament";
    return PLAYERS.includes(kind) ? `${kind} of ${content.player}` : `number ${content.number}, ${kind}`;
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
    if (who !== by) return fail(`It is signed by ${shown(who)}, but ${by} signs it.`);
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
        found.fail(other, `${other.content.by} has signed two different documents on one parent: two heads. Keep both: together they prove that whoever signed them is dishonest.`, "protocol 12.1");
      }
      line.push(on);
      seen.add(on);
      head = on.digest;
    }
    for (const one of chained) {
      if (!seen.has(one)) found.fail(one, "The document before this one is not in the chain: it is missing, or was altered.", "protocol 12.1");
    }
    line.forEach((one, n) => found.must(one.content.number === n + 1, one, `It is number ${n + 1} of the chain, and says another number.`, "protocol 12.1"));
    return line;
  }

  /** The tournament as its documents make it, each held against those before it. */
  class Season {
    constructor(announcement, found) {
      this.found = found;
      this.id = announcement.digest;
      this.plan = announcement.content;
      this.officials = new Map([[this.plan.director.id, this.plan.director.key]]);
      for (const deputy of this.plan.deputies || []) this.officials.set(deputy.id, deputy.key);
      this.entries = new Map();
      this.players = new Map();
      this.rounds = [];
      this.results = new Map();
      this.decisions = new Map();
      this.used = new Set();
      this.known = new Set([announcement.digest]);
      this.taken = new Set();
      this.rosters = [];
    }

    /** A document of a player, taken by one of the chain. */
    async take(one, by) {
      const { content, kind } = one;
      const { found } = this;
      if (!found.must(!this.taken.has(one.digest), by, `It takes the ${one.name}, which was taken before.`, "protocol 12.2")) return;
      this.taken.add(one.digest);
      if (kind === "entry") {
        await signedBy(one, content.player, [content.key], found);
        found.must(!this.entries.has(content.player), one, "A player of this id has entered before.", "protocol 12.2");
        const keys = [...this.entries.values()].map((entry) => entry.content.key);
        found.must(!keys.includes(content.key), one, "Another player has entered with this key.", "protocol 12.2");
        this.entries.set(content.player, one);
        return;
      }
      const player = this.players.get(content.player);
      if (!found.must(player, one, "Its player is on no roster.", "protocol 12.2")) return;
      await signedBy(one, content.player, player.keys.slice(-1), found);
      if (kind === "withdrawal") player.leaves = Math.min(player.leaves, this.rounds.length + 1);
      else found.must(this.known.has(content.of), one, "What it is against is no document of the chain before it.", "protocol 12.4");
    }

    apply(one) {
      const { content, kind } = one;
      this[kind](one, content);
      this.known.add(one.digest);
    }

    roster(one, { players }) {
      for (const { player, entry } of players) {
        const entered = this.entries.get(player);
        this.found.must(entered && entered.digest === entry, one, `The entry of ${player} is not the one that was taken.`, "protocol 12.2");
        if (!this.found.must(!this.players.has(player), one, `${player} stands on the roster already.`, "protocol 12.2") || !entered) continue;
        this.players.set(player, { keys: [entered.content.key], leaves: Infinity, enters: this.rounds.length + 1, penalty: 0 });
      }
      this.rosters.push(players.length);
    }

    round(one, { round, seed, game, boards, byes }) {
      const must = (holds, message) => this.found.must(holds, one, message, "protocol 12.3");
      must(this.rosters.length > 0, "The entries are not closed.");
      must(round === this.rounds.length + 1, `Round ${this.rounds.length + 1} comes next.`);
      must(this.open().length === 0, `${this.open().length} games of the rounds before it have no result.`);
      if (this.rounds.length === 0) {
        const commits = seed !== undefined && hex(sha256("adjutant/1 lots\n", unhex(seed))) === this.plan.lots;
        must(commits, "The seed of the draw of lots is not the one to which the announcement has committed.");
      } else must(seed === undefined, "The first round has shown the seed.");
      const planned = this.plan.games.find((one) => one.id === game);
      const scheduled = this.scheduled(round);
      must(planned, "The announcement has no such game.");
      must(scheduled && scheduled.game === game, "The announcement has another game for this round, or no such round.");
      const seen = new Set();
      const plays = (player) => {
        const known = this.players.get(player);
        must(known && known.leaves > round && known.enters <= round, `${shown(player)} is not on the roster, or has left.`);
        must(!seen.has(player), `${shown(player)} stands in this round twice.`);
        seen.add(player);
      };
      boards.forEach((board, n) => {
        must(board.board === n + 1, "Its boards are not numbered from 1.");
        const sides = Object.keys(board.sides).sort().join(" ");
        must(planned && sides === [...planned.sides].sort().join(" "), `Board ${n + 1} has not the two sides of the game.`);
        Object.values(board.sides).forEach(plays);
      });
      (byes || []).forEach(({ player }) => plays(player));
      if (scheduled && isMap(scheduled.stage.format) && own(scheduled.stage.format, "swiss")) {
        for (const [player, { enters, leaves }] of this.players) {
          if (enters <= round && leaves > round) must(seen.has(player), `${player} has neither a board nor a bye.`);
        }
      }
      this.rounds.push({ content: one.content, planned, legs: scheduled ? scheduled.stage.legs || 1 : 1, knockout: Boolean(scheduled && own(scheduled.stage.format, "knockout") !== undefined) });
    }

    /** The stage of a round, and what it plays. */
    scheduled(round) {
      let at = round - 1;
      for (const stage of this.plan.stages) {
        const rounds = roundsOf(stage.format, this.rosters[0] || 0);
        if (at < rounds) return { stage, game: stage.games[at % stage.games.length] };
        at -= rounds;
      }
      return null;
    }

    /** The players of a game by its sides, the first side first; null if there is no such game. */
    players_of(round, board, leg) {
      const paired = this.rounds[round - 1];
      const plan = paired && paired.content.boards.find((one) => one.board === board);
      if (!plan || !paired.planned || leg < 1 || leg > paired.legs) return null;
      const [first, second] = paired.planned.sides.map((side) => plan.sides[side]);
      return leg % 2 === 0 ? [second, first] : [first, second];
    }

    /** Games without a result. */
    open() {
      const open = [];
      this.rounds.forEach(({ content, legs }) => {
        for (const { board } of content.boards) {
          for (let leg = 1; leg <= legs; leg++) {
            const key = `${content.round}/${board}/${leg}`;
            if (!this.results.has(key)) open.push(key);
          }
        }
      });
      return open;
    }

    /** Whether an official plays in a game himself. */
    noParty(one, players) {
      const key = this.officials.get(one.content.by);
      const party = (players || []).find((id) => this.players.has(id) && this.players.get(id).keys.includes(key));
      this.found.must(!party, one, `${one.content.by} plays as ${party} and cannot judge it.`, "protocol 12.4");
    }

    result(one, { round, board, leg = 1, how, winner, match, state, reason, supersedes, decision, margin }) {
      const must = (holds, message) => this.found.must(holds, one, message, "protocol 12.3");
      const key = `${round}/${board}/${leg}`;
      const players = this.players_of(round, board, leg);
      if (!must(players, "There is no such game.")) return;
      this.noParty(one, players);
      must(winner === undefined || players.includes(winner), "The winner does not play in this game.");
      if (how === "played") must(match !== undefined && state !== undefined, "A game that was played names its match and its last state.");
      else must(text(reason) && reason.trim() !== "", "A result that no match proves gives its reason.");
      if (how === "forfeit") must(winner !== undefined, "A forfeit names who wins by it.");
      if (how === "double_forfeit") must(winner === undefined, "Nobody wins where both players forfeit.");
      must(winner !== undefined || !margin, "Nobody is ahead in a game that nobody wins.");
      if (match !== undefined) {
        const other = [...this.results].find(([at, earlier]) => at !== key && earlier.content.match === match);
        must(!other, `Its match counts for game ${other && other[0]} already.`);
      }
      const earlier = this.results.get(key);
      if (earlier) {
        must(supersedes === earlier.digest, "The game has a result, and this one does not name it as the one that it replaces.");
        const ordered = this.decisions.get(decision);
        const wanted = { replace: { round, board, leg } };
        must(ordered && isMap(ordered.content.effect) && same(ordered.content.effect, wanted), "No decision orders that the result be replaced.");
        must(!this.used.has(decision), "The decision was carried out before.");
        this.used.add(decision);
      } else must(supersedes === undefined, "The game has no result that it could replace.");
      this.results.set(key, one);
      this.found.checks.results++;
    }

    decision(one, { on, reason, effect }) {
      const must = (holds, message) => this.found.must(holds, one, message, "protocol 12.4");
      must(reason.trim() !== "", "A decision gives its reason.");
      must(on === undefined || this.known.has(on) || this.taken.has(on), "What it is about is no document of the chain before it.");
      this.decisions.set(one.digest, one);
      if (!isMap(effect)) return;
      const [[what, value] = []] = Object.entries(effect);
      const about = isMap(value) ? value.player : value;
      const player = this.players.get(about);
      if (["withdraw", "penalty", "key"].includes(what)) {
        this.noParty(one, [about]);
        if (!must(player, "It is about a player who is on no roster.")) return;
        if (what === "withdraw") player.leaves = Math.min(player.leaves, this.rounds.length + 1);
        if (what === "penalty") player.penalty += isWhole(value.points) ? value.points : 0;
        if (what === "key") {
          const other = [...this.players.values()].some(({ keys }) => keys.includes(value.key));
          must(isHex(value.key) && !other, "The key is none, or another player's.");
          player.keys.push(value.key);
        }
      } else if (["extend", "replace"].includes(what) && isMap(value)) {
        const players = this.players_of(value.round, value.board, value.leg || 1);
        if (must(players, "It is about a game that there is not.")) this.noParty(one, players);
      } else must(false, "Its effect is unknown.");
    }

    standings(one, { after, rows }) {
      const must = (holds, message) => this.found.must(holds, one, message, "protocol 12.3");
      must(after === this.rounds.length && after > 0, `${this.rounds.length} rounds have been paired.`);
      must(this.open().length === 0, "Games of the rounds before it have no result.");
      must(rows.length === this.players.size && new Set(rows.map((row) => row.player)).size === rows.length, "It does not list every player once.");
      const points = this.points();
      rows.forEach(({ player, points: said, rank }, n) => {
        must(points.get(player) === said, `The results give ${shown(player)} ${points.get(player)} points, and it says ${said}.`);
        if (n > 0) must(rows[n - 1].points >= said && rows[n - 1].rank <= rank, `Row ${n + 1} stands in the wrong place.`);
      });
    }

    /** What the results come to, without the knock-out. */
    points() {
      const { scoring } = this.plan;
      const worth = (word) => (isWhole(own(scoring, word)) ? scoring[word] : 0);
      const legs = Math.max(1, ...this.plan.stages.filter((stage) => own(stage.format, "knockout") === undefined).map((stage) => stage.legs || 1));
      const points = new Map([...this.players].map(([player, { penalty }]) => [player, -penalty]));
      const add = (player, more) => points.set(player, points.get(player) + more);
      for (const { content, knockout, planned, legs: played } of this.rounds) {
        if (knockout || !planned) continue;
        const swiss = own(this.scheduled(content.round).stage.format, "swiss") !== undefined;
        const seen = new Set();
        for (const { board, sides } of content.boards) {
          for (const player of Object.values(sides)) {
            seen.add(player);
            for (let leg = 1; leg <= played; leg++) {
              const result = this.results.get(`${content.round}/${board}/${leg}`);
              if (!result) continue;
              const { how, winner } = result.content;
              const won = winner === player;
              if (how === "double_forfeit") add(player, worth("forfeit_loss"));
              else if (how === "forfeit") add(player, worth(won ? "forfeit_win" : "forfeit_loss"));
              else add(player, worth(winner === undefined ? "draw" : won ? "win" : "loss"));
            }
          }
        }
        for (const { player, kind } of content.byes || []) {
          seen.add(player);
          add(player, worth(`${kind}_bye`) * legs);
        }
        if (swiss) for (const player of points.keys()) if (!seen.has(player)) add(player, worth("zero_bye") * legs);
      }
      return points;
    }
  }

  /** How many rounds a stage has (docs/tournaments.md). */
  function roundsOf(format, players) {
    const everybody = (count) => (count % 2 === 0 ? Math.max(0, count - 1) : count);
    const [[kind, value] = []] = Object.entries(format);
    const said = isMap(value) ? value : {};
    if (kind === "swiss") return said.rounds;
    if (kind === "round_robin") return everybody(players) * said.cycles;
    if (kind === "pools") return everybody(Math.ceil(players / Math.max(1, Math.ceil(players / Math.max(2, said.size))))) * said.cycles;
    if (kind === "knockout") return Math.ceil(Math.log2(Math.max(1, Math.min(said.players || players, players))));
    return 0;
  }

  /** Section 12.3: the match that a result names is this game, its players have signed it, and it ended so. */
  async function checkMatch(season, key, result, given, found) {
    const { content } = result;
    const [round, board, leg] = key.split("/").map(Number);
    const name = `match of game ${round}/${board}${leg > 1 ? `/${leg}` : ""}`;
    const must = (holds, message) => found.must(holds, name, message, "protocol 12.3");
    const { charter, state } = given;
    if (!must(isMap(charter) && listOf(isMap)(charter.seats) && isList(charter.signatures), "Its charter does not read.")) return;
    const before = found.failures.length;
    must(digest(charter) === content.match, "Its charter is not the one that the result names.");
    for (const seat of charter.seats) {
      const own = charter.signatures.filter((one) => isMap(one) && one.by === seat.seat && one.key === seat.key);
      const good = own.length === 1 && text(own[0].sig) && (await holds(own[0].key, `adjutant/1 charter ${content.match}\n`, own[0].sig));
      if (must(good, `The signature of ${shown(seat.seat)} under its charter does not hold.`)) found.checks.signatures++;
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
    if (!must(isMap(state) && isList(state.signatures), "Its last state does not read.")) return;
    must(digest(state) === content.state, "Its last state is not the one that the result names.");
    must(state.match === content.match, "Its last state belongs to another match.");
    const responder = charter.seats.find((seat) => seat.seat === state.responder);
    const [signature] = state.signatures;
    const good = responder && isMap(signature) && signature.by === state.responder && signature.key === responder.key && text(signature.sig)
      && (await holds(signature.key, `adjutant/1 state ${content.state}\n`, signature.sig));
    if (must(good, "The signature under its last state does not hold.")) found.checks.signatures++;
    if (content.how === "played" && must(isMap(state.outcome), "It is not over.")) {
      const side = own(state.outcome, "winner");
      const at = planned.sides.indexOf(side);
      const winner = at < 0 ? undefined : players[at];
      // Where players exchange sides within a match, the rules alone know who plays which in the end.
      const exchanges = Object.keys(charter.options || {}).some((option) => option.includes("bid") || option.includes("exchange"));
      if (exchanges && winner !== content.winner) found.left.push(`Who wins game ${key}: its players may have exchanged sides, which the program follows.`);
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
        found.fail(`document ${n + 1} of the page`, `This does not read: ${error.message}.`, "protocol 12");
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
        else found.fail(one, `A player's document that it takes is not here: ${digest.slice(0, 8)}….`, "protocol 12.2");
      }
      season.apply(one);
    }
    const waiting = [...players.values()].filter((one) => !season.taken.has(one.digest));
    if (waiting.length > 0) found.left.push(`Documents that the director has not taken: ${waiting.map((one) => one.name).join(", ")}.`);
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
