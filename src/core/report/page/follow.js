/** Somebody's way over the whole match: a line on the map, with dates where he stayed, and his battles. */
const follow_way = (() => {
  const { html, element } = chart;
  const SVG = "http://www.w3.org/2000/svg";
  const MOST = 14;

  /** `tell(place)` goes to a step. The result has `of(one)` (null ends it), and `at(place)`. */
  const make = ({ map, stage, list, steps, turns, moments, places, go }) => {
    const sheet = document.createElementNS(SVG, "svg");
    sheet.setAttribute("class", "r-way");
    sheet.setAttribute("preserveAspectRatio", "xMidYMid meet");
    sheet.setAttribute("aria-hidden", "true");
    const dates = html("div", { className: "r-dates" });
    dates.setAttribute("aria-hidden", "true");
    if (map) {
      map.add(sheet);
      stage.append(dates);
    }
    let one = null;
    let now = 0;
    let labels = [];
    const turn_of = (place) => turns.findLast(({ step }) => step <= place);
    /** The stations of a way: from which step on he was where; null where he was off the map. */
    const stations = () => one.way.map(([step, place, x, y]) => ({ step: places.get(step) ?? 0, place, at: x === undefined ? null : [x, y] }));
    /** Where he is at a step; null if he is off the map. */
    const where = (place) => (one ? stations().findLast(({ step }) => step <= place)?.at ?? null : null);
    const line = (list_of) => {
      let d = "";
      let open = false;
      for (const { at } of list_of) {
        if (at) d += `${open ? "L" : "M"}${at[0]} ${at[1]}`;
        open = at !== null;
      }
      return d || "M0 0";
    };
    const put = () => {
      // Of dates that would lie on one another the one of the longer stay is seen.
      const taken = [];
      for (const { label, at } of labels) {
        const [x, y] = map.place(at);
        const wide = 8 + 6.2 * label.textContent.length;
        const free = !taken.some(([left, top, right]) => x < right && x + wide > left && Math.abs(y - top) < 18);
        label.hidden = !free;
        if (!free) continue;
        taken.push([x, y, x + wide]);
        label.style.transform = `translate(${x.toFixed(0)}px,${y.toFixed(0)}px)`;
      }
    };
    const draw = () => {
      sheet.replaceChildren();
      dates.replaceChildren();
      labels = [];
      if (!one || !map) return;
      const all = stations();
      const split = all.findLastIndex(({ step }) => step <= now);
      const past = all.slice(0, split + 1);
      const dots = (list_of) => list_of.filter(({ at }) => at).map(({ at }) => `M${at[0]} ${at[1]}h.01`).join("") || "M0 0";
      sheet.append(
        element("path", { class: "r-way-rim", d: line(all) }),
        element("path", { class: "r-way-later", d: line(all.slice(Math.max(split, 0))) }),
        element("path", { class: "r-way-line", d: line(past) }),
        element("path", { class: "r-way-dots", d: dots(all) }),
      );
      // Where he stayed longest is dated.
      const stays = all
        .map((station, n) => ({ ...station, long: (all[n + 1]?.step ?? steps.length) - station.step }))
        .filter(({ at }) => at)
        .sort((a, b) => b.long - a.long)
        .slice(0, MOST);
      for (const { step, at } of stays) {
        const label = html("span", {}, turn_of(step)?.name.split(", ").at(-1) ?? "");
        dates.append(label);
        labels.push({ label, at });
      }
      put();
    };
    map?.moving(put);
    const entry = (place, words) => {
      const link = html("a", { href: `#step=${steps[place].n}` }, words);
      return html("li", {}, link);
    };
    const told = () => {
      list.hidden = !one;
      if (!one) return list.replaceChildren();
      const fought = moments.filter(({ kind, people }) => kind === "combat" && people.includes(one.name));
      const ways = stations().map(({ step, place, at }) => entry(step, `${turn_of(step)?.name ?? ""}: ${at ? place : "leaves the map"}`));
      const battles = fought.map(({ step, text }) => entry(places.get(step) ?? 0, text));
      list.replaceChildren(
        html("h2", {}, one.name),
        ...(battles.length > 0 ? [html("h3", {}, "Combats"), html("ol", {}, ...battles)] : []),
        html("h3", {}, "Where"),
        html("ol", {}, ...ways),
      );
    };
    return {
      of: (wanted) => {
        one = wanted;
        told();
        draw();
      },
      at: (place) => {
        now = place;
        draw();
      },
      where,
    };
  };

  return { make };
})();
