internal import AdvertLint
package import AdvertObservation
package import AdvertReading
package import AdvertisingData
internal import AssignedNumbers

/// The AD structures of one layout for people and machines. The split of pasted bytes into blocks may be unknown.
package struct DecodeReport: Sendable {
  let pdu: AdvertisingPDU
  package let advertising: Payload?
  package let scanResponse: Payload?
  /// Both blocks in one, where the end of the first is not known.
  private let merged: MergedPayload?
  /// Whether the structures are values, which a program takes from both blocks.
  var areValuesOfBoth = false
  /// Remarks on the kind of the bytes.
  package internal(set) var notes: [String]
  private let services: [BluetoothUUID]
  /// The number of printable characters before the structures of the advertising data.
  private let textCount: Int
  /// The keys that decrypt the data.
  package var keys = DataKeys.none

  /// - Parameter services: Services to try against an iOS overflow area.
  package init(
    pdu: AdvertisingPDU, advertising: Payload?, scanResponse: Payload?, services: [BluetoothUUID] = []
  ) {
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
    merged = nil
    notes = []
    textCount = 0
    self.services = services
  }

  /// The pasted bytes, which may be both blocks in one.
  package init(_ declared: DeclaredLayout, services: [BluetoothUUID] = []) {
    pdu = declared.layout.pdu ?? .advInd
    merged = declared.merged
    advertising =
      merged.map { Payload($0.payload.octets + Array(repeating: 0, count: $0.padding)) } ?? declared.layout.advertising
    let response = declared.layout.scanResponse.payloads.first
    scanResponse = response.flatMap { $0.isEmpty ? nil : $0 }
    self.services = services
    var notes: [String] = []
    if let merged {
      if declared.mergeSign == .tooMany {
        // Zeros behind both blocks are no excess of one.
        let excess = merged.payload.count - pdu.payloadLimit
        notes.append(
          Self.tooManyNote + (excess > 0 ? "; if they are one block, it has \(counted(excess, "byte")) too many" : ""))
      }
      let cuts = merged.cuts.map { "\($0)" }
      notes.append(
        cuts.count == 1
          ? "the advertising data have \(merged.likely.cut) bytes: \(merged.likely.reason)"
          : "where the advertising data end is not known: they can have \(listed(cuts, "or")) bytes; "
            + (merged.likely.isSupported
              ? "\(merged.likely.cut) is likely (--cut \(merged.likely.cut)), because "
              : "nothing speaks for one of them, because ")
            + merged.likely.reason)
      notes.append("a scanner that does not ask for the scan response sees only the first part")
    } else if declared.isDividedByZeros {
      notes.append(
        "these bytes are both blocks: zeros fill the first, and the scan response follows; parsers that stop at a zero "
          + "length lose it")
    } else if case .hint(let words) = declared.mergeSign {
      notes.append("\(words): if a phone app shows these bytes so, they may be both blocks, which --merged says")
    } else if let advertising, advertising.count > pdu.payloadLimit, !pdu.isExtended {
      notes.append(
        "no division between two structures makes two blocks of at most \(pdu.payloadLimit) bytes; --pdu names extended "
          + "advertising")
    }
    textCount = merged == nil ? advertising?.textCount ?? 0 : 0
    if let advertising, textCount > 0 {
      let count = textCount
      notes.append(
        count == advertising.count
          ? "all \(count) bytes are printable characters and no AD structure: probably text alone, such as a name"
          : "the first \(count) bytes are printable characters and no AD structure, and a whole structure follows: probably "
            + "text, such as the end of a name or a URL whose beginning is cut off")
    }
    for payload in [textCount > 0 ? nil : advertising, scanResponse].compactMap({ $0 }) where merged == nil {
      guard let likely = payload.doubtfulLength?.correction else { continue }
      notes.append("\(likely.words): then all \(payload.count) bytes parse")
    }
    self.notes = notes
  }

  private var splitIsUnknown: Bool { merged != nil || areValuesOfBoth }

  /// The parts that are not whole or do not fit, one line each, without any text from the payload.
  package var problems: [String] {
    let blocks = [
      (splitIsUnknown ? "advertising and scan response data" : "advertising data", advertising),
      ("scan response data", scanResponse),
    ]
    return blocks.flatMap { block, payload in
      payload.map(problems).map { $0.map { "\(block), byte \($0.offset): \($0.message)" } } ?? []
    }
  }

  private var payloads: [Payload] { [advertising, scanResponse].compactMap { $0 } }

  private var context: PayloadContext { PayloadContext(payloads, keys: keys.ofAnyDevice) }

  private var overflowCandidates: OverflowCandidates {
    OverflowCandidates(asked: services, seen: Set(payloads.flatMap { $0.services }))
  }

  private var limit: Int { splitIsUnknown ? 2 * pdu.payloadLimit : pdu.payloadLimit }

  private static let tooManyNote =
    "more bytes than one block holds: taken as advertising data and scan response data in one, as phone apps show them"

  package func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    for note in notes {
      lines += wrapped("note: " + note, at: style.proseColumns).enumerated().map {
        $0.offset == 0 ? style.note("note: ") + $0.element.dropFirst(6) : $0.element
      }
    }
    if !notes.isEmpty { lines.append("") }
    let blocks = [
      (splitIsUnknown ? "Advertising and scan response data" : "Advertising data", advertising),
      ("Scan response data", scanResponse),
    ]
    for case (let title, let payload?) in blocks {
      if !lines.isEmpty, lines.last != "" { lines.append("") }
      var map = ByteMap(title: title, payload: payload, limit: limit, context: context)
      map.textCount = textCount(of: payload)
      lines += map.lines(style)
      for problem in problems(of: payload) {
        lines.append("  " + style.error("problem") + " at byte \(problem.offset): \(problem.message)")
      }
    }
    let notes = OverflowNotes(payloads, candidates: overflowCandidates).lines(style)
    if !notes.isEmpty {
      lines += [""] + notes + (services.isEmpty ? ["  try services with --service UUID"] : [])
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func problems(of payload: Payload) -> [PayloadProblem] {
    let text = textCount(of: payload)
    let problem =
      text > 0
      ? [PayloadProblem(offset: 0, length: text, message: "no AD structure begins here: \(text) bytes are text")] : []
    return problem
      + PayloadProblem.all(in: decoded(payload), count: payload.count, limit: limit)
      + keyProblems(of: payload)
  }

  private func textCount(of payload: Payload) -> Int { payload == advertising ? textCount : 0 }

  private func decoded(_ payload: Payload) -> DecodedPayload { DecodedPayload(payload, behind: textCount(of: payload)) }

  /// Returns the problems of data that a given key does not decrypt.
  private func keyProblems(of payload: Payload) -> [PayloadProblem] {
    guard !keys.isEmpty else { return [] }
    let context = context
    return payload.decoded.elements.compactMap { element in
      context.known(in: element.value)?.opening.problem.map {
        PayloadProblem(offset: element.offset, length: element.size, message: $0)
      }
    }
  }

  private func block(_ payload: Payload) -> DecodedBlock {
    let (context, candidates) = (context, overflowCandidates)
    return DecodedBlock(
      payload: payload, limit: limit,
      structures: decoded(payload).elements.map {
        StructureDescription($0, in: context, overflowCandidates: candidates)
      },
      problems: problems(of: payload))
  }
}

// MARK: The document

extension DecodeReport {
  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<DecodeReport> = [
    Key(schema: "advert.decode/1"),
    Key("pdu", .word(AdvertisingPDU.self), "the kind of advertising, from `--pdu`") { $0.pdu },
    Key("notes", .list(.string), "remarks, such as that two blocks may be merged here") { $0.notes },
    Key(
      "merged", .object(merged), "both blocks in one, which `advertising` has, and how they may be divided",
      null: "when the blocks are known apart"
    ) { $0.merged },
    Key("advertising", .object(block), "the advertising data, or bytes given without an option", null: "when not given")
    { report in report.advertising.map { report.block($0) } },
    Key("scanResponse", .alike(block), "the scan response data", null: "when not given") { report in
      report.scanResponse.map { report.block($0) }
    },
  ]

  private static let merged: Keys<MergedPayload> = [
    Key("padding", .integer, "zeros behind both blocks") { $0.padding },
    Key("divisions", .list(.object(division)), "the divisions that give two blocks of at most 31 bytes") { merged in
      merged.cuts.map { (cut: $0, blocks: merged.blocks(cutAt: $0)) }
    },
    Key("likely", .object(likely), "the likeliest of them", null: "when nothing speaks for one") {
      $0.likely.isSupported ? $0.likely : nil
    },
  ]

  private static let division: Keys<(cut: Int, blocks: (advertising: Payload, scanResponse: Payload))> = [
    Key("cut", .integer, "how many bytes are advertising data, as `--cut` takes it") { $0.cut },
    Key("advertising", .octets, "the advertising data, as bytes") { $0.blocks.advertising.octets },
    Key("scanResponse", .octets, "the scan response data, as bytes") { $0.blocks.scanResponse.octets },
  ]

  private static let likely: Keys<MergedPayload.Likely> = [
    Key("cut", .integer, "how many bytes are advertising data") { $0.cut },
    Key("reason", .string, "what speaks for it") { $0.reason },
  ]

  private static let block: Keys<DecodedBlock> = [
    Key("bytes", .octets, "all bytes") { $0.payload.octets },
    Key("length", .integer, "how many bytes") { $0.payload.count },
    Key(
      "limit", .integer,
      "how many would fit: 31, in extended advertising 1650, and twice that when blocks may be merged"
    ) { $0.limit },
    Key(
      "structures",
      .list(
        .object(StructureDescription.keys(decoded: "the fields of the value, by type"))),
      "the AD structures, in order"
    ) { $0.structures },
    Key("problems", .list(.object(problem)), "what is not whole or does not fit") { $0.problems },
  ]

  private static let problem: Keys<PayloadProblem> = [
    Key("offset", .integer, "of the first byte concerned") { $0.offset },
    Key("length", .integer, "bytes concerned") { $0.length },
    Key("message", .string, "what is wrong") { $0.message },
  ]
}

/// A block with its AD structures.
private struct DecodedBlock {
  let payload: Payload
  let limit: Int
  let structures: [StructureDescription]
  let problems: [PayloadProblem]
}

/// A malformed part of a payload. Lint rules judge its content further.
struct PayloadProblem {
  let offset: Int
  let length: Int
  let message: String

  static func all(in payload: DecodedPayload, count: Int, limit: Int) -> [PayloadProblem] {
    var problems: [PayloadProblem] = []
    for element in payload.elements {
      if let malformation = element.value.malformation, !element.overruns {
        problems.append(PayloadProblem(offset: element.offset, length: element.size, message: "\(malformation)"))
      }
    }
    switch payload.ending {
    case .complete: break
    case .terminated(let offset):
      if payload.remainder.contains(where: { $0 != 0 }) {
        problems.append(
          PayloadProblem(
            offset: offset, length: count - offset,
            message: "the zero length byte ends the payload, yet bytes other than zero follow"))
      }
    case .overrun(let offset, let declared, let available):
      problems.append(
        PayloadProblem(
          offset: offset, length: count - offset,
          message: "the length byte says \(declared) bytes follow, the payload has only \(available)"))
    case .loneLength(let offset, let declared):
      problems.append(
        PayloadProblem(
          offset: offset, length: 1, message: "the length byte says \(declared) bytes follow, the payload ends there"))
    }
    if count > limit {
      problems.append(
        PayloadProblem(
          offset: limit, length: count - limit, message: "\(count) bytes are \(count - limit) more than fit"))
    }
    return problems
  }
}

/// Services that an overflow area may contain, by the bit that each sets.
package struct OverflowCandidates {
  /// Services that the user named.
  let asked: [BluetoothUUID]
  private let services: [[BluetoothUUID]]

  static let none = OverflowCandidates(asked: [], seen: [])

  /// The services that the user named, then those of service lists.
  init(asked: [BluetoothUUID], seen: Set<BluetoothUUID>) {
    self.asked = asked
    var services = [[BluetoothUUID]](repeating: [], count: 8 * OverflowArea.length)
    var added: Set<BluetoothUUID> = []
    for service in asked + seen.sorted() where added.insert(service).inserted {
      services[OverflowArea.bit(of: service)].append(service)
    }
    self.services = services
  }

  /// Returns the services that set this bit.
  func services(ofBit bit: Int) -> [BluetoothUUID] { services[bit] }
}

/// The services that the overflow areas of payloads may contain, for people.
struct OverflowNotes {
  private static let maximumInLine = 5

  /// The areas, without repeats.
  private let areas: [OverflowArea]
  private let candidates: OverflowCandidates

  init(_ payloads: [Payload], candidates: OverflowCandidates) {
    self.candidates = candidates
    var areas: [OverflowArea] = []
    for payload in payloads {
      for element in payload.decoded.elements {
        guard case .manufacturerData(let data) = element.value,
          let known = KnownPayload.recognised(in: data), known.format == Continuity.format,
          let area = Continuity.overflowArea(in: known.octets), !areas.contains(area)
        else { continue }
        areas.append(area)
      }
    }
    self.areas = areas
  }

  /// Returns the lines; empty when there is no overflow area.
  func lines(_ style: TextStyle) -> [String] {
    guard !areas.isEmpty else { return [] }
    var lines = [
      style.strong("Overflow area")
        + "  iOS sets a bit in place of a service's UUID. Countless UUIDs share each bit: a set",
      "               bit is a hint and proves nothing, a clear bit says that a service is not there.",
    ]
    for area in areas {
      for bit in area.bits {
        let matching = candidates.services(ofBit: bit).map { $0.named }
        lines.append("  bit \(bit): " + Self.words(matching))
      }
      for service in candidates.asked where !area.contains(bit: OverflowArea.bit(of: service)) {
        lines.append("  not \(service.named): its bit \(OverflowArea.bit(of: service)) is clear")
      }
    }
    return lines
  }

  private static func words(_ matching: [String]) -> String {
    guard !matching.isEmpty else { return "no service given or seen here sets it" }
    let more = matching.count > maximumInLine ? " or \(matching.count - maximumInLine) more seen here" : ""
    return "could be \(matching.prefix(maximumInLine).joined(separator: " or "))\(more): one of many"
  }
}
