import AdvertisingData
import TestSupport
import Testing

/// Whatever the octets of a value, in whatever context: they come back, and different octets are different values.
@Suite struct ValueRoundTripTests {
  @Test(arguments: ADContext.allCases)
  func everyTypeWithNoOctetAndEveryOne(_ context: ADContext) {
    for type in (UInt8.min...UInt8.max).sampled(oneIn: 4, seed: UInt64(context.rawValue.utf8.count)) {
      let values = [[]] + (UInt8.min...UInt8.max).map { [$0] }
      let wrong = values.first { !survives(type, $0, context) }
      #expect(wrong == nil, "type \(type), octets \(wrong?.hex ?? "")")
      #expect(Set(values.map { value(type, $0, context) }).count == 257, "type \(type)")
    }
  }

  /// Of the types that are not assigned, which all take the same way, the first, one between and the last.
  @Test(arguments: Set(AssignedTypeVector.all.map(\.type.rawValue)).union([0x00, 0x33, 0xFE]).sorted())
  func everyPairOfOctets(type: UInt8) {
    let contexts: [ADContext] = type == 0x10 ? [.advertisingData, .outOfBand] : [.advertisingData]
    for context in contexts {
      let wrong = (UInt16.min...UInt16.max).sampled(oneIn: 1024, seed: UInt64(type)).first {
        !survives(type, [UInt8($0 >> 8), UInt8($0 & 0xFF)], context)
      }
      #expect(wrong == nil, "\(context)")
    }
  }

  @Test(arguments: (UInt64(1)...4).sampled(oneIn: 4))
  func randomOctets(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for type in UInt8.min...UInt8.max {
      for count in 0...60 {
        let octets = random.octets(count)
        let contexts: [ADContext] = type == 0x10 ? [.advertisingData, .outOfBand] : [.advertisingData]
        if let wrong = contexts.first(where: { !survives(type, octets, $0) }) {
          Issue.record("seed \(seed), type \(type), \(wrong), octets \(octets.hex)")
        }
        // One bit more or less is another value: nothing of the octets is ignored.
        guard count > 0 else { continue }
        var other = octets
        other[Int(random.next() % UInt64(count))] ^= 1 << (random.next() % 8)
        if value(type, octets, .advertisingData) == value(type, other, .advertisingData) {
          Issue.record("seed \(seed), type \(type): \(octets.hex) and \(other.hex) are the same value")
        }
      }
    }
  }

  /// Values of the right form, changed a little: first octets that say what follows, lengths that are nearly right.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func vectorsChangedALittle(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for vector in AssignedTypeVector.all {
      for _ in 0..<200 {
        var octets = Array(vector.octets.dropFirst(2))
        octets[Int(random.next() % UInt64(octets.count))] = UInt8(truncatingIfNeeded: random.next())
        if random.next() % 3 == 0 { octets.removeLast() }
        if random.next() % 3 == 0 { octets.append(UInt8(truncatingIfNeeded: random.next())) }
        if !survives(vector.type.rawValue, octets, vector.context) {
          Issue.record("seed \(seed), \(vector.name), octets \(octets.hex)")
        }
      }
    }
  }

  private func value(_ type: UInt8, _ octets: [UInt8], _ context: ADContext) -> ADValue {
    ADValue(type: ADType(rawValue: type), value: octets.span, in: context)
  }

  private func survives(_ type: UInt8, _ octets: [UInt8], _ context: ADContext) -> Bool {
    value(type, octets, context).octets == octets
  }
}
