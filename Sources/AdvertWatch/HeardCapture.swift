internal import AdvertCapture
internal import AdvertisingData

/// The latest reports as a capture: HCI events of the Linux monitor in pcapng, whatever they came in.
///
/// The time, controller, address, kind, set, strength and data of a report stay. Where it came from, its channel and
/// what the link layer added do not.
package struct HeardCapture {
  /// The reports that it holds.
  package var count: Int { earlier.count + latest.count }

  private var earlier = Half()
  private var latest = Half()
  private let maximumOctets: Int
  private var packets = ReportPackets()

  private struct Half {
    var octets: [UInt8] = []
    var count = 0
  }

  /// - Parameter maximumOctets: the oldest reports make room when there are more.
  package init(maximumOctets: Int = 1 << 23) {
    self.maximumOctets = maximumOctets
  }

  /// The file.
  package var octets: [UInt8] { ReportPackets.beginning + earlier.octets + latest.octets }

  /// Adds a report. One without an address that could be written is left out.
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
