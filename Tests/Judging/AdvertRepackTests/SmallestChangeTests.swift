import AdvertRepack
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// The first plan is the smallest change, against every set of a few changes.
@Suite struct SmallestChangeTests {
  @Test(arguments: (UInt64(1)...40).sampled(oneIn: 8)) func noFewerChangesWouldDo(_ seed: UInt64) throws {
    var random = RandomLayout(seed: seed &+ 9000)
    for round in 0..<50 {
      let layout = random.layout(structures: 7)
      guard let blocks = SentBlocks(layout), !blocks.hasRivals else { continue }
      let label: Comment = "seed \(seed), round \(round): \(layout.hex)"
      let plans = Repacking(of: layout).plans
      guard !blocks.hidesService else {
        let best = blocks.fewestEdits(beyond: 2)
        guard let plan = plans.first else {
          #expect(best == nil, label)
          continue
        }
        #expect(plan.kind == .smallestChange, label)
        let changes = plan.changes.reduce(0) { $0 + ($1.action.isEmpty ? 0 : 1) }
        if let best {
          #expect(
            (plan.answersLost, changes) <= best,
            "\(label): \(plan.layout.hex) with \(plan.changes.map(\.action)), and \(best) would do")
        }
        continue
      }
      // Where nothing is hidden and everything fits, nothing has to change.
      if blocks.fits { #expect(!plans.contains { $0.kind == .smallestChange }, label) }
    }
  }

  /// What gets worse by a plan is what the plan says, and each is found by asking again.
  @Test(arguments: (UInt64(1)...40).sampled(oneIn: 8)) func effectsAreAllThatChanges(_ seed: UInt64) {
    var random = RandomLayout(seed: seed &+ 7000)
    for round in 0..<40 {
      let layout = random.layout(structures: 8)
      for plan in Repacking(of: layout).plans {
        let effects = Effect.all(of: layout, becoming: plan.layout)
        for question in Self.questions(of: layout) + Self.questions(of: plan.layout) {
          for profile in ScannerProfile.all {
            let before = profile.verdict(on: layout, for: question).word
            let after = profile.verdict(on: plan.layout, for: question).word
            let told = effects.contains {
              $0.question == question && $0.before == before && $0.after == after
                && $0.profiles.contains { $0.id == profile.id }
            }
            #expect(
              told == (before != after),
              "seed \(seed), round \(round): \(profile.id), \(question): \(layout.hex) → \(plan.layout.hex)")
          }
        }
        // What the solver counts as a lost answer is one.
        let isWorse = effects.contains { $0.isWorse }
        #expect(isWorse == (effects.loss != nil))
        if !plan.losses.contains(where: \.isOfAnswer) {
          #expect(!isWorse, "seed \(seed), round \(round), \(plan.kind): \(layout.hex) → \(plan.layout.hex)")
        }
      }
    }
  }

  private static func questions(of layout: Layout) -> [Question] {
    layout.blocks.flatMap { block in
      block.payload.decoded.elements.flatMap { element -> [Question] in
        switch element.value {
        case .serviceUUIDs(let list): list.uuids.map { .service($0) }
        case .localName(let name): [.name(name.text)]
        case .manufacturerData(let data):
          DataQuestion(.manufacturer(data.company), beginning: data.data).map { [.data($0)] } ?? []
        case .serviceData(let data):
          [.service(data.uuid)] + (DataQuestion(.service(data.uuid), beginning: data.data).map { [.data($0)] } ?? [])
        default: []
        }
      }
    } + [.presence]
  }

  @Test func namesWhatScannersThenMiss() throws {
    let uart = "11079ecadc240ee5a9e093f3a3b50100406e"
    let layout = Layout(
      pdu: .advInd, advertising: Payload(.init(hex: "020106 0d0953656e736f72203030313233")),
      declaring: Payload(.init(hex: uart)))
    let plan = try #require(Repacking(of: layout).plans.first)
    #expect(
      Effect.all(of: layout, becoming: plan.layout).loss
        == "android-passive, windows and 4 others then miss the name, and android, android-background and web-bluetooth may"
    )
  }
}

extension Plan {
  /// The weight of the lost answers, and of other losses but that of a complete list.
  fileprivate var answersLost: Int {
    losses.reduce(0) { $0 + ($1.kind == .completeness ? 0 : $1.kind.weight) }
  }
}

/// Both blocks as lists of structures, with edits one by one.
private struct SentBlocks {
  private var blocks: [[Structure]]
  private let original: [[Structure]]
  private let isScannable: Bool
  private let isConnectable: Bool

  private struct Structure: Hashable {
    var type: UInt8
    var value: [UInt8]
    var size: Int { 2 + value.count }

    /// The octets of a UUID in a service list; `nil` for other structures.
    var width: Int? {
      switch type {
      case 0x02, 0x03: 2
      case 0x06, 0x07: 16
      default: nil
      }
    }
    var uuids: [[UInt8]] {
      guard let width else { return [] }
      return stride(from: 0, to: value.count, by: width).map { Array(value[$0..<$0 + width]) }
    }
    var isName: Bool { type == 0x08 || type == 0x09 }
    /// Manufacturer data, service data.
    var isData: Bool { [0xFF, 0x16, 0x21].contains(type) }
  }

  init?(_ layout: Layout) {
    let found = [layout.advertising, layout.scanResponse.payloads.first].map { payload in
      (payload?.decoded.elements ?? []).map { Structure(type: $0.type.rawValue, value: $0.value.octets) }
    }
    original = found
    blocks = found
    isScannable = layout.pdu?.isScannable ?? true
    isConnectable = layout.pdu?.isConnectable ?? true
  }

  /// Whether data that receivers keep one of are sent twice with different values, which a packer leaves alone.
  var hasRivals: Bool {
    let data = blocks.map { Set($0.filter { $0.isData || $0.type == 0x0A || $0.type == 0x12 }.map(\.type)) }
    let all = blocks.flatMap { $0 }.filter { !$0.isName && $0.width == nil }
    return !data[0].isDisjoint(with: data[1]) || Set(all.map(\.type)).count < all.count
  }

  /// Each UUID in its shortest form.
  private static func short(_ uuid: [UInt8]) -> [UInt8] {
    let base: [UInt8] = .init(hex: "fb349b5f8000008000100000")
    return uuid.count == 16 && Array(uuid.prefix(12)) == base && uuid[14...] == [0, 0] ? Array(uuid[12..<14]) : uuid
  }

  private func services(_ block: Int) -> Set<[UInt8]> { Set(blocks[block].flatMap(\.uuids).map(Self.short)) }

  var hidesService: Bool { !services(1).isSubset(of: services(0)) }
  var fits: Bool { blocks.allSatisfy { $0.reduce(0) { $0 + $1.size } <= 31 } && (isScannable || blocks[1].isEmpty) }

  /// The weight of what passive scanners received and no longer do.
  private var loss: Int {
    func lost(_ weight: Int, _ of: ([Structure]) -> Set<[UInt8]>) -> Int {
      weight * of(original[0]).subtracting(of(blocks[0])).count
    }
    return lost(100) { Set($0.flatMap(\.uuids).map(Self.short)) }
      + lost(100) { Set($0.filter(\.isData).map { Self.content($0) }) }
      + lost(60) { Set($0.filter { $0.isName && !$0.value.isEmpty }.map(\.value)) }
      + (isConnectable ? 0 : lost(110) { Set($0.filter { $0.type == 1 }.map(\.value)) })
  }

  /// What data say, in the shortest form of their UUID.
  private static func content(_ structure: Structure) -> [UInt8] {
    structure.type == 0x21
      ? [0x16] + short(Array(structure.value.prefix(16))) + structure.value.dropFirst(16)
      : [structure.type] + structure.value
  }

  /// The least loss, and then the fewest edits, of all ways with at most so many edits beyond the moves of the hidden
  /// services; `nil` when none fits.
  func fewestEdits(beyond extra: Int) -> (loss: Int, edits: Int)? {
    var best: (Int, Int)?
    func search(_ blocks: SentBlocks, edits: Int, left: Int, from first: Int) {
      if blocks.fits, !blocks.hidesService, blocks.hasAllServices(of: self) {
        let found = (blocks.loss, edits)
        if best.map({ found < $0 }) ?? true { best = found }
      }
      guard left > 0 else { return }
      for edited in blocks.edits() { search(edited, edits: edits + 1, left: left - 1, from: first) }
    }
    var moved = self
    var needed = 0
    while let next = moved.movingOneHidden() {
      moved = next
      needed += 1
    }
    search(moved, edits: needed, left: extra, from: 0)
    return best
  }

  private func hasAllServices(of other: SentBlocks) -> Bool {
    services(0).union(services(1)).isSuperset(of: other.services(0).union(other.services(1)))
  }

  private func movingOneHidden() -> SentBlocks? {
    let visible = services(0)
    for structure in blocks[1] {
      for uuid in structure.uuids where !visible.contains(Self.short(uuid)) { return moving(uuid, structure, from: 1) }
    }
    return nil
  }

  private func moving(_ uuid: [UInt8], _ list: Structure, from block: Int) -> SentBlocks? {
    guard let index = blocks[block].firstIndex(of: list) else { return nil }
    var moved = self
    let rest = list.uuids.filter { $0 != uuid }
    moved.blocks[block][index].value = rest.flatMap { $0 }
    if rest.isEmpty { moved.blocks[block].remove(at: index) }
    let other = 1 - block
    if let home = moved.blocks[other].lastIndex(where: { $0.width == list.width }) {
      moved.blocks[other][home].value += uuid
    } else {
      moved.blocks[other].append(Structure(type: list.type, value: uuid))
    }
    return moved
  }

  /// All results of one edit: a structure or a UUID moved, a structure left out that says nothing or repeats another, a
  /// value in fewer octets.
  private func edits() -> [SentBlocks] {
    var results: [SentBlocks] = []
    for block in 0...1 {
      for (index, structure) in blocks[block].enumerated() {
        if structure.width != nil {
          results += structure.uuids.compactMap { moving($0, structure, from: block) }
        } else if structure.type != 0x01, isScannable {
          var moved = self
          moved.blocks[block].remove(at: index)
          moved.blocks[1 - block].append(structure)
          results.append(moved)
        }
        if isRedundant(structure, block, index) {
          var shorter = self
          shorter.blocks[block].remove(at: index)
          results.append(shorter)
        }
        if let recoded = Self.recoded(structure) {
          var shorter = self
          shorter.blocks[block][index] = recoded
          results.append(shorter)
        }
      }
    }
    return results
  }

  private func isRedundant(_ structure: Structure, _ block: Int, _ index: Int) -> Bool {
    if structure.type == 0x19, structure.value == [0, 0] { return true }
    if structure.type == 0x01 { return !isConnectable }
    let others = (0...1).flatMap { other in
      blocks[other].enumerated().filter { other != block || $0.offset != index }.map(\.element)
    }
    if structure.isName {
      return others.contains { $0.type == 0x09 && $0.value.starts(with: structure.value) }
    }
    return structure.width == nil && others.contains(structure)
  }

  private static func recoded(_ structure: Structure) -> Structure? {
    switch structure.type {
    case 0x06, 0x07:
      let short = structure.uuids.map(Self.short)
      return short.allSatisfy { $0.count == 2 }
        ? Structure(type: structure.type - 4, value: short.flatMap { $0 }) : nil
    case 0x21:
      let uuid = Self.short(Array(structure.value.prefix(16)))
      return uuid.count == 2 ? Structure(type: 0x16, value: uuid + structure.value.dropFirst(16)) : nil
    case 0x2F where structure.value.count == 3 && structure.value[2] == 0:
      return Structure(type: 0x1A, value: Array(structure.value.prefix(2)))
    default: return nil
    }
  }
}
