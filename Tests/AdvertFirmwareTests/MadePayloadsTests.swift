import AdvertObservation
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertFirmware

/// Programs whose payload is caught in a call of their stack. What the sources send is in Fixtures/images/made.json.
@Suite struct MadePayloadsTests {
  /// What ST's stack puts together comes behind what it is updated with; the factory's number and the power vary.
  @Test func catchesWhatSTsStackPutsTogether() throws {
    let image = try KeptImage.named("made-stm32-thumb.elf")
    let layout = try #require(image.layouts.first)
    #expect(image.layouts.count == 1)
    #expect(layout.name == "request_advertising")
    #expect(layout.pdu == .advInd)
    #expect(layout.parameters?.interval == 80_000...100_000)
    #expect(layout.parameters?.evidence == .call("aci_gap_set_discoverable", in: "request_advertising"))
    let declared = layout.declared
    let octets = try #require(declared.layout.advertising).octets
    #expect(octets[..<5].elementsEqual([UInt8](hex: "08ffffff01")))
    #expect(octets[9..<30].elementsEqual([UInt8](hex: "020106050942696b6503030f18051210002000020a")))
    #expect(declared.advertisingVariation.ranges == [5..<9, 30..<31])
    #expect(declared.layout.scanResponse == .declared(Payload([UInt8](hex: "05160f186301"))))
    #expect(image.arrays.map(\.stack) == ["stm32", "stm32"])
    #expect(image.unreadCalls.isEmpty)
    #expect(image.remarks.contains { $0.hasPrefix("start_stack was run by itself") })
  }
}

/// ST's stack, by the calls and by the commands to another processor.
@Suite struct STM32AdvertisingTests {
  private static let name: [UInt8] = [0x09, 0x41, 0x42]

  private static func started(
    _ host: inout RunningHost, name: [UInt8] = name, services: [UInt8] = [0x03, 0x0F, 0x18]
  ) -> UInt32 {
    STM32Advertising(
      flags: STM32Advertising.generalFlags, type: 0, interval: (0, 0), name: name, services: services,
      connection: (0, 0)
    ).start(&host)
  }

  private static func sent(_ host: RunningHost) -> [String] {
    var host = host
    host.finish()
    return host.caught.compactMap { $0.octets[.advertising]?.hex }
  }

  @Test func thePartsHaveTheirOrder() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    #expect(Self.started(&host) == 0)
    #expect(Self.sent(host) == ["02010603094142" + "03030f18" + "020a12"])
    // The stack's own interval.
    host.finish()
    #expect(host.caught.first?.parameters?.interval == 30_000...60_000)
  }

  /// What has the same type is replaced and comes first; what is too long is refused, and the old data stay.
  @Test func anUpdateReplacesByType() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    _ = Self.started(&host)
    #expect(STM32Advertising.update([UInt8](hex: "03094344020aee"), &host) == 0)
    #expect(Self.sent(host) == ["03094344020aee" + "02010603030f18"])
    #expect(STM32Advertising.update([UInt8](hex: "1aff" + String(repeating: "00", count: 25)), &host) != 0)
    #expect(STM32Advertising.update([UInt8](hex: "05ff"), &host) != 0)
    #expect(Self.sent(host) == ["03094344020aee" + "02010603030f18"])
  }

  @Test func aTypeIsTakenAway() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    _ = Self.started(&host)
    #expect(STM32Advertising.remove(0x0A, &host) == 0)
    #expect(STM32Advertising.remove(0x0A, &host) != 0)
    #expect(Self.sent(host) == ["0201060309414203030f18"])
    // With the mode go its Flags.
    _ = STM32Advertising.stop(&host)
    #expect(host.octets(.advertising).hex == "0309414203030f18")
  }

  @Test func whatDoesNotFitIsNotSent() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    #expect(Self.started(&host, services: [UInt8](repeating: 7, count: 21)) != 0)
    #expect(Self.sent(host).isEmpty)
  }

  @Test func privacyLeavesTheNameOut() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    host.hasPrivacy = true
    _ = Self.started(&host)
    #expect(Self.sent(host) == ["02010603030f18020a12"])
  }

  /// The commands have what the functions are given, in the same order.
  @Test func commandsSayTheSame() {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    #expect(STM32Advertising.take(0xFC8A, [1, 0, 7], &host) == 0)
    let command = "00" + "a000" + "f000" + "0000" + "03094142" + "03030f18" + "10002000"
    #expect(STM32Advertising.take(0xFC83, [UInt8](hex: command), &host) == 0)
    #expect(Self.sent(host) == ["0201060309414203030f18051210002000020a12"])
    host.finish()
    #expect(host.caught.first?.parameters?.interval == 100_000...150_000)
    #expect(STM32Advertising.take(0xFC8F, [0x0A], &host) == 0)
    #expect(STM32Advertising.take(0xFC8E, [UInt8](hex: "0403ffe502"), &host) == 0)
    #expect(host.octets(.advertising).hex == "03ffe5020201060309414203030f18051210002000")
    #expect(STM32Advertising.take(0xFC0C, [0], &host) == nil)
    // A command that ends too early.
    _ = STM32Advertising.take(0xFC83, [0, 0xA0], &host)
    _ = STM32Advertising.take(0xFC83, [], &host)
  }
}

/// Commands that a host gives to its controller.
@Suite struct HCICommandsTests {
  private static func caught(_ commands: [(UInt16, String)]) -> [CaughtAdvertising] {
    var host = RunningHost(outside: OutsideContents(seed: 0))
    for (opcode, octets) in commands { HCICommands.take(opcode, [UInt8](hex: octets), &host) }
    host.finish()
    return host.caught
  }

  @Test func legacyCommandsAreTaken() throws {
    let zeros = String(repeating: "00", count: 28)
    let caught = Self.caught([
      (0x2006, "a000f00000000000000000000007" + "00"), (0x2008, "03020106" + zeros), (0x2009, "0303ff0102" + zeros),
      (0x200A, "01"),
    ])
    #expect(caught.map(\.octets) == [[.advertising: [2, 1, 6], .scanResponse: [3, 0xFF, 1]]])
    let parameters = try #require(caught.first?.parameters)
    #expect(parameters.isConnectable && parameters.isScannable && !parameters.isExtended)
    #expect(parameters.interval == 100_000...150_000)
  }

  /// Parts of long data are joined, each handle has its own.
  @Test func extendedCommandsAreTaken() throws {
    let caught = Self.caught([
      (0x2036, "010000a00000f0000007"), (0x2037, "010100020201"), (0x2037, "0102000106"), (0x2037, "0203000301ff00"),
      (0x2039, "0101" + "01000000"),
    ])
    #expect(caught.map { $0.octets[.advertising] } == [[2, 1, 6], [1, 0xFF, 0]])
    let parameters = try #require(caught.first?.parameters)
    #expect(parameters.isExtended && !parameters.isConnectable)
    #expect(parameters.interval == 100_000...150_000)
  }

  /// A length that the command has no room for, data that are cut: nothing is known of what is sent.
  @Test(arguments: ["20020106", "05020106", "04", ""]) func brokenDataAreNotTaken(_ octets: String) {
    #expect(Self.caught([(0x2008, "03020106"), (0x2008, octets)]).allSatisfy { $0.octets[.advertising] == [2, 1, 6] })
    #expect(octets.isEmpty || Self.caught([(0x2008, "03020106"), (0x2008, octets), (0x200A, "01")]).isEmpty)
  }

  @Test func randomCommandsAreBounded() {
    var generator = SplitMix64(seed: 5)
    var host = RunningHost(outside: OutsideContents(seed: 0))
    for _ in 0..<20_000 {
      let octets = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let opcode = UInt16.random(in: 0x2000...0x2040, using: &generator)
      HCICommands.take(opcode, octets, &host)
      _ = STM32Advertising.take(0xFC80 | UInt16.random(in: 0...0x2F, using: &generator), octets, &host)
    }
    host.finish()
    #expect(host.caught.count <= 64)
    #expect(host.caught.allSatisfy { $0.octets.values.allSatisfy { $0.count <= 1650 } })
  }
}
