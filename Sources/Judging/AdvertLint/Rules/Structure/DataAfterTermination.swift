internal import AdvertisingData

extension Rule {
  static let dataAfterTermination = Rule(
    id: "data-after-termination",
    severity: .error,
    summary: "Something other than zeros follows the zero length byte that ends the payload.",
    rationale: """
      A zero length byte ends the significant part of a payload. BlueZ and Android up to 13 stop there, so what follows \
      is lost to them; Android since 14, ESPHome and Home Assistant with its proxies read on. A structure built with \
      length 0 by mistake hides everything behind it from the first of these.
      """,
    references: [
      .core(volume: 3, part: "C", section: "11"),
      .other("the scanners' profiles: data after a zero length byte"),
    ],
    examples: [
      .accepted("02 01 06 00 00 00", "padding with zeros, as HCI commands carry it"),
      .flagged("02 01 06 00 ↓03 03 0f 18", "a service list that BlueZ does not read", fixed: "02 01 06 03 03 0f 18"),
    ],
    check: .payload { judged, report in
      let payload = judged.payload
      guard case .terminated(let end) = judged.ending,
        let first = payload.octets[end...].firstIndex(where: { $0 != 0 })
      else { return }
      report.flag(
        first, length: payload.count - first,
        "after the zero at byte \(end), BlueZ and Android 13 ignore the \(Words.bytes(payload.count - first)) from here on; "
          + "Android 14 reads on",
        fix: "correct the length of zero at byte \(end), or remove the \(Words.bytes(payload.count - first)) from byte "
          + "\(first) on")
    })
}
