internal import AdvertObservation
public import AdvertReading

/// How strict the linter is: the levels of rules and the findings to ignore, for all inputs or for some.
public struct LintSettings: Sendable {
  /// The file that holds the settings.
  let path: String
  /// All ignores of all layers. Elsewhere, the position here identifies an ignore.
  let ignores: [Ignore]
  private let rules: [LayerRules]
  private let originalPaths: [String: String]
  /// The ids of rules whose findings are not wanted, whatever the layers say.
  private(set) var leftOutRules: Set<String> = []

  /// Settings for all inputs, or for the captures whose paths match a pattern.
  public struct Layer: Hashable, Sendable {
    /// The pattern of the captures' paths, with `*`, `**` and `?`; `nil` for all inputs.
    public var path: String?
    /// The levels by rule id.
    public var levels: [String: Level]
    /// Findings that are accepted.
    public var ignores: [Ignore]

    /// Settings for the paths that a pattern matches.
    public init(path: String? = nil, levels: [String: Level] = [:], ignores: [Ignore] = []) {
      self.path = path
      self.levels = levels
      self.ignores = ignores
    }
  }

  /// How much the findings of a rule matter.
  public enum Level: Hashable, Sendable {
    /// Not reported.
    case off
    /// Reported with this severity.
    case severity(Severity)
  }

  /// Findings of one rule that are known and accepted.
  public struct Ignore: Hashable, Sendable {
    /// The id of the rule.
    public var rule: String
    /// The layout or device whose findings are accepted.
    public var target: Target
    /// The reason, in the author's words.
    public var reason: String?
    /// The place in the file.
    public var place: TextRange

    /// An accepted finding and the reason.
    public init(rule: String, target: Target, reason: String? = nil, place: TextRange) {
      self.rule = rule
      self.target = target
      self.reason = reason
      self.place = place
    }
  }

  /// The layout or device of an ignore.
  public enum Target: Hashable, Sendable {
    /// A declared layout of the same file, by its name.
    case layout(String)
    /// A device of a capture, by address or name.
    case device(String)
  }

  private struct LayerRules {
    let pattern: PathPattern?
    let levels: [String: Level]
    /// Positions in `LintSettings.ignores`.
    let ignores: Range<Int>
  }

  /// - Parameters:
  ///   - layers: later ones win. Without any, every rule has its own severity and nothing is ignored.
  ///   - path: the file that holds the settings.
  ///   - originalPaths: the original paths of inputs that are shown under another one: patterns match the original.
  public init(_ layers: [Layer] = [], path: String = "", originalPaths: [String: String] = [:]) {
    var ignores: [Ignore] = []
    var rules: [LayerRules] = []
    for layer in layers {
      let start = ignores.count
      ignores += layer.ignores
      rules.append(
        LayerRules(
          pattern: layer.path.map { PathPattern($0) }, levels: layer.levels, ignores: start..<ignores.count))
    }
    self.path = path
    self.ignores = ignores
    self.rules = rules
    self.originalPaths = originalPaths
  }

  /// Returns the same settings without the findings of some rules. Accepted findings of these rules are not called
  /// unused.
  package func leavingOut(_ rules: Set<String>) -> LintSettings {
    var settings = self
    settings.leftOutRules.formUnion(rules)
    return settings
  }

  /// Returns the settings for one input.
  func effective(for path: String) -> Effective {
    var levels: [String: Level] = [:]
    var layouts: [String: [Int]] = [:]
    var devices: [String: [Int]] = [:]
    let originalPath = originalPaths[path] ?? path
    for layer in rules where layer.pattern?.matches(originalPath) ?? true {
      for (rule, level) in layer.levels { levels[rule] = level }
      for index in layer.ignores {
        switch ignores[index].target {
        case .layout(let name): if path == self.path { layouts[name, default: []].append(index) }
        case .device(let text): devices[text, default: []].append(index)
        }
      }
    }
    for rule in leftOutRules { levels[rule] = .off }
    return Effective(
      levels: levels, layouts: layouts.mapValues(ignoredTarget),
      selectors: DeviceSelectors(devices.keys.map { DeviceSelector($0) }),
      devices: devices.mapValues(ignoredTarget))
  }

  private func ignoredTarget(_ ignores: [Int]) -> IgnoredTarget {
    IgnoredTarget(all: ignores, ofRule: Dictionary(grouping: ignores) { self.ignores[$0].rule })
  }

  /// The ignores for a layout or a device, as positions in `ignores`.
  struct IgnoredTarget: Sendable {
    /// The ignores for all rules and for each rule together; not empty.
    fileprivate let all: [Int]
    /// The ignores by rule id.
    fileprivate let ofRule: [String: [Int]]
  }

  /// The settings for one input.
  struct Effective: Sendable {
    fileprivate let levels: [String: Level]
    fileprivate let layouts: [String: IgnoredTarget]
    fileprivate let selectors: DeviceSelectors
    /// The ignores of devices, by the text of the selector.
    fileprivate let devices: [String: IgnoredTarget]

    /// Returns the severity of a finding; `nil` when its rule is off. A level replaces the rule's own severity. Where
    /// the check made a case better or worse than that, such as a broken expectation, the difference stays.
    func severity(_ found: Severity, of rule: Rule) -> Severity? {
      switch levels[rule.id] {
      case nil: found
      case .off: nil
      case .severity(let severity):
        found == rule.severity ? severity : found > rule.severity ? max(found, severity) : min(found, severity)
      }
    }

    /// Returns the ignores for an advertiser.
    func ignores(for advertiser: Advertiser) -> [IgnoredTarget] {
      selectors.positions(choosing: advertiser).compactMap { devices[selectors.all[$0].text] }
    }

    /// Returns the ignores for a declared layout.
    func ignores(for subject: Subject) -> [IgnoredTarget] {
      subject.layoutName.flatMap { layouts[$0] }.map { [$0] } ?? []
    }

    /// All ignores for devices.
    var deviceIgnores: [Int] { devices.values.flatMap { $0.all } }
  }
}

/// The ignores of the settings that were used in an input or a run. The position in the settings identifies each.
struct IgnoreUse: Sendable {
  /// The number of findings left out.
  private(set) var findings = 0
  /// The ignores that left a finding out.
  private var used: Set<Int> = []
  /// The ignores whose layout or device was judged.
  private var judged: Set<Int> = []
  /// The ignores for devices that could have been in an input.
  private var sought: Set<Int> = []

  /// Notes that a capture is searched for devices.
  mutating func seek(_ ignores: [Int]) {
    sought.formUnion(ignores)
  }

  /// Returns the findings on a layout or device without the ignored ones.
  mutating func apply(_ ignored: [LintSettings.IgnoredTarget], to findings: [Finding]) -> [Finding] {
    guard !ignored.isEmpty else { return findings }
    for target in ignored { Self.insert(target.all, into: &judged) }
    return findings.filter { finding in
      var isIgnored = false
      for target in ignored {
        guard let matching = target.ofRule[finding.rule] else { continue }
        Self.insert(matching, into: &used)
        isIgnored = true
      }
      if isIgnored { self.findings += 1 }
      return !isIgnored
    }
  }

  /// Inserts the ignores of one target together, so that many for the same target are checked once.
  private static func insert(_ ignores: [Int], into set: inout Set<Int>) {
    guard let first = ignores.first, !set.contains(first) else { return }
    set.formUnion(ignores)
  }

  mutating func join(_ other: IgnoreUse) {
    findings += other.findings
    used.formUnion(other.used)
    judged.formUnion(other.judged)
    sought.formUnion(other.sought)
  }

  /// Returns the ignores that matched nothing. An ignore is not reported when its target was not judged: a layout when
  /// only captures were judged, or a device when the user chose other devices.
  func unused(of settings: LintSettings, choosingDevices: Bool) -> [Unused] {
    settings.ignores.indices.compactMap { index in
      guard !used.contains(index), !settings.leftOutRules.contains(settings.ignores[index].rule) else { return nil }
      if judged.contains(index) { return Unused(ignore: settings.ignores[index], path: settings.path, isAbsent: false) }
      guard sought.contains(index), !choosingDevices else { return nil }
      return Unused(ignore: settings.ignores[index], path: settings.path, isAbsent: true)
    }
  }

  /// An ignore that matched nothing.
  struct Unused: Sendable {
    let ignore: LintSettings.Ignore
    /// The file that holds the ignore.
    let path: String
    /// Whether the device of the entry was missing from the inputs.
    let isAbsent: Bool
  }
}

/// A pattern for paths of captures: `*` and `?` match characters of one name, `**` any number of folders.
///
/// It matches when it covers whole names somewhere in the path: `lab` matches all files in any folder of that name, and
/// `*.zip` each capture in an archive. A slash at the start ties it to the start of the path.
struct PathPattern: Hashable, Sendable {
  private enum Element: Hashable {
    case character(Character)
    /// `?`
    case one
    /// `*`
    case some
    /// `**`
    case anything
  }

  private let elements: [Element]
  private let isTied: Bool

  init(_ text: String) {
    isTied = text.hasPrefix("/")
    var elements: [Element] = []
    for character in text {
      switch character {
      case "?": elements.append(.one)
      case "*":
        if elements.last == .some {
          elements[elements.count - 1] = .anything
        } else if elements.last != .anything {
          elements.append(.some)
        }
      case "/" where elements.last == .character("/"): break
      // At the start, `**/` changes nothing: a pattern begins at any folder.
      case "/" where elements == [.anything]: elements = []
      default: elements.append(.character(character))
      }
    }
    if elements.last == .character("/"), elements.count > 1 { elements.removeLast() }
    self.elements = elements
  }

  /// Follows all possible matches at once, so that the time is at most the length of the pattern times that of the
  /// path.
  func matches(_ path: String) -> Bool {
    guard !elements.isEmpty else { return false }
    var places: Set<Int> = []
    var isBoundary = true
    var isStart = true
    for character in path {
      if isBoundary, !isTied || isStart { add(0, to: &places) }
      if character == "/", !isStart, places.contains(elements.count) { return true }
      places = step(places, over: character)
      isBoundary = character == "/"
      isStart = false
    }
    return places.contains(elements.count)
  }

  /// Adds a place in the pattern, with those that follow it without a character.
  private func add(_ place: Int, to places: inout Set<Int>) {
    var place = place
    while places.insert(place).inserted, place < elements.count {
      switch elements[place] {
      case .some, .anything: place += 1
      case .character, .one: return
      }
    }
  }

  private func step(_ places: Set<Int>, over character: Character) -> Set<Int> {
    var next: Set<Int> = []
    for place in places where place < elements.count {
      switch elements[place] {
      case .character(character): add(place + 1, to: &next)
      case .one where character != "/": add(place + 1, to: &next)
      case .some where character != "/": add(place, to: &next)
      case .anything: add(place, to: &next)
      default: break
      }
    }
    // After a slash, `**/` can end: a/**/b is also a/b.
    if character == "/" {
      for place in next where place < elements.count && elements[place] == .anything {
        if place + 1 < elements.count, elements[place + 1] == .character("/") { add(place + 2, to: &next) }
      }
    }
    return next
  }
}
