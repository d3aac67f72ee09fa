/** The hands: a panel with the cards of both sides, as everybody saw them or as a side saw its own. */
const hands_panel = (() => {
  const { html } = chart;
  const { $, many } = page_tools;

  /** `names` are those of the cards, by side and id, and of the piles by id. The result has `fill(proven)`, with what the proof has found, and `at(place)`. */
  const make = ({ steps, sides, names, piles }) => {
    let found = null;
    let at = 0;
    let whose = "";
    const named = (side, card) => (Object.hasOwn(names, side) && Object.hasOwn(names[side], card) ? names[side][card] : card);
    const capital = (word) => (word[0] ?? "").toUpperCase() + word.slice(1).replaceAll("_", " ");
    const pileName = (pile) => capital(Object.hasOwn(piles, pile) ? piles[pile] : pile);
    /** The cards of a pile in words: those that are seen, and how many are not. */
    const told = (side, cards) => {
      const seen = cards.filter((card) => card !== null).map((card) => named(side, card));
      const others = cards.length - seen.length;
      return [...seen, ...(others > 0 ? [many(others, "hidden card")] : [])].join(", ");
    };
    const row = (name, count, words) => html("div", {}, html("dt", {}, name, " ", html("small", {}, String(count))), html("dd", {}, words));
    const draw = () => {
      if (!found) return;
      const step = steps[at].n;
      const [hands, table] = [found.hands(step), found.table(step)];
      const parts = [...sides.values()].map(({ id, name, number }) => {
        const wanted = whose === "both" || whose === id;
        const own = (wanted ? hands[id] : null) ?? table[id];
        const head = html("h3", {}, html("span", { className: `r-side r-side-${number}` }, name));
        if (!own) return html("section", {}, head, html("p", {}, "What this side has is not known at this step."));
        const note = wanted && !hands[id] ? [html("p", {}, found.owed.length > 0 ? "This hand is not proven: it was not disclosed." : "This hand is not proven.")] : [];
        const piles = Object.entries(own.piles).filter(([, cards]) => cards.length > 0).map(([pile, cards]) => row(pileName(pile), cards.length, told(id, cards)));
        const laid = Object.entries(own.laid);
        const down = laid.length > 0 ? [row("Face down on the table", laid.length, laid.map(([place, card]) => (card === null ? place : `${place}: ${named(id, card)}`)).join(", "))] : [];
        return html("section", {}, head, ...note, html("dl", {}, ...piles, ...down));
      });
      $("hands-body").replaceChildren(...parts);
    };
    const choose = (wanted) => {
      whose = wanted;
      for (const button of $("hands-whose").children) button.setAttribute("aria-pressed", String(button.dataset.whose === whose));
      draw();
    };
    const fill = (proven) => {
      if (!proven?.hands) return;
      found = proven;
      const choice = (wanted, words) => {
        const button = html("button", { type: "button", onclick: () => choose(wanted) }, words);
        button.dataset.whose = wanted;
        return button;
      };
      const each = [...sides.values()].map(({ id, name }) => choice(id, name));
      $("hands-whose").replaceChildren(choice("", "Public"), ...each, choice("both", "Both"));
      for (const part of document.querySelectorAll("#r-hands, .r-tabs [data-panel=hands]")) part.hidden = false;
      choose("");
    };
    return {
      fill,
      at: (place) => {
        at = place;
        draw();
      },
    };
  };

  return { make };
})();
