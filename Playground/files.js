// What a file is, by its first bytes: a payload as text, a manifest, something that only the command reads, or a capture or
// a firmware image, which the program tells from each other.

import { isManifest } from "./layouts.js";

/// Octets that are looked at.
const HEAD = 65_536;

const COMMAND = "On your machine, the command does";

/// The longest manifest.
const MOST_OF_MANIFEST = 1 << 20;

/// `{ text }` of a payload, `{ manifest }` with its text, `{ binary: true }` for the program, or `{ refusal }` with what to do.
export const recognise = async (file) => {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  if (head.includes(0) || file.size === 0) return { binary: true };
  const text = new TextDecoder().decode(head);
  const first = text.split("\n").map((line) => line.trim()).find((line) => line && !line.startsWith("#")) ?? "";
  if (/^S[0-9][0-9A-Fa-f]{6,}$/.test(first)) {
    return { refusal: `${file.name} is a firmware image in Motorola S-records, which are not read. Drop the ELF file of the build, or make Intel HEX of it: objcopy -I srec -O ihex ${file.name} firmware.hex` };
  }
  if (/\.ya?ml$/i.test(file.name) || isManifest(text)) {
    if (file.size <= MOST_OF_MANIFEST) return { manifest: await file.text() };
    return { refusal: `${file.name} is larger than a manifest can be: 1 MiB.` };
  }
  if (/\.(?:c|cc|cpp|cxx|h|hpp|ino|pde|py|rs|swift|kt|java)$/i.test(file.name)) {
    return { refusal: `${file.name} is a program, and this page reads none. ${COMMAND} for C, C++, Arduino and Python: advert lint ${file.name}. Here, drop the ELF file of the build, or use the form “Only names and UUIDs”, which makes what a stack sends.` };
  }
  return file.size <= HEAD ? { text, binary: true } : { binary: true };
};

/// The first layout of a file of hex, in which a line can have a label, and how many there are; `null` when it is none.
export const firstLayout = (text) => {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, "").trim()).filter(Boolean)
    .map((line) => /^(?:(.*[^0-9A-Fa-f\s:].*?):\s+)?((?:[0-9A-Fa-f]{2}[\s:]*)+)$/.exec(line));
  if (lines.length === 0 || lines.some((line) => line === null)) return null;
  const isResponse = ([, label]) => /\bscan-response$/.test(label ?? "");
  const layouts = lines.filter((line) => !isResponse(line));
  if (layouts.length === 0) return null;
  const response = isResponse(lines[1] ?? [""]) ? lines[1][2] : null;
  return { advertising: layouts[0][2], scanResponse: response, count: layouts.length };
};
