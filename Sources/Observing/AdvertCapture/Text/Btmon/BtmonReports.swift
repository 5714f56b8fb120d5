internal import AdvertisingData

/// Turns advertising reports in the text of `btmon` into HCI events again: one event for each report.
enum BtmonReports {
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
      guard let (report, loss) = report(lines, isExtended: isExtended) else {
        output.losses.append(
          LogLoss(
            line: packet.line, expected: "the address, type and length of a report", found: "a report without one"))
        continue
      }
      output.records.append(
        LogRecord(
          kind: .event, octets: report.event, adapter: packet.adapter, time: packet.time, line: packet.line))
      if let loss {
        output.losses.append(
          LogLoss(
            line: packet.line, expected: "the bytes of \(report.name)", found: "\(loss), which btmon --write keeps"))
      }
    }
  }

  /// Returns the lines of each report: each begins with its type.
  private static func reports(of packet: BtmonPacket) -> [ArraySlice<BtmonDetail>] {
    let starts = packet.details.indices.filter { packet.details[$0].value(typeLabel) != nil }
    return starts.enumerated().map { position, start in
      packet.details[start..<(position + 1 < starts.count ? starts[position + 1] : packet.details.count)]
    }
  }

  /// Reads the lines of a report; `nil` when a field that every report has is missing. The reason why not all data are
  /// known is a phrase for people.
  private static func report(
    _ lines: ArraySlice<BtmonDetail>, isExtended: Bool
  ) -> (report: PrintedReport, loss: String?)? {
    guard let lengthPlace = lines.firstIndex(where: { $0.value("Data length: ") != nil }),
      let length = lines[lengthPlace].octets(width: 1)?.first
    else { return nil }
    let structures = BtmonStructures(lines[(lengthPlace + 1)...], length: Int(length))
    var report = PrintedReport()
    report.data = structures.octets
    report.isWhole = structures.loss == nil
    var hasAddressType = false
    for line in lines {
      if line.value(typeLabel) != nil, let octets = line.octets(width: isExtended ? 2 : 1) {
        report.type = octets
      } else if line.value("Address type: ") != nil, let octets = line.octets(width: 1) {
        report.addressType = octets[0]
        hasAddressType = true
      } else if line.value("Address: ") != nil, let octets = line.octets(width: 6) {
        report.address = octets
      } else if line.value("RSSI: ") != nil, let octets = line.octets(width: 1) {
        report.rssi = octets[0]
      } else if isExtended {
        take(line, into: &report)
      }
    }
    guard !report.type.isEmpty, hasAddressType, !report.address.isEmpty else { return nil }
    return (report, structures.loss)
  }

  /// Takes a line that only extended reports have.
  private static func take(_ line: BtmonDetail, into report: inout PrintedReport) {
    if let phy = line.value("Primary PHY: ") {
      report.phys.primary = PrintedReport.number(ofPHY: phy)
    } else if let phy = line.value("Secondary PHY: ") {
      report.phys.secondary = PrintedReport.number(ofPHY: phy)
    } else if line.value("SID: ") != nil, let octets = line.octets(width: 1) {
      report.set = octets[0]
    }
  }

  private static let typeLabel = "Event type: "
}
