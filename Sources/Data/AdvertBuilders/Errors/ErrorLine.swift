internal import AdvertisingData

/// A line that reports an error of a stack, or is about a fault that it has in certain versions, with the meanings that it can have.
package struct ErrorLine: Hashable, Sendable {
  /// One meaning of the line.
  package struct Meaning: Hashable, Sendable {
    /// The stack, as people name it.
    package let stack: String
    /// The error with its number: `BLE_HS_EMSGSIZE (4)`; the text of the log line for an error without a name.
    package let name: String
    /// The number that the line has for it; `nil` without one.
    package let number: Int?
    /// The functions that report it with this meaning; empty for any function.
    package let functions: [String]
    /// The meaning for advertising or scanning, as a clause.
    package let meaning: String
    /// The way out, as an order.
    package let remedy: String
    /// The source that shows it, with its version.
    package let source: String
    /// Whether the meaning is a fault of certain versions, and not an error.
    package var isFault = false
  }

  /// The meanings: one, or several where the line does not say which stack or which function printed it.
  package let meanings: [Meaning]

  /// Finds the error in a line; `nil` when no table has one.
  ///
  /// - Parameter isAsked: whether a person asks about this line. A line of a log must also show by itself that an operation
  ///   of Bluetooth LE failed: logs are full of numbers.
  package init?(_ line: some StringProtocol, isAsked: Bool) {
    self.init(octets: line.utf8, isAsked: isAsked)
  }

  package init?(octets: some Sequence<UInt8>, isAsked: Bool) {
    let words = ErrorWords(octets)
    guard isAsked || !words.areOfProgram else { return nil }
    let faults = FaultSearch(words, isAsked: isAsked)
    let found = faults.shown + ErrorSearch(words, isAsked: isAsked).meanings
    meanings = found.isEmpty ? faults.asked : found
    if meanings.isEmpty { return nil }
  }

  /// Finds the errors of all stacks with a number; `nil` for other texts than a number, and for a number without meanings.
  init?(code: some Sequence<UInt8>) {
    meanings = ErrorSearch(ErrorWords(code), isAsked: true).ofCode
    if meanings.isEmpty { return nil }
  }
}

extension ErrorLine {
  private static let mostTold = 3

  /// The meanings without their ways out, and without a full stop.
  package var clause: String {
    let told = meanings.prefix(Self.mostTold).map { "\($0.stack) \($0.name): \($0.meaning)" }
    let more = meanings.count - told.count
    return told.joined(separator: "; or ") + (more > 0 ? "; or \(more) other meanings, which advert decode lists" : "")
  }

  /// The meanings with their ways out, without a full stop.
  package var sentence: String {
    let told = meanings.prefix(Self.mostTold).map { meaning in
      "\(meaning.stack) \(meaning.name): \(meaning.meaning); fix: \(meaning.remedy)"
    }
    let more = meanings.count - told.count
    return told.joined(separator: "; or ") + (more > 0 ? "; or \(more) other meanings, which advert decode lists" : "")
  }
}

/// The search for the errors that a line reports.
private struct ErrorSearch {
  let words: ErrorWords
  let isAsked: Bool
  private let isOfAdvertising: Bool
  private let isOfScanning: Bool
  /// Whether the line is about Bluetooth LE.
  private let isOfBluetooth: Bool
  private let saysFailure: Bool
  /// The texts of all tables that the line has, without those that are part of another.
  private let texts: [String]

  init(_ words: ErrorWords, isAsked: Bool) {
    self.words = words
    self.isAsked = isAsked
    isOfAdvertising = words.has(folded: "advert") || words.words.contains { ErrorTopics.isPart("adv", of: $0.folded) }
    isOfScanning = words.words.contains { ErrorTopics.isOfScans($0.folded) }
    isOfBluetooth = isOfAdvertising || isOfScanning || words.words.contains { ErrorTopics.isTopic($0.folded) }
    saysFailure = ErrorTopics.failures.contains { words.has(folded: $0) }
    let found = ErrorTable.all.flatMap { $0.errors }.flatMap { $0.texts }.filter {
      words.hasWords($0)
    }
    texts = found.filter { text in
      !found.contains { other in
        other != text && Array(ErrorWords.folded(other).utf8).firstIndex(of: Array(ErrorWords.folded(text).utf8)) != nil
      }
    }
  }

  /// The meanings, the most certain first, without repeats.
  var meanings: [ErrorLine.Meaning] {
    if let status = words.bluedroidStatus { return meanings(ofStatus: status, in: .controller) }
    if let status = words.managementStatus { return meanings(ofStatus: status, in: .management) }
    if let error = words.systemFirmwareError {
      let found = meanings(ofStatus: error.number, in: error.isHex ? .softDevice : .nimble)
      let closer = found.filter { !$0.functions.isEmpty }
      return closer.isEmpty ? found : closer
    }
    var found = ErrorTable.all.compactMap { table in matches(in: table, takingParts: false) }
    if found.isEmpty, isAsked { found = ErrorTable.all.compactMap { table in matches(in: table, takingParts: true) } }
    // Where a line has the name of an error, or shows which stack printed it, the numbers of others mean nothing.
    let named = found.filter { $0.isNamed }
    if named.isEmpty, hasUnknownName { found.removeAll { !$0.hasMark } }
    let own = named.isEmpty ? found.filter { $0.isOwn } : named
    let chosen = own.isEmpty ? Self.ofNotation(found) : own
    return chosen.flatMap { $0.meanings }.withoutRepeats
  }

  /// The meanings of a number that is the whole line, for all stacks.
  var ofCode: [ErrorLine.Meaning] {
    guard words.words.count == 1, let number = words.words[0].number, number != 0 else { return [] }
    return ErrorTable.all.flatMap { table -> [ErrorLine.Meaning] in
      let errors = chosen(table.errors(of: number), [])
      if errors.isEmpty { return table.statusBase == 0 ? [] : passedOn(number, by: table) }
      return errors.map { meaning($0, of: table, by: table, number) }
    }
    .withoutRepeats
  }

  private struct Match {
    var meanings: [ErrorLine.Meaning]
    /// Whether the line shows that the table's stack printed it.
    var isOwn: Bool
    /// Whether the line shows it by a word of that stack, and not by a function, which other stacks can have, too.
    var hasMark: Bool
    /// Whether the line has the name of an error that no other stack has.
    var isNamed = false
    /// Whether the stack writes numbers as the line does: decimal numbers are of any stack, those in hex not.
    var isOfNotation: Bool
  }

  private static func ofNotation(_ found: [Match]) -> [Match] {
    let fitting = found.filter { $0.isOfNotation }
    return fitting.isEmpty ? found : fitting
  }

  /// - Parameter takesParts: whether the last part of a compound says what a number is: `scanFailedCode`.
  private func matches(in table: ErrorTable, takingParts takesParts: Bool) -> Match? {
    let called = functions(of: table)
    let hasMark = table.marks.contains { words.has(mark: $0) }
    let named = table.errors.filter { isNamed($0, in: table, hasMark: hasMark) }
    let said = table.errors.filter { error in
      let isShown = hasMark || !called.isEmpty || hasNumber(of: error)
      return error.texts.contains { text in
        texts.contains(text)
          && (isShown || !table.hasOrdinaryTexts || !ErrorTopics.isOrdinary(text) || words.areOnly(text))
      }
    }
    let hasOwnName = named.contains { !Self.isCommonName($0.name) }
    let isOwn = hasMark || !called.isEmpty || hasOwnName
    func match(_ errors: [ReportedError], isOwn: Bool) -> Match {
      Match(
        meanings: meanings(errors, table), isOwn: isOwn, hasMark: hasMark || isOwn && called.isEmpty,
        isNamed: hasOwnName,
        isOfNotation: true)
    }
    let both = said.filter { named.contains($0) && isSaid($0) }
    if !both.isEmpty {
      return match(both, isOwn: isOwn)
    }
    if !named.isEmpty, isAsked || isOfBluetooth {
      return match(chosen(named, called), isOwn: isOwn)
    }
    let saying =
      said.isEmpty || !(isAsked || isOfBluetooth || hasMark)
      ? nil : match(said, isOwn: true)
    // Words decide over a number that does not belong to them: libraries count the same errors anew.
    if let saying, !words.numbers.contains(where: { number in said.contains { $0.numbers.contains(number.number) } }) {
      return saying
    }
    guard var numbered = numbered(in: table, called, isOwn: isOwn, takingParts: takesParts) else { return saying }
    numbered.isOwn = numbered.isOwn || saying != nil
    numbered.hasMark = hasMark || saying != nil
    return numbered
  }

  private static let partsOfNames = ["ERROR", "ERR", "FAIL", "FAILED", "FAILURE", "INVALID"]
  private static let partsOfLabels = ["CODE", "NO", "NUM", "NUMBER", "STATUS", "EVT", "EVENT"]

  /// Whether the line has the name of an error that no table has: its number is of a stack that is not known here.
  private var hasUnknownName: Bool {
    words.words.contains { word in
      guard word.number == nil,
        word.text.allSatisfy({ ErrorWords.fold($0) != $0 || $0 == 0x5F || ErrorWords.isDigit($0) })
      else { return false }
      let parts = word.string.split(separator: "_")
      guard parts.count > 1, parts.contains(where: { Self.partsOfNames.contains(String($0)) }),
        let last = parts.last, !Self.partsOfLabels.contains(String(last))
      else { return false }
      return !ErrorTable.all.contains { table in
        table.errors.contains { error in
          ([error.name] + error.texts + error.functions).contains { text in
            text.split(separator: " ").contains { $0.utf8.elementsEqual(word.text) }
          }
        }
      }
    }
  }

  /// Returns the meanings of a status, with the command that the line names.
  private func meanings(ofStatus status: Int, in table: ErrorTable) -> [ErrorLine.Meaning] {
    let all = chosen(table.errors.filter { $0.numbers.contains(status) }, functions(of: table))
    let found = all.isEmpty ? passedOn(status, by: table) : all.map { meaning($0, of: table, by: table, status) }
    return found.map { $0.behind(command) }
  }

  /// Returns the meanings of a status of the controller that a table's stack hands on in a number of its own.
  private func passedOn(_ number: Int, by table: ErrorTable) -> [ErrorLine.Meaning] {
    guard let status = table.status(of: number) else { return [] }
    let controller = ErrorTable.controller
    return chosen(controller.errors.filter { $0.numbers == [status] }, functions(of: controller)).map {
      meaning($0, of: controller, by: table, number)
    }
  }

  /// Returns whether the line has the number of an error.
  private func hasNumber(of error: ReportedError) -> Bool {
    words.numbers.contains { error.numbers.contains($0.number) }
  }

  /// Returns whether the line has a text of an error as its message. That of an exception is behind its name, and a text
  /// before the name is of the program that prints both.
  private func isSaid(_ error: ReportedError) -> Bool {
    guard error.name.utf8.contains(UInt8(ascii: ".")),
      let name = words.folded.firstIndex(of: Array(ErrorWords.folded(error.name).utf8))
    else { return true }
    let message = Array(words.folded[name...])
    return error.texts.contains { text in
      texts.contains(text) && message.firstIndex(of: Array(ErrorWords.folded(text).utf8)) != nil
    }
  }

  /// Returns the functions of a table that the line has.
  private func functions(of table: ErrorTable) -> [String] {
    let known = (table.functions + table.errors.flatMap { $0.functions }).withoutRepeats
    let command = table.stack == ErrorTable.controller.stack ? command : nil
    return known.filter { function in
      function == command
        || (function.utf8.contains(UInt8(ascii: " ")) ? words.hasWords(function) : words.hasWord(function))
    }
  }

  private func isNamed(_ error: ReportedError, in table: ErrorTable, hasMark: Bool) -> Bool {
    guard !error.name.isEmpty else { return false }
    if hasMark, let name = table.rustName(of: error.name), words.hasWord(name) { return true }
    // `Memory Capacity Exceeded`.
    if error.name.utf8.contains(UInt8(ascii: " ")) {
      return words.hasWords(error.name)
        && (hasMark || hasNumber(of: error) || !ErrorTopics.isShort(error.name) || words.hasClause(error.name))
    }
    // `DATA_TOO_LARGE` is asked for ADVERTISE_FAILED_DATA_TOO_LARGE.
    if isAsked, words.words.count <= ErrorTopics.mostOrdinary,
      words.words.contains(where: { word in
        word.folded.contains(UInt8(ascii: "_"))
          && error.name.utf8.map(ErrorWords.fold).suffix(word.folded.count + 1).elementsEqual(
            [UInt8(ascii: "_")] + word.folded)
      })
    {
      return true
    }
    return words.hasWord(error.name.utf8.first == UInt8(ascii: "-") ? String(error.name.dropFirst()) : error.name)
  }

  /// Returns whether other stacks have or pass on errors of this name: `EINVAL`, `Command Disallowed`.
  private static func isCommonName(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: " "))
      || !name.utf8.contains(UInt8(ascii: "_")) && !name.utf8.contains(UInt8(ascii: "."))
        && !name.utf8.starts(with: "CBError".utf8)
  }

  // MARK: Numbers

  private func numbered(
    in table: ErrorTable, _ called: [String], isOwn: Bool, takingParts takesParts: Bool
  ) -> Match? {
    guard isOwn || !table.needsMark else { return nil }
    var match: Match?
    for labelled in words.numbers {
      // `PlatformException(18, UNDOCUMENTED, startAdvertising, null)`.
      let isOfFunction =
        called.contains(labelled.word) || !called.isEmpty && labelled.label == Array("platformexception".utf8)
      guard isOfFunction || hasLabel(labelled, table, isOwn: isOwn, takingParts: takesParts) else { continue }
      guard isAsked || !called.isEmpty || saysFailure && isOfBluetooth else { continue }
      var found = meanings(chosen(table.errors(of: labelled.number), called), table, labelled.number)
      // A function that returns values of its own stack does not hand on those of the controller.
      let mayBePassedOn =
        !called.isEmpty || table.statusBase != 0 && table.labels.contains { Array($0.utf8) == labelled.label }
      if found.isEmpty, mayBePassedOn { found = passedOn(labelled.number, by: table) }
      guard !found.isEmpty else { continue }
      // A line can report several errors.
      match =
        match
        ?? Match(meanings: [], isOwn: isOwn, hasMark: false, isOfNotation: !labelled.isHex || table.isHex)
      match?.meanings += found.map { $0.behind(command) }
    }
    return match
  }

  private func hasLabel(
    _ labelled: ErrorWords.Labelled, _ table: ErrorTable, isOwn: Bool, takingParts takesParts: Bool
  ) -> Bool {
    // `Failed to add advertisement: Invalid Parameters (0x0d)`.
    if isOwn, table.isHex, labelled.isHex, saysFailure, labelled.label == Array("parameters".utf8) { return true }
    let label = takesParts ? ErrorWords.lastPart(of: labelled.word) : labelled.label
    if isOwn, Self.commonLabels.contains(where: { Array($0.utf8) == label }) { return true }
    return table.labels.contains { Array($0.utf8) == label }
  }

  /// The words before a number of any stack, in a line that shows which one printed it: `ble_gap_adv_start failed: 22`.
  private static let commonLabels = [
    "failed", "failure", "rc", "ret", "err", "error", "code", "err_code", "error_code", "errorcode", "status", "result",
    "returned", "returns",
  ]

  /// The command that a line names by its number: `opcode 0x2036 status 0x12`.
  private var command: String? {
    words.numbers.first { $0.label == Array("opcode".utf8) || $0.label == Array("op".utf8) }.flatMap {
      UInt16(exactly: $0.number)
    }
    .flatMap { ControllerCommand.name(of: $0) }
  }

  /// Returns the errors that fit the functions of the line, or what the line is about.
  private func chosen(_ all: [ReportedError], _ called: [String]) -> [ReportedError] {
    // A command in words, such as `PHY Configuration`, must be in the line.
    let errors = all.filter { error in
      error.functions.isEmpty || error.functions.contains { called.contains($0) || !$0.utf8.contains(0x20) }
    }
    let ofFunction = errors.filter { error in error.functions.contains { called.contains($0) } }
    if !ofFunction.isEmpty { return ofFunction }
    if !called.isEmpty {
      let ofAny = errors.filter { $0.functions.isEmpty }
      if !ofAny.isEmpty { return ofAny }
    }
    guard isOfAdvertising != isOfScanning else { return errors }
    let ofTopic = errors.filter { error in
      error.functions.isEmpty || error.functions.contains { ErrorTopics.isOfScanning($0) == isOfScanning }
    }
    // A row for any function says less than one for the functions of the topic.
    let closer = ofTopic.filter { error in
      !error.functions.isEmpty || !error.texts.isEmpty
        || !ofTopic.contains { $0.name == error.name && !$0.functions.isEmpty }
    }
    return closer.isEmpty ? errors : closer
  }

  // MARK: Meanings

  private func meanings(
    _ errors: [ReportedError], _ table: ErrorTable, _ number: Int? = nil
  ) -> [ErrorLine.Meaning] {
    // A table about scanning says nothing of a line about advertising, and the other way round.
    if number != nil, isOfAdvertising != isOfScanning, !table.functions.isEmpty,
      table.functions.allSatisfy({ ErrorTopics.isOfScanning($0) != isOfScanning })
    {
      return []
    }
    return errors.map { meaning($0, of: table, by: table, number) }
  }

  private func meaning(
    _ error: ReportedError, of table: ErrorTable, by shown: ErrorTable, _ number: Int?
  ) -> ErrorLine.Meaning {
    let text = error.texts.first { texts.contains($0) } ?? error.texts.first ?? ""
    let title = error.name.isEmpty && error.numbers.isEmpty ? "\"\(text)\"" : table.title(of: error)
    let isPassedOn = table.stack != shown.stack
    return ErrorLine.Meaning(
      stack: shown.stack, name: isPassedOn ? "\(title) of the controller" : title,
      number: number ?? error.numbers.first,
      functions: error.functions, meaning: error.meaning, remedy: error.remedy,
      source: "\(table.version), \(error.file)")
  }
}

extension ErrorLine.Meaning {
  /// Returns the meaning with the command that it is about.
  fileprivate func behind(_ command: String?) -> Self {
    guard let command else { return self }
    return Self(
      stack: stack, name: "\(command): \(name)", number: number, functions: functions, meaning: meaning, remedy: remedy,
      source: source)
  }
}
