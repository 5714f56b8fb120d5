internal import AdvertBuilders
internal import AdvertisingData

/// The members of `struct bt_le_adv_param` that decide which data are sent.
enum ZephyrParameters {
  struct Options {
    var pdu: AdvertisingPDU
    var usesName = false
    var isForced = false
    /// The PHYs of extended advertising: without the option for LE Coded the host takes LE 1M, and LE 2M for the data.
    var phys = AdvertisingPHYs()
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
    "BT_LE_ADV_OPT_REQUIRE_S2_CODING": 0,
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
    if pdu.isExtended {
      options.phys =
        mask & coded != 0
        ? AdvertisingPHYs(primary: .coded, secondary: .coded)
        : AdvertisingPHYs(primary: .oneMegabit, secondary: mask & no2M != 0 ? .oneMegabit : .twoMegabit)
    }
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
