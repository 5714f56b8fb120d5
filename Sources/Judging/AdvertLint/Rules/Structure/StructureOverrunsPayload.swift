internal import AdvertisingData

extension Rule {
  static let structureOverrunsPayload = Rule(
    id: "structure-overruns-payload",
    severity: .error,
    summary: "The length byte of an AD structure reaches beyond the end of the payload.",
    rationale: """
      Receivers stop at such a structure: what it was to say is lost, and some drop the whole payload. The usual causes \
      are a length byte that was not adjusted when the value changed and a payload that was cut at 31 bytes.
      """,
    references: [.core(volume: 3, part: "C", section: "11")],
    examples: [
      .accepted("02 01 06 04 09 41 42 43", "the name ends with the payload"),
      .flagged("02 01 06 ↓0a 09 41 42 43", "ten bytes announced, four there", fixed: "02 01 06 04 09 41 42 43"),
      .flagged("02 01 06 ↓05", "a length byte with nothing after it", fixed: "02 01 06"),
      .flagged("↓48 65 6c 6c 6f", "the text Hello in the place of a structure"),
    ],
    check: .payload { judged, report in
      let payload = judged.payload
      guard !report.isTruncated else { return }
      let text = payload.textCount
      guard text == 0 else {
        report.flag(
          0, length: text, "no AD structure begins here: \(Words.bytes(text)) are text",
          fix: "send the text as a structure, such as a name: its length plus one, 09, then the text")
        return
      }
      let correction = payload.doubtfulLength?.correction
      let likely = correction.map { change in
        "send 0x\(HexText.compact([change.likely])) in place of 0x\(HexText.compact([change.found])) at byte "
          + "\(change.offset)"
          + (change.missing > 0 ? ", or the \(Words.bytes(change.missing)) missing at the end" : "")
          + ": then all \(payload.count) bytes parse"
      }
      // Of octets that may be missing, nothing is known.
      let remedy = correction.flatMap { change in
        change.missing > 0 ? nil : Remedy.replacing(change.offset..<change.offset + 1, with: [change.likely])
      }
      switch judged.ending {
      case .overrun(let offset, let declared, let available):
        report.flag(
          offset, length: payload.count - offset,
          "the structure at byte \(offset) says \(Words.bytes(declared)) follow, but the payload has only \(available)",
          fix: likely
            ?? "correct the length at byte \(offset), or send the \(Words.bytes(declared - available)) that are missing",
          remedy: remedy)
      case .loneLength(let offset, let declared):
        report.flag(
          offset, length: 1, "the last byte says \(Words.bytes(declared)) follow, but the payload ends there",
          fix: likely ?? "remove the last byte: 1 byte less (or send the structure that it begins)",
          remedy: correction == nil ? .leavingOut : remedy)
      case .complete, .terminated: break
      }
    })
}
