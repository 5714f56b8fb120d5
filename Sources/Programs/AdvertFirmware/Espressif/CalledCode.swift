internal import AdvertisingData

/// The functions of a program without symbols, and the calls in them, with those of their arguments that are constants
/// where a function makes the call.
struct CalledCode {
  /// The beginnings of the functions, in ascending order.
  private(set) var starts: [UInt32] = []
  /// The calls, in the order of their addresses.
  private(set) var calls: [Call] = []

  struct Call {
    /// The address of the instruction.
    var site: UInt32
    var target: UInt32
    /// The beginning of the function that makes the call.
    var function: UInt32
    /// The first six arguments; `nil` for those that are not known.
    var arguments: [UInt32?]
  }

  private static let maximumCalls = 1 << 17
  private static let maximumStarts = 1 << 16

  init(_ image: EspressifImage) {
    let parts = image.segments.filter { image.chip.isCode($0.address) }.compactMap { segment in
      segment.contents.octets(at: 0, count: UInt64(segment.contents.count)).map {
        (address: segment.address, octets: $0)
      }
    }
    func word(_ address: UInt32) -> UInt32? {
      image.octets(at: address, count: 4).map {
        UInt32(truncatingIfNeeded: OctetOrder.littleEndian.number(of: $0[...]))
      }
    }
    /// Returns the octets of the code from an address on.
    func code(_ address: UInt32) -> ArraySlice<UInt8>? {
      guard let part = parts.first(where: { $0.address <= address && address - $0.address < UInt32($0.octets.count) })
      else { return nil }
      return part.octets[Int(address - part.address)...]
    }
    var known: Set<UInt32> = []
    for part in parts {
      for place in stride(from: 0, to: part.octets.count - 3, by: image.chip.isXtensa ? 4 : 2)
      where image.chip.isXtensa && XtensaCode.isBeginning(part.octets[place...]) {
        known.insert(part.address + UInt32(place))
      }
    }
    if !image.chip.isXtensa {
      let others = image.segments.filter { !image.chip.isCode($0.address) }.compactMap { segment in
        segment.contents.octets(at: 0, count: UInt64(segment.contents.count))
      }
      known = RISCVCode.beginnings(parts, pointersIn: others)
    }
    starts = Array(known.sorted().prefix(Self.maximumStarts))
    for (index, start) in starts.enumerated() {
      guard let octets = code(start), calls.count < Self.maximumCalls else { continue }
      // A function ends where the next one begins, or its part ends.
      let most = index + 1 < starts.count ? Int(starts[index + 1] - start) : octets.count
      let body = octets.prefix(min(most, octets.count))
      if image.chip.isXtensa {
        var code = XtensaCode(word: word)
        code.follow(body, at: start) { calls.append($0) }
      } else {
        var code = RISCVCode()
        code.follow(body, at: start, begins: begins) { calls.append($0) }
      }
    }
  }

  /// Whether a function begins at an address.
  func begins(_ address: UInt32) -> Bool {
    let place = starts.indices.partitioningIndex { starts[$0] >= address }
    return place < starts.count && starts[place] == address
  }
}

/// The texts that a program without symbols gives to the functions that it calls.
struct CalledTexts {
  private var texts: [UInt32: String] = [:]

  init(_ image: EspressifImage, _ code: CalledCode) {
    var known: Set<UInt32> = []
    for call in code.calls {
      for case let argument? in call.arguments where known.insert(argument).inserted {
        if let text = image.text(at: argument) { texts[argument] = text }
      }
    }
  }

  /// Returns the text at an address; `nil` where there is none.
  subscript(_ argument: UInt32?) -> String? { argument.flatMap { texts[$0] } }

  /// Returns the first call with a text that contains some words.
  func call(with words: String, among calls: some Sequence<CalledCode.Call>) -> CalledCode.Call? {
    calls.first { call in call.arguments.contains { self[$0]?.hasPart(words) ?? false } }
  }
}
