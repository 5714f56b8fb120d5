internal import AdvertCapture
internal import AdvertInput
package import AdvertLint
package import AdvertManifest
internal import AdvertObservation
package import AdvertReading
internal import AdvertScan

/// A document with what lint finds in it: the same findings as `advert lint` has on a file of the same text.
package struct JudgedDocument {
  /// The kinds of documents.
  package enum Kind: Sendable {
    case manifest
    case hex
  }

  /// The manifest in use, for layouts in hex.
  package struct Configuration: Sendable {
    package let path: String
    package let manifest: Manifest

    package init(path: String, manifest: Manifest) {
      self.path = path
      self.manifest = manifest
    }
  }

  /// The kind; `nil` for a text of another kind, which has no findings.
  package let kind: Kind?
  /// The layouts of a document that could be read.
  package let layouts: [DeclaredLayout]
  /// The manifest, if it could be read; `nil` for hex.
  package let manifest: Manifest?
  /// The findings, each with the layout that it concerns.
  package let findings: [(finding: Finding, writing: WrittenLayout?)]

  /// A limit above the size of any file of layouts.
  private static let maximumOctets = 1 << 20

  /// Judges a text.
  ///
  /// - Parameters:
  ///   - path: the path of the file, whose name can be one of manifests.
  ///   - formerly: the kind of the document before its last change: an unfinished key does not change the kind.
  ///   - configuration: the manifest in use.
  package init(_ text: String, path: String, formerly: Kind? = nil, _ configuration: Configuration? = nil) {
    kind =
      switch TextKind(text, path: path) {
      case .manifest: .manifest
      case .layouts: .hex
      default: formerly
      }
    var layouts: [DeclaredLayout] = []
    var manifest: Manifest?
    var inputs: [Input] = []
    var incomplete: [IncompleteInput] = []
    do throws(ManifestError) {
      switch kind {
      case .manifest:
        try Self.refuseLong(text)
        let read = try Manifest(reading: text)
        manifest = read
        layouts = read.layouts
        if !layouts.isEmpty { inputs = [read.input(text, path: path)] }
        incomplete = read.incomplete(at: path)
      case .hex:
        try Self.refuseLong(text)
        layouts = try HexLayouts.read(text)
        inputs = [Input(path: path, .text(layouts, text))]
      case nil: break
      }
    } catch {
      incomplete = [IncompleteInput(path: path, problems: [error.problem(in: path)])]
    }
    self.layouts = layouts
    self.manifest = manifest
    let linter = Linter(
      expectations: configuration?.manifest.expectations ?? Expectations(),
      settings: configuration.map { $0.manifest.settings(path: $0.path) } ?? LintSettings())
    let own = manifest.map { [path: $0.settings(path: path)] } ?? [:]
    let run = LintRun(LintPass(inputs, by: linter, ownSettings: own, incomplete: incomplete))
    var findings: [(finding: Finding, writing: WrittenLayout?)] = []
    for input in run.inputs {
      for device in input.devices where !device.findings.isEmpty {
        let writing = device.subject?.declaration?.text
        findings += device.findings.map { ($0, writing) }
      }
      findings += input.findings.map { ($0, nil) }
    }
    self.findings = findings.filter { $0.finding.place.path == path }
  }

  private static func refuseLong(_ text: String) throws(ManifestError) {
    guard text.utf8.count > maximumOctets else { return }
    throw ManifestError(line: 1, column: 1, expected: "a text of at most 1 MiB", found: "more")
  }

  /// The rule by which findings count the lines of the text.
  package var lines: DocumentText.Lines { kind == .hex ? .hex : .yaml }
}

extension ManifestError {
  /// Returns the error as a problem that lint judges.
  fileprivate func problem(in path: String) -> CaptureProblem {
    CaptureProblem(
      .fileUnread, fileOffset: nil, record: nil, declaration: .init(path: path, line: line, column: column),
      detail: .refused(reason: message))
  }
}
