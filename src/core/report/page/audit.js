/**
 * The audit of hands (docs/protocol.md, section 8.7): the cards of each side are followed by the events of the match, from the
 * decks that the page carries and with the secrets that were disclosed, to the first card that is not where it is said to be.
 */
const audit = (() => {
  "use strict";

  const { own, isMap, isList, shown, canonical, choiceDigest } = canon;
  const { numbers, diceKey } = dice;
  const { DRAWS, hiddenKey, saltOf, isOfCards, Piles } = hidden;

  const TABLE = "table";
  const MOST = 1000;

  /** What was said of cards and is not true; its message is the rest of a sentence that begins with the side. */
  class Untrue extends Error {}
  /** What cannot be followed, because something that it follows from is not here. */
  class Unknown extends Error {}

  const said = (value) => shown(typeof value === "string" ? value : canonical(value));
  const few = (cards) => (cards.length === 0 ? "no card that was seen" : cards.slice(0, 12).map(shown).join(", ") + (cards.length > 12 ? ", …" : ""));
  const asShown = (piles, laid) => ({
    piles: Object.fromEntries([...piles].map(([name, items]) => [name, items.map((item) => (typeof item === "string" ? item : null))])),
    laid: Object.fromEntries([...laid].filter(([, { open }]) => !open).map(([id, { card }]) => [id, card])),
  });

  /** A side's cards, as its owner knows them. */
  class Owner {
    constructor(piles, laid = new Map()) {
      this.piles = piles;
      this.laid = new Map(laid);
    }

    copy() {
      return new Owner(this.piles.copy(), this.laid);
    }

    shown() {
      return asShown(this.piles.piles, this.laid);
    }

    /** Follows an event. `draw()` gives the numbers of the next draw, `chosen(id)` the card that was committed to. */
    follow({ event, pile, count, piles, to, card, id, choice }, draw, chosen) {
      const { laid } = this;
      const there = this.piles.of(pile).length;
      if (count > MOST || count > there) throw new Untrue(`moves ${count} cards of its ${shown(pile)}, which has ${there}`);
      if (event === "shuffled") this.piles.shuffle(piles, to);
      else if (event === "drawn") this.piles.draw(draw(), pile, count, to);
      else if (event === "looked") this.piles.look(draw(), pile, count);
      else if (event === "picked") {
        const next = draw();
        if (this.piles.of(pile).some((item) => typeof item === "number")) throw new Untrue(`takes random cards of its ${shown(pile)}, which it has not seen`);
        this.piles.pick(next, pile, count, to);
      } else if (event === "dealt") this.piles.move(pile, count, to);
      else if (event === "played") this.take(card, pile, TABLE, "plays");
      else if (event === "laid") {
        const under = chosen(id);
        if (typeof under !== "string") throw new Untrue(`lays ${id}, which is no card`);
        const place = this.piles.of(pile).indexOf(under);
        if (place < 0) throw this.lacks(under, pile, "lays");
        this.piles.piles.set(pile, this.piles.of(pile).filter((_, at) => at !== place));
        laid.set(id, { card: under, open: false });
      } else if (event === "turned_up" && laid.has(id)) {
        const under = laid.get(id).card;
        if (choice !== under) throw new Untrue(`turns up ${said(choice)} as ${id}, but laid ${shown(under)} there`);
        laid.set(id, { card: under, open: true });
        this.piles.put([under], TABLE);
      } else if (event === "left") this.leave(id, card, to);
    }

    leave(id, card, to) {
      if (id === undefined) {
        if (card !== undefined) this.take(card, TABLE, to, "takes");
        return;
      }
      const under = this.laid.get(id);
      if (!under) throw new Untrue(`takes ${id} from the table, but laid nothing there`);
      this.laid.delete(id);
      if (card !== undefined && card !== under.card) throw new Untrue(`takes ${shown(card)} as ${id}, but laid ${shown(under.card)} there`);
      if ((card !== undefined) !== under.open) throw new Untrue(`takes ${id} as a card that lies ${under.open ? "face down, but it lies open" : "open, but it lies face down"}`);
      if (under.open) this.take(under.card, TABLE, to, "takes");
      else this.piles.put([under.card], to);
    }

    /** Moves a card that was named from where it is said to be. */
    take(card, pile, to, does) {
      if (!this.piles.play(card, pile, to)) throw this.lacks(card, pile, does);
    }

    /** That a card is not in a pile: what is there, and where it is. */
    lacks(card, pile, does) {
      const { piles, sources } = this.piles;
      const [name] = [...piles].find(([, items]) => items.includes(card)) || [null];
      const [id] = [...this.laid].find(([, under]) => under.card === card && !under.open) || [null];
      const unseen = sources.some((items) => items.includes(card));
      const where = name !== null ? `lies in its ${shown(name)}` : id !== null ? `lies face down as ${id}` : unseen ? "is among those that it has not seen" : "is none of its cards";
      const cards = this.piles.of(pile).filter((item) => typeof item === "string").sort();
      return new Untrue(`${does} ${shown(card)} of its ${shown(pile)}, but that has ${few(cards)}; ${shown(card)} ${where}`);
    }
  }

  /** A side's cards, as everybody sees them: null for a card that is not known. */
  class Public {
    constructor(piles, laid = new Map()) {
      this.piles = new Map(piles);
      this.laid = new Map(laid);
    }

    copy() {
      return new Public(this.piles, this.laid);
    }

    shown() {
      return asShown(this.piles, this.laid);
    }

    of(pile) {
      return this.piles.get(pile) || [];
    }

    put(items, to) {
      this.piles.set(to, [...this.of(to), ...items]);
    }

    /** A card that is not shown leaves a pile: which of the known ones are still there is not known. */
    lose(pile, count) {
      const left = this.of(pile).length - count;
      this.piles.set(pile, Array.from({ length: Math.max(left, 0) }, () => null));
    }

    take(card, pile) {
      const items = this.of(pile);
      const place = items.includes(card) ? items.indexOf(card) : items.indexOf(null);
      this.piles.set(pile, items.filter((_, at) => at !== place));
    }

    follow({ event, pile, count, piles, to, card, id, choice }) {
      if (event === "shuffled") {
        const items = piles.flatMap((one) => {
          const there = this.of(one);
          this.piles.set(one, []);
          return there;
        });
        this.put(items.map(() => null), to);
      } else if (event === "drawn" || event === "dealt") {
        const items = this.of(pile);
        this.piles.set(pile, items.slice(count));
        this.put(items.slice(0, count), to);
      } else if (event === "picked") {
        const there = Math.min(count, this.of(pile).length);
        this.lose(pile, there);
        this.put(Array.from({ length: there }, () => null), to);
      } else if (event === "played") {
        this.take(card, pile);
        this.put([card], TABLE);
      } else if (event === "laid") {
        this.lose(pile, 1);
        this.laid.set(id, { card: null, open: false });
      } else if (event === "turned_up" && this.laid.has(id)) {
        this.laid.set(id, { card: choice, open: true });
        this.put([choice], TABLE);
      } else if (event === "left") {
        this.laid.delete(id);
        if (card !== undefined) this.take(card, TABLE);
        this.put([card === undefined ? null : card], to);
      }
    }
  }

  /** The decks of the page, by side: the piles before anything is done with them. Null where they are no such thing. */
  function decksOf(given, seats) {
    const decks = new Map([...seats.actors.keys()].map((side) => [side, new Map()]));
    if (!isMap(given)) return null;
    for (const [side, piles] of Object.entries(given)) {
      if (!decks.has(side) || !isMap(piles)) return null;
      for (const [pile, cards] of Object.entries(piles)) {
        if (!isList(cards) || !cards.every((card) => typeof card === "string")) return null;
        decks.get(side).set(pile, [...cards]);
      }
      const all = [...decks.get(side).values()].flat();
      if (new Set(all).size !== all.length) return null;
    }
    return decks;
  }

  /** A seat's choices, as far as they are known: opened, disclosed, or found by trying each card under a secret that is known. */
  function choices(chain, here, seat, cards) {
    const { archive, secrets, seats } = chain;
    return (id) => {
      const committed = here.used.get(`${seat} ${id}`);
      // In an open-handed match cards are laid by name.
      if (!committed && !seats.hidden && cards.includes(id)) return id;
      if (!committed) throw new Unknown();
      if (committed.choice !== undefined) return committed.choice;
      const fits = (card) => choiceDigest(archive.match, saltOf(secrets.get(seat), archive.match, committed, card), id, seat, card) === committed.digest;
      const card = cards.find(fits);
      if (card === undefined) throw new Unknown();
      return card;
    };
  }

  /**
   * Follows the cards. `latest` has the reveals of every seat after each state. Returns null where no decks are here, else
   * `{ hands(step), table(step) }`: by side what its owner knows (null where that is not proven), and what everybody sees.
   */
  async function follow(chain, latest, given, found, pause) {
    const { seats, line, archive, secrets } = chain;
    if (!chain.cards) return null;
    if (given === undefined) {
      found.leave("The hands are not proven: this page contains no decks.");
      return null;
    }
    const decks = decksOf(given, seats);
    if (decks === null) {
      found.fail("page", "protocol 8", "page", "The decks in the page are not cards of the two sides.", null, null);
      return null;
    }
    found.leave("Whether the decks in the page are those of the game.");
    const start = new Map([...decks].map(([side, piles]) => {
      // Who plays the side may be settled only as the match begins.
      const owner = secrets.size > 0 ? new Owner(new Piles(piles)) : null;
      return [side, { owner, table: new Public(piles) }];
    }));
    const nothing = new Map([...decks.keys()].map((side) => [side, { owner: null, table: null }]));
    const known = new Map();
    const caught = new Set();
    const last = line.length > 0 ? line[line.length - 1].state.content : null;
    const { how, winner } = last !== null && isMap(last.outcome) ? last.outcome : {};
    const lost = new Set(how === "lied" ? [...decks.keys()].filter((side) => side !== winner) : []);
    for (let at = 0; at < line.length; at++) {
      await pause(at, line.length, "hands");
      const here = line[at];
      const { state, step } = here;
      const before = here.back !== undefined ? known.get(here.back) : here.gap > 0 ? undefined : at === 0 ? start : known.get(line[at - 1].step);
      if (!before) found.leave(`The hands from step ${step} on are not proven: a state that they follow from is not here.`);
      const events = state.content.events.filter(isOfCards);
      const reveals = seats.names.map((seat) => latest[at].get(seat));
      const key = events.some(({ event }) => DRAWS.includes(event)) && !reveals.includes(null) ? diceKey(archive.match, reveals) : null;
      const now = new Map(before || nothing);
      known.set(step, now);
      for (const [side, { owner, table }] of now) {
        const ours = events.filter((one) => one.side === side);
        if (ours.length === 0) continue;
        const after = { owner: owner && owner.copy(), table: table && table.copy() };
        now.set(side, after);
        if (table) ours.forEach((event) => after.table.follow(event));
        if (owner && !(await followOwner(side, after.owner, ours, here, key))) after.owner = null;
      }
    }

    /** Follows the events of a step for the owner of a side. Returns whether all is true and known. */
    async function followOwner(side, owner, events, here, key) {
      const seat = seats.acting(here.state.content).get(side);
      if (!secrets.has(seat)) return false;
      const chosen = choices(chain, here, seat, [...decks.get(side).values()].flat());
      let d = 0;
      const draw = () => {
        if (key === null) throw new Unknown();
        return numbers(hiddenKey(key, secrets.get(seat), seat), d++);
      };
      for (const event of events) {
        await pause(0, 0, null);
        if (event.event === "claimed") found.leave("Whether the claims about hands are true: adjutant verify checks it.");
        try {
          owner.follow(event, draw, chosen);
          found.checks.cards++;
        } catch (error) {
          if (error instanceof Unknown) found.leave(`The hand of ${seat} is not proven from step ${here.step} on: what it follows from is not here.`);
          else if (!(error instanceof Untrue)) throw error;
          else if (!caught.has(side)) {
            caught.add(side);
            const rule = own(event, "rule");
            // Where the match is lost for what was opened, it is told, and the match holds (section 8.7).
            if (lost.has(side)) found.leave(`${side} has lost the match for a lie in step ${here.step}: it ${error.message}.`);
            else found.fail("hands", typeof rule === "string" ? shown(rule) : "protocol 8", here.state, `${side} ${error.message}.`, here.step, seat);
          }
          return false;
        }
      }
      return true;
    }

    const actors = new Map(line.map(({ state, step }) => [step, seats.acting(state.content)]));
    const knows = (step, side) => secrets.has((actors.get(step) || seats.actors).get(side));
    const told = (what, may) => (step) => Object.fromEntries(
      [...(known.get(step) || nothing)].map(([side, one]) => [side, one[what] && may(step, side) ? one[what].shown() : null]),
    );
    return { hands: told("owner", knows), table: told("table", () => true) };
  }

  return { follow };
})();
