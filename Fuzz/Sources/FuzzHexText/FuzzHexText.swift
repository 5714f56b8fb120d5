import AdvertInput
import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import FuzzSupport
import ManifestSupport

/// Hex as people paste it, and files of it: an answer with a place in the text, or octets that can be written again.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzHexText(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let text = String(decoding: Choices(data, size).rest, as: UTF8.self)
  if let octets = try? HexText.octets(of: text) {
    demand((try? HexText.octets(of: HexText.compact(octets))) == octets, "written compactly and read otherwise")
    demand((try? HexText.octets(of: HexText.spaced(octets))) == octets, "written with spaces and read otherwise")
  }
  do throws(PastedOctets.Problem) {
    demand(try PastedOctets.octets(of: text).count <= text.utf8.count, "more octets than there is text")
  } catch {
    if case .hex = error {} else { demand(!error.description.contains("\n"), "\(error) is not one line") }
  }
  _ = TextKind(shown: text)
  do throws(PastedText.Problem) {
    _ = try PastedText(text)
  } catch {
    demand(!error.words.contains("\n"), "\(error.words) is not one line")
  }
  let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  _ = HexLayouts.recognises(text)
  do throws(ManifestError) {
    let layouts = try HexLayouts.read(text)
    RewritingCheck.check(layouts, in: text)
    for layout in layouts {
      for written in [layout.advertisingText, layout.scanResponseText] {
        guard let written else { continue }
        demand((1...lines.count).contains(written.range.line), "line \(written.range.line) of \(lines.count)")
        demand(written.octets.allSatisfy { $0.line == written.range.line }, "octets in other lines")
      }
    }
  } catch {
    demand((1...lines.count).contains(error.line) && error.column >= 1, "\(error)")
  }
  return 0
}
