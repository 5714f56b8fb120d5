package import AdvertCapture
package import AdvertisingData

/// The written form of a value in JSON, with its type.
package struct JSONType<Value>: Sendable {
  let type: ValueType
  let write: @Sendable (Value, inout JSONWriter) -> Void

  init(_ type: ValueType, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void) {
    self.type = type
    self.write = write
  }
}

extension JSONType where Value == String {
  package static var string: Self { Self(.string) { $1.value(nil, $0) } }

  /// One of a few words.
  package static func words(_ words: [String]) -> Self { Self(.words(words)) { $1.value(nil, $0) } }
}

extension JSONType where Value: RawRepresentable & CaseIterable & SendableMetatype, Value.RawValue == String {
  /// The word of a case.
  package static func word(_: Value.Type) -> Self {
    Self(.words(Value.allCases.map { $0.rawValue })) { $1.value(nil, $0.rawValue) }
  }
}

extension JSONType where Value == [UInt8] {
  /// Octets in lower-case hexadecimal.
  package static var octets: Self { Self(.octets) { $1.value(nil, hex: $0) } }
}

extension JSONType where Value == DeviceAddress {
  /// An address; `null` when it is not known.
  package static var address: JSONType<DeviceAddress> { Self(.address) { $1.value(nil, $0) } }
}

extension JSONType where Value == BluetoothUUID {
  package static var uuid: JSONType<BluetoothUUID> { Self(.uuid) { $1.value(nil, $0.description) } }
}

extension JSONType where Value == Bool { package static var boolean: Self { Self(.boolean) { $1.value(nil, $0) } } }

extension JSONType where Value == Int { package static var integer: Self { Self(.integer) { $1.value(nil, $0) } } }

extension JSONType where Value == Double {
  /// A number with at most three decimals.
  package static var number: Self { Self(.number) { $1.value(nil, rounded: $0) } }
}

extension JSONType where Value == DecimalNumber {
  /// A number with all its decimals.
  package static var decimal: JSONType<DecimalNumber> { Self(.number) { $1.value(nil, decimal: $0) } }
}

extension JSONType where Value == Int64 {
  /// Microseconds as seconds with at most three decimals.
  package static var seconds: Self { Self(.number) { $1.value(nil, rounded: Double($0) / 1e6) } }

  /// Microseconds as milliseconds with at most three decimals.
  package static var milliseconds: Self { Self(.number) { $1.value(nil, rounded: Double($0) / 1000) } }
}

extension JSONType where Value == Timestamp {
  /// Unix seconds with six decimals.
  package static var time: JSONType<Timestamp> { Self(.time) { $1.value(nil, $0) } }
}

extension JSONType {
  /// An object with these keys and no others.
  package static func object(_ keys: Keys<Value>) -> Self {
    Self(.object(keys.described)) { value, json in json.object(keys, of: value) }
  }

  /// The same, for keys that Reference/Output describes at another place.
  package static func alike(_ keys: Keys<Value>) -> Self { Self(.alike(keys.described), object(keys).write) }

  /// An array.
  package static func list<Element>(_ element: JSONType<Element>) -> Self where Value == [Element] {
    Self(.list(element.type)) { [write = element.write] values, json in
      json.array(nil, values) { write($1, &$0) }
    }
  }
}

extension JSONType where Value == StructureDescription {
  /// The fields of an AD structure; `null` where it has none.
  static var decoded: Self { Self(.decoded) { $0.writeDecoded(to: &$1, key: nil) } }
}
