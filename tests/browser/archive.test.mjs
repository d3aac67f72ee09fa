// The site of an archive: its pages on a desk and on a telephone, its search, and its replays.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { DESK, launch, open, PHONE, search, setting, SHOTS, shot, sound, two_of_a_kind } from "./support.mjs";

const SITE = setting("ADJUTANT_ARCHIVE_SITE", "the folder of a published archive");
const pages = fs.readdirSync(SITE, { recursive: true }).filter((name) => name.endsWith(".html") && !name.endsWith("-replay.html"));
const one = (folder, ending = ".html") => pages.find((name) => name.startsWith(folder) && name.endsWith(ending) && (ending !== ".html" || !name.endsWith("-report.html")));
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

test("every page shuts nobody out, is never wider than the window, and fetches nothing from elsewhere", async () => {
  assert.ok(pages.length > 20, `${pages.length} pages`);
  for (const name of two_of_a_kind(pages)) await sound(browser, SITE, name);
});

if (SHOTS) test("the main pages in both themes and sizes, for whoever looks at the pictures", async () => {
  for (const name of ["index.html", "matches.html", "players.html", "scenarios.html", "check.html", one("players/"), one("scenarios/"), one("matches/"), one("matches/", "-report.html")]) {
    for (const [tag, viewport, dark] of [["desk", DESK, false], ["phone-dark", PHONE, true]]) {
      const { page } = await open(browser, path.join(SITE, name), { viewport, dark, site: SITE });
      await shot(page, `archive-${name.replace(/[/].*-report/, "-report").replace(/[/].*/, "-one").replace(".html", "")}-${tag}`);
      await page.close();
    }
  }
});

test("the search finds matches, players and what reports tell", async () => {
  const { page, complaints } = await open(browser, path.join(SITE, one("players/")), { site: SITE });
  const players = await search(page, "østergård");
  assert.ok(players.some(({ text, to }) => text.startsWith("Player") && to.includes("/players/")), JSON.stringify(players));
  assert.ok(players.some(({ text, to }) => text.startsWith("Match") && to.includes("/matches/")), JSON.stringify(players));
  const reports = (await search(page, "confederacy attacks")).filter(({ text }) => text.startsWith("Report"));
  assert.match(reports[0].to, /-report[.]html#step-\d+$/);
  assert.match(reports[0].text, /Step \d+: /);
  assert.deepEqual(await search(page, "nobodyhassaidthis"), []);
  assert.deepEqual(complaints, []);
  await page.goto(reports[0].to);
  assert.ok(await page.$(new URL(reports[0].to).hash), reports[0].to);
  await page.close();
});

test("a replay of the site opens, proves itself, and leads back", async () => {
  const name = one("matches/");
  const { page, complaints } = await open(browser, path.join(SITE, name.replace(".html", "-replay.html")), { site: SITE });
  await page.waitForSelector(".r-main.r-ready");
  await page.waitForFunction(() => ["good", "bad", "none"].includes(document.getElementById("r-badge").dataset.state));
  assert.equal(await page.$eval("#r-badge", (badge) => badge.dataset.state), "good");
  assert.equal(await page.$eval(".r-home a", (link) => link.href.split("/").pop()), path.basename(name));
  assert.deepEqual(complaints, []);
  await page.close();
});
