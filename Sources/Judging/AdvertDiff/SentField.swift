internal import AdvertReading
package import AdvertisingData

/// One field of a payload: an AD structure, or a service of a list.
package struct SentField: Hashable, Sendable {
  /// The key of the field, which does not depend on its value and place.
  package let key: FieldKey
  /// The block of the field.
  package let block: Block
  /// The offset of its beginning in the payload: the length octet of a structure, the UUID of a listed service.
  package let offset: Int
  /// The number of its octets from there.
  package let length: Int
  /// The octets compared: those of the AD structure, including length and type. For a listed service, the type of the
  /// list and the UUID as sent.
  package let octets: [UInt8]
  /// The names and services of the layout, which identify some sensors.
  package let signs: DeviceHints
  /// The octets that vary, by their position in the field from its ``offset`` on.
  package let varying: Set<Int>
  /// The UUID of a listed service or of service data with `??` for octets that vary; `nil` when none of them does.
  package let openUUID: String?

  /// The AD structure with its meaning; `nil` for a listed service and for the octets after the last structure.
  package var element: DecodedPayload.Element? {
    switch key {
    case .service, .remainder: nil
    case .name, .manufacturerData, .serviceData, .other: Payload(octets).decoded.elements.first
    }
  }

  /// The recognised data, when their format is known.
  package var known: KnownPayload? { element.flatMap { KnownPayload.recognised(in: $0.value, beside: signs) } }

  /// Returns whether fields are equal, with no regard to the rest of the layout.
  package static func == (one: Self, other: Self) -> Bool {
    one.key == other.key && one.block == other.block && one.offset == other.offset && one.length == other.length
      && one.octets == other.octets
  }

  /// Hashes the octets and their place.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(block)
    hasher.combine(offset)
    hasher.combine(length)
    hasher.combine(octets)
  }

  /// The type of the list of a listed service; `nil` for any other field.
  package var listType: ADType? {
    guard case .service = key else { return nil }
    return octets.first.map { ADType(rawValue: $0) }
  }
}

/// The identity of a field, by which it is recognised with another value or in the other block.
package enum FieldKey: Hashable, Sendable {
  /// A service in a list of UUIDs, complete or not.
  case service(BluetoothUUID)
  /// The local name, complete or shortened.
  case name
  /// Manufacturer data of a company, counted from 0 for several.
  case manufacturerData(UInt16, Int)
  /// Data of a service, counted from 0 for several.
  case serviceData(BluetoothUUID, Int)
  /// An AD structure of another type, counted from 0 for several. Also a second name, and a list that is not whole.
  case other(ADType, Int)
  /// The octets after the last AD structure.
  case remainder
}

extension Payload {
  /// Returns every field, in the order sent.
  ///
  /// - Parameters:
  ///   - signs: those of the layout.
  ///   - variation: the octets that vary.
  func fields(in block: Block, beside signs: DeviceHints, varying variation: Variation = Variation()) -> [SentField] {
    var fields: [SentField] = []
    var occurrences: [FieldKey: Int] = [:]
    var end = 0
    func varying(_ range: Range<Int>) -> Set<Int> {
      variation.covers(any: range) ? Set(range.filter { variation[$0] != nil }.map { $0 - range.lowerBound }) : []
    }
    func openUUID(at offset: Int, _ width: BluetoothUUID.Width) -> String? {
      variation.covers(any: offset..<offset + width.octets) ? variation.uuid(at: offset, width, in: self) : nil
    }
    func add(_ key: (Int) -> FieldKey, _ range: Range<Int>, _ openUUID: String? = nil) {
      let first = key(0)
      let occurrence = occurrences[first, default: 0]
      occurrences[first] = occurrence + 1
      fields.append(
        SentField(
          key: key(occurrence), block: block, offset: range.lowerBound, length: range.count,
          octets: Array(octets[range]), signs: signs, varying: varying(range), openUUID: openUUID))
    }
    var walk = structures
    while let structure = walk.next() {
      let range = structure.offset..<structure.offset + structure.size
      end = range.upperBound
      let type = structure.type
      let value = octets[range].dropFirst(2)
      if let width = ServiceUUIDList.width(of: type), structure.missingOctets == 0, !value.isEmpty,
        value.count % width.octets == 0
      {
        for start in stride(from: value.startIndex, to: value.endIndex, by: width.octets) {
          guard let uuid = BluetoothUUID(littleEndian: octets.span, at: start, width: width) else { continue }
          fields.append(
            SentField(
              key: .service(uuid), block: block, offset: start, length: width.octets,
              octets: [type.rawValue] + octets[start..<start + width.octets], signs: signs,
              varying: varying(start..<start + width.octets), openUUID: openUUID(at: start, width)))
        }
      } else if type == .completeLocalName || type == .shortenedLocalName, occurrences[.name] == nil {
        add({ _ in .name }, range)
      } else if type == .manufacturerData, value.count >= 2 {
        let company = UInt16(octets[value.startIndex]) | UInt16(octets[value.startIndex + 1]) << 8
        add({ .manufacturerData(company, $0) }, range)
      } else if let width = ServiceData.width(of: type),
        let uuid = BluetoothUUID(littleEndian: structure.value, at: 0, width: width)
      {
        add({ .serviceData(uuid, $0) }, range, openUUID(at: range.lowerBound + 2, width))
      } else {
        add({ .other(type, $0) }, range)
      }
    }
    if end < count { add({ _ in .remainder }, end..<count) }
    return fields
  }
}

extension SentField {
  /// The ranges of the values inside the field, from its start, as far as its format is known. Two octets of one number
  /// vary together.
  var valueRanges: [Range<Int>] {
    // Larger ranges contain several values.
    let maximumOctets = 8
    guard let value = element?.value else { return [] }
    var ranges = value.fields.flattened.compactMap { $0.range }.map { $0.lowerBound + 2..<$0.upperBound + 2 }
    if let known {
      let start = 2 + known.start
      ranges += known.reading.fields.flattened.compactMap { $0.range }.map {
        $0.lowerBound + start..<$0.upperBound + start
      }
    }
    return ranges.filter { $0.count <= maximumOctets && $0.upperBound <= octets.count }
  }
}
