import AdvertisingData
import Testing

@testable import AdvertLint

@Suite struct PrivatePayloadTests {
  private static let resolvable = DeviceAddress(bits: 0x7081_940D_FBAA, type: .random)
  private static let bluetoothAddress = "a5 80 8f e6 48 54"

  private func findings(_ advertising: String, address: DeviceAddress = resolvable) -> [String] {
    let subject = Subject(example: [MarkedLayout(advertising, address: address)])
    return Linter(rules: [.privatePayloadLeaksIdentity]).lint(subject).map {
      "\($0.severity) \($0.place.offset ?? -1)+\($0.place.length ?? -1)"
    }
  }

  /// Every format that has a field for an address.
  @Test(arguments: [
    ("0c 16 d2 fc 42 \(bluetoothAddress) 01 64", 5),
    ("0e 16 95 fe 10 50 5b 05 01 \(bluetoothAddress)", 9),
    ("1b ff 99 04 05 12 fc 53 94 c3 7c 00 04 ff fc 04 0c ac 36 42 00 cd \(bluetoothAddress)", 22),
    ("0f ff 06 00 03 01 80 \(bluetoothAddress) 04 04 24", 7),
    ("12 ff 4c 00 06 0d 01 \(bluetoothAddress) 05 00 01 00 01 02", 7),
  ]) func formats(_ structure: String, _ offset: Int) {
    #expect(findings(structure) == ["warning \(offset)+6"])
    for bits in [0xC0F1_F2F3_F4F5, 0x80F1_F2F3_F4F5] as [UInt64] {
      #expect(findings(structure, address: DeviceAddress(bits: bits, type: .random)).isEmpty)
    }
    #expect(findings(structure, address: DeviceAddress(bits: 0x7081_940D_FBAA, type: .public)).isEmpty)
    #expect(!findings(structure, address: DeviceAddress(bits: 0x3081_940D_FBAA, type: .random)).isEmpty)
  }

  @Test func itsAddressOfTheMomentChangesWithIt() {
    #expect(findings("0c 16 d2 fc 42 aa fb 0d 94 81 70 01 64").isEmpty)
    #expect(findings("0c 16 d2 fc 42 70 81 94 0d fb aa 01 64").isEmpty)
  }

  @Test func paddingIsNoAddress() {
    #expect(findings("0c 16 d2 fc 42 00 00 00 00 00 00 01 64").isEmpty)
    #expect(findings("0c 16 d2 fc 42 ff ff ff ff ff ff 01 64").isEmpty)
  }

  @Test func partOfAnAddressInTheNameIsANote() {
    #expect(findings("0b 09 54 61 67 2d 41 31 42 32 43 33") == ["note 6+6"])
    #expect(findings("0b 09 54 61 67 2d 32 30 32 34 31 32").isEmpty)
  }
}
