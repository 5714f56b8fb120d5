/// A 16-bit UUID that the Bluetooth SIG has assigned, with its kind and its name.
///
/// A number has only one meaning, but its range does not show its kind: the SIG has assigned single values inside the
/// range of another kind.
///
/// Source: Bluetooth SIG, Assigned Numbers, "16-bit UUIDs"; `Reference/AssignedNumbers.md` names the edition.
public struct AssignedUUID: Sendable, Hashable {
  /// The kind of thing that a UUID identifies. The raw values are stable words for machine-readable output.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A GATT service of a SIG specification, such as 0x180F Battery.
    case service
    /// A service of a member company; the name is that of the company, not of the service.
    case member
    /// A service of a standards development organization, such as 0xFFFA ASTM Remote ID.
    case standardsOrganization = "sdo"
    /// A GATT characteristic.
    case characteristic
    /// A GATT characteristic descriptor.
    case descriptor
    /// A GATT declaration, such as 0x2800 Primary Service.
    case declaration
    /// A unit of a characteristic's value.
    case unit
    /// A type of an object in an Object Transfer Service.
    case objectType
    /// A BR/EDR service class or profile, such as 0x110B Audio Sink.
    case serviceClass
    /// A protocol in a BR/EDR service record, such as 0x0003 RFCOMM.
    case protocolIdentifier = "protocol"
    /// A group of BR/EDR service records for browsing.
    case browseGroup
    /// A mesh profile.
    case meshProfile
  }

  /// The 16-bit value.
  public let value: UInt16

  /// The kind of thing that the UUID identifies.
  public let kind: Kind

  /// The name that the SIG gives the UUID, or for the kind `member` the name of the company that owns it.
  ///
  /// A company's name here may differ in spelling from its name in ``CompanyIdentifiers``.
  public let name: String

  /// Looks up a 16-bit value; nil if it is not assigned.
  public init?(_ value: UInt16) {
    guard
      let text = NumberedLines(UUIDTable.lines).text(of: value),
      let space = text.utf8.firstIndex(of: UInt8(ascii: " ")),
      let kind = Kind(rawValue: String(text[..<space]))
    else { return nil }
    self.value = value
    self.kind = kind
    name = String(text[text.utf8.index(after: space)...])
  }

  /// Whether a 16-bit value is assigned. Does not look up its meaning.
  public static func isAssigned(_ value: UInt16) -> Bool { NumberedLines(UUIDTable.lines).text(of: value) != nil }

  /// Returns the services with a name, in upper or lower case: those of specifications, of standards organizations, and
  /// of the company with this name. Several when a company owns several.
  public static func services(named name: String) -> [AssignedUUID] {
    let name = name.lowercased()
    return services.filter { $0.name.lowercased() == name }
  }

  /// All UUIDs of services, sorted.
  public static var services: [AssignedUUID] {
    UUIDTable.lines.split(separator: "\n").compactMap { line in
      UInt16(line.prefix(4), radix: 16).flatMap { AssignedUUID($0) }
    }.filter { $0.kind.isService }
  }
}

extension AssignedUUID.Kind {
  fileprivate var isService: Bool {
    switch self {
    case .service, .member, .standardsOrganization: true
    default: false
    }
  }
}
