/// The UUIDs of a list of one width, in the order sent, and how they are laid out.
struct UUIDItems {
  let uuids: [BluetoothUUID]

  /// Throws ``Malformation/ragged(itemSize:actual:)`` when the octets do not divide into UUIDs.
  init(decoding value: Span<UInt8>, width: BluetoothUUID.Width) throws(Malformation) {
    guard value.count % width.octets == 0 else {
      throw .ragged(itemSize: width.octets, actual: value.count)
    }
    uuids = Self.whole(in: value, width: width)
  }

  /// The whole UUIDs at the start of the octets; what is left over is ignored.
  static func whole(in value: Span<UInt8>, width: BluetoothUUID.Width) -> [BluetoothUUID] {
    stride(from: 0, to: value.count, by: width.octets).compactMap { offset in
      BluetoothUUID(littleEndian: value, at: offset, width: width)
    }
  }

  static func octets(of uuids: [BluetoothUUID], width: BluetoothUUID.Width) -> [UInt8] {
    uuids.flatMap { $0.littleEndian(width: width) ?? [] }
  }
}
