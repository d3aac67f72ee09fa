// The page of the report of a step, and what hostile players write.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { barriers, DESK, launch, open, overflow, PHONE, print, replay, setting, shot, verdict } from "./support.mjs";

const REPORT = setting("ADJUTANT_REPORT", "the page of the report of a step with a combat");
const HOSTILE = setting("ADJUTANT_HOSTILE", "pages of a match whose players wrote markup, with a colon between them").split(":");
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

test("the report of a step opens, unfolds and copies", async () => {
  const { page, complaints } = await open(browser, REPORT);
  const audit = await page.$("details.audit");
  assert.ok(audit, "a combat is there");
  await (await audit.$("summary")).click();
  assert.equal(await audit.evaluate((element) => element.open), true);
  const button = await page.$("button.copy");
  const wanted = await button.evaluate((element) => element.dataset.copy);
  assert.match(wanted, /^adjutant roll/);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { globalThis.copied = text; } } }));
  await button.evaluate((element) => element.click());
  await page.waitForFunction(() => globalThis.copied !== undefined);
  assert.equal(await page.evaluate(() => globalThis.copied), wanted);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the map of a step tells leaders with their ratings, below it too where one taps", async () => {
  const { page, complaints } = await open(browser, REPORT);
  const before = await page.$eval("figure.map figcaption", (caption) => caption.textContent);
  const at = await page.evaluate(() => {
    const rated = [...document.querySelectorAll(".targets > *")].find((one) => /initiative \d, tactical \d/.test(one.querySelector("title").textContent));
    const { x, y, width, height } = rated.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  await page.mouse.click(...at);
  assert.match(await page.$eval("figure.map figcaption", (caption) => caption.textContent), /initiative \d, tactical \d/);
  await page.click("figure.map figcaption");
  assert.equal(await page.$eval("figure.map figcaption", (caption) => caption.textContent), before);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("arrow keys go from place to place on the map of a step, which are told below it", async () => {
  const { page, complaints } = await open(browser, REPORT);
  const caption = () => page.$eval("figure.map figcaption", (one) => one.textContent);
  const before = await caption();
  await page.focus("figure.map .sheet");
  const at = () => page.$eval(".targets > .at", (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { title: one.querySelector("title").textContent, x: x + width / 2, y: y + height / 2 };
  });
  await page.keyboard.press("ArrowRight");
  const first = await at();
  assert.notEqual(await caption(), before);
  assert.equal(await caption(), first.title);
  let last = first;
  for (const [key, along, way] of [["ArrowRight", "x", 1], ["ArrowLeft", "x", -1], ["ArrowDown", "y", 1], ["ArrowUp", "y", -1]]) {
    await page.keyboard.press(key);
    const next = await at();
    assert.ok((next[along] - last[along]) * way > 0, `${key}: ${JSON.stringify([last, next])}`);
    assert.equal(await caption(), next.title);
    last = next;
  }
  assert.equal((await page.$$(".targets > .at")).length, 1);
  await page.keyboard.press("Escape");
  assert.equal(await caption(), before);
  assert.equal(await page.$(".targets > .at"), null);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the report of a step shuts nobody out, and is never wider than the window", async () => {
  for (const [name, viewport] of [["desk", DESK], ["phone", PHONE]]) {
    for (const dark of [false, true]) {
      const { page, complaints } = await open(browser, REPORT, { viewport, dark });
      const tag = `report-${name}${dark ? "-dark" : ""}`;
      await shot(page, tag, { fullPage: true });
      assert.ok((await overflow(page)) <= 0, tag);
      assert.deepEqual(await barriers(page), [], tag);
      assert.deepEqual(complaints, []);
      await page.close();
    }
  }
  const { page } = await open(browser, REPORT);
  assert.ok((await print(page, "report-print")) > 5_000);
  await page.close();
});

test("the news stands before the map, which is seen whole", async () => {
  for (const viewport of [DESK, { width: 1280, height: 720 }, PHONE]) {
    const { page } = await open(browser, REPORT, { viewport });
    const seen = await page.evaluate(() => {
      const box = (one) => document.querySelector(one).getBoundingClientRect().toJSON();
      const sheet = document.querySelector(".map .sheet");
      return { news: box(".news"), map: box(".map svg"), scrolls: sheet.scrollWidth > sheet.clientWidth + 1 || sheet.scrollHeight > sheet.clientHeight + 1, high: innerHeight, wide: innerWidth };
    });
    const tag = JSON.stringify({ viewport, seen });
    assert.ok(seen.news.top < seen.high / 2, tag);
    // Side by side in a wide window, one above the other in a narrow one.
    assert.ok(seen.wide < 1000 ? seen.news.bottom <= seen.map.top : seen.map.bottom <= seen.high, tag);
    assert.ok(!seen.scrolls && seen.map.right <= seen.wide, tag);
    await page.close();
  }
});

test("the paper of the map is dark in dark mode", async () => {
  const { page } = await open(browser, REPORT, { dark: true });
  assert.notEqual(await page.$eval(".map .sheet", (sheet) => getComputedStyle(sheet).backgroundColor), "rgb(255, 255, 255)");
  await page.close();
});

test("what hostile players write stays text", async () => {
  for (const file of HOSTILE) {
    const { page, complaints } = await open(browser, file, { viewport: PHONE });
    if (await page.$("#r-main")) {
      await page.waitForSelector(".r-main.r-ready");
      await verdict(page);
      // Through the whole match, and each of its panels.
      const steps = await page.$eval("#r-slider", (slider) => Number(slider.max));
      for (let step = 0; step <= steps; step++) {
        await page.keyboard.press("ArrowRight");
        assert.ok((await overflow(page)) <= 0, `${file}, step ${step}`);
      }
      for (const panel of ["log", "whole", "check", "report"]) {
        await page.click(`.r-tabs [data-panel=${panel}]`);
        assert.ok((await overflow(page)) <= 0, `${file}, ${panel}`);
      }
    }
    assert.ok((await overflow(page)) <= 0, file);
    assert.equal(await page.evaluate(() => typeof globalThis.hacked), "undefined", file);
    const raw = await page.evaluate(() => ({
      scripts: [...document.querySelectorAll("script")].filter((script) => script.type !== "application/octet-stream").length,
      handlers: [...document.querySelectorAll("*")].filter((element) => [...element.attributes].some(({ name }) => name.startsWith("on") || name === "style" && !element.closest("#r-stage, .r-group"))).length,
      strange: document.querySelectorAll("iframe, object, embed, img, link, base, meta[http-equiv=refresh]").length,
      control: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText),
    }));
    assert.deepEqual(raw, { scripts: 1, handlers: 0, strange: 0, control: false }, file);
    assert.deepEqual(complaints, [], file);
    await page.close();
  }
});
