// The layouts of a manifest or a firmware image, with what lint finds in each. Opening one fills the boxes.

import { button, counted, element, visible, explained } from "./text.js";

/// Layouts and findings that are shown; more are counted.
const MOST_LAYOUTS = 200;
const MOST_FINDINGS = 50;

const RANKS = ["error", "warning", "note"];
const rank = ({ severity }) => RANKS.indexOf(severity);

/// The findings on a layout, the worst first.
const findingsOf = (lint, { firstFinding, findingCount }) =>
  lint.findings.slice(firstFinding, firstFinding + findingCount).sort((one, other) => rank(one) - rank(other));

/// Whether a text is a manifest: it has one of its keys at the beginning of a line, or of a JSON text.
export const isManifest = (text) => /^(?:layouts|expect|devices|scanners|profiles|overrides)\s*:/m.test(text) || /^\s*\{\s*"(?:\$schema|layouts|expect)"\s*:/.test(text);

/// Shows the layouts; returns them in one line. `use` takes octets into the boxes, and `name` is the file's.
export const showLayouts = (section, { lint, layouts, kind, remarks }, name, use) => {
  const found = layouts.map((layout) => ({ layout, findings: findingsOf(lint, layout) }));
  const ofLayouts = new Set(found.flatMap(({ findings }) => findings));
  const others = lint.findings.filter((finding) => !ofLayouts.has(finding));
  section.replaceChildren(
    element("h2", {}, `Layouts of ${name}`),
    kind ? element("p", {}, `${kind}.`) : "",
    remarks.length > 0 ? element("p", { class: "soft" }, `Note: ${remarks.join("; ")}.`) : "",
    element("p", { class: "soft" }, layouts.length > 0 ? "A name opens what the layout sends, below." : "No layout is known."),
    element("ul", { class: "statements layouts" }, found.slice(0, MOST_LAYOUTS).map((one) => layoutOf(one, name, use)),
      others.slice(0, MOST_FINDINGS).map((finding) => findingOf(finding, name))),
    layouts.length > MOST_LAYOUTS ? element("p", {}, `The first ${MOST_LAYOUTS} of ${layouts.length} are shown: advert lint tells of all.`) : "",
    others.length > MOST_FINDINGS ? element("p", {}, `${others.length - MOST_FINDINGS} more findings: advert lint tells of all.`) : "",
  );
  const { errors, warnings, notes } = lint.summary;
  const counts = [[errors, "error"], [warnings, "warning"], [notes, "note"]].filter(([count]) => count > 0);
  return `${counted(layouts.length, "layout")}: ${counts.map(([count, word]) => counted(count, word)).join(", ") || "nothing is wrong with what they send"}.`;
};

/// Of all layouts the one with the gravest finding; `null` when none has bytes.
export const gravest = ({ lint, layouts }) => {
  const worst = (layout) => Math.min(RANKS.length, ...findingsOf(lint, layout).map(rank));
  const known = layouts.map((layout) => ({ layout, worst: worst(layout) })).filter(({ layout }) => octetsOf(layout) !== null);
  return known.length > 0 ? octetsOf(known.reduce((one, other) => (other.worst < one.worst ? other : one)).layout) : null;
};

const octetsOf = ({ advertising, scanResponse, pdu, merged, interval }) =>
  (advertising === null && scanResponse === null ? null : { advertising: advertising ?? "", scanResponse: scanResponse ?? "", pdu, isMerged: merged, interval });

/// Where a line is: in a source file of an image, or in the file itself.
const placeOf = (path, line, name) => {
  if (!line) return "";
  return element("small", {}, path === name ? ` line ${line}` : ` ${path}:${line}`);
};

const layoutOf = ({ layout, findings }, name, use) => {
  const title = layout.name === null ? `layout in line ${layout.line}` : visible(layout.name);
  const octets = octetsOf(layout);
  const open = async () => {
    await use(octets);
    const answer = document.getElementById("answer");
    answer.focus({ preventScroll: true });
    answer.scrollIntoView();
  };
  return element("li", { class: findings[0]?.severity ?? "good", "data-layout": title },
    element("p", {}, octets ? button(title, open, { class: "link", "aria-label": `Open ${title}` }) : title,
      placeOf(layout.path, layout.line, name), " ",
      findings.length === 0 ? element("span", { class: "badge good" }, "nothing is wrong with it") : ""),
    layout.remarks.length > 0 ? element("p", { class: "soft" }, `${layout.remarks.join("; ")}.`) : "",
    findings.length > 0 ? element("ul", {}, findings.slice(0, MOST_FINDINGS).map((finding) => findingOf(finding, name))) : "",
    findings.length > MOST_FINDINGS ? element("p", {}, `${findings.length - MOST_FINDINGS} more.`) : "");
};

const findingOf = ({ severity, message, source, fix }, name) => element("li", {},
  element("span", { class: `badge ${severity}` }, severity), " ", explained(message), placeOf(source.path, source.line, name),
  fix ? element("p", { class: "fix" }, fix) : "");
