internal import AdvertisingData

/// The fields of an object of Windows: those that its constructor, its initialiser and statements set.
struct WinRTFields {
  private var values: [String: Range<Int>] = [:]
  private let object: AppObject

  /// - Parameter names: the fields, in the order of the constructor's arguments.
  init(_ range: Range<Int>, _ names: [String], _ expression: inout AppExpression) throws(SourceObstacle) {
    object = try expression.object(range)
    guard object.arguments.isEmpty || object.arguments.count == names.count else { throw expression.refusal(range) }
    for (name, argument) in zip(names, object.arguments) { values[name] = argument }
    for change in object.changes {
      guard change.path.count == 1, names.contains(change.path[0]), !change.isCall else {
        throw SourceObstacle(
          object.program.tokens[change.index], "\(change.path.joined(separator: ".")) is not read")
      }
      values[change.path[0]] = change.arguments[0]
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func value(_ name: String) throws(SourceObstacle) -> Range<Int> {
    guard let value = values[name] else {
      throw SourceObstacle(object.program.tokens[object.making.lowerBound], "an object without \(name)")
    }
    return value
  }

  /// Returns the octets of a company, in the order in which they are sent.
  func company(_ expression: inout AppExpression) throws(SourceObstacle) -> [UInt8] {
    let value = try value("CompanyId")
    guard let company = UInt16(exactly: try expression.number(value)) else {
      throw SourceObstacle(object.program.tokens[value.lowerBound], "a company that has more than 16 bits")
    }
    return Array(littleEndian: company, count: 2)
  }

  /// Returns the type of a section: a number, or a member of `BluetoothLEAdvertisementDataTypes`.
  func type(_ expression: inout AppExpression) throws(SourceObstacle) -> UInt8 {
    let value = try value("DataType")
    let program = object.program
    if value.count > 2, program.isWord(value.upperBound - 3, "BluetoothLEAdvertisementDataTypes"),
      let type = Self.types[program.tokens[value.upperBound - 1].text]
    {
      return type
    }
    guard let type = UInt8(exactly: try expression.number(value)) else {
      throw SourceObstacle(program.tokens[value.lowerBound], "a type that has more than 8 bits")
    }
    return type
  }

  private static let types: [String: UInt8] = [
    "Flags": 0x01, "IncompleteService16BitUuids": 0x02, "CompleteService16BitUuids": 0x03,
    "IncompleteService32BitUuids": 0x04, "CompleteService32BitUuids": 0x05, "IncompleteService128BitUuids": 0x06,
    "CompleteService128BitUuids": 0x07, "ShortenedLocalName": 0x08, "CompleteLocalName": 0x09, "TxPowerLevel": 0x0A,
    "SlaveConnectionIntervalRange": 0x12, "PeripheralConnectionIntervalRange": 0x12,
    "ServiceSolicitation16BitUuids": 0x14, "ServiceSolicitation128BitUuids": 0x15, "ServiceData16BitUuids": 0x16,
    "PublicTargetAddress": 0x17, "RandomTargetAddress": 0x18, "Appearance": 0x19, "AdvertisingInterval": 0x1A,
    "ServiceSolicitation32BitUuids": 0x1F, "ServiceData32BitUuids": 0x20, "ServiceData128BitUuids": 0x21,
    "ManufacturerSpecificData": 0xFF,
  ]
}
