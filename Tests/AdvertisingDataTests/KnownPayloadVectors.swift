import AdvertisingData
import Testing

/// Well-known payloads as whole AD structures.
enum KnownPayloadVectors {
  static let all: [(id: String, hex: String)] = [
    ("iBeacon", "1aff4c000215e2c56db5dffb48d2b060d0f5a71096e000010002c5"),
    ("altBeacon", "1bff1801beac00112233445566778899aabbccddeeff00010002c500"),
    ("eddystone", "1516aafe00ee000102030405060708090a0b0c0d0e0f"),
    ("eddystone", "1716aafe00ee000102030405060708090a0b0c0d0e0f0000"),
    ("eddystone", "0c16aafe10ec02676f2e676c2f"),
    ("eddystone", "1116aafe20000bb81580000000640000000a"),
    ("eddystone", "1516aafe2001000102030405060708090a0b12345678"),
    ("eddystone", "0d16aafe30ee0102030405060708"),
    ("eddystone", "1916aafe40000102030405060708090a0b0c0d0e0f1011121380"),
    ("eddystone", "1816aafe41000102030405060708090a0b0c0d0e0f10111213"),
    ("swiftPair", "06ff0600030080"),
    ("swiftPair", "0bff06000300804d6f757365"),
    ("swiftPair", "0fff0600030180665544332211040425"),
    ("swiftPair", "09ff0600030280040425"),
    ("connectedDevices", "1eff06000109200211223344000102030405060708090a0b0c0d0e0f101112"),
    ("fastPair", "06162cfe123456"),
    ("fastPair", "0b162cfe004001020304115a"),
    ("fastPair", "05162cfe0000"),
    ("exposureNotification", "17166ffd000102030405060708090a0b0c0d0e0f40000000"),
    ("btHome", "0916d2fc40016402ca09"),
    ("btHome", "1216d2fc410102030405060001020304a1a2a3"),
    ("matter", "0b16f6ff00000ff1ff018000"),
    ("remoteID", "1e16faff0d010212534e313233343536373800000000000000000000000000"),
    ("continuity", "14ff4c000100000000000000000000080000000000"),
    ("continuity", "0aff4c0010050b1c839096"),
    ("continuity", "1eff4c00121900000102030405060708090a0b0c0d0e0f1011121314150300"),
    ("continuity", "16ff4c0006310080e7146a373406009f2104023cb9eb0e"),
    ("continuity", "12ff4c00062d0180e7146a37340a0007000102"),
    ("continuity", "1bff4c00113680e7146a3734000102030405060708090a0b0c0d0e0f"),
    ("continuity", "1eff4c0007190114202b9a8f0100040f261ac42bfa2fb9b608cd60cbdf75ab"),
    ("continuity", "18ff4c00071301142075aa5835001000e4e426000000000000"),
    ("continuity", "1eff4c000719010a20620480010f400d705016f2408316bf1016349b7484e8"),
    ("ruuviTag", "1bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f"),
    ("ruuviTag", "11ff990403291a1ece1efc18f94202ca0b53"),
    ("ruuviTag", "17ff990406170c5668c79e007000c90501d900cd004c884f"),
    ("miBeacon", "121695fe50505b05016655443322110a100164"),
    ("audioAnnouncement", "09164e1801ff0f0f0200"), ("audioAnnouncement", "0d164e1800040004000403020400"),
    ("audioAnnouncement", "06165218563412"), ("audioAnnouncement", "0416531801"),
    ("audioAnnouncement", "051656180500"), ("audioAnnouncement", "09165618020403020400"),
    ("meshProvisioning", "151627180123456789abcdef0123456789abcdef0020"),
    ("meshProxy", "0c162818000001020304050607"), ("meshProxy", "1416281801000102030405060708090a0b0c0d0e0f"),
    ("meshProxy", "1416281802000102030405060708090a0b0c0d0e0f"),
    ("meshProxy", "1416281803000102030405060708090a0b0c0d0e0f"),
    ("tracker", "04165afd13"), ("tracker", "0416edfe02"), ("tracker", "0416b2fc01"),
  ]

  /// What is recognised in the first structure of the bytes.
  static func known(_ hex: String) throws -> KnownPayload? {
    let payload = Payload(try HexText.octets(of: hex))
    switch try #require(payload.decoded.elements.first).value {
    case .manufacturerData(let data): return KnownPayload.recognised(in: data)
    case .serviceData(let data): return KnownPayload.recognised(in: data)
    default: return nil
    }
  }

  /// What is recognised in data of a service.
  static func known(service: UInt32, _ hex: String) throws -> KnownPayload? {
    let octets = try HexText.octets(of: hex)
    let data = ServiceData(BluetoothUUID(service), width: .bits16, data: octets)
    return KnownPayload.recognised(in: try #require(data))
  }

  /// What is recognised in data of a company.
  static func known(company: UInt16, _ hex: String) throws -> KnownPayload? {
    KnownPayload.recognised(in: ManufacturerData(company: company, data: try HexText.octets(of: hex)))
  }
}
