// The answer in one sentence: which system finds what the app looks for, or misses it, and why.

import { answersOf, nameOf, questionWords, systems } from "./scanners.js";
import { button, counted, element, explained, spaced } from "./text.js";

const VERBS = { missed: "does not find", may: "may miss", unknown: "may or may not find", discovered: "finds" };
/// The first of these that a system has is told when no system was chosen.
const GRAVEST = ["missed", "may", "unknown", "discovered"];

/// Shows the sentence for `asked`, a service and a system that may be empty, and asks what only a person can say. Returns the sentence.
export const showVerdict = (section, answer, asked, use) => {
  const merged = answer.decode?.merged ?? null;
  const told = toldOf(answer.reach, asked.system);
  const sentence = told ? sentenceOf(told) : "";
  section.replaceChildren(
    told ? element("p", { class: `sentence ${told.verdict}`, elementtiming: "sentence" }, explained(sentence)) : "",
    told ? othersOf(told) : "",
    merged && merged.divisions.length > 1 ? divisionsOf(merged, use) : "",
  );
  return sentence;
};

/// What is told first: the question that most systems miss, and of the systems the chosen one, or the first that misses it.
const toldOf = (reach, system) => {
  const order = systems();
  const all = answersOf(reach).map(({ question, verdicts }) => {
    const each = verdicts.flatMap(({ profiles, ...verdict }) => profiles.map((profile) => ({ profile, ...verdict })))
      .sort((one, other) => order.indexOf(one.profile) - order.indexOf(other.profile));
    return { question, each, hidden: each.filter(({ verdict }) => verdict === "missed" || verdict === "may").length };
  }).filter(({ each }) => each.length > 0);
  if (all.length === 0) return null;
  const worst = all.reduce((one, other) => (other.hidden > one.hidden ? other : one));
  const chosen = worst.each.find(({ profile }) => profile === system)
    ?? worst.each.find(({ verdict }) => verdict === "missed" || verdict === "may")
    ?? worst.each.find(({ verdict }) => verdict === "unknown") ?? worst.each[0];
  return { ...worst, ...chosen, isChosen: chosen.profile === system };
};

const sentenceOf = ({ question, each, profile, verdict, reason, isChosen }) => {
  const isPresence = question.kind === "presence";
  const thing = isPresence ? "this device, which lists no service" : questionWords(question);
  const plain = reason.replace(/^may not be seen: /, "");
  if (!isChosen && each.every((one) => one.verdict === "discovered")) return `All systems here find ${thing}, ${nameOf(profile)} among them: ${plain}.`;
  const name = nameOf(profile);
  return `${name}${name.includes(",") ? "," : ""} ${VERBS[verdict] ?? verdict} ${thing}: ${plain}.`;
};

/// How many other systems fare in which way.
const COUNTED = {
  missed: ["misses it", "miss it"], may: ["may miss it", "may miss it"], unknown: ["is not known", "are not known"], discovered: ["finds it", "find it"],
};

/// How the other systems fare, in a line.
const othersOf = ({ each, profile }) => {
  const others = each.filter((one) => one.profile !== profile);
  const groups = GRAVEST.map((word) => [word, others.filter(({ verdict }) => verdict === word)]).filter(([, some]) => some.length > 0);
  return element("p", { class: "others" }, "Of the others: ", groups.map(([word, some]) => [
    element("span", { class: `badge ${word}`, title: some.map((one) => nameOf(one.profile)).join("; ") },
      `${some.length} ${COUNTED[word][some.length === 1 ? 0 : 1]}`), " "]));
};

/// Where the advertising data may end, each with a button that divides them there; the likeliest first.
const divisionsOf = ({ divisions, likely }, use) => element("section", { class: "divisions", "aria-label": "Where the advertising data end" },
  element("h2", {}, "Where do the advertising data end?"),
  element("p", {}, "Both blocks stand in one, as phone apps show them. Does your code say which bytes it sends as advertising data? Choose."),
  element("ul", { class: "statements" }, [...divisions].sort((one, other) => (other.cut === likely.cut) - (one.cut === likely.cut))
    .map(({ cut, advertising, scanResponse }) => element("li", {},
      element("p", {}, button(`After ${counted(cut, "byte")}`, () => use({ advertising, scanResponse }), { "data-cut": cut }),
        cut === likely.cut ? element("strong", {}, ` likely: ${likely.reason}`) : ""),
      element("p", { class: "soft" }, element("code", {}, advertising ? spaced(advertising) : "nothing"), " | ", element("code", {}, scanResponse ? spaced(scanResponse) : "nothing"))))));

