/**
 * The chain of states (docs/protocol.md, sections 3 and 6 to 8): whether each follows from the one before and from the
 * turns that it resolves, and whether what lies beside the chain may lie there.
 */
const chain = (() => {
  "use strict";

  const { own, isMap, isList, shown, same, choiceDigest } = canon;
  const { NO_SECRET, DRAWS, hiddenDigest, saltOf, isOfCards } = hidden;
  const { acts } = forms;

  const names = (seats) => (seats.length ? seats.join(", ") : "nobody");
  /** A position without answers in advance, which a take-back ends (section 8.4). */
  const withoutAdvance = (value) => {
    if (isList(value)) return value.map(withoutAdvance);
    if (!isMap(value)) return value;
    const kept = Object.entries(value).filter(([key]) => key !== "advance" || own(value, "piles") === undefined);
    return Object.fromEntries(kept.map(([key, one]) => [key, withoutAdvance(one)]));
  };
  const asks = (state, what) => state.awaiting.some((one) => own(one, what) !== undefined);

  /** Section 6: the line of states, each with the turns that it resolves. */
  class Chain {
    constructor(archive, found) {
      this.archive = archive;
      this.seats = archive.seats;
      this.found = found;
      // Each: { step, state, before (the state before, null where it is not here), gap (how many states are missing
      // before it), turns: [{ seat, turn (null where it is not here) }], lacking (whether a state or turn up to here is not
      // here), used (commitments), open (those that are open), resume, back (the step that it goes back to) }.
      this.line = archive.line();
      // Whether hands are played with, as the documents say.
      this.cards = archive.seats.hidden || this.line.some(({ state: { content } }) => content.draws || content.opened);
      // Every commitment of the line: { seat, id, digest, step, refusal, asked, shown (the document that opens it), salt,
      // choice (where it is known) }.
      this.commitments = [];
      // The secrets that are known, by seat, and who ought to have disclosed one.
      this.secrets = new Map();
      this.owed = [];
      this.at = new Map(this.line.map((one) => [one.step, one]));
      this.onLine = new Set(this.line.map((one) => one.state.digest));
      this.resolved = new Set();
    }

    checkStep(here, last) {
      const { archive, seats, found } = this;
      const { state, step } = here;
      const { content } = state;
      here.gap = step - (last ? last.step + 1 : 0);
      here.before = last && here.gap === 0 ? last.state : null;
      here.turns = [];
      here.used = last ? last.used : new Map();
      here.open = last ? last.open : new Set();
      here.resume = null;
      const link = (holds, rule, message) => found.link(holds, rule, state, message);

      if (here.gap > 0) this.missingStates(here, step - here.gap);
      const expected = step === 0 ? archive.match : here.before && here.before.digest;
      if (expected !== null && content.parent !== expected && here.before && !here.before.holds && state.holds) {
        found.leave(`State ${step} follows state ${step - 1} as it was signed, but the copy here was altered.`);
      } else if (expected !== null) {
        const of = step === 0 ? "the charter" : `state ${step - 1}`;
        link(content.parent === expected, "protocol 6", `Its parent is not the digest of ${of}.`);
      }
      const awaited = content.awaiting.map((one) => one.seat);
      link(same(awaited, seats.awaited(content)), "protocol 3", "It awaits unknown seats, or does not list them in charter order.");
      const over = content.outcome !== null;
      link(over === (awaited.length === 0), "protocol 3", "A match has an outcome exactly when nobody is awaited.");
      if (seats.refereed) link(!awaited.includes("adjudicator"), "protocol 3", "It awaits the adjudicator, who plays no side.");
      else link(awaited.length < 2, "protocol 3", "It awaits two seats at once, but this match is head-to-head.");

      if (step === 0 || content.ruling !== undefined) this.checkWithoutTurns(here);
      else this.checkTurns(here);
      if (content.refusal !== undefined) this.checkReplacement(state);
      else link(content.spent === undefined, "protocol 6", "Only a state that replaces another names a reveal as spent.");
      here.lacking = Boolean(last && last.lacking) || here.gap > 0 || here.turns.some(({ turn }) => turn === null);
      this.checkProposals(here);
      this.checkChoices(here);
      if (this.cards) this.checkHidden(here);
    }

    missingStates({ step }, first) {
      const { archive, found } = this;
      const missing = step - first === 1 ? `State ${first}` : `States ${first} to ${step - 1}`;
      let spoilt = 0;
      while (first + spoilt < step && archive.isSpoilt("state", first + spoilt)) spoilt++;
      if (first + spoilt === step) return found.leave(`${missing} could not be read: whether state ${step} follows is not known.`);
      const words = step - first === 1 ? "is" : "are";
      return found.fail("chain", "protocol 6", `state ${first}`, `${missing} ${words} missing, and state ${step} follows it.`, first);
    }

    checkWithoutTurns({ state, step }) {
      const { seats, found } = this;
      const { content } = state;
      const what = step === 0 ? "state 0" : "a ruling";
      const issuer = step === 0 ? seats.firstIssuer() : seats.refereed ? "adjudicator" : null;
      const link = (holds, rule, message) => found.link(holds, rule, state, message);
      link(state.seat === issuer, "protocol 3", `${state.seat} may not issue ${what}.`);
      link(step > 0 || content.ruling === undefined, "protocol 6", "State 0 is the set-up and cannot be a ruling.");
      link(content.turns.length === 0, "protocol 6", `Turns are answered in ${what}.`);
      link(content.reveal === null, "protocol 6", `Something is revealed in ${what}.`);
      link(content.rolls.length === 0, "protocol 6", `Something is rolled in ${what}.`);
      link(!content.draws && !content.opened, "protocol 8", `Cards are drawn or turned up in ${what}.`);
      if (step === 0) {
        const first = seats.refereed ? seats.names.filter((seat) => seat !== "adjudicator") : seats.names.slice(0, 1);
        const awaited = content.awaiting.map((one) => one.seat);
        const right = same(awaited, first) && content.awaiting.every((one) => own(one, "empty") === true);
        link(right, "protocol 3", `State 0 awaits an empty turn of ${names(first)}.`);
      } else {
        found.leave(`State ${step} is a ruling: it rests on the word of the adjudicator, and nothing proves it.`);
      }
    }

    checkTurns(here) {
      const { archive, seats, found } = this;
      const { state, step, before } = here;
      const { content } = state;
      const awaited = before ? seats.awaited(before.content) : null;
      const link = (holds, rule, message) => found.link(holds, rule, state, message);
      if (before) link(awaited.length > 0, "protocol 3", "The match was over before this state.");
      for (let n = 0; n < content.turns.length; n++) {
        const turn = archive.turns.get(content.turns[n]);
        if (!turn) {
          const seat = awaited && awaited.length === content.turns.length ? awaited[n] : null;
          here.turns.push({ seat, turn: null });
          const whose = seat === null ? "A turn" : `The turn of ${seat}`;
          if (archive.isSpoilt("turn", step)) found.leave(`${whose} that state ${step} resolves is not here as it was signed.`);
          else link(false, "protocol 3", `${whose} that it resolves is not here.`);
          continue;
        }
        here.turns.push({ seat: turn.seat, turn });
        this.resolved.add(turn.digest);
        const linkTurn = (holds, message) => found.link(holds, "protocol 6", turn, message);
        linkTurn(turn.step === step, `It is resolved in step ${step}, but is for step ${turn.step}.`);
        const parent = content.parent;
        linkTurn(turn.content.parent === parent, `It answers a different state from the one that state ${step} follows.`);
        const refusal = archive.refusalOfTurn(turn);
        link(!refusal, "protocol 6", `It resolves the ${turn.name}, which ${refusal ? refusal.seat : ""} refused: double dealing.`);
        const responder = seats.responderTo(turn.seat);
        link(state.seat === responder, "protocol 3", `${state.seat} does not respond to the turns of ${turn.seat}.`);
        this.checkNamedRefusal(turn, before);
        if (before) this.checkAsked(turn, before);
      }
      link(content.reveal !== null, "protocol 3", "A state that resolves turns carries a reveal.");
      if (!awaited) return;
      const given = here.turns.map((one) => one.seat);
      const message = same([...given].sort(), [...awaited].sort())
        ? `It lists turns of ${names(given)}, but charter order is ${names(awaited)}.`
        : `It resolves turns of ${names(given.map((seat) => seat || "somebody"))}, but those of ${names(awaited)} were awaited.`;
      link(same(given, awaited), "protocol 3", message);
    }

    /** What a turn may contain, as far as it needs no rules. */
    checkAsked(turn, before) {
      const { content } = turn;
      const does = acts(content);
      const asked = before.content.awaiting.filter((one) => one.seat === turn.seat);
      const link = (holds, rule, message) => this.found.link(holds, rule, turn, message);
      const several = before.content.awaiting.length > 1;
      const quiet = does.every((act) => act === "commit" || act === "open");
      if (several) link(quiet, "protocol 3", "Where two are awaited, a turn may only commit, open, or be empty.");
      for (const one of asked) {
        if (own(one, "empty") === true) link(does.length === 0, "protocol 3", "An empty turn was awaited.");
        if (own(one, "take_back") !== undefined) {
          const accepts = does.length === 1 && does[0] === "take_back" && same(content.take_back, one.take_back);
          const resigns = does.length === 1 && content.offer === "resign";
          link(accepts || resigns || does.length === 0, "protocol 6", "It neither accepts nor declines the take-back.");
        }
        if (own(one, "draw") !== undefined) {
          const answers = does.length === 0 || (does.length === 1 && content.offer !== undefined);
          link(answers, "protocol 6", "It neither accepts nor declines the draw.");
        }
      }
      const alone = content.take_back === undefined && content.offer !== "resign";
      if (!alone) link(does.length === 1, "protocol 6", "A turn that takes back or resigns does nothing else.");
    }

    /** A turn that replaces another names the refusal, and no turn names one that is none of its business. */
    checkNamedRefusal(turn, before) {
      const { archive, found } = this;
      const { refusal } = turn.content;
      const link = (holds, message) => found.link(holds, "protocol 6", turn, message);
      const due = new Set();
      const forStep = archive.turnsFor.get(`${turn.seat} ${turn.step}`) || [];
      const toState = (archive.turnsTo.get(turn.content.parent) || []).filter((other) => other.seat === turn.seat);
      const others = [...new Set([...forStep, ...toState])].filter((other) => other !== turn && other.holds);
      const refused = others.filter((other) => archive.refusalOfTurn(other));
      for (const other of refused) {
        const of = archive.refusalOfTurn(other);
        due.add(of.digest);
        this.checkRecurs(other, turn, of);
      }
      // Of several in a row the last is named.
      for (const other of refused) due.delete(other.content.refusal);
      let must = due.size > 0;
      const seen = new Set();
      for (let state = before; state && state.content.refusal !== undefined && !seen.has(state); ) {
        seen.add(state);
        due.add(state.content.refusal);
        const of = archive.refusals.get(state.content.refusal);
        const old = of && archive.states.get(of.content.of);
        for (const voided of (old && archive.turnsTo.get(old.digest)) || []) {
          if (voided.seat !== turn.seat || !voided.holds) continue;
          must = true;
          const again = voided.content.reveal === turn.content.reveal;
          if (again) found.checks.reveals++;
          else found.fail("reveal", "protocol 4", turn, `It replaces the ${voided.name}, but does not carry the same reveal.`);
        }
        state = old;
      }
      if (refusal === undefined) return link(!must, "It replaces a turn that was refused or is void, but names no refusal.");
      if (!archive.refusals.has(refusal)) return link(false, "The refusal that it names is missing.");
      return link(due.has(refusal), "The refusal that it names is not of a turn that it replaces.");
    }

    /** A refused turn's reveal recurs in the turn that replaces it, unless it was the reveal that was wrong. */
    checkRecurs(refused, turn, refusal) {
      if (refused.content.reveal === turn.content.reveal) return void this.found.checks.reveals++;
      const excuse = ["reveal", "parent", "step"];
      if (refusal.content.reasons.some((reason) => excuse.includes(reason.where))) return undefined;
      const message = "It was refused, but the turn that replaces it has a different reveal.";
      return this.found.fail("reveal", "protocol 4", refused, message);
    }

    /** The turns that are void because a state replaces what they answered. */
    voided(state) {
      const { archive } = this;
      const voided = [];
      const seen = new Set();
      for (let refusal = archive.refusals.get(state.content.refusal); refusal; ) {
        const old = archive.states.get(refusal.content.of);
        if (!old || seen.has(old)) break;
        seen.add(old);
        voided.push(...(archive.turnsTo.get(old.digest) || []).filter((turn) => turn.holds));
        refusal = archive.refusals.get(old.content.refusal);
      }
      return voided;
    }

    /** Where a replacement awaits somebody else, the reveal of its issuer's void turn is spent (section 6). */
    checkSpent(state) {
      const { seats, found } = this;
      const link = (holds, message) => found.link(holds, "protocol 6", state, message);
      const { spent } = state.content;
      const voided = this.voided(state).filter((turn) => turn.seat === state.seat);
      const awaited = seats.awaited(state.content);
      const due = awaited.length > 0 && !awaited.includes(state.seat);
      if (spent === undefined) return link(!due || voided.length === 0, "A turn of its issuer is void now and has shown its reveal, which this state must name as spent.");
      if (!link(due, "A reveal is spent only where the state awaits another seat.")) return undefined;
      const turn = voided.find((one) => one.digest === spent.turn);
      return link(turn !== undefined && turn.content.reveal === spent.reveal, "The void turn whose reveal is said to be spent is not here, or has another reveal.");
    }

    checkReplacement(state) {
      const { archive, found } = this;
      const link = (holds, message) => found.link(holds, "protocol 6", state, message);
      const refusal = archive.refusals.get(state.content.refusal);
      if (!link(refusal !== undefined, "The refusal that it answers is missing.")) return;
      const old = archive.states.get(refusal.content.of);
      if (!link(old !== undefined, `The state that the ${refusal.name} refuses is not here.`)) return;
      const place = old.step === state.step && old.content.parent === state.content.parent && old.seat === state.seat;
      if (!link(place, "It replaces a state in another place of the chain.")) return;
      const fault = archive.faultOfRefusal(refusal, old);
      link(fault === null, `The refusal that it answers does not count: ${fault}.`);
      const same = String(old.content.turns) === String(state.content.turns);
      link(same, "A state that replaces another resolves the same turns, but this one resolves other turns.");
      const later = (archive.statesOn.get(old.digest) || []).find((next) => next.holds && next.seat === state.seat && archive.mayIssue(next));
      link(!later, `It replaces the ${old.name} after ${state.seat} has gone on from that: double dealing.`);
      this.checkSpent(state);
      if (old.content.reveal === state.content.reveal) found.checks.reveals++;
      else found.fail("reveal", "protocol 6", state, "A state that replaces another keeps its reveal, but this one has a different reveal.");
    }

    /** Take-backs and draws: what is proposed, accepted and declined (section 6). */
    checkProposals(here) {
      const { found } = this;
      const { state, step, before } = here;
      const { content } = state;
      const link = (holds, message) => found.link(holds, "protocol 6", state, message);
      const turn = here.turns.length === 1 && here.turns[0].turn ? here.turns[0].turn.content : null;
      const asked = before && (asks(before.content, "take_back") || asks(before.content, "draw"));
      const accepts = turn && before && asks(before.content, "take_back") && turn.take_back;
      const back = content.ruling ? content.ruling.take_back : accepts;
      if (back) {
        if (!link(back.to_step < step, `It goes back to step ${back.to_step}, which is not before it.`)) return;
        const target = this.at.get(back.to_step);
        if (!target) return;
        const to = target.state.content;
        link(same(withoutAdvance(content.position), withoutAdvance(to.position)), `It goes back to step ${back.to_step}, but its position is different.`);
        link(same(content.awaiting, to.awaiting), `It goes back to step ${back.to_step}, but does not await the same.`);
        here.used = target.used;
        here.open = target.open;
        here.resume = target.resume;
        here.back = back.to_step;
      } else if (asked) {
        const declines = turn && acts(turn).length === 0;
        const resume = this.at.get(step - 1).resume;
        if (declines && resume) link(same(content.awaiting, resume), "After a proposal was declined, the state awaits something different from before.");
      } else if (before && (asks(content, "take_back") || asks(content, "draw"))) {
        here.resume = before.content.awaiting;
      }
      const quiet = asked || (turn && (turn.take_back !== undefined || turn.offer === "resign"));
      if (quiet) link(content.rolls.length === 0 && !content.draws, "A step that proposes, answers a proposal or resigns rolls nothing.");
    }

    /** Section 7: ids are new, openings are what was committed to, and those that are due are made. */
    checkChoices(here) {
      const { archive, found } = this;
      for (const { seat, turn } of here.turns) {
        if (!turn || here.back !== undefined) continue;
        const link = (holds, message) => found.link(holds, "protocol 7", turn, message);
        const opened = new Set((turn.content.open || []).map((one) => one.id));
        const asked = new Set();
        for (const one of (here.before ? here.before.content.awaiting : []).filter((one) => one.seat === seat)) {
          for (const ids of [own(one, "commit"), own(one, "may_commit")]) {
            if (isList(ids)) ids.forEach((id) => asked.add(id));
          }
          const due = own(one, "open");
          if (!isList(due)) continue;
          for (const choice of due) link(opened.has(choice), `It does not open the choice ${shown(choice)}.`);
        }
        for (const one of turn.content.open || []) {
          const committed = here.used.get(`${seat} ${one.id}`);
          if (committed === undefined && archive.seats.earlier) {
            found.leave(`${seat} opens the choice ${one.id} in step ${turn.step}: it was committed to in the earlier match, which is not here.`);
          } else if (one.forfeit && committed) {
            link(!archive.seats.hidden && (!this.cards || committed.asked), `It forfeits the choice ${one.id}, but its salt cannot be lost.`);
            found.leave(`${seat} forfeits the choice ${one.id} in step ${turn.step}, so nobody can know what it was.`);
          } else this.checkOpening(here, turn, seat, one, link);
        }
        const commits = turn.content.commit || [];
        for (const one of commits) {
          const key = `${seat} ${one.id}`;
          // Cards are laid, and questions answered in advance, without being asked (section 8.4).
          link(asked.has(one.id) || this.cards, `It commits to the choice ${one.id}, which nobody asked it for.`);
          link(!here.used.has(key), `It commits to the choice ${one.id} a second time.`);
          const { step, content: { refusal } } = turn;
          const made = { seat, id: one.id, digest: one.digest, step, refusal, asked: asked.has(one.id), shown: null };
          this.commitments.push(made);
          here.used = new Map(here.used).set(key, made);
        }
        const sorted = commits.every(({ id }, n) => n === 0 || commits[n - 1].id < id);
        link(sorted || commits.every(({ id }) => asked.has(id)), "Its commitments are not sorted by their ids.");
      }
    }

    /** What a turn or a state opens is what the seat has committed to. */
    checkOpening(here, where, seat, { id, salt, choice }, link) {
      const key = `${seat} ${id}`;
      const committed = here.used.get(key);
      if (!committed && here.lacking) return void this.found.leave(`Whether ${seat} committed to the choice ${id} is not known: a turn is not here.`);
      if (!link(committed !== undefined, `It opens the choice ${id}, which was never committed to.`)) return;
      const made = choiceDigest(this.archive.match, salt, id, seat, choice);
      if (!link(made === committed.digest, `The choice ${id} that it opens is not the one that was committed to.`)) return;
      Object.assign(committed, { shown: where, salt, choice });
      here.open = new Set(here.open).add(key);
    }

    /** Section 8, as far as it needs no secret: draws are numbered, and openings are due, sorted and used. */
    checkHidden(here) {
      const { seats, found } = this;
      const { state } = here;
      const { draws = [], opened = [] } = state.content;
      const acting = seats.acting(state.content);
      const link = (holds, message) => found.link(holds, "protocol 8", state, message);
      const before = (one, other) => seats.names.indexOf(one.seat) - seats.names.indexOf(other.seat) || (one.id < other.id ? -1 : 1);
      link(opened.every((one, n) => n === 0 || before(opened[n - 1], one) < 0), "What it opens is not sorted by seats and ids.");
      for (const one of opened) {
        const may = one.seat === state.seat || (seats.escrow && state.seat === "adjudicator");
        link(may, `It opens the choice ${one.id} of ${one.seat}, but only the owner may open it.`);
        link(!here.open.has(`${one.seat} ${one.id}`), `It opens the choice ${one.id} of ${one.seat} a second time.`);
        this.checkOpening(here, state, one.seat, one, link);
      }
      const events = state.content.events.filter(isOfCards);
      const shows = (one, { seat, id, choice }) => acting.get(one.side) === seat && one.id === id && same(one.choice, choice);
      const turned = events.filter((one) => ["turned_up", "lied"].includes(one.event));
      for (const one of opened) {
        link(turned.some((event) => shows(event, one)), `It opens the choice ${one.id} of ${one.seat}, but no event uses it.`);
      }
      const ofTurns = here.turns.flatMap(({ seat, turn }) => ((turn && turn.content.open) || []).map((one) => ({ ...one, seat })));
      const openings = [...opened, ...ofTurns].filter((one) => one.choice !== undefined);
      const whole = here.turns.every(({ turn }) => turn !== null);
      for (const event of turned) {
        const fits = openings.some((one) => shows(event, one));
        if (whole) link(fits, `It turns up ${event.id} of ${event.side}, which nobody opens in this step.`);
        if (event.event === "lied") link(state.content.outcome !== null, `${event.side} opens something that cannot lie there, but does not lose the match.`);
      }
      const laid = events.filter((one) => one.event === "laid" && seats.hidden && whole);
      for (const { side, id } of laid) {
        link(here.used.has(`${acting.get(side)} ${id}`), `${side} lays ${id}, but has not committed to a card.`);
      }
      const actors = new Set(seats.actors.values());
      link(draws.every(({ seat }) => actors.has(seat)), "It draws for a seat that acts for no side.");
      for (const [side, seat] of acting) {
        const drawn = draws.filter((one) => one.seat === seat);
        link(drawn.every(({ d }, n) => d === n), `The draws of ${seat} are not numbered without gaps.`);
        link(drawn.every(({ count }) => count >= 1 && count <= 1000), `A draw of ${seat} is of no cards, or of too many.`);
        const told = events.filter((one) => one.side === side && DRAWS.includes(one.event));
        const alike = told.length === drawn.length && told.every((one, n) => one.pile === drawn[n].pile && one.count === drawn[n].count);
        link(alike, `The draws of ${seat} do not agree with its events.`);
      }
    }

    /** States beside the line: replaced, void with the one before, or proof against their signer. */
    checkStrayStates() {
      const { archive, found, onLine } = this;
      for (const state of archive.stateList) {
        if (onLine.has(state.digest) || !state.holds) continue;
        const link = (holds, rule, message) => found.link(holds, rule, state, message);
        const other = this.at.get(state.step);
        const parent = archive.states.get(state.content.parent);
        if (!link(archive.mayIssue(state), "protocol 3", `${state.seat} may not issue this state.`)) continue;
        if (archive.replacement(state)) {
          if (state.content.refusal !== undefined) this.checkReplacement(state);
          continue;
        }
        // What stands on a replaced state is void with it; and nothing of the line needs what stands on none that is here.
        if (parent && !onLine.has(parent.digest)) continue;
        if (!parent && state.step > 0) {
          found.leave(`The ${state.name}, which ${state.seat} signed, follows a state that is not here, and does not count.`);
          continue;
        }
        const twice = other && other.state.seat === state.seat && other.state.holds;
        if (twice) link(false, "protocol 6", `${state.seat} signed two states for step ${state.step}, and neither was refused: double dealing.`);
        else link(false, "protocol 6", "This state has no place in the chain.");
      }
    }

    /** Turns that no state of the line resolves: refused, void, waiting, or proof against their signer. */
    checkStrayTurns() {
      const { archive, found } = this;
      const waiting = new Map();
      for (const turn of archive.turnList) {
        if (this.resolved.has(turn.digest) || !turn.holds || archive.refusalOfTurn(turn)) continue;
        const link = (holds, message) => found.link(holds, "protocol 6", turn, message);
        const parent = archive.states.get(turn.content.parent);
        if (!parent) {
          const before = turn.step - 1;
          if (archive.isSpoilt("state", before)) found.leave(`Whether the ${turn.name} answers its state is not known.`);
          else found.leave(`The ${turn.name}, which ${turn.seat} signed, answers a state that is not here, and does not count.`);
          continue;
        }
        if (!this.onLine.has(parent.digest)) continue;
        if (parent.content.outcome !== null) {
          found.leave(`The ${turn.name}, which ${turn.seat} signed after the end of the match, does not count.`);
          continue;
        }
        if (!link(turn.step === parent.step + 1, `It answers state ${parent.step}, and is for step ${turn.step}.`)) continue;
        const next = this.at.get(turn.step);
        if (!next) {
          const awaited = this.seats.awaited(parent.content).includes(turn.seat);
          if (!link(awaited, `${turn.seat} was not awaited.`)) continue;
          const twice = waiting.has(turn.seat);
          link(!twice, `${turn.seat} signed two turns for step ${turn.step}, and neither was refused: double dealing.`);
          waiting.set(turn.seat, turn);
          found.leave(`No state here answers the turn of ${turn.seat} for step ${turn.step}.`);
        } else if (next.turns.some((one) => one.turn && one.seat === turn.seat && archive.lacksRefusal(one.turn))) {
          found.leave(`Whether the ${turn.name} was refused is not known: the turn in its place names a refusal that is not here.`);
        } else if (next.turns.some((one) => one.turn && one.seat === turn.seat)) {
          link(false, `${turn.seat} signed two turns for step ${turn.step}, and neither was refused: double dealing.`);
        } else if (next.state.content.ruling !== undefined) {
          link(false, "A ruling displaced this turn, which was never refused.");
        } else if (next.turns.some((one) => one.turn === null)) {
          link(false, `State ${turn.step} resolves another turn of this step.`);
        } else {
          link(false, `${turn.seat} was not awaited.`);
        }
      }
    }

    checkRefusals() {
      const { archive, found, seats } = this;
      for (const refusal of archive.refusalList) {
        const link = (holds, message) => found.link(holds, "protocol 6", refusal, message);
        link(refusal.content.reasons.length > 0, "A refusal gives at least one reason.");
        const turn = archive.turns.get(refusal.content.of);
        const state = archive.states.get(refusal.content.of);
        if (turn) {
          const right = seats.responderTo(turn.seat) === refusal.seat;
          link(right, `${refusal.seat} does not respond to the turns of ${turn.seat}.`);
          link(refusal.step === turn.step, `The turn that it refuses is for step ${turn.step}.`);
        } else if (state) {
          const fault = archive.faultOfRefusal(refusal, state);
          const answer = archive.answerOfRefuser(refusal);
          if (archive.isRefusedAgain(refusal, state)) {
            found.leave(`The ${refusal.name} does not count: ${fault}.`);
            continue;
          }
          link(fault === null, `It does not count: ${fault}.`);
          if (fault !== null) continue;
          link(!answer, `${refusal.seat} refuses a state and also answers it: double dealing.`);
          if (!archive.replacement(state)) found.leave(`The ${refusal.name} refuses state ${state.step}, and waits for an answer.`);
        } else {
          const spoilt = archive.isSpoilt("turn", refusal.step) || archive.isSpoilt("state", refusal.step);
          if (spoilt) found.leave(`What the ${refusal.name} refuses is not here as it was signed.`);
          else found.leave(`The ${refusal.name}, which ${refusal.seat} signed, refuses a document that is not here, and does not count.`);
        }
      }
    }

    /** What turns committed to that answer the line and were refused for their hands (section 8.6): it is disclosed too. */
    refusedByHand() {
      const { archive, seats } = this;
      if (!seats.escrow) return [];
      const turns = this.line.flatMap(({ state }) => archive.turnsTo.get(state.digest) || []);
      const isRefused = (turn) => (archive.refusalOfTurn(turn)?.content.reasons || []).some(({ rule }) => rule === "8.6");
      return turns.filter(isRefused).flatMap(({ seat, step, content: { commit = [], refusal } }) =>
        commit.map(({ id, digest }) => ({ seat, id, digest, step, refusal, asked: false, shown: null })));
    }

    /** Section 8.7: the secrets are those of the charter, and every commitment follows from them and is shown. */
    checkDisclosures(disclosures) {
      const { archive, seats, found, commitments } = this;
      const last = this.line.length > 0 ? this.line[this.line.length - 1].state : null;
      if (this.cards && !seats.hidden) for (const seat of seats.actors.values()) this.secrets.set(seat, NO_SECRET);
      for (const one of disclosures.filter((other) => other.content.match === archive.match)) {
        // With escrow the adjudicator may disclose in the place of a seat (section 8.6); what he says must fit all the same.
        const { content: { hand, secret, state, choices } } = one;
        const seat = hand === undefined ? one.seat : hand;
        const link = (holds, message, step) => found.link(holds, "protocol 8", one, message, step);
        const holder = seats.get(seat);
        const may = hand === undefined || (seats.escrow && one.seat === "adjudicator");
        if (!link(may, `${one.seat} discloses the hand of ${seat}, which only an adjudicator with escrow does.`)) continue;
        if (holder === undefined || holder.hidden === undefined) {
          found.leave(`${seat} has no secret to disclose: what it discloses does not count.`);
          continue;
        }
        const ends = last !== null && last.content.outcome !== null && last.digest === state;
        if (last !== null && !last.holds) found.leave(`Whether ${seat} discloses for the last state is not known: the copy here was altered.`);
        else if (!ends) {
          found.leave(`${seat} discloses for another state than the last of a match that is over: it does not count.`);
          continue;
        }
        if (!link(hiddenDigest(holder.key, secret) === holder.hidden, "This is not the secret that the charter commits to.")) continue;
        this.secrets.set(seat, secret);
        // Where a turn of its own is not here, what it committed to and opened there is not known.
        const whole = this.line.every(({ lacking }) => !lacking);
        const due = [...commitments, ...this.refusedByHand()].filter((other) => other.seat === seat && !other.shown);
        if (!whole) found.leave(`Whether ${seat} discloses all that it committed to is not known: a turn is not here.`);
        for (const { step, id, choice } of choices) {
          // A turn that was refused for its hand and the one in its place may commit under the same id.
          const named = due.filter((other) => other.step === step && other.id === id);
          if (named.length === 0 && !whole) continue;
          if (!link(named.length > 0, `It discloses the choice ${id} of step ${step}, which is not a commitment that stayed sealed.`)) continue;
          const made = (other) => choiceDigest(archive.match, saltOf(secret, archive.match, other, choice), id, seat, choice);
          const committed = named.find((other) => made(other) === other.digest);
          due.splice(due.indexOf(committed || named[0]), 1);
          if (link(committed !== undefined, `The choice ${id} of step ${step} that it discloses is not the one that was committed to.`, step)) committed.choice = choice;
        }
        for (const { step, id } of whole ? due : []) link(false, `It does not disclose the choice ${id} of step ${step}.`, step);
      }
      // Open-handed, the choices of section 7 keep salts of their own.
      for (const committed of commitments.filter((one) => one.shown && (seats.hidden || !one.asked))) {
        const secret = this.secrets.get(committed.seat);
        if (!secret) continue;
        const salt = saltOf(secret, archive.match, committed, committed.choice);
        found.link(salt === committed.salt, "protocol 8", committed.shown, `The salt of the choice ${committed.id} of ${committed.seat} does not follow from the secret.`);
      }
      const shut = this.cards ? [...seats.actors.values()].filter((seat) => !this.secrets.has(seat)) : [];
      const over = last !== null && last.content.outcome !== null;
      if (over) this.owed = shut;
      for (const seat of shut) {
        found.leave(over ? `${seat} owes a disclosure: its hand is not proven, and neither is an outcome in its favor.`
          : `The hand of ${seat} is hidden until the match is over.`);
      }
    }
  }

  return { Chain };
})();
