internal import AdvertInput
internal import AdvertReading
internal import AdvertReport
internal import AdvertisingData

/// The answer to a text that a person pasted: what it is, and what the page needs to show it.
///
/// The key `is` has one of these words:
/// - `bytes`: a payload, which the box can keep; `merged` says whether they are both blocks in one.
/// - `blocks`: other bytes for the boxes, `advertising` and `scanResponse`, with a `remark` on what the text is.
/// - `values`: values without structures, with the document `decode`.
/// - `errors`: error lines, with their document.
/// - `pieces`: `payloads` between other words. `service`: no bytes, but a service.
/// - `log`, which may name a `service`; `program`, `manifest` and `layouts`: what the other requests take.
/// - `unknown`, with the `problem`.
enum PastedAnswer {
  /// Returns the answer to a request with the part `octets`.
  static func text(for request: Request) -> String {
    let text = request.text("octets") ?? ""
    switch TextKind(shown: text) {
    case .program: return answer("program").text
    case .log:
      var answer = answer("log")
      answer.add("service", NamedService.first(in: text).map { "\($0)" })
      return answer.text
    case .manifest: return answer("manifest").text
    case .layouts: return answer("layouts").text
    case .pasted(let pasted, let isOfPhoneApp): return answer(to: pasted, isOfPhoneApp: isOfPhoneApp)
    case .pieces(let payloads):
      var answer = answer("pieces")
      var json = JSONWriter(isIndented: false)
      json.array(nil, payloads) { json, octets in json.value(nil, HexText.compact(octets)) }
      answer.add("payloads", document: json.text)
      return answer.text
    case .service(let service):
      var answer = answer("service")
      answer.add("service", "\(service)")
      return answer.text
    case .other(let problem): return answer("unknown", problem: problem.line(about: "the text")).text
    default: return answer("unknown").text
    }
  }

  private static func answer(_ kind: String, problem: String? = nil) -> Answer {
    var answer = Answer(problem: problem)
    answer.add("is", kind)
    return answer
  }

  private static func bytes(areMerged: Bool) -> String {
    var answer = answer("bytes")
    answer.add("merged", document: areMerged ? "true" : "false")
    return answer.text
  }

  private static func answer(to pasted: PastedText, isOfPhoneApp: Bool) -> String {
    switch pasted {
    case .errors(let errors):
      var answer = answer("errors")
      answer.add("errors", document: ErrorReport(errors).json)
      return answer.text
    case .bytes(let octets):
      // A paste names no block, as the box for the advertising data does.
      return bytes(areMerged: isOfPhoneApp || DeclaredLayout(undeclared: octets).merged != nil)
    case .packets, .possibly: return bytes(areMerged: isOfPhoneApp)
    case .device, .values:
      var answer = answer("values")
      answer.add("decode", document: DecodeReport(pasted)?.json)
      return answer.text
    case .commands, .layout, .piece:
      guard let report = DecodeReport(pasted) else { return answer("unknown").text }
      var answer = answer("blocks")
      answer.add("advertising", report.advertising.map { HexText.compact($0.octets) })
      answer.add("scanResponse", report.scanResponse.map { HexText.compact($0.octets) })
      answer.add("remark", report.notes.isEmpty ? nil : report.notes.joined(separator: "; "))
      return answer.text
    }
  }
}
