/** The charts of the whole match: what is counted over its steps, and the dice. */
const statistics = (() => {
  const { html } = chart;
  const { $ } = page_tools;

  /** `go` goes to a step by its place, `where` says which is shown. */
  const make = ({ view, steps, turns, sides, go, where }) => {
    const charts = [];
    const draw_all = () => charts.forEach((each) => each.draw());
    const plot = (series) => {
      const one = chart.lines({ ...series, steps, turns, go });
      charts.push(one);
      return one.node;
    };
    const luck = () => {
      const lines = view.sides.map(({ id, name }, side) => {
        let sum = 0;
        const values = steps.map(({ rolls }) => {
          for (const roll of rolls ?? []) if (roll.side === id && roll.sides === 6) sum += (roll.faces ?? []).reduce((a, face) => a + face - 3.5, 0);
          return sum;
        });
        return { name, side, values };
      });
      return { title: "Luck over time", about: "The total of each side’s six-sided dice, minus the expected 3.5 for each. In some rolls low is good, so this does not show whom the dice helped.", lines };
    };
    const whole = () => {
      const named = (series) => ({ ...series, lines: series.lines.map(({ side, values }) => ({ name: sides.get(side)?.name ?? side ?? "All", side: sides.get(side)?.number ?? 2, values })) });
      $("charts").append(...(view.series ?? []).map((series) => plot(named(series))));
      const dice = (view.dice ?? []).filter(({ total }) => total > 0).map((one) => ({ name: sides.get(one.side)?.name ?? one.side ?? "Neither side", side: sides.get(one.side)?.number ?? 2, dice: one }));
      const shown = dice.filter(({ dice: one }) => one.sides === 6 || one.p !== null);
      $("dice").append(...shown.map(chart.faces));
      if (shown.some(({ dice: one }) => one.sides === 6)) $("dice").append(plot(luck()));
      const others = dice.filter((one) => !shown.includes(one));
      if (others.length > 0) $("dice").append(chart.others(others));
      if (dice.length === 0) $("dice").append(html("p", {}, "No dice were rolled."));
      draw_all();
      charts.forEach((each) => each.at(where()));
      new ResizeObserver(draw_all).observe($("whole"));
    };
    return { whole, draw_all, at: (place) => charts.forEach((each) => each.at(place)) };
  };

  return { make };
})();
