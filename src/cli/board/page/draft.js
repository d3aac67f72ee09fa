/** The draft: the player's decisions, each change of which is saved, checked, and can be undone. */
const draft = (() => {
  let decisions = {};
  let digest = null;
  let checked = null;
  const past = [];
  let changed = () => {};
  let ask = null;
  let queue = Promise.resolve();
  let painted = queue;

  const copy = (value) => JSON.parse(JSON.stringify(value));
  const tidy = (value) => Object.fromEntries(Object.entries(value).filter(([, one]) =>
    one !== null && one !== undefined && one !== "" && !(Array.isArray(one) && one.length === 0)));

  /** Saves and checks, one change after the other. */
  const settle = () => {
    queue = queue.then(async () => {
      const now = copy(decisions);
      const saved = await ask("save", { draft: now, digest });
      if (saved.status === 200) ({ digest } = saved.value);
      else if (saved.status !== 409) {
        // What could not be written is not in the turn.
        say(problemWords(saved.value.problems?.[0] ?? { message: "the draft could not be saved" }));
        return changed(409, true);
      }
      const answer = await ask("check", { draft: now });
      if (answer.status === 200 && JSON.stringify(now) === JSON.stringify(decisions)) checked = answer.value;
      painted = changed(saved.status);
    });
    return queue;
  };

  const set = (next, quiet = false) => {
    if (!quiet) past.push(copy(decisions));
    decisions = tidy(next);
    checked = null;
    return settle();
  };

  return {
    start: (value, known, asking, onchange) => {
      if (JSON.stringify(value) !== JSON.stringify(decisions)) past.length = 0;
      [decisions, digest, ask, changed, checked] = [copy(value), known, asking, onchange, null];
    },
    get: () => copy(decisions),
    digest: () => digest,
    checked: () => checked,
    check: async () => {
      const answer = await ask("check", { draft: decisions });
      if (answer.status === 200) checked = answer.value;
    },
    orders: () => copy(decisions.orders ?? []),
    set,
    change: (field, value) => set({ ...decisions, [field]: value }),
    add: (order) => set({ ...decisions, orders: [...(decisions.orders ?? []), order] }),
    remove: (at) => set({ ...decisions, orders: decisions.orders.filter((_, n) => n !== at) }),
    replace: (at, order) => set({ ...decisions, orders: decisions.orders.map((one, n) => (n === at ? order : one)) }),
    move: (from, to) => {
      const orders = copy(decisions.orders ?? []);
      if (to < 0 || to >= orders.length || from === to) return queue;
      orders.splice(to, 0, ...orders.splice(from, 1));
      return set({ ...decisions, orders });
    },
    undo: () => (past.length > 0 ? set(past.pop(), true) : queue),
    canUndo: () => past.length > 0,
    setAside: async () => {
      const saved = await ask("save", { draft: {}, digest, set_aside: true });
      return changed(saved.status === 200 ? 409 : saved.status);
    },
    settled: () => queue,
    /** Ends when the page shows what the last change brought. */
    painted: () => painted,
  };
})();
