// Asks the program about what is in the boxes, and shows the answers. `computer` of computer.js computes.

import { showAnswer } from "./answer.js";
import {
  advertising, chooseSystem, interval, merged, MOST_CHARACTERS, part, pdu, problemOf, remember, restore, say, scanResponse, service, system,
  tell,
} from "./boxes.js";
import { learnStacks, requestOf, showBuilt } from "./form.js";
import { open, opened, openLog, openPasted, openWith } from "./opened.js";
import { showFix, showPlans } from "./plans.js";
import { answersOf, learnNames, showScanners, systems, nameOf } from "./scanners.js";
import { element, learnTerms, spaced } from "./text.js";
import { showVerdict } from "./verdict.js";

/// Milliseconds without a key before it is computed.
const PAUSE = 60;

/// What is answered when the boxes are empty: phone apps show the service, and iOS in the background can miss it.
const EXAMPLE = {
  advertising: "0319000002010609095348532d32303731", scanResponse: "1107e41d510e5a11dbb9a9419e2aa0ffd0af", pdu: "ADV_IND",
};

// Computing

/// The documents, in the order in which they are shown.
const FIRST = "packets decode decodeScanResponse reach";
const FINDINGS = "lint";
const REST = "repack forms";
/// What the program knows of scanners and stacks. It is asked for once.
const CATALOGUE = "catalogue";

let pause = 0;
/// The number of the last update: an older one shows no more than it has shown.
let latest = 0;
/// Whether nothing was answered. A browser compiles what of the program runs for the first time, so at first the findings come
/// long after the sentence.
let isFirst = true;

const update = async () => {
  clearTimeout(pause);
  const number = (latest += 1);
  let [adv, response] = [advertising.value, scanResponse.value];
  const isExample = !adv.trim() && !response.trim();
  if (isExample) [adv, response] = [EXAMPLE.advertising, EXAMPLE.scanResponse];
  if (Math.max(adv.length, response.length) > MOST_CHARACTERS) {
    tell(`A box has more than ${MOST_CHARACTERS} characters. Save it as a file, and open that.`);
    return;
  }
  if (!isExample && !response.trim()) {
    const asked = await computer.ask({ parts: { request: "pasted", octets: adv } });
    if (asked.stopped || number !== latest) return;
    const known = asked.answer ?? { is: "unknown", problem: problemOf(asked) };
    if (known.is !== "bytes") return openPasted(known, adv, number);
    if (isTyped && (known.merged || isMergedByItself)) {
      merged.checked = known.merged;
      isMergedByItself = known.merged;
      remember();
    }
  }
  isTyped = false;
  const parts = { request: "layout", pdu: isExample ? EXAMPLE.pdu : pdu.value };
  if (adv.trim()) parts.advertising = adv;
  if (response.trim()) parts["scan-response"] = response;
  if (merged.checked && !isExample) parts.merged = "1";
  if (interval.value) parts.interval = interval.value;
  if (service.value.trim()) parts.service = service.value;
  const asked = location.hash;
  const ask = (documents) => computer.ask({ parts: { ...parts, documents } });
  const end = (state) => {
    part("answer").dataset.state = state;
    dispatchEvent(new CustomEvent("answered", { detail: asked }));
  };
  const known = {};
  const steps = isFirst ? [`${CATALOGUE} ${FIRST}`, FINDINGS] : [`${FIRST} ${FINDINGS}`];
  for (const documents of steps) {
    const answered = await ask(documents);
    if (answered.stopped || number !== latest) return;
    learn(answered.answer?.catalogue);
    const problem = problemOf(answered);
    if (problem !== null && answered.trap === undefined && !isExample) {
      // Bytes that a phone app shows so need not be both blocks.
      if (isMergedByItself) return chooseMerged(false);
    }
    const packets = answered.answer?.packets;
    if (packets && await openLog(packets, number)) return;
    if (number !== latest) return;
    tell(problem);
    Object.assign(known, answered.answer);
    part("answer").hidden = problem !== null;
    part("is-example").hidden = !isExample;
    const words = problem === null ? show(known) : "";
    say(isExample ? "" : words);
    // What is there stays until the new comes, so that the page does not jump. But it is of other bytes.
    for (const id of ["fix", "rest"]) part(id).inert = true;
    if (problem !== null) return end("told");
  }
  await drawn();
  if (number !== latest) return;
  const rest = await ask(REST);
  if (number !== latest) return;
  tell(problemOf(rest));
  showFix(part("fix"), rest.answer ?? {}, use);
  showPlans(part("rest"), rest.answer ?? null, use, update);
  for (const id of ["fix", "rest"]) part(id).inert = false;
  end("shown");
};

/// Shows what is known; returns the findings in a line.
const show = (known) => {
  const sentence = showVerdict(part("verdict"), known, { system: system.value }, use);
  showScanners(part("who"), known.reach);
  const services = answersOf(known.reach).filter(({ question }) => question.kind === "service").map(({ question }) => question.value);
  if (!service.value.trim()) part("services").replaceChildren(...services.slice(0, 100).map((value) => element("option", { value })));
  const findings = showAnswer(part("first"), known, use);
  return known.lint && sentence ? findings : "";
};

/// Takes the names of scanners and the stacks.
const learn = (catalogue) => {
  if (!catalogue) return;
  isFirst = false;
  learnNames(catalogue.profiles);
  learnStacks(catalogue.stacks);
  learnTerms(catalogue.terms);
  system.append(...systems().map((id) => element("option", { value: id, title: id }, nameOf(id))));
  chooseSystem();
};

// What a person pastes

/// Whether the page took the first box for both blocks in one, not the person.
let isMergedByItself = false;
/// Whether the first box has another text than at the last update.
let isTyped = false;

const chooseMerged = (isMerged) => {
  isMergedByItself = isMerged;
  merged.checked = isMerged;
  remember();
  return update();
};

/// Waits until what was shown is on the screen: what comes then needs the processor, too.
const drawn = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });

/// Puts other octets into the boxes, as a step that can be taken back.
const use = (octets) => {
  remember();
  merged.checked = false;
  advertising.value = spaced(octets.advertising ?? "");
  // What was not observed stays as it is.
  if (octets.scanResponse !== null) scanResponse.value = spaced(octets.scanResponse ?? "");
  if (octets.isMerged) merged.checked = true;
  if (octets.interval) interval.value = octets.interval;
  part("built").hidden = !octets.remark;
  if (octets.remark) part("built").replaceChildren(element("p", { class: "told note" }, octets.remark));
  if (octets.pdu && [...pdu.options].some((option) => option.value === octets.pdu)) pdu.value = octets.pdu;
  remember(true);
  return update();
};

for (const box of [advertising, scanResponse, interval, service]) {
  box.addEventListener("input", () => {
    clearTimeout(pause);
    part("built").hidden = true;
    if (box === advertising) isTyped = true;
    pause = setTimeout(() => { remember(); update(); }, PAUSE);
  });
}
// A list is of what was pasted before.
advertising.addEventListener("paste", () => { part("devices").hidden = true; });
for (const choice of [pdu, merged, system]) {
  choice.addEventListener("change", () => { isMergedByItself = false; chooseSystem(system.value); remember(); update(); });
}
addEventListener("popstate", () => { restore(); update(); });

// On paper the reasons are there, whether they were folded or not, and of the glossary the words that stand on the page.
let [folded, unused] = [[], []];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("main details:not([open], .source, .more)")];
  for (const one of folded) one.open = true;
  unused = [...part("glossary").children].filter(({ id }) => !document.querySelector(`[popovertarget="${id}"]`));
  for (const one of unused) one.hidden = true;
});
addEventListener("afterprint", () => {
  for (const one of folded) one.open = false;
  for (const one of unused) one.hidden = false;
});

part("example").addEventListener("click", () => use(EXAMPLE));
part("undo").addEventListener("click", () => history.back());
part("share").addEventListener("click", async () => {
  remember();
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied. It holds what is in the boxes.");
  } catch {
    say("The link is in the address bar. It holds what is in the boxes.");
  }
});

// The ways in

const WAYS = { paste: "paste", file: "drop", form: "form" };
const chooseWay = (way) => { for (const [name, id] of Object.entries(WAYS)) part(id).hidden = name !== way; };
for (const choice of document.getElementsByName("way")) {
  choice.addEventListener("change", () => {
    chooseWay(choice.value);
    tell(null);
  });
  // A browser keeps the choice when a page is loaded anew.
  if (choice.checked) chooseWay(choice.value);
}

part("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answered = await computer.ask({ parts: requestOf() });
  if (answered.stopped) return;
  const problem = problemOf(answered);
  opened(problem);
  if (problem !== null) return part("told").scrollIntoView({ block: "nearest" });
  const { build } = answered.answer;
  const shown = use(build);
  showBuilt(part("built"), build);
  part("built").hidden = false;
  await shown;
  // Its bytes may be sound, but they are not what was asked for.
  if (build.changes.length > 0) say("");
  part("answer").focus({ preventScroll: true });
  part("answer").scrollIntoView();
});

// Files

part("stop").addEventListener("click", () => computer.restart());
part("file").addEventListener("change", ({ target }) => { if (target.files.length > 0) open(target.files); });
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  open(event.dataTransfer.files);
});

openWith({ use, isLatest: (number) => number === latest });
restore();
update();
const slow = setTimeout(() => say("Loading the program …"), 300);
try {
  await computer.loaded;
  if (part("status").textContent.startsWith("Loading")) say("");
} catch (error) {
  say("");
  tell(`The program cannot be loaded: ${error.message}`);
} finally {
  clearTimeout(slow);
}
