// What a person pastes that is more than bytes, and files: the device or layout in them that is worst is opened.

import { advertising, merged, part, problemOf, say, tell } from "./boxes.js";
import { mostHiding, showDevices, showPayloads, showUnknown } from "./devices.js";
import { firstLayout, recognise, sorted } from "./files.js";
import { gravest, showImage, showLayouts } from "./layouts.js";
import { mayBeLog, payloadsIn, serviceIn } from "./pasted.js";

/// Puts octets into the boxes; and whether an update is still the latest.
let [use, isLatest] = [];
export const openWith = (page) => { ({ use, isLatest } = page); };

// What a person pastes

/// Reads what was pasted as a log, and opens the device in it that hides most. Returns whether there is one.
export const openLog = async (text, number) => {
  const { answer } = await computer.ask({ file: new File([text], "pasted.txt") });
  if (!isLatest(number)) return false;
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

export const NO_SOURCE = { isShown: false, problem: null };

/// Reads what was pasted as lines of a program, and opens what they send. Returns whether that is shown, and what is wrong with lines
/// that have names of a library.
export const openSource = async (text, number) => {
  const read = (more) => computer.ask({ parts: { request: "program", octets: text, ...more } });
  const answered = await read({});
  if (!isLatest(number) || !answered.answer?.layouts) return { isShown: false, problem: answered.answer?.problem ?? null };
  // A log can have the names of its library's calls in it.
  const isRead = answered.answer.layouts.length > 0;
  if (!isRead && mayBeLog(text) && await openLog(text, number)) return { isShown: true };
  if (!isLatest(number)) return NO_SOURCE;
  await openLayouts(answered.answer, "the program", read);
  if (!isRead) told();
  return { isShown: true };
};

/// Opens the payload in a text that is no log that is known; of several, a person says which is which. `problem` is what is wrong with
/// the text as a program.
export const openPieces = (text, problem) => {
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
export const openManifest = async (text, name) => {
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

// Files

export const open = async (files) => {
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
  opened(answer ? answer.problem && withAdvice(answer) : problemOf({ problem, trap }), words);
};

/// An answer about a firmware image has layouts, or none.
const withAdvice = ({ problem, layouts }) => (layouts === null
  ? `${problem}. Here, the form “Only names and UUIDs” makes what a stack sends.`
  : `${problem}. This page reads captures of btsnoop, PacketLogger, pcap and pcapng, logs in text, files of hex, advert.yml, programs, and firmware images (ELF, Intel HEX, UF2, binary).`);

export const opened = (problem, words = "") => {
  part("file").value = "";
  // The example is of another device.
  if (problem && !part("is-example").hidden) part("answer").hidden = true;
  tell(problem);
  say(words);
  dispatchEvent(new CustomEvent("opened"));
};
