internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertLint
internal import AdvertManifest
public import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertSources
public import AdvertisingData
public import ArgumentParser

// Options that several commands share. A command lists its groups, and declares further options itself. Groups contain
// no groups: the library that reads them takes four times as long for each level in a debug build, and looks up the
// conformances of each group's type in every build.

/// The destination and the style of results. Every command takes these; `AdvertCommand` applies them.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the result to a file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "When to use colours; auto follows NO_COLOR, FORCE_COLOR and whether it is a terminal.", valueName: "when"))
  var color: ColorChoice = .auto

  /// The same options for a command that writes its file itself, so that it can protect the present content.
  var withoutFile: OutputOptions {
    var options = self
    options.output = nil
    return options
  }

  enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never
  }
}

/// The titles of groups of options in the help. The parser prints groups in the order of a command, and options without
/// a group after them.
enum OptionTitle {
  static let frequent = "Frequent options"
  static let bytes = "Bytes in place of a file, and facts that programs do not state"
  static let captures = "Captures"
}

/// The formats of results, for commands with no other formats.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}

/// The formats of results, for commands with a result for each device.
enum RowsFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
  /// An object for each device, one line each.
  case jsonl
}

/// The options for reading captures, for commands that distinguish devices.
struct ObservationOptions: ParsableArguments {
  @Flag(help: .redact)
  var redact = false

  @Flag(name: .long, help: .keepBadCRC)
  var keepBadCRC = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep at most this many devices of a capture, those heard first. More is a problem of the capture.",
      valueName: "number"))
  var maxDevices = 100_000

  @Option(
    name: .long,
    help: .irk, transform: Self.key)
  var irk: [IdentityResolvingKey] = []

  var capture: CaptureOptions { CaptureOptions(keepsBadCRC: keepBadCRC) }

  func validate() throws {
    guard maxDevices > 0 else { throw ValidationError("--max-devices: expected at least 1, found \(maxDevices)") }
    guard !redact || !keepBadCRC else { throw ValidationError.redactedNoise }
  }

  /// Fails in one line, without the usage of `--irk`, where the system lacks the cipher for keys.
  static func requireCipher(for arguments: [String]) throws(CommandFailure) {
    let options = arguments.prefix { $0 != "--" }
    guard options.contains(where: { $0 == "--irk" || $0.hasPrefix("--irk=") }) else { return }
    do throws(IdentityResolvingKey.Failure) {
      try IdentityResolvingKey.requireCipher()
    } catch {
      throw CommandFailure("--irk: \(error.description)")
    }
  }

  /// Reads the octets of a key in either order.
  static func key(_ text: String) throws -> IdentityResolvingKey {
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

/// The keys that decrypt data, for commands that show the meaning of data.
struct KeyOptions: ParsableArguments {
  // The parser prints a value that it refuses, and a key is a secret.
  @Option(name: .long, help: .key)
  var key: [String] = []

  /// Returns the keys; none with `--redact`, which shows no data.
  func keys(redacts: Bool, allowsBare: Bool = false) throws(CommandFailure) -> DataKeys {
    do throws(DataKeys.Failure) {
      let keys = try DataKeys(key, allowsBare: allowsBare)
      return redacts ? .none : keys
    } catch {
      throw CommandFailure("--key: \(error)")
    }
  }
}

/// The devices and services of a command.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only this device: an address or its beginning (F0:F1:), a name, a name with * and ?, company:NAME or "
        + "format:ID.", valueName: "pattern"))
  var device: [DeviceSelector] = []

  @Option(name: .long, help: .service, transform: BluetoothUUID.init(ofService:))
  var service: [BluetoothUUID] = []

  func validate() throws {
    for selector in device where selector.text.isEmpty {
      throw ValidationError("--device: expected a pattern, found nothing")
    }
  }
}

/// The scanners that matter, and the manifest that names them without the option.
struct ScannerOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "A scanner that matters, or a version of it, such as android@14; by default, those of the manifest. "
        + "`advert profiles` lists them.",
      valueName: "profile"), completion: .list(ScannerProfile.allVersions.map(\.id)))
  var scanners: [ScannerArgument] = []

  @Option(name: .long, help: .config, completion: .file())
  var config: String?

  /// The id of a scanner. The known ids depend on the manifest.
  struct ScannerArgument: ExpressibleByArgument {
    let id: String

    init?(argument: String) {
      guard !argument.isEmpty else { return nil }
      id = argument
    }

    /// No words in the help: `advert profiles` lists them with what they do.
    static var allValueStrings: [String] { [] }
  }
}

/// The facts that images and programs do not state: the arrays that are payloads, and the versions of libraries.
struct ImageOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "An array of a firmware image to take as a payload, whatever it is called; NAME=scan-response takes it as scan "
        + "response data.", valueName: "name"),
    transform: Self.array)
  var symbol: [FirmwareImage.Wanted] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The version of a library or host that programs are built with, such as nimble-arduino@2.5. By default, the files of the "
        + "project state it.", valueName: "name@version"),
    completion: .list(StackBuilder.all.map { $0.id + "@" }), transform: Self.stack)
  var stack: [StatedStack] = []

  /// A stack with its version, in the form of a manifest.
  struct StatedStack: Sendable {
    let id: String
    let version: String

    /// Whether the version says which one of a stack is checked.
    func concerns(_ called: String) -> Bool {
      // Both libraries of arduino-esp32 have the version of its core.
      let isOfCore = [id, called].allSatisfy { $0.hasPrefix(StackBuilder.esp32BLE.id) }
      return id == called || isOfCore || StackBuilder.named(called)?.earlierStack == id
    }
  }

  private static func stack(_ text: String) throws -> StatedStack {
    // The names of some packages begin with the sign.
    let at = text.dropFirst().lastIndex(of: "@")
    let parts = at.map { [String(text[..<$0]), String(text[text.index(after: $0)...])] } ?? [text]
    let stack = StackBuilder.named(parts[0])
    // Libraries that only scan have no stack.
    guard let id = stack?.id ?? FaultTable.id(named: parts[0]) else {
      let nearest = NearestWord.suggestions(for: parts[0], among: StackBuilder.all.map(\.id))
      throw ValidationError(
        "expected the id of a library or host, such as nimble-arduino, found \(HostileText.quoted(parts[0]))"
          + (nearest.isEmpty ? "" : "; did you mean \(nearest.alternatives)?"))
    }
    guard parts.count == 2, VersionRange(parts[1]) != nil else {
      throw ValidationError(
        "expected \(id)@ and a version" + (stack.map { " of \($0.name) (\($0.versionWords))" } ?? ""))
    }
    return StatedStack(id: id, version: parts[1])
  }

  private static func array(_ text: String) throws -> FirmwareImage.Wanted {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, !name.isEmpty else { throw ValidationError("expected the name of an array") }
    switch parts.dropFirst().first {
    case nil, "advertising": return FirmwareImage.Wanted(symbol: name, role: .advertising)
    case "scan-response": return FirmwareImage.Wanted(symbol: name, role: .scanResponse)
    case let role?: throw ValidationError("expected advertising or scan-response after =, found \"\(role)\"")
    }
  }
}

/// A layout in hex, and the facts that images and programs do not state.
struct HexLayoutOptions: ParsableArguments {
  @Option(
    name: .customLong("adv"), help: ArgumentHelp("Advertising data.", valueName: "hex"), transform: HexArgument.init)
  var advertising: HexArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Scan response data. With --adv and without this option, the scan response is empty.", valueName: "hex"),
    transform: HexArgument.init)
  var scanResponse: HexArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Advertising data and scan response data in one, as phone apps show them: where the first end is not known.",
      valueName: "hex"),
    transform: HexArgument.init)
  var merged: HexArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Divide bytes of which it is not known where the advertising data end: these are so many.", valueName: "bytes"))
  var cut: Int?

  @Option(
    name: .customLong("pdu"),
    help: ArgumentHelp(
      "The PDU type of the advertising of these bytes; ADV_IND when it is not given.", valueName: "type"))
  var givenPDU: AdvertisingPDU?

  var pdu: AdvertisingPDU { givenPDU ?? .advInd }

  @Option(
    name: .customLong("primary-phy"),
    help: ArgumentHelp(
      "The PHY of the primary channels for an extended --pdu, 1M or coded: many scanners do not listen on LE Coded.",
      valueName: "phy"))
  var primaryPHY: PHY?

  @OptionGroup var image: ImageOptions

  func validate() throws {
    guard merged == nil || advertising == nil && scanResponse == nil else {
      throw ValidationError("--merged holds both blocks: give neither --adv nor --scan-response with it.")
    }
    for (option, argument) in [("--adv", advertising), ("--scan-response", scanResponse), ("--merged", merged)] {
      let count = argument?.octets.count ?? 0
      guard count <= WrittenPayload.maximumOctets else {
        throw ValidationError("\(option): expected at most \(WrittenPayload.maximumOctets) bytes, found \(count)")
      }
    }
    let given = [advertising, scanResponse, merged].compactMap { $0 }
    // Directed advertising has no data to give.
    if !given.isEmpty, given.allSatisfy({ $0.octets.isEmpty }), pdu.carriesAdvertisingData, pdu != .advDirectInd {
      let option = merged != nil ? "--merged" : advertising == nil ? "--scan-response" : "--adv"
      throw ValidationError("\(option): expected the bytes of a payload, found none")
    }
    guard primaryPHY == nil || pdu.isExtended else {
      throw ValidationError("--primary-phy is for extended advertising: \(pdu.rawValue) is always on LE 1M.")
    }
    guard primaryPHY != .twoMegabit else {
      throw ValidationError("--primary-phy: expected 1M or coded; LE 2M is for secondary channels only.")
    }
    guard let merged else { return }
    guard !pdu.isExtended, pdu.isScannable else {
      throw ValidationError("--merged is for ADV_IND and ADV_SCAN_IND: \(pdu.rawValue) has one block of data.")
    }
    guard MergedPayload(merged.octets) != nil else {
      throw ValidationError(
        "--merged: expected two blocks of at most \(pdu.payloadLimit) bytes, found \(merged.octets.count) bytes that no "
          + "division between two structures makes such blocks of")
    }
  }

  /// Whether there are no options for a layout.
  var isEmpty: Bool { advertising == nil && scanResponse == nil && merged == nil }

  /// The layout with its division; `nil` without these options.
  var declared: DeclaredLayout? {
    if let merged { return MergedPayload(merged.octets).map { DeclaredLayout(merged: $0, pdu: pdu) } }
    if scanResponse == nil, let advertising {
      var declared = DeclaredLayout(advertising: advertising.octets, areListed: advertising.areListed, pdu: pdu)
      declared.layout.phys = phys
      return declared
    }
    return layout.map { DeclaredLayout(layout: $0) }
  }

  /// The layout of two blocks; `nil` without either. Advertising data without a scan response declare an empty one; a
  /// scan response alone does not declare the advertising data.
  var layout: Layout? {
    let response = scanResponse.map { Payload($0.octets) }
    if let advertising {
      return Layout(pdu: pdu, advertising: Payload(advertising.octets), declaring: response, phys: phys)
    }
    return response.map { Layout(pdu: pdu, advertising: nil, scanResponse: .declared($0), phys: phys) }
  }

  private var phys: AdvertisingPHYs { AdvertisingPHYs(primary: primaryPHY) }

  /// The option that names the layout in reports.
  var name: String { merged != nil ? "--merged" : advertising == nil ? "--scan-response" : "--adv" }

  /// Bytes in any of the forms that people copy.
  struct HexArgument {
    let octets: [UInt8]
    /// Whether the values are a list of decimal numbers.
    let areListed: Bool

    init(_ argument: String) throws {
      areListed = PastedOctets.areListed(argument)
      do throws(PastedPayload.Problem) {
        octets = try PastedPayload.octets(of: argument)
      } catch {
        throw ValidationError(error.description)
      }
      if let command = DataCommand(octets) {
        throw ValidationError(
          "expected the bytes of a payload, found \(command.name), an HCI command: its data are "
            + HexText.compact(octets[command.place]))
      }
    }
  }
}

/// The help for arguments and options that commands declare themselves.
extension ArgumentHelp {
  static let captures = ArgumentHelp(
    "A capture, a directory of captures, or - for standard input.", valueName: "capture")

  /// All inputs with layouts.
  static let inputs = ArgumentHelp(
    "A capture, a program, a directory with captures or a project, a manifest, a file of layouts in hex, a firmware image, "
      + "or - for standard input. "
      + "Without an input, the layouts of the manifest in use.", valueName: "input")

  static let redact = ArgumentHelp(
    "Replace addresses, names, data, times and folders by pseudonyms, so that the result can be shown to others.")

  static let joined = ArgumentHelp(
    "Take all captures as one: parts of a log that was rotated, or sniffers on several channels.")
  static let irk = ArgumentHelp(
    "Treat random addresses that this identity resolving key resolves as one device.", valueName: "hex")
  static let key = ArgumentHelp(
    "Decrypt the BTHome, MiBeacon or Victron data of this device: its address, = and its key of 16 or 12 bytes.",
    valueName: "address=hex")
  static let keepBadCRC = ArgumentHelp("Keep packets with a wrong CRC. Noise then looks like devices.")

  static let service = ArgumentHelp("The service in question, by UUID or assigned name.", valueName: "uuid|name")

  static let config = ArgumentHelp(
    "The manifest to use. By default, it is the advert.yml in this folder or the nearest one above in the repository.",
    valueName: "file")
}

extension ValidationError {
  /// Redaction depends on types and lengths, and noise changes them.
  static let redactedNoise = ValidationError(
    "--redact and --keep-bad-crc exclude each other: noise can make a list of services of a name.")
}

extension BluetoothUUID {
  /// A service as people name it on the command line: by UUID, or by name.
  init(ofService text: String) throws {
    if let uuid = BluetoothUUID(text: text) {
      self = uuid
      return
    }
    let services = ServiceName.uuids(called: text)
    if let service = services.first, services.count == 1 {
      self = service
      return
    }
    guard services.isEmpty else {
      throw ValidationError("several services have this name: \(services.map(\.description).joined(separator: ", "))")
    }
    let nearest = NearestWord.suggestions(for: text, among: ServiceName.all)
    throw ValidationError(
      "expected a UUID or the name of a service" + (nearest.isEmpty ? "" : "; did you mean \(nearest.alternatives)?"))
  }
}

extension [String] {
  /// `"ios-foreground" or "ios-background"`.
  var alternatives: String { map { "\"\($0)\"" }.joined(separator: " or ") }
}

extension AdvertisingPDU: ExpressibleByArgument {}
extension PHY: ExpressibleByArgument {
  public init?(argument: String) { self.init(id: argument) }

  public static var allValueStrings: [String] { [PHY.oneMegabit.id, PHY.coded.id] }
}

extension ReportLines.Form: ExpressibleByArgument {}

extension LintFormat: ExpressibleByArgument {}

extension Expectations.Place: ExpressibleByArgument {}

extension DeviceSelector: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}
