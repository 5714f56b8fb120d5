/// The request of the page: parts with names. A part is `NAME LENGTH`, a line break, that many octets, and a line break.
struct Request {
  private var parts: [(name: String, octets: UnsafeRawBufferPointer)] = []

  /// Reads the parts of octets at a constant address, up to the first part that is not complete.
  init(_ octets: UnsafeRawBufferPointer) {
    var place = 0
    while let line = octets[place...].firstIndex(of: UInt8(ascii: "\n")) {
      let words = octets[place..<line].split(separator: UInt8(ascii: " "))
      guard words.count == 2, let length = Int(String(decoding: words[1], as: UTF8.self)), length >= 0,
        length < octets.count - line
      else { return }
      parts.append(
        (
          String(decoding: words[0], as: UTF8.self),
          UnsafeRawBufferPointer(rebasing: octets[line + 1..<line + 1 + length])
        ))
      place = line + 1 + length + 1
      guard place <= octets.count else { return }
    }
  }

  /// Returns the octets of the first part with a name; `nil` when there is none.
  func octets(_ name: String) -> UnsafeRawBufferPointer? { parts.first { $0.name == name }?.octets }

  /// Returns the octets of a part as text, with replacements for invalid UTF-8.
  func text(_ name: String) -> String? { octets(name).map { String(decoding: $0, as: UTF8.self) } }
}

/// The reason why a request cannot be answered, in one line.
struct RequestProblem: Error {
  let words: String
}
