public import AdvertManifest
internal import AdvertObservation

/// How strict the linter is: what a manifest says about rules, for all inputs or some.
public struct LintSettings: Sendable {
  /// Where the manifest is.
  let path: String
  /// All that is ignored, that of overrides included. Elsewhere these are known by their position here.
  let ignores: [RuleSettings.Ignore]
  private let layers: [Layer]
  /// What the paths of inputs are in truth that are known under another one.
  private let originalPaths: [String: String]

  /// Settings for every input, or for those whose path matches.
  private struct Layer {
    let pattern: PathPattern?
    let levels: [String: RuleLevel]
    /// Positions among all that is ignored.
    let ignores: Range<Int>
  }

  /// Every rule as it is, nothing ignored.
  public init() {
    path = ""
    ignores = []
    layers = []
    originalPaths = [:]
  }

  /// The settings of the manifest at `path`.
  ///
  /// - Parameter originalPaths: What paths of inputs are in truth that are known under another one: overrides speak of
  ///   those.
  public init(_ manifest: Manifest, path: String, originalPaths: [String: String] = [:]) {
    var ignores: [RuleSettings.Ignore] = []
    var layers: [Layer] = []
    let parts = [(nil, manifest.settings)] + manifest.overrides.map { (PathPattern($0.path), $0.settings) }
    for (pattern, settings) in parts {
      let start = ignores.count
      ignores += settings.ignores
      layers.append(Layer(pattern: pattern, levels: settings.levels, ignores: start..<ignores.count))
    }
    self.path = path
    self.ignores = ignores
    self.layers = layers
    self.originalPaths = originalPaths
  }

  /// Every rule as it is, some findings ignored in all inputs.
  init(_ ignores: [RuleSettings.Ignore], path: String) {
    self.path = path
    self.ignores = ignores
    layers = [Layer(pattern: nil, levels: [:], ignores: ignores.indices)]
    originalPaths = [:]
  }

  /// What holds for one input.
  func effective(for path: String) -> Effective {
    var levels: [String: RuleLevel] = [:]
    var layouts: [String: [Int]] = [:]
    var devices: [(ignore: Int, selector: DeviceSelector)] = []
    let originalPath = originalPaths[path] ?? path
    for layer in layers where layer.pattern?.matches(originalPath) ?? true {
      levels.merge(layer.levels) { $1 }
      for index in layer.ignores {
        switch ignores[index].target {
        case .layout(let name): if path == self.path { layouts[name, default: []].append(index) }
        case .device(let text): devices.append((index, DeviceSelector(text)))
        }
      }
    }
    return Effective(levels: levels, layouts: layouts, devices: devices)
  }

  /// Settings as they hold for one input.
  struct Effective {
    private let levels: [String: RuleLevel]
    private let layouts: [String: [Int]]
    private let devices: [(ignore: Int, selector: DeviceSelector)]

    fileprivate init(
      levels: [String: RuleLevel], layouts: [String: [Int]], devices: [(ignore: Int, selector: DeviceSelector)]
    ) {
      self.levels = levels
      self.layouts = layouts
      self.devices = devices
    }

    /// The severity of what a rule found; `nil` when the rule is off. A level replaces the rule's own severity; what a
    /// check holds for better or worse than that, such as what contradicts an expectation, stays so.
    func severity(_ found: Severity, of rule: Rule) -> Severity? {
      guard let level = levels[rule.id] else { return found }
      guard let severity = Severity(rawValue: level.rawValue) else { return nil }
      if found == rule.severity { return severity }
      return found > rule.severity ? max(found, severity) : min(found, severity)
    }

    /// What is ignored of an advertiser.
    func ignores(for advertiser: Advertiser) -> [Int] {
      devices.filter { $0.selector.matches(advertiser) }.map(\.ignore)
    }

    /// What is ignored of a declared layout.
    func ignores(for subject: Subject) -> [Int] {
      subject.layoutName.flatMap { layouts[$0] } ?? []
    }

    /// All that is ignored of devices.
    var deviceIgnores: [Int] { devices.map(\.ignore) }
  }
}
