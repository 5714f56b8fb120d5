// Texts and elements. All that comes from outside goes through here, and none of it becomes markup.

/// What does not show itself: controls, bidirectional overrides, characters without width, unassigned ones.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const code = (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`;

/// The text with the codes of characters that would not show.
export const safe = (text) => String(text).replace(UNSAFE, code);

/// The same for lines of source.
export const safeLines = (text) => String(text).replace(UNSAFE, (one) => (one === "\n" || one === "\t" ? one : code(one)));

/// Text from the air, in which a backslash is doubled, so that codes differ from the original.
export const visible = (text) => safe(String(text).replaceAll("\\", "\\\\"));

/// An element. Children are elements and texts; nothing stands for nothing.
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : safe(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    made.append(child instanceof Node ? child : safe(child));
  }
  return made;
};

/// Words of the command as they are on this page, which has no options.
export const ofPage = (said) => said.replace(/ \((?:--cut \d+|see decode --find)\)/g, "").replace(/--cut (\d+)/g, "after $1 bytes")
  .replace("which --merged says", "which the box above can say").replace("--service asks about one", "the box “Service” takes it")
  .replace("--pdu names extended advertising", "“How it is sent” above has extended advertising");

/// Puts children into an element, in the place of those that it has.
export const fill = (parent, ...children) => parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== ""));

// Terms

let terms = [];

/// Takes the glossary, and makes the explanations that terms open.
export const learnTerms = (known) => {
  if (terms.length > 0 || !known) return;
  const escaped = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  terms = known.map(({ id, forms }) => ({
    id, form: new RegExp(`(?<![\\p{L}\\d_-])(?:${[...forms].sort((one, other) => other.length - one.length).map(escaped).join("|")})(?![\\p{L}\\d_-])`, "iu"),
  }));
  document.getElementById("glossary").replaceChildren(...known.map(({ id, forms, meaning }) =>
    element("div", { popover: "auto", id: `term-${id}` }, element("p", {}, element("dfn", {}, forms[0]), `: ${meaning}`))));
};

/// The text, in which the first of each term opens its explanation; those of `known` do not, and what is found joins them. It must not
/// stand in a button, a link or a summary. Behind a quotation mark stand names from outside, in which nothing is a term.
export const explained = (text, known = new Set()) => {
  const said = String(text);
  const own = said.split('"', 1)[0];
  const found = terms.filter(({ id }) => !known.has(id)).map(({ id, form }) => ({ id, match: form.exec(own) }))
    .filter(({ match }) => match !== null).map(({ id, match }) => ({ id, start: match.index, end: match.index + match[0].length }))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const parts = [];
  let reached = 0;
  for (const { id, start, end } of found) {
    if (start < reached) continue;
    known.add(id);
    parts.push(said.slice(reached, start), element("button", { type: "button", class: "term", popovertarget: `term-${id}` }, said.slice(start, end)));
    reached = end;
  }
  return [...parts, said.slice(reached)];
};

/// The same of a drawing.
export const drawing = (name, attributes, children = []) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/// A part that scrolls sideways by itself, also with the keys.
export const scrolling = (label, ...children) =>
  element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, ...children);

/// A table with titles; a row is a list of cells.
export const table = (attributes, titles, rows) => element("table", attributes,
  element("thead", attributes.untitled ? { class: "unseen" } : {},
    element("tr", {}, titles.map((title) => element("th", { scope: "col" }, title)))),
  element("tbody", {}, rows));

export const button = (words, action, attributes = {}) =>
  element("button", { type: "button", ...attributes, click: action }, words);

/// `02 01 06` of `020106`.
export const spaced = (hex) => hex.match(/../g)?.join(" ") ?? "";

export const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/// `measuredPower` as words. A unit stays as it is.
export const words = (key) => (key === "dBm" ? key : camelWords(key));
const camelWords = (key) => key.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());
