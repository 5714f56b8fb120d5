internal import AdvertReading
internal import AdvertisingData

/// A record of a capture in the form that other programs read: with a link type of pcapng, and with the further data of
/// some formats as octets.
package struct CopiedRecord: Sendable {
  /// The number, counting from 1. In a log in text, the number of the line.
  package let number: Int
  /// The time; `nil` when the format has no times.
  package let time: Timestamp?
  /// The nanoseconds after ``time``, from 0 to 999; `nil` when the format has none.
  package let nanoseconds: UInt16?
  /// The link type, a LINKTYPE_ number.
  package let linkType: UInt16
  /// The octets after the header of the link type.
  package let packet: [UInt8]
  /// The number of octets before the capture cut the packet.
  package let originalLength: Int

  /// LINKTYPE_USER0, for records without another type: notes of PacketLogger, reports of logs in text that HCI has no
  /// form for, types beyond 16 bits.
  private static let private0: UInt16 = 147
  private static let h4WithDirection: UInt16 = 201
  private static let linkLayerWithPseudoheader: UInt16 = 256
  /// LINKTYPE_BLUETOOTH_LINUX_MONITOR.
  package static let linuxMonitor: UInt16 = 254

  /// Returns a report as HCI events of the Linux monitor. A report that HCI has no form for is one record with the data
  /// alone.
  static func records(of report: borrowing AdvertisingReport) -> [CopiedRecord] {
    guard let events = ReportEvents.events(of: report) else {
      return [CopiedRecord(report, private0, Array(copying: report.data))]
    }
    var records: [CopiedRecord] = []
    for event in events {
      let header = [UInt8(truncatingIfNeeded: report.adapter >> 8), UInt8(truncatingIfNeeded: report.adapter), 0, 3]
      records.append(CopiedRecord(report, linuxMonitor, header + event))
    }
    return records
  }

  private init(_ report: borrowing AdvertisingReport, _ linkType: UInt16, _ packet: [UInt8]) {
    number = report.record
    time = report.time
    nanoseconds = nil
    self.linkType = linkType
    self.packet = packet
    originalLength = packet.count
  }

  init(_ record: CaptureRecord, _ octets: Span<UInt8>) {
    number = record.number
    time = record.time
    nanoseconds = record.nanoseconds == CaptureRecord.countsMicroseconds ? nil : record.nanoseconds
    if record.linkType == .smartRF, let sniffed = SmartRFPacket(octets, length: Int(record.flags)) {
      linkType = Self.linkLayerWithPseudoheader
      packet = sniffed.pseudoheader + Array(copying: octets.extracting(first: sniffed.count))
      originalLength = packet.count
      return
    }
    let (linkType, header) = Self.form(of: record)
    self.linkType = linkType
    packet = header + Array(copying: octets)
    originalLength = record.originalLength + header.count
  }

  /// Returns the link type, and its header before the octets of the record.
  private static func form(of record: CaptureRecord) -> (linkType: UInt16, header: [UInt8]) {
    let flags = record.flags
    switch record.linkType {
    case .hciH4: return (h4WithDirection, direction(isReceived: flags & 1 != 0))
    case .hciUnencapsulated:
      let isReceived = flags & 1 != 0
      // Bit 1 is set for commands and events.
      let indicator: UInt8 = flags & 2 == 0 ? 2 : isReceived ? 4 : 1
      return (h4WithDirection, direction(isReceived: isReceived) + [indicator])
    case .linuxMonitorFlags:
      return (linuxMonitor, [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: flags >> UInt32($0)) })
    case .packetLogger:
      switch flags {
      case 0: return (h4WithDirection, direction(isReceived: false) + [1])
      case 1: return (h4WithDirection, direction(isReceived: true) + [4])
      case 2: return (h4WithDirection, direction(isReceived: false) + [2])
      case 3: return (h4WithDirection, direction(isReceived: true) + [2])
      default: return (private0, [])
      }
    case .hciH4WithDirection, .linuxMonitor, .linkLayer, .linkLayerWithPseudoheader, .nordicSniffer,
      .perPacketInformation, .smartRF, .usbmon, .usbmonMapped, .usbPcap, .unsupported:
      return (UInt16(exactly: record.linkType.number) ?? private0, [])
    }
  }

  /// Returns the header of LINKTYPE_BLUETOOTH_HCI_H4_WITH_PHDR: 0 for sent packets, 1 for received ones.
  private static func direction(isReceived: Bool) -> [UInt8] { [0, 0, 0, isReceived ? 1 : 0] }
}

/// Hands on the records of captures unchanged, without a search for advertising.
struct RecordCopying: RecordConsumer {
  /// Called when a capture begins; `nil` for a capture in no archive.
  let start: (_ member: String?) -> Void
  let take: (CopiedRecord) -> Void

  mutating func consume(_ record: CaptureRecord, _ octets: Span<UInt8>) { take(CopiedRecord(record, octets)) }

  mutating func consume(_ report: borrowing AdvertisingReport) {
    for record in CopiedRecord.records(of: report) { take(record) }
  }

  /// The problems were reported when the capture was read for its advertising.
  mutating func note(_ kind: CaptureProblem.Kind, _ problem: () -> CaptureProblem) {}
}
