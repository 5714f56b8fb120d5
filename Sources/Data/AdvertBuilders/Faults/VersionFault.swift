internal import AdvertisingData

/// A fault of a library, a system or a tool in certain versions: data that it loses, cuts, reorders or refuses.
package struct VersionFault: Hashable, Sendable {
  /// A range of versions with the fault.
  package struct Span: Hashable, Sendable {
    /// The first version known to have the fault; `nil` when it is not known, and all before ``fixed`` may have it.
    let since: [Int]?
    /// The first version without the fault; `nil` when none is known.
    let fixed: [Int]?

    static func before(_ fixed: Int...) -> Span { Span(since: nil, fixed: fixed) }
    static func from(_ since: Int...) -> Span { Span(since: since, fixed: nil) }
    static func from(_ since: [Int], before fixed: [Int]) -> Span { Span(since: since, fixed: fixed) }

    /// The range for people: `from 2.1, before 2.1.3`.
    var words: String {
      let first = since.map { "from \(StackBuilder.words($0))" }
      let end = fixed.map { "before \(StackBuilder.words($0))" }
      return first.map { $0 + (end.map { ", " + $0 } ?? " on") } ?? end ?? "all"
    }
  }

  /// The ranges, the oldest first.
  let spans: [Span]
  /// The effect on advertising or scanning, as a clause.
  package let symptom: String
  /// The way out, as an order.
  package let remedy: String
  /// The commit, the file or the thread that shows it.
  package let source: String
  /// Texts of log lines that show the fault, each a part of a line.
  package let texts: [String]
  /// Words of which a line has one beside the name of the product, in lower case: the name of what is lost.
  let signs: [String]
  /// The types of AD structures that a request must have to be concerned: one of each group. A group without types is for a
  /// fault that no request shows. `nil` for faults in scanning.
  let types: [[ADType]]?

  /// - Parameter concerning: the types of a request that the fault concerns, one of each group; empty for all requests, and
  ///   `nil` for a fault in scanning.
  init(
    _ spans: Span..., effect symptom: String, do remedy: String, source: String, texts: [String] = [],
    signs: [String] = [], concerning types: [[ADType]]? = nil
  ) {
    self.spans = spans
    self.symptom = symptom
    self.remedy = remedy
    self.source = source
    self.texts = texts
    self.signs = signs
    self.types = types
  }

  /// The versions for people.
  package var versions: String { spans.map { $0.words }.joined(separator: "; ") }

  /// Whether all versions of a range have the fault.
  package func concerns(_ range: VersionRange) -> Bool {
    spans.contains { range.isInside(from: $0.since, before: $0.fixed) }
  }

  /// Whether a request has what the fault is about.
  func concerns(_ request: BuildRequest) -> Bool {
    guard let types else { return false }
    let asked = (request.advertising + (request.scanResponse ?? [])).map { $0.type }
    return types.allSatisfy { group in group.contains { asked.contains($0) } }
  }
}

/// The faults of one library, system or tool.
package struct FaultTable: Sendable {
  /// The name in its makers' spelling.
  package let product: String
  /// The ids under which stacks and scanners have it.
  let ids: [String]
  /// Words of a line that name it, in lower case.
  let marks: [String]
  package let faults: [VersionFault]

  init(_ product: String, ids: [String] = [], marks: [String], _ faults: [VersionFault]) {
    self.product = product
    self.ids = ids
    self.marks = marks
    self.faults = faults
  }

  /// All tables, those of advertisers first.
  package static let all: [FaultTable] = [
    .arduinoBLE, .nimBLEArduino, .espNimBLECpp, .arduinoESP32, .esp32NimBLE, .bluefruit, .espruino, .blueZ, .btmgmt,
    .nrfConnectSDK,
    .espIDF, .linux, .macOS, .bleak, .homeAssistant, .bluetoothDataTools, .capacitor, .reactNativeBLEManager,
    .reactNativeBLEPLX,
    .flutterBluePlus, .btleplug, .noble, .tinyGo,
  ]

  /// Returns the faults that a version of a stack has for a request.
  package static func faults(of id: String, _ range: VersionRange, for request: BuildRequest) -> [VersionFault] {
    known(of: id, range).filter { $0.concerns(request) }
  }

  /// Returns the id of a library by its name in a file of packages or on a command line; `nil` for one without known faults.
  package static func id(named name: String) -> String? {
    let id = String(decoding: name.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
      .lowercased()
    return all.lazy.flatMap { $0.ids }.first { $0 == id }
  }

  /// Returns the faults in scanning that all versions of a range of a library have.
  package static func known(ofScansBy id: String, _ range: VersionRange) -> [VersionFault] {
    known(of: id, range).filter { $0.types == nil }
  }

  /// Returns the faults that all versions of a range have.
  package static func known(of id: String, _ range: VersionRange) -> [VersionFault] {
    all.filter { $0.ids.contains(id) }.flatMap { table in table.faults.filter { $0.concerns(range) } }
  }
}
