package import AdvertisingData

/// An AD structure of a payload in words, with where it is: for what shows them one by one.
package struct StructureWords {
  /// Its octets in the payload, length and type among them.
  package let octets: Range<Int>
  /// The meaning of the structure, in one line, without parts of the payload that are not visible.
  package let words: String

  /// All of a payload, in their order.
  ///
  /// - Parameter payloads: those of its layout, which tell more of what its octets mean.
  package static func all(of payload: Payload, beside payloads: [Payload]) -> [StructureWords] {
    let context = PayloadContext(payloads)
    return payload.decoded.elements.map { element in
      StructureWords(octets: element.octetRange, words: StructureDescription(element, in: context).words)
    }
  }
}
