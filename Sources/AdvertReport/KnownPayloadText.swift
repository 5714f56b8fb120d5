internal import AdvertisingData

extension KnownPayload {
  /// What it is, what it says and what is wrong with it, in one line.
  var words: String {
    let reading = reading
    let said = reading.fields.words
    var words = said.isEmpty ? reading.title : "\(reading.title) \(said)"
    if reading.isUnverified { words += " (partly unverified)" }
    if !reading.problems.isEmpty {
      words += "; problem: " + reading.problems.map(\.description).joined(separator: ", ")
    }
    return words
  }

  /// The member `known` of manufacturer and service data: `null` when they are in no format known here. Nothing for
  /// other values.
  ///
  /// - Parameter candidates: Services that are named where an overflow area has their bit.
  static func write(knownIn value: ADValue, candidates: OverflowCandidates, to json: inout JSONWriter) {
    let known: KnownPayload?
    switch value {
    case .manufacturerData(let data): known = recognised(in: data)
    case .serviceData(let data): known = recognised(in: data)
    default: return
    }
    guard let known else {
      json.null("known")
      return
    }
    let reading = known.reading
    json.object("known") { json in
      json.value("kind", known.format.id)
      reading.fields.write(to: &json, candidates: candidates)
      json.value("unverified", reading.isUnverified)
      json.array("problems", reading.problems) { $0.value(nil, $1.description) }
    }
  }
}

/// The readable parts of data in no known format: vendors put names and serial numbers there.
enum PrintableText {
  private static let shortest = 4

  /// Runs of at least four printable ASCII characters, in order.
  static func runs(in octets: [UInt8]) -> [String] {
    octets.split { !(0x20...0x7E).contains($0) }.filter { $0.count >= shortest }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The octets in hex, then what of them is text: `41 42 43 44 (text "ABCD")`.
  static func words(_ octets: [UInt8]) -> String {
    let runs = runs(in: octets)
    return Words.hex(octets)
      + (runs.isEmpty ? "" : " (text " + runs.map(HostileText.quoted).joined(separator: ", ") + ")")
  }
}
