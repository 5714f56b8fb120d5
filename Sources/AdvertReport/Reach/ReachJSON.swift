internal import AdvertCapture
internal import AdvertScan
internal import AdvertisingData

/// The document `advert.reach/1`, and its rows.
///
/// Hundreds of devices get the same verdicts, and each verdict has its reason and its evidence. So the verdicts of all
/// scanners on one question are a class, which is written once. A device has the number of the class, and its own
/// facts: the places of its data and the times of its receptions.
extension ReachReport {
  /// The whole document.
  package var json: String { JSONWriter.text(writeJSON) }

  /// Writes the document in pieces, device by device. Classes come after the devices.
  package func writeJSON(to take: @escaping (String) -> Void) {
    var json = JSONWriter(to: take)
    json.object(Self.keys, of: Telling(self))
    json.finish()
  }

  /// Writes a line for each device and for each class, which comes before the first device that refers to it. The key
  /// `row` is the kind of the line.
  package func writeLines(to take: @escaping (String) -> Void) {
    let telling = Telling(self)
    var json = JSONWriter(isIndented: false, to: take)
    func write<Object>(_ row: Row, _ keys: Keys<Object>, _ object: Object) {
      json.row { json in
        json.value("row", row.rawValue)
        keys.write(object, to: &json)
      }
    }
    for account in accounts { write(.account, AccountReport.keysWithMatchers, account) }
    forEachAbsence { absence, input in write(.absence, Self.absence, (absence, input)) }
    forEachDiagnosis { write(.diagnosis, Self.diagnosis, $0) }
    var known = 0
    telling.forEachDevice { device in
      let classes = telling.classes.all
      for number in known..<classes.count {
        write(.class, ReachClass.keys, (number, classes[number]))
      }
      known = classes.count
      write(.device, Self.device, device)
    }
    for choice in telling.choices ?? [] { write(.choice, IntervalWords.keys, choice) }
    json.finish()
  }

  /// The state while the report is written: results for one device serve the next.
  final class Telling {
    let report: ReachReport
    fileprivate var classes: ReachClasses
    private var times: ExpectedTimes

    init(_ report: ReachReport) {
      self.report = report
      classes = ReachClasses(of: report.run.profiles.map { $0.id })
      times = ExpectedTimes(loss: report.run.loss)
    }

    /// Hands on each device with the answers for it.
    fileprivate func forEachDevice(_ body: (ReportedDevice) -> Void) {
      report.forEachBehaviour { answered, layouts in
        let answers = answered.answers.map { answer in
          NumberedAnswer(
            question: answer.shared.question, number: classes.number(of: answer),
            receptions: answer.receptions.map { discovery in
              Reception(discovery, answered.input.file.timing(of: discovery, on: answered.device))
            },
            times: answered.device.timing.map { timing in
              report.run.answers(of: answer.shared).flatMap { single in
                report.run.soonAnswers(for: single, on: answered.device, &times) ?? []
              }.map { soon in
                (soon, report.showsCurves ? times.curve(of: timing.advertising, for: soon.listener) : nil)
              }
            })
        }
        var first: [FirstReception]?
        if answered.device.timing != nil, answered.device.advertiser != nil {
          first = report.run.firstReceptions(of: answered.device, in: answered.input.file, &times)
        }
        body(
          ReportedDevice(
            answered: answered, layouts: layouts, answers: answers, firstReceptions: first, run: report.run))
      }
    }

    /// The intervals to choose from; `nil` when each device keeps its own.
    fileprivate var choices: [IntervalWords.DemandedChoice]? {
      report.choosing.map { choosing in choosing.choices.map { ($0, choosing.within) } }
    }
  }

  private var allCaptures: [ReachRun.JudgedFile] { run.inputs.filter { $0.capture != nil } }

  /// A folder that is searched for one device has hundreds of others. When none has it, the scans say what its absence
  /// means.
  private var captures: [ReachRun.JudgedFile] {
    let having = run.choosesDevices ? allCaptures.filter { !$0.lacksDevice } : []
    return having.isEmpty ? allCaptures : having
  }

  private func forEachDiagnosis(_ body: (ReportedDiagnosis) -> Void) {
    // Of others there is none, and there may be a hundred thousand.
    guard run.choosesDevices else { return }
    for input in run.inputs {
      for device in input.devices {
        forEachDiagnosis(of: device, in: input) { body((input.path, device.address, $0)) }
      }
    }
  }

  // MARK: Devices

  /// An input. A class, because each of its devices has it, and it is large.
  fileprivate final class Input: Sendable {
    let file: ReachRun.JudgedFile

    init(_ file: ReachRun.JudgedFile) { self.file = file }
  }

  /// A device with the answers to its questions, or declared layouts that are alike. A class, because it is passed on
  /// often and is large.
  fileprivate final class Answered: Sendable {
    let device: ReachRun.Device
    let input: Input
    let answers: [AnsweredQuestion]
    /// The key of a declared layout without a name.
    let behaviour: Behaviour?

    init(device: ReachRun.Device, input: Input, answers: [AnsweredQuestion], behaviour: Behaviour?) {
      self.device = device
      self.input = input
      self.answers = answers
      self.behaviour = behaviour
    }
  }

  /// The common properties of declared layouts without a name: no other property distinguishes them.
  fileprivate struct Behaviour: Hashable, Sendable {
    let name: String?
    let discoveries: [Discovery]
    let timing: DeviceTiming?
  }

  /// Calls `body` with each device and the answers for it. Declared layouts of an input that have no name and behave
  /// alike come together, at the end of the input, with their number: a file of hex may contain a hundred thousand.
  private func forEachBehaviour(_ body: (_ answered: Answered, _ layouts: Int) -> Void) {
    let run = run
    for file in run.inputs {
      let input = Input(file)
      var positions: [Behaviour: Int] = [:]
      var alike: [(answered: Answered, layouts: Int)] = []
      run.forEachDevice(of: file) { device, answers in
        var behaviour: Behaviour?
        if device.address == nil, device.layoutName == nil {
          let discoveries = answers.flatMap { run.answers(of: $0).map { $0.discovery } }
          behaviour = Behaviour(name: device.name, discoveries: discoveries, timing: device.timing)
        }
        return Answered(
          device: device, input: input, answers: answers.map { AnsweredQuestion($0) }, behaviour: behaviour)
      } take: { answered in
        guard let behaviour = answered.behaviour else { return body(answered, 1) }
        if let position = positions[behaviour] {
          alike[position].layouts += 1
        } else {
          positions[behaviour] = alike.count
          alike.append((answered, 1))
        }
      }
      for (answered, layouts) in alike { body(answered, layouts) }
    }
  }
}

// MARK: Keys

extension ReachReport {
  static let keys: Keys<Telling> = [
    Key(schema: "advert.reach/1"),
    Key("manifest", .string, "the path of the manifest in use", null: "when none is") { $0.report.manifest },
    Key(
      "captures", .list(.object(capture)),
      "those inputs that are captures; with `--device` those that have such a device, or all when none has"
    ) { $0.report.captures },
    Key(
      "capturesLeftOut", .integer, "captures without such a device, of which nothing else is told",
      absent: "without `--device`"
    ) { telling in
      let report = telling.report
      return report.run.choosesDevices ? report.allCaptures.count - report.captures.count : nil
    },
    Key(
      "diagnoses", streaming: diagnosis,
      "with `--device`: why an app finds the device or does not, for each question and each scanner of `--for`, or that of the log's host"
    ) { telling, take in telling.report.forEachDiagnosis(take) },
    Key(
      "absences", streaming: absence,
      "like `diagnoses`, when no capture has the device: how long the host listened for one like it"
    ) { telling, take in telling.report.forEachAbsence { take(($0, $1)) } },
    Key("devices", streaming: device, isOnOneLine: true, "the devices and declared layouts that are wanted") {
      telling, take in telling.forEachDevice(take)
    },
    Key(
      "classes", .list(.object(ReachClass.keys)),
      "the verdicts of all scanners on one question, told once for all devices that have them"
    ) { telling in telling.classes.all.enumerated().map { ($0.offset, $0.element) } },
    Key(
      "within", .object(SoonWords.demand), "whether the scanners find the devices in the time that was asked for",
      absent: "without `--within`, and with a range for `--interval`"
    ) { $0.report.demand },
    Key(
      "choices", .list(.object(IntervalWords.keys)),
      "the intervals to choose from, for each question about each of the first 8 devices ([Timing](Timing.md))",
      absent: "without a range for `--interval`"
    ) { $0.choices },
    Key(
      "accounts", .list(.object(AccountReport.keysWithMatchers)),
      "what programs tell of devices in values, for each input that has such", absent: "without one"
    ) { $0.report.accounts.isEmpty ? nil : $0.report.accounts },
    Key(
      "phones", .list(.object(PhoneReport.keys)), "what Android phones tell of the scans of their apps",
      absent: "without such an input"
    ) { $0.report.phones.isEmpty ? nil : $0.report.phones },
  ]

  /// The kinds of lines of `--format jsonl`.
  private enum Row: String, CaseIterable {
    case device, `class`, diagnosis, absence, account, choice

    var described: [DescribedKey] {
      switch self {
      case .device: ReachReport.device.described
      case .class: ReachClass.keys.described
      case .diagnosis: ReachReport.diagnosis.described
      case .absence: ReachReport.absence.described
      case .account: AccountReport.keysWithMatchers.described
      case .choice: IntervalWords.keys.described
      }
    }
  }

  /// The keys of a line.
  static let row: [DescribedKey] = {
    var keys = [DescribedKey("row", .words(Row.allCases.map { $0.rawValue }), "what the line is")]
    for row in Row.allCases {
      for key in row.described where !keys.contains(where: { $0.key == key.key }) {
        keys.append(
          DescribedKey(
            key.key, key.type, key.meaning, null: key.null,
            absent: "unless `row` is `\(row.rawValue)` or another with it"))
      }
    }
    return keys
  }()

  private static let capture: Keys<ReachRun.JudgedFile> = [
    Key("path", .string, "the path as given; in an archive with the name of the member") { $0.path },
    Key("start", .time, "the earliest time of a record", null: "without times") { $0.capture?.times?.lowerBound },
    Key("end", .time, "the latest time of a record", null: "without times") { $0.capture?.times?.upperBound },
    Key("scanModes", .list(.object(.scanMode)), "each change of how the log's host scanned, as in [inspect](#inspect)")
    { $0.scanPeriods },
    Key(
      "scanSessions", .list(.object(TalliedSession.keysWithReferences)),
      "the scans of the log's host, each from the command that started it; empty when the capture does not tell"
    ) { file in
      let filters = NumberedFilters(of: file.scanSessions)
      return TalliedSession.all(file.scanSessions, nil, until: file.capture?.times?.upperBound, filters)
    },
    Key(
      "scanFilters", .list(.object(.scanFilter)),
      "the filters in the controller during these scans, each once; beyond 50,000 in a log none is told"
    ) { NumberedFilters(of: $0.scanSessions).all },
    Key("scanSessionsLeftOut", .integer, "scans beyond 10,000, which are not told") { $0.scanSessionsLeftOut },
  ]

  // MARK: Diagnoses

  private typealias ReportedDiagnosis = (path: String, address: DeviceAddress?, diagnosis: Diagnosis)

  private static let diagnosis: Keys<ReportedDiagnosis> = [
    Key("path", .string, "the capture") { $0.path },
    Key("advertiser", .address, "the address of the device", null: "as in `devices`") { $0.address },
    Key("question", .object(diagnosedQuestion), "what is asked, as in `devices`") { $0.diagnosis.question },
    .all(DiagnosisWords.keys) { DiagnosisWords($0.diagnosis) },
  ]

  private static let absence: Keys<(absence: AbsentDevice, input: ReachRun.JudgedFile)> = [
    Key("path", .string, "the capture") { $0.input.path },
    Key("question", .object(diagnosedQuestion), "what is asked, as in `devices`") { $0.absence.question },
    .all(AbsenceWords.keys) { AbsenceWords($0.absence) },
  ]

  private static let diagnosedQuestion: Keys<Question> = .question(
    kind: "the kind of question, as in `devices`", value: "what is asked for, as in `devices`", null: "as in `devices`")

  // MARK: Devices

  /// A device in its written form. A class, because each key gets it.
  fileprivate final class ReportedDevice {
    let answered: Answered
    let layouts: Int
    let answers: [NumberedAnswer]
    let firstReceptions: [FirstReception]?
    let run: ReachRun

    init(
      answered: Answered, layouts: Int, answers: [NumberedAnswer], firstReceptions: [FirstReception]?, run: ReachRun
    ) {
      self.answered = answered
      self.layouts = layouts
      self.answers = answers
      self.firstReceptions = firstReceptions
      self.run = run
    }

    var device: ReachRun.Device { answered.device }
  }

  /// An answer with the number of its class. A class of Swift, because each key gets it.
  fileprivate final class NumberedAnswer {
    let question: Question
    let number: Int
    let receptions: [Reception]
    let times: [SoonWords.AnswerWithCurve]?

    init(question: Question, number: Int, receptions: [Reception], times: [SoonWords.AnswerWithCurve]?) {
      self.question = question
      self.number = number
      self.receptions = receptions
      self.times = times
    }
  }

  /// What of an answer is the device's own. A class, because each key gets it.
  fileprivate final class Reception {
    let discovery: Discovery
    let timing: DiscoveryTiming?

    init(_ discovery: Discovery, _ timing: DiscoveryTiming?) {
      self.discovery = discovery
      self.timing = timing
    }
  }

  private static let device: Keys<ReportedDevice> = [
    .all(SharedKeys.device) { ($0.answered.input.file.path, $0.device.address) },
    Key("name", .string, "the local name", null: "when none was seen") { $0.device.name },
    Key("layoutName", .string, "the name of a declared layout", null: "when it has none") { $0.device.layoutName },
    Key(
      "layouts", .integer, "how many layouts without a name are alike and told here", absent: "for devices of captures"
    ) { $0.device.address == nil ? $0.layouts : nil },
    Key(
      "intervalMs", .decimal, "its advertising interval",
      absent:
        "when it is not known, or only within a range; in captures with more than 100 devices, unless `--device` chooses it"
    ) { $0.device.timing.map { DecimalNumber($0.advertising.interval, decimals: 3) } },
    Key(
      "intervalFrom", .word(DeviceTiming.Source.self),
      "how that is known: `declared`; `configured` by commands of the log's host; `measured`; `supposed` by `--interval`",
      absent: "with `intervalMs`"
    ) { $0.device.timing?.source },
    Key(
      "lossPercent", .decimal, "how many of 100 packets are taken to be lost when times are computed",
      absent: "without `--loss`, and with `intervalMs`"
    ) { told in
      told.device.timing == nil || told.run.loss == 0
        ? nil : DecimalNumber(Int64(told.run.loss * 1000 + 0.5), decimals: 1)
    },
    Key("answers", .list(.object(answer)), "one for each question") { $0.answers },
    Key(
      "firstReceptions", .list(.object(FirstReceptionWords.keys)),
      "how long each scan of the log that heard it took to do so, beside what was to be expected",
      absent: "unless `--device` chooses it, and with `intervalMs`"
    ) { $0.firstReceptions },
    Key(
      "matchers", .list(.object(matcher)), "what each scanner gets of what a matcher asks for",
      absent: "without `--matching`"
    ) { told in
      told.run.matchers.isEmpty ? nil : told.run.matchers.map { JudgedMatcher($0, on: told.device, in: told.run) }
    },
  ]

  private static let answer: Keys<NumberedAnswer> = [
    Key("question", .object(question), "what the scanners look for") { $0.question },
    Key("class", .integer, "the number of the class with the verdicts") { $0.number },
    Key(
      "receptions", .list(.object(reception)),
      "what of the answer is the device's own, each once; the verdicts of the class refer to it"
    ) { $0.receptions },
    Key(
      "times", .list(.object(SoonWords.answer)),
      "how soon each scanner that finds it does so, for each setting that is known ([Timing](Timing.md))",
      absent: "with `intervalMs`"
    ) { $0.times },
  ]

  static let question: Keys<Question> = .question(
    kind: "`service`; `name`; `namePattern`; `serviceData`; `manufacturerData`; `presence`: anything of the device",
    value: "the UUID or the name; of a pattern and of data, what is asked for in words", null: "for `presence`")

  private static let reception: Keys<Reception> = [
    Key("place", .object(place), "where the bytes are that decide", null: "when it is for the lack of some") {
      $0.discovery.verdict.mention
    },
    Key(
      "firstDiscovery", .seconds, "seconds until the scanner would have discovered the device",
      null: "when it did not, and without times"
    ) { $0.timing?.waited },
    Key(
      "firstDiscoveryFrom", .word(DiscoveryTiming.Start.self),
      "where these seconds start: `scan`, the scan of the log's host; `capture`, the first record",
      null: "with `firstDiscovery`"
    ) { $0.timing?.start },
    Key(
      "callbacks", .integer, "calls that an app gets, with repeats left out",
      null: "when not known, as for declared layouts"
    ) { $0.discovery.callbacks },
    Key("callbacksWithDuplicates", .integer, "the same with repeats", null: "when not known") {
      $0.discovery.callbacksWithDuplicates
    },
    Key("secondsSaved", .seconds, "seconds of scanning after the first discovery", null: "with `firstDiscovery`") {
      $0.timing?.rest
    },
  ]

  private static let place: Keys<Mention> = [
    Key("layout", .integer, "position of the layout among those of the device, from 0") { $0.layout },
    Key("block", .word(Block.self), "the block") { $0.block },
    Key(
      "scanResponseIndex", .integer, "position among the scan responses of the layout, from 0",
      null: "in advertising data"
    ) { $0.response },
    Key("offset", .integer, "of the first byte in the payload") { $0.offset },
    Key("length", .integer, "how many bytes") { $0.length },
  ]

  // MARK: Matchers

  /// The verdicts of the scanners on a matcher.
  private struct JudgedMatcher {
    let matcher: IntegrationMatcher
    let verdicts: [(profile: ScannerProfile, verdict: Verdict)]

    init(_ matcher: IntegrationMatcher, on device: ReachRun.Device, in run: ReachRun) {
      self.matcher = matcher
      verdicts = zip(run.profiles, run.verdicts(on: device, for: matcher)).map { ($0, $1) }
    }
  }

  private static let matcher: Keys<JudgedMatcher> = [
    .all(SharedKeys.matcher) { $0.matcher },
    Key("connectable", .boolean, "whether a scanner that hears the device must be able to connect") {
      $0.matcher.isForConnections
    },
    Key("verdicts", .list(.object(matcherVerdict)), "one for each scanner") { $0.verdicts },
  ]

  private static let matcherVerdict: Keys<(profile: ScannerProfile, verdict: Verdict)> = [
    Key("profile", .string, "the id of the scanner") { $0.profile.id },
    Key("verdict", .word(Verdict.Word.self), "the worst of its conditions") { $0.verdict.word },
    Key("question", .object(question), "that condition") { $0.verdict.question },
    Key("reason", .string, "why") { $0.verdict.explanation },
  ]
}

extension Keys<Question> {
  /// Returns the keys of a scanner's question.
  ///
  /// - Parameters: the meanings of the keys, in Markdown: pages refer to earlier descriptions.
  fileprivate static func question(kind: String, value: String, null: String) -> Self {
    [
      Key("kind", .words(["service", "name", "namePattern", "serviceData", "manufacturerData", "presence"]), kind) {
        $0.kind
      },
      Key("value", .string, value, null: null) { question in
        switch question {
        case .service(let uuid): uuid.description
        case .name(let name): name
        case .data(let question): question.description
        case .presence: nil
        }
      },
    ]
  }
}

extension Question {
  /// The word in documents.
  var kind: String {
    switch self {
    case .service: "service"
    case .name: "name"
    case .data(let question): question.filterKind.rawValue
    case .presence: "presence"
    }
  }
}
