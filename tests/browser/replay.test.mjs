// The replay of a match in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { barriers, data, DESK, laid, launch, NARROW, overflow, PHONE, print, replay, setting, shot, verdict } from "./support.mjs";

const PAGE = setting("ADJUTANT_PAGE", "the replay of a whole campaign");
const SMALL = setting("ADJUTANT_SMALL", "the replay of a small match");
const view = data(PAGE, "view");
const last = view.steps.length - 1;
const PANELS = ["report", "log", "whole", "check"];
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

/** What stands on the layers of the map that change. */
/** What stands on the map, without what makes its letters legible at the size at which it is shown. */
const board = (page) => page.evaluate((names) => names.map((name) => {
  const layer = document.querySelector(`#r-map svg g.${CSS.escape(name)}`).cloneNode(true);
  for (const text of layer.querySelectorAll("text")) {
    text.removeAttribute("style");
    if (/^translate[^]*scale/.test(text.getAttribute("transform") ?? "")) text.removeAttribute("transform");
  }
  return layer.innerHTML;
}).join("\n"), view.map?.layers ?? []);
const text = (page, id) => page.$eval(`#r-${id}`, (element) => element.textContent);
/** The step that is shown, as a number. */
const shown = async (page) => Number(/Step (\d+)/.exec(await text(page, "when"))[1]);
const slide = (page, to) => page.$eval("#r-slider", (slider, value) => {
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}, to);
const settled = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
/** A match may have no dice, and a table of cards has no places: what is about them is left out there, and says so. */
const with_dice = { skip: view.dice.length > 0 ? false : "this match has no dice" };
const with_places = { skip: view.moments.some(({ at }) => at) ? false : "no moment of this match has a place" };
/** A step whose report has what is asked for. */
const step_with = (pattern) => {
  const found = view.steps.find(({ html }) => pattern.test(html));
  assert.ok(found, `no step of ${PAGE} has ${pattern}`);
  return found.n;
};

test("it opens without a word of complaint, and tells how long that took", async () => {
  const { page, complaints } = await replay(browser, PAGE);
  const opened = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))));
  console.log(`opened after ${Math.round(opened)} ms: ${view.steps.length} steps, ${view.moments.length} moments, ${view.map?.shapes.length ?? 0} shapes`);
  assert.equal(await text(page, "title"), view.title);
  assert.ok(await page.$("#r-stage svg"), "the map is there");
  await page.waitForFunction((n) => document.querySelectorAll(".r-group").length === n, {}, view.steps.length);
  assert.equal((await page.$$(".r-moment")).length, view.moments.length);
  const result = await verdict(page);
  console.log(`proved after ${Math.round(await page.evaluate(() => performance.now()))} ms: ${result.badge}`);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the proof turns green, with what was counted", async () => {
  for (const file of [PAGE, SMALL]) {
    const { page, complaints } = await replay(browser, file);
    const { state, badge, body } = await verdict(page);
    assert.equal(state, "good", `${file}: ${badge} ${body}`);
    assert.ok(badge.includes(`${data(file, "proof").states.length.toLocaleString("en")} states`), badge);
    assert.match(body, /adjutant verify/, "what it does not prove stands there");
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test("the slider moves, and the map with it", async () => {
  const { page, complaints } = await replay(browser, PAGE);
  const first = await board(page);
  assert.equal(await shown(page), view.steps[0].n);
  await slide(page, Math.floor(last / 2));
  assert.equal(await shown(page), view.steps[Math.floor(last / 2)].n);
  assert.notEqual(await board(page), first);
  const said = await page.$eval("#r-slider", (slider) => slider.getAttribute("aria-valuetext"));
  assert.ok(said.includes(view.steps[Math.floor(last / 2)].when), said);
  await slide(page, 0);
  assert.equal(await board(page), first);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a jump of any distance gives what single steps give", async () => {
  const { page } = await replay(browser, PAGE);
  const to = Math.min(last, 20);
  const seen = [await board(page)];
  for (let step = 1; step <= to; step++) {
    await page.click("#r-next");
    seen.push(await board(page));
  }
  assert.equal(await shown(page), view.steps[to].n);
  assert.ok(new Set(seen).size > 3, "the map changes");
  for (const step of [3, to, 0, Math.floor(to / 2), 1]) {
    await slide(page, last);
    await slide(page, step);
    assert.equal(await board(page), seen[step], `step ${step}, from the last`);
  }
  await slide(page, to);
  for (let step = to - 1; step >= 0; step--) {
    await page.click("#r-back");
    assert.equal(await board(page), seen[step], `step ${step}, backwards`);
  }
  await page.close();
});

test("each step shows its own pieces", async () => {
  // Reckoned here from the data alone, not by the page's own way.
  const { page } = await replay(browser, PAGE);
  const layers = view.map.layers.map(() => new Map());
  for (const [n, step] of view.steps.entries()) {
    for (const [layer, shape] of step.drop) layers[layer].set(shape, (layers[layer].get(shape) ?? 0) - 1);
    for (const [layer, shape] of step.put) layers[layer].set(shape, (layers[layer].get(shape) ?? 0) + 1);
    if (n % Math.ceil(last / 12) !== 0) continue;
    await slide(page, n);
    const there = await page.evaluate((names) => names.map((name) => document.querySelector(`#r-map svg g.${CSS.escape(name)}`).children.length), view.map.layers);
    assert.deepEqual(there, layers.map((layer) => [...layer.values()].filter((count) => count > 0).length), `step ${n}`);
  }
  await page.close();
});

test("a combat unfolds", async () => {
  const { page } = await replay(browser, PAGE, { hash: `#step=${step_with(/class="audit"/)}` });
  const audit = await page.$("#r-report-body details.audit");
  const high = () => audit.evaluate((element) => element.getBoundingClientRect().height);
  const folded = await high();
  assert.equal(await audit.evaluate((element) => element.open), false);
  await (await audit.$("summary")).click();
  assert.equal(await audit.evaluate((element) => element.open), true);
  assert.ok((await high()) > folded + 40, "more is shown");
  await page.close();
});

test("a button copies the command", with_dice, async () => {
  const { page } = await replay(browser, PAGE, { hash: `#step=${step_with(/class="copy"/)}` });
  // Once as a browser that lets pages copy, once as one that does not.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { globalThis.copied = text; } } }));
  const button = await page.$("#r-report-body .copy");
  const wanted = await button.evaluate((element) => element.dataset.copy);
  assert.match(wanted, /^adjutant roll/);
  await button.evaluate((element) => element.click());
  await page.waitForFunction(() => globalThis.copied !== undefined);
  assert.equal(await page.evaluate(() => globalThis.copied), wanted);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined }));
  await button.evaluate((element) => element.click());
  await page.waitForSelector("#r-copy[open]");
  assert.equal(await page.$eval("#r-copy-text", (field) => field.value.slice(field.selectionStart, field.selectionEnd)), wanted.replace(/\r\n?/g, "\n"));
  await page.keyboard.press("Escape");
  await page.close();
});

test("a link to a roll leads to its row", with_dice, async () => {
  const { page } = await replay(browser, PAGE, { hash: `#step=${step_with(/class="roll" href="#roll-/)}` });
  const link = await page.$("#r-report-body a.roll");
  const row = (await link.evaluate((element) => element.getAttribute("href"))).slice(1);
  await link.evaluate((element) => {
    for (let of = element; of; of = of.parentElement) if (of.localName === "details") of.open = true;
    element.click();
  });
  assert.equal(await page.evaluate(() => document.activeElement.id), row);
  assert.ok(!page.url().includes("roll"), page.url());
  await page.close();
});

test("filters leave what they name, and back and next go between the matches", async () => {
  const { page, complaints } = await replay(browser, PAGE);
  await page.waitForFunction((n) => document.querySelectorAll(".r-group").length === n, {}, view.steps.length);
  const side = view.sides[0].id;
  const wanted = view.moments.filter((moment) => moment.kind === "combat" && moment.side === side);
  assert.ok(wanted.length > 0, "the match has a combat of the first side");
  await page.click("#r-filter-open");
  await page.select("#r-filter-kind", "combat");
  await page.select("#r-filter-side", side);
  const visible = await page.$$eval(".r-moment", (links) => links.filter((link) => !link.closest("[hidden]")).map((link) => link.getAttribute("href")));
  assert.equal(visible.length, wanted.length);
  assert.ok((await text(page, "count")).startsWith(`${wanted.length.toLocaleString("en")} of ${view.moments.length.toLocaleString("en")}`), await text(page, "count"));
  const steps = [...new Set(wanted.map(({ step }) => step))].sort((a, b) => a - b);
  await slide(page, 0);
  const after = steps.filter((step) => step > view.steps[0].n);
  await page.click("#r-next");
  assert.equal(await shown(page), after[0]);
  await page.click("#r-next");
  assert.equal(await shown(page), after[1] ?? after[0]);
  await page.click("#r-back");
  assert.equal(await shown(page), after[0]);
  await settled(page);
  assert.match(page.url(), new RegExp(`kind=combat`));
  await page.click("#r-clear");
  assert.equal((await page.$$eval(".r-moment", (links) => links.filter((link) => !link.closest("[hidden]")).length)), view.moments.length);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("free text, a rule and a leader are found", async () => {
  const { page } = await replay(browser, PAGE);
  const count = async () => Number((await text(page, "count")).split(" ")[0].replaceAll(",", ""));
  const word = view.moments.find(({ text: words }) => /\w{6,}/.test(words)).text.match(/\w{6,}/)[0];
  await page.type("#r-text", word.toUpperCase());
  await settled(page);
  assert.equal(await count(), view.moments.filter(({ text: words }) => words.toLowerCase().includes(word.toLowerCase())).length);
  await page.$eval("#r-text", (field) => { field.value = ""; field.dispatchEvent(new Event("input")); });
  await settled(page);
  const person = view.moments.find(({ people }) => people.length > 0).people[0];
  await page.select("#r-jump-leader", person);
  const theirs = view.moments.filter(({ people }) => people.includes(person));
  assert.equal(await count(), theirs.length);
  assert.equal(await shown(page), theirs[0].step);
  await page.click("#r-clear");
  await slide(page, view.steps.findIndex(({ n }) => n === step_with(/data-rule=/)));
  const rule = await page.$("#r-report-body .rule[role=button]");
  const name = await rule.evaluate((element) => element.dataset.rule);
  await rule.evaluate((element) => element.click());
  assert.equal(await page.$eval("#r-filter-rule", (field) => field.value), name);
  assert.equal(await count(), view.moments.filter(({ rules }) => rules.some((one) => one === name || one.startsWith(`${name}.`))).length);
  await page.close();
});

test("a link opens at its moment, with its filter, and follows what is shown", with_places, async () => {
  const to = Math.floor(last / 3);
  const { page } = await replay(browser, PAGE, { hash: `#step=${view.steps[to].n}&side=${view.sides[1].id}` });
  assert.equal(await shown(page), view.steps[to].n);
  assert.equal(await page.$eval("#r-filter-side", (field) => field.value), view.sides[1].id);
  await page.evaluate((n) => { location.hash = `#step=${n}`; }, view.steps[2].n);
  await page.waitForFunction((n) => document.getElementById("r-when").textContent.startsWith(`Step ${n} `), {}, view.steps[2].n);
  assert.equal(await page.$eval("#r-filter-side", (field) => field.value), "");
  await page.click("#r-next");
  await settled(page);
  assert.ok(page.url().endsWith(`#step=${view.steps[3].n}`), page.url());
  const placed = view.moments.find(({ at }) => at);
  const nth = view.moments.filter(({ step }) => step === placed.step).indexOf(placed);
  await page.evaluate((hash) => { location.hash = hash; }, `#step=${placed.step}&moment=${nth}`);
  await page.waitForSelector("#r-stage .r-spot");
  await page.waitForSelector(".r-singled");
  await page.close();
});

test("a click in the log goes to the step, which is marked and in sight", async () => {
  const { page } = await replay(browser, PAGE, { hash: `#step=${view.steps[Math.floor(last / 2)].n}` });
  await page.waitForFunction((n) => document.querySelectorAll(".r-group").length === n, {}, view.steps.length);
  await settled(page);
  // A busy machine takes a while to lay the log out.
  const comes_into_sight = () => page.waitForFunction(() => {
    const [box, outer] = [document.querySelector(".r-current").getBoundingClientRect(), document.getElementById("r-scroll").getBoundingClientRect()];
    return box.bottom > outer.top + 20 && box.top < outer.bottom - 10;
  }, { timeout: 20_000 });
  await comes_into_sight();
  const moment = view.moments.find(({ step }) => step > view.steps[Math.floor(last / 2)].n);
  await page.$eval(`.r-moment[href="#step=${moment.step}&moment=0"]`, (link) => link.click());
  assert.equal(await shown(page), moment.step);
  await settled(page);
  await comes_into_sight();
  assert.equal(await page.$eval("[aria-current=step]", (link) => link.getAttribute("href")), `#step=${moment.step}`);
  await page.close();
});

test("it can be used by keyboard alone", async () => {
  const { page, complaints } = await replay(browser, PAGE);
  const press = (key) => page.keyboard.press(key);
  await press("ArrowRight");
  await press("ArrowRight");
  assert.equal(await shown(page), view.steps[2].n);
  await press("ArrowLeft");
  assert.equal(await shown(page), view.steps[1].n);
  await press("End");
  assert.equal(await shown(page), view.steps[last].n);
  await press("Home");
  assert.equal(await shown(page), view.steps[0].n);
  await press("PageDown");
  const second = view.steps.find(({ turn }) => turn !== view.steps[0].turn);
  assert.equal(await shown(page), second.n);
  await press("PageUp");
  assert.equal(await shown(page), view.steps[0].n);
  await press("Space");
  assert.equal(await page.$eval("#r-play", (button) => button.getAttribute("aria-label")), "Stop");
  await press("Space");
  assert.equal(await page.$eval("#r-play", (button) => button.getAttribute("aria-label")), "Play");
  const box = () => page.$eval("#r-stage svg", (svg) => svg.getAttribute("viewBox"));
  await press("0");
  await laid(page);
  const whole = await box();
  await press("+");
  assert.notEqual(await box(), whole);
  await press("f");
  assert.equal(await page.$eval("#r-follow", (button) => button.getAttribute("aria-pressed")), "false");
  await press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "r-text");
  const before = await shown(page);
  await page.keyboard.type("f -");
  await press("ArrowRight");
  assert.equal(await shown(page), before, "who writes does not move");
  assert.equal(await page.$eval("#r-text", (field) => field.value), "f -");
  await settled(page);
  await page.click("#r-filter-open");
  await page.click("#r-clear");
  await page.evaluate(() => document.activeElement.blur());
  await press("?");
  await page.waitForSelector("#r-help[open]");
  await press("Escape");
  await page.focus("#r-stage");
  await press("ArrowLeft");
  assert.equal(await shown(page), before, "on the map the arrows move the map");
  assert.notEqual(await text(page, "told"), "", "and it is told what lies in the middle");
  await page.focus("#r-slider");
  await press("ArrowRight");
  await settled(page);
  assert.equal(await page.$eval("#r-slider", (slider) => Number(slider.value)), view.steps.findIndex(({ n }) => n === before) + 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("what is shown is announced, and skip links lead past the map", async () => {
  const { page } = await replay(browser, PAGE);
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /steps/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "r-report");
  await page.click("#r-next");
  await page.waitForFunction((when) => document.getElementById("r-live").textContent.includes(when), {}, view.steps[1].when);
  await page.close();
});

test("the map tells what is tapped, and can be moved", async () => {
  for (const viewport of [DESK, PHONE]) {
    const { page, complaints } = await replay(browser, PAGE, { viewport });
    await page.click("#r-all");
    const [x, y, w, h] = await page.$eval("#r-stage", (stage) => {
      const box = stage.getBoundingClientRect();
      return [box.x, box.y, box.width, box.height];
    });
    if (viewport.hasTouch) await page.touchscreen.tap(x + w * 0.45, y + h * 0.5);
    else await page.mouse.click(x + w * 0.45, y + h * 0.5);
    await page.waitForFunction(() => !document.getElementById("r-told").textContent.startsWith("Point at"));
    await page.click("#r-in");
    await laid(page);
    const before = await page.$eval("#r-stage svg", (svg) => svg.getAttribute("viewBox"));
    await page.mouse.move(x + w / 2, y + h / 2);
    await page.mouse.down();
    await page.mouse.move(x + w / 2 - 60, y + h / 2 - 30, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    assert.notEqual(await page.$eval("#r-stage svg", (svg) => svg.getAttribute("viewBox")), before);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test("no letters are smaller than 9 px, from afar and from nearby, on a laptop and on a telephone", async () => {
  for (const viewport of [{ width: 1280, height: 720 }, PHONE]) {
    const { page, complaints } = await replay(browser, PAGE, { viewport, hash: `#step=${Math.min(7, view.steps.length - 1)}` });
    await page.click("#r-follow");
    for (const pressed of ["#r-all", "#r-in", "#r-in", "#r-in", "#r-next"]) {
      await page.click(pressed);
      await new Promise((done) => setTimeout(done, 400));
      const small = await page.$$eval("#r-stage text", (all) => all.filter((text) => text.checkVisibility() && text.getBoundingClientRect().width > 0).map((text) => {
        const { a, b } = text.getScreenCTM();
        return [text.textContent, Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)];
      }).filter(([, size]) => size < 8.95));
      assert.deepEqual(small, [], `${pressed} at ${viewport.width} px`);
    }
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

const with_tracks = { skip: !view.map?.layers.includes("tracks") && "the map has no tracks beside it" };

test("the tracks have a place of their own, which a button opens, and change with the steps", with_tracks, async () => {
  for (const viewport of [{ width: 1280, height: 720 }, PHONE]) {
    const { page, complaints } = await replay(browser, PAGE, { viewport });
    assert.equal(await page.$$eval("#r-stage g.tracks", (all) => all.length), 0);
    await page.click("#r-tracks");
    const seen = () => page.$eval("#r-aside", (aside) => ({ words: aside.textContent, ...aside.querySelector("svg").getBoundingClientRect().toJSON() }));
    const first = await seen();
    assert.ok(first.width > 300 && first.height > 30 && first.words.length > 20, JSON.stringify(first));
    await page.click("#r-last");
    assert.notEqual((await seen()).words, first.words);
    const sizes = await page.$$eval("#r-aside text", (all) => all.map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a));
    assert.ok(sizes.length > 5 && Math.min(...sizes) >= 8.95, `letters of ${Math.min(...sizes)} px`);
    await shot(page, `replay-tracks-${viewport.width}`);
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(complaints, []);
    await page.click("#r-tracks");
    await page.close();
  }
});

const with_pieces = { skip: !view.map?.layers.includes("targets") && "the match has no map" };

test("pieces are told with their ratings and everything that stands with them", with_pieces, async () => {
  const { page, complaints } = await replay(browser, PAGE, { hash: `#step=${Math.min(7, view.steps.length - 1)}` });
  await page.click("#r-follow");
  await page.click("#r-all");
  await new Promise((done) => setTimeout(done, 400));
  const found = await page.evaluate(() => {
    const stage = document.getElementById("r-stage").getBoundingClientRect();
    for (const shape of document.querySelectorAll(".targets > *")) {
      const { x, y, width, height } = shape.getBoundingClientRect();
      const at = [x + width / 2, y + height / 2];
      const first = document.elementsFromPoint(...at).find((one) => one.closest(".targets"));
      if (first === shape && at[0] > stage.left && at[0] < stage.right) return { at, title: shape.querySelector("title").textContent };
    }
    return null;
  });
  assert.ok(found, "something stands on the map");
  await page.mouse.move(...found.at);
  await page.waitForFunction((title) => document.getElementById("r-told").textContent.includes(title), {}, found.title);
  const all = await page.$$eval(".targets title", (titles) => titles.map((title) => title.textContent).join("\n"));
  if (view.game === "civil_war") assert.match(all, /initiative \d, tactical \d/);
  assert.ok(all.length > 20, all);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("charts stand for what they count", with_dice, async () => {
  const { page } = await replay(browser, PAGE, { hash: `#step=${view.steps[Math.floor(last / 2)].n}` });
  await page.waitForSelector("#r-dice .r-chart");
  assert.equal((await page.$$("#r-charts .r-chart")).length, view.series.length);
  const series = view.series[0];
  const middle = Math.floor(last / 2);
  const readout = await page.$eval("#r-charts .r-readout", (element) => element.textContent);
  for (const { values } of series.lines) assert.ok(readout.includes(String(values[middle]).replace("-", "\u2212")), readout);
  await page.$eval("#r-charts .r-values summary", (summary) => summary.click());
  await page.waitForSelector("#r-charts .r-values table");
  const dice = view.dice.find(({ sides }) => sides === 6);
  const said = await page.$eval("#r-dice", (element) => element.textContent);
  assert.ok(said.includes(`Mean ${dice.mean.toFixed(2)}`), said);
  assert.match(said, /of 100 matches/);
  await page.close();
});

test("it fits a telephone and a desk, in light and dark", async () => {
  for (const [name, viewport] of [["desk", DESK], ["phone", PHONE], ["narrow", NARROW]]) {
    for (const dark of name === "narrow" ? [false] : [false, true]) {
      const { page, complaints } = await replay(browser, PAGE, { viewport, dark, hash: `#step=${step_with(/class="audit"/)}` });
      await verdict(page);
      const tag = `replay-${name}${dark ? "-dark" : ""}`;
      await shot(page, tag);
      if (viewport === DESK && !dark) await shot(page, `${tag}-whole`, { fullPage: true });
      for (const panel of viewport === DESK ? [] : PANELS) {
        await page.click(`.r-tabs [data-panel=${panel}]`);
        await page.$eval(`#r-${panel}`, (element) => element.scrollIntoView());
        await settled(page);
        assert.ok((await overflow(page)) <= 0, `${tag}, ${panel}: ${await overflow(page)} pixels too wide`);
        if (name === "phone") await shot(page, `${tag}-${panel}`);
      }
      assert.ok((await overflow(page)) <= 0, `${tag}: ${await overflow(page)} pixels too wide`);
      assert.deepEqual(complaints, []);
      await page.close();
    }
  }
});

test("nobody is shut out: axe-core finds nothing serious", async () => {
  // A whole campaign takes the auditor minutes: that is looked at once, the small match in every way.
  const ways = [[PAGE, DESK, false], [SMALL, DESK, false], [SMALL, DESK, true], [SMALL, PHONE, false], [SMALL, PHONE, true]];
  for (const [file, viewport, dark] of ways) {
    const folded = data(file, "view").steps.find(({ html }) => /class="audit"/.test(html));
    const { page } = await replay(browser, file, { viewport, dark, hash: `#step=${folded.n}` });
    await verdict(page);
    await page.$eval("#r-filter-open", (button) => button.click());
    for (const panel of viewport === DESK ? [null] : PANELS) {
      if (panel) await page.click(`.r-tabs [data-panel=${panel}]`);
      assert.deepEqual(await barriers(page), [], `${file}, ${viewport.width} pixels, ${dark ? "dark" : "light"}, ${panel ?? "everything"}`);
    }
    await page.close();
  }
});

test("on paper stand the map and the report of the step, without what only a screen can use", async () => {
  const { page } = await replay(browser, PAGE, { hash: `#step=${step_with(/class="audit"/)}` });
  await verdict(page);
  assert.ok((await print(page, "replay-print")) > 10_000);
  await page.emulateMediaType("print");
  const seen = (selector) => page.$eval(selector, (element) => element.checkVisibility());
  for (const selector of ["#r-stage svg", "#r-report-body", "#r-title", "#r-badge"]) assert.ok(await seen(selector), selector);
  for (const selector of ["#r-slider", "#r-play", "#r-scroll", "#r-jump", ".r-tools"]) assert.ok(!(await seen(selector)), selector);
  await shot(page, "replay-print", { fullPage: true });
  await page.close();
});
