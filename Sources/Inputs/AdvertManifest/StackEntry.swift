internal import AdvertBuilders
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// A layout in the form of a program's request to a stack, which becomes the layout that the stack makes of it.
package enum StackEntry {
  static let stackKey = ValueShape.Key(
    "stack",
    "The library or host that makes the blocks of the fields: its id, with @ and its version where that is known.",
    .stack)
  static let optionsKey = ValueShape.Key("options", "What the program switches in the stack.", .list(.words(words)))

  /// Every option of a stack, once.
  private static let words: [String] = {
    var words: [String] = []
    for option in StackBuilder.all.flatMap({ $0.options }) where !words.contains(option.word) {
      words.append(option.word)
    }
    return words
  }()

  /// The form of the value of `stack`, as a regular expression.
  package static var pattern: String {
    "^(" + StackBuilder.all.map { $0.id }.joined(separator: "|") + #")(@[0-9]+(\.[0-9]+){0,3})?$"#
  }

  /// Returns the layout that a stack makes of the fields, or its refusal.
  ///
  /// - Parameters:
  ///   - pdu: the type of PDU that the program requests.
  ///   - key: the layout's name.
  static func read(
    _ node: YAMLNode, _ pdu: AdvertisingPDU, _ values: [String: YAMLNode], _ key: YAMLNode
  ) throws(ManifestError) -> LayoutEntry.Reading {
    for wrong in ["merged", "cut"] {
      if let value = values[wrong] { throw value.error(expected: "no \"\(wrong)\" beside \"stack\"") }
    }
    let (stack, version) = try stack(in: node)
    let options = try options(in: values[optionsKey.name], of: stack)
    let advertising = try values["advertising"].map { block throws(ManifestError) in try RequestedFields(block) }
    let response = try values["scanResponse"].map { block throws(ManifestError) in try RequestedFields(block) }
    let asked = Asked(advertising: advertising ?? RequestedFields(), scanResponse: response ?? RequestedFields())
    let request = BuildRequest(
      pdu: pdu, advertising: asked.advertising.values, scanResponse: response?.values, options: options)
    let made: BuiltRequest
    do throws(BuildRefusal) {
      made = try BuiltRequest(request, to: stack, version)
    } catch {
      let remedy = stack.remedy(
        for: error.failure, of: request, in: error.field?.block ?? .advertising, version: version)
      let place = values["scanResponse"] ?? values["options"] ?? node
      guard let failure = error.failure else {
        throw asked.error(error, of: "\(stack.name) \(version.words)", remedy: remedy, otherwise: place)
      }
      let text = error.field.flatMap { asked.text(of: $0) } ?? place.range
      var refused = RefusedLayout(
        name: try key.text("a name"), line: text?.line ?? 1, column: text?.column ?? 1,
        words: "\(failure.words) (\(stack.name) \(version.words)\(version.isAssumed ? ", assumed" : ""))",
        remedy: remedy)
      if !asked.hasPlaceholders, let layout = AskedLayout(request, to: stack, version) {
        var declared = DeclaredLayout(name: refused.name, layout: layout.layout, place: key.range)
        // What of it is sent is known: nothing.
        declared.doubts = []
        declared.stackBuild = StackBuild(stack, version, changes: [], asked: layout.request)
        refused.asked = declared
      }
      return .refused(refused)
    }
    let built = made.built
    var changes = built.changes.map { StackBuild.Change($0, at: $0.field.flatMap { asked.text(of: $0) }) }
    if let asked = values["pdu"], built.pdu != pdu {
      let words = "sends \(built.pdu.rawValue), not \(pdu.rawValue)"
      changes.append(StackBuild.Change(BuildChange(.replaced, nil, words), at: asked.range))
    }
    var declared = DeclaredLayout(
      name: try key.text("a name"), layout: built.layout, place: key.range,
      advertisingText: asked.text(of: built.advertising, beside: node.range),
      scanResponseText: asked.text(of: built.scanResponse, beside: node.range),
      doubts: asked.variation(of: built.advertising).doubts(in: .advertising, .placeholder)
        + asked.variation(of: built.scanResponse).doubts(in: .scanResponse, .placeholder))
    declared.stackBuild = StackBuild(stack, version, changes: changes, asked: made)
    if built.changes.contains(where: { $0.isLoss }) {
      declared.asked = AskedLayout(request, to: stack, version)?.layout
    }
    return .sent(declared)
  }

  private static func stack(
    in node: YAMLNode
  ) throws(ManifestError) -> (StackBuilder, StackBuilder.ChosenVersion) {
    let expected = "the id of a stack, such as nimble-arduino or nimble-arduino@2.5"
    let text = try node.text(expected)
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = parts.first, let stack = StackBuilder.named(String(id)) else {
      throw node.error(expected: expected, nearestOf: StackBuilder.all.map { $0.id })
    }
    guard parts.count == 2 else {
      guard stack.unknownFrom == nil else {
        throw node.error(expected: "\(stack.id)@ and a version (\(stack.versionWords))")
      }
      return (stack, stack.newest)
    }
    guard let version = stack.version(String(parts[1])) else {
      throw node.error(expected: "a version of \(stack.name) (\(stack.versionWords))")
    }
    return (stack, version)
  }

  private static func options(
    in node: YAMLNode?, of stack: StackBuilder
  ) throws(ManifestError) -> Set<String> {
    guard let node else { return [] }
    var options: Set<String> = []
    for element in try node.list("a list of options") {
      let word = try element.text("an option")
      guard stack.options.contains(where: { $0.word == word }) else {
        let words = stack.options.map { $0.word }
        throw element.error(
          expected: words.isEmpty
            ? "no options of \(stack.name)" : "an option of \(stack.name) (\(words.joined(separator: ", ")))",
          nearestOf: words)
      }
      options.insert(word)
    }
    return options
  }
}

/// The requested fields of a block, in the order written, each with its text.
private struct RequestedFields {
  private(set) var values: [ADValue] = []
  private(set) var texts: [TextRange?] = []
  /// For each field, the last octets of its value as written, including placeholders.
  private(set) var tails: [[WrittenOctet]] = []

  init() {}

  init(_ node: YAMLNode) throws(ManifestError) {
    switch node.content {
    case .mapping: try add(node)
    case .sequence(let items, _):
      for item in items {
        guard case .mapping = item.content else { throw item.error(expected: Self.expected) }
        try add(item)
      }
    case .scalar: throw node.error(expected: Self.expected)
    }
    // A payload of the stacks has 1650 octets at most, and each field two at least.
    guard values.count <= 1024 else { throw node.error(expected: "at most 1024 fields", found: "\(values.count)") }
  }

  private static let expected = "fields, of which the stack makes the block"

  private mutating func add(_ node: YAMLNode) throws(ManifestError) {
    for (name, key, value) in try node.pairs("fields") {
      guard let field = StructuredField.named(name) else {
        throw key.error(expected: "the name of a field", nearestOf: StructuredField.all.map { $0.key })
      }
      // A value that no AD structure can have is an error here too.
      _ = try field.octets(of: value)
      let read = try field.read(value)
      let tail = try field.tail?(value) ?? []
      for one in read {
        values.append(one)
        texts.append(key.range(through: value))
        tails.append(read.count == 1 ? tail : [])
      }
    }
  }
}

/// The requests for both blocks.
private struct Asked {
  let advertising: RequestedFields
  let scanResponse: RequestedFields

  private func fields(_ block: Block) -> RequestedFields { block == .advertising ? advertising : scanResponse }

  /// Whether octets of a value may vary.
  var hasPlaceholders: Bool {
    [advertising, scanResponse].contains { fields in
      fields.tails.contains { tail in tail.contains { $0.varying != nil } }
    }
  }

  func text(of field: BuildRequest.Field) -> TextRange? {
    let texts = fields(field.block).texts
    return texts.indices.contains(field.index) ? texts[field.index] : nil
  }

  /// Returns the error for a request that the stack has no call for, at the field.
  ///
  /// - Parameter remedy: the order that makes the stack accept the request.
  func error(
    _ refusal: BuildRefusal, of stack: String, remedy: String?, otherwise node: YAMLNode
  ) -> ManifestError {
    let expected = "what \(stack) sends"
    let found = "what it does not: \(refusal.reason)" + (remedy.map { "; \($0)" } ?? "")
    guard let text = refusal.field.flatMap({ text(of: $0) }) else {
      return node.error(expected: expected, found: found)
    }
    return ManifestError(line: text.line, column: text.column, expected: expected, found: found)
  }

  /// Returns the text of the octets of a block. The text of octets that the stack adds is that of the stack.
  func text(of block: BuiltBlock, beside stack: TextRange?) -> WrittenPayload? {
    guard let stack else { return nil }
    return WrittenPayload(range: stack, octets: block.fields.map { $0.flatMap { text(of: $0) } ?? stack })
  }

  /// Returns the varying octets of a block: the placeholders of its fields, and unknown octets that the stack adds.
  func variation(of block: BuiltBlock) -> Variation {
    var variation = Variation()
    for offset in block.unknown { variation[offset] = Variation.Octet(.any) }
    var taken: [BuildRequest.Field: Int] = [:]
    for (offset, field) in block.fields.enumerated() {
      guard let field else { continue }
      // The first two octets of a field are the length and the type.
      let position = taken[field, default: 0] - 2
      taken[field, default: 0] += 1
      let fields = fields(field.block)
      guard position >= 0, fields.values.indices.contains(field.index) else { continue }
      let (value, tail) = (fields.values[field.index].octets, fields.tails[field.index])
      let start = value.count - tail.count
      guard position >= start, position < value.count, value[position] == block.octets[offset] else { continue }
      if let varying = tail[position - start].varying { variation[offset] = varying }
    }
    return variation
  }
}
