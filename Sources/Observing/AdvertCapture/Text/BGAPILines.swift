internal import AdvertisingData

/// The event `gap_scan_response` of BGAPI, as programs for the BLED112 and other modules of Bluegiga print it. It is named
/// so for every packet, advertisement or scan response: the type of the packet says which.
///
/// ```
/// ###	gap_scan_response: { rssi: -39, packet_type: 4, sender: 6655443322C1, address_type: 1, bond: FF, data: 03030F18 }
/// BlueGigaScanResponseEvent [rssi=-39, packetType=SCAN_RESPONSE, sender=C1:22:33:44:55:66, addressType=…, data=03 03 0F 18]
/// ```
///
/// Sources: Bluegiga, Bluetooth Smart Software API Reference, `gap_scan_response`; outputs of bglib and of openHAB in public
/// threads.
enum BGAPILines {
  private static let marks = ["gap_scan_response", "BlueGigaScanResponseEvent"].map { Array($0.utf8) }

  /// Returns whether a line has such an event.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { fields(of: line).flatMap { report(in: $0) } != nil }

  /// Takes a line with such an event; returns `false` for any other.
  static func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard let fields = fields(of: text) else { return false }
    guard let report = report(in: fields) else {
      output.losses.append(
        LogLoss(
          line: line, expected: "the type of the packet, its sender and its data in an event of BGAPI",
          found: "a line that lacks one of them"))
      return true
    }
    output.append(
      report.payload, report.pdu, of: report.address, report.rssi, at: LineFacts.time(in: Array(text)), line: line)
    return true
  }

  private struct Report {
    let pdu: AdvertisingReport.PDU
    let address: DeviceAddress
    let rssi: Int8?
    let payload: [UInt8]
  }

  /// Returns what follows the name of the event.
  private static func fields(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    marks.lazy.compactMap { ValueText.text(behind: $0, in: line) }.first
  }

  private static func report(in fields: ArraySlice<UInt8>) -> Report? {
    guard let type = value("packet_type", "packetType", in: fields), let pdu = pdu(of: type),
      let sender = value("sender", in: fields), let payload = value("data", in: fields).flatMap({ octets(of: $0) }),
      payload.count <= 255, let addressType = value("address_type", "addressType", in: fields)
    else { return nil }
    // Alone they are in the order in which they are sent; with colons, in that of printed addresses.
    let sent = sender.contains(ASCII.colon) ? PrintedAddress.octets(in: sender) : octets(of: sender)
    guard let sent, sent.count == 6 else { return nil }
    let isRandom = addressType.elementsEqual("1".utf8) || addressType.elementsEqual("GAP_ADDRESS_TYPE_RANDOM".utf8)
    return Report(
      pdu: pdu,
      address: DeviceAddress(
        bits: OctetOrder.littleEndian.number(of: sent[...]), type: isRandom ? .random : .public),
      rssi: value("rssi", in: fields).flatMap { DecimalDigits.signed($0) }.flatMap { Int8(exactly: $0) },
      payload: payload)
  }

  /// The numbers are those of the link layer's types (Core Vol 6 Part B 2.3).
  private static func pdu(of type: ArraySlice<UInt8>) -> AdvertisingReport.PDU? {
    switch String(decoding: type, as: UTF8.self) {
    case "0", "CONNECTABLE_ADVERTISEMENT": .advInd
    case "2", "NON_CONNECTABLE_ADVERTISEMENT": .advNonconnInd
    case "4", "SCAN_RESPONSE": .scanRsp
    case "6", "DISCOVERABLE_ADVERTISEMENT": .advScanInd
    default: nil
    }
  }

  /// Returns the value after a name and `: ` or `=`, without the brackets around it, up to the next comma or bracket.
  private static func value(_ names: String..., in fields: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for name in names.map({ Array($0.utf8) }) {
      guard let place = ValueText.place(of: name, in: fields),
        place == fields.startIndex || !ASCII.isAlphanumeric(fields[place - 1])
      else { continue }
      let rest = fields[(place + name.count)...]
      guard let sign = rest.first, sign == ASCII.colon || sign == UInt8(ascii: "=") else { continue }
      let text = rest.dropFirst().drop { isBlankOrBracket($0) }
      let ends = text.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") }
      let value = text[..<(ends ?? text.endIndex)]
      return value.dropLast(value.reversed().prefix { isBlankOrBracket($0) }.count)
    }
    return nil
  }

  private static func isBlankOrBracket(_ octet: UInt8) -> Bool {
    octet <= ASCII.space || octet == UInt8(ascii: "[") || octet == UInt8(ascii: "{")
  }

  /// Returns octets in hex, together or with blanks between them.
  private static func octets(of text: ArraySlice<UInt8>) -> [UInt8]? {
    text.isEmpty ? [] : HexDigits.octets(of: text.filter { $0 != ASCII.space }[...])
  }
}
