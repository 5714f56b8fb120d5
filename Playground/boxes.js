// The boxes, the address, and what is told.

import { ofPage, safe } from "./text.js";

/// Characters of a box that are computed and kept in the address.
export const MOST_CHARACTERS = 65_536;

export const part = (id) => document.getElementById(id);
export const [advertising, scanResponse, pdu, merged, interval, service, system] =
  ["advertising", "scan-response", "pdu", "merged", "interval", "service", "system"].map(part);

// What is told

export const tell = (problem) => {
  part("told").hidden = !problem;
  part("told").textContent = problem ? safe(ofPage(problem)) : "";
};

export const say = (words) => { part("status").textContent = safe(words); };

const trapped = "The program stopped at this input, which is a mistake in it. It was loaded anew; other input works.";

/// Why there is no answer; `null` when there is one, or when it was stopped for a newer one.
export const problemOf = ({ answer, problem, trap }) => problem ?? (trap === undefined ? answer?.problem ?? null : trapped);

// The address

/// The system of the address, until the program has told the systems.
let wantedSystem = "";

/// Chooses the system of the address, where the program knows it.
export const chooseSystem = (wanted = wantedSystem) => {
  wantedSystem = wanted;
  system.value = wanted;
  if (system.selectedIndex < 0) system.selectedIndex = 0;
};

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
export const remember = (isStep = false) => {
  const text = fragment();
  if (text === null) return;
  const depth = (history.state?.depth ?? 0) + (isStep ? 1 : 0);
  try {
    history[isStep ? "pushState" : "replaceState"]({ depth }, "", text ? `#${text}` : location.pathname + location.search);
  } catch { /* Browsers bound how often the address changes; the next change writes it. */ }
  part("undo").hidden = depth === 0;
};

/// Fills the boxes from the address. Anyone can write one: what is unknown in it is left out.
export const restore = () => {
  const state = new URLSearchParams(location.hash.slice(1));
  const text = (key) => (state.get(key) ?? "").slice(0, MOST_CHARACTERS);
  advertising.value = text("adv");
  scanResponse.value = text("scan-response");
  merged.checked = state.has("merged");
  interval.value = text("interval");
  service.value = text("service").slice(0, service.maxLength);
  chooseSystem(text("system"));
  pdu.value = state.get("pdu") ?? "ADV_IND";
  if (pdu.selectedIndex < 0) pdu.selectedIndex = 0;
  part("undo").hidden = !history.state?.depth;
};
