internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData
internal import AssignedNumbers

/// The form of a value in a manifest, for its documentation and its schema.
package indirect enum ValueShape: Sendable {
  case text
  /// A text of an AD structure, with placeholders for the varying part: `Tracker-{4 digits}`.
  case pattern
  /// One of these words.
  case words([String])
  /// Decimal, or hexadecimal after `0x`.
  case number(ClosedRange<Int>)
  /// A number with a unit: `us`, `ms`, `s`, `min` or `h`.
  case duration
  /// `true` or `false`.
  case truth
  /// Octets, with placeholders for the varying ones: `59 00 ?? 00..0f`.
  case hex
  /// A UUID, or the name of a service.
  case uuid
  /// A number, or the name of a company.
  case company
  case address
  /// The id of a rule.
  case rule
  /// The id of a scanner profile, known or of the manifest's own.
  case profile
  /// The id of a known scanner profile.
  case knownProfile
  /// The id of a stack, with `@` and its version where it is stated: `nimble-arduino@2.5`.
  case stack
  /// A list; where the elements are not mappings, also a single element.
  case list(ValueShape)
  /// A mapping with these keys.
  case form(Form)
  /// A mapping from names that the author chooses.
  case named(ValueShape)
  /// A mapping from ids of the manifest's own scanners, in kebab case, to their descriptions.
  case scanners
  /// A mapping from ids of rules to levels.
  case levels
  case either([ValueShape])
  /// Hex, fields, or a list of both.
  case payload

  /// The possible keys of a mapping.
  package struct Form: Sendable {
    /// The name of the mapping, with its article: for messages.
    package let name: String
    package let keys: [Key]
  }

  package struct Key: Sendable {
    package let name: String
    /// A summary in one sentence.
    package let summary: String
    package let shape: ValueShape
    package let isRequired: Bool

    init(_ name: String, _ summary: String, _ shape: ValueShape, isRequired: Bool = false) {
      self.name = name
      self.summary = summary
      self.shape = shape
      self.isRequired = isRequired
    }
  }
}

extension YAMLNode {
  /// Returns the values of a mapping by key. Throws for keys that the form does not have, and for missing required
  /// ones.
  func values(of form: ValueShape.Form) throws(ManifestError) -> [String: YAMLNode] {
    var values: [String: YAMLNode] = [:]
    let names = form.keys.map { $0.name }
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

/// Values that people write as one word: numbers, times, UUIDs, addresses, hex.
extension YAMLNode {
  /// Returns a number, decimal or hexadecimal after `0x`.
  func number(_ expected: String, in range: ClosedRange<Int>) throws(ManifestError) -> Int {
    let expected = "\(expected) (\(range.lowerBound) to \(range.upperBound))"
    let text = try text(expected)
    let number = text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    guard let number, range.contains(number), text.dropFirst(2).first != "+", text.dropFirst(2).first != "-" else {
      throw error(expected: expected)
    }
    return number
  }

  /// Returns a UUID, or that of a service by its name.
  func uuid() throws(ManifestError) -> BluetoothUUID {
    let expected = "a UUID of 4, 8 or 32 hex digits, or the name of a service"
    let text = try text(expected)
    if let uuid = BluetoothUUID(text: text) { return uuid }
    let services = ServiceName.uuids(called: text)
    guard let service = services.first else { throw error(expected: expected, nearestOf: ServiceName.all) }
    guard services.count == 1 else {
      throw error(expected: "one service", found: "the name of \(Self.listed(services.map { "\($0)" }))")
    }
    return service
  }

  /// Returns a company identifier, or that of a company by its name.
  func company() throws(ManifestError) -> UInt16 {
    let expected = "a company identifier (0 to 65535), or the name of a company"
    let text = try text(expected)
    guard text.contains(where: { !$0.isNumber }), !text.lowercased().hasPrefix("0x") else {
      return UInt16(truncatingIfNeeded: try number("a company identifier", in: 0...0xFFFF))
    }
    let companies = CompanyIdentifiers.identifiers(called: text)
    guard let company = companies.first else { throw error(expected: expected, nearestOf: CompanyIdentifiers.names) }
    guard companies.count == 1 else {
      let found = companies.map { "\(CompanyIdentifiers.name(of: $0) ?? "") (0x\(String($0, radix: 16)))" }
      throw error(expected: "one company", found: "the beginning of \(Self.listed(found))")
    }
    return company
  }

  /// Returns some of many words.
  private static func listed(_ words: [String]) -> String {
    words.prefix(4).joined(separator: ", ") + (words.count > 4 ? " and \(words.count - 4) more" : "")
  }

  /// Returns six octets, most significant first.
  func addressBits() throws(ManifestError) -> UInt64 {
    let expected = "an address of six bytes in hex"
    guard let text = try? text(expected), let octets = try? HexText.octets(of: text), octets.count == 6 else {
      throw error(expected: expected)
    }
    return OctetOrder.bigEndian.number(of: octets[...])
  }

  func word<Value>(_ expected: String, of words: KeyValuePairs<String, Value>) throws(ManifestError) -> Value {
    let text = try text(expected)
    guard let value = words.first(where: { $0.key == text })?.value else {
      let names = words.map { $0.key }
      throw error(expected: "\(expected) (\(names.joined(separator: ", ")))", nearestOf: names)
    }
    return value
  }

  /// Returns one of an enumeration's words.
  func choice<Value: RawRepresentable<String>>(
    _ expected: String, of values: [Value]
  ) throws(ManifestError) -> Value {
    let word = try text(expected)
    guard let value = values.first(where: { $0.rawValue == word }) else {
      let words = values.map { $0.rawValue }
      throw error(expected: "\(expected) (\(words.joined(separator: ", ")))", nearestOf: words)
    }
    return value
  }

  /// Returns the octets of a text with placeholders.
  func pattern(_ expected: String) throws(ManifestError) -> [WrittenOctet] {
    let text = try text(expected)
    do throws(Placeholder.Problem) {
      return try Placeholder.octets(of: text)
    } catch {
      throw self.error(error, in: text)
    }
  }

  /// Returns octets in hex, each with the place of its two digits.
  func hex() throws(ManifestError) -> [WrittenOctet] {
    let written = try text("bytes in hex")
    let text: String
    let varying: [Int: HexPlaceholder]
    do throws(Placeholder.Problem) {
      (text, varying) = try Placeholder.plainHex(written)
    } catch {
      throw self.error(error, in: written)
    }
    let placed: [(octet: UInt8, position: Int)]
    do throws(HexText.Problem) {
      placed = try HexText.placedOctets(of: text)
    } catch {
      throw hexError(error, in: written)
    }
    func octet(_ value: UInt8, at position: Int, _ text: TextRange?) -> WrittenOctet {
      WrittenOctet(octet: value, text: text, varying: varying[position - 1].map { Variation.Octet($0.values) })
    }
    guard let place else { return placed.map { octet($0.octet, at: $0.position, nil) } }
    let characters = writtenCharacters
    var octets: [WrittenOctet] = []
    octets.reserveCapacity(placed.count)
    // Hex is ASCII, so scalars are characters, except for a carriage return with its line feed.
    var position = 0
    var ordinal = -1
    var isAfterReturn = false
    var rest = written.unicodeScalars.makeIterator()
    for (value, start) in placed {
      while position < start, let scalar = rest.next() {
        if !(isAfterReturn && scalar == "\n") { position += 1 }
        isAfterReturn = scalar == "\r"
        if !scalar.isBlank { ordinal += 1 }
      }
      let last = ordinal + (varying[start - 1]?.length ?? 2) - 1
      let isWritten = characters.indices.contains(ordinal) && characters.indices.contains(last)
      let range = isWritten ? place.source.range(characters[ordinal].lowerBound, characters[last].upperBound) : nil
      octets.append(octet(value, at: start, range))
    }
    return octets
  }

  private func hexError(_ problem: HexText.Problem, in text: String) -> ManifestError {
    let (position, expected, found) =
      switch problem {
      case .notHex(let position, let character): (position, "a hex digit", "\"\(character)\"")
      case .oddDigits(let position): (position, "two hex digits for each byte", "one")
      }
    return error(at: position, in: text, expected: expected, found: found)
  }

  private func error(_ problem: Placeholder.Problem, in text: String) -> ManifestError {
    error(
      at: problem.position + 1, in: text, expected: problem.expected, found: problem.found,
      suggestion: problem.suggestion)
  }

  /// Returns the error at a character of its text, which counts from 1.
  private func error(
    at position: Int, in text: String, expected: String, found: String, suggestion: String? = nil
  ) -> ManifestError {
    let ordinal = text.prefix(position).unicodeScalars.count { !$0.isBlank } - 1
    let characters = writtenCharacters
    guard let place, characters.indices.contains(ordinal) else { return error(expected: expected, found: found) }
    let (line, column) = place.source.position(of: characters[ordinal].lowerBound)
    return ManifestError(line: line, column: column, expected: expected, found: found, suggestion: suggestion)
  }
}

/// A time as people write it: `152.5 ms`, `1 s`, `625us`, `12 h`.
package enum WrittenDuration {
  /// 16777215 units of 0.625 ms: the longest interval that extended advertising has (Core Vol 4 Part E 7.8.53).
  static let longestInterval: Int64 = 10_485_759_375
  /// A day in microseconds.
  static let day: Int64 = 86_400_000_000

  /// Returns exact microseconds; `nil` for a text that is not a duration, has no unit, or is not a whole number of
  /// microseconds.
  package static func microseconds(_ text: some StringProtocol) -> Int64? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[number.endIndex...].drop { $0 == " " }
    let factor: Int64
    switch unit {
    case "us", "µs", "μs": factor = 1
    case "ms": factor = 1000
    case "s": factor = 1_000_000
    case "min": factor = 60_000_000
    case "h": factor = 3_600_000_000
    default: return nil
    }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.count <= 12 else { return nil }
    var fraction = parts.count > 1 ? parts[1] : ""
    guard parts.count == 1 || !fraction.isEmpty, !fraction.contains(".") else { return nil }
    while fraction.hasSuffix("0") { fraction.removeLast() }
    guard fraction.count <= 6, let digits = Int64("\(whole)\(fraction)") else { return nil }
    let (product, overflows) = digits.multipliedReportingOverflow(by: factor)
    let divisor = repeatElement(Int64(10), count: fraction.count).reduce(1, *)
    return overflows || product % divisor != 0 ? nil : product / divisor
  }

  /// Returns milliseconds with the necessary decimals.
  static func text(_ microseconds: Int64) -> String {
    "\(DecimalNumber(microseconds, decimals: 3)) ms"
  }
}

extension YAMLNode {
  /// Returns a duration in microseconds.
  func duration(_ expected: String, in range: ClosedRange<Int64>) throws(ManifestError) -> Int64 {
    guard let microseconds = WrittenDuration.microseconds(try text(expected)) else { throw error(expected: expected) }
    guard range.contains(microseconds) else {
      throw error(
        expected: "\(expected), \(WrittenDuration.text(range.lowerBound)) to \(WrittenDuration.text(range.upperBound))")
    }
    return microseconds
  }
}
