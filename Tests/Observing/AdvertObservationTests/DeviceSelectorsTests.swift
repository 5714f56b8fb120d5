import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct DeviceSelectorsTests {
  private static let texts = [
    "F0:F1:F2:F3:F4:F5", "f0f1f2f3f4f5", "F0:F1:", "F0:", "C0:", "SHS-2071", "SHS-*", "SHS-20?1", "company:Apple",
    "company:0x004c", "company:0x0059", "format:iBeacon", "format:ibeacon", "abc", "*", "SHS-2071",
    "anonymous",
  ]
  private static let payloads = [
    "", "020106", "090953 48532d32303731", "04ff4c0012", "03ff5900", "0409616263",
    "1aff4c000215000102030405060708090a0b0c0d0e0f00010002c5", "0a0953 48532d3230373100", "0509 61626300",
  ].map { Payload([UInt8](hex: $0.filter { $0 != " " })) }
  private static let addresses =
    [0xF0F1_F2F3_F4F5, 0xF0F1_0000_0000, 0xC000_0000_0001].map {
      DeviceAddress(bits: $0, type: .random)
    } + [.anonymous]

  /// Of each device, those are found that choose it when asked one by one.
  @Test func chooseWhatEachChooses() {
    let selectors = DeviceSelectors(Self.texts.map { DeviceSelector($0) })
    #expect(selectors.all.count == Self.texts.count - 1)
    for address in Self.addresses {
      for payload in Self.payloads {
        let found = selectors.positions(choosing: address, payload: payload)
        #expect(found == Set(selectors.all.indices.filter { selectors.all[$0].matches(address, payload: payload) }))
      }
    }
  }

  @Test(arguments: [nil, "SHS-2071", "abc", "F0:F1:"])
  func chooseDeclaredLayouts(name: String?) {
    let selectors = DeviceSelectors(Self.texts.map { DeviceSelector($0) })
    for payload in Self.payloads {
      let layout = DeclaredLayout(
        name: name, layout: Layout(pdu: .advInd, advertising: payload, declaring: nil))
      let found = selectors.positions(choosing: layout)
      #expect(found == Set(selectors.all.indices.filter { selectors.all[$0].matches(layout) }))
    }
  }

  @Test func chooseNothingWhenEmpty() {
    #expect(DeviceSelectors([]).isEmpty)
    #expect(DeviceSelectors([]).positions(choosing: Self.addresses[0], payload: Self.payloads[1]).isEmpty)
  }
}
