package import AdvertReading

/// The scans that a program asks for, read from its text without a build.
///
/// A filter is only what the text states for certain. Whatever else a call gets is named with its line and the reason, and
/// never taken for absent.
package struct ScanReader {
  /// The scans, in the order of the file.
  package private(set) var scans: [RequestedScan] = []
  /// The reasons why the file is not read, in its order.
  package private(set) var unread: [SourceObstacle] = []

  /// - Parameter path: of the program; the end of its name says the language, unless the text does.
  package init(_ text: String, path: String) {
    let named = ProgramReader.Language(scansOf: path)
    guard !LoggedFilterReader.mayRead(text) || named != nil else {
      var found = ScanFindings()
      LoggedFilterReader.read(text, into: &found)
      (scans, unread) = (found.scans, found.obstacles)
      return
    }
    let language = named ?? ProgramReader.Language(ofScansIn: text)
    var best = Self.findings(text, language)
    // Lines that were copied lack the function and the brackets around them; those of Python, Rust and Go need none.
    if best.isIncomplete, let language, ![.python, .rust, .go].contains(language) {
      for (text, _) in SourceExcerpt.completions(of: text, as: language) {
        let found = Self.findings(text, language)
        if found.isBetter(than: best) { best = found }
      }
    }
    if best.scans.isEmpty, let snippet = ScanSnippet(text) {
      // Text of which no condition is read can be about anything.
      var found = Self.findings(snippet.text, snippet.language)
      found.scans.removeAll { scan in
        !scan.filters.contains { !$0.conditions.isEmpty } && !(scan.filters.isEmpty && scan.unreadFilters.isEmpty)
      }
      for index in found.scans.indices {
        guard let doubt = snippet.doubt else { break }
        found.scans[index].unreadSettings.append(.init(line: found.scans[index].line, reason: doubt))
      }
      if !found.scans.isEmpty { best = found }
    }
    if best.scans.isEmpty, let layout = BeaconLayout.obstacle(in: text) { best.obstacles.append(layout) }
    scans = best.scans.sorted { $0.line < $1.line }
    unread = best.obstacles.sorted { $0.line < $1.line }
  }

  /// The list of supported calls, for error messages.
  package static let expectation =
    "a call that scans (Android, Core Bluetooth, Web Bluetooth, bleak, BlueZ, flutter_blue_plus, flutter_reactive_ble, "
    + "react-native-ble-plx, react-native-ble-manager, noble, Cordova, Capacitor, "
    + "BLESSED, btleplug, ArduinoBLE, arduino-esp32, NimBLE-Arduino, adafruit_ble, MicroPython, Espruino, TinyGo, Windows), "
    + "or a filter without its call or in a log"

  private static func findings(_ text: String, _ language: ProgramReader.Language?) -> ScanFindings {
    var found = ScanFindings()
    switch language {
    case .kotlin: found.read(AppProgram(text, language: .kotlin), by: AndroidScanReader.read)
    case .java: found.read(AppProgram(text, language: .java), by: AndroidScanReader.read)
    case .swift: found.read(AppProgram(text, language: .swift), by: CoreBluetoothScanReader.read)
    case .objectiveC: found.read(CProgram(text, isCPlusPlus: false), by: CoreBluetoothScanReader.read)
    case .cSharp: found.read(AppProgram(text, language: .cSharp), by: WinRTScanReader.read)
    case .javaScript, .dart: found.read(ScriptProgram(Scripts.only(text)), by: ScriptScanReader.read)
    case .python: found.read(PythonProgram(text), by: PythonScanReader.read)
    case .rust: found.read(ScriptProgram(text, .rust), by: RustScanReader.read)
    case .cPlusPlus: found.read(CProgram(text, isCPlusPlus: true), by: ArduinoScanReader.read)
    case .go: found.read(ScriptProgram(text, .go), by: ArduinoScanReader.read)
    case .c, .shell, nil: break
    }
    return found
  }
}

extension ProgramReader.Language {
  /// The language of a file in which scans are read, by the end of its name; `nil` for all others.
  fileprivate init?(scansOf path: String) {
    if let language = Self(path: path) {
      guard language != .c, language != .shell else { return nil }
      self = language
    } else {
      let end = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
      guard ["html", "vue"].contains(end) else { return nil }
      self = .javaScript
    }
  }

  /// The language of a text by words that only its libraries have; `nil` for all others.
  fileprivate init?(ofScansIn text: String) {
    let words = SourceExcerpt.words(of: text)
    func has(_ names: String...) -> Bool { names.contains(where: words.contains) }
    if has(
      "FlutterBluePlus", "scanForDevices", "startDeviceScan", "requestDevice", "requestLEScan", "noble", "BleClient")
    {
      self = .javaScript
    } else if has("BluetoothLEAdvertisementWatcher") {
      self = .cSharp
    } else if has("adafruit_ble", "BLERadio", "_bleio", "gap_scan", "aioble") {
      self = .python
    } else if has("NRF"), has("setScan", "findDevices") {
      self = .javaScript
    } else if has("scanForName", "scanForUuid", "scanForAddress", "getScan", "setActiveScan") {
      self = .cPlusPlus
    } else if has("DefaultAdapter") {
      self = .go
    } else if has("btleplug", "start_scan") {
      self = .rust
    } else if has("BleakScanner", "SetDiscoveryFilter", "call_set_discovery_filter") {
      self = .python
    } else if has("BluetoothCentralManager") {
      self = words.contains("new") ? .java : .kotlin
    } else if has("scanForPeripheralsWithServices", "UUIDWithString") {
      self = .objectiveC
    } else if has("scanForPeripherals", "CBCentralManager", "CBUUID") {
      self = .swift
    } else if has("ScanFilter", "ScanSettings", "ScanCallback", "startLeScan", "BluetoothLeScanner", "startScan") {
      self = words.contains("new") ? .java : .kotlin
    } else if has("BleManager", "ble") {
      self = .javaScript
    } else {
      return nil
    }
  }
}

/// The results of the conditions in the arguments of a call: the program decides them when it runs, and each gives another
/// scan.
struct ScanCases {
  private(set) var results: [String: Bool] = [:]
  private var order: [String] = []

  /// The most conditions of one call, each with two results.
  private static let most = 3

  /// Returns the two cases of one more condition; `nil` when there are too many.
  func divided(by condition: String) -> [ScanCases]? {
    guard order.count < Self.most, results[condition] == nil else { return nil }
    return [true, false].map { result in
      var cases = self
      cases.results[condition] = result
      cases.order.append(condition)
      return cases
    }
  }

  /// The conditions with their results, for people; `nil` without any.
  var words: String? {
    order.isEmpty ? nil : order.map { "\($0) is \(results[$0] == true)" }.joined(separator: " and ")
  }
}

/// The results of the readers of scans.
struct ScanFindings {
  var scans: [RequestedScan] = []
  var obstacles: [SourceObstacle] = []

  /// Takes what a reader finds in a program, or the reason why the program is not read.
  mutating func read<Program: TokenProgram>(_ program: Program, by reader: (Program, inout Self) -> Void) {
    if let obstacle = program.obstacle { obstacles.append(obstacle) } else { reader(program, &self) }
  }

  /// The most calls that one file is read for.
  private static let maximumCalls = 32

  /// Whether one more call is read; otherwise it becomes an obstacle.
  mutating func hasRoom(for token: SourceToken) -> Bool { hasRoom(for: token.line) }

  /// Whether one more call in a line is read; otherwise it becomes an obstacle.
  mutating func hasRoom(for line: Int) -> Bool {
    guard scans.count + obstacles.count < Self.maximumCalls else {
      obstacles.append(SourceObstacle(line, "more calls than are read"))
      return false
    }
    return true
  }

  /// Takes the scan of a call in each case of the conditions in its arguments.
  ///
  /// - Parameter read: returns the scan, and the first condition that the cases do not decide.
  mutating func take(
    _ call: SourceToken, _ read: (ScanCases) -> (scan: RequestedScan, openCondition: String?)
  ) {
    var waiting = [ScanCases()]
    while let cases = waiting.popLast() {
      var (scan, openCondition) = read(cases)
      if let divided = openCondition.flatMap({ cases.divided(by: $0) }) {
        waiting += divided.reversed()
        continue
      }
      guard hasRoom(for: call) else { return }
      scan.condition = cases.words
      scans.append(scan)
    }
  }

  private var unreadCount: Int {
    scans.reduce(obstacles.count) { count, scan in
      count + scan.unreadFilters.count + scan.unreadSettings.count
        + (scan.filters + scan.exclusions).reduce(0) { $0 + $1.unread.count }
    }
  }

  /// Whether something may be missing in the lines.
  var isIncomplete: Bool { scans.isEmpty || unreadCount > 0 }

  func isBetter(than other: ScanFindings) -> Bool {
    scans.count > other.scans.count || scans.count == other.scans.count && unreadCount < other.unreadCount
  }
}

/// The scripts of a page.
enum Scripts {
  /// Returns a page with blanks for all that is no script, so that lines stay; any other text as it is.
  static func only(_ text: String) -> String {
    guard text.drop(while: { $0.isWhitespace }).first == "<", text.firstRange(ofText: "<script") != nil else {
      return text
    }
    var octets = Array(text.utf8)
    var isScript = false
    var index = 0
    func begins(_ word: String) -> Bool { octets[index...].starts(with: word.utf8) }
    while index < octets.count {
      if !isScript, begins("<script") {
        while index < octets.count, octets[index] != UInt8(ascii: ">") {
          octets[index] = octets[index].isBlank ? octets[index] : 0x20
          index += 1
        }
        isScript = true
        if index < octets.count { octets[index] = 0x20 }
      } else if isScript, begins("</script") {
        isScript = false
      }
      if index < octets.count, !isScript, !octets[index].isBlank { octets[index] = 0x20 }
      index += 1
    }
    return String(decoding: octets, as: UTF8.self)
  }
}

extension RequestedScan.Unread {
  /// A part that is not read, with the reason.
  init(_ obstacle: SourceObstacle) { self.init(line: obstacle.line, reason: obstacle.reason) }
}
