#!/usr/bin/env node
// Checks that js-yaml reads the same content as adjutant does.
//
// usage: node check.mjs ADJUTANT PATH...
//
// ADJUTANT is the program; each PATH is a YAML file, or a folder that is searched for them; of equal
// files, the first is read. What `ADJUTANT canonical FILE` prints is compared with the canonical form
// (RFC 8785) of what js-yaml reads.
// Exit code 0 if all agree, 1 if a file is read differently, 2 if nothing could be compared.
//
// Needs js-yaml, in a node_modules folder above this file or on NODE_PATH.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const yaml = require("js-yaml");

/** RFC 8785 for strings, whole numbers, truth values, null, lists and mappings; else an error. */
function canonical(value) {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  if (typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    const entry = (key) => JSON.stringify(key) + ":" + canonical(value[key]);
    return "{" + Object.keys(value).sort().map(entry).join(",") + "}";
  }
  throw new TypeError(`${String(value)} is no value of the profile`);
}

function* files(paths) {
  for (const path of paths) {
    if (!statSync(path).isDirectory()) yield path;
    else {
      const names = readdirSync(path, { recursive: true }).map(String).sort();
      for (const name of names) if (name.endsWith(".yaml")) yield join(path, name);
    }
  }
}

const [program, ...paths] = process.argv.slice(2);
if (paths.length === 0) {
  console.error("usage: node check.mjs ADJUTANT PATH...");
  process.exit(2);
}
let compared = 0;
let different = 0;
const seen = new Set();
for (const path of files(paths)) {
  // Every match has its own copy of a pack; one of them is enough.
  const digest = createHash("sha256").update(readFileSync(path)).digest("hex");
  if (seen.has(digest)) continue;
  seen.add(digest);
  let wanted;
  try {
    wanted = execFileSync(program, ["canonical", path], { stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
    wanted = wanted.toString().replace(/\n+$/, "");
  } catch (error) {
    console.log(`${path}: adjutant does not read it: ${String(error.stderr ?? error).trim()}`);
    different += 1;
    continue;
  }
  let theirs;
  try {
    const content = yaml.load(readFileSync(path, "utf8"));
    delete content.signatures;
    theirs = canonical(content);
  } catch (error) {
    theirs = `error: ${error.message}`;
  }
  if (theirs !== wanted) {
    console.log(`${path}: js-yaml reads ${theirs.slice(0, 400)}\n  where adjutant reads ${wanted.slice(0, 400)}`);
    different += 1;
  }
  compared += 1;
}
console.log(`${compared} files compared with js-yaml; ${different} differences`);
process.exit(compared === 0 ? 2 : different > 0 ? 1 : 0);
