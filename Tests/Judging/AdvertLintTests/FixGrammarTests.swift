import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

/// The fix of every rule that has bytes is an order of one grammar, a verb, its object with the place, and the result, and
/// gives these bytes when it is carried out.
@Suite struct FixGrammarTests {
  @Test(arguments: Rule.all) func ordersOfExamples(_ rule: Rule) throws {
    for example in rule.examples where example.isFlagged {
      guard case .layouts(let layouts) = example.input else { continue }
      let subject = Subject(example: layouts)
      let linter = Linter(rules: [rule], expectations: example.expectations)
      for finding in linter.lint(subject) {
        try carryOut(finding, of: subject, linter, "\(rule.id): \(example.reason)")
      }
    }
  }

  @Test(arguments: (UInt64(1)...20).sampled(oneIn: 4)) func ordersOfAnyLayout(_ seed: UInt64) throws {
    var random = RandomLayout(seed: seed &+ 6300)
    for round in 0..<100 {
      let layout = random.layout(structures: 8)
      let subject = Subject(DeclaredLayout(layout: layout), path: "layout")
      for finding in Linter().lint(subject) {
        try carryOut(finding, of: subject, Linter(), "seed \(seed), round \(round): \(finding.rule)")
      }
    }
  }

  /// Fixes that had words alone, with the bytes that they have now.
  @Test(arguments: [
    ("flags-contradictory", "02 01 1f", "", "send general discoverable mode alone: 06", "020106"),
    (
      "flags-contradictory", "02 01 1e", "",
      "clear the bits of BR/EDR: 06, or clear bit 2 if the device supports BR/EDR", "020106"
    ),
    (
      "flags-all-zero", "02 01 00 03 03 0f 18", "",
      "say that the device is discoverable and has no BR/EDR: 06, or what else is true", "02010603030f18"
    ),
    (
      "service-data-uuid-not-listed", "02 01 06 04 16 0f 18 2a", "",
      "add the list 03 03 0f 18 to the advertising data, if apps filter for the service",
      "02010603030f180416" + "0f182a"
    ),
    (
      "service-data-uuid-not-listed", "02 01 06 03 03 0d 18", "04 16 0f 18 2a",
      "add 0f 18 to the list of 16-bit services in the advertising data, if apps filter for the service",
      "02010605030d180f18"
    ),
    (
      "service-announcement-missing", "02 01 06 03 03 4f 18", "", "add the service data 03 16 4f 18",
      "02010603034f1803164f18"
    ),
    ("uuid-unassigned", "02 01 06 03 03 18 0f", "", "send the last byte first: 0f 18", "02010603030f18"),
    (
      "data-after-empty-data", "02 01 06 03 ff 90 05 08 16 d2 fc 40 00 14 01 64", "",
      "move the empty structure (4 bytes) to the end of its block", "0201060816d2fc400014016403ff9005"
    ),
    (
      "connection-interval-not-apple", "02 01 06 05 12 06 00 08 00", "",
      "ask for a minimum of 15 ms and a maximum that is no shorter, if the device is meant for Apple's: 0c 00 0c 00",
      "02010605120c000c00"
    ),
    (
      "eddystone-list-incomplete", "02 01 06 03 02 aa fe 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31", "",
      "send the list as complete: 03 03 aa fe", "0201060303aafe0d16aafe10ec02676f2e676c2f31"
    ),
    (
      "uuid-under-other-width", "02 01 06 11 03 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e", "",
      "list the UUID with type 0x07, last byte first: send the structure 11 07 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 "
        + "40 6e", "02010611079ecadc240ee5a9e093f3a3b50100406e"
    ),
    (
      "name-shortened-needlessly", "02 01 06 03 08 47 6f 03 03 0f 18", "05 09 47 6f 47 6f",
      "move the complete name (6 bytes) into the advertising data, in place of the shortened one",
      "0201060509476f476f03030f18"
    ),
    (
      "name-has-nul", "02 01 06 05 09 47 00 6f 6f", "", "remove the zero from the name: 1 byte less", "0201060409476f6f"
    ),
  ])
  func wordsHaveBytes(_ rule: String, _ advertising: String, _ response: String, _ words: String, _ fixed: String)
    throws
  {
    let subject = Subject(example: [MarkedLayout(advertising, scanResponse: .declared(response))])
    let finding = try #require(Linter().lint(subject).first { $0.rule == rule })
    #expect(finding.fix?.hasPrefix(words) == true, "\(finding.fix ?? "")")
    #expect(finding.fixBytes?.advertising.octets == [UInt8](hex: fixed))
  }

  /// Orders that cannot be given in bytes say which octets, where, and how many.
  @Test(arguments: [
    (
      "uuid-unassigned", "02 01 06 03 03 90 f9 17 ff 59 00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20",
      "make room for 14 bytes more, and use a 128-bit UUID of your own (14 bytes more), which apps then filter for"
    ),
    (
      "service-announcement-missing", "02 01 06 03 03 4e 18",
      "add service data of 184e, 10 bytes or more: 09 16 4e 18, then the announcement type, the contexts and the length of "
        + "the metadata"
    ),
    (
      "structure-repeated", "02 01 06 03 19 c1 03 03 19 c2 03",
      "remove one of the two: the 4 bytes at byte 3, or the 4 here"
    ),
    (
      "data-after-termination", "02 01 06 00 03 03 0f 18",
      "correct the length of zero at byte 3, or remove the 4 bytes from byte 4 on"
    ),
  ])
  func wordsAloneNameTheirPlace(_ rule: String, _ advertising: String, _ words: String) throws {
    let subject = Subject(example: [MarkedLayout(advertising)])
    let finding = try #require(Linter().lint(subject).first { $0.rule == rule })
    #expect(finding.fix == words && finding.fixBytes == nil)
  }

  private static let verbs: Set<Substring> = [
    "add", "advertise", "announce", "ask", "begin", "capture", "choose", "clear", "correct", "cut", "declare", "encode",
    "have", "join", "keep", "leave", "list", "make", "move", "pack", "provide", "put", "remove", "say", "send", "set",
    "update", "use", "write",
  ]

  /// A fix begins with an imperative.
  @Test(arguments: Rule.all) func fixesBeginWithAVerb(_ rule: Rule) {
    for example in rule.examples where example.isFlagged {
      guard case .layouts(let layouts) = example.input else { continue }
      let linter = Linter(rules: [rule], expectations: example.expectations)
      for fix in linter.lint(Subject(example: layouts)).compactMap(\.fix) {
        #expect(Self.verbs.contains(fix.prefix { $0 != " " }), "\(rule.id): \(fix)")
      }
    }
  }

  /// Carries out the order of a finding, again for each finding like it: these are fixed together.
  private func carryOut(_ finding: Finding, of subject: Subject, _ linter: Linter, _ label: Comment) throws {
    guard let fixed = finding.fixBytes, let index = finding.place.layout,
      // The words of plans are read by the tests of sentences.
      finding.fix?.contains(#/ of \d+ bytes\)/#) == false || finding.fix?.hasPrefix("move the whole ") == true,
      subject.layouts[index].scanResponses.count <= 1
    else { return }
    let layout = subject.layouts[index]
    let response = layout.scanResponses.first?.payload.octets
    let wanted = SentOctets(fixed.advertising.octets, fixed.scanResponse?.octets ?? response ?? [])
    var sent = SentOctets(layout.advertising?.payload.octets ?? [], response ?? [])
    var next: Finding? = finding
    for _ in 0..<16 {
      guard let one = next, let fix = one.fix else { break }
      sent = try #require(FixOrder(fix).carriedOut(on: sent, one.place), "\(label): \(fix)")
      if sent == wanted { return }
      let blocks = FixedBlocks(
        advertising: Payload(sent.advertising), scanResponse: response == nil ? nil : Payload(sent.scanResponse))
      next = linter.lint(subject.sending([layout.sending(blocks)]))
        .first { $0.rule == finding.rule && $0.message == finding.message }
    }
    #expect(sent == wanted, "\(label): \(finding.fix ?? "")")
  }
}

/// The octets of both blocks.
private struct SentOctets: Equatable {
  var advertising: [UInt8]
  var scanResponse: [UInt8]

  init(_ advertising: [UInt8], _ scanResponse: [UInt8]) {
    (self.advertising, self.scanResponse) = (advertising, scanResponse)
  }

  subscript(isResponse: Bool) -> [UInt8] {
    get { isResponse ? scanResponse : advertising }
    set { if isResponse { scanResponse = newValue } else { advertising = newValue } }
  }
}

/// An order of a fix, without what it costs.
private struct FixOrder {
  private let words: String

  init(_ fix: String) {
    words = fix.firstRange(of: "; ").map { String(fix[..<$0.lowerBound]) } ?? fix
  }

  /// Returns the octets after the order; `nil` for words that are no order of the grammar.
  func carriedOut(on sent: SentOctets, _ place: Finding.Place) -> SentOctets? {
    guard let offset = place.offset, let length = place.length else { return nil }
    let isResponse = place.block == .scanResponse
    let flagged = offset..<offset + length
    var sent = sent
    var edited = EditedBlock(octets: sent[isResponse])
    if words.hasPrefix("move the whole scan response into the advertising data") {
      return SentOctets(sent.advertising + sent.scanResponse, [])
    }
    if words.hasPrefix("move the complete name ") {
      guard let name = EditedBlock(octets: sent.scanResponse).structure(where: { $0 == 0x09 }) else { return nil }
      edited.replaceStructure(at: offset, with: Array(sent.scanResponse[name]))
      sent.scanResponse.removeSubrange(name)
    } else if words.hasPrefix("move the Flags to byte 0") {
      edited.move(flagged, toEnd: false)
    } else if words.hasPrefix("move the empty structure ") {
      edited.move(flagged, toEnd: true)
    } else if words.hasPrefix("join the lists of ") {
      edited.joinLists(likeThatAt: offset)
    } else if let match = words.firstMatch(of: #/^send service (\S+) in (\d+) bits instead of 128: \d+ bytes less$/#) {
      guard let uuid = BluetoothUUID(text: match.1),
        let octets = uuid.littleEndian(width: match.2 == "16" ? .bits16 : .bits32)
      else { return nil }
      let isComplete = sent[isResponse][offset - 1] == 0x07
      let type: UInt8 = (match.2 == "16" ? 0x02 : 0x04) + (isComplete ? 1 : 0)
      edited.replaceStructure(at: offset, with: [UInt8(1 + octets.count), type] + octets)
    } else if let match = words.firstMatch(of: #/^(?:remove|cut) .+: (\d+) bytes? less(?: \(.+\))?$/#) {
      guard let count = Int(match.1) else { return nil }
      edited.remove(flagged, count)
    } else if let match = words.firstMatch(of: #/^send 0x([0-9a-f]{2}) in place of 0x[0-9a-f]{2} at byte (\d+): /#) {
      guard let byte = Int(match.2), byte < edited.octets.count else { return nil }
      edited.octets[byte] = [UInt8](hex: String(match.1))[0]
    } else if let match = words.firstMatch(
      of: #/^add (the list |the service data |Flags |)([0-9a-f]{2}(?: [0-9a-f]{2})*)\b/#)
    {
      let octets = [UInt8](hex: match.2.filter { $0 != " " })
      let isElsewhere = isResponse && words.contains(" the advertising data")
      var target = EditedBlock(octets: isElsewhere ? sent.advertising : edited.octets)
      switch match.1 {
      case "": target.append(octets, toListOfWidth: octets.count)
      case "the service data ": target.octets += octets
      default:
        let before = isElsewhere ? target.octets.count : target.start(ofStructureAt: offset)
        target.octets.insert(contentsOf: octets, at: match.1 == "Flags " ? 0 : before)
      }
      if isElsewhere { sent.advertising = target.octets } else { edited = target }
    } else if let match = words.firstMatch(of: #/: (send the structure |)([0-9a-f]{2}(?: [0-9a-f]{2})*)(?:, or .+)?$/#)
    {
      let octets = [UInt8](hex: match.2.filter { $0 != " " })
      if match.1.isEmpty {
        edited.replace(flagged, with: octets)
      } else {
        edited.replaceStructure(at: offset, with: octets)
      }
    } else {
      return nil
    }
    sent[isResponse] = edited.octets
    return sent
  }
}

/// A block whose structures keep their length octets right.
private struct EditedBlock {
  var octets: [UInt8]

  /// The ranges of its structures, with the length octets.
  private var structures: [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < octets.count, octets[start] > 0, start + 1 + Int(octets[start]) <= octets.count {
      found.append(start..<start + 1 + Int(octets[start]))
      start = found[found.count - 1].upperBound
    }
    return found
  }

  func structure(where isMeant: (UInt8) -> Bool) -> Range<Int>? {
    structures.first { isMeant(octets[$0.lowerBound + 1]) }
  }

  func start(ofStructureAt offset: Int) -> Int {
    structures.first { $0.contains(offset) }?.lowerBound ?? octets.count
  }

  mutating func replaceStructure(at offset: Int, with new: [UInt8]) {
    guard let structure = structures.first(where: { $0.contains(offset) }) else { return }
    octets.replaceSubrange(structure, with: new)
  }

  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    let around = structures.first { $0.lowerBound + 2 <= range.lowerBound && range.upperBound <= $0.upperBound }
    octets.replaceSubrange(range, with: new)
    guard let around, !range.isEmpty else { return }
    octets[around.lowerBound] = UInt8(Int(octets[around.lowerBound]) + new.count - range.count)
    if octets[around.lowerBound] == 1 { octets.removeSubrange(around.lowerBound..<around.lowerBound + 2) }
  }

  /// Removes a number of octets of a range: all, or its zeros.
  mutating func remove(_ range: Range<Int>, _ count: Int) {
    let zeros = octets[range].count { $0 == 0 }
    replace(range, with: count < range.count && count == zeros ? octets[range].filter { $0 != 0 } : [])
  }

  mutating func move(_ range: Range<Int>, toEnd: Bool) {
    let moved = Array(octets[range])
    let end = structures.last?.upperBound ?? octets.count
    octets.removeSubrange(range)
    octets.insert(contentsOf: moved, at: toEnd ? end - moved.count : 0)
  }

  mutating func append(_ uuid: [UInt8], toListOfWidth width: Int) {
    let types: [Int: Set<UInt8>] = [2: [2, 3], 4: [4, 5], 16: [6, 7]]
    guard let list = structure(where: { types[width]?.contains($0) ?? false }) else { return }
    octets.insert(contentsOf: uuid, at: list.upperBound)
    octets[list.lowerBound] += UInt8(uuid.count)
  }

  /// Joins all lists of a width in the first, each service once; the list is incomplete where one is.
  mutating func joinLists(likeThatAt offset: Int) {
    guard offset + 1 < octets.count else { return }
    let complete = octets[offset + 1] | 1
    let width = [0x03: 2, 0x05: 4, 0x07: 16][complete] ?? 2
    let lists = structures.filter { octets[$0.lowerBound + 1] | 1 == complete }
    var uuids: [[UInt8]] = []
    for list in lists {
      for start in stride(from: list.lowerBound + 2, to: list.upperBound, by: width) {
        let uuid = Array(octets[start..<min(list.upperBound, start + width)])
        if !uuids.contains(uuid) { uuids.append(uuid) }
      }
    }
    let isIncomplete = lists.contains { octets[$0.lowerBound + 1] & 1 == 0 }
    guard let first = lists.first else { return }
    for list in lists.dropFirst().reversed() { octets.removeSubrange(list) }
    let value = uuids.flatMap { $0 }
    octets.replaceSubrange(first, with: [UInt8(1 + value.count), isIncomplete ? complete - 1 : complete] + value)
  }
}
