// The devices of a file, as `advert inspect` has them. Opening one fills the boxes.

import { button, counted, element, scrolling, table, visible } from "./text.js";

/// Rows of the table; more are counted.
const MOST_ROWS = 1000;

/// Shows what was read of a file; returns it in one line. `use` takes octets into the boxes.
export const showDevices = (section, { inspect, unread }, use) => {
  const problems = [...unread];
  const heads = inspect.captures.map((capture) => {
    for (const { message, count } of capture.problems) problems.push(`${message}${count > 1 ? ` (${count} times)` : ""}`);
    return `${visible(capture.path)}: ${capture.format}, ${counted(capture.records, "record")}, `
      + `${counted(capture.advertisements, "advertisement")}, ${counted(capture.scanResponses, "scan response")}, `
      + counted(capture.advertisers, "advertiser");
  });
  const rows = inspect.advertisers.map((advertiser) => ({ advertiser, capture: inspect.captures[advertiser.capture] }));

  section.replaceChildren(
    element("h2", {}, "Devices"),
    ...heads.slice(0, 20).map((head) => element("p", {}, head)),
    problems.length > 0
      ? element("details", { class: "notes", open: rows.length === 0 },
        element("summary", {}, counted(problems.length, "remark") + " on the file"),
        element("ul", {}, problems.slice(0, 100).map((problem) => element("li", {}, problem))))
      : "",
    ...(rows.length > 0 ? [element("p", { class: "soft" }, "An address opens what its device sends."), search(section, rows.length),
      tableOf(rows, use)] : []),
    rows.length > MOST_ROWS ? element("p", {}, `The first ${MOST_ROWS} of ${rows.length} are shown: advert inspect has all.`) : "",
  );
  return `${counted(rows.length, "device")}.`;
};

const search = (section, count) => {
  if (count < 2) return "";
  const choose = ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of section.querySelectorAll("tbody tr")) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  };
  return element("div", { class: "tools" }, element("label", { for: "search" }, "Search"),
    element("input", { id: "search", type: "search", placeholder: "name, address, maker, service", input: choose }));
};

const tableOf = (rows, use) => {
  const hides = rows.some(({ advertiser }) => advertiser.hiddenServices.length > 0);
  const several = new Set(rows.map(({ advertiser }) => advertiser.adapter)).size > 1;
  const titles = ["Address", "Name", "Maker, format", "RSSI", "Adv", "Rsp", "Interval", "Last seen", "Kind", "Services"];
  if (hides) titles.push("Hides");
  return scrolling("Table of devices", table({ class: "devices" }, titles,
    rows.slice(0, MOST_ROWS).map((row) => rowOf(row, several, hides, use))));
};

const rowOf = ({ advertiser, capture }, namesAdapter, hides, use) => {
  const isHost = advertiser.origin === "host";
  const received = (count) => (isHost ? "–" : String(count));
  const address = (advertiser.address ?? "anonymous") + (namesAdapter ? ` on hci${advertiser.adapter}` : "");
  const unseen = !isHost && advertiser.advertisements === 0;
  const cells = [
    advertiser.name === null ? "–" : visible(advertiser.name), maker(advertiser),
    advertiser.rssi ? String(advertiser.rssi.median) : "–", received(advertiser.advertisements),
    received(advertiser.scanResponses), advertiser.interval ? `${Math.round(advertiser.interval.estimateMs)} ms` : "–",
    lastSeen(advertiser.lastSeen, capture), kind(advertiser),
    unseen ? "not seen" : advertiser.services.advertising.join(", ") || "–",
  ];
  if (hides) cells.push(hidden(advertiser.hiddenServices));
  return element("tr", {},
    element("th", { scope: "row" }, layoutsOf(advertiser, address, use)),
    cells.map((cell, index) => element("td", { class: index > 1 && index < 5 ? "number" : null }, cell)));
};

/// The address, which opens the layout seen most, and the others where there are some.
const layoutsOf = (advertiser, address, use) => {
  const usable = advertiser.layouts.filter((layout) => layout.advertising !== null || layout.scanResponses.length > 0);
  if (usable.length === 0) return address;
  const open = async (layout, control) => {
    for (const row of document.querySelectorAll(".devices .chosen")) row.classList.remove("chosen");
    control.closest("tr").classList.add("chosen");
    await use({ advertising: layout.advertising ?? "", scanResponse: layout.scanResponses[0]?.bytes ?? "", pdu: layout.pdu });
    // What it sends is below the table.
    const answer = document.getElementById("answer");
    const shown = answer.hidden ? document.getElementById("advertising") : answer;
    shown.focus({ preventScroll: true });
    shown.scrollIntoView();
  };
  const most = usable.reduce((best, layout) => (layout.count > best.count ? layout : best));
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
