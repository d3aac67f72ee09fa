/** The map with what can be pointed at. */
const chart = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const KINDS = ["place", "piece", "card"];
  // In pixels of the drawing: from what width on a map is too large to be seen at once, and how much of it is shown then.
  const LARGE = 3000;
  const ROUND = 1100;
  // How long the names are of those who go.
  const MOST_LETTERS = 26;
  let stage = null;
  let drawn = null;
  let view = null;
  let arrows = null;
  let shapes = new Map();
  const style = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

  const idOf = (element) => KINDS.map((kind) => element.getAttribute?.(`data-${kind}`)).find((id) => id !== null && id !== undefined);

  /** What lies at a point of the screen, uppermost first. */
  const idsAt = (x, y) => [...new Set(document.elementsFromPoint(x, y).map(idOf).filter((id) => id !== undefined))];

  /** Shows a picture; `point(ids, at)` is called with what is clicked, uppermost first, and where, `tell(words, low)` with what is said of a place. */
  const show = (picture, { point, tell }) => {
    const before = drawn ? drawn.view() : null;
    const fresh = by("b-stage").cloneNode(false);
    by("b-stage").replaceWith(fresh);
    stage = fresh;
    style.replaceSync(picture.style);
    const map = { ground: picture.svg, layers: [], shapes: [], width: picture.width, height: picture.height, zoom: picture.zoom };
    let at = [0, 0];
    const said = (words, _, target) => {
      // What is said of a place stands where it does not cover it.
      const { top, height } = stage.getBoundingClientRect();
      tell(target ?? words.split(" · ")[0], at[1] < top + height / 2);
    };
    for (const kind of ["pointermove", "pointerdown"]) stage.addEventListener(kind, (event) => { at = [event.clientX, event.clientY]; });
    drawn = board.make({ stage, map, steps: [], tell: said, moved: () => {},
      trimmed: true, far: 0.48, lettering: letters.make, aside: by("b-aside") });
    by("b-tracks").hidden = by("b-aside").childElementCount === 0;
    if (by("b-tracks").hidden) by("b-aside").hidden = true;
    shapes = new Map();
    for (const polygon of stage.querySelectorAll(".targets polygon")) {
      const id = idOf(polygon);
      shapes.set(id, [...(shapes.get(id) ?? []), polygon]);
    }
    arrows = document.createElementNS(SVG, "svg");
    arrows.setAttribute("class", "b-arrows");
    arrows.setAttribute("aria-hidden", "true");
    drawn.add(arrows);
    let down = null;
    stage.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
    stage.addEventListener("click", (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 6) return;
      point(idsAt(event.clientX, event.clientY), drawn.at(event.clientX, event.clientY));
    });
    const same = view && view.w === picture.width && view.h === picture.height;
    view = { w: picture.width, h: picture.height };
    if (before && same) drawn.show(before);
    else drawn.whole(true);
    // A large map begins where something has happened, with its surroundings.
    if (!same && picture.focus && picture.width > LARGE) drawn.look(around(picture.focus), true);
  };

  const around = ([x, y, right, bottom]) => {
    const [w, h] = [Math.max(right - x, ROUND), Math.max(bottom - y, ROUND)];
    return [(x + right - w) / 2, (y + bottom - h) / 2, w, h];
  };

  /** Marks what is chosen, what may act, and where orders may end. */
  const mark = ({ chosen = [], can = [], ends = [] }) => {
    const sets = [["b-chosen", chosen], ["b-can", can], ["b-end", ends]].map(([name, ids]) => [name, new Set(ids.map(String))]);
    for (const [id, polygons] of shapes) {
      for (const polygon of polygons) {
        for (const [name, ids] of sets) polygon.classList.toggle(name, ids.has(id));
      }
    }
  };

  const middle = (id) => {
    if (Array.isArray(id)) return id;
    const polygon = shapes.get(String(id))?.[0];
    if (!polygon) return null;
    const { x, y, width, height } = polygon.getBBox();
    return [x + width / 2, y + height / 2];
  };

  /** The first of the names, as many as the map has room for, and how many more there are. */
  const shortened = (names) => {
    let [words] = names;
    let count = 1;
    while (count < names.length && words.length + names[count].length < MOST_LETTERS) {
      words += `, ${names[count]}`;
      count += 1;
    }
    return count < names.length ? `${words} +${names.length - count}` : words;
  };

  /** A piece as it will stand at the end of its way, and the names of those who go. */
  const ghost = (id, [x, y], names, n) => {
    const unit = drawn.view().w / 70;
    const outline = shapes.get(String(id))?.[0];
    if (outline && !outline.hasAttribute("data-place")) {
      const [fromX, fromY] = middle(id);
      const shape = arrows.appendChild(document.createElementNS(SVG, "polygon"));
      shape.setAttribute("class", "b-ghost");
      shape.setAttribute("points", outline.getAttribute("points"));
      shape.setAttribute("transform", `translate(${x - fromX + n * unit},${y - fromY + n * unit})`);
    }
    const words = arrows.appendChild(document.createElementNS(SVG, "text"));
    words.setAttribute("class", "b-ghost-name");
    for (const [name, value] of Object.entries({ x: x + unit, y: y + unit * (n * 1.3 - 0.6), "font-size": unit * 1.15 })) words.setAttribute(name, value);
    words.textContent = shortened(names);
  };

  /** Draws the orders of the draft: from where its pieces are along the places that it names. */
  const draw = (orders) => {
    if (!arrows) return;
    arrows.replaceChildren();
    const defs = arrows.appendChild(document.createElementNS(SVG, "defs"));
    defs.innerHTML = '<marker id="b-head-of-arrow" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse"><polygon points="0,0 10,5 0,10" fill="#b3003c"/></marker>';
    const ended = new Map();
    for (const { way, names } of orders) {
      const points = way.map(middle).filter(Boolean);
      if (points.length === 1) {
        const [cx, cy] = points[0];
        const ring = arrows.appendChild(document.createElementNS(SVG, "circle"));
        for (const [name, value] of Object.entries({ cx, cy, r: 14 })) ring.setAttribute(name, value);
      } else if (points.length > 1) {
        arrows.appendChild(document.createElementNS(SVG, "path")).setAttribute("d", `M${points.map((at) => at.join(" ")).join("L")}`);
        const end = String(way.at(-1));
        const n = ended.get(end) ?? 0;
        ended.set(end, n + 1);
        if (names.length > 0) ghost(way[0], points.at(-1), names, n);
      }
    }
  };

  /** Brings something into sight. */
  const look = (id) => {
    const at = middle(id);
    if (!at) return;
    const { x, y, w, h } = drawn.view();
    if (at[0] < x || at[1] < y || at[0] > x + w || at[1] > y + h) drawn.show({ x: at[0] - w / 2, y: at[1] - h / 2, w });
  };

  return {
    show, mark, draw, look, middle,
    has: (id) => shapes.has(String(id)),
    zoom: (factor) => drawn?.zoom(factor),
    whole: () => drawn?.whole(),
    fill: (box) => drawn?.fill(box),
  };
})();
