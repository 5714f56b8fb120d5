internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// A program's account of devices in values, for people and machines.
struct AccountReport {
  /// The most devices with a page for each. For more there is only a table.
  private static let maximumInFull = 8
  private static let maximumRows = 1000

  let path: String
  let known: HostAccount
  /// The devices that are wanted.
  let devices: [HostAccount.Device]
  /// Whether the user wants only some devices.
  let choosesDevices: Bool
  let matchers: [IntegrationMatcher]
  /// The user's questions about each device.
  var asked: [Question] = []
  /// The keys that decrypt data.
  var dataKeys = DataKeys.none

  // MARK: Text

  /// Returns the scanners, then the devices: a table, or each in full.
  func lines(_ style: TextStyle) -> [String] {
    var lines = wrapped(heading, at: style.columns ?? .max)
    let path = HostileText.visible(path)
    if lines[0].hasPrefix(path) { lines[0] = style.strong(path) + lines[0].dropFirst(path.count) }
    if !known.scanners.isEmpty, !known.origin.isLog || known.scanners.count > 1 { lines += [""] + scannerTable(style) }
    let devices = answering
    if choosesDevices, devices.count <= Self.maximumInFull {
      if self.devices.isEmpty { lines += [""] + wrapped(sentence(for: nil), at: style.proseColumns) }
      for device in devices { lines += [""] + details(of: device, style) }
    } else if !devices.isEmpty {
      lines += [""] + deviceTable(devices, style)
      if devices.count > Self.maximumRows {
        lines.append("\(Self.maximumRows) of \(devices.count) devices are listed. --format json has all of them.")
      }
      for sentence in lacks(of: devices) { lines += [""] + wrapped(sentence, at: style.proseColumns) }
      lines += ["", "--device PATTERN shows one, with its values."]
    }
    for sentence in silence { lines += [""] + wrapped(sentence, at: style.proseColumns) }
    if let source = known.whoHasBytes {
      lines += [""] + wrapped("A verdict for each scanner needs the bytes: \(source) has them.", at: style.proseColumns)
    }
    if known.hasBytesInOne {
      lines += [""] + wrapped(Self.judgedInOne, at: style.proseColumns)
    }
    if self.devices.contains(where: { isAffectedByCalls($0) }) {
      lines += [""] + wrapped(Self.callsOfApple, at: style.proseColumns)
    }
    return lines
  }

  /// The most devices below a table for which the conditions are named that they do not meet.
  private static let mostLacks = 3

  /// Returns the conditions that the first of the devices do not meet, a sentence for each device.
  private func lacks(of devices: [HostAccount.Device]) -> [String] {
    guard !matchers.isEmpty else { return [] }
    let lacking = devices.prefix(Self.maximumRows).filter { device in
      if case .fits = known.offer(of: device, by: matchers) { false } else { true }
    }
    let more = lacking.count - Self.mostLacks
    return lacking.prefix(Self.mostLacks).map { "\($0.label): \(sentence(for: $0))" }
      + (more > 0 ? ["\(counted(more, "more device")) lack conditions, too: --format json has them."] : [])
  }

  private static let judgedInOne =
    "advert lint and advert reach judge the bytes of both packets in one, with every possible division."

  private static let callsOfApple =
    "Apple's systems hand over the advertising data and the scan response in two calls, so the first print of a device "
    + "can lack what is in the other packet: a program must not keep the first alone."

  /// Returns whether prints of a device from one of Apple's systems differ in what they have, or lack what is asked for.
  private func isAffectedByCalls(_ device: HostAccount.Device) -> Bool {
    guard device.mayLackPacket else { return false }
    return device.contents.entries.count > 1 || asked.contains { !device.values.answer($0) }
  }

  /// The devices that mention what a question asks for; all without a question.
  private var answering: [HostAccount.Device] {
    guard !asked.isEmpty, !choosesDevices else { return devices }
    return devices.filter { device in asked.contains { device.values.mention($0) } }
  }

  /// How many devices have no answer, and whether all that they send was read.
  private var silence: [String] {
    guard !asked.isEmpty, !choosesDevices else { return [] }
    let silent = devices.filter { device in !asked.contains { device.values.mention($0) } }
    let partly = silent.count { $0.values.mayBeMore }
    let verb = ReachReport.matchVerb(asked)
    let words = [
      (silent.count - partly, "nothing that was heard \(verb) what is asked for."),
      (partly, "nothing that was read \(verb) what is asked for, and not all that is sent was read."),
    ]
    return words.filter { $0.0 > 0 }.map { "\(counted($0.0, "device")) left out: \($0.1)" }
  }

  private var heading: String {
    let devices = counted(known.devices.count, "device")
    switch known.origin {
    case .homeAssistant(let version):
      return HostileText.visible(path) + ": diagnostics of Home Assistant"
        + (version.map { " " + HostileText.visible($0) } ?? "")
        + ", \(counted(known.scanners.count, "scanner")), \(devices)"
    case .log(let programs, let lines):
      let others = programs.filter { $0 != .bothPackets }
      let isJoined = others.count < programs.count
      return HostileText.visible(path) + ": \(devices) in \(counted(lines, "line"))"
        + (others.isEmpty
          ? " with the bytes of both packets in one"
          : " of " + others.map { $0.words }.joined(separator: " and ")
            + ", with values of both packets in the place of bytes" + (isJoined ? ", or with their bytes in one" : ""))
    }
  }

  private func scannerTable(_ style: TextStyle) -> [String] {
    // A log does not show how it scans.
    let isLog = known.origin.isLog
    var columns: [TextTable.Column] = [.init(title: "SCANNER", alignment: .left)]
    if !isLog { columns.append(.init(title: "SCANS", alignment: .left)) }
    columns.append(.init(title: "CONNECTS", alignment: .left, rank: 2))
    columns.append(.init(title: "DEVICES", alignment: .right))
    if !isLog { columns.append(.init(title: "SILENT FOR", alignment: .right, rank: 1)) }
    var table = TextTable(columns)
    for scanner in known.scanners {
      var cells = [HostileText.visible(scanner.name)]
      if !isLog { cells.append(Self.scanning(scanner)) }
      cells.append(scanner.isConnectable.map { $0 ? "yes" : "no" } ?? "–")
      cells.append(String(scanner.deviceCount))
      if !isLog { cells.append(scanner.silence.map { Self.seconds($0) } ?? "–") }
      table.add(cells)
    }
    return table.lines(style)
  }

  /// `passively, automatic`.
  private static func scanning(_ scanner: HostAccount.Scanner) -> String {
    guard scanner.isScanning ?? true else { return "not now" }
    let now =
      switch scanner.mode {
      case .passive?: "passively"
      case .active?: "actively"
      case .auto?: "automatic"
      case nil: "–"
      }
    return scanner.requestedMode == .auto && scanner.mode != .auto ? now + ", automatic" : now
  }

  private func deviceTable(_ devices: [HostAccount.Device], _ style: TextStyle) -> [String] {
    let (columns, rows) = table(of: devices)
    var table = TextTable(columns)
    for row in rows { table.add(row) }
    return table.lines(style)
  }

  /// The columns, and a row of cells for each device, as far as rows are shown.
  func table(of devices: [HostAccount.Device]) -> (columns: [TextTable.Column], rows: [[String]]) {
    var columns: [TextTable.Column] = [
      .init(title: "ADDRESS", alignment: .left), .init(title: "NAME", alignment: .left, narrowing: .cut(least: 12)),
    ]
    if !known.scanners.isEmpty {
      columns.append(.init(title: "HEARD BY", alignment: .left, narrowing: .cut(least: 8), rank: 1))
    }
    columns.append(.init(title: "RSSI", alignment: .right, rank: 2))
    if !matchers.isEmpty { columns.append(.init(title: "MATCHER", alignment: .left)) }
    columns.append(.init(title: "HAS", alignment: .left, narrowing: .wrap(least: 20)))
    let rows = devices.prefix(Self.maximumRows).map { device in
      let best = strongest(device)
      var cells = [
        device.label, device.values.name.map { HostileText.visible($0.withoutPadding) } ?? "–",
      ]
      if !known.scanners.isEmpty {
        cells.append(best.map { HostileText.visible(known.scanners[$0.scanner].name) } ?? "–")
      }
      cells.append((best?.rssi ?? device.rssi).map { String($0) } ?? "–")
      let content = HeardDescription(device.values).kinds
      if !matchers.isEmpty {
        switch known.offer(of: device, by: matchers) {
        case .fits(let matcher): cells.append("fits \(matcher.number)")
        case .unknown: cells.append("not known")
        default: cells.append("none fits")
        }
      }
      return cells + [content.isEmpty ? "–" : content.joined(separator: "; ")]
    }
    return (columns, rows)
  }

  private func strongest(_ device: HostAccount.Device) -> HostAccount.Hearing? {
    device.hearings.max { ($0.rssi ?? .min) < ($1.rssi ?? .min) }
  }

  private func details(of device: HostAccount.Device, _ style: TextStyle) -> [String] {
    let name = device.values.name.map { " " + HostileText.quoted($0.withoutPadding) } ?? ""
    var lines = [
      style.strong(device.label + name) + ", in " + (known.origin.isLog ? "the log" : "Home Assistant")
    ]
    func add(_ label: String, _ entries: [String]) {
      for (number, entry) in entries.enumerated() {
        let indent = String(repeating: " ", count: 12)
        for (part, line) in wrapped(entry, at: style.proseColumns - indent.count).enumerated() {
          lines.append((number == 0 && part == 0 ? "  " + label + indent.dropFirst(label.count + 2) : indent) + line)
        }
      }
    }
    if !device.hearings.isEmpty {
      add("heard by", device.hearings.map(hearing))
    } else if !known.origin.isLog {
      add("heard by", ["none of its scanners at the moment"])
    }
    for question in matchers.isEmpty ? asked : [] {
      let answer =
        device.values.answer(question)
        ? "it sends it; " + placeWords(of: question, in: device)
        : device.values.mention(question)
          ? "the UUID is in service data, and in no list that was read"
          : device.values.mayBeMore ? Self.notKnown : "nothing that was heard \(question.matchVerb) it"
      add("asked", ["\(ReachReport.words(question)): \(answer)"])
    }
    let content = described(device).parts
    let nothing = device.values.mayBeMore ? Self.notKnown : "no services and no data"
    add("has", content.isEmpty ? [nothing] : content)
    if let division = device.contents.likelyDivision { add("likely", [words(division, of: device)]) }
    return lines + wrapped(sentence(for: device), at: style.proseColumns)
  }

  /// The values of a device, decrypted where there are keys.
  func described(_ device: HostAccount.Device) -> HeardDescription {
    HeardDescription(device.values, keys: dataKeys.ofDevice([device.address]))
  }

  private static let notKnown = "not known: not all of what it sends is in what was read"

  /// `hci0 (00:1A:…), passively, can connect: -85 dBm, 3 s before`.
  private func hearing(_ hearing: HostAccount.Hearing) -> String {
    let scanner = known.scanners[hearing.scanner]
    let connects = scanner.isConnectable.map { $0 ? ", can connect" : ", cannot connect" } ?? ""
    var values: [String] = []
    if let rssi = hearing.rssi { values.append("\(rssi) dBm") }
    if let age = hearing.age { values.append("\(Self.seconds(age)) before") }
    let scans = scanner.mode == nil && scanner.isScanning ?? true ? "" : ", " + Self.scanning(scanner)
    return HostileText.visible(scanner.name) + scans + connects
      + (values.isEmpty ? "" : ": " + values.joined(separator: ", "))
  }

  /// Returns the packet with the answer to a question, as far as it is known.
  private func placeWords(of question: Question, in device: HostAccount.Device) -> String {
    var (advertising, scanResponse) = (device.values, device.values)
    guard let division = device.contents.likelyDivision else {
      return "in which of its packets is not known, and a scan that only listens may miss it"
    }
    advertising.keep(division.advertising)
    scanResponse.keep(division.scanResponse)
    if advertising.answer(question) { return "likely in its advertising data, which every scan receives" }
    return scanResponse.answer(question)
      ? "likely in its scan response, which a scan that only listens misses"
      : "likely in both of its packets together"
  }

  /// `in the scan response: service 180f; 3 lines, first line 2, have the rest without it`.
  func words(_ division: HeardContents.Division, of device: HostAccount.Device) -> String {
    var values = device.values
    values.keep(division.scanResponse)
    let name = values.name.map { ["the name " + HostileText.quoted($0.withoutPadding)] } ?? []
    let parts = name + HeardDescription(values).kinds
    let witness: String
    switch division.witness {
    case .line(let line):
      witness =
        division.count == 1 ? "line \(line) has" : "\(counted(division.count, "line")), first line \(line), have"
    case .scanner(let scanner):
      witness =
        division.count == 1
        ? "\(HostileText.visible(known.scanners[scanner].name)) has" : "\(counted(division.count, "scanner")) have"
    }
    return "in the scan response: \(parts.joined(separator: "; ")). \(witness) the rest without it"
  }

  private static func seconds(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "–" }
    if seconds < 10 { return "\(Seconds.words(Int64(seconds * 1_000_000))) s" }
    let whole = Int(seconds)
    if whole < 600 { return "\(whole) s" }
    return whole < 36_000 ? "\(whole / 60) min" : "\(whole / 3600) h"
  }

  // MARK: Why

  /// Returns why Home Assistant offers a device, or does not.
  func sentence(for device: HostAccount.Device?) -> String {
    switch known.offer(of: device, by: matchers) {
    case .noScannerListens: "No scanner of this Home Assistant listens at the moment, so it hears no device."
    case .notHeard where known.origin.isLog: "No line of the log has the device."
    case .notHeard:
      "No scanner of this Home Assistant has the device: it is off or too far away, has another address, or sends Flags "
        + "that a local adapter leaves out while it only listens."
    case .heard where known.origin.isLog:
      "Which of its two packets has what is not in the log: a scan that only listens may miss some of it, and this one may "
        + "have only listened."
        + (device?.values.mayBeMore ?? false ? " Not all of what it sends is in what was read." : "")
    case .heard:
      "Home Assistant has the device. Which integration it offers depends on their matchers: --matching MANIFEST asks "
        + "those of one."
    case .fits(let matcher):
      (known.origin.isLog
        ? "The log has all that \(matcher.words) asks for: Home Assistant"
        : "Home Assistant has all that \(matcher.words) asks for: it")
        + " offers the integration, unless the device is set up or was ignored."
    case .lacks(let lacks):
      Self.sentence(for: lacks) + (device.map { hint(for: $0, lacks) } ?? "")
    case .unknown(let lacks):
      Self.sentence(for: lacks)
        + " The program that wrote the log leaves out some of what is sent, so this is not known."
    }
  }

  private static func sentence(for lacks: [Offer.Lack]) -> String {
    let parts = lacks.map { lack in
      "\(lack.matcher.words) misses " + lack.unmet.map { $0.words }.joined(separator: " and ")
    }
    let sentence = parts.joined(separator: "; ") + "."
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  private func hint(for device: HostAccount.Device, _ lacks: [Offer.Lack]) -> String {
    let misses = lacks.contains { $0.unmet.contains { $0 != .connectable } }
    guard misses, let isPassive = known.isHeardPassively(device) else { return "" }
    return isPassive
      ? " All scanners that have the device only listen at the moment: what is only in its scan response is not known "
        + "here."
      : " A scanner that has the device asks for scan responses: what it misses, the device does not send, or its answer "
        + "was lost."
  }
}

extension HostAccount.Origin {
  fileprivate var isLog: Bool { if case .log = self { true } else { false } }
}

extension IntegrationMatcher {
  /// `matcher 2 of bthome`.
  var words: String { "matcher \(number)" + (integration.map { " of " + HostileText.visible($0) } ?? "") }
}

extension IntegrationMatcher.Condition {
  /// `service data of fcd2`, `a scanner that can connect`.
  var words: String {
    switch self {
    case .has(let question): ReachReport.words(question)
    case .connectable: "a scanner that can connect"
    }
  }
}
