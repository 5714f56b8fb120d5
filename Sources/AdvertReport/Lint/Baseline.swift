internal import AdvertLint
internal import Foundation

/// Findings that are known and not to be reported again: `advert.baseline/1`.
///
/// Sorted and without anything that changes by itself, so that a change of the file reads well in a review.
public struct Baseline: Sendable {
  static let schema = "advert.baseline/1"

  private(set) var entries: Set<Entry>

  /// One finding, however many devices with changing addresses it is met at.
  struct Entry: Hashable, Sendable {
    let rule: String
    /// For people; the fingerprint says it too. `nil` for devices under changing addresses and for whole inputs.
    let device: String?
    let fingerprint: String

    init(rule: String, device: String?, fingerprint: String) {
      self.rule = rule
      self.device = device
      self.fingerprint = fingerprint
    }

    init(_ finding: Finding) {
      self.init(rule: finding.rule, device: finding.device, fingerprint: finding.fingerprint.description)
    }
  }

  /// Of everything that is reported now.
  public init(of results: LintResults) {
    entries = Set(results.findings.map(Entry.init))
  }

  public var count: Int { entries.count }

  /// For a message, at bounded length.
  private static func quoted(_ text: String) -> String { "\"\(String(text.unicodeScalars.prefix(40)))\"" }

  /// Reads a baseline file's octets.
  public init(reading octets: [UInt8]) throws(BaselineError) {
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
    entries = Set(
      document.findings.map { Entry(rule: $0.rule, device: $0.device, fingerprint: $0.fingerprint) })
  }

  private struct Document: Decodable {
    let schema: String
    let findings: [Finding]

    struct Finding: Decodable {
      let rule: String
      let device: String?
      let fingerprint: String
    }
  }

  public var json: String {
    let sorted = entries.sorted { one, other in
      (one.rule, one.device ?? "", one.fingerprint) < (other.rule, other.device ?? "", other.fingerprint)
    }
    var json = JSONWriter()
    json.object { json in
      json.value("schema", Self.schema)
      json.array("findings", sorted) { json, entry in
        json.object { json in
          json.value("rule", entry.rule)
          json.value("device", entry.device)
          json.value("fingerprint", entry.fingerprint)
        }
      }
    }
    return json.text
  }
}

/// What a baseline came to in a run.
struct KnownFindings: Sendable {
  private var entries: [Key: Bool] = [:]
  /// Findings left out.
  private(set) var count = 0

  /// What a finding is recognised by.
  private struct Key: Hashable {
    let rule: String
    let fingerprint: String
  }

  init(_ baseline: Baseline) {
    for entry in baseline.entries { entries[Key(rule: entry.rule, fingerprint: entry.fingerprint)] = false }
  }

  /// Entries that no finding was recognised by: they can go.
  var unused: Int { entries.values.count { !$0 } }

  /// Whether the finding is in the baseline.
  mutating func takes(_ finding: Finding) -> Bool {
    let key = Key(rule: finding.rule, fingerprint: finding.fingerprint.description)
    guard entries[key] != nil else { return false }
    entries[key] = true
    count += 1
    return true
  }
}
