internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The document `advert.reach/1`, and its rows.
///
/// Hundreds of devices get the same verdicts, and each verdict has its reason and its evidence. So the verdicts of all
/// scanners on one question are a class, which is told once. A device has the number of the class, and what is its own:
/// where its data are and when it was received.
extension ReachReport {
  /// The whole document.
  package var json: String { JSONWriter.text(writeJSON) }

  /// Writes the document in pieces, device by device. Classes come behind the devices.
  package func writeJSON(to take: @escaping (String) -> Void) {
    var classes = ReachClasses()
    var times = ExpectedTimes()
    var json = JSONWriter(to: take)
    json.object { json in
      json.value("schema", "advert.reach/1")
      json.value("manifest", manifest)
      json.array("captures", run.inputs.filter { $0.capture != nil }) { json, input in
        json.object { json in write(input, to: &json) }
      }
      json.array("diagnoses") { json in
        forEachDiagnosis { diagnosis, device, input in
          json.object { json in write(diagnosis, of: device, in: input, to: &json) }
        }
      }
      json.array("absences") { json in
        forEachAbsence { absence, input in
          json.object { json in
            json.value("path", input.path)
            json.object("question") { json in absence.question.write(to: &json) }
            AbsenceWords(absence).write(to: &json)
          }
        }
      }
      json.array("devices") { json in
        forEachBehaviour { answered in
          let numbers = answered.answers.map { classes.number(of: $0.verdicts) }
          json.row { json in write(answered, numbers, &times, to: &json) }
        }
      }
      json.array("classes", classes.all.enumerated()) { json, element in
        json.object { json in element.element.write(number: element.offset, to: &json) }
      }
      if let demand { json.object("within") { json in SoonWords.write(demand, to: &json) } }
      guard !accounts.isEmpty else { return }
      json.array("accounts", accounts) { json, account in
        json.object { json in account.write(to: &json) }
      }
    }
    json.finish()
  }

  /// Writes a line for each device and for each class, which comes before the first device that refers to it. The key
  /// `row` says what a line is.
  package func writeLines(to take: @escaping (String) -> Void) {
    var classes = ReachClasses()
    var times = ExpectedTimes()
    var json = JSONWriter(isIndented: false, to: take)
    for account in accounts {
      json.row { json in
        json.value("row", "account")
        account.write(to: &json)
      }
    }
    forEachAbsence { absence, input in
      json.row { json in
        json.value("row", "absence")
        json.value("path", input.path)
        json.object("question") { json in absence.question.write(to: &json) }
        AbsenceWords(absence).write(to: &json)
      }
    }
    forEachDiagnosis { diagnosis, device, input in
      json.row { json in
        json.value("row", "diagnosis")
        write(diagnosis, of: device, in: input, to: &json)
      }
    }
    forEachBehaviour { answered in
      let known = classes.all.count
      let numbers = answered.answers.map { classes.number(of: $0.verdicts) }
      for number in known..<classes.all.count {
        json.row { json in
          json.value("row", "class")
          classes.all[number].write(number: number, to: &json)
        }
      }
      json.row { json in
        json.value("row", "device")
        write(answered, numbers, &times, to: &json)
      }
    }
    json.finish()
  }

  private func write(_ input: ReachRun.JudgedFile, to json: inout JSONWriter) {
    json.value("path", input.path)
    json.value("start", input.capture?.times?.lowerBound)
    json.value("end", input.capture?.times?.upperBound)
    json.array("scanModes", input.scanPeriods) { json, period in
      json.object { json in json.write(period) }
    }
    json.writeScanSessions(input.scanSessions, nil, until: input.capture?.times?.upperBound)
    json.value("scanSessionsLeftOut", input.scanSessionsLeftOut)
  }

  private func write(
    _ diagnosis: Diagnosis, of device: ReachRun.Device, in input: ReachRun.JudgedFile, to json: inout JSONWriter
  ) {
    json.value("path", input.path)
    json.value("advertiser", device.address)
    json.object("question") { json in diagnosis.question.write(to: &json) }
    DiagnosisWords(diagnosis).write(to: &json)
  }

  private func forEachDiagnosis(_ body: (Diagnosis, ReachRun.Device, ReachRun.JudgedFile) -> Void) {
    for input in run.inputs {
      for device in input.devices {
        forEachDiagnosis(of: device, in: input) { body($0, device, input) }
      }
    }
  }

  // MARK: Devices

  /// A device with the answers to its questions, or declared layouts that are alike.
  private struct Answered: Sendable {
    let device: ReachRun.Device
    let input: ReachRun.JudgedFile
    let answers: [AnsweredQuestion]
    /// The same, one for each question and scanner.
    let single: [ReachRun.Answer]
    /// What a declared layout without a name is known by.
    let behaviour: Behaviour?
    var layouts = 1
  }

  /// What the declared layouts without a name have in common: nothing else tells them apart.
  private struct Behaviour: Hashable, Sendable {
    let name: String?
    let discoveries: [Discovery]
    let timing: DeviceTiming?
  }

  /// Calls `body` with each device and the answers for it. Declared layouts of an input that have no name and behave
  /// alike come together, at the end of the input, with their number: a file of hex holds a hundred thousand.
  private func forEachBehaviour(_ body: (Answered) -> Void) {
    for input in run.inputs {
      var positions: [Behaviour: Int] = [:]
      var alike: [Answered] = []
      run.forEachDevice(of: input) { device, answers in
        let isAlike = device.address == nil && device.layoutName == nil
        return Answered(
          device: device, input: input, answers: AnsweredQuestion.all(in: answers), single: answers,
          behaviour: isAlike
            ? Behaviour(name: device.name, discoveries: answers.map { $0.discovery }, timing: device.timing) : nil)
      } take: { answered in
        guard let behaviour = answered.behaviour else { return body(answered) }
        if let position = positions[behaviour] {
          alike[position].layouts += 1
        } else {
          positions[behaviour] = alike.count
          alike.append(answered)
        }
      }
      alike.forEach(body)
    }
  }

  private func write(
    _ answered: Answered, _ numbers: [Int], _ times: inout ExpectedTimes, to json: inout JSONWriter
  ) {
    let device = answered.device
    json.value("path", answered.input.path)
    json.value("advertiser", device.address)
    json.value("addressType", device.address?.kind.rawValue)
    json.value("name", device.name)
    json.value("layoutName", device.layoutName)
    if device.address == nil { json.value("layouts", answered.layouts) }
    if let timing = device.timing { SoonWords.write(timing, to: &json) }
    json.array("answers", zip(answered.answers, numbers)) { json, element in
      let (answer, number) = element
      json.object { json in
        json.object("question") { json in answer.question.write(to: &json) }
        json.value("class", number)
        json.array("receptions", answer.receptions) { json, discovery in
          json.object { json in write(discovery, on: device, in: answered.input, to: &json) }
        }
        guard device.timing != nil else { return }
        json.array("times") { json in
          for single in answered.single where single.question == answer.question {
            for soon in run.soonAnswers(for: single, on: device, &times) ?? [] {
              json.object { json in SoonWords.write(soon, to: &json) }
            }
          }
        }
      }
    }
    guard !run.matchers.isEmpty else { return }
    json.array("matchers", run.matchers) { json, matcher in
      json.object { json in
        json.value("integration", matcher.integration)
        json.value("number", matcher.number)
        json.value("connectable", matcher.isForConnections)
        json.array("verdicts", zip(run.profiles, run.verdicts(on: device, for: matcher))) { json, element in
          let (profile, verdict) = element
          json.object { json in
            json.value("profile", profile.id)
            json.value("verdict", verdict.word.rawValue)
            json.object("question") { json in verdict.question.write(to: &json) }
            json.value("reason", verdict.explanation)
          }
        }
      }
    }
  }

  private func write(
    _ discovery: Discovery, on device: ReachRun.Device, in input: ReachRun.JudgedFile, to json: inout JSONWriter
  ) {
    if let mention = discovery.verdict.mention {
      json.object("place") { json in
        json.value("layout", mention.layout)
        json.value("block", mention.block.rawValue)
        json.value("scanResponseIndex", mention.response)
        json.value("offset", mention.offset)
        json.value("length", mention.length)
      }
    } else {
      json.null("place")
    }
    let timing = input.timing(of: discovery, on: device)
    json.seconds("firstDiscovery", timing?.waited)
    json.value("firstDiscoveryFrom", timing?.start.rawValue)
    json.value("callbacks", discovery.callbacks)
    json.value("callbacksWithDuplicates", discovery.callbacksWithDuplicates)
    json.seconds("secondsSaved", timing?.rest)
  }
}

/// The verdicts of several scanners on a question, without what belongs to one device.
private struct ReachClass: Hashable, Sendable {
  private(set) var groups: [Group] = []

  /// Scanners with the same verdict, and the same reception of the device.
  struct Group: Hashable, Sendable {
    let answer: Answer
    var profiles: [ScannerProfile.ID]
  }

  struct Answer: Hashable, Sendable {
    /// What the words of the reason depend on, besides the reason.
    let subject: String
    let reason: Reason
    let evidence: [Evidence]
    /// Which of the receptions of a device it is.
    let reception: Int
  }

  /// The first verdict of each group, for its words.
  private var verdicts = Examples()

  /// Equal where the groups are.
  private struct Examples: Hashable, Sendable {
    var list: [Verdict] = []

    static func == (one: Self, other: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  mutating func add(_ profile: ScannerProfile.ID, _ verdict: Verdict, reception: Int) {
    let answer = Answer(
      subject: verdict.question.kind, reason: verdict.reason, evidence: verdict.evidence, reception: reception)
    if let known = groups.firstIndex(where: { $0.answer == answer }) {
      groups[known].profiles.append(profile)
    } else {
      groups.append(Group(answer: answer, profiles: [profile]))
      verdicts.list.append(verdict)
    }
  }

  func write(number: Int, to json: inout JSONWriter) {
    json.value("class", number)
    json.array("verdicts", zip(groups, verdicts.list)) { json, element in
      let (group, verdict) = element
      json.object { json in
        json.array("profiles", group.profiles) { $0.value(nil, $1) }
        json.value("verdict", verdict.word.rawValue)
        json.value("tentative", verdict.isTentative)
        json.value("reason", verdict.explanation)
        json.array("evidence", verdict.evidence) { json, evidence in
          json.object { json in
            json.value("strength", evidence.strength.rawValue)
            json.value("source", evidence.source)
          }
        }
        json.value("reception", group.answer.reception)
      }
    }
  }
}

/// The classes of a run, numbered in the order met.
private struct ReachClasses {
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
private struct AnsweredQuestion: Sendable {
  let question: Question
  let verdicts: ReachClass
  /// What of the discoveries is the device's own, each once.
  let receptions: [Discovery]

  /// The answers question by question.
  static func all(in answers: [ReachRun.Answer]) -> [AnsweredQuestion] {
    var all: [AnsweredQuestion] = []
    var start = 0
    while start < answers.count {
      let question = answers[start].question
      let end = answers[start...].firstIndex { $0.question != question } ?? answers.count
      all.append(AnsweredQuestion(question, answers[start..<end]))
      start = end
    }
    return all
  }

  private init(_ question: Question, _ answers: ArraySlice<ReachRun.Answer>) {
    var receptions: [Discovery] = []
    var verdicts = ReachClass()
    for answer in answers {
      let reception = receptions.firstIndex { $0.isReceived(like: answer.discovery) } ?? receptions.count
      if reception == receptions.count { receptions.append(answer.discovery) }
      verdicts.add(answer.profile.id, answer.discovery.verdict, reception: reception)
    }
    self.question = question
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

extension Question {
  /// As in documents.
  fileprivate var kind: String {
    switch self {
    case .service: "service"
    case .name: "name"
    case .data(let question): question.filterKind.rawValue
    case .presence: "presence"
    }
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.value("kind", kind)
    switch self {
    case .service(let uuid): json.value("value", uuid.description)
    case .name(let name): json.value("value", name)
    case .data(let question): json.value("value", question.description)
    case .presence: json.null("value")
    }
  }
}
