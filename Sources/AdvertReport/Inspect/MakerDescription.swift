internal import AdvertLint
package import AdvertObservation
internal import AdvertisingData
internal import AssignedNumbers

/// Who makes a device, and in which known formats it sends, as far as its data say.
package struct MakerDescription {
  /// Of so many layouts: a device that counts in its data has thousands, and they all say the same.
  private static let maximumLayouts = 32
  private static let maximumFormats = 2

  /// Names of companies in the order met: of manufacturer data, or else of services that belong to members.
  private(set) var makers: [String] = []
  private(set) var formats: [KnownPayload.Format] = []
  /// What kinds of device send such data, in the order met: `AirPods Pro (2nd generation)`, `Tile tracker`.
  private(set) var kinds: [String] = []
  /// What the table says in place of the names of formats that tell a kind.
  private var names: [(format: KnownPayload.Format, name: String, isKind: Bool)] = []
  /// The first company identifier that is not assigned.
  private var unassigned: UInt16?

  package init(_ advertiser: Advertiser) {
    self.init(advertiser.layouts.prefix(Self.maximumLayouts).map { $0.layout })
  }

  init(_ layouts: [Layout]) {
    var owners: [String] = []
    for layout in layouts {
      // Made when they are needed: most devices send no manufacturer data.
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
        guard makers.isEmpty else { continue }
        for uuid in payload.services { Self.owner(of: uuid).map { Self.add($0, to: &owners) } }
      }
    }
    if makers.isEmpty { makers = owners }
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
      // A kind says more than the format it was told in.
      names.removeAll { $0.format == known.format && !$0.isKind }
      if !names.contains(where: { $0.name == kind }) { names.append((known.format, kind, true)) }
    } else if !names.contains(where: { $0.format == known.format }) {
      names.append((known.format, known.format.name, false))
    }
  }

  private static func add<Element: Equatable>(_ element: Element, to list: inout [Element]) {
    if !list.contains(element) { list.append(element) }
  }

  /// The company that a service belongs to, `nil` for services of specifications and for those that are not assigned.
  private static func owner(of uuid: BluetoothUUID) -> String? {
    guard let number = uuid.assignedNumber16, let assigned = AssignedUUID(number), assigned.kind == .member
    else { return nil }
    return assigned.name
  }

  // MARK: For a table

  /// `Apple, iBeacon`, `Apple, AirPods Pro`, `Nordic Semiconductor`, `BTHome`, `0xb418`, `–`.
  package var brief: String {
    let maker = makers.first.map(Self.short) ?? unassigned.map { HexText.number($0, octets: 2) }
    let shown = names.prefix(Self.maximumFormats)
    var said = shown.map { $0.name }
    // Apple Continuity says who makes it, and so do kinds such as `Samsung SmartTag`.
    if let maker,
      !shown.contains(where: { $0.name.hasPrefix(maker) || $0.isKind && Self.isNamed($0.name, after: maker) })
    {
      said.insert(maker, at: 0)
    }
    if names.count > Self.maximumFormats { said.append("…") }
    return said.isEmpty ? "–" : said.joined(separator: ", ")
  }

  /// Whether a kind begins with the first word of the maker, whatever the case.
  private static func isNamed(_ kind: String, after maker: String) -> Bool {
    maker.split(separator: " ").first.map { kind.lowercased().hasPrefix($0.lowercased() + " ") } ?? false
  }

  /// A company's name without what its law demands: `Apple` of `Apple, Inc.`
  static func short(_ company: String) -> String {
    var words = company.split { $0 == " " || $0 == "," }
    while words.count > 1, let last = words.last, legalForms.contains(last.lowercased().filter({ $0.isLetter })) {
      words.removeLast()
    }
    // As it was written, up to the last word that is kept.
    return words.last.map { String(company[..<$0.endIndex]) } ?? company
  }

  private static let legalForms: Set<String> = [
    "inc", "incorporated", "ltd", "limited", "llc", "gmbh", "ag", "ab", "as", "aps", "asa", "oy", "kg", "co", "corp",
    "corporation", "company", "bv", "nv", "sa", "srl", "spa", "sl", "pty", "plc", "sas", "kk", "se",
  ]
}
