/// What reading an input came to. For an archive, records and reports are the sums over the captures in it.
public struct CaptureSummary: Hashable, Sendable {
  /// The format's name: `btsnoop`, `pcap`, …; of what is inside when the input is only compressed, `zip` for archives.
  public let format: String
  /// The link types met, in the order met.
  public let linkTypes: [LinkType]
  public let records: Int
  /// Advertising and scan response PDUs found in the records.
  public let reports: Int
  /// What link-layer captures hold besides reports.
  public let linkLayer: LinkLayerCounts
  /// One entry for each kind of problem. An archive's are its own, then those of archives in it; captures have theirs.
  public private(set) var problems: [CaptureProblem]
  /// The earliest and the latest time of a record; `nil` when there are no times, and for archives.
  public internal(set) var times: ClosedRange<Timestamp>?
  /// The capture's name in the archive it is in, and the names of archives around that; `nil` when it is in none.
  public internal(set) var member: String?
  /// Whether it was decompressed, so that its file offsets are not offsets in the input.
  public internal(set) var isCompressed = false
  /// What an archive holds, in its order; empty for anything else.
  public internal(set) var members: [Member] = []

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

  /// Adds a problem that whoever took the reports had with them.
  public mutating func note(_ problem: CaptureProblem) {
    problems.append(problem)
  }
}

/// Link-layer packets of a capture that are no advertising reports.
public struct LinkLayerCounts: Hashable, Sendable {
  /// SCAN_REQ and AUX_SCAN_REQ: how often somebody asked for a scan response.
  public var scanRequests = 0
  /// CONNECT_IND and AUX_CONNECT_REQ.
  public var connectionRequests = 0
  /// Packets of connections, isochronous streams and periodic advertising, and others that carry no advertising data.
  public var skipped = 0

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
