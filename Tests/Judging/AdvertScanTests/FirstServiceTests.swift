import AdvertisingData
import TestSupport
import Testing

@testable import AdvertScan

/// The service that a device lists first, against the walk over the joined blocks that ArduinoBLE makes.
@Suite struct FirstServiceTests {
  /// The text of the first UUID in a list of 16-bit or 128-bit UUIDs; `nil` without one.
  private static func first(_ octets: [UInt8]) -> String? {
    var place = 0
    while place + 1 < octets.count {
      let (length, type) = (Int(octets[place]), octets[place + 1])
      let value = octets[(place + 2)..<min(octets.count, place + 1 + length)]
      let width = [2: 2, 3: 2, 6: 16, 7: 16][type] ?? 0
      if width > 0, value.count >= width {
        let digits = value.prefix(width).reversed().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return digits.enumerated().map { [4, 6, 8, 10].contains($0) && width == 16 ? "-" + $1 : $1 }.joined()
      }
      place += length + 1
    }
    return nil
  }

  @Test(arguments: UInt64(1)...20) func agreesWithTheWalkOverBothBlocks(_ seed: UInt64) {
    var random = RandomLayout(seed: seed &+ 7100)
    for _ in 0..<50 {
      let layout = random.layout(structures: 6)
      let blocks = layout.blocks.map { $0.payload.octets }
      let expected: FirstService = Self.first(blocks.flatMap { $0 }).map { .listed($0) } ?? .nothing
      #expect(LayoutView(layout).firstServices == [expected], "\(blocks.map { HexText.compact($0) })")
    }
  }

  @Test func whatWasNotReceivedIsUnknown() {
    let listed = Payload([UInt8](hex: "03030d18"))
    let alone = Layout(pdu: .advInd, advertising: nil, scanResponse: .observed([listed]))
    #expect(LayoutView(alone).firstServices == [.unknown])
    #expect(
      LayoutView(Layout(pdu: .advInd, advertising: Payload([2, 1, 6]), scanResponse: .notObserved)).firstServices
        == [.unknown])
    #expect(
      LayoutView(Layout(pdu: .advInd, advertising: listed, scanResponse: .notObserved)).firstServices
        == [.listed("180d")])
    let cut = LayoutView(Layout(pdu: .advInd, advertising: Payload([2, 1, 6]), scanResponse: .observed([listed]))) {
      $0 == 0
    }
    #expect(cut.firstServices == [.unknown])
  }

  @Test func lettersOfAnyCasePass() {
    let services: Set<FirstService> = [.listed("fd6f")]
    #expect(services.pass("FD6F") == true && services.pass("fd6f") == true && services.pass("180d") == false)
    #expect(Set<FirstService>([.nothing]).pass("180d") == false && Set<FirstService>([.unknown]).pass("180d") == nil)
  }
}
