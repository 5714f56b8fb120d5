public import AdvertisingData

/// Layouts of structures as devices send them.
public struct RandomLayout {
  private var random: SplitMix64

  /// The layouts of one seed.
  public init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  private mutating func chance(_ of: Int) -> Bool { number(1...of) == 1 }

  private static let base: [UInt8] = .init(hex: "fb349b5f8000008000100000")
  private static let own: [UInt8] = .init(hex: "e41d510e5a11dbb9a9419e2aa0ffd0af")

  /// Up to `count` structures over both blocks; a type that may be there once is there once.
  public mutating func layout(structures count: Int) -> Layout {
    let pdu: AdvertisingPDU = chance(6) ? (chance(2) ? .advNonconnInd : .advScanInd) : .advInd
    var blocks: [[UInt8]] = [[], []]
    var kinds = Array(0...10).shuffled(using: &random)
    let name = Array("Sensor 20715 of the north".utf8.prefix(number(1...18)))
    for _ in 0..<number(1...count) {
      let kind = kinds.popLast() ?? 3 + number(0...2)
      let block = kind == 0 || chance(2) ? 0 : 1
      blocks[block] += structure(kind, name: name)
      if chance(12), kind > 0 { blocks[1 - block] += structure(kind == 4 ? 3 : kind, name: name, isRepeat: true) }
    }
    return Layout(
      pdu: pdu, advertising: Payload(blocks[0]),
      declaring: pdu.isScannable ? Payload(blocks[1]) : Payload())
  }

  private var latest: [Int: [UInt8]] = [:]

  private mutating func structure(_ kind: Int, name: [UInt8], isRepeat: Bool = false) -> [UInt8] {
    if isRepeat, let same = latest[kind] { return same }
    let structure = fresh(kind, name: name)
    latest[kind] = structure
    return structure
  }

  private mutating func fresh(_ kind: Int, name: [UInt8]) -> [UInt8] {
    switch kind {
    case 0: return [2, 0x01, 0x06]
    case 1: return [UInt8(name.count + 1), 0x09] + name
    case 2: return [3, 0x19] + (chance(2) ? [0, 0] : [0xC1, 0x03])
    case 3:
      let uuids: [UInt8] = (0..<number(1...3)).reduce(into: []) { uuids, _ in
        uuids += [UInt8(number(0x0D...0x13)), 0x18]
      }
      return [UInt8(uuids.count + 1), chance(3) ? 0x02 : 0x03] + uuids
    case 4: return [17, chance(3) ? 0x06 : 0x07] + Self.own
    case 5: return [17, 0x07] + Self.base + [UInt8(number(0x0D...0x13)), 0x18, 0, 0]
    case 6: return [2, 0x0A, UInt8(number(0...4))]
    case 7:
      let data = random.octets(number(0...8))
      return [UInt8(data.count + 3), 0xFF, 0x59, 0x00] + data
    case 8:
      let data = random.octets(number(0...4))
      return chance(3)
        ? [UInt8(data.count + 17), 0x21] + Self.base + [0x0F, 0x18, 0, 0] + data
        : [UInt8(data.count + 3), 0x16, 0x0F, 0x18] + data
    case 9: return [4, 0x2F, UInt8(number(0...255)), UInt8(number(0...255)), UInt8(number(0...1))]
    default: return [5, 0x12, 0x06, 0x00, 0x0C, 0x00]
    }
  }
}
