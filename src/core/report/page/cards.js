/** The cards of the combats of a step, one at a time, beside where each was fought. */
const cards = (() => {
  const { html, element } = chart;

  /** `room` holds the map; `map` may be null. The result has `show(battles)`. */
  const make = ({ room, stage, map, wanted }) => {
    const picture = html("div", { className: "r-card-picture" });
    const count = html("span", { className: "r-card-count" });
    const button = (label, words, act) => {
      const made = html("button", { type: "button" }, words);
      made.setAttribute("aria-label", label);
      made.onclick = act;
      return made;
    };
    let battles = [];
    let at = 0;
    const turn = (by) => {
      at = (at + by + battles.length) % battles.length;
      draw();
    };
    const back = button("Previous combat of this step", "‹", () => turn(-1));
    const next = button("Next combat of this step", "›", () => turn(1));
    const close = button("Close the card", "×", () => { figure.hidden = lead.hidden = true; });
    const figure = html("figure", { className: "r-card", hidden: true }, html("div", { className: "r-card-bar" }, back, count, next, close), picture);
    figure.setAttribute("role", "group");
    const line = element("path", { class: "r-card-lead" });
    const lead = element("svg", { class: "r-card-line", "aria-hidden": "true" }, line);
    lead.hidden = true;
    stage.after(lead, figure);

    /** Puts the card where it hides least: beside its place, on the side with more room. */
    const put = () => {
      const point = battles[at]?.at;
      const floating = !figure.hidden && getComputedStyle(figure).position === "absolute";
      lead.toggleAttribute("hidden", !floating || !map || !point);
      if (!floating) return;
      const [w, h] = [stage.clientWidth, stage.clientHeight];
      const [cw, ch] = [figure.offsetWidth, figure.offsetHeight];
      const [px, py] = map && point ? map.place(point) : [w / 2, h / 2];
      const left = px > w / 2 ? Math.max(px - cw - 70, 8) : Math.min(px + 70, w - cw - 8);
      const top = Math.min(Math.max(py - ch / 2, 8), h - ch - 8);
      figure.style.left = `${Math.max(left, 8)}px`;
      figure.style.top = `${Math.max(top, 8)}px`;
      lead.setAttribute("viewBox", `0 0 ${w} ${h}`);
      const edge = px > left + cw / 2 ? left + cw : left;
      line.setAttribute("d", `M${edge.toFixed(0)} ${(top + ch / 2).toFixed(0)}L${px.toFixed(0)} ${py.toFixed(0)}`);
    };
    const draw = () => {
      const one = battles[at];
      figure.hidden = !one || !wanted();
      if (!figure.hidden) {
        picture.innerHTML = one.card;
        const drawn = picture.querySelector("svg");
        for (const name of ["width", "height"]) drawn?.removeAttribute(name);
        figure.setAttribute("aria-label", `${one.title}. ${one.words}`);
        count.textContent = battles.length > 1 ? `Combat ${at + 1} of ${battles.length}` : "Combat";
        back.hidden = next.hidden = battles.length < 2;
      }
      put();
    };
    map?.moving(put);
    new ResizeObserver(put).observe(stage);
    return {
      show: (given) => {
        [battles, at] = [given ?? [], 0];
        draw();
      },
      redraw: draw,
    };
  };

  return { make };
})();
