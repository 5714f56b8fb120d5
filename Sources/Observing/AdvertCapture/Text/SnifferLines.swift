internal import AdvertisingData

/// Packets in the text that programs of sniffers print: a line about the reception, then words, and the octets of the
/// PDU in hex.
///
/// `ubertooth-btle`, with the CRC behind the PDU. What it prints of a packet below has parts of the data again:
///
/// ```
/// systime=1700000000 freq=2402 addr=8e89bed6 delta_t=17.715 ms rssi=-60
/// 40 11 66 55 44 33 22 c1 02 01 06 07 09 48 65 6c 6d 65 74 1a 2b 3c
/// ```
///
/// Sniffle's `sniff_receiver.py`, without the CRC; its firmware drops packets with a wrong one. Older versions have all
/// octets in one line, without an offset:
///
/// ```
/// Timestamp: 10.146471  Length: 15  RSSI: -69  Channel: 37  PHY: 1M
/// Ad Type: ADV_IND
/// 0x0000:  40 0d 66 55 44 33 22 c1  02 01 06 03 03 0f 18     @.fUD3".......
/// ```
///
/// Sources: Ubertooth, `ubertooth_callback.c`; Sniffle, `python_cli/sniffle/packet_decoder.py` and its output in public
/// threads.
struct SnifferLines {
  private var packet: Packet?
  /// The seconds of the latest line of Ubertooth, and the time by its clock, which counts on from the first.
  private var ubertooth: (seconds: Int64, time: Int64)?

  /// A packet whose octets are not complete.
  private struct Packet {
    var reception: Reception
    var octets: [UInt8] = []
    /// The number of octets of the PDU, where the line about its reception has it.
    let length: Int?
    let line: Int
    var isAdvertising: Bool
    /// Whether the octets are complete. Ubertooth prints the same in words after them.
    var isDone = false
    /// The number of lines without octets so far.
    var words = 0
  }

  private struct Reception {
    var time: Int64?
    var rssi: Int8?
    /// The number of an RF channel, which counts from 2402 MHz in steps of 2 MHz.
    var radioChannel: UInt8
    /// In the order of the flags: 1M, 2M, coded.
    var phy: UInt16 = 0
  }

  private static let ubertoothMark = Array("systime=".utf8)
  private static let sniffleMark = Array("Timestamp: ".utf8)
  private static let advertisingAddress = "8e89bed6"

  /// Whether lines that belong to the packet may follow.
  var isOpen: Bool { packet != nil }

  /// Returns whether a line has the first word of one about a reception.
  @inline(__always)
  static func mayBegin(_ octets: Span<UInt8>, at start: Int) -> Bool {
    guard start < octets.count, octets[start] == ubertoothMark[0] || octets[start] == sniffleMark[0] else {
      return false
    }
    return [ubertoothMark, sniffleMark].contains { mark in
      octets.count - start >= mark.count && mark.indices.allSatisfy { octets[start + $0] == mark[$0] }
    }
  }

  /// Returns whether a line is about the reception of a packet.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { ubertooth(line) != nil || sniffle(line, line: 0) != nil }

  /// Takes a line of a packet; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let text = PlainLine.octets(of: text, gap: ASCII.space)
    if let begun = Self.ubertooth(text) {
      finish(into: &output)
      packet = Packet(
        reception: Reception(time: time(of: begun), rssi: begun.rssi, radioChannel: begun.radioChannel),
        length: nil, line: line, isAdvertising: begun.isAdvertising)
      return true
    }
    if let begun = Self.sniffle(text, line: line) {
      finish(into: &output)
      packet = begun
      return true
    }
    guard var open = packet else { return false }
    packet = nil
    if open.isDone {
      guard Self.isInWords(text) else { return false }
    } else if Self.isAdvertisingType(text) {
      open.isAdvertising = true
    } else if let row = Self.row(in: text, of: open) {
      open.octets += row.prefix(Self.longestPDU - open.octets.count)
      open.isDone = open.length.map { open.octets.count >= $0 } ?? true
      if open.isDone, open.isAdvertising { output.records.append(Self.packet(open)) }
      // After Sniffle's octets is nothing that could be read again.
      if open.isDone, open.length != nil { return true }
    } else if open.length == nil || open.words == Self.mostWords {
      packet = open
      finish(into: &output)
      return false
    } else {
      open.words += 1
    }
    packet = open
    return true
  }

  /// Ends the open packet.
  mutating func finish(into output: inout LogOutput) {
    if let open = packet, !open.isDone, open.isAdvertising {
      output.losses.append(
        LogLoss(
          line: open.line, expected: "the bytes of a packet that a sniffer received",
          found: "a line about its reception and \(open.octets.count) bytes"))
    }
    packet = nil
  }

  // MARK: Lines about a reception

  private struct UbertoothLine {
    let seconds: Int64
    /// Since the packet before, in microseconds.
    let difference: Int64
    let radioChannel: UInt8
    let rssi: Int8?
    let isAdvertising: Bool
  }

  private static func ubertooth(_ line: ArraySlice<UInt8>) -> UbertoothLine? {
    guard line.starts(with: ubertoothMark), let address = value(of: "addr=", in: line),
      let seconds = value(of: "systime=", in: line).flatMap({ Int64(String(decoding: $0, as: UTF8.self)) }),
      let frequency = value(of: "freq=", in: line).flatMap({ DecimalDigits.signed($0) }), 2402...2480 ~= frequency,
      let difference = value(of: "delta_t=", in: line).flatMap({ thousandths($0) })
    else { return nil }
    return UbertoothLine(
      seconds: seconds, difference: difference, radioChannel: UInt8((frequency - 2402) / 2),
      rssi: value(of: "rssi=", in: line).flatMap { DecimalDigits.signed($0) }.flatMap { Int8(exactly: $0) },
      isAdvertising: address.elementsEqual(advertisingAddress.utf8))
  }

  /// Returns the time of a packet: that of the one before and the difference, which has microseconds, unless the whole
  /// seconds of the computer's clock contradict it.
  private mutating func time(of line: UbertoothLine) -> Int64 {
    let second: Int64 = 1_000_000
    let start = line.seconds.clampedToTime * second
    var time = start
    if let before = ubertooth {
      let counted = before.time.addingReportingOverflow(line.difference)
      if !counted.overflow, (start - second...start + 2 * second).contains(counted.partialValue) {
        time = counted.partialValue
      }
    }
    ubertooth = (line.seconds, time)
    return time
  }

  private static func sniffle(_ text: ArraySlice<UInt8>, line: Int) -> Packet? {
    guard text.starts(with: sniffleMark),
      let time = value(of: "Timestamp:", in: text).flatMap({ thousandths($0, of: 6) }),
      let length = value(of: "Length:", in: text).flatMap({ DecimalDigits.signed($0) }), 2...longestPDU ~= length,
      let channel = value(of: "Channel:", in: text).flatMap({ DecimalDigits.signed($0) }),
      let radioChannel = radioChannel(of: channel)
    else { return nil }
    let phy = text.split(separator: ASCII.space).map { Array($0) }
    return Packet(
      reception: Reception(
        time: time,
        rssi: value(of: "RSSI:", in: text).flatMap { DecimalDigits.signed($0) }.flatMap { Int8(exactly: $0) },
        radioChannel: radioChannel,
        phy: phy.contains(Array("2M".utf8)) ? 1 : phy.contains(Array("Coded".utf8)) ? 2 : 0),
      length: length, line: line, isAdvertising: false)
  }

  /// Returns the number of the RF channel of one of the link layer's (Core Vol 6 Part B 1.4.1).
  private static func radioChannel(of channel: Int) -> UInt8? {
    (0...39).first { LinkLayerPacket.channelIndex(ofRadioChannel: $0).map { Int($0) } == channel }
  }

  /// Returns the text after a name, up to the next blank.
  private static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    ValueText.text(behind: Array(name.utf8), in: line)?.drop { $0 == ASCII.space }.prefix { $0 > ASCII.space }
  }

  /// Returns a decimal number with a fraction in units of its last decimal.
  private static func thousandths(_ text: ArraySlice<UInt8>, of decimals: Int = 3) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == decimals, parts[0].count <= 10,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ASCII.isDigit) })
    else { return nil }
    return Int64(String(decoding: parts[0] + parts[1], as: UTF8.self))
  }

  // MARK: Lines of a packet

  /// The most lines of words before Sniffle's octets: a payload has at most 127 structures.
  private static let mostWords = 400

  /// Returns whether a line is of the words that Ubertooth prints after the octets.
  private static func isInWords(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first != ASCII.space, first != 0x09 else { return true }
    return ["Advertising / AA ", "Data / AA ", "Error: "].contains { line.starts(with: Array($0.utf8)) }
  }

  /// Returns whether a line has a type of Sniffle's that is sent with the access address of advertising.
  private static func isAdvertisingType(_ line: ArraySlice<UInt8>) -> Bool {
    let mark = Array("Ad Type: ".utf8)
    return line.starts(with: mark) && !line.dropFirst(mark.count).starts(with: Array("AUX_SYNC".utf8))
  }

  /// The header of a PDU, the most octets of its payload, and the CRC.
  private static let longestPDU = 2 + 255 + 3

  /// Returns the octets of a row. In a row without an offset are all octets of the PDU.
  private static func row(in line: ArraySlice<UInt8>, of packet: Packet) -> [UInt8]? {
    var words = line.split(separator: ASCII.space)[...]
    let hasOffset =
      words.first.map { $0.count == 7 && $0.starts(with: Array("0x".utf8)) && $0.last == ASCII.colon } ?? false
    if hasOffset { words = words.dropFirst() }
    let limit = hasOffset ? min(16, (packet.length ?? 0) - packet.octets.count) : longestPDU
    let octets = words.prefix(max(limit, 0)).map { $0.count == 2 ? HexDigits.octets(of: $0)?.first : nil }
    let known = octets.prefix { $0 != nil }.compactMap { $0 }
    if hasOffset { return known.isEmpty ? nil : known }
    // Ubertooth's CRC follows the number of octets that the PDU states.
    guard known.count == words.count, known.count >= 2,
      packet.length.map({ $0 == known.count }) ?? (line.first != ASCII.space)
    else { return nil }
    return known
  }

  /// Returns a packet of LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR.
  private static func packet(_ packet: Packet) -> LogRecord {
    let reception = packet.reception
    /// The octets are without whitening, and the signal is known.
    var flags: UInt16 = 0x0001 | (reception.rssi == nil ? 0 : 0x0002) | reception.phy << 14
    // The CRC was checked, and is right. Ubertooth's follows.
    if packet.length != nil { flags |= 0x0C00 }
    let coding: [UInt8] = reception.phy == 2 ? [0] : []
    let header: [UInt8] =
      [reception.radioChannel, UInt8(bitPattern: reception.rssi ?? 0), 0, 0, 0, 0, 0, 0]
      + [UInt8(truncatingIfNeeded: flags), UInt8(truncatingIfNeeded: flags >> 8)]
    return LogRecord(
      kind: .frame(.linkLayerWithPseudoheader),
      octets: header + [0xD6, 0xBE, 0x89, 0x8E] + coding + packet.octets, time: reception.time,
      line: packet.line)
  }
}

extension Int64 {
  /// A number of seconds that a time can have.
  fileprivate var clampedToTime: Int64 { Swift.min(Swift.max(self, 0), 1 << 33) }
}
