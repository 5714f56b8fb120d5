import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertFirmware

/// How payloads are sent, as calls and variables of an image show it.
@Suite struct ParametersTests {
  @Test(arguments: ["parameters-thumb.elf", "parameters-thumb.o"])
  func callsSayTheKindAndTheInterval(_ name: String) throws {
    let layouts = try KeptImage.named(name).layouts
    #expect(layouts.map(\.name) == ["ad + sd", "ad_beacon", "ad_scannable", "ad_far"])
    #expect(layouts.map(\.pdu) == [.advInd, .advNonconnInd, .advScanInd, .extendedNonconnectable])
    #expect(
      layouts.map { $0.parameters?.interval } == [
        100_000...150_000, 1_000_000...1_000_000, 500_000...500_625, 30_000...60_000,
      ])
    #expect(
      layouts.map { $0.parameters?.evidence } == [
        .call("bt_le_adv_start", in: "main"), .call("bt_le_adv_start", in: "main"),
        .call("bt_le_adv_start", in: "main"), .call("bt_le_ext_adv_create", in: "main"),
      ])
    #expect(layouts.map(\.declared.intervalMicroseconds) == [150_000, 1_000_000, 500_625, 60_000])
    #expect(layouts[1].declared.layout.scanResponse == .notScannable)
  }

  @Test func theNameThatTheHostAddsIsSent() throws {
    let layout = try #require(KeptImage.named("parameters-thumb.elf").layouts.first)
    #expect(layout.blockOfAddedName == .scanResponse)
    #expect(layout.deviceName == "Bike Lamp")
    #expect(layout.declared.layout.scanResponse == .declared(Payload([UInt8](hex: "020a04 0a0942696b65204c616d70"))))
    #expect(layout.declared.addedTypes == [])
  }

  /// The object file does not hold the host, so the configuration of the build must say the name.
  @Test func aNameThatTheImageLacksComesFromTheBuild() throws {
    let file = try ImageFile(path: KeptImage.path("parameters-thumb.o"))
    let unknown = try #require(FirmwareImage(file).layouts.first)
    #expect(unknown.additions == [.name])
    #expect(unknown.declared.addedTypes == [.completeLocalName])
    let name = String(repeating: "n", count: 30)
    let known = try #require(FirmwareImage(file, configuredName: name).layouts.first)
    #expect(known.additions == [])
    // Zephyr cuts it to the room there is.
    let octets = [UInt8](hex: "020a04 1b08") + [UInt8](repeating: 0x6E, count: 26)
    #expect(known.declared.layout.scanResponse == .declared(Payload(octets)))
  }

  /// Zephyr's structure has had three forms. One octet before the options is not zero: then it can be two of them.
  @Test(
    arguments: [
      ("00000000 01000000 a0000000 f0000000", true, 100_000...150_000),
      ("0001 a000 f000 ffffffffffffffffffff", true, 100_000...150_000),
      ("0001 a000 f000", true, 100_000...150_000),
      ("0000 4006 4006 00000000000000000000", false, 1_000_000...1_000_000),
      ("0100 a000 f000 00000000000000000000", nil, nil),
      ("0001 a000 0040", true, 100_000...10_240_000), ("0001 a000 0140", nil, nil), ("0001 a000 9f00", nil, nil),
      ("0001 a000 f0", nil, nil),
    ] as [(String, Bool?, ClosedRange<Int64>?)])
  func olderFormsOfAStructureAreRead(_ hex: String, _ isConnectable: Bool?, _ interval: ClosedRange<Int64>?) {
    let octets = [UInt8](hex: hex)
    let parameters = ParameterStructure.parameters(
      of: ParameterStructure.named("bt_le_adv_param"), order: .littleEndian, canBeExtended: true
    ) { $0 <= octets.count ? Array(octets[..<$0]) : nil }
    #expect(parameters?.isConnectable == isConnectable)
    #expect(parameters?.interval == interval)
    #expect(parameters?.isScannable == isConnectable)
  }

  @Test func withoutParametersTheKindIsAssumed() throws {
    let layout = try #require(KeptImage.named("zephyr-thumb.elf").layouts.first)
    #expect(layout.parameters == nil)
    #expect(layout.pdu == .advInd)
    #expect(layout.declared.intervalMicroseconds == nil)
  }

  @Test func theCallSaysWhatAnArrayIs() throws {
    let arrays = try KeptImage.named("zephyr-thumb-stripped.elf").arrays
    #expect(arrays.first { $0.name == "ad" }?.passedTo == "bt_le_adv_start")
    #expect(arrays.first { $0.name == "sd" }?.passedTo == "bt_le_adv_start")
  }
}
