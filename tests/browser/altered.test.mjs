// Pages that somebody altered: each turns red and names the step.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { altered, data, launch, open, replay, setting, verdict } from "./support.mjs";

const SMALL = setting("ADJUTANT_SMALL", "the replay of a small match");
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

/** Opens an altered page, which must turn red, name that step in a link, and say what is wrong. */
const red = async (file, step, words) => {
  const { page, complaints } = await replay(browser, file);
  const { state, badge, body, steps } = await verdict(page);
  assert.equal(state, "bad", badge);
  assert.ok(steps.includes(`#step=${step}`), `step ${step} is not among ${steps}: ${body}`);
  assert.match(body, words);
  await page.$eval(`.r-failures a[href="#step=${step}"]`, (link) => link.click());
  assert.ok((await page.$eval("#r-when", (element) => element.textContent)).startsWith(`Step ${step} `));
  assert.deepEqual(complaints, []);
  await page.close();
};
const thrown = data(SMALL, "proof").states.find(({ rolls }) => rolls?.some(({ faces, sides }) => faces && sides === 6)).step;

test("a die", async () => {
  await red(altered(SMALL, "proof", ({ states }) => {
    const roll = states.find(({ step }) => step === thrown).rolls.find(({ faces, sides }) => faces && sides === 6);
    roll.faces[0] = (roll.faces[0] % 6) + 1;
  }, "die"), thrown, /roll|die/i);
});

test("a die that only the page shows otherwise", async () => {
  await red(altered(SMALL, "view", ({ steps }) => {
    const { rolls } = steps.find(({ n }) => n === thrown);
    const roll = rolls.find(({ faces, sides }) => faces && sides === 6);
    roll.faces[0] = (roll.faces[0] % 6) + 1;
  }, "shown"), thrown, /roll|shows/i);
});

test("a signature", async () => {
  await red(altered(SMALL, "proof", ({ states }) => {
    const { signatures } = states.find(({ step }) => step === 12);
    signatures[0].sig = (signatures[0].sig[0] === "A" ? "B" : "A") + signatures[0].sig.slice(1);
  }, "signature"), 12, /signature/i);
});

test("an order", async () => {
  let step;
  const page = altered(SMALL, "proof", ({ turns }) => {
    const turn = turns.find(({ orders }) => orders?.length > 0);
    step = turn.step;
    turn.orders.pop();
  }, "order");
  await red(page, step, /signature/i);
});

test("a step that is left out", async () => {
  await red(altered(SMALL, "proof", (proof) => {
    proof.states = proof.states.filter(({ step }) => step !== 20);
  }, "gap"), 20, /state/i);
});

test("a page that carries no sound data says so plainly", async () => {
  const torn = (value) => Buffer.from(JSON.stringify(value)).toString("base64");
  for (const [name, page] of [["view", altered(SMALL, "view", torn, "torn")], ["view", altered(SMALL, "view", () => "!", "garbled")]]) {
    const { page: opened } = await open(browser, page);
    const { state } = await verdict(opened);
    assert.equal(state, "bad", name);
    assert.match(await opened.$eval("#r-plain", (element) => element.textContent), /damaged/);
    await opened.close();
  }
  const { page } = await replay(browser, altered(SMALL, "proof", torn, "unproved"));
  const { state, body } = await verdict(page);
  assert.equal(state, "bad");
  assert.match(body, /damaged/);
  await page.close();
});
