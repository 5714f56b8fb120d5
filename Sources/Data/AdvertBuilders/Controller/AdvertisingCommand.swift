internal import AdvertisingData

/// The commands that decide what a controller advertises, by their opcodes.
///
/// Source: Core Vol 4 Part E 7.3.2 and 7.8, and Android's vendor commands.
package enum AdvertisingCommand: UInt16, Sendable {
  case reset = 0x0C03
  case setRandomAddress = 0x2005
  case setParameters = 0x2006
  case setData = 0x2008
  case setScanResponse = 0x2009
  case enable = 0x200A
  case setSetRandomAddress = 0x2035
  case setExtendedParameters = 0x2036
  case setExtendedData = 0x2037
  case setExtendedScanResponse = 0x2038
  case enableSets = 0x2039
  case removeSet = 0x203C
  case clearSets = 0x203D
  /// The parameters of extended advertising, with PHY options at the end.
  case setExtendedParametersV2 = 0x207F
  case androidMultiAdvertising = 0xFD54

  /// The fewest octets of parameters.
  var fewestParameters: Int {
    switch self {
    case .reset, .clearSets: 0
    case .setData, .setScanResponse, .enable, .removeSet: 1
    case .enableSets: 2
    case .androidMultiAdvertising: 3
    case .setExtendedData, .setExtendedScanResponse: 4
    case .setRandomAddress: 6
    case .setSetRandomAddress: 7
    case .setParameters: 15
    case .setExtendedParameters, .setExtendedParametersV2: 25
    }
  }

  /// Returns the fault of a command with fewer octets of parameters; `nil` when there are enough.
  package func fault(ofCount count: Int) -> CommandFault? {
    count >= fewestParameters
      ? nil
      : CommandFault(offset: -1, expected: "at least \(fewestParameters) bytes of parameters", found: "\(count)")
  }

  /// The number of octets of parameters, with the fill after data; `nil` when it depends on the parameters.
  var parameterCount: Int? {
    switch self {
    case .setData, .setScanResponse: 32
    case .setRandomAddress, .setParameters, .enable, .setSetRandomAddress, .setExtendedParameters: fewestParameters
    default: nil
    }
  }

  /// Whether the command gives data to advertise.
  package var hasData: Bool {
    switch self {
    case .setData, .setScanResponse, .setExtendedData, .setExtendedScanResponse: true
    default: false
    }
  }

  /// The place of the length of the data among the parameters, right before the data; `nil` for a command without data.
  package var dataLengthPlace: Int? { hasData ? fewestParameters - 1 : nil }

  /// Returns whether a command, from its opcode on, gives data to advertise, and not none.
  package static func hasData(_ command: borrowing Span<UInt8>) -> Bool {
    guard command.count >= 2, let kind = AdvertisingCommand(rawValue: UInt16(command.littleEndian(at: 0, count: 2))),
      let place = kind.dataLengthPlace
    else { return false }
    return command.count > 3 + place && command[3 + place] > 0
  }

  /// Whether the command is a command of extended advertising.
  package var isExtended: Bool { (0x2035...0x207F).contains(rawValue) }
}

/// A parameter of a command that no controller takes.
package struct CommandFault: Error {
  /// The offset of the parameter; -1 for the number of parameters, which comes before them.
  package let offset: Int
  package let expected: String
  package let found: String
}
