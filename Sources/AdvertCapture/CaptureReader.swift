/// Reads a capture of any known format and hands its advertising to a sink.
public enum CaptureReader {
  /// Reads all of an input. Damage half-way ends the reading and is in the summary's problems; what came before it has
  /// reached the sink.
  ///
  /// - Throws: when the input is no capture, or of a kind that cannot be read at all.
  public static func read<Sink: AdvertisingSink>(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), into sink: inout Sink
  ) throws(CaptureError) -> CaptureSummary {
    var input = InputWindow(source)
    let format = try CaptureFormats.format(of: &input)
    var dissection = Dissection(sink: sink, options: options)
    let result: Result<Void, CaptureError>
    do throws(CaptureError) {
      try format.read(&input, into: &dissection)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    dissection.finish()
    sink = dissection.sink
    try result.get()
    return dissection.summary(format: format.name)
  }
}

/// What reading a capture came to.
public struct CaptureSummary: Hashable, Sendable {
  /// The container's name: `btsnoop`, `pcap`, …
  public let format: String
  /// The link types met, in the order met.
  public let linkTypes: [LinkType]
  public let records: Int
  /// Advertising and scan response PDUs found in the records.
  public let reports: Int
  /// What link-layer captures hold besides reports.
  public let linkLayer: LinkLayerCounts
  /// One entry for each kind of problem.
  public let problems: [CaptureProblem]

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

/// Takes records from a format and gives reports to a sink.
private struct Dissection<Sink: AdvertisingSink>: RecordConsumer {
  private var counted: CountingSink<Sink>
  private var hci = HCIDissector()
  private var linkLayer: LinkLayerDissector
  private var problems = ProblemLog()
  private var linkTypes: [LinkType] = []
  private var records = 0

  init(sink: Sink, options: CaptureOptions) {
    counted = CountingSink(sink: sink)
    linkLayer = LinkLayerDissector(keepsBadCRC: options.keepsBadCRC)
  }

  var sink: Sink { counted.sink }

  mutating func consume(_ record: borrowing CaptureRecord) {
    records += 1
    if linkTypes.last != record.linkType {
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
    case .unsupported: break
    }
  }

  private mutating func dissect(_ packet: consuming HCIPacket?) {
    if let packet { hci.dissect(packet, into: &counted, problems: &problems) }
  }

  private mutating func dissect(_ packet: consuming LinkLayerPacket?) {
    if let packet { linkLayer.dissect(packet, into: &counted, problems: &problems) }
  }

  mutating func note(_ problem: CaptureProblem) {
    problems.note(problem)
  }

  mutating func finish() {
    hci.finish(into: &counted, problems: &problems)
    linkLayer.finish(into: &counted, problems: &problems)
  }

  func summary(format: String) -> CaptureSummary {
    CaptureSummary(
      format: format, linkTypes: linkTypes, records: records, reports: counted.reports, linkLayer: linkLayer.counts,
      problems: problems.problems)
  }

  private mutating func meet(_ linkType: LinkType, at record: borrowing CaptureRecord) {
    if !linkTypes.contains(linkType) {
      linkTypes.append(linkType)
    }
    if case .unsupported(let number) = linkType {
      problems.note(
        CaptureProblem(
          .linkTypeSkipped, fileOffset: record.fileOffset, record: record.number,
          message: "expected a link type with LE advertising, found \(number)"))
    }
  }
}

/// Counts the reports on their way to a sink.
private struct CountingSink<Sink: AdvertisingSink>: AdvertisingSink {
  var sink: Sink
  var reports = 0

  mutating func receive(_ report: borrowing AdvertisingReport) {
    if !report.isPeriodic { reports += 1 }
    sink.receive(report)
  }

  mutating func receive(_ change: ScanModeChange) {
    sink.receive(change)
  }

  mutating func receive(_ layout: HostLayout) {
    sink.receive(layout)
  }
}
