package import AdvertisingData

/// The effect of a command on the advertising sets of a controller.
///
/// Source: Core Vol 4 Part E 7.3.2, 7.8.4 to 7.8.9 and 7.8.52 to 7.8.60; Android's HCI requirements,
/// LE_Multi_Advt_Command.
package enum AdvertisingAction {
  case none
  case reset
  case setAddress(AdvertisingHandle, DeviceAddress)
  /// Android's command has the random address among the parameters.
  case setParameters(AdvertisingHandle, CommandParameters, address: DeviceAddress?)
  /// Sets the data in a range of the parameters.
  case setData(AdvertisingHandle, Block, DataOperation, Range<Int>)
  /// Enables or disables sets. Disabling without sets disables all that have a number.
  case enable([AdvertisingHandle], Bool)
  case remove(AdvertisingHandle)
  /// Removes all sets that have a number.
  case removeAll

  /// Reads the parameters of a command.
  package init(_ command: AdvertisingCommand, _ parameters: [UInt8]) throws(CommandFault) {
    if let fault = command.fault(ofCount: parameters.count) { throw fault }
    switch command {
    case .reset: self = .reset
    case .setRandomAddress: self = Self.address(parameters, at: 0, of: .legacy)
    case .setParameters:
      self = .setParameters(.legacy, try CommandParameters(legacy: parameters, at: 0, channelsAt: 13), address: nil)
    case .setData: self = .setData(.legacy, .advertising, .complete, try Self.legacyData(parameters))
    case .setScanResponse: self = .setData(.legacy, .scanResponse, .complete, try Self.legacyData(parameters))
    case .enable: self = .enable([.legacy], parameters[0] != 0)
    case .setSetRandomAddress: self = Self.address(parameters, at: 1, of: try Self.handle(parameters))
    case .setExtendedParameters, .setExtendedParametersV2:
      let handle = try Self.handle(parameters)
      self = .setParameters(handle, try CommandParameters(extended: parameters), address: nil)
    case .setExtendedData: self = try Self.extendedData(parameters, .advertising)
    case .setExtendedScanResponse: self = try Self.extendedData(parameters, .scanResponse)
    case .enableSets: self = try Self.enable(parameters)
    case .removeSet: self = .remove(try Self.handle(parameters))
    case .clearSets: self = .removeAll
    case .androidMultiAdvertising: self = try Self.android(parameters)
    }
  }

  private static let highestHandle: UInt8 = 0xEF

  private static func handle(_ parameters: [UInt8], at offset: Int = 0) throws(CommandFault) -> AdvertisingHandle {
    guard parameters[offset] <= highestHandle else {
      throw CommandFault(
        offset: offset, expected: "an advertising handle of at most \(highestHandle)", found: "\(parameters[offset])")
    }
    return .number(parameters[offset])
  }

  private static func address(_ parameters: [UInt8], at offset: Int, of handle: AdvertisingHandle) -> Self {
    DeviceAddress(littleEndian: parameters.span, at: offset, type: .random).map { .setAddress(handle, $0) } ?? .none
  }

  /// Returns the range of legacy data: a length, then at most 31 octets.
  private static func legacyData(_ parameters: [UInt8]) throws(CommandFault) -> Range<Int> {
    let (count, room) = (Int(parameters[0]), min(parameters.count - 1, AdvertisingPDU.advInd.payloadLimit))
    guard count <= room else {
      throw CommandFault(offset: 0, expected: "a length byte of at most \(room)", found: "\(count)")
    }
    return 1..<1 + count
  }

  /// Reads handle, operation, preference of fragments, length and data.
  private static func extendedData(_ parameters: [UInt8], _ block: Block) throws(CommandFault) -> Self {
    let handle = try handle(parameters)
    let (count, room) = (Int(parameters[3]), parameters.count - 4)
    guard let operation = DataOperation(rawValue: parameters[1]), count <= room else {
      throw CommandFault(
        offset: 1, expected: "operation 0 to 4 and a length byte of at most \(room)",
        found: "\(parameters[1]) and \(count)")
    }
    return .setData(handle, block, operation, 4..<4 + count)
  }

  /// Reads whether to enable, and the number of sets; then handle, duration and maximum number of events of each.
  private static func enable(_ parameters: [UInt8]) throws(CommandFault) -> Self {
    let (count, room) = (Int(parameters[1]), (parameters.count - 2) / 4)
    guard count <= room else {
      throw CommandFault(offset: 1, expected: "at most \(room) advertising sets", found: "\(count)")
    }
    var handles: [AdvertisingHandle] = []
    for index in 0..<count {
      let handle = try handle(parameters, at: 2 + 4 * index)
      if !handles.contains(handle) { handles.append(handle) }
    }
    return .enable(handles, parameters[0] != 0)
  }

  // MARK: Android

  /// The actions of Android's command for several advertising instances, from before extended advertising.
  private enum AndroidAction: UInt8 {
    case setParameters = 1
    case setData = 2
    case setScanResponse = 3
    case setRandomAddress = 4
    case enable = 5

    /// The possible numbers of parameters.
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

  /// Reads the action first. The instance is the last parameter, or the last but one.
  private static func android(_ parameters: [UInt8]) throws(CommandFault) -> Self {
    guard let action = AndroidAction(rawValue: parameters[0]) else { return .none }
    guard action.lengths.contains(parameters.count) else {
      let expected = action.lengths.map { String($0) }.joined(separator: " or ")
      throw CommandFault(offset: 0, expected: "\(expected) bytes", found: "\(parameters.count)")
    }
    // Only the action that sets parameters has a field after the instance, the power.
    let instance = parameters[parameters.count - (action == .setParameters ? 2 : 1)]
    let handle = instance == 0 ? AdvertisingHandle.legacy : .instance(instance)
    switch action {
    case .setParameters:
      let read = try CommandParameters(legacy: parameters, at: 1, channelsAt: 20)
      let address = DeviceAddress(littleEndian: parameters.span, at: 7, type: .random)
      return .setParameters(
        handle, read, address: read.ownAddressType & 1 != 0 && address?.bits != 0 ? address : nil)
    case .setData, .setScanResponse:
      return .setData(
        handle, action == .setData ? .advertising : .scanResponse, .complete, try androidData(parameters))
    case .setRandomAddress: return address(parameters, at: 1, of: handle)
    case .enable: return .enable([handle], parameters[1] != 0)
    }
  }

  /// Returns the range of the data. Without a length, all 31 octets are data, including the fill.
  private static func androidData(_ parameters: [UInt8]) throws(CommandFault) -> Range<Int> {
    guard parameters.count == 34 else { return 1..<32 }
    let length = Int(parameters[1])
    guard length <= 31 else {
      throw CommandFault(offset: 1, expected: "a length byte of at most 31", found: "\(length)")
    }
    return 2..<2 + length
  }
}
