import Foundation
import Testing

@testable import AdvertReport

/// The words of the field: in Reference/Glossary.md, and where they stand in texts.
@Suite struct GlossaryTests {
  @Test func pageIsCurrent() throws {
    try WrittenPage.check(
      "Reference/Glossary.md", madeFrom: "Sources/Telling/AdvertReport/Glossary.swift", is: Self.markdown)
  }

  @Test func termsAreInOrderAndDiffer() {
    let ids = Glossary.terms.map { $0.id }
    #expect(Set(ids).count == ids.count)
    let titles = Glossary.terms.map { $0.title.lowercased() }
    #expect(titles == titles.sorted())
    let forms = Glossary.terms.flatMap { $0.forms.map { $0.lowercased() } }
    #expect(Set(forms).count == forms.count)
  }

  private static func marked(_ text: String, known: Set<Int> = []) -> [String] {
    let pieces = Glossary.pieces(of: text, known: known)
    #expect(pieces.map { String($0.text) }.joined() == text)
    return pieces.filter { $0.term != nil }.map { String($0.text) }
  }

  @Test(
    arguments: [
      ("Scan response data were not observed", ["Scan response data"]),
      ("passive scanners miss what a passive scan misses", ["passive scanners"]),
      ("the RPA, and a scan response", ["RPA", "scan response"]),
      // Parts of other words, and ids of scanners, are none.
      ("android-passive, RPAs, passively", ["passively"]),
      ("scan responses. AD structure", ["scan responses", "AD structure"]),
      // What stands in quotation marks comes from outside.
      ("Flags: the name \"RSSI\" is no overflow area", ["Flags"]),
      ("überpassive", []), ("", []),
    ])
  func findsTermsOnce(_ text: String, _ found: [String]) {
    #expect(Self.marked(text) == found)
  }

  @Test func explainsOnce() throws {
    let passive = try #require(Glossary.terms.firstIndex { $0.id == "passive-scan" })
    #expect(Self.marked("a passive scan and an active scan", known: [passive]) == ["active scan"])
  }

  /// The page.
  private static var markdown: String {
    var text = """
      # Glossary

      The words of the field as `advert` uses them. The [page](../Docs/Report.md) and the [playground](../Docs/Playground.md) explain them where they
      stand. What the sources of `advert` call its own things is in [Architecture](../Docs/Architecture.md#words).

      | word | meaning |
      | --- | --- |

      """
    for term in Glossary.terms { text += "| \(term.title) | \(term.meaning) |\n" }
    return text
  }
}
