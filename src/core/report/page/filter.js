/** The log and its filter: fields that are filled from the match, and what they let through. */
const filter = (() => {
  const { $, many } = page_tools;
  const KINDS = { turn: "Turns", order: "Orders", combat: "Combats", leader: "Leaders", control: "Places that changed hands", score: "Points", other: "Other" };
  const natural = new Intl.Collator("en", { numeric: true }).compare;

  /** `changed` is called when another part of the log is found, `sifted` when somebody asked for it. */
  const make = ({ steps, moments, sides, parts, places, changed, sifted }) => {
    const fields = { text: $("text"), side: $("filter-side"), part: $("filter-part"), kind: $("filter-kind"), rule: $("filter-rule"), person: $("filter-person") };
    const counted = (of) => {
      const found = new Map();
      for (const one of moments) for (const value of of(one)) if (value) found.set(value, (found.get(value) ?? 0) + 1);
      return found;
    };
    const fill = (select, all, found, order, name = (value) => value) => {
      const values = [...found.keys()].sort(order);
      select.replaceChildren(new Option(all, ""), ...values.map((value) => new Option(`${name(value)} (${found.get(value)})`, value)));
      select.closest("label").hidden = values.length === 0;
    };
    const given = (keys) => (a, b) => keys.indexOf(a) - keys.indexOf(b);
    const people = counted((one) => one.people);
    fill(fields.side, "Both", counted((one) => [one.side]), given([...sides.keys()]), (id) => sides.get(id)?.name ?? id);
    fill(fields.part, "All", counted((one) => [one.part]), given([...parts.keys()]), (id) => parts.get(id) ?? id);
    fill(fields.kind, "All", counted((one) => [one.kind]), given(Object.keys(KINDS)), (kind) => KINDS[kind] ?? kind);
    fill(fields.rule, "All", counted((one) => one.rules), natural);
    fill(fields.person, "All", people, natural);
    const story = log.make({
      scroll: $("scroll"),
      steps,
      moments,
      sides,
      index: (n) => places.get(n),
      found: (passed, total) => {
        const { text, ...others } = story?.filter() ?? log.NONE;
        const set = Object.values(others).filter(Boolean).length;
        $("filter-words").textContent = set > 0 ? ` (${set} set)` : "";
        $("clear").hidden = set === 0 && !text;
        const where = story?.matching();
        $("count").textContent = where ? `${passed.toLocaleString("en")} of ${total.toLocaleString("en")}, in ${many(where.length, "step")}` : many(total, "entry").replace(/entrys$/, "entries");
        $("back").setAttribute("aria-label", where ? "Previous step that the filter finds" : "Previous step");
        $("next").setAttribute("aria-label", where ? "Next step that the filter finds" : "Next step");
        changed();
      },
    });
    const sift = () => {
      story.apply(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.value.trim()])));
      sifted();
    };
    const ask = (wanted) => {
      for (const [key, field] of Object.entries(fields)) {
        const value = wanted[key] ?? "";
        if (field.localName === "select" && value && ![...field.options].some((option) => option.value === value)) {
          field.add(new Option(value, value));
        }
        field.value = value;
      }
      sift();
    };
    let typed = 0;
    fields.text.addEventListener("input", () => {
      clearTimeout(typed);
      typed = setTimeout(sift, 150);
    });
    for (const [key, field] of Object.entries(fields)) if (key !== "text") field.addEventListener("change", sift);
    $("clear").onclick = () => ask({});
    const unfold = (wanted) => {
      $("filters").hidden = !wanted;
      $("filter-open").setAttribute("aria-expanded", String(wanted));
      story.reach();
    };
    $("filter-open").onclick = () => unfold($("filters").hidden);
    return { story, fields, people, ask, unfold };
  };

  return { make, natural };
})();
