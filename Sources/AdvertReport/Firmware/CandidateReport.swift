package import AdvertFirmware
internal import AdvertisingData

/// What in firmware without symbols is built like payloads, for people and machines.
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
    return [style.faint("\(candidate.confidence.rawValue): " + place.joined(separator: ", "))]
      + ByteMap(title: "Candidate", payload: candidate.payload, limit: 31, marks: []).lines(style)
  }

  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.decode/1")
      json.array("searches", searches) { json, item in
        json.object { json in
          json.value("path", item.path)
          json.value("kind", item.search.kind)
          json.value("isCutOff", item.search.isCutOff)
          json.array("candidates", item.search.candidates) { json, candidate in
            json.object { json in
              json.value("confidence", candidate.confidence.rawValue)
              switch candidate.form {
              case .octets: json.value("form", "bytes")
              case .structures: json.value("form", "bt_data")
              }
              json.value("address", candidate.address.flatMap { Int(exactly: $0) })
              json.value("fileOffset", candidate.fileOffset)
              json.value("bytes", HexText.compact(candidate.payload.octets))
              json.value("length", candidate.payload.count)
            }
          }
        }
      }
    }
    return json.text
  }
}
