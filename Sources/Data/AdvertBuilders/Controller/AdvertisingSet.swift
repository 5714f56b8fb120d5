package import AdvertisingData

/// Identifies an advertising set of a controller.
package enum AdvertisingHandle: Hashable, Sendable {
  /// The set of commands without handle.
  case legacy
  /// A set of extended advertising.
  case number(UInt8)
  /// An instance of Android's multi-advertising; its instance 0 is the legacy set.
  case instance(UInt8)

  /// The handle or instance; `nil` for the legacy set.
  package var number: UInt8? {
    switch self {
    case .legacy: nil
    case .number(let number), .instance(let number): number
    }
  }

  var isNumber: Bool { if case .number = self { true } else { false } }
}

/// The state of one advertising set. `Origin` says where a command with data was found.
package struct AdvertisingSet<Origin> {
  /// The parameters; `nil` while unknown.
  package internal(set) var parameters: CommandParameters?
  /// The random address; `nil` while unknown, or not set.
  package internal(set) var randomAddress: DeviceAddress?
  package internal(set) var advertising: SetData<Origin>
  package internal(set) var scanResponse: SetData<Origin>
  /// Whether the set is enabled; `nil` before the first command about it.
  package internal(set) var isEnabled: Bool?

  /// - Parameter startsEmpty: whether the controller has no data for the set, because it was reset. Otherwise the data
  ///   are unknown.
  init(startsEmpty: Bool) {
    advertising = SetData(startsEmpty: startsEmpty)
    scanResponse = SetData(startsEmpty: startsEmpty)
  }

  /// Returns the layout that the set advertises as a PDU.
  package func layout(as pdu: AdvertisingPDU?) -> Layout {
    let scanResponse: Layout.ScanResponse =
      if let pdu, !pdu.isScannable {
        .notScannable
      } else if let payload = self.scanResponse.payload {
        .declared(payload)
      } else {
        .notObserved
      }
    return Layout(
      pdu: pdu, advertising: pdu?.carriesAdvertisingData ?? true ? advertising.payload : Payload(),
      scanResponse: scanResponse, phys: parameters?.phys ?? AdvertisingPHYs())
  }
}

/// The advertising data or the scan response data of a set. Commands can set them in fragments.
package struct SetData<Origin> {
  /// The current data; `nil` while unknown.
  package private(set) var payload: Payload?
  /// The command that set the data, of fragments the last one; `nil` while no command has.
  package private(set) var origin: Origin?
  /// The range of the data in the parameters of that command; `nil` for data joined from fragments.
  package private(set) var range: Range<Int>?
  /// The fragments of new data so far.
  private var unfinished: [UInt8]?

  /// The longest possible advertising data (Core Vol 4 Part E 7.8.54).
  private static var longest: Int { AdvertisingPDU.extendedNonconnectable.payloadLimit }

  init(startsEmpty: Bool) {
    payload = startsEmpty ? Payload() : nil
  }

  /// Takes data or a fragment. The data change with the last fragment. Controllers refuse a fragment without a first
  /// one before it, and data that are too long: these change nothing.
  ///
  /// - Returns: whether the current data changed.
  mutating func apply(
    _ operation: DataOperation, _ range: Range<Int>, of parameters: [UInt8], from origin: Origin
  ) -> Bool {
    switch operation {
    case .unchanged: return false
    case .complete:
      unfinished = nil
      (payload, self.origin, self.range) = (Payload(Array(parameters[range])), origin, range)
      return true
    case .first:
      unfinished = Array(parameters[range])
      return false
    case .intermediate, .last:
      guard let before = unfinished, before.count + range.count <= Self.longest else {
        unfinished = nil
        return false
      }
      unfinished?.append(contentsOf: parameters[range])
      guard operation == .last, let octets = unfinished else { return false }
      (payload, self.origin, self.range) = (Payload(octets), origin, nil)
      unfinished = nil
      return true
    }
  }
}

/// The operations of the extended data commands (Core Vol 4 Part E 7.8.54).
package enum DataOperation: UInt8, Sendable {
  case intermediate = 0
  case first = 1
  case last = 2
  case complete = 3
  /// Only the data identifier changes.
  case unchanged = 4
}
