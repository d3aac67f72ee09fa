/** Elements of the page. Text is always text: nothing that a player wrote becomes markup. */
const make = (name, fields = {}, ...inside) => {
  const element = document.createElement(name);
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === false) continue;
    if (field.startsWith("on")) element.addEventListener(field.slice(2), value);
    else if (field in element && !field.includes("-")) element[field] = value;
    else element.setAttribute(field, value === true ? "" : value);
  }
  element.append(...inside.flat().filter((one) => one !== undefined && one !== null && one !== false));
  return element;
};
const by = (id) => document.getElementById(id);
/** Reports come from the program as markup that it has made harmless. */
const markup = (text) => {
  const holder = document.createElement("div");
  holder.innerHTML = text.replaceAll("`", "");
  return holder;
};
const button = (words, act, fields = {}) => make("button", { type: "button", onclick: act, ...fields }, words);

/** Says something at the foot of the page, and to those who do not see it. */
const say = (() => {
  let later = 0;
  return (words) => {
    by("b-status").textContent = words;
    clearTimeout(later);
    later = setTimeout(() => { by("b-status").textContent = ""; }, 6000);
  };
})();

/** A problem in a sentence: what is wrong, the rule, what to do. */
const problemWords = ({ message, rule, advice }) =>
  `${message}${rule ? ` [${rule}]` : ""}${advice ? `; ${advice.replaceAll("`", "")}` : ""}`;

/** A list of which the first few are shown, and the others on demand. */
const few = (items, most = 8) => {
  const list = make("ul", {}, items.slice(0, most).map((item) => make("li", {}, item)));
  if (items.length <= most) return list;
  const more = button(`Show all ${items.length}`, () => {
    list.append(...items.slice(most).map((item) => make("li", {}, item)));
    more.remove();
  });
  return make("div", {}, list, more);
};
