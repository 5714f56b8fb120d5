import AdvertBuilders
internal import AdvertReading
import AdvertisingData

/// The commands about advertising and scanning that controllers and Linux refused, each with the cause.
///
/// Only what would put something on the air or start a scan counts: hosts often disable what is not enabled.
struct RefusedCommands {
  /// The most refusals that are kept apart. Further ones are not counted.
  private static let maximumRefusals = 16

  private var refusals: [Refusal] = []

  private struct Refusal {
    let adapter: UInt16
    let code: CommandCode
    let status: UInt8
    /// The command; `nil` when it is not in the log.
    let command: HostCommand?
    let record: Int
    let fileOffset: Int
    var count = 1
    /// The record in which the same command was accepted later.
    var acceptedIn: Int?
  }

  /// The octets of the parameters of LE Set Advertising Data and LE Set Scan Response Data (Core Vol 4 Part E 7.8.7).
  private static let legacyDataParameters = 32

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

  /// Notes the completion of a command.
  mutating func note(_ code: CommandCode, status: UInt8, of command: HostCommand?, in packet: borrowing HCIPacket) {
    guard code.mayBeRefused, command?.isWanted ?? true else { return }
    let alike = refusals.indices.filter { refusals[$0].adapter == packet.adapter && refusals[$0].code == code }
    if status == 0 {
      for index in alike { refusals[index].acceptedIn = refusals[index].acceptedIn ?? packet.record }
    } else if let known = alike.first(where: {
      refusals[$0].status == status && refusals[$0].command?.dataCount == command?.dataCount
    }) {
      refusals[known].count += 1
      refusals[known].acceptedIn = nil
    } else if refusals.count < Self.maximumRefusals {
      refusals.append(
        Refusal(
          adapter: packet.adapter, code: code, status: status, command: command, record: packet.record,
          fileOffset: packet.fileOffset))
    }
  }

  /// Hands on what was refused. `limit` gives the most octets of data that the controller of an adapter takes.
  func finish(problems: inout ProblemLog, limit: (UInt16) -> Int?) {
    for refusal in refusals { problems.note(problem(refusal, limit: limit(refusal.adapter))) }
  }

  private func problem(_ refusal: Refusal, limit: Int?) -> CaptureProblem {
    let code = refusal.code
    let table = code.isOfManagement ? ErrorTable.management : ErrorTable.controller
    let name = code.isOfManagement ? Self.managementName(of: code.number) : ControllerCommand.name(of: code.number)
    let error = table.error(ofStatus: Int(refusal.status), of: name)
    let cause: String?
    var remedy = error?.remedy
    if let count = refusal.command?.dataCount, let limit, count > limit {
      cause = "\(counted(count, "byte")) of data, and it takes \(limit)"
      remedy = "shorten the data by \(counted(count - limit, "byte"))"
    } else if let command = refusal.command, [.setData, .setScanResponse].contains(code.advertising),
      case let count = command.declaredCount, count != Self.legacyDataParameters
    {
      cause =
        "\(counted(count, "byte")) of parameters, and it takes \(Self.legacyDataParameters): the length, and 31 of data and "
        + "zeros"
      let surplus = count - Self.legacyDataParameters
      let data = command.dataCount ?? 0
      remedy =
        surplus < 0
        ? "fill the data with zeros up to 31 bytes"
        : data < Self.legacyDataParameters
          ? "remove the last \(counted(surplus, "byte")): the data are the \(counted(data, "byte")) after the length"
          : "shorten the data by \(counted(data - Self.legacyDataParameters + 1, "byte"))"
    } else {
      cause = error?.meaning
    }
    let status = error.map { table.title(of: $0) } ?? "status \(table.words(Int(refusal.status)))"
    let later = refusal.acceptedIn.map { "; accepted later, in record \($0)" } ?? ""
    var problem = CaptureProblem(
      code.isOfScanning ? .scanRefused : .advertisingRefused, fileOffset: refusal.fileOffset, record: refusal.record,
      detail: .refused(
        reason: "\(code.isOfManagement ? "Linux" : "the controller") refused \(name ?? "a command") with \(status)"
          + (cause.map { ": \($0)" } ?? "") + later))
    problem.count = refusal.count
    problem.remedy = refusal.acceptedIn == nil ? remedy ?? "repeat it with other parameters" : nil
    return problem
  }
}

extension CommandCode {
  /// Whether a refusal of the command can keep something off the air, or a scan from starting.
  fileprivate var mayBeRefused: Bool {
    if isOfManagement { return RefusedCommands.managementName(of: number) != nil }
    return switch number {
    case 0x2006, 0x2008...0x200C, 0x2036...0x2039, 0x203E...0x2042, 0x207F, 0xFD5A: true
    default: false
    }
  }
}

extension HostCommand {
  /// Whether the command puts something on the air or starts a scan. Those that enable do so with 1 as the first
  /// parameter.
  fileprivate var isWanted: Bool {
    guard !code.isOfManagement, [0x200A, 0x200C, 0x2039, 0x2040, 0x2042].contains(code.number) else { return true }
    return parameters.first ?? 0 != 0
  }

  /// The number of octets of its data; `nil` for a command without data.
  fileprivate var dataCount: Int? {
    // In LE Set Periodic Advertising Data, the handle and the operation come before the length.
    let isPeriodic = !code.isOfManagement && code.number == 0x203F
    return (isPeriodic ? 2 : code.advertising?.dataLengthPlace).flatMap { place in
      place < parameters.count ? Int(parameters[place]) : nil
    }
  }
}
