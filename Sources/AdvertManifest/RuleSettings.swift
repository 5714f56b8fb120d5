/// What a manifest, or one override in it, says about rules.
public struct RuleSettings: Hashable, Sendable {
  /// By id of the rule.
  public let levels: [String: RuleLevel]
  public let ignores: [Ignore]

  public init(levels: [String: RuleLevel] = [:], ignores: [Ignore] = []) {
    self.levels = levels
    self.ignores = ignores
  }

  /// Findings of one rule that the author knows of and accepts.
  public struct Ignore: Hashable, Sendable {
    /// The id of the rule.
    public let rule: String
    public let target: Target
    /// Why, in the author's words.
    public let reason: String?
    /// Where the manifest says so.
    public let place: TextRange

    public init(rule: String, target: Target, reason: String? = nil, place: TextRange) {
      self.rule = rule
      self.target = target
      self.reason = reason
      self.place = place
    }
  }

  public enum Target: Hashable, Sendable {
    /// A layout of the manifest, by its name.
    case layout(String)
    /// A device of a capture, by address or name.
    case device(String)
  }
}

extension RuleSettings {
  static let levelsKey = ValueShape.Key("rules", "How much the findings of each rule matter.", .levels)
  static let ignoreKey = ValueShape.Key(
    "ignore", "Findings that are known and accepted.", .list(.form(ignoreForm)))
  static let deviceIgnoreKey = ValueShape.Key(
    "ignore", "Findings that are known and accepted.", .list(.form(deviceIgnoreForm)))

  private static let ruleKey = ValueShape.Key("rule", "The id of the rule.", .rule, isRequired: true)
  private static let deviceKey = ValueShape.Key("device", "A device of a capture: its address or name.", .text)
  private static let reasonKey = ValueShape.Key("reason", "Why, for those who read the manifest.", .text)
  private static let ignoreForm = ValueShape.Form(
    name: "an entry of \"ignore\"",
    keys: [ruleKey, ValueShape.Key("layout", "A layout of this manifest.", .text), deviceKey, reasonKey])
  /// Overrides are for captures, which have devices and no named layouts.
  private static let deviceIgnoreForm = ValueShape.Form(
    name: "an entry of \"ignore\" in an override",
    keys: [
      ruleKey, ValueShape.Key(deviceKey.name, deviceKey.summary, deviceKey.shape, isRequired: true), reasonKey,
    ])

  /// - Parameter layouts: the names of layouts; `nil` in an override.
  init(
    _ values: [String: YAMLNode], layouts: Set<String>?, _ vocabulary: Vocabulary
  ) throws(ManifestError) {
    levels =
      try values[Self.levelsKey.name].map { node throws(ManifestError) in
        try Self.levels(in: node, vocabulary)
      } ?? [:]
    var ignores: [Ignore] = []
    for node in try values[Self.ignoreKey.name]?.list("a list of what to ignore") ?? [] {
      ignores.append(try Self.ignore(in: node, layouts: layouts, vocabulary))
    }
    self.ignores = ignores
  }

  private static func levels(
    in node: YAMLNode, _ vocabulary: Vocabulary
  ) throws(ManifestError) -> [String: RuleLevel] {
    var levels: [String: RuleLevel] = [:]
    for (_, key, value) in try node.pairs("a mapping from rules to levels") {
      levels[try key.rule(vocabulary)] = try value.choice("a level", of: RuleLevel.allCases)
    }
    return levels
  }

  private static func ignore(
    in node: YAMLNode, layouts: Set<String>?, _ vocabulary: Vocabulary
  ) throws(ManifestError) -> Ignore {
    let values = try node.values(of: layouts == nil ? deviceIgnoreForm : ignoreForm)
    let target: Target
    switch (values["layout"], values["device"]) {
    case (let layout?, nil):
      let name = try layout.text("the name of a layout")
      guard let layouts, layouts.contains(name) else {
        throw layout.error(expected: "the name of a layout of this manifest", nearestOf: layouts?.sorted() ?? [])
      }
      target = .layout(name)
    case (nil, let device?): target = .device(try device.text("the address or name of a device"))
    case (nil, nil):
      throw node.error(
        expected: "a layout or a device (to switch a rule off altogether, use \"rules\")", found: "neither")
    case (_?, let device?):
      throw device.error(expected: "a layout or a device", found: "both")
    }
    return Ignore(
      rule: try values["rule"]?.rule(vocabulary) ?? "", target: target, reason: try values["reason"]?.text("a reason"),
      place: node.range ?? TextRange(line: 1, column: 1, count: 0))
  }
}

extension YAMLNode {
  /// The id of a rule.
  fileprivate func rule(_ vocabulary: Vocabulary) throws(ManifestError) -> String {
    let id = try text("the id of a rule")
    guard vocabulary.rules.contains(id) else {
      throw error(expected: "the id of a rule", nearestOf: vocabulary.rules)
    }
    return id
  }

  /// One of an enumeration's words.
  func choice<Value: RawRepresentable<String>>(
    _ expected: String, of values: [Value]
  ) throws(ManifestError) -> Value {
    let word = try text(expected)
    guard let value = values.first(where: { $0.rawValue == word }) else {
      let words = values.map(\.rawValue)
      throw error(expected: "\(expected) (\(words.joined(separator: ", ")))", nearestOf: words)
    }
    return value
  }
}
