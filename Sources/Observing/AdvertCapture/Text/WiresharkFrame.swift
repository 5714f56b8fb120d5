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

  /// The reports in its words, which count where there are no octets.
  var told = LogOutput()

  init(line: Int) { self.line = line }

  /// The number of octets before the packet in the header of the link layer's reception, and in that of Nordic's sniffer.
  private static let pseudoheader = 10
  private static let nordicHeader = 17
  private static let advertisingAddress: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]

  /// Returns whether octets begin like a packet that this type can tell without the names of its protocols.
  static func isPacket(_ octets: [UInt8]) -> Bool {
    hciShape(of: octets) != nil || guessedLinkType(of: octets) != nil
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
  mutating func finish(into output: inout LogOutput) {
    guard !octets.isEmpty else {
      guard told.isEmpty else { return handOut(into: &output) }
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
      output.records.append(packet)
    } else if protocols.isEmpty || names("hci_h4"), let shape = Self.hciShape(of: octets), octets.count < shape.end {
      output.losses.append(.cutPacket(line: line, octets.count, of: shape.end))
    }
  }

  /// The most reports of one event (Core Vol 4 Part E 7.7.65.2): more are those of several packets.
  static let maximumReports = 25

  /// Hands out the reports in its words.
  mutating func handOut(into output: inout LogOutput) {
    output.records += told.records
    output.losses += told.losses
    told = LogOutput()
    isOfAdvertising = false
  }

  private func names(_ name: String) -> Bool {
    protocols.split(separator: ASCII.colon).contains { $0.elementsEqual(name.utf8) }
  }

  /// The command or event; `nil` for any other packet, and for one that is not whole.
  private var hciPacket: LogRecord? {
    let isEvent = names("bthci_evt")
    guard protocols.isEmpty || isEvent || names("bthci_cmd") else { return nil }
    // Only H4 has an indicator.
    if !protocols.isEmpty, !names("hci_h4") {
      return LogRecord(kind: isEvent ? .event : .command, octets: octets, time: time, line: line)
    }
    guard let (kind, start, end) = Self.hciShape(of: octets), octets.count >= end else { return nil }
    return LogRecord(kind: kind, octets: Array(octets[start..<end]), time: time, line: line)
  }

  private static let command: UInt8 = 1
  private static let event: UInt8 = 4
  private static let metaEvent: UInt8 = 0x3E
  private static let completeEvent: UInt8 = 0x0E
  /// The group of the controller's commands for LE, as the high octet of an opcode has it.
  private static let groupOfLE: UInt8 = 0x08 << 2

  /// Returns the place of an event or a command that can have to do with advertising, by the length in its header. Only H4
  /// has an indicator before it (Core Vol 4 Part A 2); captures of Linux's monitor have the kind beside their packets.
  private static func hciShape(of octets: [UInt8]) -> (kind: LogRecord.Kind, start: Int, end: Int)? {
    let start = octets.first == event || octets.first == command ? 1 : 0
    let header = octets.dropFirst(start).prefix(7)
    guard header.count > 2, start == 0 || octets[0] == event || header[start + 1] == groupOfLE else { return nil }
    if start == 0 || octets[0] == event {
      let end = start + 2 + Int(header[start + 1])
      switch header[start] {
      case metaEvent where start == 1 || header[start + 1] > 11 && reports.contains(header[2]):
        return (.event, start, end)
      case completeEvent where start == 1 || header.count > 4 && header[4] == groupOfLE: return (.event, start, end)
      default: if start == 1 { return nil }
      }
    }
    // Without an indicator, few numbers begin like a command and are as long as it says.
    let end = start + 3 + Int(header[start + 2])
    guard header[start + 1] == groupOfLE, start == 1 || octets.count == end || octets.count == 16 && end > 16 else {
      return nil
    }
    return (.command, start, end)
  }

  /// The reports of LE among the events (Core Vol 4 Part E 7.7.65).
  private static let reports: [UInt8] = [0x02, 0x0B, 0x0D, 0x0F]

  /// The packet of the link layer.
  private var airPacket: LogRecord? {
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
    return linkType.map { LogRecord(kind: .frame($0), octets: octets, time: time, line: line) }
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
