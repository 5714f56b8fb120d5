import AdvertisingData
import TestSupport
import Testing

/// The walk over AD structures, against a model that takes a payload apart in the plainest way.
@Suite struct ADStructuresTests {
  @Test func everyPayloadOfUpToTwoOctets() {
    let single = (0...255).map { [UInt8($0)] }
    let pairs = single.flatMap { first in single.map { first + $0 } }
    check([[]] + single + pairs, count: 65_793)
  }

  @Test func everyPayloadOfUpToFiveOctetsOverASmallAlphabet() {
    check(Payloads.upToFiveOctets, count: 9331)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func randomPayloads(seed: UInt64) {
    check(Payloads.random(500, seed: seed), count: 500, note: "seed \(seed)")
  }

  /// A structure whose length octet is as large as it can be, whole and with each number of octets missing.
  @Test func longestStructure() {
    check((0...256).map { [255, 0xFF] + Array(repeating: 7, count: $0) }, count: 257)
  }

  @Test func staysAtTheEnd() {
    for payload: [UInt8] in [[], [0, 2, 1, 6], [2, 1], [5], [1, 9]] {
      var walk = ADStructures(payload.span)
      while walk.next() != nil {}
      let ending = walk.ending
      let another = walk.next() != nil
      #expect(!another)
      #expect(walk.ending == ending)
    }
  }

  /// Records the first payload whose walk differs from the model.
  private func check(_ payloads: [[UInt8]], count: Int, note: String = "") {
    #expect(payloads.count == count)
    let wrong = payloads.first { !agrees($0) }
    #expect(wrong == nil, "\(wrong?.hex ?? "") \(note)")
  }

  private func agrees(_ payload: [UInt8]) -> Bool {
    let model = Model(payload)
    var walk = ADStructures(payload.span)
    var position = 0
    var index = 0
    while let structure = walk.next() {
      guard index < model.pieces.count else { return false }
      let piece = model.pieces[index]
      guard structure.offset == position, structure.declaredLength == piece.declaredLength,
        structure.type.rawValue == piece.type, Array(copying: structure.value) == piece.value,
        structure.valueOffset == position + 2, structure.size == 2 + piece.value.count,
        structure.missingOctets == piece.declaredLength - 1 - piece.value.count
      else { return false }
      position += structure.size
      index += 1
    }
    return index == model.pieces.count && walk.ending == model.ending
  }

  private struct Model {
    var pieces: [(declaredLength: Int, type: UInt8, value: [UInt8])] = []
    var ending = PayloadEnding.complete

    init(_ payload: [UInt8]) {
      var rest = payload[...]
      while let length = rest.popFirst().map(Int.init) {
        let offset = rest.startIndex - 1
        guard length > 0 else {
          ending = .terminated(offset: offset)
          return
        }
        guard let type = rest.first else {
          ending = .loneLength(offset: offset, declared: length)
          return
        }
        if length > rest.count {
          ending = .overrun(offset: offset, declared: length, available: rest.count)
        }
        pieces.append((length, type, Array(rest.prefix(length).dropFirst())))
        rest = rest.dropFirst(length)
      }
    }
  }
}
