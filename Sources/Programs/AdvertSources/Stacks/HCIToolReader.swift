internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Lines of the shell that send commands to a controller: `hcitool cmd`, and `hciconfig` with `leadv`.
///
/// No stack is between these commands and the air, so the layouts are the octets of the commands.
///
/// Sources: BlueZ 5.87, tools/hcitool.c and tools/hciconfig.c; Core Vol 4 Part E 7.3.2 and 7.8.4 to 7.8.60.
enum HCIToolReader {
  static func read(_ program: ShellProgram, into found: inout SourceFindings) {
    guard let first = program.commands.first(where: hasData) else { return }
    guard found.layouts.isEmpty else {
      found.layouts = []
      found.obstacles.append(SourceObstacle(first.line, "btmgmt and hcitool, which replace each other's data"))
      return
    }
    var controller = ScriptedController()
    do throws(SourceObstacle) {
      var adapter: ShellProgram.Word?
      for command in program.commands {
        guard let step = try step(command), !step.actions.isEmpty else { continue }
        if let word = step.adapter {
          guard adapter.map({ program.isSame($0, word) }) ?? true else {
            throw SourceObstacle(command.line, "commands to several adapters, or to one that is not certain")
          }
          adapter = word
        }
        for action in step.actions { try controller.take(action, of: command) }
      }
      try controller.finish()
    } catch {
      found.obstacles.append(error)
    }
    found.plain += controller.layouts
  }

  /// The action of a command, and the adapter that it names.
  private struct Step {
    var adapter: ShellProgram.Word?
    var actions: [ScriptedController.Action]
  }

  private static func step(_ command: ShellProgram.Command) throws(SourceObstacle) -> Step? {
    if let words = command.arguments(of: "hcitool") { return try hcitool(words, command) }
    if let words = command.arguments(of: "hciconfig") { return try hciconfig(words) }
    if command.arguments(of: "sleep") != nil { return Step(actions: [.pause]) }
    for name in hosts where command.arguments(of: name) != nil { return Step(actions: [.host(name)]) }
    for name in ["systemctl", "service"] {
      if let words = command.arguments(of: name), words.contains(where: { $0.text?.hasPrefix("blue") ?? true }) {
        return Step(actions: [.host(name)])
      }
    }
    return nil
  }

  /// Programs that can make the kernel set data of its own.
  private static let hosts = ["btmgmt", "bluetoothctl", "bluetoothd", "rfkill"]

  /// The parts of `hcitool -i hci0 cmd OGF OCF octets`.
  private struct Sending {
    var adapter: ShellProgram.Word?
    /// The opcode; `nil` when it is not certain.
    var opcode: UInt16?
    var octets: ArraySlice<ShellProgram.Word>

    /// Reads a command; `nil` for other commands of `hcitool`.
    init?(_ arguments: ArraySlice<ShellProgram.Word>) {
      octets = arguments
      if octets.first?.text == "-i" {
        adapter = octets.dropFirst().first
        octets = octets.dropFirst(2)
      }
      guard octets.first?.text == "cmd" else { return nil }
      let codes = octets.dropFirst().prefix(2).map { $0.text.flatMap { HCIToolReader.number($0) } }
      octets = octets.dropFirst(3)
      if codes.count == 2, let group = codes[0], let code = codes[1], group <= 0x3F, code <= 0x3FF {
        opcode = group << 10 | code
      }
    }
  }

  /// Whether a command gives a controller data to advertise, or may do so.
  private static func hasData(_ command: ShellProgram.Command) -> Bool {
    guard let sending = command.arguments(of: "hcitool").flatMap({ Sending($0) }) else { return false }
    return sending.opcode.map { AdvertisingCommand(rawValue: $0)?.hasData ?? false } ?? true
  }

  private static func hcitool(
    _ arguments: ArraySlice<ShellProgram.Word>, _ command: ShellProgram.Command
  ) throws(SourceObstacle) -> Step? {
    guard let sending = Sending(arguments) else { return nil }
    guard let opcode = sending.opcode else {
      throw SourceObstacle(command.line, "an HCI command whose code is not certain")
    }
    guard let kind = AdvertisingCommand(rawValue: opcode) else { return nil }
    var parameters: [UInt8] = []
    for word in sending.octets {
      guard let text = word.text else {
        throw SourceObstacle(word.range.line, "an HCI command with a word that something else decides")
      }
      guard let value = number(text), value <= 0xFF else {
        throw SourceObstacle(word.range.line, "an HCI command with a word that is no byte in hex")
      }
      parameters.append(UInt8(value))
    }
    return Step(adapter: sending.adapter, actions: [.send(kind, parameters, texts: sending.octets.map { $0.range })])
  }

  /// `hciconfig hci0 COMMAND…`
  private static func hciconfig(_ words: ArraySlice<ShellProgram.Word>) throws(SourceObstacle) -> Step? {
    guard let adapter = words.first, !(adapter.text?.hasPrefix("-") ?? false) else { return nil }
    var step = Step(adapter: adapter, actions: [])
    var rest = words.dropFirst()
    while let word = rest.first {
      rest = rest.dropFirst()
      switch word.text {
      case "down", "reset": step.actions.append(.down)
      case "noleadv": step.actions.append(.stop)
      case "leadv":
        guard let kind = rest.first else {
          step.actions += start(type: 0)
          break
        }
        rest = rest.dropFirst()
        guard let text = kind.text, text.count == 1, let type = UInt8(text) else {
          throw SourceObstacle(kind.range.line, "leadv with a kind of advertising that is not read")
        }
        step.actions += start(type: type)
      case nil: throw SourceObstacle(word.range.line, "a command of hciconfig that something else decides")
      default: break
      }
    }
    return step
  }

  /// Returns the commands of `leadv`: parameters with an interval of 1.28 s, the type and all channels, and the start.
  private static func start(type: UInt8) -> [ScriptedController.Action] {
    let parameters = [0x00, 0x08, 0x00, 0x08, type] + Array(repeating: 0, count: 8) + [0x07, 0x00]
    return [.send(.setParameters, parameters, texts: []), .send(.enable, [1], texts: [])]
  }

  /// Returns a number in hex, with `0x` or without; `nil` for other texts.
  fileprivate static func number(_ text: String) -> UInt16? {
    let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
    return digits.utf8.allSatisfy { HexDigits.value(of: $0) != nil } ? UInt16(digits, radix: 16) : nil
  }
}
