// The boxes, the address and the files. `computer` of computer.js computes; answer.js and devices.js show what it answers.

import { showAnswer, showRest } from "./answer.js";
import { showDevices } from "./devices.js";
import { safe, spaced } from "./text.js";

/// Characters of a box that are computed and kept in the address.
const MOST_CHARACTERS = 65_536;
/// Milliseconds without a key before it is computed.
const PAUSE = 60;

const part = (id) => document.getElementById(id);
const [advertising, scanResponse, pdu, merged, interval] = ["advertising", "scan-response", "pdu", "merged", "interval"].map(part);

// What is told

const tell = (problem) => {
  part("told").hidden = !problem;
  part("told").textContent = problem ? safe(problem) : "";
};

const say = (words) => { part("status").textContent = safe(words); };

const trapped = "The program stopped at this input, which is a mistake in it. It was loaded anew; other input works.";

// The address

/// The fragment for the boxes. Nothing of it goes to a server.
const fragment = () => {
  const state = new URLSearchParams();
  if (advertising.value) state.set("adv", advertising.value);
  if (scanResponse.value) state.set("scan-response", scanResponse.value);
  if (pdu.selectedIndex > 0) state.set("pdu", pdu.value);
  if (merged.checked) state.set("merged", "1");
  if (interval.value) state.set("interval", interval.value);
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
  pdu.value = state.get("pdu") ?? "ADV_IND";
  if (pdu.selectedIndex < 0) pdu.selectedIndex = 0;
  part("undo").hidden = !history.state?.depth;
};

// Computing

/// The documents, in the order in which they are shown.
const BYTES = "decode decodeScanResponse";
const FINDINGS = "lint";
const REST = "reach repack forms";

let pause = 0;
/// The number of the last update: an older one shows no more than it has shown.
let latest = 0;
/// Whether nothing was asked. A browser compiles what of the program runs for the first time, so at first the findings come
/// long after the bytes.
let isFirst = true;

const update = async () => {
  clearTimeout(pause);
  const number = (latest += 1);
  const [adv, response] = [advertising.value, scanResponse.value];
  if (!adv.trim() && !response.trim()) {
    tell(null);
    say("");
    part("answer").hidden = true;
    part("answer").dataset.state = "empty";
    return;
  }
  if (Math.max(adv.length, response.length) > MOST_CHARACTERS) {
    tell(`A box has more than ${MOST_CHARACTERS} characters. For a file, use “Open a capture”.`);
    return;
  }
  const parts = { request: "layout", pdu: pdu.value };
  if (adv.trim()) parts.advertising = adv;
  if (response.trim()) parts["scan-response"] = response;
  if (merged.checked) parts.merged = "1";
  if (interval.value) parts.interval = interval.value;
  const asked = location.hash;
  const ask = (documents) => computer.ask({ parts: { ...parts, documents } });
  const end = (state) => {
    part("answer").dataset.state = state;
    dispatchEvent(new CustomEvent("answered", { detail: asked }));
  };
  const known = {};
  const steps = isFirst ? [BYTES, FINDINGS] : [`${BYTES} ${FINDINGS}`];
  isFirst = false;
  for (const documents of steps) {
    const answered = await ask(documents);
    if (answered.stopped || number !== latest) return;
    const problem = problemOf(answered);
    tell(problem);
    Object.assign(known, answered.answer);
    part("answer").hidden = problem !== null;
    say(problem === null ? showAnswer(part("first"), known, use) : "");
    // What is there stays until the new comes, so that the page does not jump. But it is of other bytes.
    part("rest").inert = true;
    if (problem !== null) return end("told");
  }
  await drawn();
  if (number !== latest) return;
  const rest = await ask(REST);
  if (number !== latest) return;
  tell(problemOf(rest));
  showRest(part("rest"), rest.answer ?? null, use, update);
  part("rest").inert = false;
  end("shown");
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
  if (octets.pdu && [...pdu.options].some((option) => option.value === octets.pdu)) pdu.value = octets.pdu;
  remember(true);
  return update();
};

for (const box of [advertising, scanResponse, interval]) {
  box.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(() => { remember(); update(); }, PAUSE);
  });
}
for (const choice of [pdu, merged]) choice.addEventListener("change", () => { remember(); update(); });
addEventListener("popstate", () => { restore(); update(); });

part("example").addEventListener("click", () => use({
  advertising: "0319000002010609095348532d32303731", scanResponse: "1107e41d510e5a11dbb9a9419e2aa0ffd0af", pdu: "ADV_IND",
}));
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

// Files

const open = async (file) => {
  say(`Reading ${file.name} …`);
  tell(null);
  part("stop").hidden = false;
  const { answer, problem, trap, stopped } = await computer.ask({ file });
  part("stop").hidden = true;
  part("file").value = "";
  if (stopped) return say(`${file.name} was not read to the end.`);
  say("");
  const isShown = Boolean(answer?.inspect);
  part("devices").hidden = !isShown;
  if (isShown) say(showDevices(part("devices"), answer, use));
  tell(answer ? answer.problem : problem ?? trapped);
  dispatchEvent(new CustomEvent("opened"));
};

part("stop").addEventListener("click", () => computer.restart());
part("file").addEventListener("change", ({ target }) => { if (target.files.length > 0) open(target.files[0]); });
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  open(event.dataTransfer.files[0]);
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
