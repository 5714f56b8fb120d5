internal import AdvertObservation
package import AdvertisingData
internal import AssignedNumbers

/// Words of messages.
enum Words {
  /// `1 byte`, `2 bytes`.
  static func bytes(_ count: Int) -> String { counted(count, "byte") }

  /// Returns the words for adding data to a block, with the octets to free first where it does not fit.
  static func adding(_ what: String, lacking count: Int) -> String {
    makingRoom(count, "add \(what)")
  }

  /// Returns an order, after the order to free the octets that it lacks.
  static func makingRoom(_ count: Int, _ order: String) -> String {
    count > 0 ? "make room for \(bytes(count)) more, and \(order)" : order
  }
}

extension BluetoothUUID {
  /// The assigned name, or the one that its maker gave it; `nil` when there is none.
  package var assignedName: String? {
    guard let number = assignedNumber16 else {
      return shortestWidth == .bits128 ? VendorServices.name(of: description) : nil
    }
    return AssignedUUID(number)?.name
  }

  /// The UUID with its assigned name when it has one: `1826 (Fitness Machine)`, or with its withdrawn name:
  /// `fedf (Design SHIFT, withdrawn)`. For a number that does not belong to a service, the kind of the number:
  /// `2c00 (GMAP Role, a characteristic)`.
  package var named: String {
    guard let number = assignedNumber16 else {
      let text = description
      return shortestWidth == .bits128 ? VendorServices.name(of: text).map { "\(text) (\($0))" } ?? text : text
    }
    if let assigned = AssignedUUID(number) { return "\(self) (\(assigned.words))" }
    if let name = withdrawnName { return "\(self) (\(name), withdrawn)" }
    return description
  }

  /// The name that the number had until the Bluetooth SIG withdrew it.
  var withdrawnName: String? { assignedNumber16.flatMap { WithdrawnNumbers.uuid($0) } }
}

extension AssignedUUID {
  /// Sample programs and modules of many makers use these numbers for services of their own, without an assignment.
  private static let borrowed: ClosedRange<UInt16> = 0xFFF0...0xFFF5

  /// The name, with other uses of the number.
  fileprivate var words: String {
    if Self.borrowed.contains(value) { return "used by many makers; assigned to \(name)" }
    switch kind {
    case .service, .member, .standardsOrganization: return name
    // A device may have both radios, or its maker took the number for a service of its own.
    case .serviceClass: return "\(name), a BR/EDR service class"
    case .characteristic: return "\(name), a characteristic"
    case .descriptor: return "\(name), a descriptor"
    case .declaration: return "\(name), a declaration"
    case .unit: return "\(name), a unit"
    case .objectType: return "\(name), a type of object"
    case .protocolIdentifier: return "\(name), a protocol"
    case .browseGroup, .meshProfile: return name
    }
  }
}

extension ADType {
  /// The type with its assigned name when it has one: `Appearance (0x19)`.
  var named: String { Self.allNamed[Int(rawValue)] }

  /// By number, because a payload can have hundreds of structures with messages.
  private static let allNamed = (UInt8.min...UInt8.max).map { type in
    let number = HexDigits.number(type, octets: 1)
    return ADTypes.name(of: type).map { "\($0) (\(number))" } ?? "type \(number)"
  }
}

extension ManufacturerData {
  /// A company identifier with its assigned name when it has one: `0x004c (Apple, Inc.)`.
  static func named(_ company: UInt16) -> String {
    let number = HexDigits.number(company, octets: 2)
    return CompanyIdentifiers.name(of: company).map { "\(number) (\($0))" } ?? number
  }
}

extension String {
  /// The text in quotes for messages, without control characters.
  var quoted: String {
    "\"" + String(unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init)) + "\""
  }
}

/// Intervals in messages: exact, in milliseconds.
enum IntervalText {
  static func milliseconds(_ microseconds: Int64) -> String {
    "\(DecimalNumber(microseconds, decimals: 3)) ms"
  }

  static func milliseconds(_ range: ClosedRange<Int64>) -> String {
    range.lowerBound == range.upperBound
      ? milliseconds(range.lowerBound)
      : "\(DecimalNumber(range.lowerBound, decimals: 3)) to \(milliseconds(range.upperBound))"
  }
}

extension Subject.Interval: CustomStringConvertible {
  /// The interval with its source: `100 ms`, `100 to 150 ms (set by the host)`, `about 101 ms (24 gaps)`.
  public var description: String {
    switch self {
    case .declared(let microseconds): IntervalText.milliseconds(microseconds)
    case .configured(let range): "\(IntervalText.milliseconds(range)) (set by the host)"
    case .measured(let estimate):
      "about \(estimate.microseconds / 1000) ms (measured over \(estimate.samples) gaps)"
    }
  }

  /// The interval that is declared or set, in microseconds; `nil` when it is only measured: a measurement misses some
  /// advertisements and may count two sets as one.
  var stated: ClosedRange<Int64>? {
    switch self {
    case .declared(let microseconds): microseconds...microseconds
    case .configured(let range): range
    case .measured: nil
    }
  }
}
