/** The curve of the match over the slider: who leads at each step, the turns as bands, the greatest battles as peaks. */
const timeline = (() => {
  const { element } = chart;
  // How wide a letter is at most, in pixels, on a desk and on a telephone.
  const LETTER = 6.8;
  const SMALL_LETTER = 5.4;

  /** The battles that are named, the greatest first: one of a name in a few steps, since a combat may take several. */
  const battles = (moments, places) => {
    const all = moments
      .filter(({ kind, peak }) => kind === "combat" && peak)
      .map(({ step, peak, weight, text }) => ({ at: places.get(step), name: peak, weight: weight ?? 0, text }))
      .filter(({ at, weight }) => at !== undefined && weight > 0)
      .sort((a, b) => b.weight - a.weight || a.at - b.at);
    const kept = [];
    for (const one of all) if (!kept.some(({ name, at }) => name === one.name && Math.abs(at - one.at) <= 3)) kept.push(one);
    return kept;
  };

  /**
   * `svg` is drawn into; `series` is what decides (two lines), or null. The result has `draw(marked)` with the places that a
   * filter finds, `at(place)`, and `told(place)`: what is said of a place on it.
   */
  const make = ({ svg, series, steps, turns, moments, places, sides }) => {
    const count = steps.length;
    const peaks = battles(moments, places);
    const lines = series ? series.lines.map(({ values }) => values) : [];
    const all = lines.flat();
    const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
    let size = null;
    let now = 0;
    let marks = null;
    const cursor = element("path", { class: "r-curve-now" });
    const x = (place) => (count < 2 ? 0 : (place / (count - 1)) * size.w);
    const y = (value) => size.top + (1 - (value - least) / (most - least)) * (size.h - size.top - size.bottom);
    const turn_of = (place) => turns.findLast(({ step }) => step <= place);
    const nearest = (place) => peaks.find(({ at }) => Math.abs(at - place) * (size.w / count) < 6);
    const told = (place) => {
      const values = series ? series.lines.map(({ side, values }) => `${sides.get(side)?.name ?? side} ${values[place]}`).join(", ") : "";
      const battle = nearest(place);
      return [turn_of(place)?.name, `step ${steps[place].n}`, values, battle?.name].filter(Boolean).join(" · ");
    };
    const mark = () => size && cursor.setAttribute("d", `M${x(now).toFixed(1)} 0V${size.h}`);

    /** What lies between the lines, in the color of who leads. */
    const between = () => {
      const [one, other] = lines;
      const shapes = [];
      for (let from = 0; from < count - 1;) {
        const ahead = Math.sign(one[from] - other[from] || one[from + 1] - other[from + 1]);
        let to = from + 1;
        while (to < count - 1 && Math.sign(one[to] - other[to]) === ahead) to += 1;
        const up = [];
        const down = [];
        for (let place = from; place <= to; place++) {
          up.push(`${x(place).toFixed(1)} ${y(one[place]).toFixed(1)}`);
          down.unshift(`${x(place).toFixed(1)} ${y(other[place]).toFixed(1)}`);
        }
        if (ahead !== 0) shapes.push(element("path", { class: `r-curve-lead r-curve-lead-${ahead > 0 ? 0 : 1}`, d: `M${[...up, ...down].join("L")}Z` }));
        from = to;
      }
      return shapes;
    };

    const draw = (marked) => {
      marks = marked ?? null;
      const box = svg.getBoundingClientRect();
      if (box.width < 40) return;
      const small = box.height < 60;
      const letter = small ? SMALL_LETTER : LETTER;
      size = { w: box.width, h: box.height, top: small ? 13 : 18, bottom: small ? 10 : 16 };
      svg.classList.toggle("r-curve-small", small);
      svg.setAttribute("viewBox", `0 0 ${size.w} ${size.h}`);
      const parts = [];
      let free = 0;
      const bands = turns.map(({ step, short, name }, n) => ({ short, name, from: x(step), to: n + 1 < turns.length ? x(turns[n + 1].step) : size.w }));
      const fits = ({ from, to }, words) => words && words.length * letter + 6 <= to - from;
      // Names and numbers do not mix: names if most of them have room.
      const named_turns = bands.filter((band) => fits(band, band.name)).length * 2 > bands.length;
      bands.forEach((band, n) => {
        const { from, to } = band;
        if (n % 2 === 1) parts.push(element("rect", { class: "r-curve-band", x: from.toFixed(1), y: 0, width: Math.max(to - from, 0).toFixed(1), height: size.h }));
        const words = named_turns ? band.name : band.short;
        if (!fits(band, words) || from < free) return;
        parts.push(element("text", { class: "r-curve-turn", x: (from + 3).toFixed(1), y: (size.h - (small ? 2 : 4)).toFixed(1) }, words));
        free = from + words.length * letter;
      });
      if (lines.length === 2) {
        parts.push(...between());
        lines.forEach((values, side) => {
          const d = values.map((value, place) => `${x(place).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
          if (d) parts.push(element("path", { class: `r-line r-line-${side}`, d: `M${d}` }));
        });
      }
      const taken = [];
      const named = [];
      for (const { at, name, weight } of peaks) {
        const middle = x(at);
        const tall = Math.min(4 + weight * 2, size.h / 3);
        parts.push(element("path", { class: "r-curve-peak", d: `M${middle.toFixed(1)} ${size.top}v${tall.toFixed(1)}` }));
        const half = (name.length * letter) / 2 + 4;
        const at_x = Math.min(Math.max(middle, half), size.w - half);
        // A name that would stand beside itself is said once, at the greater battle.
        const room = (of) => (of === name ? half * 2 : 0);
        if (taken.some(([from, to, of]) => at_x + half + room(of) > from && at_x - half - room(of) < to)) continue;
        taken.push([at_x - half, at_x + half, name]);
        named.push(element("text", { class: "r-curve-name", x: at_x.toFixed(1), y: small ? 9 : 12 }, name));
      }
      if (marks) parts.push(element("path", { class: "r-curve-found", d: marks.map((place) => `M${x(place).toFixed(1)} ${size.h - 6}v6`).join("") || "M0 0" }));
      // The line of the step strikes through no name.
      svg.replaceChildren(...parts, cursor, ...named);
      mark();
    };
    new ResizeObserver(() => draw(marks)).observe(svg);
    return { draw, told, at: (place) => { now = place; mark(); } };
  };

  return { make };
})();
