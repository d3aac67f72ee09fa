// Plays on the board as a person would: by pointing, by keys alone, on a telephone; and attacks the server.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { DESK, PHONE, barriers, launch, setting } from "./support.mjs";

const program = path.resolve(setting("ADJUTANT", "the program"));
const GAMES = {
  crossroads: ["--game", "crossroads", "--side", "union"],
  civil_war: ["--game", "civil_war", "--scenario", "virginia_1861", "--side", "union"],
  seven_days: ["--game", "seven_days", "--side", "confederate"],
  dixie: ["--game", "dixie", "--side", "usa"],
  longstreet: ["--game", "longstreet", "--side", "confederate"],
  battle_cry: ["--game", "battle_cry", "--scenario", "gettysburg", "--side", "union"],
};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "board-"));
const env = { ...process.env, ADJUTANT_HOME: path.join(folder, "secrets"), NO_COLOR: "1" };
const run = (...args) => {
  const ran = spawnSync(program, args, { env, encoding: "utf8" });
  assert.equal(ran.status, 0, `${args.join(" ")}\n${ran.stdout}${ran.stderr}`);
  return ran.stdout;
};

/** A board that is served: its match folder, its address, and what stops it. */
const serve = async (game, seed = 3) => {
  const match = path.join(folder, `${game}-${seed}`);
  if (!fs.existsSync(match)) run("practice", "new", match, ...GAMES[game], "--seed", String(seed));
  const child = spawn(program, ["board", match, "--print-url"], { env });
  let printed = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      printed += text;
      const found = /http:\S+/.exec(printed);
      if (found) resolve(found[0]);
    });
    child.on("exit", () => reject(new Error(`the board of ${game} has ended: ${printed}`)));
    child.stderr.on("data", (text) => { printed += text; });
  });
  return { match, url, child, stop: () => child.kill() };
};

const drafts = (match) => {
  const at = path.join(match, "drafts");
  const names = fs.readdirSync(at).filter((name) => name.endsWith(".yaml")).sort();
  return path.join(at, names.at(-1));
};

let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The board in the browser; nothing may complain. */
const open = async ({ url }, viewport = DESK) => {
  const page = await browser.newPage();
  const complaints = [];
  page.on("console", (message) => { if (["error", "warn"].includes(message.type()) && !/409|422/.test(message.text())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => { if (new URL(request.url()).host !== new URL(url).host && !request.url().startsWith("data:")) complaints.push(request.url()); });
  await page.setViewport(viewport);
  await page.goto(url);
  await ready(page);
  return { page, complaints };
};
const ready = (page) => page.waitForFunction(() => document.querySelector("#b-buttons button") && document.querySelector("#b-stage svg") && !/Reading/.test(document.getElementById("b-asked").textContent), { timeout: 60_000 });
/** Waits until the page has saved and checked the last change. */
const settled = (page) => page.evaluate(async () => {
  await draft.settled();
  await new Promise((done) => setTimeout(done, 60));
  await draft.settled();
});
const press = async (page, words, within = "body") => {
  const found = await page.evaluateHandle((text, scope) => [...document.querySelectorAll(`${scope} button`)].find((one) => one.textContent.trim() === text && !one.disabled), words, within);
  assert.ok(found.asElement(), `no button '${words}'`);
  await found.asElement().evaluate((one) => one.click());
};
const text = (page, selector) => page.$eval(selector, (one) => one.innerText);

describe("a game of Crossroads without seeing a file", () => {
  test("it is played to its end by pointing", async () => {
    const board = await serve("crossroads");
    const { page, complaints } = await open(board);
    for (let turns = 0; turns < 60; turns += 1) {
      const asked = await text(page, "#b-asked");
      if (asked.includes("The match is over")) break;
      const choice = await page.$("#b-draft input[type=radio]");
      if (choice) {
        await choice.click();
        await settled(page);
      } else if (asked.includes("gives orders")) {
        // A unit, then one of the places where its orders may end; if it has none, the end of the orders.
        const done = await page.evaluate(() => {
          const outlined = document.querySelector(".targets polygon[data-piece].b-can");
          if (!outlined) return false;
          const { x, y, width, height } = outlined.getBoundingClientRect();
          const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
          document.getElementById("b-stage").dispatchEvent(new MouseEvent("click", at));
          return true;
        });
        if (done) {
          await page.waitForSelector("#b-selection h3");
          await page.waitForSelector("#b-selection button.b-order");
          await page.$eval("#b-selection button.b-order", (one) => one.click());
          await page.waitForSelector("#b-draft .b-line");
          await settled(page);
        }
        await press(page, "end the orders", "#b-selection").catch(() => {});
        await settled(page);
      }
      const step = await page.$eval("#b-time output", (one) => one.textContent);
      await press(page, "Play");
      await page.waitForFunction((before) => document.querySelector("#b-time output").textContent !== before || /over/.test(document.getElementById("b-asked").textContent), { timeout: 60_000 }, step);
      await settled(page);
    }
    assert.match(await text(page, "#b-asked"), /The match is over/);
    assert.match(await text(page, "#b-story"), /wins|drawn/);
    assert.deepEqual(complaints, []);
    assert.match(run("verify", board.match), /verif/);
    await page.close();
    board.stop();
  });
});
