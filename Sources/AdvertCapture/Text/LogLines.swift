internal import AdvertisingData

/// Reads the lines of a log, one after the other. Each kind of log is one file, and an entry in ``take(_:line:into:)``,
/// in ``isLog(_:isAllData:)`` and, when it spans several lines, in ``isOpen``.
package struct LogLines {
  private var dump = HCIDumpLines()
  private var monitor = BtmonLines()
  private var tracker = ESPHomeLines()
  private var proxy = ProxyLines()
  private var diagnostics = HomeAssistantLines()
  private var noble = NobleLines()
  private var script = ScriptLines()
  private var client = BluetoothctlLines()
  private var sniffer = SnifferLines()
  /// The last event that a line had in hex.
  private var latestEvent: [UInt8] = []

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

  /// Whether the next line may continue the last one. It then may have data that it would not have alone.
  var isOpen: Bool {
    dump.isOpen || monitor.isOpen || tracker.isOpen || proxy.isOpen || diagnostics.isOpen || noble.isOpen
      || script.isOpen || client.isOpen || sniffer.isOpen
  }

  /// Takes a line without its end.
  ///
  /// - Parameters:
  ///   - text: the line.
  ///   - line: its number, counting from 1.
  ///   - output: receives the packets.
  package mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Meaning {
    if monitor.take(text, line: line, into: &output) { return .data }
    if dump.take(text, line: line, into: &output) || sniffer.take(text, line: line, into: &output) { return .data }
    let merged = output.merged.count
    if !isAllData, client.take(text, line: line, into: &output) || noble.take(text, line: line, into: &output) {
      return .data
    }
    if tracker.take(text, line: line, into: &output) || proxy.take(text, line: line, into: &output)
      || diagnostics.take(text, line: line, into: &output) || DecimalLines.take(text, line: line, into: &output)
      || ShellyLines.take(text, line: line, into: &output) || ESPATLines.take(text, line: line, into: &output)
      || BGAPILines.take(text, line: line, into: &output)
      || !isAllData && script.take(text, line: line, into: &output)
    {
      return output.merged.count > merged ? .bothBlocks : .data
    }
    if !isAllData, UnreadLines.take(text, line: line, into: &output) { return .data }
    guard let found = HexLine(text), isAllData || found.evidence > .none else { return .nothing }
    if let octets = found.merged {
      output.merged.append(MergedLine(address: found.address, octets: octets, line: line, rssi: found.rssi))
      return .bothBlocks
    }
    if repeats(found) { return .data }
    for content in found.contents { append(content, of: found, line: line, to: &output) }
    return .data
  }

  /// Returns whether a line repeats a part of the event before it, as noble prints its data after the whole.
  private mutating func repeats(_ found: HexLine) -> Bool {
    if case .event(let event)? = found.contents.first {
      latestEvent = event
      return false
    }
    guard !isAllData, !latestEvent.isEmpty, found.address.type == .anonymous else { return false }
    return found.contents.allSatisfy { content in
      guard case .payload(let octets, _) = content else { return false }
      return latestEvent.indices.contains { latestEvent[$0...].starts(with: octets) }
    }
  }

  /// Ends the log.
  package mutating func finish(into output: inout LogOutput) {
    noble.finish(into: &output)
    script.finish(into: &output)
    dump.finish(into: &output)
    monitor.finish(into: &output)
    sniffer.finish(into: &output)
  }

  /// Returns whether a line has data, so that the text around it is a log.
  ///
  /// - Parameter isAllData: as in ``init(isAllData:)``. When it is false, the line must have more than its data: prose
  ///   contains hex too.
  package static func isLog(_ text: ArraySlice<UInt8>, isAllData: Bool = false) -> Bool {
    let plain = PlainLine.octets(of: text, gap: nil)
    if HCIDumpLines.begins(plain) || BtmonLines.begins(plain) || ESPHomeLines.begins(plain) || ProxyLines.begins(plain)
      || HomeAssistantLines.begins(plain) || ShellyLines.begins(text) || ESPATLines.begins(text)
      || SnifferLines.begins(plain) || BGAPILines.begins(text)
      || !isAllData
        && (DecimalLines.begins(text) || UnreadLines.begins(text) || NobleLines.begins(text)
          || ScriptLines.begins(text) || BluetoothctlLines.begins(plain))
    {
      return true
    }
    guard let found = HexLine(text, isStrict: true) else { return false }
    return isAllData || found.evidence >= .alone
  }

  private func append(_ content: HexLine.Content, of found: HexLine, line: Int, to output: inout LogOutput) {
    switch content {
    case .event(let event):
      output.packets.append(LogPacket(kind: .event, octets: event, time: found.time, line: line))
    case .payload(let payload, let pdu):
      output.append(payload, pdu, of: found.address, found.rssi, at: found.time, line: line)
    }
  }
}
