/// Follows the host's scan commands, so that a log tells when it scanned actively and when passively.
struct ScanCommands {
  /// The scan type each adapter's host set last: legacy, and extended.
  private var legacyType: [UInt16: ScanMode] = [:]
  private var extendedType: [UInt16: ScanMode] = [:]

  /// The change a command makes, `nil` when it makes none or its parameters are cut short.
  mutating func change(by packet: borrowing HCIPacket) -> ScanModeChange? {
    // Opcode, parameter length, parameters (Core Vol 4 Part E 5.4.1).
    let command = packet.octets
    guard command.count >= 4 else { return nil }
    let parameters = command.extracting(3..<min(command.count, 3 + Int(command[2])))
    guard !parameters.isEmpty else { return nil }
    let mode: ScanMode
    switch command.littleEndian16(at: 0) {
    case 0x200B:
      legacyType[packet.adapter] = Self.mode(ofType: parameters[0])
      return nil
    case 0x200C:
      mode = parameters[0] == 0 ? .off : legacyType[packet.adapter] ?? .unknown
    case 0x2041:
      // Own address type, filter policy, PHYs, then five octets for each PHY, scan type first. With several PHYs one
      // active scan is enough for scan responses to be asked for.
      guard parameters.count >= 3 else { return nil }
      let phys = parameters[2].nonzeroBitCount
      guard phys > 0, parameters.count >= 3 + 5 * phys else { return nil }
      let types = (0..<phys).map { parameters[3 + 5 * $0] }
      extendedType[packet.adapter] = types.contains(1) ? .active : Self.mode(ofType: types[0])
      return nil
    case 0x2042:
      mode = parameters[0] == 0 ? .off : extendedType[packet.adapter] ?? .unknown
    default: return nil
    }
    return ScanModeChange(adapter: packet.adapter, time: packet.time, record: packet.record, mode: mode)
  }

  private static func mode(ofType type: UInt8) -> ScanMode {
    switch type {
    case 0: .passive
    case 1: .active
    default: .unknown
    }
  }
}
