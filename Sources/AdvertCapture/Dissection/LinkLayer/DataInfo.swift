/// ADI: which set, and which version of its data.
struct DataInfo: Hashable {
  let bits: UInt16

  /// The advertising data identifier, 12 bits; it changes with the data.
  var did: UInt16 { bits & 0x0FFF }
  /// The advertising set, 0 to 15.
  var sid: UInt8 { UInt8(bits >> 12) }
}
