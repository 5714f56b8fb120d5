/// The script that adds comfort to a page: sorting, searching, folding, reading numbers off a plot. It only moves and
/// hides parts of the page, and makes no markup from texts.
enum PageScript {
  static let text: StaticString = #"""
    (() => {
      "use strict";
      const all = (selector, root = document) => [...root.querySelectorAll(selector)];
      const table = document.getElementById("table");
      const rows = table ? all("tbody tr", table) : [];
      const sections = all("section.device");
      for (const part of all(".scripted")) part.hidden = false;

      // Searching.
      const field = document.getElementById("search");
      const least = document.getElementById("least");
      const count = document.getElementById("count");
      const texts = rows.map((row) => row.textContent.toLowerCase());
      const choose = () => {
        const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        const rank = Number(least.value);
        let shown = 0;
        rows.forEach((row, index) => {
          const fits = Number(row.dataset.rank) >= rank && words.every((word) => texts[index].includes(word));
          row.hidden = !fits;
          const section = row.dataset.device && document.getElementById(row.dataset.device);
          if (section) section.hidden = !fits;
          if (fits) shown += 1;
        });
        count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} shown`;
      };
      if (field) {
        field.addEventListener("input", choose);
        least.addEventListener("change", choose);
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
          table.tBodies[0].append(...sorted.map((entry) => entry.row));
        });
      });

      // Folding.
      const folds = all("section.device > details");
      const fold = (open) => { for (const part of folds) part.open = open; };
      document.getElementById("unfold")?.addEventListener("click", () => fold(true));
      document.getElementById("fold")?.addEventListener("click", () => fold(false));
      const reveal = () => {
        const target = location.hash && document.getElementById(location.hash.slice(1));
        const part = target && target.closest("section.device");
        if (!part) return;
        part.hidden = false;
        part.querySelector("details").open = true;
        target.scrollIntoView();
      };
      addEventListener("hashchange", reveal);
      reveal();
      let before = [];
      addEventListener("beforeprint", () => {
        before = folds.map((part) => part.open);
        fold(true);
      });
      addEventListener("afterprint", () => folds.forEach((part, index) => { part.open = before[index]; }));

      // Reading numbers off a plot.
      for (const plot of all("figure.series")) {
        const reading = plot.querySelector(".reading");
        const numbers = new Map(all("tbody tr", plot).map((row) => [row.dataset.bucket, row]));
        const titles = all("thead th", plot).map((head) => head.textContent);
        const buckets = Number(plot.dataset.buckets);
        plot.addEventListener("pointermove", (event) => {
          const strip = event.target.closest("svg");
          if (!strip) return;
          const box = strip.getBoundingClientRect();
          const bucket = Math.min(buckets - 1, Math.floor(((event.clientX - box.left) / box.width) * buckets));
          const row = numbers.get(String(bucket));
          reading.textContent = row
            ? [...row.cells].map((cell, column) => `${titles[column]} ${cell.textContent}`).join(", ")
            : "nothing was received here";
        });
        plot.addEventListener("pointerleave", () => { reading.textContent = ""; });
      }
    })();
    """#
}
