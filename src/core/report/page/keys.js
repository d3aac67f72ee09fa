/** Keys, for whoever is not writing. */
const page_keys = (() => {
  /** `acts` says what each key does, `rule` what a rule does that is chosen by its key. */
  const make = ({ acts, rule }) => {
    document.addEventListener("keydown", (event) => {
      const { target, key } = event;
      if (target.matches?.(".rule[role=button]") && (key === "Enter" || key === " ")) {
        event.preventDefault();
        return rule(target.dataset.rule);
      }
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (target.closest?.("input:not([type=range]), textarea, select, [contenteditable]")) {
        if (key === "Escape") target.blur();
        return;
      }
      const pressing = target.closest?.("button, a, summary");
      if (!Object.hasOwn(acts, key)) return;
      // A button is pressed with the space bar, and a text scrolls by its own keys.
      if (key === " " && pressing) return;
      if (["PageUp", "PageDown", "Home", "End"].includes(key) && target.closest?.(".r-report, .r-scroll")) return;
      event.preventDefault();
      acts[key]();
    });
  };

  return { make };
})();
