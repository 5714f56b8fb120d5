internal import AdvertLint
internal import AdvertObservation
internal import AdvertisingData

/// A layout for people: its PDU and counts, then the byte maps of both blocks.
struct LayoutText {
  private let title: String
  private let layout: Layout
  private let scanResponseCounts: [Int]
  /// Ranges to mark, by block and position of the payload.
  var advertisingMarks: [Range<Int>] = []
  var scanResponseMarks: [Int: [Range<Int>]] = [:]

  init(_ observed: ObservedLayout) {
    let set = observed.advertisingSID.map { ", set \($0)" } ?? ""
    let seen =
      if observed.layout.advertising == nil {
        "only scan responses seen"
      } else if observed.count == 0 {
        // Known from commands, not from the air.
        "set by the capturing host"
      } else {
        "seen \(times(observed.count))"
      }
    title = "\(observed.layout.pdu?.rawValue ?? "unknown PDU")\(set), \(seen)"
    layout = observed.layout
    scanResponseCounts = observed.scanResponses.map(\.count)
  }

  /// A layout as it was judged, with the findings' bytes marked.
  init(_ judged: SubjectLayout, findings: [Finding]) {
    let seen = judged.advertising.map { payload in
      if payload.sighting == nil { return "" }
      return payload.count == 0 ? ", set by the capturing host" : ", seen \(times(payload.count))"
    }
    title = (judged.pdu?.rawValue ?? "unknown PDU") + (seen ?? ", only scan responses seen")
    layout = Layout(
      pdu: judged.pdu, advertising: judged.advertising?.payload, scanResponse: judged.scanResponse)
    scanResponseCounts = judged.scanResponses.filter { $0.sighting != nil }.map(\.count)
    for finding in findings {
      guard let offset = finding.place.offset, let length = finding.place.length, length > 0 else { continue }
      if let scanResponse = finding.place.scanResponse {
        scanResponseMarks[scanResponse, default: []].append(offset..<offset + length)
      } else {
        advertisingMarks.append(offset..<offset + length)
      }
    }
  }

  func lines(_ style: TextStyle) -> [String] {
    let limit = layout.pdu?.payloadLimit ?? AdvertisingPDU.advInd.payloadLimit
    var lines = [style.faint(title)]
    if let advertising = layout.advertising {
      lines += ByteMap(title: "Advertising data", payload: advertising, limit: limit, marks: advertisingMarks)
        .lines(style)
    } else {
      lines.append(style.strong("Advertising data") + "  not seen")
    }
    switch layout.scanResponse {
    case .notObserved:
      lines.append(style.strong("Scan response data") + "  not observed: nothing is known about it")
    case .notScannable: break
    case .observed(let payloads):
      for (index, payload) in payloads.enumerated() {
        let count = scanResponseCounts.indices.contains(index) ? ", seen \(times(scanResponseCounts[index]))" : ""
        lines += map(of: payload, index, title: "Scan response data" + count, limit, style)
      }
    case .declared(let payload):
      lines += map(of: payload, 0, title: "Scan response data", limit, style)
    }
    return lines
  }

  private func map(of payload: Payload, _ index: Int, title: String, _ limit: Int, _ style: TextStyle) -> [String] {
    ByteMap(title: title, payload: payload, limit: limit, marks: scanResponseMarks[index] ?? []).lines(style)
  }
}

/// A number of occurrences: `once`, `12 times`.
func times(_ count: Int) -> String {
  count == 1 ? "once" : "\(count) times"
}
