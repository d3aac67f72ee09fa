/** The proof of the page by itself: runs it, and tells what was found. */
const verdict = (() => {
  const { html } = chart;
  const { $, many, badge } = page_tools;
  const NAMES = { signatures: "signature", digests: "digest", links: "link", reveals: "reveal", rolls: "roll", cards: "card event" };
  const ABOUT = {
    signatures: "Each document is signed with the keys of the charter.",
    digests: "Each document has the digest that the other documents and this page give for it.",
    links: "Each state names the one before it and the turns that it answers; nobody acted out of turn.",
    reveals: "Each secret is the one that its owner committed to.",
    rolls: "Each roll follows from the secrets of both sides, and matches the record, the dice tables and the charts of this page.",
    cards: "Each card was where its owner said it was, as the disclosed secrets show.",
  };
  const outcome = (result, carried) => {
    const { ok, checks, failures, left, owed } = result;
    const counted = Object.entries(NAMES).filter(([key]) => key !== "cards" || checks.cards > 0);
    const counts = [carried.states ? many(carried.states, "state") : "", carried.turns ? many(carried.turns, "turn") : "",
      ...counted.map(([key, name]) => many(checks[key] ?? 0, name))].filter(Boolean);
    const body = [];
    const found = failures.length < 20 ? many(failures.length, "finding") : `${failures.length} findings or more`;
    if (ok && owed.length > 0) {
      const who = `Not disclosed: the hand of ${owed.join(" and of ")}.`;
      badge("none", "Verified in part in this browser.", who);
      body.push(html("p", { className: "r-verdict" }, `No errors in what is here. ${who} ${counts.join(", ")}.`));
    } else if (ok) {
      badge("good", "Verified in this browser: no errors.", `${counts.join(", ")}.`);
      body.push(html("p", { className: "r-verdict r-good" }, `✓ No errors. ${counts.join(", ")}.`));
    } else {
      const first = failures[0];
      badge("bad", `Verification fails: ${found}.`, first?.step != null ? `The first is at step ${first.step}.` : "");
      body.push(html("p", { className: "r-verdict r-bad" }, `✗ ${found}. Do not trust this page; ask the players for the files, and run adjutant verify.`));
      body.push(html("ol", { className: "r-failures" }, ...failures.map(({ step, message, document: name, rule, seat }) => {
        const item = html("li", {});
        if (step != null) item.append(html("a", { href: `#step=${step}` }, `Step ${step}`), ": ");
        item.append(message);
        const of = [name, seat, rule].filter(Boolean).join(", ");
        if (of) item.append(" ", html("small", {}, `(${of})`));
        return item;
      })));
    }
    const rows = counted.map(([key, name]) => html("tr", {}, html("th", { scope: "row" }, `${name[0].toUpperCase()}${name.slice(1)}s`), html("td", {}, (checks[key] ?? 0).toLocaleString("en")), html("td", {}, ABOUT[key])));
    body.push(html("div", { className: "wide" }, html("table", {}, html("caption", {}, "What was recomputed here"), html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "What"), html("th", { scope: "col" }, "How many"), html("th", { scope: "col" }, "What it means"))), html("tbody", {}, ...rows))));
    body.push(html("h3", {}, "What this does not verify"), html("ul", {}, ...(left ?? []).map((sentence) => html("li", {}, sentence))));
    $("check-body").replaceChildren(...body);
  };
  const unsound = (message) => {
    badge("bad", "Verification fails.", "The page is damaged, or was altered.");
    $("check-body").replaceChildren(html("p", { className: "r-verdict r-bad" }, `✗ ${message}`));
  };
  const prove = async (view) => {
    badge("busy", "Verifying …");
    try {
      const carried = await blob.read("proof");
      let said = performance.now();
      const result = await proof.check(view, carried, (done, all) => {
        const share = all ? done / all : done;
        if (performance.now() - said < 200) return;
        said = performance.now();
        badge("busy", `Verifying: ${Math.floor(Math.min(share, 1) * 100)} %`, "Signatures, digests, secrets and dice are recomputed in this browser.");
      });
      outcome(result, { states: carried.states?.length, turns: carried.turns?.length });
      return result;
    } catch (error) {
      unsound(`The page cannot be verified: ${error.message}. It is damaged, or was altered.`);
      return null;
    }
  };

  return { prove };
})();
