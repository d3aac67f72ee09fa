/**
 * The canonical form (RFC 8785) of values within the profile of docs/protocol.md, section 1, and the digests that are made
 * of it.
 */
const canon = (() => {
  "use strict";

  const { hex, unhex, sha256 } = hash;

  const own = (map, key) => (Object.prototype.hasOwnProperty.call(map, key) ? map[key] : undefined);
  const isMap = (value) =>
    value !== null && typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value));
  const isList = Array.isArray;
  const isWhole = (value) => Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
  const isHex = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
  const isId = (value) => typeof value === "string" && /^[a-z][a-z0-9_-]{0,31}$/.test(value);

  /** What a document of the wrong form is refused with; its message is a part of a sentence. */
  class Malformed extends Error {}

  /** A name out of a document, fit to be shown. */
  const shown = (name) => String(name).slice(0, 40).replace(/[^\w .,:[\]-]/g, "?");

  const DEEPEST = 64;

  /** The canonical form (RFC 8785) of a value within the profile; `budget.nodes` is what it may still hold. */
  function canonical(value, budget = { nodes: Infinity }, level = 1) {
    if (level > DEEPEST) throw new Malformed(`it is nested deeper than ${DEEPEST} levels`);
    if (--budget.nodes < 0) throw new Malformed("it contains more values than a document may");
    if (typeof value === "string") return quoted(value);
    if (value === null || value === true || value === false) return String(value);
    if (typeof value === "number") {
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
        throw new Malformed("it contains a number that is not an integer within ±(2^53−1)");
      }
      return String(value);
    }
    let inner = "";
    if (isList(value)) {
      for (let i = 0; i < value.length; i++) inner += (i ? "," : "") + canonical(value[i], budget, level + 1);
      return `[${inner}]`;
    }
    if (!isMap(value)) throw new Malformed("it contains something that is not a value of the profile");
    const keys = Object.keys(value).sort();
    budget.nodes -= keys.length;
    for (const key of keys) inner += `${inner && ","}${quoted(key)}:${canonical(value[key], budget, level + 1)}`;
    return `{${inner}}`;
  }

  function quoted(string) {
    if (/^[ !#-[\]-~]*$/.test(string)) return `"${string}"`;
    if (/\p{Surrogate}/u.test(string)) throw new Malformed("it contains half a character (a lone surrogate)");
    return JSON.stringify(string);
  }

  /** The digest of a document, over everything but its signatures. */
  function digest(document) {
    const budget = { nodes: ["state", "disclosure"].includes(own(document, "kind")) ? 100000 : 50000 };
    const content = Object.create(null);
    for (const key of Object.keys(document)) if (key !== "signatures") content[key] = document[key];
    return hex(sha256(canonical(content, budget)));
  }

  /** The digest of a secret choice (section 7). */
  function choiceDigest(match, salt, id, seat, choice) {
    return hex(sha256("adjutant/1 choice\n", unhex(match), unhex(salt), canonical({ choice, id, seat })));
  }

  /** Whether two values have one canonical form. */
  const same = (one, two) => canonical(one) === canonical(two);

  return { own, isMap, isList, isWhole, isHex, isId, shown, Malformed, canonical, same, digest, choiceDigest };
})();
