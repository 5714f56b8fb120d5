#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A value of a JSON document whose shape changes with the version of the program that writes it.
package indirect enum JSONValue: Decodable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var members: [String: JSONValue] = [:]
      for key in container.allKeys { members[key.stringValue] = try container.decode(JSONValue.self, forKey: key) }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .bool(flag)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .string(text)
      } else {
        self = .null
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads a document; `nil` for what is none.
  ///
  /// - Parameter allowsJSON5: also numbers that are not finite, which Python writes as `NaN` and `Infinity`.
  package static func read(_ text: String, allowsJSON5: Bool = false) -> JSONValue? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = allowsJSON5
    return try? decoder.decode(JSONValue.self, from: Data(text.utf8))
  }

  package subscript(key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

  package var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
  package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  package var number: Double? { if case .number(let number) = self, number.isFinite { number } else { nil } }
  package var integer: Int? { number.flatMap { Int(exactly: $0.rounded()) } }
}
