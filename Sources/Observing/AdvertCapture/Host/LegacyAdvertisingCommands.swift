import AdvertisingData

/// The commands of legacy advertising, and the random address (Core Vol 4 Part E 7.8.4 to 7.8.9).
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
        command.noteInvalid(
          at: 0, expected: "at most \(command.parameters.count - 1) bytes of data", found: "\(command.parameters[0])",
          in: &problems)
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

  /// Reads interval minimum and maximum, advertising type, own address type, and the channel map. Android's command has
  /// the same fields.
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
      command.noteInvalid(at: offset + 4, expected: "advertising type 0 to 4", found: "\(type)", in: &problems)
      return nil
    }
    // High duty directed advertising, type 1, has no interval.
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

/// Android's vendor command for several advertising instances, from before extended advertising.
///
/// The first parameter is the action, the last or last but one is the instance. Source: Android's HCI requirements,
/// LE_Multi_Advt_Command.
enum AndroidMultiAdvertising {
  /// - Returns: the sets that were enabled or changed.
  static func apply(
    _ command: HostCommand, to adapter: inout HostAdapter, problems: inout ProblemLog
  ) -> [AdvertisingSet.Key] {
    let parameters = command.parameters
    guard let action = Action(rawValue: parameters[0]) else { return [] }
    guard action.lengths.contains(parameters.count) else {
      let expected = action.lengths.map(String.init).joined(separator: " or ")
      command.noteInvalid(at: 0, expected: "\(expected) bytes", found: "\(parameters.count)", in: &problems)
      return []
    }
    // Only the action that sets parameters has a field after the instance, the power.
    let instance = parameters[parameters.count - (action == .setParameters ? 2 : 1)]
    let key = instance == 0 ? AdvertisingSet.Key.legacy : .instance(instance)
    switch action {
    case .setParameters:
      guard
        let set = LegacyAdvertisingCommands.parameters(of: command, at: 1, channelsAt: 20, problems: &problems)
      else { return [] }
      adapter[key].parameters = set
      if let address = command.address(at: 7, type: .random), set.ownAddressType & 1 != 0, address.bits != 0 {
        adapter[key].randomAddress = address
      }
    case .setData, .setScanResponse:
      guard let range = dataRange(of: command, problems: &problems) else { return [] }
      if action == .setData {
        adapter[key].advertising.set(range, of: command)
      } else {
        adapter[key].scanResponse.set(range, of: command)
      }
    case .setRandomAddress:
      adapter[key].randomAddress = command.address(at: 1, type: .random)
    case .enable:
      adapter[key].isEnabled = parameters[1] != 0
    }
    return [key]
  }

  private enum Action: UInt8 {
    case setParameters = 1
    case setData = 2
    case setScanResponse = 3
    case setRandomAddress = 4
    case enable = 5

    /// The possible lengths of all parameters.
    var lengths: [Int] {
      switch self {
      case .setParameters: [24]
      // With and without a length before the 31 octets of data.
      case .setData, .setScanResponse: [34, 33]
      case .setRandomAddress: [8]
      case .enable: [3]
      }
    }
  }

  /// Returns the data of a command of one of the two lengths. Without a length octet, all 31 are data, including
  /// padding.
  private static func dataRange(of command: HostCommand, problems: inout ProblemLog) -> Range<Int>? {
    guard command.parameters.count == 34 else { return 1..<32 }
    let length = Int(command.parameters[1])
    guard length <= 31 else {
      command.noteInvalid(at: 1, expected: "at most 31 bytes of data", found: "\(length)", in: &problems)
      return nil
    }
    return 2..<2 + length
  }
}
