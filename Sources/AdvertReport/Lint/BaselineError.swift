internal import Foundation

/// Why a file is no baseline.
public struct BaselineError: Error, Hashable, Sendable {
  /// Where in the document: a key, or the whole.
  let place: String
  let expected: String
  let found: String?
}

extension BaselineError: CustomStringConvertible {
  public var description: String {
    "\(place): expected \(expected)" + (found.map { ", found \($0)" } ?? "")
  }
}

extension BaselineError {
  /// What the JSON decoder complains of, in the words of the rest.
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
