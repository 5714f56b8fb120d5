import AdvertBuilders
internal import AdvertReading
import AdvertisingData

/// Finds advertising reports, and commands to scan and to advertise, in HCI packets.
struct HCIDissector {
  private var assembler = FragmentAssembler()
  private var periodic = PeriodicReports()
  private var commands = CommandFollower()
  private var apple = AppleReports()
  private var vendor = UnknownVendorEvents()
  private(set) var counts: HCICounts

  init(counts: HCICounts = HCICounts()) { self.counts = counts }

  /// Counts a packet that is neither a command nor an event.
  mutating func noteOther() { counts.others += 1 }

  @inline(__always)
  mutating func dissect(
    _ place: HCIPacket.Place, of record: CaptureRecord, _ octets: Span<UInt8>, into sink: inout BatchingSink,
    problems: inout ProblemLog
  ) {
    // An equal event is an equal report, unless it may be the next fragment of a report.
    if place.kind == .event, assembler.isEmpty {
      let packet = octets.extracting(droppingFirst: place.start)
      if let event = RepeatablePacket(
        event: packet, adapter: place.adapter, fileOffset: record.fileOffset + place.start)
      {
        if sink.receiveRepeat(event, packet, time: record.time, record: record.number) { return }
        if dissectSingle(HCIPacket(place, of: record, octets), into: &sink) { return }
      }
    }
    dissectAny(HCIPacket(place, of: record, octets), into: &sink, problems: &problems)
  }

  /// Dissects an event with one whole report and without problems; returns `false` for any other.
  @inline(never)
  private func dissectSingle(_ packet: borrowing HCIPacket, into sink: inout BatchingSink) -> Bool {
    // Made a second time: as an argument it could not stay in registers.
    guard
      let event = RepeatablePacket(
        event: packet.octets, adapter: packet.adapter, fileOffset: packet.fileOffset)
    else { return false }
    let report = packet.octets.extracting(RepeatablePacket.eventHeaderLength...)
    let fileOffset = packet.fileOffset + RepeatablePacket.eventHeaderLength
    switch packet.octets[2] {
    case 0x02:
      guard LegacyReports.length(of: report) == report.count,
        let report = LegacyReports.report(report, fileOffset: fileOffset, of: packet)
      else { return false }
      sink.receive(report, of: event, packet.octets)
    case 0x0D:
      guard ExtendedReports.length(of: report) == report.count, ExtendedReports.isWhole(report),
        let report = ExtendedReports.report(report, fileOffset: fileOffset, of: packet)
      else { return false }
      sink.receive(report, of: event, packet.octets)
    default: return false
    }
    return true
  }

  @inline(never)
  private mutating func dissectAny(
    _ packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    switch packet.kind {
    case .event, .managementEvent: counts.events += 1
    case .command:
      counts.commands += 1
      if AdvertisingCommand.hasData(packet.octets) { counts.advertisingData += 1 }
    case .managementCommand: counts.commands += 1
    case .controllerAddress: counts.others += 1
    }
    switch packet.kind {
    case .event: dissectEvent(packet, into: &sink, problems: &problems)
    case .command: commands.noteCommand(packet, into: &sink, problems: &problems)
    case .controllerAddress: commands.noteAddress(packet.octets, of: packet, into: &sink, problems: &problems)
    case .managementCommand: commands.noteManagementCommand(packet, into: &sink, problems: &problems)
    case .managementEvent: commands.noteManagementEvent(packet, into: &sink, problems: &problems)
    }
  }

  /// Delivers advertisements whose next fragments are among packets that were not read.
  mutating func interrupt(into sink: inout BatchingSink, problems: inout ProblemLog) {
    assembler.flushAll(into: &sink, problems: &problems)
    periodic.flushAll(into: &sink, problems: &problems)
  }

  /// Delivers advertisements whose last fragment is missing, and layouts of commands whose completion is missing.
  mutating func finish(into sink: inout BatchingSink, problems: inout ProblemLog) {
    assembler.flushAll(into: &sink, problems: &problems)
    periodic.flushAll(into: &sink, problems: &problems)
    commands.finish(into: &sink, problems: &problems)
    apple.finish(problems: &problems)
    vendor.finish(problems: &problems)
  }

  private mutating func dissectEvent(
    _ packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    // Event code, parameter length, parameters.
    let event = packet.octets
    guard event.count >= 3 else { return }
    let declared = Int(event[1])
    let parameters = event.extracting(2..<min(event.count, 2 + declared))
    guard !parameters.isEmpty else { return }
    switch event[0] {
    case 0x3E:
      if parameters.count < declared, [0x02, 0x0B, 0x0D].contains(event[2]) {
        problems.note(
          .packetCutShort, fileOffset: packet.fileOffset + 1, record: packet.record,
          expected: "an event of \(declared) bytes", found: "\(parameters.count)")
      }
      dissectMetaEvent(parameters, of: packet, into: &sink, problems: &problems)
    case 0x0E:
      commands.noteCompletion(parameters, of: packet, into: &sink, problems: &problems)
      noteBatchScan(parameters, of: packet, problems: &problems)
    case 0x0F: commands.noteStatus(parameters, of: packet, into: &sink, problems: &problems)
    case 0x05:
      if let event = ConnectionEvent(closing: parameters, of: packet) { sink.receive(.connection(event)) }
    case 0xFF:
      if AppleReports.begins(event),
        apple.dissect(event, of: packet, assembler: &assembler, into: &sink, problems: &problems)
      {
        return
      }
      vendor.note(event, of: packet)
    default: break
    }
  }

  /// Dissects a LE Meta event. `parameters` starts with the subevent code.
  private mutating func dissectMetaEvent(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    switch parameters[0] {
    case 0x02: LegacyReports.dissect(parameters, of: packet, into: &sink, problems: &problems)
    case 0x0D:
      ExtendedReports.dissect(parameters, of: packet, assembler: &assembler, into: &sink, problems: &problems)
    case 0x0B: DirectedReports.dissect(parameters, of: packet, into: &sink, problems: &problems)
    case 0x0E, 0x24: periodic.noteSync(parameters, of: packet, into: &sink, problems: &problems)
    case 0x0F, 0x25: periodic.dissect(parameters, of: packet, into: &sink, problems: &problems)
    case 0x10: periodic.noteLoss(parameters, of: packet, into: &sink, problems: &problems)
    case 0x01, 0x0A, 0x29:
      if let event = ConnectionEvent(opening: parameters, of: packet) { sink.receive(.connection(event)) }
      commands.noteConnection(parameters, of: packet, into: &sink, problems: &problems)
    case 0x11: commands.noteTimeout(of: packet, into: &sink, problems: &problems)
    case 0x12: commands.noteTermination(parameters, of: packet, into: &sink, problems: &problems)
    case 0x22:
      problems.note(
        .reportSkipped, fileOffset: packet.fileOffset + 2, record: packet.record,
        expected: "a report of advertising data", found: "a BIGInfo Advertising Report")
    default: break
    }
  }

  /// Notes Android's batch scan. Its results are in a Command Complete event: number of packets, opcode, status, 4 for
  /// results, format, number of records. A record has neither the kind of advertising nor the number of receptions, so
  /// it is not a report.
  private func noteBatchScan(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, problems: inout ProblemLog
  ) {
    guard parameters.count >= 7, parameters.littleEndian16(at: 1) == 0xFD56, parameters[3] == 0, parameters[4] == 4,
      parameters[6] > 0
    else { return }
    problems.note(
      .reportSkipped, fileOffset: packet.fileOffset + 2, record: packet.record,
      expected: "single reports", found: "the results of a batch scan")
  }
}
