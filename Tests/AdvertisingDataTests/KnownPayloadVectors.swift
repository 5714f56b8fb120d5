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
    ("ruuviTag", "1bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f"),
    ("ruuviTag", "11ff990403291a1ece1efc18f94202ca0b53"),
    ("ruuviTag", "17ff990406170c5668c79e007000c90501d900cd004c884f"),
    ("miBeacon", "121695fe50505b05016655443322110a100164"),
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
