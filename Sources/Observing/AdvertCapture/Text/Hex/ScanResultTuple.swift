internal import AdvertisingData

/// The data of a scan result in MicroPython as programs print them, with blanks or commas between: the type of the address, the
/// address, the kind of report, the strength, the data.
///
/// ```
/// (1, b'\xc1"3DUf', 4, -60, b'\x03\x03\x0f\x18')
/// ```
///
/// Source: MicroPython, `docs/library/bluetooth.rst`, `_IRQ_SCAN_RESULT`; its numbers are those of the legacy report.
struct ScanResultTuple {
  let address: DeviceAddress
  let pdu: AdvertisingReport.PDU
  let rssi: Int8
  let data: [UInt8]

  /// Reads a line; `nil` where a line has no such result, or several.
  ///
  /// - Parameter literals: the bytes that Python prints in the line.
  init?(in line: [UInt8], _ literals: [(octets: [UInt8]?, place: Range<Int>)]) {
    guard literals.count == 2, let address = literals[0].octets, address.count == 6, let data = literals[1].octets,
      let type = Self.words(line[..<literals[0].place.lowerBound]).last, type.count == 1,
      let addressType = DeviceAddress.AddressType(rawValue: type[type.startIndex] &- ASCII.zero),
      addressType != .anonymous,
      case let between = Self.words(line[literals[0].place.upperBound..<literals[1].place.lowerBound]),
      between.count == 2, between[0].count == 1,
      let kind = PDUKind(legacyEventType: between[0][between[0].startIndex] &- ASCII.zero),
      let rssi = DecimalDigits.signed(between[1]).flatMap({ Int8(exactly: $0) }), rssi < 0
    else { return nil }
    self.address = DeviceAddress(bits: OctetOrder.bigEndian.number(of: address[...]), type: addressType)
    pdu = kind.pdu
    self.rssi = rssi
    self.data = data
  }

  private static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    text.split { $0 <= ASCII.space || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "(") }
  }
}
