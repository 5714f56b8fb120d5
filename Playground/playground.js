// The boxes, the address and the files. `computer` of computer.js computes; the other modules show what it answers.

import { showAnswer } from "./answer.js";
import { mostHiding, showDevices, showPayloads, showUnknown } from "./devices.js";
import { firstLayout, recognise, sorted } from "./files.js";
import { learnStacks, requestOf, showBuilt } from "./form.js";
import { gravest, isManifest, showImage, showLayouts } from "./layouts.js";
import { isOfPhoneApp, mayBeLog, mayBeSource, packetsOf, padded, payloadsIn, serviceIn } from "./pasted.js";
import { showFix, showPlans } from "./plans.js";
import { answersOf, learnNames, showScanners, systems, nameOf } from "./scanners.js";
import { element, learnTerms, ofPage, safe, spaced } from "./text.js";
import { showVerdict } from "./verdict.js";

/// Characters of a box that are computed and kept in the address.
const MOST_CHARACTERS = 65_536;
/// Milliseconds without a key before it is computed.
const PAUSE = 60;

const part = (id) => document.getElementById(id);
const [advertising, scanResponse, pdu, merged, interval, service, system] =
  ["advertising", "scan-response", "pdu", "merged", "interval", "service", "system"].map(part);

/// What is answered when the boxes are empty: phone apps show the service, and iOS in the background can miss it.
const EXAMPLE = {
  advertising: "0319000002010609095348532d32303731", scanResponse: "1107e41d510e5a11dbb9a9419e2aa0ffd0af", pdu: "ADV_IND",
};

// What is told

const tell = (problem) => {
  part("told").hidden = !problem;
  part("told").textContent = problem ? safe(ofPage(problem)) : "";
};

const say = (words) => { part("status").textContent = safe(words); };

const trapped = "The program stopped at this input, which is a mistake in it. It was loaded anew; other input works.";

// The address

/// The system of the address, until the program has told the systems.
let wantedSystem = "";

/// The fragment for the boxes. Nothing of it goes to a server.
const fragment = () => {
  const state = new URLSearchParams();
  if (advertising.value) state.set("adv", advertising.value);
  if (scanResponse.value) state.set("scan-response", scanResponse.value);
  if (pdu.selectedIndex > 0) state.set("pdu", pdu.value);
  if (merged.checked) state.set("merged", "1");
  if (interval.value) state.set("interval", interval.value);
  if (service.value) state.set("service", service.value);
  if (system.value) state.set("system", system.value);
  const text = state.toString();
  return text.length > 2 * MOST_CHARACTERS ? null : text;
};

/// Writes the boxes into the address. An entry of the history is for what Undo takes back.
const remember = (isStep = false) => {
  const text = fragment();
  if (text === null) return;
  const depth = (history.state?.depth ?? 0) + (isStep ? 1 : 0);
  try {
    history[isStep ? "pushState" : "replaceState"]({ depth }, "", text ? `#${text}` : location.pathname + location.search);
  } catch { /* Browsers bound how often the address changes; the next change writes it. */ }
  part("undo").hidden = depth === 0;
};

/// Fills the boxes from the address. Anyone can write one: what is unknown in it is left out.
const restore = () => {
  const state = new URLSearchParams(location.hash.slice(1));
  const text = (key) => (state.get(key) ?? "").slice(0, MOST_CHARACTERS);
  advertising.value = text("adv");
  scanResponse.value = text("scan-response");
  merged.checked = state.has("merged");
  interval.value = text("interval");
  service.value = text("service").slice(0, service.maxLength);
  wantedSystem = text("system");
  system.value = wantedSystem;
  if (system.selectedIndex < 0) system.selectedIndex = 0;
  pdu.value = state.get("pdu") ?? "ADV_IND";
  if (pdu.selectedIndex < 0) pdu.selectedIndex = 0;
  part("undo").hidden = !history.state?.depth;
};

// Computing

/// The documents, in the order in which they are shown.
const FIRST = "decode decodeScanResponse reach";
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
  const parts = { request: "layout", pdu: isExample ? EXAMPLE.pdu : pdu.value };
  if (adv.trim()) parts.advertising = padded(adv);
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
  const source = !isExample && !response.trim() && mayBeSource(adv) ? await openSource(adv, number) : NO_SOURCE;
  if (source.isShown || number !== latest) return;
  const known = {};
  const steps = isFirst ? [`${CATALOGUE} ${FIRST}`, FINDINGS] : [`${FIRST} ${FINDINGS}`];
  for (const documents of steps) {
    const answered = await ask(documents);
    if (answered.stopped || number !== latest) return;
    learn(answered.answer?.catalogue);
    const problem = problemOf(answered);
    if (problem !== null && answered.trap === undefined && !isExample) {
      // What a person pastes can be more than one block: try that before saying what is wrong.
      if (isMergedByItself) return chooseMerged(false);
      if (!response.trim() && isManifest(adv)) return openManifest(adv, "advert.yml");
      if (!response.trim() && mayBeLog(adv) && await openLog(adv, number)) return;
      if (number !== latest) return;
      if (!response.trim() && mayBeLog(adv)) return openPieces(adv, source.problem);
    }
    const packets = packetsOf(answered.answer?.decode?.advertising?.bytes ?? "");
    if (packets && !response.trim() && await openLog(packets, number)) return;
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
  system.value = wantedSystem;
  if (system.selectedIndex < 0) system.selectedIndex = 0;
};

// What a person pastes

/// Whether the page took the first box for both blocks in one, not the person.
let isMergedByItself = false;

const chooseMerged = (isMerged) => {
  isMergedByItself = isMerged;
  merged.checked = isMerged;
  remember();
  return update();
};

/// Reads what was pasted as a log, and opens the device in it that hides most. Returns whether there is one.
const openLog = async (text, number) => {
  const { answer } = await computer.ask({ file: new File([text], "pasted.txt") });
  if (number !== latest) return false;
  if (!answer?.inspect) return false;
  const layout = mostHiding(answer);
  const isKnown = answer.inspect.accounts?.length > 0 || answer.inspect.captures.some(({ problems }) => problems.length > 0);
  if (!layout && !isKnown) return false;
  part("devices").hidden = false;
  const words = showDevices(part("devices"), answer, use, serviceIn(text));
  tell(null);
  if (layout) await use(layout);
  else {
    say(words);
    told();
  }
  return true;
};

const NO_SOURCE = { isShown: false, problem: null };

/// Reads what was pasted as lines of a program, and opens what they send. Returns whether that is shown, and what is wrong with lines
/// that have names of a library.
const openSource = async (text, number) => {
  const read = (more) => computer.ask({ parts: { request: "program", octets: text, ...more } });
  const answered = await read({});
  if (number !== latest || !answered.answer?.layouts) return { isShown: false, problem: answered.answer?.problem ?? null };
  // A log can have the names of its library's calls in it.
  const isRead = answered.answer.layouts.length > 0;
  if (!isRead && mayBeLog(text) && await openLog(text, number)) return { isShown: true };
  if (number !== latest) return NO_SOURCE;
  await openLayouts(answered.answer, "the program", read);
  if (!isRead) told();
  return { isShown: true };
};

/// Opens the payload in a text that is no log that is known; of several, a person says which is which. `problem` is what is wrong with
/// the text as a program.
const openPieces = (text, problem) => {
  const payloads = problem ? [] : payloadsIn(text);
  const service = problem ? null : serviceIn(text);
  if (payloads.length === 1) return use({ advertising: payloads[0], scanResponse: "" });
  part("devices").hidden = payloads.length === 0 && service === null;
  if (payloads.length > 1) showPayloads(part("devices"), payloads, use);
  else if (service !== null) showUnknown(part("devices"), service);
  const nothing = problem ?? "There are no bytes of an advertisement in this text. RAW of nRF Connect has them, and so has the phone’s Bluetooth HCI log.";
  tell(part("devices").hidden ? nothing : null);
  say("");
  part("is-example").hidden = true;
  told();
};

/// Ends an answer without octets.
const told = () => {
  part("answer").hidden = true;
  part("answer").dataset.state = "told";
  dispatchEvent(new CustomEvent("answered", { detail: location.hash }));
};

/// Reads a manifest, and opens the layout in it that is worst.
const openManifest = async (text, name) => {
  const answered = await computer.ask({ parts: { request: "manifest", name, octets: text } });
  if (answered.stopped) return;
  const problem = problemOf(answered);
  if (problem === null) return openLayouts(answered.answer, name);
  part("devices").hidden = true;
  opened(problem);
  told();
};

/// Shows the layouts of a manifest, a program or an image, and opens the worst. `read` reads the file again, with parts that a
/// person adds.
const openLayouts = async (answer, name, read = null) => {
  const words = showLayouts(part("devices"), answer, name, use, read && againOf(read, name));
  part("devices").hidden = false;
  const octets = gravest(answer);
  if (octets) await use(octets);
  // The example is of another device.
  else if (!part("is-example").hidden) part("answer").hidden = true;
  opened(null, words);
};

/// Reads a file again, with parts that a person adds.
const againOf = (read, name) => async (parts) => {
  const answered = await read(parts);
  if (answered.stopped) return;
  const problem = problemOf(answered);
  tell(problem);
  if (problem === null) await openLayouts(answered.answer, name, read);
};

/// Waits until what was shown is on the screen: what comes then needs the processor, too.
const drawn = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });

/// Why there is no answer; `null` when there is one, or when it was stopped for a newer one.
const problemOf = ({ answer, problem, trap }) => problem ?? (trap === undefined ? answer?.problem ?? null : trapped);

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
    if (box === advertising) {
      const isMerged = isOfPhoneApp(advertising.value) && !scanResponse.value.trim();
      if (isMerged || isMergedByItself) merged.checked = isMerged;
      isMergedByItself = isMerged;
    }
    pause = setTimeout(() => { remember(); update(); }, PAUSE);
  });
}
// A list is of what was pasted before.
advertising.addEventListener("paste", () => { part("devices").hidden = true; });
for (const choice of [pdu, merged, system]) {
  choice.addEventListener("change", () => { isMergedByItself = false; wantedSystem = system.value; remember(); update(); });
}
addEventListener("popstate", () => { restore(); update(); });

// On paper the reasons are there, whether they were folded or not.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("main details:not([open], .source, .more)")];
  for (const one of folded) one.open = true;
});
addEventListener("afterprint", () => { for (const one of folded) one.open = false; });

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
  const problem = problemOf(answered);
  tell(problem);
  if (problem !== null || answered.stopped) return;
  const { build } = answered.answer;
  const shown = use(build);
  showBuilt(part("built"), build);
  part("built").hidden = false;
  await shown;
  part("answer").focus({ preventScroll: true });
  part("answer").scrollIntoView();
});

// Files

const open = async (files) => {
  const { file, beside } = await sorted([...files]);
  say(`Reading ${file.name} …`);
  tell(null);
  const { text, manifest, source, binary, refusal } = await recognise(file);
  if (refusal) return opened(refusal);
  if (manifest !== undefined) return openManifest(manifest, file.name);
  const read = (more) => computer.ask(source === undefined
    ? { file, parts: { ...beside, ...more } } : { parts: { request: "program", name: file.name, octets: source, ...beside, ...more } });
  const layout = text ? firstLayout(text) : null;
  if (layout) {
    part("devices").hidden = true;
    await use(layout);
    return opened(null, layout.count > 1 ? `The first of ${layout.count} layouts is shown: advert lint tells of all.` : "");
  }
  part("stop").hidden = false;
  const { answer, problem, trap, stopped } = binary || source !== undefined ? await read({}) : {};
  part("stop").hidden = true;
  if (stopped) return opened(null, `${file.name} was not read to the end.`);
  if (answer?.layouts) return openLayouts(answer, file.name, read);
  const isShown = Boolean(answer?.inspect);
  part("devices").hidden = !isShown && !answer?.runs;
  if (answer?.runs) showImage(part("devices"), answer, file.name, againOf(read, file.name));
  // The example is of another device.
  if (isShown && !part("is-example").hidden) part("answer").hidden = true;
  const words = isShown ? showDevices(part("devices"), answer, use) : "";
  if (isShown && answer.inspect.advertisers.length === 1 && mostHiding(answer)) await use(mostHiding(answer));
  opened(answer ? answer.problem && withAdvice(answer) : problem ?? trapped, words);
};

/// An answer about a firmware image has layouts, or none.
const withAdvice = ({ problem, layouts }) => (layouts === null
  ? `${problem}. Here, the form “Only names and UUIDs” makes what a stack sends.`
  : `${problem}. This page reads captures of btsnoop, PacketLogger, pcap and pcapng, logs in text, files of hex, advert.yml, programs, and firmware images (ELF, Intel HEX, UF2, binary).`);

const opened = (problem, words = "") => {
  part("file").value = "";
  // The example is of another device.
  if (problem && !part("is-example").hidden) part("answer").hidden = true;
  tell(problem);
  say(words);
  dispatchEvent(new CustomEvent("opened"));
};

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
