// Scanners by their names: which of them see a layout, and why the others do not.

import { soonOf } from "./soon.js";
import { element, explained, scrolling, table, visible, words } from "./text.js";

const MARKS = { discovered: "✓", may: "~", missed: "✗", unknown: "?" };

/// Names by id, in the order shown: as the program tells them.
const names = new Map();
export const learnNames = (profiles) => { for (const { id, name } of profiles) names.set(id, name); };
export const systems = () => [...names.keys()];
export const nameOf = (id) => names.get(id) ?? id;

/// The name, with the id that the command knows as a tooltip.
const named = (id) => element("span", { title: id }, nameOf(id));
const namedAll = (ids) => ids.map((id, index) => [index > 0 ? "; " : "", named(id)]);

/// Shows who sees the layout and why, and how soon.
export const showScanners = (section, reach) => {
  const device = reach?.devices[0];
  if (!device || device.answers.length === 0) return section.replaceChildren();
  const asked = answersOf(reach);
  section.replaceChildren(element("h2", {}, "Who sees it"), matrixOf(asked), ...asked.slice(0, 8).map(reasonsOf), soonOf(device, nameOf));
};

/// The questions that were asked, each with the verdicts of the scanners.
export const answersOf = (reach) => (reach?.devices[0]?.answers ?? []).map(({ question, class: number }) => ({
  question, verdicts: reach.classes.find((one) => one.class === number)?.verdicts ?? [],
}));

export const questionWords = ({ kind, value }) => (kind === "service" ? `service ${value}` : value ? `${words(kind)} ${visible(value)}` : kind === "presence" ? "heard at all" : words(kind));

/// Scanners by questions, a mark each.
const matrixOf = (asked) => {
  const scanners = [...new Set(asked.flatMap(({ verdicts }) => verdicts.flatMap(({ profiles }) => profiles)))];
  return scrolling("Scanners by services", table({ class: "matrix" }, ["Scanner", ...asked.map(({ question }) => questionWords(question))],
    scanners.map((scanner) => element("tr", {}, element("th", { scope: "row" }, named(scanner)), asked.map(({ verdicts }) => {
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
  const known = new Set();
  const rows = ["missed", "may", "unknown", "discovered"].flatMap((word) => [...groups.values()].filter(({ verdict }) => verdict === word));
  return element("details", {}, element("summary", {}, `Why: ${questionWords(question)}`),
    table({ class: "answers", untitled: true }, ["Verdict", "Scanners", "Why"], rows.map(({ verdict, reason, profiles }) =>
      element("tr", { class: verdict }, element("td", {}, element("span", { class: `badge ${verdict}` }, `${MARKS[verdict] ?? ""} ${verdict}`)),
        element("td", { class: "scanners" }, namedAll(profiles)), element("td", {}, explained(reason, known))))));
};
