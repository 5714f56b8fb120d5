// What a layout holds: its octets with their values, and what is wrong with them.

import { button, counted, drawing, element, explained, ofPage, scrolling, spaced, table, visible, words } from "./text.js";

/// The pages of the rules are published beside this page.
const RULES = "rules/";
/// Of one block; more are counted.
const MOST_STRUCTURES = 256;
const MOST_FINDINGS = 200;
const MOST_DEPTH = 6;

const BLOCKS = { advertising: "advertising data", scanResponse: "scan response data" };
/// Shows the bytes and, when they are there, the findings; returns these in one line. `use` takes octets into the boxes.
export const showAnswer = (section, answer, use) => {
  const blocks = {
    advertising: answer.decode?.advertising ?? null,
    scanResponse: answer.decodeScanResponse?.scanResponse ?? null,
  };
  const merged = answer.decode?.merged ?? null;
  // What is said of both blocks in one is at their bytes.
  const findings = (answer.lint?.findings ?? []).map((finding) => (merged && !finding.block ? { ...finding, block: "advertising", called: "both blocks in one" } : finding));
  section.replaceChildren(
    element("h2", { elementtiming: "bytes" }, "The bytes"),
    ...(answer.decode?.notes ?? []).map((note) => element("p", { class: "soft" }, sentence(ofPage(note)))),
    ...Object.entries(blocks).filter(([, block]) => block).map(([name, block]) => bytesOf(name, block, findings, merged ? "both blocks in one" : BLOCKS[name])),
    ...(answer.lint ? findingsOf(findings, section, use) : []),
  );
  if (!answer.lint) return "";
  const { errors = 0, warnings = 0, notes = 0 } = answer.lint.summary ?? {};
  const counts = [[errors, "error"], [warnings, "warning"], [notes, "note"]].filter(([count]) => count > 0);
  return counts.length > 0 ? `${counts.map(([count, word]) => counted(count, word)).join(", ")}.` : "Nothing is wrong with it.";
};

const sentence = (words) => `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;

// The bytes

const bytesOf = (name, block, findings, called) => {
  const octets = block.bytes.match(/../g) ?? [];
  const flags = findings.map((finding, index) => ({ ...finding, number: index + 1 }))
    .filter((finding) => finding.block === name && finding.offset !== null);
  const parts = partsOf(block, octets);
  const shown = parts.slice(0, MOST_STRUCTURES);
  const free = block.limit - octets.length;
  const room = `${octets.length} of ${block.limit} bytes`
    + (free > 0 ? `, ${free} free` : free < 0 ? `, ${-free} too many` : "");
  const title = called[0].toUpperCase() + called.slice(1);
  const reading = element("p", { class: "reading", id: `reading-${name}` }, "Point at a structure, or go through them with the arrow keys.");
  const buttons = shown.map((part, index) => structureOf(part, index, octets, flags, name, reading));
  const map = element("div", { class: "map", role: "group", "aria-label": `${title}, structure by structure`, keydown: walk }, buttons);
  const end = flags.filter((flag) => flag.offset >= octets.length);
  if (end.length > 0) map.append(marks(end));
  return element("div", { class: "block", "data-block": name },
    element("h3", {}, title, " ", element("small", {}, room)), roomOf(block, parts, flags, octets.length), map,
    octets.length > 0 ? reading : "",
    scrolling(`Values of the ${called}`, table({ class: "values" }, ["At", "Structure", "Value"],
      shown.map((part) => valuesOf(part)))),
    parts.length > shown.length ? element("p", {}, counted(parts.length - shown.length, "more structure")) : "",
    block.problems.length > 0
      ? element("ul", {}, block.problems.map(({ offset, message }) => element("li", {}, `Byte ${offset}: ${message}`))) : "");
};

/// The structures, and what is not one.
const partsOf = (block, octets) => {
  const parts = block.structures.map((structure) => ({
    ...structure,
    kind: kindOf(structure, block.problems),
    title: structure.typeName ?? `Type 0x${structure.type.toString(16).padStart(2, "0")}`,
  }));
  const last = parts.at(-1);
  const end = last ? last.offset + last.length : 0;
  if (end < octets.length) {
    const rest = octets.slice(end);
    const title = rest.every((octet) => octet === "00") ? "Padding" : rest.length > 1 ? "After the end: some receivers ignore it" : "A length byte with nothing after it";
    parts.push({ offset: end, length: rest.length, kind: "rest", title, value: null, decoded: null });
  }
  return parts;
};

/// The family of its type, which has a colour.
const kindOf = ({ type, offset }, problems) => {
  if (problems.some((problem) => problem.offset === offset)) return "broken";
  if (type === 0x01) return "flags";
  if ((type >= 0x02 && type <= 0x07) || [0x14, 0x15, 0x1f].includes(type)) return "services";
  if (type === 0x08 || type === 0x09) return "name";
  if (type === 0xff) return "maker";
  return [0x16, 0x20, 0x21].includes(type) ? "data" : "other";
};

const roomOf = (block, parts, flags, count) => {
  const width = Math.max(block.limit <= 31 ? block.limit : count, count, 1);
  const bar = (x, length, kind, y, height) => drawing("rect", { class: kind, x, y, width: length, height });
  return drawing("svg", { class: "room", viewBox: `0 0 ${width} 1`, preserveAspectRatio: "none", "aria-hidden": "true" }, [
    ...parts.map(({ offset, length, kind }) => bar(offset, length, `k-${kind}`, 0, 1)),
    ...flags.map(({ offset, length }) => bar(offset, length, "flagged", 0.75, 0.25)),
  ]);
};

/// A structure of the map. One of them is reached with Tab, and the others from there with the arrow keys.
const structureOf = (part, index, octets, flags, name, reading) => {
  const end = part.offset + part.length;
  const own = flags.filter((flag) => flag.offset < end && flag.offset + Math.max(flag.length, 1) > part.offset);
  const words = `${bytes(part.offset, part.length)}: ${part.title}${valueWords(part)}`
    + own.map((flag) => `. Finding ${flag.number}, ${flag.severity}: ${flag.message}`).join("");
  const content = octets.slice(part.offset, end).map((octet, position) => {
    const place = part.offset + position;
    const flag = own.find((one) => place >= one.offset && place < one.offset + one.length);
    const starting = own.filter((one) => one.offset === place);
    return [
      position > 0 ? " " : "",
      starting.length > 0 ? marks(starting) : "",
      element("span", { class: flag ? `octet flag ${flag.severity}` : "octet" }, octet),
    ];
  });
  const tell = () => { reading.replaceChildren(words); };
  return button(content, () => choose(name, part.offset), {
    class: `structure k-${part.kind}`, "data-offset": part.offset, tabindex: index === 0 ? "0" : "-1", "aria-label": words,
    focus: tell, mouseenter: tell,
  });
};

/// The numbers of findings that start at a place.
const marks = (flags) => element("sup", { "aria-hidden": "true" }, flags.map(({ number }) => number).join(","));

const walk = (event) => {
  const all = [...event.currentTarget.querySelectorAll("button")];
  const at = all.indexOf(document.activeElement);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  focusOn(all, Math.min(Math.max(to, 0), all.length - 1));
};

const focusOn = (all, index) => {
  all.forEach((one, position) => { one.tabIndex = position === index ? 0 : -1; });
  all[index]?.focus();
};

/// Marks the values of a structure.
const choose = (name, offset) => {
  for (const row of document.querySelectorAll(".values tr")) row.classList.remove("chosen");
  const row = document.querySelector(`[data-block="${name}"] tr[data-offset="${Number(offset)}"]`);
  row?.classList.add("chosen");
  row?.scrollIntoView({ block: "nearest" });
};

const bytes = (offset, length) => (length === 1 ? `Byte ${offset}` : length === 0 ? `Before byte ${offset}` : `Bytes ${offset} to ${offset + length - 1}`);

// The values

const valuesOf = (part) => element("tr", { "data-offset": part.offset },
  element("td", { class: "number" }, String(part.offset)),
  element("th", { scope: "row", class: `k-${part.kind}` }, part.title, " ", element("small", {}, counted(part.length, "byte"))),
  element("td", {}, part.decoded ? fieldsOf(part.decoded, 0) : part.value === null ? "" : element("code", {}, spaced(part.value))));

const isHidden = (key, value) => value === null || (Array.isArray(value) && value.length === 0) || (key === "unverified" && value === false);

const fieldsOf = (fields, depth) => {
  if (depth > MOST_DEPTH) return "…";
  const named = Array.isArray(fields.uuids) && Array.isArray(fields.names);
  return element("dl", { class: "facts" }, Object.entries(fields).map(([key, value]) => {
    if (isHidden(key, value) || (named && key === "names")) return "";
    const shown = named && key === "uuids"
      ? value.map((uuid, index) => (fields.names[index] === null ? uuid : `${uuid} (${visible(fields.names[index])})`)).join(", ")
      : valueOf(value, depth);
    return [element("dt", {}, words(key)), element("dd", {}, shown)];
  }).flat());
};

const valueOf = (value, depth) => {
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => one === null || typeof one !== "object");
    if (isPlain) return value.map((one) => plain(one)).join(", ");
    return element("ul", {}, value.map((one) => element("li", {}, valueOf(one, depth + 1))));
  }
  return value !== null && typeof value === "object" ? fieldsOf(value, depth + 1) : plain(value);
};

const plain = (value) => (value === null ? "–" : value === true ? "yes" : value === false ? "no" : visible(value));

/// The value in a line, for the map.
const valueWords = ({ decoded }) => {
  if (!decoded) return "";
  const said = decoded.names?.filter((name) => name !== null).join(", ") || decoded.uuids?.join(", ") || decoded.name
    || decoded.known?.kind || decoded.companyName;
  return said ? `: ${visible(said)}` : "";
};

// Findings

const findingsOf = (findings, section, use, known = new Set()) => [
  element("h2", { elementtiming: "findings" }, "Findings"),
  findings.length > 0
    ? element("ol", { class: "statements findings" },
      findings.slice(0, MOST_FINDINGS).map((finding, index) => findingOf(finding, index, section, use, known)))
    : element("p", {}, "Nothing is wrong with it."),
  findings.length > MOST_FINDINGS ? element("p", {}, `${findings.length - MOST_FINDINGS} more.`) : "",
];

const findingOf = (finding, index, section, use, known) => {
  const { rule, severity, message, block, offset, length, fix, fixBytes } = finding;
  const show = () => {
    const all = [...section.querySelectorAll(`[data-block="${block}"] .structure`)];
    const at = all.findLastIndex((one) => Number(one.dataset.offset) <= offset);
    if (at >= 0) focusOn(all, at);
  };
  const place = offset === null ? "" : `${finding.called ?? BLOCKS[block] ?? block}, ${bytes(offset, length ?? 0).toLowerCase()}`;
  return element("li", { class: severity, "data-rule": rule, "data-block": block, "data-offset": offset, "data-length": length },
    element("p", {}, element("span", { class: `badge ${severity}` }, severity), " ", element("strong", {}, explained(`${index + 1}. ${message}`, known))),
    element("p", { class: "soft" }, element("a", { href: `${RULES}${encodeURIComponent(rule)}.html` }, rule),
      place ? [" · ", button(place, show, { class: "link" })] : ""),
    fix ? element("p", { class: "fix", "data-advertising": fixBytes?.advertising, "data-scan-response": fixBytes?.scanResponse }, ofPage(fix), fixBytes ? [" ", button("Use it", () => use(fixBytes), { "aria-label": `Use the fix: ${fix}` })] : "") : "");
};
