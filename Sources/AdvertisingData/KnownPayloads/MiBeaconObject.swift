/// One measurement or event in a MiBeacon.
public struct MiBeaconObject: Hashable, Sendable {
  public let id: UInt16
  /// At most 255 octets.
  public let value: [UInt8]

  /// `nil` when the value is longer than its length octet can say.
  public init?(id: UInt16, value: [UInt8]) {
    guard value.count <= 255 else { return nil }
    self.id = id
    self.value = value
  }

  /// The whole objects at the start of the octets, and where they end.
  static func all(in octets: [UInt8]) -> (objects: [MiBeaconObject], end: Int) {
    var objects: [MiBeaconObject] = []
    var position = 0
    while octets.count - position >= 3 {
      let end = position + 3 + Int(octets[position + 2])
      guard end <= octets.count,
        let object = MiBeaconObject(
          id: UInt16(littleEndian: octets, at: position), value: Array(octets[(position + 3)..<end]))
      else { break }
      objects.append(object)
      position = end
    }
    return (objects, position)
  }

  var octets: [UInt8] { id.littleEndianOctets + [UInt8(truncatingIfNeeded: value.count)] + value }

  /// What the commonest objects measure; `nil` for others and for lengths that do not fit.
  public var measurements: [Measurement]? {
    switch (id, value.count) {
    case (0x1004, 2): [temperature]
    case (0x1006, 2): [humidity(at: 0)]
    case (0x100A, 1): [Measurement(name: "battery", number: DecimalNumber(value[0], decimals: 0), unit: "%")]
    case (0x100D, 4): [temperature, humidity(at: 2)]
    default: nil
    }
  }

  private var temperature: Measurement {
    let number = DecimalNumber(Int16(littleEndian: value, at: 0), decimals: 1)
    return Measurement(name: "temperature", number: number, unit: "°C")
  }

  private func humidity(at offset: Int) -> Measurement {
    let number = DecimalNumber(UInt16(littleEndian: value, at: offset), decimals: 1)
    return Measurement(name: "humidity", number: number, unit: "%")
  }

  /// A number with what it measures and in which unit.
  public struct Measurement: Hashable, Sendable {
    public let name: String
    public let number: DecimalNumber
    public let unit: String
  }
}
