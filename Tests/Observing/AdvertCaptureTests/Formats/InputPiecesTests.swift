import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

/// The parts that formats and containers read through.
@Suite struct InputPiecesTests {
  // MARK: Windows

  @Test(arguments: [1, 2, 7, 64, 4096], [1, 3, .max])
  func skipping(_ capacity: Int, step: Int) {
    let octets = Octets.noise(1000, seed: 1)
    for count in [0, 1, 63, 64, 65, 999, 1000] {
      var input = InputWindow(TrickleSource(octets, step: step), capacity: capacity)
      _ = input.fill(atLeast: 5)
      let skipped = input.skip(count)
      let offset = input.offset
      #expect([skipped, offset] == [count, count])
      let next = input.fill(atLeast: 1) ? input.bytes[0] : nil
      #expect(next == (count < 1000 ? octets[count] : nil))
      let left = input.skip(.max)
      let end = input.offset
      #expect([left, end] == [1000 - count, 1000])
    }
  }

  /// A borrower moves the window; one that keeps it has nothing of it afterwards.
  @Test func lending() {
    var input = InputWindow(MemorySource([1, 2, 3, 4, 5]), capacity: 2)
    _ = input.skip(1)
    var kept: SharedWindow?
    input.lent { shared in
      kept = shared
      _ = shared.window.skip(1)
    }
    let offset = input.offset
    let next = input.fill(atLeast: 1) ? input.bytes[0] : nil
    #expect(offset == 2)
    #expect(next == 3)
    let left = input.skip(.max)
    let leftForTheOther = kept?.window.skip(.max)
    #expect(left == 3)
    #expect(leftForTheOther == 0)
  }

  // MARK: Base64

  private static func decode(
    _ text: String, capacity: Int = 64, step: Int = .max
  ) -> (octets: [UInt8], failure: String?, metEnd: Bool) {
    var input = InputWindow(TrickleSource(Array(text.utf8), step: step), capacity: capacity)
    return input.lent { window in
      let source = Base64Source(window, endMark: Array("-end".utf8))
      var decoded = InputWindow(source, capacity: capacity)
      while decoded.readMore() {}
      var octets = [UInt8](repeating: 0, count: decoded.bytes.count)
      _ = decoded.copy(into: &octets, at: 0, atMost: .max)
      return (octets, decoded.failure?.reason, source.metEndMark)
    }
  }

  @Test func base64OfEveryLength() {
    for count in 0..<50 {
      let octets = Octets.noise(count, seed: UInt64(count))
      let text = Octets.base64(octets)
      for padded in [text, text.replacing("=", with: "")] {
        for (capacity, step) in [(64, Int.max), (1, 1), (5, 2)] {
          let result = Self.decode(padded, capacity: capacity, step: step)
          #expect(result.octets == octets)
          #expect(result.failure == nil)
          #expect(!result.metEnd)
        }
      }
    }
  }

  @Test func base64Alphabet() {
    let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    let octets = Self.decode(text).octets
    let sextets = stride(from: 0, to: octets.count, by: 3).flatMap { start -> [UInt8] in
      let bits = UInt32(octets[start]) << 16 | UInt32(octets[start + 1]) << 8 | UInt32(octets[start + 2])
      return [18, 12, 6, 0].map { UInt8(truncatingIfNeeded: bits >> UInt32($0) & 63) }
    }
    #expect(sextets == Array(0...63))
    let others = (0...255 as ClosedRange<UInt8>).filter { octet in
      !text.utf8.contains(octet) && Self.decode(String(UnicodeScalar(octet)) + "AAAA").failure != nil
    }
    #expect(others.count == 128 - 64 - 1 - 6 + 128)
  }

  @Test func base64InPieces() {
    #expect(Self.decode("AQ==Ag==AwQ=\r\n BQYH").octets == [1, 2, 3, 4, 5, 6, 7])
    let ended = Self.decode("AQID\n-end of it")
    #expect(ended.octets == [1, 2, 3])
    #expect(ended.metEnd)
    let broken = Self.decode("AQID\n-en")
    #expect(broken.octets == [1, 2, 3])
    #expect(broken.failure == "expected base64 text at offset 5, found the byte 0x2d")
    #expect(Self.decode("AQI\u{0}D").failure == "expected base64 text at offset 3, found the byte 0x0")
  }

  // MARK: Searching

  @Test(arguments: [1, 2, 3, 5, 64])
  func findsPatternsWhereverTheyAre(_ capacity: Int) {
    for pattern in ["a", "ab", "aab", "abab", "needle", "aaaa"] {
      let search = PatternSearch(Array(pattern.utf8))
      for text in ["", "a", "aaab", "abaabab", "xxneedlneedle", "needle", "aaaaaaa", "xaaxaaaxaaaa", "bbbbbbb"] {
        var input = InputWindow(TrickleSource(Array(text.utf8), step: 3), capacity: capacity)
        let place = text.indices.first { text[$0...].hasPrefix(pattern) }
        let isFound = search.advance(&input)
        let offset = input.offset
        #expect(isFound == (place != nil))
        #expect(
          offset == place.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? text.utf8.count,
          "\(pattern) in \(text)")
      }
    }
  }

  private static func isText(_ octets: [UInt8]) -> Bool { PlainText.isPlausible(octets.span) }

  @Test func whatIsText() {
    #expect(!Self.isText([]))
    #expect(Self.isText(Array("== dumpstate\r\n\t\u{1B}[0m ü".utf8)))
    for octet in [0x00, 0x01, 0x08, 0x0E, 0x1A, 0x1F, 0x7F] as [UInt8] {
      #expect(!Self.isText([0x41, octet]))
      #expect(Self.isText([UInt8](repeating: 0x41, count: 256) + [octet]))
    }
  }
}
