/// The result of reading an input. For an archive, records and reports are sums over the captures in it.
public struct CaptureSummary: Hashable, Sendable {
  /// The name of the format: `btsnoop`, `pcap`, …; `zip` and `tar` for archives. Of a compressed input, the format inside.
  public var format: String
  /// The link types in the order of the capture.
  public var linkTypes: [LinkType]
  /// How many records were read.
  public var records: Int
  /// Advertising and scan response PDUs in the records.
  public var reports: Int
  /// What link-layer captures hold besides reports.
  public var linkLayer: LinkLayerCounts
  /// One entry for each kind of problem. An archive has its own problems and those of archives in it, not those of
  /// captures.
  public var problems: [CaptureProblem]
  /// The earliest and the latest time of a record; `nil` when there are no times, and for archives.
  public var times: ClosedRange<Timestamp>?
  /// The capture's name in the archive, behind the names of archives around that; `nil` when it is in no archive.
  public var member: String?
  /// Whether it was decompressed, so that its file offsets are not offsets in the input.
  public var isCompressed = false
  /// Whether gaps between its reports are measured by the receiver's own clock instead of the times of arrival.
  package var hasRadioClock = false
  /// Advertising data and scan response data in one, as some logs in text have them. They are no reports.
  package var merged: [MergedLine] = []
  /// What programs tell of devices without their bytes. They are no reports.
  package var values: [ValueLine] = []
  /// What an Android phone tells of the scans of its apps, in the text that the capture is in, or in the archive beside it.
  package var apps: [PhoneApp] = []
  /// What an archive holds, in its order; empty for anything else.
  public var members: [Member] = []

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

/// Link-layer packets of a capture that are no advertising reports.
public struct LinkLayerCounts: Hashable, Sendable {
  /// SCAN_REQ and AUX_SCAN_REQ: requests for a scan response.
  public var scanRequests = 0
  /// CONNECT_IND and AUX_CONNECT_REQ.
  public var connectionRequests = 0
  /// Packets of connections, of isochronous streams and of periodic trains whose beginning is not in the capture, and others
  /// that carry no advertising data.
  public var skipped = 0

  /// Counts, none by default.
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
