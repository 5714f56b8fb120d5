internal import AdvertReading
import AdvertisingData

/// A command about the host's advertising. It waits for its completion, which shows whether it took effect.
struct HostCommand {
  let kind: AdvertisingCommand
  /// The parameters: at least ``AdvertisingCommand/fewestParameters`` octets.
  let parameters: [UInt8]
  /// Offset in the input of the first parameter.
  let fileOffset: Int
  let record: Int
  let time: Timestamp?

  /// Copies a command from the capture; `nil` when it is not about advertising, and, with a problem noted, when
  /// parameters are missing.
  init?(_ packet: borrowing HCIPacket, problems: inout ProblemLog) {
    // Opcode, parameter length, parameters (Core Vol 4 Part E 5.4.1).
    let command = packet.octets
    guard command.count >= 3, let kind = AdvertisingCommand(rawValue: command.littleEndian16(at: 0)) else { return nil }
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
