import Foundation
import TestSupport

/// Files that hold every hostile text wherever files can hold text.
enum HostileInputs {
  /// The octets of an AD structure.
  private static func structure(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
    let value = value.prefix(254)
    return [UInt8(1 + value.count), type] + value
  }

  /// The advertising data of devices that say a text in every way there is.
  private static func payloads(_ text: [UInt8]) -> [[UInt8]] {
    [
      [2, 1, 0x86, 3, 3, 0x0F, 0x18] + structure(9, text),
      [2, 1, 6] + structure(0x24, [0x17] + text) + structure(0x30, Array(text.prefix(32))),
      [2, 1, 6] + structure(0x16, [0xD2, 0xFC, 0x40, 0x53, UInt8(min(text.count, 200))] + text.prefix(200)),
      [2, 1, 6, 3, 3, 0xAA, 0xFE] + structure(0x16, [0xAA, 0xFE, 0x10, 0, 2] + text.prefix(200)),
    ]
  }

  /// The address of the first device of a kind, which has the text for its name, in the order of kinds.
  static func address(_ kind: Int, payload: Int = 0) -> String {
    func digits(_ octet: Int) -> String { (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true) }
    return "C1:02:03:04:\(digits(kind)):\(digits(payload))"
  }

  static let addresses: [String] = HostileTexts.kinds.indices.flatMap { kind in
    (0..<4).map { address(kind, payload: $0) }
  }

  /// Each payload from a device of its own.
  static func capture(_ kinds: [String] = HostileTexts.kinds) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    for (kind, text) in kinds.map(HostileTexts.octets).enumerated() {
      for (index, payload) in payloads(text).enumerated() {
        let address: [UInt8] = [UInt8(index), UInt8(kind), 4, 3, 2, 0xC1]
        // In pieces: more to come, then the last.
        for start in stride(from: 0, to: payload.count, by: 200) {
          let end = min(start + 200, payload.count)
          let report = ExtendedReport(
            end < payload.count ? 0x20 : 0, address: address, data: Array(payload[start..<end]))
          file.add([4] + HCIEvent.extended([report]))
        }
      }
    }
    return file.octets
  }

  /// A zip archive with a capture under every name. The checksums are wrong, so that the names are in messages too.
  static var archive: [UInt8] {
    let capture = capture(["harmless"])
    var octets: [UInt8] = []
    for name in HostileTexts.kinds.map(HostileTexts.octets) {
      octets += [UInt8](hex: "504b0304 1400 0000 0000 00000000 78563412")
      octets.append(UInt32(capture.count), order: .little)
      octets.append(UInt32(capture.count), order: .little)
      octets.append(UInt16(name.count), order: .little)
      octets += [0, 0] + name + capture
    }
    return octets
  }

  /// A manifest in which everything that may have a name has one of these.
  static var manifest: String {
    let names = HostileTexts.kinds.map { yaml(HostileTexts.text($0)) }
    var lines = ["devices: [\(names.joined(separator: ", "))]", "expect: { services: [fff0] }"]
    lines += ["profiles: [android, \(names.indices.map { "gateway-\($0)" }.joined(separator: ", "))]", "scanners:"]
    lines += names.enumerated().map { "  gateway-\($0): { basedOn: zephyr-passive, name: \($1) }" }
    lines += ["ignore:"] + names.map { "  - { rule: flags-missing, layout: \($0), reason: \($0) }" } + ["layouts:"]
    lines += names.flatMap { name in
      [
        "  \(name):", "    expect: { services: [fff1] }",
        "    advertising: [{ flags: 6 }, { services: [180f] }]",
        "    scanResponse: [{ services: [fff2] }, { name: \(doublingBraces(name)) }]",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What no manifest can be read for.
  static func badManifest(_ kind: String) -> String {
    let name = yaml(HostileTexts.text(kind))
    return "layouts: { \(name): { \(name): 1 } }\n"
  }

  /// A text in quotes, of which YAML takes every character, each as its code.
  private static func yaml(_ text: String) -> String {
    let codes = text.unicodeScalars.map { scalar -> String in
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
    return "\"" + codes.joined() + "\""
  }

  /// A brace in the name of a device is written as two.
  private static func doublingBraces(_ yaml: String) -> String {
    ["\\U0000007b", "\\U0000007d"].reduce(yaml) { $0.replacing($1, with: $1 + $1) }
  }

  /// Layouts in hex with these labels, and comments that say them. What cannot be in a label is not.
  static var hexLayouts: String {
    HostileTexts.kinds.map { kind in
      let text = HostileTexts.text(kind)
      let line = String(String.UnicodeScalarView(text.unicodeScalars.filter { !Character($0).isNewline }))
      let label = line.filter { $0 != "#" && $0 != ":" } + "z"
      return """
        # \(line)
        \(label) advertising: 02 01 06 03 03 0f 18 # \(line)
        \(label) scan-response: 03 03 f0 ff

        """
    }.joined()
  }

  /// A baseline that is none.
  static func baseline(_ kind: String) throws -> Data {
    try JSONSerialization.data(withJSONObject: ["schema": HostileTexts.text(kind), "findings": [Any]()])
  }
}
