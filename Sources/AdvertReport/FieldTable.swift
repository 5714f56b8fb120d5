public import AdvertManifest

/// The structured fields of a manifest as a table for its documentation.
public struct FieldTable: Sendable {
  private let fields: [StructuredField]

  public init(_ fields: [StructuredField]) {
    self.fields = fields
  }

  public var markdown: String {
    let rows = fields.map { "| `\($0.key)` | \(words(for: $0.shape)) | \($0.summary) |" }
    return (["| field | value | meaning |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }

  private func words(for shape: ValueShape) -> String {
    switch shape {
    case .text: "text"
    case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .number(let range): "\(range.lowerBound) to \(range.upperBound), or hexadecimal after `0x`"
    case .duration: "a duration"
    case .truth: "`true` or `false`"
    case .hex: "hex"
    case .uuid: "a UUID"
    case .address: "an address"
    case .rule: "the id of a rule"
    case .profile, .knownProfile: "the id of a profile"
    case .list(let element): "a list of: \(words(for: element))"
    case .form(let form):
      form.keys.map { "`\($0.name)`\($0.isRequired ? "" : " (may be left out)"): \(words(for: $0.shape))" }
        .joined(separator: "; ")
    case .named(let shape): "by name: \(words(for: shape))"
    case .scanners: "scanners by id"
    case .levels: "levels by rule"
    case .either(let shapes): shapes.map(words).joined(separator: "; or ")
    case .payload: "a payload"
    }
  }
}
