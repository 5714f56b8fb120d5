/// Answers to questions about devices, each found once for all devices with equal traits: a place has thousands of devices
/// and a few dozen kinds of them.
package struct AlikeAnswers<Answer: Sendable>: Sendable {
  private var asked = KeyIndex<Asked>()
  /// The answers to everything asked, by the numbers of the questions.
  private var answers: [Answer] = []

  /// A hostile capture has a kind of device for each of its devices.
  private static var maximumKept: Int { 1024 }

  /// Everything that verdicts on a question depend on.
  private struct Asked: Hashable, Sendable {
    let subject: Subject
    let traits: DeviceTraits

    /// The part of a question that verdicts depend on, besides the places that answer it.
    enum Subject: Hashable, Sendable {
      case service, name, anyName, presence
      case data(MentionKinds)

      init(_ question: Question) {
        switch question {
        case .service, .openService: self = .service
        case .name(nil): self = .anyName
        case .name: self = .name
        case .data(let asked): self = .data(asked.kind)
        case .presence: self = .presence
        }
      }
    }
  }

  /// No answers yet.
  package init() {}

  /// Returns the answer to a question about a device.
  ///
  /// - Parameter find: finds the answer for a device with new traits.
  package mutating func answer(to question: Question, about device: ScannedDevice, _ find: () -> Answer) -> Answer {
    answer(to: question, about: device, device.groups(for: question), find)
  }

  /// - Parameter groups: those of the device that answer the question.
  mutating func answer(
    to question: Question, about device: ScannedDevice, _ groups: [MentionGroup], _ find: () -> Answer
  ) -> Answer {
    if answers.count >= Self.maximumKept { self = AlikeAnswers() }
    let key = Asked(subject: Asked.Subject(question), traits: DeviceTraits(device, answering: [question], [groups]))
    let (number, isNew) = asked.number(of: key)
    if isNew { answers.append(find()) }
    return answers[number]
  }
}

extension AlikeAnswers<[Verdict.Word]> {
  /// Returns the verdicts of scanners in one word each.
  package mutating func words(
    of device: ScannedDevice, _ question: Question, by profiles: [ScannerProfile]
  ) -> [Verdict.Word] {
    // Devices alike may have other readings.
    guard device.isCertain else { return profiles.map { $0.verdict(on: device, for: question).word } }
    return answer(to: question, about: device) { profiles.map { $0.verdict(on: device, for: question).word } }
  }
}
