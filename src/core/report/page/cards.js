/** The cards of the combats of a step, one at a time, beside where each was fought. */
const cards = (() => {
  const { html, element } = chart;

  /** `map` may be null; `wanted()` says whether cards are shown. The result has `show(battles)`, and `redraw()`. */
  const make = ({ stage, map, wanted }) => {
    const picture = html("div", { className: "r-card-picture" });
    picture.setAttribute("aria-hidden", "true");
    const words = html("figcaption", { className: "r-hidden" });
    const count = html("span", { className: "r-card-count" });
    const button = (label, sign, act) => {
      const made = html("button", { type: "button" }, sign);
      made.setAttribute("aria-label", label);
      made.onclick = act;
      return made;
    };
    let battles = [];
    let at = 0;
    let folded = false;
    let held = null;
    const turn = (by) => {
      at = (at + by + battles.length) % battles.length;
      draw();
    };
    const shut = () => {
      figure.hidden = true;
      put();
      // Who closes it by a key goes on from the map.
      stage.focus({ preventScroll: true });
    };
    const back = button("Previous combat of this step", "‹", () => turn(-1));
    const next = button("Next combat of this step", "›", () => turn(1));
    const fold = button("The card in full", "", () => {
      folded = !folded;
      draw();
    });
    const close = button("Close the card", "×", shut);
    const figure = html("figure", { className: "r-card", hidden: true }, html("div", { className: "r-card-bar" }, back, count, next, fold, close), picture, words);
    figure.setAttribute("role", "group");
    figure.addEventListener("keydown", (event) => {
      if (event.key === "Escape") shut();
    });
    const line = element("path", { class: "r-card-lead" });
    const lead = element("svg", { class: "r-card-line", "aria-hidden": "true" }, line);
    stage.after(lead, figure);

    const put = () => {
      const point = battles[at]?.at;
      const floating = !figure.hidden && getComputedStyle(figure).position === "absolute";
      const spot = map && point ? map.place(point) : null;
      const [w, h] = [stage.clientWidth, stage.clientHeight];
      // A place that is out of sight is not pointed at.
      const seen = spot && spot[0] >= 0 && spot[1] >= 0 && spot[0] <= w && spot[1] <= h;
      lead.toggleAttribute("hidden", !floating || !seen);
      // A long card on a low map scrolls.
      figure.style.maxHeight = floating ? `${h - 16}px` : "";
      if (!floating) return;
      const [wide, high] = [figure.offsetWidth, figure.offsetHeight];
      // What has no place lies in a corner.
      const near = spot ? [Math.min(Math.max(spot[0], 0), w), Math.min(Math.max(spot[1], 0), h)] : [0, h];
      const [left, top, way] = overlay.beside({ stage, point: near, wide, high, held });
      held = way;
      figure.style.left = `${left}px`;
      figure.style.top = `${top}px`;
      if (!seen) return;
      const from = [Math.min(Math.max(spot[0], left), left + wide), Math.min(Math.max(spot[1], top), top + high)];
      lead.style.width = `${w}px`;
      lead.style.height = `${h}px`;
      lead.setAttribute("viewBox", `0 0 ${w} ${h}`);
      line.setAttribute("d", `M${from.map((n) => n.toFixed(0)).join(" ")}L${spot.map((n) => n.toFixed(0)).join(" ")}`);
    };
    const draw = () => {
      const one = battles[at];
      figure.hidden = !one || !wanted();
      if (!figure.hidden) {
        picture.innerHTML = one.card;
        const drawn = picture.querySelector("svg");
        for (const name of ["width", "height"]) drawn?.removeAttribute(name);
        picture.hidden = folded;
        fold.textContent = folded ? "+" : "–";
        fold.setAttribute("aria-expanded", String(!folded));
        figure.setAttribute("aria-label", one.title);
        words.textContent = one.words;
        const which = battles.length > 1 ? `${at + 1} of ${battles.length}` : "";
        count.textContent = [folded || which ? one.title : "Combat", which].filter(Boolean).join(" · ");
        back.hidden = next.hidden = battles.length < 2;
      }
      put();
    };
    map?.moving(put);
    new ResizeObserver(put).observe(stage);
    return {
      show: (given) => {
        [battles, at, held] = [given ?? [], 0, null];
        draw();
      },
      redraw: draw,
    };
  };

  return { make };
})();
