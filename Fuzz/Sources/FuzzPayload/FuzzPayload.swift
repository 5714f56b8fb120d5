import AdvertisingData
import FuzzSupport

/// The walker over AD structures, typed values and well-known formats: whatever the octets, they come back, each is in one
/// structure or in the remainder, and no field of a format lies beyond them.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzPayload(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  let context = choices.element(of: ADContext.allCases)
  let octets = Array(choices.rest)
  let payload = Payload(octets)
  walk(payload)

  let decoded = DecodedPayload(payload, in: context)
  demand(decoded.payload == payload, "decoded and encoded otherwise")
  let signs = DeviceHints(payload)
  for element in decoded.elements {
    demand(element.octetRange.upperBound <= octets.count, "an element beyond the payload")
    demand(octets[element.octetRange].dropFirst(2).elementsEqual(element.value.octets), "a value of other octets")
    if let known = KnownPayload.recognised(in: element.value, beside: signs) {
      demand(element.value.octets.dropFirst(known.start).elementsEqual(known.octets), "data in another place")
      isRead(known)
    }
  }
  for listing in payload.serviceListings {
    demand(listing.offset + listing.width.octets <= octets.count, "a service beyond the payload")
  }
  demand(payload.significantCount <= octets.count, "more octets that count than there are")
  _ = payload.name
  let vendors = payload.values.compactMap { if case .manufacturerData(let value) = $0 { value } else { nil } }
  demand(payload.manufacturerData == vendors, "other manufacturer data by their name")
  if decoded.ending == .complete, octets.count <= AdvertisingPDU.extendedConnectable.payloadLimit {
    demand((try? Payload(payload.values, for: .extendedConnectable)) == payload, "built otherwise from its values")
  }
  // The same octets as one value of every kind, which reaches deeper than what fits behind a length.
  guard let type = octets.first else { return 0 }
  let value = Array(octets.dropFirst())
  demand(
    ADValue(type: ADType(rawValue: type), value: value.span, in: context).octets == value, "a value encoded otherwise")
  return 0
}

private func walk(_ payload: Payload) {
  var structures = payload.structures
  var end = 0
  while let structure = structures.next() {
    demand(structure.offset == end, "a structure at \(structure.offset), not at \(end)")
    end = structure.offset + structure.size
    demand(end <= payload.count && structure.missingOctets >= 0, "a structure beyond the payload")
  }
  if structures.ending == .complete { demand(end == payload.count, "complete at \(end) of \(payload.count)") }
}

private func isRead(_ known: KnownPayload) {
  // What decides how data are read can be among the octets that are missing.
  for field in known.reading.fields.flattened where !field.key.isEmpty {
    demand((field.range?.upperBound ?? 0) <= known.octets.count, "\(known.format.id) has a field beyond its octets")
  }
  demand(known.device != "", "\(known.format.id) of a device without words")
  for problem in known.problems { demand(!problem.description.isEmpty, "a problem without words") }
}
