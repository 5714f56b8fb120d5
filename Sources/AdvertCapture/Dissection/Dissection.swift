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

  @inline(__always)
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
    let packet: HCIPacket?
    switch record.linkType {
    case .hciH4: packet = .h4(record)
    case .hciH4WithDirection: packet = .h4WithDirection(record)
    case .hciUnencapsulated: packet = .unencapsulated(record)
    case .linuxMonitorFlags: packet = .linuxMonitorFlags(record)
    case .linuxMonitor: packet = .linuxMonitor(record)
    case .packetLogger: packet = .packetLogger(record)
    case .linkLayer, .linkLayerWithPseudoheader, .nordicSniffer, .perPacketInformation:
      consumeLinkLayer(record)
      return
    case .unsupported: return
    }
    if let packet { hci.dissect(packet, into: &sink, problems: &problems) }
  }

  @inline(never)
  private mutating func consumeLinkLayer(_ record: borrowing CaptureRecord) {
    switch record.linkType {
    case .linkLayer: dissect(.plain(record, problems: &problems))
    case .linkLayerWithPseudoheader: dissect(.withPseudoheader(record, problems: &problems))
    case .nordicSniffer: dissect(.nordicSniffer(record, problems: &problems))
    case .perPacketInformation: dissect(.perPacketInformation(record, problems: &problems))
    default: break
    }
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
    sink.flush()
  }

  func summary(format: String, reports: Int) -> CaptureSummary {
    var summary = CaptureSummary(
      format: format, linkTypes: linkTypes, records: records, reports: reports, linkLayer: linkLayer.counts,
      problems: problems.problems)
    if earliest <= latest { summary.times = earliest...latest }
    return summary
  }

  @inline(never)
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
