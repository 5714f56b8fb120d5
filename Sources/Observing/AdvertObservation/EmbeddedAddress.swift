package import AdvertisingData

/// An advertiser's own address, or one next to it, in its manufacturer or service data.
///
/// Devices send it because some platforms hide addresses from apps. A chip with several interfaces has neighbouring
/// addresses, so it can be the address of Wi-Fi or of classic Bluetooth.
package struct EmbeddedAddress: Hashable, Sendable {
  /// The block of the data with the address.
  package let block: Block
  /// Offset of its first octet from the start of the block's payload.
  package let offset: Int
  /// The order of the address: as printed, or as sent.
  package let order: OctetOrder
  /// The embedded address minus the advertiser's address, -2 to 2.
  package let difference: Int
  /// The owner of the data. The octets of the owner's identifier are searched too: the manufacturer data of some
  /// devices begin with the address, in place of the company.
  package let owner: VendorIdentifier

  fileprivate static let octetCount = 6
  /// The largest difference to a neighbour.
  fileprivate static let reach = 2
}

extension Advertiser {
  /// The places of its own address, or a neighbour of it, in its manufacturer and service data, in the order of the
  /// capture.
  ///
  /// Only for public and static random addresses: private addresses change.
  package var embeddedAddresses: [EmbeddedAddress] {
    switch address.kind {
    case .public, .randomStatic, .publicIdentity, .randomIdentity: break
    case .randomResolvable, .randomNonResolvable, .randomReserved, .anonymous, .unknown: return []
    }
    var found: [EmbeddedAddress] = []
    var known: Set<EmbeddedAddress> = []
    for observed in layouts {
      for (block, payload) in observed.layout.blocks {
        for data in payload.vendorData {
          for embedded in Self.places(of: address, in: data, block: block) where known.insert(embedded).inserted {
            found.append(embedded)
          }
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
      // Addresses do not overlap.
      start += EmbeddedAddress.octetCount
    }
    return places
  }

  /// Returns the order in which six octets are nearest to the address, and the difference; `nil` when they are not a
  /// neighbour.
  private static func match(
    _ octets: ArraySlice<UInt8>, _ address: DeviceAddress
  ) -> (order: OctetOrder, difference: Int)? {
    var nearest: (order: OctetOrder, difference: Int)?
    for order in OctetOrder.allCases {
      let difference = Int64(order.number(of: octets)) - Int64(address.bits)
      guard difference.magnitude <= EmbeddedAddress.reach,
        nearest.map({ difference.magnitude < $0.difference.magnitude }) ?? true
      else { continue }
      nearest = (order, Int(difference))
    }
    // Six equal octets are padding, even when a broken device has such an address.
    return octets.contains { $0 != octets.first } ? nearest : nil
  }
}

/// The owner of manufacturer data or service data, who defines the format.
package enum VendorIdentifier: Hashable, Sendable {
  /// Manufacturer data of a company identifier.
  case company(UInt16)
  /// Service data of a service.
  case service(BluetoothUUID)
}

/// The manufacturer data or service data of one AD structure.
///
/// Source: Core Specification Supplement Part A 1.4 and 1.11.
struct VendorData: Sendable {
  let owner: VendorIdentifier
  /// Offset of the value's first octet, the owner's identifier, from the start of the payload.
  let valueOffset: Int
  /// The length of the owner's identifier at the start of the value.
  let headerCount: Int
  let value: [UInt8]
  /// Whether the structure is whole.
  let isWhole: Bool

  /// The octets after the owner's identifier.
  var data: ArraySlice<UInt8> { value[headerCount...] }

  /// The data of a structure; `nil` for other types, and when the value is too short for the owner's identifier.
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
  /// The manufacturer and service data, in the order sent.
  var vendorData: [VendorData] {
    var found: [VendorData] = []
    var walk = structures
    while let structure = walk.next() {
      if let data = VendorData(structure) { found.append(data) }
    }
    return found
  }
}
