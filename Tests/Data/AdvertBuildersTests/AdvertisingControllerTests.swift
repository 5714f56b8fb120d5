import AdvertBuilders
import AdvertisingData
import TestSupport
import Testing

/// A controller that takes the commands of a host about advertising.
@Suite struct AdvertisingControllerTests {
  private static let legacy = "a000 f000 00 00 00 000000000000 07 00"
  private static let extended = "01 0000 a00000 f00000 07 00 00 000000000000 00 7f 01 00 01 05 00"

  private static func controller(_ commands: [(AdvertisingCommand, String)]) throws -> AdvertisingController<Int> {
    var controller = AdvertisingController<Int>()
    for (number, (command, parameters)) in commands.enumerated() {
      _ = try controller.apply(command, HexText.octets(of: parameters), from: number)
    }
    return controller
  }

  /// The data of a set know their command and their place in it, unless they were joined.
  @Test func dataKnowTheirOrigin() throws {
    let set = try Self.controller([
      (.setExtendedParameters, Self.extended), (.setExtendedData, "01 03 00 03 020106"),
      (.setExtendedScanResponse, "01 01 00 01 01"), (.setExtendedScanResponse, "01 02 00 01 09"),
      (.enableSets, "01 01 01 0000 00"),
    ])[.number(1)]
    #expect(set.parameters?.pdu == .extendedNonconnectable && set.parameters?.advertisingSID == 5)
    #expect(set.advertising.origin == 1 && set.advertising.range == 4..<7)
    #expect(set.scanResponse.origin == 3 && set.scanResponse.range == nil)
    #expect(set.scanResponse.payload == Payload([0x01, 0x09]))
    #expect(set.isEnabled == true)
  }

  /// Before a reset, or the removal of all sets, nothing is known of a set.
  @Test func beforeAResetNothingIsKnown() throws {
    let unknown = AdvertisingController<Int>()
    #expect(unknown[.legacy].advertising.payload == nil && unknown[.legacy].parameters == nil)
    let reset = try Self.controller([(.setData, "01 00"), (.reset, "")])
    #expect(reset[.legacy].advertising.payload == Payload() && reset[.legacy].parameters?.interval == 0x800...0x800)
    #expect(reset.handles.isEmpty)
    let cleared = try Self.controller([(.clearSets, "")])
    #expect(cleared[.number(1)].scanResponse.payload == Payload() && cleared[.legacy].scanResponse.payload == nil)
  }

  @Test(
    arguments: [
      ([], .setParameters, legacy, nil), ([], .setExtendedParameters, extended, nil), ([], .reset, "", nil),
      ([(.setData, "00")], .setExtendedParameters, extended, "of which a controller refuses one"),
      ([(.setData, "00"), (.reset, "")], .setExtendedParameters, extended, nil),
      ([], .setParameters, "a000", "2 bytes in the place of 15"),
      ([], .setData, "03 020106", "a controller may refuse: it has 4 bytes in the place of 32: fill it up with 00"),
      (
        [], .setData, "0a 020106 03030d18",
        "its first byte declares 10 bytes of data, and the AD structures have 7: it must be 0x07; it has 8 bytes in"
      ),
      (
        [], .setData, "3e 020106 1bff" + String(repeating: "59", count: 26),
        "and the AD structures have 31: it must be 0x1f"
      ),
      (
        [], .setScanResponse, "20 020106" + String(repeating: "00", count: 28),
        "and the AD structures have 3: it must be 0x03"
      ),
      ([], .setData, "07 020106 03030d18" + String(repeating: "00", count: 24), nil),
      ([], .setData, "1f 020106 03030d18" + String(repeating: "00", count: 24), nil),
      ([], .setExtendedData, "01 03 00 04 020106", "3 bytes of data, and another length"),
      ([], .enableSets, "01 02 01 0000 00", "not that of its advertising sets"),
      ([], .removeSet, "", "0 bytes in the place of 1"), ([], .removeSet, "f0", "found 240"),
      ([], .setParameters, legacy.replacing("f000 00", with: "f000 05"), "expected advertising type 0 to 4, found 5"),
      ([], .setParameters, legacy.replacing("a000", with: "1000"), "0x0020 is the shortest"),
      ([], .setParameters, legacy.replacing("a000", with: "f100"), "above the maximum of 240"),
      ([], .setParameters, legacy.replacing("f000", with: "0141"), "16384 units is the longest"),
      ([], .setParameters, legacy.replacing("a000 f000 00", with: "2000 f000 03"), "before Bluetooth 5"),
      // Directed advertising with a high duty cycle has no interval.
      ([], .setParameters, legacy.replacing("a000 f000 00", with: "0000 0000 01"), nil),
      ([], .setExtendedParameters, extended.replacing("01 0000", with: "01 0300"), "go together, found 0x3"),
      ([], .setExtendedParameters, extended.replacing("01 0000", with: "01 0800"), "properties"),
      ([], .setExtendedParameters, extended.replacing("01 0000", with: "01 3000"), "properties"),
      ([], .setExtendedParameters, extended.replacing("01 0000", with: "01 0001"), "properties"),
      (
        [(.setParameters, legacy), (.enable, "01")], .setParameters, legacy.replacing("f000 00", with: "f000 02"),
        "while it is on"
      ),
      ([(.setParameters, legacy), (.enable, "01")], .setParameters, legacy, nil),
    ] as [([(AdvertisingCommand, String)], AdvertisingCommand, String, String?)])
  func refusals(
    _ before: [(AdvertisingCommand, String)], _ command: AdvertisingCommand, _ parameters: String, _ words: String?
  ) throws {
    let refusal = try Self.controller(before).refusal(of: command, HexText.octets(of: parameters))
    #expect(words.map { refusal?.contains($0) ?? false } ?? (refusal == nil), "\(refusal ?? "taken")")
  }

  /// Whatever a command has as parameters, reading it ends.
  @Test func anyParametersAreRead() throws {
    var random = SplitMix64(seed: 3)
    var controller = AdvertisingController<Int>()
    for number in 0..<20_000 {
      let octets = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...35, using: &random) }
      let opcode = [UInt16.random(in: 0x2000...0x2080, using: &random), 0x0C03, 0xFD54].randomElement(using: &random)
      guard let command = opcode.flatMap(AdvertisingCommand.init(rawValue:)) else { continue }
      _ = controller.refusal(of: command, octets)
      _ = try? controller.apply(command, octets, from: number)
      for handle in controller.handles { #expect(controller[handle].advertising.payload?.count ?? 0 <= 1650) }
    }
  }
}
