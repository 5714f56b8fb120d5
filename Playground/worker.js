// Computes answers with the program, advert.wasm, and unpacks files for it. The page starts it from a blob, so that its
// policy holds here, too, and nothing is loaded when it is started anew.
"use strict";

/// The program takes no more at once.
const MOST_OCTETS = 128 << 20;
/// Of all that is unpacked of one file.
const MOST_UNPACKED = 512 << 20;
const MOST_MEMBERS = 4096;
/// Members that are not opened are named up to this number, and counted beyond.
const MOST_TOLD = 20;
/// What is copied into the program at once.
const PIECE = 4 << 20;
/// A program that has grown beyond this is replaced, because its memory never shrinks.
const MOST_KEPT = 64 << 20;

let module = null;
let program = null;

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
    if (program.memory.buffer.byteLength > MOST_KEPT) program = null;
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

// Files

/// Reads a file and all that is packed in it. Gives an answer for each capture, and says what was not opened.
const readFile = async (file) => {
  const reading = { captures: [], unopened: [], others: 0, left: MOST_UNPACKED, seen: 0 };
  await read(file, file.name, reading, 0);
  return reading;
};

const leaveOut = (reading, line) => {
  reading.others += 1;
  if (reading.unopened.length < MOST_TOLD) reading.unopened.push(line);
};

const startsWith = (octets, ...start) => start.every((octet, index) => octets[index] === octet);

/// Opens content as what its first octets say.
const read = async (content, name, reading, depth) => {
  const start = new Uint8Array(await content.slice(0, 4).arrayBuffer());
  const isZip = startsWith(start, 0x50, 0x4b, 3, 4) || startsWith(start, 0x50, 0x4b, 5, 6);
  const isGzip = startsWith(start, 0x1f, 0x8b);
  if ((isZip || isGzip) && depth > 2) return leaveOut(reading, `${name}: packed more than three times`);
  if (isZip) return readZip(content, name, reading, depth);
  if (isGzip) {
    const unpacked = await unpack(content, "gzip", reading);
    if (unpacked.problem) leaveOut(reading, `${name}: ${unpacked.problem}`);
    return read(unpacked.content, name, reading, depth + 1);
  }
  if (content.size > MOST_OCTETS) return leaveOut(reading, `${name}: ${tooLarge(content.size)}`);
  let answer;
  try {
    answer = compute({ request: "capture", name, octets: content });
  } catch (error) {
    if (depth === 0) throw error;
    return leaveOut(reading, `${name}: the program stopped at it`);
  }
  // In an archive most members are no captures, and that is no problem.
  if (answer.inspect || depth === 0) reading.captures.push(answer);
  else leaveOut(reading, `${name}: ${answer.problem ?? "no capture"}`);
};

/// Unpacks within bounds. What came before damage is kept.
const unpack = async (content, format, reading) => {
  const pieces = [];
  const most = Math.min(MOST_OCTETS, reading.left);
  let size = 0;
  let problem = null;
  const reader = content.stream().pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        problem = `unpacked it has more than ${megabytes(most)}, and the rest was not read`;
        pieces.push(value.subarray(0, value.length - (size - most)));
        await reader.cancel();
        break;
      }
      pieces.push(value);
    }
  } catch {
    problem = "it is damaged, and was read up to there";
  }
  reading.left -= Math.min(size, most);
  return { content: new Blob(pieces), problem };
};

/// Reads the directory of a zip file (APPNOTE 4.3), then one member after the other.
const readZip = async (content, name, reading, depth) => {
  const tailStart = Math.max(0, content.size - 65_557);
  const tail = new DataView(await content.slice(tailStart).arrayBuffer());
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Unreadable(`${name}: the zip file has no directory: it is cut short`);
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff) throw new Unreadable(`${name}: a zip file of more than 4 GB: unpack it first`);
  if (start + size > content.size || size > MOST_OCTETS / 4) throw new Unreadable(`${name}: the directory of the zip file is damaged`);
  const directory = new DataView(await content.slice(start, start + size).arrayBuffer());
  let at = 0;
  for (let member = 0; member < count; member += 1) {
    if (at + 46 > size || directory.getUint32(at, true) !== 0x02014b50) {
      return leaveOut(reading, `${name}: the directory of the zip file is damaged after ${member} members`);
    }
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => directory.getUint16(at + place, true));
    const nameOctets = new Uint8Array(directory.buffer, at + 46, Math.min(nameLength, size - at - 46));
    const entry = {
      name: `${name}/${new TextDecoder().decode(nameOctets)}`,
      isEncrypted: (directory.getUint16(at + 8, true) & 1) === 1,
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      place: directory.getUint32(at + 42, true),
    };
    at += 46 + nameLength + extra + comment;
    if (entry.name.endsWith("/")) continue;
    reading.seen += 1;
    if (reading.seen > MOST_MEMBERS || reading.left <= 0) {
      return leaveOut(reading, `${name}: the rest, from ${entry.name}: there is more than this page unpacks`);
    }
    await readMember(content, entry, reading, depth);
  }
};

const readMember = async (content, { name, isEncrypted, method, packed, place }, reading, depth) => {
  if (isEncrypted) return leaveOut(reading, `${name}: encrypted`);
  if (method !== 0 && method !== 8) return leaveOut(reading, `${name}: packed in a way that browsers do not know (${method})`);
  const head = new DataView(await content.slice(place, place + 30).arrayBuffer());
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) return leaveOut(reading, `${name}: damaged`);
  const start = place + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const octets = content.slice(start, start + packed);
  if (method === 0) return read(octets, name, reading, depth + 1);
  const unpacked = await unpack(octets, "deflate-raw", reading);
  if (unpacked.problem) leaveOut(reading, `${name}: ${unpacked.problem}`);
  return read(unpacked.content, name, reading, depth + 1);
};

// Messages

onmessage = async ({ data }) => {
  if (data.module) {
    module = data.module;
    // What is needed first is there when the first request comes.
    try { program = new WebAssembly.Instance(module, {}).exports; } catch { program = null; }
    return;
  }
  try {
    const answer = data.file ? await readFile(data.file) : compute(data.parts);
    postMessage({ id: data.id, answer });
  } catch (error) {
    postMessage({ id: data.id, problem: error instanceof Unreadable ? error.message : null, trap: String(error) });
  }
};
