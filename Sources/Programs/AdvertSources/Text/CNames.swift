/// The declarations of a program, and the changes to its variables.
extension CProgram {
  /// The declaration of a variable or a constant.
  struct Declaration {
    let name: Int
    /// The words of its type.
    let type: [String]
    /// The initial value: the part after `=`, or between the brackets after the name.
    let value: Range<Int>?
    let isArray: Bool
    let isPointer: Bool

    /// Whether the declaration only says that another place declares the variable.
    var isAnnounced: Bool { value == nil && type.contains { CProgram.announcing.contains($0) } }
    var isOfOctets: Bool { type.contains { ["uint8_t", "byte", "char", "int8_t", "u8_t"].contains($0) } }
    var isConstant: Bool { type.contains("const") || type.contains("constexpr") }
    var isObject: Bool { !isPointer && !isArray && type.contains { $0.first?.isUppercase ?? false || $0 == "string" } }
  }

  /// The words that announce a variable, in Objective-C by a macro.
  private static let announcing: Set<String> = ["extern", "FOUNDATION_EXPORT", "FOUNDATION_EXTERN"]

  private static let noTypes: Set<String> = [
    "return", "else", "new", "delete", "throw", "goto", "case", "sizeof", "typedef", "using", "namespace", "co_return",
    "if", "while", "for", "switch", "do", "struct", "class", "enum", "union",
  ]

  /// Functions that only read their arguments.
  private static let readers: Set<String> = [
    "sizeof", "ARRAY_SIZE", "strlen", "printk", "printf", "LOG_INF", "LOG_DBG", "LOG_WRN", "LOG_ERR", "ESP_LOGI",
    "ESP_LOGD",
    "ESP_LOGE", "ESP_LOGW", "NRF_LOG_INFO", "print", "println", "MODLOG_DFLT", "Serial", "countof", "strcmp", "F",
    "log_i",
    "LOG_HEXDUMP_INF", "LOG_HEXDUMP_DBG", "ESP_LOG_BUFFER_HEX", "memcmp", "BT_DATA", "BT_DATA_BYTES",
    "BLEUUID", "NimBLEUUID", "BLEUuid", "BLEBeacon", "BLEService", "BLECharacteristic", "createService",
    "createCharacteristic", "begin",
    "init",
    "sd_ble_gap_device_name_set", "ble_svc_gap_device_name_set", "esp_ble_gap_set_device_name", "String", "string",
    "bt_le_adv_start", "bt_le_ext_adv_set_data", "bt_le_adv_update_data", "esp_ble_gap_config_adv_data",
    "esp_ble_gap_config_adv_data_raw", "esp_ble_gap_config_scan_rsp_data_raw", "ble_gap_adv_set_data",
    "ble_gap_adv_rsp_set_data", "esp_ble_gap_config_ext_adv_data_raw", "esp_ble_gap_config_ext_scan_rsp_data_raw",
    "os_mbuf_append", "ble_hs_mbuf_from_flat", "make_cmd_ble_set_adv_data", "make_cmd_ble_set_scan_rsp_data",
    "BT_GATT_PRIMARY_SERVICE", "BT_GATT_SECONDARY_SERVICE", "bt_uuid_cmp",
  ]

  /// Returns the replacement of a macro that is defined exactly once, without parameters and outside of any `#if`;
  /// `nil` for all other names.
  func macro(_ name: String) -> [SourceToken]? {
    guard let all = definitions[name], all.count == 1, !all[0].isOther, all[0].condition == nil else { return nil }
    return all[0].tokens
  }

  /// Returns the obstacle of a macro whose replacement is not certain.
  func severalDefinitions(_ token: SourceToken, _ name: String) -> SourceObstacle {
    var obstacle = SourceObstacle(token, "\(name) is defined several times, with parameters, or in an #if")
    obstacle.openName = openName(of: name)
    return obstacle
  }

  /// Returns the name that alone decides which definitions and declarations of another name are compiled; `nil` when
  /// there is no such condition.
  func openName(of name: String) -> String? {
    let conditions =
      (definitions[name] ?? []).lazy.compactMap { $0.condition }
      + declarations(of: name).lazy.compactMap { tokens[$0.name].condition }
    return conditions.compactMap { self.conditions[$0]?.name }.first
  }

  /// Returns the declaration that a name refers to at a place; `nil` when there is none or there are several.
  func declaration(of name: String, at use: Int) -> Declaration? {
    // The name refers to a macro.
    guard definitions[name] == nil else { return nil }
    let function = owners[use]
    var found = declarations(of: name).filter { owners[$0.name] < 0 || owners[$0.name] == function }
    // A header announces what the file defines.
    if found.count > 1 { found.removeAll { $0.isAnnounced } }
    // A name of the block around the place hides one of the file.
    if found.count > 1, case let own = found.filter({ owners[$0.name] >= 0 }), own.count == 1,
      isInScope(own[0].name, use)
    {
      found = own
    }
    guard found.count == 1, let only = found.first, tokens[only.name].condition == nil else { return nil }
    return owners[only.name] < 0 || only.name < use ? only : nil
  }

  /// Whether the block with a declaration has a later place in it, too.
  private func isInScope(_ declaration: Int, _ use: Int) -> Bool {
    let body = functions[owners[declaration]]
    if body.parameters.contains(declaration) { return true }
    let block = (body.body.lowerBound - 1..<declaration).last { tokens[$0].isMark("{") && partners[$0] > declaration }
    return declaration < use && block.map { partners[$0] > use } ?? false
  }

  /// Returns the declaration whose name is at an index.
  func declaration(at index: Int) -> Declaration? {
    guard index > 0, index + 1 < tokens.count, tokens[index].isWord else { return nil }
    let next = tokens[index + 1]
    let isParameter = owners[index] >= 0 && functions[owners[index]].parameters.contains(index)
    guard next.kind == .mark, ["=", ";", "[", "{", "(", ",", ")", ":"].contains(next.text) else { return nil }
    if !isParameter, [",", ")", ":"].contains(next.text), !(tokens[index - 1].isWord && next.text == ",") {
      return nil
    }
    // Goes back over the words of the type.
    var start = index
    var words: [String] = []
    var isPointer = false
    // `vector<int> name`, and no `i < name`.
    var depth = 0
    while start > 0 {
      let token = tokens[start - 1]
      depth += token.isMark(">") ? 1 : token.isMark("<") ? -1 : 0
      guard depth >= 0 else { return nil }
      if token.isWord {
        if isEndOfObjectiveC(start - 1) { break }
        guard !Self.noTypes.contains(token.text) || token.isWord("struct") || token.isWord("enum") else { break }
        words.append(token.text)
      } else if token.isMark("*") || token.isMark("&") {
        // `*const name` is a pointer that stays the same.
        if words.allSatisfy({ $0 == "const" }) { isPointer = isPointer || token.isMark("*") }
      } else if !token.isMark("::"), !token.isMark("<"), !token.isMark(">") {
        break
      }
      start -= 1
    }
    guard !words.isEmpty, depth == 0, start < index, tokens[start].isWord else { return nil }
    if start > 0 {
      let before = tokens[start - 1]
      let isStart =
        before.isMark(";") || before.isMark("{") || before.isMark("}") || before.isMark(":") || before.isMark(")")
      let isInList = before.isMark("(") || before.isMark(",")
      let isEnd = isEndOfObjectiveC(start - 1)
      if before.isWord, !isEnd { return nil }
      guard
        isStart || isEnd
          || isInList && owners[index] >= 0
            && (isParameter || tokens[index - 1].isWord || statements[index] != index && isLoopHead(index))
      else { return nil }
    }
    // `BLE.begin (x)` has no type before it, and neither has a call after `::`.
    if tokens[index - 1].isMark("::") { return nil }
    return declaration(at: index, words, isPointer)
  }

  /// Whether a word is that of `@end`, which ends a class of Objective-C.
  private func isEndOfObjectiveC(_ index: Int) -> Bool { tokens[index].isWord("end") && tokens[index - 1].isMark("@") }

  private func isLoopHead(_ index: Int) -> Bool { tokens[statements[index]].isWord("for") }

  private func declaration(at index: Int, _ words: [String], _ isPointer: Bool) -> Declaration? {
    var next = index + 1
    var isArray = false
    while next < tokens.count, tokens[next].isMark("[") {
      isArray = true
      next = partners[next] + 1
    }
    guard next < tokens.count else { return nil }
    // `__attribute__((…))`, `PROGMEM` and similar words are between the name and the value.
    while next + 1 < tokens.count, tokens[next].isWord, tokens[next].text != "=" {
      next = tokens[next + 1].isMark("(") ? partners[next + 1] + 1 : next + 1
    }
    guard next < tokens.count else { return nil }
    var value: Range<Int>?
    if tokens[next].isMark("=") {
      var end = next + 1
      while end < tokens.count, !tokens[end].isMark(";"), !tokens[end].isMark(","), !tokens[end].isMark(")") {
        end = placeBehind(end)
      }
      value = next + 1..<end
    } else if tokens[next].isMark("{") || tokens[next].isMark("(") {
      value = next + 1..<partners[next]
    }
    return Declaration(name: index, type: words, value: value, isArray: isArray, isPointer: isPointer)
  }

  /// Returns the reason why a variable may no longer hold its initial value; `nil` when no code of the file changes it.
  func change(of declaration: Declaration) -> SourceObstacle? {
    let changes = changes(of: declaration)
    return changes.places.first.flatMap { change(at: $0, of: declaration) } ?? changes.macro
  }

  /// Returns the places that change a variable, in the order of the file, and the obstacle of a macro that may change it.
  func changes(of declaration: Declaration) -> (places: [Int], macro: SourceObstacle?) {
    if let known = answers.changes[declaration.name] { return known }
    // More changes than these are refused.
    let places = Array(
      references(to: declaration).lazy.filter { changed(at: $0, declaration) != nil }.prefix(Self.mostChanges + 1))
    let found = (places, macroChange(of: declaration))
    answers.changes[declaration.name] = found
    return found
  }

  /// The declarations and changes that were searched for already: calls that share an array ask for the same ones.
  final class NameAnswers {
    /// The declarations of each name, in the order of the file.
    fileprivate var declarations: [String: [Declaration]] = [:]
    /// The results of `change(of:)` by the place of the declaration.
    fileprivate var changes: [Int: (places: [Int], macro: SourceObstacle?)] = [:]
  }

  /// Returns whether the file declares a name anywhere.
  func declares(_ name: String) -> Bool { !declarations(of: name).isEmpty }

  /// Returns the declarations of a name in all functions, in the order of the file.
  func declarations(of name: String) -> [Declaration] {
    if let known = answers.declarations[name] { return known }
    let found = (places[name] ?? []).compactMap { declaration(at: $0) }
    answers.declarations[name] = found
    return found
  }

  /// Returns the places of a name that refer to a declaration, without its own.
  private func references(to declaration: Declaration) -> [Int] {
    let name = tokens[declaration.name].text
    let owner = owners[declaration.name]
    // In another function, the name may refer to another variable.
    let shadows = Set(declarations(of: name).map { owners[$0.name] })
    return (places[name] ?? []).filter { index in
      guard index != declaration.name, owner < 0 || owners[index] == owner else { return false }
      if isMember(index), !tokens[index - 1].isMark("::") { return false }
      return owner >= 0 || owners[index] < 0 || !shadows.contains(owners[index])
    }
  }

  /// Returns the obstacle of a macro that may change a variable.
  private func macroChange(of declaration: Declaration) -> SourceObstacle? {
    let name = tokens[declaration.name].text
    for (macro, all) in definitions {
      for definition in all where definition.isOther && definition.tokens.contains(where: { $0.isWord(name) }) {
        return SourceObstacle(definition.line, "the macro \(macro) may change \(name)")
      }
    }
    return nil
  }

  /// Returns the change of a variable at a place that refers to it; `nil` when the place only reads it.
  func change(at index: Int, of declaration: Declaration) -> SourceObstacle? {
    changed(at: index, declaration).map {
      SourceObstacle(tokens[index].line, "\(tokens[declaration.name].text) \($0)")
    }
  }

  private static let assignments: Set<String> = [
    "=", "+=", "-=", "|=", "&=", "^=", "*=", "/=", "%=", "<<=", ">>=", "++", "--",
  ]

  private func changed(at index: Int, _ declaration: Declaration) -> String? {
    var next = index + 1
    while next < tokens.count, tokens[next].isMark("[") { next = partners[next] + 1 }
    guard next < tokens.count else { return nil }
    let mark = tokens[next]
    if mark.kind == .mark, Self.assignments.contains(mark.text) { return "is set here" }
    if index > 0, tokens[index - 1].isMark("++") || tokens[index - 1].isMark("--") { return "is set here" }
    guard !declaration.isConstant || declaration.isPointer else { return nil }
    if mark.isMark(".") || mark.isMark("->"), next + 1 < tokens.count {
      let member = tokens[next + 1].text
      let end = next + 2
      if declaration.isObject, end < tokens.count, tokens[end].isMark("(") {
        let reads = ["c_str", "length", "size", "data", "toString", "getUUID", "uuid", "equals"]
        return reads.contains(member) || !["String", "string"].contains(where: declaration.type.contains)
          ? nil : "may be changed by \(member)"
      }
      if end < tokens.count, tokens[end].kind == .mark, Self.assignments.contains(tokens[end].text) {
        return "is set here"
      }
      return nil
    }
    // Code only reads a constant text through a pointer.
    if declaration.isPointer, declaration.isConstant { return nil }
    if index > 0, tokens[index - 1].isMark("&"), index > 1, !tokens[index - 2].isWord, tokens[index - 2].kind != .number
    {
      return reads(index - 1) ? nil : "is handed on by its address here"
    }
    if declaration.isArray || declaration.isPointer, next == index + 1, index > 1, tokens[index - 1].isMark("="),
      tokens[index - 2].isWord, !isMember(index - 2)
    {
      return "has a second name from here"
    }
    let isArgument =
      index > 0 && (tokens[index - 1].isMark("(") || tokens[index - 1].isMark(",") || tokens[index - 1].isMark(")"))
      && (tokens[next].isMark(")") || tokens[next].isMark(",") || tokens[next].isMark("+"))
    if isArgument, next == index + 1, !reads(index) { return "is handed on here" }
    return nil
  }

  /// The most tokens between the name of a function and an argument that it only reads.
  private static let longestCall = 256

  /// Whether the call around an argument only reads it.
  private func reads(_ index: Int) -> Bool {
    var open = index - 1
    while open >= max(index - Self.longestCall, 0) {
      if tokens[open].isMark(";") || tokens[open].isMark("{") || tokens[open].isMark("}") {
        return tokens[open].isMark("{")
      }
      if tokens[open].isMark("(") {
        // A cast ends before its value.
        guard open > 0 else { return false }
        if tokens[open - 1].isWord {
          // `BLEBeacon name(octets)` reads as `BLEBeacon(octets)` does.
          return Self.readers.contains(tokens[open - 1].text)
            || open > 1 && Self.readers.contains(tokens[open - 2].text)
            || isMember(open - 1) && isBuilder(tokens[open - 1].text)
        }
        open -= 1
      } else {
        open = placeBefore(open)
      }
    }
    return false
  }

  /// Whether a call is a method of a builder, which copies values.
  private func isBuilder(_ name: String) -> Bool {
    ["set", "add", "create", "write", "get"].contains {
      name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase ?? false
    }
  }
}
