package import AdvertBuilders
package import AdvertReading
internal import AdvertisingData

/// The layouts that a program sends, read from its text without a build.
///
/// A layout is only what the text states for certain: calls of known libraries, with literals or constants of the file
/// as arguments. When any other code can change the data of a call, the call is not read, and the line and the reason
/// are reported.
package struct ProgramReader {
  /// The layouts that the program sends, in the order of the file.
  package private(set) var layouts: [DeclaredLayout] = []
  /// The reasons why parts of the program are not read, in the order of the file.
  package private(set) var unread: [SourceObstacle] = []
  /// The stacks whose calls are in the file, each with the version that is checked.
  package var stacks: [(stack: StackBuilder, version: StackBuilder.ChosenVersion)] {
    choices.map { (stack: $0.stack, version: $0.choice.version) }
  }
  /// The stacks whose calls are in the file, each with the choice of its version.
  private var choices: [(stack: StackBuilder, choice: VersionChoice)] = []
  /// The stacks whose calls are not read because the project states a version that is older than the known ones.
  package private(set) var unknownVersions: [StackBuilder] = []
  /// Whether the switches of the project decided which code is compiled.
  package private(set) var usesSwitches = false
  /// Whether calls are not read because the text does not say of which library they are.
  private(set) var lacksLibrary = false
  /// The assumptions that were made of other files, one sentence each.
  private var assumedOfFiles: [String] = []
  private let project: SourceProject

  /// The languages in which calls are read.
  package enum Language: Hashable, Sendable {
    case c
    case cPlusPlus
    case python
    case kotlin
    case java
    case swift
    case objectiveC
    case cSharp
    case javaScript
    case dart
    case rust
    case go
    case shell

    /// The language of a file by the extension of its name; `nil` for all other extensions.
    package init?(path: String) {
      let end = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
      switch end {
      case "c": self = .c
      case "ino", "cpp", "cc", "cxx", "pde": self = .cPlusPlus
      case "py": self = .python
      case "kt", "kts": self = .kotlin
      case "java": self = .java
      case "swift": self = .swift
      case "m", "mm": self = .objectiveC
      case "cs": self = .cSharp
      case "js", "mjs", "cjs", "jsx", "ts", "tsx": self = .javaScript
      case "dart": self = .dart
      case "rs": self = .rust
      case "go": self = .go
      case "sh": self = .shell
      default: return nil
      }
    }

    /// The language that stands for all in which the same libraries are called.
    var family: Language {
      switch self {
      case .c, .cPlusPlus, .objectiveC: .c
      case .kotlin, .java: .kotlin
      case .javaScript, .dart: .javaScript
      case .python, .swift, .cSharp, .rust, .go, .shell: self
      }
    }
  }

  package init(_ text: String, language: Language, project: SourceProject = SourceProject()) {
    self.init(text, language: language, project: project, isExcerpt: false)
  }

  /// - Parameter isExcerpt: whether the program is lines that were copied without a function around them.
  init(_ text: String, language: Language, project: SourceProject, isExcerpt: Bool) {
    self.project = project
    switch language {
    case .c, .cPlusPlus: readC(text, isCPlusPlus: language == .cPlusPlus, isExcerpt: isExcerpt)
    case .python: readPython(text, isExcerpt: isExcerpt)
    case .kotlin, .java:
      readApp(text, language == .java ? .java : .kotlin) { program, found in
        AndroidReader.read(program, isExcerpt: isExcerpt, into: &found)
      }
    case .go:
      let program = ScriptProgram(text, .go)
      if program.places["Configure"] != nil { take(SourceFindings(program, by: GoReader.read)) }
    case .swift: readApp(text, .swift, by: CoreBluetoothReader.read)
    case .objectiveC:
      take(SourceFindings(CProgram(text, isCPlusPlus: false, project: project), by: ObjectiveCReader.read))
    case .cSharp:
      guard WinRTReader.mayAdvertise(text) else { break }
      readApp(text, .cSharp) { program, found in WinRTReader.read(program, isExcerpt: isExcerpt, into: &found) }
    case .javaScript, .dart: readScript(text)
    case .rust:
      let program = ScriptProgram(text, .rust)
      if RustReader.mayAdvertise(program) { take(SourceFindings(program, by: RustReader.read)) }
    case .shell: readShell(ShellProgram(text))
    }
    unread.sort { $0.line < $1.line }
  }

  /// A limit for the combinations of undecided conditions that are read.
  private static let mostReadings = 4

  /// Reads a program in C, once for each value of the names on which undecided conditions depend.
  private mutating func readC(_ text: String, isCPlusPlus: Bool, isExcerpt: Bool) {
    var open: [[Supposition]] = [[]]
    var readings: [(supposed: [Supposition], found: SourceFindings)] = []
    while let supposed = open.popLast() {
      func read(
        takesSources: Bool = false, sketch: ProjectSources.Sketch? = nil
      ) -> CProgram {
        CProgram(
          text, isCPlusPlus: isCPlusPlus, project: project,
          supposed: supposed.reduce(into: [:]) { $0[$1.name] = $1.isSet }, isExcerpt: isExcerpt,
          takesSources: takesSources, sketch: sketch)
      }
      let program = read()
      usesSwitches = usesSwitches || program.usesSwitches
      var found = findings(program)
      if project.sources != nil, found.allObstacles.contains(where: { NRF5VendorBases.isOfOtherFile($0) }) {
        // Files of the project register bases.
        let more = findings(read(takesSources: true))
        if more.unreadCount < found.unreadCount { found = more }
      }
      if isCPlusPlus, !isExcerpt, found.unreadCount > 0, let sketch = project.sources?.sketch(with: text) {
        let more = findings(read(sketch: sketch)).without(IncludedFiles.ofSketch)
        if more.unreadCount < found.unreadCount, !more.layouts.isEmpty { found = more }
      }
      if let name = program.askedSettings.names.sorted().first {
        found.assumptions.append(
          "\(name) is that of the configuration beside the program, which other files can change")
      }
      let names = found.obstacles.compactMap { $0.openName } + (found.obstacles.isEmpty ? [] : program.openNamesOfCalls)
      let isRoom = readings.count + open.count + 2 <= Self.mostReadings
      if isRoom, let name = names.first(where: { name in !supposed.contains { $0.name == name } }) {
        open.append(supposed + [Supposition(name: name, isSet: false)])
        open.append(supposed + [Supposition(name: name, isSet: true)])
      } else {
        readings.append((supposed, found))
      }
    }
    take(readings)
  }

  private func findings(_ program: CProgram) -> SourceFindings {
    SourceFindings(program) { program, found in
      ZephyrReader.read(program, project, into: &found)
      NimBLEReader.read(program, into: &found)
      BluedroidReader.read(program, into: &found)
      NRF5Reader.read(program, into: &found)
      NimBLEArduinoReader.read(program, project, into: &found)
      ArduinoBLEReader.read(program, into: &found)
      BluefruitReader.read(program, into: &found)
      ArduinoKeyboards.read(program, project, into: &found)
      found.obstacles += program.otherUses()
    }
  }

  /// Reads an app, with the declarations of other files of its project where the file alone leaves something open.
  private mutating func readApp(
    _ text: String, _ language: AppTokens.Language, by reader: (AppProgram, inout SourceFindings) -> Void
  ) {
    var found = SourceFindings(AppProgram(text, language: language), by: reader)
    if found.unreadCount > 0, let sources = project.sources {
      let more = SourceFindings(AppProgram(text, language: language, sources: sources), by: reader)
      if more.unreadCount <= found.unreadCount { found = more }
    }
    take(found)
  }

  private mutating func readPython(_ text: String, isExcerpt: Bool) {
    var program = PythonProgram(text)
    program.isExcerpt = isExcerpt
    program.sources = project.sources
    if program.obstacle == nil { readShell(PythonCommands.shell(of: program)) }
    var found = SourceFindings(program, by: PythonReader.read)
    // Classes and values that the program takes from modules.
    if found.layouts.isEmpty, found.plain.isEmpty, let joined = PythonModules.joined(program),
      case let more = SourceFindings(joined, by: PythonReader.read), !more.layouts.isEmpty || !more.plain.isEmpty
    {
      (program, found) = (joined, more)
    }
    take(found)
    if let helper = program.assumedHelper, !isEmpty { assume(helper) }
  }

  private mutating func readShell(_ program: ShellProgram) {
    var found = SourceFindings()
    BtmgmtReader.read(program, into: &found)
    HCIToolReader.read(program, into: &found)
    found.obstacles += program.otherUses()
    take(found)
  }

  private mutating func readScript(_ text: String) {
    guard ScriptPeripherals.mayAdvertise(ScriptProgram(text)) else { return }
    take(
      SourceFindings(ScriptProgram(text, sources: project.sources)) { program, found in
        EspruinoReader.read(program, into: &found)
        ScriptPeripherals.read(program, into: &found)
      })
  }

  /// A name of which a reading of a program supposes that it is set, or that it is not.
  private struct Supposition: Hashable {
    let name: String
    let isSet: Bool

    var words: String { "\(isSet ? "with" : "without") \(name)" }
  }

  /// Takes the findings of several readings. What they do not have in common tells on what it depends.
  private mutating func take(_ readings: [(supposed: [Supposition], found: SourceFindings)]) {
    var parts: [(layouts: [DeclaredLayout], unread: [SourceObstacle])] = []
    for (_, found) in readings {
      let before = (layouts, unread)
      (layouts, unread) = ([], [])
      take(found)
      parts.append((layouts, unread))
      (layouts, unread) = before
    }
    /// Returns what is supposed in all readings that have a finding, in words; `nil` for a finding of all readings.
    func condition(_ isFound: (Int) -> Bool) -> (words: String, names: [String])? {
      let having = readings.indices.filter(isFound).map { readings[$0].supposed }
      guard having.count < readings.count, let first = having.first else { return nil }
      let common = first.filter { one in having.allSatisfy { $0.contains(one) } }
      let told = common.isEmpty ? having : [common]
      return (
        told.map { $0.map { $0.words }.joined(separator: ", ") }.joined(separator: ", or "),
        told.joined().map { $0.name }
      )
    }
    let found = parts.map { (layouts: Set($0.layouts), unread: Set($0.unread)) }
    var names: Set<String> = []
    var seen: (layouts: Set<DeclaredLayout>, unread: Set<SourceObstacle>) = ([], [])
    for part in parts {
      for layout in part.layouts where seen.layouts.insert(layout).inserted {
        var layout = layout
        if let condition = condition({ found[$0].layouts.contains(layout) }) {
          layout.name = "\(layout.name ?? "layout") (\(condition.words))"
          names.formUnion(condition.names)
        }
        layouts.append(layout)
      }
      for obstacle in part.unread where seen.unread.insert(obstacle).inserted {
        unread.append(condition { found[$0].unread.contains(obstacle) }.map { obstacle.told(to: $0.words) } ?? obstacle)
      }
    }
    layouts.sort { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) }
    for name in names.sorted() {
      assumedOfFiles.append(
        "\(name) decides what the program sends, and nothing beside the program says it: both are read")
    }
  }

  private mutating func take(_ found: SourceFindings) {
    unread += found.obstacles
    for sentence in found.assumptions where !assumedOfFiles.contains(sentence) { assumedOfFiles.append(sentence) }
    lacksLibrary = found.lacksLibrary
    layouts += found.plain
    for layout in found.layouts {
      guard let choice = choice(for: layout) else {
        if !unknownVersions.contains(where: { $0.id == layout.stack.id }) { unknownVersions.append(layout.stack) }
        unread.append(project.obstacle(toAnOldVersionFor: layout))
        continue
      }
      let version = choice.version
      do throws(SourceObstacle) {
        let readings = try layout.readings(by: version)
        layouts += readings.layouts
        if let refused = readings.refused { unread.append(refused) }
        if let doubt = layout.refusal(for: version) { unread.append(doubt) }
        if let doubt = layout.refusalOfPhoneName(for: version) { unread.append(doubt) }
        for sentence in layout.assumptions where !assumedOfFiles.contains(sentence) { assumedOfFiles.append(sentence) }
        if !choices.contains(where: { $0.stack.id == layout.stack.id }) { choices.append((layout.stack, choice)) }
      } catch {
        unread.append(error)
      }
    }
    for index in layouts.indices { layouts[index].doubtPrimaryPHY() }
    layouts.sort { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) }
  }

  /// Returns the version of a layout's stack that is checked; `nil` when none is known.
  private func choice(for layout: SourceLayout) -> VersionChoice? {
    if let implied = layout.impliedVersion, let range = VersionRange(implied) {
      return layout.stack.choice(range, from: "its calls")
    }
    return project.choice(of: layout.stack)
  }

  /// Adds a reason why a part of the program is not read.
  mutating func add(_ obstacle: SourceObstacle) { unread.append(obstacle) }

  /// Adds an assumption about what is not in the text.
  mutating func assume(_ sentence: String) { assumedOfFiles.append(sentence) }

  /// Whether nothing in the program advertises.
  package var isEmpty: Bool { layouts.isEmpty && unread.isEmpty }

  /// The assumptions about the program.
  package var assumptions: [Assumption] {
    var sentences: [Assumption] = []
    for (stack, choice) in choices {
      guard let reason = choice.reason else { continue }
      let differences = differences(of: stack, choice)
      sentences.append(
        Assumption(
          ([reason] + differences).joined(separator: "; "), decides: !differences.isEmpty,
          remedy: differences.isEmpty ? nil : project.remedy(for: stack, choice.version)))
    }
    if let name = project.settings[SourceProject.deviceName],
      layouts.contains(where: { $0.deviceName.map(name.hasPrefix) ?? false })
    {
      sentences.append(
        Assumption("the device's name is that of prj.conf, which other files of the build can change"))
    }
    if usesSwitches {
      sentences.append(Assumption("the sdkconfig beside the program decides which of its code is compiled"))
    }
    return sentences + assumedOfFiles.map { Assumption($0) }
  }

  /// Returns what other versions send in place of the layouts of a stack, each in words: `before 2.0: the name is in …`.
  private func differences(of stack: StackBuilder, _ choice: VersionChoice) -> [String] {
    guard choice.version.isAssumed else { return [] }
    var differences: [String] = []
    for layout in layouts {
      guard let asked = layout.stackBuild?.asked, asked.stackID == stack.id else { continue }
      for difference in asked.differences(among: choice.generations) where !differences.contains(difference) {
        differences.append(difference)
      }
    }
    return differences
  }

  /// An assumption, in one sentence.
  package struct Assumption {
    /// The sentence.
    package let words: String
    /// Whether another one is known to give another result.
    package let decides: Bool
    /// The order that replaces the assumption by a fact; `nil` when none is known.
    package let remedy: String?

    fileprivate init(_ words: String, decides: Bool = false, remedy: String? = nil) {
      self.words = words
      self.decides = decides
      self.remedy = remedy
    }
  }

  /// The options of Zephyr's calls that are read.
  package static var zephyrOptions: [String] { ZephyrParameters.optionNames }

  /// The list of supported libraries, for error messages.
  package static var expectation: String { "calls of a library that advertises (\(SourceLibrary.names))" }
}
