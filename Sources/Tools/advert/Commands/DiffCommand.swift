internal import AdvertDiff
internal import AdvertLint
internal import AdvertManifest
internal import AdvertReport
internal import AdvertScan
internal import ArgumentParser

struct DiffCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what changed between two inputs of any kind.",
    discussion: """
      The inputs are captures, manifests, files of hex or firmware images. Devices are matched by address, or else by \
      what they send, and the result says by which. Values that vary on both sides, such as counters, are no \
      difference. --ignore names what may differ: \(DiffAspect.allCases.map(\.rawValue).joined(separator: ", ")).

      Exit status: 0 when nothing differs and all was read, 1 when something does or was not, 2 when it could not be \
      compared.
      """)

  @Argument(help: ArgumentHelp("The old input, of any kind.", valueName: "old"), completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("The new input, of any kind.", valueName: "new"), completion: .file())
  var new: String

  @OptionGroup var image: ImageOptions

  @OptionGroup(title: OptionTitle.frequent) var selection: SelectionOptions

  @Option(
    name: .long,
    help: ArgumentHelp("What may differ, such as rssi,interval.", valueName: "aspects"), transform: Self.aspects)
  var ignore: [[DiffAspect]] = []

  @OptionGroup(title: OptionTitle.frequent) var scanning: ScannerOptions

  @OptionGroup(title: OptionTitle.captures) var reading: ObservationOptions

  @Option(name: .long, help: "The format of the result.")
  var format: Format = .text

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { reading.redact }

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case markdown
  }

  /// Returns the aspects of words with commas between them.
  private static func aspects(_ argument: String) throws -> [DiffAspect] {
    try argument.split(separator: ",").map { word in
      guard let aspect = DiffAspect(rawValue: String(word)) else {
        let known = DiffAspect.allCases.map(\.rawValue)
        let nearest = NearestWord.to(String(word), among: known).map { "; did you mean \"\($0)\"?" } ?? ""
        throw ValidationError("expected one of \(known.joined(separator: ", "))\(nearest)")
      }
      return aspect
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    var inputs = Inputs(reading, telling: .all)
    let (oldCount, names) = try inputs.readSides(old, new, image, selection, scanning, on: console)
    guard !inputs.hasFailed else { return .failure }
    let scanners = try inputs.knownScanners.named(scanning.scanners)
    let manifest = inputs.configuration?.manifest
    let matter = scanners.isEmpty ? manifest?.profiles ?? [] : scanners
    let linter = Linter(expectations: Expectations(scanners: matter), settings: inputs.settings)
    let run = DiffRun(
      old: Array(inputs.list.prefix(oldCount)), new: Array(inputs.list.dropFirst(oldCount)), devices: inputs.devices,
      services: selection.service, profiles: matter.isEmpty ? ScannerProfile.all : matter, linter: linter,
      ignoring: Set(ignore.joined()), incomplete: inputs.incomplete)
    var report = DiffReport(run, of: names, choosesDevices: !inputs.devices.isEmpty)
    report.manifest = inputs.configuration?.path
    switch format {
    case .text: try console.show(report.text(console.style))
    case .json: try console.output(report.json)
    case .markdown: try console.output(report.markdown)
    }
    let missing = inputs.missing
    for complaint in missing { try console.complain(complaint) }
    return missing.isEmpty ? run.differs || !run.isWhole ? .findings : .success : .failure
  }
}
