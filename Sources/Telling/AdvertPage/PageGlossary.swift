internal import AdvertReport

/// The explanations of the terms that a page uses: each opens at a press of the term, without a script, and on paper all are there.
struct PageGlossary {
  private let terms: [Int]

  /// - Parameter terms: those that are used, by their positions in the glossary.
  init(_ terms: Set<Int>) {
    self.terms = terms.filter(Glossary.terms.indices.contains).sorted()
  }

  /// The place of an explanation.
  static func name(_ position: Int) -> String { "term-\(Glossary.terms[position].id)" }

  func write(to page: inout HTMLWriter) {
    guard !terms.isEmpty else { return }
    page.element("section", ["class": "glossary", "aria-label": "Words"]) { page in
      for position in terms {
        let term = Glossary.terms[position]
        page.element("div", ["popover": "auto", "id": Self.name(position)]) { page in
          page.element("p") { page in
            page.element("dfn", term.title)
            page.text(": \(term.meaning)")
          }
        }
        page.lineBreak()
      }
    }
    page.lineBreak()
  }
}
