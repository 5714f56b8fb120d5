package import AdvertLint

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A baseline as a file: `advert.baseline/1`.
///
/// It is sorted and without times or counts, so that a change of the file reads well in a review.
extension Baseline {
  private static let schema = "advert.baseline/1"

  /// Reads a baseline file's octets.
  package init(reading octets: [UInt8]) throws(BaselineError) {
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(octets))
    } catch {
      throw BaselineError(error)
    }
    guard document.schema == Self.schema else {
      throw BaselineError(
        place: "\"schema\"", expected: "\"\(Self.schema)\"", found: Self.quoted(document.schema))
    }
    for (index, finding) in document.findings.enumerated() {
      guard finding.fingerprint.count == 16, finding.fingerprint.allSatisfy({ "0123456789abcdef".contains($0) })
      else {
        throw BaselineError(
          place: "\"findings[\(index)].fingerprint\"", expected: "16 lower-case hex digits",
          found: Self.quoted(finding.fingerprint))
      }
    }
    self.init(
      Set(document.findings.map { Entry(rule: $0.rule, device: $0.device, fingerprint: $0.fingerprint) }))
  }

  /// Returns the beginning of a text in quotation marks, for messages.
  private static func quoted(_ text: String) -> String { "\"\(String(text.unicodeScalars.prefix(40)))\"" }

  private struct Document: Decodable {
    let schema: String
    let findings: [Finding]

    struct Finding: Decodable {
      let rule: String
      let device: String?
      let fingerprint: String
    }
  }

  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<Baseline> = [
    Key(schema: schema),
    Key("findings", .list(.object(entry)), "the known findings, sorted") { baseline in
      baseline.entries.sorted { one, other in
        (one.rule, one.device ?? "", one.fingerprint) < (other.rule, other.device ?? "", other.fingerprint)
      }
    },
  ]

  private static let entry: Keys<Entry> = [
    Key("rule", .string, "the id of the rule") { $0.rule },
    Key(
      "device", .string, "the address of the device, or the name of the layout",
      null: "when neither is known in other runs"
    ) { $0.device },
    Key("fingerprint", .string, "as in `advert.lint/1`") { $0.fingerprint },
  ]
}

/// The reason why a file is not a baseline.
package struct BaselineError: Error, Hashable, Sendable {
  /// The place in the document: a key, or the whole.
  let place: String
  let expected: String
  let found: String?
}

extension BaselineError: CustomStringConvertible {
  package var description: String {
    "\(place): expected \(expected)" + (found.map { ", found \($0)" } ?? "")
  }
}

extension BaselineError {
  /// An error of the JSON decoder.
  init(_ error: any Error) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      self.init(place: Self.place(context.codingPath), expected: "the key \"\(key.stringValue)\"", found: nil)
    case .valueNotFound(let type, let context):
      self.init(place: Self.place(context.codingPath), expected: Self.name(of: type), found: "null")
    case .typeMismatch(let type, let context):
      self.init(place: Self.place(context.codingPath), expected: Self.name(of: type), found: "something else")
    default:
      self.init(place: "baseline", expected: "JSON as --write-baseline writes it", found: nil)
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "baseline" }
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return "\"\(text)\""
  }

  private static func name(of type: Any.Type) -> String {
    if type == String.self { return "a string" }
    return type is any ExpressibleByArrayLiteral.Type ? "an array" : "an object"
  }
}
