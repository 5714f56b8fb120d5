internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// A program's request to a stack, with the lines of the request.
struct SourceLayout {
  var name: String
  let stack: StackBuilder
  /// The call that sends the layout, or that sets its data.
  let place: TextRange
  var pdu: AdvertisingPDU = .advInd
  /// The PHYs of extended advertising, as far as the program states them.
  var phys = AdvertisingPHYs()
  /// Whether nothing in the file states the kind of advertising.
  var isKindAssumed = false
  var advertising = RequestedBlock()
  var scanResponse: RequestedBlock?
  var options: Set<String> = []
  /// The version that has the calls of the program; `nil` when all known versions have them.
  var impliedVersion: String?
  /// Whether a scan response is sent whose data are not known.
  var isResponseUnknown = false
  /// The shortest interval that the program asks for; `nil` when it is not known.
  var intervalMicroseconds: Int64?
  /// The octets of the advertising data that something outside of the program decides.
  var openOctets: Set<Int> = []
  /// Types that the host may add to the advertising data, which the program does not say.
  var addedTypes: Set<ADType> = []
  /// The values that the Flags of the stack may have, when the host decides; empty when they are known.
  var possibleFlags: [UInt8] = []
  /// The call that gets the data; `nil` for the usual one of the stack.
  var call: String?
  /// The parameters of the call that the program gives, and the call that checks them.
  var parameters: (call: String, given: StackParameter.Given, line: Int)?
  /// Changes that the stack makes to parameters, beside those that it makes to fields.
  var changes: [StackBuild.Change] = []
  /// The reason why service data may follow that is not read; `nil` when none may.
  var unreadServiceData: SourceObstacle?
  /// The reason why the advertising data are not known beside the scan response; `nil` when they are known.
  var unreadAdvertising: String?
  /// The assumptions that were made of other files of the program, one sentence each, without a full stop.
  var assumptions: [String] = []

  /// The fields of a block, each with its lines.
  struct RequestedBlock {
    private(set) var values: [ADValue] = []
    private(set) var texts: [TextRange] = []
    /// The octets of values that the program does not state, by the index of the field.
    private(set) var open: [Int: Set<Int>] = [:]
    /// The names and the services that are sent and not read, by the index of the field, with the reason.
    private(set) var unread: [(index: Int, obstacle: SourceObstacle)] = []

    /// Adds a field of a type with its octets.
    ///
    /// - Parameter isOpen: whether the program does not state the last one.
    mutating func add(_ type: ADType, _ octets: [UInt8], at text: TextRange, isOpen: Bool = false) {
      add(type, SourceOctets(octets, open: isOpen ? [octets.count - 1] : []), at: text)
    }

    /// Adds a field of a type with octets of which some may be open.
    mutating func add(_ type: ADType, _ octets: SourceOctets, at text: TextRange) {
      if !octets.open.isEmpty { open[values.count] = octets.open }
      values.append(ADValue(type: type, value: octets.octets.span))
      texts.append(text)
    }

    /// Adds the name of a phone, which the program does not say: its field has as many octets as fit, of which all but
    /// the first may be missing.
    mutating func addPhoneName(at text: TextRange) {
      phoneName = values.count
      add(name: [UInt8](repeating: UInt8(ascii: "?"), count: PhoneName.longest), at: text)
    }

    /// The index of the field with the name of the phone; `nil` without one.
    private(set) var phoneName: Int?

    /// Gives the name of the phone a length.
    mutating func cutPhoneName(to count: Int) {
      guard let phoneName else { return }
      values[phoneName] = ADValue(
        type: values[phoneName].type, value: [UInt8](repeating: UInt8(ascii: "?"), count: count).span)
    }

    /// Gives the name of the phone no field.
    mutating func removePhoneName() {
      guard let index = phoneName else { return }
      values.remove(at: index)
      texts.remove(at: index)
      phoneName = nil
      open = open.reduce(into: [:]) { $0[$1.key > index ? $1.key - 1 : $1.key] = $1.value }
      unread = unread.map { ($0.index > index ? $0.index - 1 : $0.index, $0.obstacle) }
    }

    /// Adds services of one width.
    mutating func add(services uuids: [SourceUUID], isComplete: Bool = true, at text: TextRange) {
      for width in BluetoothUUID.Width.allCases {
        let octets = uuids.filter { $0.width == width }.flatMap { $0.octets }
        if !octets.isEmpty { add(ServiceUUIDList.type(width: width, isComplete: isComplete), octets, at: text) }
      }
    }

    /// Adds the name that a closure returns, if it returns one. When the closure does not read it, its field and all that
    /// the stack puts behind it are not known.
    ///
    /// - Throws: when a condition, or the stack, is the reason why the name is not read.
    mutating func add(
      isComplete: Bool = true, at text: TextRange, name read: () throws(SourceObstacle) -> [UInt8]?
    ) throws(SourceObstacle) {
      do throws(SourceObstacle) {
        if let name = try read() { add(name: name, isComplete: isComplete, at: text) }
      } catch {
        guard error.openName == nil, error.refusal == nil, unread.allSatisfy({ values[$0.index].isService }) else {
          throw error
        }
        unread.append((values.count, error))
        add(name: [UInt8(ascii: "?")], isComplete: isComplete, at: text)
      }
    }

    /// Adds the service that a closure returns. When the closure does not read it, its list and all that the stack puts
    /// behind it are not known.
    ///
    /// - Throws: when the library is the reason why the service is not read.
    mutating func add(
      at text: TextRange, service read: () throws(SourceObstacle) -> SourceUUID
    ) throws(SourceObstacle) {
      do throws(SourceObstacle) {
        add(services: [try read()], at: text)
      } catch {
        guard error.openName == nil, error.refusal == nil else { throw error }
        unread.append((values.count, error))
        add(.completeServiceUUIDs16, [UInt8(ascii: "?"), UInt8(ascii: "?")], at: text)
      }
    }

    /// The reason why the first field that is sent is not read; `nil` when all are read.
    fileprivate var firstObstacle: SourceObstacle? { unread.first?.obstacle }

    /// The fields that are sent and not read, each with its reason.
    fileprivate var unreadWords: String {
      unread.map { index, obstacle in
        "\(values[index].isService ? "a service" : "the name of the device") is not read: \(obstacle.reason)"
      }.withoutRepeats.joined(separator: "; ")
    }

    /// The number of ways to fill in fields that are not read.
    fileprivate static let readings = 3

    /// Gives the fields that are not read a value: names of 1, 2 and 26 octets; services of 16, 16 and 128 bits.
    fileprivate mutating func fill(in reading: Int) {
      for (index, _) in unread {
        let isService = values[index].isService
        let count = isService ? reading == 2 ? 16 : 2 : [1, 2, 26][reading]
        let octets = [UInt8](repeating: UInt8(ascii: "?") + UInt8(isService ? reading : 0), count: count)
        let type: ADType =
          !isService ? values[index].type : reading == 2 ? .completeServiceUUIDs128 : .completeServiceUUIDs16
        values[index] = ADValue(type: type, value: octets.span)
      }
    }

    mutating func add(name: [UInt8], isComplete: Bool = true, at text: TextRange) {
      add(isComplete ? .completeLocalName : .shortenedLocalName, name, at: text)
    }
  }

  /// The request to the stack.
  var request: BuildRequest {
    BuildRequest(
      pdu: pdu, advertising: advertising.values, scanResponse: scanResponse?.values, options: options, call: call)
  }

  /// Returns the layout with the names that it has.
  func read(by version: StackBuilder.ChosenVersion) throws(SourceObstacle) -> DeclaredLayout {
    guard let first = advertising.firstObstacle ?? scanResponse?.firstObstacle else { return try built(by: version) }
    // All that is the same for the shortest value, for the next one and for a long one is known.
    var readings: [DeclaredLayout] = []
    for reading in 0..<RequestedBlock.readings {
      var named = self
      named.advertising.fill(in: reading)
      named.scanResponse?.fill(in: reading)
      do throws(SourceObstacle) {
        readings.append(try named.built(by: version))
      } catch {
        // What is asked depends on the value.
        var obstacle = error
        obstacle.asked = []
        if readings.isEmpty { throw obstacle }
      }
    }
    guard var known = readings.first else { return try built(by: version) }
    // The request to the stack depends on the value.
    known.stackBuild = nil
    // Fields can move from one block to the other, so that each block may have the other's cause.
    func cause(_ block: Block) -> Doubt.Cause {
      let unread = [advertising, scanResponse].compactMap { $0 }.filter { $0.firstObstacle != nil }
      let asked = block == .advertising ? unread.first : unread.last
      return .supposed(asked?.unreadWords ?? first.reason, line: asked?.firstObstacle?.line ?? first.line)
    }
    let counts = Block.allCases.map { block in readings.dropFirst().compactMap { known.count(asIn: $0, block) }.min() }
    if let count = counts[0] {
      guard count > 0 else { throw first }
      known.layout.advertising = known.layout.advertising.map { Payload(Array($0.octets.prefix(count))) }
      known.advertisingText = known.advertisingText?.part(0..<count)
      known.cutDoubts(of: .advertising, at: count, cause(.advertising))
    }
    if let count = counts[1] {
      let payload = known.layout.scanResponse.payloads.first.map { Payload(Array($0.octets.prefix(count))) }
      known.layout.scanResponse = count == 0 ? .notObserved : payload.map { .declared($0) } ?? .notObserved
      known.scanResponseText = known.scanResponseText?.part(0..<count)
      known.cutDoubts(of: .scanResponse, at: count, cause(.scanResponse))
    }
    return known
  }

  private func built(by version: StackBuilder.ChosenVersion) throws(SourceObstacle) -> DeclaredLayout {
    let request = request
    if let refusal = refusal(for: version), refusal.refusal?.isCertain ?? false { throw refusal }
    let made: BuiltRequest
    do throws(BuildRefusal) {
      made = try BuiltRequest(request, to: stack, version)
    } catch {
      if let failure = error.failure {
        let block = error.field?.block ?? .advertising
        let line = block == .scanResponse ? error.field.flatMap { text(of: $0) }?.line : nil
        var obstacle = SourceObstacle(
          line ?? place.line, words(failure.words, version),
          SourceObstacle.Refusal(
            isCertain: !version.isAssumed || stack.alwaysRefuses(request),
            remedy: stack.remedy(for: failure, of: request, in: block, version: version)))
        obstacle.asked = asked(version).map { [$0] } ?? []
        throw obstacle
      }
      throw SourceObstacle(
        error.field.flatMap { text(of: $0) }?.line ?? place.line,
        "\(stack.name) \(version.words)\(version.isAssumed ? " (assumed)" : ""): \(error.reason)")
    }
    let built = made.built
    guard built.advertising.octets.count + (addedTypes.contains(.flags) ? 3 : 0) <= built.pdu.payloadLimit else {
      throw SourceObstacle(
        place.line, "the host decides whether there are Flags, and they have no room in the advertising data")
    }
    let changes = built.changes.map { StackBuild.Change($0, at: $0.field.flatMap { text(of: $0) } ?? place) } + changes
    var layout = built.layout
    if isResponseUnknown, built.pdu.isScannable {
      layout = Layout(pdu: built.pdu, advertising: Payload(built.advertising.octets), scanResponse: .notObserved)
    }
    if built.pdu.isExtended { layout.phys = phys }
    var ofAdvertising = variation(of: built.advertising, open: openOctets)
    if !possibleFlags.isEmpty, let offset = offset(of: .flags, in: built.advertising.octets) {
      ofAdvertising[offset + 2] = Variation.Octet(possibleFlags.reduce(into: OctetSet()) { $0.insert($1) })
    }
    var declared = DeclaredLayout(
      name: name, layout: layout, place: place, advertisingText: written(built.advertising),
      scanResponseText: written(built.scanResponse),
      doubts: ofAdvertising.doubts(in: .advertising, .setAtRunTime)
        + variation(of: built.scanResponse).doubts(in: .scanResponse, .setAtRunTime))
    declared.doubts += addedTypes.sorted { $0.rawValue < $1.rawValue }.map { Doubt(.added($0), .assumed, .hostAdds) }
    if layout.scanResponse == .notObserved {
      declared.doubts.append(Doubt(.rest(.scanResponse, from: 0), .unknown, .setAtRunTime))
    }
    if let unreadServiceData {
      // Service data stand before the name.
      let start = offset(of: .completeLocalName, in: built.advertising.octets) ?? built.advertising.octets.count
      declared.doubts.append(
        Doubt(
          .rest(.advertising, from: start), .unknown, .supposed(unreadServiceData.reason, line: unreadServiceData.line))
      )
    }
    if let unreadAdvertising {
      declared.doubts.append(Doubt(.rest(.advertising, from: 0), .unknown, .supposed(unreadAdvertising)))
    }
    if isKindAssumed { declared.doubts.append(Doubt(.pdu, .assumed, .notStated)) }
    declared.intervalMicroseconds = intervalMicroseconds
    if intervalMicroseconds != nil { declared.doubts.append(Doubt(.interval, .assumed, .controllerChooses)) }
    declared.stackBuild = StackBuild(stack, version, changes: changes, asked: made)
    if built.changes.contains(where: { $0.isLoss }) {
      declared.asked = AskedLayout(request, to: stack, version)?.layout
    }
    return declared
  }

  /// Returns the layout that the program asks for, too long as it is; `nil` when a part of it is not known.
  private func asked(_ version: StackBuilder.ChosenVersion) -> DeclaredLayout? {
    guard openFields.isEmpty, openOctets.isEmpty, possibleFlags.isEmpty, !isResponseUnknown, unreadServiceData == nil,
      let asked = AskedLayout(request, to: stack, version)
    else { return nil }
    var layout = asked.layout
    if layout.pdu?.isExtended ?? false { layout.phys = phys }
    var declared = DeclaredLayout(name: name, layout: layout, place: place)
    // What of it is sent is known: nothing.
    declared.doubts = isKindAssumed ? [Doubt(.pdu, .assumed, .notStated)] : []
    declared.intervalMicroseconds = intervalMicroseconds
    declared.stackBuild = StackBuild(stack, version, changes: [], asked: asked.request)
    return declared
  }

  /// Returns the refusal of a parameter; `nil` when the stack accepts all that are known.
  func refusal(for version: StackBuilder.ChosenVersion) -> SourceObstacle? {
    guard let (call, given, line) = parameters, let refused = stack.refusal(of: call, given, at: line) else {
      return nil
    }
    return SourceObstacle(line, words(refused.reason, version), refused.refusal)
  }

  private func words(_ failure: String, _ version: StackBuilder.ChosenVersion) -> String {
    "\(failure) (\(stack.name) \(version.words)\(version.isAssumed ? ", assumed" : ""))"
  }

  /// Returns the start of the first structure of a type.
  private func offset(of type: ADType, in octets: [UInt8]) -> Int? {
    Payload(octets).decoded.elements.first { $0.type == type }?.offset
  }

  private func block(_ side: Block) -> RequestedBlock {
    side == .advertising ? advertising : scanResponse ?? RequestedBlock()
  }

  /// The fields with octets that the program does not state.
  private var openFields: [(field: BuildRequest.Field, open: Set<Int>)] {
    [Block.advertising, .scanResponse].flatMap { side in
      block(side).open.map { (BuildRequest.Field(side, $0.key), $0.value) }
    }
  }

  private func text(of field: BuildRequest.Field) -> TextRange? {
    let texts = block(field.block).texts
    return texts.indices.contains(field.index) ? texts[field.index] : nil
  }

  /// Returns the places of a block's octets. Octets that the stack adds have the place of the call.
  private func written(_ block: BuiltBlock) -> WrittenPayload {
    WrittenPayload(range: place, octets: block.fields.map { $0.flatMap { text(of: $0) } ?? place })
  }

  private func variation(of block: BuiltBlock, open: Set<Int> = []) -> Variation {
    var variation = Variation()
    for offset in block.unknown.union(open) { variation[offset] = Variation.Octet(.any) }
    for (field, open) in openFields {
      // The value is at the end of the octets that the field makes. Of a value that is cut, each octet may be open.
      let places = block.fields.indices.filter { block.fields[$0] == field }
      guard let last = places.last else { continue }
      let count = self.block(field.block).values[field.index].octets.count
      for octet in open {
        let place = last + 1 - count + octet
        if places.count >= count {
          variation[place] = Variation.Octet(.any)
        } else {
          for place in places { variation[place] = Variation.Octet(.any) }
        }
      }
    }
    return variation
  }
}

extension DeclaredLayout {
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

extension StackBuilder {
  /// Returns the refusal of a call for its parameters; `nil` when the stack accepts all that are known.
  func refusal(of call: String, _ given: StackParameter.Given, at line: Int) -> SourceObstacle? {
    guard let (failure, isCertain) = failure(of: call, given), case .parameter(_, let remedy) = failure.cause else {
      return nil
    }
    return SourceObstacle(line, failure.words, SourceObstacle.Refusal(isCertain: isCertain, remedy: remedy))
  }
}

extension ADValue {
  fileprivate var isService: Bool { if case .serviceUUIDs = self { true } else { false } }
}
