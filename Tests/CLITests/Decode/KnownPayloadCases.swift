/// Well-known payloads as `decode` shows them.
extension GoldenTests {
  private static let payloads: [(name: String, hex: String)] = [
    ("ibeacon", "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000010002c5"),
    ("altbeacon", "1bff1801beac00112233445566778899aabbccddeeff00010002c500"),
    ("eddystone-uid", "0201060303aafe1516aafe00ee000102030405060708090a0b0c0d0e0f"),
    ("eddystone-url", "0201060303aafe0c16aafe10ec02676f2e676c2f"),
    ("eddystone-tlm", "0201060303aafe1116aafe20000bb81580000000640000000a"),
    ("eddystone-eid", "0201060303aafe0d16aafe30ee0102030405060708"),
    // As Wireshark copies them: two events with their packet indicators, and a packet of the link layer with its CRC.
    (
      "events",
      "043e19020100015544332211c30d02010609095348532d32303731c4043e1e02"
        + "0104015544332211c3121107e41d510e5a11dbb9a9419e2aa0ffd0afc4"
    ), ("packet-of-air", "d6be898e40135544332211c302010609095348532d32303731a1b2c3"),
    ("swift-pair", "06ff0600030080"),
    ("fast-pair", "03032cfe06162cfe123456"),
    ("exposure-notification", "02011a03036ffd17166ffd000102030405060708090a0b0c0d0e0f40000000"),
    ("bthome", "0201060916d2fc40016402ca09"),
    ("matter", "0201060b16f6ff00000ff1ff018000"),
    ("remote-id", "1e16faff0d010212534e313233343536373800000000000000000000000000"),
    ("nearby-info", "02011a0aff4c0010050b1c839096"),
    ("find-my", "1eff4c00121900000102030405060708090a0b0c0d0e0f1011121314150300"),
    ("ruuvitag", "0201061bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f"),
    ("mibeacon", "020106121695fe50505b05016655443322110a100164"),
    ("homekit", "02010616ff4c0006310080e7146a373406009f2104023cb9eb0e"),
    ("homekit-notification", "1bff4c00113680e7146a3734000102030405060708090a0b0c0d0e0f"),
    ("airpods", "1eff4c0007190114202b9a8f0100040f261ac42bfa2fb9b608cd60cbdf75ab"),
    ("airpods-max", "1eff4c000719010a20620480010f400d705016f2408316bf1016349b7484e8"),
    ("altbeacon-short", "1aff1801beac00112233445566778899aabbccddeeff00010002c5"),
    ("eddystone-other", "0201060303aafe0a16aafe21010b0c0d0e0f"),
    ("find-hub", "0201061916aafe41000102030405060708090a0b0c0d0e0f1011121380"),
    ("audio-unicast", "02010609164e18010500030200"),
    ("audio-broadcast", "061652185634120516561805000630526164696f"),
    (
      "audio-streams",
      "32165118409c00010206000000000a02010802020103046400090302040004046465750106050301000000"
        + "0206050302000000"
    ),
    ("audio-public", "06165218563412161656180311030204000404656e6702060502080101090630526164696f"),
    ("audio-roles", "02010605165518340004165818050316 4f18"),
    ("mesh-link", "1729a1a2a3a400030123456789abcdef0123456789abcdef"),
    ("remote-id-location", "1e16faff0d0112235a0afe80c3c90100ca9a3bd6070000d407ba0464000100"),
    ("remote-id-operator", "1e16faff0d01420580c3c90100ca9a3b010005d007000012d2071020304000"),
    ("withdrawn", "0201060303dffe04ff7e062a"),
    ("mesh-provisioning", "02010603032718151627180123456789abcdef0123456789abcdef0020"),
    ("mesh-proxy", "020106030328180c162818000001020304050607"),
    ("switchbot", "02010609163dfd540064039635"),
    ("pvvx-thermometer", "02010612161a1856341238c1a407098813860b5a0502"),
    ("temperature-characteristic", "02010605166e2aca09"),
    ("aranet", "020106 19ff0207210a0401000c0f01bc02c20194272d5a012c01780007"),
    ("qingping", "0201061416cdfd0801563412342d580104dc000b02020164"),
    ("bthome-1", "0201060b161c182302ca090303bf13"),
    ("toothbrush", "0201060effdc0006326b0372011e00010f04"),
    ("victron", "02010615ffe102100257a00234129a0102030405060708090a"),
    ("sidewalk", "020106030303fe0bff7101a1a2a3a4a5a6a7a8"),
    ("alexa-gadget", "020106030303fe171603fe590000ff0001000000000000000000000000000000"),
    ("alexa-accessory", "020106030303fe0d1603fe0a000100020301000000"),
    ("scale", "0201060d161d1822204ee8070102030405"),
    ("ragged-list", "02010604030d180f06140f180d182a"),
    // A name with an escape sequence, a cut message, an unverified layout, a vendor's text and its bytes.
    ("swift-pair-hostile", "0fff06000300804d1b5b33316d222e5c"),
    ("continuity-cut", "0cff4c0010050b1c8390960c0e00"),
    ("swift-pair-unverified", "0eff060003028004042548656c6c6f"),
    ("unknown-vendor", "0fff5900010241424344450a1b4c4d4e"),
  ]
  private static let overflow = "02011a14ff4c000100000000000000000000080000000000"

  static let knownPayloadCases =
    payloads.map { Case(name: "decode-" + $0.name, arguments: ["decode", $0.hex]) }
    + payloads.filter {
      [
        "ibeacon", "bthome", "switchbot", "qingping", "remote-id", "nearby-info", "continuity-cut", "airpods",
        "ragged-list",
      ].contains($0.name)
    }
    .map { Case(name: "decode-\($0.name)-json", arguments: ["decode", $0.hex, "--format", "json"]) } + [
      Case(name: "decode-overflow", arguments: ["decode", overflow]),
      Case(
        name: "decode-overflow-service",
        arguments: [
          "decode", overflow, "--service", "2f234454-cf6d-4a0f-adf2-f4911ba9ffa6", "--service", "180f",
        ]),
      Case(
        name: "decode-overflow-service-json",
        arguments: [
          "decode", "--adv", overflow, "--scan-response", "0303efc0", "--format", "json", "--service",
          "2f234454-cf6d-4a0f-adf2-f4911ba9ffa6",
        ]),
      // Both services share a bit, and one of them is in the input's own service list.
      Case(
        name: "decode-overflow-collision",
        arguments: [
          "decode", "--adv", "14ff4c000100000000000000020000000000000000", "--scan-response", "03033333", "--service",
          "1001",
        ]),
    ]
}
