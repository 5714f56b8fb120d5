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
    /// The fields that are sent and not read.
    private(set) var unread: [UnreadField] = []

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
      for place in unread.indices where unread[place].index > index { unread[place].index -= 1 }
    }

    /// Adds services of one width.
    mutating func add(services uuids: [SourceUUID], isComplete: Bool = true, at text: TextRange) {
      for width in BluetoothUUID.Width.allCases {
        let octets = uuids.filter { $0.width == width }.flatMap { $0.octets }
        if !octets.isEmpty { add(ServiceUUIDList.type(width: width, isComplete: isComplete), octets, at: text) }
      }
    }

    /// Adds the name that a closure returns, if it returns one. A name that the closure does not read is a field whose
    /// octets and their number are not known.
    ///
    /// - Throws: when a condition, or the stack, is the reason why the name is not read.
    mutating func add(
      isComplete: Bool = true, at text: TextRange, name read: () throws(SourceObstacle) -> [UInt8]?
    ) throws(SourceObstacle) {
      do throws(SourceObstacle) {
        if let name = try read() { add(name: name, isComplete: isComplete, at: text) }
      } catch {
        try add(isComplete ? .completeLocalName : .shortenedLocalName, .value, at: text, because: error)
      }
    }

    /// Adds the service that a closure returns. A service that the closure does not read is a list with a UUID whose
    /// octets are not known.
    ///
    /// - Throws: when a condition, or the library, is the reason why the service is not read.
    mutating func add(
      at text: TextRange, service read: () throws(SourceObstacle) -> SourceUUID
    ) throws(SourceObstacle) {
      do throws(SourceObstacle) {
        add(services: [try read()], at: text)
      } catch {
        try add(.completeServiceUUIDs16, .service, at: text, because: error)
      }
    }

    /// Adds a field whose octets a closure returns. Octets that the closure does not read are not known.
    ///
    /// - Parameters:
    ///   - known: the octets at the start of the value, before those that the closure returns.
    ///   - count: the number of octets that the closure would return; `nil` when it is not known.
    /// - Throws: when a condition, or the library, is the reason why the octets are not read.
    mutating func add(
      _ type: ADType, known: [UInt8] = [], count: Int? = nil, at text: TextRange,
      octets read: () throws(SourceObstacle) -> SourceOctets
    ) throws(SourceObstacle) {
      do throws(SourceObstacle) {
        var octets = SourceOctets(known)
        octets += try read()
        add(type, octets, at: text)
      } catch {
        try add(type, count == nil ? .value : .octets, known, count ?? 1, at: text, because: error)
      }
    }

    private mutating func add(
      _ type: ADType, _ kind: UnreadField.Kind, _ known: [UInt8] = [], _ count: Int = 1, at text: TextRange,
      because error: SourceObstacle
    ) throws(SourceObstacle) {
      guard error.openName == nil, error.refusal == nil, !error.isFault, unread.count < UnreadField.most,
        1...255 ~= known.count + count
      else { throw error }
      let field = UnreadField(index: values.count, kind: kind, type: type, known: known, obstacle: error)
      unread.append(field)
      add(type, field.filling(kind == .service ? 2 : count), at: text)
    }

    /// Gives an unread field octets that stand for those that are not known.
    mutating func fill(_ field: UnreadField, _ type: ADType, count: Int) {
      values[field.index] = ADValue(type: type, value: field.filling(count).span)
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

  /// Returns the layout that the stack makes of the request.
  func built(by version: StackBuilder.ChosenVersion) throws(SourceObstacle) -> DeclaredLayout {
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
        + variation(of: built.scanResponse).doubts(in: .scanResponse, .setAtRunTime)
        + unreadDoubts(built.advertising, .advertising) + unreadDoubts(built.scanResponse, .scanResponse))
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

  func block(_ side: Block) -> RequestedBlock {
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
      let places = block.places(of: field)
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

extension StackBuilder {
  /// Returns the refusal of a call for its parameters; `nil` when the stack accepts all that are known.
  func refusal(of call: String, _ given: StackParameter.Given, at line: Int) -> SourceObstacle? {
    guard let (failure, isCertain) = failure(of: call, given), case .parameter(_, let remedy) = failure.cause else {
      return nil
    }
    return SourceObstacle(line, failure.words, SourceObstacle.Refusal(isCertain: isCertain, remedy: remedy))
  }
}
