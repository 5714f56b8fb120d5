/// An Eddystone-URL frame: a web address with its common parts as single octets.
public struct EddystoneURL: Hashable, Sendable, KnownFormat {
  /// Power in dBm at 0 m, which is 41 dB above that at 1 m.
  public let txPowerAt0m: Int8
  /// Which beginning the address has: 0 to 3.
  public let scheme: UInt8
  /// The rest of the address, at most 17 octets, some of which stand for a domain ending.
  public let encoded: [UInt8]

  private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
  /// In the order of their codes, from 0x00.
  private static let endings = [
    ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/", ".com", ".org", ".edu", ".net", ".info", ".biz",
    ".gov",
  ]
  private static let longest = 17

  /// Shortens an address; `nil` when it does not start with http:// or https://, holds anything but printable ASCII, or
  /// stays too long.
  public init?(_ url: some StringProtocol, txPowerAt0m: Int8) {
    let text = Array(url.utf8)
    guard text.allSatisfy({ (0x21...0x7E).contains($0) }),
      let scheme = Self.schemes.indices.first(where: { text.starts(with: Self.schemes[$0].utf8) })
    else { return nil }
    var encoded: [UInt8] = []
    var position = Self.schemes[scheme].utf8.count
    while position < text.count {
      let rest = text[position...]
      if let code = Self.endings.indices.first(where: { rest.starts(with: Self.endings[$0].utf8) }) {
        encoded.append(UInt8(code))
        position += Self.endings[code].utf8.count
      } else {
        encoded.append(text[position])
        position += 1
      }
    }
    guard encoded.count <= Self.longest else { return nil }
    self.txPowerAt0m = txPowerAt0m
    self.scheme = UInt8(scheme)
    self.encoded = encoded
  }

  /// Throws when there are fewer than 3 octets, the frame type included.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(3, of: octets)
    txPowerAt0m = Int8(bitPattern: octets[1])
    scheme = octets[2]
    encoded = Array(octets[3...])
  }

  /// What follows the frame type octet.
  var octets: [UInt8] { [UInt8(bitPattern: txPowerAt0m), scheme] + encoded }

  /// The address in full, reserved octets as `%0e`; `nil` when the scheme is none of the four.
  public var text: String? {
    guard Int(scheme) < Self.schemes.count else { return nil }
    var text = Self.schemes[Int(scheme)]
    for octet in encoded {
      switch octet {
      case 0x00...0x0D: text += Self.endings[Int(octet)]
      case 0x21...0x7E: text += String(decoding: [octet], as: UTF8.self)
      default: text += "%" + HexDigits.text(UInt64(octet), digits: 2)
      }
    }
    return text
  }

  var problems: [KnownPayloadProblem] {
    var problems: [KnownPayloadProblem] = []
    if Int(scheme) >= Self.schemes.count { problems.append(.unexpected(offset: 2, expected: "a scheme from 0 to 3")) }
    for (index, octet) in encoded.enumerated() {
      if (0x0E...0x20).contains(octet) || octet >= 0x7F {
        problems.append(.reserved(offset: 3 + index))
        break
      }
    }
    return problems + KnownPayloadProblem.surplus(Array(encoded.dropFirst(Self.longest)), at: 3 + Self.longest)
  }
}
