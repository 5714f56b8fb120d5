package import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The facts about a program that options and the files beside the program state.
package struct SourceProject: Sendable {
  /// The statements about each library, by its id: that of its stack, or the name of its package.
  private(set) var stated: [String: StatedVersions] = [:]
  /// The ESP32 that the project is built for; `nil` when it is not known, or there are several.
  private(set) var chip: StatedChip?
  /// Kconfig settings that are texts, by their name without `CONFIG_`, unless another file beside the program
  /// contradicts them.
  package var settings: [String: String]
  /// Kconfig settings that are on or off, by their name with `CONFIG_`; those that are not known are missing.
  package var switches: [String: Bool]
  /// Kconfig settings that are numbers, by their name with `CONFIG_`.
  private(set) var numbers: [String: Int64] = [:]
  /// The other files of the project, which a program names; `nil` when none are read.
  package var sources: ProjectSources?

  /// - Parameter versions: the versions that an option states, by the id of the stack.
  package init(
    versions: [String: String] = [:], settings: [String: String] = [:], switches: [String: Bool] = [:],
    sources: ProjectSources? = nil
  ) {
    self.settings = settings
    self.switches = switches
    self.sources = sources
    for (id, version) in versions { state(version, of: id) }
  }

  /// Takes the version that an option states.
  package mutating func state(_ version: String, of id: String) {
    guard let range = VersionRange(version) else { return }
    stated[id] = StatedVersions(ranges: [range], origin: "--stack")
  }

  /// The versions of a library that the project allows; empty when nothing states them.
  package func versions(of id: String) -> [VersionRange] { stated[id]?.ranges ?? [] }

  /// The setting with the device's name.
  static let deviceName = "BT_DEVICE_NAME"

  /// Zephyr's own configuration of an application, and that in a project of PlatformIO.
  private static let kconfig = ["prj.conf", "zephyr/prj.conf"]
  private static let sdkConfiguration = "sdkconfig"

  /// The names of the files that state facts about a program beside them.
  package static let files = ProjectFile.names + kconfig + [sdkConfiguration]

  /// Takes the facts of a file, except those that an option or files before it stated.
  ///
  /// - Parameter name: one of ``files``.
  package mutating func take(_ text: String, of name: String) {
    if Self.kconfig.contains(name) {
      if numbers.isEmpty { numbers = KconfigFile.numbers(in: text) }
      if settings.isEmpty, let name = KconfigFile.deviceName(in: text) { settings[Self.deviceName] = name }
      return
    }
    if name == Self.sdkConfiguration {
      if switches.isEmpty { switches = KconfigFile.switches(in: text) }
      if numbers.isEmpty { numbers = KconfigFile.numbers(in: text) }
      return
    }
    let file = ProjectFile(text, name: name)
    for (id, ranges) in file.versions where stated[id] == nil {
      stated[id] = StatedVersions(ranges: ranges, origin: name)
    }
    if chip == nil { chip = file.chip }
  }

  /// Returns the obstacle of a layout whose stack is older than the known versions, with the faults that are known of it.
  func obstacle(toAnOldVersionFor layout: SourceLayout) -> SourceObstacle {
    let stack = layout.stack
    let stated = stated[stack.id]
    let faults = (stated?.ranges ?? []).flatMap { FaultTable.faults(of: stack.id, $0, for: layout.request) }
      .withoutRepeats
    let version = stated.map { " \($0.words) (\($0.origin))" } ?? ""
    var obstacle = SourceObstacle(
      layout.place.line,
      (["\(stack.name)\(version) is older than the known versions (\(stack.versionWords))"]
        + faults.map { "known fault: \($0.symptom)" }).joined(separator: "; "))
    obstacle.remedy =
      faults.first?.remedy
      ?? "update \(stack.name) to a known version, or log what the device sends (Docs/RunTime.md)"
    return obstacle
  }

  /// Returns the order that states the version of a stack.
  func remedy(for stack: StackBuilder, _ version: StackBuilder.ChosenVersion) -> String {
    let files = ProjectFile.names(stating: stack.id)
    return "state the version with --stack \(stack.id)@\(version.words)"
      + (stack.earlier.map { " or \($0.id)@\($0.newest.words)" } ?? "")
      + (files.isEmpty ? "" : ", or in \(files.joined(separator: " or ")) beside the program")
  }

  /// Returns the version of a stack that is checked; `nil` when the project states one that is older than all known ones.
  func choice(of stack: StackBuilder) -> VersionChoice? {
    if let stated = stated[stack.id] { return stated.choice(of: stack) }
    return choiceOfCore(for: stack) ?? stack.choice(nil)
  }
}

/// The versions of a library that a file or an option states: several when parts of the project have different ones.
struct StatedVersions: Hashable, Sendable {
  /// The ranges, each once.
  let ranges: [VersionRange]
  /// The file or the option.
  let origin: String

  /// The ranges, for people.
  var words: String { ranges.map { $0.words }.joined(separator: ", ") }

  /// Returns the version that is checked: the newest of several.
  func choice(of stack: StackBuilder) -> VersionChoice? {
    var newest: VersionChoice?
    var generations: [Int] = []
    for range in ranges {
      guard let choice = stack.choice(range, from: origin) else { continue }
      for generation in choice.generations where !generations.contains(generation) { generations.append(generation) }
      if newest.map({ choice.version.generation < $0.version.generation }) ?? true { newest = choice }
    }
    guard let newest, ranges.count > 1 else { return newest }
    return newest.among(
      generations.sorted(),
      reason: "\(stack.name) \(newest.version.words) is the newest of the versions that \(origin) states (\(words))")
  }
}

/// The chip that a project is built for.
enum StatedChip: Hashable, Sendable {
  /// The first ESP32, whose Arduino core has Bluedroid.
  case firstESP32
  /// A later ESP32, whose Arduino core has NimBLE from 3.3 on.
  case laterESP32
}
