// The boxes, the address and the files. A worker computes; answer.js and devices.js show what it answers.

import { showAnswer } from "./answer.js";
import { showDevices } from "./devices.js";
import { safe, spaced } from "./text.js";

/// Characters of a box that are computed and kept in the address.
const MOST_CHARACTERS = 65_536;
/// Milliseconds without a key before it is computed.
const PAUSE = 60;
/// Milliseconds that a request may go on when there is a newer one.
const PATIENCE = 250;
/// Milliseconds that a request may take at all.
const LONGEST = { layout: 10_000, file: 300_000 };

const part = (id) => document.getElementById(id);
const [advertising, scanResponse, pdu] = ["advertising", "scan-response", "pdu"].map(part);

// The program

/// The worker with the program. It has one request at a time; a newer one takes the place of an older one.
class Computer {
  #worker = null;
  #source = null;
  #module = null;
  #running = null;
  #waiting = null;
  #number = 0;

  /// Takes the text of the worker, which starts while the program is compiled.
  prepare(source) {
    this.#source = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#worker = this.#started();
  }

  /// Takes the compiled program. From now on it can start again without the network.
  start(module) {
    this.#module = module;
    this.#worker ??= this.#started();
    this.#worker.postMessage({ module });
    this.#next();
  }

  #started() {
    const worker = new Worker(this.#source);
    worker.onmessage = ({ data }) => this.#end(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end({ id: this.#running?.id, trap: event.message ?? "" });
    };
    return worker;
  }

  /// Ends what is running, and goes on with what waits.
  restart() {
    this.#worker?.terminate();
    this.#worker = null;
    clearTimeout(this.#running?.limit);
    this.#running?.settle({ stopped: true });
    this.#running = null;
    if (this.#module) this.start(this.#module);
  }

  /// Gives the answer, `{ problem, trap }`, or `{ stopped }` when a newer request came.
  ask(request) {
    return new Promise((settle) => {
      this.#waiting?.settle({ stopped: true });
      this.#waiting = { ...request, settle, id: (this.#number += 1) };
      if (this.#running) {
        const { id, since } = this.#running;
        const left = Math.max(0, since + PATIENCE - performance.now());
        setTimeout(() => { if (this.#running?.id === id) this.restart(); }, left);
      } else {
        this.#next();
      }
    });
  }

  #next() {
    if (!this.#module || this.#running || !this.#waiting) return;
    const { settle, id, ...request } = this.#waiting;
    this.#waiting = null;
    const limit = setTimeout(() => {
      this.#end({ id, problem: "It took too long, and was stopped." });
      this.restart();
    }, request.file ? LONGEST.file : LONGEST.layout);
    this.#running = { settle, id, limit, since: performance.now() };
    this.#worker.postMessage({ id, ...request });
  }

  #end(data) {
    if (data.id !== this.#running?.id) return;
    const { settle, limit } = this.#running;
    clearTimeout(limit);
    this.#running = null;
    settle(data);
    this.#next();
  }
}

/// For checks, too: they ask it in bulk, and give it another program.
export const computer = new Computer();

const fetched = async (name) => {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
};

const compiled = async (program) => {
  // Only with its own type is it compiled while it comes, and not every server knows the type.
  const isTyped = program.headers.get("content-type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(program) : WebAssembly.compile(await program.arrayBuffer());
};

const load = async () => {
  const module = fetched("advert.wasm").then(compiled);
  // When the worker cannot be loaded, that is told, not this.
  module.catch(() => {});
  computer.prepare(await (await fetched("worker.js")).text());
  computer.start(await module);
};

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
  pdu.value = state.get("pdu") ?? "ADV_IND";
  if (pdu.selectedIndex < 0) pdu.selectedIndex = 0;
  part("undo").hidden = !history.state?.depth;
};

// Computing

let pause = 0;

const update = async () => {
  clearTimeout(pause);
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
  const asked = location.hash;
  const { answer, problem, trap, stopped } = await computer.ask({ parts });
  if (stopped) return;
  const told = problem ?? (trap === undefined ? answer.problem : trapped);
  tell(told);
  const isShown = Boolean(answer?.lint);
  part("answer").hidden = !isShown;
  if (isShown) say(showAnswer(part("answer"), answer, use));
  else say("");
  part("answer").dataset.state = isShown ? "shown" : "told";
  part("answer").dataset.at ??= performance.now();
  dispatchEvent(new CustomEvent("answered", { detail: asked }));
};

/// Puts other octets into the boxes, as a step that can be taken back.
const use = (octets) => {
  remember();
  advertising.value = spaced(octets.advertising ?? "");
  // What was not observed stays as it is.
  if (octets.scanResponse !== null) scanResponse.value = spaced(octets.scanResponse ?? "");
  if (octets.pdu && [...pdu.options].some((option) => option.value === octets.pdu)) pdu.value = octets.pdu;
  remember(true);
  return update();
};

for (const box of [advertising, scanResponse]) {
  box.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(() => { remember(); update(); }, PAUSE);
  });
}
pdu.addEventListener("change", () => { remember(); update(); });
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

const loading = load();
restore();
update();
try {
  await loading;
} catch (error) {
  const isFile = location.protocol === "file:";
  tell(isFile ? "Browsers load the program only from a web server: python3 -m http.server" : `The program cannot be loaded: ${error.message}`);
}
