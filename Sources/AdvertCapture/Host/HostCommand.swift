import AdvertisingData

/// A command about the host's advertising. It waits for its completion, which shows whether it took effect.
struct HostCommand {
  let kind: Kind
  /// The parameters: at least ``Kind/fewestParameters`` octets.
  let parameters: [UInt8]
  /// Offset in the input of the first parameter.
  let fileOffset: Int
  let record: Int
  let time: Timestamp?

  /// The opcodes (Core Vol 4 Part E 7.3.2 and 7.8, and Android's vendor commands).
  enum Kind: UInt16 {
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
    /// The same with PHY options at the end.
    case setExtendedParametersV2 = 0x207F
    case androidMultiAdvertising = 0xFD54

    /// The fewest octets of parameters of a command of the kind.
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
  }

  /// Copies a command from the capture; `nil` when it is not about advertising, and, with a problem noted, when
  /// parameters are missing.
  init?(_ packet: borrowing HCIPacket, problems: inout ProblemLog) {
    // Opcode, parameter length, parameters (Core Vol 4 Part E 5.4.1).
    let command = packet.octets
    guard command.count >= 3, let kind = Kind(rawValue: command.littleEndian16(at: 0)) else { return nil }
    let declared = Int(command[2])
    let found = min(declared, command.count - 3)
    guard found == declared else {
      problems.note(
        .packetCutShort, fileOffset: packet.fileOffset + 2, record: packet.record,
        expected: "a command of \(declared) bytes", found: "\(found)")
      return nil
    }
    guard found >= kind.fewestParameters else {
      problems.note(
        .reportInvalid, fileOffset: packet.fileOffset + 2, record: packet.record,
        expected: "at least \(kind.fewestParameters) bytes of parameters", found: "\(found)")
      return nil
    }
    self.kind = kind
    parameters = Array(copying: command.extracting(3..<3 + found))
    fileOffset = packet.fileOffset + 3
    record = packet.record
    time = packet.time
  }

  /// Returns the data after their length, which is the parameter at `lengthOffset`; `nil` when there are fewer octets.
  func data(lengthAt lengthOffset: Int) -> Range<Int>? {
    let count = Int(parameters[lengthOffset])
    guard parameters.count - lengthOffset - 1 >= count else { return nil }
    return lengthOffset + 1..<lengthOffset + 1 + count
  }

  func address(at offset: Int, type: DeviceAddress.AddressType) -> DeviceAddress? {
    DeviceAddress(littleEndian: parameters.span, at: offset, type: type)
  }

  /// Notes a problem with a parameter.
  func noteInvalid(
    at offset: Int, expected: @autoclosure () -> String, found: @autoclosure () -> String, in problems: inout ProblemLog
  ) {
    problems.note(
      .reportInvalid, fileOffset: fileOffset + offset, record: record, expected: expected(), found: found())
  }
}
