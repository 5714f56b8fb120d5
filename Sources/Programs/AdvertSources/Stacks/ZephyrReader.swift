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
    for call in program.calls(of: "bt_le_per_adv_set_data") {
      found.obstacles.append(
        SourceObstacle(program.tokens[call], "what bt_le_per_adv_set_data is given is not followed"))
    }
    for call in program.calls(of: "bt_le_adv_update_data") {
      // An update with the arrays of the start is the same layout. Other arrays are another layout, of the kind that
      // the start states.
      found.take { () throws(SourceObstacle) in try updated(call, program, project) }
    }
    let calls = ["bt_le_adv_start", "bt_le_ext_adv_set_data", "bt_le_per_adv_set_data", "bt_le_adv_update_data"]
    if program.isExcerpt, calls.allSatisfy({ program.places[$0] == nil }) { readArrays(program, project, into: &found) }
  }

  // MARK: Arrays alone

  /// Reads the arrays of lines that do not send them. Of two, the name of one says that it is the scan response.
  private static func readArrays(_ program: CProgram, _ project: SourceProject, into found: inout SourceFindings) {
    guard let stack = StackBuilder.named("zephyr") else { return }
    let arrays = (program.places["bt_data"] ?? []).compactMap { program.declaration(at: $0 + 1) }.filter {
      $0.isArray && !$0.isPointer && $0.value.map { !$0.isEmpty } ?? false
    }
    let responses = arrays.filter { isResponse(program.tokens[$0.name].text) }
    let others = arrays.filter { !isResponse(program.tokens[$0.name].text) }
    for array in others.isEmpty ? responses : others {
      found.take { () throws(SourceObstacle) in
        var layout = SourceLayout(
          name: program.tokens[array.name].text, stack: stack,
          place: program.range(array.name..<max(array.value?.upperBound ?? 0, array.name + 1)))
        layout.isKindAssumed = true
        layout.assumptions.append(SourceExcerpt.noStart)
        guard !others.isEmpty else {
          throw SourceObstacle(program.tokens[array.name], "a scan response without advertising data in these lines")
        }
        layout.advertising = try block(of: array, nil, program, project)
        if others.count == 1, responses.count == 1 {
          layout.scanResponse = try block(of: responses[0], nil, program, project)
        } else if !responses.isEmpty {
          layout.isResponseUnknown = true
        }
        return layout
      }
    }
  }

  /// Whether an array has a name as scan responses have: `sd`, `scan_rsp`.
  private static func isResponse(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "sd" || name.hasSuffix("_sd") || ["rsp", "resp", "scan"].contains { name.hasPart($0) }
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
    layout.phys = options.phys
    layout.call = program.tokens[call].text
    layout.parameters = (checking.name, options.given, program.tokens[checking.call].line)
    layout.advertising = try block(blocks[0], blocks[1], program, project)
    let response = try block(blocks[2], blocks[3], program, project)
    // Zephyr distinguishes an empty array from no array.
    layout.scanResponse = response.values.isEmpty ? nil : response
    guard options.usesName else { return layout }
    // The host of later versions adds no name.
    if project.stated[stack.id] == nil { layout.impliedVersion = "<4.3" }
    try layout.advertising.add(at: statement) { () throws(SourceObstacle) in
      guard let name = project.settings["BT_DEVICE_NAME"] else {
        throw SourceObstacle(program.tokens[call], "the host adds CONFIG_BT_DEVICE_NAME, which the file does not say")
      }
      guard program.calls(of: "bt_set_name").isEmpty else {
        throw SourceObstacle(program.tokens[call], "the host adds the name that bt_set_name sets")
      }
      return Array(name.utf8)
    }
    layout.options = options.isForced ? ["use-name", "name-in-advertising"] : ["use-name"]
    return layout
  }

  // MARK: Arrays

  private static func block(
    _ array: Range<Int>, _ count: Range<Int>, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    let tokens = program.tokens
    let first = tokens[array.lowerBound]
    if array.count == 1, first.isWord("NULL") || first.text == "0" || first.isWord("nullptr") {
      return SourceLayout.RequestedBlock()
    }
    guard array.count == 1, first.isWord, let declaration = program.declaration(of: first.text, at: array.lowerBound),
      declaration.isArray, !declaration.isPointer, declaration.type.contains("bt_data")
    else {
      throw SourceObstacle(
        first, "\(CExpression.words(tokens[array])) is no array of struct bt_data that the file declares once")
    }
    guard program.owners[declaration.name] < 0 || program.owners[declaration.name] == program.owners[array.lowerBound]
    else {
      throw SourceObstacle(first, "\(first.text) is declared elsewhere")
    }
    return try block(of: declaration, count, program, project)
  }

  /// Returns the fields of an array.
  ///
  /// - Parameter count: the expression for the number of elements that are sent; `nil` for all.
  private static func block(
    of declaration: CProgram.Declaration, _ count: Range<Int>?, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    var block = SourceLayout.RequestedBlock()
    let tokens = program.tokens
    guard let value = declaration.value, !value.isEmpty else {
      throw SourceObstacle(
        tokens[declaration.name], "\(tokens[declaration.name].text) is not declared with its elements")
    }
    if let changed = program.change(of: declaration) { throw changed }
    let inside =
      tokens[value.lowerBound].isMark("{") ? value.lowerBound + 1..<program.partners[value.lowerBound] : value
    var elements: [Range<Int>] = []
    for part in CExpression.parts(tokens[inside]) { elements.append(part.startIndex..<part.endIndex) }
    var number = elements.count
    if let count {
      guard let given = try CExpression.value(count, in: program).number, 0...Int64(number) ~= given else {
        throw SourceObstacle(tokens[count.lowerBound], "a count that is not the number of elements")
      }
      number = Int(given)
    }
    for element in elements.prefix(number) { try add(element, to: &block, program, project) }
    return block
  }

  private static func add(
    _ element: Range<Int>, to block: inout SourceLayout.RequestedBlock, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) {
    let (type, arguments) = try initializer(element, program)
    try block.add(type, count: count(type, arguments, program), at: program.range(element)) {
      () throws(SourceObstacle) in
      SourceOctets(try octets(arguments, program, project))
    }
  }

  /// Returns the number of octets of an initialiser whose octets are not read; `nil` when it is not known.
  private static func count(_ type: ADType, _ arguments: [Range<Int>], _ program: CProgram) -> Int? {
    let name = program.tokens[arguments[0].lowerBound - 2].text
    if name == "BT_DATA", arguments.count == 3, let number = try? CExpression.value(arguments[2], in: program).number {
      return 0..<255 ~= number ? Int(number) : nil
    }
    switch type {
    case .flags, .txPowerLevel: return 1
    case .appearance: return 2
    default: break
    }
    guard let width = ServiceUUIDList.width(of: type) else { return nil }
    guard name == "BT_DATA_BYTES", arguments.count > 2 else { return width.octets }
    // Each macro makes one UUID of several octets.
    var count = 0
    for argument in arguments.dropFirst() {
      if let octets = try? CExpression.octets(argument, in: program) {
        count += octets.count
      } else if program.tokens[argument.lowerBound].text.hasSuffix("_ENCODE") {
        count += width.octets
      } else {
        return nil
      }
    }
    return count
  }

  /// Returns the type and the octets of one initialiser.
  static func structure(
    _ element: Range<Int>, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> (type: ADType, octets: [UInt8]) {
    let (type, arguments) = try initializer(element, program)
    return (type, try octets(arguments, program, project))
  }

  /// Returns the type of one initialiser, `BT_DATA_BYTES` or `BT_DATA`, and all its arguments.
  private static func initializer(
    _ element: Range<Int>, _ program: CProgram
  ) throws(SourceObstacle) -> (type: ADType, arguments: [Range<Int>]) {
    let tokens = program.tokens
    if let refusal = program.refusal(ofCondition: element) { throw refusal }
    let first = tokens[element.lowerBound]
    guard element.count > 2, first.isWord, program.definitions[first.text] == nil,
      tokens[element.lowerBound + 1].isMark("("),
      program.partners[element.lowerBound + 1] == element.upperBound - 1
    else {
      throw SourceObstacle(first, "an element that is neither BT_DATA_BYTES nor BT_DATA")
    }
    let arguments = program.parts(element.lowerBound + 1)
    guard let type = arguments.first, let number = try CExpression.value(type, in: program).number,
      let type = UInt8(exactly: number)
    else { throw SourceObstacle(first, "a type that is not read") }
    guard first.text == "BT_DATA_BYTES" || first.text == "BT_DATA" && arguments.count == 3 else {
      throw SourceObstacle(first, "an element that is neither BT_DATA_BYTES nor BT_DATA")
    }
    return (ADType(rawValue: type), arguments)
  }

  /// Returns the octets of the arguments of one initialiser.
  private static func octets(
    _ arguments: [Range<Int>], _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> [UInt8] {
    guard program.tokens[arguments[0].lowerBound - 2].isWord("BT_DATA") else {
      guard arguments.count > 1 else { return [] }
      return try CExpression.octets(arguments[1].lowerBound..<arguments[arguments.count - 1].upperBound, in: program)
    }
    let octets = try data(arguments[1], arguments[2], program, project)
    guard octets.count < 255 else {
      throw SourceObstacle(program.tokens[arguments[0].lowerBound - 2], "more octets than an AD structure has")
    }
    return octets
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
    if let octets = try uuid(data, count, program) { return octets }
    let value = try CExpression.value(data, in: program)
    guard var octets = value.octets else {
      throw SourceObstacle(
        program.tokens[data.lowerBound], "\(CExpression.words(program.tokens[data])) is no text and no array of octets")
    }
    // A length can take the zero at the end of a text with it.
    if value.text != nil { octets.append(0) }
    guard let length = try CExpression.value(count, in: program).number, 0...Int64(octets.count) ~= length else {
      throw SourceObstacle.fault(program.tokens[count.lowerBound], "a length that is more than the data have")
    }
    return Array(octets.prefix(Int(length)))
  }

  /// Returns the octets of `service.val` with its length, where `service` is `BT_UUID_INIT_128(…)`; `nil` for other data.
  private static func uuid(
    _ data: Range<Int>, _ count: Range<Int>, _ program: CProgram
  ) throws(SourceObstacle) -> [UInt8]? {
    let tokens = program.tokens
    let name = tokens[data.lowerBound]
    guard data.count == 3, name.isWord, tokens[data.lowerBound + 1].isMark("."),
      tokens[data.lowerBound + 2].isWord("val"),
      let declaration = program.declaration(of: name.text, at: data.lowerBound), let value = declaration.value,
      value.count > 3, tokens[value.lowerBound].isWord("BT_UUID_INIT_128"),
      program.definitions["BT_UUID_INIT_128"] == nil,
      program.partners[value.lowerBound + 1] == value.upperBound - 1
    else { return nil }
    if let changed = program.change(of: declaration), !declaration.isConstant { throw changed }
    let octets = try CExpression.octets(value.lowerBound + 2..<value.upperBound - 1, in: program)
    let isWhole = tokens[count].map { $0.text } == ["sizeof", "(", name.text, ".", "val", ")"]
    guard octets.count == 16, let length = isWhole ? 16 : try CExpression.value(count, in: program).number,
      0...16 ~= length
    else { throw SourceObstacle(name, "\(name.text).val with a length that is not that of a UUID") }
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
