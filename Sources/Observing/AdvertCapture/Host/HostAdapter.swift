import AdvertisingData

/// The advertising state of one adapter, as set by its host's commands.
struct HostAdapter {
  let number: UInt16
  var pending = PendingCommands()
  var publicAddress: DeviceAddress?
  private var sets: [AdvertisingSet.Key: AdvertisingSet] = [:]
  /// Whether the capture has the controller's reset: then sets without commands have no data.
  private var isResetSeen = false
  /// Whether all sets with handles were cleared.
  private var areHandlesCleared = false

  init(number: UInt16) {
    self.number = number
  }

  /// Applies a command.
  ///
  /// - Returns: the sets that were enabled or changed.
  mutating func apply(_ command: HostCommand, problems: inout ProblemLog) -> [AdvertisingSet.Key] {
    switch command.kind {
    case .reset:
      sets = [:]
      isResetSeen = true
      areHandlesCleared = true
      return []
    case .setRandomAddress, .setParameters, .setData, .setScanResponse, .enable:
      return LegacyAdvertisingCommands.apply(command, to: &self, problems: &problems)
    case .setSetRandomAddress, .setExtendedParameters, .setExtendedParametersV2, .setExtendedData,
      .setExtendedScanResponse, .enableSets, .removeSet, .clearSets:
      return ExtendedAdvertisingCommands.apply(command, to: &self, problems: &problems)
    case .androidMultiAdvertising:
      return AndroidMultiAdvertising.apply(command, to: &self, problems: &problems)
    }
  }

  /// The state of a set, which is created when it is new.
  subscript(key: AdvertisingSet.Key) -> AdvertisingSet {
    get { sets[key] ?? blank(key) }
    set { sets[key] = newValue }
    _modify {
      let blank = blank(key)
      yield &sets[key, default: blank]
    }
  }

  private func blank(_ key: AdvertisingSet.Key) -> AdvertisingSet {
    switch key {
    case .legacy:
      var set = AdvertisingSet(startsEmpty: isResetSeen)
      set.parameters = isResetSeen ? .afterReset : nil
      return set
    case .handle: return AdvertisingSet(startsEmpty: areHandlesCleared)
    case .instance: return AdvertisingSet(startsEmpty: isResetSeen)
    }
  }

  mutating func remove(handle: UInt8) {
    sets[.handle(handle)] = AdvertisingSet(startsEmpty: true)
  }

  mutating func removeAllHandles() {
    sets = sets.filter { key, _ in !key.isHandle }
    areHandlesCleared = true
  }

  mutating func disableAllHandles() {
    for key in sets.keys where key.isHandle {
      sets[key]?.isEnabled = false
    }
  }

  /// Notes a connection to a central, which ends connectable advertising without handle.
  mutating func noteConnection() {
    if sets[.legacy]?.parameters?.pdu.isConnectable ?? true {
      sets[.legacy]?.isEnabled = false
    }
  }

  /// Returns the layout that an enabled set advertises from a command on; `nil` when it is not enabled, or when none of
  /// its data are in the capture.
  func layout(of key: AdvertisingSet.Key, since command: HostCommand) -> HostLayout? {
    guard let set = sets[key], set.isEnabled else { return nil }
    let layout = set.layout
    guard layout.advertising != nil || !layout.scanResponse.payloads.isEmpty else { return nil }
    return HostLayout(
      adapter: number, address: address(of: set), advertisingHandle: key.number,
      advertisingSID: set.parameters?.advertisingSID, layout: layout, interval: set.parameters?.interval,
      channels: set.parameters?.channels,
      time: command.time, record: command.record, advertisingSource: set.advertisingSource,
      scanResponseSource: set.scanResponseSource)
  }

  /// Returns the address that a set advertises with (own address types of Core Vol 4 Part E 7.8.5).
  private func address(of set: AdvertisingSet) -> DeviceAddress {
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

extension AdvertisingSet.Key {
  fileprivate var isHandle: Bool { if case .handle = self { true } else { false } }

  /// The handle or instance.
  fileprivate var number: UInt8? {
    switch self {
    case .legacy: nil
    case .handle(let handle): handle
    case .instance(let instance): instance
    }
  }
}
