import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

/// Manifests with something wrong at any place: each is read or refused with a place inside of it.
@Suite struct DamagedManifestTests {
  static let pieces = Array("{}[]:,-?|>&*!'\"#%@`\\ \n\t09aüx\u{0}\u{85}\u{FEFF}".unicodeScalars)

  @Test(arguments: UInt64(1)...20) func areReadOrRefused(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<60 {
      var scalars = Array(ManifestTests.helmet.unicodeScalars)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<scalars.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: scalars.remove(at: place)
        case 1: scalars[place] = Self.pieces.randomElement(using: &random) ?? "x"
        case 2: scalars.insert(Self.pieces.randomElement(using: &random) ?? "x", at: place)
        default: scalars.removeSubrange(place...)
        }
        if scalars.isEmpty { break }
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      let text = String(view)
      // What the parser takes for a line is one at most for each of these.
      let lines = text.unicodeScalars.count { $0.properties.isWhitespace } + 1
      do throws(ManifestError) {
        for layout in try Manifest(reading: text).layouts {
          for (payload, written) in zip(
            layout.layout.blocks, [layout.advertisingText, layout.scanResponseText])
          {
            #expect(written == nil || written?.octets.count == payload.payload.count, "seed \(seed), round \(round)")
          }
        }
      } catch {
        #expect(error.line >= 1 && error.line <= lines && error.column >= 1, "seed \(seed), round \(round): \(error)")
        #expect(!error.expected.isEmpty && !error.found.isEmpty)
      }
    }
  }

  /// Every beginning of a manifest.
  @Test func beginningsAreReadOrRefused() {
    let text = ManifestTests.helmet
    for end in text.indices {
      let said = problem(in: String(text[..<end]))
      #expect(said == nil || said?.hasPrefix("line ") == true)
    }
  }
}
