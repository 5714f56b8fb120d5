internal import AdvertisingData

/// What payloads of one device have in common while only values in them change: a counter, a battery, a temperature.
///
/// The types and lengths of the AD structures, and the content of those that say what the device is: lists of services,
/// names, flags, appearance, and the owners of data.
struct PayloadForm: Hashable, Sendable {
  private let description: [UInt8]

  init(_ payload: Span<UInt8>) {
    var description: [UInt8] = []
    description.reserveCapacity(payload.count + 2)
    var walk = ADStructures(payload)
    while let structure = walk.next() {
      description.append(UInt8(truncatingIfNeeded: structure.declaredLength))
      description.append(structure.type.rawValue)
      let told = min(Self.toldOctets(of: structure.type.rawValue), structure.value.count)
      for index in 0..<told { description.append(structure.value[index]) }
    }
    // What follows the last structure.
    if payload.count > 0 { description.append(UInt8(truncatingIfNeeded: payload.count)) }
    self.description = description
  }

  /// How many octets of a structure say what the device is.
  private static func toldOctets(of type: UInt8) -> Int {
    switch type {
    // Manufacturer data and service data with 16 bits: the owner.
    case 0xFF, 0x16: 2
    case 0x20: 4
    case 0x21: 16
    // Flags, lists of services, names, solicitation, appearance.
    case 0x01...0x09, 0x14, 0x15, 0x19, 0x1F: .max
    default: 0
    }
  }
}
