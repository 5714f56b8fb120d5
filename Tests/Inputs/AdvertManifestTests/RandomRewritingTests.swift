import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

/// Any payload in place of any other, in every form.
@Suite struct RandomRewritingTests {
  @Test(arguments: (UInt64(1)...40).sampled(oneIn: 8)) func readsBack(_ seed: UInt64) throws {
    var random = RandomPayloads(seed: seed)
    for round in 0..<40 {
      var lines = ["# \(seed)", "layouts:"]
      let names = ["a", "b", "c"]
      for name in names { lines += random.layout(named: name) }
      lines.append("# The end.")
      let text = lines.joined(separator: "\n") + "\n"
      let layouts = try Manifest(reading: text).layouts
      let (advertising, scanResponse) = (random.payload(atLeast: 1), random.payload(atLeast: 0))
      let edits = try #require(layouts[1].text).edits(advertising: advertising, scanResponse: scanResponse)
      let new = TextEdit.applying(edits, to: text)
      let label: Comment = "seed \(seed), round \(round):\n\(text)\n\(new)"
      let read = try Manifest(reading: new).layouts
      #expect(read.count == 3 && read[0].layout == layouts[0].layout && read[2].layout == layouts[2].layout, label)
      #expect(read[1].layout.advertising == advertising, label)
      #expect(read[1].layout.scanResponse.payloads.first ?? Payload() == scanResponse, label)
      let start = text.prefix(upTo: try #require(text.firstRange(of: "\n  b:")).lowerBound)
      let end = text.suffix(from: try #require(text.firstRange(of: "\n  c:")).lowerBound)
      #expect(new.hasPrefix(start) && new.hasSuffix(end), label)
    }
  }
}

private struct RandomPayloads {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  private mutating func number(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(limit))
  }

  private static let structures: [[UInt8]] = [
    [2, 1, 6], [3, 3, 0x0F, 0x18], [5, 3, 0x0F, 0x18, 0x0A, 0x18], [3, 9, 0x41, 0x42], [4, 9, 0x3A, 0x23, 0x20],
    [3, 0x19, 0, 0], [2, 0x0A, 0], [4, 0x16, 0x0F, 0x18, 0x64], [5, 0xFF, 0x59, 0, 1, 2], [1, 9], [2, 0xEE, 7],
    [9, 9, 0x41],
    [0, 0],
  ]

  mutating func payload(atLeast least: Int) -> Payload {
    var octets: [UInt8] = []
    for _ in 0..<least + number(below: 5) { octets += Self.structures[number(below: Self.structures.count)] }
    return Payload(octets)
  }

  mutating func layout(named name: String) -> [String] {
    let isFlow = number(below: 4) == 0
    let blocks = [("advertising", payload(atLeast: 1)), ("scanResponse", payload(atLeast: 0))]
      .filter { $0.0 == "advertising" || !$0.1.isEmpty }
    if isFlow {
      let pairs = blocks.map { "\($0.0): \(flow($0.1))" }
      return ["  \(name): {\(pairs.joined(separator: ", "))}"]
    }
    return ["  \(name): # it"] + blocks.flatMap { block($0.0, $0.1) }
  }

  private mutating func flow(_ payload: Payload) -> String {
    switch number(below: 4) {
    case 0: HexText.spaced(payload.octets)
    case 1: "\"\(HexText.compact(payload.octets))\""
    case 2: "'\(HexText.spaced(payload.octets))'"
    default: "[" + WrittenFields.items(of: payload).joined(separator: ", ") + "]"
    }
  }

  private mutating func block(_ key: String, _ payload: Payload) -> [String] {
    switch number(below: 4) {
    case 0: return ["    \(key): \(flow(payload)) # so"]
    case 1:
      let half = payload.count / 2
      return [
        "    \(key): \(number(below: 2) == 0 ? "|" : ">-")", "      " + HexText.spaced(payload.octets.prefix(half)),
        "      " + HexText.spaced(payload.octets.dropFirst(half)),
      ]
    case 2: return ["    \(key):"] + WrittenFields.items(of: payload).map { "    - \($0) # an element" }
    default:
      return ["    \(key):"]
        + WrittenFields.lines(of: payload).flatMap { ["      # What follows.", "      - \($0)"] }
    }
  }
}
