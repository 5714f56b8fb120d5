// What a pasted text may be, by how it looks. The program decides.

import { spaced } from "./text.js";

/// RAW of nRF Connect, and its table: both blocks stand in one there, and it does not say where the first ends.
export const isOfPhoneApp = (text) => /^\s*0x(?:[0-9A-F]{2}){3,}\s*$/.test(text) || /^\s*\d+\s+0x[0-9A-F]{2}\s+0x[0-9A-F]+\s*$/im.test(text);

/// Lines of a program: a call, or a command of the shell.
export const mayBeSource = (text) => /[A-Za-z_]\w*\s*\(|\bbtmgmt\b|\bhcitool\b.*\bcmd\b/.test(text);

export const mayBeLog = (text) => text.length > 40 && /[G-Wg-w]/.test(text);

const SERVICE = /(?:service|uuid)(?:(?!identifier)[\s\S]){0,60}?\b([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})\b/i;
const UUID = /\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/gi;

/// The first UUID that a text calls one of a service; `null` without one. Apple's systems call devices by UUIDs, too.
export const serviceIn = (text) => SERVICE.exec(text)?.[1].toLowerCase() ?? null;

/// `2-1-6` as `02 01 06`: some programs print octets without leading zeros.
export const padded = (text) => {
  const parts = text.trim().split(/[-:]/);
  const isShort = parts.length > 6 && parts.every((part) => /^[0-9A-F]{1,2}$/i.test(part)) && parts.some((part) => part.length === 1);
  return isShort ? parts.map((part) => part.padStart(2, "0")).join(" ") : text;
};

/// Whether octets in hex are AD structures from end to end.
const isPayload = (hex) => {
  let place = 0;
  while (place < hex.length) {
    const length = Number.parseInt(hex.slice(place, place + 2), 16);
    if (length === 0) return place > 0 && /^0*$/.test(hex.slice(place));
    place += 2 + 2 * length;
  }
  return hex.length >= 6 && place === hex.length;
};

/// The different payloads that stand somewhere in a text, in their order. Rows of 16 octets below each other are one.
export const payloadsIn = (text) => {
  const rows = [];
  for (const line of text.replace(UUID, "").split(/\r?\n/)) {
    for (const [run] of line.matchAll(/(?<![0-9A-Za-z])(?:0x)?[0-9A-F]{2}(?:[. :-]?[0-9A-F]{2}){2,}(?![0-9A-Za-z])|(?<=: )[0-9A-F]{2}(?: [0-9A-F]{2})*(?=\s*$)/gi)) {
      rows.push(run.replace(/^0x|[. :-]/gi, "").toLowerCase());
    }
  }
  const found = new Set();
  for (let row = 0; row < rows.length; row += 1) {
    let hex = rows[row];
    if (!isPayload(hex) && hex.length === 32) {
      for (let next = row + 1; next < rows.length && !isPayload(hex); next += 1) hex += rows[next];
    }
    if (isPayload(hex)) found.add(hex);
  }
  return [...found];
};

// Packets

/// The kind of an event for a PDU on the air (Core Vol 6 Part B 2.3): for advertisements and scan responses.
const KINDS = { 0: 0, 2: 3, 4: 4, 6: 2 };

/// Advertisements as a sniffer or a host has them, with headers around their data, as the lines of `hcidump`; `null` for octets that
/// begin otherwise. Wireshark copies packets so.
export const packetsOf = (hex) => eventsOf(hex) ?? packetOfAir(hex);

/// HCI events, with the octet 04 before them or without it.
const eventsOf = (hex) => {
  const events = [];
  let rest = hex;
  while (rest.length > 0) {
    const head = /^(?:04)?3e([0-9a-f]{2})(?:02|0d)/.exec(rest);
    if (!head) return null;
    const start = rest.startsWith("04") ? 2 : 0;
    const end = start + 4 + 2 * Number.parseInt(head[1], 16);
    if (end > rest.length) return null;
    events.push(`> ${spaced(`04${rest.slice(start, end)}`)}`);
    rest = rest.slice(end);
  }
  return events.length > 0 ? events.join("\n") : null;
};

/// A packet of the link layer, from its access address on.
const packetOfAir = (hex) => {
  const head = /^d6be898e([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{12})/.exec(hex);
  if (!head) return null;
  const [first, length] = [head[1], head[2]].map((octet) => Number.parseInt(octet, 16));
  const kind = KINDS[first & 0x0f];
  const data = hex.slice(24, 12 + 2 * length);
  if (kind === undefined || length < 6 || data.length !== 2 * length - 12) return null;
  const octet = (number) => number.toString(16).padStart(2, "0");
  const event = `0201${octet(kind)}${octet((first >> 6) & 1)}${head[3]}${octet(length - 6)}${data}7f`;
  return `> ${spaced(`043e${octet(event.length / 2)}${event}`)}`;
};
