// Asks the program of the playground, as the page does: node Scripts/playground/answer-playground.js FILE.wasm
//
// A line of standard input is a list of parts in JSON, each a name and a text, or a name and an object with the path of a
// file. A line of standard output is the answer, or an object with the key "trap".
"use strict";

const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");

const module_ = new WebAssembly.Module(readFileSync(process.argv[2]));

/// A program that has not run yet: one that trapped is of no use.
const start = () => new WebAssembly.Instance(module_, {}).exports;

let program = start();

const answer = (parts) => {
  const octets = Buffer.concat(parts.flatMap(([name, value]) => {
    const content = typeof value === "string" ? Buffer.from(value) : readFileSync(value.path);
    return [Buffer.from(`${name} ${content.length}\n`), content, Buffer.from("\n")];
  }));
  const place = program.advert_input(octets.length) >>> 0;
  if (place === 0) return JSON.stringify({ trap: "too long" });
  new Uint8Array(program.memory.buffer, place, octets.length).set(octets);
  const length = program.advert_answer() >>> 0;
  return Buffer.from(program.memory.buffer, program.advert_output() >>> 0, length).toString().replaceAll("\n", " ");
};

createInterface({ input: process.stdin }).on("line", (line) => {
  let text;
  try {
    text = answer(JSON.parse(line));
  } catch (error) {
    text = JSON.stringify({ trap: String(error) });
    program = start();
  }
  process.stdout.write(`${text}\n`);
});
