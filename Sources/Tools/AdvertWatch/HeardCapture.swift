internal import AdvertCapture
internal import AdvertisingData

/// The latest reports as a capture: HCI events of the Linux monitor in pcapng, from a source in any format.
///
/// The time, controller, address, kind, set, strength and data of a report stay. Its source, its channel and the
/// additions of the link layer do not.
package struct HeardCapture {
  /// The number of reports in it.
  package var count: Int { earlier.count + latest.count }

  private var earlier = Half()
  private var latest = Half()
  private let maximumOctets: Int
  /// The octets before the first packet. The link type is LINKTYPE_BLUETOOTH_LINUX_MONITOR.
  private static var beginning: [UInt8] { PcapngOutput.beginning(linkType: 254) }

  private struct Half {
    var octets: [UInt8] = []
    var count = 0
  }

  /// - Parameter maximumOctets: the limit, at which the oldest reports are removed.
  package init(maximumOctets: Int = 1 << 23) {
    self.maximumOctets = maximumOctets
  }

  /// The octets of the file.
  package var octets: [UInt8] { Self.beginning + earlier.octets + latest.octets }

  /// Adds a report. A report that HCI has no form for is left out.
  mutating func append(_ report: borrowing AdvertisingReport) {
    guard let events = ReportEvents.events(of: report) else { return }
    if latest.octets.count >= maximumOctets / 2 {
      swap(&earlier, &latest)
      latest.octets.removeAll(keepingCapacity: true)
      latest.count = 0
    }
    latest.count += 1
    // The controller, and the opcode of an event.
    let header = [UInt8(truncatingIfNeeded: report.adapter >> 8), UInt8(truncatingIfNeeded: report.adapter), 0, 3]
    for event in events {
      let packet = header + event
      PcapngOutput.append(
        packet.span, at: report.time?.microseconds, originalLength: UInt32(truncatingIfNeeded: packet.count),
        to: &latest.octets)
    }
  }
}
