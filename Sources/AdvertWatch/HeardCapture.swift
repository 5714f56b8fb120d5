internal import AdvertCapture
internal import AdvertisingData

/// The latest reports as a capture: HCI events of the Linux monitor in pcapng, whatever they came in.
///
/// The time, controller, address, kind, set, strength and data of a report stay. Where it came from, its channel and
/// what the link layer added do not.
public struct HeardCapture {
  /// The reports that it holds.
  public var count: Int { earlier.count + latest.count }

  private var earlier = Half()
  private var latest = Half()
  private let mostOctets: Int
  private var event: [UInt8] = []

  private struct Half {
    var octets: [UInt8] = []
    var count = 0
  }

  /// LINKTYPE_BLUETOOTH_LINUX_MONITOR.
  private static let linkType: UInt16 = 254
  /// An event has at most 255 octets of parameters, and 26 of an extended report are not data.
  private static let mostData = 229

  /// - Parameter mostOctets: the oldest reports make room when there are more.
  public init(mostOctets: Int = 1 << 23) {
    self.mostOctets = mostOctets
  }

  /// The file.
  public var octets: [UInt8] { PcapngOutput.beginning(linkType: Self.linkType) + earlier.octets + latest.octets }

  /// Adds a report. One without an address that could be written is left out.
  mutating func append(_ report: borrowing AdvertisingReport) {
    guard report.address.type != .unknown else { return }
    if latest.octets.count >= mostOctets / 2 {
      swap(&earlier, &latest)
      latest.octets.removeAll(keepingCapacity: true)
      latest.count = 0
    }
    latest.count += 1
    let extended = Self.extendedEventType(of: report)
    guard report.data.count > Self.mostData || extended & 0x10 == 0 || !report.isComplete || report.hasKnownAnswered
    else {
      appendLegacy(report)
      return
    }
    var start = 0
    repeat {
      let end = min(start + Self.mostData, report.data.count)
      let status: UInt16 = end < report.data.count ? 1 : report.isComplete ? 0 : 2
      appendExtended(report, extended | status << 5, report.data.extracting(start..<end))
      start = end
    } while start < report.data.count
  }

  /// The LE Advertising Report event (Core Vol 4 Part E 7.7.65.2).
  private mutating func appendLegacy(_ report: borrowing AdvertisingReport) {
    let kind: UInt8 =
      switch report.pdu {
      case .advDirectInd: 1
      case .advScanInd: 2
      case .advNonconnInd: 3
      case .scanRsp: 4
      default: 0
      }
    begin(report, subevent: 2, length: 12 + report.data.count)
    event.append(kind)
    append(report.address)
    append(report.data)
    event.append(UInt8(bitPattern: report.rssi ?? 127))
    finish(report)
  }

  /// The LE Extended Advertising Report event (Core Vol 4 Part E 7.7.65.13).
  private mutating func appendExtended(
    _ report: borrowing AdvertisingReport, _ type: UInt16, _ data: Span<UInt8>
  ) {
    begin(report, subevent: 13, length: 26 + data.count)
    event.append(UInt8(truncatingIfNeeded: type))
    event.append(UInt8(truncatingIfNeeded: type >> 8))
    append(report.address)
    // The PHYs: LE 1M, and none or LE 1M. The transmit power is not known.
    let isLegacy = type & 0x10 != 0
    event += [1, isLegacy ? 0 : 1, report.advertisingSID ?? 0xFF, 127, UInt8(bitPattern: report.rssi ?? 127)]
    // No periodic advertising, and no target.
    event += [0, 0, 0, 0, 0, 0, 0, 0, 0]
    append(data)
    finish(report)
  }

  private mutating func begin(_ report: borrowing AdvertisingReport, subevent: UInt8, length: Int) {
    event.removeAll(keepingCapacity: true)
    event += [UInt8(truncatingIfNeeded: report.adapter >> 8), UInt8(truncatingIfNeeded: report.adapter), 0, 3]
    event += [0x3E, UInt8(truncatingIfNeeded: length), subevent, 1]
  }

  private mutating func append(_ address: DeviceAddress) {
    event.append(address.type.rawValue)
    for octet in 0..<6 { event.append(UInt8(truncatingIfNeeded: address.bits >> UInt64(8 * octet))) }
  }

  /// The data behind their length.
  private mutating func append(_ data: Span<UInt8>) {
    event.append(UInt8(truncatingIfNeeded: data.count))
    for index in data.indices { event.append(data[index]) }
  }

  private mutating func finish(_ report: borrowing AdvertisingReport) {
    let event = event
    PcapngOutput.append(
      event.span, at: report.time?.microseconds, originalLength: UInt32(truncatingIfNeeded: event.count),
      to: &latest.octets)
  }

  /// Bits 0 to 4 of the event type.
  private static func extendedEventType(of report: borrowing AdvertisingReport) -> UInt16 {
    switch report.pdu {
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
  /// Whether it is a scan response that says which advertisement it answers. Only extended reports can.
  fileprivate var hasKnownAnswered: Bool { pdu == .scanRsp && advertising != nil }
}
