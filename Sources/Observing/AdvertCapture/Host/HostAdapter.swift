import AdvertBuilders
import AdvertisingData

/// The advertising state of one adapter, as set by its host's commands.
struct HostAdapter {
  let number: UInt16
  var pending = PendingCommands()
  var publicAddress: DeviceAddress?
  private var controller = AdvertisingController<HostCommand.Place>()

  init(number: UInt16) {
    self.number = number
  }

  /// Applies a command.
  ///
  /// - Returns: the sets that were enabled or changed.
  mutating func apply(_ command: HostCommand, problems: inout ProblemLog) -> [AdvertisingHandle] {
    do throws(CommandFault) {
      return try controller.apply(command.kind, command.parameters, from: command.place)
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
  func layout(of handle: AdvertisingHandle, since command: HostCommand) -> HostLayout? {
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
