internal import AdvertisingData

extension SourceForm {
  /// Byte arrays.
  static let c = SourceForm(id: "c", summary: "C arrays", language: .c, prologue: ["#include <stdint.h>"]) { entry in
    let limit = entry.pdu.payloadLimit
    return CArray.lines(
      entry.advertising, named: entry.named("advertising_data"), limit: limit, qualifiers: "static const")
      + CArray.lines(
        entry.scanResponse, named: entry.named("scan_response_data"), limit: limit, qualifiers: "static const")
  }
}

/// Octets of a payload in C.
enum CArray {
  /// Returns an array with one line or more for each structure, and for the octets after the last one.
  static func lines(_ payload: Payload, named name: String, limit: Int, qualifiers: String) -> [String] {
    guard !payload.isEmpty else { return [] }
    var lines = ["/* \(payload.count) of \(limit) bytes */", "\(qualifiers) uint8_t \(name)[\(payload.count)] = {"]
    let decoded = payload.decoded
    for element in decoded.elements {
      let reason = element.overruns ? decoded.partialStructure.map { ": " + $0 } ?? "" : ""
      lines += rows(Array(payload.octets[element.octetRange]), comment: element.type.words + reason)
    }
    if !decoded.remainder.isEmpty { lines += rows(decoded.remainder, comment: decoded.partialStructure ?? "") }
    return lines + ["};"]
  }

  /// Returns octets as numbers, separated by commas.
  static func list(_ octets: some Sequence<UInt8>) -> String {
    octets.map { "0x" + HexText.compact([$0]) }.joined(separator: ", ")
  }

  private static func rows(_ octets: [UInt8], comment: String) -> [String] {
    stride(from: 0, to: octets.count, by: 12).map { start in
      let row = "    " + list(octets[start..<min(start + 12, octets.count)]) + ","
      return start == 0 ? row + " /* \(SourceText.harmless(comment)) */" : row
    }
  }
}
