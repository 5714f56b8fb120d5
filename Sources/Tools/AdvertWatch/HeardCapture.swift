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
  private var packets = ReportPackets()

  private struct Half {
    var octets: [UInt8] = []
    var count = 0
  }

  /// - Parameter maximumOctets: the limit, at which the oldest reports are removed.
  package init(maximumOctets: Int = 1 << 23) {
    self.maximumOctets = maximumOctets
  }

  /// The octets of the file.
  package var octets: [UInt8] { ReportPackets.beginning + earlier.octets + latest.octets }

  /// Adds a report. A report without an address that can be written is left out.
  mutating func append(_ report: borrowing AdvertisingReport) {
    guard report.address.type != .unknown else { return }
    if latest.octets.count >= maximumOctets / 2 {
      swap(&earlier, &latest)
      latest.octets.removeAll(keepingCapacity: true)
      latest.count = 0
    }
    latest.count += 1
    packets.append(report, to: &latest.octets)
  }
}
