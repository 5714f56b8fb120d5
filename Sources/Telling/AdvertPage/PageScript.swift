internal import AdvertReport

/// The script that adds comfort to a page: searching, sorting, folding. Plots and copying have files of their own. Scripts only move,
/// hide and copy parts of the page, and make no markup from texts.
enum PageScript {
  /// Every script of the page, in order.
  static let all: [StaticString] = [text, PagePlotScript.text, PageCopyScript.text]

  static let text: StaticString = #"""
    (() => {
      "use strict";
      const all = (selector, root = document) => [...root.querySelectorAll(selector)];
      const table = document.getElementById("table");
      const rows = table ? all("tbody tr", table) : [];
      const sections = all("section.device");
      for (const part of all(".scripted")) part.hidden = false;

      // The first rows, until more are asked for.
      const rest = table?.querySelector("tbody.rest");
      const more = document.getElementById("more");
      const first = rest ? table.tBodies[0].rows.length : rows.length;
      const showAll = (isAll) => {
        if (!rest) return;
        rest.hidden = !isAll;
        more.parentElement.hidden = isAll;
      };
      showAll(false);
      more?.addEventListener("click", () => showAll(true));

      // Searching. What is looked for is in the address, so that a user can send it.
      const field = document.getElementById("search");
      const least = document.getElementById("least");
      const count = document.getElementById("count");
      let texts = null;
      const choose = () => {
        const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        const rank = Number(least.value);
        texts ??= rows.map((row) => row.textContent.toLowerCase());
        let shown = 0;
        rows.forEach((row, index) => {
          const fits = Number(row.dataset.rank) >= rank && words.every((word) => texts[index].includes(word));
          row.hidden = !fits;
          const section = row.dataset.device && document.getElementById(row.dataset.device);
          if (section) section.hidden = !fits;
          if (fits) shown += 1;
        });
        showAll(words.length > 0 || rank > 0);
        count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} shown`;
      };
      const remember = () => {
        const asked = new URLSearchParams();
        if (field.value) asked.set("search", field.value);
        if (least.value !== "0") asked.set("least", least.value);
        const text = asked.toString();
        // A page that is shown by another one may not change its address.
        try { history.replaceState(null, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`); } catch { /* It stays as it was. */ }
      };
      if (field) {
        const asked = new URLSearchParams(location.search);
        field.value = asked.get("search") ?? "";
        least.value = asked.get("least") ?? "0";
        if (least.selectedIndex < 0) least.value = "0";
        if (field.value || least.value !== "0") choose();
        for (const [control, kind] of [[field, "input"], [least, "change"]]) {
          control.addEventListener(kind, () => { choose(); remember(); });
        }
      }

      // Sorting.
      const value = (row, column) => {
        const cell = row.cells[column];
        return cell.dataset.v === undefined ? cell.textContent.trim().toLowerCase() : Number(cell.dataset.v);
      };
      const compare = (one, other) => {
        if (typeof one === "number" && typeof other === "number") return one - other;
        // Those without a value come last.
        if (one === "–" || other === "–") return (one === "–") - (other === "–");
        return one < other ? -1 : one > other ? 1 : 0;
      };
      all("thead th", table || document.createElement("table")).forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        head.append(button);
        button.addEventListener("click", () => {
          const falls = head.getAttribute("aria-sort") === "ascending";
          for (const other of all("thead th", table)) other.removeAttribute("aria-sort");
          head.setAttribute("aria-sort", falls ? "descending" : "ascending");
          const sorted = rows.map((row, index) => ({ row, index, key: value(row, column) }));
          sorted.sort((one, other) => (falls ? -1 : 1) * compare(one.key, other.key) || one.index - other.index);
          table.tBodies[0].append(...sorted.slice(0, first).map((entry) => entry.row));
          rest?.append(...sorted.slice(first).map((entry) => entry.row));
        });
      });

      // Folding.
      const folds = all("section.device > details");
      const each = document.querySelector("details.each");
      const fold = (open) => {
        for (const part of folds) part.open = open;
        if (each && open) each.open = true;
      };
      document.getElementById("unfold")?.addEventListener("click", () => fold(true));
      document.getElementById("fold")?.addEventListener("click", () => fold(false));
      const reveal = () => {
        const target = location.hash && document.getElementById(location.hash.slice(1));
        const part = target && target.closest("section.device");
        if (!part) return;
        part.hidden = false;
        part.querySelector("details").open = true;
        if (each) each.open = true;
        target.scrollIntoView();
      };
      addEventListener("hashchange", reveal);
      reveal();
      // On paper, the first devices are there in full; of more, those that the reader opened.
      const onPaper = new Set(sections.slice(0, 10));
      let folded = [];
      addEventListener("beforeprint", () => {
        folded = all("main details:not([open], .numbers, .scans)").filter((part) => {
          const section = part.closest("section.device");
          return !section || onPaper.has(section) || part.matches("section.device details[open] details");
        });
        for (const part of folded) part.open = true;
      });
      addEventListener("afterprint", () => {
        for (const part of folded) part.open = false;
      });
    })();
    """#
}
