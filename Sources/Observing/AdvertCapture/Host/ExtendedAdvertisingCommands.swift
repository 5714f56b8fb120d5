import AdvertisingData

/// The commands about advertising sets with handles (Core Vol 4 Part E 7.8.52 to 7.8.60).
enum ExtendedAdvertisingCommands {
  private static let highestHandle: UInt8 = 0xEF

  /// - Returns: the sets that were enabled or changed.
  static func apply(
    _ command: HostCommand, to adapter: inout HostAdapter, problems: inout ProblemLog
  ) -> [AdvertisingSet.Key] {
    switch command.kind {
    case .clearSets:
      adapter.removeAllHandles()
      return []
    case .enableSets:
      return enable(command, in: &adapter, problems: &problems)
    default:
      guard let handle = handle(of: command, at: 0, problems: &problems) else { return [] }
      return apply(command, to: handle, of: &adapter, problems: &problems)
    }
  }

  private static func apply(
    _ command: HostCommand, to handle: UInt8, of adapter: inout HostAdapter, problems: inout ProblemLog
  ) -> [AdvertisingSet.Key] {
    let key = AdvertisingSet.Key.handle(handle)
    switch command.kind {
    case .removeSet:
      adapter.remove(handle: handle)
      return []
    case .setSetRandomAddress:
      adapter[key].randomAddress = command.address(at: 1, type: .random)
    case .setExtendedParameters, .setExtendedParametersV2:
      guard let parameters = parameters(of: command, problems: &problems) else { return [] }
      adapter[key].parameters = parameters
    case .setExtendedData, .setExtendedScanResponse:
      guard let operation = DataBlock.Operation(rawValue: command.parameters[1]),
        let range = command.data(lengthAt: 3)
      else {
        command.noteInvalid(
          at: 1, expected: "operation 0 to 4 and at most \(command.parameters.count - 4) bytes of data",
          found: "\(command.parameters[1]) and \(command.parameters[3])", in: &problems)
        return []
      }
      let isChanged =
        command.kind == .setExtendedData
        ? adapter[key].advertising.apply(operation, range, of: command)
        : adapter[key].scanResponse.apply(operation, range, of: command)
      return isChanged ? [key] : []
    default: return []
    }
    return [key]
  }

  /// Enables or disables sets. Parameters: enable, number of sets, then handle, duration and maximum number of events
  /// of each. A command that disables without sets disables all.
  private static func enable(
    _ command: HostCommand, in adapter: inout HostAdapter, problems: inout ProblemLog
  ) -> [AdvertisingSet.Key] {
    let isEnabled = command.parameters[0] != 0
    let count = Int(command.parameters[1])
    guard command.parameters.count >= 2 + 4 * count else {
      command.noteInvalid(
        at: 1, expected: "at most \((command.parameters.count - 2) / 4) advertising sets", found: "\(count)",
        in: &problems)
      return []
    }
    if count == 0, !isEnabled {
      adapter.disableAllHandles()
    }
    var keys: [AdvertisingSet.Key] = []
    for index in 0..<count {
      guard let handle = handle(of: command, at: 2 + 4 * index, problems: &problems) else { continue }
      adapter[.handle(handle)].isEnabled = isEnabled
      if !keys.contains(.handle(handle)) {
        keys.append(.handle(handle))
      }
    }
    return keys
  }

  private static func handle(of command: HostCommand, at offset: Int, problems: inout ProblemLog) -> UInt8? {
    let handle = command.parameters[offset]
    guard handle <= highestHandle else {
      command.noteInvalid(
        at: offset, expected: "an advertising handle of at most \(highestHandle)", found: "\(handle)", in: &problems)
      return nil
    }
    return handle
  }

  /// Returns the parameters of a set: handle, properties, interval minimum and maximum of three octets, channel map,
  /// own address type, peer, filter policy, power, primary PHY, maximum skip, secondary PHY, SID, scan request
  /// notification.
  private static func parameters(
    of command: HostCommand, problems: inout ProblemLog
  ) -> AdvertisingSet.Parameters? {
    let parameters = command.parameters.span
    let properties = parameters.littleEndian16(at: 1)
    guard let pdu = AdvertisingPDU(properties: properties) else {
      command.noteInvalid(
        at: 1, expected: "advertising properties that go together", found: "0x\(String(properties, radix: 16))",
        in: &problems)
      return nil
    }
    let isHighDutyDirected = properties & 0x08 != 0
    let sid = parameters[23]
    return AdvertisingSet.Parameters(
      pdu: pdu, ownAddressType: parameters[10], isAnonymous: properties & 0x20 != 0,
      interval: isHighDutyDirected
        ? nil
        : ClosedRange(
          minimum: parameters.littleEndian24(at: 3),
          maximum: parameters.littleEndian24(at: 6)),
      channels: PrimaryChannels(rawValue: parameters[9]), advertisingSID: pdu.isExtended && sid <= 15 ? sid : nil)
  }
}

extension AdvertisingPDU {
  /// The kind from the advertising event properties of a command (Core Vol 4 Part E 7.8.53); `nil` for undefined
  /// combinations.
  fileprivate init?(properties: UInt16) {
    let isConnectable = properties & 0x01 != 0
    let isScannable = properties & 0x02 != 0
    if properties & 0x10 != 0 {
      switch properties & 0x1F {
      case 0x13: self = .advInd
      case 0x15, 0x1D: self = .advDirectInd
      case 0x12: self = .advScanInd
      case 0x10: self = .advNonconnInd
      default: return nil
      }
    } else if isConnectable {
      guard !isScannable else { return nil }
      self = .extendedConnectable
    } else {
      self = isScannable ? .extendedScannable : .extendedNonconnectable
    }
  }
}
