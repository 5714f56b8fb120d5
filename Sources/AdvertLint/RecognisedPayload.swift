internal import AdvertisingData

/// Manufacturer or service data in a well-known format, and where it is.
struct RecognisedPayload: Sendable {
  let payload: KnownPayload
  /// The structure it is in.
  let structure: DecodedPayload.Element
  /// Octets in front of the data: the company identifier or the service UUID.
  let headerCount: Int

  /// `nil` when the structure holds neither kind of data, or data in no format known here.
  init?(_ structure: DecodedPayload.Element) {
    switch structure.value {
    case .manufacturerData(let data):
      guard let payload = KnownPayload.recognised(in: data) else { return nil }
      self.payload = payload
      headerCount = 2
    case .serviceData(let data):
      guard let payload = KnownPayload.recognised(in: data) else { return nil }
      self.payload = payload
      headerCount = data.width.octets
    default: return nil
    }
    self.structure = structure
  }

  /// Offset of the company identifier or service UUID from the start of the block.
  var headerOffset: Int { structure.offset + 2 }

  /// Offset of the first octet after the company identifier or service UUID from the start of the block.
  var dataOffset: Int { headerOffset + headerCount }
}

extension Report {
  /// Flags octets of well-known data; `range` counts from their first octet.
  mutating func flag(
    _ found: RecognisedPayload, _ range: Range<Int>, _ message: String, fix: String? = nil, severity: Severity? = nil
  ) {
    flag(
      in: place, found.dataOffset + range.lowerBound, length: range.count, message, fix: fix, severity: severity)
  }
}
