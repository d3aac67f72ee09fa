// What the picture of a match tells at a glance, in a real browser: levels of detail, the curve, cards, followers, two steps.
import assert from "node:assert/strict";
import fs from "node:fs";
import { after, before, test } from "node:test";
import { altered, barriers, data, DESK, launch, overflow, PHONE, replay, setting, shot } from "./support.mjs";

const PAGE = setting("ADJUTANT_PAGE", "the replay of a whole campaign");
const view = data(PAGE, "view");
const SIDEWAYS = { width: 740, height: 360, isMobile: true, hasTouch: true };
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

const pause = (page, ms = 500) => page.evaluate((time) => new Promise((done) => setTimeout(done, time)), ms);
const detail = (page) => page.$eval("#r-stage", (stage) => stage.dataset.detail);
const shown = (page, selector) => page.$eval(selector, (element) => getComputedStyle(element).display !== "none");
const still = (page) => page.click("#r-follow");

test("from afar stand the armies, from nearby every number", async () => {
  const { page, complaints } = await replay(browser, PAGE);
  await still(page);
  await page.click("#r-all");
  await pause(page, 900);
  assert.equal(await detail(page), "far");
  assert.ok(await shown(page, "g.armies") && await shown(page, "g.wash"));
  assert.ok(!await shown(page, "g.numbers") && !await shown(page, "g.forces"));
  for (let n = 0; n < 3; n++) await page.click("#r-in");
  await pause(page);
  assert.equal(await detail(page), "middle");
  assert.ok(await shown(page, "g.forces") && !await shown(page, "g.numbers"));
  for (let n = 0; n < 3; n++) await page.click("#r-in");
  await pause(page);
  assert.equal(await detail(page), "near");
  assert.ok(await shown(page, "g.numbers") && !await shown(page, "g.armies"));
  assert.deepEqual(complaints, []);
  await page.close();
});

for (const whole of [true, false]) test(`a step through the whole war is quick with ${whole ? "the whole map in sight" : "the map going where something happens"}`, async () => {
  const { page } = await replay(browser, PAGE);
  await page.waitForFunction(() => document.getElementById("r-badge").dataset.state === "good");
  await still(page);
  if (whole) await page.click("#r-all");
  await pause(page, 1200);
  const { empty, step } = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const times = { empty: [], step: [] };
    const next = document.getElementById("r-next");
    while (!next.disabled) {
      // Now and then a frame in which nothing happens, to compare.
      const empty = times.step.length % 8 === 0 ? [["empty", () => {}]] : [];
      for (const [kind, act] of [...empty, ["step", () => next.click()]]) {
        await frame();
        const began = performance.now();
        act();
        await frame();
        times[kind].push(performance.now() - began);
      }
    }
    const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    return { empty: median(times.empty), step: median(times.step) };
  });
  console.log(`a step takes ${step.toFixed(1)} ms at the median, an empty frame ${empty.toFixed(1)} ms: ${(step / empty).toFixed(1)} times as long`);
  // A machine that is busy is slow in both.
  assert.ok(step / empty < 20, `${step} ms to ${empty} ms`);
  await page.close();
});

test("the map is dark in dark mode", async () => {
  const looks = [];
  for (const dark of [false, true]) {
    const { page } = await replay(browser, PAGE, { dark });
    await still(page);
    looks.push(await page.evaluate(() => {
      const stage = document.getElementById("r-stage");
      const look = (one) => [getComputedStyle(one).fill, getComputedStyle(one).filter, getComputedStyle(one).stroke];
      const shapes = [...stage.querySelectorAll("svg, svg text, svg rect")].map(look);
      return { paper: getComputedStyle(stage).backgroundColor, shapes };
    }));
    await page.close();
  }
  assert.equal(looks[0].paper, "rgb(255, 255, 255)");
  assert.ok(looks[0].shapes.length > 20);
  assert.notDeepEqual(looks[1], looks[0]);
});

test("the curve is the slider: pointing tells, clicking goes there", async () => {
  const { page, complaints } = await replay(browser, PAGE);
  const names = await page.$$eval(".r-curve-name", (all) => all.map((one) => one.textContent));
  const peaks = new Set(view.moments.map(({ peak }) => peak).filter(Boolean));
  assert.ok(names.length >= 3 && names.every((name) => peaks.has(name)), `battles are named: ${names}`);
  const boxes = await page.$$eval(".r-curve-name", (all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
  boxes.sort((a, b) => a[0] - b[0]).reduce((before, box) => (assert.ok(before[1] <= box[0] + 1, `${before} on ${box}`), box));
  const { x, y, width, height } = await page.$eval("#r-slider", (slider) => slider.getBoundingClientRect().toJSON());
  await page.mouse.move(x + width / 2, y + height / 2);
  const told = await page.$eval("#r-tip", (tip) => tip.textContent);
  assert.match(told, /step \d+ · \w+ \d+, \w+ \d+/, told);
  await page.mouse.click(x + width / 2, y + height / 2);
  await pause(page);
  const at = Number(await page.$eval("#r-slider", (slider) => slider.value));
  assert.ok(Math.abs(at - (view.steps.length - 1) / 2) < 8, `${at} of ${view.steps.length}`);
  const score = await page.$eval("#r-score", (place) => place.textContent);
  const { lines } = view.series.find(({ decides }) => decides);
  for (const { values } of lines) assert.ok(score.includes(String(values[at])), `${values[at]} in ${score}`);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the curve names battles and turns on a telephone too, and nothing twice side by side", async () => {
  for (const viewport of [PHONE, DESK]) {
    const { page } = await replay(browser, PAGE, { viewport });
    for (const kind of ["name", "turn"]) {
      const labels = await page.$$eval(`.r-curve-${kind}`, (all) => all.map((one) => [one.textContent, one.getBoundingClientRect().left, one.getBoundingClientRect().right]));
      assert.ok(labels.length >= 3, `${kind}s at ${viewport.width} px: ${labels}`);
      labels.sort((a, b) => a[1] - b[1]).reduce((before, label) => {
        assert.ok(before[2] <= label[1] + 1 && (kind === "turn" || before[0] !== label[0] || label[1] - before[2] > before[2] - before[1]), `${before} beside ${label}`);
        return label;
      });
    }
    await page.close();
  }
});

test("a combat has its card, which can be closed and kept off", async () => {
  const step = view.steps.find(({ battles }) => battles.length > 0);
  const { page } = await replay(browser, PAGE, { hash: `#step=${step.n}` });
  assert.ok(await shown(page, ".r-card"));
  const label = await page.$eval(".r-card", (card) => card.getAttribute("aria-label"));
  assert.ok(label.startsWith(step.battles[0].title), label);
  await page.click(".r-card-bar button:last-child");
  assert.ok(!await shown(page, ".r-card"));
  await page.click("#r-cards");
  await page.click("#r-next");
  await page.click("#r-back");
  assert.ok(!await shown(page, ".r-card"));
  await page.click("#r-cards");
  assert.ok(await shown(page, ".r-card"));
  await page.close();
});

test("a card folds, closes by Escape, and is one of several", async () => {
  const place = view.steps.findIndex(({ battles }) => battles.length > 0);
  const twice = altered(PAGE, "view", (all) => {
    all.steps[place].battles.push({ ...all.steps[place].battles[0], title: "A second combat" });
  }, "two-cards");
  const { page } = await replay(browser, twice, { hash: `#step=${view.steps[place].n}` });
  const title = () => page.$eval(".r-card", (card) => card.getAttribute("aria-label"));
  const press = (label) => page.$eval(`[aria-label="${label}"]`, (button) => button.click());
  assert.equal(await page.$eval(".r-card figcaption", (words) => words.textContent), view.steps[place].battles[0].words);
  await press("Next combat of this step");
  assert.equal(await title(), "A second combat");
  assert.match(await page.$eval(".r-card-count", (count) => count.textContent), /2 of 2/);
  await press("Previous combat of this step");
  assert.equal(await title(), view.steps[place].battles[0].title);
  await press("The card in full");
  assert.ok(!await shown(page, ".r-card-picture"));
  assert.equal(await page.$eval("[aria-label='The card in full']", (button) => button.getAttribute("aria-expanded")), "false");
  assert.deepEqual(await barriers(page), []);
  await page.focus("[aria-label='The card in full']");
  await page.keyboard.press("Escape");
  assert.ok(!await shown(page, ".r-card"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "r-stage");
  await page.close();
});

test("no card lies outside of the map or over its place", async () => {
  const fought = view.steps.filter(({ battles }) => battles.length > 0);
  const high = ({ battles: [{ card }] }) => Number(/ height="(\d+)"/.exec(card)[1]);
  const tallest = fought.reduce((most, one) => (high(one) > high(most) ? one : most));
  const looked = [...fought.filter((_, nth) => nth % 24 === 0), tallest];
  for (const viewport of [undefined, SIDEWAYS]) {
    const { page } = await replay(browser, PAGE, { viewport });
    for (const { n, battles } of looked) {
      await page.evaluate((step) => { location.hash = `#step=${step}`; }, n);
      await page.waitForFunction((step) => document.getElementById("r-when").textContent.startsWith(`Step ${step} of`), {}, n);
      await pause(page, 300);
      const { card, stage, tip, seen, line } = await page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const [card, stage] = [box(".r-card").toJSON(), box("#r-stage").toJSON()];
        const end = document.querySelector(".r-card-lead").getAttribute("d")?.split("L")[1].split(" ").map(Number);
        return {
          card,
          stage,
          tip: end && [end[0] + stage.left, end[1] + stage.top],
          seen: document.querySelector("#r-stage svg").getAttribute("viewBox").split(" ").map(Number),
          line: document.querySelector(".r-card-line").checkVisibility(),
        };
      });
      assert.ok(card.left >= stage.left && card.top >= stage.top && card.right <= stage.right && card.bottom <= stage.bottom, `step ${n}: ${JSON.stringify(card)}`);
      const [x, y, w, h] = seen;
      const [at] = battles.map(({ at }) => at);
      const inside = at !== null && at[0] > x && at[0] < x + w && at[1] > y && at[1] < y + h;
      assert.equal(line, inside, `step ${n}: a line leads to a place that is in sight`);
      if (inside) assert.ok(tip && !(tip[0] > card.left && tip[0] < card.right && tip[1] > card.top && tip[1] < card.bottom), `step ${n}: the card lies over ${tip}`);
    }
    await page.close();
  }
});

test("a leader is followed over the match, and a link keeps him", async () => {
  const one = view.followed.filter(({ kind }) => kind === "leader").sort((a, b) => b.way.length - a.way.length)[0];
  const { page } = await replay(browser, PAGE, { hash: `#step=${view.steps.at(-1).n}&follow=leader+${encodeURIComponent(one.name)}` });
  assert.equal(await page.$eval("#r-follow-whom", (select) => select.selectedOptions[0].textContent), one.name);
  assert.ok((await page.$eval(".r-way-line", (line) => line.getAttribute("d"))).length > 20);
  assert.ok((await page.$$("#r-followed li a")).length >= one.way.length);
  await page.select("#r-follow-whom", "");
  assert.equal(await page.$(".r-way-line"), null);
  await page.close();
});

test("the map stays with whom it follows, no date is cut, and a button ends it", async () => {
  // A leader who stays somewhere while something happens elsewhere.
  const cases = view.followed.filter(({ kind, way }) => kind === "leader" && way.length > 3).flatMap((one) => one.way.map((began, nth) => {
    const until = one.way[nth + 1]?.[0] ?? Infinity;
    const away = began.length > 1 && view.steps.find(({ n, focus }) => n > began[0] && n < until && focus && (focus[0] > began[2] + 900 || focus[0] + focus[2] < began[2] - 900));
    return { one, began, away };
  }));
  const { one, began, away } = cases.find((found) => found.away) ?? {};
  assert.ok(away, "somebody stays while something happens elsewhere");
  for (const viewport of [DESK, PHONE]) {
    const { page, complaints } = await replay(browser, PAGE, { viewport, hash: `#step=${away.n}&follow=leader+${encodeURIComponent(one.name)}` });
    await page.waitForSelector("#r-stage .r-spot");
    await pause(page);
    const [x, y, w, h] = (await page.$eval("#r-stage svg", (svg) => svg.getAttribute("viewBox"))).split(" ").map(Number);
    assert.ok(began[2] > x && began[2] < x + w && began[3] > y && began[3] < y + h, `${began} in ${[x, y, w, h]}`);
    await page.$eval("#r-follow", (button) => button.click());
    await page.$eval("#r-all", (button) => button.click());
    await pause(page, 700);
    const { dates, stage, fixed } = await page.evaluate(() => {
      const box = (element) => element.getBoundingClientRect().toJSON();
      return { dates: [...document.querySelectorAll(".r-dates span:not([hidden])")].map(box), stage: box(document.getElementById("r-stage")), fixed: [...document.querySelectorAll(".r-tools")].map(box) };
    });
    assert.ok(dates.length > 0, "he has dates");
    const clash = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    for (const [n, date] of dates.entries()) {
      assert.ok(date.left >= stage.left && date.right <= stage.right, JSON.stringify(date));
      assert.ok(![...fixed, ...dates.slice(n + 1)].some((other) => clash(date, other)), JSON.stringify(date));
    }
    assert.equal((await page.$$("#r-followed [aria-current]")).length, 1);
    await page.$eval(".r-followed-head button", (button) => button.click());
    assert.equal(await page.$(".r-way-line"), null);
    assert.equal(await page.$("#r-stage .r-spot"), null);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test("two steps stand side by side, and what differs is outlined", async () => {
  const { page, complaints } = await replay(browser, PAGE, { hash: `#step=${view.steps[Math.floor(view.steps.length / 2)].n}` });
  await page.click("#r-compare");
  await page.$eval(".r-second-bar input", (slider) => {
    slider.value = "0";
    slider.dispatchEvent(new Event("input"));
  });
  await pause(page);
  assert.ok((await page.$$(".r-second .r-differs")).length > 0 && (await page.$$("#r-stage .r-differs")).length > 0);
  assert.match(await page.$eval(".r-second-found", (found) => found.textContent), /\d+ pieces differ/);
  // A link has both steps.
  await page.waitForFunction(() => location.hash.includes(`beside=`));
  const hash = await page.evaluate(() => location.hash);
  const again = await replay(browser, PAGE, { hash });
  assert.ok(await shown(again.page, ".r-other"));
  assert.equal(await again.page.$eval(".r-second-bar input", (slider) => slider.value), "0");
  await again.page.close();
  await page.click(".r-second-head button");
  assert.equal((await page.$$("#r-stage .r-differs")).length, 0);
  assert.ok(!await shown(page, ".r-other"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "r-compare", "who closes it is where he opened it");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a piece that differs counts once, though it is drawn from afar and from nearby, and is listed", async () => {
  // What one step changes among what stays and is drawn from nearby, by the data alone.
  const levels = new Map([...view.map.ground.matchAll(/<g class="([^"]+)"[^>]*data-detail="([^"]+)"/g)].map(([, name, held]) => [name, held]));
  const counts = (layer) => !view.map.passing.includes(layer) && (levels.get(layer) ?? "near").includes("near");
  const pieces = (list) => new Set(list.filter(([layer, shape]) => counts(view.map.layers[layer]) && view.map.shapes[shape].startsWith("<g")).map(String));
  const differing = view.steps.map(({ put, drop }) => {
    const [came, went] = [pieces(put), pieces(drop)];
    return [...came].filter((one) => !went.has(one)).length + [...went].filter((one) => !came.has(one)).length;
  });
  const place = differing.findIndex((count, n) => n > 0 && count > 2 && view.steps[n].put.some(([layer]) => levels.get(view.map.layers[layer]) === "far"));
  assert.ok(place > 0, "a step changes pieces that are drawn at both levels");
  const { page } = await replay(browser, PAGE, { hash: `#step=${view.steps[place].n}` });
  await page.click("#r-compare");
  assert.match(await page.$eval(".r-second-found", (found) => found.textContent), new RegExp(`^${differing[place]} pieces differ`));
  assert.equal((await page.$$(".r-second-bar li")).length, differing[place]);
  await page.$eval(".r-second-bar details", (list) => { list.open = true; });
  assert.deepEqual(await barriers(page), []);
  await page.close();
});

test("no outline is left on a piece that was put aside while two steps were compared", async () => {
  const place = view.steps.findIndex(({ battles }) => battles.length > 0);
  const { page } = await replay(browser, PAGE, { hash: `#step=${view.steps[place].n}` });
  await page.click("#r-compare");
  assert.ok((await page.$$("#r-stage .r-differs")).length > 0);
  await page.$eval("#r-last", (button) => button.click());
  await page.click("#r-compare");
  await page.$eval("#r-slider", (slider, to) => {
    slider.value = String(to);
    slider.dispatchEvent(new Event("input"));
  }, place);
  await pause(page);
  assert.equal((await page.$$("#r-stage .r-differs")).length, 0);
  await page.close();
});

test("the map key opens over the map, tells each sign in words, and closes where it was opened", async () => {
  const words = [...view.map.key.matchAll(/<text class="legend"[^>]*>([^<]*)</g)].map(([, text]) => text).filter((text) => text === text.trim());
  assert.ok(words.length > 20, `${words.length} signs`);
  for (const viewport of [undefined, SIDEWAYS]) {
    const { page, complaints } = await replay(browser, PAGE, { viewport });
    assert.ok(!await shown(page, "#r-key"));
    await page.$eval("#r-key-open", (button) => button.click());
    assert.deepEqual(await page.$$eval("#r-key li > span", (all) => all.map((one) => one.textContent)), words);
    const sizes = await page.$$eval("#r-key li svg", (all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]));
    assert.ok(sizes.length === words.length && sizes.every(([wide, high]) => wide > 20 && high > 2), JSON.stringify(sizes));
    const [key, map] = await Promise.all(["#r-key", "#r-map"].map((one) => page.$eval(one, (element) => element.getBoundingClientRect().toJSON())));
    assert.ok(key.left >= map.left && key.right <= map.right && key.top >= map.top && key.bottom <= map.bottom, "it lies within the map");
    assert.deepEqual(await barriers(page), []);
    await page.keyboard.press("Escape");
    assert.ok(!await shown(page, "#r-key"));
    assert.equal(await page.evaluate(() => document.activeElement.id), "r-key-open");
    await page.keyboard.press("k");
    assert.ok(await shown(page, "#r-key"));
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test("a telephone on its side leaves the map most of its height", async () => {
  const { page } = await replay(browser, PAGE, { viewport: SIDEWAYS });
  await page.setViewport(SIDEWAYS);
  await pause(page);
  const high = await page.$eval("#r-stage", (stage) => stage.getBoundingClientRect().height);
  assert.ok(high >= 250, `${high} px`);
  assert.ok(await overflow(page) <= 0);
  assert.deepEqual(await barriers(page), []);
  await shot(page, "sideways");
  await page.close();
});

test("without scripts the last map and the last report are there, and the page is no larger than two megabytes", async () => {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(`file://${PAGE}`);
  const { width, height } = await page.$eval(".r-still svg", (svg) => svg.getBoundingClientRect().toJSON());
  assert.ok(width > 300 && height > 200, `${width} × ${height}`);
  assert.ok((await page.$$(".r-plainly section")).length > 0);
  assert.ok(fs.statSync(PAGE).size <= 2_000_000, `${fs.statSync(PAGE).size} bytes`);
  await page.close();
});
