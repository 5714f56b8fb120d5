/// Reads captures of any known format and hands their advertising to a sink.
public enum CaptureReader {
  /// Reads all of an input: a capture, a compressed one, or every capture in an archive. Damage half-way ends the
  /// reading of a capture and is in its summary's problems; what came before it has reached the sink.
  ///
  /// - Throws: when the input neither is a capture nor holds one, or is of a kind that cannot be read at all.
  public static func read<Sink: AdvertisingSink>(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), into sink: inout Sink
  ) throws(CaptureError) -> CaptureSummary {
    var input = InputWindow(source)
    var search = CaptureSearch(sink: ErasedSink(sink), options: options)
    defer {
      // What went in comes out: the cast cannot fail.
      if let filled = search.sink.base as? Sink { sink = filled }
    }
    let summary = try search.read(&input, member: nil)
    guard !summary.captures.isEmpty else { throw Self.noCapture(in: summary) }
    return summary
  }

  private static func noCapture(in archive: CaptureSummary) -> CaptureError {
    let members = archive.members.isEmpty ? "no members" : "none among \(archive.inventory)"
    return .noCaptureInside(
      archive: archive.format, members: ([members] + archive.problems.map(\.message)).joined(separator: "; "))
  }
}

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

/// Takes records from a format and gives reports to a sink, one capture after another.
struct Dissection: RecordConsumer {
  private(set) var sink: ErasedSink
  private let options: CaptureOptions
  private var hci = HCIDissector()
  private var linkLayer: LinkLayerDissector
  private var problems = ProblemLog()
  private var linkTypes: [LinkType] = []
  /// The same for looking up: a hostile file can have thousands, and change between them at every record.
  private var metLinkTypes: Set<LinkType> = []
  private var latestLinkType: LinkType?
  private var records = 0
  /// Of the records' times; the wrong way round while there are none.
  private var earliest = Timestamp(microseconds: .max)
  private var latest = Timestamp(microseconds: .min)

  init(sink: ErasedSink, options: CaptureOptions) {
    self.sink = sink
    self.options = options
    linkLayer = LinkLayerDissector(keepsBadCRC: options.keepsBadCRC)
  }

  /// Forgets the capture before, and tells the sink that another begins.
  mutating func start(member: String?) {
    self = Dissection(sink: sink, options: options)
    sink.startCapture(member: member)
  }

  mutating func consume(_ record: borrowing CaptureRecord) {
    records += 1
    if let time = record.time {
      // Clocks are set back at times.
      earliest = min(earliest, time)
      latest = max(latest, time)
    }
    if latestLinkType != record.linkType {
      meet(record.linkType, at: record)
    }
    switch record.linkType {
    case .hciH4: dissect(.h4(record))
    case .hciH4WithDirection: dissect(.h4WithDirection(record))
    case .hciUnencapsulated: dissect(.unencapsulated(record))
    case .linuxMonitorFlags: dissect(.linuxMonitorFlags(record))
    case .linuxMonitor: dissect(.linuxMonitor(record))
    case .linkLayer: dissect(.plain(record, problems: &problems))
    case .linkLayerWithPseudoheader: dissect(.withPseudoheader(record, problems: &problems))
    case .nordicSniffer: dissect(.nordicSniffer(record, problems: &problems))
    case .perPacketInformation: dissect(.perPacketInformation(record, problems: &problems))
    case .packetLogger: dissect(.packetLogger(record))
    case .unsupported: break
    }
  }

  @inline(__always)
  private mutating func dissect(_ packet: consuming HCIPacket?) {
    if let packet { hci.dissect(packet, into: &sink, problems: &problems) }
  }

  private mutating func dissect(_ packet: consuming LinkLayerPacket?) {
    if let packet { linkLayer.dissect(packet, into: &sink, problems: &problems) }
  }

  mutating func note(_ problem: CaptureProblem) {
    problems.note(problem)
  }

  mutating func finish() {
    hci.finish(into: &sink, problems: &problems)
    linkLayer.finish(into: &sink, problems: &problems)
  }

  func summary(format: String, reports: Int) -> CaptureSummary {
    var summary = CaptureSummary(
      format: format, linkTypes: linkTypes, records: records, reports: reports, linkLayer: linkLayer.counts,
      problems: problems.problems)
    if earliest <= latest { summary.times = earliest...latest }
    return summary
  }

  private mutating func meet(_ linkType: LinkType, at record: borrowing CaptureRecord) {
    latestLinkType = linkType
    guard metLinkTypes.insert(linkType).inserted else { return }
    linkTypes.append(linkType)
    if case .unsupported(let number) = linkType {
      problems.note(
        CaptureProblem(
          .linkTypeSkipped, fileOffset: record.fileOffset, record: record.number,
          message: "expected a link type with LE advertising, found \(number)"))
    }
  }
}
