import AdvertisingData
import Testing

@testable import AdvertCapture

@Suite struct PDUKindTests {
  @Test func everyLegacyEventType() {
    let kinds = (UInt8.min...UInt8.max).map { PDUKind(legacyEventType: $0) }
    #expect(
      kinds.prefix(5) == [
        PDUKind(.advInd, .advInd), PDUKind(.advDirectInd, .advDirectInd), PDUKind(.advScanInd, .advScanInd),
        PDUKind(.advNonconnInd, .advNonconnInd), PDUKind(.scanRsp, nil),
      ])
    #expect(kinds.dropFirst(5).allSatisfy { $0 == nil })
  }

  /// Bits 0 to 4 decide; every other bit may be anything.
  @Test func everyExtendedEventType() {
    let wrong = (UInt16.min...UInt16.max).first { PDUKind(extendedEventType: $0) != expected($0 & 0x1F) }
    #expect(wrong == nil, "0x\(String(wrong ?? 0, radix: 16))")
  }

  /// In the order of the bits: connectable, scannable, directed, scan response, legacy.
  private func expected(_ type: UInt16) -> PDUKind? {
    switch type {
    case 0x13: PDUKind(.advInd, .advInd)
    case 0x15: PDUKind(.advDirectInd, .advDirectInd)
    case 0x12: PDUKind(.advScanInd, .advScanInd)
    case 0x10: PDUKind(.advNonconnInd, .advNonconnInd)
    case 0x1B: PDUKind(.scanRsp, .advInd)
    case 0x1A: PDUKind(.scanRsp, .advScanInd)
    case 0x11, 0x14, 0x16...0x19, 0x1C...0x1F: nil
    case 0x00, 0x04: PDUKind(.auxAdvInd, .extendedNonconnectable)
    case 0x01, 0x03, 0x05, 0x07: PDUKind(.auxAdvInd, .extendedConnectable)
    case 0x02, 0x06: PDUKind(.auxAdvInd, .extendedScannable)
    default: PDUKind(.auxScanRsp, .extendedScannable)
    }
  }
}
