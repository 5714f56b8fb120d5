extension ADType {
  /// AD type 0x2C: ``BIGInfo``.
  public static let bigInfo = Self(rawValue: 0x2C)
}

/// The parameters for receiving a broadcast isochronous group (AD type 0x2C, in additional controller advertising
/// data).
///
/// Source: Core Specification Vol 6 Part B 4.4.6.11. The value is one string of bits, least significant first, whose
/// fields these properties read and write; writing keeps as many low bits as the field has.
public struct BIGInfo: Hashable, Sendable {
  /// The value octets, exactly as they were decoded.
  public private(set) var octets: [UInt8]

  /// A group that is not encrypted, with all fields zero.
  public init() {
    octets = Array(repeating: 0, count: 33)
  }

  /// An encrypted group with all other fields zero; `nil` unless the arguments have 8 and 16 octets.
  public init?(groupInitializationVector: [UInt8], groupSessionKeyDiversifier: [UInt8]) {
    guard groupInitializationVector.count == 8, groupSessionKeyDiversifier.count == 16 else { return nil }
    octets = Array(repeating: 0, count: 33) + groupInitializationVector + groupSessionKeyDiversifier
  }

  /// Throws unless there are 33 octets, or 57 for an encrypted group.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 33 || value.count == 57 else { throw .neitherLength(33, 57, actual: value.count) }
    octets = Array(copying: value)
  }

  /// Whether the broadcast is encrypted, which its length shows.
  public var isEncrypted: Bool { octets.count == 57 }

  /// The time from the packet to the group, in ``offsetUnitMicroseconds``. 14 bits.
  public var offset: UInt64 {
    get { self[0, 14] }
    set { self[0, 14] = newValue }
  }
  /// Whether the unit is 300 microseconds instead of 30.
  public var hasLongOffsetUnit: Bool {
    get { self[14, 1] == 1 }
    set { self[14, 1] = newValue ? 1 : 0 }
  }
  /// The unit of the offset, in microseconds.
  public var offsetUnitMicroseconds: UInt64 { hasLongOffsetUnit ? 300 : 30 }
  /// The time between isochronous events, in units of 1.25 ms. 12 bits.
  public var isoInterval: UInt64 {
    get { self[15, 12] }
    set { self[15, 12] = newValue }
  }
  /// The number of streams. 5 bits.
  public var numberOfStreams: UInt64 {
    get { self[27, 5] }
    set { self[27, 5] = newValue }
  }
  /// NSE: the subevents in each event. 5 bits.
  public var numberOfSubevents: UInt64 {
    get { self[32, 5] }
    set { self[32, 5] = newValue }
  }
  /// BN: new payloads in each event. 3 bits.
  public var burstNumber: UInt64 {
    get { self[37, 3] }
    set { self[37, 3] = newValue }
  }
  /// The time between subevents, in microseconds. 20 bits.
  public var subInterval: UInt64 {
    get { self[40, 20] }
    set { self[40, 20] = newValue }
  }
  /// PTO. 4 bits.
  public var pretransmissionOffset: UInt64 {
    get { self[60, 4] }
    set { self[60, 4] = newValue }
  }
  /// The time between the streams, in microseconds. 20 bits.
  public var streamSpacing: UInt64 {
    get { self[64, 20] }
    set { self[64, 20] = newValue }
  }
  /// IRC. 4 bits.
  public var immediateRepetitionCount: UInt64 {
    get { self[84, 4] }
    set { self[84, 4] = newValue }
  }
  /// The largest PDU, in octets. 8 bits.
  public var maximumPDU: UInt64 {
    get { self[88, 8] }
    set { self[88, 8] = newValue }
  }
  /// Reserved bits, which should be zero. 8 bits.
  public var reserved: UInt64 {
    get { self[96, 8] }
    set { self[96, 8] = newValue }
  }
  /// The seed of the access addresses. 32 bits.
  public var seedAccessAddress: UInt64 {
    get { self[104, 32] }
    set { self[104, 32] = newValue }
  }
  /// The time between SDUs, in microseconds. 20 bits.
  public var sduInterval: UInt64 {
    get { self[136, 20] }
    set { self[136, 20] = newValue }
  }
  /// The largest SDU, in octets. 12 bits.
  public var maximumSDU: UInt64 {
    get { self[156, 12] }
    set { self[156, 12] = newValue }
  }
  /// The base of the initial values of the CRC. 16 bits.
  public var baseCRCInit: UInt64 {
    get { self[168, 16] }
    set { self[168, 16] = newValue }
  }
  /// A bit for each of the 37 data channels.
  public var channelMap: UInt64 {
    get { self[184, 37] }
    set { self[184, 37] = newValue }
  }
  /// 0 LE 1M, 1 LE 2M, 2 LE Coded. 3 bits.
  public var phy: UInt64 {
    get { self[221, 3] }
    set { self[221, 3] = newValue }
  }
  /// The counter of payloads. 39 bits.
  public var payloadCount: UInt64 {
    get { self[224, 39] }
    set { self[224, 39] = newValue }
  }
  /// Whether the data are framed, and so need not fit the interval.
  public var isFramed: Bool {
    get { self[263, 1] == 1 }
    set { self[263, 1] = newValue ? 1 : 0 }
  }

  /// GIV: 8 octets as sent, `nil` when the group is not encrypted.
  public var groupInitializationVector: [UInt8]? { isEncrypted ? Array(octets[33..<41]) : nil }
  /// GSKD: 16 octets as sent, `nil` when the group is not encrypted.
  public var groupSessionKeyDiversifier: [UInt8]? { isEncrypted ? Array(octets[41..<57]) : nil }

  /// Returns `count` bits from bit `start`, all within the first 33 octets.
  private subscript(start: Int, count: Int) -> UInt64 {
    get {
      (0..<count).reduce(0) { bits, index in
        let bit = start + index
        return bits | UInt64(octets[bit / 8] >> (bit % 8) & 1) << index
      }
    }
    set {
      for index in 0..<count {
        let bit = start + index
        let mask: UInt8 = 1 << (bit % 8)
        if newValue >> index & 1 == 1 { octets[bit / 8] |= mask } else { octets[bit / 8] &= ~mask }
      }
    }
  }
}

extension BIGInfo: SingleTypeCodec {
  static var assignedType: ADType { .bigInfo }
  static var allowances: Allowances { .controllerOnly(.oncePerBlock) }
  var adValue: ADValue { .bigInfo(self) }

  /// Text has another order than the members: the fields that a receiver needs first come first.
  static let declaredFields: [DeclaredField] = [
    .integer("bigOffsetUs"), .integer("bigOffsetUnitUs"), .number("isoIntervalMs"), .integer("streams"),
    .integer("nse"), .integer("bn"), .integer("subIntervalUs"), .integer("pto"), .integer("streamSpacingUs"),
    .integer("irc"), .integer("maximumPDU"), .integer("reserved"), .integer("seedAccessAddress"),
    .integer("sduIntervalUs"), .integer("maximumSDU"), .integer("baseCRCInit"), .list("channels", of: .integer),
    .integer("phy"), .string("phyName", orNull: true), .integer("payloadCount"), .boolean("framed"),
    .string("giv", orNull: true), .string("gskd", orNull: true),
  ]

  var fields: [Field] { [.title("BIGInfo:")] + members + words }

  /// The members. The access addresses are made from the seed, and the payload count shows how long the group has been
  /// on the air: they are data.
  private var members: [Field] {
    [
      Field("bigOffsetUs", offset * offsetUnitMicroseconds, at: 0..<2, role: .structure),
      Field("bigOffsetUnitUs", offsetUnitMicroseconds),
      Field("isoIntervalMs", isoIntervalMilliseconds, at: 1..<4, role: .structure),
      Field("streams", numberOfStreams, at: 3..<4, role: .structure),
      Field("nse", numberOfSubevents, at: 4..<5, role: .structure),
      Field("bn", burstNumber, at: 4..<5, role: .structure),
      Field("subIntervalUs", subInterval, at: 5..<8, role: .structure),
      Field("pto", pretransmissionOffset, at: 7..<8, role: .structure),
      Field("streamSpacingUs", streamSpacing, at: 8..<11, role: .structure),
      Field("irc", immediateRepetitionCount, at: 10..<11, role: .structure),
      Field("maximumPDU", maximumPDU, at: 11..<12, role: .structure),
      Field("reserved", reserved, at: 12..<13, role: .structure),
      Field("seedAccessAddress", seedAccessAddress, at: 13..<17),
      Field("sduIntervalUs", sduInterval, at: 17..<20, role: .structure),
      Field("maximumSDU", maximumSDU, at: 19..<21, role: .structure),
      Field("baseCRCInit", baseCRCInit, at: 21..<23),
      Field("channels", .list(channels.map { .number(Int64($0)) }), at: 23..<28, role: .structure),
      Field("phy", phy, at: 27..<28, role: .structure),
      Field("phyName", phyName.map { .text($0) } ?? .null),
      Field("payloadCount", payloadCount, at: 28..<33),
      Field("framed", .truth(isFramed), at: 32..<33, role: .structure),
      Field("giv", groupInitializationVector.map { .octets($0) } ?? .null, at: isEncrypted ? 33..<41 : nil),
      Field("gskd", groupSessionKeyDiversifier.map { .octets($0) } ?? .null, at: isEncrypted ? 41..<57 : nil),
    ]
  }

  private var words: [Field] {
    [
      Field("", numberOfStreams, unit: "streams"),
      Field("", isoIntervalMilliseconds, label: "every", unit: "ms", separator: " "),
      Field("", DecimalNumber(offset * offsetUnitMicroseconds, decimals: 3), label: "next in", unit: "ms"),
      Field("", numberOfSubevents, label: "NSE"),
      Field("", burstNumber, label: "BN"),
      Field("", pretransmissionOffset, label: "PTO"),
      Field("", immediateRepetitionCount, label: "IRC"),
      Field("", subInterval, label: "sub-interval", unit: "µs"),
      Field("", streamSpacing, label: "stream spacing", unit: "µs"),
      Field("", maximumPDU, label: "at most", unit: "bytes in a PDU"),
      Field("", maximumSDU, label: "and", unit: "in an SDU", separator: " "),
      Field("", sduInterval, label: "every", unit: "µs", separator: " "),
      .phrase(phyName ?? "reserved PHY \(phy)"),
      .channels("", channels),
      Field("", .hexNumber(seedAccessAddress, octets: 4), label: "seed access address"),
      Field("", .hexNumber(baseCRCInit, octets: 2), label: "base CRC init"),
      Field("", payloadCount, label: "payload count"),
      .phrase(isFramed ? "framed" : "unframed"),
      .phrase(reserved == 0 ? nil : "reserved byte \(HexDigits.number(reserved, octets: 1))"),
      Field(
        "", groupInitializationVector.map { .octets($0) } ?? .null, label: isEncrypted ? "encrypted with GIV" : "",
        whenEmpty: "not encrypted"),
      Field(
        "", groupSessionKeyDiversifier.map { .octets($0) } ?? .null, label: "and GSKD", separator: " "),
    ]
  }

  private var isoIntervalMilliseconds: DecimalNumber { DecimalNumber(isoInterval * 125, decimals: 2) }
  private var channels: [Int] { (0..<37).filter { channelMap >> $0 & 1 == 1 } }

  private var phyName: String? {
    switch phy {
    case 0: "LE 1M"
    case 1: "LE 2M"
    case 2: "LE Coded"
    default: nil
    }
  }
}

extension ADType {
  /// AD type 0x2D: ``BroadcastCode``.
  public static let broadcastCode = Self(rawValue: 0x2D)
}

/// The code that decrypts an encrypted broadcast (AD type 0x2D), handed over out of band. A secret.
///
/// Source: Core Specification Supplement Part A 1.22.
public struct BroadcastCode: Hashable, Sendable {
  /// 1 to 16 octets.
  public let octets: [UInt8]

  /// Creates the value; `nil` unless there are 1 to 16 octets.
  public init?(_ octets: [UInt8]) {
    guard (1...16).contains(octets.count) else { return nil }
    self.octets = octets
  }

  /// Throws unless there are 1 to 16 octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    guard value.count <= 16 else { throw .tooLong(maximum: 16, actual: value.count) }
    octets = Array(copying: value)
  }
}

extension BroadcastCode: SingleTypeCodec {
  static var assignedType: ADType { .broadcastCode }
  static var allowances: Allowances { .outOfBandOnly(.mayRepeat) }
  var adValue: ADValue { .broadcastCode(self) }

  static let declaredFields: [DeclaredField] = [.string("code")]

  var fields: [Field] {
    [.title("Broadcast Code:"), Field("code", .octets(octets), at: 0..<octets.count, wording: .value)]
  }
}
