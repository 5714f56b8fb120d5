internal import AdvertisingData

/// Turns advertising reports in the text of `btmon` into HCI events again: one event for each report.
enum BtmonReports {
  private static let legacy = "LE Advertising Report (0x02)"
  private static let extended = "LE Extended Advertising Report (0x0d)"

  /// Returns whether an event has such reports.
  static func areIn(_ packet: BtmonPacket) -> Bool {
    packet.details.first.map { $0.value(legacy) != nil || $0.value(extended) != nil } ?? false
  }

  /// Returns the line above reports, if a line is one.
  static func heading(in line: ArraySlice<UInt8>) -> BtmonDetail? {
    guard let detail = BtmonDetail(line) else { return nil }
    return [legacy, extended].contains { detail.text.elementsEqual($0.utf8) } ? detail : nil
  }

  /// A report whose words do not have all its data.
  struct Cut {
    fileprivate let report: PrintedReport
    fileprivate let length: Int
    fileprivate let loss: String
    fileprivate let packet: BtmonPacket

    /// Adds the report, with the data that the kernel tells programs of the device, where they are the report's own: as many,
    /// with the same beginning.
    func add(completedBy told: (address: [UInt8], octets: [UInt8])?, to output: inout LogOutput) {
      var report = report
      if let told, told.address == report.address, told.octets.count == length, told.octets.starts(with: report.data) {
        report.data = told.octets
        report.isWhole = true
      }
      output.records.append(
        LogRecord(
          kind: .event, octets: report.event, adapter: packet.adapter, time: packet.time, line: packet.line))
      if !report.isWhole {
        output.losses.append(
          LogLoss(
            line: packet.line, expected: "the bytes of \(report.name)", found: "\(loss), which btmon --write keeps"))
      }
    }
  }

  /// Adds the events of a packet's reports, and returns the last one if it does not have all its data.
  static func add(_ packet: BtmonPacket, to output: inout LogOutput) -> Cut? {
    let isExtended = packet.details.first?.value(extended) != nil
    var last: Cut?
    for lines in reports(of: packet) {
      last?.add(completedBy: nil, to: &output)
      last = nil
      guard let (report, length, loss) = report(lines, isExtended: isExtended) else {
        output.losses.append(
          LogLoss(
            line: packet.line, expected: "the address, type and length of a report", found: "a report without one"))
        continue
      }
      if let loss {
        last = Cut(report: report, length: length, loss: loss, packet: packet)
      } else {
        output.records.append(
          LogRecord(
            kind: .event, octets: report.event, adapter: packet.adapter, time: packet.time, line: packet.line))
      }
    }
    return last
  }

  /// Returns the lines of each report: each begins with its type.
  private static func reports(of packet: BtmonPacket) -> [ArraySlice<BtmonDetail>] {
    let starts = packet.details.indices.filter { packet.details[$0].value(typeLabel) != nil }
    return starts.enumerated().map { position, start in
      packet.details[start..<(position + 1 < starts.count ? starts[position + 1] : packet.details.count)]
    }
  }

  /// Reads the lines of a report, with the length of its data; `nil` when a field that every report has is missing. The
  /// reason why not all data are known is a phrase for people.
  private static func report(
    _ lines: ArraySlice<BtmonDetail>, isExtended: Bool
  ) -> (report: PrintedReport, length: Int, loss: String?)? {
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
    return (report, Int(length), structures.loss)
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
