internal import AdvertisingData

/// Reports as HCI events for capture files, from the event code on, in the form that a controller would send.
package enum ReportEvents {
  /// The most data octets of an event: it has at most 255 octets of parameters, and 26 of an extended report are not
  /// data.
  private static let maximumDataOctets = 229

  /// Returns the events of a report, several when its data are long; `nil` for a report that HCI has no form for,
  /// because its kind or the type of its address is unknown.
  package static func events(of report: borrowing AdvertisingReport) -> [[UInt8]]? {
    guard let extended = extendedEventType(of: report),
      DeviceAddress.AddressType(rawValue: report.address.type.rawValue) != nil
    else { return nil }
    guard
      report.data.count > maximumDataOctets || extended & 0x10 == 0 || !report.isComplete || report.hasKnownAnswered
        || report.address.type == .anonymous
    else { return [legacyEvent(of: report)] }
    var events: [[UInt8]] = []
    var start = 0
    repeat {
      let end = min(start + maximumDataOctets, report.data.count)
      let status: UInt16 = end < report.data.count ? 1 : report.isComplete ? 0 : 2
      events.append(extendedEvent(of: report, extended | status << 5, report.data.extracting(start..<end)))
      start = end
    } while start < report.data.count
    return events
  }

  /// Returns the LE Advertising Report event (Core Vol 4 Part E 7.7.65.2).
  private static func legacyEvent(of report: borrowing AdvertisingReport) -> [UInt8] {
    let kind: UInt8 =
      switch report.pdu {
      case .advDirectInd: 1
      case .advScanInd: 2
      case .advNonconnInd: 3
      case .scanRsp: 4
      default: 0
      }
    var event = head(subevent: 2, length: 12 + report.data.count)
    event.append(kind)
    append(report.address, to: &event)
    append(report.data, to: &event)
    event.append(UInt8(bitPattern: report.rssi ?? 127))
    return event
  }

  /// Returns the LE Extended Advertising Report event (Core Vol 4 Part E 7.7.65.13).
  private static func extendedEvent(
    of report: borrowing AdvertisingReport, _ type: UInt16, _ data: Span<UInt8>
  ) -> [UInt8] {
    var event = head(subevent: 13, length: 26 + data.count)
    event.append(UInt8(truncatingIfNeeded: type))
    event.append(UInt8(truncatingIfNeeded: type >> 8))
    append(report.address, to: &event)
    // Where PHYs are not known, LE 1M. The transmit power is not known.
    let phys =
      type & 0x10 != 0
      ? [1, 0] : [report.phys.primary, report.phys.secondary].map { ($0 ?? .oneMegabit).rawValue }
    event += phys
    event += [report.advertisingSID ?? 0xFF, 127, UInt8(bitPattern: report.rssi ?? 127)]
    // No periodic advertising, and no target.
    event += [0, 0, 0, 0, 0, 0, 0, 0, 0]
    append(data, to: &event)
    return event
  }

  private static func head(subevent: UInt8, length: Int) -> [UInt8] {
    [0x3E, UInt8(truncatingIfNeeded: length), subevent, 1]
  }

  private static func append(_ address: DeviceAddress, to event: inout [UInt8]) {
    event.append(address.type.rawValue)
    for octet in 0..<6 { event.append(UInt8(truncatingIfNeeded: address.bits >> UInt64(8 * octet))) }
  }

  /// Appends the data after their length.
  private static func append(_ data: Span<UInt8>, to event: inout [UInt8]) {
    event.append(UInt8(truncatingIfNeeded: data.count))
    event.append(copying: data)
  }

  /// Returns bits 0 to 4 of the event type; `nil` when the kind of report is unknown.
  private static func extendedEventType(of report: borrowing AdvertisingReport) -> UInt16? {
    switch report.pdu {
    case .advUnstated, .unstated: return nil
    case .advInd: return 0x13
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
  /// Whether the report is a scan response with the kind of advertisement that it answers. Only extended reports can
  /// have it.
  fileprivate var hasKnownAnswered: Bool { pdu == .scanRsp && advertising != nil }
}
