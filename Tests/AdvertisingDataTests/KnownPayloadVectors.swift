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
    ("remoteID", "1e16faff0d051223" + "5a0afe80c3c90100ca9a3bd6070000d407ba04640001" + "00"),
    ("remoteID", "1e16faff0d072210023f00e1f505" + "0102030405060708090a0b0c0d0e0f1011"),
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
    ("audioAnnouncement", "03164f18"),
    ("audioAnnouncement", "1616561803110302040004046465750206050208010109"),
    ("basicAudioAnnouncement", AudioTests.base),
    ("audioRoles", "051655183400"), ("audioRoles", "0416581805"),
    ("meshProvisioning", "151627180123456789abcdef0123456789abcdef0020"),
    ("meshProxy", "0c162818000001020304050607"), ("meshProxy", "1416281801000102030405060708090a0b0c0d0e0f"),
    ("meshProxy", "1416281802000102030405060708090a0b0c0d0e0f"),
    ("meshProxy", "1416281803000102030405060708090a0b0c0d0e0f"),
    ("smartTag", "17165afd13563412a1a2a3a4a5a6a7a807000000b1b2b3b4"),
    ("smartTagUnregistered", "041659fd01"), ("samsungFind", "111669fd01a1a2a3a4a5a6a7a8a9aaabac04"),
    ("tile", "0d16edfe0200a1a2a3a4a5a6a7a8"), ("tile", "0416ecfe02"), ("chipolo", "051633fe0102"),
    ("pebblebee", "041625fa01"), ("findMyAccessory", "041644fd01"),
    ("unwantedTracking", "0716b2fc0201a1a2"), ("unwantedTracking", "0516b2fc0100"),
    ("continuity", "07ff4c0012022403"), ("continuity", "0cff4c00080701022d400002ca"),
    ("connectedDevices", "14ff06000109212866554433221150432d4576616e"),
    ("fastPair", "18162cfe1070a1a2a3a4a5a6a721010233e4647f46b1b2b3b4"),
    ("fastPair", "0a162cfe00371234561803"), ("fastPair", "08162cfe1035850003"),
    ("switchBot", "09163dfd540064039635"),
    ("switchBot", "06163dfd488064"),
    ("switchBot", "09163dfd63405a324104"),
    ("switchBot", "09163dfd734055000026"),
    ("switchBot", "0c163dfd644051030000000005"),
    ("switchBot", "06163dfd760000"),
    ("thermometerFirmware", "10161a18a4c13856341200e72d5a0b8605"),
    ("thermometerFirmware", "12161a1856341238c1a407098813860b5a0502"),
    ("characteristic", "05166e2aca09"),
    ("characteristic", "04160f1864"),
    ("characteristic", "07166d2afc740f00"),
    ("miScale", "0d161d1822204ee8070102030405"),
    ("miBodyScale", "10161b180226e8070102030405f401204e"),
    ("aranet", "19ff0207210a0401000c0f01bc02c20194272d5a012c01780007"),
    ("aranet", "1bff020701210a0401000c0f0100c2010000d701005a042c01780007"),
    ("aranet", "1bff020702210a04010000010000100e00000c00005a002c01780007"),
    ("aranet", "1bff020703210a0401000c0f2000c2019427d701005a012c01780007"),
    ("aranet", "0aff0207010a0401000c0f"),
    ("sensirion", "0bffd5060004abcd66663373"),
    ("sensirion", "13ffd5060020abcd66663373bc0264007d000a00"),
    ("oralB", "0effdc0006326b0372011e00010f04"),
    ("victron", "15ffe102100257a00234129a0102030405060708090a"),
    ("qingping", "1416cdfd0801563412342d580104dc000b02020164"),
    ("btHomeV1", "0b161c182302ca090303bf13"),
    ("btHomeV1", "10161e18010203040506000000a1a2a3a4"),
    ("blueMaestro", "11ff330117640e10001200ef01b3006c0000"),
    ("michelin", "11ff2808000350c80001a1a2a30201000000"),
    ("mikroTik", "15ff4f0901001234000180000001801678563412015a"),
    ("mikroTik", "15ff4f090101a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5"),
    ("bParasite", "13161a1810030bb85a6e80004000a1a2a3a4a5a6"),
    ("bParasite", "15161a1821030bb808fc80004000a1a2a3a4a5a60102"),
    ("govee", "09ff88ec0003519e6400"),
    ("govee", "0aff88ec00ca09bf136402"),
    ("govee", "09ff0100010103519e640a09475648353130315f41"), ("govee", "0cff0188ec000101ca09bf1364"),
    ("inkbird", "0affca08881300a1a264a30409737073"),
    ("inkbird", "13ff00000000a1a2a3a4a5a6e100ffff2c01f6ff05096942425100"),
    ("thermoPro", "07ffc2e8002d022c0b0954503335372028414229"),
    ("sensorPush", "06ff04e04daf4e1107b00a09ecd79db893ba42d611000009ef"),
    ("mopeka", "0dff590003605a6441a1a2a301ff0303e5fe"),
    ("ruuviAir", "15ff9904c512fc5394c37cac364200cdcbb8334c884f"),
    ("ruuviAir", "2bff9904e1170c5668c79e0065007004bd11ca00c90a0213e0ac000000decdee110000000000cbb8334c884f"),
  ]

  /// What is recognised in the first structure of the bytes.
  static func known(_ hex: String) throws -> KnownPayload? {
    let payload = Payload(try HexText.octets(of: hex))
    let element = try #require(payload.decoded.elements.first)
    return KnownPayload.recognised(in: element.value, beside: DeviceSigns(payload))
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

extension KnownPayload.Reading {
  /// The title, then each field that says something, as `key value`.
  var lines: [String] { [title] + fields.flattened.compactMap(Self.line) }

  private static func line(_ field: Field) -> String? {
    guard !field.key.isEmpty else { return nil }
    switch field.value {
    case .truth(let truth): return truth ? field.key : nil
    case .number(let number): return "\(field.key) \(number)"
    case .decimal(let number): return "\(field.key) \(number)"
    case .text(let text): return "\(field.key) \(text)"
    case .octets(let octets): return octets.isEmpty ? nil : "\(field.key) \(HexText.compact(octets))"
    case .address(let octets): return "\(field.key) \(HexText.address(octets))"
    default: return nil
    }
  }
}
