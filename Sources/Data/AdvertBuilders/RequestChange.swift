package import AdvertisingData

extension StackBuilder {
  /// Returns the order that makes the stack accept a refused request; `nil` when none is known.
  package func remedy(
    for failure: StackFailure?, of request: BuildRequest, in block: Block, version: ChosenVersion
  ) -> String? {
    if case .parameter(_, let remedy?) = failure?.cause { return remedy }
    let change = RequestChange(request, in: block, self, version)
    return failure != nil || change.isOfRoom ? change.words : nil
  }

  /// Returns the order that makes the stack send all of a request that it cuts; `nil` when none is known.
  package func remedy(for change: BuildChange, of request: BuildRequest, version: ChosenVersion) -> String? {
    // A stack that decides alone what is in which block knows its remedies.
    guard change.isLoss, takesScanResponse || change.remedy == nil else { return change.remedy }
    let search = RequestChange(
      request, in: change.field?.block ?? .advertising, self, version, otherwise: change.remedy)
    // The loss is outside of the stack's model, such as in the library above it.
    return search.isSentWhole ? change.remedy : search.words
  }
}

/// The search for the smallest change of a request with which a stack sends all of it. Each change is tried: it counts only
/// when the model of the stack then sends every field whole.
private struct RequestChange {
  private let request: BuildRequest
  /// The block that has too little room.
  private let block: Block
  private let stack: StackBuilder
  private let version: StackBuilder.ChosenVersion
  /// The order of the stack's own that is better than other advertising; `nil` without one.
  private let ownOrder: String?

  /// The most fields of a block that are moved in pairs. A block of legacy advertising has at most 15.
  private static let mostMoved = 16
  /// The most fields of a request that is searched: each change is a request to the stack of its own.
  private static let mostFields = 64
  /// The fewest bytes of a shortened name: fewer do not tell devices apart.
  private static let shortestName = 3

  init(
    _ request: BuildRequest, in block: Block, _ stack: StackBuilder, _ version: StackBuilder.ChosenVersion,
    otherwise ownOrder: String? = nil
  ) {
    self.ownOrder = ownOrder
    self.request = request
    self.block = block
    self.stack = stack
    self.version = version
  }

  private var other: Block { block == .advertising ? .scanResponse : .advertising }

  /// Whether the stack sends every field whole.
  var isSentWhole: Bool { isSent(request) }

  /// Whether the stack sends the request with short values, so that it only lacks room.
  var isOfRoom: Bool { isSent(request.shortened) || recoded.map { isSent($0.request) } ?? false }

  /// The change in words; `nil` when none is known.
  var words: String? {
    guard request.advertising.count + (request.scanResponse?.count ?? 0) <= Self.mostFields else {
      let surplus = surplus(of: request, in: block)
      return surplus > 0 ? "remove \(counted(surplus, "byte"))" : ownOrder
    }
    guard let short = recoded else { return changes(of: request) }
    if isSent(short.request) { return short.words }
    // Some stacks send 16 bits anyway.
    guard surplus(of: short.request, in: block) < surplus(of: request, in: block) else { return changes(of: request) }
    return changes(of: short.request).map { "\(short.words), and \($0)" }
  }

  private func changes(of request: BuildRequest) -> String? {
    let surplus = surplus(of: request, in: block)
    var orders: [String] = []
    let shortened = shortened(request, surplus)
    if let shortened { orders.append(shortened.words) }
    let switched = switched(request)
    let hidesService = switched?.fields.contains { $0.isServiceList } ?? false
    let moved = (hidesService ? nil : switched) ?? moved(request) ?? switched
    if let moved { orders.append(words(for: moved, beside: shortened?.field)) }
    if shortened == nil, surplus > 0 {
      let elsewhere = self.surplus(of: request, in: other)
      let removal = "remove \(counted(surplus, "byte"))"
      orders.insert(
        elsewhere > 0
          ? "\(removal) from \(block.withArticle) and \(elsewhere) from \(other.withArticle)"
          : removal + (surplusField(of: request).map { ", such as \($0.requestWords)" } ?? ""), at: 0)
    }
    if shortened == nil, moved == nil {
      if let ownOrder { return ownOrder }
      if let sets = twoSets(request) { orders.append(sets) }
      if let extended = extended(request) { orders.append(extended) }
    }
    return orders.isEmpty ? nil : orders.joined(separator: ", or ")
  }

  private func words(for move: Move, beside shortened: ADValue?) -> String {
    let isSame = move.fields.count == 1 && move.fields.first == shortened
    let fields = isSame ? "it" : listed(move.fields.map { $0.requestWords })
    let cost =
      "; passive scanners, such as phones in the background, then miss \(move.fields.count == 1 ? "it" : "them")"
    let order =
      move.isOfSwitch
      ? "\(move.place), which moves \(fields) to \(other.withArticle)" : "move \(fields) to \(move.place)"
    return order + (block == .advertising ? cost : "")
  }

  /// Returns a field of the block without which the stack sends all others: the smallest, and a service after any other.
  private func surplusField(of request: BuildRequest) -> ADValue? {
    let fields = fields(request, block).flatMap { $0.single }
    let removable = fields.indices.prefix(Self.mostMoved).filter {
      if case .flags = fields[$0] { false } else { true }
    }
    .sorted {
      let (one, other) = (fields[$0], fields[$1])
      guard one.isServiceList == other.isServiceList else { return other.isServiceList }
      return (one.octets.count, $1) < (other.octets.count, $0)
    }
    return removable.first { index in
      isSent(setting(fields.indices.filter { $0 != index }.map { fields[$0] }, block, in: request))
    }
    .map { fields[$0] }
  }

  // MARK: Trials

  /// Returns what the stack sends for a request, in the kind of advertising that is asked for; `nil` when it does not send
  /// every field whole.
  private func sent(_ request: BuildRequest) -> BuiltLayout? {
    guard let built = try? stack.built(request, version: version), built.pdu == request.pdu,
      !built.changes.contains(where: { $0.isLoss })
    else { return nil }
    return built
  }

  private func isSent(_ request: BuildRequest) -> Bool { sent(request) != nil }

  /// Returns the number of octets that a block has too many, alone; 0 when that is not known.
  private func surplus(of request: BuildRequest, in block: Block) -> Int {
    var alone = request
    if block == .advertising { alone.scanResponse = nil } else { alone.advertising = [] }
    for asked in [request, alone] {
      do throws(BuildRefusal) {
        _ = try stack.built(asked, version: version)
      } catch {
        if case .size(let needed, let available) = error.failure?.cause, (error.field?.block ?? block) == block {
          return needed - available
        }
      }
    }
    return 0
  }

  private func fields(_ request: BuildRequest, _ block: Block) -> [ADValue] {
    block == .advertising ? request.advertising : request.scanResponse ?? []
  }

  private func setting(_ fields: [ADValue], _ block: Block, in request: BuildRequest) -> BuildRequest {
    var changed = request
    if block == .advertising { changed.advertising = fields } else { changed.scanResponse = fields }
    return changed
  }

  // MARK: UUIDs on the Bluetooth base

  /// The request with all services of the block that have 16 bits in 16 bits; `nil` when they are.
  private var recoded: (request: BuildRequest, words: String)? {
    var uuids: [BluetoothUUID] = []
    var short: [BluetoothUUID] = []
    var isComplete = true
    var fields: [ADValue] = []
    for value in self.fields(request, block) {
      guard case .serviceUUIDs(let list) = value, list.rest.isEmpty else {
        fields.append(value)
        continue
      }
      let ownShort = list.uuids.filter { $0.shortestWidth == .bits16 }
      if list.width != .bits16 { uuids += ownShort }
      short += ownShort
      if !ownShort.isEmpty { isComplete = isComplete && list.isComplete }
      let long = list.uuids.filter { $0.shortestWidth != .bits16 }
      if let rest = ServiceUUIDList(long, width: list.width, isComplete: list.isComplete), !long.isEmpty {
        fields.append(.serviceUUIDs(rest))
      }
    }
    short = short.withoutRepeats
    guard !uuids.isEmpty, let list = ServiceUUIDList(short, width: .bits16, isComplete: isComplete) else { return nil }
    let old = self.fields(request, block)
    let place = min(old.firstIndex { $0.isServiceList } ?? 0, fields.count)
    fields.insert(.serviceUUIDs(list), at: place)
    let less = old.reduce(0) { $0 + $1.octets.count + 2 } - fields.reduce(0) { $0 + $1.octets.count + 2 }
    guard less > 0 else { return nil }
    let what = (uuids.count == 1 ? "service " : "services ") + listed(uuids.withoutRepeats.map { "\($0)" })
    return (
      setting(fields, block, in: request), "send \(what) in 16 bits: \(counted(less, "byte")) less"
    )
  }

  // MARK: Shorter values

  /// Returns the order to shorten the name, or else data without a known format, with the field.
  private func shortened(_ request: BuildRequest, _ surplus: Int) -> (words: String, field: ADValue?)? {
    for block in [block, other] {
      let fields = fields(request, block)
      for (index, value) in fields.prefix(Self.mostMoved).enumerated() {
        guard case .localName(let name) = value, block == self.block || surplus == 0 else { continue }
        let octets = name.octets
        var count = octets.count - max(surplus, 1)
        while count >= Self.shortestName {
          // No character is cut.
          if octets[count] & 0xC0 != 0x80 {
            var changed = fields
            changed[index] = ADValue(type: value.type, value: Array(octets.prefix(count)).span)
            if isSent(setting(changed, block, in: request)) {
              return ("shorten the name to \(counted(count, "byte"))", value)
            }
          }
          count -= 1
        }
      }
    }
    let fields = fields(request, block)
    for (index, value) in fields.prefix(Self.mostMoved).enumerated() {
      let count: Int
      switch value {
      case .manufacturerData(let data) where KnownPayload.recognised(in: data) == nil: count = data.data.count
      case .serviceData(let data) where KnownPayload.recognised(in: data) == nil: count = data.data.count
      default: continue
      }
      var less = max(surplus, 1)
      while less < count {
        var changed = fields
        changed[index] = ADValue(type: value.type, value: Array(value.octets.dropLast(less)).span)
        if isSent(setting(changed, block, in: request)) {
          return ("shorten \(value.requestWords) by \(counted(less, "byte"))", value)
        }
        less += 1
      }
    }
    return nil
  }

  // MARK: The other block

  private struct Move {
    let fields: [ADValue]
    /// The other block, with the call that sets it; or the switch with which the stack moves the fields itself.
    let place: String
    var isOfSwitch = false
  }

  /// Returns the fields that the stack sends in the other block: one, or else two. A service is moved into the advertising
  /// data first, and never out of them, because passive scanners would miss it.
  private func moved(_ request: BuildRequest) -> Move? {
    guard request.pdu.isScannable, !request.pdu.isExtended else { return nil }
    let fields = fields(request, block)
    let all = fields.indices.filter { rank(of: fields[$0]) != nil }.prefix(Self.mostMoved)
    let movable = all.sorted { (rank(of: fields[$0]) ?? 0, $0) < (rank(of: fields[$1]) ?? 0, $1) }
    for index in movable {
      if let place = place(moving: [index], in: request) { return Move(fields: [fields[index]], place: place) }
    }
    for (position, first) in movable.enumerated() {
      for second in movable.dropFirst(position + 1) {
        if let place = place(moving: [first, second], in: request) {
          return Move(fields: [fields[first], fields[second]], place: place)
        }
      }
    }
    return nil
  }

  /// Returns the order in which fields are moved; `nil` for one that stays.
  private func rank(of value: ADValue) -> Int? {
    switch value {
    case .flags: nil
    case .serviceUUIDs: block == .scanResponse ? 0 : nil
    case .localName: 1
    case .txPowerLevel: 2
    case .connectionIntervalRange: 3
    case .appearance: 4
    case .manufacturerData: 5
    case .serviceData: 6
    default: 7
    }
  }

  /// Returns the words for the other block, when the stack sends a request with some fields there.
  private func place(moving indices: [Int], in request: BuildRequest) -> String? {
    let fields = fields(request, block)
    let rest = fields.indices.filter { !indices.contains($0) }.map { fields[$0] }
    let moved = self.fields(request, other) + indices.map { fields[$0] }
    let wanted = setting(moved, other, in: setting(rest, block, in: request))
    let call = other == .scanResponse ? stack.calls.first { $0.fields == "scanResponse" }?.call : nil
    // Behind a semicolon, the table says more of the call.
    if isSent(wanted) { return other.withArticle + (call.map { " (\($0.prefix { $0 != ";" }))" } ?? "") }
    return switches(wanted).first.map { "\(other.withArticle) (\($0.call))" }
  }

  /// The switches of the program with which the stack sends all of a request, and still the Flags.
  private func switches(_ request: BuildRequest) -> [(call: String, built: BuiltLayout)] {
    stack.options.filter { $0.isOfProgram }.compactMap { option in
      var switched = request
      let isOn = request.options.contains(option.word)
      switched.options = request.options.symmetricDifference([option.word])
      guard let built = sent(switched), built.advertising.start(of: .flags) != nil else { return nil }
      return ("\(isOn ? "leave out" : "use") \(option.call)", built)
    }
  }

  /// Returns the fields that the stack itself moves to the scan response when the program switches one option.
  private func switched(_ request: BuildRequest) -> Move? {
    guard block == .advertising else { return nil }
    for (call, built) in switches(request) {
      let moved = request.fields(of: .advertising).filter { built.scanResponse.fields.contains($0.field) }
      guard !moved.isEmpty else { continue }
      return Move(fields: moved.map { $0.value }, place: call, isOfSwitch: true)
    }
    return nil
  }

  // MARK: Other advertising

  /// Returns the order to divide the fields between two sets, with the sizes of both.
  private func twoSets(_ request: BuildRequest) -> String? {
    guard !request.pdu.isExtended else { return nil }
    let fields = fields(request, block)
    return twoSets(request, fields) ?? twoSets(request, fields.flatMap { $0.single })
  }

  private func twoSets(_ request: BuildRequest, _ fields: [ADValue]) -> String? {
    let flags = request.advertising.filter { if case .flags = $0 { true } else { false } }
    var first = setting(flags, .advertising, in: request)
    if block == .scanResponse { first = setting([], .scanResponse, in: request) }
    var second = request
    (second.advertising, second.scanResponse) = (flags, nil)
    for value in fields where !(block == .advertising && flags.contains(value)) {
      var fuller = first
      if block == .advertising { fuller.advertising.append(value) } else { fuller.scanResponse?.append(value) }
      if isSent(fuller) {
        first = fuller
        continue
      }
      second.advertising.append(value)
      guard isSent(second) else { return nil }
    }
    guard second.advertising.count > flags.count, let one = sent(first), let two = sent(second) else { return nil }
    let sizes = [one, two].map { "\($0.advertising.octets.count)" }
    return "send two advertising sets in turn, each half as often: \(listed(sizes)) bytes of advertising data"
  }

  /// Returns the order to use extended advertising.
  private func extended(_ request: BuildRequest) -> String? {
    guard !request.pdu.isExtended else { return nil }
    var extended = request
    extended.pdu = request.pdu.isConnectable ? .extendedConnectable : .extendedNonconnectable
    (extended.advertising, extended.scanResponse) = (request.advertising + (request.scanResponse ?? []), nil)
    extended.call = nil
    return sent(extended).map {
      "use extended advertising: \($0.advertising.octets.count) bytes in one payload, which scanners for legacy "
        + "advertising alone miss"
    }
  }
}

extension ADValue {
  fileprivate var isServiceList: Bool { if case .serviceUUIDs = self { true } else { false } }

  /// A list for each service of a list; any other value alone.
  fileprivate var single: [ADValue] {
    guard case .serviceUUIDs(let list) = self, list.rest.isEmpty, list.uuids.count > 1 else { return [self] }
    return list.uuids.compactMap {
      ServiceUUIDList([$0], width: list.width, isComplete: list.isComplete).map { .serviceUUIDs($0) }
    }
  }
}
