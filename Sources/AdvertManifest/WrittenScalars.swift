internal import AdvertObservation
internal import AdvertisingData

/// Values that people write as one word: numbers, times, UUIDs, addresses, hex.
extension YAMLNode {
  /// Decimal, or hexadecimal after `0x`.
  func number(_ expected: String, in range: ClosedRange<Int>) throws(ManifestError) -> Int {
    let expected = "\(expected) (\(range.lowerBound) to \(range.upperBound))"
    let text = try text(expected)
    let number = text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    guard let number, range.contains(number), text.dropFirst(2).first != "+", text.dropFirst(2).first != "-" else {
      throw error(expected: expected)
    }
    return number
  }

  func uuid() throws(ManifestError) -> BluetoothUUID {
    let expected = "a UUID of 4, 8 or 32 hex digits"
    guard let uuid = BluetoothUUID(text: try text(expected)) else { throw error(expected: expected) }
    return uuid
  }

  /// Six octets, most significant first.
  func addressBits() throws(ManifestError) -> UInt64 {
    let expected = "an address of six bytes in hex"
    guard let octets = try? HexText.octets(of: try text(expected)), octets.count == 6 else {
      throw error(expected: expected)
    }
    return octets.reduce(0) { $0 << 8 | UInt64($1) }
  }

  func word<Value>(_ expected: String, of words: KeyValuePairs<String, Value>) throws(ManifestError) -> Value {
    let text = try text(expected)
    guard let value = words.first(where: { $0.key == text })?.value else {
      let names = words.map(\.key)
      throw error(expected: "\(expected) (\(names.joined(separator: ", ")))", nearestOf: names)
    }
    return value
  }

  /// Octets in hex, each with where its two digits are written.
  func hex() throws(ManifestError) -> [(octet: UInt8, text: TextRange?)] {
    let text = try text("bytes in hex")
    let placed: [(octet: UInt8, position: Int)]
    do throws(HexText.Problem) {
      placed = try HexText.placedOctets(of: text)
    } catch {
      throw hexError(error, in: text)
    }
    guard let place else { return placed.map { ($0.octet, nil) } }
    let characters = writtenCharacters
    var octets: [(octet: UInt8, text: TextRange?)] = []
    octets.reserveCapacity(placed.count)
    // Hex is ASCII, so that scalars are characters, but for a carriage return with its line feed.
    var position = 0
    var ordinal = -1
    var isAfterReturn = false
    var rest = text.unicodeScalars.makeIterator()
    for (octet, start) in placed {
      while position < start, let scalar = rest.next() {
        if !(isAfterReturn && scalar == "\n") { position += 1 }
        isAfterReturn = scalar == "\r"
        if !scalar.isBlank { ordinal += 1 }
      }
      guard characters.indices.contains(ordinal), characters.indices.contains(ordinal + 1) else {
        octets.append((octet, nil))
        continue
      }
      octets.append((octet, place.source.range(characters[ordinal].lowerBound, characters[ordinal + 1].upperBound)))
    }
    return octets
  }

  private func hexError(_ problem: HexText.Problem, in text: String) -> ManifestError {
    let (position, expected, found) =
      switch problem {
      case .notHex(let position, let character): (position, "a hex digit", "\"\(character)\"")
      case .oddDigits(let position): (position, "two hex digits for each byte", "one")
      }
    let ordinal = text.prefix(position).count { !$0.isWhitespace } - 1
    let characters = writtenCharacters
    guard let place, characters.indices.contains(ordinal) else { return error(expected: expected, found: found) }
    let (line, column) = place.source.position(of: characters[ordinal].lowerBound)
    return ManifestError(line: line, column: column, expected: expected, found: found)
  }
}
