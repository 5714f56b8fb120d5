internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan

extension LintFormat {
  static let gcc = LintFormat("gcc") { LintGCC($0, $1).text }
}

/// A lint run as a compiler prints its diagnostics: `advert.yml:4:18: warning: message [rule]`, a line for each finding,
/// in the order of the inputs.
///
/// Programs that match these lines want a line and a column. A capture has none: its findings are at 1:1 of the file, and
/// the message says which record and byte they concern.
struct LintGCC {
  private let results: LintRun
  private let manifest: String?

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    manifest = options.manifest
  }

  var text: String {
    var lines: [String] = []
    for input in results.inputs {
      for device in input.devices {
        lines += device.findings.map { line(for: $0, on: device, of: input) }
      }
      lines += input.findings.map { line(for: $0, on: nil, of: input) }
    }
    return lines.map { $0 + "\n" }.joined() + ManifestInUse.line(manifest) + results.summary(.plain) + "\n"
  }

  private func line(
    for finding: Finding, on device: LintRun.Device?, of input: LintRun.JudgedFile
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
    let place = "\(file(of: input)):\(text?.line ?? 1):\(text?.column ?? 1)"
    return "\(place): \(finding.severity.rawValue): \(message) [\(finding.rule)]"
  }

  /// The names of what is no file are those that GCC uses.
  private func file(of input: LintRun.JudgedFile) -> String {
    guard let file = input.file else { return input.path == "-" ? "<stdin>" : "<command-line>" }
    return GCCText.escapedPath(HostileText.harmless(file.path))
  }
}
