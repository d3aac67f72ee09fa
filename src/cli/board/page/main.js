/** The page: asks the program, shows its answers, and turns what the player does into changes of the draft. */
(async () => {
  let now = null;
  let selected = [];
  let ends = [];
  let general = null;
  let answer = null;
  let schema = null;
  let picking = null;
  let shownStep = null;
  // What could be pointed at in an earlier step that is shown.
  // How places lie on a table without printed places.
  let table = null;
  let shownButtons = "";
  // Whether the terminal waits for an answer.
  let terminal = false;
  // While an order is written in a form, the form stays.
  let editing = false;
  let adding = false;
  // The steps that are gone through, and the replay that runs.
  let steps = null;
  let playing = null;
  // How long a step is shown in a replay, in milliseconds.
  const PACE = 1600;
  // The heading of what may be put into the last order.
  const INTO = "Into the last order of your turn";

  /** A question about the match as it is shown; nothing, if the match has gone on. */
  const ask = async (name, fields = {}) => {
    const { status, value } = await server.ask(name, { parent: now?.parent, ...fields });
    return { status, value };
  };

  /** What may act: the pieces and cards that orders name, or the places of those that are not shown by themselves. */
  const able = () => {
    const targets = new Map(now.targets.map((one) => [String(one.id), one]));
    const found = new Set();
    for (const { names } of general?.orders ?? []) {
      const acting = names.filter((id) => targets.get(String(id))?.kind !== "place");
      for (const id of acting.length > 0 ? acting : names.slice(0, 1)) {
        const target = targets.get(String(id));
        found.add(target?.at !== undefined && target.kind === "piece" && !chart.has(id) ? target.at : id);
        found.add(id);
      }
    }
    return [...found];
  };

  const mark = () => chart.mark({
    chosen: selected,
    can: selected.length === 0 ? able() : [],
    ends: (answer?.offers ?? []).flatMap((offer) => offer.orders).map((one) => one.end).filter((end) => end !== null && end !== undefined && !selected.includes(String(end))),
  });

  const drawOrders = () => {
    const known = new Map(now.targets.map((one) => [String(one.id), one]));
    const named = (value, found = []) => {
      if (Array.isArray(value)) value.forEach((one) => named(one, found));
      else if (value && typeof value === "object") Object.entries(value).forEach(([key, one]) => { named(key, found); named(one, found); });
      else if (known.has(String(value)) && !found.includes(String(value))) found.push(String(value));
      return found;
    };
    const spot = (id) => {
      const target = known.get(id);
      return target.kind !== "place" && target.at !== undefined && !chart.has(id) ? String(target.at) : id;
    };
    /** The places that an order goes to, one after the other; none if it stays where it is. */
    const way = (order) => {
      const details = Object.values(order)[0] ?? {};
      const found = ["path", "to", "area", "target"].flatMap((field) => details[field] ?? []);
      if (table && Number.isInteger(details.to?.east)) {
        const { corner: [x, y], size: [wide, high], units: [east, north] } = table;
        return [[x + (details.to.east * wide) / east, y - (details.to.north * high) / north]];
      }
      return found.map(String).filter((id) => known.has(id));
    };
    // Each piece goes its own way along the places that the order names; what stays is ringed.
    const drawn = draft.orders().flatMap((order) => {
      const names = named(order);
      const goes = way(order);
      const pieces = [...new Set(names.filter((id) => known.get(id).kind !== "place" && !goes.includes(id)).map(spot))];
      const from = pieces.length > 0 ? pieces : names.filter((id) => !goes.includes(id)).slice(0, 1);
      if (goes.length === 0) return [...new Set(from.length > 0 ? from : names)].map((id) => ({ way: [id], names: [] }));
      // The names of those who go, at the end of the way; those that share a place go together. Who aims stays where he is.
      const aims = Object.values(order)[0]?.target !== undefined;
      const going = (spotted) => (aims ? [] : names).filter((id) => known.get(id).kind !== "place" && !goes.includes(id) && spot(id) === spotted).map((id) => known.get(id).name);
      return from.length === 0 ? [{ way: goes.slice(-1), names: [] }] : from.map((id) => ({ way: [id, ...goes.filter((place) => place !== id)], names: going(id) }));
    });
    chart.draw(drawn);
  };

  const paint = () => {
    panels.head(now);
    if (!editing) panels.selection({ now, selected, answer: selected.length > 0 ? answer : general, ends, select, acts: { add, odds: oddsOf, oddsLine }, clear, write });
    // Nobody's words are lost while he types them.
    if (!by("b-draft").contains(document.activeElement) || !document.activeElement.matches("input:not([type=radio]):not([type=checkbox]), textarea")) {
      panels.turn({ now, checked: draft.checked(), edit, odds, schema, replay: () => { steps.first().then(() => steps.replay()); }, again });
    }
    panels.hand({ now, selected, can: able(), select });
    panels.places({ now, can: able(), select });
    buttons();
    mark();
    drawOrders();
  };

  /** Asks anew what may be ordered. */
  const refresh = async () => {
    if (now.over || now.waits || now.signed || now.side === null) {
      [general, answer] = [null, null];
      return paint();
    }
    const decisions = draft.get();
    const first = await ask("offers", { draft: decisions, select: [] });
    if (first.status === 200) {
      general = first.value;
      general = { ...general, orders: [...general.orders, ...await more([], (value) => value.orders, general.orders)] };
    }
    if (selected.length > 0) await offersOf();
    return paint();
  };

  /** What may be put into the last order of the turn, such as one more unit that goes along, besides what is offered anyway. */
  const more = async (select, listed, known) => {
    const orders = draft.orders();
    if (orders.length === 0) return [];
    const { status, value } = await ask("offers", { draft: { ...draft.get(), orders: orders.slice(0, -1) }, select });
    if (status !== 200) return [];
    const offered = new Set(known.map(({ words }) => words));
    return listed(value).filter(({ order, words }) => !offered.has(words) && joined(orders.at(-1), order) !== undefined);
  };

  const offersOf = async () => {
    const of = selected;
    const { status, value } = await ask("offers", { draft: draft.get(), select: of });
    if (status === 200) {
      const orders = await more(of, (before) => before.offers.flatMap((offer) => offer.orders), value.offers.flatMap((offer) => offer.orders));
      if (orders.length > 0) value.offers.unshift({ what: INTO, cost: "", rule: null, orders, because: [] });
    }
    // Something else may have been selected meanwhile.
    if (of !== selected) return;
    answer = status === 200 ? value : { offers: [], failed: value.problems?.map(problemWords).join(" ") };
  };

  const select = async (id) => {
    if (picking) {
      const done = picking;
      picking = null;
      say("");
      return done(id);
    }
    selected = [String(id)];
    ends = [];
    await offersOf();
    paint();
    chart.look(selected[0]);
    if (!narrow()) by("b-do").scrollIntoView({ block: "start" });
  };
  /** On a telephone the map stays at the top, and the panel below it. */
  const narrow = () => matchMedia("(max-width: 820px)").matches;

  const clear = () => {
    [selected, ends, answer, picking, editing] = [[], [], null, null, false];
    paint();
  };

  /** What was clicked on the map: the end of an order that is being chosen, or something else. */
  const point = (ids, at) => {
    // On an earlier step there is nothing to order.
    if (shownStep !== now.step - 1) return undefined;
    if (ids.length === 0) return measured(at) ?? clear();
    const target = (id) => now.targets.find((one) => String(one.id) === id);
    if (picking) return select(target(ids[0])?.id ?? ids[0]);
    const offered = (answer?.offers ?? []).flatMap((offer) => offer.orders);
    const end = ids.find((id) => !selected.includes(id) && offered.some((one) => String(one.end) === id));
    if (selected.length > 0 && end !== undefined) {
      const fits = offered.filter((one) => String(one.end) === end);
      if (fits.length === 1 && fits[0].counts.length === 0) return add(fits[0].order);
      ends = [end];
      paint();
      return narrow() ? undefined : by("b-do").scrollIntoView({ block: "nearest" });
    }
    if (selected.length === 1 && assign(selected[0], ids)) return undefined;
    const place = ids.map(target).find((one) => one?.kind === "place");
    if (selected.length === 1 && place && target(selected[0])?.kind === "piece" && String(target(selected[0]).at) !== String(place.id)) whyNot(selected[0], place);
    // The same spot again: what lies below.
    return select(ids[(ids.indexOf(selected[0]) + 1) % ids.length]);
  };

  /** Sends the piece that is selected to a point of a table without printed places, if it may go somewhere; else nothing. */
  const measured = (at) => {
    const place = (order) => Object.values(order)[0]?.to;
    const move = (answer?.offers ?? []).flatMap((offer) => offer.orders).find(({ order }) => Number.isInteger(place(order)?.east) && Number.isInteger(place(order)?.north));
    if (!table || !move || selected.length !== 1) return undefined;
    const { corner: [x, y], size: [wide, high], units: [east, north] } = table;
    const to = { east: Math.round(((at[0] - x) * east) / wide), north: Math.round(((y - at[1]) * north) / high) };
    if (to.east < 0 || to.north < 0 || to.east > east || to.north > north) return undefined;
    const [[kind, details]] = Object.entries(move.order);
    return add({ [kind]: { ...details, to: { ...details.to, ...to } } });
  };

  /** Says why a piece cannot go to a place, if the rules have something against it. */
  const whyNot = async (piece, { id, name }) => {
    const { status, value } = await ask("offers", { draft: draft.get(), select: [piece], to: id });
    if (status !== 200 || value.offers.some(({ orders }) => orders.length > 0)) return;
    const because = value.offers.flatMap((offer) => offer.because).find(({ rule }) => rule);
    if (because) say(`Not to ${name}: ${problemWords(because)}`);
  };

  /** Lays a card of the hand at a place, where an order says which cards come to which places. */
  const assign = (card, ids) => {
    const place = ids.find((id) => now.targets.some((one) => one.kind === "place" && String(one.id) === id));
    if (place === undefined || !now.hand.some((pile) => pile.pile === "hand" && pile.cards.some((one) => one.id === card))) return false;
    const places = (value) => value && typeof value === "object" && !Array.isArray(value) && Object.entries(value).length > 0
      && Object.entries(value).every(([key, one]) => Array.isArray(one) && now.targets.some((target) => target.kind === "place" && String(target.id) === key));
    for (const { order } of general?.orders ?? []) {
      const [kind, details] = Object.entries(order)[0];
      const field = Object.keys(details ?? {}).find((key) => places(details[key]));
      if (!field) continue;
      const orders = draft.orders();
      const at = orders.findIndex((one) => one[kind]);
      const now_at = at >= 0 ? orders[at][kind][field] ?? {} : {};
      const rest = Object.fromEntries(Object.entries(now_at).map(([key, cards]) => [key, cards.filter((one) => one !== card)]));
      rest[place] = [...(rest[place] ?? []), card];
      const next = { [kind]: { ...(at >= 0 ? orders[at][kind] : {}), [field]: Object.fromEntries(Object.entries(rest).filter(([, cards]) => cards.length > 0)) } };
      if (at >= 0) orders[at] = next;
      else orders.push(next);
      clear();
      draft.change("orders", orders);
      return true;
    }
    return false;
  };

  /** Whether the rules allow these orders, and the last of them without waiting for dice or answers. */
  const certain = async (orders) => {
    const { status, value } = await ask("check", { draft: { ...draft.get(), orders } });
    return status === 200 && value.ok && !value.undecided.includes(orders.length - 1);
  };

  const add = async (order) => {
    // A double click gives an order once.
    if (adding) return;
    adding = true;
    const at = draft.orders().length - 1;
    const whole = joined(draft.orders()[at], order);
    // What may certainly follow by itself is an order of its own.
    const fits = whole !== undefined && !(await certain([...draft.orders(), order])) && (await certain([...draft.orders().slice(0, -1), whole]));
    [selected, ends, answer] = [[], [], null];
    await (fits ? draft.replace(at, whole) : draft.add(order));
    adding = false;
    say(fits ? "It is in the last order of your turn." : "The order is in your turn.");
    // Where the orders stand is known only when what may follow has been drawn.
    await draft.painted();
    if (!narrow()) by("b-orders").scrollIntoView({ block: "nearest" });
  };

  const dialog = (title, ...body) => {
    by("b-dialog-title").textContent = title;
    by("b-dialog-body").replaceChildren(...body);
    by("b-dialog").showModal();
    by("b-dialog-title").focus();
    by("b-dialog").scrollTop = 0;
  };

  const readSchema = async () => {
    if (schema) return;
    const { status, value } = await ask("schema");
    if (status !== 200) return;
    const pick = (done) => {
      picking = done;
      say("Point at it on the map, or choose it in the list.");
    };
    const piece = () => selected.find((id) => now.targets.some((one) => String(one.id) === id && one.kind !== "place") || now.hand.some((pile) => pile.cards.some((one) => one.id === id)));
    const made = form.make({
      piece,
      root: value, pick, names: "b-names",
      places: () => now.targets.filter((one) => one.kind === "place").map((one) => String(one.id)),
      hand: () => now.hand.filter((pile) => pile.pile === "hand").flatMap((pile) => pile.cards),
    });
    const orders = made.plain(value.properties.orders);
    schema = { form: made, order: made.plain(orders.items ?? {}), standing: value.properties.standing };
  };

  const names = () => {
    const list = by("b-names") ?? document.body.appendChild(make("datalist", { id: "b-names" }));
    const cards = now.hand.flatMap((pile) => pile.cards).map((one) => make("option", { value: one.id }, one.words));
    list.replaceChildren(...now.targets.map((one) => make("option", { value: String(one.id) }, one.name)), ...cards);
  };

  /** A form for an order: a new one, or one of the draft. */
  const editor = (order, done) => {
    names();
    editing = true;
    let value = order;
    by("b-selection").replaceChildren(make("h3", {}, "Write an order"), schema.form.field(schema.order, order, (next) => { value = next; }),
      make("p", {}, button("Take it into the turn", () => { editing = false; done(value); }, { className: "b-first" }), " ", button("Leave it", clear)));
    by("b-do").hidden = false;
    by("b-do").focus();
  };
  const write = async () => {
    await readSchema();
    if (schema) editor(schema.form.empty(schema.order), add);
  };
  const edit = async (at) => {
    await readSchema();
    if (schema) editor(draft.orders()[at], (order) => { selected = []; draft.replace(at, order); });
  };

  /** What an order would lead to after those of the turn, before it is given. */
  const and = (order) => ({ ...draft.get(), orders: [...draft.orders(), order] });
  const oddsOf = (order) => odds(and(order), true);
  /** The same in a line; nothing if no die decides. */
  const oddsLine = async (order) => (await ask("odds", { draft: and(order) })).value.orders?.at(-1).line;
  const odds = async (of = draft.get(), last = false) => {
    const { status, value } = await ask("odds", { draft: of });
    const checked = await ask("check", { draft: of });
    // What the check says of the turn before the order is no news about the order.
    const known = last ? draft.checked()?.notes ?? [] : [];
    const notes = (checked.value.notes ?? []).filter((note) => !known.includes(note));
    if (last && value.orders) value.orders = value.orders.slice(-1);
    if (status !== 200) return dialog("The odds", make("p", {}, value.problems?.map(problemWords).join(" ") ?? "They cannot be calculated."));
    return dialog("What may come of it", ...(value.supposed ? [make("p", {}, `Assumes that ${value.supposed}.`)] : []), ...value.orders.flatMap(({ order, html, chances }, at) =>
      [make("h3", {}, last ? order : `${at + 1}. ${order}`), chances === null ? make("p", { className: "b-note" }, "No combat or other result to be calculated.") : markup(html)]),
      ...notes.map((note) => make("p", {}, note)));
  };

  const buttons = () => {
    const list = [];
    const open = !now.over && !now.signed && !now.waits && now.side !== null;
    const cannot = draft.checked()?.ok === false || Boolean(now.draft.broken);
    const fault = cannot ? draft.checked()?.problems?.[0] : null;
    const title = cannot ? (fault ? `Not yet: ${problemWords(fault)}` : "Not yet: the draft cannot be read") : "";
    if (terminal) {
      list.push(make("span", {}, "The terminal waits for your answer."));
    } else if (now.practice) {
      if (now.over) list.push(button("Replay", () => { steps.first().then(() => steps.replay()); }), button("New game", again, { className: "b-first" }));
      else list.push(button("Play", play, { className: "b-first", disabled: cannot, title }));
      if (open && !now.asked?.want?.empty) list.push(button("Hint", hint));
    } else if (now.answers_turns) {
      list.push(button(now.side === null ? "Adjudicate in the terminal" : "Answer in the terminal", () => inTerminal("adjudicate"), { className: "b-first" }));
    } else if (open) {
      list.push(button("Sign in the terminal", sign, { className: "b-first", disabled: cannot, title }));
    }
    if (now.queued > 0 && !now.over && !now.practice && !terminal) list.push(button("Withdraw what is queued", () => inTerminal("withdraw")));
    list.push(button("?", keys, { "aria-label": "Keys and help" }));
    // A button that is being pressed stays the same element.
    const said = list.map((one) => `${one.textContent} ${one.disabled} ${one.title}`).join();
    if (said !== shownButtons) {
      shownButtons = said;
      by("b-buttons").replaceChildren(...list);
    }
    by("b-mail").hidden = now.practice;
    if (!now.practice && by("b-letters").childElementCount === 0) letters();
  };

  /** Runs what changes the match, and shows what has come of it. */
  const act = async (name, fields, words) => {
    await draft.settled();
    say(words);
    const before = now.step - 1;
    const { status, value } = await ask(name, { digest: draft.digest(), ...fields });
    if (status !== 200 && status !== 409) {
      dialog("It was not done", ...(value.problems ?? []).map((one) => make("p", { className: "b-bad" }, problemWords(one))));
      return false;
    }
    say("");
    await read();
    if (now.step - 1 > before) await tell(before + 1, undefined, { news: true });
    return value;
  };
  const play = async () => {
    by("b-buttons").querySelector("button").disabled = true;
    // It is drawn anew, even if nothing else about the buttons has changed.
    shownButtons = "";
    await act("play", {}, "Playing …");
    shownButtons = "";
    buttons();
  };
  /** Asks in the terminal; what comes of it is seen in `events`. */
  const inTerminal = async (name) => {
    await draft.settled();
    const { status, value } = await ask(name, { digest: draft.digest() });
    if (status !== 200) return say(problemWords(value.problems?.[0] ?? { message: "the match has gone on" }));
    terminal = true;
    return paint();
  };
  const sign = () => inTerminal("sign");
  /** A secret choice, or an answer in advance, in words. */
  const choiceWords = (id, choice) => {
    const same = (one) => JSON.stringify(one.choice) === JSON.stringify(choice);
    const words = now.choices.find((one) => one.id === id)?.values.find(same)?.words ?? now.advance.find((one) => one.id === id && same(one))?.words;
    return words ?? `${form.question(id)}: ${JSON.stringify(choice)}`;
  };
  const hint = async () => {
    const { status, value } = await ask("hint");
    if (status !== 200) return say(value.problems?.map(problemWords).join(" "));
    const checked = await ask("check", { draft: value.draft });
    return dialog("What the sensible player would do", make("ol", {}, (checked.value.orders ?? []).map((words) => make("li", {}, words))),
      ...(checked.value.notes ?? []).map((words) => make("p", { className: "b-note" }, words)),
      ...(value.draft.commit ?? []).map(({ id, choice }) => make("p", {}, choiceWords(id, choice))),
      ...(value.draft.answers ?? []).map(({ answer: said }) => make("p", {}, now.answers.find(({ entry }) => JSON.stringify(entry.answer) === JSON.stringify(said))?.words ?? JSON.stringify(said))),
      button("Take it into the turn", () => { by("b-dialog").close(); draft.set(value.draft); }, { className: "b-first" }));
  };

  /** Mail: what the others need as text, and a box for what they have sent. */
  const letters = () => {
    const text = make("textarea", { placeholder: "Paste a mail here, whatever it looks like, or drop a file", "aria-label": "A mail to take in" });
    const take = async (fields) => {
      const value = await act("receive", fields, "Taking it in …");
      if (!value) return;
      text.value = "";
      const lines = (list, words) => (list ?? []).map((one) => make("li", {}, `${words}${one.what ?? one.words ?? JSON.stringify(one)}`));
      const found = [...lines(value.new, ""), ...lines(value.conflicts, "Not taken: "), ...lines(value.aside, "Not taken: ")];
      dialog("What the mail brought", found.length > 0 ? make("ul", {}, found) : make("p", {}, value.known > 0 ? "Everything in it was here already." : "There is no document in it."));
    };
    const box = make("div", { className: "b-drop",
      ondragover: (event) => { event.preventDefault(); box.classList.add("b-over"); },
      ondragleave: () => box.classList.remove("b-over"),
      ondrop: async (event) => {
        event.preventDefault();
        box.classList.remove("b-over");
        for (const file of event.dataTransfer.files) {
          const bytes = new Uint8Array(await file.arrayBuffer());
          let binary = "";
          bytes.forEach((byte) => { binary += String.fromCharCode(byte); });
          await take({ base64: btoa(binary) });
        }
      } }, text, button("Take it in", () => take({ text: text.value })));
    const copy = async () => {
      const { status, value } = await ask("letter");
      if (status !== 200) return say(value.problems?.map(problemWords).join(" "));
      try {
        await navigator.clipboard.writeText(value.text);
        say("The text is on the clipboard: paste it into a mail.");
      } catch {
        dialog("Copy this into a mail", make("pre", {}, value.text));
      }
    };
    // Where some files are for the adjudicator alone, the program writes each his own mail.
    const out = now.escrow ? make("p", { className: "b-note" }, "In a match with escrow, write the mails in the terminal with ", make("code", {}, "adjutant mail"), ": some files are for the adjudicator alone.")
      : make("p", {}, button("Copy for mail", copy));
    by("b-letters").replaceChildren(out, box);
  };

  /** How another match of this kind is begun: here, or in the terminal. */
  const again = () => {
    const begin = button("Begin it here", async () => {
      begin.disabled = true;
      by("b-again").textContent = "It is being set up …";
      const { status, value } = await ask("again");
      if (status === 200) location.reload();
      else by("b-again").textContent = value.problems?.map(problemWords).join(" ") ?? "The match has gone on.";
      begin.disabled = false;
    }, { className: "b-first" });
    dialog("A new game", make("p", {}, "The same game on the same side, in a folder beside this one. This match stays as it is."), make("p", {}, begin),
      make("p", { id: "b-again", role: "status" }), make("p", { className: "b-note" }, "Or begin it in the terminal, with a folder of your choice:"), make("pre", {}, now.again));
  };

  const keys = () => dialog("Keys and help", make("ul", {}, [
    ["Tab, Enter", "go through places, orders and buttons, and choose"],
    ["/", "find a place, a piece or a card by its name"], ["Esc", "clear the selection"], ["U", "undo the last change of your turn"],
    ["Alt ↑, Alt ↓", "move an order up or down"], ["Delete", "remove an order"], ["arrows, +, -, 0", "move and zoom the map"], ["T", "show or hide the tracks, where a map has some"],
    [", and .", "a step back, a step on"], ["Home, End", "the first step; now"], ["P", "replay the match on the board, or stop it"], ["?", "this list"],
  ].map(([key, words]) => make("li", {}, make("kbd", {}, key), ` ${words}`))),
  make("p", {}, "Point at a piece, then at one of the dashed places to give an order. Everything shown is what the rules answer; your turn is the file that you could have written yourself."));

  /** The reports of steps; what is new comes first in the panel. */
  const tell = async (from, to, { news = false, past = false, title = "What happened" } = {}) => {
    const { status, value } = await ask("story", { from, to });
    if (status !== 200) return;
    panels.story({ steps: value.steps, news, title, leave: past ? steps.now : null });
    if (news) document.querySelector(".b-side").scrollTop = 0;
  };

  const showPicture = async (step) => {
    const { status, value } = await ask("picture", step === undefined ? {} : { step });
    if (status !== 200) {
      by("b-stage").textContent = value.problems?.map(problemWords).join(" ") ?? "";
      return;
    }
    shownStep = value.step;
    table = value.table;
    by("b-told").textContent = "";
    by("b-sheets").replaceChildren(...value.sheets.map(({ name, box }) => button(name, () => chart.fill(box), { title: `Show this part of the map: ${name}` })));
    chart.show(value, { point, tell: (words, low) => { by("b-told").textContent = words; by("b-told").classList.toggle("b-low", low); } });
    mark();
    drawOrders();
  };

  /** A slider over the steps of the match, on the same board; the match plays by itself from a step on. */
  const time = () => {
    stopReplay();
    const newest = now.step - 1;
    const shown = make("output", {}, `step ${newest}`);
    const go = async (step) => {
      slider.value = step;
      shown.textContent = step === newest ? `step ${step}, now` : `step ${step} of ${newest}`;
      if (step === shownStep) return;
      await showPicture(step);
      document.body.classList.toggle("b-past", step !== newest);
      await (step === newest ? tell(now.since ?? undefined, undefined, heading()) : tell(step, step, { past: true }));
    };
    const at = () => Number(slider.value);
    const by_hand = (step) => { stopReplay(); return go(Math.min(Math.max(step, 0), newest)); };
    const slider = make("input", { type: "range", min: 0, max: newest, value: newest, "aria-label": "The step shown", onchange: () => by_hand(at()) });
    const replay = button("Replay", () => (playing ? stopReplay() : runReplay()), { "aria-pressed": "false", title: "Plays the match step by step (P)" });
    const runReplay = async () => {
      const run = {};
      playing = run;
      replay.setAttribute("aria-pressed", "true");
      replay.textContent = "Stop";
      let step = at() === newest ? 0 : at() + 1;
      for (; playing === run && step <= newest; step += 1) {
        await go(step);
        await new Promise((done) => { setTimeout(done, PACE); });
      }
      if (playing === run) stopReplay();
    };
    steps = { back: () => by_hand(at() - 1), on: () => by_hand(at() + 1), first: () => by_hand(0), now: () => by_hand(newest), replay: () => replay.click(), button: replay };
    by("b-time").replaceChildren(button("◀", steps.back, { "aria-label": "The step before", title: "The step before (,)" }), slider,
      button("▶", steps.on, { "aria-label": "The next step", title: "The next step (.)" }), replay, button("Now", steps.now), shown);
  };
  const stopReplay = () => {
    playing = null;
    if (!steps) return;
    steps.button.setAttribute("aria-pressed", "false");
    steps.button.textContent = "Replay";
  };
  const heading = () => ({ title: now.since === null ? "What happened" : "Since your last move" });

  /** Reads the match anew. */
  const read = async () => {
    let { status, value } = await server.ask("position");
    for (let tries = 0; status === 409 && tries < 5; tries += 1) ({ status, value } = await server.ask("position"));
    if (status === 403) throw new Error("This page has no access: open the address that the terminal shows.");
    if (status !== 200) throw new Error(value.problems?.map(problemWords).join(" ") ?? "The match cannot be read.");
    const fresh = now?.parent !== value.parent;
    now = value;
    [selected, ends, answer, general] = [[], [], null, null];
    draft.start(now.draft.decisions, now.draft.digest, ask, async (saved, told) => {
      if (saved === 409) {
        if (!told) say("The draft was changed elsewhere; this is how it is now.");
        return read();
      }
      return refresh();
    });
    panels.head(now);
    // The browser lays the picture out while the program answers the other questions.
    const shown = fresh ? showPicture() : null;
    if (now.side !== null) await draft.check();
    if (now.standing.length > 0) await readSchema();
    await shown;
    if (fresh) {
      document.body.classList.remove("b-past");
      time();
    }
    return refresh();
  };

  document.addEventListener("keydown", (event) => {
    if (by("b-dialog").open || event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = { Escape: clear, u: () => draft.undo(), "?": keys, "+": () => chart.zoom(1.4), "-": () => chart.zoom(1 / 1.4), 0: chart.whole,
      "/": () => by("b-filter").focus(), ",": () => steps?.back(), ".": () => steps?.on(), Home: () => steps?.first(), End: () => steps?.now(), p: () => steps?.replay(), t: tracks };
    const found = acts[event.key];
    if (!found || !now) return;
    event.preventDefault();
    found();
  });
  by("b-filter").addEventListener("input", () => panels.places({ now, can: able(), select }));
  by("b-in").addEventListener("click", () => chart.zoom(1.4));
  by("b-out").addEventListener("click", () => chart.zoom(1 / 1.4));
  by("b-whole").addEventListener("click", () => chart.whole());
  const tracks = () => {
    if (by("b-tracks").hidden) return;
    by("b-aside").hidden = !by("b-aside").hidden;
    by("b-tracks").setAttribute("aria-expanded", String(!by("b-aside").hidden));
  };
  by("b-tracks").addEventListener("click", tracks);

  try {
    await server.enter();
    await read();
    await tell(now.since ?? undefined, undefined, heading());
  } catch (error) {
    by("b-asked").textContent = error.message;
    return;
  }
  // What happens on disk appears by itself: a mail that was received, a draft that was edited.
  setInterval(async () => {
    try {
      await draft.settled();
      const { status, value } = await server.ask("events");
      if (status === 200 && terminal && !value.terminal.busy) {
        terminal = false;
        if (value.terminal.said) say(value.terminal.said);
        paint();
      }
      if (status === 200 && value.parent === now.parent && value.draft === draft.digest()) return;
      if (status === 200 || status === 409) {
        const before = now.step - 1;
        await read();
        if (now.step - 1 > before) await tell(before + 1, undefined, { news: true });
      }
    } catch (error) {
      say(error instanceof TypeError && /fetch|network/i.test(error.message) ? "The board has ended: start `adjutant board` again." : error.message);
    }
  }, 1500);
})();
