import AdvertisingData

/// The commands about the one set of legacy advertising, and the random address (Core Vol 4 Part E 7.8.4 to 7.8.9).
enum LegacyAdvertisingCommands {
  /// - Returns: the sets that were enabled or changed.
  static func apply(
    _ command: HostCommand, to adapter: inout HostAdapter, problems: inout ProblemLog
  ) -> [AdvertisingSet.Key] {
    switch command.kind {
    case .setRandomAddress:
      adapter[.legacy].randomAddress = command.address(at: 0, type: .random)
    case .setParameters:
      guard let parameters = parameters(of: command, at: 0, channelsAt: 13, problems: &problems) else { return [] }
      adapter[.legacy].parameters = parameters
    case .setData, .setScanResponse:
      guard let range = command.data(lengthAt: 0) else {
        problems.note(
          command.invalid(
            at: 0, expected: "at most \(command.parameters.count - 1) bytes of data", found: "\(command.parameters[0])")
        )
        return []
      }
      if command.kind == .setData {
        adapter[.legacy].advertising.set(range, of: command)
      } else {
        adapter[.legacy].scanResponse.set(range, of: command)
      }
    case .enable:
      adapter[.legacy].isEnabled = command.parameters[0] != 0
    default: return []
    }
    return [.legacy]
  }

  /// Reads interval minimum and maximum, advertising type and own address type, with which Android's command begins too,
  /// and the channel map.
  static func parameters(
    of command: HostCommand, at offset: Int, channelsAt: Int, problems: inout ProblemLog
  ) -> AdvertisingSet.Parameters? {
    let parameters = command.parameters.span
    let pdu: AdvertisingPDU
    let type = parameters[offset + 4]
    switch type {
    case 0: pdu = .advInd
    case 1, 4: pdu = .advDirectInd
    case 2: pdu = .advScanInd
    case 3: pdu = .advNonconnInd
    default:
      problems.note(command.invalid(at: offset + 4, expected: "advertising type 0 to 4", found: "\(type)"))
      return nil
    }
    // High duty directed advertising, type 1, goes as fast as it can.
    let interval =
      type == 1
      ? nil
      : ClosedRange(
        minimum: UInt32(parameters.littleEndian16(at: offset)),
        maximum: UInt32(parameters.littleEndian16(at: offset + 2)))
    return AdvertisingSet.Parameters(
      pdu: pdu, ownAddressType: parameters[offset + 5], interval: interval,
      channels: PrimaryChannels(rawValue: parameters[channelsAt]))
  }
}
