"use strict";
/** Reads what the page carries. */
const blob = (() => {
  /** Thrown where this browser cannot unpack; the message is for the reader. */
  class Old extends Error {}

  const bytes = (text) => {
    const raw = atob(text.trim());
    const out = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
    return out;
  };

  /** The data of the element of that id: gzip in base64, JSON inside. Fails with an Error that says what is wrong. */
  const read = async (id) => {
    if (typeof DecompressionStream !== "function" || typeof Blob.prototype.stream !== "function") {
      throw new Old("This browser is too old to unpack the match. Open the page in one from 2023 or later.");
    }
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page contains no ${id} data`);
    let packed;
    try {
      packed = bytes(element.textContent);
    } catch {
      throw new Error(`the ${id} data is not base64`);
    }
    let text;
    try {
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      text = await new Response(stream).text();
    } catch {
      throw new Error(`the ${id} data does not unpack`);
    }
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`the ${id} data is not JSON`);
    }
  };

  return { read, Old };
})();
