internal import AdvertisingData

/// A packet from lines of a log: of HCI, in the form of the Linux monitor, or as a capture has it. The content of a log becomes
/// packets, so that all later code is the same for logs and captures.
package struct LogPacket {
  /// The kinds of packets.
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

    /// The link type of a record with the packet.
    var linkType: LinkType { if case .frame(let linkType) = self { linkType } else { .linuxMonitorFlags } }

    /// The opcode of the Linux monitor; `nil` for a packet of another link type.
    package var monitorOpcode: UInt16? {
      switch self {
      case .command: 2
      case .event: 3
      case .managementCommand: 16
      case .managementEvent: 17
      case .frame: nil
      }
    }
  }

  /// The kind of packet.
  package let kind: Kind
  /// The packet without an indicator.
  package let octets: [UInt8]
  /// The number of the host's controller; 0 where the log does not have it.
  package var adapter: UInt16 = 0
  /// The time in microseconds since 1970, or since midnight or the start of the device when the log has no date; `nil`
  /// when the log has no time.
  package var time: Int64?
  /// The first line of the packet, counting from 1.
  package let line: Int
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
  /// A packet of HCI whose last octets are not in the log.
  static func cutPacket(line: Int, _ count: Int, of length: Int) -> LogLoss {
    LogLoss(line: line, expected: "an HCI packet of \(length) bytes", found: "lines with its first \(count)")
  }
}

/// The result of reading some lines.
package struct LogOutput {
  /// The packets, in the order of the lines.
  package var packets: [LogPacket] = []
  /// The losses, in the order of the lines.
  package var losses: [LogLoss] = []
  /// Both blocks in one, in the order of the lines.
  package var merged: [MergedLine] = []
  /// Values instead of bytes, in the order of the lines.
  package var values: [ValueLine] = []

  /// An empty result.
  package init() {}

  /// Whether nothing was read.
  var isEmpty: Bool { packets.isEmpty && losses.isEmpty && merged.isEmpty && values.isEmpty }

  mutating func removeAll() {
    packets.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    merged.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Appends a report in the form of the event that a controller would send.
  mutating func append(
    _ octets: [UInt8], _ pdu: AdvertisingReport.PDU, of address: DeviceAddress, _ rssi: Int8?, at time: Int64?,
    line: Int
  ) {
    let data = octets.span
    let report = AdvertisingReport(
      .init(
        time: nil, record: line, dataFileOffset: nil, address: address, identity: nil, source: .report, pdu: pdu,
        advertising: pdu == .auxAdvInd ? .extendedConnectable : nil, advertisingSID: nil, rssi: rssi, channel: nil,
        crc: .unchecked, isComplete: true, adapter: 0),
      data: data, acad: data.extracting(0..<0))
    var events = ReportEvents()
    events.make(report) { event in
      packets.append(LogPacket(kind: .event, octets: Array(copying: event), time: time, line: line))
    }
  }
}
