/// One error of a stack: how logs show it, what it means for advertising or scanning, and the way out.
package struct ReportedError: Hashable, Sendable {
  /// The name of the constant or of the exception: `BLE_HS_EMSGSIZE`; empty for an error that is only a text.
  package let name: String
  /// The numbers that stand for it. C libraries number some errors differently.
  package let numbers: [Int]
  /// The functions that report it with this meaning; empty for any function.
  package let functions: [String]
  /// The texts of log lines that report it, each a part of a line.
  package let texts: [String]
  /// The meaning for advertising or scanning, as a clause.
  package let meaning: String
  /// The way out, as an order.
  package let remedy: String
  /// The file of the source that shows it.
  package let file: String

  init(
    _ name: String, _ numbers: Int..., of functions: [String] = [], texts: [String] = [],
    means meaning: String,
    do remedy: String, in file: String
  ) {
    self.name = name
    self.numbers = numbers
    self.functions = functions
    self.texts = texts
    self.meaning = meaning
    self.remedy = remedy
    self.file = file
  }
}

/// The errors of one stack.
package struct ErrorTable: Sendable {
  /// The stack, as people name it.
  package let stack: String
  /// The version of the source.
  package let version: String
  /// The words of a line that show that this stack printed it, in lower case.
  let marks: [String]
  /// The words that this stack's programs print before a number, in lower case.
  let labels: [String]
  /// The functions, callbacks and events that report each of its errors.
  let functions: [String]
  /// Whether numbers are printed in hex.
  let isHex: Bool
  /// The number that the stack adds to a status of the controller; `nil` when it never shows one.
  let statusBase: Int?
  /// Whether numbers count only in lines that show the stack: other stacks use the same numbers more often.
  let needsMark: Bool
  /// Whether short texts count only in lines that show the stack, because other programs print them, too: `OS error`.
  let hasOrdinaryTexts: Bool
  /// Whether the numbers are those of the C library, which programs print with and without a minus.
  let hasErrnos: Bool
  /// The beginnings of names with the words that wrappers in Rust have in their place: `InvalidLength` for
  /// `NRF_ERROR_INVALID_LENGTH`.
  let rustPrefixes: [(prefix: String, word: String)]
  package let errors: [ReportedError]

  init(
    _ stack: String, _ version: String, marks: [String], labels: [String], isHex: Bool = false, statusBase: Int? = nil,
    needsMark: Bool = false, hasOrdinaryTexts: Bool = false, hasErrnos: Bool = false,
    rustPrefixes: [(prefix: String, word: String)] = [], _ errors: [ReportedError],
    functions: [String] = []
  ) {
    self.stack = stack
    self.version = version
    self.marks = marks
    self.labels = labels
    self.functions = functions
    self.isHex = isHex
    self.statusBase = statusBase
    self.needsMark = needsMark
    self.hasOrdinaryTexts = hasOrdinaryTexts
    self.hasErrnos = hasErrnos
    self.rustPrefixes = rustPrefixes
    self.errors = errors
  }

  /// All tables.
  package static let all: [ErrorTable] = [
    .nimble, .nimbleArduino, .zephyr, .espressif, .espressifStatus, .androidAdvertising,
    .androidScanning, .bluez, .management, .linux, .controller, .softDevice, .mbed, .siliconLabs, .arduinoBLE,
    .microPython,
    .circuitPython, .nodeBLEHost, .webBluetooth, .coreBluetooth, .windows,
  ]

  /// Returns the error that a status stands for as the answer to a command; `nil` for a status without a row.
  package func error(ofStatus status: Int, of command: String?) -> ReportedError? {
    let all = errors.filter { $0.numbers.contains(status) }
    return command.flatMap { command in all.first { $0.functions.contains(command) } }
      ?? all.first { $0.functions.isEmpty }
  }

  /// Returns a name as wrappers in Rust spell it; `nil` for a stack without them.
  func rustName(of name: String) -> String? {
    guard let known = rustPrefixes.first(where: { name.utf8.starts(with: $0.prefix.utf8) }) else { return nil }
    let parts = Array(name.utf8.dropFirst(known.prefix.utf8.count)).split(separator: UInt8(ascii: "_"))
    return parts.reduce(into: known.word) { camel, part in
      camel += String(decoding: part.prefix(1) + part.dropFirst().map(ErrorWords.fold), as: UTF8.self)
    }
  }

  /// Returns a number as the stack's logs show it.
  package func words(_ number: Int) -> String {
    guard isHex, number >= 0 else { return String(number) }
    let digits = String(number, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 2 - digits.utf8.count)) + digits
  }

  /// Returns an error with its numbers: `BLE_HS_EMSGSIZE (4)`.
  package func title(of error: ReportedError) -> String {
    let numbers = error.numbers.map(words).joined(separator: ", ")
    return error.name + (numbers.isEmpty ? "" : error.name.isEmpty ? numbers : " (\(numbers))")
  }
}

extension ErrorTable {
  /// Returns the errors with a number.
  func errors(of number: Int) -> [ReportedError] {
    let found = errors.filter { $0.numbers.contains(number) }
    guard found.isEmpty, hasErrnos, number < 0 else { return found }
    return errors.filter { $0.numbers.contains { $0 > 0 && number == -$0 } }
  }

  /// Returns the status of the controller that a number stands for; `nil` for other numbers.
  func status(of number: Int) -> Int? {
    // A difference must not overflow an `Int` of 32 bits.
    guard let base = statusBase, (-0xFFFF...0xFFFF).contains(number) else { return nil }
    let status = base < 0 ? base - number : number - base
    return (1...0xFF).contains(status) ? status : nil
  }
}
