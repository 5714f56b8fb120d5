// What a file is, by its first bytes: a capture, a payload as text, a manifest, or something that only the command reads.

import { isManifest } from "./manifest.js";

/// Octets that are looked at.
const HEAD = 65_536;

const COMMAND = "On your machine, the command does";

/// The longest manifest.
const MOST_OF_MANIFEST = 1 << 20;

/// `{ text }` of a payload, `{ manifest }` with its text, `{ capture: true }`, or `{ refusal }` with what to do.
export const recognise = async (file) => {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const starts = (...octets) => octets.every((octet, index) => head[index] === octet);
  const image = (kind) => ({ refusal: `${file.name} is a firmware image (${kind}), and this page reads none. ${COMMAND}: advert lint ${file.name}` });
  if (starts(0x7f, 0x45, 0x4c, 0x46)) return image("ELF");
  if (starts(0x55, 0x46, 0x32, 0x0a)) return image("UF2");
  if (starts(0x3d, 0xb8, 0xf3, 0x96)) return image("MCUboot");
  if (/\.(?:bin|img|dfu|axf|elf|out)$/i.test(file.name)) return image("raw bytes of a memory");
  if (head.includes(0) || file.size === 0) return { capture: true };
  const text = new TextDecoder().decode(head);
  const first = text.split("\n").map((line) => line.trim()).find((line) => line && !line.startsWith("#")) ?? "";
  if (/^:[0-9A-Fa-f]{10,}$/.test(first)) return image("Intel HEX");
  if (/^S[0-9][0-9A-Fa-f]{6,}$/.test(first)) return image("Motorola S-record");
  if (/\.ya?ml$/i.test(file.name) || isManifest(text)) {
    if (file.size <= MOST_OF_MANIFEST) return { manifest: await file.text() };
    return { refusal: `${file.name} is larger than a manifest can be: 1 MiB.` };
  }
  if (/\.(?:c|cc|cpp|cxx|h|hpp|ino|pde|py|rs|swift|kt|java)$/i.test(file.name)) {
    return { refusal: `${file.name} is a program, and this page reads none. ${COMMAND} for C, C++, Arduino and Python: advert lint ${file.name}. Here, the form “Only names and UUIDs” makes what a stack sends.` };
  }
  return file.size <= HEAD ? { text, capture: true } : { capture: true };
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
