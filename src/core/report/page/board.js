/** The map: what stands on it at a step, and how a reader moves about on it. */
const board = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  // A pixel of the drawing is shown no larger than this many of the screen's when the map follows what happens.
  const CLOSE = 1.6;
  const CLOSEST = 6;
  // On a small screen no smaller than this, though not all that happened is in sight then: it must be legible.
  const SMALL = 600;
  const LEGIBLE = 0.75;

  /** The pieces of the steps, on the layers of the drawing. */
  const pieces = (svg, map, steps, aside) => {
    const layers = map.layers.map((name) => {
      let layer = layer_of(name, [svg, aside]);
      if (!layer) {
        layer = (svg.lastElementChild ?? svg).appendChild(document.createElementNS(SVG, "g"));
        layer.setAttribute("class", name);
      }
      layer.replaceChildren();
      return { layer, counts: new Map(), order: [], nodes: new Map() };
    });
    const made = new Map();
    const node = (shape) => {
      const holder = document.createElementNS(SVG, "g");
      holder.innerHTML = map.shapes[shape];
      return holder.firstElementChild ?? document.createElementNS(SVG, "g");
    };
    // Where an index stands, or would stand, among those of a layer.
    const place = (order, shape) => {
      let low = 0;
      let high = order.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (order[middle] < shape) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    let at = -1;
    /** What stands on the board and stays from step to step, each by its layer and shape. */
    const standing = () => {
      const all = new Map();
      layers.forEach(({ nodes }, index) => {
        if (map.passing?.includes(map.layers[index])) return;
        for (const [shape, found] of nodes) all.set(`${index} ${shape}`, found);
      });
      return all;
    };
    const go = (n) => {
      const touched = layers.map(() => new Set());
      const change = (list, by) => {
        for (const [layer, shape] of list) {
          const { counts } = layers[layer];
          counts.set(shape, (counts.get(shape) ?? 0) + by);
          touched[layer].add(shape);
        }
      };
      while (at < n) {
        at += 1;
        change(steps[at].drop, -1);
        change(steps[at].put, 1);
      }
      while (at > n) {
        change(steps[at].put, -1);
        change(steps[at].drop, 1);
        at -= 1;
      }
      layers.forEach(({ layer, counts, order, nodes }, index) => {
        for (const shape of touched[index]) {
          const wanted = counts.get(shape) > 0;
          if (wanted === nodes.has(shape)) continue;
          const where = place(order, shape);
          if (wanted) {
            const key = `${index} ${shape}`;
            if (!made.has(key)) made.set(key, node(shape));
            const found = made.get(key);
            layer.insertBefore(found, where < order.length ? nodes.get(order[where]) : null);
            order.splice(where, 0, shape);
            nodes.set(shape, found);
          } else {
            nodes.get(shape).remove();
            nodes.delete(shape);
            order.splice(where, 1);
          }
        }
      });
    };
    return { go, standing };
  };

  /** A layer of a drawing, or of the place of its own into which it was laid. */
  const layer_of = (name, places) => places.map((place) => place?.querySelector(`g.${CSS.escape(name)}`)).find(Boolean);

  /**
   * Parts a drawing into sheets that lie over one another, so that what never changes is not painted anew with what does:
   * each run of groups that change, and of those that do not, is a picture of its own. Returns what holds them, and them.
   */
  const stack = (whole, changing) => {
    const holder = document.createElement("div");
    holder.className = "r-sheets";
    const sheets = [];
    let kind = null;
    const add = () => {
      const sheet = document.createElementNS(SVG, "svg");
      sheet.setAttribute("viewBox", whole.getAttribute("viewBox"));
      sheet.setAttribute("preserveAspectRatio", "xMidYMid meet");
      sheet.setAttribute("aria-hidden", "true");
      sheets.push(sheet);
      holder.append(sheet);
      return sheet;
    };
    for (const part of [...whole.children]) {
      const moves = part.localName === "g" && changing.includes(part.getAttribute("class"));
      // Titles and patterns come first, and belong to the first sheet.
      if (part.localName === "g" && moves !== kind) {
        if (kind !== null || sheets.length === 0) add();
        sheets.at(-1).dataset.changes = String(moves);
        kind = moves;
      } else if (sheets.length === 0) {
        add();
      }
      sheets.at(-1).append(part);
    }
    const [first] = sheets;
    first.setAttribute("role", "img");
    first.removeAttribute("aria-hidden");
    return { holder, sheets };
  };

  /**
   * Shows of the groups those that belong to how large the map is: `legible` is how large it must be shown to be read in all
   * its parts, and `far` below which part of it only the whole counts. Returns what is told the size of the screen for a pixel of the drawing.
   */
  const levels = (stage, holder, legible, far) => {
    const groups = [...holder.querySelectorAll("g[data-detail]")].map((group) => [group, group.dataset.detail.split(" ")]);
    let now = null;
    return (scale) => {
      const detail = scale < far * legible ? "far" : scale < 0.7 * legible ? "middle" : "near";
      if (detail === now || groups.length === 0) return;
      now = detail;
      stage.dataset.detail = detail;
      for (const [group, held] of groups) group.style.display = held.includes(detail) ? "" : "none";
    };
  };

  /** What is drawn in a drawing, without the paper; with some air about it. */
  const drawn = (sheets) => {
    const AIR = 12;
    const boxes = sheets.flatMap((sheet) => [...sheet.children]).filter((one) => one.localName === "g" && one.childElementCount > 0 && !one.matches(".paper-layer"))
      .map((one) => one.getBBox()).filter(({ width, height }) => width > 0 && height > 0);
    if (boxes.length === 0) return null;
    const [x, y] = [Math.min(...boxes.map((box) => box.x)) - AIR, Math.min(...boxes.map((box) => box.y)) - AIR];
    return { x, y, w: Math.max(...boxes.map((box) => box.x + box.width)) + AIR - x, h: Math.max(...boxes.map((box) => box.y + box.height)) + AIR - y };
  };

  /**
   * Lays the tracks beside a map into a place of their own: they are read by themselves, and leave the map its room. Returns
   * what fits that place to the tracks as they are now, as far as they are to be seen.
   */
  const part = (svg, aside, changing) => {
    const tracks = svg.querySelector("g.tracks");
    aside.replaceChildren();
    if (!tracks || (tracks.childElementCount === 0 && !changing.includes("tracks"))) return () => {};
    const sheet = document.createElementNS(SVG, "svg");
    sheet.setAttribute("role", "img");
    sheet.setAttribute("aria-label", "The tracks");
    const fit = () => {
      const { x, y, width, height } = tracks.getBBox();
      if (width > 0) sheet.setAttribute("viewBox", [x - 2, y - 2, width + 4, height + 4].map((n) => n.toFixed(1)).join(" "));
    };
    fit();
    sheet.append(tracks);
    aside.append(sheet);
    return fit;
  };

  /**
   * Puts the map into the stage. `tell(words, aloud, target)` is called with what lies under the pointer or in the middle, and what is told of a place or piece there;
   * `moved()` when the reader moves the map. Of a map that holds everything from the beginning, `trimmed` shows what is drawn
   * and no margins; `lettering(svg)` returns what makes its letters legible at a scale, and `aside` takes the tracks.
   */
  const make = ({ stage, map, steps, tell, moved, trimmed = false, far = 0.37, lettering = null, aside = null }) => {
    // Before the drawing is in it, what the stage measures costs nothing to know.
    const room = { w: stage.clientWidth, h: stage.clientHeight };
    stage.innerHTML = map.ground;
    const drawing = stage.querySelector("svg");
    if (!drawing) throw new Error("the map is no drawing");
    const { holder: svg, sheets } = stack(drawing, map.layers);
    stage.replaceChildren(svg);
    const fit_aside = aside ? part(svg, aside, map.layers) : () => {};
    const all = (trimmed && drawn(sheets)) || { x: 0, y: 0, w: map.width, h: map.height };
    const legible = lettering ? lettering(svg) : () => {};
    const { go, standing } = pieces(svg, map, steps, aside);
    const level = levels(stage, svg, (map.zoom ?? 100) / 100, far);
    const moves = [];
    const spot = document.createElementNS(SVG, "circle");
    spot.setAttribute("class", "r-spot");
    const still = matchMedia("(prefers-reduced-motion: reduce)");

    // In pixels of the drawing: what is to be seen, and what the drawing is laid out for.
    let view = all;
    let laid = null;
    let size = { w: 1, h: 1 };
    let later = 0;
    let moving = 0;

    const fit = ({ x, y, w, h }) => {
      const wide = Math.max(w, (h * size.w) / size.h);
      const high = (wide * size.h) / size.w;
      return { x: x + w / 2 - wide / 2, y: y + h / 2 - high / 2, w: wide, h: high };
    };
    const held = (box) => {
      const whole = fit(all);
      const w = Math.min(Math.max(box.w, size.w / CLOSEST), whole.w);
      const h = (w * size.h) / size.w;
      const within = (middle, length, from, whole_length) =>
        from + (length >= whole_length ? whole_length / 2 : Math.min(Math.max(middle - from, length / 2), whole_length - length / 2));
      const x = within(box.x + box.w / 2, w, all.x, all.w);
      const y = within(box.y + box.h / 2, h, all.y, all.h);
      return { x: x - w / 2, y: y - h / 2, w, h };
    };
    const lay = () => {
      clearTimeout(later);
      laid = view;
      level(size.w / view.w);
      legible(size.w / view.w);
      const box = [view.x, view.y, view.w, view.h].map((n) => n.toFixed(1)).join(" ");
      for (const sheet of sheets) sheet.setAttribute("viewBox", box);
      svg.style.transform = "";
      for (const told of moves) told();
    };
    // While it moves, the drawing is only shifted and scaled; it is laid out anew when it rests.
    const show = (box) => {
      view = held(box);
      if (!laid) return lay();
      const scale = laid.w / view.w;
      const unit = size.w / view.w;
      svg.style.transform = `translate(${(laid.x - view.x) * unit}px,${(laid.y - view.y) * unit}px) scale(${scale})`;
      for (const told of moves) told();
      clearTimeout(later);
      later = setTimeout(lay, 140);
    };
    const glide = (box, at_once) => {
      cancelAnimationFrame(moving);
      const [from, to] = [view, held(box)];
      if (at_once) {
        view = to;
        return lay();
      }
      if (still.matches) return show(to);
      let began = null;
      let before = null;
      const frame = (now) => {
        // Where a frame takes too long, a jump is better than a stutter.
        const slow = before !== null && now - before > 70;
        before = now;
        began ??= now;
        const part = slow ? 1 : Math.min((now - began) / 380, 1);
        const eased = part * part * (3 - 2 * part);
        const w = from.w * Math.pow(to.w / from.w, eased);
        const share = Math.abs(to.w - from.w) < 1 ? eased : (w - from.w) / (to.w - from.w);
        show({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, w, h: (w * size.h) / size.w });
        if (part < 1) moving = requestAnimationFrame(frame);
      };
      moving = requestAnimationFrame(frame);
    };
    /** Shows a box of the drawing with some room about it; nothing moves if it is seen well enough. */
    const look = ([x, y, w, h], at_once) => {
      const about = { x: x - w * 0.15 - 20, y: y - h * 0.15 - 20, w: w * 1.3 + 40, h: h * 1.3 + 40 };
      let to = fit(about);
      const least = size.w / CLOSE;
      if (to.w < least) to = { x: to.x + (to.w - least) / 2, y: to.y + (to.h - (least * size.h) / size.w) / 2, w: least, h: (least * size.h) / size.w };
      const most = size.w < SMALL ? size.w / LEGIBLE : Infinity;
      if (to.w > most) to = { x: to.x + (to.w - most) / 2, y: to.y + (to.h - (most * size.h) / size.w) / 2, w: most, h: (most * size.h) / size.w };
      const inside = x >= view.x && y >= view.y && x + w <= view.x + view.w && y + h <= view.y + view.h;
      if (inside && view.w <= to.w * 1.8) return;
      glide(to, at_once);
    };
    const zoom = (factor, px = size.w / 2, py = size.h / 2) => {
      cancelAnimationFrame(moving);
      const w = Math.min(Math.max(view.w / factor, size.w / CLOSEST), fit(all).w);
      const [x, y] = [view.x + (px / size.w) * view.w, view.y + (py / size.h) * view.h];
      const h = (w * size.h) / size.w;
      show({ x: x - (px / size.w) * w, y: y - (py / size.h) * h, w, h });
    };
    const shift = (dx, dy) => {
      cancelAnimationFrame(moving);
      show({ ...view, x: view.x + (dx * view.w) / size.w, y: view.y + (dy * view.h) / size.h });
    };

    /** What lies at a point of the screen, uppermost first; and what is told of the uppermost place or piece. */
    const told = (x, y) => {
      // From afar what is drawn stands apart from its place.
      const far = stage.dataset.detail === "far";
      const found = [];
      const places = [];
      for (const element of document.elementsFromPoint(x, y)) {
        if (!svg.contains(element)) continue;
        for (let of = element; of && of !== svg; of = of.parentElement) {
          const title = [...of.children].find((child) => child.localName === "title")?.textContent.trim();
          const list = element.closest(".targets") ? places : found;
          if (title && !list.includes(title)) list.push(title);
          if (title) break;
        }
        // It tells everything that is there.
        if (found.length === 3 || (!far && places.length > 0)) break;
      }
      return [[...found.slice(0, far && places.length > 0 ? 1 : 3), ...places.slice(0, 1)].join(" · "), places[0] ?? null];
    };
    const tell_at = (x, y, aloud) => {
      const [words, target] = told(x, y);
      tell(words, aloud, target);
    };
    const tell_middle = () => {
      const box = stage.getBoundingClientRect();
      tell_at(box.x + box.width / 2, box.y + box.height / 2, true);
    };

    const fingers = new Map();
    let dragged = 0;
    stage.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      stage.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (fingers.size === 1) dragged = 0;
      stage.classList.add("r-held");
    });
    let asked = 0;
    stage.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      const now = [event.clientX, event.clientY];
      if (!before) {
        if (event.pointerType !== "mouse") return;
        cancelAnimationFrame(asked);
        asked = requestAnimationFrame(() => tell_at(...now, false));
        return;
      }
      const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      fingers.set(event.pointerId, now);
      dragged += Math.hypot(now[0] - before[0], now[1] - before[1]);
      if (dragged < 6 && others.length === 0) return;
      moved();
      const shared = others.length === 0 ? 1 : 2;
      shift((before[0] - now[0]) / shared, (before[1] - now[1]) / shared);
      if (others.length > 0) {
        const [ox, oy] = others[0];
        const box = stage.getBoundingClientRect();
        const spread = (at) => Math.max(Math.hypot(at[0] - ox, at[1] - oy), 1);
        zoom(spread(now) / spread(before), (now[0] + ox) / 2 - box.x, (now[1] + oy) / 2 - box.y);
      }
    });
    const lift = (event) => {
      if (!fingers.delete(event.pointerId)) return;
      if (fingers.size > 0) return;
      stage.classList.remove("r-held");
      if (event.type === "pointerup" && dragged < 6) tell_at(event.clientX, event.clientY, true);
    };
    stage.addEventListener("pointerup", lift);
    stage.addEventListener("pointercancel", lift);
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      moved();
      const box = stage.getBoundingClientRect();
      const lines = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
      zoom(Math.exp(-lines * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - box.x, event.clientY - box.y);
    }, { passive: false });
    stage.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const far = 0.15;
      const by = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      moved();
      stage.classList.add("r-by-key");
      shift(by[0] * size.w, by[1] * size.h);
      lay();
      tell_middle();
    });
    stage.addEventListener("blur", () => stage.classList.remove("r-by-key"));

    const measure = (w, h) => {
      if (w < 2 || h < 2 || (w === size.w && h === size.h)) return;
      const first = size.w === 1;
      // Who sees the whole map goes on seeing it.
      const whole = !first && view.w >= fit(all).w - 1;
      size = { w, h };
      const high = (view.w * h) / w;
      view = whole ? fit(all) : held(first ? fit(view) : { x: view.x, y: view.y + (view.h - high) / 2, w: view.w, h: high });
      lay();
    };
    measure(room.w, room.h);
    new ResizeObserver(() => measure(stage.clientWidth, stage.clientHeight)).observe(stage);

    return {
      step: (n) => {
        go(n);
        legible(size.w / view.w, true);
        fit_aside();
      },
      look,
      zoom: (factor) => {
        zoom(factor);
        lay();
      },
      whole: (at_once) => glide(fit(all), at_once),
      /** Shows a part of the drawing whole, with as little else as the stage allows. */
      fill: ([x, y, right, bottom]) => glide(fit({ x, y, w: right - x, h: bottom - y })),
      /** Rings a place; nothing, and no place is ringed. */
      ring: (at) => {
        spot.remove();
        if (!at) return;
        spot.setAttribute("cx", at[0]);
        spot.setAttribute("cy", at[1]);
        spot.setAttribute("r", 34);
        svg.lastElementChild.append(spot);
      },
      /** Where a point of the drawing lies in the stage, in pixels of the screen. */
      place: ([x, y]) => [((x - view.x) * size.w) / view.w, ((y - view.y) * size.w) / view.w],
      /** The point of the drawing at a point of the screen. */
      at: (x, y) => {
        const box = stage.getBoundingClientRect();
        return [view.x + ((x - box.x) * view.w) / size.w, view.y + ((y - box.y) * view.w) / size.w];
      },
      /** Calls back whenever the map is moved or zoomed. */
      moving: (told) => moves.push(told),
      /** What is to be seen, in pixels of the drawing. */
      view: () => ({ ...view }),
      /** Shows a box as it is, without more room: what another map shows. */
      show: ({ x, y, w }) => {
        cancelAnimationFrame(moving);
        view = held({ x, y, w, h: (w * size.h) / size.w });
        lay();
      },
      standing,
      /** Fits the place of the tracks to them, when it is opened. */
      fit_aside,
      /** Lays another picture over the map that moves with it. */
      add: (sheet) => {
        sheet.setAttribute("viewBox", sheets[0].getAttribute("viewBox"));
        sheets.push(sheet);
        svg.append(sheet);
      },
    };
  };

  return { make };
})();
