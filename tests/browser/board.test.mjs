// Plays on the board as a person would: by pointing, by keys alone, on a telephone; and attacks the server.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DESK, PHONE, barriers, launch, setting, shot } from "./support.mjs";

const program = path.resolve(setting("ADJUTANT", "the program"));
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const GAMES = {
  crossroads: ["--game", "crossroads", "--side", "union"],
  civil_war: ["--game", "civil_war", "--scenario", "virginia_1861", "--side", "union"],
  seven_days: ["--game", "seven_days", "--side", "confederate"],
  dixie: ["--game", "dixie", "--side", "usa"],
  longstreet: ["--game", "longstreet", "--side", "confederate"],
  battle_cry: ["--game", "battle_cry", "--scenario", "gettysburg", "--side", "union"],
};
const FAR_WEST = ["--game", "civil_war", "--scenario", "campaign_1862", "--side", "confederate", "--option", "far_west"];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "board-"));
const env = { ...process.env, ADJUTANT_HOME: path.join(folder, "secrets"), NO_COLOR: "1" };
const run = (...args) => {
  const ran = spawnSync(program, args, { env, encoding: "utf8" });
  assert.equal(ran.status, 0, `${args.join(" ")}\n${ran.stdout}${ran.stderr}`);
  return ran.stdout;
};

/** A board that is served: its match folder, its address, and what stops it. */
const serve = (game, seed = 3, how = GAMES[game]) => {
  const match = path.join(folder, `${game}-${seed}`);
  if (!fs.existsSync(match)) run("practice", "new", match, ...how, "--seed", String(seed));
  return serveMatch(match);
};
const children = [];
const serveMatch = async (match, more = []) => {
  const child = spawn(program, ["board", match, "--print-url", ...more], { env });
  children.push(child);
  let printed = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      printed += text;
      const found = /http:\S+/.exec(printed);
      if (found) resolve(found[0]);
    });
    child.on("exit", () => reject(new Error(`the board of ${match} has ended: ${printed}`)));
    child.stderr.on("data", (text) => { printed += text; });
  });
  return { match, url, child, stop: () => child.kill() };
};
/** The answer to a question, from the command line. */
const question = (match, name, fields = {}, by = null) => {
  if (by) return JSON.parse(by.call("board", match, "--ask", name));
  const ran = spawnSync(program, ["board", match, "--ask", name], { env, encoding: "utf8", input: JSON.stringify(fields), maxBuffer: 1e9 });
  assert.equal(ran.status, 0, `${name}: ${ran.stdout}${ran.stderr}`);
  return JSON.parse(ran.stdout);
};
/** Plays a practice match on until orders are asked for. */
const playToOrders = (match) => {
  for (let tries = 0; tries < 12; tries += 1) {
    const { asked, over } = question(match, "position");
    if (over || asked?.want.orders !== undefined) return;
    run("practice", "hint", "--write", "--force", "--folder", match);
    run("practice", "go", "--folder", match, "--yes");
  }
  assert.fail(`no orders are asked for in ${match}`);
};

const drafts = (match) => {
  const at = path.join(match, "drafts");
  const names = fs.readdirSync(at).filter((name) => name.endsWith(".yaml")).sort();
  return path.join(at, names.at(-1));
};

const browsers = {};
const browser = (name = "chrome") => {
  browsers[name] ??= launch(name);
  return browsers[name];
};
after(async () => {
  // A test that fails stops nothing itself.
  children.forEach((child) => child.kill());
  for (const one of Object.values(browsers)) await (await one.catch(() => null))?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The board in the browser; nothing may complain. */
const open = async ({ url }, viewport = DESK, within = "chrome") => {
  const page = await (await browser(within)).newPage();
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

/** Clicks on what is called so, where it is on the map or, if it has no place of its own, in a list. */
const point = async (page, id) => {
  const at = await page.evaluate((wanted) => {
    chart.look(wanted);
    const shape = [...document.querySelectorAll(".targets polygon")].find((one) => Object.values(one.dataset).includes(wanted));
    if (!shape) return null;
    const { x, y, width, height } = shape.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, String(id));
  if (at) await page.mouse.click(...at);
  else await page.evaluate((wanted) => document.querySelector(`[data-id="${CSS.escape(wanted)}"]`).click(), String(id));
  await idle(page);
};
/** Waits until no question is open. */
const idle = async (page) => {
  await settled(page);
  await page.waitForNetworkIdle({ idleTime: 120, timeout: 20_000 }).catch(() => {});
};

/** The decisions in a draft's text: no comments, and nothing that differs from match to match. */
const decisions = (match) => fs.readFileSync(drafts(match), "utf8").split("\n")
  .filter((line) => line.trim() && !line.trim().startsWith("#") && !/^(adjutant|kind|match|step|parent|seat):/.test(line)).join("\n");

describe("a game of Crossroads without seeing a file", () => {
  for (const [name, most, how] of [["chrome", 60, "it is played to its end"], ["firefox", 3, "its first turns are played in Firefox"]]) test(`${how} by pointing`, async () => {
    const board = await serve("crossroads", name === "chrome" ? 3 : 14);
    const { page, complaints } = await open(board, DESK, name);
    const begun = question(board.match, "position").step;
    for (let turns = 0; turns < most; turns += 1) {
      const asked = await text(page, "#b-asked");
      if (asked.includes("The match is over")) break;
      const choice = await page.$("#b-draft input[type=radio]");
      if (choice) {
        await choice.click();
        await settled(page);
      } else if (asked.includes("gives orders")) {
        const unit = await page.evaluate(() => document.querySelector(".targets polygon[data-piece].b-can")?.dataset.piece);
        if (unit) {
          await point(page, unit);
          await page.waitForSelector("#b-selection button.b-order");
          await page.$eval("#b-selection button.b-order", (one) => one.click());
          await page.waitForSelector("#b-draft .b-line");
          await idle(page);
        }
        await press(page, "end the orders", "#b-selection").catch(() => {});
        await settled(page);
      }
      const step = await page.$eval("#b-time output", (one) => one.textContent);
      await press(page, "Play");
      await page.waitForFunction((was) => document.querySelector("#b-time output").textContent !== was || /over/.test(document.getElementById("b-asked").textContent), { timeout: 60_000 }, step);
      await settled(page);
    }
    assert.deepEqual(complaints, []);
    assert.match(run("verify", board.match), /verif/);
    if (name === "chrome") {
      assert.match(await text(page, "#b-asked"), /The match is over/);
      assert.match(await text(page, "#b-story"), /wins|drawn/i);
      // Who won, by how much, and what may be done now.
      assert.match(await text(page, ".b-won"), /(wins|drawn)[^]*Points\s+\d+\s+\d+/i);
      await press(page, "New game", "#b-buttons");
      assert.match(await text(page, "#b-dialog"), /adjutant practice new FOLDER --game crossroads .*--side union/);
      await page.keyboard.press("Escape");
      const refused = await page.evaluate(() => server.ask("story", { from: 3, to: 2 }));
      assert.equal(refused.status, 422, JSON.stringify(refused));
    } else assert.ok(question(board.match, "position").step >= begun + most);
    // Back through the match on the same board.
    await page.$eval("#b-time button", (one) => one.click());
    await page.waitForFunction(() => /of/.test(document.querySelector("#b-time output").textContent));
    if (name === "chrome") {
      // Another match, begun and played on in the same page.
      await press(page, "New game", "#b-buttons");
      await press(page, "Begin it here", "#b-dialog");
      await page.waitForFunction(() => /Round 1/.test(document.getElementById("b-asked").textContent), { timeout: 60_000 });
      const next = board.match.replace(/-3$/, "-4");
      assert.equal(question(next, "position").over, null);
      const early = await page.evaluate(() => server.ask("again"));
      assert.equal(early.status, 422, "it is not over");
      await (await page.waitForSelector("#b-draft input[type=radio]")).click();
      await settled(page);
      const step = await page.$eval("#b-time output", (one) => one.textContent);
      await press(page, "Play");
      await page.waitForFunction((was) => document.querySelector("#b-time output").textContent !== was, { timeout: 60_000 }, step);
      assert.deepEqual(complaints, []);
      assert.match(run("verify", next), /verif/);
    }
    await page.close();
    board.stop();
  });
});

describe("a turn of each game", () => {
  /** An example match up to a step, in which a seat is asked for orders; a copy for each browser. */
  const positionOf = (example, step, name) => {
    const from = path.join(root, "examples", example);
    const to = path.join(folder, `${example}-${step}-${name}`);
    fs.cpSync(from, to, { recursive: true, filter: (file) => {
      const name = path.basename(file);
      return !/^(reports|disclosures)$/.test(name) && !(/^\d{4}/.test(name) && Number(name.slice(0, 4)) > step);
    } });
    return to;
  };
  // What is pointed at, and the words of the orders that are pressed; an order whose end is pointed at needs no words. The drafts in
  // boards/ were written by hand from that.
  const TURNS = {
    civil_war: ["virginia-head-to-head", 8, "confederate", [["point", "4905"], ["press", "bring a strength point from the East track to Winchester (4905)"],
      ["point", "4905"], ["point", "jackson"], ["point", "5006"], ["press", "move Jackson alone via Leesburg (5005) to Manassas (5006)"]]],
    seven_days: ["seven-days", 5, "ann", [["point", "45"], ["press", "begin an Assault Impulse from Meadow's Bridge Road (45): A.P. Hill tries to activate his command"],
      ["point", "45"], ["point", "ap_hill_infantry"], ["point", "5"], ["press", "move A.P. Hill with his infantry and artillery to Mechanicsville (5)"]]],
    dixie: ["dixie", 6, "usa", [["point", "ct_1"], ["look", "fire with 1st Connecticut (infantry 3)"], ["press", "fire with 1st Connecticut (infantry 3)"], ["clear"], ["press", "end the Battle Turn"]]],
    battle_cry: ["battle-cry-gettysburg", 3, "union", [["press", "pass"]]],
    longstreet: ["longstreet", 6, "federal", [["press", "pass"]]],
  };
  for (const [game, [example, step, seat, clicks]] of Object.entries(TURNS)) for (const name of ["chrome", "firefox"]) {
    test(`${game}: a turn pointed at in ${name} is the draft that was written by hand`, async () => {
      const match = positionOf(example, step, name);
      const board = await serveMatch(match, ["--seat", seat]);
      const { page, complaints } = await open(board, DESK, name);
      await page.waitForFunction(() => document.querySelector("#b-selection button"), { timeout: 30_000 });
      for (const [how, what] of clicks) {
        if (how === "point") await point(page, what);
        // Who stays on an order reads its chances.
        else if (how === "look") {
          const one = await page.evaluateHandle((words) => [...document.querySelectorAll("#b-selection .b-order")].find(({ textContent }) => textContent === words), what);
          await one.asElement().evaluate((of) => of.scrollIntoView({ block: "center" }));
          await one.asElement().hover();
          await page.waitForFunction((of) => /hits on average.*at least one: \d/.test(of.parentElement.querySelector(".b-chance").textContent), { timeout: 10_000 }, one);
        }
        else if (how === "clear") await page.keyboard.press("Escape");
        else {
          await page.evaluate(() => document.querySelectorAll("#b-selection details").forEach((one) => { one.open = true; }));
          await page.evaluate(() => new Promise((done) => { setTimeout(done, 50); }));
          const more = await page.$$("#b-selection button");
          for (const one of more) if (/^Show all/.test(await one.evaluate((of) => of.textContent))) await one.evaluate((of) => of.click());
          await press(page, what, "#b-selection");
        }
        await idle(page);
      }
      const golden = fs.readFileSync(path.join(here, "boards", `${game}.yaml`), "utf8").trim();
      assert.equal(decisions(match), golden);
      const { top, bottom, wanted } = await page.$eval(".b-side", (side) => {
        const { top, bottom } = side.getBoundingClientRect();
        return { top, bottom, wanted: document.getElementById("b-orders").getBoundingClientRect().top };
      });
      assert.ok(wanted > top - 40 && wanted < bottom, `the orders are in sight: ${wanted} between ${top} and ${bottom}`);
      assert.deepEqual(complaints, []);
      assert.equal(await page.evaluate(() => draft.checked()?.ok), true);
      // Who moves is drawn where he is going.
      if (game === "civil_war") assert.equal(await page.$eval(".b-ghost-name", (one) => one.textContent), "Jackson");
      await page.close();
      board.stop();
    });
  }

  test("a whole night is composed of the orders that are pointed at", async () => {
    const board = await serveMatch(positionOf("seven-days", 40, "night"), ["--seat", "ann"]);
    const { page, complaints } = await open(board);
    await page.waitForFunction(() => document.querySelector("#b-selection button"), { timeout: 30_000 });
    for (const [place, words] of [["15", "tonight make Stuart Cavalry Fresh"], ["12", "tonight entrench Hopewell Church (12)"]]) {
      await point(page, place);
      await page.evaluate(() => document.querySelectorAll("#b-selection details").forEach((one) => { one.open = true; }));
      await press(page, words, "#b-selection");
      await idle(page);
      await idle(page);
    }
    assert.deepEqual(await page.evaluate(() => draft.get().orders), [{ night: { replace: ["stuart_cavalry"], entrench: [12] } }]);
    assert.equal(await page.evaluate(() => draft.checked()?.ok), true);
    assert.deepEqual(complaints, []);
    await page.close();
    board.stop();
  });

  test("a unit is sent over a table without printed places by pointing", async () => {
    const board = await serve("longstreet", 6);
    playToOrders(board.match);
    const { page, complaints } = await open(board);
    await idle(page);
    const { orders } = question(board.match, "offers", { select: [] });
    const { order } = orders.find(({ order: one }) => one.movement?.cards.length === 1 && !one.movement.modify);
    await page.evaluate((one) => draft.add(one), order);
    await idle(page);
    await point(page, "va_33");
    const to = { east: 73, north: 110 };
    const { table } = question(board.match, "picture");
    const spot = await page.evaluate(({ corner: [x, y], size: [wide, high], units: [east, north] }, { east: e, north: n }) => {
      const { a, d, e: dx, f: dy } = document.querySelector(".b-arrows").getScreenCTM();
      return [(x + (e * wide) / east) * a + dx, (y - (n * high) / north) * d + dy];
    }, table, to);
    await page.mouse.click(...spot);
    await page.waitForFunction(() => draft.get().orders.length === 2);
    await idle(page);
    const [, { move }] = await page.evaluate(() => draft.get().orders);
    assert.equal(move.unit, "va_33");
    assert.ok(Math.abs(move.to.east - to.east) <= 1 && Math.abs(move.to.north - to.north) <= 1, JSON.stringify(move));
    assert.equal(await page.evaluate(() => draft.checked()?.ok), true);
    // Where it goes is drawn.
    assert.ok(await page.$(".b-arrows path"));
    assert.deepEqual(complaints, []);
    await page.close();
    board.stop();
  });

  test("a referee sees the match and has the turns to adjudicate, and orders nothing", async () => {
    const match = path.join(folder, "refereed");
    const last = 4;
    fs.cpSync(path.join(root, "examples/virginia-refereed"), match, { recursive: true, filter: (file) => {
      const at = Number(/^(\d{4})/.exec(path.basename(file))?.[1] ?? 0);
      return !/^(reports|disclosures)$/.test(path.basename(file)) && at <= (path.basename(path.dirname(file)) === "turns" ? last + 1 : last);
    } });
    const board = await serveMatch(match, ["--seat", "adjudicator"]);
    const { page, complaints } = await open(board);
    const { side, answers_turns, hand } = question(match, "position", {}, { call: (...args) => run(...args, "--seat", "adjudicator") });
    assert.deepEqual([side, answers_turns, hand], [null, true, []]);
    assert.match(await text(page, "#b-draft"), /adjudicate them in the terminal/);
    assert.ok(await page.evaluate(() => [...document.querySelectorAll("#b-buttons button")].some((one) => one.textContent === "Adjudicate in the terminal")));
    assert.ok(await page.$("#b-stage .targets polygon"));
    await point(page, "5206");
    assert.match(await text(page, "#b-selection"), /Washington/);
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(complaints, []);
    await page.close();
    board.stop();
  });

  for (const game of Object.keys(GAMES)) {
    test(`${game}: pointing, undo, random clicks`, async () => {
      const board = await serve(game, 5);
      playToOrders(board.match);
      const { page, complaints } = await open(board);
      await page.waitForFunction(() => document.querySelector("#b-selection button"), { timeout: 30_000 });
      const untouched = fs.readFileSync(drafts(board.match), "utf8");
      let state = 12345;
      const random = (below) => {
        state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
        return state % below;
      };
      const clicks = Number(process.env.ADJUTANT_CLICKS ?? 40);
      for (let n = 0; n < clicks; n += 1) {
        await page.evaluate((pick, kind) => {
          const within = ["#b-selection button", "#b-draft .b-line button", "#b-cards button", ".targets polygon", "#b-draft input", "#b-selection summary"][kind];
          const all = [...document.querySelectorAll(within)].filter((one) => !one.disabled && !/^(Play|Sign)/.test(one.textContent));
          const one = all[pick % all.length];
          if (!one) return;
          if (one.localName !== "polygon") return one.click();
          const { x, y, width, height } = one.getBoundingClientRect();
          document.getElementById("b-stage").dispatchEvent(new MouseEvent("click", { clientX: x + width / 2, clientY: y + height / 2, bubbles: true }));
        }, random(100_000), random(6));
        if (n % 4 === 3) await settled(page);
      }
      await idle(page);
      // What the page says of the draft is what the check says of the file.
      const shown = await page.evaluate(() => ({ ok: draft.checked()?.ok, wrong: document.querySelectorAll("#b-draft .b-bad").length, empty: Object.keys(draft.get()).length === 0 }));
      const checked = spawnSync(program, ["check", "--folder", board.match], { env, encoding: "utf8" });
      assert.equal(shown.ok === true, checked.status === 0, `${JSON.stringify(shown)} ${checked.stdout}${checked.stderr}`);
      if (!shown.ok && !shown.empty) assert.ok(shown.wrong > 0, "a draft that is not legal says so");
      const long = await page.$$eval(".b-ghost-name", (all) => all.map((one) => one.textContent).filter((words) => words.length > 40));
      assert.deepEqual(long, [], "the names of those who go leave the map its room");
      // Every change can be undone, to the former bytes.
      for (let n = 0; n < 200 && (await page.evaluate(() => draft.canUndo())); n += 1) await page.evaluate(() => draft.undo());
      await settled(page);
      assert.equal(fs.readFileSync(drafts(board.match), "utf8"), untouched);
      assert.deepEqual(complaints, []);
      await page.close();
      board.stop();
    });
  }

  test("the enemy's hand is in no answer", () => {
    for (const [game, enemy] of [["dixie", "csa"], ["longstreet", "federal"], ["battle_cry", "confederate"]]) {
      const match = path.join(folder, `${game}-5`);
      const hand = JSON.parse(run("show", "hand", "--folder", match, "--seat", enemy, "--format", "json"));
      const cards = hand.piles.hand.filter((card) => card);
      assert.ok(cards.length > 0, game);
      const own = JSON.stringify(question(match, "position").hand);
      for (const name of ["position", "picture", "offers", "story", "hint", "check"]) {
        const answer = JSON.stringify(question(match, name));
        // A card that both sides have, under one id, says nothing.
        for (const card of cards.filter((one) => !own.includes(`"${one}"`))) assert.ok(!answer.includes(`"${card}"`), `${game} ${name}: ${card}`);
        assert.ok(!/salt|passphrase|"secret"/i.test(name === "story" ? "" : answer), `${game} ${name}`);
      }
    }
  });
});

describe("the board can be read", () => {
  const LAPTOP = { width: 1280, height: 720 };
  /** What is shown too small, or where it covers the map, of what the page shows. */
  const legibility = (page) => page.evaluate(() => {
    const stage = document.getElementById("b-stage");
    const { left, top, right, bottom } = stage.getBoundingClientRect();
    const small = [...stage.querySelectorAll("text")].filter((text) => {
      const box = text.getBoundingClientRect();
      return text.checkVisibility() && box.right > left && box.left < right && box.bottom > top && box.top < bottom;
    }).map((text) => {
      const { a, b } = text.getScreenCTM();
      return [text.textContent, Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)];
    }).filter(([, size]) => size < 8.95);
    const over = [...document.querySelectorAll(".b-tools, .b-time, #b-aside:not([hidden])")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top < bottom - 1 && box.bottom > top + 1 && box.left < right && box.right > left;
    }).map((one) => one.className);
    const shown = [...stage.querySelectorAll("text")].filter((text) => text.checkVisibility()).length;
    return { small, over, shown, tracks: stage.querySelectorAll("g.tracks").length, wide: document.documentElement.scrollWidth - document.documentElement.clientWidth };
  });

  for (const game of Object.keys(GAMES)) {
    test(`${game}: letters of 9 px and more, and nothing over the map, on a laptop and on a telephone, by day and by night`, async () => {
      const board = await serve(game, 5);
      for (const [tag, viewport] of [["laptop", LAPTOP], ["phone", PHONE]]) {
        const { page, complaints } = await open(board, viewport);
        for (const [light, value] of [["day", "light"], ["night", "dark"]]) {
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
          await idle(page);
          const { shown, ...found } = await legibility(page);
          assert.deepEqual(found, { small: [], over: [], tracks: 0, wide: 0 }, `${tag} by ${light}`);
          assert.ok(shown > 3, `${shown} labels on a ${tag}`);
          const high = await page.$eval(".b-bar", (bar) => bar.getBoundingClientRect().height);
          assert.ok(high < 48, `the steps and the tools are one row on a ${tag}: ${high} px`);
          // By night the paper of the map is dark, and its letters light.
          const filter = await page.$eval(".r-sheets", (sheets) => getComputedStyle(sheets).filter);
          assert.equal(filter !== "none", light === "night");
          await shot(page, `board-${game}-${tag}-${light}`);
        }
        assert.deepEqual(complaints, []);
        await page.close();
      }
      board.stop();
    });
  }

  test("the Far West: both sheets, each alone and together, with letters of 9 px and more", async () => {
    const board = await serve("far_west", 5, FAR_WEST);
    for (const [tag, viewport] of [["laptop", LAPTOP], ["phone", PHONE]]) {
      const { page, complaints } = await open(board, viewport);
      const seen = async (words) => {
        await press(page, words);
        await new Promise((done) => setTimeout(done, 900));
        await idle(page);
        const { shown, ...found } = await legibility(page);
        assert.deepEqual(found, { small: [], over: [], tracks: 0, wide: 0 }, `${words} on a ${tag}`);
        await shot(page, `board-far-west-${tag}-${words.toLowerCase().replace(" ", "-")}`);
        const squeezed = await page.$$eval(".b-bar button", (all) => all.filter((one) => one.getBoundingClientRect().height > 40).map((one) => one.textContent));
        assert.deepEqual(squeezed, [], "every button is written in one line");
        const inside = await page.evaluate(() => {
          const { left, right, top, bottom } = document.getElementById("b-stage").getBoundingClientRect();
          const within = (id) => {
            const { x, y, width, height } = document.querySelector(`.targets polygon[data-place="${id}"]`).getBoundingClientRect();
            return x + width / 2 >= left && x + width / 2 <= right && y + height / 2 >= top && y + height / 2 <= bottom;
          };
          return ["B0413", "B4740", "5109"].map(within);
        });
        return { shown, inside };
      };
      const all = await seen("All");
      const west = await seen("Far West");
      const main = await seen("Main map");
      assert.deepEqual(all.inside, [true, true, true], "Fort Yuma, Brownsville and Richmond");
      assert.deepEqual(west.inside, [true, true, false]);
      assert.deepEqual(main.inside.slice(2), [true]);
      assert.ok(all.shown > 8 && west.shown > 8 && main.shown > 8, JSON.stringify([tag, all, west, main]));
      assert.deepEqual(await barriers(page), []);
      assert.deepEqual(complaints, []);
      await page.close();
    }
    board.stop();
  });

  test("the tracks of Seven Days have a place of their own, and what is said of a place stands apart from it", async () => {
    const board = await serve("seven_days", 5);
    const { page, complaints } = await open(board, LAPTOP);
    assert.equal(await page.$eval("#b-aside", (aside) => aside.hidden), true);
    await page.keyboard.press("t");
    await page.waitForSelector("#b-aside:not([hidden])");
    const sizes = await page.$$eval("#b-aside text", (all) => all.map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a));
    assert.ok(sizes.length > 20 && Math.min(...sizes) >= 8.95, `${Math.min(...sizes)} px`);
    assert.match(await page.$eval("#b-aside", (aside) => aside.textContent), /June 26.*Replacement Points/s);
    assert.deepEqual(await barriers(page), []);
    await page.keyboard.press("t");
    for (const share of [0.15, 0.85]) {
      const spot = await page.$eval("#b-stage", (stage, part) => {
        const { x, y, width, height } = stage.getBoundingClientRect();
        return [x + width / 2, y + height * part];
      }, share);
      await page.mouse.move(...spot);
      await page.waitForFunction(() => document.getElementById("b-told").textContent !== "");
      const { top, bottom } = await page.$eval("#b-told", (told) => told.getBoundingClientRect().toJSON());
      assert.ok(spot[1] < top || spot[1] > bottom, `${spot} within ${top} to ${bottom}`);
    }
    assert.deepEqual(complaints, []);
    await page.close();
    board.stop();
  });

  test("the match is stepped back through and replayed by keys, with everything that stands there under the pointer", async () => {
    const board = await serve("crossroads", 7);
    playToOrders(board.match);
    const { page, complaints } = await open(board, LAPTOP);
    const newest = question(board.match, "position").step - 1;
    await page.keyboard.press(",");
    await page.waitForFunction((step) => document.querySelector("#b-time output").textContent === `step ${step - 1} of ${step}`, {}, newest);
    await page.waitForFunction(() => document.body.classList.contains("b-past"));
    await page.waitForSelector("#b-stage .targets polygon[data-piece='tripp']");
    const spot = await page.$eval(".targets polygon[data-piece='tripp']", (shape) => {
      const { x, y, width, height } = shape.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    await page.mouse.move(...spot);
    await page.waitForFunction(() => /Tripp: .*Tanyard/.test(document.getElementById("b-told").textContent));
    // An earlier step gives no orders.
    await page.mouse.click(...spot);
    assert.equal(await page.$eval("#b-do", (section) => section.checkVisibility()), false);
    await page.keyboard.press("Home");
    await page.waitForFunction((step) => document.querySelector("#b-time output").textContent === `step 0 of ${step}`, {}, newest);
    await page.keyboard.press("p");
    await page.waitForFunction((step) => document.querySelector("#b-time output").textContent === `step ${step}, now`, { timeout: 60_000 }, newest);
    await page.waitForFunction(() => !document.body.classList.contains("b-past"));
    assert.deepEqual(complaints, []);
    await page.close();
    board.stop();
  });

  test("what happened is told in order, and of a match without a move nothing is since the last one", async () => {
    const fresh = await serve("crossroads", 11);
    const { page } = await open(fresh);
    await page.waitForFunction(() => document.querySelector("#b-story h3"));
    assert.equal(await text(page, "#b-happened-title"), "What happened");
    await page.close();
    fresh.stop();
    playToOrders(fresh.match);
    const { steps } = question(fresh.match, "story", { from: 0 });
    const numbers = steps.map(({ step }) => step);
    assert.ok(numbers.length > 2);
    assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b));
  });

  test("how long a page takes is measured: until it can be used, and from a click to the answer", async () => {
    for (const game of ["crossroads", "civil_war", "seven_days"]) {
      const board = await serve(game, 5);
      const began = performance.now();
      const { page } = await open(board, LAPTOP);
      const opened = performance.now() - began;
      await page.waitForFunction(() => document.querySelector(".targets polygon"));
      const took = await page.evaluate(async () => {
        const began = performance.now();
        const { status } = await server.ask("offers", { draft: draft.get(), select: [] });
        return status === 200 ? performance.now() - began : null;
      });
      console.log(`${game}: the page after ${Math.round(opened)} ms, an answer after ${Math.round(took)} ms`);
      assert.ok(took !== null);
      await page.close();
      board.stop();
    }
  });
});

describe("everything can be reached", () => {
  test("at three zooms, on a desk and a telephone, what orders name is hit where it is shown", async () => {
    const board = await serve("civil_war", 5);
    for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
      const { page } = await open(board, viewport);
      for (const zoom of [1, 1.8, 2.5]) {
        const missed = await page.evaluate(async (factor) => {
          chart.whole();
          await new Promise((done) => setTimeout(done, 200));
          chart.zoom(factor);
          await new Promise((done) => setTimeout(done, 200));
          const stage = document.getElementById("b-stage").getBoundingClientRect();
          const shapes = [...document.querySelectorAll(".targets polygon")];
          return shapes.filter((shape) => {
            const { x, y, width, height } = shape.getBoundingClientRect();
            const [cx, cy] = [x + width / 2, y + height / 2];
            if (cx < stage.left + 2 || cy < stage.top + 2 || cx > stage.right - 2 || cy > stage.bottom - 2) return false;
            return !document.elementsFromPoint(cx, cy).includes(shape);
          }).map((shape) => JSON.stringify({ ...shape.dataset }));
        }, zoom);
        assert.deepEqual(missed, []);
      }
      await page.close();
    }
    board.stop();
  });

  test("keys alone give an order, and the page has no barriers", async () => {
    const board = await serve("crossroads", 9);
    playToOrders(board.match);
    for (const viewport of [DESK, PHONE]) {
      const { page, complaints } = await open(board, viewport);
      await idle(page);
      assert.deepEqual(await barriers(page), []);
      if (viewport === DESK) {
        await page.keyboard.press("/");
        await page.keyboard.type("Tripp");
        await page.waitForFunction(() => document.querySelector("#b-list button"));
        await page.keyboard.press("Tab");
        const focus = () => page.evaluate(() => document.activeElement.textContent.trim());
        for (let tries = 0; tries < 20 && (await focus()) !== "Tripp"; tries += 1) await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.waitForSelector("#b-selection button.b-order");
        await page.focus("#b-do");
        for (let tries = 0; tries < 20 && !(await page.evaluate(() => document.activeElement.classList.contains("b-order"))); tries += 1) await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.waitForSelector("#b-draft .b-line");
        await page.keyboard.press("Escape");
        await idle(page);
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press("u");
        await page.waitForFunction(() => !document.querySelector("#b-draft .b-line"));
        await page.keyboard.press("?");
        await page.waitForSelector("dialog[open]");
        assert.deepEqual(await barriers(page), []);
      }
      assert.deepEqual(complaints, []);
      await page.close();
    }
    board.stop();
  });

  test("a draft that is edited in an editor appears, and two pages do not overwrite each other", async () => {
    const board = await serve("crossroads", 9);
    const [one, two] = [await open(board), await open(board)];
    await point(one.page, "tripp");
    await one.page.waitForSelector("#b-selection button.b-order");
    await one.page.$eval("#b-selection button.b-order", (button) => button.click());
    await one.page.waitForSelector("#b-draft .b-line");
    await two.page.waitForSelector("#b-draft .b-line", { timeout: 10_000 });
    const file = drafts(board.match);
    fs.writeFileSync(file, `${fs.readFileSync(file, "utf8")}comment: written by hand\n`);
    await two.page.waitForFunction(() => draft.get().comment === "written by hand", { timeout: 10_000 });
    await idle(one.page);
    await press(two.page, "✕", "#b-draft .b-line");
    await idle(two.page);
    assert.match(fs.readFileSync(file, "utf8"), /comment: written by hand/);
    // A draft of another step is not called legal, and is kept.
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(/^step: \d+/m, "step: 99"));
    await two.page.waitForFunction(() => /cannot be used.*for step 99/.test(document.getElementById("b-draft").textContent), { timeout: 10_000 });
    assert.equal(await two.page.$eval("#b-buttons button", (first) => first.disabled), true);
    await press(two.page, "Keep it under another name, and begin anew", "#b-draft");
    await two.page.waitForFunction(() => !/cannot be used/.test(document.getElementById("b-draft").textContent), { timeout: 10_000 });
    await idle(two.page);
    assert.match(fs.readFileSync(`${file}.set-aside`, "utf8"), /step: 99/);
    await one.page.close();
    await two.page.close();
    board.stop();
  });
});

describe("a match by mail", () => {
  /** A player with a secrets folder of his own, and with a terminal in which his board runs. */
  const player = (name) => {
    const own = { ...env, ADJUTANT_HOME: path.join(folder, `${name}-secrets`) };
    const call = (...args) => {
      const ran = spawnSync(program, args, { env: own, encoding: "utf8", cwd: folder });
      assert.equal(ran.status, 0, `${name}: ${args.join(" ")}\n${ran.stdout}${ran.stderr}`);
      return ran.stdout;
    };
    const board = async (match) => {
      const child = spawn("script", ["-qfec", `"${program}" board "${path.join(folder, match)}" --print-url`, "/dev/null"], { env: own });
      const terminal = { text: "" };
      child.stdout.on("data", (part) => { terminal.text += part; });
      const asks = async (words) => {
        for (let tries = 0; tries < 200 && !terminal.text.includes(words); tries += 1) await new Promise((done) => { setTimeout(done, 50); });
        assert.ok(terminal.text.includes(words), `${words}: ${terminal.text}`);
      };
      await asks("#t=");
      return { url: /http:\S+/.exec(terminal.text)[0], child, asks, answer: (words) => child.stdin.write(`${words}\n`), terminal, stop: () => child.kill() };
    };
    return { call, board };
  };

  test("it is played from two boards, signed in terminals, with mail pasted from one page into the other", async () => {
    const [ann, bob] = [player("ann"), player("bob")];
    ann.call("keygen");
    bob.call("keygen");
    ann.call("match", "new", "ann", "--game", "crossroads", "--title", "By mail");
    ann.call("match", "join", "ann", "--seat", "union", "--name", "Ann");
    const circulate = (from, to) => fs.copyFileSync(path.join(folder, from, "charter.yaml"), path.join(folder, to, "charter.yaml"));
    fs.mkdirSync(path.join(folder, "bob"));
    circulate("ann", "bob");
    bob.call("match", "join", "bob", "--seat", "confederate", "--name", "Bob");
    bob.call("match", "sign", "bob");
    circulate("bob", "ann");
    ann.call("match", "sign", "ann");
    circulate("ann", "bob");
    ann.call("adjudicate", "--folder", "ann");
    // What Ann has mailed, as a reader of mail shows it: quoted. The set-up comes first; the whole mail is pasted below.
    const mail = ann.call("bundle", "--folder", "ann", "--out", "-").split("\n").map((line) => `> ${line}`).join("\n");
    fs.copyFileSync(path.join(folder, "ann/states/0000.yaml"), path.join(folder, "set-up.yaml"));
    bob.call("receive", "set-up.yaml", "--folder", "bob");
    const board = await bob.board("bob");
    const { page } = await open(board);
    await page.$eval("#b-letters textarea", (box, words) => { box.value = words; }, mail);
    await press(page, "Take it in", "#b-letters");
    await page.waitForFunction(() => [...document.querySelectorAll("#b-buttons button")].some((one) => one.textContent === "Answer in the terminal"), { timeout: 20_000 });
    await page.$eval("dialog button", (one) => one.click());
    const number = () => /Type (\d{4}) to do it/.exec(board.terminal.text)[1];
    // What is typed before the question is no answer to it.
    board.answer("y");
    await press(page, "Answer in the terminal");
    await board.asks("to do it");
    await page.waitForFunction(() => /the answer in the terminal was no/.test(document.getElementById("b-status").textContent), { timeout: 20_000 });
    assert.equal(fs.readdirSync(path.join(folder, "bob/states")).length, 1);
    board.terminal.text = "";
    await page.waitForFunction(() => [...document.querySelectorAll("#b-buttons button")].some((one) => one.textContent === "Answer in the terminal" && !one.disabled), { timeout: 20_000 });
    await press(page, "Answer in the terminal");
    await board.asks("to do it");
    board.answer(number());
    await page.waitForFunction(() => document.querySelector("#b-draft input[type=radio]"), { timeout: 20_000 });
    assert.equal(fs.readdirSync(path.join(folder, "bob/states")).length, 2);
    await page.$eval("#b-draft input[type=radio]", (one) => one.click());
    await settled(page);
    board.terminal.text = "";
    await press(page, "Sign in the terminal");
    await board.asks("to do it");
    assert.match(board.terminal.text, /choice: hold/);
    // What is shown is what is signed, whatever becomes of the file meanwhile.
    const file = drafts(path.join(folder, "bob"));
    const shown = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, shown.replace("choice: hold", "choice: march"));
    board.answer(number());
    await page.waitForFunction(() => /You have signed this turn|not your move|not the move/.test(document.getElementById("b-asked").textContent), { timeout: 20_000 });
    const signed = fs.readdirSync(path.join(folder, "bob/turns")).filter((name) => name.includes("confederate"));
    assert.equal(signed.length, 1);
    const letter = question(path.join(folder, "bob"), "position", {}, bob);
    assert.equal(letter.signed, `turns/${signed[0]}`);
    await page.close();
    board.stop();
    bob.call("verify", "bob");
  });
});

describe("the server", () => {
  let board;
  let token;
  before(async () => {
    board = await serve("crossroads", 9);
    ({ token } = JSON.parse((await send({ at: "/api/enter", token: new URL(board.url).hash.slice(3) })).body));
  });
  after(() => board.stop());

  const send = ({ method = "POST", at = "/api/events", headers = {}, body = "{}", token: given }) => new Promise((resolve, reject) => {
    const { hostname, port } = new URL(board.url);
    const request = http.request({ agent: false, hostname, port, method, path: at, headers: { Host: `127.0.0.1:${port}`, "X-Board": given ?? token, ...headers } }, (answer) => {
      let read = "";
      answer.on("data", (part) => { read += part; });
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, body: read }));
    });
    request.on("error", reject);
    if (method !== "GET") request.write(body);
    request.end();
  });

  test("it answers the page and nobody else", async () => {
    const { port } = new URL(board.url);
    const rows = [
      ["the page's own question", {}, 200], ["the same from its own origin", { headers: { Origin: `http://127.0.0.1:${port}` } }, 200],
      ["through a tunnel", { headers: { Host: "localhost:8000", Origin: "http://localhost:8000" } }, 200],
      ["no token", { token: "" }, 403], ["another token", { token: "A".repeat(22) }, 403], ["a longer token", { token: `${token}A` }, 403], ["the ticket", { token: new URL(board.url).hash.slice(3) }, 403], ["another ticket", { at: "/api/enter", token: "A".repeat(22) }, 403],
      ["another name for this machine", { headers: { Host: "evil.example" } }, 403], ["a name that begins alike", { headers: { Host: `127.0.0.1.evil.example:${port}` } }, 403],
      ["another site", { headers: { Origin: "https://evil.example" } }, 403], ["a file", { headers: { Origin: "null" } }, 403],
      ["another port of this machine", { headers: { Origin: "http://127.0.0.1:1" } }, 403], ["a cross-site form", { headers: { "Sec-Fetch-Site": "cross-site" } }, 403],
      ["GET", { method: "GET" }, 405], ["PUT", { method: "PUT" }, 405], ["OPTIONS", { method: "OPTIONS" }, 405],
      ["no such question", { at: "/api/key" }, 404], ["a path that climbs", { at: "/../../etc/passwd", method: "GET" }, 404], ["another file", { at: "/drafts/", method: "GET" }, 404],
      ["no JSON", { body: "{" }, 400], ["a huge body", { body: " ".repeat(1 << 20) + "{}" }, 413], ["an old state", { body: JSON.stringify({ parent: "0".repeat(64) }) }, 409],
      ["signing", { at: "/api/sign" }, 422], ["a draft that is nonsense", { at: "/api/check", body: JSON.stringify({ draft: { orders: [{ march: { unit: "<script>" } }, 7, null], commit: 3, standing: [] } }) }, 200],
      ["offers for nonsense", { at: "/api/offers", body: JSON.stringify({ select: ["<img src=x>"] }) }, 422], ["a step that is not there", { at: "/api/picture", body: JSON.stringify({ step: 99999 }) }, 422],
      ["a mail that is none", { at: "/api/receive", body: JSON.stringify({ text: "hello" }) }, 200], ["a broken file", { at: "/api/receive", body: JSON.stringify({ base64: "***" }) }, 422],
    ];
    for (const [what, asked, status] of rows) {
      const answer = await send(asked);
      assert.equal(answer.status, status, `${what}: ${answer.body.slice(0, 300)}`);
      assert.match(answer.headers["content-security-policy"], /default-src 'none'.*frame-ancestors 'none'/);
      assert.equal(answer.headers["cache-control"], "no-store");
      assert.equal(answer.headers["access-control-allow-origin"], undefined);
    }
  });

  test("ten thousand questions do it no harm", async () => {
    for (let round = 0; round < 100; round += 1) {
      await Promise.all(Array.from({ length: 100 }, () => send({ token: round % 2 ? "wrong" : undefined })));
    }
    assert.equal((await send({})).status, 200);
  });

  test("it ends when its page is closed", async () => {
    const one = await serve("crossroads", 9);
    const { page } = await open(one);
    const ended = new Promise((resolve) => { one.child.on("exit", resolve); });
    await page.close({ runBeforeUnload: true });
    assert.equal(await Promise.race([ended, new Promise((resolve) => { setTimeout(() => resolve("still there"), 15_000); })]), 0);
  });
});
