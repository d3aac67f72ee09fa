/** The map key: a panel over the map, each sign beside what it means. */
const map_key = (() => {
  const { html, element } = chart;
  // The room about a sign, for its outline, in pixels of the drawing.
  const RIM = 2;

  /** The entries of a key as it is drawn, each its words and the shapes of its sign: an entry ends with its words. */
  const entries = (drawn) => {
    const found = [];
    let sign = [];
    for (const shape of drawn.querySelector("g")?.children ?? []) {
      if (shape.localName === "text" && shape.classList.contains("legend")) {
        found.push({ sign, words: shape.textContent });
        sign = [];
      } else if (!shape.classList.contains("paper")) {
        sign.push(shape);
      }
    }
    // A bar of the map's scale, whose words keep clear of it, says nothing apart from the map.
    return found.filter(({ sign, words }) => sign.length > 0 && words === words.trim());
  };

  /** The box of shapes that are drawn. */
  const around = (shapes) => {
    const boxes = shapes.map((shape) => shape.getBBox());
    const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
    const [right, bottom] = [Math.max(...boxes.map(({ x, width }) => x + width)), Math.max(...boxes.map(({ y, height }) => y + height))];
    return { x: left - RIM, y: top - RIM, width: right - left + 2 * RIM, height: bottom - top + 2 * RIM };
  };

  /** Fills `body` with the key that is drawn as `key` when `opener` first opens `panel`. The result has `toggle()`. */
  const make = ({ key, panel, body, opener, closer }) => {
    let filled = false;
    const fill = () => {
      filled = true;
      body.innerHTML = key;
      const drawn = body.querySelector("svg");
      if (!drawn) return;
      const scale = Number(drawn.getAttribute("width")) / drawn.viewBox.baseVal.width || 1;
      // What is measured must be drawn.
      const list = entries(drawn).map(({ sign, words }) => ({ sign, words, box: around(sign) }));
      if (list.length === 0) return;
      const sized = (length) => (length * scale).toFixed(0);
      body.replaceChildren(html("ul", {}, ...list.map(({ sign, words, box: { x, y, width, height } }) => html("li", {},
        element("svg", { viewBox: [x, y, width, height].map((n) => n.toFixed(1)).join(" "), width: sized(width), height: sized(height), "aria-hidden": "true" }, ...sign),
        html("span", {}, words)))));
    };
    const show = (wanted) => {
      panel.hidden = !wanted;
      opener.setAttribute("aria-expanded", String(wanted));
      if (wanted && !filled) fill();
    };
    const shut = () => {
      show(false);
      opener.focus({ preventScroll: true });
    };
    const toggle = () => {
      if (!panel.hidden) return shut();
      show(true);
      panel.focus({ preventScroll: true });
      panel.scrollIntoView({ block: "nearest" });
    };
    opener.hidden = false;
    opener.onclick = toggle;
    closer.onclick = shut;
    panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      shut();
    });
    return { toggle };
  };

  return { make };
})();
