internal import AdvertReading

/// Finds the advertising in the records of a capture and hands it to a sink.
struct Dissection: RecordConsumer {
  private(set) var sink: BatchingSink
  private let options: CaptureOptions
  private var hci = HCIDissector()
  private var linkLayer: LinkLayerDissector
  private var snifferClock = SnifferClock()
  private var usb = USBControllers()
  private var problems = ProblemLog()
  private var linkTypes: [LinkType] = []
  /// The same link types as a set: a hostile file can have thousands, and a different one at every record.
  private var metLinkTypes: Set<LinkType> = []
  private var latestLinkType: LinkType?
  private var records = 0
  private var unread = UnreadOctets()
  private var merged = DistinctLines<MergedLine, MergedLine.Key>()
  private var values = DistinctLines<ValueLine, ValueLine.Key>()
  /// Without times, the first is later than the last.
  private var earliest = Timestamp(microseconds: .max)
  private var latest = Timestamp(microseconds: .min)

  init(sink: BatchingSink, options: CaptureOptions) {
    self.sink = sink
    self.options = options
    linkLayer = LinkLayerDissector(keepsBadCRC: options.keepsBadCRC)
  }

  /// Starts over for the next capture.
  mutating func start(member: String?) {
    self = Dissection(sink: sink, options: options)
    sink.startCapture(member: member)
  }

  @inline(__always)
  mutating func consume(_ record: CaptureRecord, _ octets: Span<UInt8>) {
    count(record.time)
    if latestLinkType != record.linkType {
      meet(record.linkType, fileOffset: record.fileOffset, record: record.number)
    }
    if let place = record.linkType.hciPlace(in: octets, flags: record.flags) {
      hci.dissect(place, of: record, octets, into: &sink, problems: &problems)
    } else {
      consumeLinkLayer(
        number: record.number, fileOffset: record.fileOffset, time: record.time, originalLength: record.originalLength,
        linkType: record.linkType, flags: record.flags, octets)
    }
  }

  @inline(__always)
  private mutating func count(_ time: Timestamp?) {
    records += 1
    guard let time else { return }
    // Clocks are sometimes set back.
    earliest = min(earliest, time)
    latest = max(latest, time)
  }

  mutating func consume(_ report: borrowing AdvertisingReport) {
    count(report.time)
    // Outputs list this link type for every line of a log.
    if latestLinkType != .linuxMonitorFlags {
      meet(.linuxMonitorFlags, fileOffset: CaptureRecord.noFileOffset, record: report.record)
    }
    sink.receive(report)
  }

  /// The record is passed as scalars to keep it in registers, for records of all link types.
  @inline(never)
  private mutating func consumeLinkLayer(
    number: Int, fileOffset: Int, time: Timestamp?, originalLength: Int, linkType: LinkType, flags: UInt32,
    _ octets: Span<UInt8>
  ) {
    let record = CaptureRecord(
      number: number, fileOffset: fileOffset, time: time, originalLength: originalLength, linkType: linkType,
      flags: flags)
    let packet: LinkLayerPacket?
    switch record.linkType {
    case .linkLayer: packet = .plain(record, octets, problems: &problems)
    case .linkLayerWithPseudoheader: packet = .withPseudoheader(record, octets, problems: &problems)
    case .nordicSniffer: packet = .nordicSniffer(record, octets, clock: &snifferClock, problems: &problems)
    case .perPacketInformation: packet = .perPacketInformation(record, octets, problems: &problems)
    case .smartRF: packet = .smartRF(record, octets, problems: &problems)
    case .usbmon, .usbmonMapped, .usbPcap:
      consumeTransfer(record, octets)
      packet = nil
    case .unsupported: packet = nil
    default:
      hci.noteOther()
      packet = nil
    }
    if let packet {
      linkLayer.dissect(packet, octets.extracting(packet.place), into: &sink, problems: &problems)
    }
  }

  private mutating func consumeTransfer(_ record: CaptureRecord, _ octets: Span<UInt8>) {
    switch USBTransfer(record.linkType, octets).map({ usb.take($0, octets) }) ?? .nothing {
    case .here(let place): hci.dissect(place, of: record, octets, into: &sink, problems: &problems)
    case .joined(let event, let adapter):
      let joined = CaptureRecord(
        number: record.number, fileOffset: CaptureRecord.noFileOffset, time: record.time, originalLength: event.count,
        linkType: record.linkType, flags: 0)
      hci.dissect(
        HCIPacket.Place(.event, adapter: adapter), of: joined, event.span, into: &sink, problems: &problems)
    case .nothing: hci.noteOther()
    }
  }

  mutating func consume(_ line: MergedLine) {
    merged.add(line)
    problems.note(
      .blocksMerged, fileOffset: CaptureRecord.noFileOffset, record: line.line,
      expected: "advertising data and scan response data apart",
      found: "both in one, of which lint, reach, repack and report say what holds for every division")
  }

  mutating func consume(_ line: ValueLine) {
    values.add(line)
    problems.note(
      .valuesOnly, fileOffset: CaptureRecord.noFileOffset, record: line.line, expected: UnreadLines.expected,
      found: line.loss)
  }

  mutating func note(_ kind: CaptureProblem.Kind, _ problem: () -> CaptureProblem) {
    problems.note(kind, problem)
  }

  mutating func inputMayPause() {
    guard options.deliversAtOnce else { return }
    sink.receive(.mayPause(problems.problems))
  }

  mutating func pass(_ damage: Damage, record: Int) {
    unread.add(damage.octets, at: damage.start)
    problems.note(damage.problem(record: record))
    hci.interrupt(into: &sink, problems: &problems)
    usb.interrupt()
    linkLayer.finish(into: &sink, problems: &problems)
  }

  var deliversAtOnce: Bool { options.deliversAtOnce }

  /// Continues with another file in the same input: its packets do not continue those before.
  mutating func beginFile(_ format: String, at fileOffset: Int) {
    problems.note(
      CaptureProblem(
        .fileJoined, fileOffset: fileOffset, record: nil,
        detail: .stated("another file begins here (\(format)), which was read too, with its own clock")))
    hci.finish(into: &sink, problems: &problems)
    hci = HCIDissector(counts: hci.counts)
    linkLayer.finish(into: &sink, problems: &problems)
    snifferClock = SnifferClock()
    usb = USBControllers()
    latestLinkType = nil
  }

  /// Counts the octets from an offset to the end of the file, which were not read.
  mutating func end(at fileOffset: Int, unread count: Int) {
    if count > 0 { unread.add(count, at: fileOffset) }
    unread.all = fileOffset + count
  }

  mutating func finish() {
    hci.finish(into: &sink, problems: &problems)
    linkLayer.finish(into: &sink, problems: &problems)
    if merged.leftOut > 0 {
      problems.note(
        CaptureProblem(
          .lineUnread, fileOffset: nil, record: nil,
          expected: "at most \(merged.all.count) different payloads of both blocks",
          found: "\(merged.leftOut) lines with more"))
    }
    if values.leftOut > 0 {
      problems.note(
        CaptureProblem(
          .lineUnread, fileOffset: nil, record: nil, expected: "at most \(values.all.count) devices with values",
          found: "\(values.leftOut) lines of more"))
    }
    sink.flush()
    if options.deliversAtOnce { sink.receive(.mayPause(problems.problems)) }
  }

  func summary(format: String, reports: Int) -> CaptureSummary {
    var summary = CaptureSummary(
      format: format, linkTypes: linkTypes, records: records, reports: reports, linkLayer: linkLayer.counts,
      problems: problems.problems)
    summary.hci = hci.counts
    summary.hasRadioClock = snifferClock.isUsed
    summary.merged = merged.all
    summary.values = values.all
    summary.unread = unread
    if earliest <= latest { summary.times = earliest...latest }
    return summary
  }

  @inline(never)
  private mutating func meet(_ linkType: LinkType, fileOffset: Int, record: Int) {
    latestLinkType = linkType
    guard metLinkTypes.insert(linkType).inserted else { return }
    linkTypes.append(linkType)
    if case .unsupported(let number) = linkType {
      problems.note(
        .linkTypeSkipped, fileOffset: fileOffset, record: record,
        expected: "a link type with LE advertising", found: "\(number)")
    }
  }
}
