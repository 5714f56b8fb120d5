// Computes answers with the program, advert.wasm. The page starts it from a blob, so that its policy holds here, too, and
// nothing is loaded when it is started anew.
"use strict";

/// The program takes no more at once.
const MOST_OCTETS = 128 << 20;
/// What is copied into the program at once.
const PIECE = 4 << 20;
/// A program that has grown beyond this is replaced, because its memory never shrinks.
const MOST_KEPT = 64 << 20;

let module = null;
let program = null;
/// Octets of its memory after the last answer. Checks look at it.
let memory = 0;

/// A file that is not as it should be; the message is for people.
class Unreadable extends Error {}

// The program

/// Answers a request: parts by name, each octets or a blob.
const compute = (parts) => {
  const named = Object.entries(parts).map(([name, content]) => {
    const part = typeof content === "string" ? new TextEncoder().encode(content) : content;
    return { part, size: part.size ?? part.length, name };
  });
  const heads = named.map(({ name, size }) => new TextEncoder().encode(`${name} ${size}\n`));
  const total = named.reduce((sum, { size }, index) => sum + heads[index].length + size + 1, 0);
  try {
    program ??= new WebAssembly.Instance(module, {}).exports;
    let place = program.advert_input(total) >>> 0;
    if (place === 0) throw new Unreadable(tooLarge(total));
    const put = (octets) => {
      new Uint8Array(program.memory.buffer, place, octets.length).set(octets);
      place += octets.length;
    };
    named.forEach(({ part, size }, index) => {
      put(heads[index]);
      if (part instanceof Blob) {
        const reader = new FileReaderSync();
        for (let at = 0; at < size; at += PIECE) {
          put(new Uint8Array(reader.readAsArrayBuffer(part.slice(at, Math.min(at + PIECE, size)))));
        }
      } else {
        put(part);
      }
      put([10]);
    });
    const length = program.advert_answer() >>> 0;
    const text = new Uint8Array(program.memory.buffer, program.advert_output() >>> 0, length);
    const answer = JSON.parse(new TextDecoder().decode(text));
    memory = program.memory.buffer.byteLength;
    if (memory > MOST_KEPT) program = null;
    return answer;
  } catch (error) {
    // After a trap its memory can be anything.
    program = null;
    throw error;
  }
};

const megabytes = (octets) => `${(octets / (1 << 20)).toFixed(octets < 10 << 20 ? 1 : 0)} MB`;
const tooLarge = (octets) =>
  `${megabytes(octets)} are more than this page reads at once (${megabytes(MOST_OCTETS)}): use advert inspect`;

// Messages

onmessage = ({ data }) => {
  if (data.module) {
    module = data.module;
    // What is needed first is there when the first request comes.
    try { program = new WebAssembly.Instance(module, {}).exports; } catch { program = null; }
    return;
  }
  try {
    const { file, parts } = data;
    const answer = compute(file ? { request: "capture", name: file.name, octets: file } : parts);
    postMessage({ id: data.id, answer, memory });
  } catch (error) {
    postMessage({ id: data.id, problem: error instanceof Unreadable ? error.message : null, trap: String(error) });
  }
};
