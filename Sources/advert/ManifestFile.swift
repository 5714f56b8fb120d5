internal import AdvertLint
internal import AdvertManifest
internal import AdvertRedaction
internal import AdvertScan

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A manifest and where it is.
struct ManifestFile: Sendable {
  let path: String
  let manifest: Manifest
  let text: String

  init(_ manifest: Manifest, text: String, path: String) {
    self.path = path
    self.manifest = manifest
    self.text = text
  }

  /// Reads the text of a manifest.
  init(_ text: String, path: String) throws(InputProblem) {
    self.path = path
    self.text = text
    do throws(ManifestError) {
      manifest = try Manifest(reading: text)
    } catch {
      throw InputProblem("\(error)")
    }
  }

  /// Reads the manifest named on the command line, or else the one found upward from the working directory; `nil` when
  /// there is none.
  static func configuring(_ path: String?, redaction: Redaction? = nil) throws(CommandFailure) -> ManifestFile? {
    guard let path = path ?? found else { return nil }
    do throws(InputProblem) {
      guard let text = try RewindableSource(opening: path).text else {
        throw InputProblem("expected a manifest: UTF-8 of at most 1 MiB")
      }
      let file = try ManifestFile(text, path: path)
      return redaction?.manifest(file) ?? file
    } catch {
      throw CommandFailure(error.line(on: path, redaction))
    }
  }

  var settings: LintSettings { settings(forPaths: [:]) }

  /// - Parameter paths: What the paths are in truth that are known under another one.
  func settings(forPaths paths: [String: String]) -> LintSettings {
    LintSettings(manifest.settings, path: path, originalPaths: paths)
  }

  /// The layouts as an input, with what the manifest expects of them.
  var input: Input {
    Input(
      path: path, .text(manifest.layouts, text),
      expectations: Expectations(services: manifest.expectedServices, scanners: manifest.profiles))
  }

  /// The failure when no input is given and the manifest in use has no layouts.
  static func nothing(to verb: String, _ inUse: ManifestFile?) -> CommandFailure {
    CommandFailure(
      "nothing to \(verb): give a capture or --adv, or "
        + (inUse.map { "add layouts to \($0.path)" }
          ?? "write layouts into \(Manifest.fileName), here or in a folder above"))
  }

  /// `advert.yml` in the working directory or the nearest one above it, as a relative path.
  private static var found: String? {
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    return (0...depth).lazy.map { String(repeating: "../", count: $0) + Manifest.fileName }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}
