import AdvertisingData
import Testing

@Suite struct ADContextTests {
  /// The whole table: advertising data, scan response, extended inquiry response, out of band, additional controller
  /// data. `O` may repeat, `1` once per block, `2` once per block and not in both, `-` not allowed, `?` not known.
  static let table: [(type: UInt8, row: String)] = [
    (0x01, "1-11-"), (0x02, "OOOOO"), (0x03, "OOOOO"), (0x04, "OOOOO"), (0x05, "OOOOO"), (0x06, "OOOOO"),
    (0x07, "OOOOO"), (0x08, "1111-"), (0x09, "1111-"), (0x0A, "OOOO-"), (0x0D, "---O-"), (0x0E, "---O-"),
    (0x0F, "---O-"), (0x10, "--?O-"), (0x11, "---O-"), (0x12, "OO-O-"), (0x14, "OO-O-"), (0x15, "OO-O-"),
    (0x16, "OO-OO"), (0x17, "22-1-"), (0x18, "22-1-"), (0x19, "22-1-"), (0x1A, "11-1-"), (0x1B, "---1-"),
    (0x1C, "---1-"), (0x1D, "---O-"), (0x1E, "---O-"), (0x1F, "OO-O-"), (0x20, "OO-OO"), (0x21, "OO-OO"),
    (0x22, "---O-"), (0x23, "---O-"), (0x24, "OOOO-"), (0x25, "?????"), (0x26, "?????"), (0x27, "11-1-"),
    (0x28, "----1"), (0x29, "?-???"), (0x2A, "?-???"), (0x2B, "?-???"), (0x2C, "----1"), (0x2D, "---O-"),
    (0x2E, "?????"), (0x2F, "11-1-"), (0x30, "?-???"), (0x31, "OOOO-"), (0x32, "----O"), (0x34, "?-???"),
    (0x3D, "--O??"), (0xFF, "OOOOO"),
  ]

  @Test func wholeTable() {
    #expect(Self.table.count == 50)
    let rows = Dictionary(uniqueKeysWithValues: Self.table.map { ($0.type, $0.row) })
    for type in UInt8.min...UInt8.max {
      let row = ADContext.allCases.map { code(ADType(rawValue: type).allowance(in: $0)) }.joined()
      #expect(row == rows[type] ?? "?????", "type \(type)")
    }
  }

  /// The columns of the table are the contexts in their order.
  @Test func contexts() {
    #expect(
      ADContext.allCases == [.advertisingData, .scanResponse, .extendedInquiryResponse, .outOfBand, .controllerData])
    #expect(Block.allCases.map { ADContext($0) } == [.advertisingData, .scanResponse])
  }

  private func code(_ allowance: Allowance) -> String {
    switch allowance {
    case .mayRepeat: "O"
    case .oncePerBlock: "1"
    case .oncePerBlockNotInBoth: "2"
    case .notAllowed: "-"
    case .unknown: "?"
    }
  }
}
