/** A tournament as its documents make it, each held against those before it (docs/protocol.md, sections 12.2 to 12.4). */
const tournamentSeason = (() => {
  "use strict";

  const { sha256, hex, unhex } = hash;
  const { own, isMap, isWhole, isHex, shown, same } = canon;
  const { signedBy, text } = tournamentDocuments;

  /** The tournament at a place in its chain. */
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
      this.asked = new Set();
      this.rosters = [];
      this.left = new Set();
    }

    /** Whether somebody has entered and is on no roster. */
    waits(id) {
      return this.entries.has(id) && !this.players.has(id);
    }

    /** A document of a player, taken by one of the chain. */
    async take(one, by) {
      const { content, kind } = one;
      const { found } = this;
      if (!found.must(!this.taken.has(one.digest), by, `It takes the ${one.name}, which has already been taken.`, "protocol 12.2")) return;
      this.taken.add(one.digest);
      if (kind === "entry") {
        await signedBy(one, content.player, [content.key], found);
        found.must(!["director", "adjudicator"].includes(content.player), one, "This is no player's id.", "protocol 12.2");
        found.must(!this.entries.has(content.player), one, "A player with this id has already entered.", "protocol 12.2");
        const keys = [...this.entries.values()].map((entry) => entry.content.key);
        found.must(!keys.includes(content.key), one, "Another player has already entered with this key.", "protocol 12.2");
        this.entries.set(content.player, one);
        return;
      }
      if (kind === "withdrawal" && this.waits(content.player)) {
        await signedBy(one, content.player, [this.entries.get(content.player).content.key], found);
        this.left.add(content.player);
        return;
      }
      const player = this.players.get(content.player);
      if (!found.must(player, one, "Its player is not on the roster.", "protocol 12.2")) return;
      await signedBy(one, content.player, player.keys.slice(-1), found);
      if (kind === "withdrawal") player.leaves = Math.min(player.leaves, this.rounds.length + 1);
      else if (kind === "bye_request") this.ask(one, content);
      else found.must(this.known.has(content.of), one, "It appeals against a document that the chain before it does not have.", "protocol 12.4");
    }

    /** A bye that a player asks for: in a round of a Swiss that is not paired, and once. */
    ask(one, { player, round }) {
      const must = (holds, message) => this.found.must(holds, one, message, "protocol 12.2");
      const scheduled = this.scheduled(round);
      must(round > this.rounds.length, `Round ${round} is paired.`);
      must(scheduled && own(scheduled.stage.format, "swiss") !== undefined, `Round ${round} has no byes on request.`);
      must(!this.asked.has(`${player} ${round}`), `${player} has already asked for a bye in round ${round}.`);
      this.asked.add(`${player} ${round}`);
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
        this.found.must(!this.left.has(player), one, `${player} has left, or was turned away.`, "protocol 12.2");
        if (!this.found.must(!this.players.has(player), one, `${player} is on the roster already.`, "protocol 12.2") || !entered) continue;
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
        must(commits, "The seed of the draw of lots is not the one that the announcement committed to.");
      } else must(seed === undefined, "The first round has already revealed the seed.");
      const planned = this.plan.games.find((one) => one.id === game);
      const scheduled = this.scheduled(round);
      must(planned, "The announcement has no such game.");
      must(scheduled && scheduled.game === game, "The announcement has another game for this round, or no such round.");
      const seen = new Set();
      const plays = (player) => {
        const known = this.players.get(player);
        must(known && known.leaves > round && known.enters <= round, `${shown(player)} is not on the roster, or has left.`);
        must(!seen.has(player), `${shown(player)} appears twice in this round.`);
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
        const rounds = roundsOf(stage.format, [...this.players.values()].filter((player) => player.enters === 1).length);
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
      if (how === "played") must(match !== undefined && state !== undefined, "The result of a played game must name its match and its last state.");
      else must(text(reason) && reason.trim() !== "", "A result that no match proves needs a reason.");
      if (how === "forfeit") must(winner !== undefined, "A forfeit needs a winner.");
      if (how === "double_forfeit") must(winner === undefined, "Nobody wins where both players forfeit.");
      must(winner !== undefined || !margin, "A drawn game has no margin.");
      if (match !== undefined) {
        const other = [...this.results].find(([at, earlier]) => at !== key && earlier.content.match === match);
        must(!other, `Its match already counts for game ${other && other[0]}.`);
      }
      const earlier = this.results.get(key);
      if (earlier) {
        must(supersedes === earlier.digest, "The game already has a result, and this one does not say that it replaces it.");
        const ordered = this.decisions.get(decision);
        const wanted = { replace: { round, board, leg } };
        must(ordered && isMap(ordered.content.effect) && same(ordered.content.effect, wanted), "No decision orders the result to be replaced.");
        must(!this.used.has(decision), "The decision has already been carried out.");
        this.used.add(decision);
      } else must(supersedes === undefined, "The game has no result to replace.");
      this.results.set(key, one);
      this.found.checks.results++;
    }

    decision(one, { on, reason, effect }) {
      const must = (holds, message) => this.found.must(holds, one, message, "protocol 12.4");
      must(reason.trim() !== "", "A decision needs a reason.");
      must(on === undefined || this.known.has(on) || this.taken.has(on), "It is about a document that the chain before it does not have.");
      this.decisions.set(one.digest, one);
      if (!isMap(effect)) return;
      const [[what, value] = []] = Object.entries(effect);
      const about = isMap(value) ? value.player : value;
      const player = this.players.get(about);
      if (["withdraw", "penalty", "key"].includes(what)) {
        this.noParty(one, [about]);
        if (what === "withdraw" && this.waits(about)) {
          this.left.add(about);
          return;
        }
        if (!must(player, "It is about a player who is not on the roster.")) return;
        if (what === "withdraw") player.leaves = Math.min(player.leaves, this.rounds.length + 1);
        if (what === "penalty") player.penalty += isWhole(value.points) ? value.points : 0;
        if (what === "key") {
          const other = [...this.players.values()].some(({ keys }) => keys.includes(value.key));
          must(isHex(value.key) && !other, "The key is not valid, or belongs to another player.");
          player.keys.push(value.key);
        }
      } else if (["extend", "replace"].includes(what) && isMap(value)) {
        const players = this.players_of(value.round, value.board, value.leg || 1);
        if (must(players, "It is about a game that does not exist.")) this.noParty(one, players);
      } else must(false, "Its effect is unknown.");
    }

    standings(one, { after, rows }) {
      const must = (holds, message) => this.found.must(holds, one, message, "protocol 12.3");
      must(after === this.rounds.length && after > 0, `${this.rounds.length} rounds have been paired.`);
      must(this.open().length === 0, "Games of the rounds before it have no result.");
      must(rows.length === this.players.size && new Set(rows.map((row) => row.player)).size === rows.length, "It does not list every player once.");
      const points = this.points();
      rows.forEach(({ player, points: said, rank }, n) => {
        must(points.get(player) === said, `The results give ${shown(player)} ${points.get(player)} points, but it says ${said}.`);
        if (n > 0) must(rows[n - 1].points >= said && rows[n - 1].rank <= rank, `Row ${n + 1} is in the wrong place.`);
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

  return { Season };
})();
