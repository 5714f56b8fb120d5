// The devices of a file, as `advert inspect` has them. Opening one fills the boxes.

import { button, counted, element, fill, scrolling, spaced, table, visible } from "./text.js";

/// Rows of the table; more are counted.
const MOST_ROWS = 1000;
/// Devices of a list without a table.
const MOST_LISTED = 50;

/// Shows what was read of a file; returns it in one line. `use` takes octets into the boxes.
/// `service` is one that the text names.
export const showDevices = (section, { inspect, unread, whoHasBytes, merged = [] }, use, service = null) => {
  const problems = [...unread];
  const heads = inspect.captures.flatMap((capture) => {
    // Lines with both blocks in one are listed.
    for (const { kind, message, count } of capture.problems) if (kind !== "blocksMerged") problems.push(`${message}${count > 1 ? ` (${count} times)` : ""}`);
    if (capture.records === 0 && (merged.length > 0 || inspect.accounts || problems.length > 0)) return [];
    return `${visible(capture.path)}: ${capture.format}, ${counted(capture.records, "record")}, `
      + `${counted(capture.advertisements, "advertisement")}, ${counted(capture.scanResponses, "scan response")}, `
      + counted(capture.advertisers, "advertiser");
  });
  const rows = inspect.advertisers.map((advertiser) => ({ advertiser, capture: inspect.captures[advertiser.capture] }));

  const accounts = inspect.accounts ?? [];
  const heard = accounts.flatMap(({ devices }) => devices);
  const isSilent = rows.length === 0 && merged.length === 0;
  fill(section,
    isSilent && (heard.length > 0 || problems.length > 0) ? unknownOf(heard, whoHasBytes, service) : "",
    element("h2", {}, "Devices"),
    ...accounts.slice(0, 20).flatMap(accountOf),
    merged.length > 0 ? mergedOf(merged, use) : "",
    ...heads.slice(0, 20).map((head) => element("p", {}, head)),
    problems.length > 0
      ? element("details", { class: "notes", open: rows.length === 0 },
        element("summary", {}, counted(problems.length, "remark") + " on the file"),
        element("ul", {}, problems.slice(0, 100).map((problem) => element("li", {}, problem))))
      : "",
    isSilent && heard.length === 0 && problems.length === 0 ? element("p", { class: "sentence unknown" }, "There are no advertisements in it.") : "",
    ...(rows.length > 0 ? [element("p", { class: "soft" }, "An address opens what its device sends. Those that hide a service come first."), tools(section, rows),
      tableOf(rows, use)] : []),
    rows.length > MOST_ROWS ? element("p", {}, `The first ${MOST_ROWS} of ${rows.length} are shown: advert inspect has all.`) : "",
  );
  return `${counted(rows.length + merged.length + heard.length, "device")}.`;
};

/// Why a log without bytes gives no verdict, and what has them.
const unknownOf = (heard, whoHasBytes, service) => {
  const known = heard.find(({ services }) => services.length > 0);
  const named = known?.services[0] ?? service;
  return element("div", {}, named ? unknownService(named, known?.name)
    : element("p", { class: "sentence unknown" }, "Not known: these lines do not have the bytes that were sent."), whereBytesAre(whoHasBytes));
};

const unknownService = (service, name = null) => element("p", { class: "sentence unknown" },
  `Not known: these lines say that ${name === null ? "a device" : visible(name)} has service ${service}, but not in which of its two packets. If it is in the scan response, systems that only listen miss it.`);

const whereBytesAre = (whoHasBytes) => element("p", {}, "What has the bytes: ", whoHasBytes ? `${whoHasBytes.replace(/,$/, "")}; ` : "",
  "RAW of nRF Connect for Android, which you can paste above; the phone’s Bluetooth HCI log.");

/// Shows what the error lines of a text mean, and what to do.
export const showErrors = (section, lines) => fill(section,
  element("h2", {}, "What the error means"),
  element("ul", { class: "statements" }, lines.flatMap(({ meanings }) => meanings).slice(0, MOST_LISTED).map(({ stack, name, meaning, fix, source }) => element("li", {},
    element("p", {}, element("strong", {}, `${stack}: ${visible(name)}`)), element("p", {}, visible(meaning)),
    element("p", { class: "fix" }, visible(fix)), element("p", { class: "soft" }, `Source: ${visible(source)}`)))),
);

/// Shows that a text names a service, and has no bytes.
export const showUnknown = (section, service) => fill(section, unknownService(service), whereBytesAre(null));

/// Shows the payloads in a text of which it is not known which is which. `use` takes octets into the boxes.
export const showPayloads = (section, payloads, use) => fill(section,
  element("h2", {}, "Which of these are the advertising data?"),
  element("p", {}, "The text has bytes of several packets, and does not say which of them answers a scan."),
  element("ul", { class: "statements" }, payloads.slice(0, MOST_LISTED).map((octets) => element("li", {},
    element("p", {}, element("code", {}, spaced(octets))),
    element("p", { class: "choices" }, button("Advertising data", () => use({ advertising: octets, scanResponse: "" })), " ",
      ...payloads.filter((other) => other !== octets).slice(0, 3).map((other, index) => [
        button(payloads.length === 2 ? "Advertising data, the other is the scan response" : `Advertising data, with scan response ${payloads.indexOf(other) + 1}`,
          () => use({ advertising: octets, scanResponse: other })), index < 2 ? " " : ""]))))),
);

/// Devices that a program tells in values.
const accountOf = ({ path, devices }) => [
  element("p", {}, `${visible(path)}: ${counted(devices.length, "device")}, with the values of both packets in the place of bytes.`),
  element("ul", { class: "statements" }, devices.slice(0, MOST_LISTED).map((device) => element("li", { class: "unknown" },
    element("p", {}, element("strong", {}, device.name === null ? "Without a name" : visible(device.name)), ` ${device.advertiser ?? device.identifier ?? ""}`),
    element("p", {}, [device.services.length > 0 ? `services ${device.services.join(", ")}` : "no services",
      ...device.serviceData.map(({ uuid }) => `data of service ${uuid}`),
      ...device.manufacturerData.map(({ company }) => `manufacturer data of company 0x${company.toString(16).padStart(4, "0")}`)].join("; ")),
    element("p", { class: "soft" }, device.sentence)))),
  devices.length > MOST_LISTED ? element("p", {}, `The first ${MOST_LISTED} of ${devices.length} are shown: advert inspect has all.`) : "",
];

/// Lines that have both blocks in one. Opening one asks where the advertising data end.
const mergedOf = (merged, use) => element("ul", { class: "statements" }, merged.slice(0, MOST_LISTED).map((line) => element("li", {},
  element("p", {}, button(line.address ?? `line ${line.line}`, () => use(octetsOfMerged(line)), { class: "link" }), ` both packets in one, in ${counted(line.count, "line")}`),
  element("p", { class: "soft" }, element("code", {}, spaced(line.octets))))));

const octetsOfMerged = ({ octets }) => ({ advertising: octets, scanResponse: "", isMerged: octets.length / 2 > 31 });

/// Of all layouts, one of the device that hides most from scanners; else of the first device. `null` when there is none.
export const mostHiding = ({ inspect: { advertisers }, merged = [] }) => {
  const known = [...advertisers].sort(byHiding).find((advertiser) => usableOf(advertiser).length > 0);
  if (known) return octetsOf(mostSeen(usableOf(known)));
  return merged.length > 0 ? octetsOfMerged(merged[0]) : null;
};

/// Those that hide a service for certain come first, then those that may.
const byHiding = (one, other) => hiding(other) - hiding(one);
const hiding = ({ hiddenServices }) => (hiddenServices.some(({ missed }) => missed.length > 0) ? 2 : hiddenServices.length > 0 ? 1 : 0);

/// What is looked for, and whether all are shown.
const tools = (section, rows) => {
  if (rows.length < 2) return "";
  const choose = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of section.querySelectorAll("tbody tr")) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word)) || (filter.value === "hides" && row.dataset.hides === "0");
    }
    none.textContent = section.querySelector("tbody tr:not([hidden])") ? "" : "No device matches.";
  };
  const field = element("input", { id: "search", type: "search", placeholder: "name, address, maker, service", input: choose });
  const none = element("p", { role: "status" });
  const filter = element("select", { id: "filter", change: choose },
    element("option", { value: "" }, "all devices"), element("option", { value: "hides" }, "those that hide a service"));
  return element("div", { class: "tools" }, element("label", { for: "search" }, "Search"), field,
    element("label", { for: "filter" }, "Show"), filter, none);
};

/// The columns: title, the cell's content, what it is sorted by, and whether it is a number.
const COLUMNS = [
  ["Name", ({ advertiser: { name } }) => (name === null ? "–" : visible(name))],
  ["Maker, format", ({ advertiser }) => maker(advertiser)],
  ["RSSI", ({ advertiser: { rssi } }) => (rssi ? String(rssi.median) : "–"), ({ advertiser: { rssi } }) => rssi?.median ?? -999, true],
  ["Heard", (row) => received(row, "advertisements"), ({ advertiser }) => advertiser.advertisements, true],
  ["Answers", (row) => received(row, "scanResponses"), ({ advertiser }) => advertiser.scanResponses, true],
  ["Interval", ({ advertiser: { interval } }) => (interval ? `${Math.round(interval.estimateMs)} ms` : "–"),
    ({ advertiser: { interval } }) => interval?.estimateMs ?? Infinity, true],
  ["Last seen", ({ advertiser, capture }) => lastSeen(advertiser.lastSeen, capture), ({ advertiser }) => advertiser.lastSeen ?? 0],
  ["Kind", ({ advertiser }) => kind(advertiser)],
  ["Services", ({ advertiser }) => (advertiser.origin !== "host" && advertiser.advertisements === 0 ? "not seen" : advertiser.services.advertising.join(", ") || "–")],
  ["Hides", ({ advertiser }) => hidden(advertiser.hiddenServices), ({ advertiser }) => hiding(advertiser)],
];

const received = ({ advertiser }, key) => (advertiser.origin === "host" ? "–" : String(advertiser[key]));

const tableOf = (rows, use) => {
  const hides = rows.some(({ advertiser }) => advertiser.hiddenServices.length > 0);
  const several = new Set(rows.map(({ advertiser }) => advertiser.adapter)).size > 1;
  const columns = COLUMNS.filter(([title]) => hides || title !== "Hides");
  const made = [...rows].sort((one, other) => byHiding(one.advertiser, other.advertiser)).slice(0, MOST_ROWS)
    .map((row) => ({ row, line: rowOf(row, columns, several, use) }));
  const shown = table({ class: "devices" }, ["Address", ...columns.map(([title]) => title)], made.map(({ line }) => line));
  const keys = [({ advertiser }) => advertiser.address ?? "", ...columns.map(([, words, key]) => key ?? words)];
  sortable(shown, made, keys);
  return scrolling("Table of devices", shown);
};

/// Makes the titles of a table buttons that sort it.
const sortable = (shown, made, keys) => {
  const heads = [...shown.querySelectorAll("thead th")];
  const body = shown.querySelector("tbody");
  heads.forEach((head, column) => {
    const sort = () => {
      const falls = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", falls ? "descending" : "ascending");
      const keyed = made.map(({ row, line }) => ({ line, key: keys[column](row) }));
      keyed.sort((one, other) => (falls ? -1 : 1) * (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
      body.append(...keyed.map(({ line }) => line));
    };
    head.replaceChildren(button(head.textContent, sort));
  });
};

const rowOf = (row, columns, namesAdapter, use) => {
  const { advertiser } = row;
  const address = (advertiser.address ?? "anonymous") + (namesAdapter ? ` on hci${advertiser.adapter}` : "");
  return element("tr", { "data-hides": hiding(advertiser) },
    element("th", { scope: "row" }, layoutsOf(advertiser, address, use)),
    columns.map(([title, words, , isNumber]) => element("td", { class: isNumber ? "number" : null, "data-title": title }, words(row))));
};

/// Layouts that the boxes can take.
const usableOf = (advertiser) => advertiser.layouts.filter((layout) => layout.advertising !== null || layout.scanResponses.length > 0);
const mostSeen = (layouts) => layouts.reduce((best, layout) => (layout.count > best.count ? layout : best));
const octetsOf = (layout) => ({
  advertising: layout.advertising ?? "", scanResponse: layout.scanResponses[0]?.bytes ?? "", pdu: layout.pdu,
  remark: layout.scanResponseState === "notObserved" ? "No scan response of this device was received. What would be in it is not known, and nothing here is said of it." : null,
});

/// The address, which opens the layout seen most, and the others where there are some.
const layoutsOf = (advertiser, address, use) => {
  const usable = usableOf(advertiser);
  if (usable.length === 0) return address;
  const open = async (layout, control) => {
    for (const row of document.querySelectorAll(".devices .chosen")) row.classList.remove("chosen");
    control.closest("tr").classList.add("chosen");
    await use(octetsOf(layout));
    // What it sends is below the table.
    const answer = document.getElementById("answer");
    const shown = answer.hidden ? document.getElementById("advertising") : answer;
    shown.focus({ preventScroll: true });
    shown.scrollIntoView();
  };
  const most = mostSeen(usable);
  const main = button(address, ({ target }) => open(most, target), { class: "link", "aria-label": `Open ${address}` });
  if (usable.length === 1) return main;
  const choice = element("select", { "aria-label": `Layouts of ${address}`, change: ({ target }) => open(usable[target.value], target) },
    usable.slice(0, 100).map((layout, index) =>
      element("option", { value: index, selected: layout === most }, `layout ${index + 1} of ${usable.length}, seen ${layout.count} times`)));
  return [main, element("br"), choice];
};

const maker = ({ makers, kinds, formats }) => [...makers.slice(0, 1), ...(kinds.length > 0 ? kinds : formats).slice(0, 2)].join(", ") || "–";

const kind = (advertiser) => (advertiser.addressType ?? "").replaceAll("-", " ") || "–";

const hidden = (services) => {
  if (services.length === 0) return "";
  const mark = services.some((service) => service.missed.length > 0) ? "✗" : "~";
  return `${mark} ${services.map(({ service }) => service).join(", ")}`;
};

/// The time of day in UTC, with the date when the capture has several.
const lastSeen = (seconds, capture) => {
  const text = (time) => {
    const date = new Date(Math.floor(time) * 1000);
    return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
  };
  if (seconds === null) return "–";
  const whole = text(seconds);
  if (whole.length !== 24) return whole;
  const isOneDay = capture && text(capture.start).slice(0, 10) === text(capture.end).slice(0, 10);
  return isOneDay ? whole.slice(11, 19) : `${whole.slice(0, 10)} ${whole.slice(11, 19)}`;
};
