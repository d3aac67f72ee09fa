/** Two steps side by side: a second map with a slider of its own; what stands on one and not on the other is outlined. */
const compare = (() => {
  const { html } = chart;
  const LONG = 110;

  /**
   * `first` is the map of the page, `tell` what hears what lies under the pointer, `opener` the button that has the
   * focus when it is closed. The result has `toggle()`, `open(place)` beside
   * a step by its place, `shut()`, `with()`, the place of that step if it is open, and `at(place)` of the first map.
   */
  const make = ({ room, first, map, steps, titled, tell, opener, changed }) => {
    let other = null;
    let at = 0;
    let second = 0;
    let outlined = [];
    const stage = html("div", { className: "r-stage r-second" });
    stage.tabIndex = 0;
    stage.setAttribute("role", "group");
    stage.setAttribute("aria-label", "Map of the step that is compared");
    const slider = html("input", { type: "range", min: "0", max: String(steps.length - 1), step: "1" });
    slider.setAttribute("aria-label", "Step that is compared");
    const when = html("p", { className: "r-second-when" });
    const found = html("p", { className: "r-second-found" });
    found.setAttribute("role", "status");
    const close = html("button", { type: "button" }, "Close");
    close.setAttribute("aria-label", "Close the comparison");
    // It scrolls, so the keyboard must reach it.
    const listed = html("div", { tabIndex: 0 });
    listed.setAttribute("role", "group");
    listed.setAttribute("aria-label", "Pieces that differ");
    const more = html("details", { hidden: true }, html("summary", {}, "Which pieces"), listed);
    const head = html("div", { className: "r-second-head" }, when, close);
    const side = html("div", { className: "r-other", hidden: true }, stage, html("div", { className: "r-second-bar" }, head, slider, found, more));
    side.setAttribute("role", "group");
    side.setAttribute("aria-label", "The step that is compared");
    room.append(side);

    /** Takes every outline away, also of what a map has put aside and may show again. */
    const clear = () => {
      for (const node of outlined) node.classList.remove("r-differs");
      outlined = [];
    };
    /** What is said of a piece: its title, as far as it names it. */
    const named = (node) => {
      const title = node.querySelector("title")?.textContent.trim() ?? "";
      return title.length > LONG ? `${title.slice(0, LONG - 2)} …` : title;
    };
    const differ = () => {
      clear();
      const [here, there] = [first.standing(), other.standing()];
      const [mine, yours] = [[here, there], [there, here]].map(([own, others]) => {
        const alone = [];
        for (const [key, node] of own) {
          // What is held is seen by its colors.
          if (node.localName !== "g" || others.has(key)) continue;
          node.classList.add("r-differs");
          outlined.push(node);
          // What is drawn only from afar stands for pieces that are drawn from nearby, and are counted there.
          const levels = node.parentNode.dataset.detail?.split(" ") ?? ["near"];
          if (levels.includes("near")) alone.push(named(node));
        }
        return alone;
      });
      const count = mine.length + yours.length;
      found.textContent = count === 0 ? "No pieces differ." : `${count} ${count === 1 ? "piece differs" : "pieces differ"}, outlined on the map.`;
      const part = (place, pieces) => pieces.length === 0 ? [] : [
        html("h3", {}, `Only at step ${steps[place].n}: ${pieces.length}`),
        html("ul", {}, ...pieces.filter(Boolean).map((words) => html("li", {}, words))),
      ];
      listed.replaceChildren(...part(at, mine), ...part(second, yours));
      more.hidden = count === 0;
    };
    const show = (place) => {
      second = Math.min(Math.max(place, 0), steps.length - 1);
      slider.value = String(second);
      slider.setAttribute("aria-valuetext", titled(steps[second]));
      when.textContent = titled(steps[second]);
      other.step(second);
      differ();
      changed(true);
    };
    slider.addEventListener("input", () => show(Number(slider.value)));
    for (const own of [slider, listed]) own.addEventListener("keydown", (event) => event.stopPropagation());
    const open = (wanted) => {
      side.hidden = false;
      room.classList.add("r-comparing");
      if (!other) {
        const has_tracks = map.layers.includes("tracks");
        other = board.make({ stage, map, steps, tell, moved: () => {}, trimmed: has_tracks, lettering: letters.make, aside: has_tracks ? html("div", {}) : null });
        let leading = null;
        // Each follows the other, and is not followed back.
        const tie = (leader, follower) => leader.moving(() => {
          if (leading && leading !== leader) return;
          leading = leader;
          follower.show(leader.view());
          leading = null;
        });
        tie(first, other);
        tie(other, first);
      }
      show(wanted ?? Math.max(at - 1, 0));
      requestAnimationFrame(() => {
        other.show(first.view());
        // Where the maps lie below each other, both are to be seen.
        room.scrollIntoView({ block: "nearest" });
      });
      changed(true);
    };
    const shut = () => {
      side.hidden = true;
      room.classList.remove("r-comparing");
      clear();
      changed(false);
    };
    close.onclick = () => {
      shut();
      opener.focus();
    };
    return {
      toggle: () => (side.hidden ? open() : shut()),
      open,
      shut: () => side.hidden || shut(),
      with: () => (side.hidden ? null : second),
      at: (place) => {
        at = place;
        if (!side.hidden) differ();
      },
    };
  };

  return { make };
})();
