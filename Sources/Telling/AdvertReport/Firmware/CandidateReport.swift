package import AdvertFirmware
internal import AdvertisingData

/// The data in firmware without symbols that have the form of payloads, for people and machines.
package struct CandidateReport: Sendable {
  private let searches: [(path: String, search: CandidateSearch)]

  /// - Parameter searches: each with the path of its file, in the order of the arguments.
  package init(_ searches: [(path: String, search: CandidateSearch)]) {
    self.searches = searches
  }

  package func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    for (path, search) in searches {
      if !lines.isEmpty { lines.append("") }
      lines.append(style.strong(HostileText.visible(path)) + "  \(search.kind)")
      let count = search.candidates.count
      lines.append(
        count == 0
          ? "  nothing is built like advertising data"
          : "  built like advertising data: \(count)\(search.isCutOff ? " and more" : ""); whether they are sent, and where "
            + "they end, is not known")
      for candidate in search.candidates { lines += [""] + Self.lines(candidate, style) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ candidate: PayloadCandidate, _ style: TextStyle) -> [String] {
    var place: [String] = []
    if let address = candidate.address { place.append("address 0x\(String(address, radix: 16))") }
    if let offset = candidate.fileOffset { place.append("file offset \(offset)") }
    if case .structures(let count) = candidate.form { place.append("\(count) elements of bt_data") }
    return [style.faint(candidate.confidence.rawValue + (place.isEmpty ? "" : ": ") + place.joined(separator: ", "))]
      + ByteMap(title: "Candidate", payload: candidate.payload, limit: 31, marks: []).lines(style)
  }

  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<CandidateReport> = [
    Key(schema: "advert.decode/1"), Key("searches", .list(.object(search)), "the files, in order") { $0.searches },
  ]

  private static let search: Keys<(path: String, search: CandidateSearch)> = [
    Key("path", .string, "the path as given") { $0.path },
    Key("kind", .string, "what the file is, in words: `Intel HEX`") { $0.search.kind },
    Key("isCutOff", .boolean, "whether candidates are left out because there are more than 1000") {
      $0.search.isCutOff
    },
    Key("candidates", .list(.object(candidate)), "what is built like advertising data, the likely ones first") {
      $0.search.candidates
    },
  ]

  private static let candidate: Keys<PayloadCandidate> = [
    Key("confidence", .words(["likely", "possible", "unlikely"]), "how sure it is: `likely`, `possible` or `unlikely`")
    { $0.confidence.rawValue },
    Key("form", .string, "`bytes` as they are sent, or an array of `bt_data`") {
      if case .octets = $0.form { "bytes" } else { "bt_data" }
    },
    Key("address", .integer, "in the memory of the device", null: "when the file does not say") {
      $0.address.flatMap { Int(exactly: $0) }
    },
    Key("fileOffset", .integer, "offset in the file", null: "when the file writes bytes as text or in blocks") {
      $0.fileOffset
    },
    Key("bytes", .octets, "all bytes; they can go on into what lies behind the payload") { $0.payload.octets },
    Key("length", .integer, "how many bytes") { $0.payload.count },
  ]
}
