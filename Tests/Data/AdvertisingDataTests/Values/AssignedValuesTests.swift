import AdvertisingData
import Testing

/// What the values say about themselves, and what they refuse to be made of.
@Suite struct AssignedValuesTests {
  @Test func classOfDevice() {
    let phone = ClassOfDevice(bits: 0xFF5A_020C)
    #expect(phone.bits == 0x5A020C)
    #expect(phone.majorClass == 2)
    #expect(phone.minorClass == 3)
    #expect(phone.serviceClasses == 0b010_1101_0000)
    #expect(phone.format == 0)
    #expect(ClassOfDevice(bits: 0xFFFFFF).serviceClasses == 0x7FF)
    #expect(ClassOfDevice(bits: 0xFFFFFF).format == 3)
  }

  @Test func sixteenOctetsExactly() {
    for count in [0, 15, 17] {
      let octets = [UInt8](repeating: 1, count: count)
      #expect(TemporaryKey(octets) == nil)
      #expect(PairingValue.Kind.allCases.allSatisfy { PairingValue(octets, kind: $0) == nil })
    }
    let octets = Array(1...16 as ClosedRange<UInt8>)
    #expect(
      PairingValue.Kind.allCases.map { PairingValue(octets, kind: $0)?.type }
        == [
          .simplePairingHash192, .simplePairingRandomizer192, .simplePairingHash256, .simplePairingRandomizer256,
          .secureConnectionsConfirmation, .secureConnectionsRandom,
        ])
  }

  @Test func targetAddressesAreOfOneKind() {
    let one = DeviceAddress(bits: 1, type: .public)
    let random = DeviceAddress(bits: 1, type: .random)
    #expect(TargetAddresses([]) == nil)
    #expect(TargetAddresses([one, random]) == nil)
    #expect(TargetAddresses([DeviceAddress(bits: 1, type: .publicIdentity)]) == nil)
    #expect(TargetAddresses([one])?.type == .publicTargetAddress)
    #expect(TargetAddresses([random])?.type == .randomTargetAddress)
  }

  @Test func advertisingInterval() {
    #expect(AdvertisingInterval(units: 0xFFFF, width: .bits16)?.microseconds == 40_959_375)
    #expect(AdvertisingInterval(units: 0x10000, width: .bits16) == nil)
    #expect(AdvertisingInterval(units: 0xFF_FFFF, width: .bits24)?.octets == [0xFF, 0xFF, 0xFF])
    #expect(AdvertisingInterval(units: 0x100_0000, width: .bits24) == nil)
    #expect(AdvertisingInterval(units: .max, width: .bits32)?.microseconds == 2_684_354_559_375)
    #expect(
      AdvertisingInterval.Width.allCases.map { AdvertisingInterval(units: 1, width: $0)?.type }
        == [.advertisingInterval, .advertisingIntervalLong, .advertisingIntervalLong])
  }

  @Test func leDeviceAddress() {
    #expect(LEDeviceAddress(DeviceAddress(bits: 1, type: .anonymous)) == nil)
    let address = LEDeviceAddress(DeviceAddress(bits: 1, type: .random), reserved: 0xFF)
    #expect(address?.reserved == 0xFE)
    #expect(address?.octets == [1, 0, 0, 0, 0, 0, 0xFF])
  }

  @Test func uri() throws {
    let https = try #require(AdvertisedURI(scheme: 0x17, rest: "//é"))
    #expect(https.octets == [0x17, 0x2F, 0x2F, 0xC3, 0xA9])
    #expect(https.scheme == 0x17)
    #expect(https.rest == "//é")
    #expect(https.firstInvalidOctet == nil)
    // Scheme numbers from 0x80 on take two octets.
    let later = try #require(AdvertisedURI(scheme: 0xB9, rest: "x"))
    #expect(later.octets == [0xC2, 0xB9, 0x78])
    #expect(later.scheme == 0xB9)
    #expect(later.rest == "x")
    #expect(AdvertisedURI(scheme: 0xD800, rest: "") == nil)
    let broken = try #require(decodedURI([0xB9, 0x78]))
    #expect(broken.scheme == nil)
    #expect(broken.firstInvalidOctet == 0)
    #expect(broken.rest == "\u{FFFD}x")
    #expect(try #require(decodedURI([0x16, 0x78, 0xC3])).firstInvalidOctet == 2)
  }

  @Test func leSupportedFeatures() {
    #expect(LESupportedFeatures(bits: []).octets == [])
    #expect(LESupportedFeatures(bits: [-1, 2032]).octets == [])
    #expect(LESupportedFeatures(bits: [2031]).octets.count == 254)
    let features = LESupportedFeatures(bits: [23, 0, 14, 12, 12])
    #expect(features.octets == [0x01, 0x50, 0x80])
    #expect(features.bits == [0, 12, 14, 23])
    #expect((-1...32).filter { features.contains(bit: $0) } == [0, 12, 14, 23])
    #expect(!features.hasTrailingZeros)
    let octets: [UInt8] = [1, 0]
    #expect(
      ADValue(type: .leSupportedFeatures, value: octets.span) != .leSupportedFeatures(LESupportedFeatures(bits: [0])))
  }

  @Test func channelMapUpdate() {
    let update = ChannelMapUpdate(map: 0xFFFF_FFE1_0000_0003, instant: 1)
    #expect(update.map == 0xE1_0000_0003)
    #expect(update.channels == [0, 1, 32])
    #expect(update.reserved == 7)
  }

  @Test func lengthsThatDoNotFit() {
    #expect(ProvisioningBearer(link: 0, transaction: 0, pdu: []) == nil)
    #expect(ProvisioningBearer(link: 0, transaction: 0, pdu: [UInt8](repeating: 0, count: 25)) == nil)
    #expect(MeshMessage([]) == nil)
    #expect(BroadcastCode([]) == nil)
    #expect(BroadcastCode([UInt8](repeating: 0, count: 17)) == nil)
    #expect(TransportDiscovery([]) == nil)
    #expect(TransportDiscovery.Block(organization: 1, flags: 0, data: [UInt8](repeating: 0, count: 256)) == nil)
    let eight = [UInt8](repeating: 0, count: 8)
    #expect(BIGInfo(groupInitializationVector: eight, groupSessionKeyDiversifier: eight) == nil)
  }

  @Test func unusualLengths() {
    #expect(
      [13, 14, 29, 30].map { MeshMessage([UInt8](repeating: 1, count: $0))?.hasUsualLength }
        == [false, true, true, false])
    #expect(["abc", "abcd", "äöüß"].map { BroadcastName($0).hasUsualLength } == [false, true, true])
    #expect(!BroadcastName(String(repeating: "x", count: 33)).hasUsualLength)
  }

  @Test func transportDiscoveryFlags() throws {
    for flags in UInt8.min...UInt8.max {
      let block = try #require(TransportDiscovery.Block(organization: 1, flags: flags, data: []))
      #expect(block.role == TransportDiscovery.Role.allCases[Int(flags & 3)])
      #expect(block.isIncomplete == (flags & 4 != 0))
      #expect(block.state == TransportDiscovery.State.allCases[Int(flags >> 3 & 3)])
      #expect(block.reservedFlags == flags & 0xE0)
    }
  }

  @Test func resolvableSetIdentifier() {
    #expect(ResolvableSetIdentifier(hash: 0xFF03_0201, random: 0xFF46_0504).octets == [1, 2, 3, 4, 5, 0x46])
    #expect(
      [0x3F_FFFF, 0x40_0000, 0x7F_FFFF, 0x80_0000].map { ResolvableSetIdentifier(hash: 0, random: $0).isValid }
        == [false, true, true, false])
  }

  @Test func encryptedDataKeepsFortyBits() {
    let data = EncryptedAdvertisingData(randomizer: .max, ciphertext: [], mic: 1)
    #expect(data.octets == [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])
  }
}

private func decodedURI(_ octets: [UInt8]) -> AdvertisedURI? {
  guard case .uri(let uri) = ADValue(type: .uri, value: octets.span) else { return nil }
  return uri
}
