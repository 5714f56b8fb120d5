internal import AdvertBuilders
internal import AdvertisingData

/// Octets that are packets around advertising data, as Wireshark copies them.
package enum PacketHex {
  /// Returns the packets as a log with lines of `hcidump -R`; `nil` for octets that begin otherwise, or are not whole: HCI
  /// events with reports, with their packet indicator 04 or without it, or a packet of the link layer. That begins with its
  /// access address, which the header of a sniffer can precede, or with its own header.
  package static func log(of octets: [UInt8]) -> String? {
    let packet = { packetOfAir(octets[headerCount(in: octets)...]) ?? packetWithoutAccessAddress(octets) }
    guard let events = events(octets) ?? packet().map({ [$0] }) else { return nil }
    return events.map { "> " + HexText.spaced([0x04] + $0) + "\n" }.joined()
  }

  /// Returns both blocks of a device, where an event has one report that is longer than any controller reports: ESPHome's
  /// gateways put both into it. `nil` for other octets.
  ///
  /// - Parameter octets: the event, with its packet indicator 04 or without it.
  package static func bothBlocks(in octets: [UInt8], line: Int = 1) -> MergedLine? {
    guard let event = events(octets)?.first, event.count >= lengthOfHead, event[2] == 0x02, event[3] == 1,
      case let length = Int(event[lengthOfHead - 1]), length > AdvertisingPDU.advInd.payloadLimit,
      event.count == lengthOfHead + length + 1,
      let address = DeviceAddress(littleEndian: event.span, at: 6, type: event[5] == 1 ? .random : .public)
    else { return nil }
    return MergedLine(
      address: address, octets: Array(event[lengthOfHead...].dropLast()), line: line,
      rssi: event.last.map { Int8(bitPattern: $0) })
  }

  /// Event code, length, subevent code, number of reports, type, type and octets of the address, length of the data.
  private static let lengthOfHead = 13

  /// Returns a line that says which command a controller refused, with the status; `nil` for other octets.
  package static func refusal(in octets: [UInt8]) -> String? {
    guard let answer = answer(octets), answer.status != 0, let command = ControllerCommand.name(of: answer.opcode)
    else {
      return nil
    }
    return "hci0: \(command) failed with status 0x\(HexText.compact([answer.status]))"
  }

  /// Returns what an answer of a controller or a packet of the link layer says that has no advertising data; `nil` for other
  /// octets.
  package static func remark(on octets: [UInt8]) -> String? {
    if let name = nameOfPacketWithoutData(octets) { return "\(name) of the link layer, which has no advertising data" }
    guard let answer = answer(octets) else { return nil }
    let number = HexDigits.number(answer.opcode, octets: 2)
    let isOfVendor = answer.opcode >> 10 == 0x3F
    let command =
      ControllerCommand.name(of: answer.opcode).map { "\($0) (\(number))" }
      ?? "command \(number)\(isOfVendor ? " of the controller's vendor" : "")"
    let status =
      answer.status == 0
      ? "success" : "status 0x\(HexText.compact([answer.status]))\(isOfVendor ? ", which the vendor defines" : "")"
    return "an HCI event that answers \(command): \(status)"
  }

  /// Returns the commands of calls of `hcitool cmd` in a text, each with its packet indicator 01. A line that ends with a
  /// backslash goes on in the next one.
  package static func commands(inCallsOf text: String) -> [[UInt8]] {
    var calls: [[UInt8]] = [[]]
    for line in text.utf8.split(separator: ASCII.lineFeed) {
      let line = line.last == ASCII.carriageReturn ? line.dropLast() : line[...]
      if line.last == ASCII.backslash {
        calls[calls.count - 1] += line.dropLast() + [ASCII.space]
      } else {
        calls[calls.count - 1] += line
        calls.append([])
      }
    }
    return calls.compactMap { HCIToolLines.command(inCall: $0[...]) }.map { [0x01] + $0 }
  }

  /// Returns the reason why a controller may refuse a command with its packet indicator 01; `nil` when it takes it, and for
  /// other octets.
  package static func mayBeRefused(_ octets: [UInt8]) -> String? {
    guard octets.count >= 4, octets[0] == 0x01, let command = AdvertisingCommand(rawValue: opcode(in: octets, at: 1))
    else {
      return nil
    }
    return AdvertisingController<Int>().refusal(of: command, Array(octets[4...]))
  }

  /// Returns the different payloads in the lines of a text, in their order: hex of whole AD structures. Rows of 16 octets
  /// below each other are one.
  package static func payloads(in text: String) -> [[UInt8]] { placedPayloads(in: text).map { $0.octets } }

  /// Returns the same payloads, each with the numbers of the lines in which it begins.
  package static func placedPayloads(in text: String) -> [(lines: [Int], octets: [UInt8])] {
    let rows = text.utf8.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).enumerated()
      .flatMap { number, line in HexItem.items(in: Array(line)).map { (line: number + 1, item: $0) } }
    var payloads: [(lines: [Int], octets: [UInt8])] = []
    for (index, row) in rows.enumerated() {
      var payload = row.item.payload(isStrict: true)
      if payload == nil, row.item.octets.count == rowLength {
        var octets = row.item.octets
        for next in rows.dropFirst(index + 1).prefix(mostRows) where payload == nil {
          octets += next.item.octets
          payload = HexItem.payload(of: octets)
        }
      }
      guard let payload else { continue }
      if let known = payloads.firstIndex(where: { $0.octets == payload }) {
        if payloads[known].lines.last != row.line { payloads[known].lines.append(row.line) }
      } else if payloads.count < mostPayloads {
        payloads.append(([row.line], payload))
      }
    }
    return payloads
  }

  private static let rowLength = 16
  /// Rows behind the first of a payload: the longest has 1650 octets.
  private static let mostRows = 104
  /// Above what a person chooses from.
  package static let mostPayloads = 200

  /// Reads Command Complete and Command Status (Core Vol 4 Part E 7.7.14 and 7.7.15), with the packet indicator 04 or
  /// without it, or the parameters of Command Complete alone, as hcitool prints them.
  private static func answer(_ octets: [UInt8]) -> (opcode: UInt16, status: UInt8)? {
    // One command packet is allowed. The commands of Low Energy begin with a status, and some go on with values. A
    // command with parameters has their number in the place of the status.
    if 4...8 ~= octets.count, octets[0] == 1, octets.count == 4 || octets.count != 4 + Int(octets[3]),
      octets[2] == 0x20 || ControllerCommand.name(of: opcode(in: octets, at: 1)) != nil
    {
      return (opcode(in: octets, at: 1), octets[3])
    }
    let event = Array(octets.first == 0x04 ? octets.dropFirst() : octets[...])
    guard event.count >= 6, 0...1 ~= event.count - 2 - Int(event[1]) else { return nil }
    return switch event[0] {
    case 0x0E: (opcode(in: event, at: 3), event[5])
    case 0x0F: (opcode(in: event, at: 4), event[2])
    default: nil
    }
  }

  private static func opcode(in octets: [UInt8], at offset: Int) -> UInt16 {
    UInt16(octets.span.littleEndian(at: offset, count: 2))
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

  /// The access address of advertising channels, low octet first (Core Vol 6 Part B 2.1.2).
  private static let accessAddress: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]
  /// The longest header before it: TI's sniffer for the CC2540 has 8 octets.
  private static let longestHeader = 32

  /// The numbers of octets behind the data: none, the checksum, and with it the strength and the status of TI's sniffers.
  private static let trailers = [0, 3, 5]

  /// Returns the number of octets before the access address of a packet, which a sniffer puts there; 0 for other octets, and
  /// for whole AD structures.
  package static func headerCount(in octets: [UInt8]) -> Int {
    guard octets.count > accessAddress.count, !KnownStructures(octets[...]).areAll else { return 0 }
    let most = min(longestHeader, octets.count - accessAddress.count)
    return (0...most).first { packetOfAir(octets[$0...]) != nil } ?? 0
  }

  /// Access address, header of two octets, advertiser address, data (Core Vol 6 Part B 2.1 and 2.3), as an event.
  private static func packetOfAir(_ packet: ArraySlice<UInt8>) -> [UInt8]? {
    packet.starts(with: accessAddress) ? event(of: Array(packet.dropFirst(accessAddress.count))) : nil
  }

  /// The same packet without the access address, alone or with its checksum of three octets and what a sniffer puts behind it:
  /// its length says so, and its data are whole AD structures, which the octets are not.
  private static func packetWithoutAccessAddress(_ octets: [UInt8]) -> [UInt8]? {
    guard octets.count > 8, case let end = 2 + Int(octets[1]), end > 8, trailers.contains(octets.count - end),
      !KnownStructures(octets[...]).areAll, KnownStructures(octets[8..<end]).areAll
    else { return nil }
    return event(of: octets)
  }

  /// Returns a packet of the link layer, from its header on, as an event; `nil` for a packet without advertising data.
  private static func event(of packet: [UInt8]) -> [UInt8]? {
    guard packet.count >= 8 else { return nil }
    let length = Int(packet[1])
    // ADV_IND, ADV_NONCONN_IND, SCAN_RSP, ADV_SCAN_IND as the types of reports.
    let types: [UInt8: UInt8] = [0: 0, 2: 3, 4: 4, 6: 2]
    guard let type = types[packet[0] & 0x0F], length >= 6, packet.count >= 2 + length else { return nil }
    // The bit TxAdd, and a strength that is not known.
    let head = [0x02, 0x01, type, packet[0] >> 6 & 1] + packet[2..<8]
    let report = head + [UInt8(length - 6)] + packet[8..<2 + length]
    return [0x3E, UInt8(truncatingIfNeeded: report.count + 1)] + report + [0x7F]
  }

  /// Returns the name, with its article, of a packet of advertising channels that carries no data, from its access address
  /// on; `nil` for others.
  private static func nameOfPacketWithoutData(_ octets: [UInt8]) -> String? {
    guard octets.count >= 6, octets.starts(with: accessAddress), octets.count >= 6 + Int(octets[5]) else { return nil }
    return switch (octets[4] & 0x0F, octets[5]) {
    case (1, 12): "an ADV_DIRECT_IND"
    case (3, 12): "a SCAN_REQ"
    case (5, 34): "a CONNECT_IND"
    default: nil
    }
  }
}
