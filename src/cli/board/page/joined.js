/** Two orders of one kind as one, where what they list can be put together: both nights, both halves of a regroup. */
const joined = (() => {
  const plain = (value) => value === null || typeof value !== "object";
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  /** Both values in one; nothing, if they contradict each other. */
  const both = (one, other) => {
    if (plain(one) || plain(other)) return one === other ? one : undefined;
    if (Array.isArray(one) !== Array.isArray(other)) return undefined;
    if (Array.isArray(one)) {
      return other.reduce((all, item) => {
        if (all.some((own) => same(own, item))) return all;
        const at = plain(item) ? -1 : all.findIndex((own) => !plain(own) && both(own, item) !== undefined);
        return at < 0 ? [...all, item] : all.map((own, n) => (n === at ? both(own, item) : own));
      }, one);
    }
    const whole = { ...one };
    for (const [key, value] of Object.entries(other)) {
      whole[key] = key in one ? both(one[key], value) : value;
      if (whole[key] === undefined) return undefined;
    }
    return whole;
  };

  /** Both orders in one; nothing, if they cannot be put together or if that would change nothing. */
  return (one, other) => {
    if (!one || !other) return undefined;
    const whole = both(one, other);
    return whole === undefined || same(whole, one) || Object.keys(whole).length !== 1 ? undefined : whole;
  };
})();
