import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct PayloadStoreTests {
  @Test func givesBackWhatItGot() {
    var random = SplitMix64(seed: 6)
    let payloads = (0..<300).map { random.octets($0 % 40) }
    var store = PayloadStore()
    let slices = payloads.map { store.add($0.span) }
    for (payload, slice) in zip(payloads, slices) {
      #expect(store.payload(slice) == Payload(payload))
      #expect(holds(store, payload, slice))
      #expect(store.hash(slice) == hash(payload))
    }
  }

  /// Any one bit changed, one octet more, one less: not the same.
  @Test func holdsNothingElse() {
    let payload = [UInt8](hex: "0201060303aafe0409616263")
    var store = PayloadStore()
    _ = store.add(payload.span)
    let slice = store.add(payload.span)
    _ = store.add(payload.span)
    for bit in 0..<payload.count * 8 {
      var changed = payload
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!holds(store, changed, slice))
      #expect(hash(changed) != hash(payload))
    }
    #expect(!holds(store, payload.dropLast(), slice))
    #expect(!holds(store, payload + [2], slice))
    #expect(!holds(store, [], slice))
    #expect(holds(store, payload, slice))
  }

  private func holds(_ store: PayloadStore, _ octets: [UInt8], _ slice: PayloadStore.Slice) -> Bool {
    store.holds(octets.span, at: slice)
  }

  private func hash(_ octets: [UInt8]) -> UInt64 {
    PayloadStore.hash(octets.span)
  }

  /// Payloads whose second half is what mixing the first without the seed gives, so that a seed that is taken out again
  /// leaves the same number of each.
  @Test func hasNoCollisionsForAnySeed() {
    let hashes = (0..<2000).map { (number: UInt64) in
      let start = number << 32 | 0xFFFF_FF0F
      let end = SeededHash.mix(start ^ 16, seed: 0) ^ 0x1234_5678_90AB_CDEF
      return hash([start, end].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) } })
    }
    #expect(Set(hashes).count == hashes.count)
  }

  /// Any one bit changed, in payloads of any length.
  @Test func everyBitCounts() {
    var random = SplitMix64(seed: 7)
    for count in 1...50 {
      let payload = random.octets(count)
      var hashes: Set<UInt64> = [hash(payload)]
      for bit in 0..<count * 8 {
        var changed = payload
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        hashes.insert(hash(changed))
      }
      #expect(hashes.count == 1 + count * 8)
    }
  }

  /// Numbers that differ in one bit only end up far apart, in both halves.
  @Test func mixingSpreads() {
    let mixed = (0..<64).map { SeededHash.mix(1 << UInt64($0)) }
    #expect(Set(mixed).count == 64)
    #expect(Set(mixed.map { $0 >> 32 }).count == 64)
    #expect(Set(mixed.map { $0 & 0xFFFF_FFFF }).count == 64)
  }
}

@Suite struct SparingGrowthTests {
  /// Past several numbers at which an array moves.
  @Test func keepsWhatIsThere() {
    var numbers: [UInt16] = []
    let count = (1 << 20) + 5
    for number in 0..<count { numbers.appendSparingly(UInt16(truncatingIfNeeded: number &* 31)) }
    #expect(numbers.count == count)
    #expect(numbers.indices.allSatisfy { numbers[$0] == UInt16(truncatingIfNeeded: $0 &* 31) })
  }

  @Test func leavesCopiesAlone() {
    var numbers = (0..<1 << 14).map { UInt32($0) }
    let copy = numbers
    numbers.appendSparingly(7)
    #expect(numbers.count == copy.count + 1)
    #expect(copy == (0..<1 << 14).map { UInt32($0) })
  }

  @Test func makesRoomForManyOnly() {
    var few: [UInt8] = [1, 2, 3]
    few.makeRoom(for: 1)
    #expect(few.capacity < 1 << 14)

    var many = [UInt8](repeating: 5, count: 1 << 14)
    many.makeRoom(for: 100)
    #expect(many.capacity >= 4 << 14)
    #expect(many.capacity < 8 << 14)
    #expect(many == [UInt8](repeating: 5, count: 1 << 14))
  }
}
