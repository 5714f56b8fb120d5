import AdvertBuilders
import AdvertisingData

/// The state of one adapter, as set by its host's commands.
///
/// Commands about advertising take effect in the order sent. A controller may complete commands out of order, so a
/// command waits for the ones before it. Parameters, data and addresses of every set are stored, and become a layout
/// when the set is enabled. Scan commands take effect from their own record on, because reports follow at once.
struct HostAdapter {
  /// The most waiting commands, above those that any controller holds. A capture may lack completions, so the oldest
  /// counts as accepted when more are waiting.
  private static let maximumWaiting = 16

  let number: UInt16
  /// The commands without a completion so far, oldest first, and those about advertising that wait for one of them.
  private var waiting: [HostCommand] = []
  var scan = ScanState()
  var publicAddress: DeviceAddress?
  /// The most octets of advertising data that the controller takes; `nil` when the capture does not say it.
  var maximumDataLength: Int?
  private var controller = AdvertisingController<HostCommand.Place>()

  init(number: UInt16) {
    self.number = number
  }

  // MARK: Waiting commands

  mutating func add(_ command: HostCommand, into sink: inout BatchingSink, problems: inout ProblemLog) {
    waiting.append(command)
    if waiting.count > Self.maximumWaiting {
      if waiting[0].advertising == nil { waiting.removeFirst() } else { waiting[0].status = 0 }
    }
    applyWaiting(into: &sink, problems: &problems)
  }

  /// Notes the completion of the oldest open command with a code, and returns the command; `nil` when there is none. A
  /// command that took effect without a completion, or was sent before a reset, comes last: its completion may not be
  /// in the capture.
  mutating func complete(_ code: CommandCode, status: UInt8) -> HostCommand? {
    let open = waiting.indices.filter { waiting[$0].code == code && waiting[$0].status == nil }
    guard let place = open.first(where: { waiting[$0].dependsOnCompletion }) ?? open.first else { return nil }
    waiting[place].status = status
    return waiting[place].advertising == nil ? waiting.remove(at: place) : waiting[place]
  }

  /// Applies the commands about advertising before the first one without a completion, or all of them.
  mutating func applyWaiting(all: Bool = false, into sink: inout BatchingSink, problems: inout ProblemLog) {
    while let place = waiting.firstIndex(where: { $0.advertising != nil }), all || waiting[place].status != nil {
      let command = waiting[place]
      if command.status == nil { waiting[place].advertising = nil } else { waiting.remove(at: place) }
      guard command.status ?? 0 == 0 else { continue }
      for handle in apply(command, problems: &problems) {
        if let layout = layout(of: handle, since: command) { sink.receive(.hostLayout(layout)) }
      }
    }
  }

  /// Forgets the scans before the waiting commands: no completion brings them back after a reset.
  mutating func forgetScans() {
    for index in waiting.indices { waiting[index].scanBefore = nil }
  }

  // MARK: Advertising

  /// Applies a command.
  ///
  /// - Returns: the sets that were enabled or changed.
  private mutating func apply(_ command: HostCommand, problems: inout ProblemLog) -> [AdvertisingHandle] {
    guard let kind = command.advertising else { return [] }
    do throws(CommandFault) {
      return try controller.apply(kind, command.parameters, from: command.place)
    } catch {
      problems.note(error, at: command.place)
      return []
    }
  }

  /// Notes the end of a set with a handle.
  mutating func noteTermination(of handle: UInt8) { controller.disable(.number(handle)) }

  /// Notes a connection to a central, which ends connectable advertising without handle.
  mutating func noteConnection() {
    if controller[.legacy].parameters?.pdu.isConnectable ?? true { controller.disable(.legacy) }
  }

  /// Returns the layout that an enabled set advertises from a command on; `nil` when it is not enabled, or when none of
  /// its data are in the capture.
  private func layout(of handle: AdvertisingHandle, since command: HostCommand) -> HostLayout? {
    let set = controller[handle]
    guard set.isEnabled == true else { return nil }
    let pdu = set.parameters?.pdu
    let layout = set.layout(as: pdu)
    guard layout.advertising != nil || !layout.scanResponse.payloads.isEmpty else { return nil }
    return HostLayout(
      adapter: number, address: address(of: set), advertisingHandle: handle.number,
      advertisingSID: set.parameters?.advertisingSID, layout: layout, interval: set.parameters?.interval,
      channels: set.parameters.map { PrimaryChannels(rawValue: $0.channelMap) },
      time: command.time, record: command.place.record,
      advertisingSource: pdu?.carriesAdvertisingData ?? true ? source(of: set.advertising) : nil,
      scanResponseSource: pdu?.isScannable ?? true ? source(of: set.scanResponse) : nil)
  }

  private func source(of data: SetData<HostCommand.Place>) -> HostLayout.DataSource? {
    guard let origin = data.origin else { return nil }
    return HostLayout.DataSource(
      record: origin.record, fileOffset: data.range.map { origin.fileOffset + $0.lowerBound })
  }

  /// Returns the address that a set advertises with (own address types of Core Vol 4 Part E 7.8.5).
  private func address(of set: AdvertisingSet<HostCommand.Place>) -> DeviceAddress {
    let unknown = DeviceAddress.unknown
    guard let parameters = set.parameters else { return unknown }
    if parameters.isAnonymous { return DeviceAddress.anonymous }
    switch parameters.ownAddressType {
    case 0: return publicAddress ?? unknown
    case 1: return set.randomAddress ?? unknown
    // The controller generates a private address, or uses the identity address below when it has no key.
    case 2: return publicAddress.map { DeviceAddress(bits: $0.bits, type: .publicIdentity) } ?? unknown
    case 3:
      guard let address = set.randomAddress else { return unknown }
      return address.kind == .randomStatic ? DeviceAddress(bits: address.bits, type: .randomIdentity) : address
    default: return unknown
    }
  }
}
