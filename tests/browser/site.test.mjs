// The site of a tournament: its pages on a desk and on a telephone, its search, and the page that verifies it.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { altered, barriers, data, DESK, launch, open, PHONE, search, setting, SHOTS, shot, sound, two_of_a_kind } from "./support.mjs";

const SITE = setting("ADJUTANT_SITE", "the folder of a published tournament");
const pages = fs.readdirSync(SITE, { recursive: true }).filter((name) => name.endsWith(".html") && !name.endsWith("-replay.html"));
const page_of = (name) => path.join(SITE, name);
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

const verdict = async (page) => {
  await page.waitForFunction(() => ["good", "bad"].includes(document.getElementById("v-verdict").dataset.state));
  return page.evaluate(() => ({ state: document.getElementById("v-verdict").dataset.state, told: document.querySelector("main").innerText }));
};

test("every page shuts nobody out, is never wider than the window, and fetches nothing from elsewhere", async () => {
  assert.ok(pages.length > 20, `${pages.length} pages`);
  for (const name of two_of_a_kind(pages)) await sound(browser, SITE, name, name === "verify.html" ? verdict : undefined);
});

if (SHOTS) test("the main pages in both themes and sizes, for whoever looks at the pictures", async () => {
  const some = ["index.html", "cross.html", "rounds/02.html", "players/p1.html", "games/r02-b01.html", "games/r01-b01.html", "games/r01-b01-report.html", "decisions.html", "word.html", "verify.html"];
  for (const name of some) {
    for (const [tag, viewport, dark] of [["desk", DESK, false], ["phone-dark", PHONE, true]]) {
      const { page } = await open(browser, page_of(name), { viewport, dark, site: SITE });
      if (name === "verify.html") await verdict(page);
      await shot(page, `site-${name.replaceAll("/", "-").replace(".html", "")}-${tag}`);
      await page.close();
    }
  }
});

test("the search finds players, decisions and what reports tell", async () => {
  const { page, complaints } = await open(browser, page_of("players/p1.html"), { site: SITE });
  const players = await search(page, "østergård");
  assert.ok(players.some(({ text, to }) => text.startsWith("Player") && to.endsWith("/players/p5.html")), JSON.stringify(players));
  const decisions = await search(page, "loss told in time");
  assert.ok(decisions.some(({ text, to }) => text.startsWith("Decision") && to.includes("/decisions/")), JSON.stringify(decisions));
  const reports = await search(page, "union order");
  const report = reports.find(({ text }) => text.startsWith("Report"));
  assert.match(report.to, /-report\.html#step-\d+$/);
  assert.match(report.text, /Step \d+: /);
  await shot(page, "site-search");
  assert.deepEqual(await search(page, "nobodyhassaidthis"), []);
  assert.deepEqual(complaints, []);
  assert.deepEqual(await barriers(page), []);
  await page.goto(report.to);
  assert.ok(await page.$(new URL(report.to).hash), report.to);
  await page.close();
});

test("the site can be read without scripts", async () => {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(`file://${page_of("index.html")}`);
  const links = await page.$$eval("nav a", (all) => all.length).catch(() => null);
  assert.ok(links === null || links > 5);
  await page.close();
});

test("a replay of the site opens, and proves itself", async () => {
  const { page, complaints } = await open(browser, page_of("games/r01-b01-replay.html"), { site: SITE });
  await page.waitForSelector(".r-main.r-ready");
  await page.waitForFunction(() => ["good", "bad", "none"].includes(document.getElementById("r-badge").dataset.state));
  assert.equal(await page.$eval("#r-badge", (badge) => badge.dataset.state), "good");
  assert.equal(await page.$eval(".r-home a", (link) => link.href), new URL("r01-b01.html", page.url()).href);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the tournament verifies itself, and knows its heads", async () => {
  const { page, complaints } = await open(browser, page_of("verify.html"), { site: SITE });
  const { state, told } = await verdict(page);
  assert.equal(state, "good", told);
  assert.match(told, /documents, .* signatures, .* results, .* matches checked/);
  const head = await page.$eval("footer code", (code) => code.textContent);
  const ask = async (digits) => {
    await page.$eval("#v-head", (input, digits) => { input.value = digits; }, digits);
    await page.click("#v-heads button");
    return page.$eval("#v-found", (found) => found.textContent);
  };
  assert.match(await ask(head), /document \d+ of this chain/);
  assert.match(await ask("00".repeat(32)), /not in this chain/);
  assert.match(await ask("12"), /at least the first 8/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("an altered tournament does not verify", async () => {
  const file = page_of("verify.html");
  const given = data(file, "tournament");
  assert.ok(given.documents.length > 10);
  const result = (value) => value.documents.find((one) => one.kind === "result" && one.winner);
  const cases = [
    [(value) => { result(value).reason = "x"; }, /altered after it was signed/],
    [(value) => { value.documents.splice(value.documents.findIndex((one) => one.kind === "round"), 1); }, /missing from the chain, or was altered/],
    [(value) => { Object.values(value.matches)[0].state.step += 1; }, /last state is not the one that the result names/],
    [() => "AAAA", /cannot be verified here/],
  ];
  for (const [n, [change, message]] of cases.entries()) {
    // Beside the page, so that it finds its scripts.
    const to = path.join(SITE, `altered-${n}.html`);
    fs.copyFileSync(altered(file, "tournament", change, `tournament-${n}`), to);
    try {
      const { page } = await open(browser, to, { site: SITE });
      const { state, told } = await verdict(page);
      assert.equal(state, "bad", told);
      assert.match(told, message);
      await shot(page, `site-altered-${n}`);
      await page.close();
    } finally {
      fs.rmSync(to);
    }
  }
});
