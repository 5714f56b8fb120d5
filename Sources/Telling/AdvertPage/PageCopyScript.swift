internal import AdvertReport

/// Buttons that copy what the page says: octets, fixes, and a finding as the text of an issue.
enum PageCopyScript {
  static let text: StaticString = #"""
    (() => {
      "use strict";
      const button = (words, name, text) => {
        const made = document.createElement("button");
        made.type = "button";
        made.className = "copy";
        made.textContent = words;
        made.setAttribute("aria-label", name);
        made.addEventListener("click", async () => {
          try {
            await navigator.clipboard.writeText(text());
            made.textContent = "Copied";
          } catch {
            made.textContent = "The browser does not let it copy";
          }
          setTimeout(() => { made.textContent = words; }, 1500);
        });
        return made;
      };

      /// Text from the air, in Markdown, where it is text.
      const code = (text) => {
        const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
        const fence = "`".repeat(longest + 1);
        return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
      };
      const wordsOf = (element) => {
        const copy = element.cloneNode(true);
        for (const one of copy.querySelectorAll(".copy, .badge")) one.remove();
        return copy.textContent.trim().replace(/\s+/g, " ");
      };

      const issueOf = (finding, section) => {
        const [said, ...others] = [...finding.children].map(wordsOf);
        const rule = finding.querySelector("a[href]");
        const message = rule ? said.slice(0, said.length - rule.textContent.length).trim() : said;
        // What it could send instead is not a part of it.
        const octets = [...section.querySelectorAll("table.octets[data-hex]:not(.before-after *)")].slice(0, 4).map((table) => {
          const room = table.caption.querySelector("small").textContent;
          return `- ${wordsOf(table.caption).replace(room, `(${room})`)}: ${code(table.dataset.hex || "none")}`;
        });
        return [
          `**${message.replace(/[*_<>\[\]#@|~!&]/g, "\\$&")}**`, "", `Device: ${code(section.querySelector("h3").textContent)}`,
          ...(rule ? ["", `Rule: [${rule.textContent}](${rule.href})`] : []),
          ...others.map((line, index) => `\n${finding.children[index + 1].matches(".fix") ? "Fix: " : ""}${code(line)}`), "", ...octets, "",
        ].join("\n");
      };

      /// Of a device that is shown for the first time: a page has hundreds.
      const addTo = (section) => {
        for (const table of section.querySelectorAll("table.octets[data-hex]")) {
          table.caption.querySelector("small")?.after(" ", button("Copy hex", "Copy the octets as hex", () => table.dataset.hex));
        }
        for (const finding of section.querySelectorAll(".statements > li[id]")) {
          const fix = finding.querySelector(".fix");
          const words = fix?.textContent;
          fix?.append(" ", button("Copy", "Copy the fix", () => words));
          finding.querySelector("p").append(" ", button("Copy as an issue", "Copy the finding as an issue in Markdown", () => issueOf(finding, section)));
        }
      };
      for (const details of document.querySelectorAll("section.device > details")) {
        const section = details.parentElement;
        if (details.open) addTo(section);
        else details.addEventListener("toggle", () => addTo(section), { once: true });
      }
    })();
    """#
}
