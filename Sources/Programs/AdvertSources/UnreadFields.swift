internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// A field of a request that is sent and not read.
struct UnreadField {
  /// The index of the field in its block.
  var index: Int
  let kind: Kind
  let type: ADType
  /// The octets at the start of the value that are known.
  let known: [UInt8]
  /// The reason why the field is not read.
  let obstacle: SourceObstacle

  /// The part of a field that is not known.
  enum Kind {
    /// The octets of the value, and their number.
    case value
    /// The UUID of a service, and its width.
    case service
    /// The octets. Their number is known.
    case octets
  }

  /// The most unread fields of a block.
  static let most = 8
  /// The octet that stands for one that is not known.
  private static let filler = UInt8(ascii: "?")

  /// Returns a value with a number of octets behind the known ones. Two services have different ones.
  func filling(_ count: Int) -> [UInt8] {
    let own = Self.filler &+ (kind == .service ? UInt8(truncatingIfNeeded: index) : 0)
    // Manufacturer data begin with two octets of the company.
    let least = type == .manufacturerData && known.isEmpty ? 2 : 1
    return known + [own] + [UInt8](repeating: Self.filler, count: max(count, least) - 1)
  }

  /// Whether a structure has the octets of the field.
  func isFilled(_ element: DecodedPayload.Element) -> Bool {
    let octets = element.value.octets
    guard element.type == type || element.type.isName && type.isName else { return false }
    return octets.count > known.count && octets.starts(with: known)
      && octets.dropFirst(known.count).allSatisfy { $0 == Self.filler }
  }

  /// The reason in words.
  var words: String {
    let subject =
      switch type {
      case .completeLocalName, .shortenedLocalName: "the name of the device is"
      case .manufacturerData: "the manufacturer data are"
      case .serviceData16, .serviceData32, .serviceData128: "the service data are"
      case .flags: "the Flags are"
      case _ where ServiceUUIDList.width(of: type) != nil: "a service is"
      default: "a value is"
      }
    return "\(subject) not read: \(obstacle.reason)"
  }

  var cause: Doubt.Cause { .supposed(words, line: obstacle.line) }
}

extension SourceLayout {
  /// Returns the layouts that the request may be, each with the words that tell it from the others: with services that
  /// are not read, one layout for each width of a UUID, or the reason why the stack refuses one of that width.
  func readings(
    by version: StackBuilder.ChosenVersion
  ) throws(SourceObstacle) -> (layouts: [DeclaredLayout], refused: SourceObstacle?) {
    guard has(.service) else { return ([try declared(version: version)], nil) }
    var layouts: [DeclaredLayout] = []
    var refused: SourceObstacle?
    for (type, count) in [(ADType.completeServiceUUIDs128, 16), (.completeServiceUUIDs16, 2)] {
      var layout = self
      layout.name += " (a UUID of \(count * 8) bits)"
      layout.fill(.service, type, count: count)
      do throws(SourceObstacle) {
        layouts.append(try layout.declared(version: version))
      } catch {
        refused = error.withoutAsked.told(to: "with a UUID of \(count * 8) bits")
      }
    }
    if layouts.isEmpty, let refused { throw refused }
    return (layouts, refused)
  }

  /// Returns the layout with as many octets as a value can have that is not read, such as the name.
  func read(by version: StackBuilder.ChosenVersion) throws(SourceObstacle) -> DeclaredLayout {
    guard has(.value) else { return try built(by: version).withoutRequest(if: hasUnread) }
    let short: DeclaredLayout
    do throws(SourceObstacle) {
      short = try named(1).built(by: version)
    } catch {
      throw error.withoutAsked
    }
    let unread = unread(.value)
    // Of several that are not read, each can be as long as the others allow.
    guard Set(unread.map { $0.obstacle }).count == 1 else { return try cut(by: version) }
    let shapes = [false, true].map { short.shapes(apartFrom: unread, withTypes: $0) }
    var longest = (count: 1, layout: short)
    var end = ""
    for count in 2...Self.mostOfValue {
      guard let layout = try? named(count).built(by: version) else {
        // The name of a phone takes what room there is.
        if end.isEmpty, !hasPhoneName { end = ", and with more the call fails" }
        continue
      }
      guard layout.shapes(apartFrom: unread, withTypes: false) == shapes[0] else {
        // A value that leaves so little room is seldom shorter.
        guard longest.count >= Self.usualOfValue else { return try cut(by: version) }
        end = end.isEmpty ? ", and with more other data are cut or left out" : end
        break
      }
      if layout.shapes(apartFrom: unread, withTypes: true) == shapes[1],
        layout.counts(of: unread).allSatisfy({ $0 >= count })
      {
        longest = (count, layout)
      } else if end.isEmpty {
        end = ", and of more some or all are left out"
      }
    }
    return longest.layout.withOpen(unread, longest.count, end).withoutRequest(if: true)
  }

  /// The most octets that a value of a legacy advertisement can have.
  private static let mostOfValue = 29

  /// A number of octets that most names have at most.
  private static let usualOfValue = 8

  /// Returns the beginnings that the layouts with values of some lengths have in common.
  private func cut(by version: StackBuilder.ChosenVersion) throws(SourceObstacle) -> DeclaredLayout {
    var readings: [DeclaredLayout] = []
    for count in [1, 3, 8, 26] {
      if let layout = try? named(count).built(by: version) { readings.append(layout) }
    }
    guard var known = readings.first else { return try built(by: version) }
    // The request to the stack depends on the value.
    known.stackBuild = nil
    let cause = unread(.value).first?.cause ?? .setAtRunTime
    let counts = Block.allCases.map { block in readings.dropFirst().compactMap { known.count(asIn: $0, block) }.min() }
    guard counts.contains(where: { $0 != nil }) else {
      throw unread(.value).first?.obstacle ?? SourceObstacle(place.line, "nothing is known")
    }
    if let count = counts[0] {
      guard count > 0 else { throw unread(.value).first?.obstacle ?? SourceObstacle(place.line, "nothing is known") }
      known.layout.advertising = known.layout.advertising.map { Payload(Array($0.octets.prefix(count))) }
      known.advertisingText = known.advertisingText?.part(0..<count)
      known.cutDoubts(of: .advertising, at: count, cause)
    }
    if let count = counts[1] {
      let payload = known.layout.scanResponse.payloads.first.map { Payload(Array($0.octets.prefix(count))) }
      known.layout.scanResponse = count == 0 ? .notObserved : payload.map { .declared($0) } ?? .notObserved
      known.scanResponseText = known.scanResponseText?.part(0..<count)
      known.cutDoubts(of: .scanResponse, at: count, cause)
    }
    return known
  }

  /// The fields of a kind that are not read.
  private func unread(_ kind: UnreadField.Kind) -> [UnreadField] {
    Block.allCases.flatMap { block($0).unread }.filter { $0.kind == kind }
  }

  private func has(_ kind: UnreadField.Kind) -> Bool { !unread(kind).isEmpty }

  private var hasUnread: Bool { Block.allCases.contains { !block($0).unread.isEmpty } }

  /// Returns the request with values of a number of octets in the place of those that are not read.
  private func named(_ count: Int) -> SourceLayout {
    var named = self
    named.fill(.value, nil, count: count)
    return named
  }

  /// Gives the unread fields of a kind a type and a number of octets.
  ///
  /// - Parameter type: `nil` for the type that a field has.
  private mutating func fill(_ kind: UnreadField.Kind, _ type: ADType?, count: Int) {
    for field in advertising.unread where field.kind == kind {
      advertising.fill(field, type ?? advertising.values[field.index].type, count: count)
    }
    for field in scanResponse?.unread ?? [] where field.kind == kind {
      guard let own = scanResponse?.values[field.index].type else { continue }
      scanResponse?.fill(field, type ?? own, count: count)
    }
  }

  /// Returns the doubts about the octets of a block that stand for those that are not known, and whose number is known.
  func unreadDoubts(_ built: BuiltBlock, _ side: Block) -> [Doubt] {
    Block.allCases.flatMap { source in
      block(source).unread.flatMap { field -> [Doubt] in
        let places = built.places(of: BuildRequest.Field(source, field.index))
        guard field.kind != .value, !places.isEmpty else { return [] }
        let count = block(source).values[field.index].octets.count - field.known.count
        return [Doubt(.octets(side, places.suffix(count)), .unknown, field.cause)]
      }
    }
  }
}

extension BuiltBlock {
  /// Returns the places of the octets that a field makes, which stand side by side.
  func places(of field: BuildRequest.Field) -> Range<Int> {
    guard let first = fields.firstIndex(of: field), let last = fields.lastIndex(of: field) else { return 0..<0 }
    return first..<last + 1
  }
}

extension SourceObstacle {
  /// The obstacle without the layout that is asked for, which depends on what is not known.
  fileprivate var withoutAsked: SourceObstacle {
    var obstacle = self
    obstacle.asked = []
    return obstacle
  }
}

extension DeclaredLayout {
  /// Returns the layout without the request to the stack, where the request is not known.
  fileprivate func withoutRequest(if isUnknown: Bool) -> DeclaredLayout {
    var layout = self
    if isUnknown { layout.stackBuild = nil }
    return layout
  }

  private var payloads: [Payload?] { [layout.advertising, layout.scanResponse.payloads.first] }

  /// Returns the AD structures of both blocks apart from unread values: type and octets.
  ///
  /// - Parameter isTyped: whether the types of the unread values count.
  fileprivate func shapes(apartFrom unread: [UnreadField], withTypes isTyped: Bool) -> [[[UInt8]]] {
    payloads.map { payload in
      (payload?.decoded.elements ?? []).compactMap { element in
        let isOpen = unread.contains { $0.isFilled(element) }
        guard !isOpen || isTyped else { return nil }
        return [element.type.rawValue] + (isOpen ? [] : Array(element.value.octets))
      }
    }
  }

  /// Returns the number of unknown octets of each unread value.
  fileprivate func counts(of unread: [UnreadField]) -> [Int] {
    payloads.flatMap { $0?.decoded.elements ?? [] }.compactMap { element in
      unread.first { $0.isFilled(element) }.map { element.value.octets.count - $0.known.count }
    }
  }

  /// Returns the layout with values whose octets are not known, of up to a number of octets.
  fileprivate func withOpen(_ unread: [UnreadField], _ count: Int, _ end: String) -> DeclaredLayout {
    guard let first = unread.first else { return self }
    var layout = self
    let bytes = count > 1 ? "1 to \(counted(count, "byte"))" : "1 byte"
    let cause = Doubt.Cause.supposed(
      "\(first.words); \(bytes) \(count > 1 ? "are" : "is") assumed\(end)", line: first.obstacle.line)
    for (block, payload) in zip(Block.allCases, payloads) {
      for element in payload?.decoded.elements ?? [] {
        guard let field = unread.first(where: { $0.isFilled(element) }) else { continue }
        var variation = Variation()
        for offset in element.value.octets.indices.dropFirst(field.known.count) {
          variation[element.offset + 2 + offset] = Variation.Octet(.any, mayBeAbsent: offset > field.known.count)
        }
        layout.doubts += variation.doubts(in: block, cause)
      }
    }
    return layout
  }

  /// Returns the number of octets from the start of a block whose AD structures are the same in another layout; `nil`
  /// when the blocks are the same.
  fileprivate func count(asIn other: DeclaredLayout, _ block: Block) -> Int? {
    let payloads = [self, other].map { one in
      block == .advertising ? one.layout.advertising : one.layout.scanResponse.payloads.first
    }
    let octets = payloads.map { $0?.octets.map { $0 } ?? [] }
    guard octets[0] != octets[1] else { return nil }
    var start = 0
    for element in Payload(octets[0]).decoded.elements {
      let end = element.offset + 2 + element.value.octets.count
      guard !element.overruns, octets[1].count >= end, octets[0][start..<end] == octets[1][start..<end] else { break }
      start = end
    }
    return start
  }

  /// Replaces the doubts about a block from an octet on by one that nothing is known there.
  fileprivate mutating func cutDoubts(of block: Block, at count: Int, _ cause: Doubt.Cause) {
    doubts.removeAll { doubt in
      switch doubt.part {
      case .octets(block, let octets): octets.upperBound > count
      case .rest(block, _): true
      default: false
      }
    }
    doubts.append(Doubt(.rest(block, from: count), .unknown, cause))
  }
}

extension ADType {
  fileprivate var isName: Bool { self == .completeLocalName || self == .shortenedLocalName }
}
