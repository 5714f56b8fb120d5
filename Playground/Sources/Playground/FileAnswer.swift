internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertInput
internal import AdvertManifest
internal import AdvertReading
internal import AdvertSources
internal import AdvertisingData

/// The answer about a file of any kind, and about a pasted text as one.
enum FileAnswer {
  /// As for the command.
  private static let maximumOctets = 1 << 20
  /// A file with a zero in its first octets is no text.
  private static let headLength = 1 << 16

  /// Returns the answer to a request with the parts `name` and `octets`: that of ``CaptureAnswer`` for all but programs,
  /// manifests and other texts that declare layouts.
  static func text(for request: Request) -> String {
    let name = request.text("name") ?? "-"
    let isProgram = ProgramReader.Language(path: name) != nil
    guard let octets = request.octets("octets"), octets.count <= maximumOctets,
      !octets.prefix(headLength).contains(0), let text = String(validating: octets, as: UTF8.self)
    else {
      return isProgram
        ? LayoutList.failed(name, "expected a program: UTF-8 of at most 1 MiB") : CaptureAnswer.text(for: request)
    }
    if isProgram { return ProgramAnswer.text(for: request) }
    if name == BuildConfiguration.fileName || SourceProject.files.contains(name) {
      return LayoutList.failed(
        name, "it says how a program is built, and not what it sends: drop it together with the program or the image")
    }
    switch TextKind(text, path: name) {
    case .output(let found):
      return LayoutList.failed(name, "found \(found); drop the capture or the layouts that it tells of")
    case .manifest, .yaml: return ManifestAnswer.text(of: text, name)
    case .layouts:
      do throws(ManifestError) {
        return LayoutList.answer(try HexLayouts.read(text), in: text, name)
      } catch {
        return LayoutList.failed(name, "\(error)")
      }
    case .configuration(let read) where !read.layouts.isEmpty: return LayoutList.answer(read.layouts, in: text, name)
    case .firmware(.motorola): return LayoutList.failed(name, "found \(FirmwareFile.motorola.description)")
    case .arrays(let arrays, isCertain: true): return LayoutList.answer(arrays, name)
    case .list:
      guard let octets = try? PastedOctets.octets(of: text), PacketHex.log(of: octets) == nil else {
        return CaptureAnswer.text(for: request)
      }
      return LayoutList.answer([DeclaredLayout(undeclared: octets)], in: text, name)
    default: return CaptureAnswer.text(for: request)
    }
  }
}
