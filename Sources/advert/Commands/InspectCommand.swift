internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertisingData
internal import ArgumentParser

struct InspectCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "List the advertisers of captures: what they advertise, and what only their scan response says.")

  @Argument(help: ArgumentHelp("A capture, a directory of captures, or - for standard input.", valueName: "capture"))
  var captures: [String]

  @Option(name: .long, help: ArgumentHelp("Show only this device, in full.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(name: .long, help: ArgumentHelp("Show only devices that list this service.", valueName: "uuid"))
  var service: [BluetoothUUID] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Show the random addresses that this identity resolving key resolves as one device.", valueName: "hex"),
    transform: Self.key)
  var irk: [IdentityResolvingKey] = []

  @Option(name: .long, help: "How to write the result.")
  var format: ReportFormat = .text

  @Option(name: .long, help: ArgumentHelp("Write the result to a file.", valueName: "file"))
  var output: String?

  @OptionGroup var reading: ObservationArguments

  @OptionGroup var redacting: RedactionArguments

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

  private func owners(in inputs: InputReading, _ redaction: Redaction?) -> AddressOwners {
    guard !irk.isEmpty else { return .unknown }
    let addresses = inputs.captures.lazy.flatMap(\.observation.addresses)
    guard let redaction else { return AddressOwners(irk.owners(of: addresses)) }
    // A key resolves the addresses that were heard, not their pseudonyms.
    let owners = irk.owners(of: redaction.originals(of: addresses))
    return AddressOwners(Dictionary(owners.map { (redaction.address($0), $1) }) { first, _ in first })
  }

  func run(on console: Console) throws -> ExitStatus {
    let redaction = redacting.redaction
    let inputs = try InputReading(captures, reading: reading, redaction: redaction, on: console)
    let report = InspectReport(
      inputs.captures, devices: redaction?.devices(device) ?? device, services: service,
      owners: owners(in: inputs, redaction))
    let style = output == nil ? console.style : .plain
    let text = format == .json ? report.json : report.text(style)
    if let output {
      try OutputFile(creating: output).write(text)
    } else if !inputs.captures.isEmpty {
      try console.output(text)
    }
    return inputs.hasFailed ? .failure : .success
  }
}
