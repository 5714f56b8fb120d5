public import AdvertReading

/// The result of reading an input. For an archive, records and reports are sums over the captures in it.
public struct CaptureSummary: Hashable, Sendable {
  /// The name of the format: `btsnoop`, `pcap`, …; `zip` and `tar` for archives. For a compressed input, the format
  /// inside.
  public var format: String
  /// The link types in the order of the capture.
  public var linkTypes: [LinkType]
  /// The number of records that were read.
  public var records: Int
  /// The number of advertising and scan response PDUs in the records.
  public var reports: Int
  /// The packets of a link-layer capture that are not reports.
  public var linkLayer: LinkLayerCounts
  /// The problems, one entry for each kind. An archive has its own problems and those of archives in it, but not those
  /// of captures.
  public var problems: [CaptureProblem]
  /// The counts of packets besides reports in captures of a host and its controller.
  package var hci = HCICounts()
  /// The earliest and the latest time of a record; `nil` when there are no times, and for archives.
  public var times: ClosedRange<Timestamp>?
  /// The octets of the capture's file that were not read.
  package var unread = UnreadOctets()
  /// The capture's name in the archive, after the names of archives around that; `nil` when it is in no archive.
  public var member: String?
  /// The mark of the member's content in the archive; `nil` when it is in no archive.
  package var mark: String?
  /// Whether the capture was decompressed, so that its file offsets are not offsets in the input.
  public var isCompressed = false
  /// Whether gaps between its reports are measured by the receiver's own clock instead of the times of arrival.
  package var hasRadioClock = false
  /// Lines with advertising data and scan response data in one, as in some logs in text. They are not reports.
  package var merged: [MergedLine] = []
  /// Whether layouts were made of ``merged``, which are judged beside the capture.
  package var hasLayouts = false
  /// Programs' accounts of devices without their bytes. They are not reports.
  package var values: [ValueLine] = []
  /// The scans of apps that an Android phone reports, in the text with the capture, or in the archive beside it.
  package var apps: [PhoneApp] = []
  /// The members of an archive, in its order; empty for any other input.
  public var members: [Member] = []

  /// Whether only a sniffer received it, which asks for no scan response itself.
  package var isOfSniffer: Bool { !linkTypes.isEmpty && linkTypes.allSatisfy { $0.isLinkLayer } }

  /// A summary of one capture.
  public init(
    format: String, linkTypes: [LinkType], records: Int, reports: Int, linkLayer: LinkLayerCounts = LinkLayerCounts(),
    problems: [CaptureProblem]
  ) {
    self.format = format
    self.linkTypes = linkTypes
    self.records = records
    self.reports = reports
    self.linkLayer = linkLayer
    self.problems = problems
  }
}

/// Link-layer packets of a capture that are not advertising reports.
public struct LinkLayerCounts: Hashable, Sendable {
  /// SCAN_REQ and AUX_SCAN_REQ: requests for a scan response.
  public var scanRequests = 0
  /// CONNECT_IND and AUX_CONNECT_REQ.
  public var connectionRequests = 0
  /// Packets of connections, of isochronous streams and of periodic trains whose beginning is not in the capture, and
  /// other packets without advertising data.
  public var skipped = 0

  /// Counts; zero by default.
  public init(scanRequests: Int = 0, connectionRequests: Int = 0, skipped: Int = 0) {
    self.scanRequests = scanRequests
    self.connectionRequests = connectionRequests
    self.skipped = skipped
  }

  static func + (one: Self, other: Self) -> Self {
    LinkLayerCounts(
      scanRequests: one.scanRequests + other.scanRequests,
      connectionRequests: one.connectionRequests + other.connectionRequests, skipped: one.skipped + other.skipped)
  }
}

/// Packets between a host and its controller that are no whole advertising report.
package struct HCICounts: Hashable, Sendable {
  /// Commands of the host, those of Linux's management interface among them.
  package var commands = 0
  /// The commands that give the controller data to advertise, or a scan response. Linux does so when it starts, also
  /// where it never advertises.
  package var advertisingData = 0
  /// Events of the controller, and of the management interface.
  package var events = 0
  /// Data of connections, and whatever else there is.
  package var others = 0
}
