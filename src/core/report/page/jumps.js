/** Ways to go somewhere at once: turns, combats, leaders, a step by its number. */
const jumps_to = (() => {
  const { html } = chart;
  const { $ } = page_tools;

  /** `move` goes to a step by its place, `moment` to something that happened in it, `leader` to a leader by his name. */
  const make = ({ steps, turns, moments, places, story, people, move, moment, leader }) => {
    const jumps = (select, head, options) => {
      select.replaceChildren(...(head ? [new Option(head, "")] : []), ...options);
      select.closest("label").hidden = options.length === 0;
    };
    jumps($("jump-turn"), "", turns.map(({ step, name }) => new Option(name, String(step))));
    $("jump-turn").onchange = (event) => move(Number(event.target.value));
    const fights = new Map();
    moments.forEach(({ kind, step, text }, n) => {
      const place = places.get(step);
      if (kind !== "combat" || place === undefined) return;
      const of = turns.findLast(({ step: first }) => first <= place).name;
      if (!fights.has(of)) fights.set(of, html("optgroup", { label: of }));
      const short = text.length > 90 ? `${text.slice(0, 88)} …` : text;
      fights.get(of).append(new Option(`${step}: ${short}`, `${place} ${story.of(place).indexOf(n)}`));
    });
    jumps($("jump-combat"), "choose …", [...fights.values()]);
    $("jump-combat").onchange = ({ target }) => {
      if (!target.value) return;
      const [place, single] = target.value.split(" ").map(Number);
      moment(place, single);
    };
    jumps($("jump-leader"), "choose …", [...people.keys()].sort(filter.natural).map((name) => new Option(name, name)));
    $("jump-leader").onchange = ({ target }) => {
      if (!target.value) return;
      leader(target.value);
    };
    $("jump-number").max = String(steps[steps.length - 1].n);
    $("jump-step").onsubmit = (event) => {
      event.preventDefault();
      const wanted = Number($("jump-number").value);
      const place = places.get(wanted) ?? steps.findIndex(({ n }) => n >= wanted);
      move(place < 0 ? steps.length - 1 : place);
    };
  };

  return { make };
})();
