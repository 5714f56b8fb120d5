// What a pasted text may be, by how it looks. The program decides.

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
