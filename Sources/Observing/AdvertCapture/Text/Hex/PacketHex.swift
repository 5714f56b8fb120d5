import AdvertBuilders
import AdvertisingData

/// Octets that are packets around advertising data, as Wireshark copies them.
package enum PacketHex {
  /// Returns the packets as a log with lines of `hcidump -R`; `nil` for octets that begin otherwise, or are not whole: HCI
  /// events with reports, with their packet indicator 04 or without it, or a packet of the link layer from its access address
  /// on.
  package static func log(of octets: [UInt8]) -> String? {
    guard let events = events(octets) ?? packetOfAir(octets).map({ [$0] }) else { return nil }
    return events.map { "> " + HexText.spaced([0x04] + $0) + "\n" }.joined()
  }

  /// Returns a line that says which command a controller refused, with the status; `nil` for other octets.
  ///
  /// Command Complete and Command Status (Core Vol 4 Part E 7.7.14 and 7.7.15), with the packet indicator 04 or without it.
  package static func refusal(in octets: [UInt8]) -> String? {
    let event = Array(octets.first == 0x04 ? octets.dropFirst() : octets[...])
    guard event.count > 2, event.count == 2 + Int(event[1]), event.count >= 6 else { return nil }
    let fields: (opcode: Int, status: UInt8)
    switch event[0] {
    case 0x0E: fields = (3, event[5])
    case 0x0F: fields = (4, event[2])
    default: return nil
    }
    let opcode = UInt16(event[fields.opcode]) | UInt16(event[fields.opcode + 1]) << 8
    guard fields.status != 0, let command = ControllerCommand.name(of: opcode) else { return nil }
    return "hci0: \(command) failed with status 0x\(HexText.compact([fields.status]))"
  }

  /// Event code, parameter length, subevent code of a LE Meta event with reports (Core Vol 4 Part E 7.7.65).
  private static func events(_ octets: [UInt8]) -> [[UInt8]]? {
    var events: [[UInt8]] = []
    var rest = octets[...]
    while !rest.isEmpty {
      if rest.first == 0x04 { rest = rest.dropFirst() }
      let head = Array(rest.prefix(3))
      guard head.count == 3, head[0] == 0x3E, head[2] == 0x02 || head[2] == 0x0D, rest.count >= 2 + Int(head[1]) else {
        return nil
      }
      events.append(Array(rest.prefix(2 + Int(head[1]))))
      rest = rest.dropFirst(2 + Int(head[1]))
    }
    return events.isEmpty ? nil : events
  }

  /// Access address, header of two octets, advertiser address, data (Core Vol 6 Part B 2.1 and 2.3), as an event.
  private static func packetOfAir(_ octets: [UInt8]) -> [UInt8]? {
    guard octets.count >= 12, octets.starts(with: [0xD6, 0xBE, 0x89, 0x8E]) else { return nil }
    let length = Int(octets[5])
    // ADV_IND, ADV_NONCONN_IND, SCAN_RSP, ADV_SCAN_IND as the types of reports.
    let types: [UInt8: UInt8] = [0: 0, 2: 3, 4: 4, 6: 2]
    guard let type = types[octets[4] & 0x0F], length >= 6, octets.count >= 6 + length else { return nil }
    // The bit TxAdd, and a strength that is not known.
    let head = [0x02, 0x01, type, octets[4] >> 6 & 1] + octets[6..<12]
    let report = head + [UInt8(length - 6)] + octets[12..<6 + length]
    return [0x3E, UInt8(truncatingIfNeeded: report.count + 1)] + report + [0x7F]
  }
}
