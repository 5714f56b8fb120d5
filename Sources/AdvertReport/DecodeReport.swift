public import AdvertisingData

/// One layout, or one string of bytes whose split into blocks is unknown, taken apart for people and machines.
public struct DecodeReport: Sendable {
  private let pdu: AdvertisingPDU
  private let advertising: Payload?
  private let scanResponse: Payload?
  private let splitIsUnknown: Bool
  private let services: [BluetoothUUID]

  /// The services are tried against an iOS overflow area.
  public init(
    pdu: AdvertisingPDU, advertising: Payload?, scanResponse: Payload?, services: [BluetoothUUID] = []
  ) {
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
    splitIsUnknown = false
    self.services = services
  }

  /// Bytes as a phone app shows them. When they are more than one block can hold they are both blocks in one string,
  /// and nothing tells where one ends.
  public init(pdu: AdvertisingPDU, pasted octets: [UInt8], services: [BluetoothUUID] = []) {
    self.pdu = pdu
    advertising = Payload(octets)
    scanResponse = nil
    splitIsUnknown = octets.count > pdu.payloadLimit
    self.services = services
  }

  private var payloads: [Payload] { [advertising, scanResponse].compactMap { $0 } }

  private var overflowCandidates: OverflowCandidates {
    OverflowCandidates(asked: services, seen: Set(payloads.flatMap(\.listedServices)))
  }

  private var limit: Int { splitIsUnknown ? 2 * pdu.payloadLimit : pdu.payloadLimit }

  private static let splitNote =
    "more bytes than one block holds: advertising and scan response data are probably merged here, as phone apps show "
    + "them, and where one ends is unknown; a scanner may not see all of it"

  public func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    if splitIsUnknown { lines += [style.note("note: ") + Self.splitNote, ""] }
    let blocks = [
      (splitIsUnknown ? "Advertising and scan response data" : "Advertising data", advertising),
      ("Scan response data", scanResponse),
    ]
    for case (let title, let payload?) in blocks {
      if !lines.isEmpty, lines.last != "" { lines.append("") }
      lines += ByteMap(title: title, payload: payload, limit: limit, marks: []).lines(style)
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

  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.decode/1")
      json.value("pdu", pdu.rawValue)
      json.array("notes", splitIsUnknown ? [Self.splitNote] : []) { $0.value(nil, $1) }
      write(advertising, "advertising", to: &json)
      write(scanResponse, "scanResponse", to: &json)
    }
    return json.text
  }

  private func problems(of payload: Payload) -> [PayloadProblem] {
    PayloadProblem.all(in: payload.decoded, count: payload.count, limit: limit)
  }

  private func write(_ payload: Payload?, _ key: String, to json: inout JSONWriter) {
    guard let payload else {
      json.null(key)
      return
    }
    let candidates = overflowCandidates
    json.object(key) { json in
      json.value("bytes", HexText.compact(payload.octets))
      json.value("length", payload.count)
      json.value("limit", limit)
      json.array("structures", payload.decoded.elements) { json, element in
        json.object { json in
          let description = StructureDescription(element, overflowCandidates: candidates)
          json.value("offset", element.offset)
          json.value("length", element.size)
          json.value("type", Int(element.type.rawValue))
          json.value("typeName", description.typeName)
          json.value("value", HexText.compact(element.value.octets))
          description.writeDecoded(to: &json, key: "decoded")
        }
      }
      json.array("problems", problems(of: payload)) { json, problem in
        json.object { json in
          json.value("offset", problem.offset)
          json.value("length", problem.length)
          json.value("message", problem.message)
        }
      }
    }
  }
}
