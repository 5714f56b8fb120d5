internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import ArgumentParser

struct InitCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write an advert.yml to start from.",
    discussion: """
      Without an input, it is a skeleton with comments. With a capture, a firmware image or hex, it declares what is \
      sent there as it is, right or wrong, with comments that say what was seen and what changes.

      --output - prints it instead. Exit status: 0 when the manifest is written; 2 when it is not. A file that exists \
      stays as it is unless --force is given.
      """)

  @Argument(
    help: ArgumentHelp(
      "A capture, a directory of captures, a file of layouts in hex, a firmware image, or - for standard input.",
      valueName: "input"), completion: .file())
  var given: [String] = []

  @OptionGroup(title: OptionTitle.frequent) var destination: OutputOptions

  @OptionGroup(title: OptionTitle.frequent) var selection: SelectionOptions

  @OptionGroup(title: OptionTitle.bytes) var hex: HexLayoutOptions

  @OptionGroup(title: OptionTitle.captures) var reading: ObservationOptions

  @Flag(name: .long, help: "Replace a file that exists.")
  var force = false

  @Flag(name: .long, help: "Also write advert.schema.json beside the manifest, so that editors know its keys.")
  var schema = false

  var redacts: Bool { reading.redact }

  /// The command writes the file itself, because it must not replace another one.
  var writing: OutputOptions { destination.withoutFile }

  var outputs: [WrittenPath] {
    guard path != "-" else { return [] }
    return [WrittenPath(path: path, namings: destination.output == nil ? 0 : 1)]
      + (schema ? [WrittenPath(path: schemaPath, namings: 0)] : [])
  }

  /// Whether the command reads a manifest: it writes the one that others read.
  var readsManifest: Bool { false }

  private var path: String { destination.output ?? Manifest.fileName }

  private var schemaPath: String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map { $0 + "/" }.joined() + Self.schemaName
  }

  /// The most devices of a manifest, unless the user asked for them.
  private static let maximumDevices = 50
  private static let schemaName = "advert.schema.json"

  func run(on console: Console) throws -> ExitStatus {
    let isPrinted = path == "-"
    if destination.output == nil, let other = ManifestFile.twin(of: path) {
      throw CommandFailure("\(shown(other)): a manifest already; name another file with --output, or rename it")
    }
    if !force, !isPrinted {
      for path in [path] + (schema ? [schemaPath] : []) where FileIdentity(path) != nil {
        throw CommandFailure("\(shown(path)): exists already; --force replaces it")
      }
    }
    var inputs = Inputs(reading, telling: .all)
    let isSkeleton = given.isEmpty && hex.layout == nil
    var text = ManifestDraft.skeleton(schema: schema ? Self.schemaName : nil)
    if !isSkeleton {
      guard let draft = try draft(&inputs, path, on: console) else { return .failure }
      text = draft
    }
    guard !isPrinted else {
      try console.output(text)
      return inputs.hasFailed ? .failure : .success
    }
    try ReplacedFile.put(text, at: path, shown: shown(path))
    if schema { try ReplacedFile.put(ManifestSchema().json, at: schemaPath, shown: shown(schemaPath)) }
    try console.output("\(HostileText.visible(shown(path))): written. `advert lint` judges it.\n")
    return inputs.hasFailed ? .failure : .success
  }

  /// Returns the name of a file in messages.
  private func shown(_ path: String) -> String { redacts ? Redaction().path(path) : path }

  /// Returns the draft; `nil`, with a message, when there is no layout to declare.
  private func draft(_ inputs: inout Inputs, _ path: String, on console: Console) throws -> String? {
    try inputs.readLayouts(given, hex, selection, on: console)
    let chosen = ChosenLayouts(
      devices: DeviceSelectors(inputs.devices), services: selection.service, taking: .mostSeenOfEachForm)
    let layouts = inputs.list.flatMap(chosen.layouts)
    let missing = inputs.missing
    for complaint in missing + layouts.compactMap(\.obstacle) { try console.complain(complaint) }
    let whole = layouts.filter { $0.obstacle == nil }
    guard !whole.isEmpty, missing.isEmpty else {
      if !inputs.list.isEmpty, missing.isEmpty { try console.complain(chosen.nothing) }
      return nil
    }
    let devices = Set(whole.compactMap { $0.advertiser?.address }).count
    guard devices <= Self.maximumDevices || !inputs.devices.isEmpty else {
      throw CommandFailure("\(devices) devices: choose with --device; `advert inspect` lists them")
    }
    let names = ShownPaths(from: path == "-" ? nil : path, known: given)
    let draft = ManifestDraft(
      entries: whole.map {
        $0.entry(shownAs: redacts ? $0.source.path : names.shown($0.source.path), hasPlaceholders: true)
      },
      sources: inputs.list.map { redacts ? $0.path : names.shown($0.path) },
      devices: inputs.devices.map(\.text), schema: schema ? Self.schemaName : nil)
    do throws(ManifestDraft.Problem) {
      return try draft.text()
    } catch {
      throw CommandFailure("\(shown(path)): cannot hold these layouts: \(error)")
    }
  }
}
