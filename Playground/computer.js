// The program, and the worker that computes with it. Both take the most time, so the page begins with this script, before its
// modules: it shares `computer` with them.
"use strict";

/// What the worker does. The page starts it from its text, in a blob: so the policy of the page holds there, too, and nothing
/// is loaded when it is started anew. It uses nothing from outside of it.
///
/// `address` is where the program is; without it, a message brings the program.
const work = (address) => {
  "use strict";

  /// The program takes no more at once.
  const MOST_OCTETS = 128 << 20;
  /// What is copied into the program at once.
  const PIECE = 4 << 20;
  /// A program that has grown beyond this is replaced, because its memory never shrinks.
  const MOST_KEPT = 64 << 20;

  let module = null;
  let program = null;
  /// The last request that came before the program.
  let held = null;
  /// Octets of its memory after the last answer. Checks look at it.
  let memory = 0;

  /// A file that is not as it should be; the message is for people.
  class Unreadable extends Error {}

  // The program

  /// Answers a request: parts by name, each octets or a blob.
  const compute = (parts) => {
    const named = Object.entries(parts).map(([name, content]) => {
      const part = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return { part, size: part.size ?? part.length, name };
    });
    const heads = named.map(({ name, size }) => new TextEncoder().encode(`${name} ${size}\n`));
    const total = named.reduce((sum, { size }, index) => sum + heads[index].length + size + 1, 0);
    try {
      program ??= new WebAssembly.Instance(module, {}).exports;
      let place = program.advert_input(total) >>> 0;
      if (place === 0) throw new Unreadable(tooLarge(total));
      const put = (octets) => {
        new Uint8Array(program.memory.buffer, place, octets.length).set(octets);
        place += octets.length;
      };
      named.forEach(({ part, size }, index) => {
        put(heads[index]);
        if (part instanceof Blob) {
          const reader = new FileReaderSync();
          for (let at = 0; at < size; at += PIECE) {
            put(new Uint8Array(reader.readAsArrayBuffer(part.slice(at, Math.min(at + PIECE, size)))));
          }
        } else {
          put(part);
        }
        put([10]);
      });
      const length = program.advert_answer() >>> 0;
      const text = new Uint8Array(program.memory.buffer, program.advert_output() >>> 0, length);
      const answer = JSON.parse(new TextDecoder().decode(text));
      memory = program.memory.buffer.byteLength;
      if (memory > MOST_KEPT) program = null;
      return answer;
    } catch (error) {
      // After a trap its memory can be anything.
      program = null;
      throw error;
    }
  };

  const megabytes = (octets) => `${(octets / (1 << 20)).toFixed(octets < 10 << 20 ? 1 : 0)} MB`;
  const tooLarge = (octets) =>
    `${megabytes(octets)} are more than this page reads at once (${megabytes(MOST_OCTETS)}): use advert inspect`;

  // Messages

  const compiled = async () => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    // Only with its own type is it compiled while it comes, and not every server knows the type.
    const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
    return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  };

  const answer = ({ id, file, parts }) => {
    try {
      const answer = compute(file ? { request: "capture", name: file.name, octets: file, ...parts } : parts);
      postMessage({ id, answer, memory });
    } catch (error) {
      postMessage({ id, problem: error instanceof Unreadable ? error.message : null, trap: String(error) });
    }
  };

  const load = async () => {
    try {
      module = await compiled();
    } catch (error) {
      postMessage({ failure: error.message });
      return;
    }
    // So that it can start again without the network.
    postMessage({ module });
    if (held) answer(held);
    held = null;
  };

  onmessage = ({ data }) => {
    if (data.module) module = data.module;
    else if (module) answer(data);
    else held = data;
  };
  if (address) load();
};

const sourceOf = (address) =>
  URL.createObjectURL(new Blob([`(${work})(${JSON.stringify(address)});`], { type: "text/javascript" }));

/// Milliseconds that a request may go on when there is a newer one.
const PATIENCE = 250;
/// Milliseconds that a request may take at all.
const LONGEST = { layout: 10_000, file: 300_000 };

/// The worker with the program. It has one request at a time; a newer one takes the place of an older one.
class Computer {
  #source = sourceOf(new URL("advert.wasm", document.baseURI).href);
  #loading = null;
  #module = null;
  #running = null;
  #waiting = null;
  #number = 0;
  #worker = this.#started();

  /// Whether the program is there; a failure says why it is not.
  loaded = new Promise((done, failed) => { this.#loading = { done, failed }; });

  #started() {
    const worker = new Worker(this.#source);
    worker.onmessage = ({ data }) => {
      if (data.module) this.#take(data.module);
      else if (data.failure) this.#loading.failed(new Error(data.failure));
      else this.#end(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end({ id: this.#running?.id, trap: event.message ?? "" });
    };
    if (this.#module) worker.postMessage({ module: this.#module });
    return worker;
  }

  /// From now on it can start again without the network, and so a request is not waited for too long.
  #take(module) {
    this.#module = module;
    this.#source = sourceOf(null);
    this.#loading.done();
    this.#limit();
  }

  /// Ends what is running, and goes on with what waits.
  restart() {
    this.#worker.terminate();
    this.#settle({ stopped: true });
    this.#worker = this.#started();
    this.#next();
  }

  /// Gives the answer, `{ problem, trap }`, or `{ stopped }` when a newer request came.
  ask(request) {
    return new Promise((settle) => {
      this.#waiting?.settle({ stopped: true });
      this.#waiting = { ...request, settle, id: (this.#number += 1) };
      // A worker without the program keeps the newest request.
      if (!this.#module) this.#settle({ stopped: true });
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
    if (this.#running || !this.#waiting) return;
    const { settle, ...request } = this.#waiting;
    this.#waiting = null;
    this.#running = { settle, id: request.id, longest: request.file ? LONGEST.file : LONGEST.layout };
    if (this.#module) this.#limit();
    this.#worker.postMessage(request);
  }

  /// The time of what is running begins.
  #limit() {
    if (!this.#running) return;
    this.#running.since = performance.now();
    this.#running.limit = setTimeout(() => {
      this.#settle({ problem: "It took too long, and was stopped." });
      this.restart();
    }, this.#running.longest);
  }

  #end(data) {
    if (data.id !== this.#running?.id) return;
    this.#settle(data);
    this.#next();
  }

  /// Answers what is running.
  #settle(data) {
    clearTimeout(this.#running?.limit);
    this.#running?.settle(data);
    this.#running = null;
  }
}

/// For checks, too: they ask it in bulk.
const computer = new Computer();
// The page tells it when it waits for it.
computer.loaded.catch(() => {});

// A browser that opened the page as a file gives it no modules, so this script tells it.
addEventListener("error", ({ target }) => {
  const told = document.getElementById("told");
  if (target.tagName !== "SCRIPT" || !told) return;
  told.hidden = false;
  told.textContent = location.protocol === "file:"
    ? "Browsers load this page only from a web server: python3 -m http.server" : `A file of this page cannot be loaded: ${target.src}`;
}, true);
