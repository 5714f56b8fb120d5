/// Follows the host's scan commands, which show when it scanned actively and when passively.
struct ScanCommands {
  /// The latest scan parameters of each adapter: legacy, and extended.
  private var legacy: [UInt16: Parameters] = [:]
  private var extended: [UInt16: Parameters] = [:]

  private struct Parameters {
    let mode: ScanMode
    /// `nil` when the command was cut short.
    let listening: ScanModeChange.Listening?
  }

  /// The change by a command; `nil` when it changes nothing or its parameters are cut.
  mutating func change(by packet: borrowing HCIPacket) -> ScanModeChange? {
    // Opcode, parameter length, parameters (Core Vol 4 Part E 5.4.1).
    let command = packet.octets
    guard command.count >= 4 else { return nil }
    let parameters = command.extracting(3..<min(command.count, 3 + Int(command[2])))
    guard !parameters.isEmpty else { return nil }
    switch command.littleEndian16(at: 0) {
    case 0x200B:
      legacy[packet.adapter] = Self.parameters(ofType: parameters[0], at: 0, of: parameters)
      return nil
    case 0x200C: return Self.change(by: packet, enabling: parameters, legacy[packet.adapter])
    case 0x2041:
      // Own address type, filter policy, PHYs, then five octets for each PHY, scan type first. One active PHY is enough
      // to request scan responses.
      guard parameters.count >= 3 else { return nil }
      let phys = parameters[2].nonzeroBitCount
      guard phys > 0, parameters.count >= 3 + 5 * phys else { return nil }
      let types = (0..<phys).map { parameters[3 + 5 * $0] }
      extended[packet.adapter] = Self.parameters(ofType: types.contains(1) ? 1 : types[0], at: 3, of: parameters)
      return nil
    case 0x2042: return Self.change(by: packet, enabling: parameters, extended[packet.adapter])
    default: return nil
    }
  }

  /// Scan type, interval, window.
  private static func parameters(ofType type: UInt8, at offset: Int, of octets: Span<UInt8>) -> Parameters {
    let listening =
      octets.count < offset + 5
      ? nil
      : ScanModeChange.Listening(
        interval: octets.littleEndian16(at: offset + 1), window: octets.littleEndian16(at: offset + 3))
    return Parameters(mode: mode(ofType: type), listening: listening)
  }

  /// Enable, filter duplicates.
  private static func change(
    by packet: borrowing HCIPacket, enabling parameters: Span<UInt8>, _ set: Parameters?
  ) -> ScanModeChange {
    guard parameters[0] != 0 else {
      return ScanModeChange(adapter: packet.adapter, time: packet.time, record: packet.record, mode: .off)
    }
    return ScanModeChange(
      adapter: packet.adapter, time: packet.time, record: packet.record, mode: set?.mode ?? .unknown,
      filtersDuplicates: parameters.count > 1 ? parameters[1] != 0 : nil, listening: set?.listening)
  }

  private static func mode(ofType type: UInt8) -> ScanMode {
    switch type {
    case 0: .passive
    case 1: .active
    default: .unknown
    }
  }
}

/// A change of how the capturing host scans, as its commands say.
public struct ScanModeChange: Hashable, Sendable {
  /// The Bluetooth controller that scans.
  public var adapter: UInt16
  /// When the command was sent; `nil` when the capture does not have it.
  public var time: Timestamp?
  /// The record of the command, counting from 1.
  public var record: Int
  /// How it scans from now on.
  public var mode: ScanMode
  /// Whether the controller filters duplicates; `nil` when it does not scan.
  public var filtersDuplicates: Bool?
  /// Scan interval and window; `nil` when it does not scan, and when they were set before the capture began.
  public var listening: Listening?

  /// In units of 0.625 ms. With several PHYs, those of the first.
  public struct Listening: Hashable, Sendable {
    /// From the start of one listening to the next, in units of 0.625 ms.
    public var interval: UInt16
    /// How long it listens each time, in units of 0.625 ms.
    public var window: UInt16

    /// Whether it listens all the time.
    public var isContinuous: Bool { window >= interval }
  }

  /// Whether the host scans in another way than before.
  public func differs(from before: ScanModeChange) -> Bool {
    (mode, filtersDuplicates) != (before.mode, before.filtersDuplicates) || listening != before.listening
  }
}

/// How a host scans.
public enum ScanMode: String, Hashable, Sendable, CaseIterable {
  /// The host does not scan.
  case off
  /// Listens without requesting scan responses.
  case passive
  /// Requests the scan responses of scannable advertisers.
  case active
  /// Scanning was enabled, but its parameters were set before the capture began.
  case unknown
}
