// The layouts of a manifest, a program or a firmware image, with what lint finds in each. Opening one fills the boxes.

import { stackOf } from "./form.js";
import { button, counted, element, explained, fill, ofPage, safeLines, visible } from "./text.js";

/// Layouts and findings that are shown; more are counted.
const MOST_LAYOUTS = 200;
const MOST_FINDINGS = 50;

const RANKS = ["error", "warning", "note"];
const rank = ({ severity }) => RANKS.indexOf(severity);

/// The findings on a layout, the worst first.
const findingsOf = (lint, { firstFinding, findingCount }) =>
  lint.findings.slice(firstFinding, firstFinding + findingCount).sort((one, other) => rank(one) - rank(other));

/// Shows the layouts; returns them in one line. `use` takes octets into the boxes, and `name` is the file's. `again` reads it
/// again, with parts that a person adds.
export const showLayouts = (section, { lint, layouts, kind, remarks, runs, versions }, name, use, again) => {
  const found = layouts.map((layout) => ({ layout, findings: findingsOf(lint, layout) }));
  const ofLayouts = new Set(found.flatMap(({ findings }) => findings));
  // That nothing was judged is said by the page itself.
  const others = lint.findings.filter((finding) => !ofLayouts.has(finding) && (layouts.length > 0 || finding.rule !== "no-advertising"));
  fill(section,
    element("h2", {}, `Layouts of ${name}`),
    kind ? element("p", {}, `${kind}.`) : "",
    remarks.length > 0 ? element("p", { class: "soft" }, `Note: ${remarks.join("; ")}.`) : "",
    element("p", { class: "soft" }, layouts.length > 0 ? "A name opens what the layout sends, below." : "What it sends is not known."),
    element("ul", { class: "statements layouts" }, found.slice(0, MOST_LAYOUTS).map((one) => layoutOf(one, name, use, found.length === 1)),
      others.slice(0, MOST_FINDINGS).map((finding) => findingOf(finding, name))),
    layouts.length === 0 && versions ? element("p", {}, "What a program computes is not in its text. The ELF file of its build can be dropped here, the form “Only names and UUIDs” makes what a library sends, or the device can print its bytes.") : "",
    layouts.length > MOST_LAYOUTS ? element("p", {}, `The first ${MOST_LAYOUTS} of ${layouts.length} are shown: advert lint tells of all.`) : "",
    others.length > MOST_FINDINGS ? element("p", {}, `${others.length - MOST_FINDINGS} more findings: advert lint tells of all.`) : "",
    again && versions ? versions.map((id) => versionOf(id, again)) : "",
    again && runs ? imageTools(runs, again) : "",
  );
  const { errors, warnings, notes } = lint.summary;
  const counts = [[errors, "error"], [warnings, "warning"], [notes, "note"]].filter(([count]) => count > 0);
  return layouts.length === 0 ? "" : `${counted(layouts.length, "layout")}: ${counts.map(([count, word]) => counted(count, word)).join(", ") || "nothing is wrong with what they send"}.`;
};

/// Asks for the version of a library on which depends what it sends.
const versionOf = (id, again) => {
  const stack = stackOf(id);
  const read = (event) => {
    event.preventDefault();
    again({ [`version-${id}`]: field.value.trim() });
  };
  const field = element("input", { id: `version-${id}`, maxlength: "20", autocomplete: "off", required: true, size: "10", placeholder: stack?.versions });
  return element("form", { class: "tools fields-in-line", submit: read },
    element("label", { for: `version-${id}` }, `Which version of ${stack?.name ?? id} does it use?`), field, element("button", {}, "Read it"));
};

/// Shows what can be done with an image in which no payload was found.
export const showImage = (section, { runs }, name, again) => fill(section, element("h2", {}, name), ...imageTools(runs, again));

const imageTools = (runs, again) => [arrayOf(again), runs.length > 0 ? runsOf(runs) : ""];

const runsOf = (runs) => {
  const title = "How its code was run";
  const account = element("pre", { tabindex: "0", role: "region", "aria-label": title });
  account.textContent = safeLines(runs.join("\n\n"));
  return element("details", {}, element("summary", {}, title), account);
};

/// Asks for an array of an image that has a name of its own.
const arrayOf = (again) => {
  const read = (event) => {
    event.preventDefault();
    again({ symbols: field.value.trim() + role.value });
  };
  const field = element("input", { id: "symbol", maxlength: "200", spellcheck: "false", autocapitalize: "off", autocomplete: "off", required: true });
  const role = element("select", { "aria-label": "What the array is" }, element("option", { value: "" }, "advertising data"),
    element("option", { value: "=scan-response" }, "scan response data"));
  return element("details", {}, element("summary", {}, "An array with another name"),
    element("p", { class: "soft" }, "Arrays are known by usual names, types and calls. Say the name of another one in your source."),
    element("form", { class: "tools fields-in-line", submit: read }, element("label", { for: "symbol" }, "Its name"), field, role, element("button", {}, "Read it")));
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

/// Of the only layout of a file, the findings stand at its bytes, too, so they are folded here.
const layoutOf = ({ layout, findings }, name, use, isOnly) => {
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
    findings.length > 0 ? foldedIf(isOnly, counted(findings.length, "finding"),
      element("ul", {}, findings.slice(0, MOST_FINDINGS).map((finding) => findingOf(finding, name)))) : "",
    findings.length > MOST_FINDINGS ? element("p", {}, `${findings.length - MOST_FINDINGS} more.`) : "");
};

const foldedIf = (isFolded, title, content) => (isFolded ? element("details", {}, element("summary", {}, title), content) : content);

const findingOf = ({ severity, message, source, fix }, name) => element("li", {},
  element("span", { class: `badge ${severity}` }, severity), " ", explained(ofPage(message)), placeOf(source.path, source.line, name),
  fix ? element("p", { class: "fix" }, ofPage(fix)) : "");
