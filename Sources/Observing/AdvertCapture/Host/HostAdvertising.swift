import AdvertBuilders
import AdvertisingData

/// Follows the advertising of the capturing hosts, by their commands and the controllers' events.
///
/// Parameters, data and addresses of every set are stored. They become a layout when the set is enabled.
struct HostAdvertising {
  /// The most adapters, above those of any machine. Beyond the limit the oldest is forgotten.
  private static let maximumAdapters = 64

  private var adapters: [HostAdapter] = []

  mutating func noteCommand(
    _ packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard let command = HostCommand(packet, problems: &problems) else { return }
    let index = index(ofAdapter: packet.adapter, into: &sink, problems: &problems)
    adapters[index].pending.add(command)
    applyPending(at: index, into: &sink, problems: &problems)
  }

  /// Notes a Command Complete event: number of packets, opcode, return parameters, which begin with a status for these
  /// commands (Core Vol 4 Part E 7.7.14). `parameters` starts with the number of packets.
  mutating func noteCompletion(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 4 else { return }
    let opcode = parameters.littleEndian16(at: 1)
    let succeeded = parameters[3] == 0
    if opcode == Self.readBDAddress, succeeded {
      noteAddress(parameters.extracting(droppingFirst: 4), of: packet, into: &sink, problems: &problems)
    } else {
      complete(opcode: opcode, succeeded: succeeded, adapter: packet.adapter, into: &sink, problems: &problems)
    }
  }

  /// Notes a Command Status event: status, number of packets, opcode (Core Vol 4 Part E 7.7.15). For these commands it
  /// comes only when they fail.
  mutating func noteStatus(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 4, parameters[0] != 0 else { return }
    complete(
      opcode: parameters.littleEndian16(at: 2), succeeded: false, adapter: packet.adapter, into: &sink,
      problems: &problems)
  }

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
    acceptPending(at: index, into: &sink, problems: &problems)
    adapters[index].noteTermination(of: parameters[2])
  }

  /// Notes an LE Connection Complete event of any version: subevent, status, connection handle, role, 1 for peripheral.
  mutating func noteConnection(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 5, parameters[1] == 0, parameters[4] == 1,
      let index = adapters.firstIndex(where: { $0.number == packet.adapter })
    else { return }
    acceptPending(at: index, into: &sink, problems: &problems)
    adapters[index].noteConnection()
  }

  /// Applies the commands whose completion is missing.
  mutating func finish(into sink: inout BatchingSink, problems: inout ProblemLog) {
    for index in adapters.indices {
      acceptPending(at: index, into: &sink, problems: &problems)
    }
  }

  private static let readBDAddress: UInt16 = 0x1009

  private mutating func complete(
    opcode: UInt16, succeeded: Bool, adapter: UInt16, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard let index = adapters.firstIndex(where: { $0.number == adapter }) else { return }
    adapters[index].pending.complete(opcode: opcode, succeeded: succeeded)
    applyPending(at: index, into: &sink, problems: &problems)
  }

  private mutating func index(
    ofAdapter number: UInt16, into sink: inout BatchingSink, problems: inout ProblemLog
  ) -> Int {
    if let index = adapters.firstIndex(where: { $0.number == number }) { return index }
    if adapters.count == Self.maximumAdapters {
      acceptPending(at: 0, into: &sink, problems: &problems)
      adapters.removeFirst()
    }
    adapters.append(HostAdapter(number: number))
    return adapters.count - 1
  }

  private mutating func acceptPending(
    at index: Int, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    adapters[index].pending.acceptAll()
    applyPending(at: index, into: &sink, problems: &problems)
  }

  private mutating func applyPending(
    at index: Int, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    while let command = adapters[index].pending.next() {
      for handle in adapters[index].apply(command, problems: &problems) {
        if let layout = adapters[index].layout(of: handle, since: command) {
          sink.receive(.hostLayout(layout))
        }
      }
    }
  }
}

/// The commands of one adapter that wait for their completion, in the order sent.
///
/// They take effect in that order. A controller may complete commands out of order, so a command waits for the ones
/// before it. A capture may lack completions, so the oldest command counts as accepted when more are waiting than a
/// controller can hold.
struct PendingCommands {
  /// The most commands, above those that any controller holds.
  private static let maximumPending = 16

  /// Each command with whether it succeeded; `nil` until that is known.
  private var queue: [(command: HostCommand, succeeded: Bool?)] = []

  mutating func add(_ command: HostCommand) {
    queue.append((command, nil))
  }

  /// Accepts or refuses the oldest open command with this opcode, if any.
  mutating func complete(opcode: UInt16, succeeded: Bool) {
    if let index = queue.firstIndex(where: { $0.command.kind.rawValue == opcode && $0.succeeded == nil }) {
      queue[index].succeeded = succeeded
    }
  }

  mutating func acceptAll() {
    for index in queue.indices where queue[index].succeeded == nil { queue[index].succeeded = true }
  }

  /// Removes and returns the next command that takes effect.
  mutating func next() -> HostCommand? {
    while let first = queue.first, first.succeeded != nil || queue.count > Self.maximumPending {
      queue.removeFirst()
      if first.succeeded ?? true { return first.command }
    }
    return nil
  }
}
