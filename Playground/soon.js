// How soon scanners find a layout: the share of tries that found it over the time, a line for each scanner. The page of
// `advert report` shows the same.

import { drawing, element, table } from "./text.js";

const WIDTH = 1000;
const HEIGHT = 100;
/// As many lines as can be told apart.
const MOST_LINES = 12;
const DECADES = [[0.01, "0.01 s"], [0.1, "0.1 s"], [1, "1 s"], [10, "10 s"], [100, "100 s"], [1000, "17 min"], [1e4, "2.8 h"], [1e5, "28 h"]];

/// The plot and its legend for a device of `advert.reach`, or what to do to get one. `nameOf` has the names of scanners.
export const soonOf = (device, nameOf) => {
  const lines = linesOf(device, nameOf);
  if (device.intervalMs === undefined) {
    return element("p", { class: "soft" }, "Say under “How it is sent” how often it is sent, and this page says how soon each system finds it.");
  }
  if (lines.length === 0) return element("p", { class: "soft" }, "How soon is not known: no scanner that finds it tells how it divides its time.");
  const shown = lines.slice(0, MOST_LINES);
  return element("figure", { class: "soon" },
    element("figcaption", {}, `How soon it is found, sent every ${device.intervalMs} ms`),
    plotOf(shown), legendOf(shown));
};

/// Settings of scanners that take equally long are one line. The quickest comes first.
const linesOf = (device, nameOf) => {
  const lines = [];
  for (const { profile, mode, median, p95, curve } of device.answers.flatMap(({ times }) => times ?? [])) {
    const name = mode ? `${nameOf(profile)} (${mode})` : nameOf(profile);
    const known = lines.find((line) => line.median === median && line.p95 === p95);
    if (!known) lines.push({ names: [name], median, p95, curve: curve ?? [] });
    else if (!known.names.includes(name)) known.names.push(name);
  }
  return lines.sort((one, other) => (one.median ?? Infinity) - (other.median ?? Infinity));
};

const plotOf = (lines) => {
  const times = lines.flatMap(({ curve }) => curve.map(({ seconds }) => seconds));
  if (times.length === 0) return "";
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const first = Math.max(DECADES.findLastIndex(([time]) => time <= least), 0);
  const end = DECADES.findIndex(([time]) => time >= most);
  const last = Math.max(end < 0 ? DECADES.length - 1 : end, first + 1);
  const ticks = DECADES.slice(first, last + 1);
  const [from, until] = [ticks[0][0], ticks.at(-1)[0]].map(Math.log);
  const x = (seconds) => Math.round(Math.min(Math.max((Math.log(Math.max(seconds, 1e-6)) - from) / (until - from), 0), 1) * WIDTH);
  const level = (d) => drawing("path", { class: "level", d });
  return element("div", { class: "plot" },
    element("div", { class: "levels" }, ["all tries", "half", "none"].map((words) => element("span", {}, words))),
    drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "The share of tries that found it, over the time. The numbers are below." }, [
      ...ticks.slice(1, -1).map(([time]) => level(`M${x(time)} 0v${HEIGHT}`)), level(`M0 ${HEIGHT / 2}h${WIDTH}`),
      ...lines.map(({ curve }, number) => drawing("path", {
        class: `curve c${number}`,
        d: curve.map(({ percent, seconds }, index) => `${index === 0 ? "M" : "L"}${x(seconds)} ${HEIGHT - percent * HEIGHT / 100}`).join(""),
      })),
    ]),
    element("div", { class: "ticks" }, ticks.map(([, words]) => element("span", {}, words))));
};

const legendOf = (lines) => table({ class: "answers", untitled: true }, ["Line", "Scanner", "How soon"],
  lines.map(({ names, median, p95 }, number) => element("tr", {},
    element("td", { class: "line" }, drawing("svg", { viewBox: "0 0 40 10", "aria-hidden": "true" }, [drawing("path", { class: `curve c${number}`, d: "M0 5h40" })])),
    element("td", { class: "scanners" }, names.join("; ")),
    element("td", {}, median === null ? "after a time that is too long to tell" : `within ${timeWords(median)} in half of all tries${p95 === null ? ", and after much longer in others" : `, within ${timeWords(p95)} in 95 of 100`}`))));

/// Two digits are enough for a time that chance decides.
const timeWords = (seconds) => {
  if (seconds < 0.995) return `${Math.max(seconds, 0.01).toFixed(2)} s`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 119.5) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
};
