package import AdvertisingData

/// A record of a log in text: a packet whose octets are in the lines, or a report in another form.
package struct LogRecord {
  /// The kinds of records.
  package enum Kind: Equatable {
    /// A command, from its opcode on.
    case command
    /// An event, from its code on.
    case event
    /// A command of the management interface of Linux, from its opcode on.
    case managementCommand
    /// An event of the management interface of Linux, from its code on.
    case managementEvent
    /// A packet of another link type, with all its headers.
    case frame(LinkType)
    /// The data of an advertising report. The RSSI is in dBm; `nil` when the log does not have it.
    case report(AdvertisingReport.PDU, of: DeviceAddress, rssi: Int8?)
  }

  /// The kind of record.
  package var kind: Kind
  /// The packet without an indicator, or the data of the report.
  package let octets: [UInt8]
  /// The number of the host's controller; 0 where the log does not have it.
  package var adapter: UInt16 = 0
  /// The time in microseconds since 1970, or since midnight or the start of the device when the log has no date; `nil`
  /// when the log has no time.
  package var time: Int64?
  /// The first line of the record, counting from 1.
  package var line: Int

  /// Hands the report, or the packet in the form of the Linux monitor, to a consumer.
  func deliver(to consumer: inout some RecordConsumer & ~Copyable) {
    switch kind {
    case .command: consumer.consume(packet(monitorOpcode: 2), octets.span)
    case .event: consumer.consume(packet(monitorOpcode: 3), octets.span)
    case .managementCommand: consumer.consume(packet(monitorOpcode: 16), octets.span)
    case .managementEvent: consumer.consume(packet(monitorOpcode: 17), octets.span)
    case .frame(let linkType): consumer.consume(packet(linkType, flags: 0), octets.span)
    case .report(let pdu, let address, let rssi):
      consumer.consume(
        AdvertisingReport(
          source: .report, kind: PDUKind(ofLog: pdu), address: address, adapter: adapter, advertisingSID: nil,
          rssi: rssi, time: timestamp, record: line, dataFileOffset: nil, isComplete: true, data: octets.span))
    }
  }

  private var timestamp: Timestamp? { time.map { Timestamp(microseconds: $0) } }

  private func packet(monitorOpcode: UInt32) -> CaptureRecord {
    packet(.linuxMonitorFlags, flags: UInt32(adapter) << 16 | monitorOpcode)
  }

  private func packet(_ linkType: LinkType, flags: UInt32) -> CaptureRecord {
    CaptureRecord(
      number: line, fileOffset: CaptureRecord.noFileOffset, time: timestamp, originalLength: octets.count,
      linkType: linkType, flags: flags)
  }
}

/// One or several lines that seem to contain advertising and were not read.
package struct LogLoss {
  /// The first line, counting from 1.
  package let line: Int
  /// The expected content, as a phrase for people.
  package let expected: String
  /// The found content, as a phrase for people, with no text from the log but numbers.
  package let found: String
}

extension LogLoss {
  /// A packet of HCI whose last octets are not in the log, or that has other octets than the line above it says.
  static func cutPacket(line: Int, _ count: Int, of length: Int) -> LogLoss {
    let found = count < length ? "lines with its first \(count)" : count > length ? "\(count)" : "those of another one"
    return LogLoss(line: line, expected: "an HCI packet of \(length) bytes", found: found)
  }
}

/// The result of reading some lines.
package struct LogOutput {
  /// The records, in the order of the lines.
  package var records: [LogRecord] = []
  /// The losses, in the order of the lines.
  package var losses: [LogLoss] = []
  /// Both blocks in one, in the order of the lines.
  package var merged: [MergedLine] = []
  /// Values instead of bytes, in the order of the lines.
  package var values: [ValueLine] = []

  /// An empty result.
  package init() {}

  /// Whether nothing was read.
  var isEmpty: Bool { records.isEmpty && losses.isEmpty && merged.isEmpty && values.isEmpty }

  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    merged.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Appends a report, or the loss of data that are longer than any advertisement.
  mutating func append(
    _ octets: [UInt8], _ pdu: AdvertisingReport.PDU, of address: DeviceAddress, _ rssi: Int8?, at time: Int64?,
    line: Int
  ) {
    let most = AdvertisingPDU.extendedNonconnectable.payloadLimit
    guard octets.count <= most else {
      losses.append(LogLoss(line: line, expected: "advertising data of at most \(most) bytes", found: "more"))
      return
    }
    records.append(
      LogRecord(
        kind: .report(pdu, of: address, rssi: rssi?.measuredRSSI), octets: octets, time: time,
        line: line))
  }
}
