/// A scanner in a manifest, by its id.
enum ScannerEntry {
  static let form = ValueShape.Form(
    name: "a scanner",
    keys: [
      ValueShape.Key(
        "basedOn", "The known profile that it is like in all that is not said here.", .knownProfile, isRequired: true),
      ValueShape.Key("name", "What people call it.", .text),
      ValueShape.Key(
        "scan", "Whether it asks for scan responses: always, never, or in windows.",
        .either([.words(plainScans.map(\.key)), .form(windowsForm)])),
      ValueShape.Key(
        "requires", "What it must be given before it delivers anything.",
        .words(DeclaredScanner.Requirement.allCases.map(\.rawValue))),
      ValueShape.Key(
        "serviceFilter", "Where a filter for a service looks; lists are always among it.",
        .list(.words(FilterPlace.allCases.map(\.rawValue)))),
      ValueShape.Key(
        "delivery", "How an app gets advertising data and scan response data.",
        .words(DeclaredScanner.Delivery.allCases.map(\.rawValue))),
      ValueShape.Key(
        "duplicates", "What becomes of repeated advertisements: the app's choice, or always the same.",
        .words(DeclaredScanner.Duplicates.allCases.map(\.rawValue))),
      ValueShape.Key("extended", "Whether it receives extended advertising.", .truth),
      ValueShape.Key(
        "overflowArea", "Whether a filter for a service finds it in the overflow area of iOS.", .truth),
    ])

  private static let windowsForm = ValueShape.Form(
    name: "active windows",
    keys: [
      ValueShape.Key("every", "From the start of one window to the next.", .duration, isRequired: true),
      ValueShape.Key("for", "How long a window lasts.", .duration, isRequired: true),
      ValueShape.Key("after", "From the scanner's start to its first window; at once when left out.", .duration),
    ])

  private static let plainScans: KeyValuePairs<String, DeclaredScanner.Scan> = ["active": .active, "passive": .passive]

  private enum FilterPlace: String, CaseIterable {
    case lists
    case serviceData = "service-data"
  }

  /// - Parameter key: the scanner's id.
  static func read(
    _ node: YAMLNode, key: YAMLNode, _ vocabulary: Vocabulary
  ) throws(ManifestError) -> DeclaredScanner {
    let id = try id(key, vocabulary)
    let values = try node.values(of: form)
    return DeclaredScanner(
      id: id, name: try values["name"]?.text("a name"),
      base: try values["basedOn"]?.profile("the id of a known profile", among: vocabulary.profiles) ?? "",
      scan: try values["scan"].map(scan),
      requirement: try values["requires"]?.choice("what it requires", of: DeclaredScanner.Requirement.allCases),
      filtersServiceData: try values["serviceFilter"].map(filtersServiceData),
      delivery: try values["delivery"]?.choice("a kind of delivery", of: DeclaredScanner.Delivery.allCases),
      duplicates: try values["duplicates"]?.choice(
        "what becomes of duplicates", of: DeclaredScanner.Duplicates.allCases),
      receivesExtended: try values["extended"]?.truth(), readsOverflowArea: try values["overflowArea"]?.truth())
  }

  private static func id(_ key: YAMLNode, _ vocabulary: Vocabulary) throws(ManifestError) -> String {
    let id = try key.text("an id")
    let parts = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isKebabCase = parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy {
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        }
    }
    guard isKebabCase else { throw key.error(expected: "an id in kebab case such as \"our-gateway\"") }
    guard !vocabulary.profiles.contains(id) else {
      throw key.error(expected: "an id of its own", found: "that of a known profile, \"\(id)\"")
    }
    return id
  }

  private static func scan(_ node: YAMLNode) throws(ManifestError) -> DeclaredScanner.Scan {
    guard case .mapping = node.content else {
      return try node.word("how it scans: a mapping of active windows, or a word", of: plainScans)
    }
    let values = try node.values(of: windowsForm)
    let period = try values["every"]?.seconds(from: 1) ?? 1
    let length = try values["for"]?.seconds(from: 1) ?? 1
    if length > period, let node = values["for"] {
      throw node.error(expected: "windows no longer than the time from one to the next")
    }
    return .windows(delay: try values["after"]?.seconds(from: 0) ?? 0, period: period, length: length)
  }

  private static func filtersServiceData(_ node: YAMLNode) throws(ManifestError) -> Bool {
    var places: Set<FilterPlace> = []
    for element in try node.list("a list of where a filter looks") {
      places.insert(try element.choice("where a filter looks", of: FilterPlace.allCases))
    }
    guard places.contains(.lists) else {
      throw node.error(expected: "\"lists\" among where a filter looks", found: "a filter without them")
    }
    return places.contains(.serviceData)
  }
}

extension DeclaredScanner {
  /// What ids are made of, as a regular expression.
  public static let idPattern = "^[a-z0-9]+(-[a-z0-9]+)*$"

  /// The keys that describe a scanner.
  public static var form: ValueShape.Form { ScannerEntry.form }
}

extension YAMLNode {
  /// The id of one of the profiles.
  func profile(_ expected: String, among ids: [String]) throws(ManifestError) -> String {
    let id = try text(expected)
    guard ids.contains(id) else { throw error(expected: expected, nearestOf: ids) }
    return id
  }

  /// `true` or `false`.
  fileprivate func truth() throws(ManifestError) -> Bool {
    try word("yes or no", of: ["true": true, "false": false])
  }

  /// A duration of whole seconds, at most ten years.
  fileprivate func seconds(from least: Int64) throws(ManifestError) -> Int64 {
    let expected = "a time in whole seconds such as \"15 s\", \"4 min\" or \"12 h\""
    guard let microseconds = WrittenDuration.microseconds(try text(expected)), microseconds % 1_000_000 == 0 else {
      throw error(expected: expected)
    }
    let seconds = microseconds / 1_000_000
    guard (least...315_576_000).contains(seconds) else {
      throw error(expected: "\(expected), \(least) s to 87660 h")
    }
    return seconds
  }
}
