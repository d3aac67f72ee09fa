"use strict";
(() => {
  const told = document.createElement("p");
  told.setAttribute("role", "status");
  told.className = "told";
  document.body.append(told);

  /** Copies a text; where the page may not, as in a mail program, it is shown and selected instead. */
  const copy = async (button) => {
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      told.textContent = "The command is copied.";
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    } catch {
      let field = button.parentElement.querySelector("input");
      if (!field) {
        field = document.createElement("input");
        field.readOnly = true;
        field.setAttribute("aria-label", "The command, to copy");
        button.after(field);
      }
      field.value = text;
      field.select();
      told.textContent = "This browser does not let the page copy. The command is selected: copy it yourself.";
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.copy");
    if (button) copy(button);
  });
  // What a pointer over the map tells stands below it too, for those who tap; and arrow keys go from place to place.
  for (const map of document.querySelectorAll("figure.map")) {
    const caption = map.querySelector("figcaption");
    const sheet = map.querySelector(".sheet");
    const title = caption.textContent;
    const words = (place) => place?.querySelector("title")?.textContent;
    const places = [...map.querySelectorAll(".targets > *")].filter(words);
    let at = null;
    const go = (place) => {
      at?.classList.remove("at");
      at = place ?? null;
      at?.classList.add("at");
      caption.textContent = words(at) ?? title;
    };
    map.addEventListener("click", (event) => go(event.target.closest(".targets > *")));
    if (places.length === 0) continue;
    caption.setAttribute("role", "status");
    sheet.tabIndex = 0;
    sheet.setAttribute("aria-label", `${title}: the arrow keys go from place to place, and the line below says what is there`);
    const middle = (place) => {
      const { x, y, width, height } = place.getBBox();
      return [x + width / 2, y + height / 2];
    };
    const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    sheet.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") return go(null);
      const way = WAYS[event.key];
      if (!way) return;
      event.preventDefault();
      const [x, y] = middle(at ?? map.querySelector(".sheet > svg"));
      // The nearest place that lies that way, rather straight ahead than aside.
      const far = (place) => {
        const [to_x, to_y] = middle(place);
        const ahead = (to_x - x) * way[0] + (to_y - y) * way[1];
        const aside = Math.abs((to_x - x) * way[1]) + Math.abs((to_y - y) * way[0]);
        return ahead > 0.5 ? ahead + 2 * aside : Infinity;
      };
      let [next, least] = [null, Infinity];
      for (const place of places) {
        const distance = place === at ? Infinity : far(place);
        if (distance < least) [next, least] = [place, distance];
      }
      if (next) go(next);
    });
  }
  // What is folded must be told on paper too.
  addEventListener("beforeprint", () => {
    for (const audit of document.querySelectorAll("details.audit")) audit.open = true;
  });
})();
