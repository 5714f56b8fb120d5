/// Follows the host's scan commands: the times and settings of its scans, and the filters in the controller.
///
/// A command counts from its own record on, because reports follow at once. When its completion shows that the
/// controller refused it, the state before it applies again.
struct ScanCommands {
  /// The most adapters, above those of any machine. Beyond the limit the oldest is forgotten.
  private static let maximumAdapters = 64
  /// The most commands, above those that any controller holds.
  private static let maximumPending = 16

  private var adapters: [(number: UInt16, state: Adapter)] = []

  private struct Adapter {
    /// The settings of the commands so far.
    var settings = Settings()
    /// The commands without a completion so far, oldest first, each with the settings before it.
    var pending: [(opcode: UInt16, record: Int, before: Settings)] = []
  }

  private struct Settings {
    /// The latest scan parameters: legacy, and extended.
    var legacy: Parameters?
    var extended: Parameters?
    /// The latest change; `nil` before the first.
    var change: ScanModeChange?
    /// Android's filters in the controller, or those of Linux in the kernel.
    var filters = ScanSettings()

    var isScanning: Bool { change.map { $0.mode != .off } ?? false }
  }

  private struct Parameters {
    let mode: ScanMode
    /// The window and interval; `nil` when the command was cut short.
    let listening: ScanModeChange.Listening?
    /// The filter policy; `nil` when the command was cut short, and for reserved values.
    let policy: ScanModeChange.FilterPolicy?
    let record: Int
  }

  private enum Opcode {
    static let reset: UInt16 = 0x0C03
    static let legacyParameters: UInt16 = 0x200B
    static let legacyEnable: UInt16 = 0x200C
    static let extendedParameters: UInt16 = 0x2041
    static let extendedEnable: UInt16 = 0x2042
    /// Android's LE_Extended_Set_Scan_Parameters: the legacy parameters, with room for longer intervals.
    static let androidParameters: UInt16 = 0xFD5A
    static let all: Set = [
      legacyParameters, legacyEnable, extendedParameters, extendedEnable, androidParameters,
      ScanSettings.batchOpcode, ScanSettings.filterOpcode,
    ]
  }

  // MARK: Commands

  mutating func noteCommand(_ packet: borrowing HCIPacket, into sink: inout BatchingSink) {
    // Opcode, parameter length, parameters (Core Vol 4 Part E 5.4.1).
    let command = packet.octets
    guard command.count >= 3 else { return }
    let opcode = command.littleEndian16(at: 0)
    let declared = Int(command[2])
    let parameters = command.extracting(3..<min(command.count, 3 + declared))
    if opcode == Opcode.reset { return noteReset(packet, into: &sink) }
    guard Opcode.all.contains(opcode), !parameters.isEmpty else { return }
    let index = index(ofAdapter: packet.adapter)
    let before = adapters[index].state.settings
    wait(for: opcode, of: packet, at: index)
    switch opcode {
    case Opcode.legacyParameters:
      // Scan type, interval, window, own address type, filter policy.
      adapters[index].state.settings.legacy = Parameters(
        mode: Self.mode(ofType: parameters[0]), listening: Self.listening(at: 0, of: parameters),
        policy: parameters.count > 6 ? .init(rawValue: parameters[6]) : nil, record: packet.record)
    case Opcode.androidParameters:
      // The same, with four octets for the interval and for the window.
      adapters[index].state.settings.legacy = Parameters(
        mode: Self.mode(ofType: parameters[0]), listening: Self.longListening(parameters),
        policy: parameters.count > 10 ? .init(rawValue: parameters[10]) : nil, record: packet.record)
    case Opcode.extendedParameters:
      guard let extended = Self.extendedParameters(parameters, record: packet.record) else { return }
      adapters[index].state.settings.extended = extended
    case Opcode.legacyEnable: enable(before.legacy, parameters, packet, at: index, into: &sink)
    case Opcode.extendedEnable: enable(before.extended, parameters, packet, at: index, into: &sink)
    default:
      let isWhole = parameters.count == declared
      guard
        adapters[index].state.settings.filters.apply(
          opcode: opcode, parameters, isWhole: isWhole, record: packet.record, time: packet.time)
      else { return }
      send(adapters[index].state.settings.filters, of: packet, into: &sink)
    }
  }

  private mutating func wait(for opcode: UInt16, of packet: borrowing HCIPacket, at index: Int) {
    adapters[index].state.pending.append((opcode, packet.record, adapters[index].state.settings))
    if adapters[index].state.pending.count > Self.maximumPending { adapters[index].state.pending.removeFirst() }
  }

  /// Enables or disables scanning. Parameters: enable, filter duplicates.
  private mutating func enable(
    _ set: Parameters?, _ parameters: Span<UInt8>, _ packet: borrowing HCIPacket, at index: Int,
    into sink: inout BatchingSink
  ) {
    var change = ScanModeChange(adapter: packet.adapter, time: packet.time, record: packet.record, mode: .off)
    if parameters[0] != 0 {
      change.mode = set?.mode ?? .unknown
      change.filtersDuplicates = parameters.count > 1 ? parameters[1] != 0 : nil
      change.listening = set?.listening
      change.filterPolicy = set?.policy
      change.parametersRecord = set?.record
    }
    adapters[index].state.settings.change = change
    sink.receive(.scanning(change))
  }

  /// Returns the parameters: own address type, filter policy, PHYs, then five octets for each PHY, scan type first. One
  /// active PHY is enough to request scan responses. `nil` when parameters are missing.
  private static func extendedParameters(_ parameters: Span<UInt8>, record: Int) -> Parameters? {
    guard parameters.count >= 3 else { return nil }
    let phys = parameters[2].nonzeroBitCount
    guard phys > 0, parameters.count >= 3 + 5 * phys else { return nil }
    let types = (0..<phys).map { parameters[3 + 5 * $0] }
    return Parameters(
      mode: mode(ofType: types.contains(1) ? 1 : types[0]), listening: listening(at: 3, of: parameters),
      policy: .init(rawValue: parameters[1]), record: record)
  }

  /// Returns interval and window from scan type, interval, window.
  private static func listening(at offset: Int, of octets: Span<UInt8>) -> ScanModeChange.Listening? {
    guard octets.count >= offset + 5 else { return nil }
    return ScanModeChange.Listening(
      interval: octets.littleEndian16(at: offset + 1), window: octets.littleEndian16(at: offset + 3))
  }

  /// Returns interval and window of Android's command; `nil` when they are cut short or above 40 s.
  private static func longListening(_ octets: Span<UInt8>) -> ScanModeChange.Listening? {
    guard octets.count >= 9, let interval = UInt16(exactly: octets.littleEndian32(at: 1)),
      let window = UInt16(exactly: octets.littleEndian32(at: 5))
    else { return nil }
    return ScanModeChange.Listening(interval: interval, window: window)
  }

  private static func mode(ofType type: UInt8) -> ScanMode {
    switch type {
    case 0: .passive
    case 1: .active
    default: .unknown
    }
  }

  // MARK: The management interface of Linux

  mutating func noteManagementCommand(
    _ packet: borrowing HCIPacket, into sink: inout BatchingSink
  ) {
    // Socket, code, parameters.
    guard packet.octets.count >= 6 else { return }
    let command = packet.octets.littleEndian16(at: 4)
    guard ManagementCommand.all.contains(command) else { return }
    let index = index(ofAdapter: packet.adapter)
    wait(for: command, of: packet, at: index)
    var filters = adapters[index].state.settings.filters
    guard
      filters.apply(management: command, packet.octets.extracting(droppingFirst: 6), record: packet.record)
    else { return }
    send(filters, of: packet, into: &sink)
  }

  mutating func noteManagementEvent(_ packet: borrowing HCIPacket, into sink: inout BatchingSink) {
    guard packet.octets.count >= 6 else { return }
    let event = packet.octets.littleEndian16(at: 4)
    let parameters = packet.octets.extracting(droppingFirst: 6)
    let index = index(ofAdapter: packet.adapter)
    var filters = adapters[index].state.settings.filters
    guard event == ManagementEvent.commandComplete || event == ManagementEvent.commandStatus else {
      if filters.apply(managementEvent: event, parameters, record: packet.record) {
        send(filters, of: packet, into: &sink)
      }
      return
    }
    // Code, status, and the return parameters of the command.
    guard parameters.count >= 3 else { return }
    let (command, succeeded) = (parameters.littleEndian16(at: 0), parameters[2] == 0)
    if succeeded, event == ManagementEvent.commandComplete, parameters.count >= 5,
      command == ManagementCommand.addMonitor || command == ManagementCommand.addMonitorWithRSSI
    {
      filters.placeMonitor(at: parameters.littleEndian16(at: 3))
      send(filters, of: packet, into: &sink)
    }
    complete(command, succeeded: succeeded, packet, into: &sink)
  }

  // MARK: Events

  /// Notes a Command Complete event: number of packets, opcode, status. `parameters` starts with the number of packets.
  mutating func noteCompletion(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink
  ) {
    guard parameters.count >= 4 else { return }
    complete(parameters.littleEndian16(at: 1), succeeded: parameters[3] == 0, packet, into: &sink)
  }

  /// Notes a Command Status event: status, number of packets, opcode. For these commands it comes only when they fail.
  mutating func noteStatus(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink
  ) {
    guard parameters.count >= 4, parameters[0] != 0 else { return }
    complete(parameters.littleEndian16(at: 2), succeeded: false, packet, into: &sink)
  }

  /// Notes an LE Scan Timeout event.
  mutating func noteTimeout(of packet: borrowing HCIPacket, into sink: inout BatchingSink) {
    var change = ScanModeChange(adapter: packet.adapter, time: packet.time, record: packet.record, mode: .off)
    change.cause = .timeout
    adapters[index(ofAdapter: packet.adapter)].state.settings.change = change
    sink.receive(.scanning(change))
  }

  /// Notes a reset, which stops scanning and clears all settings.
  private mutating func noteReset(_ packet: borrowing HCIPacket, into sink: inout BatchingSink) {
    let index = index(ofAdapter: packet.adapter)
    let before = adapters[index].state.settings
    adapters[index].state = Adapter()
    if before.isScanning {
      var change = ScanModeChange(adapter: packet.adapter, time: packet.time, record: packet.record, mode: .off)
      change.cause = .reset
      sink.receive(.scanning(change))
    }
    // The filters of Linux are in the kernel, which a reset of the controller does not change.
    var filters = before.filters.isManaged ? before.filters : ScanSettings()
    if !filters.isManaged { filters.isKnownFromStart = true }
    send(filters, of: packet, into: &sink)
  }

  private mutating func complete(
    _ opcode: UInt16, succeeded: Bool, _ packet: borrowing HCIPacket, into sink: inout BatchingSink
  ) {
    guard Opcode.all.contains(opcode) || ManagementCommand.all.contains(opcode),
      let index = adapters.firstIndex(where: { $0.number == packet.adapter }),
      let position = adapters[index].state.pending.firstIndex(where: { $0.opcode == opcode })
    else { return }
    let command = adapters[index].state.pending.remove(at: position)
    guard !succeeded else { return }
    switch opcode {
    case Opcode.legacyParameters, Opcode.androidParameters:
      adapters[index].state.settings.legacy = command.before.legacy
    case Opcode.extendedParameters: adapters[index].state.settings.extended = command.before.extended
    case Opcode.legacyEnable, Opcode.extendedEnable:
      adapters[index].state.settings.change = command.before.change
      var change =
        command.before.change
        ?? ScanModeChange(adapter: packet.adapter, time: packet.time, record: packet.record, mode: .off)
      change.cause = .refusal(record: command.record)
      sink.receive(.scanning(change))
    default:
      adapters[index].state.settings.filters = command.before.filters
      send(command.before.filters, of: packet, isTakenBack: true, into: &sink)
    }
  }

  private mutating func send(
    _ settings: ScanSettings, of packet: borrowing HCIPacket, isTakenBack: Bool = false, into sink: inout BatchingSink
  ) {
    var settings = settings
    settings.adapter = packet.adapter
    settings.time = packet.time
    settings.record = packet.record
    adapters[index(ofAdapter: packet.adapter)].state.settings.filters = settings
    settings.takesBack = isTakenBack
    sink.receive(.filters(settings))
  }

  private mutating func index(ofAdapter number: UInt16) -> Int {
    if let index = adapters.firstIndex(where: { $0.number == number }) { return index }
    if adapters.count == Self.maximumAdapters { adapters.removeFirst() }
    adapters.append((number, Adapter()))
    return adapters.count - 1
  }
}
