/// The answers of scanners on devices, found once for all devices with equal traits.
///
/// A place has thousands of devices, and a few dozen kinds of them. Scanners with equal answers come together, because
/// most of a dozen scanners agree.
struct AlikeDevices: Sendable {
  private let profiles: [ScannerProfile]
  private var agreed = AlikeAnswers<Agreements>()

  private struct Agreement {
    let outcome: ScanOutcome
    var profiles: [Int]
  }

  private struct Agreements {
    let all: [Agreement]
    let source: ReachRun.AnswerSource

    init(of profiles: [ScannerProfile], on device: ScannedDevice, _ groups: [MentionGroup], _ question: Question) {
      var all: [Agreement] = []
      for (position, profile) in profiles.enumerated() {
        let outcome = ScanOutcome(of: device, groups, for: question, by: profile)
        if let known = all.firstIndex(where: { $0.outcome == outcome }) {
          all[known].profiles.append(position)
        } else {
          all.append(Agreement(outcome: outcome, profiles: [position]))
        }
      }
      self.all = all
      source = ReachRun.AnswerSource(dependsOnTimes: all.contains { $0.outcome.dependsOnTimes })
    }
  }

  init(_ profiles: [ScannerProfile]) { self.profiles = profiles }

  /// The answers to the device's questions, question by question.
  mutating func answers(for device: ReachRun.Device) -> [ReachRun.SharedAnswers] {
    let profiles = profiles
    return device.questions.map { question in
      guard device.scanned.isCertain, profiles.allSatisfy({ device.scanned.isPlain(for: $0) }) else {
        let answers = profiles.enumerated().map { position, profile in
          ReachRun.SharedAnswer(
            profiles: [position],
            discovery: profile.discovery(of: device.scanned, for: question, during: device.times))
        }
        return ReachRun.SharedAnswers(question: question, answers: answers, source: nil)
      }
      let groups = device.scanned.groups(for: question)
      let agreements = agreed.answer(to: question, about: device.scanned, groups) {
        Agreements(of: profiles, on: device.scanned, groups, question)
      }
      let answers = agreements.all.map { agreement in
        ReachRun.SharedAnswer(
          profiles: agreement.profiles,
          discovery: agreement.outcome.discovery(of: device.scanned, groups, for: question, during: device.times))
      }
      return ReachRun.SharedAnswers(question: question, answers: answers, source: agreements.source)
    }
  }
}

extension ReachRun {
  /// The answers of all scanners to one question about a device.
  package struct SharedAnswers: Sendable {
    package let question: Question
    /// In the order of the first scanner of each.
    package let answers: [SharedAnswer]
    /// The same for answers that agree in their scanners and evidence, and in their reasons unless these depend on when
    /// the device was heard; `nil` when that is not known.
    package let source: AnswerSource?
  }

  /// The identity of the object from which answers to alike questions about alike devices were made.
  package final class AnswerSource: Hashable, Sendable {
    /// Whether the reasons depend on when each device was heard.
    package let dependsOnTimes: Bool

    init(dependsOnTimes: Bool) { self.dependsOnTimes = dependsOnTimes }

    package static func == (one: AnswerSource, other: AnswerSource) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// An answer that several scanners have in common.
  package struct SharedAnswer: Hashable, Sendable {
    /// The positions of the scanners among those of the run, in ascending order.
    package let profiles: [Int]
    /// Whether, when and how often they discover the device.
    package let discovery: Discovery
  }

  /// The same, an answer for each scanner.
  package func answers(of shared: SharedAnswers) -> [Answer] {
    shared.answers.flatMap { answer in answer.profiles.map { ($0, answer.discovery) } }
      .sorted { $0.0 < $1.0 }
      .map { Answer(question: shared.question, profile: profiles[$0], discovery: $1) }
  }
}
