/** Two steps side by side: a second map with a slider of its own; what stands on one and not on the other is outlined. */
const compare = (() => {
  const { html } = chart;

  /** `first` is the map of the page. The result has `toggle()`, `at(place)` of the first map, and `open()`. */
  const make = ({ room, first, map, steps, titled, changed }) => {
    let other = null;
    let at = 0;
    let second = 0;
    const stage = html("div", { className: "r-stage r-second" });
    stage.tabIndex = 0;
    stage.setAttribute("role", "group");
    stage.setAttribute("aria-label", "Map of the step that is compared");
    const slider = html("input", { type: "range", min: "0", max: String(steps.length - 1), step: "1" });
    slider.setAttribute("aria-label", "Step that is compared");
    const when = html("p", { className: "r-second-when" });
    const found = html("p", { className: "r-second-found" });
    found.setAttribute("role", "status");
    const side = html("div", { className: "r-other", hidden: true }, stage, html("div", { className: "r-second-bar" }, when, slider, found));
    room.append(side);

    const differ = () => {
      const [here, there] = [first.standing(), other.standing()];
      let count = 0;
      for (const [mine, yours] of [[here, there], [there, here]]) {
        for (const [key, node] of mine) {
          // What is held is seen by its colors.
          if (node.localName !== "g") continue;
          const alone = !yours.has(key);
          node.classList.toggle("r-differs", alone);
          if (alone) count += 1;
        }
      }
      found.textContent = count === 0 ? "Nothing differs." : `${count} ${count === 1 ? "thing differs" : "things differ"}: outlined on both maps.`;
    };
    const show = (place) => {
      second = Math.min(Math.max(place, 0), steps.length - 1);
      slider.value = String(second);
      slider.setAttribute("aria-valuetext", titled(steps[second]));
      when.textContent = titled(steps[second]);
      other.step(second);
      differ();
    };
    slider.addEventListener("input", () => show(Number(slider.value)));
    slider.addEventListener("keydown", (event) => event.stopPropagation());
    const open = () => {
      side.hidden = false;
      room.classList.add("r-comparing");
      if (!other) {
        other = board.make({ stage, map, steps, tell: () => {}, moved: () => {} });
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
      show(Math.max(at - 1, 0));
      requestAnimationFrame(() => other.show(first.view()));
      changed(true);
    };
    const shut = () => {
      side.hidden = true;
      room.classList.remove("r-comparing");
      for (const node of first.standing().values()) node.classList.remove("r-differs");
      changed(false);
    };
    return {
      toggle: () => (side.hidden ? open() : shut()),
      at: (place) => {
        at = place;
        if (!side.hidden) differ();
      },
    };
  };

  return { make };
})();
