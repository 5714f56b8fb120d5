internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Rust: trouble and nrf-softdevice.
///
/// Sources: trouble-host 0.8.0, host/src/advertise.rs; nrf-softdevice 5949a5b, src/ble/advertisement_builder.rs and
/// peripheral.rs.
struct RustReader {
  let program: ScriptProgram
  var values: ScanValueReader<ScriptProgram>
  var found = SourceFindings()

  static func read(_ program: ScriptProgram, into found: inout SourceFindings) {
    var reader = Self(program)
    reader.readAdvertisements()
    found.plain += reader.found.plain
    found.obstacles += reader.found.obstacles
    found.assumptions += reader.found.assumptions.withoutRepeats
    if program.places["bluer"] != nil { BluerReader.read(program, into: &found) }
  }

  /// Whether a program may have calls that are read.
  static func mayAdvertise(_ program: ScriptProgram) -> Bool {
    (["Advertisement", "ConnectableAdvertisement", "NonconnectableAdvertisement", "encode_slice"] + builders).contains {
      program.places[$0] != nil
    }
  }

  private init(_ program: ScriptProgram) {
    self.program = program
    values = ScanValueReader(program, nameMark: ":", isCompiled: true) { name, use throws(SourceObstacle) in
      try program.constant(name, at: use)
    }
  }

  var tokens: TokenList { program.tokens }

  // MARK: Advertisements

  /// The kinds of advertising by the enumeration and its case.
  private static let kinds: [String: AdvertisingPDU] = [
    "Advertisement::ConnectableScannableUndirected": .advInd,
    "Advertisement::NonconnectableScannableUndirected": .advScanInd,
    "Advertisement::NonconnectableNonscannableUndirected": .advNonconnInd,
    "Advertisement::ExtConnectableNonscannableUndirected": .extendedConnectable,
    "Advertisement::ExtNonconnectableScannableUndirected": .extendedScannable,
    "Advertisement::ExtNonconnectableNonscannableUndirected": .extendedNonconnectable,
    "ConnectableAdvertisement::ScannableUndirected": .advInd,
    "ConnectableAdvertisement::ExtendedNonscannableUndirected": .extendedConnectable,
    "NonconnectableAdvertisement::ScannableUndirected": .advScanInd,
    "NonconnectableAdvertisement::NonscannableUndirected": .advNonconnInd,
    "NonconnectableAdvertisement::ExtendedScannableUndirected": .extendedScannable,
    "NonconnectableAdvertisement::ExtendedNonscannableUndirected": .extendedNonconnectable,
  ]

  private mutating func readAdvertisements() {
    var count = 0
    let isSent = ["Advertisement", "ConnectableAdvertisement", "NonconnectableAdvertisement"].contains {
      (program.places[$0] ?? []).contains { tokens[$0 + 1].isMark("::") && tokens[$0 + 3].isMark("{") }
    }
    // Structures that another file sends are named.
    for index in isSent ? [] : program.places["encode_slice"] ?? [] where tokens[index + 1].isMark("(") {
      found.obstacles.append(SourceObstacle(tokens[index], "no Advertisement of the file gets these structures"))
    }
    if !isSent { readBuilders() }
    for type in ["Advertisement", "ConnectableAdvertisement", "NonconnectableAdvertisement"] {
      for index in program.places[type] ?? []
      where tokens[index + 1].isMark("::") && tokens[index + 3].isMark("{") && tokens[index + 2].isWord {
        guard let pdu = Self.kinds["\(type)::\(tokens[index + 2].text)"] else {
          // Directed advertising has no data.
          continue
        }
        guard found.hasRoom(for: tokens[index].line) else { return }
        count += 1
        do throws(SourceObstacle) {
          let made = try layout(index, pdu, isTrouble: type == "Advertisement")
          found.plain.append(made)
        } catch {
          found.obstacles.append(error)
        }
      }
    }
    let phys = AdvertisingPHYs(primary: phy("primary_phy", count), secondary: phy("secondary_phy", count))
    for index in found.plain.indices where found.plain[index].layout.pdu?.isExtended ?? false {
      found.plain[index].layout.phys = phys
    }
  }

  /// Reads the builders of a file without an advertisement, which another file sends.
  private mutating func readBuilders() {
    var blocks: [(name: String, pdu: AdvertisingPDU, block: WrittenBlock)] = []
    for builder in Self.builders {
      for index in program.places[builder] ?? [] where tokens[index + 1].isMark("::") && tokens[index + 2].isWord("new")
      {
        guard found.hasRoom(for: tokens[index].line) else { return }
        let pdu: AdvertisingPDU = builder == "LegacyAdvertisementBuilder" ? .advInd : .extendedConnectable
        do throws(SourceObstacle) {
          blocks.append((name(before: index) ?? builder, pdu, try built(index, limit: pdu.payloadLimit)))
        } catch {
          found.obstacles.append(error)
        }
        found.assumptions.append(SourceExcerpt.noStart)
      }
    }
    let responses = blocks.filter { $0.name.lowercased().hasPart("scan") }
    let others = blocks.filter { !$0.name.lowercased().hasPart("scan") }
    for one in others {
      found.takePlain { () throws(SourceObstacle) in
        let isPair = others.count == 1 && responses.count == 1
        var made = try DeclaredLayout(
          name: one.name, pdu: one.pdu, place: one.block.text, advertising: one.block,
          scanResponse: isPair ? responses[0].block : WrittenBlock(text: one.block.text))
        if !isPair, !responses.isEmpty { made.layout.scanResponse = .notObserved }
        made.doubts.append(Doubt(.pdu, .assumed, .notStated))
        return made
      }
    }
    for one in responses where others.count != 1 || responses.count != 1 {
      found.obstacles.append(
        SourceObstacle(
          one.block.text.line, "it is not known which advertising data the scan response \(one.name) is for"))
    }
  }

  /// Returns the name that gets the value at a place: `static NAME: Type = value`, or `let name = value`.
  private func name(before index: Int) -> String? {
    var place = index - 1
    guard tokens[place].isMark("=") else { return nil }
    while tokens.indices.contains(place), index - place < 12 {
      if ["static", "const", "let", "mut"].contains(where: { tokens[place - 1].isWord($0) }) {
        return tokens[place].text
      }
      place -= 1
    }
    return nil
  }

  /// The PHYs by the names of trouble and nrf-softdevice.
  private static let phys: [String: PHY] = [
    "Le1M": .oneMegabit, "M1": .oneMegabit, "Le2M": .twoMegabit, "M2": .twoMegabit, "LeCoded": .coded, "Coded": .coded,
  ]

  /// Returns the PHY that a field of the parameters has. Both libraries begin with LE 1M. `nil` when it is not known which
  /// advertisement has the parameters, or another value.
  private func phy(_ field: String, _ advertisements: Int) -> PHY? {
    // `primary_phy: PhyKind::LeCoded`, or `parameters.primary_phy = PhyKind::LeCoded`
    let values = (program.places[field] ?? []).filter { tokens[$0 + 1].isMark(":") || tokens[$0 + 1].isMark("=") }
      .map { tokens[$0 + 3].isMark("::") ? Self.phys[tokens[$0 + 4].text] : nil }
    guard let first = values.first, values.allSatisfy({ $0 == first }) else {
      // `Default::default()`, or the same of a type
      return values.isEmpty && program.places["default"] != nil ? .oneMegabit : nil
    }
    return first == .oneMegabit || advertisements == 1 ? first : nil
  }

  private mutating func layout(
    _ index: Int, _ pdu: AdvertisingPDU, isTrouble: Bool
  ) throws(SourceObstacle) -> DeclaredLayout {
    let open = index + 3
    let place = program.range(index..<program.partners[open] + 1)
    var advertising = WrittenBlock(text: place)
    var response = WrittenBlock(text: place)
    for part in program.parts(open) {
      let name = tokens[part.lowerBound].text
      guard name == "adv_data" || name == "scan_data" else { continue }
      let isNamed = part.count > 2 && tokens[part.lowerBound + 1].isMark(":")
      let block = try block(
        isNamed ? part.lowerBound + 2..<part.upperBound : part, before: index, limit: pdu.payloadLimit)
      if name == "adv_data" { advertising = block } else { response = block }
    }
    let isConnectable = pdu == .advInd || pdu == .extendedConnectable
    let flags = Array(advertising.octets.prefix(3))
    if isTrouble, isConnectable, advertising.rest == nil || flags.count == 3,
      flags.count < 3 || flags[0] != 2 || flags[1] != 1 || flags[2] & 0x04 == 0
    {
      throw SourceObstacle(
        place.line,
        "advertise() fails: connectable advertising data must begin with Flags that have BR_EDR_NOT_SUPPORTED",
        SourceObstacle.Refusal(
          isCertain: false, remedy: "begin with AdStructure::Flags(LE_GENERAL_DISCOVERABLE | BR_EDR_NOT_SUPPORTED)"))
    }
    return try DeclaredLayout(
      name: tokens[index + 2].text, pdu: pdu, place: place, advertising: advertising, scanResponse: response)
  }

  /// Reads the data of a block: a name, an array, or a builder.
  private mutating func block(
    _ range: Range<Int>, before use: Int, limit: Int
  ) throws(SourceObstacle) -> WrittenBlock {
    var range = range
    while let first = range.first, tokens[first].isMark("&") || tokens[first].isWord("mut") { range.removeFirst() }
    guard let first = range.first else { throw SourceObstacle(tokens[use], "data that are not read") }
    if let builder = range.first(where: { Self.builders.contains(tokens[$0].text) }) {
      return try built(builder, limit: limit)
    }
    guard tokens[first].isWord, range.count == 1 || tokens[first + 1].isMark("[") || tokens[first + 1].isMark(".")
    else {
      return try array(range)
    }
    let name = tokens[first].text
    if let call = try encoding(of: name, before: use) { return try encoded(call, into: name, limit: limit) }
    let value = try program.constant(name, at: use)
    if let builder = value.first(where: { Self.builders.contains(tokens[$0].text) }) {
      return try built(builder, limit: limit)
    }
    return try array(value)
  }

  private mutating func array(_ range: Range<Int>) throws(SourceObstacle) -> WrittenBlock {
    let octets = try values.value(range).octets()
    let text = program.range(range)
    return WrittenBlock(octets: octets, texts: octets.map { _ in text }, text: text)
  }

  // MARK: trouble

  /// Returns the call of `AdStructure::encode_slice` that fills an array; `nil` when none does.
  private func encoding(of name: String, before use: Int) throws(SourceObstacle) -> Int? {
    let calls = (program.places["encode_slice"] ?? []).filter { call in
      guard tokens[call + 1].isMark("("), let target = program.parts(call + 1).dropFirst().first else { return false }
      return target.contains { tokens[$0].isWord(name) }
    }
    guard calls.count > 1 else { return calls.first }
    // Several functions may have an array of the same name.
    let before = calls.filter { $0 < use && owner($0, at: use) }
    guard let last = before.last, !calls.contains(where: { $0 > use && owner($0, at: use) }) else {
      throw SourceObstacle(tokens[calls[1]], "\(name) is filled several times")
    }
    return last
  }

  /// Whether a place is in a block that is around another place, too.
  private func owner(_ place: Int, at use: Int) -> Bool {
    var open = program.owners[place]
    while open >= 0, !tokens[open].isMark("{") { open = program.owners[open] }
    return open < 0 || open < use && program.partners[open] > use
  }

  private mutating func encoded(_ call: Int, into name: String, limit: Int) throws(SourceObstacle) -> WrittenBlock {
    let place = program.range(call..<program.partners[call + 1] + 1)
    var block = WrittenBlock(text: place)
    guard var list = program.parts(call + 1).first else { throw SourceObstacle(tokens[call], "data that are not read") }
    while let first = list.first, tokens[first].isMark("&") { list.removeFirst() }
    guard let open = list.first, tokens[open].isMark("[") else {
      throw SourceObstacle(tokens[call], "structures that are not written here")
    }
    for part in program.parts(open) {
      do throws(SourceObstacle) {
        let (type, value) = try structure(part)
        block.append(type, value, at: program.range(part))
      } catch {
        block.rest = error
        break
      }
    }
    var size = limit
    if let range = try? program.constant(name, at: call), case .list(let octets) = values.value(range).content {
      size = octets.count
    }
    guard block.octets.count <= min(size, limit) else {
      throw SourceObstacle(
        place.line,
        "encode_slice fails: the structures need \(block.octets.count) bytes, and \(name) has \(min(size, limit))",
        SourceObstacle.Refusal(
          isCertain: true, remedy: "remove \(counted(block.octets.count - min(size, limit), "byte"))"))
    }
    return block
  }

  /// The types of the lists of services, each with the octets of a UUID.
  private static let lists: [String: (type: UInt8, width: Int)] = [
    "IncompleteServiceUuids16": (0x02, 2), "CompleteServiceUuids16": (0x03, 2), "ServiceUuids16": (0x02, 2),
    "IncompleteServiceUuids32": (0x04, 4), "CompleteServiceUuids32": (0x05, 4),
    "IncompleteServiceUuids128": (0x06, 16), "CompleteServiceUuids128": (0x07, 16), "ServiceUuids128": (0x07, 16),
  ]

  /// Reads one `AdStructure`.
  private mutating func structure(_ part: Range<Int>) throws(SourceObstacle) -> (UInt8, [UInt8]) {
    guard let open = part.first(where: { tokens[$0].isMark("(") || tokens[$0].isMark("{") }), open > part.lowerBound,
      program.partners[open] == part.upperBound - 1
    else { throw SourceObstacle(part.first.map { tokens[$0] }, "a structure that is not read") }
    let name = tokens[open - 1].text
    let inner = open + 1..<program.partners[open]
    let fields = tokens[open].isMark("(") ? values.arguments(open) : values.value(open - 1..<part.upperBound).fields
    func refusal() -> SourceObstacle { SourceObstacle(tokens[open], "\(name) with values that are not read") }
    func first() throws(SourceObstacle) -> ScanValue {
      guard fields.count == 1, let value = fields.first?.value else { throw refusal() }
      return value
    }
    if name == "Flags" { return (0x01, [try flags(inner)]) }
    if let (type, width) = Self.lists[name] {
      var octets: [UInt8] = []
      for uuid in try first().list() { octets += try uuid.octets(ofUUID: width) }
      return (type, octets)
    }
    switch name {
    case "CompleteLocalName": return (0x09, try first().textOctets())
    case "ShortenedLocalName": return (0x08, try first().textOctets())
    case "TxPowerLevel":
      guard let power = Int8(exactly: try first().number()) else { throw refusal() }
      return (0x0A, [UInt8(bitPattern: power)])
    case "ServiceData16":
      guard let uuid = fields["uuid"], let data = fields["data"] else { throw refusal() }
      return (0x16, try uuid.octets(ofUUID: 2) + data.payload())
    case "ManufacturerSpecificData":
      guard let company = fields["company_identifier"], let data = fields["payload"] else { throw refusal() }
      return (0xFF, try company.little() + data.payload())
    case "Unknown":
      guard let type = UInt8(exactly: try fields["ty"]?.number() ?? -1), let data = fields["data"] else {
        throw refusal()
      }
      return (type, try data.payload())
    default: throw refusal()
    }
  }

  private static let flagBits: [String: UInt8] = [
    "AD_FLAG_LE_LIMITED_DISCOVERABLE": 0x01, "LE_GENERAL_DISCOVERABLE": 0x02, "BR_EDR_NOT_SUPPORTED": 0x04,
    "SIMUL_LE_BR_CONTROLLER": 0x08, "SIMUL_LE_BR_HOST": 0x10, "LimitedDiscovery": 0x01, "GeneralDiscovery": 0x02,
    "LE_Only": 0x04, "Bit3": 0x08, "Bit4": 0x10,
  ]

  /// Returns the bits of constants and numbers that are joined.
  func flags(_ range: Range<Int>) throws(SourceObstacle) -> UInt8 {
    var bits: UInt8 = 0
    for index in range {
      let token = tokens[index]
      if token.isWord, let bit = Self.flagBits[token.text] {
        bits |= bit
      } else if token.kind == .number, let number = SourceNumber.value(token.text), let octet = UInt8(exactly: number) {
        bits |= octet
      } else if !(token.isWord && tokens[index + 1].isMark("::")),
        !["|", "::", "&", "[", "]", ","].contains(where: { token.isMark($0) })
      {
        throw SourceObstacle(token, "Flags that are not read")
      }
    }
    return bits
  }
}

extension ScanValue {
  /// Returns the octets of an array, or of a text of octets.
  func payload() throws(SourceObstacle) -> [UInt8] {
    if case .text(let octets) = content { return octets }
    return try octets()
  }

  /// Returns the octets of a UUID in the order in which they are sent: an array of them, or of `to_le_bytes()`.
  func octets(ofUUID width: Int) throws(SourceObstacle) -> [UInt8] {
    var value = self
    var isReversed = false
    switch content {
    case .call(let name, let arguments) where ["Uuid16", "Uuid128"].contains(name) && arguments.count == 1:
      return try arguments[0].value.octets(ofUUID: width)
    case .call(let name, let arguments) where ["to_le_bytes", "to_be_bytes"].contains(name) && arguments.count == 1:
      value = arguments[0].value
      isReversed = name == "to_le_bytes"
    default: break
    }
    let octets: [UInt8]
    if case .number(let number) = value.content, width <= 4, number >= 0, number < 1 << (width * 8) {
      octets = (0..<width).map { UInt8(truncatingIfNeeded: number >> ((width - 1 - $0) * 8)) }
      isReversed = isReversed || value.range == range
    } else {
      octets = try value.octets()
    }
    guard octets.count == width else { throw refusal("\(width) bytes") }
    return isReversed ? octets.reversed() : octets
  }
}
