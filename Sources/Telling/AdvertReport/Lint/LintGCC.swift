internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan

extension LintFormat {
  static let gcc = LintFormat("gcc", streaming: { LintGCC($0, to: $1) })
}

/// A lint run in the form of a compiler's diagnostics: `advert.yml:4:18: warning: message [rule]`, a line for each
/// finding, in the order of the inputs.
///
/// Programs that match these lines require a line and a column. A capture has none: its findings are at 1:1 of the
/// file, and the message names the record and the byte.
final class LintGCC: LintReport {
  private let manifest: String?
  private let take: (String) -> Void

  init(_ options: LintFormat.Options, to take: @escaping (String) -> Void) {
    manifest = options.manifest
    self.take = take
  }

  func receive(_ piece: JudgedFile) {
    var text = ""
    for device in piece.devices {
      for finding in device.findings { text += line(for: finding, on: device, of: piece) + "\n" }
    }
    for finding in piece.findings { text += line(for: finding, on: nil, of: piece) + "\n" }
    if !text.isEmpty { take(text) }
  }

  func finish(_ totals: LintTotals) {
    take(ManifestInUse.line(manifest) + totals.summary(.plain) + "\n")
  }

  private func line(
    for finding: Finding, on device: JudgedFile.Device?, of input: JudgedFile
  ) -> String {
    let text = finding.place.text
    var message = (device.map { $0.label + ": " } ?? "") + HostileText.visible(finding.message)
    var places: [String] = []
    let words = finding.placeWords(withLine: false)
    if !words.isEmpty { places.append(words) }
    // The file is the archive then.
    if let file = input.file, file.path != input.path { places.append("in \(HostileText.visible(input.path))") }
    if !places.isEmpty { message += " (\(places.joined(separator: ", ")))" }
    if let fix = finding.fix { message += "; fix: \(HostileText.visible(fix))" }
    if let words = device.flatMap({ DoubtLines.ending($0.doubts) }) { message += "; \(words)" }
    let place = "\(file(of: input)):\(text?.line ?? 1):\(text?.column ?? 1)"
    return "\(place): \(finding.severity.rawValue): \(message) [\(finding.rule)]"
  }

  /// Returns the file. For inputs that are not files, the names are those of GCC.
  private func file(of input: JudgedFile) -> String {
    guard let file = input.file else { return input.path == "-" ? "<stdin>" : "<command-line>" }
    return GCCText.escapedPath(HostileText.harmless(file.path))
  }
}
