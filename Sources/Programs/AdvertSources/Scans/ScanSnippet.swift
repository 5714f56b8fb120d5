internal import AdvertReading
internal import AdvertisingData

/// The program that asks for the same scan as a filter that people copied without its call, or that a tool printed.
///
/// The call stands in the line of the filter, so that the reader of the call names the lines of the text.
///
/// Source: flutter_blue_plus 1.35, lib/src/flutter_blue_plus.dart; BlueZ 5.66, client/main.c and doc/adapter-api.txt.
struct ScanSnippet {
  /// The text with the call.
  private(set) var text: String
  let language: ProgramReader.Language
  /// The reason why settings can be missing; `nil` when the text shows all arguments.
  private(set) var doubt: String?

  /// The longest text that lacks its call.
  private static let longest = 10_000

  /// Reads a filter without its call, or what a tool printed of one; `nil` for any other text.
  init?(_ text: String) {
    if let printed = Self.printed(text) {
      self = printed
      return
    }
    guard text.utf8.count <= Self.longest else { return nil }
    let lines = text.prefix { $0.isWhitespace }
    var filter = text[lines.endIndex...]
    while let last = filter.last, last.isWhitespace || last == ";" || last == "," { filter = filter.dropLast() }
    // `const options = { … }`
    if ["const ", "let ", "var ", "final "].contains(where: { filter.hasPrefix($0) }),
      let equals = filter.firstIndex(of: "=")
    {
      filter = filter[filter.index(after: equals)...].drop { $0 == " " }
    }
    if filter.hasPrefix("await ") { filter = filter.dropFirst(6) }
    guard let form = Self.forms.first(where: { $0.fits(filter) }) else { return nil }
    self.text = lines + form.before + filter + form.after
    language = form.language
    let call = form.before.prefix { $0 != "(" }.split(separator: ".").last.map { String($0) } ?? ""
    if form.language != .javaScript {
      doubt = "the lines show no call: advert assumes \(form.language == .objectiveC ? "one" : call) with nothing else"
    }
  }

  private init(_ text: String, _ language: ProgramReader.Language) {
    self.text = text
    self.language = language
  }

  // MARK: Copied

  /// A form of a filter without its call, and what makes a call of it.
  private struct Form: Sendable {
    /// The beginnings of the filter.
    let beginnings: [String]
    /// A part that only filters of the library have; `nil` when the beginning is enough.
    var part: String?
    let before: String
    var after = ")"
    let language: ProgramReader.Language

    func fits(_ filter: Substring) -> Bool {
      beginnings.contains { filter.hasPrefix($0) } && part.map { filter.firstRange(ofText: $0) != nil } ?? true
    }
  }

  private static let forms = [
    Form(
      beginnings: ["requestDevice(", "requestLEScan("], before: "navigator.bluetooth.", after: "", language: .javaScript
    ),
    Form(
      beginnings: ["{\"UUIDs\"", "{'UUIDs'", "{ \"UUIDs\"", "{ 'UUIDs'"], before: "adapter.SetDiscoveryFilter(",
      language: .python),
    Form(
      beginnings: ["{"], part: "filters", before: "navigator.bluetooth.requestDevice(", language: .javaScript),
    Form(
      beginnings: ["filters:"], before: "navigator.bluetooth.requestDevice({", after: "})", language: .javaScript),
    Form(beginnings: ["withServices:"], part: "CBUUID(", before: "manager.scanForPeripherals(", language: .swift),
    Form(beginnings: ["withServices:"], part: "nil", before: "manager.scanForPeripherals(", language: .swift),
    Form(beginnings: ["withServices:"], part: "Uuid.parse(", before: "ble.scanForDevices(", language: .dart),
    Form(beginnings: ["withServices:"], part: "Guid(", before: "FlutterBluePlus.startScan(", language: .dart),
    Form(
      beginnings: ["withNames:", "withKeywords:", "withRemoteIds:", "withMsd:", "withServiceData:"],
      before: "FlutterBluePlus.startScan(", language: .dart),
    Form(
      beginnings: ["scanForPeripheralsWithServices:"], before: "[manager ", after: "];", language: .objectiveC),
    Form(beginnings: ["service_uuids=", "service_uuids ="], before: "BleakScanner(", language: .python),
    Form(beginnings: ["ScanFilter {", "ScanFilter{"], before: "central.start_scan(", language: .rust),
  ]

  // MARK: Printed

  /// Returns the calls that lines of tools and libraries print; `nil` without any.
  private static func printed(_ text: String) -> ScanSnippet? {
    var discovery = PrintedDiscovery()
    var isPython = false
    var lines: [String] = []
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }) {
      number += 1
      lines.append(flutterCall(line) ?? "")
      if let asked = discovery.take(line, number), asked.line <= lines.count {
        isPython = true
        lines[asked.line - 1] = asked.call
      }
    }
    if let asked = discovery.end() {
      isPython = true
      lines[asked.line - 1] = asked.call
    }
    guard isPython || lines.contains(where: { !$0.isEmpty }) else { return nil }
    if isPython { lines = lines.map { $0.hasPrefix("FlutterBluePlus") ? "" : $0 } }
    return ScanSnippet(lines.joined(separator: "\n"), isPython ? .python : .dart)
  }

  /// The arguments of `startScan` with the names that flutter_blue_plus prints.
  private static let flutterNames = [
    "with_services": "withServices", "with_names": "withNames", "with_keywords": "withKeywords",
    "with_remote_ids": "withRemoteIds",
  ]

  /// Returns the call whose arguments flutter_blue_plus printed: `startScan args: {with_services: [180d], …}`; `nil` for
  /// any other line.
  private static func flutterCall(_ line: Substring) -> String? {
    guard line.firstRange(ofText: "with_services: [") != nil, let open = line.firstIndex(of: "{") else { return nil }
    var rest = line[line.index(after: open)...]
    var arguments: [String] = []
    while rest.first != "}", let colon = rest.firstIndex(of: ":") {
      let name = String(rest[..<colon].drop { $0 == "," || $0 == " " })
      rest = rest[rest.index(after: colon)...].drop { $0 == " " }
      guard rest.first == "[" else {
        let value = rest.prefix { $0 != "," && $0 != "}" }
        if name == "android_legacy" { arguments.append("androidLegacy: \(value)") }
        rest = rest[value.endIndex...]
        continue
      }
      guard let close = rest.firstIndex(of: "]") else { return nil }
      let values = rest[..<close].dropFirst().split(separator: ",").map { literal($0.trimmed) }
      rest = rest[rest.index(after: close)...]
      guard !values.isEmpty else { continue }
      let list = values.map { name == "with_services" ? "Guid(\($0))" : $0 }.joined(separator: ", ")
      // An argument of another name is not analyzed, and said so.
      arguments.append("\(flutterNames[name] ?? name): [\(list)]")
    }
    return "FlutterBluePlus.startScan(\(arguments.joined(separator: ", ")))"
  }

  /// A text in the quotes of a program.
  fileprivate static func literal(_ text: String) -> String {
    "\"" + text.filter { $0 != "\"" && $0 != "\\" && $0 != "$" } + "\""
  }
}

/// The filter of a discovery of BlueZ, as `dbus-monitor` and `busctl monitor` print its call, or as people type it in the
/// menu of `bluetoothctl`.
private struct PrintedDiscovery {
  /// The line of the filter, and the entries of its dictionary.
  private var line = 0
  private var entries: [(key: String, values: [String])] = []
  /// Whether the lines of a call on D-Bus follow.
  private var isCall = false
  /// Whether the next text is a key.
  private var isBeforeKey = false
  private var isMenu = false

  /// The words of `bluetoothctl` with the keys that they set.
  private static let words = [
    "uuids": "UUIDs", "transport": "Transport", "rssi": "RSSI", "pathloss": "Pathloss", "pattern": "Pattern",
  ]

  /// Takes a line; returns the call of the filter that ends before it.
  mutating func take(_ text: Substring, _ number: Int) -> (line: Int, call: String)? {
    let isNewCall = text.hasPrefix("method ") || text.firstRange(ofText: "Type=") != nil
    let begins =
      text.firstRange(ofText: "member=SetDiscoveryFilter") != nil
      || text.firstRange(ofText: "Member=SetDiscoveryFilter") != nil
    if begins || isCall && (isNewCall || text.hasPrefix("signal ")) {
      let asked = end()
      isCall = begins
      line = number
      return asked
    }
    if isCall {
      takeCall(text)
      return nil
    }
    return takeMenu(text, number)
  }

  /// Returns the call of the last filter; `nil` without one.
  mutating func end() -> (line: Int, call: String)? {
    defer { self = PrintedDiscovery(isMenu: isMenu) }
    guard isCall || !entries.isEmpty, line > 0 else { return nil }
    let dictionary = entries.map { key, values in
      let value = key == "UUIDs" ? "[\(values.joined(separator: ", "))]" : values.first ?? "None"
      return "\(ScanSnippet.literal(key)): \(value)"
    }
    return (line, "adapter.SetDiscoveryFilter({\(dictionary.joined(separator: ", "))})")
  }

  /// Takes a line of a call on D-Bus: `string "UUIDs"`, `int16 -80`.
  private mutating func takeCall(_ text: Substring) {
    let lowered = text.lowercased()
    if lowered.hasPart("dict entry(") || lowered.hasPart("dict_entry") { isBeforeKey = true }
    if lowered.hasPart("string \""), let open = text.firstIndex(of: "\"") {
      let value = text[text.index(after: open)...].prefix { $0 != "\"" }
      if isBeforeKey {
        entries.append((String(value), []))
      } else if !entries.isEmpty {
        entries[entries.count - 1].values.append(ScanSnippet.literal(String(value)))
      }
      isBeforeKey = false
    } else if let last = text.split(whereSeparator: { $0 == " " || $0 == ";" }).last, !entries.isEmpty, !isBeforeKey,
      lowered.hasPart("int16 ") || lowered.hasPart("boolean ")
    {
      let isNumber = Int(last) != nil
      entries[entries.count - 1].values.append(isNumber ? String(last) : last == "true" ? "True" : "False")
    }
  }

  /// Takes a line of `bluetoothctl`: `uuids 180d` in its menu `scan`, or `scan.uuids 180d`.
  private mutating func takeMenu(_ text: Substring, _ number: Int) -> (line: Int, call: String)? {
    // The prompt: `[bluetooth]# `, or with the name of a device.
    let isPrompt = text.first == "["
    let content = isPrompt ? text.drop { $0 != "#" && $0 != ">" }.dropFirst() : text
    var words = content.split { $0 == " " || $0 == "\t" }.map { String($0) }
    guard let first = words.first else { return nil }
    if first == "menu" { isMenu = words.dropFirst().first == "scan" }
    if first == "back" { isMenu = false }
    guard first != "scan" || words.dropFirst().first != "on" else { return end() }
    guard isMenu || first.hasPrefix("scan.") || isPrompt && first == "uuids" else { return nil }
    words[0] = first.hasPrefix("scan.") ? String(first.dropFirst(5)) : first
    if words[0] == "clear" { entries = [] }
    guard let key = Self.words[words[0]], words.count > 1 else { return nil }
    entries.removeAll { $0.key == key }
    entries.append((key, words.dropFirst().map { Int($0) != nil && key != "UUIDs" ? $0 : ScanSnippet.literal($0) }))
    line = number
    return nil
  }
}
