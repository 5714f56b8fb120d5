internal import AdvertCapture
internal import AdvertLint
internal import AdvertManifest
public import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
public import AdvertisingData
public import ArgumentParser
internal import AssignedNumbers

// Options that several commands have, each declared once. A command lists the groups it takes.

/// Where results go and how they look. Every command takes these; `AdvertCommand` applies them.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the result to a file instead of standard output.", valueName: "file"))
  var output: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "When to use colours; auto follows NO_COLOR, FORCE_COLOR and whether it is a terminal.", valueName: "when"))
  var color: ColorChoice = .auto

  enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never
  }
}

/// How results are written, for commands with no other formats.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}

/// Whether results may name devices.
struct RedactionOptions: ParsableArguments {
  @Flag(
    help: "Replace addresses, names, data, times and folders by pseudonyms, so that the result can be shown to others.")
  var redact = false

  /// What makes the pseudonyms of a run, `nil` when everything is shown as it is. To be asked for once in a run.
  var redaction: Redaction? { redact ? Redaction() : nil }
}

/// How captures are read.
struct CaptureReadingOptions: ParsableArguments {
  @OptionGroup var redacting: RedactionOptions

  @Flag(name: .long, help: "Keep packets with a wrong CRC. Noise then looks like devices.")
  var keepBadCRC = false

  var options: CaptureOptions { CaptureOptions(keepsBadCRC: keepBadCRC) }
}

/// How captures are read, for commands that tell devices apart.
struct ObservationOptions: ParsableArguments {
  @OptionGroup var capture: CaptureReadingOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep at most this many devices of a capture, those heard first. More is a problem of the capture.",
      valueName: "number"))
  var maxDevices = 100_000

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Treat random addresses that this identity resolving key resolves as one device.", valueName: "hex"),
    transform: Self.key)
  var irk: [IdentityResolvingKey] = []

  func validate() throws {
    guard maxDevices > 0 else { throw ValidationError("--max-devices: expected at least 1, found \(maxDevices)") }
  }

  /// The octets of a key in either order.
  private static func key(_ text: String) throws -> IdentityResolvingKey {
    guard let octets = try? HexText.octets(of: text) else {
      throw ValidationError("expected \(IdentityResolvingKey.octetCount) bytes as hex")
    }
    do throws(IdentityResolvingKey.Failure) {
      return try IdentityResolvingKey(octets)
    } catch {
      throw ValidationError(error.description)
    }
  }
}

/// Services by UUID or name.
struct ServiceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The service in question, by UUID or assigned name.", valueName: "uuid|name"),
    transform: Self.uuid)
  var service: [BluetoothUUID] = []

  private static func uuid(_ text: String) throws -> BluetoothUUID {
    if let uuid = BluetoothUUID(text: text) { return uuid }
    let services = AssignedUUID.services(named: text)
    if let service = services.first, services.count == 1 { return BluetoothUUID(UInt32(service.value)) }
    guard services.isEmpty else {
      let uuids = services.map { BluetoothUUID(UInt32($0.value)).description }.joined(separator: ", ")
      throw ValidationError("several services have this name: \(uuids)")
    }
    let nearest = NearestWord.to(text, among: AssignedUUID.services.map(\.name))
    throw ValidationError(
      "expected a UUID or the name of a service" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
  }
}

/// Which devices and services a command is about.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only this device: an address or its beginning (F0:F1:), a name, a name with * and ?, company:NAME or "
        + "format:ID.", valueName: "pattern"))
  var device: [DeviceSelector] = []

  @OptionGroup var services: ServiceOptions

  var service: [BluetoothUUID] { services.service }

  func validate() throws {
    for selector in device where selector.text.isEmpty {
      throw ValidationError("--device: expected a pattern, found nothing")
    }
  }
}

/// The manifest that applies.
struct ManifestOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The manifest to use. By default, it is the advert.yml in this folder or the nearest one above.",
      valueName: "file"))
  var config: String?

  /// The manifest in use; `nil` when there is none.
  func manifest(_ redaction: Redaction? = nil) throws(CommandFailure) -> ManifestFile? {
    try .configuring(config, redaction: redaction)
  }
}

/// Which scanners matter.
struct ScannerOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "A scanner that matters; by default, those of the manifest. `advert profiles` explains them.",
      valueName: "profile"))
  var scanners: [ScannerArgument] = []

  @OptionGroup var configuring: ManifestOptions

  /// The id of a scanner: which there are is known when the manifest is read.
  struct ScannerArgument: ExpressibleByArgument {
    let id: String

    init?(argument: String) {
      guard !argument.isEmpty else { return nil }
      id = argument
    }

    static var allValueStrings: [String] { ScannerProfile.all.map(\.id) }
  }
}

/// Captures to read.
struct CaptureArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("A capture, a directory of captures, or - for standard input.", valueName: "capture"))
  var captures: [String]
}

/// Layouts from wherever they come.
struct LayoutArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A capture, a directory of captures, a manifest, a file of layouts in hex, or - for standard input. Without an "
        + "input, the layouts of the manifest in use.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var hex: HexLayoutOptions

  /// Whether nothing is given, so that the layouts of the manifest in use are meant.
  var isEmpty: Bool { inputs.isEmpty && hex.layout == nil }
}

/// A layout given as hex.
struct HexLayoutOptions: ParsableArguments {
  @Option(name: .customLong("adv"), help: ArgumentHelp("Advertising data.", valueName: "hex"))
  var advertising: HexArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Scan response data. With --adv and without this option, the scan response is empty.", valueName: "hex"))
  var scanResponse: HexArgument?

  @Option(name: .long, help: ArgumentHelp("The PDU type of the advertising.", valueName: "type"))
  var pdu: AdvertisingPDU = .advInd

  /// The layout, `nil` when neither block is given. Advertising data without a scan response declare an empty one; a
  /// scan response alone says nothing about the advertising data.
  var layout: Layout? {
    let response = scanResponse.map { Payload($0.octets) }
    if let advertising {
      return Layout(pdu: pdu, advertising: Payload(advertising.octets), declaring: response)
    }
    return response.map { Layout(pdu: pdu, advertising: nil, scanResponse: .declared($0)) }
  }

  /// Bytes as hex, written in any of the ways people copy them.
  struct HexArgument: ExpressibleByArgument {
    let octets: [UInt8]

    init?(argument: String) {
      guard let octets = try? HexText.octets(of: argument) else { return nil }
      self.octets = octets
    }
  }
}

extension AdvertisingPDU: ExpressibleByArgument {}

extension ReportLines.Form: ExpressibleByArgument {}

extension LintFormat: ExpressibleByArgument {}

extension DeviceSelector: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}

extension Redaction {
  /// The patterns for devices whose names and addresses are replaced.
  func devices(_ selectors: [DeviceSelector]) throws(CommandFailure) -> [DeviceSelector] {
    var redacted: [DeviceSelector] = []
    for selector in selectors {
      if selector.isExact {
        redacted.append(DeviceSelector(device(selector.text)))
      } else if selector.isKeptByRedaction {
        redacted.append(selector)
      } else {
        throw CommandFailure(
          "--redact takes a device by its whole address or name: \(selector.text) cannot be found among pseudonyms")
      }
    }
    return redacted
  }

  func layout(_ declared: DeclaredLayout) -> DeclaredLayout {
    var redacted = declared
    redacted.name = declared.name.map(text)
    redacted.layout = layout(declared.layout)
    // The file does not hold these payloads.
    redacted.text = nil
    return redacted
  }

  func manifest(_ file: ManifestFile) -> ManifestFile {
    func device(_ text: String) -> String { DeviceSelector(text).isKeptByRedaction ? text : self.device(text) }
    var manifest = file.manifest
    manifest.layouts = manifest.layouts.map(layout)
    manifest.devices = manifest.devices.map(device)
    for layer in manifest.settings.indices {
      for index in manifest.settings[layer].ignores.indices {
        switch manifest.settings[layer].ignores[index].target {
        case .layout(let name): manifest.settings[layer].ignores[index].target = .layout(text(name))
        case .device(let name): manifest.settings[layer].ignores[index].target = .device(device(name))
        }
      }
    }
    return ManifestFile(manifest, text: "", path: path(file.path))
  }
}
