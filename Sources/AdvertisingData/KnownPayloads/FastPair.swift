/// Google's Fast Pair (service data of 0xFE2C): Android offers to pair with the device.
///
/// Source: Google's Fast Pair specification. The numbers of the battery fields are unverified.
public struct FastPair: Hashable, Sendable, KnownFormat {
  public let content: Content

  public enum Content: Hashable, Sendable {
    /// Discoverable: exactly three octets, the model's number, big-endian.
    case model(UInt32)
    /// Not discoverable. The header holds version (high nibble) and flags; `rest` is a field that is cut off, or empty.
    case account(header: UInt8, fields: [Field], rest: [UInt8])
  }

  /// One field, whose octet before the data holds length (high nibble) and type.
  public struct Field: Hashable, Sendable {
    /// 0 to 15.
    public let type: UInt8
    /// Up to 15 octets.
    public let data: [UInt8]

    /// `nil` when type or data do not fit into four bits each.
    public init?(type: UInt8, data: [UInt8]) {
      guard type < 16, data.count < 16 else { return nil }
      self.type = type
      self.data = data
    }

    var octets: [UInt8] { [UInt8(truncatingIfNeeded: data.count) << 4 | type] + data }

    /// What the type means, `nil` when it is not known.
    public var meaning: Meaning? { Meaning(rawValue: type) }

    /// How many account keys the filter was made for: n keys take floor(1.2 n + 3) octets. `nil` for fields that are no
    /// filter, and for lengths that no number of keys gives.
    public var accountKeys: Int? {
      guard meaning == .accountKeyFilter || meaning == .quietAccountKeyFilter else { return nil }
      if data.isEmpty { return 0 }
      return (1...10).first { (12 * $0 + 30) / 10 == data.count }
    }
  }

  public enum Meaning: UInt8, Hashable, Sendable {
    /// A filter of the account keys; the phone shows a notice.
    case accountKeyFilter = 0
    /// Varies the filter.
    case salt = 1
    /// A filter of the account keys; the phone shows nothing.
    case quietAccountKeyFilter = 2
    /// Unverified.
    case battery = 3
    /// Unverified.
    case quietBattery = 4
    /// The model's number, in the payload of LE Audio sharing.
    case model = 7
    /// What the device can do, in the payload of LE Audio sharing.
    case capabilities = 8
  }

  /// Keeps the lowest 24 bits.
  public init(model: UInt32) {
    content = .model(model & 0xFF_FFFF)
  }

  public init(fields: [Field]) {
    content = .account(header: 0, fields: fields, rest: [])
  }

  /// Throws when there is no octet.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(1, of: octets)
    if octets.count == 3 {
      content = .model(UInt32(octets[0]) << 16 | UInt32(octets[1]) << 8 | UInt32(octets[2]))
      return
    }
    var fields: [Field] = []
    var position = 1
    while position < octets.count {
      let end = position + 1 + Int(octets[position] >> 4)
      guard end <= octets.count,
        let field = Field(type: octets[position] & 0x0F, data: Array(octets[(position + 1)..<end]))
      else { break }
      fields.append(field)
      position = end
    }
    content = .account(header: octets[0], fields: fields, rest: Array(octets[position...]))
  }

  public var octets: [UInt8] {
    switch content {
    case .model(let model): Array(model.bigEndianOctets.dropFirst())
    case .account(let header, let fields, let rest): [header] + fields.flatMap { $0.octets } + rest
    }
  }

  public var problems: [KnownPayloadProblem] {
    guard case .account(let header, let fields, let rest) = content else { return [] }
    var problems = KnownPayloadProblem.reserved(header & 0x0F, at: 0)
    var position = 1
    for field in fields {
      if field.meaning == .salt, !(1...2).contains(field.data.count) {
        problems.append(.unexpected(offset: position, expected: "a salt of 1 or 2 bytes"))
      }
      if field.meaning == .accountKeyFilter || field.meaning == .quietAccountKeyFilter, field.accountKeys == nil {
        problems.append(
          .unexpected(offset: position, expected: "a filter as long as some number of account keys makes it"))
      }
      position += field.octets.count
    }
    return rest.isEmpty ? problems : problems + [.cut(offset: position)]
  }

  public var isUnverified: Bool {
    guard case .account(_, let fields, _) = content else { return false }
    return fields.contains { $0.meaning == .battery || $0.meaning == .quietBattery }
  }
}
