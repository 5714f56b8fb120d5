public import AdvertObservation
internal import AdvertRedaction
public import AdvertReport
internal import AdvertScan
public import AdvertisingData
public import ArgumentParser

extension AdvertisingPDU: ExpressibleByArgument {}

extension ReportLines.Form: ExpressibleByArgument {}

extension LintFormat: ExpressibleByArgument {}

extension BluetoothUUID: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(text: argument)
  }
}

extension DeviceSelector: ExpressibleByArgument {
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }
}

/// The id of a scanner: which there are is known when the manifest is read.
struct ScannerArgument: ExpressibleByArgument {
  let id: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    id = argument
  }

  static var allValueStrings: [String] { ScannerProfile.all.map(\.id) }
}

/// The manifest whose say it is.
struct ManifestArguments: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The manifest to use, in place of the advert.yml in this folder or the nearest above.", valueName: "file"))
  var config: String?

  /// The manifest in use; `nil` when there is none.
  func manifest(_ redaction: Redaction? = nil) throws(CommandFailure) -> ManifestFile? {
    try .configuring(config, redaction: redaction)
  }
}

/// A layout given as hex.
struct HexLayoutArguments: ParsableArguments {
  @Option(name: .customLong("adv"), help: ArgumentHelp("Advertising data as hex.", valueName: "hex"))
  var advertising: HexArgument?

  @Option(name: .long, help: ArgumentHelp("Scan response data as hex.", valueName: "hex"))
  var scanResponse: HexArgument?

  @Option(name: .long, help: "What kind of advertising it is.")
  var pdu: AdvertisingPDU = .advInd

  /// The layout, `nil` when neither block was given. A block that was left out is declared empty.
  var layout: Layout? {
    guard advertising != nil || scanResponse != nil else { return nil }
    return Layout(
      pdu: pdu, advertising: Payload(advertising?.octets ?? []),
      declaring: scanResponse.map { Payload($0.octets) })
  }
}

/// Bytes as hex, written in any of the ways people copy them.
struct HexArgument: ExpressibleByArgument {
  let octets: [UInt8]

  init?(argument: String) {
    guard let octets = try? HexText.octets(of: argument) else { return nil }
    self.octets = octets
  }
}

/// How results are written.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}
