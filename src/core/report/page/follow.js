/** Somebody's way over the whole match: a line on the map, with dates where he stayed, and his battles. */
const follow_way = (() => {
  const { html, element } = chart;
  const SVG = "http://www.w3.org/2000/svg";
  const MOST = 14;
  const HIGH = 18;
  const RING = 34;
  // Months by three letters, where each letter counts.
  const MONTHS = /\b(Jan|Febr|Apr|Aug|Oct)(?:uary|il|ust|ober)\b|\b(Sept|Nov|Dec)ember\b|\b(Mar)ch\b|\b(Jun|Jul)[ey]\b/g;
  const short = (words) => words.replace(MONTHS, (...found) => found.slice(1, 5).find(Boolean).slice(0, 3));

  /** `stop()` ends it. The result has `of(one)` (null ends it), `at(place)`, and `where(place)`. */
  const make = ({ map, stage, list, steps, turns, moments, places, stop }) => {
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
      // Of dates that would lie on one another the one of the longer stay is seen, and none under what is fixed on the map.
      const taken = labels.length > 0 ? overlay.taken(stage) : [];
      const most = stage.clientWidth;
      const here = where(now);
      for (const { label, at, wide } of labels) {
        const [x, y] = map.place(at);
        // The ring about where he is stays clear.
        const off = here && here[0] === at[0] && here[1] === at[1] ? RING * (map.place([at[0] + 1, at[1]])[0] - x) : 6;
        const spots = [[x + off, y - HIGH - off], [x - off - wide, y - HIGH - off], [x + off, y + off], [x - off - wide, y + off]].map(([left, top]) => [left, top, left + wide, top + HIGH]);
        const spot = spots.find((box) => box[0] >= 0 && box[2] <= most && !taken.some((other) => overlay.shared(box, other) > 0));
        label.hidden = !spot;
        if (!spot) continue;
        taken.push(spot);
        label.style.transform = `translate(${spot[0].toFixed(0)}px,${spot[1].toFixed(0)}px)`;
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
      // Where he stayed longest is dated, each place once.
      const stays = all
        .map((station, n) => ({ ...station, long: (all[n + 1]?.step ?? steps.length) - station.step }))
        .filter(({ at }) => at)
        .sort((a, b) => b.long - a.long)
        .filter(({ place }, n, sorted) => sorted.findIndex((other) => other.place === place) === n)
        .slice(0, MOST);
      for (const { step, at } of stays) {
        const words = short(turn_of(step)?.name.split(", ").at(-1) ?? "");
        const label = html("span", {}, words);
        dates.append(label);
        labels.push({ label, at, wide: 10 + 6.6 * words.length });
      }
      put();
    };
    map?.moving(put);
    const links = [];
    const entry = (place, words, to) => {
      const link = html("a", { href: `#step=${steps[place].n}` }, words);
      if (to !== undefined) links.push({ link, from: place, to });
      return html("li", {}, link);
    };
    /** Marks in the list where he is now. */
    const mark = () => {
      for (const { link, from, to } of links) {
        if (from <= now && now < to) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    };
    const told = () => {
      list.hidden = !one;
      links.length = 0;
      if (!one) return list.replaceChildren();
      const fought = moments.filter(({ kind, people }) => kind === "combat" && people.includes(one.name));
      const all = stations();
      const ways = all.map(({ step, place, at }, n) => entry(step, `${turn_of(step)?.name ?? ""}: ${at ? place : "leaves the map"}`, all[n + 1]?.step ?? steps.length));
      const battles = fought.map(({ step, text }) => entry(places.get(step) ?? 0, text));
      const end = html("button", { type: "button" }, "Stop");
      end.setAttribute("aria-label", `Stop following ${one.name}`);
      end.onclick = stop;
      list.replaceChildren(
        html("div", { className: "r-followed-head" }, html("h2", {}, one.name), end),
        ...(battles.length > 0 ? [html("h3", {}, "Combats"), html("ol", {}, ...battles)] : []),
        html("h3", {}, "Where"),
        html("ol", {}, ...ways),
      );
      mark();
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
        mark();
      },
      where,
    };
  };

  return { make };
})();
