extension ADType {
  /// AD type 0x27: ``LESupportedFeatures``.
  public static let leSupportedFeatures = Self(rawValue: 0x27)
}

/// The link-layer features that the sender supports, one bit for each (AD type 0x27).
///
/// Source: Core Specification Supplement Part A 1.19; bits in Core Specification Vol 6 Part B 4.6.
public struct LESupportedFeatures: Hashable, Sendable {
  /// The octets; bit 0 is the lowest of the first octet. Trailing zero octets should have been left out, but are kept.
  public let octets: [UInt8]

  /// The fewest octets that contain all of the bits; negative numbers are ignored, as are those above 2031, which no
  /// structure can hold.
  public init(bits: some Sequence<Int>) {
    var octets: [UInt8] = []
    for bit in bits where (0..<8 * 254).contains(bit) {
      while octets.count <= bit / 8 { octets.append(0) }
      octets[bit / 8] |= 1 << (bit % 8)
    }
    self.octets = octets
  }

  init(decoding value: Span<UInt8>) {
    octets = Array(copying: value)
  }

  /// The numbers of the bits that are set, ascending.
  public var bits: [Int] {
    (0..<8 * octets.count).filter { contains(bit: $0) }
  }

  /// Whether the feature of this bit is supported. `false` for bits that were not sent.
  public func contains(bit: Int) -> Bool {
    guard bit >= 0, bit / 8 < octets.count else { return false }
    return octets[bit / 8] >> (bit % 8) & 1 == 1
  }

  /// Whether the value has zero octets at the end, which the sender should have left out.
  public var hasTrailingZeros: Bool { octets.last == 0 }
}

extension LESupportedFeatures: SingleTypeCodec {
  static var assignedType: ADType { .leSupportedFeatures }
  static var allowances: Allowances { .ofLE(.oncePerBlock, outOfBand: .oncePerBlock) }
  var adValue: ADValue { .leSupportedFeatures(self) }

  static let declaredFields: [DeclaredField] = [.list("bits", of: .integer), .list("names", of: [.string, .null])]

  var fields: [Field] {
    let bits = bits
    return [
      .title("LE Supported Features:"),
      // No assigned bit is beyond these.
      Field(
        "bits", .list(bits.map { .number(Int64($0)) }), at: 0..<min(10, octets.count), role: .structure),
      Field("names", .list(bits.map { Self.name(of: $0).map { .text($0) } ?? .null })),
      Field("", .list(bits.map { .text(Self.name(of: $0) ?? "reserved bit \($0)") }), whenEmpty: "none"),
      .phrase(hasTrailingZeros ? "zero bytes at the end, which should be left out" : nil, separator: "; "),
    ]
  }

  /// Returns the name by Core Specification Vol 6 Part B 4.6; `nil` for a bit that is not assigned.
  private static func name(of bit: Int) -> String? {
    names.indices.contains(bit) ? names[bit] : laterNames[bit]
  }

  /// The names of the bits from 0 on.
  private static let names = [
    "LE Encryption", "Connection Parameters Request Procedure", "Extended Reject Indication",
    "Peripheral-initiated Features Exchange", "LE Ping", "LE Data Packet Length Extension", "LL Privacy",
    "Extended Scanning Filter Policies", "LE 2M PHY", "Stable Modulation Index (Transmitter)",
    "Stable Modulation Index (Receiver)", "LE Coded PHY", "LE Extended Advertising", "LE Periodic Advertising",
    "Channel Selection Algorithm #2", "LE Power Class 1", "Minimum Number of Used Channels Procedure",
    "Connection CTE Request", "Connection CTE Response", "Connectionless CTE Transmitter",
    "Connectionless CTE Receiver", "Antenna Switching During CTE Transmission",
    "Antenna Switching During CTE Reception", "Receiving Constant Tone Extensions",
    "Periodic Advertising Sync Transfer (Sender)", "Periodic Advertising Sync Transfer (Recipient)",
    "Sleep Clock Accuracy Updates", "Remote Public Key Validation", "Connected Isochronous Stream (Central)",
    "Connected Isochronous Stream (Peripheral)", "Isochronous Broadcaster", "Synchronized Receiver",
    "Connected Isochronous Stream (Host Support)", "LE Power Control Request", "LE Power Control Request (second bit)",
    "LE Path Loss Monitoring", "Periodic Advertising ADI Support", "Connection Subrating",
    "Connection Subrating (Host Support)", "Channel Classification", "Advertising Coding Selection",
    "Advertising Coding Selection (Host Support)", "Decision-Based Advertising Filtering",
    "Periodic Advertising with Responses (Advertiser)", "Periodic Advertising with Responses (Scanner)",
    "Unsegmented Framed Mode", "Channel Sounding", "Channel Sounding (Host Support)",
    "Channel Sounding Tone Quality Indication",
  ]

  private static let laterNames: [Int: String] = [
    63: "LL Extended Feature Set", 64: "Monitoring Advertisers", 65: "Frame Space Update", 66: "UTP OTA Mode",
    67: "UTP HCI Mode", 68: "LL OTA UTP Maximum Length, bit 0", 69: "LL OTA UTP Maximum Length, bit 1",
    72: "Shorter Connection Intervals", 73: "Shorter Connection Intervals (Host Support)",
    74: "LE Flushable ACL Data",
  ]
}
