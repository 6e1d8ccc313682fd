#!/usr/bin/env node
"use strict";

/* node.js MODULE.wasm ARGUMENT... - the command of the page, run by node on files of this machine. */
const fs = require("fs");
const path = require("path");
const { run } = require(path.join(__dirname, "wasi.js"));

async function main() {
  const [, , file, ...args] = process.argv;
  const module = await WebAssembly.compile(fs.readFileSync(file));
  const files = {};
  for (const word of args)
    if (!word.startsWith("-") && fs.existsSync(word) && fs.statSync(word).isFile()) files[word.replace(/^(\.?\/)+/, "")] = new Uint8Array(fs.readFileSync(word));
  const before = new Map(Object.entries(files));
  const answer = await run(module, ["parot", ...args], files, { environment: { PAROT_MEMORY: process.env.PAROT_MEMORY || "2G" } });
  for (const [name, content] of Object.entries(answer.files))
    if (!before.has(name) || Buffer.compare(Buffer.from(before.get(name)), Buffer.from(content)) !== 0) fs.writeFileSync(name, content);
  process.stdout.write(answer.stdout);
  process.stderr.write(answer.stderr);
  process.exitCode = answer.status;
}

main();
