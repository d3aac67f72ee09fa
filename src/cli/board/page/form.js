/** A form for a value, made from its JSON Schema: every field of every kind of order can be written with it. */
const form = (() => {
  const WORDS = { sp: "strength points" };
  const spoken = (key) => WORDS[key] ?? key.replaceAll("_", " ");
  /** The name of a question without the number of its turn. */
  const question = (id) => spoken(id.replace(/-\d+$/, ""));

  /** `places` are the ids of the places on the board, `hand` the player's cards; `pick` lets the player point at something. */
  const make_form = ({ root, pick, names, places, hand, piece }) => {
    const plain = (schema) => {
      let found = schema ?? {};
      for (let depth = 0; found.$ref && depth < 20; depth += 1) {
        const { $ref, ...rest } = found;
        found = { ...root.$defs?.[$ref.replace("#/$defs/", "")], ...rest };
      }
      const several = found.anyOf ?? found.oneOf;
      const real = several?.filter((one) => one.type !== "null");
      if (several && real.length < several.length) {
        if (real.length === 1) return { ...plain(real[0]), optional: true };
        return { ...found, anyOf: undefined, oneOf: real, optional: true };
      }
      return found;
    };
    /** The forms that a value may have: those with a name of their own, as `{march: …}`. */
    const variants = (schema) => {
      const found = (schema.oneOf ?? schema.anyOf)?.map(plain) ?? [];
      return found.flatMap((one) => {
        if (one.const !== undefined) return [{ tag: one.const, word: true, about: one.description }];
        if (one.enum) return one.enum.map((tag) => ({ tag, word: true }));
        const [tag, ...others] = Object.keys(one.properties ?? {});
        if (tag && others.length === 0) return [{ tag, schema: one.properties[tag], about: one.description }];
        return [{ tag: one.title ?? one.type ?? "value", whole: one }];
      });
    };
    const empty = (given) => {
      const schema = plain(given);
      if (schema.default !== undefined) return schema.default;
      if (schema.const !== undefined) return schema.const;
      if (schema.enum) return schema.enum[0];
      const kinds = variants(schema);
      if (kinds.length > 0) return kinds[0].word ? kinds[0].tag : kinds[0].whole ? empty(kinds[0].whole) : { [kinds[0].tag]: empty(kinds[0].schema) };
      const type = [].concat(schema.type ?? "string")[0];
      if (type === "object") {
        const made = Object.fromEntries((schema.required ?? []).map((key) => [key, empty(schema.properties?.[key])]));
        // What is selected is what the order is for.
        const [first] = schema.required ?? [];
        if (made[first] === "" && piece()) made[first] = piece();
        return made;
      }
      return { array: [], boolean: false, integer: schema.minimum ?? 0, number: 0, null: null }[type] ?? "";
    };

    /** The field of a value; `change` is called with each new value. */
    const field = (given, value, change, label) => {
      const schema = plain(given);
      const holder = make("div", { className: "b-form" });
      const draw = (now) => {
        const again = (next) => { change(next); draw(next); };
        const words = label ? `${spoken(label)} ` : "";
        const title = schema.description ?? "";
        const kinds = variants(schema);
        const types = [].concat(schema.type ?? []);
        if (schema.enum) {
          holder.replaceChildren(make("label", { title }, words, choice(schema.enum, now, again)));
        } else if (kinds.length > 0) {
          const of = (one) => one.word ? now === one.tag : one.whole ? typeof now !== "object" : now !== null && typeof now === "object" && one.tag in now;
          const found = kinds.find(of) ?? kinds[0];
          const pickKind = choice(kinds.map(({ tag }) => tag), found.tag, (tag) => {
            const one = kinds.find((kind) => kind.tag === tag);
            again(one.word ? tag : one.whole ? empty(one.whole) : { [tag]: empty(one.schema) });
          });
          const inner = found.word ? null : found.whole ? field(found.whole, now, change)
            : field(found.schema, now[found.tag], (next) => change({ [found.tag]: next }));
          holder.replaceChildren(make("label", { title: found.about ?? title }, words, pickKind),
            found.about ? make("p", { className: "b-note" }, found.about) : "", inner ?? "");
        } else if (types.includes("boolean")) {
          const box = make("input", { type: "checkbox", checked: now === true, onchange: () => change(box.checked) });
          holder.replaceChildren(make("label", { title }, box, ` ${spoken(label ?? "yes")}`));
        } else if (types.includes("array") && [].concat(plain(schema.items).type ?? []).some((type) => ["string", "integer"].includes(type)) && !plain(schema.items).enum) {
          const items = Array.isArray(now) ? now : [];
          const rows = items.map((item, at) => make("span", { className: "b-chip" }, `${item} `,
            button("✕", () => again(items.filter((_, n) => n !== at)), { "aria-label": `Remove ${item}` })));
          const typed = make("input", { size: 12, "aria-label": `Another entry of ${words}`, onchange: () => {
            if (typed.value.trim()) again([...items, numbered(schema.items, typed.value.trim())]);
          } });
          typed.setAttribute("list", names);
          holder.replaceChildren(make("div", { className: "b-row", title }, words, ...rows, typed, button("Point at one", () => pick((id) => again([...items, id])))));
        } else if (types.includes("array")) {
          const items = Array.isArray(now) ? now : [];
          const rows = items.map((item, at) => make("div", { className: "b-row" },
            field(schema.items, item, (next) => { items[at] = next; change([...items]); }),
            button("Remove", () => again(items.filter((_, n) => n !== at)), { "aria-label": `Remove entry ${at + 1}` })));
          holder.replaceChildren(make("p", { title }, words), ...rows, button("Add", () => again([...items, empty(schema.items)]), { "aria-label": `Add to ${words}` }));
        } else if (isAssignment(schema)) {
          holder.replaceChildren(make("p", { title }, words), ...assignment(schema, now && typeof now === "object" ? now : {}, again));
        } else if (types.includes("object") && schema.properties) {
          const object = now && typeof now === "object" ? now : {};
          const required = schema.required ?? [];
          const keys = Object.keys(schema.properties);
          const shown = keys.filter((key) => required.includes(key) || object[key] !== undefined);
          const rest = keys.filter((key) => !shown.includes(key));
          const rows = shown.map((key) => make("div", { className: "b-row" },
            field(schema.properties[key], object[key] ?? empty(schema.properties[key]), (next) => { object[key] = next; change({ ...object }); }, key),
            required.includes(key) ? "" : button("Leave out", () => { delete object[key]; again({ ...object }); }, { "aria-label": `Leave out ${spoken(key)}` })));
          const more = rest.length === 0 ? "" : choice(["more …", ...rest], "more …", (key) => again({ ...object, [key]: empty(schema.properties[key]) }));
          holder.replaceChildren(label ? make("p", { title }, words) : "", ...rows, more);
        } else if (types.includes("object")) {
          const object = now && typeof now === "object" ? now : {};
          const rows = Object.entries(object).map(([key, one]) => make("div", { className: "b-row" },
            text({ type: "string" }, key, (next) => { delete object[key]; object[next] = one; change({ ...object }); }),
            field(schema.additionalProperties ?? {}, one, (next) => { object[key] = next; change({ ...object }); }),
            button("Remove", () => { delete object[key]; again({ ...object }); })));
          holder.replaceChildren(make("p", { title }, words), ...rows,
            button("Add", () => again({ ...object, "": empty(schema.additionalProperties) }), { "aria-label": `Add to ${words}` }));
        } else {
          holder.replaceChildren(make("label", { title }, words, text(schema, now, change)));
        }
      };
      draw(value);
      return holder;
    };
    /** Whether a value says which cards come to which places. */
    const isAssignment = (schema) => {
      const keys = Object.keys(schema.properties ?? {});
      return keys.length > 0 && hand().length > 0 && keys.some((key) => places().includes(key))
        && keys.every((key) => [].concat(plain(schema.properties[key]).type ?? []).includes("array"));
    };
    /** A line for each card of the hand, with the place that it comes to. */
    const assignment = (schema, now, again) => {
      const open = Object.keys(schema.properties).filter((key) => places().includes(key));
      return hand().map(({ id, words }) => {
        const at = Object.keys(now).find((key) => now[key].includes(id));
        const put = (place) => {
          const next = Object.fromEntries(Object.entries(now).map(([key, cards]) => [key, cards.filter((card) => card !== id)]));
          if (place) next[place] = [...(next[place] ?? []), id];
          again(Object.fromEntries(Object.entries(next).filter(([, cards]) => cards.length > 0)));
        };
        const select = make("select", { onchange: () => put([null, ...open][select.selectedIndex]) },
          [null, ...open].map((key) => make("option", { selected: key === (at ?? null) }, key === null ? "stays in the hand" : spoken(key))));
        return make("label", {}, `${words} `, select);
      });
    };
    const numbered = (schema, words) => ([].concat(plain(schema).type ?? []).includes("string") || !/^-?\d+$/.test(words) ? words : Number(words));
    const choice = (options, now, change) => {
      const select = make("select", { onchange: () => change(options[select.selectedIndex]) },
        options.map((one) => make("option", { selected: one === now }, spoken(String(one)))));
      return select;
    };
    /** A name or a number, written or picked on the map. */
    const text = (schema, now, change) => {
      const types = [].concat(schema.type ?? []);
      const read = (words) => (!types.includes("string") && /^-?\d+$/.test(words.trim()) ? Number(words) : words);
      const shown = typeof now === "object" ? JSON.stringify(now) : String(now ?? "");
      const input = make("input", { value: shown, size: 12, oninput: () => change(read(input.value)) });
      input.setAttribute("list", names);
      const here = button("Point at it", () => pick((id) => {
        input.value = String(id);
        change(types.includes("string") ? String(id) : id);
        input.focus();
      }));
      return make("span", {}, input, " ", here);
    };
    return { field, empty, plain, variants };
  };
  return { make: make_form, spoken, question };
})();
