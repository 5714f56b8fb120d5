public import AdvertisingData

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
