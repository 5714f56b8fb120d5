import AdvertisingData
import TestSupport
import Testing

/// Payloads written by hand and checked with an independent decoder, each with the value that must come out.
@Suite struct DecodedPayloadVectorsTests {
  @Test(arguments: whole)
  func decodes(_ vector: Vector) throws {
    let payload = Payload([UInt8](hex: vector.hex))
    let decoded = payload.decoded
    #expect(decoded.elements.map(\.value) == vector.values)
    #expect(decoded.ending == .complete)
    #expect(decoded.remainder.isEmpty)
  }

  /// The same payloads the other way round.
  @Test(arguments: whole)
  func encodes(_ vector: Vector) throws {
    let payload = Payload([UInt8](hex: vector.hex))
    #expect(vector.values.map(\.type) == payload.decoded.elements.map(\.type))
    #expect(try Payload(vector.values, for: .extendedConnectable) == payload)
  }

  @Test func earlyTermination() {
    let decoded = Payload([UInt8](hex: "02010600000000")).decoded
    #expect(decoded.elements.map(\.value) == [.flags(Flags(rawValue: 6))])
    #expect(decoded.ending == .terminated(offset: 3))
    #expect(decoded.remainder == [0, 0, 0, 0])
  }

  @Test func overrun() {
    let decoded = Payload([UInt8](hex: "0201060a09414243")).decoded
    #expect(
      decoded.elements.map(\.value) == [.flags(Flags(rawValue: 6)), .localName(LocalName("ABC", isComplete: true))])
    #expect(decoded.ending == .overrun(offset: 3, declared: 10, available: 4))
  }

  @Test func raggedList() throws {
    let decoded = Payload([UInt8](hex: "04030d180f")).decoded
    let value = try #require(decoded.elements.first?.value)
    guard case .serviceUUIDs(let list) = value else {
      Issue.record("no list")
      return
    }
    #expect(list.uuids == [BluetoothUUID(0x180D)])
    #expect(list.rest == [0x0F])
    #expect(value.malformation == .ragged(itemSize: 2, actual: 3))
    #expect(value.octets == [UInt8](hex: "0d180f"))
    #expect(decoded.ending == .complete)
  }

  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let hex: String
    let values: [ADValue]

    init(_ name: String, _ hex: String, _ values: ADValue?...) {
      self.name = name
      self.hex = hex
      self.values = values.compactMap { $0 }
    }

    var testDescription: String { name }
  }

  static let general = ADValue.flags([.generalDiscoverable, .brEDRNotSupported])
  private static let heartRate = BluetoothUUID(0x180D)
  private static let battery = BluetoothUUID(0x180F)

  static let whole: [Vector] = [
    Vector(
      "flags and 16-bit services", "02010605030d180f18", general,
      services([heartRate, battery], .bits16, isComplete: true)),
    Vector("32-bit service", "0505d2fc0000", services([BluetoothUUID(0xFCD2)], .bits32, isComplete: true)),
    Vector(
      "128-bit service on the base", "1107fb349b5f8000008000100000d2fc0000",
      services([BluetoothUUID(0xFCD2)], .bits128, isComplete: true)),
    Vector("short name", "050854686572", .localName(LocalName("Ther", isComplete: false))),
    Vector("transmit power", "020aec", .txPowerLevel(TxPowerLevel(dBm: -20))),
    Vector(
      "connection intervals", "05120600800c",
      .connectionIntervalRange(ConnectionIntervalRange(minimum: 6, maximum: 3200))),
    Vector(
      "no specific connection interval", "0512ffffffff",
      .connectionIntervalRange(ConnectionIntervalRange(minimum: 0xFFFF, maximum: 0xFFFF))),
    Vector(
      "16-bit solicitation", "03140518",
      SolicitationUUIDList([BluetoothUUID(0x1805)], width: .bits16).map(ADValue.solicitationUUIDs)),
    Vector("16-bit service data", "04160f1864", serviceData(.bits16)),
    Vector("32-bit service data", "06200f18000064", serviceData(.bits32)),
    Vector("128-bit service data", "1221fb349b5f80000080001000000f18000064", serviceData(.bits128)),
    Vector("keyboard", "0319c103", .appearance(Appearance(rawValue: 0x03C1))),
    Vector("manufacturer data", "05ff59000102", .manufacturerData(ManufacturerData(company: 0x0059, data: [1, 2]))),
    Vector("empty name", "0109", .localName(LocalName("", isComplete: true))),
    Vector("limited and general", "020107", .flags(Flags(rawValue: 7))),
    Vector("a type that is not assigned", "033312ff", .other(ADType(rawValue: 0x33), [0x12, 0xFF])),
    Vector(
      "iBeacon", "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000010002c5", general,
      .manufacturerData(
        ManufacturerData(company: 0x004C, data: [UInt8](hex: "0215e2c56db5dffb48d2b060d0f5a71096e000010002c5")))),
    Vector(
      "Eddystone URL", "0201060303aafe0c16aafe10ec02676f2e676c2f", general,
      services([BluetoothUUID(0xFEAA)], .bits16, isComplete: true),
      ServiceData(BluetoothUUID(0xFEAA), width: .bits16, data: [UInt8](hex: "10ec02676f2e676c2f"))
        .map(ADValue.serviceData)),
  ]

  private static func services(
    _ uuids: [BluetoothUUID], _ width: BluetoothUUID.Width, isComplete: Bool
  ) -> ADValue? {
    ServiceUUIDList(uuids, width: width, isComplete: isComplete).map(ADValue.serviceUUIDs)
  }

  private static func serviceData(_ width: BluetoothUUID.Width) -> ADValue? {
    ServiceData(battery, width: width, data: [0x64]).map(ADValue.serviceData)
  }
}
