package import AdvertBuilders
package import AdvertCapture
internal import AdvertManifest
package import AdvertObservation
package import AdvertReading
internal import AdvertSources
package import AdvertisingData
internal import AssignedNumbers

/// The kinds of texts that a person pastes. Here it is decided, for the command and for the page.
package enum PastedText {
  /// Lines that report errors.
  case errors(ErrorLines)
  /// HCI commands with data to advertise, each with its packet indicator.
  case commands([[UInt8]])
  /// The values that a program printed of one device.
  case device(ValueLine, PastedValues)
  /// Values without the AD structures around them.
  case values(PastedValues)
  /// Packets with advertising data in them, and the number of octets before them that a sniffer put there.
  case packets(Capture, header: Int)
  /// The bytes of a payload.
  case bytes([UInt8])
  /// Bytes that are no AD structures, and may be manufacturer data.
  case possibly(ManufacturerData)
  /// The bytes of the only layout of a text with labels, comments, or an array or a printed buffer for each block, or of the
  /// only device that a program prints with both packets in one.
  case layout(DeclaredLayout)
  /// The only bytes of a payload in a text that says other things, too.
  case piece([UInt8])

  /// The reason why a text is nothing that can be decoded.
  package struct Problem: Error {
    /// The reason, without a full stop.
    package let words: String
    /// Whether the reason begins with the place in the text.
    package var isAtPlace = false

    /// Returns the reason in a line about something.
    package func line(about what: String) -> String { what + (isAtPlace ? ", " : ": ") + words }
  }

  /// Decides what a text is.
  ///
  /// - Parameter isPayload: whether the user says that the text is a payload, so that no other meaning of bytes is looked for.
  package init(_ text: String, isPayload: Bool = false) throws(Problem) {
    let facts = TextFacts(Self.inOneLine(text), for: .words, isPayload: isPayload)
    guard case .pasted(let known, _)? = try TextKind.kind(facts) else { throw Self.refusal(of: facts) }
    self = known
  }

  /// Returns a label and the octets behind it in one line of hex, where the text has them in two lines, in base64, or with an
  /// index before each; other texts as they are.
  static func inOneLine(_ text: String) -> String {
    withLabel(text) ?? Base64Line.hex(in: text) ?? IndexedLines.hex(in: text) ?? text
  }

  /// Returns a label and the line below it in one line; `nil` for other texts than two lines with a label in the first.
  private static func withLabel(_ text: String) -> String? {
    let lines = text.split { $0.isNewline }.filter { $0.contains { $0 > " " } }
    guard lines.count == 2, lines[0].utf8.last(where: { $0 > 0x20 }) == UInt8(ascii: ":") else { return nil }
    return "\(lines[0]) \(lines[1])"
  }

  /// Returns what the error lines or the error code of a text mean; `nil` for a text without any, and for several lines that
  /// are bytes.
  static func errors(in facts: TextFacts) -> ErrorLines? {
    let octets = try? PastedPayload.octets(of: facts.text)
    if let errors = ErrorLines(facts.text), errors.lines.count == 1 || octets == nil { return errors }
    return octets.flatMap { errors(ofAnswer: $0) } ?? (facts.isPayload ? nil : errors(ofCode: facts.text))
  }

  /// Returns the meanings of an error code alone: `0x07`, `-22`, `12802`; `nil` for other texts, and for bytes that can begin a
  /// payload.
  static func errors(ofCode text: String) -> ErrorLines? {
    guard var errors = ErrorLines(code: text) else { return nil }
    guard let octets = try? PastedPayload.octets(of: text) else { return errors }
    let hasPrefix = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") }
    guard octets.count == 1 || octets.count == 2 && hasPrefix && KnownStructures(octets[...]).count == 0 else {
      return nil
    }
    errors.byte = octets.count == 1 && !text.utf8.contains(UInt8(ascii: "-")) ? octets[0] : nil
    return errors
  }

  /// Returns the meaning of an HCI event in which a controller refuses a command; `nil` for other octets.
  static func errors(ofAnswer octets: [UInt8]) -> ErrorLines? {
    PacketHex.refusal(in: octets).flatMap { ErrorLines($0) }
  }

  /// Returns the buffers, the commands or the arrays of both blocks in a text; `nil` for other texts.
  static func parts(in facts: TextFacts) -> PastedText? {
    if let buffers = PastedBuffers(facts.text) { return .layout(DeclaredLayout(buffers)) }
    if TextKind.isSource(facts.text), !facts.isProgram, let both = DeclaredArrays(facts.text).both {
      return .layout(both)
    }
    let commands = PacketHex.commands(inCallsOf: facts.text).filter { DataCommand($0) != nil }
    return commands.isEmpty ? nil : .commands(commands)
  }

  // MARK: Bytes

  /// Returns what the bytes are that a text is; `nil` for a text that is not bytes from its beginning to its end, and for
  /// bytes on the page that are no payload, because it shows other texts, too.
  static func bytes(_ facts: TextFacts) throws(Problem) -> PastedText? {
    guard let octets = facts.octets else { return nil }
    if let errors = errors(ofAnswer: octets) { return .errors(errors) }
    if !facts.isPayload, KnownStructures(octets[...]).count == 0,
      let kind = label(of: facts.text).flatMap({ PastedValues.kind(ofLabel: $0) })
    {
      let lack = kind == "a UUID" ? kind : kind + " without the AD structure around it"
      throw Problem(words: "expected the bytes of a payload, found " + lack)
    }
    do throws(Problem) {
      return try PastedText(octets: octets, isPayload: facts.isPayload)
    } catch {
      guard facts.user == .page else { throw error }
      facts.problem = error
      return nil
    }
  }

  /// Returns the text before the first colon or sign of equality; `nil` without one.
  private static func label(of text: String) -> Substring? {
    text.firstIndex { $0 == ":" || $0 == "=" }.map { text[..<$0] }
  }

  /// Decides what bytes are that are a whole text, or a list in one.
  package init(octets: [UInt8], isPayload: Bool) throws(Problem) {
    guard !octets.isEmpty else { throw Problem(words: "expected the bytes of a payload, found none") }
    guard octets.count <= WrittenPayload.maximumOctets else {
      throw Problem(words: "expected at most \(WrittenPayload.maximumOctets) bytes, found \(octets.count)")
    }
    if let both = PacketHex.bothBlocks(in: octets), let merged = MergedPayload(both.octets) {
      self = .layout(DeclaredLayout(merged: merged))
    } else if let log = PacketHex.log(of: octets), let capture = try? Capture(MemorySource(Array(log.utf8))),
      capture.devices.first?.layouts.first != nil
    {
      self = .packets(capture, header: PacketHex.headerCount(in: octets))
    } else if let remark = PacketHex.remark(on: octets) {
      throw Problem(words: "expected the bytes of a payload, found \(remark)")
    } else if DataCommand(octets) != nil {
      self = .commands([octets])
    } else if !isPayload, let payload = KnownStructures.counted(atEndOf: octets) {
      self = .piece(payload)
    } else if !KnownStructures(octets[...]).areAll, let values = PastedValues(valueIn: octets) {
      self = .values(values)
    } else if !isPayload, let value = Self.possibleValue(in: octets) {
      self = .possibly(value)
    } else {
      self = .bytes(octets)
    }
  }

  private static func possibleValue(in octets: [UInt8]) -> ManufacturerData? {
    PastedValues.possible(in: octets, isAssigned: { ADTypes.name(of: $0) != nil })
  }

  /// Returns the octets of a text that is one payload in a form that people copy.
  static func octets(of text: String) throws(Problem) -> [UInt8] {
    let isMessage = isMessage(text)
    let octets: [UInt8]
    do throws(PastedPayload.Problem) {
      octets = try PastedPayload.octets(of: text)
    } catch {
      switch error {
      case .source: throw Problem(words: "\(error)", isAtPlace: true)
      case _ where isMessage: throw Self.unknownText
      case .octets(.hex) where words(in: text) > 0: throw Self.unknownText
      case .octets(.severalArrays) where words(in: text) > 1 && !TextKind.isSource(text): throw Self.unknownText
      case .octets(.hex), .octets(.dumpLine), .octets(.tableRow): throw Problem(words: "\(error)", isAtPlace: true)
      case .octets: throw Problem(words: "\(error)")
      }
    }
    // The number of an error: `Busy (0x0a)`.
    guard !isMessage || octets.count > 1 else { throw Self.unknownText }
    return octets
  }

  static let unknownText = Problem(
    words:
      "expected bytes, or a line with an error that is known, found other text; name the function or the library that "
      + "printed the line, or give the bytes alone")

  /// Returns whether a text is that of a message: two words or more are no bytes, and it is not of a program.
  private static func isMessage(_ text: String) -> Bool {
    guard !text.utf8.contains(where: { "{[;=\"".utf8.contains($0) }) else { return false }
    return words(in: text) > 1
  }

  /// Returns the number of words of at least three letters that cannot be hex.
  private static func words(in text: String) -> Int {
    let words = text.utf8.split { octet in
      !(0x61...0x7A ~= octet | 0x20) && !(0x30...0x39 ~= octet) && octet < 0x80
    }
    return words.count { word in
      word.count > 2 && word.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || $0 >= 0x80 }
        && !word.allSatisfy { HexDigits.value(of: $0) != nil }
    }
  }

  // MARK: Texts with more than bytes

  /// Returns what a text is that is not bytes from its beginning to its end; `nil` when no bytes and no values are known in it.
  static func other(in facts: TextFacts) -> PastedText? {
    if let record = record(facts.printed) { return .layout(record) }
    guard !facts.isLogWithoutBytes else { return nil }
    if let value = Base64Text.octets(of: Array(facts.text.utf8)[...]), let values = PastedValues(valueIn: value) {
      return .values(values)
    }
    if let layout = layout(in: facts.text) {
      return layout.payloads.first.flatMap { possibleValue(in: $0.octets) }.map { .possibly($0) } ?? .layout(layout)
    }
    guard !facts.isProgram, facts.pieces.count == 1, facts.pieces[0].count >= fewestOctets else { return nil }
    return .piece(facts.pieces[0])
  }

  /// Says which command takes a text that is not decoded.
  private static func refusal(of facts: TextFacts) -> Problem {
    let kind =
      if facts.isProgram {
        "lines of a program, whose calls advert lint, reach and emit read from a file"
      } else if facts.hasKeys {
        "a manifest, which advert lint, reach and repack read from a file"
      } else if facts.countOfDevices > 0 {
        "a log with \(counted(facts.countOfDevices, "device")), which advert inspect and lint read from a file"
      } else {
        ""
      }
    return kind.isEmpty ? facts.problem : Problem(words: "expected the bytes of a payload, found \(kind)")
  }

  /// The fewest bytes of a layout that is not bytes alone. Error codes behind a label have four.
  private static let fewestOctets = 5

  /// The fewest bytes behind a label that do not begin as a payload: counters, times and addresses have fewer.
  private static let fewestOfAnyStart = 7

  /// Returns the only layout of a text with labels or comments beside its bytes: `Raw data: 0x02010603030D18`; `nil` for
  /// other texts.
  private static func layout(in text: String) -> DeclaredLayout? {
    guard let layouts = layouts(in: text), layouts.count == 1, case let payloads = layouts[0].payloads,
      payloads.count > 1 && payloads.allSatisfy({ !$0.isEmpty })
        || payloads.contains(where: { $0.count >= fewestOctets })
    else { return nil }
    return layouts[0]
  }

  /// Returns the layouts of a text with labels or comments beside bytes; `nil` for other texts, and for counters, times and
  /// addresses.
  static func layouts(in text: String) -> [DeclaredLayout]? {
    guard HexLayouts.recognises(text), let layouts = try? HexLayouts.read(text) else { return nil }
    let payloads = layouts.flatMap { ($0.merged.map { [$0.payload] } ?? []) + $0.layout.blocks.map { $0.payload } }
    let arePayloads = payloads.contains { $0.count >= fewestOfAnyStart || KnownStructures($0.octets[...]).count > 0 }
    return arePayloads ? layouts : nil
  }

  /// Returns the values that a program printed of the only device in a text; `nil` for other texts.
  static func printedDevice(_ facts: TextFacts) throws(Problem) -> PastedText? {
    guard let printed = facts.printed, printed.merged.isEmpty, let heard = printed.values.first else {
      return nil
    }
    let expected = "expected the bytes of a payload, found "
    guard printed.values.count == 1 else {
      throw Problem(
        words: expected + "the values of \(printed.values.count) devices, which advert inspect reads in a file")
    }
    guard
      let values = PastedValues(
        manufacturerData: heard.values.manufacturerData, serviceData: heard.values.serviceData)
    else {
      let hasNone = heard.values.manufacturerData.isEmpty && heard.values.serviceData.isEmpty
      throw Problem(
        words: expected
          + (hasNone
            ? "a printed device without data: save it to a file and run advert inspect"
            : "a printed device with more or longer values than packets hold"))
    }
    return .device(heard, values)
  }

  /// Returns the bytes of both packets that a program printed of the only device in a text; `nil` for other texts.
  private static func record(_ printed: CaptureSummary?) -> DeclaredLayout? {
    guard let printed, printed.values.isEmpty, printed.merged.count == 1 else {
      return nil
    }
    return MergedPayload(printed.merged[0].octets).map { DeclaredLayout(merged: $0) }
  }
}

extension DeclaredLayout {
  /// Both blocks, each in a buffer that a program prints.
  package init(_ buffers: PastedBuffers) {
    self.init(
      name: nil,
      layout: Layout(
        pdu: .advInd, advertising: Payload(buffers.advertising), declaring: Payload(buffers.scanResponse)))
  }
}
