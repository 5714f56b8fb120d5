import AdvertBuilders
import AdvertisingData
import Testing

/// Android's and CoreBluetooth's rules that a sample of requests does not show.
@Suite struct PhoneBuilderTests {
  private func android(_ version: String? = nil) throws -> (StackBuilder, StackBuilder.ChosenVersion) {
    let stack = try #require(StackBuilder.named("android"))
    return (stack, try version.map { try #require(stack.version($0)) } ?? stack.newest)
  }

  private func hex(_ block: BuiltBlock) -> String { HexText.compact(block.octets) }

  /// A time limit makes the Flags those of limited discovery where the phone has extended advertising.
  @Test func flagsOfAndroid() throws {
    let (stack, newest) = try android()
    func flags(
      _ options: Set<String>, _ pdu: AdvertisingPDU = .advInd, _ version: String = "15"
    ) throws -> BuiltBlock {
      let request = BuildRequest(pdu: pdu, advertising: [], options: options)
      return try stack.built(request, version: #require(stack.version(version))).advertising
    }
    #expect(hex(try flags([])) == "020102")
    #expect(try flags([]).unknown.isEmpty)
    #expect(try flags(["time-limit"]).unknown == [2])
    #expect(try flags(["time-limit"], .advInd, "12").unknown.isEmpty)
    #expect(hex(try flags(["time-limit"], .advInd, "12")) == "020102")
    #expect(hex(try flags(["not-discoverable"])).isEmpty)
    #expect(throws: BuildRefusal.self) { try flags(["not-discoverable"], .advInd, "13") }
    #expect(hex(try flags([], .advScanInd)).isEmpty)
    #expect(newest.words == "15")
  }

  /// The framework counts the characters of a name, and sends at most 26 bytes of it.
  @Test func namesOfAndroid() throws {
    let (stack, newest) = try android()
    func built(_ name: String, _ pdu: AdvertisingPDU = .advInd) throws -> BuiltLayout {
      try stack.built(BuildRequest(pdu: pdu, advertising: [.name(name)]), version: newest)
    }
    let fits = String(repeating: "a", count: 26)
    #expect(hex(try built(fits).advertising).hasPrefix("0201021b09"))
    // One more has no room beside the Flags, though only 26 would be sent.
    #expect(throws: BuildRefusal.self) { try built(fits + "a") }
    let long = try built(fits + "aaa", .advScanInd)
    #expect(hex(long.advertising).hasPrefix("1b0861"))
    #expect(long.changes.map { $0.kind } == [.shortened])
    // 15 characters of 30 bytes are taken for 15 bytes.
    #expect(hex(try built(String(repeating: "é", count: 15)).advertising).hasPrefix("0201021b08"))
  }

  /// Solicited services and Flags that can be switched off came later.
  @Test func versionsOfAndroid() throws {
    let solicited = ADValue(type: .solicitationUUIDs16, value: [0x0D, 0x18].span)
    for (version, isSent) in [("8", false), ("8.1", false), ("11", false), ("12", true), ("13", true), ("14", true)] {
      let (stack, chosen) = try android(version)
      let built = try? stack.built(BuildRequest(advertising: [solicited]), version: chosen)
      #expect((built != nil) == isSent, "\(version)")
    }
    #expect(try #require(StackBuilder.named("android")).version("7.1") == nil)
  }

  /// Of one company, the last value is sent; companies are in ascending order.
  @Test func manufacturerDataOfAndroid() throws {
    let (stack, newest) = try android()
    let request = BuildRequest(
      pdu: .advNonconnInd,
      advertising: [[0xFF, 0xFF, 1], [0x59, 0x00, 2], [0xFF, 0xFF, 3]].map {
        ADValue(type: .manufacturerData, value: $0.span)
      })
    let built = try stack.built(request, version: newest)
    #expect(hex(built.advertising) == "04ff590002" + "04ffffff03")
    #expect(built.changes.map { $0.field } == [BuildRequest.Field(.advertising, 0)])
  }

  // MARK: CoreBluetooth

  private func core(_ values: [ADValue], _ options: Set<String> = []) throws -> BuiltLayout {
    let stack = try #require(StackBuilder.named("core-bluetooth"))
    return try stack.built(BuildRequest(advertising: values, options: options), version: stack.newest)
  }

  private let long = ADValue.services128(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"])

  /// What has room with and without the bytes before each field is in the advertising data.
  @Test func whatHasRoomIsInTheAdvertisingData() throws {
    let built = try core([long, .name("Lamp1234")])
    #expect(hex(built.advertising).hasSuffix("1107e41d510e5a11dbb9a9419e2aa0ffd0af" + "09094c616d7031323334"))
    // The value of the Flags is Apple's.
    #expect(built.advertising.unknown == [2])
    #expect(!built.isResponseUnknown && built.changes.isEmpty)
    #expect(built.layout.scanResponse == .declared(Payload()))
  }

  /// Whether the bytes before each field count decides these, and Apple's words can be read in both ways.
  @Test func whatCanBeReadInTwoWaysIsRefused() throws {
    for count in 9...12 {
      #expect(throws: BuildRefusal.self, "\(count)") { try core([long, .name(String(repeating: "a", count: count))]) }
    }
    let lists = try ADValue.services16((0..<14).map { BluetoothUUID(0x1800 + $0) })
    #expect(throws: BuildRefusal.self) { try core([lists]) }
    let two = ADValue.services128(["00000000-2a9e-41a9-b9db-115a0e511de4", "00000001-2a9e-41a9-b9db-115a0e511de4"])
    #expect(throws: BuildRefusal.self) { try core([two]) }
  }

  @Test func aNameWithoutRoomMakesTheResponseUnknown() throws {
    let built = try core([long, try .services16([0x180D, 0x180F]), .name("Lamp56789")])
    #expect(hex(built.advertising).hasSuffix("05030d180f18" + "1107e41d510e5a11dbb9a9419e2aa0ffd0af"))
    #expect(built.isResponseUnknown && built.layout.scanResponse == .notObserved)
    #expect(built.changes.map { $0.kind } == [.moved])
    #expect(try core([long, .name("A lamp with a long name")]).changes.map { $0.kind } == [.leftOut])
  }

  /// In the background, services are bits of the overflow area, and there is no name.
  @Test func theBackgroundHasTheOverflowArea() throws {
    let built = try core([long, .name("Lamp")], ["background"])
    let mask = OverflowArea(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"]).mask
    #expect(Array(built.advertising.octets[3...]) == [0x14, 0xFF, 0x4C, 0x00, 0x01] + mask)
    #expect(built.changes.map { $0.kind } == [.leftOut, .replaced])
  }

  @Test func otherFieldsHaveNoKey() throws {
    for value in [
      ADValue(type: .manufacturerData, value: [0x59, 0].span), ADValue(type: .txPowerLevel, value: [0].span),
    ] {
      #expect(throws: BuildRefusal.self) { try core([value]) }
    }
    // On the Bluetooth base, and of 32 bits.
    #expect(throws: BuildRefusal.self) { try core([try .services32([0x1234_5678])]) }
    #expect(throws: BuildRefusal.self) { try core([.services128(["0000180d-0000-1000-8000-00805f9b34fb"])]) }
  }
}
