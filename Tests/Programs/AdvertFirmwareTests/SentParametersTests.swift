import AdvertisingData
import TestSupport
import Testing

@testable import AdvertFirmware

/// The channels, the kind of address and the interval that a program passes with its advertising.
@Suite struct SentParametersTests {
  private static let place: UInt32 = 0x2000_1000
  private static let data: UInt32 = 0x2000_2000

  private var host = RunningHost(outside: OutsideContents(seed: 0))
  private var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 0))

  private mutating func answer(_ number: UInt8, _ arguments: UInt32...) -> UInt32 {
    SoftDevice.answer(number, CallArguments(arguments), callers: [], &host, &memory)
  }

  private mutating func put(_ hex: String, at place: UInt32 = place) { memory.write([UInt8](hex: hex), at: place) }

  /// Type 1, interval 160, and an octet for each eight channels that are not used.
  @Test(
    arguments: zip(["00", "c0", "a0", "e0"], [[37, 38, 39], [37], [38], nil] as [[Int]?]))
  func channelsOfALaterSoftDevice(_ mask: String, _ channels: [Int]?) throws {
    var test = self
    test.put("0100 0000 00000000 a0000000 0000 00 00000000\(mask) 00")
    #expect(test.answer(0x72, 0x2000_0FFC, 0, Self.place) == 0)
    let parameters = try #require(test.host[0]?.parameters)
    #expect(parameters.channels == channels)
    #expect(parameters.interval == 100_000...100_000)
    // The stack's own.
    #expect(parameters.address == .random)
  }

  /// The interval has a certain place only where a call shows the version.
  @Test(arguments: [(0x62, true), (0x63, false)] as [(UInt8, Bool)])
  func anIntervalBeforeSoftDeviceSix(_ addBase: UInt8, _ isKnown: Bool) throws {
    var test = self
    test.put("00112233445566778899aabbccddeeff", at: Self.data)
    #expect(test.answer(addBase, Self.data, Self.data + 16) == 0)
    test.put("020106", at: Self.data)
    #expect(test.answer(0x72, Self.data, 3, 0, 0) == 0)
    test.put("00000000 00000000 0000 4000 0000 06 00")
    #expect(test.answer(0x73, Self.place, 1) == 0)
    let parameters = try #require(test.host[0]?.parameters)
    #expect(parameters.isConnectable)
    #expect(parameters.interval == (isKnown ? 40_000...40_000 : nil))
    #expect(parameters.channels == (isKnown ? [37] : nil))
  }

  /// What the program sets comes back: the type in the upper seven bits from version 3 on, and in all bits before.
  @Test func addressesComeBack() {
    var test = self
    let octets = [UInt8](hex: "0102030405c6")
    test.put("02 0102030405c6")
    #expect(test.answer(0x6C, Self.place) == 0)
    #expect(test.host.address == octets && test.host.addressKind == .random)
    #expect(test.answer(0x6D, Self.data) == 0)
    #expect(test.memory.octets(at: Self.data, count: 7) == [2] + octets)
    test.put("00 060504030201")
    #expect(test.answer(0x70, 0, Self.place) == 0)
    #expect(test.host.addressKind == .publicAddress)
    #expect(test.answer(0x71, Self.data) == 0)
    #expect(test.memory.octets(at: Self.data, count: 7) == [0, 6, 5, 4, 3, 2, 1])
    // Privacy: the stack makes the addresses.
    test.put("01 03 0000 00000000")
    #expect(test.answer(0x70, Self.place) == 0)
    #expect(test.host.addressKind == .nonResolvable)
    test.put("00 00 0000 00000000")
    #expect(test.answer(0x70, Self.place) == 0)
    #expect(test.host.addressKind == nil)
  }

  @Test func channelsAndAddressOfCommands() {
    var test = self
    HCICommands.take(0x2006, [UInt8](hex: "a000 f000 03 01 00 000000000000 05 00"), &test.host)
    #expect(test.host[0]?.parameters?.channels == [37, 39])
    #expect(test.host[0]?.parameters?.address == .random)
    // A command that ends before them, which no controller takes.
    HCICommands.take(0x2006, [UInt8](hex: "a000 f000 03"), &test.host)
    #expect(test.host[0] != nil && test.host[0]?.parameters == nil)
    #expect(test.host[0]?.parameters?.channels == nil)
    #expect(test.host[0]?.parameters?.address == nil)
    HCICommands.take(
      0x2036, [UInt8](hex: "02 1000 a00000 f00000 02 03 00 000000000000 00 7f 01 00 01 02 00"), &test.host)
    #expect(test.host[0x102]?.parameters?.channels == [38])
    #expect(test.host[0x102]?.parameters?.address == .resolvable)
  }

  @Test(
    arguments: [
      ("bt_le_adv_param", "00000000 01800800 a0000000 f0000000", [38, 39], .nonResolvable),
      ("bt_le_adv_param", "00000000 01000000 a0000000 f0000000", [37, 38, 39], nil),
      ("bt_le_adv_param", "00000000 01800300 a0000000 f0000000", nil, nil),
      (
        "esp_ble_adv_params_t", "2000 4000 00000000 03000000 000000000000 0000 00000000 04000000 00000000", [39],
        .resolvable
      ),
      ("ble_gap_adv_params", "0202 a000 f000 00 00", [37, 38, 39], nil),
      ("ble_gap_adv_params", "0202 a000 f000 06 00", [38, 39], nil),
      ("ble_gap_ext_adv_params", "01000000 a0000000 f0000000 01 00", [37], .publicAddress),
    ] as [(String, String, [Int]?, AdvertisingParameters.OwnAddress?)])
  func channelsAndAddressOfStructures(
    _ name: String, _ hex: String, _ channels: [Int]?, _ address: AdvertisingParameters.OwnAddress?
  ) {
    var test = self
    test.put(hex)
    let parameters = test.memory.parameters(name, at: Self.place)
    #expect(parameters != nil)
    #expect(parameters?.channels == channels)
    #expect(parameters?.address == address)
  }

  /// The PHYs of extended advertising, by the numbers of HCI; those that are none are not known.
  @Test(
    arguments: [
      ("bt_le_adv_param", "00000000 00040000 a0000000 f0000000", .oneMegabit, .twoMegabit),
      ("bt_le_adv_param", "00000000 000c0000 a0000000 f0000000", .oneMegabit, .oneMegabit),
      ("bt_le_adv_param", "00000000 00140000 a0000000 f0000000", .coded, .coded),
      ("bt_le_adv_param", "00000000 01100000 a0000000 f0000000", nil, nil),
      ("ble_gap_ext_adv_params", "01000000 a0000000 f0000000 01 00 00000000000000 00 03 02", .coded, .twoMegabit),
      ("ble_gap_ext_adv_params", "01000000 a0000000 f0000000 01 00 00000000000000 00 00 00", nil, nil),
      ("ble_gap_ext_adv_params", "11000000 a0000000 f0000000 01 00 00000000000000 00 03 03", nil, nil),
      (
        "esp_ble_gap_ext_adv_params_t",
        "01000000 a0000000 f0000000 07000000 00000000 00000000 000000000000 0000 00000000 7f 03 00 01", .coded,
        .oneMegabit
      ),
      (
        "esp_ble_gap_ext_adv_params_t",
        "01000000 a0000000 f0000000 07000000 00000000 00000000 000000000000 0000 00000000 7f 02 00 01", nil, nil
      ),
    ] as [(String, String, PHY?, PHY?)])
  func physOfStructures(_ name: String, _ hex: String, _ primary: PHY?, _ secondary: PHY?) {
    var test = self
    test.put(hex)
    let parameters = test.memory.parameters(name, at: Self.place)
    #expect(parameters != nil)
    #expect(parameters?.phys == AdvertisingPHYs(primary: primary, secondary: secondary))
  }

  /// The SoftDevice has numbers of its own, and 0 lets it choose LE 1M.
  @Test(
    arguments: [
      ("06", "0402", .coded, .twoMegabit), ("06", "0000", .oneMegabit, .oneMegabit),
      ("0a", "0101", .oneMegabit, .oneMegabit),
      ("06", "0202", nil, .twoMegabit), ("06", "0303", nil, nil), ("01", "0404", nil, nil),
    ] as [(String, String, PHY?, PHY?)])
  func physOfTheSoftDevice(_ kind: String, _ phys: String, _ primary: PHY?, _ secondary: PHY?) throws {
    var test = self
    test.put("\(kind)00 0000 00000000 a0000000 0000 00 0000000000 00 \(phys) 00")
    #expect(test.answer(0x72, 0x2000_0FFC, 0, Self.place) == 0)
    let parameters = try #require(test.host[0]?.parameters)
    #expect(parameters.phys == AdvertisingPHYs(primary: primary, secondary: secondary))
  }

  /// What runs with other surroundings do not agree on is not known; what they agree on stays.
  @Test func onlyWhatAgreesIsKept() {
    let one = AdvertisingParameters(isConnectable: true, isScannable: true).sent(onChannels: 7, from: 1)
    let other = AdvertisingParameters(isConnectable: true, isScannable: true).sent(onChannels: 1, from: 1)
    let directed = AdvertisingParameters(isConnectable: true, isScannable: false)
    #expect(one.agreeing(with: [one, one]) == one)
    #expect(one.agreeing(with: [one, other])?.channels == nil)
    #expect(one.agreeing(with: [one, other])?.address == .random)
    #expect(one.agreeing(with: [other, directed]) == nil)
    #expect(one.agreeing(with: [one, nil]) == nil)
  }
}
