/** Charts: lines over the steps, and bars of the faces of dice. */
const chart = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const element = (name, attributes = {}, ...inside) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };
  const html = (name, given = {}, ...inside) => {
    const made = Object.assign(document.createElement(name), given);
    made.append(...inside);
    return made;
  };
  const number = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1)).replace("-", "\u2212");

  /** Round values from the least to the greatest, about as many as wanted. */
  const ticks = (least, greatest, wanted) => {
    const span = greatest - least || 1;
    const rough = span / wanted;
    const power = 10 ** Math.floor(Math.log10(rough));
    const by = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
    const out = [];
    for (let value = Math.ceil(least / by) * by; value <= greatest + by / 1e6; value += by) out.push(Math.round(value / by) * by);
    return out;
  };

  const legend = (lines) => html("ul", { className: "r-legend" }, ...lines.map(({ name, side }) => {
    const sample = element("svg", { viewBox: "0 0 28 8", "aria-hidden": "true" }, element("path", { class: `r-line r-line-${side}`, d: "M1 4H27" }));
    return html("li", {}, sample, ` ${name}`);
  }));

  /**
   * Lines over the steps of a match. `lines`: name, side (0 or 1) and a value for each step; `turns`: step and name of
   * each; `go(step)` is called when a reader clicks. The result has the node, `draw()` to fit it to its width, and
   * `at(step)` to mark a step.
   */
  const lines = ({ title, about, lines: given, steps, turns, go }) => {
    const length = steps.length;
    const node = html("figure", { className: "r-chart" });
    const plot = element("svg", { class: "r-plot", role: "img" });
    const readout = html("p", { className: "r-readout" });
    const all = given.flatMap(({ values }) => values);
    const least = all.reduce((a, b) => Math.min(a, b), 0);
    const greatest = all.reduce((a, b) => Math.max(a, b), 1);
    plot.setAttribute("aria-label", `${title}. ` + given.map(({ name, values }) =>
      `${name}: ${number(values[0] ?? 0)} at first, ${number(values[length - 1] ?? 0)} at last`).join("; "));
    const table = html("details", { className: "r-values" }, html("summary", {}, "The values as a table"));
    table.addEventListener("toggle", () => {
      if (!table.open || table.children.length > 1) return;
      const head = html("tr", {}, html("th", { scope: "col" }, "At the end of"), ...given.map(({ name }) => html("th", { scope: "col" }, name)));
      const rows = turns.map(({ name }, index) => {
        const last = (turns[index + 1]?.step ?? length) - 1;
        return html("tr", {}, html("th", { scope: "row" }, name), ...given.map(({ values }) => html("td", {}, number(values[last] ?? 0))));
      });
      table.append(html("table", {}, html("caption", {}, title), html("thead", {}, head), html("tbody", {}, ...rows)));
    });
    node.append(html("figcaption", {}, html("h3", {}, title), html("p", {}, about ?? "")), legend(given), plot, readout, table);

    let now = 0;
    let space = null;
    const x = (step) => space.left + (length < 2 ? 0 : (step / (length - 1)) * (space.width - space.left - space.right));
    const y = (value) => space.top + ((greatest - value) / (greatest - least)) * (space.height - space.top - space.bottom);
    const say = (step) => {
      readout.textContent = `Step ${steps[step].n}: ` + given.map(({ name, values }) => `${name} ${number(values[step] ?? 0)}`).join(", ");
    };
    const cursor = element("path", { class: "r-cursor" });
    const mark = () => {
      say(now);
      if (space) cursor.setAttribute("d", `M${x(now).toFixed(1)} ${space.top}V${space.height - space.bottom}`);
    };
    const draw = () => {
      const width = node.clientWidth;
      if (width < 40 || space?.width === width) return;
      space = { width, height: 190, left: 38, right: 8, top: 8, bottom: 22 };
      plot.setAttribute("viewBox", `0 0 ${width} ${space.height}`);
      plot.replaceChildren();
      let free = 0;
      for (const { step, short } of turns) {
        const at = x(step);
        plot.append(element("path", { class: "r-grid", d: `M${at.toFixed(1)} ${space.top}V${space.height - space.bottom}` }));
        if (at < free) continue;
        plot.append(element("text", { x: at.toFixed(1), y: space.height - 6 }, short));
        free = at + 12 + 7 * short.length;
      }
      for (const value of ticks(least, greatest, 4)) {
        const at = y(value).toFixed(1);
        plot.append(element("path", { class: value === 0 ? "r-axis" : "r-grid", d: `M${space.left} ${at}H${width - space.right}` }));
        plot.append(element("text", { x: space.left - 6, y: Number(at) + 4, class: "r-scale" }, number(value)));
      }
      for (const { side, values } of given) {
        const d = values.map((value, step) => `${x(step).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
        if (d) plot.append(element("path", { class: `r-line r-line-${side}`, d: `M${d}` }));
      }
      plot.append(cursor);
      mark();
    };
    const under = (event) => {
      const box = plot.getBoundingClientRect();
      const share = (((event.clientX - box.x) / box.width) * space.width - space.left) / (space.width - space.left - space.right);
      return Math.round(Math.min(Math.max(share, 0), 1) * (length - 1));
    };
    plot.addEventListener("pointermove", (event) => space && say(under(event)));
    plot.addEventListener("pointerleave", () => say(now));
    plot.addEventListener("click", (event) => space && go(under(event)));
    return { node, draw, at: (step) => { now = step; mark(); } };
  };

  /** What a p-value says of dice, in plain words. */
  const fair = (p) => {
    if (p === null || p === undefined) return "Too few rolls to say whether the dice fell evenly.";
    const of = Math.round(p * 100);
    const share = of < 1 ? "fewer than 1" : String(of);
    const plain = `A fair die gives a result at least this uneven in ${share} of 100 matches`;
    if (p < 0.01) return `${plain}: rare. The verification says whether each roll follows from the secrets that both sides committed to.`;
    if (p < 0.05) return `${plain}: uneven, but one match in twenty is.`;
    return `${plain}: nothing unusual.`;
  };

  /** How often each face fell, against what is expected. */
  const faces = ({ name, side, dice }) => {
    const { counts, total, mean, expected, chi2, p, sides } = dice;
    const due = total / sides;
    const most = Math.max(...counts, due, 1);
    const [width, height, bottom, top] = [320, 170, 22, 18];
    const wide = (width - 8) / counts.length;
    const y = (value) => top + (1 - value / most) * (height - top - bottom);
    const plot = element("svg", { class: "r-plot r-faces", role: "img", viewBox: `0 0 ${width} ${height}` });
    plot.setAttribute("aria-label", `${name}: ` + counts.map((count, face) => `${face + 1} came up ${count} times`).join(", ") + `; ${number(due)} expected of each`);
    const bar = (face) => 4 + face * wide + wide * 0.16;
    counts.forEach((count, face) => {
      plot.append(element("rect", { class: `r-bar r-bar-${side}`, x: bar(face), y: y(count), width: wide * 0.68, height: height - bottom - y(count) }));
    });
    plot.append(element("path", { class: "r-due", d: `M4 ${y(due)}H${width - 4}` }));
    counts.forEach((count, face) => {
      const left = bar(face);
      plot.append(
        element("text", { x: left + wide * 0.34, y: y(count) - 4 }, String(count)),
        element("text", { x: left + wide * 0.34, y: height - 6 }, String(face + 1)),
      );
    });
    const figures = [`${total} dice of ${sides} sides.`, `Mean ${mean.toFixed(2)}, expected ${expected.toFixed(2)}.`,
      chi2 === null ? "" : `Chi-squared ${chi2.toFixed(2)} with ${sides - 1} ${sides === 2 ? "degree" : "degrees"} of freedom${p === null ? "" : `, p = ${p.toFixed(p < 0.01 ? 4 : 2)}`}.`];
    return html("figure", { className: "r-chart" },
      html("figcaption", {}, html("h3", {}, sides === 6 ? `${name}, dice of 6 sides` : `${name}, dice of ${sides} sides`), html("p", {}, `How often each face came up; the dashed line is the expected number, ${number(due)}.`)),
      plot, html("p", { className: "r-readout" }, figures.filter(Boolean).join(" ")), html("p", {}, fair(p)));
  };

  /** Dice of which there are too few for a picture. */
  const others = (all) => {
    const rows = all.map(({ name, dice: { sides, total, mean, expected } }) => html("tr", {}, html("th", { scope: "row" }, name),
      ...[String(sides), String(total), mean.toFixed(2), expected.toFixed(2)].map((text) => html("td", {}, text))));
    const head = html("tr", {}, ...["Side", "Sides of the die", "Rolls", "Mean", "Expected"].map((text) => html("th", { scope: "col" }, text)));
    return html("figure", { className: "r-chart" }, html("figcaption", {}, html("h3", {}, "Other dice"), html("p", {}, "Too few of a kind to say whether they fell evenly.")),
      html("details", { className: "r-values" }, html("summary", {}, "The values as a table"), html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows))));
  };

  return { lines, faces, others, html, element };
})();
