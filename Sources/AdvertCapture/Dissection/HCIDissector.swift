import AdvertisingData

/// Finds advertising reports, and commands to scan and to advertise, in HCI packets.
struct HCIDissector {
  private var assembler = FragmentAssembler()
  private var scanning = ScanCommands()
  private var hosts = HostAdvertising()

  mutating func dissect<Sink: AdvertisingSink>(
    _ packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    switch packet.kind {
    case .event: dissectEvent(packet, into: &sink, problems: &problems)
    case .command:
      if let change = scanning.change(by: packet) {
        sink.receive(change)
      }
      hosts.noteCommand(packet, into: &sink, problems: &problems)
    case .controllerAddress: hosts.noteAddress(packet.octets, of: packet, into: &sink, problems: &problems)
    }
  }

  /// Hands out what is left of advertisements whose last piece never came, and what commands did whose completion never
  /// came.
  mutating func finish<Sink: AdvertisingSink>(into sink: inout Sink, problems: inout ProblemLog) {
    assembler.flushAll(into: &sink, problems: &problems)
    hosts.finish(into: &sink, problems: &problems)
  }

  private mutating func dissectEvent<Sink: AdvertisingSink>(
    _ packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    // Event code, parameter length, parameters.
    let event = packet.octets
    guard event.count >= 3 else { return }
    let declared = Int(event[1])
    let parameters = event.extracting(2..<min(event.count, 2 + declared))
    guard !parameters.isEmpty else { return }
    switch event[0] {
    case 0x3E:
      if parameters.count < declared, event[2] == 0x02 || event[2] == 0x0D {
        problems.note(
          CaptureProblem(
            .packetCutShort, fileOffset: packet.fileOffset + 1, record: packet.record,
            message: "expected an event of \(declared) bytes, found \(parameters.count)"))
      }
      dissectMetaEvent(parameters, of: packet, into: &sink, problems: &problems)
    case 0x0E:
      hosts.noteCompletion(parameters, of: packet, into: &sink, problems: &problems)
    case 0x0F: hosts.noteStatus(parameters, of: packet, into: &sink, problems: &problems)
    default: break
    }
  }

  /// `parameters` starts with the subevent code.
  private mutating func dissectMetaEvent<Sink: AdvertisingSink>(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    switch parameters[0] {
    case 0x02: LegacyReports.dissect(parameters, of: packet, into: &sink, problems: &problems)
    case 0x0D:
      ExtendedReports.dissect(parameters, of: packet, assembler: &assembler, into: &sink, problems: &problems)
    case 0x01, 0x0A, 0x29: hosts.noteConnection(parameters, of: packet, into: &sink, problems: &problems)
    case 0x12: hosts.noteTermination(parameters, of: packet, into: &sink, problems: &problems)
    default: break
    }
  }
}
