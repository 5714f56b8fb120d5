internal import AdvertisingData
internal import AssignedNumbers

/// An AD structure in words and in JSON. What each type of value says is in the `Values` folder.
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
      case .other(let octets): "\(typeName ?? "Unassigned type \(element.type.hex)"): \(Words.hex(octets))"
      case .malformed(_, let malformation): "\(typeName ?? "Type \(element.type.hex)"): malformed, \(malformation)"
      default: element.value.described?.words ?? Words.hex(element.value.octets)
      }
    return element.overruns ? meaning + " (cut: the length byte says \(element.declaredLength))" : meaning
  }

  /// The meaning as fields, `null` for types that are not decoded and for malformed values.
  func writeDecoded(to json: inout JSONWriter, key: String) {
    guard let value = element.value.described else {
      json.null(key)
      return
    }
    json.object(key) { json in
      value.writeFields(to: &json)
      KnownPayload.write(knownIn: element.value, candidates: overflowCandidates, to: &json)
    }
  }
}

extension ADType {
  fileprivate var hex: String { Words.hex(number: rawValue, octets: 1) }
}
