import AdvertisingData
import TestSupport
import Testing

@Suite struct AppearanceTests {
  @Test func everyValueComesBack() {
    let wrong = (UInt16.min...UInt16.max).first { raw in
      let appearance = Appearance(rawValue: raw)
      return appearance.category << 6 | appearance.subcategory != raw || appearance.subcategory > 63
        || ADValue(type: .appearance, octets: appearance.octets) != .appearance(appearance)
    }
    #expect(wrong == nil)
  }

  @Test func keyboard() {
    let keyboard = Appearance(rawValue: 0x03C1)
    #expect(keyboard.category == 15)
    #expect(keyboard.subcategory == 1)
    #expect(keyboard.octets == [0xC1, 0x03])
    #expect(Appearance.unknown.octets == [0, 0])
  }
}
