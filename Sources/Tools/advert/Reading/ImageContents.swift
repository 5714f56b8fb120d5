internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertScan
internal import AdvertisingData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A file that is a firmware image.
extension FileContents {
  /// Takes a firmware image; returns `false` when the file is not one.
  mutating func takeImage(_ source: RewindableSource, _ redaction: Redaction?) throws(InputProblem) -> Bool {
    guard let file = try imageFile(source), FirmwareImage.recognises(file) else { return false }
    guard let layouts = taken.layouts else { throw refusal(of: "a firmware image") }
    let image: FirmwareImage
    do throws(ImageError) {
      let original = try FirmwareImage(
        file, wanted: layouts.symbol, configuredName: path == "-" ? nil : BuildConfiguration.deviceName(ofImage: path))
      image = redaction?.image(original) ?? original
    } catch {
      throw InputProblem(error)
    }
    if let absence = image.absence { throw InputProblem(absence) }
    let read = DeclaredContent(
      image, wanted: layouts.symbol, path: redaction?.path(path) ?? path,
      source: { redaction == nil ? Self.shown(sourcePath: $0) : $0 }, layout: { redaction?.layout($0) ?? $0 })
    (inputs, incomplete) = (read.inputs, read.incomplete)
    return true
  }

  /// Returns the file to look into: what comes from a pipe is kept in memory, up to a size. `nil` for a file that cannot be
  /// read, and for a pipe with anything else than an image.
  private func imageFile(_ source: RewindableSource) throws(InputProblem) -> ImageFile? {
    guard path == "-" || source.mayPause else { return try? ImageFile(path: path) }
    guard source.isPipedImage else { return nil }
    guard let octets = source.whole else {
      guard !source.wasInterrupted else { return nil }
      throw InputProblem(
        expected: "at most \(RewindableSource.maximumImage >> 20) MiB of a firmware image from a pipe",
        found: "more: name the file")
    }
    return ImageFile(octets)
  }

  /// Returns the path of a source file, from the working directory where the file is below it, so that annotations of a
  /// pull request match it.
  private static func shown(sourcePath: String) -> String {
    let path = SourcePath.plain(sourcePath)
    let folder = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }
}

extension BuildConfiguration {
  /// Returns the device's name in the `.config` beside an image; `nil` when there is none, or no name in it.
  static func deviceName(ofImage path: String) -> String? {
    (try? RewindableSource(opening: path.parentFolder + fileName).text).flatMap { deviceName(in: $0) }
  }
}

extension FirmwareFile {
  /// The kind of a file by its first octets where they show it, else by the end of its name; `nil` for every other file.
  init?(path: String) { self.init(try? ImageFile(path: path), name: path) }

  /// Whether a text is the name of such a file, or of an image, and nothing that people paste.
  static func isName(_ text: String) -> Bool {
    guard let dot = text.lastIndex(of: "."), !text.contains(where: { $0.isWhitespace }) else { return false }
    let images = ["elf", "axf", "hex", "o", "a", "zip"]
    return FirmwareFile(path: text) != nil || images.contains(text[text.index(after: dot)...].lowercased())
  }
}
