/// An order of the octets of a 128-bit UUID. Receivers expect only the first.
package enum UUIDOrder: String, Hashable, Sendable, CaseIterable {
  /// The order of advertising data: the last octet of the written form comes first. Source: Core Specification Vol 3
  /// Part B 2.5.1 and Vol 3 Part C 11.
  case lastByteFirst
  /// The order of the written form.
  case asWritten
  /// The order of a GUID in the memory of Windows: the last octet of each of the first three groups comes first, the
  /// other groups are as written. Source: RFC 9562, section 4.
  case guid
  /// The order of ``guid`` from its end to its beginning.
  case guidReversed

  /// Returns the 16 octets of a UUID in this order.
  package func octets(of uuid: BluetoothUUID) -> [UInt8] {
    let lastFirst = uuid.littleEndian(width: .bits128) ?? []
    return switch self {
    case .lastByteFirst: lastFirst
    case .asWritten: lastFirst.reversed()
    case .guid: Self.swappingGroups(lastFirst.reversed())
    case .guidReversed: Self.swappingGroups(lastFirst.reversed()).reversed()
    }
  }

  /// Returns the UUID whose octets are in this order; `nil` unless there are 16.
  package func uuid(of octets: some Collection<UInt8>) -> BluetoothUUID? {
    guard octets.count == BluetoothUUID.Width.bits128.octets else { return nil }
    let written: [UInt8] =
      switch self {
      case .lastByteFirst: octets.reversed()
      case .asWritten: Array(octets)
      case .guid: Self.swappingGroups(Array(octets))
      case .guidReversed: Self.swappingGroups(octets.reversed())
      }
    let order = OctetOrder.bigEndian
    return BluetoothUUID(high: order.number(of: written[..<8]), low: order.number(of: written[8...]))
  }

  /// Returns 16 octets with each of the first three groups of the written form in reverse.
  private static func swappingGroups(_ octets: [UInt8]) -> [UInt8] {
    octets[..<4].reversed() + octets[4..<6].reversed() + octets[6..<8].reversed() + octets[8...]
  }
}

extension BluetoothUUID {
  /// The version of a UUID of the variant of RFC 9562; `nil` for other variants and for versions that are not defined.
  package var version: Int? {
    let version = Int(high >> 12 & 0xF)
    return low >> 62 == 0b10 && (1...8).contains(version) ? version : nil
  }

  /// Whether the UUID was likely made by a program: of version 4 without an octet that occurs four times, or of version
  /// 1 and the years 1995 to 2030. Of octets by chance, one in 64 are so.
  package var looksGenerated: Bool {
    switch version {
    case 1: return (0x1CF...0x1F6).contains(high & 0xFFF)
    case 4:
      let octets = UUIDOrder.asWritten.octets(of: self).sorted()
      return !zip(octets, octets.dropFirst(3)).contains { $0 == $1 }
    default: return false
    }
  }
}
