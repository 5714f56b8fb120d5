package import AdvertBuilders
package import AdvertObservation
internal import AdvertisingData

/// The layouts that a program sends, read from its text without a build.
///
/// Only what the text says for certain is a layout: calls of known libraries, whose arguments are literals or constants of the
/// file. Whatever else touches what a call sends makes it one that is not read, with the line and the reason.
package struct ProgramReader {
  /// What is sent, in the order of the file.
  package private(set) var layouts: [DeclaredLayout] = []
  /// What is not known, in the order of the file.
  package private(set) var unread: [SourceObstacle] = []
  /// The stacks whose calls are in the file, and the version that each was taken for.
  package private(set) var stacks: [(stack: StackBuilder, version: StackBuilder.ChosenVersion)] = []
  private let project: SourceProject

  /// Languages in which calls are read.
  package enum Language: Hashable, Sendable {
    case c
    case cPlusPlus
    case python

    /// By the end of a file's name; `nil` for all others.
    package init?(path: String) {
      let end = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
      switch end {
      case "c": self = .c
      case "ino", "cpp", "cc", "cxx", "pde": self = .cPlusPlus
      case "py": self = .python
      default: return nil
      }
    }
  }

  package init(_ text: String, language: Language, project: SourceProject = SourceProject()) {
    self.project = project
    switch language {
    case .c, .cPlusPlus: readC(CProgram(text, isCPlusPlus: language == .cPlusPlus))
    case .python: readPython(text)
    }
    unread.sort { $0.line < $1.line }
  }

  private mutating func readC(_ program: CProgram) {
    if let obstacle = program.obstacle {
      unread.append(obstacle)
      return
    }
    var found = SourceFindings()
    ZephyrReader.read(program, project, into: &found)
    NimBLEReader.read(program, into: &found)
    BluedroidReader.read(program, into: &found)
    NRF5Reader.read(program, into: &found)
    NimBLEArduinoReader.read(program, project, into: &found)
    ArduinoBLEReader.read(program, into: &found)
    BluefruitReader.read(program, into: &found)
    take(found)
  }

  private mutating func readPython(_ text: String) {
    var found = SourceFindings()
    PythonReader.read(text, into: &found)
    take(found)
  }

  private mutating func take(_ found: SourceFindings) {
    unread += found.obstacles
    layouts += found.plain
    for layout in found.layouts {
      guard
        let version = layout.impliedVersion.flatMap({ layout.stack.version($0) }) ?? project.version(of: layout.stack)
      else {
        unread.append(
          SourceObstacle(
            layout.place.line,
            "what \(layout.stack.name) sends depends on its version, and no file beside this one says which it is"))
        continue
      }
      do throws(SourceObstacle) {
        layouts.append(try layout.declared(version: version))
        if !stacks.contains(where: { $0.stack.id == layout.stack.id }) { stacks.append((layout.stack, version)) }
      } catch {
        unread.append(error)
      }
    }
    layouts.sort { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) }
  }

  /// The libraries whose calls are read, for people.
  package static let libraries =
    "Zephyr, NimBLE, Bluedroid, the nRF5 SDK, NimBLE-Arduino, the BLE library of arduino-esp32, ArduinoBLE, Bluefruit, aioble, "
    + "adafruit_ble"
}

/// What the readers of the stacks found.
struct SourceFindings {
  var layouts: [SourceLayout] = []
  /// Layouts that are in the file as they are sent.
  var plain: [DeclaredLayout] = []
  var obstacles: [SourceObstacle] = []

  /// Adds what a reader makes, or why it makes nothing.
  mutating func take(_ read: () throws(SourceObstacle) -> SourceLayout?) {
    do throws(SourceObstacle) {
      if let layout = try read() { layouts.append(layout) }
    } catch {
      if !obstacles.contains(error) { obstacles.append(error) }
    }
  }
}

/// What the files beside a program say of it.
package struct SourceProject: Sendable {
  /// Versions as they are written, by the id of the stack.
  package var versions: [String: String]
  /// Kconfig settings that are texts, by their name without `CONFIG_`, when nothing beside says otherwise.
  package var settings: [String: String]

  package init(versions: [String: String] = [:], settings: [String: String] = [:]) {
    self.versions = versions
    self.settings = settings
  }

  /// The version that is said, or the newest; `nil` when that is not known.
  func version(of stack: StackBuilder) -> StackBuilder.ChosenVersion? {
    if let said = versions[stack.id] { return stack.version(said) }
    return stack.unknownFrom == nil ? stack.newest : nil
  }
}
