/** The log: every moment of the match by step, and the filter. */
const log = (() => {
  const { html } = chart;
  const NONE = { text: "", side: "", part: "", kind: "", rule: "", person: "" };
  const FIELDS = Object.keys(NONE);

  /** Whether a moment passes a filter. A rule stands for those within it: 7 for 7.4. */
  const passes = (moment, filter) =>
    (!filter.side || moment.side === filter.side) &&
    (!filter.part || moment.part === filter.part) &&
    (!filter.kind || moment.kind === filter.kind) &&
    (!filter.rule || moment.rules.some((rule) => rule === filter.rule || rule.startsWith(`${filter.rule}.`))) &&
    (!filter.person || moment.people.includes(filter.person)) &&
    (!filter.text || (moment.folded ??= moment.text.toLowerCase()).includes(filter.text));

  /** Splits work over the frames, so that the page stays alive. */
  const slices = (length, each) => {
    let next = 0;
    const work = () => {
      const until = performance.now() + 12;
      while (next < length && performance.now() < until) each(next++);
      if (next < length) setTimeout(work);
    };
    setTimeout(work);
  };

  /**
   * `steps` and `moments` as the page carries them, `index` of a step by its number, `sides` by id: name and number.
   * `found(count, total)` is called when a filter was applied.
   */
  const make = ({ scroll, steps, moments, index, sides, found }) => {
    const by_step = steps.map(() => []);
    moments.forEach((moment, n) => by_step[index(moment.step)]?.push(n));
    const groups = new Array(steps.length);
    const items = new Array(moments.length);
    let filter = { ...NONE };
    let active = false;
    let matching = [];
    let current = -1;
    let singled = null;
    let tabbed = null;
    let turn = null;

    const entry = (n, place) => {
      const { step, kind, text, side, rules } = moments[n];
      const link = html("a", { className: `r-moment r-kind-${kind}`, href: `#step=${step}&moment=${place}`, tabIndex: -1 });
      const of = sides.get(side);
      if (of) {
        link.append(html("span", { className: `r-side r-side-${of.number}` }, of.name), " ");
      }
      link.append(text);
      if (rules.length > 0) link.append(" ", html("span", { className: "r-rules" }, rules.join(", ")));
      return (items[n] = html("li", {}, link));
    };
    const build = (place) => {
      const step = steps[place];
      if (!turn || turn.when !== step.when) {
        const list = html("ol", { className: "r-of-turn" });
        turn = { when: step.when, list, node: html("div", { className: "r-turn" }, html("h3", { hidden: !step.when }, step.when), list), groups: [] };
        scroll.append(turn.node);
      }
      const head = html("a", { className: "r-step-head", href: `#step=${step.n}`, tabIndex: -1 }, html("b", {}, `Step ${step.n}`), ` ${step.headline}`);
      const list = html("ol", {}, ...by_step[place].map((n, k) => entry(n, k)));
      const node = html("li", { className: "r-group" }, head, ...(list.children.length > 0 ? [list] : []));
      node.style.containIntrinsicSize = `auto ${2 + by_step[place].length * 1.6}rem`;
      groups[place] = { node, head, turn };
      turn.groups.push(place);
      turn.list.append(node);
      if (active) sift(place);
      if (place === current) mark(current, null);
    };
    const sift = (place) => {
      const group = groups[place];
      if (!group) return;
      let any = !active;
      for (const n of by_step[place]) {
        const passed = !active || passes(moments[n], filter);
        items[n].hidden = !passed;
        any ||= passed;
      }
      group.node.hidden = !any;
    };
    const tab = (link) => {
      if (tabbed) tabbed.tabIndex = -1;
      tabbed = link;
      if (tabbed) tabbed.tabIndex = 0;
    };

    /** Marks the step that is shown, and a moment of it, and scrolls there if it is out of sight. */
    const mark = (place, moment) => {
      groups[current]?.node.classList.remove("r-current");
      groups[current]?.head.removeAttribute("aria-current");
      singled?.classList.remove("r-singled");
      singled = null;
      current = place;
      const group = groups[place];
      if (!group) return;
      group.node.classList.add("r-current");
      group.head.setAttribute("aria-current", "step");
      if (moment !== null && moment !== undefined) {
        singled = items[by_step[place][moment]] ?? null;
        singled?.classList.add("r-singled");
      }
      if (!scroll.contains(document.activeElement)) tab(group.head);
      reach(singled ?? group.node, group.node);
    };
    const reach = (target, node) => {
      if (scroll.clientHeight === 0 || node.hidden) return;
      const settle = () => {
        const [box, outer] = [target.getBoundingClientRect(), scroll.getBoundingClientRect()];
        // Below the heading of the turn, which sticks to the top.
        const top = box.top - outer.top - 40;
        if (top >= 0 && box.bottom <= outer.bottom) return false;
        if (top >= 0 && top < 60 && box.height > outer.height) return false;
        scroll.scrollTop += top - Math.min(outer.height * 0.2, 80);
        return true;
      };
      // What comes into sight is laid out only then, and may be higher than was reckoned.
      let left = 5;
      const again = () => {
        if (settle() && left-- > 0) requestAnimationFrame(() => setTimeout(again));
      };
      again();
    };

    /** Applies a filter; the steps with something that passes are those that back and next go to. */
    const apply = (wanted) => {
      filter = { ...NONE, ...wanted, text: (wanted.text ?? "").toLowerCase() };
      active = FIELDS.some((field) => filter[field]);
      let count = moments.length;
      matching = [];
      if (active) {
        count = 0;
        by_step.forEach((list, place) => {
          const passed = list.filter((n) => passes(moments[n], filter)).length;
          count += passed;
          if (passed > 0) matching.push(place);
        });
      }
      groups.forEach((_, place) => sift(place));
      for (const of of new Set(groups.filter(Boolean).map((group) => group.turn))) {
        of.node.hidden = of.groups.every((place) => groups[place].node.hidden);
      }
      found(count, moments.length);
      if (groups[current]) reach(groups[current].node, groups[current].node);
    };

    scroll.addEventListener("keydown", (event) => {
      const link = event.target.closest("a");
      if (!link || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      const walker = document.createTreeWalker(scroll, NodeFilter.SHOW_ELEMENT, (node) =>
        node.hidden ? NodeFilter.FILTER_REJECT : node.localName === "a" ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP);
      walker.currentNode = link;
      const next = event.key === "ArrowDown" ? walker.nextNode() : walker.previousNode();
      if (!next) return;
      tab(next);
      next.focus();
    });
    scroll.addEventListener("focusin", (event) => {
      const link = event.target.closest("a");
      if (link) tab(link);
    });

    slices(steps.length, build);
    return {
      mark,
      apply,
      reach: () => groups[current] && reach(singled ?? groups[current].node, groups[current].node),
      /** The places of the steps that back and next go to; nothing, and they go to every step. */
      matching: () => (active ? matching : null),
      filter: () => ({ ...filter }),
      /** The moments of a step, as numbers. */
      of: (place) => by_step[place],
    };
  };

  return { make, passes, NONE };
})();
