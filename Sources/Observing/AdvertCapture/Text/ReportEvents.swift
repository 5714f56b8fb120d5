internal import AdvertisingData

/// Writes reports as HCI events, from their code on, in the form that a controller would send.
package struct ReportEvents {
  private var event: [UInt8] = []

  /// The most data octets of an event: it has at most 255 octets of parameters, and 26 of an extended report are not
  /// data.
  private static let maximumDataOctets = 229

  /// No events made yet.
  package init() {}

  /// Makes the events of a report, several when its data are long. Its address must not be unknown.
  package mutating func make(_ report: borrowing AdvertisingReport, _ take: (_ event: Span<UInt8>) -> Void) {
    let extended = Self.extendedEventType(of: report)
    guard
      report.data.count > Self.maximumDataOctets || extended & 0x10 == 0 || !report.isComplete
        || report.hasKnownAnswered
        || report.address.type == .anonymous && !report.isOfUnstatedKind
    else {
      makeLegacy(report)
      take(event.span)
      return
    }
    var start = 0
    repeat {
      let end = min(start + Self.maximumDataOctets, report.data.count)
      let status: UInt16 = end < report.data.count ? 1 : report.isComplete ? 0 : 2
      makeExtended(report, extended | status << 5, report.data.extracting(start..<end))
      take(event.span)
      start = end
    } while start < report.data.count
  }

  /// The LE Advertising Report event (Core Vol 4 Part E 7.7.65.2).
  private mutating func makeLegacy(_ report: borrowing AdvertisingReport) {
    let kind: UInt8 =
      switch report.pdu {
      case .advDirectInd: 1
      case .advScanInd: 2
      case .advNonconnInd: 3
      case .scanRsp: 4
      case .advUnstated: PDUKind.advUnstatedType
      case .unstated: PDUKind.unstatedType
      default: 0
      }
    begin(subevent: 2, length: 12 + report.data.count)
    event.append(kind)
    append(report.address)
    append(report.data)
    event.append(UInt8(bitPattern: report.rssi ?? 127))
  }

  /// The LE Extended Advertising Report event (Core Vol 4 Part E 7.7.65.13).
  private mutating func makeExtended(_ report: borrowing AdvertisingReport, _ type: UInt16, _ data: Span<UInt8>) {
    begin(subevent: 13, length: 26 + data.count)
    event.append(UInt8(truncatingIfNeeded: type))
    event.append(UInt8(truncatingIfNeeded: type >> 8))
    append(report.address)
    // The PHYs: LE 1M, and none or LE 1M. The transmit power is not known.
    let isLegacy = type & 0x10 != 0
    event += [1, isLegacy ? 0 : 1, report.advertisingSID ?? 0xFF, 127, UInt8(bitPattern: report.rssi ?? 127)]
    // No periodic advertising, and no target.
    event += [0, 0, 0, 0, 0, 0, 0, 0, 0]
    append(data)
  }

  private mutating func begin(subevent: UInt8, length: Int) {
    event.removeAll(keepingCapacity: true)
    event += [0x3E, UInt8(truncatingIfNeeded: length), subevent, 1]
  }

  private mutating func append(_ address: DeviceAddress) {
    event.append(address.type.rawValue)
    for octet in 0..<6 { event.append(UInt8(truncatingIfNeeded: address.bits >> UInt64(8 * octet))) }
  }

  /// Appends the data after their length.
  private mutating func append(_ data: Span<UInt8>) {
    event.append(UInt8(truncatingIfNeeded: data.count))
    event.append(copying: data)
  }

  /// Returns bits 0 to 4 of the event type.
  private static func extendedEventType(of report: borrowing AdvertisingReport) -> UInt16 {
    switch report.pdu {
    case .advInd, .advUnstated, .unstated: return 0x13
    case .advDirectInd: return 0x15
    case .advScanInd: return 0x12
    case .advNonconnInd: return 0x10
    case .scanRsp: return report.advertising == .advScanInd ? 0x1A : 0x1B
    case .auxScanRsp: return 0x0A
    case .advExtInd, .auxAdvInd, .auxSyncInd:
      switch report.advertising {
      case .extendedConnectable: return 0x01
      case .extendedScannable: return 0x02
      default: return 0
      }
    }
  }
}

extension AdvertisingReport {
  /// Whether it is a scan response with the kind of advertisement that it answers. Only extended reports can have it.
  fileprivate var hasKnownAnswered: Bool { pdu == .scanRsp && advertising != nil }
}
