package import AdvertCapture
package import AdvertisingData

/// How a value is written in JSON, and what its type is there.
package struct JSONType<Value>: Sendable {
  let type: ValueType
  let write: @Sendable (_ key: String?, Value, _ json: inout JSONWriter) -> Void

  init(_ type: ValueType, _ write: @escaping @Sendable (String?, Value, inout JSONWriter) -> Void) {
    self.type = type
    self.write = write
  }
}

extension JSONType where Value == String {
  package static var string: Self { Self(.string) { $2.value($0, $1) } }

  /// One of a few words.
  package static func words(_ words: [String]) -> Self { Self(.words(words)) { $2.value($0, $1) } }
}

extension JSONType where Value: RawRepresentable & CaseIterable & SendableMetatype, Value.RawValue == String {
  /// The word of a case.
  package static func word(_: Value.Type) -> Self {
    Self(.words(Value.allCases.map { $0.rawValue })) { $2.value($0, $1.rawValue) }
  }
}

extension JSONType where Value == [UInt8] {
  /// In lower-case hexadecimal.
  package static var octets: Self { Self(.octets) { $2.value($0, hex: $1) } }
}

extension JSONType where Value == DeviceAddress {
  /// `null` for an address that is not known.
  package static var address: JSONType<DeviceAddress> { Self(.address) { $2.value($0, $1) } }
}

extension JSONType where Value == BluetoothUUID {
  package static var uuid: JSONType<BluetoothUUID> { Self(.uuid) { $2.value($0, $1.description) } }
}

extension JSONType where Value == Bool { package static var boolean: Self { Self(.boolean) { $2.value($0, $1) } } }

extension JSONType where Value == Int { package static var integer: Self { Self(.integer) { $2.value($0, $1) } } }

extension JSONType where Value == Double {
  /// With at most three decimals.
  package static var number: Self { Self(.number) { $2.value($0, rounded: $1) } }
}

extension JSONType where Value == DecimalNumber {
  /// With all its decimals.
  package static var decimal: JSONType<DecimalNumber> { Self(.number) { $2.value($0, decimal: $1) } }
}

extension JSONType where Value == Int64 {
  /// Microseconds as seconds with at most three decimals.
  package static var seconds: Self { Self(.number) { $2.value($0, rounded: Double($1) / 1e6) } }

  /// Microseconds as milliseconds with at most three decimals.
  package static var milliseconds: Self { Self(.number) { $2.value($0, rounded: Double($1) / 1000) } }
}

extension JSONType where Value == Timestamp {
  /// Unix seconds with six decimals.
  package static var time: JSONType<Timestamp> { Self(.time) { $2.value($0, $1) } }
}

extension JSONType {
  /// An object with these keys and no others.
  package static func object(_ keys: Keys<Value>) -> Self {
    Self(.object(keys.described)) { key, value, json in json.object(key) { keys.write(value, to: &$0) } }
  }

  /// The same, of keys that Docs/Output.md has at another place.
  package static func alike(_ keys: Keys<Value>) -> Self { Self(.alike(keys.described), object(keys).write) }

  /// An array.
  package static func list<Element>(_ element: JSONType<Element>) -> Self where Value == [Element] {
    Self(.list(element.type)) { [write = element.write] key, values, json in
      json.array(key, values) { write(nil, $1, &$0) }
    }
  }
}

extension JSONType where Value == StructureDescription {
  /// The fields of an AD structure; `null` where it has none.
  static var decoded: Self { Self(.decoded) { $1.writeDecoded(to: &$2, key: $0) } }
}
