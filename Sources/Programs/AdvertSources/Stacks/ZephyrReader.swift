internal import AdvertBuilders
internal import AdvertisingData

/// Zephyr: arrays of `struct bt_data` that are passed to a call.
///
/// Source: Zephyr, include/zephyr/bluetooth/bluetooth.h and gap.h.
enum ZephyrReader {
  static func read(_ program: CProgram, _ project: SourceProject, into found: inout SourceFindings) {
    for call in program.calls(of: "bt_le_adv_start") {
      found.take { () throws(SourceObstacle) in try started(call, program, project) }
    }
    for call in program.calls(of: "bt_le_ext_adv_set_data") {
      found.take { () throws(SourceObstacle) in try extended(call, program, project) }
    }
    for call in program.calls(of: "bt_le_adv_update_data") {
      // An update with the arrays of the start is the same layout. Other arrays are another layout, of the kind that
      // the start states.
      found.take { () throws(SourceObstacle) in try updated(call, program, project) }
    }
  }

  private static func started(
    _ call: Int, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> SourceLayout? {
    let arguments = try arguments(call, program)
    let options = try ZephyrParameters.options(arguments[0], program)
    return try layout(call, arguments[1...4].map { $0 }, options, ("bt_le_adv_start", call), program, project)
  }

  private static func updated(
    _ call: Int, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> SourceLayout? {
    let arguments = program.parts(call + 1)
    guard arguments.count == 4 else {
      throw SourceObstacle(program.tokens[call], "bt_le_adv_update_data with other arguments")
    }
    for start in program.calls(of: "bt_le_adv_start") {
      let given = program.parts(start + 1)
      guard given.count == 5 else { continue }
      let words = arguments.map { CExpression.words(program.tokens[$0]) }
      if words == given.dropFirst().map({ CExpression.words(program.tokens[$0]) }) { return nil }
    }
    throw SourceObstacle(program.tokens[call], "bt_le_adv_update_data sends other data than bt_le_adv_start")
  }

  private static func extended(
    _ call: Int, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> SourceLayout? {
    let arguments = try arguments(call, program)
    let creations = program.calls(of: "bt_le_ext_adv_create") + program.calls(of: "bt_le_ext_adv_update_param")
    guard creations.count == 1, let creation = creations.first, program.tokens[creation].text == "bt_le_ext_adv_create",
      let parameters = program.parts(creation + 1).first
    else {
      throw SourceObstacle(program.tokens[call], "the file does not create exactly one advertising set")
    }
    if let doubt = program.doubt(creation, isConstant: true) { throw doubt }
    return try layout(
      call, arguments[1...4].map { $0 }, try ZephyrParameters.options(parameters, program),
      ("bt_le_ext_adv_create", creation), program, project)
  }

  /// Returns the five arguments of a call that is surely compiled.
  private static func arguments(_ call: Int, _ program: CProgram) throws(SourceObstacle) -> [Range<Int>] {
    let arguments = program.parts(call + 1)
    guard arguments.count == 5 else {
      throw SourceObstacle(program.tokens[call], "\(program.tokens[call].text) with other arguments")
    }
    if let doubt = program.doubt(call, isConstant: true) { throw doubt }
    return arguments
  }

  private static func layout(
    _ call: Int, _ blocks: [Range<Int>], _ options: ZephyrParameters.Options, _ checking: (name: String, call: Int),
    _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("zephyr") else { return nil }
    let statement = program.range(call..<program.partners[call + 1] + 1)
    let name = program.tokens[blocks[0]].count == 1 ? program.tokens[blocks[0].lowerBound].text : "bt_le_adv_start"
    var layout = SourceLayout(name: name, stack: stack, place: statement)
    layout.pdu = options.pdu
    layout.call = program.tokens[call].text
    layout.parameters = (checking.name, options.given, program.tokens[checking.call].line)
    layout.advertising = try block(blocks[0], blocks[1], program, project)
    let response = try block(blocks[2], blocks[3], program, project)
    // Zephyr distinguishes an empty array from no array.
    layout.scanResponse = response.values.isEmpty ? nil : response
    guard options.usesName else { return layout }
    guard let name = project.settings["BT_DEVICE_NAME"] else {
      throw SourceObstacle(program.tokens[call], "the host adds CONFIG_BT_DEVICE_NAME, which the file does not say")
    }
    guard program.calls(of: "bt_set_name").isEmpty else {
      throw SourceObstacle(program.tokens[call], "the host adds the name that bt_set_name sets")
    }
    layout.advertising.add(name: Array(name.utf8), at: statement)
    layout.options = options.isForced ? ["use-name", "name-in-advertising"] : ["use-name"]
    return layout
  }

  // MARK: Arrays

  private static func block(
    _ array: Range<Int>, _ count: Range<Int>, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    var block = SourceLayout.RequestedBlock()
    let tokens = program.tokens
    let first = tokens[array.lowerBound]
    if array.count == 1, first.isWord("NULL") || first.text == "0" || first.isWord("nullptr") { return block }
    guard array.count == 1, first.isWord, let declaration = program.declaration(of: first.text, at: array.lowerBound),
      declaration.isArray, !declaration.isPointer, declaration.type.contains("bt_data"), let value = declaration.value,
      !value.isEmpty
    else {
      throw SourceObstacle(
        first, "\(CExpression.words(tokens[array])) is no array of struct bt_data that the file declares once")
    }
    if let changed = program.change(of: declaration) { throw changed }
    guard program.owners[declaration.name] < 0 || program.owners[declaration.name] == program.owners[array.lowerBound]
    else {
      throw SourceObstacle(first, "\(first.text) is declared elsewhere")
    }
    let inside =
      tokens[value.lowerBound].isMark("{") ? value.lowerBound + 1..<program.partners[value.lowerBound] : value
    var elements: [Range<Int>] = []
    for part in CExpression.parts(tokens[inside]) { elements.append(part.startIndex..<part.endIndex) }
    guard let number = try CExpression.value(count, in: program).number, number >= 0, number <= Int64(elements.count)
    else {
      throw SourceObstacle(tokens[count.lowerBound], "a count that is not the number of elements")
    }
    for element in elements.prefix(Int(number)) { try add(element, to: &block, program, project) }
    return block
  }

  private static func add(
    _ element: Range<Int>, to block: inout SourceLayout.RequestedBlock, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) {
    let structure = try structure(element, program, project)
    block.add(structure.type, structure.octets, at: program.range(element))
  }

  private static func structure(
    _ element: Range<Int>, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> (type: ADType, octets: [UInt8]) {
    let tokens = program.tokens
    if let condition = tokens[element].first(where: { $0.condition != nil }) {
      throw SourceObstacle(condition, "the #if in line \(condition.condition ?? 0) decides whether this is compiled")
    }
    let first = tokens[element.lowerBound]
    guard element.count > 2, first.isWord, program.definitions[first.text] == nil,
      tokens[element.lowerBound + 1].isMark("("),
      program.partners[element.lowerBound + 1] == element.upperBound - 1
    else {
      throw SourceObstacle(first, "an element that is neither BT_DATA_BYTES nor BT_DATA")
    }
    let arguments = program.parts(element.lowerBound + 1)
    guard let typeArgument = arguments.first, let number = try CExpression.value(typeArgument, in: program).number,
      let type = UInt8(exactly: number)
    else { throw SourceObstacle(first, "a type that is not read") }
    switch (first.text, arguments.count) {
    case ("BT_DATA_BYTES", 1): return (ADType(rawValue: type), [])
    case ("BT_DATA_BYTES", 2...):
      let octets = try CExpression.octets(arguments[1].lowerBound..<element.upperBound - 1, in: program)
      return (ADType(rawValue: type), octets)
    case ("BT_DATA", 3):
      let octets = try data(arguments[1], arguments[2], program, project)
      guard octets.count < 255 else { throw SourceObstacle(first, "more octets than an AD structure has") }
      return (ADType(rawValue: type), octets)
    default: throw SourceObstacle(first, "an element that is neither BT_DATA_BYTES nor BT_DATA")
    }
  }

  private static func data(
    _ data: Range<Int>, _ count: Range<Int>, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> [UInt8] {
    // The configuration of the project has the name of the device.
    if let name = deviceName(data, program) {
      guard let octets = project.settings["BT_DEVICE_NAME"].map({ Array($0.utf8) }) else {
        throw SourceObstacle(name, "CONFIG_BT_DEVICE_NAME is in no prj.conf that alone says it")
      }
      guard isWholeLength(count, program) else { throw SourceObstacle(name, "a length that is not that of the name") }
      return octets
    }
    let value = try CExpression.value(data, in: program)
    guard var octets = value.octets else {
      throw SourceObstacle(
        program.tokens[data.lowerBound], "\(CExpression.words(program.tokens[data])) is no text and no array of octets")
    }
    // A length can take the zero at the end of a text with it.
    if value.text != nil { octets.append(0) }
    guard let length = try CExpression.value(count, in: program).number, 0...Int64(octets.count) ~= length else {
      throw SourceObstacle(program.tokens[count.lowerBound], "a length that is more than the data have")
    }
    return Array(octets.prefix(Int(length)))
  }

  /// Returns `CONFIG_BT_DEVICE_NAME`, or a name that is defined as it.
  private static func deviceName(_ data: Range<Int>, _ program: CProgram) -> SourceToken? {
    guard data.count == 1, let token = program.tokens[data].first, leadsToName(token.text, program),
      program.definitions[nameSetting] == nil
    else { return nil }
    return token
  }

  /// Whether a length is `sizeof(NAME) - 1`, written directly or as the value of a name.
  private static func isWholeLength(_ count: Range<Int>, _ program: CProgram) -> Bool {
    var tokens = Array(program.tokens[count])
    for _ in 0..<4 {
      guard tokens.count == 1, let replacement = program.macro(tokens[0].text) else { break }
      tokens = replacement
    }
    if tokens.first?.isMark("(") ?? false, tokens.last?.isMark(")") ?? false {
      tokens = Array(tokens.dropFirst().dropLast())
    }
    let words = tokens.map { $0.text }
    guard words.count == 6, words[0] == "sizeof", words[1] == "(", words[3] == ")", words[4] == "-", words[5] == "1"
    else {
      return words.count == 4 && words[0] == "strlen" && leadsToName(words[2], program)
    }
    return leadsToName(words[2], program)
  }

  private static let nameSetting = "CONFIG_BT_DEVICE_NAME"

  /// Whether a word is the setting of the device's name, also over other names.
  private static func leadsToName(_ word: String, _ program: CProgram) -> Bool {
    var name = word
    for _ in 0..<4 {
      if name == nameSetting { return true }
      guard let replacement = program.macro(name), replacement.count == 1 else { return false }
      name = replacement[0].text
    }
    return false
  }
}

extension ZephyrReader {
  /// Reads the initialisers of one array, which may lack its declaration; `nil` for a text without any.
  static func pasted(_ text: String) throws(PastedPayload.Problem) -> [UInt8]? {
    guard macros.contains(where: { text.hasPart($0 + "(") }) else { return nil }
    // People leave out the first line or the last.
    var content = Array(text.utf8)
    while let last = content.last, last.isBlank || ",;}\n".utf8.contains(last) { content.removeLast() }
    let body = String(decoding: content, as: UTF8.self)
    let program = CProgram(
      body + String(repeating: "\n}", count: SourceExcerpt.unclosedBraces(in: body)), isCPlusPlus: false)
    guard let first = macros.compactMap({ program.places[$0]?.first }).min() else { return nil }
    if let obstacle = program.obstacle { throw .source(obstacle) }
    let braces = braces(aroundMacrosOf: program)
    guard braces.count == 1, let open = braces.first else { throw .octets(.severalArrays(braces.count)) }
    var octets: [UInt8] = []
    for element in program.split(open < 0 ? first..<program.tokens.count : open + 1..<program.partners[open]) {
      let structure: (type: ADType, octets: [UInt8])
      do throws(SourceObstacle) {
        structure = try Self.structure(element, program, SourceProject())
      } catch {
        throw .source(error)
      }
      guard let length = UInt8(exactly: structure.octets.count + 1) else {
        throw .source(SourceObstacle(program.tokens[element.lowerBound], "more octets than an AD structure has"))
      }
      octets += [length, structure.type.rawValue] + structure.octets
    }
    return octets
  }

  private static let macros = ["BT_DATA_BYTES", "BT_DATA"]

  /// Returns the innermost braces around the macros; -1 for macros outside of braces.
  private static func braces(aroundMacrosOf program: CProgram) -> Set<Int> {
    var (open, found): ([Int], Set<Int>) = ([], [])
    for (index, token) in program.tokens.enumerated() {
      if token.isMark("{") { open.append(index) }
      if token.isMark("}") { _ = open.popLast() }
      if token.isWord, macros.contains(token.text) { found.insert(open.last ?? -1) }
    }
    return found
  }
}

/// The members of `struct bt_le_adv_param` that decide which data are sent.
enum ZephyrParameters {
  struct Options {
    var pdu: AdvertisingPDU
    var usesName = false
    var isForced = false
    /// The options that are on and the intervals that are known.
    var given = StackParameter.Given()
  }

  /// The parameters as the text states them.
  private struct Written {
    var mask: Int64
    var least: Int64?
    var most: Int64?
  }

  private static let connectable: Int64 = 1 << 0
  private static let usesName: Int64 = 1 << 3
  private static let scannable: Int64 = 1 << 6
  private static let extended: Int64 = 1 << 10
  private static let forcesName: Int64 = 1 << 17
  private static let others: Int64 = 1 << 30
  private static let no2M: Int64 = 1 << 31
  private static let coded: Int64 = 1 << 32
  private static let channels: [Int64] = [1 << 33, 1 << 34, 1 << 35]

  /// Options by their names. The numbers are used only in this file: those of Zephyr differ between its versions.
  private static let options: [String: Int64] = [
    "BT_LE_ADV_OPT_NONE": 0, "BT_LE_ADV_OPT_CONN": connectable, "BT_LE_ADV_OPT_CONNECTABLE": connectable,
    "BT_LE_ADV_OPT_USE_NAME": usesName, "BT_LE_ADV_OPT_SCANNABLE": scannable, "BT_LE_ADV_OPT_EXT_ADV": extended,
    "BT_LE_ADV_OPT_FORCE_NAME_IN_AD": forcesName, "BT_LE_ADV_OPT_ONE_TIME": 0, "BT_LE_ADV_OPT_USE_IDENTITY": 0,
    "BT_LE_ADV_OPT_NO_2M": no2M, "BT_LE_ADV_OPT_CODED": coded, "BT_LE_ADV_OPT_USE_TX_POWER": others,
    "BT_LE_ADV_OPT_FILTER_CONN": 0, "BT_LE_ADV_OPT_FILTER_SCAN_REQ": 0, "BT_LE_ADV_OPT_NOTIFY_SCAN_REQ": 0,
    "BT_LE_ADV_OPT_DISABLE_CHAN_37": channels[0], "BT_LE_ADV_OPT_DISABLE_CHAN_38": channels[1],
    "BT_LE_ADV_OPT_DISABLE_CHAN_39": channels[2],
    "BT_LE_ADV_OPT_USE_NRPA": 0, "BT_LE_ADV_OPT_REQUIRE_S8_CODING": 0,
  ]

  /// The names of the options.
  static var optionNames: [String] { options.map { $0.key }.sorted() }

  /// Complete parameters by their names.
  private static let parameters: [String: Int64] = [
    "BT_LE_ADV_CONN": connectable, "BT_LE_ADV_CONN_ONE_TIME": connectable, "BT_LE_ADV_CONN_FAST_1": connectable,
    "BT_LE_ADV_CONN_FAST_2": connectable, "BT_LE_ADV_NCONN": 0, "BT_LE_ADV_NCONN_IDENTITY": 0,
    "BT_LE_ADV_CONN_NAME": connectable | usesName, "BT_LE_ADV_CONN_NAME_AD": connectable | usesName | forcesName,
    "BT_LE_ADV_NCONN_NAME": usesName, "BT_LE_EXT_ADV_CONN": extended | connectable,
    "BT_LE_EXT_ADV_CONN_NAME": extended | connectable | usesName, "BT_LE_EXT_ADV_SCAN": extended | scannable,
    "BT_LE_EXT_ADV_NCONN": extended, "BT_LE_EXT_ADV_NCONN_IDENTITY": extended,
    "BT_LE_EXT_ADV_CODED_NCONN": extended | coded,
    "BT_LE_EXT_ADV_NCONN_NAME": extended | usesName,
  ]

  static func options(_ argument: Range<Int>, _ program: CProgram) throws(SourceObstacle) -> Options {
    let written = try written(Array(program.tokens[argument]), at: argument.lowerBound, program, depth: 0)
    let mask = written.mask
    let isConnectable = mask & connectable != 0
    let isScannable = mask & scannable != 0
    let pdu: AdvertisingPDU =
      if mask & extended != 0 {
        isConnectable ? .extendedConnectable : isScannable ? .extendedScannable : .extendedNonconnectable
      } else {
        isConnectable ? .advInd : isScannable ? .advScanInd : .advNonconnInd
      }
    guard mask & others == 0 else {
      throw SourceObstacle(program.tokens[argument.lowerBound], "an option with which the host adds other data")
    }
    var options = Options(pdu: pdu, usesName: mask & usesName != 0, isForced: mask & forcesName != 0)
    for (name, bit) in Self.options where bit != 0 && mask & bit == bit { options.given.options.insert(name) }
    options.given.numbers["interval_min"] = written.least
    options.given.numbers["interval_max"] = written.most
    return options
  }

  /// Intervals by their names.
  private static let intervals: [String: Int64] = [
    "BT_GAP_ADV_FAST_INT_MIN_1": 0x30, "BT_GAP_ADV_FAST_INT_MAX_1": 0x60, "BT_GAP_ADV_FAST_INT_MIN_2": 0xA0,
    "BT_GAP_ADV_FAST_INT_MAX_2": 0xF0, "BT_GAP_ADV_SLOW_INT_MIN": 0x640, "BT_GAP_ADV_SLOW_INT_MAX": 0x780,
  ]

  /// Returns an interval; `nil` when the text does not state it.
  private static func interval(_ tokens: ArraySlice<SourceToken>, at use: Int, _ program: CProgram) -> Int64? {
    if tokens.count == 1, let name = tokens.first, program.definitions[name.text] == nil,
      let known = intervals[name.text]
    {
      return known
    }
    var expression = CExpression(program, at: use)
    return try? expression.number(tokens)
  }

  private static func written(
    _ tokens: [SourceToken], at use: Int, _ program: CProgram, depth: Int
  ) throws(SourceObstacle) -> Written {
    guard depth < 8, let first = tokens.first else {
      throw SourceObstacle(program.tokens[use], "parameters that are not read")
    }
    func refuse() -> SourceObstacle {
      SourceObstacle(program.tokens[use], "\(CExpression.words(tokens[...])) are no parameters that are read")
    }
    if tokens.count == 1, first.isWord {
      if program.definitions[first.text] != nil {
        guard let replacement = program.macro(first.text) else { throw refuse() }
        return try written(replacement, at: use, program, depth: depth + 1)
      }
      if let mask = parameters[first.text] { return Written(mask: mask) }
    }
    if first.isWord("BT_LE_ADV_PARAM") || first.isWord("BT_LE_ADV_PARAM_INIT"), tokens.count > 3,
      program.definitions[first.text] == nil
    {
      var rest = tokens[1...]
      let arguments = CExpression.parts(try CExpression.inner(&rest))
      guard rest.isEmpty, arguments.count == 4 else { throw refuse() }
      let peer = arguments[3]
      guard peer.count == 1, peer.first?.isWord("NULL") ?? false || peer.first?.text == "0" else { throw refuse() }
      return Written(
        mask: try optionMask(arguments[0], at: use, program, depth: 0), least: interval(arguments[1], at: use, program),
        most: interval(arguments[2], at: use, program))
    }
    let isAddress = tokens.count == 2 && first.isMark("&")
    guard isAddress || tokens.count == 1, let name = tokens.last, name.isWord,
      let declaration = program.declaration(of: name.text, at: use), !declaration.isArray,
      declaration.isPointer != isAddress
    else { throw refuse() }
    if isAddress {
      // The other members do not affect the data that are sent.
      let variable = try StructVariable(
        argument: use..<use + 2, of: use, in: program,
        known: ["bt_le_adv_start", "bt_le_ext_adv_create", "bt_le_ext_adv_update_param"])
      if let value = declaration.value, !value.isEmpty, program.tokens[value.lowerBound].isWord {
        guard variable.setting(".options") == nil else { throw refuse() }
        return try written(Array(program.tokens[value]), at: value.lowerBound, program, depth: depth + 1)
      }
      guard variable.setting(".peer") == nil, let options = variable.setting(".options") else { throw refuse() }
      func interval(_ path: String) -> Int64? {
        variable.setting(path).flatMap { Self.interval(program.tokens[$0.value], at: use, program) }
      }
      return Written(
        mask: try optionMask(program.tokens[options.value], at: use, program, depth: 0),
        least: interval(".interval_min"), most: interval(".interval_max"))
    }
    if let changed = program.change(of: declaration) { throw changed }
    guard let value = declaration.value, !value.isEmpty else { throw refuse() }
    return try written(Array(program.tokens[value]), at: value.lowerBound, program, depth: depth + 1)
  }

  /// Returns the value of option names with `|` between them.
  private static func optionMask(
    _ tokens: ArraySlice<SourceToken>, at use: Int, _ program: CProgram, depth: Int
  ) throws(SourceObstacle) -> Int64 {
    guard depth < 16 else { throw SourceObstacle(program.tokens[use], "deeper nesting than is read") }
    var mask: Int64 = 0
    var rest = tokens
    while rest.count > 2, rest.first?.isMark("(") ?? false, rest.last?.isMark(")") ?? false {
      var whole = rest
      let inner = try CExpression.inner(&whole)
      guard whole.isEmpty else { break }
      rest = inner
    }
    for part in rest.partsBetweenBars {
      guard let first = part.first else { throw SourceObstacle(program.tokens[use], "options that are not read") }
      if first.isMark("(") {
        mask |= try optionMask(part, at: use, program, depth: depth + 1)
      } else if part.count == 1, let replacement = program.macro(first.text) {
        mask |= try optionMask(replacement[...], at: use, program, depth: depth + 1)
      } else if part.count == 1, program.definitions[first.text] == nil, let option = options[first.text] {
        mask |= option
      } else if part.count == 1, first.text == "0" {
        continue
      } else {
        throw SourceObstacle(first, "the option \(CExpression.words(part)) is not read")
      }
    }
    return mask
  }
}

extension ArraySlice<SourceToken> {
  /// The parts between `|` outside of brackets.
  fileprivate var partsBetweenBars: [ArraySlice<SourceToken>] {
    var parts: [ArraySlice<SourceToken>] = []
    var level = 0
    var start = startIndex
    for index in indices where self[index].kind == .mark {
      switch self[index].text {
      case "(": level += 1
      case ")": level -= 1
      case "|" where level == 0:
        parts.append(self[start..<index])
        start = index + 1
      default: break
      }
    }
    return parts + [self[start...]]
  }
}
