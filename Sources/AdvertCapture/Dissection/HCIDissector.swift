import AdvertisingData

/// Finds advertising reports and scan commands in HCI packets.
struct HCIDissector {
  private var assembler = FragmentAssembler()
  private var scanning = ScanCommands()

  mutating func dissect<Sink: AdvertisingSink>(
    _ packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    switch packet.kind {
    case .event: dissectEvent(packet, into: &sink, problems: &problems)
    case .command:
      if let change = scanning.change(by: packet) {
        sink.receive(change)
      }
    }
  }

  /// Hands out what is left of advertisements whose last piece never came.
  mutating func finish<Sink: AdvertisingSink>(into sink: inout Sink, problems: inout ProblemLog) {
    assembler.flushAll(into: &sink, problems: &problems)
  }

  private mutating func dissectEvent<Sink: AdvertisingSink>(
    _ packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    // Event code, parameter length, then for LE meta events the subevent code.
    let event = packet.octets
    guard event.count >= 3, event[0] == 0x3E else { return }
    let declared = Int(event[1])
    let parameters = event.extracting(2..<min(event.count, 2 + declared))
    if parameters.count < declared, event[2] == 0x02 || event[2] == 0x0D {
      problems.note(
        CaptureProblem(
          .packetCutShort, fileOffset: packet.fileOffset + 1, record: packet.record,
          message: "expected an event of \(declared) bytes, found \(parameters.count)"))
    }
    guard !parameters.isEmpty else { return }
    switch parameters[0] {
    case 0x02: LegacyReports.dissect(parameters, of: packet, into: &sink, problems: &problems)
    case 0x0D:
      ExtendedReports.dissect(parameters, of: packet, assembler: &assembler, into: &sink, problems: &problems)
    default: break
    }
  }
}
