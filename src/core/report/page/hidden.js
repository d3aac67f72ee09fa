/**
 * Hidden information (docs/protocol.md, section 8): what follows from a seat's secret, what is said of cards, and piles that
 * nobody has looked at, whose order is decided card by card, when a card is seen.
 */
const hidden = (() => {
  "use strict";

  const { hex, unhex, sha256 } = hash;
  const { own, isMap, isList, isWhole, isId, canonical } = canon;

  /** The secret of every seat of an open-handed match. */
  const NO_SECRET = "00".repeat(32);

  /** What the charter says of a seat's secret (8.1). */
  const hiddenDigest = (key, secret) => hex(sha256("adjutant/1 hidden secret\n", unhex(key), unhex(secret)));

  /** The key of all that a state draws for a seat (8.2); the dice key is given as bytes. */
  const hiddenKey = (diceKey, secret, seat) => sha256("adjutant/1 hidden key\n", diceKey, unhex(secret), seat);

  /** The salt of a choice, which follows from the secret and from the turn that commits to it (8.4). */
  function saltOf(secret, match, { step, refusal, id, seat }, choice) {
    const eight = new DataView(new ArrayBuffer(8));
    eight.setBigUint64(0, BigInt(step));
    const of = sha256(unhex(match), new Uint8Array(eight.buffer), unhex(refusal || NO_SECRET), canonical({ choice, id, seat }));
    return hex(sha256("adjutant/1 salt\n", unhex(secret), of));
  }

  const text = (value) => typeof value === "string";
  const given = (value) => value !== undefined && value !== null;
  const moved = { pile: text, count: isWhole, to: text };
  // What is done with cards (8.3), beside `side`.
  const EVENTS = {
    shuffled: { piles: (value) => isList(value) && value.every(text), to: text },
    drawn: moved,
    looked: { pile: text, count: isWhole },
    picked: moved,
    dealt: moved,
    played: { card: text, pile: text },
    laid: { id: isId, pile: text },
    turned_up: { id: isId, choice: given },
    left: { card: (value) => value === undefined || text(value), id: (value) => value === undefined || isId(value), to: text },
    claimed: { claim: given },
    lied: { id: isId, choice: given },
  };
  const DRAWS = ["drawn", "looked", "picked"];

  /** Whether an event of a state says what is done with cards. Others are the game's. */
  function isOfCards(event) {
    const name = isMap(event) ? own(event, "event") : undefined;
    const form = typeof name === "string" ? own(EVENTS, name) : undefined;
    return form !== undefined && isId(own(event, "side")) && Object.keys(form).every((key) => form[key](own(event, key)));
  }

  const encoder = new TextEncoder();
  const bytes = (card) => hex(encoder.encode(card));
  /** Cards by the bytes of their ids, then slots by number. */
  function order(one, other) {
    if (typeof one === "number" || typeof other === "number") {
      return typeof one === typeof other ? one - other : typeof one === "number" ? 1 : -1;
    }
    const [a, b] = [bytes(one), bytes(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const without = (list, place) => list.filter((_, at) => at !== place);

  /**
   * The piles of one side, the top first. An item is a card, by its id, or the number of the source that holds it.
   * `next(below)` gives a number below another. Lists are replaced and never changed, so that a copy costs little.
   */
  class Piles {
    constructor(piles, sources = []) {
      this.piles = new Map(piles);
      this.sources = [...sources];
    }

    copy() {
      return new Piles(this.piles, this.sources);
    }

    of(pile) {
      return this.piles.get(pile) || [];
    }

    put(items, to, top = false) {
      this.piles.set(to, top ? [...items, ...this.of(to)] : [...this.of(to), ...items]);
    }

    shuffle(piles, to) {
      let items = [];
      for (const pile of piles) {
        items = [...items, ...this.of(pile)];
        this.piles.set(pile, []);
      }
      this.put(items.map(() => this.sources.length), to);
      this.sources.push(items.sort(order));
    }

    /** Sees the item at a place of a pile: the card that is found for a slot takes its place. */
    see(next, pile, place) {
      let item = this.of(pile)[place];
      while (typeof item === "number") {
        const source = this.sources[item];
        const found = next(source.length);
        this.sources[item] = without(source, found);
        item = source[found];
      }
      this.piles.set(pile, this.of(pile).map((other, at) => (at === place ? item : other)));
      return item;
    }

    look(next, pile, count) {
      return Array.from({ length: count }, (_, place) => this.see(next, pile, place));
    }

    /** Draws the top cards, or as many as there are. */
    draw(next, pile, count, to, top) {
      const seen = this.look(next, pile, Math.min(count, this.of(pile).length));
      for (const _ of seen) this.move(pile, 1, to, top);
      return seen;
    }

    /** Moves the top items as they are, seen or not. */
    move(pile, count, to, top) {
      const items = this.of(pile);
      this.piles.set(pile, items.slice(count));
      this.put(items.slice(0, count), to, top);
    }

    /** Takes random cards of a hand. */
    pick(next, pile, count, to, top) {
      const picked = [];
      for (let n = 0; n < count; n++) {
        const hand = this.of(pile);
        const card = [...hand].sort(order)[next(hand.length)];
        picked.push(card);
        this.piles.set(pile, without(hand, hand.indexOf(card)));
      }
      for (const card of picked) this.put([card], to, top);
      return picked;
    }

    /** Moves a card that was named. Returns whether it was in the pile. */
    play(card, pile, to, top) {
      const place = this.of(pile).indexOf(card);
      if (place < 0) return false;
      this.piles.set(pile, without(this.of(pile), place));
      this.put([card], to, top);
      return true;
    }
  }

  return { NO_SECRET, DRAWS, hiddenDigest, hiddenKey, saltOf, isOfCards, Piles };
})();
