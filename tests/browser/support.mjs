// What the tests of the pages share: a browser, pages in it, and pages that were altered.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import zlib from "node:zlib";

/** A setting of the surroundings, without which the tests say nothing. */
export const setting = (name, what) => {
  const value = process.env[name];
  assert.ok(value, `set ${name}: ${what} (tests/browser/run does)`);
  return value;
};

// The packages are installed outside of the repository.
const require = createRequire(path.join(setting("ADJUTANT_MODULES", "the folder that holds node_modules"), "tests.cjs"));
const puppeteer = require("puppeteer-core");
const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const NARROW = { width: 360, height: 640, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const DESK = { width: 1440, height: 900 };

/** Where each browser is, as Debian installs it. */
const BROWSERS = {
  chrome: { at: process.env.ADJUTANT_CHROMIUM ?? "/usr/bin/chromium", from: "Debian's chromium, or set ADJUTANT_CHROMIUM", args: ["--no-sandbox", "--disable-gpu"] },
  firefox: { at: process.env.ADJUTANT_FIREFOX ?? "/usr/bin/firefox-esr", from: "Debian's firefox-esr, or set ADJUTANT_FIREFOX", args: [] },
};

/** Starts a browser: "chrome", or "firefox", which is driven by WebDriver BiDi. */
export const launch = async (which = "chrome") => {
  const { at: executablePath, from, args } = BROWSERS[which];
  assert.ok(fs.existsSync(executablePath), `no browser at ${executablePath}: install ${from}`);
  return puppeteer.launch({ browser: which, executablePath, headless: true, args, protocolTimeout: 240_000 });
};

/** Opens a page; `complaints` gathers whatever it does that no page may: errors, warnings, requests, dialogs. A page of a `site`
 * may load files of that folder. */
export const open = async (browser, file, { viewport = DESK, dark = false, hash = "", media = [], site = null } = {}) => {
  assert.ok(fs.existsSync(file), `no page at ${file}`);
  const page = await browser.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warn", "assert"].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("dialog", async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  const own = pathToFileURL(path.resolve(file)).href;
  page.on("request", (request) => {
    const ours = site !== null && request.url().startsWith(`${pathToFileURL(path.resolve(site)).href}/`);
    if (request.url().split("#")[0] !== own && !ours) complaints.push(`request: ${request.url()}`);
  });
  page.setDefaultTimeout(120_000);
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }, { name: "prefers-reduced-motion", value: "reduce" }, ...media]);
  await page.goto(own + hash);
  return { page, complaints };
};

/** Opens a replay and waits until it can be used. */
export const replay = async (browser, file, options) => {
  const opened = await open(browser, file, options);
  await opened.page.waitForSelector(".r-main.r-ready");
  return opened;
};

/** Waits until the map is laid out for what is to be seen; a moment before, it was only shifted. */
export const laid = (page) => page.waitForFunction(() => document.querySelector("#r-stage .r-sheets").style.transform === "");

/** Waits for what a page says of its own proof. */
export const verdict = async (page) => {
  await page.waitForFunction(() => ["good", "bad", "none"].includes(document.getElementById("r-badge").dataset.state));
  return page.evaluate(() => ({
    state: document.getElementById("r-badge").dataset.state,
    badge: document.getElementById("r-badge").textContent.trim(),
    body: document.getElementById("r-check-body").textContent,
    steps: [...document.querySelectorAll(".r-failures a")].map((link) => link.getAttribute("href")),
  }));
};

/** What axe-core finds that is serious or critical, a line each. The policy of the pages lets no script in but their own,
 * so it is given to the browser's own console. */
export const barriers = async (page) => {
  await page.evaluate(AXE);
  // The map is one picture to who cannot see it; its thousands of shapes would take the auditor minutes.
  const found = await page.evaluate(() => globalThis.axe.run({ exclude: [".r-sheets > svg > *"] }, { resultTypes: ["violations"], preload: false }));
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary.replace(/\s+/g, " ").slice(0, 200)})`).join(" | ")}`);
};

/** How far a page is wider than its window. */
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens a page of a site on a desk and on a narrow telephone, in both themes: it shuts nobody out, is never wider than the
 * window, fetches nothing from elsewhere, and shows what players wrote as words. `wait` waits for what the page does by itself. */
export const sound = async (browser, site, name, wait = async () => {}) => {
  for (const [tag, viewport, dark] of [["desk", DESK, false], ["phone", NARROW, true]]) {
    const { page, complaints } = await open(browser, path.join(site, name), { viewport, dark, site });
    await wait(page);
    assert.ok((await overflow(page)) <= 0, `${name}, ${tag}`);
    assert.deepEqual(await barriers(page), [], `${name}, ${tag}`);
    const raw = await page.evaluate(() => ({
      hacked: typeof globalThis.hacked,
      handlers: [...document.querySelectorAll("*")].filter((element) => [...element.attributes].some(({ name }) => name.startsWith("on") || name === "style")).length,
      strange: document.querySelectorAll("iframe, object, embed, img, base, meta[http-equiv=refresh]").length,
      turned: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText),
    }));
    assert.deepEqual(raw, { hacked: "undefined", handlers: 0, strange: 0, turned: false }, name);
    assert.deepEqual(complaints, [], name);
    await page.close();
  }
};

/** Types words into the search of a page; what it finds. */
export const search = async (page, words) => {
  await page.$eval("#search-words", (input) => { input.value = ""; });
  await page.type("#search-words", words);
  await page.waitForFunction(() => /result|does not work/.test(document.querySelector("#search output").textContent));
  await new Promise((resolve) => setTimeout(resolve, 400));
  return page.$$eval("#search li", (items) => items.map((item) => ({ text: item.innerText, to: item.querySelector("a").href })));
};

const BLOB = (id) => new RegExp(`(<script type="application/octet-stream" id="${id}">)([^<]*)(</script>)`);

/** The data of that name which a page carries. */
export const data = (file, id) => {
  const found = BLOB(id).exec(fs.readFileSync(file, "utf8"));
  assert.ok(found, `${file} carries no ${id}`);
  const value = JSON.parse(zlib.gunzipSync(Buffer.from(found[2], "base64")).toString("utf8"));
  // A report is told by its sections.
  for (const step of value.sections ? value.steps : []) step.html = step.html.map((section) => value.sections[section]).join("");
  delete value.sections;
  return value;
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "adjutant-pages-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** A copy of a page whose data of that name was changed by `change`, which gets it and may give other text for it. */
export const altered = (file, id, change, name) => {
  const text = fs.readFileSync(file, "utf8");
  const value = data(file, id);
  const given = change(value);
  const packed = typeof given === "string" ? given : zlib.gzipSync(JSON.stringify(value)).toString("base64");
  const to = path.join(folder, `${name}.html`);
  fs.writeFileSync(to, text.replace(BLOB(id), (_, before, __, after) => before + packed + after));
  return to;
};

/** The folder for screenshots; empty if none are taken. */
export const SHOTS = process.env.ADJUTANT_SHOTS ?? "";

/** Two pages of each kind stand for all: pages of a kind differ in what they say, not in how they are made. */
export const two_of_a_kind = (pages) => {
  const kind = (name) => (name.includes("/") ? path.dirname(name) + name.match(/(-report)?[.]html$/)[0] : name);
  const sorted = [...pages].sort();
  return sorted.filter((name, at) => sorted.slice(0, at).filter((other) => kind(other) === kind(name)).length < 2);
};

/** Takes a picture, if a folder for them is given. */
export const shot = async (page, name, options = {}) => {
  if (!SHOTS) return;
  fs.mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), ...options });
};

/** Writes a page as it is printed, if a folder is given. */
export const print = async (page, name) => {
  const bytes = await page.pdf({ format: "A4", printBackground: true, margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } });
  if (SHOTS) fs.writeFileSync(path.join(SHOTS, `${name}.pdf`), bytes);
  return bytes.length;
};
