internal import AdvertObservation
public import AdvertisingData

/// The parts of a block that receivers take apart in different ways.
struct Oddities: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// Octets other than zeros after a zero length octet.
  static let dataAfterZero = Self(rawValue: 1)
  /// Manufacturer data or service data without a whole company or UUID, or a transport block of a length from 0x80.
  static let malformedData = Self(rawValue: 2)
  /// Manufacturer data or service data with nothing after the company or UUID.
  static let emptyData = Self(rawValue: 4)
}

/// A way to take apart payloads with oddities.
struct PayloadParsing: Hashable, Sendable {
  /// Whether the receiver reads on after a zero length octet.
  var readsPastZero: Bool
  /// The effect of malformed data.
  var malformedData: MalformedDataHandling
  /// Whether both blocks are one record.
  var joinsBlocks: Bool
}

/// The reason why a receiver loses data that a layout has.
public enum ParsingLoss: Hashable, Sendable {
  /// The data are after a zero length octet, where the receiver stops.
  case afterZero
  /// Malformed data empty the record. The place is that of their length octet.
  case recordEmptied(Block, offset: Int)
  /// Data with nothing after their company or UUID end the payload. The place is that of their length octet.
  case afterEmptyData(Block, offset: Int)
}

extension ADType {
  /// The octets of the company or the UUID before manufacturer data or service data; `nil` for other types.
  package var headerCount: Int? { self == .manufacturerData ? 2 : ServiceData.width(of: self)?.octets }
}

extension ADStructure {
  /// Whether the structure is too short for its type, so that some receivers lose the other data of its payload.
  package var mayLoseOthers: Bool { oddities.contains(.malformedData) }

  /// The oddities of the structure.
  var oddities: Oddities {
    // A structure that was not received whole is not odd.
    guard missingOctets == 0 else { return [] }
    if let headerCount = type.headerCount {
      return value.count < headerCount ? .malformedData : value.count == headerCount ? .emptyData : []
    }
    return type == .transportDiscovery && hasNegativeLength ? .malformedData : []
  }

  /// Whether a transport block has a length from 0x80, which Java takes for a negative number. A block has two octets
  /// before its length.
  private var hasNegativeLength: Bool {
    var place = 2
    while place < value.count {
      if value[place] >= 0x80 { return true }
      place += 3 + Int(value[place])
    }
    return false
  }
}

extension MalformedDataHandling {
  /// The oddities that make a receiver lose data.
  fileprivate var oddities: Oddities {
    switch self {
    case .skipped: []
    case .emptiesRecord: .malformedData
    case .endsPayload: [.malformedData, .emptyData]
    }
  }
}

extension LayoutView.PayloadView {
  /// The place of the first structure with one of the oddities; `nil` without any.
  func first(_ oddities: Oddities) -> Int? {
    var walk = payload.structures
    while let structure = walk.next() {
      if !structure.oddities.isDisjoint(with: oddities) { return originalOffset(of: structure.offset) }
    }
    return nil
  }

  /// The payload without zero length octets.
  fileprivate var withoutZeros: Self {
    let octets = payload.octets
    var kept: [UInt8] = []
    var zeros: [Int] = []
    var place = 0
    while place < octets.count {
      let end = min(octets.count, place + 1 + Int(octets[place]))
      if octets[place] == 0 { zeros.append(place) } else { kept += octets[place..<end] }
      place = end
    }
    guard !zeros.isEmpty else { return self }
    var view = Self(payload: Payload(kept), isTruncated: isTruncated, reception: reception)
    view.zeros = zeros
    return view
  }

  /// The payload up to an offset of the payload as sent, as if that were all of it.
  fileprivate func ending(at offset: Int) -> Self {
    let count = offset - zeros.reduce(0) { $1 < offset ? $0 + 1 : $0 }
    var view = Self(payload: Payload(Array(payload.octets.prefix(count))), isTruncated: false, reception: reception)
    view.zeros = zeros
    return view
  }
}

extension LayoutView {
  /// The layout as a receiver takes it apart.
  func parsed(by parsing: PayloadParsing) -> LayoutView {
    var view = self
    if parsing.readsPastZero {
      view.advertising = advertising?.withoutZeros
      view.responses = responses.map { $0.withoutZeros }
    }
    let joins = parsing.joinsBlocks && pdu?.isScannable ?? true
    switch parsing.malformedData {
    case .skipped: break
    case .emptiesRecord: view.emptyRecords(joining: joins)
    case .endsPayload: view.endAtEmptyData(joining: joins)
    }
    return view
  }

  private mutating func emptyRecords(joining: Bool) {
    let isEmptied = advertising?.first(.malformedData) != nil
    let areEmptied = responses.map { $0.first(.malformedData) != nil }
    // Each record has the advertising data and one of the responses.
    let isAll = joining && (isEmptied || !responses.isEmpty && areEmptied.allSatisfy { $0 })
    if isAll || isEmptied {
      advertising =
        advertising?.ending(at: 0) ?? PayloadView(payload: Payload(), isTruncated: false, reception: .init())
    }
    responses = responses.enumerated().map { isAll || areEmptied[$0] ? $1.ending(at: 0) : $1 }
    scanResponseIsObserved = scanResponseIsObserved || isAll
  }

  private mutating func endAtEmptyData(joining: Bool) {
    let odd = MalformedDataHandling.endsPayload.oddities
    let end = advertising?.first(odd)
    if let end { advertising = advertising?.ending(at: end) }
    let isAll = joining && end != nil
    responses = responses.map { response in
      (isAll ? 0 : response.first(odd)).map { response.ending(at: $0) } ?? response
    }
    scanResponseIsObserved = scanResponseIsObserved || isAll
  }

  /// The first structure with one of the oddities, in the advertising data before the scan responses.
  func first(_ oddities: Oddities) -> (block: Block, offset: Int)? {
    if let offset = advertising?.first(oddities) { return (.advertising, offset) }
    for response in responses {
      if let offset = response.first(oddities) { return (.scanResponse, offset) }
    }
    return nil
  }
}

// MARK: Scanners

extension ScannerProfile {
  /// Whether the scanner keeps all data of payloads with these oddities.
  func keepsAll(_ oddities: Oddities) -> Bool {
    if oddities.contains(.dataAfterZero) { return false }
    if oddities.contains(.malformedData), malformedData?.value != .skipped { return false }
    return !(oddities.contains(.emptyData) && malformedData?.value == .endsPayload)
  }

  /// The ways in which the scanner may take apart payloads with these oddities: one, unless nothing says which.
  private func parsings(of oddities: Oddities) -> [PayloadParsing] {
    let joins = scanType.value == .active && !(delivery?.value.isSeparate ?? false)
    let pasts = readsPastZero.map { [$0.value] } ?? (oddities.contains(.dataAfterZero) ? [false, true] : [false])
    // Data after a zero length octet can be malformed, too.
    let handlings = malformedData.map { [$0.value] } ?? [.skipped, .emptiesRecord]
    return pasts.flatMap { past in
      handlings.map { PayloadParsing(readsPastZero: past, malformedData: $0, joinsBlocks: joins) }
    }
  }

  /// Returns the discovery of a device with oddities that the scanner does not take apart as usual.
  ///
  /// - Parameter discover: finds the discovery of the device as it is after parsing.
  func discovery(
    ofOdd device: ScannedDevice, _ odd: OddLayouts, for question: Question, _ discover: (ScannedDevice) -> Discovery
  ) -> Discovery {
    let parsings = parsings(of: odd.oddities)
    let discoveries = parsings.map { discover(odd.device(parsedBy: $0)) }
    guard let first = discoveries.first, let parsing = parsings.first else {
      return discover(device)
    }
    let outcome = first.verdict.outcome
    if discoveries.contains(where: { $0.verdict.outcome != outcome }) {
      guard let found = discoveries.first(where: { $0.verdict.outcome == .discovered }) else {
        return discoveries.first { $0.verdict.outcome == .unknown } ?? first
      }
      return Discovery(parsingUnknown(found.verdict, odd, device, for: question))
    }
    guard outcome == .missed, !first.verdict.isPossible else { return first }
    // What a receiver gets that reads everything.
    var whole = PayloadParsing(readsPastZero: true, malformedData: .skipped, joinsBlocks: parsing.joinsBlocks)
    let full = discover(odd.device(parsedBy: whole)).verdict
    // Data that a scan can only lose with the scan response are in no record that is emptied.
    guard full.isPossible else {
      // A mention explains a miss better than none.
      return full.outcome == .missed && first.verdict.mention == nil ? Discovery(full, like: first) : first
    }
    whole.readsPastZero = parsing.readsPastZero
    let isBeforeZero = parsing.readsPastZero || discover(odd.device(parsedBy: whole)).verdict.isPossible
    let loss = isBeforeZero ? odd.loss(by: parsing) : .afterZero
    let evidence = isBeforeZero ? malformedData?.evidence : readsPastZero?.evidence
    let verdict = Verdict(
      question: question,
      reason: .lostInParsing(full.mention?.kind ?? .anything, full.mention?.block ?? .advertising, loss),
      mention: full.mention, evidence: [evidence].compactMap { $0 })
    return Discovery(verdict, like: first)
  }

  /// The verdict that it is not known how the scanner takes the device's payloads apart.
  private func parsingUnknown(
    _ found: Verdict, _ odd: OddLayouts, _ device: ScannedDevice, for question: Question
  ) -> Verdict {
    let isAboutZero = readsPastZero == nil && odd.oddities.contains(.dataAfterZero)
    let loss =
      isAboutZero
      ? .afterZero
      : odd.loss(
        by: PayloadParsing(
          readsPastZero: true, malformedData: .emptiesRecord, joinsBlocks: true))
    return Verdict(
      question: question, reason: .parsingUnknown(found.mention?.kind ?? .anything, loss), mention: found.mention,
      evidence: [])
  }
}

extension Verdict {
  /// Whether the scanner discovers the device, or may do so.
  fileprivate var isPossible: Bool { outcome == .discovered || reason.isMaybe }
}

extension Discovery {
  /// A miss with the same callbacks as another one.
  fileprivate init(_ verdict: Verdict, like other: Discovery) {
    self.init(verdict, callbacks: other.callbacks, callbacksWithDuplicates: other.callbacksWithDuplicates)
  }
}

/// The layouts of a device that has oddities.
struct OddLayouts: Sendable {
  fileprivate let views: [LayoutView]
  let oddities: Oddities
  /// The device in each way of parsing that makes a difference. Each is made once: a layout of 1,650 bytes has hundreds of
  /// services, each of which is asked of every scanner.
  private var devices: [(parsing: PayloadParsing, device: ScannedDevice)] = []

  /// The odd layouts; `nil` when there are none.
  init?(_ views: [LayoutView], with oddities: Oddities, _ questions: [Question], withNames: Bool) {
    guard !oddities.isEmpty else { return nil }
    self.views = views
    self.oddities = oddities
    for readsPastZero in oddities.contains(.dataAfterZero) ? [false, true] : [false] {
      var parsing = PayloadParsing(readsPastZero: readsPastZero, malformedData: .skipped, joinsBlocks: false)
      let read = views.map { $0.parsed(by: parsing) }
      for handling in MalformedDataHandling.allCases
      where handling == .skipped || read.contains(where: { $0.first(handling.oddities) != nil }) {
        parsing.malformedData = handling
        for joinsBlocks in handling == .skipped ? [false] : [false, true] {
          parsing.joinsBlocks = joinsBlocks
          let parsed = views.map { $0.parsed(by: parsing) }
          devices.append((parsing, ScannedDevice(parsed: parsed, questions, withNames: withNames)))
        }
      }
    }
  }

  /// The device as a receiver takes it apart.
  func device(parsedBy parsing: PayloadParsing) -> ScannedDevice {
    let readsPastZero = parsing.readsPastZero && oddities.contains(.dataAfterZero)
    let alike = devices.filter { $0.parsing.readsPastZero == readsPastZero }
    // The first has all data, and is the device where nothing is malformed or empty.
    let known = alike.first {
      $0.parsing.malformedData == parsing.malformedData && $0.parsing.joinsBlocks == parsing.joinsBlocks
    }
    return (known ?? alike[0]).device
  }

  /// The payloads, which decide the verdicts on the device.
  var payloads: [[Payload]] {
    views.map { view in ([view.advertising].compactMap { $0 } + view.responses).map { $0.payload } }
  }

  /// The loss by malformed or empty data in a way of parsing.
  fileprivate func loss(by parsing: PayloadParsing) -> ParsingLoss {
    var whole = parsing
    whole.malformedData = .skipped
    for view in views {
      guard let place = view.parsed(by: whole).first(parsing.malformedData.oddities) else { continue }
      return parsing.malformedData == .endsPayload
        ? .afterEmptyData(place.block, offset: place.offset) : .recordEmptied(place.block, offset: place.offset)
    }
    return .afterZero
  }
}
