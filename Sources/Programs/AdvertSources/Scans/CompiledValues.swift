internal import AdvertisingData

/// Values that only Rust and Go can write.
extension ScanValueReader {
  /// Methods of Rust without arguments whose result has the same octets or elements.
  static var conversions: Set<String> {
    [
      "as_bytes", "as_slice", "as_ref", "as_str", "to_string", "to_owned", "to_vec", "into", "into_iter", "iter",
      "collect",
      "copied", "cloned", "clone", "unwrap", "parse",
    ]
  }

  /// Returns the value of an expression that only Rust and Go have; `nil` for all others.
  mutating func compiled(_ range: Range<Int>, depth: Int) -> ScanValue.Content? {
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    if range.count == 1, tokens[first].kind == .number { return Self.number(tokens[first].text) }
    // `0x180d_u16.to_le_bytes()`
    if range.count > 4, tokens[last].isMark(")"), program.partners[last] == last - 1,
      ["to_le_bytes", "to_be_bytes"].contains(tokens[last - 2].text), tokens[last - 3].isMark(".")
    {
      let value = self.value(first..<last - 3, depth: depth + 1)
      return .call(tokens[last - 2].text, [ScanValue.Argument(name: nil, value: value)])
    }
    let open = program.partners[last]
    guard open > first, open < last else {
      // `[0; 31]`
      guard open == first, tokens[first].isMark("["), let mark = range.first(where: { tokens[$0].isMark(";") }),
        case .number(let count) = value(mark + 1..<last, depth: depth + 1).content, 0...255 ~= count
      else { return nil }
      let element = value(first + 1..<mark, depth: depth + 1)
      return .list(Array(repeating: element, count: Int(count)))
    }
    // `vec![…]`, `uuid!("…")`
    if open == first + 2, tokens[first + 1].isMark("!"), tokens[first].isWord {
      guard tokens[first].isWord("vec") else { return .call(tokens[first].text, arguments(open, depth: depth)) }
      return .list(program.parts(open).map { value($0, depth: depth + 1) })
    }
    // `[]byte{…}`, `bluetooth.AdvertisementOptions{…}`, `AdStructure::ServiceData16 {…}`
    let isType = (first..<open).allSatisfy {
      let token = tokens[$0]
      return token.isWord || token.kind == .number || [".", "::", "[", "]", "*"].contains { token.isMark($0) }
    }
    guard isType else { return nil }
    if tokens[first].isMark("[") {
      let parts = program.parts(open)
      if tokens[open].isMark("("), parts.count == 1 { return value(parts[0], depth: depth + 1).content }
      return tokens[open].isMark("{") ? .list(parts.map { value($0, depth: depth + 1) }) : nil
    }
    guard tokens[open].isMark("{"), tokens[open - 1].isWord else { return nil }
    var fields: [ScanValue.Argument] = []
    for part in program.parts(open) where !tokens[part.lowerBound].isMark(".") {
      let isNamed = part.count > 2 && tokens[part.lowerBound + 1].isMark(":")
      let isShort = part.count == 1 && tokens[part.lowerBound].isWord
      fields.append(
        ScanValue.Argument(
          name: isNamed || isShort ? tokens[part.lowerBound].text : nil,
          value: value(isNamed ? part.lowerBound + 2..<part.upperBound : part, depth: depth + 1)))
    }
    return .call(tokens[open - 1].text, fields)
  }

  /// Returns a number of Rust or Go, which may have its type behind it; one of more than 64 bits as a list of 16 octets.
  private static func number(_ text: String) -> ScanValue.Content? {
    var digits = text.filter { $0 != "_" }
    let suffixes = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "u128", "i128", "usize", "isize"]
    if let suffix = suffixes.first(where: { digits.hasSuffix($0) }) { digits.removeLast(suffix.count) }
    if let number = SourceNumber.value(digits),
      digits.count == 1 || digits.first != "0" || digits.contains("x") || digits.contains("b")
    {
      return .number(number)
    }
    guard digits.hasPrefix("0x"), digits.count <= 34 else { return nil }
    let padded = Array(String(repeating: "0", count: 34 - digits.count).utf8) + Array(digits.utf8.dropFirst(2))
    return HexDigits.octets(of: padded[...]).map { octets in
      .list(octets.map { ScanValue(line: 1, .number(Int64($0))) })
    }
  }

  /// Returns the number of a service of TinyGo by its name: `ServiceUUIDHeartRate`; `nil` for all other names.
  static func goService(_ name: String) -> UInt32? {
    name.hasPrefix("ServiceUUID") ? PageServiceNames.number(of: name.dropFirst("ServiceUUID".count)) : nil
  }
}
