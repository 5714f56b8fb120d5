internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The results of the readers of the stacks.
struct SourceFindings {
  var layouts: [SourceLayout] = []
  /// Layouts whose octets are in the file exactly as they are sent.
  var plain: [DeclaredLayout] = []
  var obstacles: [SourceObstacle] = []
  /// The assumptions about layouts of octets, one sentence each.
  var assumptions: [String] = []
  /// Whether an obstacle is that no line says which library it is.
  var lacksLibrary = false

  init() {}

  /// The findings of a reader in a program, or the reason why the program is not read.
  init<Program: TokenProgram>(_ program: Program, by reader: (Program, inout Self) -> Void) {
    if let obstacle = program.obstacle { obstacles.append(obstacle) } else { reader(program, &self) }
  }

  /// The reasons why parts of the program are not read, also parts of layouts.
  var allObstacles: [SourceObstacle] {
    obstacles
      + layouts.flatMap { ($0.advertising.unread + ($0.scanResponse?.unread ?? [])).map { $0.obstacle } }
  }

  /// The number of parts that are not read.
  var unreadCount: Int {
    layouts.reduce(allObstacles.count) { $0 + ($1.isResponseUnknown ? 1 : 0) }
  }

  /// Returns the findings without the layouts at a place.
  func without(_ place: TextRange) -> SourceFindings {
    var found = self
    found.layouts.removeAll { $0.place == place }
    found.plain.removeAll { $0.place == place }
    return found
  }

  /// The most layouts and obstacles of one file.
  private static let most = 32

  /// Whether one more call in a line is read; otherwise it becomes an obstacle.
  mutating func hasRoom(for line: Int) -> Bool {
    let isRoom = layouts.count + plain.count + obstacles.count < Self.most
    if !isRoom { obstacles.append(SourceObstacle(line, "more calls than are read")) }
    return isRoom
  }

  /// Adds what a reader finds at one call: layouts of bytes, and refusals that are not certain.
  mutating func takeBytes(
    _ read: (inout SourceFindings) throws(SourceObstacle) -> SourceLayout?
  ) {
    var made = SourceFindings()
    take { () throws(SourceObstacle) in try read(&made) }
    plain += made.plain
    for one in made.obstacles where !obstacles.contains(one) { obstacles.append(one) }
  }

  /// Adds the layout of bytes that a reader makes, or the reason why it makes none.
  mutating func takePlain(_ read: () throws(SourceObstacle) -> DeclaredLayout) {
    do throws(SourceObstacle) { plain.append(try read()) } catch { obstacles.append(error) }
  }

  /// Adds the layout that a reader fills for a call to a stack, or the reason why it does not.
  mutating func take(
    _ id: String, _ name: String, _ place: TextRange, _ fill: (inout SourceLayout) throws(SourceObstacle) -> Void
  ) {
    guard let stack = StackBuilder.named(id) else { return }
    take { () throws(SourceObstacle) in
      var layout = SourceLayout(name: name, stack: stack, place: place)
      // The adapter decides whether the kernel adds Flags, and which.
      if id == "bluez" { layout.addedTypes = [.flags] }
      try fill(&layout)
      return layout
    }
  }

  /// Adds the layout that a reader makes, or the reason why it makes no layout.
  mutating func take(_ read: () throws(SourceObstacle) -> SourceLayout?) {
    do throws(SourceObstacle) {
      if let layout = try read() { layouts.append(layout) }
    } catch {
      if !obstacles.contains(error) { obstacles.append(error) }
    }
  }
}
