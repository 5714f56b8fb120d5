package import AdvertLint
internal import AdvertObservation
package import AdvertReading
package import AdvertScan
package import AdvertisingData

/// A project's declaration of its advertising: the layouts that it sends, the expectations of them, and the settings of
/// the linter.
package struct Manifest: Sendable {
  /// The usual name of the file.
  package static let fileName = "advert.yml"

  /// The names by which a manifest is found. A folder must have only one of them.
  package static let fileNames = [fileName, "advert.yaml"]

  /// The layouts, in the order written.
  package var layouts: [DeclaredLayout]
  /// The layouts whose stack refuses what the program asks, in the order written.
  package var refused: [RefusedLayout]
  /// Services that at least one of the judged devices and layouts must have in its advertising data.
  package var expectedServices: [BluetoothUUID]
  /// The time within which the scanners that matter must find the judged devices and layouts; `nil` when it is not
  /// stated.
  package var demand: DiscoveryDemand?
  /// Addresses or names of the devices that are judged in captures; empty for all.
  package var devices: [String]
  /// Scanners of the project's own, in the order written.
  package var scanners: [ScannerProfile]
  /// The scanners that matter, known ones and those of its own.
  package var profiles: [ScannerProfile]
  /// The settings of rules: first those for all inputs, then the overrides in the order written.
  package var settings: [LintSettings.Layer]
}

extension Manifest {
  /// The keys at the top level.
  package static let form = ValueShape.Form(
    name: "the manifest",
    keys: [
      ValueShape.Key("$schema", "Where the JSON Schema of the manifest is, for editors.", .text),
      ValueShape.Key(
        "expect", "What must be in the advertising data of something judged, and how soon it must be found.",
        .form(ExpectEntry.form)),
      ValueShape.Key(
        "devices",
        "Devices that are judged in captures, and must be there: addresses or their beginnings, names, names with * and ?.",
        .list(.text)),
      ValueShape.Key("profiles", "Scanners that matter.", .list(.profile)),
      ValueShape.Key("scanners", "Scanners of one's own, by an id for each.", .scanners),
      SettingsEntry.levelsKey, SettingsEntry.ignoreKey,
      ValueShape.Key(
        "overrides", "Settings for some captures; later ones win.", .list(.form(SettingsEntry.overrideForm))),
      ValueShape.Key("layouts", "What the device sends, by a name for it.", .named(.form(LayoutEntry.form))),
    ])

  /// The words for levels of rules.
  package static var levels: [String] { SettingsEntry.levels.map { $0.key } }

  /// Reads a manifest.
  ///
  /// - Throws: for the first error, with its place and the expected value.
  package init(reading text: String) throws(ManifestError) {
    guard let root = try YAMLDocument.root(of: text) else {
      throw ManifestError(line: 1, column: 1, expected: "a manifest", found: "nothing")
    }
    let values = try root.values(of: Self.form)
    layouts = []
    refused = []
    for (_, key, value) in try values["layouts"]?.pairs("layouts by name") ?? [] {
      switch try LayoutEntry.read(value, key: key) {
      case .sent(let layout): layouts.append(layout)
      case .refused(let layout): refused.append(layout)
      }
    }
    expectedServices = try ExpectEntry.services(in: values["expect"])
    demand = try ExpectEntry.demand(in: values["expect"])
    devices = []
    for device in try values["devices"]?.list("a list of devices") ?? [] {
      devices.append(try device.text("the address or name of a device"))
    }
    scanners = []
    for (_, key, value) in try values["scanners"]?.pairs("scanners by id") ?? [] {
      scanners.append(try ScannerEntry.read(value, key: key))
    }
    profiles = []
    let known = NamedProfiles(ScannerProfile.known + scanners)
    for profile in try values["profiles"]?.list("a list of profiles") ?? [] {
      profiles.append(try profile.profile("the id of a profile", among: known))
    }
    settings = [try SettingsEntry.read(values, layouts: Set(layouts.compactMap { $0.name } + refused.map { $0.name }))]
    for node in try values["overrides"]?.list("a list of overrides") ?? [] {
      let values = try node.values(of: SettingsEntry.overrideForm)
      let path = try values["path"]?.text("a path") ?? ""
      settings.append(try SettingsEntry.read(values, path: path, layouts: nil))
    }
  }

  /// Returns the keys of a manifest at the start of a text's lines, which show that the file is meant as a manifest;
  /// empty for any other text.
  package static func keys(in text: String) -> Set<String> {
    var keys: Set<String> = []
    let names = form.keys.map { $0.name }
    var isFirst = true
    for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      // Most lines of a manifest are indented.
      guard let first = line.first, first != UInt8(ascii: " "), first != UInt8(ascii: "#") else { continue }
      let line = Substring(line)
      // A flow mapping may be the whole document.
      let content = isFirst && line.first == "{" ? line.dropFirst().drop { $0.isWhitespace } : line
      if !line.hasPrefix("---"), !line.hasPrefix("%") { isFirst = false }
      let unquoted = content.drop { $0 == "\"" || $0 == "'" }
      guard let name = names.first(where: unquoted.hasPrefix) else { continue }
      let rest = unquoted.dropFirst(name.count).drop { $0 == "\"" || $0 == "'" || $0 == " " }
      if rest.first == ":", rest.dropFirst().first.map({ $0.isWhitespace || $0 == "{" || $0 == "[" }) ?? true {
        keys.insert(name)
      }
    }
    return keys
  }
}

/// A named layout in a manifest.
enum LayoutEntry {
  /// The kinds of address that a project can choose. The others are for captures only, or must not be sent.
  private static let addressKinds = DeviceAddress.Kind.allCases.filter { $0 != .unknown && $0 != .randomReserved }

  static let form = ValueShape.Form(
    name: "a layout",
    keys: [
      ValueShape.Key("pdu", "What kind of advertising it is.", .words(AdvertisingPDU.allCases.map { $0.rawValue })),
      ValueShape.Key(
        "primaryPHY", "The PHY of the primary channels, for extended advertising; not known when left out.",
        .words([PHY.oneMegabit.id, PHY.coded.id])),
      ValueShape.Key("address", "The kind of address it is sent with.", .words(addressKinds.map { $0.rawValue })),
      ValueShape.Key("interval", "The advertising interval.", .duration),
      ValueShape.Key("advertising", "The advertising data; none when left out.", .payload),
      ValueShape.Key("scanResponse", "The scan response data; none when left out.", .payload),
      ValueShape.Key(
        "merged", "Both blocks in one, as phone apps show them, instead of the two keys above.", .hex),
      ValueShape.Key("cut", "How many bytes of merged are advertising data; not known when left out.", .number(0...31)),
      StackEntry.stackKey, StackEntry.optionsKey,
      ValueShape.Key(
        "expect", "What must be in this very layout, and how soon it must be found.", .form(ExpectEntry.form)),
    ])

  /// A layout as it is sent, or as its stack refuses it.
  enum Reading {
    case sent(DeclaredLayout)
    case refused(RefusedLayout)
  }

  /// - Parameter key: the layout's name.
  static func read(_ node: YAMLNode, key: YAMLNode) throws(ManifestError) -> Reading {
    let values = try node.values(of: form)
    let pdu = try values["pdu"]?.choice("a kind of PDU", of: AdvertisingPDU.allCases) ?? .advInd
    guard let stack = values[StackEntry.stackKey.name] else { return .sent(try asSent(node, pdu, values, key)) }
    switch try StackEntry.read(stack, pdu, values, key) {
    case .sent(var declared):
      try addFacts(values, to: &declared)
      return .sent(declared)
    case .refused(var refused):
      // The other properties of the layout are checked all the same.
      let nothing = Layout(pdu: pdu, advertising: Payload(), declaring: nil)
      var declared = refused.asked ?? DeclaredLayout(layout: nothing)
      try addFacts(values, to: &declared)
      if refused.asked != nil { refused.asked = declared }
      return .refused(refused)
    }
  }

  /// Reads a layout that is declared as it is sent.
  private static func asSent(
    _ node: YAMLNode, _ pdu: AdvertisingPDU, _ values: [String: YAMLNode], _ key: YAMLNode
  ) throws(ManifestError) -> DeclaredLayout {
    if let options = values[StackEntry.optionsKey.name] {
      throw options.error(expected: "\"options\" only beside \"stack\"")
    }
    let advertising = try payload(values["advertising"])
    let scanResponse = try payload(values["scanResponse"])
    if let merged = values["merged"] {
      var declared = try Self.merged(merged, pdu, values, key)
      try addFacts(values, to: &declared)
      return declared
    }
    if let cut = values["cut"] { throw cut.error(expected: "\"cut\" only beside \"merged\"") }
    var declared = DeclaredLayout(
      name: try key.text("a name"),
      layout: Layout(
        pdu: pdu, advertising: advertising?.payload ?? Payload(), declaring: scanResponse?.payload),
      place: key.range, advertisingText: advertising?.written, scanResponseText: scanResponse?.written,
      doubts: (advertising?.variation.doubts(in: .advertising, .placeholder) ?? [])
        + (scanResponse?.variation.doubts(in: .scanResponse, .placeholder) ?? []),
      text: key.range.flatMap { place in
        LayoutEntryText(node).map { WrittenLayout(place: place, rewriting: $0.edits) }
      })
    try addFacts(values, to: &declared)
    return declared
  }

  /// Adds the declared properties of a layout besides its data.
  private static func addFacts(
    _ values: [String: YAMLNode], to declared: inout DeclaredLayout
  ) throws(ManifestError) {
    if let node = values["primaryPHY"] {
      guard declared.layout.pdu?.isExtended ?? false else {
        throw node.error(expected: "\"primaryPHY\" only for extended advertising: legacy advertising is on LE 1M")
      }
      declared.layout.phys.primary = try phy(node)
    }
    declared.addressKind = try values["address"]?.choice("a kind of address", of: addressKinds)
    declared.intervalMicroseconds = try values["interval"].map { interval throws(ManifestError) in
      try interval.duration("a time such as \"152.5 ms\"", in: 1...WrittenDuration.longestInterval)
    }
    declared.expectedServices = try ExpectEntry.services(in: values["expect"])
    declared.demand = try ExpectEntry.demand(in: values["expect"])
  }

  private static func phy(_ node: YAMLNode) throws(ManifestError) -> PHY {
    let word = try node.text("a PHY")
    guard let phy = PHY(id: word), phy != .twoMegabit else { throw node.error(expected: "1M or coded") }
    return phy
  }

  /// Reads both blocks in one.
  private static func merged(
    _ node: YAMLNode, _ pdu: AdvertisingPDU, _ values: [String: YAMLNode], _ key: YAMLNode
  ) throws(ManifestError) -> DeclaredLayout {
    if let block = values["advertising"] ?? values["scanResponse"] {
      throw block.error(expected: "either \"merged\" or the two blocks apart")
    }
    guard !pdu.isExtended, pdu.isScannable else {
      throw node.error(expected: "\"merged\" only for ADV_IND and ADV_SCAN_IND")
    }
    let reading = try PayloadReading(node)
    guard reading.variation.isEmpty, let merged = MergedPayload(reading.octets) else {
      throw node.error(expected: "two blocks of at most 31 bytes in one, without placeholders")
    }
    let declared = DeclaredLayout(
      merged: merged, pdu: pdu, name: try key.text("a name"), place: key.range, text: reading.written)
    guard let cut = values["cut"] else { return declared }
    let number = try cut.number("a number of bytes", in: 0...31)
    guard merged.cuts.contains(number) else {
      let possible = merged.cuts.map { String($0) }.joined(separator: ", ")
      throw cut.error(expected: "a number of bytes that the advertising data can have (\(possible))")
    }
    return declared.divided(at: number)
  }

  private static func payload(_ node: YAMLNode?) throws(ManifestError) -> PayloadReading? {
    try node.map { node throws(ManifestError) in try PayloadReading(node) }
  }
}

/// The services that must be present, and the time within which scanners must find them.
enum ExpectEntry {
  static let form = ValueShape.Form(
    name: "\"expect\"",
    keys: [
      ValueShape.Key("services", "Services that must be in the advertising data.", .list(.uuid)),
      ValueShape.Key("within", "The time in which each scanner that matters must find it.", .duration),
      ValueShape.Key(
        "percent", "In how many of 100 tries it must be found within that time; 95 when left out.",
        .number(DiscoveryDemand.percents)),
    ])

  static func services(in node: YAMLNode?) throws(ManifestError) -> [BluetoothUUID] {
    guard let node else { return [] }
    var services: [BluetoothUUID] = []
    for element in try node.values(of: form)["services"]?.list("a list of UUIDs") ?? [] {
      services.append(try element.uuid())
    }
    return services
  }

  static func demand(in node: YAMLNode?) throws(ManifestError) -> DiscoveryDemand? {
    guard let values = try node?.values(of: form) else { return nil }
    guard let within = values["within"] else {
      if let percent = values["percent"] { throw percent.error(expected: "\"percent\" only beside \"within\"") }
      return nil
    }
    return DiscoveryDemand(
      within: try within.duration("a time such as \"10 s\"", in: 1000...WrittenDuration.day),
      percent: try values["percent"]?.number("how many of 100 tries", in: DiscoveryDemand.percents)
        ?? DiscoveryDemand.usualPercent)
  }
}
