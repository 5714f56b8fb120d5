internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

struct ReachCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "reach",
    abstract: "Say which scanners discover a device, when, and why the others do not.",
    discussion: """
      The question is whether a filter for a service finds the device. Without --service and --name it is put for each \
      service that the manifest expects, or else for each service that the device mentions; the worst answer counts. A \
      device without services is discovered if a scan without a filter delivers it. --device gives reasons and times.
      """)

  @OptionGroup var given: LayoutArguments

  @OptionGroup var selection: SelectionOptions

  @Option(name: .long, help: ArgumentHelp("Is the device delivered with this name?", valueName: "name"))
  var name: [String] = []

  @OptionGroup var scanning: ScannerOptions

  @OptionGroup var reading: ObservationOptions

  @Option(name: .long, help: "The format of the result.")
  var format: ReportFormat = .text

  @OptionGroup var writing: OutputOptions

  func run(on console: Console) throws -> ExitStatus {
    let redaction = reading.capture.redacting.redaction
    let configuration = try scanning.configuring.manifest(redaction)
    let isManifestScanned = given.isEmpty
    let layout = given.hex
    if isManifestScanned, configuration?.manifest.layouts.isEmpty ?? true {
      throw ManifestFile.nothing(to: "judge", configuration)
    }
    let read = try InputReading(
      given.inputs, reading: reading, takesLayouts: true, redaction: redaction, on: console)
    // A manifest among the inputs speaks for itself, the one in use for all else.
    let isInUse = isManifestScanned || !read.captures.isEmpty || !read.layouts.isEmpty || layout.layout != nil
    let inUse = isInUse ? configuration : nil
    let devices = try read.devices(selection.device)
    var results = ReachResults(
      try profiles(configuration, of: [inUse].compactMap(\.self) + read.manifests, read),
      devices: devices,
      asking: selection.service.map(Question.service) + name.map { .name(redaction?.text($0) ?? $0) })
    let expected = inUse?.manifest.expectedServices ?? []
    for capture in read.captures { results.add(capture, expecting: expected) }
    for file in read.layouts { results.add(file.layouts, path: file.path, expecting: expected) }
    for file in read.manifests { results.add(file) }
    if let layout = layout.layout {
      results.add([DeclaredLayout(layout: redaction?.layout(layout) ?? layout)], path: "--adv", expecting: expected)
    }
    if isManifestScanned, let configuration { results.add(configuration) }
    if isManifestScanned || !read.isEmpty || layout.layout != nil {
      try console.output(format == .json ? results.json : results.text(console.style))
    }
    let missing = read.missing(of: devices, besides: isManifestScanned ? configuration : nil) + results.missing
    for complaint in missing { try console.complain(complaint) }
    return read.hasFailed || !missing.isEmpty ? .failure : .success
  }

  /// Those of the command line, those that matter to the manifests, or all.
  private func profiles(
    _ configuration: ManifestFile?, of manifests: [ManifestFile], _ read: InputReading
  ) throws(CommandFailure) -> [ScannerProfile] {
    let named = try KnownScanners([configuration].compactMap(\.self) + read.manifests).named(scanning.scanners)
    if !named.isEmpty { return named }
    let known = KnownScanners(manifests)
    let ids = manifests.flatMap(\.manifest.profiles).map(\.id)
    let all = try known.all()
    return ids.isEmpty ? all : all.filter { ids.contains($0.id) }
  }
}

extension ReachResults {
  fileprivate mutating func add(_ file: ManifestFile) {
    add(file.manifest.layouts, path: file.path, expecting: file.manifest.expectedServices)
  }
}
