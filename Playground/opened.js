// What a person pastes that is more than bytes, and files: the device or layout in them that is worst is opened.

import { showAnswer } from "./answer.js";
import { advertising, merged, part, problemOf, say, tell } from "./boxes.js";
import { mostHiding, showDevices, showErrors, showPayloads, showUnknown } from "./devices.js";
import { sorted } from "./files.js";
import { gravest, showImage, showLayouts } from "./layouts.js";

/// Puts octets into the boxes; and whether an update is still the latest.
let [use, isLatest] = [];
export const openWith = (page) => { ({ use, isLatest } = page); };

// What a person pastes

/// Reads what was pasted as a log, and opens the device in it that hides most. Returns whether there is one.
export const openLog = async (text, number, service = null) => {
  const { answer } = await computer.ask({ file: new File([text], "pasted.txt") });
  if (!isLatest(number)) return false;
  if (!answer?.inspect) return false;
  const layout = mostHiding(answer);
  const isKnown = answer.inspect.accounts?.length > 0 || answer.inspect.captures.some(({ problems }) => problems.length > 0);
  if (!layout && !isKnown) return false;
  part("devices").hidden = false;
  const words = showDevices(part("devices"), answer, use, service);
  tell(null);
  if (layout) await use(layout);
  else {
    say(words);
    told();
  }
  return true;
};

/// Opens a text that is not the bytes of a payload, as the program says what it is.
export const openPasted = async (known, text, number) => {
  switch (known.is) {
  case "blocks": return use({ advertising: known.advertising ?? "", scanResponse: known.scanResponse ?? "", remark: known.remark });
  case "log": if (await openLog(text, number, known.service)) return; break;
  case "program": return openProgram(text, number);
  case "manifest": return openText(text, number, "advert.yml");
  case "layouts": return openText(text, number, "the text");
  case "values": return openValues(known.decode);
  default:
  }
  if (!isLatest(number)) return;
  const { payloads = [], service = null, errors = null } = known;
  part("devices").hidden = payloads.length === 0 && service === null && errors === null;
  if (payloads.length > 0) showPayloads(part("devices"), payloads, use);
  else if (errors !== null) showErrors(part("devices"), errors.lines);
  else if (service !== null) showUnknown(part("devices"), service);
  tell(part("devices").hidden ? nothing(known.problem, text) : null);
  say("");
  part("is-example").hidden = true;
  told();
};

/// What is told of a text in which nothing is known. What is wrong with a digit is said of what may be bytes.
const nothing = (problem, text) => (text.length > 40
  ? "There are no bytes of an advertisement in this text. RAW of nRF Connect has them, and so has the phone’s Bluetooth HCI log." : problem);

/// Reads what was pasted as lines of a program, and opens what they send.
const openProgram = async (text, number) => {
  const read = (more) => computer.ask({ parts: { request: "program", octets: text, ...more } });
  await openAnswer(await read({}), number, "the program", read);
};

/// Reads what was pasted as a file of layouts, and opens the worst.
const openText = async (text, number, name) => openAnswer(await computer.ask({ parts: { request: "file", name, octets: text } }), number, name);

const openAnswer = async (answered, number, name, read = null) => {
  if (answered.stopped || !isLatest(number)) return;
  const problem = problemOf(answered);
  if (problem === null) {
    await openLayouts(answered.answer, name, read);
    if (answered.answer.layouts.length > 0) return;
  } else {
    part("devices").hidden = true;
    opened(problem);
  }
  told();
};

/// Shows values that have no structures: alone they say nothing of who finds a device.
const openValues = (decode) => {
  part("devices").hidden = true;
  tell(null);
  for (const id of ["verdict", "fix", "who", "rest"]) part(id).replaceChildren();
  showAnswer(part("first"), { decode }, use);
  part("is-example").hidden = true;
  part("answer").hidden = false;
  part("answer").dataset.state = "shown";
  say("");
  dispatchEvent(new CustomEvent("answered", { detail: location.hash }));
};

/// Ends an answer without octets.
const told = () => {
  part("answer").hidden = true;
  part("answer").dataset.state = "told";
  dispatchEvent(new CustomEvent("answered", { detail: location.hash }));
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
  const read = (more) => computer.ask({ file, parts: { request: "file", ...beside, ...more } });
  part("stop").hidden = false;
  const { answer, problem, trap, stopped } = await read({});
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
