internal import AdvertisingData

extension SourceForm {
  /// Raw data for the Bluedroid host of ESP-IDF.
  static let espIDF = SourceForm(
    id: "esp-idf", summary: "ESP-IDF raw advertising data", language: .c, prologue: ["#include \"esp_gap_ble_api.h\""]
  ) { entry in
    let blocks = [
      BluedroidRawData(entry.advertising, entry, named: "raw_adv_data", kind: "adv"),
      BluedroidRawData(entry.scanResponse, entry, named: "raw_scan_rsp_data", kind: "scan_rsp"),
    ]
    return blocks.flatMap { $0.lines } + BluedroidParameters.lines(entry) + blocks.flatMap { $0.calls }
  }
}

/// A payload as bytes for Bluedroid, and the call that takes them.
struct BluedroidRawData {
  let lines: [String]
  let calls: [String]

  /// - Parameter kind: the function's word for the block.
  init(_ payload: Payload, _ entry: NumberedEntry, named name: String, kind: String) {
    let name = entry.named(name)
    // The functions take pointers to data that are not const.
    lines = CArray.lines(payload, named: name, limit: entry.pdu.payloadLimit, qualifiers: "static")
    let isExtended = entry.pdu.isExtended
    let arguments = isExtended ? "0, sizeof \(name), \(name)" : "\(name), sizeof \(name)"
    calls =
      payload.isEmpty
      ? [] : ["/* esp_ble_gap_config_\(isExtended ? "ext_" : "")\(kind)_data_raw(\(arguments)); */"]
  }
}
