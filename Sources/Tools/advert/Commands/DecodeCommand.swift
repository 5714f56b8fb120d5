internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertSources
internal import AdvertisingData
internal import ArgumentParser

struct DecodeCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Say what bytes mean: every AD structure of a payload.",
    discussion: """
      HEX may be pasted as it is: with spaces, commas, colons, 0x, line breaks; as an array of C, Java or Python in hex \
      or decimal, a Python string, a hex dump with offsets and characters, or base64. If it has more bytes than one \
      block holds, it is taken as advertising data and scan response data in one, as phone apps show them, with the \
      divisions that are possible. --cut takes one of them, and --merged says that fewer bytes are both blocks. Of HCI events \
      and packets of the link layer, as Wireshark copies them, the data are shown.

      HEX may also be a line of a log that reports an error, such as "rc = 4 ble_gap_adv_set_fields" or \
      "onStartFailure: 1": then decode says what it means for advertising, and what to do.

      HEX may also be the path of a text with one of these, or of a firmware image, whose payloads are shown. --find searches firmware whose program shows \
      none when it is run. What it finds is only built like a payload: nothing there says that it is sent.

      --key A4:C1:38:12:34:56=HEX decrypts data sent from that address, --key HEX data that have the address in them or \
      need none.

      --service tries a service against the bits of an iOS overflow area.

      Exit status: 0 when every AD structure is whole; 1 when one is not, or does not fit; 2 when there is nothing to \
      decode.
      """)

  @Argument(help: ArgumentHelp("A payload as hex, or - for standard input.", valueName: "hex"))
  var given: [String] = []

  @Flag(
    help:
      "Search the files given for bytes that are built like payloads: firmware without symbols, as ELF, Intel HEX, UF2 or binary."
  )
  var find = false

  @Flag(
    help:
      "Of firmware images, say how the program was run: where it began, what it asked for, and what was left or cut short."
  )
  var explain = false

  @OptionGroup var layout: HexLayoutOptions

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
    let text =
      given.isEmpty ? nil : given == ["-"] ? try standardInput() : try fileText() ?? given.joined(separator: " ")
    if let errors = text.flatMap({ Self.errors(in: $0) ?? Self.answer(in: $0) }) {
      try format == .json ? console.output(errors.json) : console.show(errors.text(console.style))
      return .success
    }
    var report = try report(on: text)
    report.keys = keys
    try format == .json ? console.output(report.json) : console.show(report.text(console.style))
    for problem in report.problems { try console.complain(problem) }
    return report.problems.isEmpty ? .success : .findings
  }

  /// Returns the data in files that have the form of payloads.
  private func candidates() throws(CommandFailure) -> CandidateReport {
    let redaction = redact ? Redaction() : nil
    var found: [(path: String, search: CandidateSearch)] = []
    for path in given {
      let shown = redaction?.path(path) ?? path
      do throws(ImageError) {
        let search = try CandidateSearch(ImageFile(path: path))
        found.append((shown, redaction.map { redaction in search.replacing { redaction.payload($0) } } ?? search))
      } catch {
        throw CommandFailure("\(shown): \(error)")
      }
    }
    return CandidateReport(found)
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
        if let other = FirmwareFile(path: path) {
          throw CommandFailure("\(path): expected a firmware image or hex digits, found \(other.description)")
        }
        return nil
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
      let replaced = redaction.map { redaction in
        image.replacing(payloads: { redaction.payload($0) }, paths: { redaction.path($0) })
      }
      images.append((shown, replaced ?? image))
    }
    return ImageReport(images, explains: explain)
  }

  /// Returns what the error lines of a text mean; `nil` for a text without any, and for several lines that are bytes.
  private static func errors(in text: String) -> ErrorReport? {
    guard let report = ErrorReport(text) else { return nil }
    return report.lines.count > 1 && (try? PastedPayload.octets(of: text)) != nil ? nil : report
  }

  /// Returns the meaning of an HCI event in which a controller refuses a command; `nil` for other texts.
  private static func answer(in text: String) -> ErrorReport? {
    guard let octets = try? PastedPayload.octets(of: text), let line = PacketHex.refusal(in: octets) else { return nil }
    return ErrorReport(line)
  }

  /// Returns the report on pasted text, or on the options without one.
  private func report(on text: String?) throws(CommandFailure) -> DecodeReport {
    let redaction = redact ? Redaction() : nil
    func shown(_ octets: [UInt8]) -> Payload { redaction?.payload(Payload(octets)) ?? Payload(octets) }
    if let text {
      if let buffers = PastedBuffers(text) {
        return DecodeReport(
          pdu: layout.pdu, advertising: shown(buffers.advertising), scanResponse: shown(buffers.scanResponse),
          services: service)
      }
      let calls = PacketHex.commands(inCallsOf: text)
      if let report = DecodeReport(commands: calls, services: service, showing: { shown($0.octets) }) { return report }
      if let report = try Self.report(onDeviceIn: text, services: service, showing: { shown($0.octets) }) {
        return report
      }
      if let values = PastedValues(text) {
        return DecodeReport(values, services: service, showing: { shown($0.octets) })
      }
      let octets: [UInt8]
      do throws(CommandFailure) {
        octets = try self.octets(of: text)
      } catch {
        if let record = Self.record(in: text) { return try report(on: redaction?.layout(record) ?? record) }
        if let value = Base64Text.octets(of: Array(text.utf8)[...]), let values = PastedValues(valueIn: value) {
          return DecodeReport(values, services: service, showing: { shown($0.octets) })
        }
        guard let declared = Self.layout(in: text) else { throw error }
        return try report(on: redaction?.layout(declared) ?? declared)
      }
      guard !octets.isEmpty else { throw CommandFailure("HEX: expected the bytes of a payload, found none") }
      guard octets.count <= WrittenPayload.maximumOctets else {
        throw CommandFailure("HEX: expected at most \(WrittenPayload.maximumOctets) bytes, found \(octets.count)")
      }
      if let log = PacketHex.log(of: octets), let capture = try? Capture(MemorySource(Array(log.utf8))),
        let report = DecodeReport(
          packetsFrom: Array(capture.devices), services: service, showing: { shown($0.octets) })
      {
        return report
      }
      if let remark = PacketHex.remark(on: octets) {
        throw CommandFailure("HEX: expected the bytes of a payload, found \(remark)")
      }
      if let report = DecodeReport(commands: [octets], services: service, showing: { shown($0.octets) }) {
        return report
      }
      if !KnownStructures(octets[...]).areAll, let values = PastedValues(valueIn: octets) {
        return DecodeReport(values, services: service, showing: { shown($0.octets) })
      }
      if layout.cut == nil, layout.givenPDU == nil, let possibility = DecodeReport.possibility(of: octets) {
        throw CommandFailure("HEX: expected the bytes of a payload, found \(possibility)")
      }
      return try report(
        on: DeclaredLayout(undeclared: shown(octets).octets, areListed: PastedOctets.areListed(text), pdu: layout.pdu))
    }
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

  /// Returns the report on the values that a program printed of a device; `nil` for other texts.
  private static func report(
    onDeviceIn text: String, services: [BluetoothUUID], showing show: (Payload) -> Payload
  ) throws(CommandFailure) -> DecodeReport? {
    guard let printed = printed(in: text), printed.merged.isEmpty, let heard = printed.values.first else { return nil }
    let expected = "HEX: expected the bytes of a payload, found "
    guard printed.values.count == 1 else {
      throw CommandFailure(
        expected + "the values of \(printed.values.count) devices, which advert inspect reads in a file")
    }
    guard
      let values = PastedValues(
        manufacturerData: heard.values.manufacturerData, serviceData: heard.values.serviceData)
    else {
      let hasNone = heard.values.manufacturerData.isEmpty && heard.values.serviceData.isEmpty
      throw CommandFailure(
        expected
          + (hasNone
            ? "a printed device without data: save it to a file and run advert inspect"
            : "a printed device with more or longer values than packets hold"))
    }
    return DecodeReport(values, of: heard, services: services, showing: show)
  }

  /// Returns what programs printed of devices in a text; `nil` for a text without objects, and for one with packets.
  private static func printed(in text: String) -> CaptureSummary? {
    guard text.utf8.contains(where: { "({[".utf8.contains($0) }),
      let capture = try? Capture(MemorySource(Array((text + "\n").utf8))), capture.summary.records == 0
    else { return nil }
    return capture.summary
  }

  /// Returns the bytes of both packets that a program printed of the only device in a text; `nil` for other texts.
  private static func record(in text: String) -> DeclaredLayout? {
    guard let printed = printed(in: text), printed.values.isEmpty, printed.merged.count == 1 else { return nil }
    return MergedPayload(printed.merged[0].octets).map { DeclaredLayout(merged: $0) }
  }

  /// Returns the report on octets that may be both blocks, divided where the user says so.
  private func report(on declared: DeclaredLayout) throws(CommandFailure) -> DecodeReport {
    guard let cut = layout.cut else { return DecodeReport(declared, services: service) }
    return try DecodeReport(declared.divided(byChoice: cut, in: "HEX"), services: service)
  }

  private func octets(of text: String) throws(CommandFailure) -> [UInt8] {
    let isProse = Self.isProse(text)
    let octets: [UInt8]
    do throws(PastedPayload.Problem) {
      octets = try PastedPayload.octets(of: text)
    } catch {
      switch error {
      case .source: throw CommandFailure("HEX, \(error)")
      case _ where isProse: throw CommandFailure(Self.unknownText)
      case .octets(.hex) where Self.words(in: text) > 0: throw CommandFailure(Self.unknownText)
      case .octets(.hex), .octets(.dumpLine), .octets(.tableRow): throw CommandFailure("HEX, \(error)")
      case .octets: throw CommandFailure("HEX: \(error)")
      }
    }
    // The number of an error: `Busy (0x0a)`.
    guard !isProse || octets.count > 1 else { throw CommandFailure(Self.unknownText) }
    return octets
  }

  private static let unknownText =
    "HEX: expected bytes, or a line with an error that is known, found other text; name the function or the library that "
    + "printed the line, or give the bytes alone"

  /// Returns whether a text is that of a message: two words or more are no bytes, and it is not of a program.
  private static func isProse(_ text: String) -> Bool {
    guard !text.contains(where: { "{[;=\"".contains($0) }) else { return false }
    return words(in: text) > 1
  }

  /// Returns the number of words that cannot be hex.
  private static func words(in text: String) -> Int {
    text.split { !$0.isLetter && !$0.isNumber }
      .count { $0.count > 2 && $0.allSatisfy(\.isLetter) && !$0.allSatisfy(\.isHexDigit) }
  }

  /// The fewest bytes of a layout that is not bytes alone. Error codes behind a label have four.
  private static let fewestOctets = 5

  /// Returns the only layout of a text with labels or comments beside its bytes: `Raw data: 0x02010603030D18`; `nil` for
  /// other texts.
  private static func layout(in text: String) -> DeclaredLayout? {
    guard HexLayouts.recognises(text), let layouts = try? HexLayouts.read(text), layouts.count == 1,
      let octets = layouts[0].merged?.payload ?? layouts[0].layout.advertising, octets.count >= fewestOctets
    else { return nil }
    return layouts[0]
  }

  /// Returns the content of the only argument, when it is the path of a text and no bytes.
  private func fileText() throws(CommandFailure) -> String? {
    guard given.count == 1, FileKind(of: given[0]) == .file, !FirstArgument.isOctets(given[0]) else { return nil }
    guard let text = RewindableSource.text(ofFile: given[0]) else {
      let shown = redact ? Redaction().path(given[0]) : given[0]
      throw CommandFailure("\(shown): expected text with bytes or an error line; advert inspect reads captures")
    }
    return text
  }

  private func standardInput() throws(CommandFailure) -> String {
    let source: RewindableSource
    do throws(InputProblem) {
      source = try RewindableSource(opening: "-")
    } catch {
      throw CommandFailure("-: \(error.message)")
    }
    guard let text = source.text else {
      throw CommandFailure("-: expected the bytes of a payload as text, found something else")
    }
    return text
  }
}
