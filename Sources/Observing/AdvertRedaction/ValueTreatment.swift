internal import AdvertisingData

/// The treatment of each octet of a structure's value.
struct ValueTreatment {
  /// The owner, who defines the meaning of the data.
  let owner: DataPseudonyms.Owner
  private(set) var octets: [OctetTreatment]
  private(set) var addresses: [AddressPlace] = []
  /// The start of vendors' data in no known format, and the first octets that they must not get, so that they do not
  /// become a known format; `nil` for other values.
  private(set) var unknownFormat: (start: Int, avoided: Set<UInt8>)?

  enum OctetTreatment: Hashable {
    /// The value decides how other octets are read or how the device works, and does not identify the device.
    case kept
    /// The bits given stay.
    case replaced(keeping: UInt8)
    /// Replaced by an octet of the same range.
    case limited([ClosedRange<UInt8>])
    case text
  }

  /// Six octets that are an address.
  struct AddressPlace: Hashable {
    let offset: Int
    /// The order; `nil` for either.
    let order: OctetOrder?
  }

  /// A treatment that replaces every octet.
  init(_ owner: DataPseudonyms.Owner, count: Int) {
    self.owner = owner
    octets = Array(repeating: .replaced(keeping: 0), count: count)
  }

  /// Keeps the octets of a range that exist.
  mutating func keep(_ range: Range<Int>) { mark(range, .kept) }

  /// Keeps some bits of an octet, if it exists.
  mutating func keep(bits: UInt8, at offset: Int) { mark(offset..<offset + 1, .replaced(keeping: bits)) }

  mutating func readAsText(_ range: Range<Int>) { mark(range, .text) }

  /// Reads six octets as an address, if they exist.
  mutating func readAsAddress(at offset: Int, _ order: OctetOrder?) {
    guard offset + 6 <= octets.count else { return }
    addresses.append(AddressPlace(offset: offset, order: order))
  }

  /// The runs of octets that are text.
  var texts: [Range<Int>] {
    var texts: [Range<Int>] = []
    for offset in octets.indices where octets[offset] == .text {
      if let last = texts.last, last.upperBound == offset {
        texts[texts.count - 1] = last.lowerBound..<offset + 1
      } else {
        texts.append(offset..<offset + 1)
      }
    }
    return texts
  }

  private mutating func mark(_ range: Range<Int>, _ treatment: OctetTreatment) {
    for offset in range.clamped(to: octets.indices) { octets[offset] = treatment }
  }
}

extension ValueTreatment {
  /// The treatment by the fields of the value, octet by octet. An octet stays only in a field that was decoded whole
  /// and whose role allows it. All others are replaced: octets beyond the length of a type, values that do not fit
  /// theirs, and whole values of types that are not assigned.
  init(_ structure: SentStructure) {
    let (type, value) = (structure.type, structure.value)
    let decoded = ADValue(type: type, value: value.span)
    switch decoded {
    case .manufacturerData(let data):
      self.init(.company(data.company), count: value.count)
      let known = KnownPayload.recognised(in: data, beside: structure.signs)
      // Measurements can be in place of the company identifier.
      if known?.start != 0 { treat(decoded.fields) }
      treat(known, from: 2, KnownPayload.beginnings(inDataOf: data.company))
    case .serviceData(let data):
      self.init(.service(data.uuid), count: value.count)
      // A UUID of 16 octets is not certain when the end is missing, or when it reads like a text.
      if structure.isTrusted || data.width == .bits16 { treat(decoded.fields) }
      treat(KnownPayload.recognised(in: data), from: value.count - data.data.count, [])
    default:
      self.init(.type(type), count: value.count)
      treat(structure.isTrusted ? decoded.fields : decoded.fields.filter { !$0.role.keeps })
      treat(decoded.beginning)
    }
  }

  /// Treats the octets of a known format; `start` is the offset of the first in the value.
  private mutating func treat(_ payload: KnownPayload?, from start: Int, _ beginnings: [[UInt8]]) {
    if let payload {
      treat(payload.reading.fields, from: payload.start)
    } else {
      unknownFormat = (start, Set(beginnings.compactMap(\.first)))
    }
  }

  private mutating func treat(_ fields: [Field], from start: Int = 0) {
    for field in fields.flattened {
      guard let place = field.range else { continue }
      let range = place.lowerBound + start..<place.upperBound + start
      switch field.role {
      case .data: break
      case .structure: keep(range)
      case .bits(let bits): keep(bits: bits, at: range.lowerBound)
      case .limited(let ranges): mark(range, .limited(ranges))
      case .text: readAsText(range)
      case .address(let isLittleEndian, _):
        readAsAddress(at: range.lowerBound, isLittleEndian.map { $0 ? .littleEndian : .bigEndian })
      }
    }
  }
}

extension Field.Role {
  /// Whether an octet of it stays, or bits of one.
  fileprivate var keeps: Bool {
    switch self {
    case .structure, .bits: true
    case .data, .limited, .text, .address: false
    }
  }
}
