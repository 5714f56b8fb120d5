import AdvertisingData
import TestSupport
import Testing

@testable import AdvertRedaction

/// What stays of a value is what its type allows, whatever the octets are and however wrong a length is.
@Suite struct RedactionProofTests {
  /// The offsets of a value whose octets may stay. Written down apart from the roles of fields, to check those.
  static func mayStay(_ type: UInt8, _ count: Int, isWhole: Bool) -> Range<Int> {
    func onlyOf(_ right: Int) -> Range<Int> { isWhole && count == right ? 0..<right : 0..<0 }
    func list(_ width: Int) -> Range<Int> { isWhole && count % width == 0 ? 0..<count : 0..<0 }
    func start(_ width: Int) -> Range<Int> { isWhole ? 0..<width : 0..<0 }
    return switch type {
    case 0x01, 0x25, 0x2B: isWhole || type != 0x01 ? 0..<1 : 0..<0
    case 0x02, 0x03, 0x14: list(2)
    case 0x04, 0x05, 0x1F: list(4)
    case 0x06, 0x07, 0x15: list(16)
    case 0x0A, 0x11, 0x1C: onlyOf(1)
    case 0x19, 0x1A, 0x3D: onlyOf(2)
    case 0x0D: onlyOf(3)
    case 0x12: onlyOf(4)
    case 0x10: onlyOf(8)
    case 0x16, 0xFF: 0..<2
    case 0x20: start(4)
    case 0x21: start(16)
    case 0x1B: isWhole && count == 7 ? 6..<7 : 0..<0
    // A scheme of one character, or the first octet of a character of the text that it is otherwise.
    case 0x24: 0..<2
    case 0x27: start(10)
    case 0x2F: isWhole && (3...4).contains(count) ? 0..<count : 0..<0
    default: 0..<0
    }
  }

  /// Values of all types and lengths, whole and with a length that is too great: each octet is looked at.
  @Test func onlyWhatTheTypeAllows() {
    // An octet can become itself by chance, but not with every pseudonym.
    let redactions = (UInt64(0)..<4).map { Redaction(seed: $0 &* 0x9E37_79B9_7F4A_7C15) }
    var random = SplitMix64(seed: 4)
    for type in (UInt8.min ... .max).sampled(oneIn: 4) {
      for count in (0...40).sampled(oneIn: 4, seed: UInt64(type)) {
        for missing in [0, 1, 7] {
          let value = random.octets(count)
          let octets = [UInt8(count + 1 + missing), type] + value
          let redacted = redactions.map { Array($0.payload(Payload(octets)).octets.dropFirst(2)) }
          let kept = value.indices.filter { index in
            value[index] != 0 && redacted.allSatisfy { $0[index] == value[index] }
          }
          let label: Comment = "\(octets.hex): \(kept)"
          switch type {
          // Flags and lengths of blocks.
          case 0x26: #expect(Self.longestRun(kept) <= 3, label)
          // The first octets of characters, and the scheme. What separates words stays.
          case 0x08, 0x09, 0x30, 0x24:
            let letters = kept.filter { !" -_:./".utf8.contains(value[$0]) }
            #expect(Self.longestRun(letters) <= 3, label)
          // Octets of a pseudonym can be those of the address by chance.
          case 0x17, 0x18, 0x1B: #expect(Self.longestRun(kept) <= 2, label)
          default:
            let allowed = Self.mayStay(type, count, isWhole: missing == 0)
            #expect(kept.allSatisfy(allowed.contains), label)
          }
        }
      }
    }
  }

  /// Separators of texts stay, and so does the first octet that is not UTF-8: a marker has none of the former. An
  /// overflow area with at most 16 bits set stays: a marker sets more.
  private static let markerOctets: [UInt8] = (1...255).filter { octet in
    let character = Character(Unicode.Scalar(octet))
    return octet.nonzeroBitCount >= 4 && (octet >= 0x80 || character.isLetter || character.isNumber)
  }

  /// Markers in every place of every format, also cut short and lengthened: no six octets of them stay.
  @Test(arguments: SampleValues.formats.indices) func noMarkerStaysInAFormat(_ index: Int) {
    let redactions = (UInt64(0)..<3).map { Redaction(seed: $0 &* 0x9E37_79B9_7F4A_7C15) }
    var random = SplitMix64(seed: UInt64(index))
    let whole = [UInt8](hex: SampleValues.formats[index].hex)
    for count in (4...whole.count + 8).sampled(oneIn: 48, seed: UInt64(index)) {
      let surplus = (0..<max(0, count - whole.count)).map { _ in UInt8.random(in: 1...255, using: &random) }
      for start in 4..<count {
        for lengthError in [-1, 0, 1] {
          let marker = (0..<6).map { _ in Self.markerOctets.randomElement(using: &random) ?? 0xFF }
          var octets = whole.prefix(count) + surplus
          octets.replaceSubrange(start..<min(start + 6, count), with: marker.prefix(count - start))
          octets[0] = UInt8(max(start, count - 1 + lengthError))
          let redacted = redactions.map { $0.payload(Payload(Array(octets))).octets }
          let kept = octets.indices.filter { index in
            (start...Int(octets[0])).contains(index) && octets[index] != 0
              && redacted.allSatisfy { $0[index] == octets[index] }
          }
          #expect(Self.longestRun(kept) < 6, "\(SampleValues.formats[index].name): \(Array(octets).hex)")
        }
      }
    }
  }

  /// A length that is wrong in any way makes no name visible, neither that before nor that after it.
  @Test func noLengthMakesANameVisible() {
    let redaction = Redaction()
    let name = Array("Jane Doe's phone".utf8)
    let pieces = (0...name.count - 5).map { Array(name[$0..<$0 + 5]) }
    let named = [UInt8(name.count + 1), 0x09] + name
    let structures =
      SampleValues.types.map { [UInt8($0.value.count + 1), $0.type] + $0.value }
      + SampleValues.formats.map { [UInt8](hex: $0.hex) }
    for structure in structures {
      for length in (UInt8.min ... .max).sampled(oneIn: 32, seed: UInt64(structure[1])) {
        for wrong in [0, structure.count] {
          var octets = structure + named + structure
          octets[wrong] = length
          let redacted = redaction.payload(Payload(octets)).octets
          #expect(!pieces.contains { redacted.contains($0) }, "\(octets.hex)")
        }
      }
    }
  }

  /// In front of the name may also be what ends in the middle of a structure.
  @Test(arguments: (UInt64(1)...40).sampled(oneIn: 10)) func noGarbageMakesANameVisible(_ seed: UInt64) {
    let redaction = Redaction()
    var random = SplitMix64(seed: seed)
    let name = Array("Jane Doe's phone".utf8)
    let pieces = (0...name.count - 5).map { Array(name[$0..<$0 + 5]) }
    for _ in 0..<500 {
      let octets = random.octets(Int(random.next() % 12)) + [17, 0x09] + name + random.octets(Int(random.next() % 4))
      let redacted = redaction.payload(Payload(octets)).octets
      #expect(!pieces.contains { redacted.contains($0) }, "\(octets.hex)")
    }
  }

  /// What the controller adds means what its types say in the controller's place only.
  @Test func controllerTypesStayInTheControllersPlace() {
    let timing: [UInt8] = [9, 0x32, 0xA1, 0xA2, 0xA3, 0xA4, 1, 2, 3, 4]
    let redaction = Redaction()
    let (hosts, controllers) = (
      redaction.octets(of: timing.span, sentBy: nil),
      redaction.octets(of: timing.span, sentBy: nil, in: .controllerData)
    )
    #expect(zip(hosts, timing).dropFirst(2).allSatisfy { $0 != $1 })
    #expect(controllers.suffix(4) == timing.suffix(4) && controllers[2..<6] != timing[2..<6])
  }

  private static func longestRun(_ offsets: [Int]) -> Int {
    var longest = 0
    var length = 0
    for (index, offset) in offsets.enumerated() {
      length = index > 0 && offsets[index - 1] + 1 == offset ? length + 1 : 1
      longest = max(longest, length)
    }
    return longest
  }
}
