import Foundation
import Testing

@testable import AdvertManifest

/// A question that people ask, with its answer: a folder of `Fixtures/questions`.
struct Question: CustomTestStringConvertible, Sendable {
  /// The name of the folder.
  let name: String
  /// The part of the page that has the question.
  let theme: String
  /// The question as a person would put it.
  let symptom: String
  /// The true cause, in a sentence.
  let cause: String
  /// The command that answers, as a person in the folder gives it.
  let command: String
  /// The lines of the output that answer the question.
  let answer: [String]
  /// The first thing to do.
  let remedy: String
  /// Addresses of public threads that ask the question.
  let asked: [String]
  var testDescription: String { name }

  static let folder = CommandLineRun.root.appending(path: "Fixtures/questions")

  /// All questions, by the names of their folders.
  static let all: [Question] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.contains(".") }.sorted().map { name in
      do { return try Question(name) } catch { fatalError("\(name)/question.yml: \(error)") }
    }
  }()

  private init(_ name: String) throws {
    let file = try String(contentsOf: Self.folder.appending(path: "\(name)/question.yml"), encoding: .utf8)
    var values: [String: [String]] = [:]
    for (key, _, value) in try YAMLDocument.root(of: file)?.pairs("a question") ?? [] {
      values[key] = try value.list("text").map { element throws(ManifestError) in try element.text("text") }
    }
    func list(_ key: String) throws -> [String] {
      guard let list = values.removeValue(forKey: key) else { throw Missing(key: key) }
      return list
    }
    func text(_ key: String) throws -> String { try list(key).joined(separator: " ") }
    self.name = name
    theme = try text("theme")
    symptom = try text("symptom")
    cause = try text("cause")
    command = try text("command")
    answer = try list("answer")
    remedy = try text("remedy")
    asked = try list("asked")
    if let key = values.keys.min() { throw Unknown(key: key) }
  }

  private struct Missing: Error { let key: String }
  private struct Unknown: Error { let key: String }

  /// The command as it is given in the root of the repository.
  var fullCommand: String {
    let files = try? FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: name).path)
    return command.split(separator: " ", omittingEmptySubsequences: false).map { word in
      files?.contains(String(word)) == true ? "Fixtures/questions/\(name)/\(word)" : String(word)
    }.joined(separator: " ")
  }

  /// The arguments of the command: its words, or what is between double quotes.
  var arguments: [String] {
    let parts = fullCommand.dropFirst("advert ".count).split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  /// The file with all that the command prints.
  var transcript: URL { Self.folder.appending(path: "\(name)/answer.txt") }

  /// The lines of the answer as the command prints them, with an ellipsis where others are between them.
  func shownAnswer() throws -> [String] {
    let lines = try String(contentsOf: transcript, encoding: .utf8).components(separatedBy: "\n")
    var shown: [String] = []
    var next = lines.startIndex
    for (index, wanted) in answer.enumerated() {
      guard let found = lines[next...].firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == wanted }) else {
        throw Absent(line: wanted)
      }
      if index > 0, found > next { shown.append("…") }
      shown.append(lines[found])
      next = found + 1
    }
    return shown
  }

  private struct Absent: Error { let line: String }
}
