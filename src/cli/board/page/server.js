/** The program that serves this page: every question is answered by the engine. */
const server = (() => {
  // The token comes in the fragment of the address, which is never sent, and is kept for a reload of this tab.
  const given = new URLSearchParams(location.hash.slice(1)).get("t");
  if (given) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname);
  }
  const token = sessionStorage.getItem("token") ?? "";

  /** The answer to a question; `{status, value}`. */
  const ask = async (name, fields = {}, keepalive = false) => {
    const answer = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Board": token },
      body: JSON.stringify(fields),
      keepalive,
    });
    const text = await answer.text();
    return { status: answer.status, value: text ? JSON.parse(text) : {} };
  };

  addEventListener("pagehide", () => {
    ask("closed", {}, true).catch(() => {});
  });

  return { ask };
})();
