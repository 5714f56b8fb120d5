internal import AdvertisingData

/// The common form of payloads of one device that differ only in values: a counter, a battery, a temperature.
///
/// It consists of the types and lengths of the AD structures, and the content of those that identify the device: lists
/// of services, names, flags, appearance, and the owners of data.
package struct PayloadForm: Hashable, Sendable {
  private let description: [UInt8]

  package init(_ payload: Span<UInt8>) {
    var description: [UInt8] = []
    description.reserveCapacity(payload.count + 2)
    var walk = ADStructures(payload)
    while let structure = walk.next() {
      description.append(UInt8(truncatingIfNeeded: structure.declaredLength))
      description.append(structure.type.rawValue)
      let told = min(Self.toldOctets(of: structure.type.rawValue), structure.value.count)
      for index in 0..<told { description.append(structure.value[index]) }
    }
    // The octets after the last structure.
    if payload.count > 0 { description.append(UInt8(truncatingIfNeeded: payload.count)) }
    self.description = description
  }

  /// Returns the number of octets of a structure that identify the device.
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
