import AdvertBuilders
internal import AdvertReading
import AdvertisingData

/// The commands about advertising and scanning that controllers and Linux refused, each with the cause.
///
/// Only what would put something on the air or start a scan counts: hosts often disable what is not enabled.
struct RefusedCommands {
  /// The most commands that wait for their completion, above those that any controller holds.
  private static let maximumPending = 16
  /// The most refusals that are kept apart. Further ones are not counted.
  private static let maximumRefusals = 16

  private var pending: [Command] = []
  private var refusals: [Refusal] = []
  /// The lengths of advertising data that controllers take.
  private var limits: [(adapter: UInt16, length: Int)] = []

  private struct Command {
    let key: Key
    /// The number of octets of its data; `nil` for a command without data.
    var dataCount: Int?
    /// The number of octets of its parameters.
    var parameterCount = 0
    /// Whether the command puts something on the air or starts a scan.
    var isWanted = true
  }

  private struct Key: Equatable {
    let adapter: UInt16
    let opcode: UInt16
    let isManagement: Bool

    /// Whether the command is about scanning.
    var isOfScanning: Bool {
      isManagement
        ? ManagementCommand.all.contains(opcode) : [0x200B, 0x200C, 0x2041, 0x2042, 0xFD5A].contains(opcode)
    }
  }

  private struct Refusal {
    let key: Key
    let status: UInt8
    let dataCount: Int?
    /// The number of octets of the command's parameters; `nil` when it is not in the log.
    let parameterCount: Int?
    let record: Int
    let fileOffset: Int
    var count = 1
    /// The record in which the same command was accepted later.
    var acceptedIn: Int?
  }

  // MARK: Commands of a controller

  /// LE Read Maximum Advertising Data Length (Core Vol 4 Part E 7.8.57).
  static let readMaximumLength: UInt16 = 0x203A

  /// The octets of the parameters of LE Set Advertising Data and LE Set Scan Response Data (Core Vol 4 Part E 7.8.7).
  private static let legacyDataParameters = 32

  private enum Kind {
    case parameters
    /// Data, the number of whose octets is at this place of the parameters.
    case data(lengthAt: Int)
    /// The first parameter is 1 to enable.
    case enable
  }

  private static func kind(of opcode: UInt16) -> Kind? {
    switch opcode {
    case 0x2006, 0x200B, 0x2036, 0x203E, 0x2041, 0x207F, 0xFD5A: .parameters
    case 0x2008, 0x2009: .data(lengthAt: 0)
    case 0x2037, 0x2038: .data(lengthAt: 3)
    case 0x203F: .data(lengthAt: 2)
    case 0x200A, 0x200C, 0x2039, 0x2040, 0x2042: .enable
    default: nil
    }
  }

  /// Notes a command: opcode, parameter length, parameters (Core Vol 4 Part E 5.4.1).
  mutating func noteCommand(_ packet: borrowing HCIPacket) {
    let octets = packet.octets
    guard octets.count >= 3 else { return }
    let opcode = octets.littleEndian16(at: 0)
    guard let kind = Self.kind(of: opcode) else { return }
    var command = Command(key: Key(adapter: packet.adapter, opcode: opcode, isManagement: false))
    command.parameterCount = octets.count - 3
    switch kind {
    case .parameters: break
    case .data(let place): command.dataCount = octets.count > 3 + place ? Int(octets[3 + place]) : nil
    case .enable: command.isWanted = octets.count > 3 && octets[3] != 0
    }
    wait(command)
  }

  /// Notes a Command Complete event: number of packets, opcode, status, other return parameters.
  mutating func noteCompletion(_ parameters: Span<UInt8>, of packet: borrowing HCIPacket) {
    guard parameters.count >= 4 else { return }
    let (opcode, status) = (parameters.littleEndian16(at: 1), parameters[3])
    if opcode == Self.readMaximumLength, status == 0, parameters.count >= 6 {
      limits.removeAll { $0.adapter == packet.adapter }
      if limits.count < Self.maximumPending {
        limits.append((packet.adapter, Int(parameters.littleEndian16(at: 4))))
      }
    }
    guard Self.kind(of: opcode) != nil else { return }
    complete(Key(adapter: packet.adapter, opcode: opcode, isManagement: false), status, packet)
  }

  /// Notes a Command Status event: status, number of packets, opcode.
  mutating func noteStatus(_ parameters: Span<UInt8>, of packet: borrowing HCIPacket) {
    guard parameters.count >= 4, Self.kind(of: parameters.littleEndian16(at: 2)) != nil else { return }
    complete(
      Key(adapter: packet.adapter, opcode: parameters.littleEndian16(at: 2), isManagement: false), parameters[0], packet
    )
  }

  // MARK: Commands of Linux

  /// Returns the name of a command of the management interface that advertises or scans; `nil` for any other.
  ///
  /// Source: lib/bluetooth/mgmt.h of BlueZ.
  static func managementName(of code: UInt16) -> String? {
    switch code {
    case ManagementCommand.startDiscovery: "Start Discovery"
    case 0x0029: "Set Advertising"
    case ManagementCommand.startServiceDiscovery: "Start Service Discovery"
    case 0x003E: "Add Advertising"
    case ManagementCommand.startLimitedDiscovery: "Start Limited Discovery"
    case ManagementCommand.addMonitor: "Add Advertisement Patterns Monitor"
    case 0x0054: "Add Extended Advertising Parameters"
    case 0x0055: "Add Extended Advertising Data"
    case ManagementCommand.addMonitorWithRSSI: "Add Advertisement Patterns Monitor With RSSI Threshold"
    default: nil
    }
  }

  /// Notes an event: socket, code, then of a command's end its code and status.
  mutating func noteManagementEvent(_ packet: borrowing HCIPacket) {
    guard packet.octets.count >= 9 else { return }
    let event = packet.octets.littleEndian16(at: 4)
    guard event == ManagementEvent.commandComplete || event == ManagementEvent.commandStatus else { return }
    let code = packet.octets.littleEndian16(at: 6)
    guard Self.managementName(of: code) != nil else { return }
    complete(Key(adapter: packet.adapter, opcode: code, isManagement: true), packet.octets[8], packet)
  }

  // MARK: Refusals

  private mutating func wait(_ command: Command) {
    if pending.count == Self.maximumPending { pending.removeFirst() }
    pending.append(command)
  }

  private mutating func complete(_ key: Key, _ status: UInt8, _ packet: borrowing HCIPacket) {
    let place = pending.firstIndex { $0.key == key }
    let command = place.map { pending.remove(at: $0) }
    guard status != 0 else {
      for index in refusals.indices where refusals[index].key == key && command?.isWanted ?? true {
        refusals[index].acceptedIn = refusals[index].acceptedIn ?? packet.record
      }
      return
    }
    guard command?.isWanted ?? true else { return }
    if let known = refusals.firstIndex(where: {
      $0.key == key && $0.status == status && $0.dataCount == command?.dataCount
    }) {
      refusals[known].count += 1
      refusals[known].acceptedIn = nil
    } else if refusals.count < Self.maximumRefusals {
      refusals.append(
        Refusal(
          key: key, status: status, dataCount: command?.dataCount, parameterCount: command?.parameterCount,
          record: packet.record, fileOffset: packet.fileOffset)
      )
    }
  }

  /// Hands on what was refused.
  func finish(problems: inout ProblemLog) {
    for refusal in refusals { problems.note(problem(refusal)) }
  }

  private func problem(_ refusal: Refusal) -> CaptureProblem {
    let key = refusal.key
    let table = key.isManagement ? ErrorTable.management : ErrorTable.controller
    let error = table.error(ofStatus: Int(refusal.status))
    let name = key.isManagement ? Self.managementName(of: key.opcode) : ControllerCommand.name(of: key.opcode)
    let limit = limits.first { $0.adapter == key.adapter }?.length
    let cause: String?
    var remedy = error?.remedy
    if !key.isManagement, let count = refusal.dataCount, let limit, count > limit {
      cause = "\(counted(count, "byte")) of data, and it takes \(limit)"
      remedy = "shorten the data by \(counted(count - limit, "byte"))"
    } else if !key.isManagement, [0x2008, 0x2009].contains(key.opcode), let count = refusal.parameterCount,
      count != Self.legacyDataParameters
    {
      cause =
        "\(counted(count, "byte")) of parameters, and it takes \(Self.legacyDataParameters): the length, and 31 of data and "
        + "zeros"
      remedy = "fill the data with zeros up to 31 bytes"
    } else {
      cause = error?.meaning
    }
    let status = error.map { table.title(of: $0) } ?? "status \(table.words(Int(refusal.status)))"
    let later = refusal.acceptedIn.map { "; accepted later, in record \($0)" } ?? ""
    var problem = CaptureProblem(
      key.isOfScanning ? .scanRefused : .advertisingRefused, fileOffset: refusal.fileOffset, record: refusal.record,
      detail: .refused(
        reason: "\(key.isManagement ? "Linux" : "the controller") refused \(name ?? "a command") with \(status)"
          + (cause.map { ": \($0)" } ?? "") + later))
    problem.count = refusal.count
    problem.remedy = refusal.acceptedIn == nil ? remedy ?? "repeat it with other parameters" : nil
    return problem
  }
}
