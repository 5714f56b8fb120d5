import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

/// Diffs of edits at the end of a text.
@Suite struct UnifiedDiffTests {
  /// A line that is added behind a last line without its end is in the diff, whatever is done to that line.
  @Test(arguments: ["02 01 06", "02 01 06 # flags", "02 01 06\n", "02 01 06 # flags\n"])
  func addsBehindTheLastLine(_ text: String) throws {
    let layout = try #require(try HexLayouts.read(text).first?.text)
    let service = Payload([3, 3, 0x0F, 0x18])
    let line = text.replacing("\n", with: "")
    let missing = text.hasSuffix("\n") ? "" : "\\ No newline at end of file\n"
    let same = try layout.edits(advertising: Payload([2, 1, 6]), scanResponse: service)
    let kept = missing.isEmpty ? " \(line)\n" : "-\(line)\n\(missing)+\(line)\n"
    #expect(
      UnifiedDiff(same, of: text).text(path: "a.hex")
        == "--- a.hex\n+++ a.hex\n@@ -1,1 +1,2 @@\n\(kept)+scan-response: 03 03 0f 18\n\(missing)")
    let other = try layout.edits(advertising: Payload([2, 1, 4]), scanResponse: service)
    let changed = line.replacing("06", with: "04")
    #expect(
      UnifiedDiff(other, of: text).text(path: "a.hex")
        == "--- a.hex\n+++ a.hex\n@@ -1,1 +1,2 @@\n-\(line)\n\(missing)+\(changed)\n+scan-response: 03 03 0f 18\n\(missing)"
    )
    #expect(UnifiedDiff([], of: text).text(path: "a.hex").isEmpty)
  }
}
