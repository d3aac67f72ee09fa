/** The letters of a map: none is smaller than can be read. What has no room at that size is left out until the reader zooms in. */
const letters = (() => {
  // In pixels of the screen.
  const LEAST = 9;
  // How much of a counter's width its letters may fill, and how much of a line's height is air.
  const WITHIN = 1.02;
  const AIR = 0.14;
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

  /** The labels of a drawing, each of one line or more; read once, before any of them is changed. */
  const read = (holder) => {
    const labels = [];
    const boxes = new Map();
    const outline = (shape) => {
      if (!boxes.has(shape)) boxes.set(shape, around(shape.getBBox()));
      return boxes.get(shape);
    };
    for (const text of holder.querySelectorAll("text")) {
      const style = getComputedStyle(text);
      const size = parseFloat(style.fontSize);
      const box = box_of(text);
      const turned = text.hasAttribute("transform");
      const above = labels.at(-1);
      // The next line of the same name.
      if (above && !turned && !above.turned && above.lines.at(-1) === text.previousElementSibling && above.name === text.getAttribute("class")
        && Math.abs((above.box.left + above.box.right - box.left - box.right) / 2) < size / 4 && box.top > above.box.top && box.top - above.box.bottom < size / 2) {
        above.lines.push(text);
        above.box = union([above.box, box]);
        continue;
      }
      const shapes = text.parentElement.matches("g g") ? [...text.parentElement.children].filter((one) => one.localName !== "text" && one.getBBox) : [];
      const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      // The smallest shape of its group on which it stands: a counter.
      const counter = shapes.map(outline).filter((one) => holds(one, middle)).sort((a, b) => size_of(a) - size_of(b))[0] ?? null;
      labels.push({ lines: [text], name: text.getAttribute("class"), box, counter, size, turned, anchor: style.textAnchor, bold: Number(style.fontWeight) >= 600, layer: text.closest("g[data-detail]") });
    }
    return labels;
  };

  /** Whether letters on a counter, or on none, have to keep off what stands on a counter `of`. */
  const is_in_the_way = (of, other, counter, grown) => of === null || of !== counter || (other !== counter && grown > TOGETHER);

  /** Makes the letters of a drawing legible at a scale: pixels of the screen for one of the drawing. */
  const make = (holder) => {
    // Numbers on counters first, then names from the greatest to the least.
    const first = ({ counter, size, bold }) => (counter ? 1000 : 0) + size + (bold ? 2 : 0);
    const sorted = read(holder).sort((one, other) => first(other) - first(one));
    return (scale) => {
      const taken = [];
      for (const { lines, box, counter, size, turned, anchor, layer } of sorted) {
        if (layer && layer.style.display === "none") continue;
        const grown = Math.max(LEAST / (size * scale), 1);
        // It grows from where it is anchored.
        const x = turned || anchor === "middle" ? (box.left + box.right) / 2 : anchor === "end" ? box.right : box.left;
        const y = (box.top + box.bottom) / 2;
        const part = (from, to) => to + (from - to) * grown;
        const own = { left: part(box.left, x), right: part(box.right, x), top: part(box.top, y), bottom: part(box.bottom, y) };
        const most = counter ? ((counter.right - counter.left) * WITHIN) / (box.right - box.left) : Infinity;
        const fits = grown === 1 || (grown <= most && !taken.some(([of, other]) => is_in_the_way(of, other, counter, grown) && meets(own, other)));
        for (const line of lines) {
          line.style.display = fits ? "" : "none";
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
