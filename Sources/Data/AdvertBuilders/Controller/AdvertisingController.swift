internal import AdvertisingData

/// The advertising state of a controller, as the commands of its host set it.
///
/// ``apply(_:_:from:)`` takes each command as one that the controller has accepted. Whether a controller accepts it says
/// ``refusal(of:_:)``.
package struct AdvertisingController<Origin> {
  private var sets: [AdvertisingHandle: AdvertisingSet<Origin>] = [:]
  /// Whether the controller was reset: then sets without commands have no data.
  private var isReset = false
  /// Whether all sets with numbers were removed.
  private var areSetsRemoved = false
  /// Whether the commands since the reset were those of extended advertising; `nil` without any.
  var isExtended: Bool?

  package init() {}

  /// The sets that commands have named, in the order of their handles.
  package var handles: [AdvertisingHandle] { sets.keys.sorted { ($0.number ?? 0) < ($1.number ?? 0) } }

  /// The state of a set, also of one that no command has named.
  package subscript(handle: AdvertisingHandle) -> AdvertisingSet<Origin> {
    if let set = sets[handle] { return set }
    guard handle == .legacy else { return AdvertisingSet(startsEmpty: handle.isNumber ? areSetsRemoved : isReset) }
    var set = AdvertisingSet<Origin>(startsEmpty: isReset)
    set.parameters = isReset ? .afterReset : nil
    return set
  }

  /// Applies a command.
  ///
  /// - Parameter origin: where the command was found.
  /// - Returns: the sets that were enabled, disabled or changed.
  package mutating func apply(
    _ command: AdvertisingCommand, _ parameters: [UInt8], from origin: Origin
  ) throws(CommandFault) -> [AdvertisingHandle] {
    let action = try AdvertisingAction(command, parameters)
    isExtended = command.isExtended
    switch action {
    case .none: return []
    case .reset:
      self = Self()
      (isReset, areSetsRemoved) = (true, true)
      return []
    case .setAddress(let handle, let address):
      change(handle) { $0.randomAddress = address }
      return [handle]
    case .setParameters(let handle, let parameters, let address):
      change(handle) { set in
        set.parameters = parameters
        if let address { set.randomAddress = address }
      }
      return [handle]
    case .setData(let handle, let block, let operation, let range):
      var isChanged = false
      change(handle) { set in
        isChanged =
          block == .advertising
          ? set.advertising.apply(operation, range, of: parameters, from: origin)
          : set.scanResponse.apply(operation, range, of: parameters, from: origin)
      }
      return isChanged ? [handle] : []
    case .enable(let handles, let isEnabled):
      for handle in handles { change(handle) { $0.isEnabled = isEnabled } }
      if handles.isEmpty, !isEnabled {
        for handle in sets.keys where handle.isNumber { disable(handle) }
      }
      return handles
    case .remove(let handle):
      sets[handle] = AdvertisingSet(startsEmpty: true)
      return []
    case .removeAll:
      sets = sets.filter { handle, _ in !handle.isNumber }
      areSetsRemoved = true
      return []
    }
  }

  /// Disables a set, as the controller itself does at the end of a duration.
  package mutating func disable(_ handle: AdvertisingHandle) {
    change(handle) { $0.isEnabled = false }
  }

  private mutating func change(_ handle: AdvertisingHandle, _ body: (inout AdvertisingSet<Origin>) -> Void) {
    var set = self[handle]
    body(&set)
    sets[handle] = set
  }
}
