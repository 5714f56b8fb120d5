// What the program answers about a layout: findings, octets, scanners, plans, source.

import { soonOf } from "./soon.js";
import { button, counted, drawing, element, safeLines, scrolling, spaced, table, visible } from "./text.js";

const RULES = "https://github.com/OWNER/advert/blob/main/Docs/Rules.md";
/// Of one block; more are counted.
const MOST_STRUCTURES = 256;
const MOST_FINDINGS = 200;
const MOST_DEPTH = 6;

const MARKS = { discovered: "✓", may: "~", missed: "✗", unknown: "?" };
const BLOCKS = { advertising: "advertising data", scanResponse: "scan response data" };
const PLANS = {
  identification: "most of what identifies the device in the advertising data",
  everythingKept: "everything kept as it is, as little as possible moved",
  shortAdvertising: "the shortest advertising data",
};

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
    ...(answer.decode?.notes ?? []).map((note) => element("p", {}, note)),
    merged ? divisionsOf(merged, use) : "",
    ...Object.entries(blocks).filter(([, block]) => block).map(([name, block]) => bytesOf(name, block, findings, merged ? "both blocks in one" : BLOCKS[name])),
    ...(answer.lint ? findingsOf(findings, section, use) : []),
  );
  if (!answer.lint) return "";
  const { errors = 0, warnings = 0, notes = 0 } = answer.lint.summary ?? {};
  const counts = [[errors, "error"], [warnings, "warning"], [notes, "note"]].filter(([count]) => count > 0);
  return counts.length > 0 ? `${counts.map(([count, word]) => counted(count, word)).join(", ")}.` : "Nothing is wrong with it.";
};

/// Shows the scanners and the plans. Without them, `again` computes them.
export const showRest = (section, answer, use, again) => section.replaceChildren(
  ...(answer ? [...scannersOf(answer.reach), ...plansOf(answer, use)]
    : [element("p", {}, "Scanners and plans were not computed. ", button("Compute them", again))]),
);

// The division

/// Where the advertising data may end, each with a button that divides them there; the likeliest first.
const divisionsOf = ({ divisions, likely }, use) => element("section", { class: "divisions", "aria-label": "Where the advertising data end" },
  element("h3", {}, "Where do the advertising data end?"),
  element("ul", { class: "statements" }, [...divisions].sort((one, other) => (other.cut === likely.cut) - (one.cut === likely.cut))
    .map(({ cut, advertising, scanResponse }) => element("li", {},
      element("p", {}, button(`After ${counted(cut, "byte")}`, () => use({ advertising, scanResponse }), { "data-cut": cut }),
        cut === likely.cut ? element("strong", {}, ` likely: ${likely.reason}`) : ""),
      element("p", { class: "soft" }, element("code", {}, advertising ? spaced(advertising) : "nothing"), " | ", element("code", {}, scanResponse ? spaced(scanResponse) : "nothing"))))));

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
    const title = rest.every((octet) => octet === "00") ? "Padding" : rest.length > 1 ? "After the end: ignored by receivers" : "A length byte with nothing after it";
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

/// `measuredPower` as words.
const words = (key) => key.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());

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

const findingsOf = (findings, section, use) => [
  element("h2", { elementtiming: "findings" }, "Findings"),
  findings.length > 0
    ? element("ol", { class: "statements findings" },
      findings.slice(0, MOST_FINDINGS).map((finding, index) => findingOf(finding, index, section, use)))
    : element("p", {}, "Nothing is wrong with it."),
  findings.length > MOST_FINDINGS ? element("p", {}, `${findings.length - MOST_FINDINGS} more.`) : "",
];

const findingOf = (finding, index, section, use) => {
  const { rule, severity, message, block, offset, length, fix, fixBytes } = finding;
  const show = () => {
    const all = [...section.querySelectorAll(`[data-block="${block}"] .structure`)];
    const at = all.findLastIndex((one) => Number(one.dataset.offset) <= offset);
    if (at >= 0) focusOn(all, at);
  };
  const place = offset === null ? "" : `${finding.called ?? BLOCKS[block] ?? block}, ${bytes(offset, length ?? 0).toLowerCase()}`;
  return element("li", { class: severity, "data-rule": rule, "data-block": block, "data-offset": offset, "data-length": length },
    element("p", {}, element("span", { class: `badge ${severity}` }, severity), " ", element("strong", {}, `${index + 1}. ${message}`)),
    element("p", { class: "soft" }, element("a", { href: `${RULES}#${encodeURIComponent(rule)}`, rel: "noreferrer" }, rule),
      place ? [" · ", button(place, show, { class: "link" })] : ""),
    fix ? element("p", { class: "fix", "data-advertising": fixBytes?.advertising, "data-scan-response": fixBytes?.scanResponse }, fix, fixBytes ? [" ", button("Use it", () => use(fixBytes), { "aria-label": `Use the fix: ${fix}` })] : "") : "");
};

// Scanners

const scannersOf = (reach) => {
  const device = reach?.devices[0];
  if (!device || device.answers.length === 0) return [];
  const asked = device.answers.map(({ question, class: number }) => ({
    question, verdicts: reach.classes.find((one) => one.class === number)?.verdicts ?? [],
  }));
  return [element("h2", {}, "Who sees it"), matrixOf(asked), ...asked.slice(0, 8).map(reasonsOf), soonOf(device)];
};

const questionWords = ({ kind, value }) => (kind === "service" ? `service ${value}` : value ? `${words(kind)} ${visible(value)}` : kind === "presence" ? "heard at all" : words(kind));

/// Scanners by questions, a mark each.
const matrixOf = (asked) => {
  const scanners = [...new Set(asked.flatMap(({ verdicts }) => verdicts.flatMap(({ profiles }) => profiles)))];
  return scrolling("Scanners by services", table({ class: "matrix" }, ["Scanner", ...asked.map(({ question }) => questionWords(question))],
    scanners.map((scanner) => element("tr", {}, element("th", { scope: "row" }, scanner), asked.map(({ verdicts }) => {
      const verdict = verdicts.find(({ profiles }) => profiles.includes(scanner));
      if (!verdict) return element("td", {}, "–");
      return element("td", { class: `verdict ${verdict.verdict}`, title: verdict.reason },
        element("span", {}, `${MARKS[verdict.verdict] ?? ""} ${verdict.verdict}`));
    })))));
};

const reasonsOf = ({ question, verdicts }) => {
  const groups = new Map();
  for (const { verdict, reason, profiles } of verdicts) {
    const key = `${verdict} ${reason}`;
    groups.set(key, { verdict, reason, profiles: [...(groups.get(key)?.profiles ?? []), ...profiles] });
  }
  const rows = ["missed", "may", "unknown", "discovered"].flatMap((word) => [...groups.values()].filter(({ verdict }) => verdict === word));
  return element("details", {}, element("summary", {}, `Why: ${questionWords(question)}`),
    table({ class: "answers", untitled: true }, ["Verdict", "Scanners", "Why"], rows.map(({ verdict, reason, profiles }) =>
      element("tr", { class: verdict }, element("td", {}, element("span", { class: `badge ${verdict}` }, `${MARKS[verdict] ?? ""} ${verdict}`)),
        element("td", { class: "scanners" }, profiles.join(", ")), element("td", {}, reason)))));
};

// Plans

const plansOf = ({ repack, forms }, use) => {
  const plans = repack?.plans ?? [];
  const isBest = plans.length > 0 && plans[0].changes.length === 0;
  return [
    element("h2", {}, "The best way to send it"),
    ...(repack?.infeasible ?? []).map(infeasibleOf),
    isBest ? element("p", {}, plans[0].original.likelyCut === null ? "It is sent in the best way." : "Divided as is likely, it is sent in the best way.") : "",
    ...(isBest ? [] : plans.map((plan, index) => planOf(plan, index, forms, use))),
    ...sourceOf(forms?.filter(({ plan }) => plan === null) ?? [], "Source of the bytes as they are"),
  ];
};

const infeasibleOf = ({ reason, bytesOver, alternatives }) => element("div", {},
  element("p", {}, `It cannot be packed in another way: ${bytesOver > 0 ? `${counted(bytesOver, "byte")} too many: ` : ""}${reason}`),
  element("ul", {}, alternatives.map(({ message, price }) => element("li", {}, message, " ", element("small", {}, `Price: ${price}`)))));

const planOf = (plan, index, forms, use) => element("section", { class: "plan", "aria-label": `Plan ${index + 1}` },
  element("h3", {}, `Plan ${index + 1}`, index === 0 ? ", the best" : "", ": ", element("small", {}, PLANS[plan.kind] ?? words(plan.kind))),
  element("ol", {}, plan.changes.map(({ message }) => element("li", {}, message))),
  plan.losses.length > 0
    ? element("p", {}, element("span", { class: "badge warning" }, "lost"), " ", plan.losses.map(({ message }) => message).join("; ")) : "",
  element("dl", { class: "facts" },
    element("dt", {}, "Advertising data"), element("dd", {}, element("code", {}, spaced(plan.advertising)), ` ${plan.free.advertising} free`),
    plan.scanResponse ? [element("dt", {}, "Scan response data"), element("dd", {}, element("code", {}, spaced(plan.scanResponse)),
      plan.free.scanResponse === null ? "" : ` ${plan.free.scanResponse} free`)] : ""),
  element("p", {}, button("Use this plan", () => use(plan), { "aria-label": `Use plan ${index + 1}` })),
  ...sourceOf(forms?.filter((form) => form.plan === index + 1) ?? [], `Source of plan ${index + 1}`));

/// The form last chosen: it stays when the answer changes.
let chosenForm = "zephyr";

/// Forms of source to choose from, and to copy.
const sourceOf = (forms, title) => {
  if (forms.length === 0) return [];
  const text = element("pre", { tabindex: "0", role: "region", "aria-label": title });
  const current = () => forms.find(({ name }) => name === chosenForm) ?? forms[0];
  const show = () => { text.textContent = safeLines(current().source); };
  const choice = element("select", { "aria-label": `Form: ${title}`, change: ({ target }) => { chosenForm = target.value; show(); } },
    forms.map(({ name }) => element("option", { value: name, selected: name === current().name }, name)));
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(current().source);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
      copy.textContent = "Selected";
    }
    setTimeout(() => { copy.textContent = "Copy"; }, 1500);
  }, { "aria-label": `Copy: ${title}` });
  show();
  return [element("details", { class: "source" }, element("summary", {}, title), element("div", { class: "tools" }, choice, copy), text)];
};
