internal import AdvertCapture
internal import AdvertisingData

/// Commands of the Host Controller Interface from a host in the image to its controller, at a lower level than the
/// functions of stacks.
///
/// Source: Core Vol 4 Part E 7.8.5 to 7.8.9 and 7.8.53 to 7.8.56.
enum HCICommands {
  /// Takes the data and parameters of advertising in a command. Other commands have no effect.
  ///
  /// - Parameters:
  ///   - octets: the parameters of the command.
  ///   - writers: the writers of the octets; empty where they are not known.
  static func take(
    _ opcode: UInt16, _ octets: [UInt8], _ host: inout RunningHost, writers: [OctetWriter?] = []
  ) {
    func number(_ offset: Int, _ size: Int) -> UInt64 {
      octets.count < offset + size ? 0 : OctetOrder.littleEndian.number(of: octets[offset..<offset + size])
    }
    func parameters(_ properties: UInt64) -> AdvertisingParameters {
      AdvertisingParameters(properties: properties, intervalUnits: (number(3, 3), number(6, 3)))
        .sent(onChannels: number(9, 1), from: octets.count > 10 ? number(10, 1) : nil)
    }
    let command = AdvertisingCommand(rawValue: opcode)
    guard let first = octets.first else {
      // All sets are removed.
      if command == .clearSets { host.stopAll() }
      return
    }
    switch command {
    case .setParameters:
      guard octets.count >= 5 else { return }
      host.configure(
        AdvertisingParameters(legacyType: number(4, 1), intervalUnits: (number(0, 2), number(2, 2)))?
          .sent(onChannels: number(13, 1), from: octets.count > 5 ? number(5, 1) : nil))
    case .setData: set(.advertising, octets, writers, host: &host)
    case .setScanResponse: set(.scanResponse, octets, writers, host: &host)
    case .enable: if first == 0 { host.stop() } else { host.start() }
    case .setExtendedParameters, .setExtendedParametersV2:
      guard octets.count >= 9 else { return }
      host.configure(parameters(number(1, 2)), of: handle(first))
    case .setExtendedData: setFragment(.advertising, octets, writers, host: &host)
    case .setExtendedScanResponse: setFragment(.scanResponse, octets, writers, host: &host)
    case .enableSets:
      guard octets.count >= 2 else { return }
      // Each set has four octets: the handle, and its limits. To stop advertising, no sets means all sets.
      let handles = stride(from: 2, to: octets.count, by: 4).prefix(Int(octets[1])).map { handle(octets[$0]) }
      for handle in handles { if first == 0 { host.stop(handle) } else { host.start(handle) } }
      if handles.isEmpty, first == 0 { host.stopAll() }
    default: break
    }
  }

  /// Returns the handle of a set of extended advertising, different from that of legacy advertising.
  private static func handle(_ number: UInt8) -> UInt32 { 0x100 | UInt32(number) }

  /// Sets data from a length, and 31 octets of which this number counts.
  private static func set(
    _ role: PayloadRole, _ octets: [UInt8], _ writers: [OctetWriter?], host: inout RunningHost
  ) {
    let count = Int(octets[0])
    guard count <= RunningHost.longestLegacyData, octets.count > count else { return host.setUnknown(role) }
    host.set(role, Array(octets[1..<1 + count]), writers: Array(writers.dropFirst().prefix(count)))
  }

  /// Sets data from a handle, the kind of the fragment, a preference, a length, and the octets.
  static func setFragment(
    _ role: PayloadRole, _ octets: [UInt8], _ writers: [OctetWriter?] = [], host: inout RunningHost
  ) {
    guard octets.count >= 4, octets.count >= 4 + Int(octets[3]) else { return }
    let (handle, data) = (handle(octets[0]), Array(octets[4..<4 + Int(octets[3])]))
    switch octets[1] {
    // The first fragment, or complete data.
    case 1, 3: host.set(role, data, of: handle, writers: Array(writers.dropFirst(4).prefix(data.count)))
    // A fragment in the middle, or the last one.
    case 0, 2:
      let whole = host.octets(role, of: handle) + data
      if whole.count > RunningHost.longestData {
        host.setUnknown(role, of: handle)
      } else {
        let known = writers.count >= 4 + data.count ? Array(writers[4..<4 + data.count]) : data.map { _ in nil }
        host.set(role, whole, of: handle, writers: host.writers(role, of: handle) + known)
      }
    default: break
    }
  }
}
