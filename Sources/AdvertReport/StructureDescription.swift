internal import AdvertisingData
internal import AssignedNumbers

/// An AD structure in words and in JSON, both made from the fields of its value.
struct StructureDescription {
  private let element: DecodedPayload.Element
  /// Services that may hide in an overflow area; named in JSON.
  private let overflowCandidates: OverflowCandidates

  init(_ element: DecodedPayload.Element, overflowCandidates: OverflowCandidates = .none) {
    self.element = element
    self.overflowCandidates = overflowCandidates
  }

  /// The assigned name of the type, `nil` when it is not assigned.
  var typeName: String? { ADTypes.name(of: element.type.rawValue) }

  /// What it is and what it says, in one line.
  var words: String {
    let meaning =
      switch element.value {
      case .other(_, let octets): "\(typeName ?? "Unassigned type \(element.type.hex)"): \(Words.hex(octets))"
      case .malformed(_, _, let malformation): "\(typeName ?? "Type \(element.type.hex)"): malformed, \(malformation)"
      default: fieldWords
      }
    return element.overruns ? meaning + " (cut: the length byte says \(element.declaredLength))" : meaning
  }

  /// The words of the fields. Vendors' data in a known format are told as such, and not as octets.
  private var fieldWords: String {
    let fields = element.value.fields
    guard let known else { return fields.words }
    return fields.filter { !$0.value.isVendorOctets }.words + ": " + known.words
  }

  private var known: KnownPayload? {
    switch element.value {
    case .manufacturerData(let data): KnownPayload.recognised(in: data)
    case .serviceData(let data): KnownPayload.recognised(in: data)
    default: nil
    }
  }

  /// The meaning as fields, `null` for types that are not decoded and for malformed values.
  func writeDecoded(to json: inout JSONWriter, key: String) {
    let fields = element.value.fields
    guard !fields.isEmpty else {
      json.null(key)
      return
    }
    json.object(key) { json in
      fields.write(to: &json)
      KnownPayload.write(knownIn: element.value, candidates: overflowCandidates, to: &json)
    }
  }
}

extension Field.Value {
  fileprivate var isVendorOctets: Bool {
    if case .vendorOctets = self { true } else { false }
  }
}

extension ADType {
  fileprivate var hex: String { Words.hex(number: rawValue, octets: 1) }
}
