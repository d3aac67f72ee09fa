/** What lies over the map in a fixed place, so that what is laid beside a point leaves it readable. */
const overlay = (() => {
  const FIXED = ".r-tools";
  const EDGE = 8;
  const AWAY = 70;
  const JUMP = 4000;

  /** The boxes of what lies over a stage, each left, top, right and bottom in its pixels. */
  const taken = (stage) => {
    const from = stage.getBoundingClientRect();
    return [...stage.parentNode.querySelectorAll(FIXED)]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map((box) => [box.left - from.left, box.top - from.top, box.right - from.left, box.bottom - from.top]);
  };

  /** How many square pixels two boxes share. */
  const shared = (one, other) => {
    const wide = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
    const high = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
    return Math.max(wide, 0) * Math.max(high, 0);
  };

  /**
   * Where a box of that width and height lies best beside a point of a stage, as left and top: never outside, not over the
   * point, and as little as can be over what is fixed there. The third of the result is the way it was chosen: given as `held`
   * the next time, it is kept unless another is much better, so that nothing jumps while the map is dragged.
   */
  const beside = ({ stage, point: [px, py], wide, high, held }) => {
    const [w, h] = [stage.clientWidth, stage.clientHeight];
    const fixed = taken(stage);
    const within = (value, most) => Math.max(Math.min(value, most - EDGE), EDGE);
    const about = [px - 40, py - 40, px + 40, py + 40];
    const tops = [py - high / 2, ...fixed.map(([, , , bottom]) => bottom + EDGE), py + 50, py - high - 50];
    const lefts = [px > w / 2 ? px - wide - AWAY : px + AWAY, px > w / 2 ? px + AWAY : px - wide - AWAY, px - wide / 2];
    let best = null;
    lefts.forEach((x, across) => {
      tops.forEach((y, down) => {
        const way = `${across} ${down}`;
        const [left, top] = [within(x, w - wide), within(y, h - high)];
        const box = [left, top, left + wide, top + high];
        const cost = (way === held ? 0 : JUMP) + 4 * shared(box, about) + fixed.reduce((sum, one) => sum + shared(box, one), 0);
        if (!best || cost < best.cost) best = { left, top, cost, way };
      });
    });
    return [best.left, best.top, best.way];
  };

  return { taken, shared, beside };
})();
