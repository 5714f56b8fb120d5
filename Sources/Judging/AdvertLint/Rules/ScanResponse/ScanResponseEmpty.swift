internal import AdvertisingData

extension Rule {
  static let scanResponseEmpty = Rule(
    id: "scan-response-empty",
    severity: .note,
    summary: "A device that need not be scannable answers scan requests with nothing.",
    rationale: """
      Every active scanner asks, and every answer costs the device energy and the channel time. Where nothing is to be \
      answered, advertising that is not scannable spares both. ADV_IND is let alone: there is no connectable legacy \
      advertising that is not scannable.
      """,
    references: [.core(volume: 6, part: "B", section: "4.4.2"), .core(volume: 6, part: "B", section: "4.4.3")],
    examples: [
      .accepted(
        [MarkedLayout(pdu: .advScanInd, "03 03 0f 18", scanResponse: .notObserved)],
        "what it would answer is not known"),
      .accepted([MarkedLayout("02 01 06", scanResponse: .observed(""))], "connectable and so scannable"),
      .flagged(
        [MarkedLayout(pdu: .advScanInd, "03 03 0f 18", scanResponse: .observed("↓"))], "nothing to answer",
        fixed: [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18")]),
    ],
    check: .layout { layout, report in
      guard let pdu = layout.pdu, pdu.isScannable, !pdu.isConnectable, case .observed = layout.scanResponse,
        !layout.scanResponses.isEmpty, layout.scanResponses.allSatisfy({ $0.payload.isEmpty && !$0.isTruncated })
      else { return }
      report.place.payload = .scanResponse(0)
      let other = pdu.isExtended ? AdvertisingPDU.extendedNonconnectable : .advNonconnInd
      report.flag(
        0, length: 0, "\(pdu.rawValue) is scannable, but the scan response is empty",
        fix: "advertise with \(other.rawValue)",
        remedy: .sending(other))
    })
}
