public import AdvertisingData

/// An advertiser's own address, or one next to it, in its manufacturer or service data.
///
/// Devices put it there because some platforms hide addresses from apps. A chip with several interfaces has neighbouring
/// addresses, so what stands there may be that of the Wi-Fi or of classic Bluetooth.
public struct EmbeddedAddress: Hashable, Sendable {
  public let block: Block
  /// Offset of its first octet from the start of the block's payload.
  public let offset: Int
  public let order: OctetOrder
  /// The number there minus the advertiser's address, -2 to 2.
  public let difference: Int
  /// Whose data it stands in. The octets of the owner's identifier are searched too: some devices begin their
  /// manufacturer data with the address, where the company belongs.
  public let owner: VendorDataOwner

  fileprivate static let octetCount = 6
  /// How far a neighbour may be away.
  fileprivate static let reach = 2
}

/// The order of a number's octets.
public enum OctetOrder: String, Hashable, Sendable, CaseIterable {
  /// Most significant first, as addresses are printed.
  case bigEndian = "big-endian"
  /// Least significant first, as on the air.
  case littleEndian = "little-endian"
}

extension Advertiser {
  /// Where its own address, or a neighbour of it, stands in its manufacturer and service data, in the order first seen.
  ///
  /// Public and static random addresses only: a private address is made to change, and a device knows no fixed place
  /// for it.
  public var embeddedAddresses: [EmbeddedAddress] {
    let fixed: [DeviceAddress.Kind] = [.public, .randomStatic, .publicIdentity, .randomIdentity]
    guard fixed.contains(address.kind) else { return [] }
    var found: [EmbeddedAddress] = []
    var known: Set<EmbeddedAddress> = []
    for (block, payload) in layouts.flatMap(\.layout.blocks) {
      for data in payload.vendorData {
        for embedded in Self.places(of: address, in: data, block: block) where known.insert(embedded).inserted {
          found.append(embedded)
        }
      }
    }
    return found
  }

  private static func places(of address: DeviceAddress, in data: VendorData, block: Block) -> [EmbeddedAddress] {
    var places: [EmbeddedAddress] = []
    var start = 0
    while start + EmbeddedAddress.octetCount <= data.value.count {
      guard let (order, difference) = match(data.value[start..<start + EmbeddedAddress.octetCount], address) else {
        start += 1
        continue
      }
      places.append(
        EmbeddedAddress(
          block: block, offset: data.valueOffset + start, order: order, difference: difference, owner: data.owner))
      // Octets that are one address are not part of another.
      start += EmbeddedAddress.octetCount
    }
    return places
  }

  /// How six octets read as the address or a neighbour: in the order in which the difference is least.
  private static func match(
    _ octets: ArraySlice<UInt8>, _ address: DeviceAddress
  ) -> (order: OctetOrder, difference: Int)? {
    // Zeros and the like are padding, whatever a broken device has for an address.
    guard octets.contains(where: { $0 != octets.first }) else { return nil }
    let readings: [(OctetOrder, UInt64)] = [
      (.bigEndian, octets.reduce(0) { $0 << 8 | UInt64($1) }),
      (.littleEndian, octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }),
    ]
    return readings.map { (order: $0, difference: Int($1) - Int(address.bits)) }
      .filter { abs($0.difference) <= EmbeddedAddress.reach }
      .min { abs($0.difference) < abs($1.difference) }
  }
}

/// Who defines what the octets of manufacturer data or service data mean.
public enum VendorDataOwner: Hashable, Sendable {
  /// Manufacturer data of a company identifier.
  case company(UInt16)
  /// Service data of a service.
  case service(BluetoothUUID)
}

/// The manufacturer data or service data of one AD structure.
///
/// Source: Core Specification Supplement Part A 1.4 and 1.11.
struct VendorData: Sendable {
  let owner: VendorDataOwner
  /// Offset of the value's first octet, the owner's identifier, from the start of the payload.
  let valueOffset: Int
  /// The octets of the owner's identifier, at the start of the value.
  let headerCount: Int
  let value: [UInt8]
  /// Whether the structure is all there.
  let isWhole: Bool

  /// The octets after the owner's identifier.
  var data: ArraySlice<UInt8> { value[headerCount...] }

  /// `nil` for other types, and where there is no room for the owner's identifier.
  init?(_ structure: borrowing ADStructure) {
    let value = structure.value
    if structure.type == .manufacturerData {
      guard value.count >= 2 else { return nil }
      owner = .company(UInt16(value[0]) | UInt16(value[1]) << 8)
      headerCount = 2
    } else {
      guard let width = ServiceData.width(of: structure.type),
        let uuid = BluetoothUUID(littleEndian: value, at: 0, width: width)
      else { return nil }
      owner = .service(uuid)
      headerCount = width.octets
    }
    valueOffset = structure.valueOffset
    isWhole = structure.missingOctets == 0
    self.value = Array(copying: value)
  }
}

extension Payload {
  /// Its manufacturer and service data, in the order sent.
  var vendorData: [VendorData] {
    var found: [VendorData] = []
    var walk = structures
    while let structure = walk.next() {
      if let data = VendorData(structure) { found.append(data) }
    }
    return found
  }
}
