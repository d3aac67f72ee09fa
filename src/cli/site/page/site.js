"use strict";
/** The search: over what pages are about, and the words of all reports. Without it every page can be read. */
(() => {
  const place = document.getElementById("search");
  if (!place) return;
  const { up, index } = place.dataset;
  const MOST = 40; // results that are shown
  const QUOTED = 8; // matches whose reports are looked into for an excerpt

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const fold = (text) => text.toLowerCase();
  const wordsOf = (text) => fold(text).split(/[^\p{L}\p{N}\p{Nl}\p{No}]+/u).filter((word) => word.length > 0);

  /** Loads a script of the site once; what it calls is set before. */
  const loaded = new Map();
  const load = (path) => {
    if (!loaded.has(path)) {
      loaded.set(path, new Promise((resolve, reject) => {
        const script = make("script", { src: up + path });
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${path} cannot be read`));
        document.head.append(script);
      }));
    }
    return loaded.get(path);
  };
  /** What lies packed in a file of the site: gzip in base 64, JSON inside. */
  const unpack = async (text) => {
    if (typeof DecompressionStream !== "function") throw new Error("this browser is too old for it; use one from 2023 or later");
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
  };
  const given = new Map(); // what the loaded files hold, by what they are called
  globalThis.adjutantIndex = (packed) => { given.set("index", packed); };
  globalThis.adjutantWords = (part, packed) => { given.set(`words ${part}`, packed); };
  globalThis.adjutantText = (match, packed) => { given.set(`text ${match}`, packed); };
  const unpacked = new Map();
  /** What a file of the site holds. */
  const read = async (path, name) => {
    await load(path);
    if (!unpacked.has(name)) unpacked.set(name, unpack(given.get(name)));
    return unpacked.get(name);
  };

  /** The part of the index in which a word stands. */
  const partOf = (word) => (/^[a-z]/.test(word) ? word[0] : /^[0-9]/.test(word) ? "0" : "other");

  /** The reports that have a word that begins so. */
  const reportsWith = async (all, begins) => {
    const found = new Set();
    const part = partOf(begins);
    if (!all.words[part]) return found;
    for (const [word, steps] of Object.entries(await read(all.words[part], `words ${part}`))) {
      if (!word.startsWith(begins)) continue;
      let at = 0;
      for (const step of steps) found.add(at += step);
    }
    return found;
  };

  /** What is found: entries first, then matches by their reports. */
  const find = async (all, words) => {
    const has = (text) => {
      const known = wordsOf(text);
      return words.every((word) => known.some((one) => one.startsWith(word)));
    };
    const entries = all.entries.filter(([, title, , text]) => has(`${title} ${text}`)).map(([kind, title, to, text]) => ({ kind, title, to, text }));
    const sets = await Promise.all(words.filter((word) => word.length > 1).map((word) => reportsWith(all, word)));
    sets.sort((one, other) => one.size - other.size);
    const reports = sets.length === 0 ? [] : [...sets[0]].filter((n) => sets.every((set) => set.has(n))).sort((a, b) => a - b);
    return [...entries, ...reports.map((n) => ({ kind: "Report", title: all.reports[n][1], to: all.reports[n][2], match: all.reports[n][0] }))];
  };

  /** A part of a text about the words, these marked. */
  const excerpt = (text, words) => {
    const low = fold(text);
    const first = Math.max(0, Math.min(...words.map((word) => low.indexOf(word)).filter((at) => at >= 0), text.length) - 60);
    const part = text.slice(first, first + 220);
    const lowPart = low.slice(first, first + 220);
    const line = make("p");
    if (first > 0) line.append("… ");
    let at = 0;
    while (at < part.length && lowPart.length === part.length) {
      const next = words.map((word) => [lowPart.indexOf(word, at), word.length]).filter(([from]) => from >= 0).sort(([a], [b]) => a - b)[0];
      if (!next) break;
      line.append(part.slice(at, next[0]), make("mark", { textContent: part.slice(next[0], next[0] + next[1]) }));
      at = next[0] + next[1];
    }
    line.append(part.slice(at), first + 220 < text.length ? " …" : "");
    return line;
  };

  /** Where in a match's reports the words stand: the step that has most of them. */
  const quote = async (item, result, words) => {
    const steps = await read(`text/${result.match}.js`, `text ${result.match}`);
    const count = ([, text]) => {
      const low = fold(text);
      return words.filter((word) => low.includes(word)).length;
    };
    const best = steps.reduce((best, step) => (best === null || count(step) > count(best) ? step : best), null);
    if (best === null || count(best) === 0) return;
    item.querySelector("a").href = `${up}${result.to}#step-${best[0]}`;
    const line = excerpt(best[1], words);
    line.prepend(`Step ${best[0]}: `);
    item.append(line);
  };

  const input = make("input", { type: "search", id: "search-words", autocomplete: "off" });
  const found = make("output");
  const list = make("ol", { hidden: true });
  const form = make("form", { role: "search" }, make("label", { htmlFor: "search-words", textContent: "Search" }), input, found);
  place.append(form, list);
  form.addEventListener("submit", (event) => event.preventDefault());

  let turn = 0;
  const search = async () => {
    const mine = ++turn;
    const words = wordsOf(input.value);
    list.replaceChildren();
    list.hidden = words.length === 0;
    found.textContent = "";
    if (words.length === 0) return;
    let results;
    try {
      results = await find(await read(index, "index"), words);
    } catch (error) {
      if (mine === turn) found.textContent = `The search does not work: ${error.message}.`;
      return;
    }
    if (mine !== turn) return;
    const more = results.length > MOST ? `, of which ${MOST} are shown` : "";
    found.textContent = `${results.length === 1 ? "1 result" : `${results.length} results`}${more}.`;
    list.hidden = results.length === 0;
    let quoted = 0;
    for (const result of results.slice(0, MOST)) {
      const item = make("li", {}, make("span", { className: "faint", textContent: `${result.kind} ` }), make("a", { href: up + result.to, textContent: result.title }));
      if (result.text) item.append(excerpt(result.text, words));
      list.append(item);
      if (result.match && quoted++ < QUOTED) quote(item, result, words).catch(() => {});
    }
  };
  let wait = 0;
  input.addEventListener("input", () => {
    clearTimeout(wait);
    wait = setTimeout(search, 150);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    input.value = "";
    search();
  });
})();
