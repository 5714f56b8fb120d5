internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

struct ScanCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Tell which platforms' scans discover a device, when, and why the others do not.",
    discussion: """
      Without --service and --name each device is asked about the services that the manifest expects of it, or else about \
      its own, and the worst answer counts; one without services is asked whether it is heard at all. Docs/Profiles.md \
      has what is known of the scanners.
      """)

  @Argument(
    help: ArgumentHelp(
      "A capture, a directory of captures, a manifest, a file of layouts in hex, or - for standard input; without any, "
        + "the layouts of the manifest in use are scanned.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var layout: HexLayoutArguments

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Only this scanner; by default, those that the manifest names, or all.", valueName: "profile"))
  var scanners: [ScannerArgument] = []

  @OptionGroup var configuring: ManifestArguments

  @Option(name: .long, help: ArgumentHelp("Only this device, with reasons and times.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(name: .long, help: ArgumentHelp("Does a filter for this service find it?", valueName: "uuid"))
  var service: [BluetoothUUID] = []

  @Option(name: .long, help: ArgumentHelp("Is it seen with this name?", valueName: "name"))
  var name: [String] = []

  @Option(name: .long, help: "How to write the result.")
  var format: ReportFormat = .text

  @OptionGroup var reading: ObservationArguments

  @OptionGroup var redacting: RedactionArguments

  func run(on console: Console) throws -> ExitStatus {
    let redaction = redacting.redaction
    let configuration = try configuring.manifest(redaction)
    let isManifestScanned = inputs.isEmpty && layout.layout == nil
    if isManifestScanned, configuration?.manifest.layouts.isEmpty ?? true {
      throw ManifestFile.nothing(to: "scan", configuration)
    }
    let read = try InputReading(
      inputs, reading: reading, takesLayouts: true, redaction: redaction, on: console)
    // A manifest among the inputs speaks for itself, the one in use for all else.
    let isInUse = isManifestScanned || !read.captures.isEmpty || !read.layouts.isEmpty || layout.layout != nil
    let inUse = isInUse ? configuration : nil
    var results = ScanResults(
      try profiles(configuration, of: [inUse].compactMap(\.self) + read.manifests, read),
      devices: redaction?.devices(device) ?? device,
      asking: service.map(Question.service) + name.map { .name(redaction?.text($0) ?? $0) })
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
    return read.hasFailed ? .failure : .success
  }

  /// Those of the command line, those that matter to the manifests, or all.
  private func profiles(
    _ configuration: ManifestFile?, of manifests: [ManifestFile], _ read: InputReading
  ) throws(CommandFailure) -> [ScannerProfile] {
    let named = try KnownScanners([configuration].compactMap(\.self) + read.manifests).named(scanners)
    if !named.isEmpty { return named }
    let known = KnownScanners(manifests)
    let ids = manifests.flatMap(\.manifest.profiles).map(\.id)
    let all = try known.all()
    return ids.isEmpty ? all : all.filter { ids.contains($0.id) }
  }
}

extension ScanResults {
  fileprivate mutating func add(_ file: ManifestFile) {
    add(file.manifest.layouts, path: file.path, expecting: file.manifest.expectedServices)
  }
}
