internal import AdvertisingData

/// An HCI packet that lines of a log say, as the Linux monitor records packets. What a log says becomes packets, so that all
/// that is behind them is the same for logs and captures.
package struct LogPacket {
  /// Whose packet it is, by the monitor's opcodes.
  package enum Kind: UInt16 {
    /// From its opcode on.
    case command = 2
    /// From its code on.
    case event = 3
    /// Of the management interface of Linux, from its opcode on.
    case managementCommand = 16
    /// Of the management interface of Linux, from its code on.
    case managementEvent = 17
  }

  /// Whose packet it is.
  package let kind: Kind
  /// The packet without an indicator.
  package let octets: [UInt8]
  /// The number of the host's controller; 0 where the log does not say it.
  package var adapter: UInt16 = 0
  /// In microseconds since 1970, or since midnight or the start of the device when the log says no date; `nil` when it says
  /// no time.
  package var time: Int64?
  /// The line that it begins in, counting from 1.
  package let line: Int
}

/// A line, or several, that seem to hold advertising and were not read.
package struct LogLoss {
  /// The first line, counting from 1.
  package let line: Int
  /// A phrase for people.
  package let expected: String
  /// A phrase for people, with nothing from the log but numbers.
  package let found: String
}

/// What was read of some lines.
package struct LogOutput {
  /// In the order of the lines.
  package var packets: [LogPacket] = []
  /// In the order of the lines.
  package var losses: [LogLoss] = []
  /// Both blocks in one, in the order of the lines.
  package var merged: [MergedLine] = []
  /// Values in the place of bytes, in the order of the lines.
  package var values: [ValueLine] = []

  /// Nothing yet.
  package init() {}

  /// Whether nothing was read.
  var isEmpty: Bool { packets.isEmpty && losses.isEmpty && merged.isEmpty && values.isEmpty }

  mutating func removeAll() {
    packets.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    merged.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Appends a report as the event that a controller would send of it.
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
