internal import AdvertisingData

/// The functions of ESP-IDF that are recognised in a program without symbols by the texts that they are given.
///
/// Source: ESP-IDF, components: log/include/esp_log.h (forms of lines), bt/host/nimble/port and nimble/porting (texts),
/// bt/common/osi and bt/host/bluedroid (names of tasks).
struct EspressifFunctions {
  /// Functions that are not run, by address: what writes lines to the log does not affect payloads, and the controller
  /// that a host begins with is not in the image.
  private(set) var leftOut: [UInt32: String] = [:]
  /// Whether the host is Bluedroid.
  private(set) var isBluedroid = false

  /// The fewest lines of a function that writes to the log.
  private static let leastLines = 4
  private static let failure = "controller init failed"
  private static let tasksOfBluedroid = ["BTC_TASK", "BTU_TASK", "btcT", "btuT", "Btc_task"]

  init(_ code: CalledCode, _ texts: CalledTexts) {
    var lines: [UInt32: Int] = [:]
    for call in code.calls {
      for case let text? in call.arguments.map({ texts[$0] }) {
        if Self.isLine(text) {
          lines[call.target, default: 0] += 1
          // NimBLE begins with its controller.
          if text.hasPart(Self.failure) { leftOut[call.function] = "nimble_port_init" }
        }
        if Self.tasksOfBluedroid.contains(text) { isBluedroid = true }
      }
    }
    for (function, count) in lines where count >= Self.leastLines { leftOut[function] = "esp_log_write" }
  }

  /// Whether a text is the form of a line for the log: it begins with a level and a time, perhaps after a color.
  private static func isLine(_ text: String) -> Bool {
    var rest = Array(text.utf8.prefix(16))[...]
    if rest.first == 0x1B, let end = rest.firstIndex(of: 0x6D) { rest = rest[(end + 1)...] }
    guard let level = rest.first, [0x45, 0x57, 0x49, 0x44, 0x56].contains(level) else { return false }
    return rest.dropFirst().starts(with: [0x20, 0x28, 0x25])
  }
}
