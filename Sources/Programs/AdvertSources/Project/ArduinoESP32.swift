internal import AdvertBuilders

/// The BLE library of arduino-esp32 has one interface, and two hosts below it: the version of the core and the chip decide.
extension SourceProject {
  private static let bluedroid = StackBuilder.esp32BLE.id
  private static let nimble = "esp32-ble-nimble"
  /// The first version whose later chips have NimBLE.
  private static let firstWithNimBLE = [3, 3]

  /// The id of the stack that runs the calls of `BLEDevice`.
  var arduinoESP32Stack: String {
    if stated[Self.nimble] != nil { return Self.nimble }
    if chip == .firstESP32 { return Self.bluedroid }
    guard let stated = stated[Self.bluedroid] else { return Self.nimble }
    let allows = stated.ranges.contains { $0.overlaps(from: Self.firstWithNimBLE, before: nil) }
    return allows ? Self.nimble : Self.bluedroid
  }

  /// Returns the version of the library on NimBLE that is checked, when the project states that of the core; `nil` for other stacks.
  func choiceOfCore(for stack: StackBuilder) -> VersionChoice? {
    guard stack.id == Self.nimble, let stated = stated[Self.bluedroid], let choice = stated.choice(of: stack) else {
      return nil
    }
    let isLater = stated.ranges.allSatisfy { $0.isInside(from: Self.firstWithNimBLE, before: nil) }
    guard chip == nil || !isLater else { return choice }
    var reasons = choice.reason.map { [$0] } ?? []
    if chip == nil {
      reasons.append("no file says which chip it is, and the first ESP32 has Bluedroid in place of NimBLE")
    }
    if !isLater { reasons.append("\(stated.words) (\(stated.origin)) also allows versions on Bluedroid") }
    return choice.assumed(because: reasons.joined(separator: "; "))
  }
}
