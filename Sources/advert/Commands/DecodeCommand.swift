internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertisingData
internal import ArgumentParser

struct DecodeCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Say what bytes mean: every AD structure of a payload.",
    discussion: """
      HEX may be pasted as it is: with spaces, commas, colons, 0x, line breaks. If it has more bytes than one block \
      holds, it is probably advertising data and scan response data in one string, as phone apps show them.

      --service tries a service against the bits of an iOS overflow area.
      """)

  @Argument(help: ArgumentHelp("A payload as hex.", valueName: "hex"))
  var given: [String] = []

  @OptionGroup var layout: HexLayoutOptions

  @Option(name: .long, help: .service, transform: BluetoothUUID.init(ofService:))
  var service: [BluetoothUUID] = []

  @Flag(help: .redact)
  var redact = false

  @Option(name: .long, help: "The format of the result.")
  var format: ReportFormat = .text

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { redact }

  func validate() throws {
    guard given.isEmpty != (layout.layout == nil) else {
      throw ValidationError("Give either HEX, or --adv and --scan-response.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let report = try report()
    try console.output(format == .json ? report.json : report.text(console.style))
    return .success
  }

  private func report() throws(CommandFailure) -> DecodeReport {
    let redaction = redact ? Redaction() : nil
    func shown(_ octets: [UInt8]) -> Payload { redaction?.payload(Payload(octets)) ?? Payload(octets) }
    guard given.isEmpty else {
      let octets = try octets(of: given.joined(separator: " "))
      guard octets.count <= WrittenPayload.mostOctets else {
        throw CommandFailure("HEX: expected at most \(WrittenPayload.mostOctets) bytes, found \(octets.count)")
      }
      return DecodeReport(pdu: layout.pdu, pasted: shown(octets).octets, services: service)
    }
    return DecodeReport(
      pdu: layout.pdu, advertising: layout.advertising.map { shown($0.octets) },
      scanResponse: layout.scanResponse.map { shown($0.octets) }, services: service)
  }

  private func octets(of text: String) throws(CommandFailure) -> [UInt8] {
    do throws(HexText.Problem) {
      return try HexText.octets(of: text)
    } catch {
      switch error {
      case .notHex(let position, let character):
        throw CommandFailure("HEX, character \(position): expected a hex digit, found \(character)")
      case .oddDigits(let position):
        throw CommandFailure("HEX, character \(position): expected two hex digits for each byte, found one")
      }
    }
  }
}
