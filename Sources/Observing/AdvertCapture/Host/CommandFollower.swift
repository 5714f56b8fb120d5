import AdvertBuilders
import AdvertisingData

/// Follows the commands of the capturing hosts about advertising and scanning, and the events that answer them.
struct CommandFollower {
  /// The most adapters, above those of any machine. Beyond the limit the oldest is forgotten.
  private static let maximumAdapters = 64

  private static let readBDAddress: UInt16 = 0x1009
  /// LE Read Maximum Advertising Data Length (Core Vol 4 Part E 7.8.57).
  static let readMaximumLength: UInt16 = 0x203A

  private var adapters: [HostAdapter] = []
  private var refused = RefusedCommands()

  // MARK: Commands

  mutating func noteCommand(
    _ packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard var command = HostCommand(packet, problems: &problems) else { return }
    let index = index(ofAdapter: packet.adapter, into: &sink, problems: &problems)
    command.scanBefore = adapters[index].scan(command, into: &sink)
    adapters[index].add(command, into: &sink, problems: &problems)
  }

  /// Notes a command of the management interface of Linux: socket, code, parameters.
  mutating func noteManagementCommand(
    _ packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard packet.octets.count >= 6, ManagementCommand.all.contains(packet.octets.littleEndian16(at: 4)) else { return }
    let index = index(ofAdapter: packet.adapter, into: &sink, problems: &problems)
    let command = HostCommand(management: packet, before: adapters[index].scan)
    adapters[index].noteManagementCommand(packet, into: &sink)
    adapters[index].add(command, into: &sink, problems: &problems)
  }

  // MARK: Completions

  /// Notes a Command Complete event: number of packets, opcode, return parameters, which begin with a status for these
  /// commands (Core Vol 4 Part E 7.7.14). `parameters` starts with the number of packets.
  mutating func noteCompletion(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 4 else { return }
    switch (parameters.littleEndian16(at: 1), parameters[3]) {
    case (Self.readBDAddress, 0):
      noteAddress(parameters.extracting(droppingFirst: 4), of: packet, into: &sink, problems: &problems)
    case (Self.readMaximumLength, 0) where parameters.count >= 6:
      let index = index(ofAdapter: packet.adapter, into: &sink, problems: &problems)
      adapters[index].maximumDataLength = Int(parameters.littleEndian16(at: 4))
    case (let opcode, let status):
      complete(CommandCode(opcode), status: status, in: packet, into: &sink, problems: &problems)
    }
  }

  /// Notes a Command Status event: status, number of packets, opcode (Core Vol 4 Part E 7.7.15). For these commands it
  /// comes only when they fail.
  mutating func noteStatus(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 4, parameters[0] != 0 else { return }
    complete(
      CommandCode(parameters.littleEndian16(at: 2)), status: parameters[0], in: packet, into: &sink,
      problems: &problems)
  }

  /// Notes an event of the management interface of Linux: socket, code, parameters, which begin with the code of the
  /// command and the status when the event answers one.
  mutating func noteManagementEvent(
    _ packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard packet.octets.count >= 6 else { return }
    let index = index(ofAdapter: packet.adapter, into: &sink, problems: &problems)
    adapters[index].noteManagementEvent(packet, into: &sink)
    let event = packet.octets.littleEndian16(at: 4)
    guard event == ManagementEvent.commandComplete || event == ManagementEvent.commandStatus,
      packet.octets.count >= 9
    else { return }
    complete(
      CommandCode(packet.octets.littleEndian16(at: 6), isOfManagement: true), status: packet.octets[8], in: packet,
      into: &sink, problems: &problems)
  }

  private mutating func complete(
    _ code: CommandCode, status: UInt8, in packet: borrowing HCIPacket, into sink: inout BatchingSink,
    problems: inout ProblemLog
  ) {
    let index = adapters.firstIndex { $0.number == packet.adapter }
    let command = index.flatMap { adapters[$0].complete(code, status: status) }
    if let index, let command {
      if status != 0 { adapters[index].takeBack(command, in: packet, into: &sink) }
      adapters[index].applyWaiting(into: &sink, problems: &problems)
    }
    refused.note(code, status: status, of: command, in: packet)
  }

  // MARK: Other events

  /// Notes the controller's public address, least significant octet first; all zero when it has none.
  mutating func noteAddress(
    _ octets: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard let address = DeviceAddress(littleEndian: octets, at: 0, type: .public), address.bits != 0 else { return }
    let index = index(ofAdapter: packet.adapter, into: &sink, problems: &problems)
    adapters[index].publicAddress = address
  }

  /// Notes an LE Advertising Set Terminated event: subevent, status, handle, connection handle, number of events.
  mutating func noteTermination(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 3, let index = adapters.firstIndex(where: { $0.number == packet.adapter }) else { return }
    // The set was enabled, even when the completion is missing.
    adapters[index].applyWaiting(all: true, into: &sink, problems: &problems)
    adapters[index].noteTermination(of: parameters[2])
  }

  /// Notes an LE Connection Complete event of any version: subevent, status, connection handle, role, 1 for peripheral.
  mutating func noteConnection(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 5, parameters[1] == 0, parameters[4] == 1,
      let index = adapters.firstIndex(where: { $0.number == packet.adapter })
    else { return }
    adapters[index].applyWaiting(all: true, into: &sink, problems: &problems)
    adapters[index].noteConnection()
  }

  /// Notes an LE Scan Timeout event.
  mutating func noteTimeout(of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog) {
    let index = index(ofAdapter: packet.adapter, into: &sink, problems: &problems)
    adapters[index].noteTimeout(of: packet, into: &sink)
  }

  /// Applies the commands whose completion is missing, and notes the refused ones.
  mutating func finish(into sink: inout BatchingSink, problems: inout ProblemLog) {
    for index in adapters.indices { adapters[index].applyWaiting(all: true, into: &sink, problems: &problems) }
    refused.finish(problems: &problems) { number in adapters.first { $0.number == number }?.maximumDataLength }
  }

  private mutating func index(
    ofAdapter number: UInt16, into sink: inout BatchingSink, problems: inout ProblemLog
  ) -> Int {
    if let index = adapters.firstIndex(where: { $0.number == number }) { return index }
    if adapters.count == Self.maximumAdapters {
      adapters[0].applyWaiting(all: true, into: &sink, problems: &problems)
      adapters.removeFirst()
    }
    adapters.append(HostAdapter(number: number))
    return adapters.count - 1
  }
}
