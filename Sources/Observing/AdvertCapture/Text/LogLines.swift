internal import AdvertisingData

/// Reads the lines of a log, one after the other. Each kind of log is one file, and an entry in ``kinds``.
package struct LogLines {
  private var wireshark = WiresharkLines()
  private var dump = HCIDumpLines()
  private var logger = PacketLoggerLines()
  private var tool = HCIToolLines()
  private var monitor = BtmonLines()
  private var blocks = DeviceBlockLines()
  private var proxy = ProxyLines()
  private var diagnostics = HomeAssistantLines()
  private var noble = NobleLines()
  private var shelly = ShellyLines()
  private var script = ScriptLines()
  private var client = BluetoothctlLines()
  private var sniffer = SnifferLines()
  private var buffers = BufferDumpLines()
  private var ti = BToolLines()
  private var view = HexViewLines()
  private var parsed = ParsedStructureLines()
  private var core = CoreBluetoothLines()
  private var owner = OwnerAbove()
  private var app = NRFConnectLines()
  private var latest = Latest()
  /// The line before the one that may have the rest of its data.
  private var lineBeforeRest = 0

  /// The last event that a line had in hex, or the last data of a device with an address.
  private struct Latest {
    var octets: [UInt8] = []
    var line = 0
    var isEvent = false
    /// Whether the line had the event whole, and its report did not come yet.
    var precedesReport = false

    /// Returns whether data are those of the line, or a part of its event. Few octets, such as Flags alone, can be of any
    /// device.
    func isPartly(_ data: [UInt8]) -> Bool {
      isEvent
        ? octets.indices.contains { octets[$0...].starts(with: data) } : octets == data && data.count >= Self.fewestOwn
    }

    private static let fewestOwn = 6
  }

  /// The longest line that is read: the data of an advertisement have at most 1650 octets, with six characters for
  /// each.
  package static let longestLine = 16_384

  /// The kinds of lines.
  package enum Meaning {
    /// A line with data, or with a part of them.
    case data
    /// A line whose data are both blocks in one, without a known place where the first ends.
    case bothBlocks
    /// A line without data.
    case nothing
  }

  /// Whether the log is written for this reader.
  private let isAllData: Bool

  /// The state before the first line.
  ///
  /// - Parameter isAllData: whether the log is written for this reader: then short numbers that are whole structures
  ///   are data too.
  package init(isAllData: Bool = false) {
    self.isAllData = isAllData
  }

  /// A kind of log.
  private struct Kind: Sendable {
    /// Whether only logs of other programs have it, not those that are written for this reader.
    var isOfOthers = false
    /// Returns whether a line begins it; `plain` is the line without the colours of a terminal.
    let begins: @Sendable (_ text: ArraySlice<UInt8>, _ plain: ArraySlice<UInt8>) -> Bool
    /// Takes a line; returns `false` for one of another kind.
    let take: @Sendable (inout LogLines, ArraySlice<UInt8>, _ line: Int, inout LogOutput) -> Bool
    /// Whether the next line may continue the last one.
    var isOpen: @Sendable (LogLines) -> Bool = { _ in false }
    /// Ends the log.
    var finish: @Sendable (inout LogLines, inout LogOutput) -> Void = { _, _ in }
  }

  /// All kinds, in the order in which they are asked.
  private static let kinds: [Kind] = [
    Kind(
      begins: { WiresharkLines.begins($1) }, take: { $0.wireshark.take($1, line: $2, into: &$3) },
      isOpen: { $0.wireshark.isOpen }, finish: { $0.wireshark.finish(into: &$1) }),
    Kind(
      begins: { PacketLoggerLines.begins($1) }, take: { $0.logger.take($1, line: $2, into: &$3) },
      isOpen: { $0.logger.isOpen }, finish: { $0.logger.finish(into: &$1) }),
    Kind(
      begins: { HCIToolLines.begins($1) }, take: { $0.tool.take($1, line: $2, into: &$3) },
      isOpen: { $0.tool.isOpen }, finish: { $0.tool.finish(into: &$1) }),
    Kind(
      begins: { BtmonLines.begins($1) }, take: { $0.monitor.take($1, line: $2, into: &$3) },
      isOpen: { $0.monitor.isOpen }, finish: { $0.monitor.finishLog(into: &$1) }),
    Kind(
      begins: { HCIDumpLines.begins($1) }, take: { $0.dump.take($1, line: $2, into: &$3) },
      isOpen: { $0.dump.isOpen }, finish: { $0.dump.finish(into: &$1) }),
    Kind(
      begins: { SnifferLines.begins($1) }, take: { $0.sniffer.take($1, line: $2, into: &$3) },
      isOpen: { $0.sniffer.isOpen }, finish: { $0.sniffer.finish(into: &$1) }),
    Kind(
      isOfOthers: true, begins: { BluetoothctlLines.begins($1) },
      take: { $0.client.take($1, line: $2, into: &$3) }, isOpen: { $0.client.isOpen },
      finish: { $0.client.finish(into: &$1) }),
    Kind(
      isOfOthers: true, begins: { text, _ in NobleLines.begins(text) },
      take: { $0.noble.take($1, line: $2, into: &$3) }, isOpen: { $0.noble.isOpen },
      finish: { $0.noble.finish(into: &$1) }),
    Kind(
      begins: { BufferDumpLines.begins($1) }, take: { $0.buffers.take($1, line: $2, into: &$3) },
      isOpen: { $0.buffers.isOpen }, finish: { $0.buffers.finish(into: &$1) }),
    Kind(
      begins: { BToolLines.begins($1) }, take: { $0.ti.take($1, line: $2, into: &$3) }, isOpen: { $0.ti.isOpen },
      finish: { $0.ti.finish(into: &$1) }),
    Kind(
      begins: { HexViewLines.begins($1) }, take: { $0.view.take($1, line: $2, into: &$3) },
      isOpen: { $0.view.isOpen }, finish: { $0.view.finish(into: &$1) }),
    Kind(
      begins: { DeviceBlockLines.begins($1) }, take: { $0.blocks.take($1, line: $2, into: &$3) },
      isOpen: { $0.blocks.isOpen }, finish: { $0.blocks.finish(into: &$1) }),
    Kind(
      begins: { ProxyLines.begins($1) }, take: { $0.proxy.take($1, line: $2, into: &$3) }, isOpen: { $0.proxy.isOpen }),
    Kind(
      begins: { HomeAssistantLines.begins($1) }, take: { $0.diagnostics.take($1, line: $2, into: &$3) },
      isOpen: { $0.diagnostics.isOpen }),
    Kind(begins: { text, _ in DecimalLines.begins(text) }, take: { DecimalLines.take($1, line: $2, into: &$3) }),
    Kind(begins: { text, _ in ShellyLines.begins(text) }, take: { $0.shelly.take($1, line: $2, into: &$3) }),
    Kind(begins: { text, _ in ESPATLines.begins(text) }, take: { ESPATLines.take($1, line: $2, into: &$3) }),
    Kind(begins: { text, _ in BGAPILines.begins(text) }, take: { BGAPILines.take($1, line: $2, into: &$3) }),
    Kind(
      isOfOthers: true, begins: { text, _ in ScriptLines.begins(text) },
      take: { $0.script.take($1, line: $2, into: &$3) }, isOpen: { $0.script.isOpen },
      finish: { $0.script.finish(into: &$1) }),
    Kind(
      isOfOthers: true, begins: { text, _ in Base64Lines.begins(text) },
      take: { Base64Lines.take($1, line: $2, into: &$3) }),
    Kind(
      isOfOthers: true, begins: { text, _ in ParsedStructureLines.begins(text) },
      take: { $0.parsed.take($1, line: $2, into: &$3) }, isOpen: { $0.parsed.isOpen },
      finish: { $0.parsed.finish(into: &$1) }),
    Kind(
      isOfOthers: true, begins: { text, _ in CoreBluetoothLines.begins(text) },
      take: { $0.core.take($1, line: $2, into: &$3) }, isOpen: { $0.core.isOpen },
      finish: { $0.core.finish(into: &$1) }),
    Kind(
      isOfOthers: true, begins: { text, _ in NRFConnectLines.begins(text) },
      take: { $0.app.take($1, line: $2, into: &$3) }, isOpen: { $0.app.isOpen }, finish: { $0.app.finish(into: &$1) }),
    Kind(
      isOfOthers: true, begins: { text, _ in UnreadLines.begins(text) },
      take: { UnreadLines.take($1, line: $2, into: &$3) }),
  ]

  /// Whether the next line may continue the last one. It then may have data that it would not have alone.
  var isOpen: Bool { buffers.hasRows || Self.kinds.contains { $0.isOpen(self) } }

  /// Returns whether a line may state a fact, such as the strength, about the device that a line above it names.
  func mayHaveFact(_ line: Int) -> Bool { owner.takesFacts(line) }

  /// Takes a line without its end.
  ///
  /// - Parameters:
  ///   - text: the line.
  ///   - line: its number, counting from 1.
  ///   - output: receives the packets.
  package mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Meaning {
    if !isAllData {
      if buffers.takeRow(text, line: line) { return .data }
      takeBackRows(into: &output)
    }
    return takeLine(text, line: line, into: &output)
  }

  /// Ends rows without a heading, and reads those that are no payload together one by one.
  private mutating func takeBackRows(into output: inout LogOutput) {
    guard buffers.hasRows, let rows = buffers.endRows(into: &output) else { return }
    for row in rows.lines { _ = takeLine(row.text, line: row.line, into: &output) }
  }

  private mutating func takeLine(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Meaning {
    defer { script.followsBytes = script.followsBytes || !output.records.isEmpty }
    let merged = output.merged.count
    let before = (values: output.values.count, merged: merged, records: output.records.count)
    defer {
      if (before.values, merged, before.records) == (output.values.count, output.merged.count, output.records.count) {
        owner.note(text, line: line)
      } else {
        owner.give(to: &output, since: before, line: line)
      }
    }
    for kind in Self.kinds where !isAllData || !kind.isOfOthers {
      if kind.take(&self, text, line, &output) { return output.merged.count > merged ? .bothBlocks : .data }
    }
    if lineBeforeRest > 0, lineBeforeRest == line - 1, Self.isIndentedHex(text) {
      output.losses.append(
        LogLoss(line: line, expected: "all data of an advertisement in one line", found: "what may be the rest of them")
      )
      lineBeforeRest = line
      return .data
    }
    let damaged = DamagedData(PlainLine.octets(of: text, gap: ASCII.space))
    for found in damaged.found {
      output.losses.append(LogLoss(line: line, expected: DamagedData.expected, found: found))
    }
    let whole = DecimalLines.namedInHex(damaged.found.isEmpty ? text : damaged.rest[...])
    guard let found = HexLine(whole), isAllData || found.evidence > .none else {
      if damaged.found.isEmpty, damaged.hasBlock {
        output.losses.append(
          LogLoss(line: line, expected: "the AD structures of an advertisement", found: "other bytes"))
        return .data
      }
      return damaged.found.isEmpty ? .nothing : .data
    }
    if let loss = Self.loss(of: found, in: whole, line: line) {
      output.losses.append(loss)
      return .data
    }
    if let count = found.excess {
      output.losses.append(
        LogLoss(
          line: line, expected: "a packet of at most \(AdvertisingPDU.advInd.payloadLimit) bytes",
          found: "\(count) bytes, which are too many, or both packets in one"))
      return .data
    }
    if let octets = found.merged {
      output.merged.append(MergedLine(address: found.address, octets: octets, line: line, rssi: found.rssi))
      return .bothBlocks
    }
    if case .event(let event)? = found.contents.first, let both = PacketHex.bothBlocks(in: event, line: line) {
      output.merged.append(both)
      return .bothBlocks
    }
    if repeats(found, line: line) { return .data }
    if found.leftOut > 0 {
      output.losses.append(
        LogLoss(
          line: line, expected: "the data of one advertisement in a line", found: "those of \(found.leftOut + 1)"))
      // Nothing says which strength is that of which device.
      if found.address.type == .anonymous { return .data }
    }
    if found.endsWithData, found.address.type != .anonymous { lineBeforeRest = line }
    for content in found.contents { append(content, of: found, line: line, to: &output) }
    return .data
  }

  /// Returns whether a line has blanks and then nothing but octets, as where a terminal breaks a long line.
  private static func isIndentedHex(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first == ASCII.space || first == 0x09 else { return false }
    let words = text.split { $0 == ASCII.space || $0 == 0x09 }
    return !words.isEmpty && words.allSatisfy { HexDigits.octets(of: $0) != nil }
  }

  /// Returns the loss where the address of data is damaged: they would be those of an unknown device.
  private static func loss(of found: HexLine, in text: ArraySlice<UInt8>, line: Int) -> LogLoss? {
    guard found.address.type == .anonymous, !found.contents.contains(where: { $0.isEvent }) else { return nil }
    var rest = Array(PlainLine.octets(of: text, gap: ASCII.space))
    guard let place = DamagedAddress.place(in: rest) else { return nil }
    for index in place { rest[index] = ASCII.space }
    // Bytes with colons between them can be the data.
    guard HexLine(rest[...])?.contents == found.contents else { return nil }
    return LogLoss(line: line, expected: "an address of six bytes", found: "one that is not whole")
  }

  /// Returns whether a line repeats a part of a line before it: noble prints an event, then its report, then its data.
  private mutating func repeats(_ found: HexLine, line: Int) -> Bool {
    guard !isAllData else { return false }
    let isAnonymous = found.address.type == .anonymous
    for content in found.contents {
      switch content {
      case .event(let event):
        let report = event.dropFirst(Self.headOfReport)
        guard found.isReport, latest.precedesReport,
          latest.octets.dropFirst(Self.headOfReport).elementsEqual(report)
        else {
          latest = Latest(octets: event, line: line, isEvent: true, precedesReport: !found.isReport)
          return false
        }
        latest.precedesReport = false
      case .payload(let octets, _):
        guard isAnonymous, line - latest.line <= Self.mostLinesOfReport, latest.isPartly(octets) else {
          if !isAnonymous { latest = Latest(octets: octets, line: line) }
          return false
        }
      }
    }
    return true
  }

  /// The octets of an event before its report.
  private static let headOfReport = 4
  /// The most lines between the octets of a device and a line that repeats them.
  private static let mostLinesOfReport = 16

  /// Ends the log.
  package mutating func finish(into output: inout LogOutput) {
    takeBackRows(into: &output)
    for kind in Self.kinds { kind.finish(&self, &output) }
  }

  /// Returns whether a line has data, so that the text around it is a log.
  ///
  /// - Parameters:
  ///   - isAllData: as in ``init(isAllData:)``. When it is false, the line must have more than its data: prose contains
  ///     hex too.
  ///   - isOwned: whether a line above names a device. Then data are enough that are too long to be some by chance.
  package static func isLog(_ text: ArraySlice<UInt8>, isAllData: Bool = false, isOwned: Bool = false) -> Bool {
    if begins(text, isAllData: isAllData) { return true }
    guard let found = HexLine(DecimalLines.namedInHex(text), isStrict: true) else { return false }
    return isAllData || found.evidence >= (isOwned ? .length : .alone)
  }

  /// Returns whether a line begins a packet in the form of a known program; lines in which hex is all that is known do not.
  package static func begins(_ text: ArraySlice<UInt8>, isAllData: Bool = false) -> Bool {
    let plain = PlainLine.octets(of: text, gap: nil)
    return kinds.contains { !(isAllData && $0.isOfOthers) && $0.begins(text, plain) }
  }

  private func append(_ content: HexLine.Content, of found: HexLine, line: Int, to output: inout LogOutput) {
    switch content {
    case .event(let event):
      output.records.append(LogRecord(kind: .event, octets: event, time: found.time, line: line))
    case .payload(let payload, let pdu):
      // Who writes a log for this reader writes advertising data where the line has no name for them.
      output.append(
        payload, pdu == .unstated && isAllData ? .advUnstated : pdu, of: found.address, found.rssi, at: found.time,
        line: line)
    }
  }
}
