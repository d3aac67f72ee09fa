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
  // What a pointer over the map tells stands below it too, for those who tap.
  for (const map of document.querySelectorAll("figure.map")) {
    const caption = map.querySelector("figcaption");
    const title = caption.textContent;
    map.addEventListener("click", (event) => {
      const said = event.target.closest(".targets > *")?.querySelector("title")?.textContent;
      caption.textContent = said ?? title;
    });
  }
  // What is folded must be told on paper too.
  addEventListener("beforeprint", () => {
    for (const audit of document.querySelectorAll("details.audit")) audit.open = true;
  });
})();
