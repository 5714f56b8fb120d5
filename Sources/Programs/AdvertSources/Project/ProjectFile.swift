internal import AdvertBuilders

/// The versions of libraries that a file of a project states.
struct ProjectFile {
  /// The ranges of each library, by its id, each once.
  private(set) var versions: [String: [VersionRange]] = [:]
  /// The ESP32 that the project is built for; `nil` when the file does not say it, or says several.
  private(set) var chip: StatedChip?

  /// The names of the files.
  static let names = [
    "platformio.ini", "library.properties", "idf_component.yml", "main/idf_component.yml", "west.yml",
    "requirements.txt", "sketch.yaml", "pubspec.lock", "pubspec.yaml", "package-lock.json", "package.json",
    "Cargo.toml", "go.mod",
  ]

  /// One statement of a file.
  struct Statement: Hashable {
    /// The library, as the file names it: `h2zero/NimBLE-Arduino`.
    let name: String
    /// The range, as the file writes it; empty without one.
    let range: String
    /// The part of the project that it is about, such as an environment or a profile; empty for all.
    var part = ""
  }

  /// The findings of a reader in a file.
  struct Found {
    var statements: [Statement] = []
    /// The boards and chips, each with its part of the project.
    var boards: [(name: String, part: String)] = []
    /// The parts that are built when none is named; empty when the file does not say it.
    var usual: [String] = []
  }

  private static let mostRanges = 32
  private static let mostLines = 20_000

  /// Returns the lines of a file that are read, without empty ones.
  static func lines(of text: String) -> ArraySlice<Substring> {
    text.split(whereSeparator: { $0.isNewline }).prefix(mostLines)
  }

  /// Reads a file.
  init(_ text: String, name: String) {
    let found: Found
    switch name {
    case "platformio.ini": found = PlatformIOFile.read(text)
    case "library.properties": found = ArduinoProjectFiles.library(text)
    case "sketch.yaml": found = ArduinoProjectFiles.sketch(text)
    case "west.yml": found = WestFile.read(text)
    case "requirements.txt": found = PythonRequirements.read(text)
    case "pubspec.lock": found = ComponentFile.read(text, section: "packages")
    case "package-lock.json", "package.json": found = PackageFiles.javaScript(text)
    case "Cargo.toml": found = PackageFiles.rust(text)
    case "go.mod": found = PackageFiles.go(text)
    default: found = ComponentFile.read(text)
    }
    func isBuilt(_ part: String) -> Bool { part.isEmpty || found.usual.isEmpty || found.usual.contains(part) }
    for statement in found.statements where isBuilt(statement.part) {
      // A library without a version says nothing beside another statement.
      guard let id = Self.id(of: statement.name), let range = VersionRange(statement.range), range.words != "*"
      else { continue }
      let known = versions[id] ?? []
      if known.count < Self.mostRanges, !known.contains(range) { versions[id] = known + [range] }
    }
    var chips: [StatedChip] = []
    for board in found.boards where isBuilt(board.part) {
      if let chip = StatedChip(board: board.name), !chips.contains(chip) { chips.append(chip) }
    }
    chip = chips.count == 1 ? chips.first : nil
  }

  /// Returns the names of the files that state the version of a stack.
  static func names(stating id: String) -> [String] {
    switch id {
    case "nimble-arduino", "arduinoble", "esp32-ble", "esp32-ble-nimble", "bluefruit":
      ["platformio.ini", "sketch.yaml"]
    case "esp-nimble-cpp", "bluedroid": ["idf_component.yml"]
    case "zephyr": ["west.yml"]
    case "adafruit-ble", "aioble": ["requirements.txt"]
    default: []
    }
  }

  /// Returns the id of a library; `nil` for libraries that neither advertise nor have known faults.
  private static func id(of name: String) -> String? {
    let plain = normalized(name)
    return ids.first { $0.names.contains(plain) }?.id ?? FaultTable.id(named: name)
  }

  /// Returns a name as registries compare it: without its owner, in lower case, with hyphens.
  private static func normalized(_ name: String) -> String {
    var octets: [UInt8] = []
    for octet in name.utf8 {
      switch octet {
      case UInt8(ascii: "/"): octets = []
      case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "): octets.append(UInt8(ascii: "-"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): octets.append(octet | 0x20)
      default: octets.append(octet)
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// The names of the libraries in such files.
  private static let ids: [(id: String, names: [String])] = [
    ("nimble-arduino", ["nimble-arduino"]), ("esp-nimble-cpp", ["esp-nimble-cpp"]), ("arduinoble", ["arduinoble"]),
    ("esp32-ble", ["esp32:esp32", "arduino-esp32"]), ("bluefruit", ["adafruit:nrf52"]),
    ("adafruit-ble", ["adafruit-circuitpython-ble"]), ("aioble", ["aioble"]), ("zephyr", ["zephyr"]),
    ("nrf-connect-sdk", ["sdk-nrf"]), ("bluedroid", ["idf"]),
  ]
}

extension StatedChip {
  /// Returns the chip of a board, or of a chip's name; `nil` when the name does not say it.
  init?(board: String) {
    let name = board.lowercased()
    for mark in ["s2", "s3", "c2", "c3", "c5", "c6", "h2", "p4"] where Self.has(mark, name) {
      self = .laterESP32
      return
    }
    guard Self.firstESP32Boards.contains(name) else { return nil }
    self = .firstESP32
  }

  /// Whether a name has the mark of a chip behind `esp32`, or as a word: `esp32c3`, `esp32-s3-devkitc-1`, `lolin_s2_mini`.
  private static func has(_ mark: String, _ name: String) -> Bool {
    let parts = name.split { "-_: ".contains($0) }
    return parts.contains { $0 == mark || $0.hasPrefix("esp32" + mark) }
  }
}
