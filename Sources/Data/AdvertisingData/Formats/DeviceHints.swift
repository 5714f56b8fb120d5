/// The names and services in a layout that help to recognise its data.
///
/// Some sensors have no company identifier of their own. They send that of another company, or measurements in its
/// place, so that only the name and the form of the data together identify them.
public struct DeviceHints: Hashable, Sendable {
  /// The local names, as sent: only the first few, because a device has one or two.
  public private(set) var names: [[UInt8]] = []
  /// The services of service lists that identify formats.
  public private(set) var services: Set<BluetoothUUID> = []

  private static let maximumNames = 4

  /// No hints: only the data are known.
  public static let none = DeviceHints()

  private init() {}

  /// The hints in the payloads of one layout.
  public init(_ payloads: some Sequence<Payload>) {
    for payload in payloads {
      var walk = payload.structures
      while names.count < Self.maximumNames, let structure = walk.next() {
        if let name = LocalName(structure) { note(name) }
      }
      for listing in payload.serviceListings { note(listing.uuid) }
    }
  }

  /// The hints in the AD structures of the payloads of one layout.
  public init(in payloads: [[DecodedPayload.Element]]) {
    for elements in payloads {
      for element in elements {
        switch element.value {
        case .localName(let name): note(name)
        case .serviceUUIDs(let list): for uuid in list.uuids { note(uuid) }
        default: break
        }
      }
    }
  }

  private mutating func note(_ service: BluetoothUUID) {
    if FormatsByVendor.all.services.contains(service) { services.insert(service) }
  }

  private mutating func note(_ name: LocalName) {
    guard !name.octets.isEmpty, names.count < Self.maximumNames, !names.contains(name.octets) else { return }
    names.append(name.octets)
  }

  /// The hints in a payload, when the other payload of its layout is not known.
  public init(_ payload: Payload) { self.init(CollectionOfOne(payload)) }

  /// The hints in all payloads of a layout.
  public init(_ layout: Layout) { self.init(layout.blocks.map { $0.payload }) }

  /// A sign that identifies devices.
  enum Sign: Hashable, Sendable {
    /// A local name.
    case name(String)
    /// The beginning of a local name.
    case nameBeginning(String)
    /// A service of a service list.
    case service(BluetoothUUID)
  }

  /// Whether one of them identifies a format, so that the format of the data may depend on them.
  package var tellAFormat: Bool { FormatsByVendor.all.hasOne(knownBy: self) }

  /// Whether AD structures have a sign that may identify a format. Most have none, and then no hints need to be made.
  package static func mayTellAFormat(in elements: [DecodedPayload.Element]) -> Bool {
    let known = FormatsByVendor.all
    return elements.contains { known.isSign($0.value) }
  }

  func hasOne(of signs: [Sign]) -> Bool {
    guard !names.isEmpty || !services.isEmpty else { return false }
    return signs.contains(where: has)
  }

  func has(_ sign: Sign) -> Bool {
    if case .service(let service) = sign { return services.contains(service) }
    return names.contains { sign.isName($0) }
  }
}

extension DeviceHints.Sign {
  /// Returns whether a name is this one, or has this beginning.
  func isName(_ octets: [UInt8]) -> Bool {
    switch self {
    // Nearly all names differ in the first octet already.
    case .name(let name): octets.first == name.utf8.first && octets.elementsEqual(name.utf8)
    case .nameBeginning(let beginning):
      octets.first == beginning.utf8.first && octets.starts(with: beginning.utf8)
    case .service: false
    }
  }
}
