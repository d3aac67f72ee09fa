/** What every part of the page uses: its elements by name, words, what is read aloud, the badge of the proof, copies. */
const page_tools = (() => {
  const $ = (id) => document.getElementById(`r-${id}`);
  const plainly = (text) => {
    $("plain").textContent = text;
    $("plain").hidden = false;
  };
  // Whatever the proof finds: a page that stops while it shows the match is damaged.
  let dead = false;
  const badge = (state, text, more = "") => {
    if (dead && state !== "bad") return;
    $("badge").dataset.state = state;
    $("badge-text").textContent = text;
    $("badge-more").textContent = more;
  };
  addEventListener("error", () => {
    dead = true;
    badge("bad", "The page is damaged.", "It failed while showing the match.");
  });
  /** What a report is made of; nothing else is let in, though the data be altered. */
  const ALLOWED = new Set("section h3 p strong span a ul li table thead tbody tr th td details summary pre figure figcaption bdi blockquote div button svg rect".split(" "));
  const report = (text) => {
    const template = document.createElement("template");
    template.innerHTML = text;
    for (const one of template.content.querySelectorAll("*")) if (!ALLOWED.has(one.localName)) one.remove();
    return template.content;
  };
  const aloud = (text) => { $("live").textContent = text; };
  const many = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

  /** Copies a text; where the page may not, it is shown and selected. */
  const copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      $("copy-text").value = text;
      $("copy").showModal();
      $("copy-text").select();
      return;
    }
    aloud("Copied.");
    if (button.dataset.said) return;
    button.dataset.said = "1";
    const before = [...button.childNodes];
    button.replaceChildren("Copied");
    setTimeout(() => {
      button.replaceChildren(...before);
      delete button.dataset.said;
    }, 1800);
  };

  return { $, many, aloud, copy, badge, plainly, report };
})();
