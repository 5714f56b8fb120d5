import AdvertisingData
import TestSupport
import Testing

@testable import AdvertRedaction

@Suite struct RedactedPayloadTests {
  static let sender = DeviceAddress(bits: 0xF0A1_B2C3_D4E5, type: .random)

  static func redacted(_ hex: String, sentBy sender: DeviceAddress? = sender) -> [UInt8] {
    Redaction().payload(Payload([UInt8](hex: hex)), sentBy: sender).octets
  }

  /// What stays of a payload. An octet that is replaced can become itself by chance, but not with every pseudonym.
  static func pattern(_ hex: String) -> String {
    let payload = Payload([UInt8](hex: hex))
    let all = (UInt64(0)..<3).map {
      Redaction(seed: $0 &* 0x9E37_79B9_7F4A_7C15).payload(payload, sentBy: sender).octets
    }
    let patterns = all.map { Array(pattern(payload.octets, $0)) }
    return String(payload.octets.indices.map { index in patterns.first { $0[index] != "=" }?[index] ?? "=" })
  }

  /// Octets that stay as `=`, zeros as `0`, those that change as `x`.
  static func pattern(_ old: [UInt8], _ new: [UInt8]) -> String {
    String(zip(old, new).map { $0 == 0 && $1 == 0 ? "0" : $0 == $1 ? "=" : "x" } as [Character])
  }

  @Test(arguments: [
    // Flags and one octet too many, UUIDs, transmit power, appearance, class, interval.
    ("0201 06", "==="), ("0301 0677", "===x"), ("0303 0f18", "===="), ("020a 04", "==="), ("0319 c103", "===="),
    ("0519 c103 aabb", "==xxxx"), ("0512 06000c00", "===0=0"), ("031a a001", "===="),
    // Names, also of broadcasts; a web address whose scheme has a code, and one written out.
    ("0509 4c616d70", "==xxxx"), ("0308 4c61", "==xx"), ("0530 4c616d70", "==xxxx"),
    ("0c24 172f2f6a616e652e6f7267", "=====xxxx=xxx"), ("0c24 68747470733a2f2f612e62", "==========x=x"),
    // The device's own address, those it is meant for, keys and what is made of them.
    ("081b 112233445566 01", "==xxxxxx="), ("0d17 112233445566 a1a2a3a4a5a6", "==xxxxxxxxxxxx"),
    ("1122 0102030405060708090a0b0c0d0e0f10", "==xxxxxxxxxxxxxxxx"), ("052d 11223344", "==xxxx"),
    ("072e 112233445566", "==xxxxxx"), ("0a31 112233445566778899", "==xxxxxxxxx"),
    ("062a 1122334455", "==xxxxx"), ("042b 011122", "===xx"), ("0725 011122334455", "===xxxxx"),
    ("0626 01 02 02 aabb", "=====xx"), ("0732 112233440102", "==xxxxxx"), ("0932 1122334401020304", "==xxxxxxxx"),
    // Vendors' data, too short for an owner, and of a type that is not assigned.
    ("07ff 5900 11223344", "===0xxxx"), ("02ff 59", "==x"), ("0716 0f18 11223344", "====xxxx"), ("0216 0f", "==x"),
    ("05f0 11002233", "==x0xx"),
    // Padding and what follows it, a structure cut short, a lone length.
    // A length that is too great makes UUIDs of a name: in a list that overruns, is ragged, or reads like a text.
    ("020106 1e030f18 1109 4a616e6520446f65", "=====xxxxxxxxxxxx"), ("0403 0f18 11", "==xxx"),
    ("0d03 0f18 0a09 4a616e6520446f65", "==xxxxxxxxxxxx"), ("0514 0f18 aafe", "======"),
    ("0614 0f18 aafe 01", "==xxxxx"),
    ("1207 0109 4a616e6520446f65277320706877", "==xxxxxxxxxxxxxxxx"), ("2221 0f18", "==xx"),
    ("1821 b64b174330b786ff1109 4a616e652044 6f6527732070 68", "==xxxxxxxxxxxxxxxxxxxxxxx"),
    // Blocks without data, of organizations that are not assigned; one that is cut off.
    ("0726 41 02 00 42 02 00", "==x=0x=0"), ("0726 01 02 05 414243", "==xx=xxx"),
    // Features that are not assigned, a scheme that is none, and a kind of beacon before a wrong length.
    ("0d27 f1e2d3c4b5a69788f9eadbcc", "============xx"), ("0724 f09f9880 4142", "===xxxxx"),
    ("020106 00 00 1122", "===00xx"), ("09ff 5900 1122", "===0xx"), ("020106 09", "===="),
  ]) func whatStays(_ hex: String, _ pattern: String) {
    #expect(Self.pattern(hex) == pattern)
  }

  @Test(arguments: SampleValues.formats) func whatStaysOfAFormat(_ sample: (name: String, hex: String, stays: String)) {
    #expect(Self.pattern(sample.hex) == sample.stays, "\(sample.name)")
  }

  @Test func ownAddressIsFoundInEitherOrder() {
    let pseudonym: [UInt8] = [0xC0, 0xAD, 0xAD, 0x00, 0x00, 0x10]
    let bigEndian = Self.redacted("0bff 5900 77 f0a1b2c3d4e5 88")
    #expect(Array(bigEndian[5..<11]) == pseudonym)
    let littleEndian = Self.redacted("0a16 0f18 e5d4c3b2a1f0 88")
    #expect(Array(littleEndian[4..<10]) == pseudonym.reversed())
    // Where the company belongs, and a neighbour.
    #expect(Array(Self.redacted("07ff f0a1b2c3d4e6")[2..<8]) == pseudonym.dropLast() + [0x11])
    // In a UUID.
    let uuid = Self.redacted("1107 00112233445566778899 e5d4c3b2a1f0")
    #expect(Array(uuid[2..<12]) == [UInt8](hex: "00112233445566778899"))
    #expect(Array(uuid[12...]) == pseudonym.reversed())
  }

  @Test func addressesInFormatsAreThoseOfDevices() {
    let redaction = Redaction()
    let tag = redaction.address(DeviceAddress(bits: 0xC1A2_A3A4_A5A6, type: .random))
    #expect(tag.description == "C0:AD:AD:00:00:10")
    let other = redaction.payload(Payload([UInt8](hex: "0b16d2fc42 a6a5a4a3a2c1 0164")), sentBy: Self.sender)
    #expect(Array(other.octets[5..<11]) == [0x10, 0x00, 0x00, 0xAD, 0xAD, 0xC0])
  }

  /// Data of no known format do not become some by chance, in whatever order octets are met.
  @Test func unknownDataStayUnknown() throws {
    let redaction = Redaction()
    for company in [UInt16(0x0006), 0x0499, 0x0118] {
      for first in UInt8.min ... .max {
        for second in [UInt8(0), 1, 0xAC, 0xAD] {
          let data = [UInt8](repeating: 0x42, count: 24)
          let value = [UInt8(truncatingIfNeeded: company), UInt8(company >> 8), first, second] + data
          let payload = Payload([UInt8(value.count + 1), 0xFF] + value)
          let redacted = redaction.payload(payload)
          #expect(try Self.kind(redacted) == Self.kind(payload), "\(company), \(first), \(second)")
        }
      }
    }
  }

  private static func kind(_ payload: Payload) throws -> KnownPayload.Format? {
    guard case .manufacturerData(let data) = try #require(payload.decoded.elements.first).value else { return nil }
    return KnownPayload.recognised(in: data)?.format
  }

  /// Every type with values of every length: structures stay where they are, zeros stay, nothing becomes zero.
  @Test func everyTypeAndLength() {
    let redaction = Redaction()
    var random = SplitMix64(seed: 7)
    for type in UInt8.min ... .max {
      for count in (0...70).sampled(oneIn: 8, seed: UInt64(type)) {
        let value = random.octets(count)
        let octets = [UInt8(count + 1), type] + value + [2, 1, 6]
        let redacted = redaction.payload(Payload(octets), sentBy: Self.sender).octets
        let label: Comment = "type \(type), \(count) octets"
        #expect(redacted.count == octets.count && redacted[..<2] == octets[..<2], label)
        #expect(redacted.suffix(3) == [2, 1, 6], label)
        // Those of addresses are not those of their pseudonyms.
        let hasAddresses = [0x17, 0x18, 0x1B].contains(type) && count >= 6
        #expect(hasAddresses || zip(octets, redacted).allSatisfy { ($0 == 0) == ($1 == 0) }, label)
        #expect(Payload(redacted).decoded.elements.map(\.size) == Payload(octets).decoded.elements.map(\.size), label)
        // Twice the same, and the same in another payload.
        #expect(redaction.payload(Payload(octets.dropLast(3))).octets == redacted.dropLast(3), label)
      }
    }
  }

  /// Any octets at all, as whole payloads: nothing traps, and what is no structure's head and no UUID is replaced.
  @Test(arguments: (UInt64(1)...8).sampled(oneIn: 4)) func anyOctets(_ seed: UInt64) {
    let redaction = Redaction()
    var random = SplitMix64(seed: seed)
    for round in 0..<2_000 {
      let octets = random.octets(Int(random.next() % 64))
      let redacted = redaction.payload(Payload(octets), sentBy: Self.sender).octets
      let label: Comment = "seed \(seed), round \(round)"
      #expect(redacted.count == octets.count, label)
      let (old, new) = (Payload(octets).decoded, Payload(redacted).decoded)
      #expect(new.elements.map(\.type) == old.elements.map(\.type), label)
      #expect(new.elements.map(\.declaredLength) == old.elements.map(\.declaredLength), label)
      #expect(new.ending == old.ending, label)
    }
  }
}
