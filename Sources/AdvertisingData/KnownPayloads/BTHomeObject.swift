/// One measurement or event of BTHome: its kind, and the octets of its value.
public struct BTHomeObject: Hashable, Sendable {
  public let kind: Kind
  /// As sent, without the length octet of texts and raw data.
  public let value: [UInt8]

  /// `nil` when the value does not have the kind's length.
  public init?(_ kind: Kind, value: [UInt8]) {
    guard kind.length.map({ $0 == value.count }) ?? (value.count <= 255) else { return nil }
    self.kind = kind
    self.value = value
  }

  /// What an object id means.
  public struct Kind: Hashable, Sendable {
    public let id: UInt8
    public let name: String
    public let form: Form
    /// Empty when there is none.
    public let unit: String
    /// Whether the meaning rests on general knowledge rather than on a source.
    public let isUnverified: Bool

    /// How the value is written.
    public enum Form: Hashable, Sendable {
      /// An integer of `octets` octets, little-endian; times `factor`, divided by ten to the power of `decimals`.
      case number(octets: Int, isSigned: Bool, factor: Int64, decimals: Int)
      /// One octet, 0 or 1.
      case binary
      /// A length octet, then UTF-8.
      case text
      /// A length octet, then octets.
      case raw
      /// So many octets that are no number.
      case octets(Int)
    }

    /// Octets of the value, `nil` when a length octet says it.
    var length: Int? {
      switch form {
      case .number(let octets, _, _, _), .octets(let octets): octets
      case .binary: 1
      case .text, .raw: nil
      }
    }

    /// The kind of this id, `nil` when it is not known, and so its length neither.
    public init?(id: UInt8) {
      guard let kind = Self.all.first(where: { $0.id == id }) else { return nil }
      self = kind
    }

    init(_ id: UInt8, _ name: String, _ form: Form, unit: String = "", isUnverified: Bool = false) {
      self.id = id
      self.name = name
      self.form = form
      self.unit = unit
      self.isUnverified = isUnverified
    }
  }

  /// The number, when the kind is one.
  public var number: DecimalNumber? {
    guard case .number(let count, let isSigned, let factor, let decimals) = kind.form else { return nil }
    var raw: Int64 = 0
    for octet in value.reversed() { raw = raw << 8 | Int64(octet) }
    if isSigned {
      // The sign bit of a field of fewer than eight octets.
      let unused = Int64(64 - 8 * count)
      raw = (raw << unused) >> unused
    }
    return DecimalNumber(raw &* factor, decimals: decimals)
  }

  /// The whole objects of known kinds from `start` on, and where they end.
  static func all(in octets: [UInt8], from start: Int) -> (objects: [BTHomeObject], end: Int) {
    var objects: [BTHomeObject] = []
    var position = start
    while position < octets.count, let kind = Kind(id: octets[position]) {
      var valueStart = position + 1
      let length: Int
      if let fixed = kind.length {
        length = fixed
      } else {
        guard valueStart < octets.count else { break }
        length = Int(octets[valueStart])
        valueStart += 1
      }
      let end = valueStart + length
      guard end <= octets.count, let object = BTHomeObject(kind, value: Array(octets[valueStart..<end])) else { break }
      objects.append(object)
      position = end
    }
    return (objects, position)
  }

  var octets: [UInt8] {
    [kind.id] + (kind.length == nil ? [UInt8(truncatingIfNeeded: value.count)] : []) + value
  }
}
