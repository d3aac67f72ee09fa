/** The panels beside the map: each shows what the engine has answered. */
const panels = (() => {
  /** What is asked, and by whom. */
  const head = (now) => {
    document.title = `${now.title} – Adjutant`;
    by("b-title").textContent = `${now.title}: ${now.called}`;
    const words = now.over ? [`The match is over: ${now.over}.`]
      : now.waits ? [problemWords(now.waits).replace(/^./, (letter) => letter.toUpperCase()), "."]
      : now.signed ? ["You have signed this turn; it waits for the others."]
      : [`Your move: ${now.says ?? now.asked?.words ?? "nothing is asked"}`];
    by("b-asked").replaceChildren(`${now.when}. `, ...words, now.winning ? ` ${now.winning}` : "");
  };

  /** A note of a draft, which lists pieces by their ids, with their names instead. */
  const named = (note, now) => {
    const names = new Map(now.targets.filter(({ kind }) => kind !== "place").map(({ id, name }) => [String(id), name]));
    return note.replaceAll("`", "").replace(/(^|[:;,] )([a-z0-9_]+)(?=[,;.]| \(|$)/g, (found, before, id) => (names.has(id) ? before + names.get(id) : found));
  };

  /** Orders that may be given. Those with the same words differ in a card or a piece, which is named then. */
  const listed = (orders, now, acts, most) => {
    const same = (one) => orders.filter(({ words }) => words === one.words);
    const cards = new Map(now.hand.flatMap(({ cards: all }) => all).map((one) => [one.id, one.words]));
    const called = (id) => cards.get(id) ?? now.targets.find((one) => one.id === id)?.name ?? String(id);
    const differs = (one) => {
      const others = same(one);
      if (others.length < 2) return "";
      const own = one.names.filter((id) => !others.every(({ names }) => names.includes(id))).map(called);
      return own.length > 0 ? `: ${own.join(", ")}` : "";
    };
    const isPiece = (id) => cards.has(id) || now.targets.some((one) => one.id === id && one.kind !== "place");
    return few(orders.map((one) => offered(one, { ...acts, called, isPiece }, differs(one))), most);
  };

  /** Orders by their kind, in the order in which the program offers them. */
  const grouped = (orders) => {
    const kinds = new Map();
    for (const one of orders) {
      const [kind] = Object.keys(one.order);
      kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
    }
    return [...kinds].map(([kind, all]) => [form.spoken(kind).replace(/^./, (letter) => letter.toUpperCase()), all]);
  };

  /** The lists of an order that name several pieces or cards, of which some may be left out. */
  const groups = (value, isPiece) => {
    if (!value || typeof value !== "object") return [];
    if (Array.isArray(value) && value.length > 1 && value.every(isPiece)) return [value];
    return Object.values(value).flatMap((one) => groups(one, isPiece));
  };

  /** An order that may be given, as a button; with its numbers, which may be smaller, and those who may be left out. */
  const offered = (one, { add, odds, oddsLine, called, isPiece }, more) => {
    const order = JSON.parse(JSON.stringify(one.order));
    const chance = make("span", { className: "b-note b-chance" }, one.chance ?? "");
    // The chances come when somebody stays on the order: to calculate those of all would take too long.
    let later = 0;
    const look = () => {
      clearTimeout(later);
      later = setTimeout(async () => {
        const line = await oddsLine(order);
        if (line) chance.textContent = [one.chance, line].filter(Boolean).join("; ");
      }, 200);
    };
    const leave = () => clearTimeout(later);
    const give = make("div", { className: "b-give", onpointerenter: look, onpointerleave: leave, onfocusin: look, onfocusout: leave },
      button(`${one.words}${more}`, () => add(order), { className: "b-order" }),
      button("Odds", () => odds(order), { "aria-label": `Odds: ${one.words}${more}` }), chance);
    const lists = groups(order, isPiece);
    if (lists.length > 0) {
      const left = new Set();
      const summary = make("summary", {}, "Leave some out");
      const choose = (list) => [...list].map((id) => {
        const box = make("input", { type: "checkbox", checked: true, onchange: () => {
          if (box.checked) list.push(id);
          else list.splice(list.indexOf(id), 1);
          if (box.checked) left.delete(id);
          else left.add(id);
          summary.textContent = left.size === 0 ? "Leave some out" : `Without ${[...left].map(called).join(", ")}`;
        } });
        return make("label", { className: "b-option" }, box, ` ${called(id)} `);
      });
      give.append(make("details", { className: "b-chance" }, summary, lists.flatMap(choose)));
    }
    if (one.counts.length === 0) return give;
    const at = (path) => path.slice(0, -1).reduce((value, key) => value[key], order);
    return make("div", {}, give, one.counts.map(({ path, least, most }) => {
      const shown = make("output", {}, String(most));
      const slider = make("input", { type: "range", min: least, max: most, value: most, oninput: () => {
        at(path)[path.at(-1)] = Number(slider.value);
        shown.textContent = slider.value;
      } });
      return make("label", { className: "b-note" }, `${form.spoken(path.at(-1))}, ${least} to ${most}: `, slider, " ", shown);
    }));
  };

  const targetButton = (target, chosen, select) => button(target.name, () => select(target.id), {
    title: target.state, "data-id": String(target.id), "aria-pressed": String(chosen.includes(String(target.id))),
  });

  /** What is selected, and what it may do. */
  const selection = ({ now, selected, answer, ends, select, acts, clear, write }) => {
    const holder = by("b-selection");
    by("b-do").hidden = now.asked?.want?.orders === undefined && selected.length === 0;
    if (now.over || now.waits || now.signed || now.side === null) {
      holder.replaceChildren(make("p", { className: "b-note" }, now.side === null ? "You adjudicate: the players give the orders." : "There is nothing to order now."));
      if (selected.length > 0) holder.append(...about(now, selected, select));
      return;
    }
    const parts = [];
    if (selected.length > 0) {
      parts.push(...about(now, selected, select));
      parts.push(button("Clear the selection (Esc)", clear));
    } else if (now.asked?.want?.orders !== undefined) {
      parts.push(make("p", {}, "Point at a place, a piece or a card. What may act is outlined in green."));
      if (now.doubt) parts.push(make("p", { className: "b-bad" }, `This match does not verify (${now.doubt}): do not rely on what is shown.`));
      if (now.notes.length > 0 || now.says) {
        const situation = make("details", { open: by("b-situation")?.open ?? false, id: "b-situation" }, make("summary", {}, "The situation"));
        situation.append(make("p", { className: "b-note" }, now.says ?? ""), ...now.notes.filter((note) => note !== now.says).map((note) => make("p", { className: "b-note" }, named(note, now))));
        parts.push(situation);
      }
    }
    if (answer?.problems?.length > 0 && draft.checked()?.ok === false) {
      parts.push(make("p", { className: "b-bad" }, "Your turn is not legal as it stands, so this is what you might order at its beginning."));
    }
    for (const { message, rule } of answer?.notes ?? []) parts.push(make("p", { className: "b-note" }, `${message} [${rule}]`));
    const fits = (one) => ends.length === 0 || ends.includes(String(one.end));
    const all = (answer?.offers ?? []).reduce((sum, offer) => sum + offer.orders.filter(fits).length, 0);
    const impossible = [];
    for (const offer of answer?.offers ?? []) {
      const orders = offer.orders.filter(fits);
      const cost = offer.cost ? `, ${offer.cost === "free" ? "free" : `for ${offer.cost}`}` : "";
      if (orders.length > 0) {
        const kind = make("details", { open: all <= 12 || ends.length > 0 }, make("summary", {}, `${offer.what}${cost} (${orders.length}) `, offer.rule ? make("span", { className: "rule" }, `[${offer.rule}]`) : ""));
        const fill = () => { if (kind.open && kind.childElementCount === 1) kind.append(listed(orders, now, acts, 8)); };
        fill();
        kind.addEventListener("toggle", fill);
        parts.push(kind);
      } else if (offer.because.some((one) => one.rule) && ends.length === 0) {
        impossible.push(...offer.because.map((one) => make("p", { className: "b-note" }, make("b", {}, `${offer.what}: `), problemWords(one))));
      }
    }
    if (impossible.length > 0) parts.push(make("details", {}, make("summary", {}, `What is not possible, and why (${impossible.length})`), impossible));
    if (answer?.orders) {
      const [bare, rest] = [answer.orders.filter((one) => one.names.length === 0), answer.orders.filter((one) => one.names.length > 0)];
      for (const [what, orders] of grouped(rest)) {
        parts.push(make("details", {}, make("summary", {}, `${what} (${orders.length})`), listed(orders, now, acts, 12)));
      }
      if (bare.length > 0) parts.push(make("details", { open: bare.length <= 4 }, make("summary", {}, `Orders without a place (${bare.length})`), listed(bare, now, acts, 12)));
      if (answer.later) parts.push(make("details", {}, make("summary", {}, answer.later.when), listed(answer.later.orders, now, acts, 8)));
    }
    if (answer?.failed) parts.push(make("p", { className: "b-note" }, answer.failed));
    if (now.asked?.want?.orders !== undefined) parts.push(button("Write an order yourself", write));
    holder.replaceChildren(...parts);
  };

  const about = (now, selected, select) => {
    const parts = [];
    for (const id of selected) {
      const target = now.targets.find((one) => String(one.id) === id);
      if (!target) {
        const card = now.hand.flatMap((pile) => pile.cards).find((one) => one.id === id);
        parts.push(make("h3", {}, card?.words ?? id));
        continue;
      }
      const side = now.sides.find((one) => one.id === target.side)?.name;
      parts.push(make("h3", {}, target.name), make("p", {}, [side, target.state].filter(Boolean).join(". ")));
      const here = now.targets.filter((one) => String(one.at) === id);
      if (here.length > 0) parts.push(make("p", { className: "b-pieces" }, here.map((one) => targetButton(one, selected, select))));
    }
    return parts;
  };

  /** How the match ended, by how much, and what may be done now. */
  const ended = ({ now, replay, again }) => make("div", { className: "b-won" }, make("p", {}, make("b", {}, `${now.over.replace(/^./, (letter) => letter.toUpperCase())}.`)),
    now.tallies.length > 0 ? make("table", {}, make("tbody", {},
      make("tr", {}, make("td", {}), now.sides.map(({ name }) => make("th", { scope: "col" }, name))),
      now.tallies.map(({ title, values }) => make("tr", {}, make("th", { scope: "row" }, title), values.map((value) => make("td", {}, String(value))))))) : null,
    make("p", {}, button("Replay it from the beginning", replay), " ", now.again ? button("New game", again) : ""));

  /** The decisions of the turn, with what the check says about each. */
  const turn = ({ now, checked, edit, odds, schema, replay, again }) => {
    const decisions = draft.get();
    const parts = [];
    // Before anything is decided, nothing is wrong.
    const problems = Object.keys(decisions).length === 0 ? [] : checked?.problems ?? [];
    const said = (at) => [
      ...problems.filter(({ path }) => path?.startsWith(`orders[${at}]`)).map((one) => make("p", { className: "b-bad" }, problemWords(one))),
      ...(checked?.warnings ?? []).map((one, n) => [one, checked.warned[n]]).filter(([one]) => one.path?.startsWith(`orders[${at}]`))
        .map(([, words]) => make("p", { className: "b-warned" }, words)),
      checked?.undecided?.includes(at) ? make("p", { className: "b-note" }, "depends on dice or on answers") : "",
    ];
    const orders = decisions.orders ?? [];
    const line = (order, at) => {
      const words = checked?.orders?.[at] ?? JSON.stringify(order);
      const row = make("div", {
        className: `b-line${problems.some(({ path }) => path?.startsWith(`orders[${at}]`)) ? " b-wrong" : ""}`, draggable: true,
        ondragstart: (event) => event.dataTransfer.setData("text/plain", String(at)),
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => { event.preventDefault(); draft.move(Number(event.dataTransfer.getData("text/plain")), at); },
        onkeydown: (event) => {
          if (event.altKey && event.key === "ArrowUp") draft.move(at, at - 1);
          else if (event.altKey && event.key === "ArrowDown") draft.move(at, at + 1);
          else if (event.key === "Delete") draft.remove(at);
          else return;
          event.preventDefault();
        },
      },
      make("span", {}, `${at + 1}. ${words}`, said(at)),
      button("↑", () => draft.move(at, at - 1), { "aria-label": `Move order ${at + 1} up`, disabled: at === 0 }),
      button("↓", () => draft.move(at, at + 1), { "aria-label": `Move order ${at + 1} down`, disabled: at === orders.length - 1 }),
      button("Edit", () => edit(at), { "aria-label": `Edit order ${at + 1}` }),
      button("✕", () => draft.remove(at), { "aria-label": `Remove order ${at + 1}` }));
      return make("li", {}, row);
    };
    const playable = !now.over && !now.waits && !now.signed && now.side !== null;
    if (!playable) {
      by("b-orders-title").textContent = now.over ? "The match is over" : "Your turn";
      by("b-draft").replaceChildren(now.over ? ended({ now, replay, again }) : make("p", { className: "b-note" }, now.side === null ? (now.answers_turns ? "The turns have arrived: adjudicate them in the terminal that runs this board." : "You have nothing to adjudicate yet.") : "It is not your move."));
      return;
    }
    if (now.draft.broken) {
      by("b-draft").replaceChildren(make("p", { className: "b-bad" }, "The draft on disk cannot be used, so nothing is changed in it: ", now.draft.broken.map(problemWords).join("; ")),
        make("p", {}, button("Keep it under another name, and begin anew", () => draft.setAside())), make("p", { className: "b-note" }, `It is the file ${now.draft.file}.`));
      return;
    }
    if (orders.length > 0) parts.push(make("ol", {}, orders.map(line)));
    else if (now.asked?.want?.orders !== undefined) parts.push(make("p", { className: "b-note" }, "No order yet."));
    if (orders.length > 0) parts.push(make("p", {}, button("What may come of it?", () => odds()), " ", button("Undo (U)", () => draft.undo(), { disabled: !draft.canUndo() })));
    else if (draft.canUndo()) parts.push(button("Undo (U)", () => draft.undo()));
    parts.push(...questions(now, decisions));
    for (const one of problems.filter(({ path }) => !path?.startsWith("orders["))) parts.push(make("p", { className: "b-bad" }, problemWords(one)));
    (checked?.warnings ?? []).map((one, n) => [one, checked.warned[n]]).filter(([one]) => !one.path?.startsWith("orders["))
      .forEach(([, words]) => parts.push(make("p", { className: "b-warned" }, words)));
    for (const note of checked?.notes ?? []) parts.push(make("p", { className: "b-note" }, note));
    if (checked?.ok) parts.push(make("p", { className: "b-good" }, "Legal, as far as can be said before any die is rolled."));
    parts.push(more(now, decisions, schema));
    parts.push(make("p", { className: "b-note" }, `This is the file ${now.draft.file}; you may edit it there too.`));
    by("b-draft").replaceChildren(...parts);
  };

  /** Questions to answer, secret choices, proposals. */
  const questions = (now, decisions) => {
    const parts = [];
    const want = now.asked?.want ?? {};
    const radio = (name, words, chosen, act) => make("label", { className: "b-option" },
      make("input", { type: "radio", name, checked: chosen, onchange: act }), ` ${words}`);
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    if (now.answers.length > 0 || now.choices.length > 0) now.notes.forEach((note) => parts.push(make("p", {}, named(note, now))));
    if (now.answers.length > 0) {
      parts.push(make("h3", {}, "Your answer"), few(now.answers.map(({ entry, words }) =>
        radio("answer", words, (decisions.answers ?? []).some((one) => same(one, entry)), () => draft.change("answers", [entry]))), 14));
    }
    const sealed = (id) => (decisions.commit ?? []).find((one) => one.id === id);
    const seal = (id, choice) => {
      const others = (decisions.commit ?? []).filter((one) => one.id !== id);
      return draft.change("commit", choice === undefined ? others : [...others, { id, choice }]);
    };
    for (const { id, title, values } of now.choices) {
      parts.push(make("h3", {}, title ? `Your secret choice: ${title}` : now.choices.length > 1 ? `Your secret choice: ${form.question(id)}` : "Your secret choice"),
        make("p", { className: "b-note" }, "It is sealed when you sign; nobody can see it before both have chosen."),
        few(values.map(({ choice, words }) => radio(`choice-${id}`, words, same(sealed(id)?.choice, choice), () => seal(id, choice))), 14));
    }
    if (now.advance.length > 0) {
      const rows = now.advance.map(({ id, choice, words }) => {
        const own = sealed(id);
        const text = make("input", { value: JSON.stringify(own?.choice ?? choice), "aria-label": `The answer: ${words}`, size: 24 });
        const box = make("input", { type: "checkbox", checked: Boolean(own), onchange: () => {
          let said = text.value;
          try { said = JSON.parse(text.value); } catch { /* A word needs no quotes. */ }
          seal(id, box.checked ? said : undefined);
        } });
        return make("div", {}, make("label", {}, box, ` ${form.question(id)}: ${words}`), " ", text);
      });
      parts.push(make("details", {}, make("summary", {}, "Answers in advance"), make("p", { className: "b-note" }, "Sealed until the question comes, so that nobody waits for your mail."), ...rows));
    }
    if (want.take_back) {
      parts.push(make("h3", {}, `A take-back to step ${want.take_back.to_step} is proposed`), radio("back", "decline: leave the turn empty", !decisions.take_back, () => draft.change("take_back", null)),
        radio("back", "accept", Boolean(decisions.take_back), () => draft.change("take_back", want.take_back)));
    }
    if (want.draw) {
      parts.push(make("h3", {}, "A draw is offered"), radio("draw", "decline: leave the turn empty", !decisions.offer, () => draft.change("offer", null)),
        radio("draw", "accept: the match ends", decisions.offer === "draw", () => draft.change("offer", "draw")));
    }
    if (now.offer) parts.push(make("p", {}, now.offer));
    if (want.empty || want.open) parts.push(make("p", {}, "There is nothing to decide in this turn."));
    return parts;
  };

  /** What a turn may have besides: standing orders, a message, proposals. */
  const more = (now, decisions, schema) => {
    const comment = make("textarea", { value: decisions.comment ?? "", maxLength: 2000, onchange: () => draft.change("comment", comment.value) });
    const parts = [make("label", {}, "A message to the other player, printed in the report", comment)];
    if (now.standing.length > 0 && schema) {
      const own = decisions.standing;
      const samples = make("select", { onchange: () => {
        const at = samples.selectedIndex;
        if (at === 0) draft.change("standing", null);
        else draft.set({ ...draft.get(), standing: now.standing[at - 1].standing });
      } }, make("option", {}, "leave them as they are"), now.standing.map(({ standing, words }) =>
        make("option", { selected: JSON.stringify(standing) === JSON.stringify(own) }, words?.join(" ") || "withdraw them all")));
      parts.push(make("h4", {}, "Standing orders"), ...now.in_force.map((words) => make("p", { className: "b-note" }, words)), make("p", {}, make("label", {}, "Change them: ", samples)));
      if (own) parts.push(schema.form.field(schema.standing, own, (next) => draft.set({ ...draft.get(), standing: next })));
    }
    if (now.asked?.want?.orders !== undefined) {
      const offer = make("select", { onchange: () => draft.change("offer", [null, "draw", "resign"][offer.selectedIndex]) },
        ["nothing", "offer a draw", "resign"].map((words, n) => make("option", { selected: [undefined, "draw", "resign"][n] === decisions.offer }, words)));
      parts.push(make("p", {}, make("label", {}, "Propose: ", offer)));
      if (now.step > 2) {
        const back = make("input", { type: "number", min: 0, max: now.step - 2, value: decisions.take_back?.to_step ?? now.step - 3, style: undefined });
        parts.push(make("p", {}, make("label", {}, "A take-back to step ", back), " ", decisions.take_back
          ? button("Do not propose it", () => draft.change("take_back", null))
          : button("Propose it", () => draft.set({ ...draft.get(), orders: [], take_back: { to_step: Number(back.value) } }))));
      }
    }
    return make("details", { id: "b-more", open: by("b-more")?.open ?? false }, make("summary", {}, "Message, standing orders, proposals"), ...parts);
  };

  /** The player's own cards. */
  const hand = ({ now, selected, can, select }) => {
    by("b-hand").hidden = now.hand.length === 0;
    const used = JSON.stringify(draft.get());
    const card = (one) => button("", () => select(one.id), {
      "data-id": one.id, className: `b-card${used.includes(`"${one.id}"`) ? " b-used" : ""}${can.includes(one.id) ? " b-can" : ""}`, "aria-pressed": String(selected.includes(one.id)),
    });
    by("b-cards").replaceChildren(...now.hand.flatMap(({ title, cards }) => [make("h3", {}, `${title} (${cards.length})`),
      ...cards.map((one) => {
        const face = card(one);
        face.append(one.now && one.now !== one.words ? one.now : one.words, one.at ? ` (${one.at})` : "");
        return face;
      })]));
  };

  /** Everything that can be pointed at, as a list: for keyboards and screen readers. */
  const places = ({ now, can, select }) => {
    const wanted = by("b-filter").value.trim().toLowerCase();
    const fits = ({ name, id, state }) => `${name} ${id} ${state}`.toLowerCase().includes(wanted);
    const able = new Set(can.map(String));
    const heading = { place: "Places", piece: "Pieces", card: "Cards on the table" };
    const groups = [["can", "What may act", now.targets.filter((one) => able.has(String(one.id)))],
      ...Object.entries(heading).map(([kind, title]) => [kind, title, now.targets.filter((one) => one.kind === kind)])];
    by("b-list").replaceChildren(...groups.flatMap(([kind, title, all]) => {
      const found = all.filter(fits);
      if (found.length === 0) return [];
      const shown = found.slice(0, 200);
      const list = make("details", { open: kind === "can" || wanted !== "" }, make("summary", {}, `${title} (${found.length})`));
      const fill = () => {
        if (list.childElementCount === 1) list.append(make("ul", {}, shown.map((one) => make("li", {}, button(one.name, () => select(one.id), { title: one.state, "data-id": String(one.id) })))));
      };
      if (list.open) fill();
      list.addEventListener("toggle", fill);
      return [list];
    }));
  };

  /** What happened comes before the situation. */
  const news_first = (report) => {
    const situation = [...report.children].find((one) => /^The situation/.test(one.querySelector("h2, h3")?.textContent ?? ""));
    if (situation) report.append(situation);
    return report;
  };

  /** The reports of steps, in order. Of many that are known only the newest is open; `leave` ends a look at an earlier step. */
  const story = ({ steps, news, title, leave }) => {
    const section = by("b-happened");
    by("b-happened-title").textContent = title;
    section.classList.toggle("b-new", news || leave !== null);
    const goOn = news ? [make("p", {}, button("Go on", () => { section.classList.remove("b-new"); goOn.forEach((one) => one.remove()); document.querySelector(".b-side").scrollTop = 0; }, { className: "b-first" }))] : [];
    const told = ({ subtitle, html }) => [make("p", { className: "b-note" }, subtitle), news_first(markup(html))];
    const back = leave ? [make("p", {}, button("Back to now", leave, { className: "b-first" }))] : [];
    by("b-story").replaceChildren(...goOn, ...back, ...steps.flatMap((step, nth) => (news || nth === steps.length - 1
      ? [make("h3", {}, step.title), ...told(step)] : [make("details", {}, make("summary", {}, step.title), ...told(step))])));
  };

  return { head, selection, turn, hand, places, story };
})();
