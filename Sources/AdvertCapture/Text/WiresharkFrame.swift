internal import AdvertisingData

/// A packet of a capture that Wireshark or tshark printed.
struct WiresharkFrame {
  /// The first line.
  let line: Int
  /// In microseconds since 1970.
  var time: Int64?
  /// The names of its protocols, from the outermost on, with colons between them; empty when they are not printed.
  var protocols: [UInt8] = []
  var octets: [UInt8] = []
  /// Whether words say that it has advertising.
  var isOfAdvertising = false

  init(line: Int) { self.line = line }

  /// The number of octets before the packet in the header of the link layer's reception, and in that of Nordic's sniffer.
  private static let pseudoheader = 10
  private static let nordicHeader = 17
  private static let advertisingAddress: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]

  /// Returns whether octets begin like a packet that this type can tell without the names of its protocols.
  static func isPacket(_ octets: [UInt8]) -> Bool {
    hciLength(of: octets) != nil || guessedLinkType(of: octets) != nil
  }

  /// Returns a time: seconds since 1970 with a fraction, or a date.
  static func time(in text: ArraySlice<UInt8>) -> Int64? {
    let seconds = text.prefix { ASCII.isDigit($0) }
    guard text.dropFirst(seconds.count).first == UInt8(ascii: ".") else { return LineFacts.time(in: Array(text)) }
    let fraction = text.dropFirst(seconds.count + 1).prefix { ASCII.isDigit($0) }
    guard seconds.count <= 11, let whole = Int64(String(decoding: seconds, as: UTF8.self)) else { return nil }
    let six = Array(fraction.prefix(6)) + Array(repeating: ASCII.zero, count: max(0, 6 - fraction.count))
    return Int64(String(decoding: six, as: UTF8.self)).map { whole * 1_000_000 + $0 }
  }

  /// Hands out the packet, or tells that its octets are missing.
  func finish(into output: inout LogOutput) {
    guard !octets.isEmpty else {
      guard isOfAdvertising else { return }
      output.losses.append(
        LogLoss(
          line: line, expected: "the bytes of a packet",
          found:
            "words of Wireshark, which leave bytes out: the capture has them, and so have tshark -x and tshark -T json -x"
        ))
      return
    }
    if let packet = hciPacket ?? airPacket {
      output.packets.append(packet)
    } else if protocols.isEmpty || names("hci_h4"), let length = Self.hciLength(of: octets), octets.count < length {
      output.losses.append(.cutPacket(line: line, octets.count, of: length))
    }
  }

  private func names(_ name: String) -> Bool {
    protocols.split(separator: ASCII.colon).contains { $0.elementsEqual(name.utf8) }
  }

  /// The command or event; `nil` for any other packet, and for one that is not whole.
  private var hciPacket: LogPacket? {
    let isEvent = names("bthci_evt")
    guard protocols.isEmpty || isEvent || names("bthci_cmd") else { return nil }
    // Only H4 has an indicator.
    if !protocols.isEmpty, !names("hci_h4") {
      return LogPacket(kind: isEvent ? .event : .command, octets: octets, time: time, line: line)
    }
    guard let length = Self.hciLength(of: octets), octets.count >= length else { return nil }
    return LogPacket(
      kind: octets[0] == Self.event ? .event : .command, octets: Array(octets[1..<length]), time: time, line: line)
  }

  private static let command: UInt8 = 1
  private static let event: UInt8 = 4
  private static let metaEvent: UInt8 = 0x3E
  private static let completeEvent: UInt8 = 0x0E
  /// The group of the controller's commands for LE, as the high octet of an opcode has it.
  private static let groupOfLE: UInt8 = 0x08 << 2

  /// Returns the length in the header of an event or a command that can have to do with advertising, with its indicator
  /// (Core Vol 4 Part A 2).
  private static func hciLength(of octets: [UInt8]) -> Int? {
    switch octets.first {
    case event where octets.count > 2 && (octets[1] == metaEvent || octets[1] == completeEvent): 3 + Int(octets[2])
    case command where octets.count > 3 && octets[2] == groupOfLE: 4 + Int(octets[3])
    default: nil
    }
  }

  /// The packet of the link layer.
  private var airPacket: LogPacket? {
    let linkType: LinkType? =
      if protocols.isEmpty {
        Self.guessedLinkType(of: octets)
      } else if names("nordic_ble") {
        .nordicSniffer
      } else if names("btle_rf") {
        .linkLayerWithPseudoheader
      } else if names("ppi") {
        .perPacketInformation
      } else {
        names("btle") ? .linkLayer : nil
      }
    return linkType.map { LogPacket(kind: .frame($0), octets: octets, time: time, line: line) }
  }

  /// Returns the link type by the place of the access address of advertising, or by the header of Nordic's sniffer: board,
  /// length, version 1 to 4, counter, kind, its own length, 10, flags, and the channel.
  private static func guessedLinkType(of octets: [UInt8]) -> LinkType? {
    if octets.starts(with: advertisingAddress) { return .linkLayer }
    if octets.dropFirst(pseudoheader).starts(with: advertisingAddress) { return .linkLayerWithPseudoheader }
    if octets.count > nordicHeader, !octets.dropFirst(nordicHeader).starts(with: advertisingAddress) { return nil }
    guard octets.count > pseudoheader, octets[2] == 0, 1...4 ~= octets[3], octets[7] == 10, octets[9] <= 39 else {
      return nil
    }
    return .nordicSniffer
  }
}
