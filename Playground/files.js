// What a file is, by its name and its first bytes: a payload as text, a manifest, a program, something that is not read, or a
// capture or a firmware image, which the program tells from each other.

import { isManifest } from "./layouts.js";

/// Octets that are looked at.
const HEAD = 65_536;

/// The longest manifest, and the longest program.
const MOST_OF_TEXT = 1 << 20;

/// What stands beside a program or an image, and says a version or a name: the file of a build, or of a project.
const BESIDE = ["platformio.ini", "library.properties", "idf_component.yml", "west.yml", "requirements.txt", "sketch.yaml", "prj.conf", ".config"];

/// Of files that were dropped together, the first that is read, and the texts of those that stand beside it, by their names.
export const sorted = async (files) => {
  const isBeside = ({ name, size }) => BESIDE.includes(name) && size <= MOST_OF_TEXT;
  const file = files.find((one) => !isBeside(one)) ?? files[0];
  const others = files.filter((one) => one !== file && isBeside(one));
  const texts = await Promise.all(others.map((one) => one.text()));
  return { file, beside: Object.fromEntries(others.map(({ name }, index) => [name, texts[index]])) };
};

/// `{ text }` of a payload, `{ manifest }` or `{ source }` with its text, `{ binary: true }` for the program, or `{ refusal }` with
/// what to do.
export const recognise = async (file) => {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  if (head.includes(0) || file.size === 0) return { binary: true };
  const text = new TextDecoder().decode(head);
  const first = text.split("\n").map((line) => line.trim()).find((line) => line && !line.startsWith("#")) ?? "";
  if (/^S[0-9][0-9A-Fa-f]{6,}$/.test(first)) {
    return { refusal: `${file.name} is a firmware image in Motorola S-records, which are not read. Drop the ELF file of the build, or make Intel HEX of it: objcopy -I srec -O ihex ${file.name} firmware.hex` };
  }
  if (!BESIDE.includes(file.name) && (/\.ya?ml$/i.test(file.name) || isManifest(text))) {
    if (file.size <= MOST_OF_TEXT) return { manifest: await file.text() };
    return { refusal: `${file.name} is larger than a manifest can be: 1 MiB.` };
  }
  if (/\.(?:c|cc|cpp|cxx|ino|pde|py|kt|kts|java|swift|js|sh)$/i.test(file.name)) {
    if (file.size <= MOST_OF_TEXT) return { source: await file.text() };
    return { refusal: `${file.name} is larger than the programs that are read here: 1 MiB.` };
  }
  if (/\.(?:h|hpp|rs|go|ts|dart|m|mm|cs)$/i.test(file.name)) {
    return { refusal: `${file.name} is source that is not read. Programs are read in C, C++, Arduino, Python, JavaScript, Kotlin, Java, Swift and the shell. Here, drop the ELF file of the build, or use the form “Only names and UUIDs”, which makes what a stack sends.` };
  }
  if (BESIDE.includes(file.name)) {
    return { refusal: `${file.name} says how a program is built, and not what it sends. Drop it together with the program or the image.` };
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
