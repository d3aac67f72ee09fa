/** What is found while a match is examined: how much holds, what fails, and what stays open. */
const findings = (() => {
  "use strict";

  class Findings {
    constructor() {
      this.checks = { signatures: 0, digests: 0, links: 0, reveals: 0, rolls: 0, cards: 0 };
      this.failures = [];
      this.left = [];
    }

    /** Notes a failure; `where` is an entry, or the name of a document. */
    fail(kind, rule, where, message, step, seat) {
      const known = typeof where === "string" ? { name: where, step: null, seat: null } : where;
      const or = (given, other) => (given === undefined ? other : given);
      const failure = { kind, document: known.name, step: or(step, known.step), seat: or(seat, known.seat), message, rule };
      this.failures.push(failure);
    }

    /** Counts a link of the chain if it holds, and notes a failure otherwise. Returns whether it holds. */
    link(holds, rule, where, message, step, seat) {
      if (holds) this.checks.links++;
      else this.fail("chain", rule, where, message, step, seat);
      return holds;
    }

    leave(sentence) {
      if (this.left.length < MOST && !this.left.includes(sentence)) this.left.push(sentence);
    }

    /** The first failure of each kind and as many more as there is room for, in the order of the match. */
    chosen() {
      const weight = (failure) => KINDS.indexOf(failure.kind);
      const step = (failure) => (failure.step === null ? Infinity : failure.step);
      const order = (a, b) => (step(a) === step(b) ? weight(a) - weight(b) : step(a) - step(b));
      const sorted = [...this.failures].sort(order);
      const first = new Set(KINDS.map((kind) => sorted.find((failure) => failure.kind === kind)));
      const room = sorted.filter((failure) => !first.has(failure)).slice(0, MOST - KINDS.length);
      return sorted.filter((failure) => first.has(failure) || room.includes(failure));
    }
  }
  const KINDS = ["signature", "chain", "reveal", "roll", "hands", "page"];
  const MOST = 20;

  return { Findings };
})();
