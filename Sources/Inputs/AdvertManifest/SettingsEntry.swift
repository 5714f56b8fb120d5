internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading

/// The rules section of a manifest, or of an override in it: levels, and findings to ignore.
enum SettingsEntry {
  static let levelsKey = ValueShape.Key("rules", "How much the findings of each rule matter.", .levels)
  static let ignoreKey = ValueShape.Key(
    "ignore", "Findings that are known and accepted.", .list(.form(ignoreForm)))
  static let overrideForm = ValueShape.Form(
    name: "an override",
    keys: [
      ValueShape.Key("path", "Which captures: a path with *, ** and ?.", .text, isRequired: true), levelsKey,
      ValueShape.Key("ignore", ignoreKey.summary, .list(.form(deviceIgnoreForm))),
    ])

  static let levels: KeyValuePairs<String, LintSettings.Level> = [
    "off": .off, "note": .severity(.note), "warning": .severity(.warning), "error": .severity(.error),
  ]

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

  /// - Parameters:
  ///   - path: of an override.
  ///   - layouts: the names of layouts; `nil` in an override.
  static func read(
    _ values: [String: YAMLNode], path: String? = nil, layouts: Set<String>?
  ) throws(ManifestError) -> LintSettings.Layer {
    var layer = LintSettings.Layer(path: path)
    for (_, key, value) in try values[levelsKey.name]?.pairs("a mapping from rules to levels") ?? [] {
      layer.levels[try key.rule()] = try value.word("a level", of: levels)
    }
    for node in try values[ignoreKey.name]?.list("a list of what to ignore") ?? [] {
      layer.ignores.append(try ignore(in: node, layouts: layouts))
    }
    return layer
  }

  private static func ignore(in node: YAMLNode, layouts: Set<String>?) throws(ManifestError) -> LintSettings.Ignore {
    let values = try node.values(of: layouts == nil ? deviceIgnoreForm : ignoreForm)
    let target: LintSettings.Target
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
    return LintSettings.Ignore(
      rule: try values["rule"]?.rule() ?? "", target: target, reason: try values["reason"]?.text("a reason"),
      place: node.range ?? TextRange(line: 1, column: 1, count: 0))
  }
}

extension YAMLNode {
  /// Returns the id of a rule.
  fileprivate func rule() throws(ManifestError) -> String {
    let id = try text("the id of a rule")
    guard Rule.named(id) != nil else {
      throw error(expected: "the id of a rule", nearestOf: Rule.all.map { $0.id })
    }
    return id
  }
}
