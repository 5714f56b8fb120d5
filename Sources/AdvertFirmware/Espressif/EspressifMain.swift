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
