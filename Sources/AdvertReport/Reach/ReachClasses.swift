internal import AdvertScan

/// The verdicts of several scanners on a question, without the facts of a single device.
struct ReachClass: Hashable, Sendable {
  private(set) var groups: [Group] = []

  /// Scanners with the same verdict, and the same reception of the device.
  struct Group: Hashable, Sendable {
    let answer: Answer
    /// Their positions among the scanners of the run, in ascending order.
    var scanners: [Int]
  }

  struct Answer: Hashable, Sendable {
    /// The text on which the words of the reason depend, besides the reason.
    let subject: String
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
      subject: verdict.question.kind, reason: verdict.reason, evidence: verdict.evidence, reception: reception)
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
    Key("profiles", .list(.string), "the ids of the scanner [profiles](Profiles.md)") { $0.profiles },
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
  private var numbers: [ReachClass: Int] = [:]

  mutating func number(of verdicts: ReachClass) -> Int {
    if let number = numbers[verdicts] { return number }
    numbers[verdicts] = all.count
    all.append(verdicts)
    return all.count - 1
  }
}

/// The answers to one question about a device.
struct AnsweredQuestion: Sendable {
  let shared: ReachRun.SharedAnswers
  let verdicts: ReachClass
  /// The different discoveries of the device, each once.
  let receptions: [Discovery]

  init(_ shared: ReachRun.SharedAnswers, by scanners: [ScannerProfile.ID]) {
    var receptions: [Discovery] = []
    var verdicts = ReachClass(of: scanners)
    for answer in shared.answers {
      let reception = receptions.firstIndex { $0.isReceived(like: answer.discovery) } ?? receptions.count
      if reception == receptions.count { receptions.append(answer.discovery) }
      verdicts.add(answer.profiles, answer.discovery.verdict, reception: reception)
    }
    self.shared = shared
    self.verdicts = verdicts
    self.receptions = receptions
  }
}

extension Discovery {
  fileprivate func isReceived(like other: Discovery) -> Bool {
    verdict.mention == other.verdict.mention && time == other.time && callbacks == other.callbacks
      && callbacksWithDuplicates == other.callbacksWithDuplicates
  }
}
