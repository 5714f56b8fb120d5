internal import AdvertLint
package import AdvertObservation
package import AdvertisingData
internal import AssignedNumbers

/// The maker of a device, and the known formats of its data, as far as its data show them.
package struct MakerDescription {
  /// The most layouts examined: a device with a counter in its data has thousands, all with the same maker.
  private static let maximumLayouts = 32
  private static let maximumFormats = 2

  /// Names of companies in the order met: of manufacturer data, or else of services that belong to members. Both, those
  /// of services first, when they contradict each other.
  private(set) var makers: [String] = []
  /// Whether the company of the manufacturer data and the owners of the services contradict each other.
  private(set) var isContradicted = false
  private(set) var formats: [KnownPayload.Format] = []
  /// The kinds of devices that send such data, in the order met: `AirPods Pro (2nd generation)`, `Tile tracker`.
  private(set) var kinds: [String] = []
  /// The names in the table, in place of the names of formats that identify a kind.
  private var names: [(format: KnownPayload.Format, name: String, isKind: Bool)] = []
  /// The first company identifier that is not assigned.
  private var unassigned: UInt16?

  package init(_ advertiser: Advertiser) {
    self.init(advertiser.layouts.prefix(Self.maximumLayouts).map { $0.layout })
  }

  package init(_ layouts: [Layout]) {
    var owners: [String] = []
    var listed: [String] = []
    for layout in layouts {
      // Made on request: most devices send no manufacturer data.
      var known: DeviceHints?
      for (_, payload) in layout.blocks {
        var walk = payload.structures
        while let structure = walk.next() {
          guard structure.type == .manufacturerData || ServiceData.width(of: structure.type) != nil else { continue }
          switch ADValue(structure) {
          case .manufacturerData(let data):
            let signs = known ?? DeviceHints(layout)
            known = signs
            note(KnownPayload.recognised(in: data, beside: signs))
            note(data)
          case .serviceData(let data):
            note(KnownPayload.recognised(in: data))
            if let owner = Self.owner(of: data.uuid) { Self.add(owner, to: &owners) }
          default: break
          }
        }
        for uuid in payload.services { Self.owner(of: uuid).map { Self.add($0, to: &listed) } }
      }
    }
    guard !makers.isEmpty else {
      makers = owners
      for name in listed { Self.add(name, to: &makers) }
      return
    }
    // A known format shows that the data begin with the company's identifier.
    guard formats.isEmpty, !listed.isEmpty, !listed.contains(where: { Self.lends($0) || isOf($0) }) else { return }
    makers = listed + makers
    isContradicted = true
  }

  /// Whether a company of the manufacturer data has this name, in any spelling.
  private func isOf(_ owner: String) -> Bool {
    makers.contains { Self.firstWord($0) == Self.firstWord(owner) }
  }

  /// Whether devices of other makers send the company's services, because they work with its platform or its chips.
  private static func lends(_ owner: String) -> Bool { lenders.contains(firstWord(owner)) }

  private static let lenders: Set<String> = [
    "alibaba", "amazon", "amazon.com", "apple", "baidu", "google", "microsoft", "nordic", "samsung", "tencent", "tile",
    "tuya", "xiaomi",
  ]

  private static func firstWord(_ name: String) -> String {
    name.split { $0 == " " || $0 == "," }.first.map { $0.lowercased() } ?? ""
  }

  /// The reason why the maker is not certain; `nil` when nothing contradicts.
  var doubt: String? {
    guard isContradicted else { return nil }
    return "its maker is not certain: its service belongs to \(makers[0]), the company identifier of its data to "
      + "\(makers[makers.count - 1]); some makers send data without an identifier"
  }

  private mutating func note(_ data: ManufacturerData) {
    if let name = CompanyIdentifiers.name(of: data.company) {
      Self.add(name, to: &makers)
    } else {
      unassigned = unassigned ?? data.company
    }
  }

  private mutating func note(_ known: KnownPayload?) {
    guard let known, !known.format.isOfAnyDevice else { return }
    Self.add(known.format, to: &formats)
    if let kind = known.device {
      Self.add(kind, to: &kinds)
      // A kind is more precise than the format that contains it.
      names.removeAll { $0.format == known.format && !$0.isKind }
      if !names.contains(where: { $0.name == kind }) { names.append((known.format, kind, true)) }
    } else if !names.contains(where: { $0.format == known.format }) {
      names.append((known.format, known.format.name, false))
    }
  }

  private static func add<Element: Equatable>(_ element: Element, to list: inout [Element]) {
    if !list.contains(element) { list.append(element) }
  }

  /// Services that devices of any maker send, although a member has their number: Exposure Notification and BTHome.
  private static let ofAnyMaker: Set<BluetoothUUID> = [0xFD6F, 0xFCD2]

  /// Returns the company of a service; `nil` for services of specifications, for those of any maker, and for those that are
  /// not assigned.
  private static func owner(of uuid: BluetoothUUID) -> String? {
    guard !ofAnyMaker.contains(uuid), let number = uuid.assignedNumber16, let assigned = AssignedUUID(number),
      assigned.kind == .member
    else { return nil }
    return assigned.name
  }

  // MARK: For a table

  /// `Apple, iBeacon`, `Apple, AirPods Pro`, `Nordic Semiconductor`, `BTHome`, `0xb418`, `–`.
  package var brief: String {
    let maker =
      isContradicted
      ? makers.map(Self.short).joined(separator: " or ")
      : makers.first.map(Self.short) ?? unassigned.map { HexDigits.number($0, octets: 2) }
    let shown = names.prefix(Self.maximumFormats)
    var said = shown.map { $0.name }
    // Apple Continuity identifies the maker, and so do kinds such as `Samsung SmartTag`.
    if let maker,
      !shown.contains(where: { $0.name.hasPrefix(maker) || $0.isKind && Self.isNamed($0.name, after: maker) })
    {
      said.insert(maker, at: 0)
    }
    if names.count > Self.maximumFormats { said.append("…") }
    return said.isEmpty ? "–" : said.joined(separator: ", ")
  }

  /// Returns whether a kind begins with the first word of the maker, in any case.
  private static func isNamed(_ kind: String, after maker: String) -> Bool {
    maker.split(separator: " ").first.map { kind.lowercased().hasPrefix($0.lowercased() + " ") } ?? false
  }

  /// Returns a company's name without its legal form: `Apple` for `Apple, Inc.`
  static func short(_ company: String) -> String {
    var words = company.split { $0 == " " || $0 == "," }
    while words.count > 1, let last = words.last, legalForms.contains(last.lowercased().filter({ $0.isLetter })) {
      words.removeLast()
    }
    // In the original spelling, up to the last word that is kept.
    return words.last.map { String(company[..<$0.endIndex]) } ?? company
  }

  private static let legalForms: Set<String> = [
    "inc", "incorporated", "ltd", "limited", "llc", "gmbh", "ag", "ab", "as", "aps", "asa", "oy", "kg", "co", "corp",
    "corporation", "company", "bv", "nv", "sa", "srl", "spa", "sl", "pty", "plc", "sas", "kk", "se",
  ]
}
