/// The scan of one adapter, as set by the commands so far: its times and settings, and the filters in the controller.
struct ScanState {
  /// The latest scan parameters: legacy, and extended.
  var legacy: Parameters?
  var extended: Parameters?
  /// The latest change; `nil` before the first.
  var change: ScanModeChange?
  /// Android's filters in the controller, or those of Linux in the kernel.
  var filters = ScanSettings()

  var isScanning: Bool { change.map { $0.mode != .off } ?? false }

  struct Parameters {
    let mode: ScanMode
    /// The window and interval; `nil` when the command was cut short.
    let listening: ScanModeChange.Listening?
    /// The filter policy; `nil` when the command was cut short, and for reserved values.
    let policy: ScanModeChange.FilterPolicy?
    let record: Int
  }

  static let reset: UInt16 = 0x0C03
  static let legacyParameters: UInt16 = 0x200B
  static let legacyEnable: UInt16 = 0x200C
  static let extendedParameters: UInt16 = 0x2041
  static let extendedEnable: UInt16 = 0x2042
  /// Android's LE_Extended_Set_Scan_Parameters: the legacy parameters, with room for longer intervals.
  static let androidParameters: UInt16 = 0xFD5A
  static let opcodes: Set = [
    legacyParameters, legacyEnable, extendedParameters, extendedEnable, androidParameters,
    ScanSettings.batchOpcode, ScanSettings.filterOpcode,
  ]

  /// Takes parameters from a command that sets them. Those that are cut short change nothing in extended scans.
  mutating func setParameters(_ command: HostCommand) {
    let (parameters, record) = (command.parameters.span, command.place.record)
    switch command.code.number {
    case Self.legacyParameters:
      // Scan type, interval, window, own address type, filter policy.
      legacy = Parameters(
        mode: Self.mode(ofType: parameters[0]), listening: Self.listening(at: 0, of: parameters),
        policy: parameters.count > 6 ? .init(rawValue: parameters[6]) : nil, record: record)
    case Self.androidParameters:
      // The same, with four octets for the interval and for the window.
      legacy = Parameters(
        mode: Self.mode(ofType: parameters[0]), listening: Self.longListening(parameters),
        policy: parameters.count > 10 ? .init(rawValue: parameters[10]) : nil, record: record)
    default: extended = Self.extendedParameters(parameters, record: record) ?? extended
    }
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
}

extension HostAdapter {
  /// Applies a scan command, and returns the scan before it, which applies again when the controller refuses the
  /// command; `nil` for a command that changes no scan.
  mutating func scan(_ command: HostCommand, into sink: inout BatchingSink) -> ScanState? {
    if command.code.number == ScanState.reset {
      noteReset(command, into: &sink)
      return nil
    }
    guard command.code.isOfScanning, !command.parameters.isEmpty else { return nil }
    let before = scan
    switch command.code.number {
    case ScanState.legacyParameters, ScanState.androidParameters, ScanState.extendedParameters:
      scan.setParameters(command)
    case ScanState.legacyEnable: enable(before.legacy, command, into: &sink)
    case ScanState.extendedEnable: enable(before.extended, command, into: &sink)
    default:
      if scan.filters.apply(
        opcode: command.code.number, command.parameters.span,
        isWhole: command.parameters.count == command.declaredCount, record: command.place.record, time: command.time)
      {
        send(scan.filters, record: command.place.record, time: command.time, into: &sink)
      }
    }
    return before
  }

  /// Enables or disables scanning. Parameters: enable, filter duplicates.
  private mutating func enable(_ set: ScanState.Parameters?, _ command: HostCommand, into sink: inout BatchingSink) {
    var change = off(record: command.place.record, time: command.time)
    if command.parameters[0] != 0 {
      change.mode = set?.mode ?? .unknown
      change.filtersDuplicates = command.parameters.count > 1 ? command.parameters[1] != 0 : nil
      change.listening = set?.listening
      change.filterPolicy = set?.policy
      change.parametersRecord = set?.record
    }
    scan.change = change
    sink.receive(.scanning(change))
  }

  /// Notes a reset, which stops scanning and clears all settings.
  private mutating func noteReset(_ command: HostCommand, into sink: inout BatchingSink) {
    let before = scan
    scan = ScanState()
    forgetScans()
    if before.isScanning {
      var change = off(record: command.place.record, time: command.time)
      change.cause = .reset
      sink.receive(.scanning(change))
    }
    // The filters of Linux are in the kernel, which a reset of the controller does not change.
    var filters = before.filters.isManaged ? before.filters : ScanSettings()
    if !filters.isManaged { filters.isKnownFromStart = true }
    send(filters, record: command.place.record, time: command.time, into: &sink)
  }

  /// Brings back the scan before a refused command.
  mutating func takeBack(_ command: HostCommand, in packet: borrowing HCIPacket, into sink: inout BatchingSink) {
    guard let before = command.scanBefore else { return }
    switch command.code.number {
    case ScanState.legacyParameters, ScanState.androidParameters: scan.legacy = before.legacy
    case ScanState.extendedParameters: scan.extended = before.extended
    case ScanState.legacyEnable, ScanState.extendedEnable:
      scan.change = before.change
      var change = before.change ?? off(record: packet.record, time: packet.time)
      change.cause = .refusal(record: command.place.record)
      sink.receive(.scanning(change))
    default: send(before.filters, record: packet.record, time: packet.time, isTakenBack: true, into: &sink)
    }
  }

  /// Notes an LE Scan Timeout event.
  mutating func noteTimeout(of packet: borrowing HCIPacket, into sink: inout BatchingSink) {
    var change = off(record: packet.record, time: packet.time)
    change.cause = .timeout
    scan.change = change
    sink.receive(.scanning(change))
  }

  /// Notes a command of the management interface of Linux: socket, code, parameters.
  mutating func noteManagementCommand(_ packet: borrowing HCIPacket, into sink: inout BatchingSink) {
    var filters = scan.filters
    if filters.apply(
      management: packet.octets.littleEndian16(at: 4), packet.octets.extracting(droppingFirst: 6),
      record: packet.record)
    {
      send(filters, record: packet.record, time: packet.time, into: &sink)
    }
  }

  /// Notes an event of the management interface of Linux: socket, code, parameters. Those of a completion are the code
  /// of the command, a status, and for a new monitor its place.
  mutating func noteManagementEvent(_ packet: borrowing HCIPacket, into sink: inout BatchingSink) {
    let event = packet.octets.littleEndian16(at: 4)
    let parameters = packet.octets.extracting(droppingFirst: 6)
    var filters = scan.filters
    switch event {
    case ManagementEvent.commandStatus: return
    case ManagementEvent.commandComplete:
      guard parameters.count >= 5, parameters[2] == 0,
        [ManagementCommand.addMonitor, ManagementCommand.addMonitorWithRSSI].contains(parameters.littleEndian16(at: 0))
      else { return }
      filters.placeMonitor(at: parameters.littleEndian16(at: 3))
    default: guard filters.apply(managementEvent: event, parameters, record: packet.record) else { return }
    }
    send(filters, record: packet.record, time: packet.time, into: &sink)
  }

  private func off(record: Int, time: Timestamp?) -> ScanModeChange {
    ScanModeChange(adapter: number, time: time, record: record, mode: .off)
  }

  private mutating func send(
    _ settings: ScanSettings, record: Int, time: Timestamp?, isTakenBack: Bool = false, into sink: inout BatchingSink
  ) {
    var settings = settings
    settings.adapter = number
    settings.time = time
    settings.record = record
    scan.filters = settings
    settings.takesBack = isTakenBack
    sink.receive(.filters(settings))
  }
}
