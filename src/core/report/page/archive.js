/**
 * The documents of a match by digest, by place and by what refers to them: who may issue a state, what was refused and
 * what replaces it (docs/protocol.md, sections 3 and 6).
 */
const archive = (() => {
  "use strict";

  const { canonical } = canon;

  /** The seats of a charter, and who answers to whom (section 3). */
  class Seats {
    constructor(charter) {
      this.entries = charter.seats;
      this.names = charter.seats.map((entry) => entry.seat);
      this.refereed = charter.trust === "refereed";
      /** Whether seats have secrets and hands that only they know, and whether the adjudicator has the secrets too. */
      this.hidden = charter.seats.some((entry) => entry.hidden !== undefined);
      this.escrow = charter.escrow === true;
      // The first seat of a side in charter order acts for it.
      this.actors = new Map();
      for (const { seat, side } of charter.seats) if (side !== undefined && !this.actors.has(side)) this.actors.set(side, seat);
      /** The match that this one goes on with, if any. */
      this.earlier = charter.continues ? charter.continues.match : null;
    }
    /** The seat that acts for each side after a state: once the players have exchanged sides, the other one (section 3). */
    acting({ position }) {
      const { sides } = Object(position);
      if (Object(Object(sides).settled).exchanged !== true) return this.actors;
      const seats = [...this.actors.values()].reverse();
      return new Map([...this.actors.keys()].map((side, n) => [side, seats[n]]));
    }
    get(seat) {
      return this.entries.find((entry) => entry.seat === seat);
    }
    firstIssuer() {
      return this.refereed ? "adjudicator" : this.names[0];
    }
    responderTo(seat) {
      if (this.refereed) return seat === "adjudicator" ? undefined : "adjudicator";
      return this.names.includes(seat) ? this.names.find((other) => other !== seat) : undefined;
    }
    /** The seats that a state awaits, in charter order. */
    awaited(state) {
      const named = new Set(state.awaiting.map((one) => one.seat));
      return this.names.filter((seat) => named.has(seat));
    }
  }

  /** Whether two states differ in nothing but the refusal that they name. */
  function sameButRefusal(one, two) {
    const rest = ({ refusal, signatures, ...others }) => canonical(others);
    return rest(one) === rest(two);
  }

  /** The documents of a match by what refers to them. */
  class Archive {
    constructor(documents, spoilt, seats, match) {
      const ours = (one) => one.content.match === match;
      const [states, turns, refusals] = ["state", "turn", "refusal"].map((kind) => documents[kind].filter(ours));
      // Of copies of one document, one that is well signed counts.
      const byDigest = (all) => new Map([...all].sort((a, b) => a.holds - b.holds).map((one) => [one.digest, one]));
      this.seats = seats;
      this.match = match;
      this.states = byDigest(states);
      this.turns = byDigest(turns);
      this.refusals = byDigest(refusals);
      this.stateList = [...this.states.values()];
      this.turnList = [...this.turns.values()];
      this.refusalList = [...this.refusals.values()];
      this.statesOn = group(this.stateList, (one) => one.content.parent);
      this.statesOf = group(this.stateList, (one) => one.step);
      this.turnsTo = group(this.turnList, (one) => one.content.parent);
      this.refusalsOf = group(this.refusalList, (one) => one.content.of);
      this.turnsFor = group(this.turnList, (one) => `${one.seat} ${one.step}`);
      // What must not count against anybody: it was altered, and the thing itself is not here.
      const unsound = [...spoilt, ...[...states, ...turns].filter((one) => !one.holds)];
      this.unsound = new Set(unsound.map((one) => `${one.kind} ${one.step}`));
    }

    /** Whether a document of this kind and step is here but does not hold, which is a failure of its own. */
    isSpoilt(kind, step) {
      return this.unsound.has(`${kind} ${step}`);
    }

    /** Whether a state is of the seat that may issue it. */
    mayIssue(one) {
      const { content } = one;
      if (content.ruling !== undefined) return this.seats.refereed && one.seat === "adjudicator";
      if (one.step === 0) return one.seat === this.seats.firstIssuer();
      const parent = this.states.get(content.parent);
      if (!parent) return true;
      const [awaited] = this.seats.awaited(parent.content);
      return awaited !== undefined && one.seat === this.seats.responderTo(awaited);
    }

    /** The refusal of a turn by its responder, if there is one. */
    refusalOfTurn(turn) {
      const refuser = this.seats.responderTo(turn.seat);
      const all = this.refusalsOf.get(turn.digest) || [];
      return all.find((one) => one.holds && one.seat === refuser && one.step === turn.step);
    }

    /** Why a seat may not refuse a state, if it may not. */
    faultOfRefusal(refusal, state) {
      const fault = this.faultOfRefuser(refusal, state);
      if (fault !== null || !this.isStoodBy(refusal, state)) return fault;
      return `the responder stands by its state, and ${refusal.seat} cannot refuse it again`;
    }

    /** Whether a refusal has no other fault than that the responder has stood by the state: then it changes nothing. */
    isRefusedAgain(refusal, state) {
      return this.faultOfRefuser(refusal, state) === null && this.isStoodBy(refusal, state);
    }

    faultOfRefuser(refusal, state) {
      if (refusal.seat === state.seat) return `${refusal.seat} refuses its own state`;
      if (refusal.step !== state.step) return "the refused state belongs to another step";
      const named = (other) => other.digest !== state.digest && other.content.refusal === refusal.digest;
      const answered = this.beside(state).some(named);
      if (!answered && this.answerOfRefuser(refusal)) return `${refusal.seat} refuses a state that it has answered`;
      return null;
    }

    isStoodBy(refusal, state) {
      const earlier = this.refusals.get(state.content.refusal);
      const old = earlier && earlier.seat === refusal.seat && this.states.get(earlier.content.of);
      return Boolean(old && sameButRefusal(old.content, state.content));
    }

    /** The turn or state by which who refuses a state answered it all the same. */
    answerOfRefuser(refusal) {
      const { of } = refusal.content;
      const own = (one) => one.holds && one.seat === refusal.seat;
      return (this.turnsTo.get(of) || []).find(own) || (this.statesOn.get(of) || []).find(own);
    }

    /** The states of the same seat for the same place in the chain. */
    beside(state) {
      const same = (other) => other.step === state.step && other.seat === state.seat;
      return (this.statesOn.get(state.content.parent) || []).filter(same);
    }

    /** The state that replaces a refused one. */
    replacement(state) {
      const counts = (refusal) => this.faultOfRefusal(refusal, state) === null;
      const refusals = new Set((this.refusalsOf.get(state.digest) || []).filter(counts).map((one) => one.digest));
      if (refusals.size === 0) return undefined;
      return this.beside(state).find((other) => other.digest !== state.digest && refusals.has(other.content.refusal));
    }

    /** Whether a turn or state names a refusal that is not here. */
    lacksRefusal({ content: { refusal } }) {
      return refusal !== undefined && !this.refusals.has(refusal);
    }

    /** Whether a state that its signer may issue stands on this one. */
    goesOn(state) {
      return (this.statesOn.get(state.digest) || []).some((next) => next.holds && this.mayIssue(next));
    }

    /** The states from the set-up to the newest: those that follow by digest, else those that are numbered next. */
    line() {
      const line = [];
      let parent = this.match;
      // What stands on a replaced state is void with it, and what stands on that.
      const replaced = new Set();
      for (const all of this.statesOf.values()) for (const one of all) if (this.replacement(one)) replaced.add(one.digest);
      for (const step of [...this.statesOf.keys()].sort((a, b) => a - b)) {
        const gone = (one) => this.replacement(one) || replaced.has(one.content.parent);
        const all = this.statesOf.get(step).filter((one) => !gone(one));
        this.statesOf.get(step).filter(gone).forEach((one) => replaced.add(one.digest));
        const fits = (one) => one.content.parent === parent && this.mayIssue(one);
        const score = (one) => 16 * fits(one) + 8 * one.holds + 4 * this.mayIssue(one) + 2 * this.goesOn(one) + !this.lacksRefusal(one);
        const scored = all.map((one) => [score(one), one]);
        scored.sort(([a, x], [b, y]) => b - a || (x.digest < y.digest ? -1 : 1));
        if (scored.length === 0) continue;
        const [, state] = scored[0];
        line.push({ step, state });
        parent = state.digest;
      }
      return line;
    }
  }

  function group(all, key) {
    const groups = new Map();
    for (const one of all) {
      const of = key(one);
      if (!groups.has(of)) groups.set(of, []);
      groups.get(of).push(one);
    }
    return groups;
  }

  return { Seats, Archive };
})();
