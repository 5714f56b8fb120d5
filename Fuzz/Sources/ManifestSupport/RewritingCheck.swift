import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import FuzzSupport

/// What must hold when layouts are written anew where they stand.
public enum RewritingCheck {
  /// Other payloads can be written or are refused; the payloads that are there already change nothing.
  public static func check(_ layouts: [DeclaredLayout], in text: String) {
    var edits: [TextEdit] = []
    for layout in layouts {
      guard let written = layout.text else { continue }
      let advertising = layout.layout.advertising ?? Payload()
      let scanResponse = layout.layout.scanResponse.payloads.first
      if let same = try? written.edits(advertising: advertising, scanResponse: scanResponse) {
        demand(same.isEmpty, "\(same) changes what is so already")
      }
      // The blocks the other way round, and one structure more.
      let other = Payload([2, 1, 6] + advertising.octets)
      if let changes = try? written.edits(advertising: scanResponse ?? Payload(), scanResponse: other) {
        edits += changes
      }
    }
    let written = TextEdit.applying(edits, to: text)
    let diff = UnifiedDiff(edits, of: text).text(path: "layouts.yml")
    demand(
      diff.isEmpty == edits.isEmpty || written == text, "a diff of nothing, or none of something: \(diff), \(edits)")
  }
}
