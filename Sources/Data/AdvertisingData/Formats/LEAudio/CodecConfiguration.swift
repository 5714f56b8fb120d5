/// The encoding of an audio stream: the codec and its configuration.
///
/// Source: Bluetooth Assigned Numbers, coding formats and codec specific configuration, as in bumble's bumble/hci.py and
/// bumble/profiles/bap.py and Zephyr's include/zephyr/bluetooth/assigned_numbers.h. Numbers are little-endian.
struct AudioCodec {
  /// The coding format: 6 is LC3, 255 a codec of a company.
  let format: UInt8
  /// The company of a codec that is not assigned, else 0.
  let company: UInt16
  /// The company's number of its codec, else 0.
  let vendorCodec: UInt16

  static let length = 5
  static let lc3: UInt8 = 0x06
  private static let vendor: UInt8 = 0xFF

  /// The codec at `offset`. The caller has checked that there are five octets.
  init(decoding octets: [UInt8], at offset: Int) {
    format = octets[offset]
    company = UInt16(littleEndian: octets, at: offset + 1)
    vendorCodec = UInt16(littleEndian: octets, at: offset + 3)
  }

  /// The name of the coding format; `nil` when it is not assigned.
  var name: String? {
    switch format {
    case 0x00: "µ-law"
    case 0x01: "A-law"
    case 0x02: "CVSD"
    case 0x03: "transparent"
    case 0x04: "linear PCM"
    case 0x05: "mSBC"
    case Self.lc3: "LC3"
    case 0x07: "G.729A"
    case Self.vendor: "codec of a company"
    default: nil
    }
  }

  static let declaredFields: [DeclaredField] = [
    .integer("codec"), .string("codecName", orNull: true), .integer("company", orNull: true),
    .integer("vendorCodec", orNull: true),
  ]

  /// Returns the fields. `start` is the offset of the coding format.
  func fields(from start: Int) -> [Field] {
    let isVendors = format == Self.vendor
    return [
      Field("codec", format, at: start..<start + 1, role: name == nil ? .data : .structure),
      Field(
        "codecName", name.map { .text($0) } ?? .null, wording: .phrase(name ?? "coding format \(format)")),
      Field(
        "company", isVendors ? .company(company) : .null, label: isVendors ? "company" : "", at: start + 1..<start + 3,
        role: isVendors ? .structure : .data),
      Field(
        "vendorCodec", isVendors ? .number(Int64(vendorCodec)) : .null, label: isVendors ? "codec" : "",
        at: start + 3..<start + 5, role: isVendors ? .structure : .data),
    ]
  }
}

/// The configuration of a codec for one or several streams: structures of length, type and value for LC3, and octets
/// that the company defines for other codecs.
struct CodecConfiguration {
  /// The octets as sent.
  let values: LengthTypeValues
  /// Whether the codec is LC3, so that the octets are structures.
  let isOfLC3: Bool

  init(_ octets: [UInt8], of codec: AudioCodec) {
    values = LengthTypeValues(octets)
    isOfLC3 = codec.format == AudioCodec.lc3
  }

  /// The octets as sent.
  var octets: [UInt8] { values.octets }

  /// Returns the problems: structures that are incomplete or have a wrong length. `start` is the offset of the first
  /// octet.
  func problems(from start: Int) -> [KnownPayload.Problem] {
    guard isOfLC3 else { return [] }
    let lengths = values.entries.compactMap { entry -> KnownPayload.Problem? in
      guard let kind = Kind(rawValue: entry.type), entry.value.count != kind.count else { return nil }
      return .unexpected(offset: start + entry.offset, expected: "the length of \(kind.name): \(kind.count + 1)")
    }
    return lengths + values.problems(from: start)
  }

  static let declaredFields = LengthTypeValues.declared(
    "configuration",
    measuring: [
      .integer("sampling frequency", unit: "Hz"), .number("frame duration", unit: "ms"),
      .list("audio channels", of: .string), .integer("frame length", unit: "bytes a frame"),
      .integer("frame blocks", unit: "frame block in an SDU or frame blocks in an SDU"),
    ])

  /// Returns the fields. `start` is the offset of the first octet.
  func fields(from start: Int) -> [Field] {
    guard isOfLC3 else {
      return [
        Field(
          "configuration", .octets(octets), label: octets.isEmpty ? "" : "configuration",
          at: start..<start + octets.count)
      ]
    }
    return values.fields(
      "configuration", from: start, separator: ", ", isAssigned: { Kind(rawValue: $0) != nil },
      meaning: { Self.meaning($0) })
  }

  private enum Kind: UInt8 {
    case samplingFrequency = 1
    case frameDuration = 2
    case channelAllocation = 3
    case frameLength = 4
    case frameBlocks = 5

    var name: String {
      switch self {
      case .samplingFrequency: "sampling frequency"
      case .frameDuration: "frame duration"
      case .channelAllocation: "audio channels"
      case .frameLength: "frame length"
      case .frameBlocks: "frame blocks"
      }
    }

    var count: Int {
      switch self {
      case .samplingFrequency, .frameDuration, .frameBlocks: 1
      case .channelAllocation: 4
      case .frameLength: 2
      }
    }
  }

  private static func meaning(_ entry: LengthTypeValues.Entry) -> LengthTypeValues.Meaning? {
    guard let kind = Kind(rawValue: entry.type), entry.value.count == kind.count else { return nil }
    let value = entry.value
    var meaning = LengthTypeValues.Meaning(name: kind.name, value: .octets(value), isNamed: false)
    switch kind {
    case .samplingFrequency:
      guard (1...frequencies.count).contains(Int(value[0])) else { return nil }
      meaning.value = .number(frequencies[Int(value[0]) - 1])
      meaning.unit = "Hz"
    case .frameDuration:
      guard value[0] <= 1 else { return nil }
      meaning.value = .decimal(DecimalNumber(value[0] == 0 ? 75 : 100, decimals: 1))
      meaning.unit = "ms"
    case .channelAllocation:
      meaning.value = .list(AudioLocations.names(UInt32(littleEndian: value, at: 0)).map { .text($0) })
      meaning.whenEmpty = "mono"
    case .frameLength:
      meaning.value = .number(Int64(UInt16(littleEndian: value, at: 0)))
      meaning.unit = "bytes a frame"
    case .frameBlocks:
      meaning.value = .number(Int64(value[0]))
      meaning.unit = value[0] == 1 ? "frame block in an SDU" : "frame blocks in an SDU"
    }
    return meaning
  }

  /// The frequencies in hertz, from number 1 on.
  private static let frequencies: [Int64] = [
    8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 384_000,
  ]
}

/// The locations of audio channels, one bit for each; no bit means mono.
///
/// Source: Bluetooth Assigned Numbers, audio locations, as in bumble's bumble/profiles/bap.py and Zephyr's
/// include/zephyr/bluetooth/assigned_numbers.h.
enum AudioLocations {
  private static let bitNames = [
    "front left", "front right", "front center", "low frequency effects 1", "back left", "back right",
    "front left of center", "front right of center", "back center", "low frequency effects 2", "side left",
    "side right",
    "top front left", "top front right", "top front center", "top center", "top back left", "top back right",
    "top side left", "top side right", "top back center", "bottom front center", "bottom front left",
    "bottom front right", "front left wide", "front right wide", "left surround", "right surround",
  ]

  /// Returns the words for the bits. Bits 28 to 31 are reserved.
  static func names(_ bits: UInt32) -> [String] { bitNames.ofBits(set: bits) }
}
