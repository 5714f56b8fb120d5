import AdvertBuilders
internal import AdvertReading
import AdvertisingData

/// A command about advertising or scanning. It waits for its completion, which shows whether it took effect.
struct HostCommand {
  let code: CommandCode
  /// The command as one about advertising that has not taken effect; `nil` for other commands, and for those without
  /// all their parameters.
  var advertising: AdvertisingCommand?
  /// The scan before the command; `nil` for a command that changes none.
  var scanBefore: ScanState?
  /// The parameters that are in the capture; empty for a command of Linux.
  let parameters: [UInt8]
  /// The number of octets of parameters, as the command has it.
  let declaredCount: Int
  let place: Place
  let time: Timestamp?
  /// The status of its completion; `nil` until that is known.
  var status: UInt8?

  /// Whether the completion of the command decides what is advertised, or how the host scans.
  var dependsOnCompletion: Bool { advertising != nil || scanBefore != nil }

  /// The place of a command in a capture.
  struct Place {
    let record: Int
    /// Offset in the input of the first parameter.
    let fileOffset: Int
  }

  /// Copies a command from the capture; `nil` when it is about neither advertising nor scanning. Notes a problem when
  /// parameters about advertising are missing.
  init?(_ packet: borrowing HCIPacket, problems: inout ProblemLog) {
    // Opcode, parameter length, parameters (Core Vol 4 Part E 5.4.1).
    let command = packet.octets
    guard command.count >= 3 else { return nil }
    code = CommandCode(command.littleEndian16(at: 0))
    let kind = code.advertising
    guard kind != nil || code.isOfScanning || code.isOfPeriodicAdvertising else { return nil }
    declaredCount = Int(command[2])
    parameters = Array(copying: command.extracting(3..<min(command.count, 3 + declaredCount)))
    place = Place(record: packet.record, fileOffset: packet.fileOffset + 3)
    time = packet.time
    guard let kind else { return }
    if parameters.count < declaredCount {
      problems.note(
        .packetCutShort, fileOffset: packet.fileOffset + 2, record: packet.record,
        expected: "a command of \(declaredCount) bytes", found: "\(parameters.count)")
    } else if let fault = kind.fault(ofCount: parameters.count) {
      problems.note(fault, at: place)
    } else {
      advertising = kind
    }
  }

  /// Notes a command of the management interface of Linux: socket, code, parameters.
  init(management packet: borrowing HCIPacket, before: ScanState) {
    code = CommandCode(packet.octets.littleEndian16(at: 4), isOfManagement: true)
    scanBefore = before
    (parameters, declaredCount) = ([], 0)
    place = Place(record: packet.record, fileOffset: packet.fileOffset)
    time = packet.time
  }
}

/// The code of a command: an opcode of HCI, or a code of the management interface of Linux.
struct CommandCode: Equatable {
  let number: UInt16
  let isOfManagement: Bool

  init(_ number: UInt16, isOfManagement: Bool = false) {
    self.number = number
    self.isOfManagement = isOfManagement
  }

  /// The command, if it is one about advertising.
  var advertising: AdvertisingCommand? { isOfManagement ? nil : AdvertisingCommand(rawValue: number) }

  /// Whether the command is about scanning.
  var isOfScanning: Bool {
    isOfManagement ? ManagementCommand.all.contains(number) : ScanState.opcodes.contains(number)
  }

  /// Whether the command sets parameters or data of periodic advertising, or enables it.
  var isOfPeriodicAdvertising: Bool { !isOfManagement && (0x203E...0x2040).contains(number) }
}

extension ProblemLog {
  /// Notes a problem with a parameter of a command.
  mutating func note(_ fault: CommandFault, at place: HostCommand.Place) {
    note(
      .reportInvalid, fileOffset: place.fileOffset + fault.offset, record: place.record, expected: fault.expected,
      found: fault.found)
  }
}
