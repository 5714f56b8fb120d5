internal import AdvertisingData

extension SourceForm {
  /// Calls on Espruino's `NRF`, with bytes: options such as `discoverable` change nothing about them.
  static let espruino = SourceForm(
    id: "espruino", summary: "Espruino's NRF.setAdvertising", language: .javaScript
  ) { entry in
    guard let options = options(of: entry.pdu), StackCalls.canHold(entry) else {
      return ["// Only legacy advertising of 31 bytes is written here."] + HexForm.lines(of: entry, comment: "// ")
    }
    var parts = options
    if let interval = entry.interval, let milliseconds = interval.wholeMilliseconds {
      parts.append("interval: \(milliseconds)")
    }
    let advertising = "NRF.setAdvertising([\(CArray.list(entry.advertising.octets))]"
    var lines = [advertising + (parts.isEmpty ? ");" : ", {\(parts.joined(separator: ", "))});")]
    if entry.scanResponse.isEmpty {
      if entry.pdu.isScannable {
        lines.append("// The scan response is the list of the UART service, unless NRF.setServices says uart: false.")
      }
    } else {
      lines.append("NRF.setScanResponse([\(CArray.list(entry.scanResponse.octets))]);")
      lines.append(
        "// Before 2v30, call both again after each connection: the scan response is lost when advertising starts.")
    }
    return lines
  }

  private static func options(of pdu: AdvertisingPDU) -> [String]? {
    switch pdu {
    case .advInd: []
    case .advScanInd: ["connectable: false"]
    case .advNonconnInd: ["connectable: false", "scannable: false"]
    case .advDirectInd, .extendedConnectable, .extendedScannable, .extendedNonconnectable: nil
    }
  }
}
