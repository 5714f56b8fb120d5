import AdvertBuilders
internal import AdvertReading
import AdvertisingData

/// A command about the host's advertising. It waits for its completion, which shows whether it took effect.
struct HostCommand {
  let kind: AdvertisingCommand
  /// The parameters: at least ``AdvertisingCommand/fewestParameters`` octets.
  let parameters: [UInt8]
  let place: Place
  let time: Timestamp?

  /// The place of a command in a capture.
  struct Place {
    let record: Int
    /// Offset in the input of the first parameter.
    let fileOffset: Int
  }

  /// Copies a command from the capture; `nil` when it is not about advertising, and, with a problem noted, when
  /// parameters are missing.
  init?(_ packet: borrowing HCIPacket, problems: inout ProblemLog) {
    // Opcode, parameter length, parameters (Core Vol 4 Part E 5.4.1).
    let command = packet.octets
    guard command.count >= 3, let kind = AdvertisingCommand(rawValue: command.littleEndian16(at: 0)) else { return nil }
    let declared = Int(command[2])
    let found = min(declared, command.count - 3)
    place = Place(record: packet.record, fileOffset: packet.fileOffset + 3)
    guard found == declared else {
      problems.note(
        .packetCutShort, fileOffset: packet.fileOffset + 2, record: packet.record,
        expected: "a command of \(declared) bytes", found: "\(found)")
      return nil
    }
    if let fault = kind.fault(ofCount: found) {
      problems.note(fault, at: place)
      return nil
    }
    self.kind = kind
    parameters = Array(copying: command.extracting(3..<3 + found))
    time = packet.time
  }
}

extension ProblemLog {
  /// Notes a problem with a parameter of a command.
  mutating func note(_ fault: CommandFault, at place: HostCommand.Place) {
    note(
      .reportInvalid, fileOffset: place.fileOffset + fault.offset, record: place.record, expected: fault.expected,
      found: fault.found)
  }
}
