/** The letters of a map: none is smaller than can be read. What has no room at that size is left out until the reader zooms in. */
const letters = (() => {
  // In pixels of the screen.
  const LEAST = 9;
  // How much of a counter's width its letters may fill, and how much of a line's height is air.
  const WITHIN = 1.02;
  const AIR = 0.14;
  // What names keep free beside them, in pixels of the screen.
  const APART = 2;
  // Letters that share a counter may grow so much toward one another.
  const TOGETHER = 1.15;

  const around = ({ x, y, width, height }) => ({ left: x, right: x + width, top: y, bottom: y + height });
  const union = (boxes) => ({
    left: Math.min(...boxes.map(({ left }) => left)), right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  });
  const holds = (outer, [x, y]) => outer.left <= x && x <= outer.right && outer.top <= y && y <= outer.bottom;
  const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const size_of = ({ left, right, top, bottom }) => (right - left) * (bottom - top);

  /** The box of a line of letters, which may be turned. */
  const box_of = (text) => {
    const { x, y, width, height } = text.getBBox();
    const turn = text.transform.baseVal.consolidate()?.matrix;
    const air = height * AIR;
    const points = [[x, y + air], [x + width, y + air], [x, y + height - air], [x + width, y + height - air]];
    const at = turn ? points.map(([px, py]) => [turn.a * px + turn.c * py + turn.e, turn.b * px + turn.d * py + turn.f]) : points;
    return union(at.map(([px, py]) => ({ left: px, right: px, top: py, bottom: py })));
  };

  /** What a line of letters is like before it is changed. */
  const measured = (text) => {
    const style = getComputedStyle(text);
    const box = box_of(text);
    const shapes = text.parentElement.matches("g g") ? [...text.parentElement.children].filter((one) => one.localName !== "text" && one.getBBox) : [];
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    // The smallest shape of its group on which it stands: a counter.
    const counter = shapes.map((shape) => around(shape.getBBox())).filter((one) => holds(one, middle)).sort((a, b) => size_of(a) - size_of(b))[0] ?? null;
    return { name: text.getAttribute("class"), box, counter, size: parseFloat(style.fontSize), turned: text.hasAttribute("transform"), anchor: style.textAnchor, bold: Number(style.fontWeight) >= 600, layer: text.closest("g[data-detail]") };
  };

  /** The labels of a drawing that are to be seen, each of one line or more. `known` keeps what each line is like. */
  const read = (holder, known) => {
    const labels = [];
    // What is new is measured before anything is changed.
    const lines = [...holder.querySelectorAll("text")].filter((text) => text.closest("g[data-detail]")?.style.display !== "none");
    for (const text of lines) if (!known.has(text)) known.set(text, measured(text));
    for (const text of lines) {
      const label = known.get(text);
      const { box, size, turned } = label;
      const above = labels.at(-1);
      // The next line of the same name.
      if (above && !turned && !above.turned && above.lines.at(-1) === text.previousElementSibling && above.name === label.name
        && Math.abs((above.box.left + above.box.right - box.left - box.right) / 2) < size / 4 && box.top > above.box.top && box.top - above.box.bottom < size / 2) {
        above.lines.push(text);
        above.box = union([above.box, box]);
        continue;
      }
      labels.push({ ...label, lines: [text] });
    }
    return labels;
  };

  const is_same = (one, other) => one !== null && other !== null && one.left === other.left && one.right === other.right && one.top === other.top && one.bottom === other.bottom;
  /** Whether letters on a counter, or on none, have to keep off what stands on a counter `of`. */
  const is_in_the_way = (of, other, counter, grown) => !is_same(of, counter) || (!is_same(other, counter) && grown > TOGETHER);

  /** Makes the letters of a drawing legible at a scale: pixels of the screen for one of the drawing; `changed` says that others stand on it now. */
  const make = (holder) => {
    // Numbers on counters first, then names from the greatest to the least.
    const first = ({ counter, size, bold }) => (counter ? 1000 : 0) + size + (bold ? 2 : 0);
    const known = new WeakMap();
    const formed = new WeakMap();
    let last = null;
    return (scale, changed = false) => {
      // It is often moved and seldom zoomed.
      if (scale === last && !changed) return;
      last = scale;
      const taken = [];
      for (const { lines, box, counter, size, turned, anchor } of read(holder, known).sort((one, other) => first(other) - first(one))) {
        const grown = Math.max(LEAST / (size * scale), 1);
        // It grows from where it is anchored.
        const x = turned || anchor === "middle" ? (box.left + box.right) / 2 : anchor === "end" ? box.right : box.left;
        const y = (box.top + box.bottom) / 2;
        const part = (from, to) => to + (from - to) * grown;
        const apart = counter || grown === 1 ? 0 : APART / scale;
        const own = { left: part(box.left, x) - apart, right: part(box.right, x) + apart, top: part(box.top, y), bottom: part(box.bottom, y) };
        const most = counter ? ((counter.right - counter.left) * WITHIN) / (box.right - box.left) : Infinity;
        const fits = grown === 1 || (grown <= most && !taken.some(([of, other]) => is_in_the_way(of, other, counter, grown) && meets(own, other)));
        for (const line of lines) {
          const form = !fits ? "none" : grown > 1 ? `${turned ? "" : `${x * (1 - grown)} ${y * (1 - grown)} `}${grown}` : "";
          // What is written again is laid out again, even if it is the same.
          if (formed.get(line) === form) continue;
          formed.set(line, form);
          line.style.display = fits ? "" : "none";
          // The line that leads to a name leads nowhere without it.
          if (line.previousElementSibling?.matches(".pointer")) line.previousElementSibling.style.display = line.style.display;
          if (turned) line.style.fontSize = fits && grown > 1 ? `${size * grown}px` : "";
          else if (fits && grown > 1) line.setAttribute("transform", `translate(${x * (1 - grown)} ${y * (1 - grown)})scale(${grown})`);
          else line.removeAttribute("transform");
        }
        if (!fits) continue;
        taken.push([counter, own]);
        if (counter) taken.push([counter, counter]);
      }
    };
  };

  return { make };
})();
