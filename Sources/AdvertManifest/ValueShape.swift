/// What a value in a manifest may look like: for its documentation and its schema.
public indirect enum ValueShape: Sendable {
  case text
  /// One of these words.
  case words([String])
  /// Decimal, or hexadecimal after `0x`.
  case number(ClosedRange<Int>)
  /// A number with a unit: `us`, `ms`, `s`, `min` or `h`.
  case duration
  /// `true` or `false`.
  case truth
  case hex
  case uuid
  case address
  /// The id of a rule.
  case rule
  /// The id of a scanner profile, known or of the manifest's own.
  case profile
  /// The id of a known scanner profile.
  case knownProfile
  /// A list; where the elements are no mappings, one alone too.
  case list(ValueShape)
  /// A mapping with these keys.
  case form(Form)
  /// A mapping from names that the author chooses.
  case named(ValueShape)
  /// A mapping from ids of the manifest's own scanners, in kebab case, to what they are.
  case scanners
  /// A mapping from ids of rules to levels.
  case levels
  case either([ValueShape])
  /// Hex, fields, or a list of both.
  case payload

  /// The keys a mapping may have.
  public struct Form: Sendable {
    /// What the mapping is, with its article: for messages.
    public let name: String
    public let keys: [Key]
  }

  public struct Key: Sendable {
    public let name: String
    /// One sentence.
    public let summary: String
    public let shape: ValueShape
    public let isRequired: Bool

    init(_ name: String, _ summary: String, _ shape: ValueShape, isRequired: Bool = false) {
      self.name = name
      self.summary = summary
      self.shape = shape
      self.isRequired = isRequired
    }
  }
}

extension YAMLNode {
  /// The values of a mapping by key. Throws for keys that the form does not have, and for missing ones that it needs.
  func values(of form: ValueShape.Form) throws(ManifestError) -> [String: YAMLNode] {
    var values: [String: YAMLNode] = [:]
    let names = form.keys.map(\.name)
    for (name, key, value) in try pairs(form.name) {
      guard names.contains(name) else {
        throw key.error(expected: "a key of \(form.name) (\(names.joined(separator: ", ")))", nearestOf: names)
      }
      values[name] = value
    }
    for key in form.keys where key.isRequired && values[key.name] == nil {
      throw error(expected: "the key \"\(key.name)\" in \(form.name)", found: "none")
    }
    return values
  }
}
