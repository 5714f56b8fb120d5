public import AdvertisingData

/// An answer that differs between two ways to send a device's data: a question, and the scanners whose verdict changes.
public struct Effect: Hashable, Sendable {
  /// The question.
  public let question: Question
  /// The verdict on the data as they are sent now.
  public let before: Verdict.Word
  /// The verdict on the data as they would be sent.
  public let after: Verdict.Word
  /// The scanners whose verdicts these are, in the order asked.
  public let profiles: [ScannerProfile]
  /// Whether no other scanner that was asked finds it any more.
  public let leavesNobody: Bool
  /// Whether the question is about a shortened name, and the longer one that begins with it is still sent.
  var isAboutShortenedName = false

  /// Whether the scanners find it less surely than before.
  public var isWorse: Bool { after.doubtfulness > before.doubtfulness }
}

extension Verdict.Word {
  /// The order from a sure discovery to a sure miss. Of a scanner that may miss a device, no more is known than of one of
  /// which nothing is known.
  fileprivate var doubtfulness: Int {
    switch self {
    case .discovered: 0
    case .may, .unknown: 1
    case .missed: 2
    }
  }
}

extension Effect {
  /// Returns the answers that change when one layout is sent in place of another: for each service, name, manufacturer
  /// data and service data of either layout, and whether anything is delivered.
  public static func all(
    of layout: Layout, becoming other: Layout, for profiles: [ScannerProfile] = ScannerProfile.all
  ) -> [Effect] {
    var comparison = AnswerComparison(for: profiles)
    return comparison.effects(of: layout, becoming: other)
  }
}

/// Compares the answers of scanners on layouts. Verdicts are kept by the traits that they depend on: thousands of layouts
/// differ in a few dozen, and judging each anew makes `lint` of 4,000 devices three times as long.
package struct AnswerComparison: Sendable {
  private let profiles: [ScannerProfile]
  private var known = AlikeAnswers<[Verdict.Word]>()

  package init(for profiles: [ScannerProfile]) {
    self.profiles = profiles
  }

  /// Returns the answers that change when one layout is sent in place of another.
  ///
  /// - Parameter correctsValues: whether a value that differs is the same field set right. Then nobody asks for the wrong
  ///   value any more, but for the right one.
  package mutating func effects(
    of layout: Layout, becoming other: Layout, correctingValues correctsValues: Bool = false
  ) -> [Effect] {
    if layout.answersLike(other) { return [] }
    let (asked, askedOfOther) = (layout.questions, other.questions)
    let questions = (asked + askedOfOther).withoutRepeats
    let corrected = correctsValues ? Question.corrections(of: asked, by: askedOfOther) : [:]
    let (old, new) = (ScannedDevice([layout], asking: questions), ScannedDevice([other], asking: questions))
    var effects: [Effect] = []
    for question in questions {
      let askedNow = corrected[question] ?? question
      let before = known.words(of: old, question, by: profiles)
      let after = known.words(of: new, askedNow, by: profiles)
      guard before != after else { continue }
      var changes: [(before: Verdict.Word, after: Verdict.Word, profiles: [ScannerProfile])] = []
      for (index, profile) in profiles.enumerated() where before[index] != after[index] {
        if let like = changes.firstIndex(where: { $0.before == before[index] && $0.after == after[index] }) {
          changes[like].profiles.append(profile)
        } else {
          changes.append((before[index], after[index], [profile]))
        }
      }
      let leavesNobody = after.allSatisfy { $0 == .missed }
      let isShortened = askedOfOther.contains { $0.isLongerName(than: askedNow) }
      effects += changes.map {
        Effect(
          question: askedNow, before: $0.before, after: $0.after, profiles: $0.profiles, leavesNobody: leavesNobody,
          isAboutShortenedName: isShortened)
      }
    }
    return effects
  }
}

extension Array where Element == Effect {
  /// The answers that get worse, in words: `windows and zephyr-passive then miss the name, and android may`; `nil` when
  /// none does. All text from the air is hex or a UUID.
  public var loss: String? {
    var losses: [MissedThings] = []
    for effect in self where effect.isWorse {
      let thing = effect.isAboutShortenedName ? "the shortened name" : effect.question.thingAsked
      let position = losses.firstIndex { $0.things == [thing] } ?? losses.count
      if position == losses.count { losses.append(MissedThings(things: [thing])) }
      losses[position].note(effect)
    }
    // Things that the same scanners miss are in one clause.
    let joined = losses.reduce(into: [MissedThings]()) { joined, loss in
      if let like = joined.firstIndex(where: { $0.isLike(loss) }) {
        joined[like].things += loss.things
      } else {
        joined.append(loss)
      }
    }
    return joined.isEmpty ? nil : joined.map { $0.words }.joined(separator: "; ")
  }
}

/// Things that the same scanners then miss, or may miss.
private struct MissedThings {
  var things: [String]
  private var missing: [String] = []
  private var doubtful: [String] = []
  private var leavesNobody = false

  init(things: [String]) {
    self.things = things
  }

  mutating func note(_ effect: Effect) {
    leavesNobody = leavesNobody || effect.leavesNobody
    for profile in effect.profiles {
      if effect.after == .missed {
        if !missing.contains(profile.id) { missing.append(profile.id) }
      } else if !doubtful.contains(profile.id) {
        doubtful.append(profile.id)
      }
    }
  }

  func isLike(_ other: MissedThings) -> Bool {
    (missing, doubtful) == (other.missing, other.doubtful) && leavesNobody == other.leavesNobody
  }

  var words: String {
    if leavesNobody { return "no scanner then finds \(listed(things))" }
    let may = doubtful.isEmpty ? "" : "\(Self.few(doubtful)) may"
    if missing.isEmpty { return "\(may) then miss \(listed(things))" }
    return "\(Self.few(missing)) then \(missing.count == 1 ? "misses" : "miss") \(listed(things))"
      + (may.isEmpty ? "" : ", and \(may)")
  }

  /// Returns at most three ids, or two with the number of the others.
  private static func few(_ ids: [String]) -> String {
    listed(ids.count > 3 ? ids.prefix(2) + ["\(ids.count - 2) others"] : ids)
  }
}

extension Question {
  /// The data that are asked for, without text from the air.
  fileprivate var thingAsked: String {
    switch self {
    case .service, .openService: description
    case .name: "the name"
    case .data(let question): question.thingAsked
    case .presence: "the device"
    }
  }
}

extension DataQuestion {
  fileprivate var thingAsked: String {
    switch subject {
    case .manufacturer(let company): "manufacturer data of \(HexDigits.number(company, octets: 2))"
    case .service(let uuid): "service data of \(uuid)"
    case .name: "the name"
    case .listedService, .solicitedService: description
    }
  }
}

// MARK: The questions that a layout can be asked

extension Question {
  /// Returns the question about the right value for each question about a wrong one: questions that only one layout
  /// answers are about the same field where they ask for the same kind of data, in the order of the structures.
  fileprivate static func corrections(of asked: [Question], by others: [Question]) -> [Question: Question] {
    let (known, kept) = (Set(asked), Set(others))
    var right = others.withoutRepeats.filter { !known.contains($0) }
    var corrections: [Question: Question] = [:]
    for question in asked where !kept.contains(question) && corrections[question] == nil {
      if let index = right.firstIndex(where: { $0.asksForSameField(as: question) }) {
        corrections[question] = right.remove(at: index)
      }
    }
    // Data of a wrong service may be the service itself, under the wrong type.
    for question in asked where !kept.contains(question) && corrections[question] == nil {
      guard case .data(let data) = question, case .service(let uuid) = data.subject else { continue }
      corrections[question] = corrections[.service(uuid)]
    }
    return corrections
  }

  private func asksForSameField(as other: Question) -> Bool {
    switch (self, other) {
    case (.service, .service), (.name, .name): true
    case (.data(let one), .data(let other)): one.filterKind == other.filterKind
    default: false
    }
  }

  fileprivate func isLongerName(than other: Question) -> Bool {
    guard case .name(let name?) = self, case .name(let beginning?) = other, self != other else { return false }
    return name.utf8.starts(with: beginning.utf8)
  }
}

extension Layout {
  /// The questions about everything that scanners filter on in either block, each once.
  fileprivate var questions: [Question] {
    var questions: [Question] = []
    for payload in blocks.map({ $0.payload }) {
      for uuid in payload.services { questions.append(.service(uuid)) }
      // Decoding all values would take as long as asking.
      var walk = payload.structures
      while let structure = walk.next() {
        if let name = LocalName(structure) {
          // A name of zero bytes has no text to ask for.
          if name.octets.contains(where: { $0 != 0 }) { questions.append(.name(name.text)) }
          continue
        }
        let isCompany = structure.type == .manufacturerData
        guard isCompany || ServiceData.width(of: structure.type) != nil else { continue }
        let value = Array(copying: structure.value)
        if isCompany, value.count >= 2 {
          let company = UInt16(value[0]) | UInt16(value[1]) << 8
          DataQuestion(.manufacturer(company), beginning: Array(value.dropFirst(2))).map { questions.append(.data($0)) }
        } else if let width = ServiceData.width(of: structure.type),
          let uuid = BluetoothUUID(littleEndian: structure.value, at: 0, width: width)
        {
          questions.append(.service(uuid))
          DataQuestion(.service(uuid), beginning: Array(value.dropFirst(width.octets))).map {
            questions.append(.data($0))
          }
        }
      }
    }
    return questions + [.presence]
  }

  /// Whether all structures that scanners look at are the same, in the same order and the same blocks, so that no answer
  /// differs. Most fixes change other structures, and asking every scanner takes as long as all rules together.
  fileprivate func answersLike(_ other: Layout) -> Bool {
    guard pdu == other.pdu, (advertising == nil) == (other.advertising == nil) else { return false }
    let (blocks, others) = (blocks, other.blocks)
    guard blocks.count == others.count else { return false }
    return zip(blocks, others).allSatisfy { one, other in
      one.payload == other.payload || one.block == other.block && one.payload.answersLike(other.payload)
    }
  }
}

extension Payload {
  fileprivate func answersLike(_ other: Payload) -> Bool {
    doubtfulLength == nil && other.doubtfulLength == nil && isEmpty == other.isEmpty && lookedAt == other.lookedAt
  }

  /// The structures that scanners look at, in the order sent, each with its type before its value.
  private var lookedAt: [[UInt8]] {
    var found: [[UInt8]] = []
    var walk = structures
    while let structure = walk.next() {
      switch structure.type {
      case .flags, .shortenedLocalName, .completeLocalName, .manufacturerData:
        found.append([structure.type.rawValue] + Array(copying: structure.value))
      case let type where ServiceUUIDList.width(of: type) != nil || ServiceData.width(of: type) != nil:
        found.append([type.rawValue] + Array(copying: structure.value))
      default: break
      }
    }
    return found
  }
}
