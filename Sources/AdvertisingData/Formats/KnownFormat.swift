/// A format of manufacturer or service data: how octets become values and values octets, what the fields mean, and what
/// data should look like.
public protocol KnownFormat: Hashable, Sendable {
  /// The format: its names, and the data it is recognised by.
  static var format: KnownPayload.Format { get }
  /// Throws only when the octets are too few to be taken apart.
  ///
  /// - Parameters:
  ///   - octets: what follows the company identifier or the UUID of the service.
  ///   - owner: the company identifier or the 16-bit UUID of the service, which few formats need.
  init(decoding octets: [UInt8], of owner: UInt16) throws(Malformation)
  /// Encoded again: the octets that were decoded, also when something is wrong with them.
  var octets: [UInt8] { get }
  /// What the data are, for people. The name of the format, unless it has several forms.
  var title: String { get }
  /// What the data say, field by field. Places count from the first octet after the company identifier or service UUID.
  var fields: [Field] { get }
  /// What kind of device sends the data, when they say so: `AirPods Pro (2nd generation)`.
  var device: String? { get }
  /// What does not fit the format; empty when everything does.
  var problems: [KnownPayload.Problem] { get }
  /// The ranges and roles of what decoding looks at before it finds that there are too few octets. Keys and values do not
  /// matter.
  static func beginning(of octets: [UInt8]) -> [Field]
  /// Whether data of the carrier are of the format: for formats that share a service with others, or a company.
  static func recognises(_ octets: [UInt8], of owner: UInt16) -> Bool
  /// Whether scanners find devices by service data that begin like these, so that no service list needs the UUID. False
  /// for a format that asks for the list.
  static func isFoundByData(_ octets: [UInt8], of owner: UInt16) -> Bool
}

extension KnownFormat {
  public var title: String { Self.format.name }
  /// The data do not say it.
  public var device: String? { nil }
  /// Nothing is wrong with any data of the format.
  public var problems: [KnownPayload.Problem] { [] }
  public static func beginning(of octets: [UInt8]) -> [Field] { [] }
  public static func recognises(_ octets: [UInt8], of owner: UInt16) -> Bool { true }
  public static func isFoundByData(_ octets: [UInt8], of owner: UInt16) -> Bool { false }
}

extension KnownPayload {
  /// What does not fit the format. Offsets count from the first octet after the company identifier or the service UUID.
  public enum Problem: Hashable, Sendable {
    /// The payload is too short to be taken apart at all.
    case length(Malformation)
    /// Octets follow that the format does not have.
    case surplus(offset: Int, count: Int)
    /// Bits or octets that are reserved are not zero.
    case reserved(offset: Int)
    /// An item starts here that needs more octets than follow.
    case cut(offset: Int)
    /// Something else stands here than the format asks for.
    case unexpected(offset: Int, expected: String)

    /// A problem when there are surplus octets.
    static func surplus(_ octets: [UInt8], at offset: Int) -> [Problem] {
      octets.isEmpty ? [] : [.surplus(offset: offset, count: octets.count)]
    }

    /// A problem when reserved bits are not zero.
    static func reserved(_ bits: some BinaryInteger, at offset: Int) -> [Problem] {
      bits == 0 ? [] : [.reserved(offset: offset)]
    }

    /// The same problem of a part that starts at `start` of the whole.
    func moved(by start: Int) -> Problem {
      switch self {
      case .length: self
      case .surplus(let offset, let count): .surplus(offset: offset + start, count: count)
      case .reserved(let offset): .reserved(offset: offset + start)
      case .cut(let offset): .cut(offset: offset + start)
      case .unexpected(let offset, let expected): .unexpected(offset: offset + start, expected: expected)
      }
    }
  }
}

extension KnownPayload.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .length(let malformation): malformation.description
    case .surplus(let offset, let count):
      "\(counted(count, "byte")) too many at data byte \(offset)"
    case .reserved(let offset): "reserved bits are set at data byte \(offset)"
    case .cut(let offset): "what starts at data byte \(offset) is cut off"
    case .unexpected(let offset, let expected): "data byte \(offset) should be \(expected)"
    }
  }
}
