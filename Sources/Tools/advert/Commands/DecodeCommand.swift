internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertInput
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertisingData
internal import ArgumentParser

struct DecodeCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Say what bytes mean: every AD structure of a payload.",
    discussion: """
      HEX may be pasted as it is: with spaces, commas, colons, 0x, line breaks; as an array of C, Java or Python in \
      hex or decimal, a Python string, a hex dump with offsets and characters, or base64. If it has more bytes than \
      one block holds, it is taken as advertising data and scan response data in one, as phone apps show them, with \
      the divisions that are possible. --cut takes one of them, and --merged says that fewer bytes are both blocks. \
      Of HCI events and packets of the link layer, as Wireshark copies them, the data are shown.

      A text with several payloads, in arrays, lines or between other words, is shown one by one, each with its line.

      HEX may also be a line of a log that reports an error, such as "rc = 4 ble_gap_adv_set_fields" or \
      "onStartFailure: 1": then decode says what it means for advertising, and what to do.

      HEX may also be the path of a text with one of these, of a capture or a log, whose distinct payloads are shown \
      with their devices, or of a firmware image, whose payloads are shown. --find \
      searches firmware whose program shows none when it is run. What it finds is only built like a payload: nothing \
      there says that it is sent.

      --key A4:C1:38:12:34:56=HEX decrypts data sent from that address, --key HEX data that have the address in them \
      or need none.

      --service tries a service against the bits of an iOS overflow area.

      Exit status: 0 when every AD structure is whole; 1 when one is not, or does not fit; 2 when there is nothing to \
      decode.
      """)

  @Argument(help: ArgumentHelp("A payload as hex, or - for standard input.", valueName: "hex"))
  var given: [String] = []

  @Flag(
    help:
      "Search the files given for bytes that are built like payloads: texts, and firmware without symbols, as ELF, Intel HEX, UF2 or binary."
  )
  var find = false

  @Flag(
    help:
      "Of firmware images, say how the program was run: where it began, what it asked for, and what was left or cut short."
  )
  var explain = false

  @OptionGroup(title: OptionTitle.bytes) var layout: HexLayoutOptions

  @Option(name: .long, help: .service, transform: BluetoothUUID.init(ofService:))
  var service: [BluetoothUUID] = []

  @Flag(help: .redact)
  var redact = false

  @Option(name: .long, help: "The format of the result.")
  var format: ReportFormat = .text

  @OptionGroup var decryption: KeyOptions

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { redact }

  func validate() throws {
    guard !find || !given.isEmpty && layout.isEmpty else {
      throw ValidationError("--find needs files to search.")
    }
    guard layout.image.stack.isEmpty else {
      throw ValidationError("--stack is about programs, which lint, reach, repack, emit, report and diff read.")
    }
    guard given.isEmpty != (layout.isEmpty) else {
      throw ValidationError("Give either HEX, or --adv and --scan-response, or --merged.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let keys = try decryption.keys(redacts: redact, allowsBare: true)
    if find {
      let report = try candidates()
      try format == .json ? console.output(report.json) : console.show(report.text(console.style))
      return .success
    }
    if let images = try images() {
      try format == .json ? console.output(images.json) : console.show(images.text(console.style))
      return .success
    }
    if isCapture, let captured = try captured(keys) { return try show(captured, on: console) }
    let text =
      given.isEmpty
      ? nil
      : given == ["-"]
        ? try RewindableSource.text(named: "-", expected: "the bytes of a payload as text")
        : try fileText() ?? given.joined(separator: " ")
    var report: DecodeReport
    let pasted: PastedText?
    do throws(CommandFailure) {
      pasted = try text.map(self.pasted)
    } catch {
      guard let parts = try severalParts(of: text ?? "", keys) ?? captured(keys) else { throw error }
      return try show(parts, on: console)
    }
    switch pasted {
    case .errors(let errors):
      let report = ErrorReport(errors)
      try format == .json ? console.output(report.json) : console.show(report.text(console.style))
      return .success
    case let pasted?: report = try self.report(on: pasted, text ?? "")
    case nil: report = try reportOnOptions()
    }
    report.keys = keys
    try format == .json ? console.output(report.json) : console.show(report.text(console.style))
    for problem in report.problems { try console.complain(problem) }
    return report.problems.isEmpty ? .success : .findings
  }

  private func show(_ parts: DecodePartsReport, on console: Console) throws -> ExitStatus {
    try format == .json ? console.output(parts.json) : console.show(parts.text(console.style))
    for problem in parts.problems { try console.complain(problem) }
    return parts.problems.isEmpty ? .success : .findings
  }

  /// Whether the only argument is the path of a file that is no text.
  private var isCapture: Bool {
    given.count == 1 && FileKind(of: given[0]) == .file && !FirstArgument.isOctets(given[0])
      && RewindableSource.text(ofFile: given[0]) == nil
  }

  /// The payloads of the capture or the log whose path is the only argument; `nil` for anything else. Bytes in code are
  /// examples.
  private var captureOfArgument: DecodedCapture? {
    guard given.count == 1, !FirstArgument.isOctets(given[0]),
      RewindableSource.text(ofFile: given[0]).map({ TextKind.hasCode($0) }) != true
    else { return nil }
    return DecodedCapture(given[0])
  }

  /// Returns the reports on the distinct payloads of a capture or a log; `nil` when the arguments are anything else.
  private func captured(_ keys: DataKeys) throws(CommandFailure) -> DecodePartsReport? {
    guard layout.cut == nil, layout.givenPDU == nil, let capture = captureOfArgument else { return nil }
    let redaction = redact ? Redaction() : nil
    let parts = capture.parts.map { part in
      let payload = redaction?.payload(part.payload) ?? part.payload
      var report = DecodeReport(
        pdu: part.pdu ?? .advInd, advertising: part.block == .advertising ? payload : nil,
        scanResponse: part.block == .scanResponse ? payload : nil, services: service)
      report.keys = keys
      return DecodePartsReport.Part(name: redact ? nil : part.name, lines: [], report: report)
    }
    return DecodePartsReport(ofCapture: parts, leftOut: capture.left)
  }

  /// Returns the data in files that have the form of payloads.
  private func candidates() throws(CommandFailure) -> CandidateReport {
    let redaction = redact ? Redaction() : nil
    var found: [(path: String, search: CandidateSearch)] = []
    for path in given {
      let shown = redaction?.path(path) ?? path
      do throws(ImageError) {
        let search = try Self.search(path)
        found.append((shown, redaction.map { redaction in search.replacing { redaction.payload($0) } } ?? search))
      } catch {
        throw CommandFailure("\(shown): \(error)")
      }
    }
    return CandidateReport(found)
  }

  /// Searches a file: the lines of a text, unless they are firmware in hex, or the bytes.
  private static func search(_ path: String) throws(ImageError) -> CandidateSearch {
    let file = try ImageFile(path: path)
    guard !CandidateSearch.recognises(file), let text = RewindableSource.text(ofFile: path),
      !text.utf8.contains(where: { $0 < 0x09 })
    else { return try CandidateSearch(file) }
    let payloads = PacketHex.payloads(in: text)
    return CandidateSearch(ofText: payloads, isCutOff: payloads.count == PacketHex.mostPayloads)
  }

  /// Returns the payloads of firmware images; `nil` when the arguments are not the paths of such files.
  private func images() throws(CommandFailure) -> ImageReport? {
    var files: [(path: String, file: ImageFile)] = []
    for path in given {
      guard let file = try? ImageFile(path: path) else {
        guard !FirmwareFile.isName(path) || FileKind(of: path) != nil else {
          throw CommandFailure("\(path): cannot be read: no such file or directory")
        }
        return nil
      }
      guard FirmwareImage.recognises(file) else {
        guard let other = FirmwareFile(path: path), !hasPayload(path), captureOfArgument == nil else { return nil }
        throw CommandFailure("\(path): expected a firmware image or hex digits, found \(other.description)")
      }
      files.append((path, file))
    }
    guard !files.isEmpty else { return nil }
    let redaction = redact ? Redaction() : nil
    var images: [(path: String, image: FirmwareImage)] = []
    for (path, file) in files {
      let image: FirmwareImage
      do throws(ImageError) {
        image = try FirmwareImage(
          file, wanted: layout.image.symbol, configuredName: BuildConfiguration.deviceName(ofImage: path))
      } catch {
        throw CommandFailure("\(redaction?.path(path) ?? path): \(error)")
      }
      let shown = redaction?.path(path) ?? path
      let known = Set(image.arrays.map(\.name) + image.unread.map(\.name))
      if let wanted = layout.image.symbol.first(where: { !known.contains($0.symbol) }) {
        throw CommandFailure("\(shown): expected an array \"\(wanted.symbol)\" in the image, found none")
      }
      images.append((shown, redaction?.image(image) ?? image))
    }
    return ImageReport(images, explains: explain)
  }

  /// Returns whether a file is a text whose only list or array is a payload, or which is that payload, whatever its name
  /// says.
  private func hasPayload(_ path: String) -> Bool {
    guard let text = RewindableSource.text(ofFile: path), (try? PastedText(text)) != nil else { return false }
    return switch TextKind(text, path: path) {
    case .arrays, .list: true
    case .firmware, .program: false
    default: !TextKind.hasCode(text)
    }
  }

  /// Returns the reports on the payloads of a text that is not one; `nil` for any other text.
  private func severalParts(of text: String, _ keys: DataKeys) throws(CommandFailure) -> DecodePartsReport? {
    guard layout.cut == nil, layout.givenPDU == nil, let several = PastedParts(text) else { return nil }
    var parts: [DecodePartsReport.Part] = []
    for part in several.parts {
      var report = try self.report(on: part.content, "")
      report.keys = keys
      parts.append(DecodePartsReport.Part(name: redact ? nil : part.name, lines: part.lines, report: report))
    }
    return DecodePartsReport(parts, remark: several.remark)
  }

  private func pasted(_ text: String) throws(CommandFailure) -> PastedText {
    do throws(PastedText.Problem) {
      return try PastedText(text, isPayload: layout.cut != nil || layout.givenPDU != nil)
    } catch {
      throw CommandFailure(error.line(about: "HEX"))
    }
  }

  /// Returns the report on what a text is.
  private func report(on pasted: PastedText, _ text: String) throws(CommandFailure) -> DecodeReport {
    let redaction = redact ? Redaction() : nil
    func shown(_ payload: Payload) -> Payload { redaction?.payload(payload) ?? payload }
    switch pasted {
    case .bytes(let octets):
      return try report(
        on: DeclaredLayout(
          undeclared: shown(Payload(octets)).octets, areListed: PastedOctets.areListed(text), pdu: layout.pdu))
    case .layout(let declared): return try report(on: redaction?.layout(declared) ?? declared)
    case .possibly(let value):
      throw CommandFailure("HEX: expected the bytes of a payload, found \(DecodeReport.possibility(value))")
    default:
      guard let report = DecodeReport(pasted, pdu: layout.pdu, services: service, showing: shown) else {
        throw CommandFailure("HEX: expected the bytes of a payload, found none")
      }
      return report
    }
  }

  private func reportOnOptions() throws(CommandFailure) -> DecodeReport {
    let redaction = redact ? Redaction() : nil
    func shown(_ octets: [UInt8]) -> Payload { redaction?.payload(Payload(octets)) ?? Payload(octets) }
    if let merged = layout.declared, merged.merged != nil {
      return try report(on: redaction?.layout(merged) ?? merged)
    }
    guard [layout.advertising, layout.scanResponse].contains(where: { $0?.octets.isEmpty == false }) else {
      throw CommandFailure("--adv and --scan-response: expected the bytes of a payload, found none")
    }
    return DecodeReport(
      pdu: layout.pdu, advertising: layout.advertising.map { shown($0.octets) },
      scanResponse: layout.scanResponse.map { shown($0.octets) }, services: service)
  }

  /// Returns the report on octets that may be both blocks, divided where the user says so.
  private func report(on declared: DeclaredLayout) throws(CommandFailure) -> DecodeReport {
    guard let cut = layout.cut else { return DecodeReport(declared, services: service) }
    return try DecodeReport(declared.divided(byChoice: cut, in: "HEX"), services: service)
  }

  /// Returns the content of the only argument, when it is the path of a text and no bytes.
  private func fileText() throws(CommandFailure) -> String? {
    guard given.count == 1, FileKind(of: given[0]) == .file, !FirstArgument.isOctets(given[0]) else { return nil }
    guard let text = RewindableSource.text(ofFile: given[0]) else {
      let shown = redact ? Redaction().path(given[0]) : given[0]
      guard let problem = DecodedCapture.problem(of: given[0]) else {
        throw CommandFailure(
          "\(shown): expected bytes, found a capture without any; advert inspect shows what is in it")
      }
      throw CommandFailure("\(shown): \(redact ? problem.expectation : problem.message), or text with bytes")
    }
    return text
  }
}
