internal import AdvertLint
internal import AdvertReport

extension RulesReport {
  /// The list of the rules as a page of its own, which links to the page of each.
  package var htmlList: String {
    Self.page(titled: "Rules of advert") { page in
      page.element("p", ["class": "lead"]) { page in
        page.text("What lint finds in Bluetooth LE advertising. Each rule has a page, whose address stays. ")
        page.element("a", ["href": "../"], "The playground")
        page.text(" tries the rules on bytes that you paste.")
      }
      page.scrolling("Rules") { page in
        page.element("table") { page in
          page.head(["Rule", "Severity", "Defect"])
          page.element("tbody") { page in
            for rule in rules {
              page.element("tr") { page in
                page.element("th", ["scope": "row"]) { page in
                  page.element("a", ["href": "\(rule.id).html"]) { $0.element("code", rule.id) }
                }
                page.element("td") { Self.writeBadge(rule.severity, to: &$0) }
                page.element("td", rule.summary)
              }
              page.lineBreak()
            }
          }
        }
      }
    }
  }

  /// Everything about each rule, as a page for each.
  package var htmlPages: String { rules.map(Self.htmlPage).joined() }

  private static func htmlPage(about rule: Rule) -> String {
    page(titled: rule.id) { page in
      page.element("p", ["class": "lead"]) { page in
        writeBadge(rule.severity, to: &page)
        page.text(" " + rule.summary)
      }
      page.element("p", rule.rationale)
      page.lineBreak()
      page.element("h2", ["id": "examples"], "Examples")
      page.element("p", ["class": "soft"], "↓ stands before each byte a finding starts at.")
      page.lineBreak()
      for example in rule.examples { write(example, to: &page) }
      page.element("h2", ["id": "sources"], "Sources")
      page.element("ul") { page in
        for reference in rule.references { page.element("li", reference.description) }
      }
      page.lineBreak()
      page.element("p") { page in
        page.element("a", ["href": "./"], "All rules")
        page.text(" · the same in a terminal: ")
        page.element("code", "advert rules \(rule.id)")
      }
    }
  }

  private static func write(_ example: Example, to page: inout HTMLWriter) {
    page.element("h3", (example.isFlagged ? "Flagged: " : "Accepted: ") + example.reason)
    page.element("pre", exampleLines(example).joined(separator: "\n"))
    if let fixed = example.fixed {
      page.element("p", "Fixed:")
      page.element("pre", fixed.flatMap { exampleLines($0) }.joined(separator: "\n"))
    }
    if let fragment = fragment(of: example) {
      page.element("p") { $0.element("a", ["href": "../#\(fragment)"], "Open it in the playground") }
    }
    page.lineBreak()
  }

  private static func writeBadge(_ severity: Severity, to page: inout HTMLWriter) {
    page.element("span", ["class": "badge \(severity.rawValue)"], severity.rawValue)
  }

  /// A page without scripts that needs nothing but itself.
  private static func page(titled title: String, _ content: (inout HTMLWriter) -> Void) -> String {
    var page = HTMLWriter()
    PageHead(title: title, styles: [PageLook.text, PageStyle.text], scripts: []).write(to: &page)
    page.markup("<body>\n")
    page.element("header") { $0.element("h1", title) }
    page.markup("\n<main>\n")
    content(&page)
    page.markup("</main>\n</body>\n</html>\n")
    return page.text
  }
}
