import AdvertisingData
import TestSupport
import Testing

@Suite struct BluetoothUUIDTests {
  /// A UUID of a vendor, as text and as on the air.
  private static let vendorText = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
  private static let vendorOctets = [UInt8](hex: "e41d510e5a11dbb9a9419e2aa0ffd0af")
  private static let baseOctets = [UInt8](hex: "fb349b5f8000008000100000_0f180000")

  @Test func theWidthOnTheAirDoesNotMatter() throws {
    let battery = BluetoothUUID(0x180F)
    #expect(BluetoothUUID(octets: [0x0F, 0x18], width: .bits16) == battery)
    #expect(BluetoothUUID(octets: [0x0F, 0x18, 0, 0], width: .bits32) == battery)
    #expect(BluetoothUUID(octets: Self.baseOctets, width: .bits128) == battery)
    #expect(battery.littleEndian(width: .bits16) == [0x0F, 0x18])
    #expect(battery.littleEndian(width: .bits32) == [0x0F, 0x18, 0, 0])
    #expect(battery.littleEndian(width: .bits128) == Self.baseOctets)
    #expect(battery.shortestWidth == .bits16)
    #expect(battery.assignedNumber16 == 0x180F)
  }

  @Test func everyAssigned16BitNumber() {
    let wrong = (UInt16.min...UInt16.max).first { number in
      let uuid = BluetoothUUID(UInt32(number))
      let octets = uuid.littleEndian(width: .bits16) ?? []
      return uuid.assignedNumber16 != number || octets != [UInt8(number & 0xFF), UInt8(number >> 8)]
        || BluetoothUUID(octets: octets, width: .bits16) != uuid
        || BluetoothUUID(text: uuid.description) != uuid || uuid.description.count != 4
    }
    #expect(wrong == nil)
  }

  @Test func numbersOf32Bits() throws {
    let uuid = BluetoothUUID(0x0001_F00D)
    #expect(uuid.shortestWidth == .bits32)
    #expect(uuid.assignedNumber16 == nil)
    #expect(uuid.description == "0001f00d")
    #expect(uuid.littleEndian(width: .bits16) == nil)
    #expect(uuid.littleEndian(width: .bits32) == [0x0D, 0xF0, 0x01, 0x00])
    #expect(BluetoothUUID(0xFFFF_FFFF).littleEndian(width: .bits128)?.suffix(4) == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  @Test func vendorUUID() throws {
    let uuid = try #require(BluetoothUUID(text: Self.vendorText))
    #expect(uuid.shortestWidth == .bits128)
    #expect(uuid.assignedNumber16 == nil)
    #expect(uuid.description == Self.vendorText)
    #expect(uuid.littleEndian(width: .bits128) == Self.vendorOctets)
    #expect(uuid.littleEndian(width: .bits32) == nil)
    #expect(uuid.littleEndian(width: .bits16) == nil)
    #expect(BluetoothUUID(octets: Self.vendorOctets, width: .bits128) == uuid)
  }

  /// One bit away from the base is another UUID, wherever the bit is.
  @Test func onlyTheExactBaseIsShort() throws {
    for bit in 0..<96 {
      var octets = Self.baseOctets
      octets[bit / 8] ^= 1 << UInt8(bit % 8)
      let uuid = try #require(BluetoothUUID(octets: octets, width: .bits128))
      #expect(uuid.shortestWidth == .bits128, "bit \(bit)")
      #expect(uuid.littleEndian(width: .bits128) == octets)
    }
  }

  @Test func readsAtAnOffset() {
    let octets: [UInt8] = [9, 0x0F, 0x18, 7]
    #expect(BluetoothUUID(octets: octets, at: 1, width: .bits16) == BluetoothUUID(0x180F))
    #expect(BluetoothUUID(octets: octets, at: 2, width: .bits16) == BluetoothUUID(0x0718))
    #expect(BluetoothUUID(octets: octets, at: 3, width: .bits16) == nil)
    #expect(BluetoothUUID(octets: octets, at: 4, width: .bits16) == nil)
    #expect(BluetoothUUID(octets: octets, at: 9, width: .bits16) == nil)
    #expect(BluetoothUUID(octets: octets, at: -1, width: .bits16) == nil)
    #expect(BluetoothUUID(octets: octets, at: 1, width: .bits32) == nil)
    #expect(BluetoothUUID(octets: octets, width: .bits128) == nil)
  }

  @Test(arguments: [
    "180f", "180F", "0x180F", "0X180f", "0000180f", "0x0000180F", "0000180f-0000-1000-8000-00805f9b34fb",
    "0000180F-0000-1000-8000-00805F9B34FB", "0000180f00001000800000805f9b34fb", "18-0f",
  ])
  func readsText(_ text: String) {
    #expect(BluetoothUUID(text: text) == BluetoothUUID(0x180F))
  }

  @Test(arguments: [
    "", "0x", "18", "180", "180g", "180f0", "0180f", "0x180", "0xx180f", " 180f", "180f ", "180f\n", "１８０ｆ", "18:0f",
    "0000180f-0000-1000-8000-00805f9b34f", "0000180f-0000-1000-8000-00805f9b34fb0", "-", "----", "-180f", "180f-",
    "0x-180f", "{0000180f-0000-1000-8000-00805f9b34fb}", "0x0000180f-0000-1000-8000-00805f9b34fb",
  ])
  func refusesOtherText(_ text: String) {
    #expect(BluetoothUUID(text: text) == nil)
  }

  @Test func reversed() throws {
    let uuid = try #require(BluetoothUUID(text: Self.vendorText))
    #expect(uuid.reversed.description == "e41d510e-5a11-dbb9-a941-9e2aa0ffd0af")
    #expect(uuid.reversed.littleEndian(width: .bits128) == Self.vendorOctets.reversed())
    #expect(uuid.reversed.reversed == uuid)
    #expect(BluetoothUUID(0x180F).reversed.description == "fb349b5f-8000-0080-0010-00000f180000")
  }

  @Test func ordersByNumber() throws {
    let ordered = try [
      "00000000-0000-0000-ffff-ffffffffffff", "0000", "0001", "180d", "180f", "ffff", "00010000", "ffffffff",
      "ffffffff-0000-1000-8000-00805f9b34fc",
      "ffffffff-0000-1000-8001-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ].map { try #require(BluetoothUUID(text: $0)) }
    var random = SplitMix64(seed: 3)
    #expect(ordered.shuffled(using: &random).sorted() == ordered)
    for (one, other) in zip(ordered, ordered.dropFirst()) {
      #expect(one < other && !(other < one) && !(one < one))
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func randomUUIDsComeBack(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let octets = random.octets(16)
      let uuid = BluetoothUUID(octets: octets, width: .bits128)
      #expect(uuid?.littleEndian(width: .bits128) == octets, "seed \(seed)")
      #expect(uuid.flatMap { BluetoothUUID(text: $0.description.uppercased()) } == uuid, "seed \(seed)")
    }
  }
}
