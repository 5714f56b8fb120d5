import AdvertisingData
import TestSupport
import Testing

@Suite struct DeviceAddressTests {
  @Test func text() throws {
    let address = try #require(DeviceAddress(octets: [9] + exampleAddress, at: 1, type: .random))
    #expect(address.description == "11:22:33:44:55:66")
    #expect(address.bits == 0x1122_3344_5566)
    #expect(DeviceAddress(bits: 0xA_BCDE, type: .public).description == "00:00:00:0A:BC:DE")
    #expect(DeviceAddress(bits: 0xF0F1_F2F3_F4F5, type: .random).description == "F0:F1:F2:F3:F4:F5")
    #expect(DeviceAddress(bits: 0, type: .anonymous).description == "anonymous")
  }

  @Test func needsSixOctets() {
    let octets: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
    #expect(DeviceAddress(octets: octets, at: 1, type: .public)?.bits == 0x0706_0504_0302)
    for offset in [-1, 2, 7, 8, .max] {
      #expect(DeviceAddress(octets: octets, at: offset, type: .public) == nil, "offset \(offset)")
    }
  }

  @Test func keepsTheLowest48Bits() {
    #expect(DeviceAddress(bits: .max, type: .public).bits == 0xFFFF_FFFF_FFFF)
    #expect(DeviceAddress(bits: 1 << 48, type: .public) == DeviceAddress(bits: 0, type: .public))
  }

  /// The two most significant bits tell the kinds of random address apart, and nothing else does.
  @Test func kindsOfRandomAddress() {
    for octet in UInt64(0)...255 {
      let expected: DeviceAddress.Kind =
        switch octet {
        case 0x00...0x3F: .randomNonResolvable
        case 0x40...0x7F: .randomResolvable
        case 0x80...0xBF: .randomReserved
        default: .randomStatic
        }
      for rest in [UInt64(0), 0xFF_FFFF_FFFF] {
        #expect(DeviceAddress(bits: octet << 40 | rest, type: .random).kind == expected)
        #expect(DeviceAddress(bits: octet << 40 | rest, type: .public).kind == .public)
      }
    }
  }

  @Test(arguments: [
    (DeviceAddress.AddressType.public, 0, "public"), (.random, 1, "random-static"),
    (.publicIdentity, 2, "public-identity"), (.randomIdentity, 3, "random-identity"), (.anonymous, 0xFF, "anonymous"),
  ])
  func types(_ type: DeviceAddress.AddressType, _ number: UInt8, _ kind: String) {
    #expect(DeviceAddress.AddressType(rawValue: number) == type)
    #expect(DeviceAddress(bits: 0xC000_0000_0000, type: type).kind.rawValue == kind)
  }

  @Test func otherTypesAreReserved() {
    let defined = (UInt8.min...UInt8.max).filter { DeviceAddress.AddressType(rawValue: $0) != nil }
    #expect(defined == [0, 1, 2, 3, 0xFF])
  }

  @Test func ordersByAddressThenType() {
    let ordered = [
      DeviceAddress(bits: 0, type: .public), DeviceAddress(bits: 0, type: .anonymous),
      DeviceAddress(bits: 1, type: .public), DeviceAddress(bits: 1, type: .random),
      DeviceAddress(bits: 1, type: .publicIdentity), DeviceAddress(bits: 0xFF_FFFF_FFFF, type: .public),
      DeviceAddress(bits: 0x0100_0000_0000, type: .public),
    ]
    var random = SplitMix64(seed: 4)
    #expect(ordered.shuffled(using: &random).sorted() == ordered)
  }
}

/// Addresses as people write them.
@Suite struct AddressTextTests {
  @Test(arguments: ["F0:F1:F2:F3:F4:F5", "f0-f1-f2-f3-f4-f5", "F0F1F2F3F4F5", "f0f1:f2f3-f4f5"])
  func forms(_ text: String) {
    #expect(DeviceAddress(text: text, type: .random)?.bits == 0xF0F1_F2F3_F4F5)
  }

  @Test(arguments: [
    "", "F0:F1:F2:F3:F4", "F0:F1:F2:F3:F4:F5:F6", ":F0:F1:F2:F3:F4:F5", "F0:F1:F2:F3:F4:F5:", "F0::F1:F2:F3:F4:F5",
    "F:0F:1F:2F:3F:4F:5", "G0:F1:F2:F3:F4:F5", "F0 F1 F2 F3 F4 F5", "anonymous",
  ])
  func noAddress(_ text: String) {
    #expect(DeviceAddress(text: text, type: .random) == nil)
  }

  @Test func withoutBits() {
    #expect(DeviceAddress(text: "", type: .anonymous)?.kind == .anonymous)
    #expect(DeviceAddress(text: "F0:F1:F2:F3:F4:F5", type: .unknown) == nil)
  }
}
