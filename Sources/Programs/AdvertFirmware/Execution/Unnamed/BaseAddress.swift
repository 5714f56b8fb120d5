/// The search for the address of a binary image without addresses: the address at which most pointers lead to functions.
enum BaseAddress {
  /// The size of a page of flash, at whose start applications begin.
  private static let page = 0x400
  /// The most octets before the vector table: headers of boot loaders.
  private static let longestHeader = 0x1000
  private static let maximumParts = 4
  /// The most pointers; more of them give no more certainty.
  private static let maximumPointers = 1 << 14
  private static let maximumFlash = 1 << 21
  /// The fewest functions that allow a conclusion.
  private static let leastFunctions = 8

  /// Returns the parts of an image. It can be one part, or several in a row whose addresses are not in a row: a
  /// SoftDevice and a boot loader. Only parts with a certain address are returned.
  static func parts(of octets: [UInt8]) -> [UnnamedImage.Part] {
    var parts: [UnnamedImage.Part] = []
    var left = octets
    while parts.count < maximumParts {
      let address = find(left)
      let own = address.map { UInt64($0)..<UInt64($0) + UInt64(left.count) }
      let next = stride(from: page, to: left.count - VectorTable.size, by: 4).first { place in
        guard let words = VectorTable.words(left, at: place, distance: left.count - place) else { return false }
        return own.map { own in words[1...3].allSatisfy { !own.contains(UInt64($0)) } } ?? true
      }
      guard let next else { return parts + (address.map { [UnnamedImage.Part(address: $0, octets: left)] } ?? []) }
      let first = Array(left[..<next])
      // If the address of the first part is not certain, the division is not certain either.
      guard let address = find(first) else { return parts }
      parts.append(UnnamedImage.Part(address: address, octets: first))
      left = Array(left[next...])
    }
    return parts
  }

  /// Returns the address of the first octet; `nil` where several are possible, or none.
  private static func find(_ octets: [UInt8]) -> UInt32? {
    guard octets.count <= maximumFlash, let (place, words) = table(octets, of: octets.count) else { return nil }
    let handlers = words[1...3].map { Int($0 & ~1) }
    guard let least = handlers.min(), let most = handlers.max() else { return nil }
    let pointers = pointers(octets)
    let functions = functions(octets)
    var best: (address: Int, count: Int) = (0, 0)
    var second = 0
    // The handlers are in the image.
    let lowest = max(0, most + 1 - octets.count + place)
    for table in stride(from: (lowest + page - 1) / page * page, through: least, by: page) {
      let start = table - place
      guard start >= 0, most < start + octets.count else { continue }
      let count = pointers.count { pointer in
        let target = pointer - start
        return target >= 0 && target < octets.count && functions[target / 2]
      }
      if count > best.count {
        second = best.count
        best = (start, count)
      } else {
        second = max(second, count)
      }
    }
    guard best.count >= leastFunctions, best.count * 2 > second * 3 else { return nil }
    return UInt32(exactly: best.address)
  }

  /// Whether a file begins with a vector table, or with a header and a table after it.
  ///
  /// - Parameters:
  ///   - head: the beginning of the file.
  ///   - count: the number of octets of the file.
  static func hasTable(_ head: [UInt8], of count: Int) -> Bool { table(head, of: count) != nil }

  /// Returns the first place where a vector table can be.
  private static func table(_ octets: [UInt8], of count: Int) -> (place: Int, words: [UInt32])? {
    for place in stride(from: 0, through: longestHeader, by: 4) {
      if let words = VectorTable.words(octets, at: place, distance: count) { return (place, words) }
    }
    return nil
  }

  /// Returns the addresses of functions, from all words that could be one.
  private static func pointers(_ octets: [UInt8]) -> Set<Int> {
    var pointers: Set<Int> = []
    for place in stride(from: 0, to: octets.count - 3, by: 4) where octets[place] & 1 == 1 && octets[place + 3] == 0 {
      guard pointers.count < maximumPointers else { break }
      let word = Int(octets[place]) | Int(octets[place + 1]) << 8 | Int(octets[place + 2]) << 16
      if word < maximumFlash { pointers.insert(word - 1) }
    }
    return pointers
  }

  /// Returns for each halfword whether a function could begin with it.
  private static func functions(_ octets: [UInt8]) -> [Bool] {
    (0..<(octets.count + 1) / 2).map { index in
      let place = 2 * index
      guard place + 3 < octets.count else { return false }
      let (first, second) = (
        UInt32(octets[place]) | UInt32(octets[place + 1]) << 8,
        UInt32(octets[place + 2]) | UInt32(octets[place + 3]) << 8
      )
      return FoundFunctions.isBeginning(first, second)
    }
  }
}
