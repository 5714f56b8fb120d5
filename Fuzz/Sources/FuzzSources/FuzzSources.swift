import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import FuzzSupport

/// Programs of every language: layouts whose octets have places in the text, and reasons with a line of it.
///
/// The first octet chooses the language.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzSources(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  let language = choices.element(of: [
    ProgramReader.Language.c, .cPlusPlus, .python, .kotlin, .java, .swift, .javaScript, .shell, .objectiveC, .cSharp,
  ])
  let text = String(decoding: choices.rest, as: UTF8.self)
  // A version for each stack that has no newest one that is known.
  let project = SourceProject(versions: ["esp32-ble": "2.0"], settings: ["BT_DEVICE_NAME": "Lamp"])
  let program = ProgramReader(text, language: language, project: project)
  let lines = 1 + text.utf8.count { $0 == 0x0A }
  for obstacle in program.unread {
    demand((1...lines).contains(obstacle.line), "line \(obstacle.line) of \(lines): \(obstacle.reason)")
    demand(!obstacle.reason.isEmpty, "no reason in line \(obstacle.line)")
  }
  for layout in program.layouts {
    for (payload, written) in [
      (layout.layout.advertising, layout.advertisingText),
      (layout.layout.scanResponse.payloads.first, layout.scanResponseText),
    ] {
      guard let payload, let written, !payload.isEmpty else { continue }
      demand(payload.count <= (layout.layout.pdu?.payloadLimit ?? 31), "\(payload.count) octets")
      demand(written.octets.count == payload.count, "\(written.octets.count) places of \(payload.count) octets")
      demand(
        written.octets.allSatisfy { $0.line >= 1 && $0.endLine <= lines && $0.column >= 1 }, "octets outside the text")
    }
  }
  // Lines without a name are of the library whose words are in them.
  let excerpt = SourceExcerpt(text, project: project)
  demand(excerpt?.program.layouts.allSatisfy { $0.place != nil } ?? true, "a layout of no line")
  return 0
}
