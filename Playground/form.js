// Only names and UUIDs: what a stack makes of them.

import { chooseForm } from "./plans.js";
import { element, visible } from "./text.js";

const part = (id) => document.getElementById(id);

/// The form of source that a program for a stack is written in.
const FORM_OF = {
  "nimble-arduino": "nimble-arduino", "esp-nimble-cpp": "nimble-arduino", "esp32-ble": "c", bluedroid: "bluedroid", nimble: "nimble",
  zephyr: "zephyr", bluefruit: "bluefruit", nrf5: "c", arduinoble: "c", aioble: "hex", "adafruit-ble": "hex", "esp32-ble-nimble": "c", bluez: "btmgmt", btmgmt: "btmgmt", espruino: "espruino",
};

let stacks = [];

/// Fills the form with the stacks that the program knows.
export const learnStacks = (known) => {
  if (stacks.length > 0) return;
  stacks = known;
  part("stack").replaceChildren(...stacks.map(({ id, name }) => element("option", { value: id, title: id }, name)));
  part("stack").addEventListener("change", showOptions);
  showOptions();
};

/// What the program knows of a stack.
export const stackOf = (id) => stacks.find((stack) => stack.id === id) ?? null;

const chosen = () => stackOf(part("stack").value);

const showOptions = () => {
  const stack = chosen();
  if (!stack) return;
  // Calls stand between backticks.
  part("stack-words").replaceChildren(...stack.summary.split("`").map((text, index) => (index % 2 === 1 ? element("code", {}, text) : text)));
  part("version").required = stack.needsVersion;
  part("version-words").textContent = `${stack.versions}${stack.needsVersion ? "; it must be said" : "; the newest when it is not said"}`;
  for (const line of document.querySelectorAll(".responds")) line.hidden = !stack.takesScanResponse;
  part("options").hidden = stack.options.length === 0;
  part("option-list").replaceChildren(...stack.options.map(({ word, call, summary }) => element("li", {},
    element("input", { type: "checkbox", id: `option-${word}`, value: word }),
    element("label", { for: `option-${word}` }, element("code", {}, call), `: ${summary}`))));
};

/// The parts of the request that the form makes.
export const requestOf = () => {
  const stack = chosen();
  const value = (id) => part(id).value.trim();
  const parts = { request: "build", stack: stack.id + (value("version") ? `@${value("version")}` : "") };
  const fields = { name: "device-name", services: "device-services", manufacturer: "device-manufacturer" };
  if (stack.takesScanResponse) Object.assign(fields, { "response-name": "response-name", "response-services": "response-services" });
  for (const [key, id] of Object.entries(fields)) if (value(id)) parts[key] = value(id);
  const options = [...part("option-list").querySelectorAll(":checked")].map((box) => box.value);
  if (options.length > 0) parts.options = options.join(" ");
  chooseForm(FORM_OF[stack.id] ?? "c");
  return parts;
};

/// What the stack does with the request that is not what was asked.
export const showBuilt = (section, { stack, version, isAssumed, addedFlags, changes }) => section.replaceChildren(
  element("p", {}, `This is what ${stack} ${version}${isAssumed ? " (assumed)" : ""} sends for it.`,
    addedFlags ? " The Flags 0x06 were added to what you gave, because it adds none, and programs ask for them." : ""),
  changes.length > 0 ? element("ul", { class: "statements" }, changes.map(({ words, remedy }) => element("li", { class: "warning" },
    element("p", {}, visible(`It ${words}.`)), remedy ? element("p", { class: "fix" }, visible(remedy)) : ""))) : "",
);
