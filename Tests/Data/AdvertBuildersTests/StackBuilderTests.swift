import AdvertBuilders
import AdvertisingData
import Testing

@Suite struct StackBuilderTests {
  private func stack(_ id: String) throws -> StackBuilder { try #require(StackBuilder.named(id)) }

  @Test func idsAndOptionsAreKebabCaseAndUnique() {
    let ids = StackBuilder.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for stack in StackBuilder.all {
      let words = [stack.id] + stack.options.map(\.word)
      #expect(Set(words).count == words.count)
      #expect(words.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
      #expect(!stack.versions.isEmpty && !stack.calls.isEmpty && stack.pdus.contains(.advInd))
    }
  }

  /// What is not written of a version is the newest.
  @Test func versionsAreThoseFromWhichTheBehaviourIs() throws {
    let stack = try stack("nimble-arduino")
    #expect(stack.newest.isAssumed && stack.newest.generation == 0)
    #expect(stack.version("2")?.generation == 0)
    #expect(stack.version("2.1.0")?.generation == 0)
    #expect(stack.version("2.5.1")?.isAssumed == false)
    #expect(stack.version("2.6")?.isAssumed == true)
    #expect(stack.version("1")?.generation == 1)
    #expect(stack.version("1.4.3")?.generation == 1)
    #expect(stack.version("2.0")?.generation == 0)
    let capped = try self.stack("esp32-ble")
    #expect(capped.version("2") != nil && capped.version("3.0.7") != nil)
    for unknown in ["3", "3.1", "3.2.1", "4"] { #expect(capped.version(unknown) == nil, "\(unknown)") }
    for wrong in ["1.3", "0", "", "2.", "x", "-1", "+2", "2.1.1.1.1", "99999999"] {
      #expect(stack.version(wrong) == nil, "\(wrong)")
    }
  }

  /// The same calls in another order: version 2 keeps what comes first in the advertising data.
  @Test func orderDecidesWhatIsMoved() throws {
    let stack = try stack("nimble-arduino")
    let service = ADValue.services128(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"])
    let data = ADValue(type: .manufacturerData, value: ([0x59, 0x00] + Array(repeating: 7, count: 10)).span)
    let options: Set<String> = ["scan-response"]
    let last = try stack.built(BuildRequest(advertising: [data, service], options: options), version: stack.newest)
    #expect(last.scanResponse.octets.starts(with: [0x11, 0x07]))
    #expect(last.changes.map(\.kind) == [.moved])
    #expect(last.changes.first?.field == BuildRequest.Field(.advertising, 1))
    #expect(last.changes.first?.words.contains("afd0ffa0-2a9e-41a9-b9db-115a0e511de4") == true)
    let first = try stack.built(BuildRequest(advertising: [service, data], options: options), version: stack.newest)
    #expect(first.advertising.octets[3...].starts(with: [0x11, 0x07]))
    // Without the scan response, the service is not on the air at all.
    let lost = try stack.built(BuildRequest(advertising: [data, service]), version: stack.newest)
    #expect(lost.changes.map(\.kind) == [.leftOut] && lost.scanResponse.octets.isEmpty)
    #expect(lost.changes.first?.remedy?.contains("enableScanResponse(true)") == true)
  }

  /// What is left out is told with the bytes that it needs and those that are free.
  @Test(arguments: [
    ("bluefruit", "(18 bytes needed, 11 available)"), ("bluedroid", "(18 bytes needed, 11 available)"),
    ("nimble-arduino", "(18 bytes needed, 8 available)"),
  ]) func leftOutWithSizes(_ id: String, _ sizes: String) throws {
    let stack = try stack(id)
    let service = ADValue.services128(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"])
    let request = BuildRequest(advertising: [.name("Helmet Sensor 1234"), service])
    let lost = try stack.built(request, version: stack.newest).changes.filter { $0.kind == .leftOut }
    #expect(lost.map { $0.words.contains(sizes) } == [true], "\(lost)")
  }

  @Test func whatTheLibraryAddsHasNoField() throws {
    let stack = try stack("esp32-ble")
    let built = try stack.built(BuildRequest(advertising: [.name("Lamp")]), version: stack.newest)
    #expect(built.advertising.octets == [2, 1, 6, 5, 0x12, 0x20, 0, 0x40, 0])
    #expect(built.advertising.fields.allSatisfy { $0 == nil })
    // The power of the controller is not known.
    #expect(built.scanResponse.octets.prefix(9) == [5, 9, 0x4C, 0x61, 0x6D, 0x70, 2, 0x0A, 0])
    #expect(built.scanResponse.unknown == [8])
  }

  /// From 4.3 on, Zephyr's host adds no name.
  @Test func zephyrAddsTheNameBefore43() throws {
    let zephyr = try stack("zephyr")
    let flags = ADValue(type: .flags, value: [UInt8(2)].span)
    let request = BuildRequest(advertising: [flags, .name("a")], options: ["use-name"])
    for version in ["3.0", "3.7.1", "4.0.0", "4.2"] {
      let built = try zephyr.built(request, version: #require(zephyr.version(version)))
      #expect(built.advertising.octets == [2, 1, 2] && built.scanResponse.octets == [2, 9, 0x61])
    }
    for version in ["4.3.0", "4.4", "4", "5.0"] {
      let refusal = #expect(throws: BuildRefusal.self) {
        try zephyr.built(request, version: #require(zephyr.version(version)))
      }
      #expect(refusal?.failure == nil && refusal?.reason.contains("gone in Zephyr 4.3") == true)
    }
  }

  @Test func aRefusalNamesTheField() throws {
    let zephyr = try stack("zephyr")
    let long = ADValue(type: .manufacturerData, value: Array(repeating: 1, count: 30).span)
    let refusal = #expect(throws: BuildRefusal.self) {
      try zephyr.built(BuildRequest(advertising: [.name("a"), long]), version: zephyr.newest)
    }
    #expect(refusal?.field == BuildRequest.Field(.advertising, 1))
    let aioble = try stack("aioble")
    #expect(throws: BuildRefusal.self) {
      try aioble.built(BuildRequest(advertising: [], scanResponse: []), version: aioble.newest)
    }
    #expect(throws: BuildRefusal.self) {
      try aioble.built(BuildRequest(advertising: [], options: ["x"]), version: aioble.newest)
    }
    #expect(throws: BuildRefusal.self) {
      try aioble.built(BuildRequest(pdu: .extendedConnectable, advertising: []), version: aioble.newest)
    }
  }

  /// Bluedroid takes a UUID of 32 bits for one of 128 when one of its upper octets is zero.
  @Test func bluedroidCountsOctetsOfTheBase() throws {
    let stack = try stack("bluedroid")
    func types(_ uuid: BluetoothUUID) throws -> UInt8 {
      let services = try ADValue.services32([uuid])
      return try stack.built(BuildRequest(advertising: [services]), version: stack.newest).advertising.octets[1]
    }
    #expect(try types(BluetoothUUID(0x1234_5678)) == 0x05)
    #expect(try types(BluetoothUUID(0x0034_5678)) == 0x07)
    #expect(try types(BluetoothUUID(0x0000_5678)) == 0x03)
  }

  /// From 5.69 on, btmgmt gives a list of 16-bit UUIDs the type of 128-bit UUIDs.
  @Test func btmgmtMistakesTheTypeOfShortUUIDs() throws {
    let stack = try stack("btmgmt")
    let request = BuildRequest(advertising: [try .services16([0x180D])], options: ["uuid-option"])
    let built = try stack.built(request, version: stack.newest)
    #expect(built.advertising.octets == [3, 0x07, 0x0D, 0x18])
    #expect(built.changes.map(\.kind) == [.replaced] && built.changes.first?.remedy?.contains("-d") == true)
    let before = try stack.built(request, version: try #require(stack.version("5.66")))
    #expect(before.advertising.octets == [3, 0x03, 0x0D, 0x18] && before.changes.isEmpty)
    // Bytes are sent as they are.
    let bytes = try stack.built(BuildRequest(advertising: request.advertising), version: stack.newest)
    #expect(bytes.advertising.octets == before.advertising.octets && bytes.changes.isEmpty)
  }

  /// The kernel cuts an adapter's name to ten bytes, and BlueZ has no place for a name but the scan response.
  @Test func blueZPutsNamesIntoTheScanResponse() throws {
    let stack = try stack("bluez")
    let name = ADValue.name("Living room lamp")
    let own = try stack.built(
      BuildRequest(advertising: [name], options: ["discoverable"]), version: stack.newest)
    #expect(own.advertising.octets == [2, 1, 6])
    #expect(own.scanResponse.octets.count == 18 && own.changes.map(\.kind) == [.moved])
    let alias = try stack.built(
      BuildRequest(advertising: [name], options: ["discoverable", "include-local-name"]), version: stack.newest)
    #expect(alias.scanResponse.octets == [11, 8] + Array("Living roo".utf8))
    #expect(alias.changes.map(\.kind) == [.moved, .shortened])
    // Without the property, an adapter with BR/EDR that is not discoverable sends no Flags at all.
    let silent = try stack.built(BuildRequest(advertising: [try .services16([0x180F])]), version: stack.newest)
    #expect(silent.advertising.octets == [3, 3, 0x0F, 0x18])
  }

  /// Whatever is asked, a model gives two blocks that fit, or says why it does not.
  @Test(arguments: StackBuilder.all.map(\.id)) func anyRequestIsAnswered(_ id: String) throws {
    let stack = try stack(id)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    for _ in 0..<2000 {
      func block() -> [ADValue] {
        (0..<next(5)).map { _ in
          let octets = (0..<next(next(4) == 0 ? 255 : 20)).map { _ in UInt8(next(256)) }
          return ADValue(
            type: ADType(rawValue: UInt8([0x01, 0x03, 0x07, 0x09, 0x16, 0xFF, next(256)][next(7)])), value: octets.span)
        }
      }
      let options = Set(stack.options.map(\.word).filter { _ in next(3) == 0 })
      let request = BuildRequest(
        pdu: AdvertisingPDU.allCases[next(AdvertisingPDU.allCases.count)], advertising: block(),
        scanResponse: next(2) == 0 ? nil : block(), options: options)
      guard
        let built = try? stack.built(
          request, version: next(2) == 0 ? stack.newest : stack.version("1.4") ?? stack.newest)
      else { continue }
      #expect(built.advertising.octets.count <= built.pdu.payloadLimit)
      #expect(built.scanResponse.octets.count <= built.pdu.payloadLimit)
      #expect(built.advertising.fields.count == built.advertising.octets.count)
    }
  }
}
