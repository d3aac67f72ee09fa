/** The program that serves this page: every question is answered by the engine. */
const server = (() => {
  // A ticket comes in the fragment of the address, and is exchanged for a token, which is kept for a reload of this tab.
  const ticket = new URLSearchParams(location.hash.slice(1)).get("t");
  if (ticket) history.replaceState(null, "", location.pathname);
  let token = sessionStorage.getItem("token") ?? "";
  const enter = async () => {
    if (!ticket) return;
    const answer = await fetch("/api/enter", { method: "POST", headers: { "X-Board": ticket }, body: "{}" });
    if (answer.status !== 200) return;
    ({ token } = await answer.json());
    sessionStorage.setItem("token", token);
  };

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

  return { ask, enter };
})();
