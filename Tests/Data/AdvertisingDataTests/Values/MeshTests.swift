import AdvertisingData
import Testing

/// What mesh devices say before and after they belong to a network.
@Suite struct MeshTests {
  private static func fields(_ hex: String) throws -> [String: Field.Value] {
    let payload = Payload(try HexText.octets(of: hex))
    let fields = try #require(payload.decoded.elements.first).value.fields.flattened
    return Dictionary(fields.map { ($0.key, $0.value) }) { first, _ in first }
  }

  @Test func sourcesOfOutOfBandData() throws {
    let uuid = "0123456789abcdef0123456789abcdef"
    let beacon = try Self.fields("142b00\(uuid)a882")
    let names = ["URI", "certificate-based provisioning", "on the box", "on paper", "on the device"]
    #expect(beacon["oobSources"] == .list(names.map { .text($0) }))
    #expect(try Self.fields("142b00\(uuid)0200")["oobSources"] == .list([.text("reserved bit 9")]))
    let service = try #require(try Recognition.known(service: 0x1827, uuid + "0020" + "a1b2c3d4"))
    #expect(service.reading["uriHash"] == .hexNumber(0xA1B2_C3D4, octets: 4))
    #expect(service.problems == [.surplus(offset: 18, count: 4)])
    #expect(service.reading.fields.first { $0.key == "oobSources" }?.value == .list([.text("number")]))
  }

  @Test func secureNetwork() throws {
    let fields = try Self.fields("172b01 03 0102030405060708 00000009 1112131415161718")
    #expect(fields["keyRefresh"] == .truth(true))
    #expect(fields["ivUpdate"] == .truth(true))
  }

  @Test func privateNetwork() throws {
    let random = "0102030405060708090a0b0c0d"
    let fields = try Self.fields("1c2b02" + random + "a1a2a3a4a5" + "b1b2b3b4b5b6b7b8")
    #expect(fields["random"] == .octets(try HexText.octets(of: random)))
    #expect(fields["obfuscated"] == .octets([0xA1, 0xA2, 0xA3, 0xA4, 0xA5]))
    #expect(fields["authentication"] == .octets([0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8]))
    #expect(try Self.fields("042b020102")["random"] == nil)
  }

  @Test func networkOfAMessage() throws {
    let message = try #require(MeshMessage([0xE8] + [UInt8](repeating: 1, count: 17)))
    #expect(message.networkIdentifier == 0x68)
    #expect(message.ivIndexBit == 1)
  }

  private static let device = BluetoothUUID(text: "01234567-89ab-cdef-0123-456789abcdef") ?? BluetoothUUID(0)

  private static let messages: [(hex: String, message: ProvisioningBearer.Message)] = [
    ("0c0041d3000102", .start(following: 3, length: 65, checksum: 0xD3, [0, 1, 2])),
    ("01", .acknowledgement), ("06a1a2", .continuation(part: 1, [0xA1, 0xA2])),
    (
      "030123456789abcdef0123456789abcdef",
      .linkOpen(device)
    ),
    ("07", .linkAcknowledgement), ("0b01", .linkClose(reason: 1)),
    // Too few octets, and numbers that are not assigned.
    ("000041", .other), ("0301", .other), ("0b", .other), ("0f", .other), ("05", .other),
  ]

  @Test(arguments: messages)
  func provisioning(_ hex: String, _ message: ProvisioningBearer.Message) throws {
    let pdu = try HexText.octets(of: hex)
    let bearer = try #require(ProvisioningBearer(link: 1, transaction: 2, pdu: pdu))
    #expect(bearer.message == message)
    #expect(bearer.octets == [0, 0, 0, 1, 2] + pdu)
  }
}
