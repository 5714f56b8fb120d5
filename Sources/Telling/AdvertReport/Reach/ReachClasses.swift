internal import AdvertScan

/// The verdicts of several scanners on a question, without the facts of a single device.
struct ReachClass: Hashable, Sendable {
  private(set) var groups: [Group] = []

  /// Scanners with the same verdict, and the same reception of the device.
  struct Group: Hashable, Sendable {
    let answer: Answer
    /// The positions of the scanners of the class among the scanners of the run, in ascending order.
    var scanners: [Int]
  }

  struct Answer: Hashable, Sendable {
    /// The part of the question on which the words of the reason depend.
    let subject: ReachClasses.AskedThing
    /// The place of the service in a wrong form, which the words of the reason name, too.
    let misformed: MisformedMention?
    let reason: Reason
    let evidence: [Evidence]
    /// The position among the receptions of a device.
    let reception: Int
  }

  private var words: Words

  /// The words for the groups. Equal for all, because they follow from the groups.
  private struct Words: Hashable, Sendable {
    /// The first verdict of each group.
    var verdicts: [Verdict] = []
    /// All scanners of the run.
    let scanners: [ScannerProfile.ID]

    static func == (one: Self, other: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  init(of scanners: [ScannerProfile.ID]) { words = Words(scanners: scanners) }

  mutating func add(_ scanners: [Int], _ verdict: Verdict, reception: Int) {
    let answer = Answer(
      subject: ReachClasses.AskedThing(verdict.question), misformed: verdict.misformed, reason: verdict.reason,
      evidence: verdict.evidence, reception: reception)
    if let known = groups.firstIndex(where: { $0.answer == answer }) {
      groups[known].scanners = (groups[known].scanners + scanners).sorted()
    } else {
      groups.append(Group(answer: answer, scanners: scanners))
      words.verdicts.append(verdict)
    }
  }

  /// The groups in their written form.
  private var written: [WrittenGroup] {
    zip(groups, words.verdicts).map { group, verdict in (group, group.scanners.map { words.scanners[$0] }, verdict) }
  }

  private typealias WrittenGroup = (group: Group, profiles: [ScannerProfile.ID], verdict: Verdict)

  static let keys: Keys<(number: Int, verdicts: ReachClass)> = [
    Key("class", .integer, "its number, from 0") { $0.number },
    Key("verdicts", .list(.object(group)), "one for all scanners with the same verdict") { $0.verdicts.written },
  ]

  private static let group: Keys<WrittenGroup> = [
    Key("profiles", .list(.string), "the ids of the scanner profiles") { $0.profiles },
    Key("verdict", .word(Verdict.Word.self), "the verdict") { $0.verdict.word },
    Key("tentative", .boolean, "whether the verdict is `may`") { $0.verdict.isTentative },
    Key("reason", .string, "why") { $0.verdict.explanation },
    Key("evidence", .list(.object(SharedKeys.evidence)), "what is known of the scanners and decides") {
      $0.verdict.evidence
    },
    Key("reception", .integer, "position among the `receptions` of an answer, from 0") { $0.group.answer.reception },
  ]
}

/// The classes of a run, numbered in the order met.
struct ReachClasses {
  private(set) var all: [ReachClass] = []
  private let scanners: [ScannerProfile.ID]
  private var numbers: [ReachClass: Int] = [:]
  /// The numbers of the classes that answers of a source had. Most devices of a place are alike, and a class is large.
  private var numbersBySource: [Alike: Int] = [:]

  /// A hostile capture has a source for each of its devices.
  private static let maximumSources = 4096

  /// The inputs that decide the class of a verdict; equal values share one class.
  private struct Alike: Hashable {
    let source: ReachRun.AnswerSource
    let subject: AskedThing
    let misformed: MisformedMention?
    let receptions: [Int]
    /// The reasons of all answers, where they depend on times; else empty.
    let reasons: [Reason]
  }

  /// The part of a question on which the words of reasons depend.
  struct AskedThing: Hashable, Sendable {
    let kind: String
    let advertisingHabit: String?

    init(_ question: Question) {
      kind = question.kind
      advertisingHabit = question.service?.advertisingHabit
    }
  }

  init(of scanners: [ScannerProfile.ID]) { self.scanners = scanners }

  mutating func number(of answered: AnsweredQuestion) -> Int {
    let alike = answered.shared.source.map { source in
      Alike(
        source: source, subject: AskedThing(answered.shared.question), misformed: answered.misformed,
        receptions: answered.receptionOfAnswers,
        reasons: source.dependsOnTimes ? answered.shared.answers.map { $0.discovery.verdict.reason } : [])
    }
    if let alike, let known = numbersBySource[alike] { return known }
    let number = number(of: answered.verdicts(of: scanners))
    if let alike {
      if numbersBySource.count >= Self.maximumSources { numbersBySource = [:] }
      numbersBySource[alike] = number
    }
    return number
  }

  private mutating func number(of verdicts: ReachClass) -> Int {
    if let number = numbers[verdicts] { return number }
    numbers[verdicts] = all.count
    all.append(verdicts)
    return all.count - 1
  }
}

/// The answers to one question about a device.
struct AnsweredQuestion: Sendable {
  let shared: ReachRun.SharedAnswers
  /// The different discoveries of the device, each once.
  let receptions: [Discovery]
  /// The position among `receptions` for each answer.
  let receptionOfAnswers: [Int]

  init(_ shared: ReachRun.SharedAnswers) {
    var receptions: [Discovery] = []
    receptionOfAnswers = shared.answers.map { answer in
      if let known = receptions.firstIndex(where: { $0.isReceived(like: answer.discovery) }) { return known }
      receptions.append(answer.discovery)
      return receptions.count - 1
    }
    self.shared = shared
    self.receptions = receptions
  }

  /// The place where the device has the service in question in a form that no filter matches: the same for all scanners.
  var misformed: MisformedMention? { shared.answers.lazy.compactMap { $0.discovery.verdict.misformed }.first }

  /// - Parameter scanners: all of the run.
  func verdicts(of scanners: [ScannerProfile.ID]) -> ReachClass {
    var verdicts = ReachClass(of: scanners)
    for (answer, reception) in zip(shared.answers, receptionOfAnswers) {
      verdicts.add(answer.profiles, answer.discovery.verdict, reception: reception)
    }
    return verdicts
  }
}

extension Discovery {
  fileprivate func isReceived(like other: Discovery) -> Bool {
    verdict.mention == other.verdict.mention && time == other.time && callbacks == other.callbacks
      && callbacksWithDuplicates == other.callbacksWithDuplicates
  }
}
