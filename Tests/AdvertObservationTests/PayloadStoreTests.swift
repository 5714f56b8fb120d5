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
}
