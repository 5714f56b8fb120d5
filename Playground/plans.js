// The best ways to send a layout, and source to copy.

import { button, counted, element, safe, safeLines, spaced, words } from "./text.js";

const PLANS = {
  smallestChange: "the smallest change",
  identification: "most of what identifies the device in the advertising data",
  shortAdvertising: "the shortest advertising data",
};

/// Shows the plans. Without them, `again` computes them.
export const showPlans = (section, answer, use, again) => section.replaceChildren(
  ...(answer ? plansOf(answer, use) : [element("p", {}, "Plans were not computed. ", button("Compute them", again))]),
);

/// Shows what to change so that the layout is seen: the best plan in the reader's stack, to copy.
export const showFix = (section, { repack, forms }, use) => {
  const plan = repack?.plans?.[0];
  if (!plan || plan.changes.length === 0) return section.replaceChildren();
  section.replaceChildren(
    element("h2", {}, "What to change"),
    element("ul", {}, plan.changes.map(({ message }) => element("li", {}, message))),
    costOf(plan),
    ...sourceOf(forms?.filter((form) => form.plan === 1) ?? [], "In your stack", true),
    element("p", {}, button("Use it", () => use(plan), { "aria-label": "Use this change" }), " ", element("small", {}, "See how it would be found then.")),
  );
};

/// What a plan costs: what scanners then miss, and what else is lost.
const costOf = ({ cost }) => cost ? element("p", {}, element("span", { class: "badge warning" }, "lost"), " ", cost) : "";

const plansOf = ({ repack, forms }, use) => {
  const plans = repack?.plans ?? [];
  const isBest = plans.length > 0 && plans[0].changes.length === 0;
  return [
    element("h2", {}, "A better way to send it"),
    ...(repack?.infeasible ?? []).map(infeasibleOf),
    isBest ? element("p", {}, plans[0].original.likelyCut === null ? "No other packing is better." : "Divided as is likely, no other packing is better.") : "",
    ...(isBest ? [] : plans.map((plan, index) => planOf(plan, index, forms, use))),
    ...sourceOf(forms?.filter(({ plan }) => plan === null) ?? [], "Source of the bytes as they are"),
  ];
};

const infeasibleOf = ({ reason, bytesOver, alternatives }) => element("div", {},
  element("p", {}, `It cannot be packed in another way: ${bytesOver > 0 ? `${counted(bytesOver, "byte")} too many: ` : ""}${reason}`),
  element("ul", {}, alternatives.map(({ message, price }) => element("li", {}, message, " ", element("small", {}, `Price: ${price}`)))));

const freeOf = (count) => element("small", {}, `${counted(count, "byte")} free`);

const planOf = (plan, index, forms, use) => element("section", { class: "plan", "aria-label": `Plan ${index + 1}` },
  element("h3", {}, `Plan ${index + 1}`, ": ", element("small", {}, PLANS[plan.kind] ?? words(plan.kind))),
  element("ol", {}, plan.changes.map(({ message }) => element("li", {}, message))),
  costOf(plan),
  element("dl", { class: "facts" },
    element("dt", {}, "Advertising data"), element("dd", {}, element("code", {}, spaced(plan.advertising)), " ", freeOf(plan.free.advertising)),
    plan.scanResponse ? [element("dt", {}, "Scan response data"), element("dd", {}, element("code", {}, spaced(plan.scanResponse)),
      plan.free.scanResponse === null ? "" : [" ", freeOf(plan.free.scanResponse)])] : ""),
  element("p", {}, button("Use this plan", () => use(plan), { "aria-label": `Use plan ${index + 1}` })),
  ...sourceOf(forms?.filter((form) => form.plan === index + 1) ?? [], `Source of plan ${index + 1}`));

/// What people call the forms of source.
const FORMS = {
  zephyr: "Zephyr, nRF Connect SDK", "nimble-arduino": "Arduino with NimBLE", nimble: "NimBLE (C)", "esp-idf": "ESP-IDF, raw data",
  bluedroid: "ESP-IDF, Bluedroid", bluefruit: "Arduino with Bluefruit", espruino: "Espruino", btmgmt: "BlueZ btmgmt", swift: "Swift", c: "C arrays", hex: "Hex", yaml: "advert.yml",
};

/// The form last chosen: it stays when the answer changes.
let chosenForm = "zephyr";
export const chooseForm = (form) => { chosenForm = form; };

/// Forms of source to choose from, and to copy.
const sourceOf = (forms, title, isOpen = false) => {
  if (forms.length === 0) return [];
  const text = element("pre", { tabindex: "0", role: "region", "aria-label": title });
  const current = () => forms.find(({ name }) => name === chosenForm) ?? forms[0];
  const show = () => {
    text.textContent = safeLines(current().source);
    text.dataset.form = safe(FORMS[current().name] ?? current().name);
  };
  const choice = element("select", { "aria-label": `Form: ${title}`, change: ({ target }) => { chosenForm = target.value; show(); } },
    forms.map(({ name }) => element("option", { value: name, selected: name === current().name }, FORMS[name] ?? name)));
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(current().source);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
      copy.textContent = "Selected";
    }
    setTimeout(() => { copy.textContent = "Copy"; }, 1500);
  }, { "aria-label": `Copy: ${title}` });
  show();
  return [element("details", { class: "source", open: isOpen }, element("summary", {}, title), element("div", { class: "tools" }, choice, copy), text)];
};
