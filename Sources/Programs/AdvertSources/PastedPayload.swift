package import AdvertisingData

/// The octets of one payload in text that people copy: in each form that ``PastedOctets`` reads, and as the initialisers of
/// a program for Zephyr.
///
/// ```
/// BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
/// BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(BT_UUID_HRS_VAL)),
/// BT_DATA(BT_DATA_NAME_COMPLETE, "Helmet", 6),
/// ```
package enum PastedPayload {
  /// The reason why a text is not a payload.
  package enum Problem: Error {
    case octets(PastedOctets.Problem)
    /// An initialiser that other code than the text decides on.
    case source(SourceObstacle)
  }

  /// Reads the octets of a text.
  package static func octets(of text: some StringProtocol) throws(Problem) -> [UInt8] {
    if let octets = try ZephyrReader.pasted(String(text)) { return octets }
    do throws(PastedOctets.Problem) {
      return try PastedOctets.octets(of: text)
    } catch {
      throw .octets(error)
    }
  }
}

extension PastedPayload.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .octets(let problem): problem.description
    case .source(let obstacle): "line \(obstacle.line): \(obstacle.reason)"
    }
  }
}

extension ZephyrReader {
  /// Reads the initialisers of one array, which may lack its declaration; `nil` for a text without any.
  fileprivate static func pasted(_ text: String) throws(PastedPayload.Problem) -> [UInt8]? {
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
