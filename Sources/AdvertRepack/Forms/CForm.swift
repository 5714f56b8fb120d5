internal import AdvertisingData

extension SourceForm {
  /// Byte arrays.
  static let c = SourceForm(id: "c", summary: "C arrays", prologue: ["#include <stdint.h>"]) { plan in
    let limit = plan.plan.pdu.payloadLimit
    return ["/* \(plan.heading) */"]
      + CArray.lines(
        plan.plan.advertising, named: plan.named("advertising_data"), limit: limit, qualifiers: "static const")
      + CArray.lines(
        plan.plan.scanResponse ?? Payload(), named: plan.named("scan_response_data"), limit: limit,
        qualifiers: "static const")
  }
}

/// Octets of a payload in C.
enum CArray {
  /// An array with a line or more for each structure.
  static func lines(_ payload: Payload, named name: String, limit: Int, qualifiers: String) -> [String] {
    guard !payload.isEmpty else { return [] }
    var lines = ["/* \(payload.count) of \(limit) bytes */", "\(qualifiers) uint8_t \(name)[\(payload.count)] = {"]
    for element in payload.decoded.elements {
      lines += rows(Array(payload.octets[element.octetRange]), comment: element.type.words)
    }
    return lines + ["};"]
  }

  /// Octets as numbers, separated by commas.
  static func list(_ octets: some Sequence<UInt8>) -> String {
    octets.map { "0x" + HexText.compact([$0]) }.joined(separator: ", ")
  }

  private static func rows(_ octets: [UInt8], comment: String) -> [String] {
    stride(from: 0, to: octets.count, by: 12).map { start in
      let row = "    " + list(octets[start..<min(start + 12, octets.count)]) + ","
      return start == 0 ? row + " /* \(comment) */" : row
    }
  }
}
