package import AdvertFirmware
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// The payloads of firmware images for people and machines.
package struct ImageReport: Sendable {
  private let images: [(path: String, image: FirmwareImage)]

  private let explains: Bool

  /// - Parameters:
  ///   - images: each with its path, in the order of the arguments.
  ///   - explains: whether to explain the runs of programs.
  package init(_ images: [(path: String, image: FirmwareImage)], explains: Bool = false) {
    self.images = images
    self.explains = explains
  }

  package func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    for (path, image) in images {
      if !lines.isEmpty { lines.append("") }
      lines.append(style.strong(HostileText.visible(path)) + "  \(image.kind)")
      if let absence = image.absence { lines.append("  " + HostileText.visible("\(absence)")) }
      for array in image.arrays { lines += [""] + Self.lines(array, style) }
      lines += Self.lines(of: image.layouts)
      let atRunTime = image.unread.filter { $0.reason == .filledAtRunTime }
      if !atRunTime.isEmpty {
        let names = atRunTime.map { Self.label($0.name, $0.place) }.joined(separator: ", ")
        lines += ["", "not known: \(names) \(atRunTime.count == 1 ? "is" : "are") filled when the program runs"]
      }
      for call in image.unreadCalls {
        let place = call.place.file.map { HostileText.visible($0) + (call.place.line.map { ":\($0)" } ?? "") + ": " }
        let member = call.place.member.map { HostileText.visible($0) + ": " }
        lines.append(
          (call.mayBeRead ? style.note("not read: ") : style.warning("not read: ")) + (member ?? "") + (place ?? "")
            + HostileText.visible(call.description))
      }
      if explains { for run in image.runs { lines += RunWords.lines(run, style) } }
      for remark in image.remarks { lines.append(style.note("note: ") + HostileText.visible(remark)) }
      for member in image.unreadMembers { lines.append(style.warning("not read: ") + HostileText.visible(member)) }
      for problem in image.problems {
        lines.append(style.warning("damaged: ") + HostileText.visible(problem))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ array: FirmwareImage.PayloadArray, _ style: TextStyle) -> [String] {
    let title =
      switch array.role {
      case .advertising: "Advertising data"
      case .scanResponse: "Scan response data"
      case .periodic: "Periodic advertising data"
      }
    let limit = array.payload.octets.count > 31 ? 1650 : 31
    return [style.faint(label(array.name, array.place) + evidence(array))]
      + ByteMap(title: title, payload: array.payload, limit: limit, marks: []).lines(style)
      + array.remarks.map { "  " + style.note("note: ") + $0 }
  }

  private static func evidence(_ array: FirmwareImage.PayloadArray) -> String {
    let evidence =
      switch array.evidence {
      case .type: ", known by its type"
      case .name: ", known by its name"
      case .call: ""
      case .option: ", as asked for"
      case .run: ", made when the program runs"
      }
    return evidence + (array.passedTo.map { ", passed to \(HostileText.visible($0))" } ?? "")
  }

  /// Returns for each layout how it is sent, and the source of that.
  private static func lines(of layouts: [FirmwareLayout]) -> [String] {
    layouts.isEmpty
      ? []
      : [""]
        + layouts.map { layout in
          var line = HostileText.visible(layout.name) + ": sent as \(layout.pdu.rawValue)"
          if let interval = layout.parameters?.interval {
            let (least, most) = (
              ScanModeWords.milliseconds(microseconds: interval.lowerBound),
              ScanModeWords.milliseconds(microseconds: interval.upperBound)
            )
            line += least == most ? " every \(most) ms" : " every \(least) to \(most) ms"
          }
          line += place(layout.parameters) + ", " + evidence(layout.parameters)
          if let block = layout.blockOfAddedName {
            let name =
              layout.deviceName.map { "its name “\(HostileText.visible($0))”" } ?? "its name, which is not known,"
            line += "; the host adds \(name) to the \(block == .advertising ? "advertising" : "scan response") data"
          }
          return line
        }
  }

  /// Returns the channels where some are left out, and the kind of address, as far as they are known.
  private static func place(_ parameters: AdvertisingParameters?) -> String {
    var words = ""
    if let channels = parameters?.channels, channels.count < 3 {
      words +=
        (channels.count == 1 ? " on channel " : " on channels ")
        + channels.map { "\($0)" }.joined(separator: " and ") + " only"
    }
    switch parameters?.address {
    case .publicAddress?: words += " with its public address"
    case .random?: words += " with a random address"
    case .resolvable?: words += " with a resolvable private address"
    case .nonResolvable?: words += " with a non-resolvable private address"
    case nil: break
    }
    return words
  }

  private static func evidence(_ parameters: AdvertisingParameters?) -> String {
    switch parameters?.evidence {
    case .call(let function, let caller)?:
      "by the call of \(HostileText.visible(function)) in \(HostileText.visible(caller))"
    case .variable(let name)?: "by \(HostileText.visible(name))"
    case nil: "which is assumed: the image does not show the parameters"
    }
  }

  private static func label(_ name: String, _ place: ImagePlace) -> String {
    var label = HostileText.visible(name)
    if let member = place.member { label += " of \(HostileText.visible(member))" }
    if let file = place.file { label += " in \(HostileText.visible(file))" + (place.line.map { ":\($0)" } ?? "") }
    return label
  }

  // MARK: The document

  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<ImageReport> = [
    Key(schema: "advert.decode/1"),
    Key("images", .list(.object(image)), "the images, in order") { report in
      report.images.map {
        ShownImage(path: $0.path, image: $0.image, runs: report.explains ? $0.image.runs : [])
      }
    },
  ]

  private struct ShownImage {
    let path: String
    let image: FirmwareImage
    let runs: [RunAccount]
  }

  private static let image: Keys<ShownImage> = [
    Key("path", .string, "the path as given") { $0.path },
    Key("kind", .string, "what the file is, in words: `ELF executable for ARM`") { $0.image.kind },
    Key("functions", .list(.string), "functions of known stacks, linked to advertise, sorted") { $0.image.functions },
    Key("remarks", .list(.string), "what of the debug information is not read") { $0.image.remarks },
    Key("problems", .list(.string), "what is wrong with the file, and members that are not read") {
      $0.image.problems + $0.image.unreadMembers
    },
    Key("absence", .string, "why there is no payload", null: "when there is one") { $0.image.absence.map { "\($0)" } },
    Key("payloads", .list(.object(payload)), "the payloads found") { $0.image.arrays },
    Key("layouts", .list(.object(layout)), "what is sent together, and how") { $0.image.layouts },
    Key("unreadCalls", .list(.object(unreadCall)), "calls that advertise what was not read") { $0.image.unreadCalls },
    Key("unread", .list(.object(unread)), "arrays that should be payloads and hold none") { $0.image.unread },
    Key("runs", .list(.object(RunReport.keys)), "how programs were run, with `--explain`") { $0.runs },
  ]

  private static let payload: Keys<FirmwareImage.PayloadArray> = [
    Key("name", .string, "the array's name in the source") { $0.name },
    Key("role", .words(roles), roleWords) { $0.role.rawValue },
    Key(
      "evidence", .words(["type", "name", "call", "option", "run"]),
      "what it is known by: `type`, `name`, `call`, `option`, or `run` where the program makes it"
    ) { $0.evidence.rawValue },
    Key(
      "passedTo", .string, "the function of the stack that is given the array, which says its role",
      null: "when the image does not show it"
    ) { $0.passedTo },
    Key(
      "stack", .string, "the id of the stack: `zephyr`, `bluedroid` and others",
      null: "when an array of bytes does not tell"
    ) { $0.stack },
    .all(
      place(
        file: "the source file, as the compiler was given it",
        line: "the line in it; of a payload that the program makes, that of the call",
        address: "the address in the memory of the program",
        noAddress: "in object files, and for what the program makes", offset: "offset in the image",
        noOffset: "when the payload is put together from several places")
    ) { $0.place },
    Key("bytes", .octets, "all bytes") { $0.payload.octets },
    Key("length", .integer, "how many bytes") { $0.payload.count },
    Key("structures", .list(.object(structures)), "the AD structures, in order") { array in
      let context = PayloadContext(array.payload)
      return array.payload.decoded.elements.map { StructureDescription($0, in: context) }
    },
    Key("remarks", .list(.string), "what may differ on the air") { $0.remarks },
    Key("lines", .list(.object(line)), "for a payload that the program makes: which line made which bytes") {
      $0.writtenLines
    },
  ]

  private static let roles = ["advertising", "scanResponse", "periodic"]
  private static let roleWords = "`advertising`, `scanResponse` or `periodic`"
  private static let structures = StructureDescription.keys(
    decoded: "the fields of the value, as `decode` of bytes has them")

  private static let line: Keys<(octets: Range<Int>, line: Int)> = [
    Key("offset", .integer, "of the first byte") { $0.octets.lowerBound },
    Key("length", .integer, "how many bytes") { $0.octets.count },
    Key("line", .integer, "the line in the source file") { $0.line },
  ]

  private static let layout: Keys<FirmwareLayout> = [
    Key("name", .string, "the names of the arrays") { $0.name },
    Key("advertising", .string, "the array with the advertising data", null: "when there is none") {
      $0.advertising?.name
    },
    Key("scanResponse", .string, "the array with the scan response data", null: "when there is none") {
      $0.scanResponse?.name
    },
    Key("pdu", .word(AdvertisingPDU.self), "the type of PDU") { $0.pdu },
    Key("doubts", .list(.object(DoubtKeys.doubt)), DoubtKeys.meaning) { $0.declared.doubtsToTell },
    Key("interval", .object(interval), "the interval that the program asks for", null: "when it is not known") {
      $0.parameters?.interval
    },
    Key("channels", .list(.integer), "the primary channels, in order", null: "when the image does not show them") {
      $0.parameters?.channels
    },
    Key(
      "address", .words(AdvertisingParameters.OwnAddress.allCases.map { $0.rawValue }),
      "the kind of address: `public`, `random`, `resolvable` or `nonResolvable` (private addresses)",
      null: "when the image does not show it"
    ) { $0.parameters?.address?.rawValue },
    Key(
      "evidence", .words(["call", "variable", "assumed"]),
      "where the image shows the type and the interval: `call` or `variable`; `assumed` when it does not"
    ) { layout in
      switch layout.parameters?.evidence {
      case .call?: "call"
      case .variable?: "variable"
      case nil: "assumed"
      }
    },
    Key("shownBy", .string, "the call, or the variable", null: "when it is assumed") { layout in
      switch layout.parameters?.evidence {
      case .call(let function, let caller)?: "\(function) in \(caller)"
      case .variable(let name)?: name
      case nil: nil
      }
    },
    Key(
      "nameAddedTo", .string, "the block that the host adds the device's name to: `advertising` or `scanResponse`",
      null: "when it adds none"
    ) { $0.blockOfAddedName?.rawValue },
    Key("addedName", .string, "that name", null: "when it adds none, or it is not known") { $0.deviceName },
  ]

  private static let interval: Keys<ClosedRange<Int64>> = [
    Key("minimumMs", .milliseconds, "the shortest, in milliseconds") { $0.lowerBound },
    Key("maximumMs", .milliseconds, "the longest, in milliseconds") { $0.upperBound },
  ]

  private static let unreadCall: Keys<UnreadCall> = [
    Key("function", .string, "the function of the stack") { $0.function },
    Key("caller", .string, "the function that calls it", null: "when no symbol says which") { $0.caller },
    Key("role", .words(roles), roleWords) { $0.role.rawValue },
    Key("reason", .string, "why its data were not read, in words") { $0.reason },
    Key("mayBeRead", .boolean, "whether a payload that was read may be what it sends") { $0.mayBeRead },
    .all(
      place(
        line: "the line of the call in it", address: "the address of the call", offset: "always `null`",
        noOffset: "always")
    ) { $0.place },
  ]

  private static let unread: Keys<FirmwareImage.UnreadArray> = [
    Key("name", .string, "the array's name in the source") { $0.name },
    Key("reason", .string, "why it is no payload, in words") { array in
      switch array.reason {
      case .filledAtRunTime: "filled when the program runs"
      case .noPayload(let reason): reason
      }
    },
    .all(
      place(
        line: "the line in it", address: "the address in the memory of the program", offset: "offset in the image",
        noOffset: "when the bytes are not in the file")
    ) { $0.place },
  ]

  /// Returns the keys of a place in an image.
  private static func place(
    file: String = "the source file", line: String, address: String, noAddress: String = "in object files",
    offset: String, noOffset: String
  ) -> Keys<ImagePlace> {
    [
      Key("member", .string, "the member of an archive", null: "when it is in no archive") { $0.member },
      Key("sourceFile", .string, file, null: "without debug information") { $0.file },
      Key("line", .integer, line, null: "without debug information") { $0.line },
      Key("memoryAddress", .integer, address, null: noAddress) { $0.address.flatMap { Int(exactly: $0) } },
      Key("fileOffset", .integer, offset, null: noOffset) { $0.fileOffset },
    ]
  }
}
