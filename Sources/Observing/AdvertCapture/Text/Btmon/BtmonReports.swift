internal import AdvertisingData

/// Turns advertising reports in the text of `btmon` into HCI events again: one event for each report.
enum BtmonReports {
  /// LE Meta.
  static let metaEvent: UInt16 = 0x3E

  private static let legacy = "LE Advertising Report (0x02)"
  private static let extended = "LE Extended Advertising Report (0x0d)"

  /// Returns whether an event has such reports.
  static func areIn(_ packet: BtmonPacket) -> Bool {
    packet.details.first.map { $0.value(legacy) != nil || $0.value(extended) != nil } ?? false
  }

  /// Adds the events of a packet's reports.
  static func add(_ packet: BtmonPacket, to output: inout LogOutput) {
    let isExtended = packet.details.first?.value(extended) != nil
    for lines in reports(of: packet) {
      guard let report = Report(lines, isExtended: isExtended) else {
        output.losses.append(
          LogLoss(
            line: packet.line, expected: "the address, type and length of a report", found: "a report without one"))
        continue
      }
      output.records.append(
        LogRecord(
          kind: .event, octets: isExtended ? report.extendedEvent : report.legacyEvent, adapter: packet.adapter,
          time: packet.time, line: packet.line))
      if let loss = report.structures.loss {
        output.losses.append(
          LogLoss(
            line: packet.line, expected: "the bytes of \(report.name)", found: "\(loss), which btmon --write keeps"))
      }
    }
  }

  /// Returns the lines of each report: each begins with its type.
  private static func reports(of packet: BtmonPacket) -> [ArraySlice<BtmonDetail>] {
    let starts = packet.details.indices.filter { packet.details[$0].value(Report.typeLabel) != nil }
    return starts.enumerated().map { position, start in
      packet.details[start..<(position + 1 < starts.count ? starts[position + 1] : packet.details.count)]
    }
  }

  /// One report.
  private struct Report {
    static let typeLabel = "Event type: "

    let structures: BtmonStructures
    private var type: [UInt8] = []
    private var addressType: UInt8 = 0
    private var address: [UInt8] = []
    private var rssi: UInt8 = 0x7F
    private var length: Int
    /// The primary and secondary PHY of an extended report; then set and transmit power.
    private var phys: (primary: UInt8, secondary: UInt8) = (1, 0)
    private var set: UInt8 = 0xFF
    private var power: UInt8 = 0x7F

    /// Reads the lines of a report; `nil` when a field that every report has is missing.
    init?(_ lines: ArraySlice<BtmonDetail>, isExtended: Bool) {
      guard let lengthPlace = lines.firstIndex(where: { $0.value("Data length: ") != nil }),
        let length = lines[lengthPlace].octets(width: 1)?.first
      else { return nil }
      self.length = Int(length)
      structures = BtmonStructures(lines[(lengthPlace + 1)...], length: Int(length))
      var found = (type: false, addressType: false)
      for line in lines {
        if line.value(Self.typeLabel) != nil, let octets = line.octets(width: isExtended ? 2 : 1) {
          type = octets
          found.type = true
        } else if line.value("Address type: ") != nil, let octets = line.octets(width: 1) {
          addressType = octets[0]
          found.addressType = true
        } else if line.value("Address: ") != nil, let octets = line.octets(width: 6) {
          address = octets
        } else if line.value("RSSI: ") != nil, let octets = line.octets(width: 1) {
          rssi = octets[0]
        } else if isExtended {
          takeExtended(line)
        }
      }
      guard found.type, found.addressType, !address.isEmpty else { return nil }
    }

    private mutating func takeExtended(_ line: BtmonDetail) {
      if let phy = line.value("Primary PHY: ") {
        phys.primary = Self.number(ofPHY: phy)
      } else if let phy = line.value("Secondary PHY: ") {
        phys.secondary = Self.number(ofPHY: phy)
      } else if line.value("SID: ") != nil, let octets = line.octets(width: 1) {
        set = octets[0]
      }
    }

    private static func number(ofPHY name: ArraySlice<UInt8>) -> UInt8 {
      if name.starts(with: "LE 1M".utf8) { return 1 }
      if name.starts(with: "LE 2M".utf8) { return 2 }
      return name.starts(with: "LE Coded".utf8) ? 3 : 0
    }

    /// The name of the report in a loss.
    var name: String {
      let isResponse = type.count == 1 ? type[0] == 4 : type[0] & 8 != 0
      return isResponse ? "a scan response" : "an advertisement"
    }

    /// The LE Advertising Report event (Core Vol 4 Part E 7.7.65.2). A report with unknown data becomes an extended
    /// one, which can mark them as incomplete.
    var legacyEvent: [UInt8] {
      guard structures.loss != nil else {
        return [0x3E, UInt8(12 + structures.octets.count), 0x02, 1] + type + [addressType] + address
          + [UInt8(structures.octets.count)] + structures.octets + [rssi]
      }
      let legacyTypes: [UInt8] = [0x13, 0x15, 0x12, 0x10, 0x1B]
      var report = self
      report.type = [type[0] < legacyTypes.count ? legacyTypes[Int(type[0])] : type[0], 0]
      return report.extendedEvent
    }

    /// The LE Extended Advertising Report event (Core Vol 4 Part E 7.7.65.13).
    var extendedEvent: [UInt8] {
      var type = type
      // Bits 5 and 6: the data are cut, and no more will come.
      if structures.loss != nil { type[0] = type[0] & ~0x60 | 0x40 }
      let count = UInt8(min(structures.octets.count, 229))
      return [0x3E, 26 + count, 0x0D, 1] + type + [addressType] + address + [
        phys.primary, phys.secondary, set, power, rssi,
      ]
        + [0, 0, 0, 0, 0, 0, 0, 0, 0] + [count] + structures.octets.prefix(Int(count))
    }
  }
}
