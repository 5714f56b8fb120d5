internal import AdvertisingData

/// The functions of ESP-IDF that are recognised in a program without symbols by the texts that they are given.
///
/// Source: ESP-IDF, components: log/include/esp_log.h (forms of lines), bt/host/nimble/port and nimble/porting (texts),
/// bt/controller, bt/host/bluedroid/api/esp_bt_main.c and nvs_flash (texts), bt/common/osi and bt/host/bluedroid (names of
/// tasks).
struct EspressifFunctions {
  /// Functions that are not run, by address: what writes lines to the log does not affect payloads, and what prepares
  /// the controller, the host and the storage succeeds on a device.
  private(set) var leftOut: [UInt32: String] = [:]
  /// Whether the host is Bluedroid.
  private(set) var isBluedroid = false

  /// The fewest lines of a function that writes to the log.
  private static let leastLines = 4
  /// Texts in lines of functions that prepare a host.
  private static let preparing = [
    "controller init failed": "nimble_port_init", "Bluedroid already initialised": hostInit,
    "Bluedroid already enabled": "esp_bluedroid_enable",
  ]
  /// The marks of lines of the controller.
  private static let controller = ["BTDM_INIT", "BLE_INIT"]
  private static let controllerInit = "esp_bt_controller_init"
  private static let hostInit = "esp_bluedroid_init"
  /// The modes of the controller.
  private static let modes: ClosedRange<UInt32> = 1...3
  private static let storage = "nvs"
  private static let tasksOfBluedroid = ["BTC_TASK", "BTU_TASK", "btcT", "btuT", "Btc_task"]

  init(_ code: CalledCode, _ texts: CalledTexts) {
    var lines: [UInt32: Int] = [:]
    var counts: [UInt32: Int] = [:]
    for call in code.calls { counts[call.function, default: 0] += 1 }
    for call in code.calls {
      // It passes on the name of the storage, and does nothing else.
      if texts[call.arguments[0]] == Self.storage, counts[call.function] == 1 {
        leftOut[call.function] = "nvs_flash_init"
      }
      for case let text? in call.arguments.map({ texts[$0] }) {
        if Self.isLine(text) {
          lines[call.target, default: 0] += 1
          for (part, name) in Self.preparing where text.hasPart(part) { leftOut[call.function] = name }
        }
        if Self.controller.contains(text) { leftOut[call.function] = Self.controllerInit }
        if Self.tasksOfBluedroid.contains(text) { isBluedroid = true }
      }
    }
    for (function, count) in lines where count >= Self.leastLines { leftOut[function] = "esp_log_write" }
    if let enable = enabling(code) { leftOut[enable] = "esp_bt_controller_enable" }
  }

  /// Returns the function that enables the controller: before ESP-IDF 4.0 it writes no line, but a program calls it between
  /// those that prepare the controller and the host, with a mode. `nil` where it is not certain.
  private func enabling(_ code: CalledCode) -> UInt32? {
    var found: Set<UInt32> = []
    var next: (function: UInt32, targets: Set<UInt32>)?
    for call in code.calls {
      switch leftOut[call.target] {
      case Self.controllerInit: next = (call.function, [])
      case Self.hostInit where next?.function == call.function:
        found.formUnion(next?.targets ?? [])
        next = nil
      case nil where call.arguments[0].map(Self.modes.contains) ?? false: next?.targets.insert(call.target)
      default: break
      }
      if next?.function != call.function { next = nil }
    }
    return found.count == 1 ? found.first : nil
  }

  /// Whether a text is the form of a line for the log: it begins with a level and a time, perhaps after a color.
  private static func isLine(_ text: String) -> Bool {
    var rest = Array(text.utf8.prefix(16))[...]
    if rest.first == 0x1B, let end = rest.firstIndex(of: 0x6D) { rest = rest[(end + 1)...] }
    guard let level = rest.first, [0x45, 0x57, 0x49, 0x44, 0x56].contains(level) else { return false }
    return rest.dropFirst().starts(with: [0x20, 0x28, 0x25])
  }
}

/// The host of a program without symbols, as far as it is recognised.
struct EspressifHost {
  /// The functions that are answered, by address, with their names in the source.
  let names: [UInt32: String]
  /// The functions that pass on advertising data and scan response data, by address.
  let advertising: Set<UInt64>
  /// The messages of Bluedroid; `nil` for another host.
  var messages: BluedroidMessages?
}

/// The function of a program for ESP-IDF that begins it, `app_main`, recognised without symbols by the task that calls it.
///
/// Source: ESP-IDF, components/freertos: app_startup.c and, before 5.0, port_common.c.
enum EspressifMain {
  /// Returns its address; `nil` where it is not certain.
  static func find(_ code: CalledCode, _ texts: CalledTexts) -> UInt32? {
    // From 5.0 on, the task writes a line to the log before the call, and one after it.
    if let before = texts.call(with: "Calling app_main()", among: code.calls) {
      let own = code.calls.filter { $0.function == before.function }
      guard let after = texts.call(with: "Returned from app_main()", among: own), before.site < after.site else {
        return nil
      }
      var counts: [UInt32: Int] = [:]
      for call in own { counts[call.target, default: 0] += 1 }
      // What writes the lines is called twice.
      let once = own.filter { $0.site > before.site && $0.site < after.site && counts[$0.target] == 1 }
      return once.count == 1 ? once.first?.target : nil
    }
    // Before 5.0, the task is known by its name. It calls the program last, and then ends itself.
    var tasks: Set<UInt32> = []
    for call in code.calls where texts[call.arguments[1]] == "main" {
      if let task = call.arguments[0], code.begins(task) { tasks.insert(task) }
    }
    guard tasks.count == 1, let task = tasks.first else { return nil }
    let own = code.calls.filter { $0.function == task }
    guard own.count >= 2, own[own.count - 1].arguments[0] == 0 else { return nil }
    return own[own.count - 2].target
  }
}
