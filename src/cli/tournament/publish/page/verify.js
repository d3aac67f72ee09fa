/** The page that verifies a tournament: it checks what it carries, and shows what came of it. */
(() => {
  const byId = (id) => document.getElementById(id);
  const verdict = byId("v-verdict");
  const progress = byId("v-progress");
  const say = (words, state) => {
    verdict.textContent = words;
    verdict.dataset.state = state;
  };
  const counted = (count, noun) => (count === 1 ? `1 ${noun}` : `${count} ${noun}${noun.endsWith("h") ? "es" : "s"}`);
  const list = (lines) => {
    const all = document.createElement("ul");
    for (const line of lines) all.append(Object.assign(document.createElement("li"), { textContent: line }));
    return all;
  };

  const heads = ({ chain }) => {
    const form = byId("v-heads");
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const asked = byId("v-head").value.toLowerCase().replace(/[^0-9a-f]/g, "");
      const at = asked.length < 8 ? -1 : chain.findIndex((digest) => digest.startsWith(asked));
      byId("v-found").textContent = asked.length < 8
        ? "Give at least the first 8 of its 64 digits."
        : at >= 0 ? `It is document ${at} of this chain.` : "It is not in this chain. Keep the mail, and ask the director and the other players.";
    });
  };

  const run = async () => {
    say("Verifying…", "waiting");
    progress.hidden = false;
    let found;
    try {
      const data = await blob.read("tournament");
      found = await tournamentProof.check(data, (part) => { progress.textContent = `${Math.floor(part * 100)} %`; });
    } catch (error) {
      progress.hidden = true;
      return say(`This page cannot be verified here: ${error.message}.`, "bad");
    }
    progress.hidden = true;
    const { ok, checks, failures, left } = found;
    const said = [counted(checks.documents, "document"), counted(checks.signatures, "signature"), counted(checks.results, "result"), counted(checks.matches, "match")].join(", ");
    if (ok) say(`The documents of this tournament verify: ${said} checked.`, "good");
    else say(failures.length === 1 ? "This tournament does not verify: 1 check fails." : `This tournament does not verify: ${failures.length} checks fail.`, "bad");
    const place = byId("v-failures");
    if (!ok) place.append(list(failures.map(({ document: name, message, rule }) => `${name}: ${message} [${rule}]`)));
    if (left.length > 0) place.append(Object.assign(document.createElement("p"), { textContent: "Not covered:" }), list(left));
    heads(found);
  };
  run();
})();
