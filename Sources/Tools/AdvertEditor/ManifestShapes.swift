internal import AdvertBuilders
internal import AdvertLint
internal import AdvertManifest
internal import AdvertScan
internal import AssignedNumbers

/// The keys and values that may be at a place of a manifest, from the tables that its reader uses.
struct ManifestShapes {
  private let shapes: [ValueShape]
  private let path: [String]

  /// Finds the shapes of the value of the last of these keys.
  init(at path: [String]) {
    var shapes: [ValueShape] = [.form(Manifest.form)]
    for key in path { shapes = shapes.flatMap { Self.values(of: key, in: $0) } }
    self.shapes = shapes
    self.path = path
  }

  /// A key with its meaning.
  struct Key {
    let name: String
    let summary: String
  }

  /// Returns a key with its meaning; `nil` for an unknown key.
  static func key(_ path: [String]) -> Key? {
    guard let name = path.last else { return nil }
    return ManifestShapes(at: path.dropLast()).keys.first { $0.name == name }
  }

  private static func values(of key: String, in shape: ValueShape) -> [ValueShape] {
    switch shape {
    case .form(let form): form.keys.filter { $0.name == key }.map { $0.shape }
    case .named(let value): [value]
    case .scanners: [.form(ScannerEntry.form)]
    case .levels: [.words(Manifest.levels)]
    case .list(let element): values(of: key, in: element)
    case .either(let shapes): shapes.flatMap { values(of: key, in: $0) }
    case .payload: StructuredField.all.filter { $0.key == key }.map { $0.shape }
    default: []
    }
  }

  /// The keys that a mapping may have at the place.
  var keys: [Key] { shapes.flatMap(Self.keys) }

  private static func keys(of shape: ValueShape) -> [Key] {
    switch shape {
    case .form(let form): form.keys.map { Key(name: $0.name, summary: $0.summary) }
    case .levels: Rule.all.map { Key(name: $0.id, summary: $0.summary) }
    case .list(let element): keys(of: element)
    case .either(let shapes): shapes.flatMap(keys)
    case .payload: StructuredField.all.map { Key(name: $0.key, summary: $0.summary) }
    default: []
    }
  }

  /// A value with its meaning.
  struct Value {
    let text: String
    let meaning: String
  }

  /// Returns the values that may be at the place.
  ///
  /// - Parameter entries: the keys of the manifest, which include the names of its own layouts and scanners.
  func values(_ entries: [ManifestOutline.Entry]) -> [Value] {
    if path.suffix(2) == ["ignore", "layout"] {
      return Self.names(below: "layouts", entries).map { Value(text: $0, meaning: "a layout of this manifest") }
    }
    return shapes.flatMap { Self.values(of: $0, entries) }
  }

  /// Returns names that the author chose, such as those of layouts.
  static func names(below key: String, _ entries: [ManifestOutline.Entry]) -> [String] {
    entries.filter { $0.path.count == 2 && $0.path[0] == key }.map { $0.path[1] }
  }

  private static func values(of shape: ValueShape, _ entries: [ManifestOutline.Entry]) -> [Value] {
    switch shape {
    case .words(let words): words.map { Value(text: $0, meaning: "") }
    case .truth: ["true", "false"].map { Value(text: $0, meaning: "") }
    case .uuid: ServiceName.all.map { name in Value(text: name, meaning: Self.listed(ServiceName.uuids(called: name))) }
    case .company:
      CompanyIdentifiers.names.map { name in
        let identifiers = CompanyIdentifiers.identifiers(called: name).map { "0x" + String($0, radix: 16) }
        return Value(text: name, meaning: "company " + identifiers.joined(separator: ", "))
      }
    case .rule: Rule.all.map { Value(text: $0.id, meaning: $0.summary) }
    case .profile:
      values(of: .knownProfile, entries)
        + names(below: "scanners", entries).map { Value(text: $0, meaning: "a scanner of this manifest") }
    case .knownProfile: ScannerProfile.allVersions.map { Value(text: $0.id, meaning: $0.name) }
    case .stack: StackBuilder.all.map { Value(text: $0.id, meaning: $0.name) }
    case .list(let element): values(of: element, entries)
    case .either(let shapes): shapes.flatMap { values(of: $0, entries) }
    default: []
    }
  }

  private static func listed(_ uuids: some Sequence<some CustomStringConvertible>) -> String {
    uuids.map { "\($0)" }.joined(separator: ", ")
  }

  /// The kinds of values that have meanings of their own.
  enum Kind {
    case rule
    case profile
    case uuid
  }

  /// Whether a value of a kind may be at the place.
  func take(_ kind: Kind) -> Bool { shapes.contains { Self.takes(kind, $0) } }

  private static func takes(_ kind: Kind, _ shape: ValueShape) -> Bool {
    switch shape {
    case .list(let element): takes(kind, element)
    case .either(let shapes): shapes.contains { takes(kind, $0) }
    case .rule: kind == .rule
    case .profile, .knownProfile: kind == .profile
    case .uuid: kind == .uuid
    default: false
    }
  }
}
