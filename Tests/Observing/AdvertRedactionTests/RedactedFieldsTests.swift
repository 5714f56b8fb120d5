import AdvertisingData
import TestSupport
import Testing

@testable import AdvertRedaction

/// What the fields of known formats say of themselves is what happens to their octets.
@Suite struct RedactedFieldsTests {
  /// Samples of every form: no octet of a field that is data, text or an address stays, except zeros and octets that other
  /// fields keep. Octets of addresses can be the same by chance, a whole address cannot.
  @Test(arguments: SampleValues.formats.map(\.hex) + FormatVectors.all.map(\.hex))
  func noDataOrAddressStays(_ hex: String) throws {
    let payload = Payload([UInt8](hex: hex))
    let signs = DeviceHints(payload)
    // An octet can become itself by chance, but not with every pseudonym.
    let redacted = (UInt64(0)..<3).map { Redaction(seed: $0 &* 0x9E37_79B9_7F4A_7C15).payload(payload).octets }
    for element in payload.decoded.elements {
      guard let known = KnownPayload.recognised(in: element.value, beside: signs) else { continue }
      let start = element.offset + 2 + known.start
      let fields = known.reading.fields.flattened
      var kept = [UInt8](repeating: 0, count: known.octets.count)
      for field in fields {
        for index in field.range ?? 0..<0 {
          if field.role == .structure { kept[index] = .max }
          if case .bits(let mask) = field.role { kept[index] |= mask }
          // A level that is not known stays one.
          if case .limited = field.role { kept[index] = .max }
        }
      }
      for field in fields {
        let octets = (field.range ?? 0..<0).filter { kept[$0] == 0 && known.octets[$0] != 0 }
        let same = octets.filter { index in redacted.allSatisfy { $0[start + index] == known.octets[index] } }
        switch field.role {
        case .structure, .bits, .limited, .text: break
        case .data where fields.contains { $0.isTextOrAddress(in: field.range) }: break
        case .data: #expect(same.isEmpty, "\(known.format.id) \(field.key): \(same)")
        case .address: #expect(octets.isEmpty || same.count < octets.count, "\(known.format.id) \(field.key)")
        }
      }
    }
  }

  /// What is wrong with data is wrong with their pseudonyms, and nothing else is: batteries, positions and all that is judged.
  @Test(arguments: FormatVectors.all.map(\.hex)) func problemsStay(_ hex: String) throws {
    let vector = [UInt8](hex: hex)
    let redaction = Redaction()
    for index in 4..<vector.count {
      let values = [UInt8(1), 0x33, 0x35, 0x36, 0x64, 0x65, 0x6B, 0x7F, 0x80, 0x9C, 0xE4, 0xE5, 0xFF]
      for value in values.sampled(oneIn: 4, seed: UInt64(index)) {
        var octets = vector
        octets[index] = value
        let payload = Payload(octets)
        let redacted = redaction.payload(payload)
        let problems = Self.problems(payload)
        #expect(Self.problems(redacted) == problems, "\(HexText.compact(octets)), \(HexText.compact(redacted.octets))")
      }
    }
  }

  private static func problems(_ payload: Payload) -> [[KnownPayload.Problem]] {
    let signs = DeviceHints(payload)
    return payload.decoded.elements.map { element in
      KnownPayload.recognised(in: element.value, beside: signs)?.problems ?? []
    }
  }

  /// Texts are replaced letter by letter by others; the test above leaves them to this one.
  @Test func noTextStays() {
    for sample in SampleValues.formats {
      let payload = Payload([UInt8](hex: sample.hex))
      let redacted = Redaction().payload(payload).octets
      for element in payload.decoded.elements {
        guard let known = KnownPayload.recognised(in: element.value, beside: DeviceHints(payload)) else { continue }
        for field in known.reading.fields.flattened where field.role == .text {
          guard let range = field.range, range.count > 1 else { continue }
          let start = element.offset + 2 + known.start
          let sent = Array(known.octets[range])
          let shown = Array(redacted[start + range.lowerBound..<start + range.upperBound])
          let isWord = sent.contains { (UInt8(ascii: "A")...UInt8(ascii: "z")).contains($0) }
          #expect(!isWord || sent != shown, "\(known.format.id) \(field.key)")
        }
      }
    }
  }
}

extension Field {
  /// Whether octets of a field that holds this one are text or an address, which are replaced in ways of their own.
  fileprivate func isTextOrAddress(in range: Range<Int>?) -> Bool {
    guard let own = self.range, let range, own.overlaps(range) else { return false }
    switch role {
    case .text, .address: return true
    case .structure, .bits, .limited, .data: return false
    }
  }
}
