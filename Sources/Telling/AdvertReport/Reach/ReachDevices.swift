internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The devices of the document `advert.reach/1`: each with its questions, the classes of their answers, and what of the
/// answers is its own.
extension ReachReport {
  /// A device with the answers to its questions, or declared layouts that are alike. A class, because it is passed on
  /// often and is large.
  final class Answered: Sendable {
    let device: ReachRun.Device
    let answers: [AnsweredQuestion]
    /// The key of a declared layout without a name.
    let behaviour: Behaviour?

    init(device: ReachRun.Device, answers: [AnsweredQuestion], behaviour: Behaviour?) {
      self.device = device
      self.answers = answers
      self.behaviour = behaviour
    }
  }

  /// The common properties of declared layouts without a name: no other property distinguishes them.
  struct Behaviour: Hashable, Sendable {
    let name: String?
    let discoveries: [Discovery]
    let timing: DeviceTiming?
  }

  /// Calls `body` with each device, the answers for it, and its input. Declared layouts of an input that have no name and
  /// behave alike come together, at the end of the input, with their number: a file of hex may contain a hundred thousand.
  func forEachBehaviour(_ body: (_ answered: Answered, _ file: ReachRun.AskedFile, _ layouts: Int) -> Void) {
    let run = run
    for file in run.inputs {
      var positions: [Behaviour: Int] = [:]
      var alike: [(answered: Answered, layouts: Int)] = []
      run.forEachDevice(of: file) { device, answers in
        var behaviour: Behaviour?
        if device.address == nil, device.layoutName == nil {
          let discoveries = answers.flatMap { run.answers(of: $0).map { $0.discovery } }
          behaviour = Behaviour(name: device.name, discoveries: discoveries, timing: device.timing)
        }
        return Answered(device: device, answers: answers.map { AnsweredQuestion($0) }, behaviour: behaviour)
      } take: { answered in
        guard let behaviour = answered.behaviour else { return body(answered, file, 1) }
        if let position = positions[behaviour] {
          alike[position].layouts += 1
        } else {
          positions[behaviour] = alike.count
          alike.append((answered, 1))
        }
      }
      for (answered, layouts) in alike { body(answered, file, layouts) }
    }
  }

  // MARK: In their written form

  /// A device in its written form. A class, because each key gets it.
  final class ReportedDevice {
    let device: ReachRun.Device
    let path: String
    let layouts: Int
    let answers: [NumberedAnswer]
    let firstReceptions: [FirstReception]?
    let run: ReachRun

    init(
      device: ReachRun.Device, path: String, layouts: Int, answers: [NumberedAnswer],
      firstReceptions: [FirstReception]?,
      run: ReachRun
    ) {
      self.device = device
      self.path = path
      self.layouts = layouts
      self.answers = answers
      self.firstReceptions = firstReceptions
      self.run = run
    }
  }

  /// An answer with the number of its class. A class of Swift, because each key gets it.
  final class NumberedAnswer {
    let question: Question
    let number: Int
    let misformed: MisformedMention?
    let receptions: [Reception]
    let times: [SoonWords.AnswerWithCurve]?

    init(
      question: Question, number: Int, misformed: MisformedMention?, receptions: [Reception],
      times: [SoonWords.AnswerWithCurve]?
    ) {
      self.question = question
      self.number = number
      self.misformed = misformed
      self.receptions = receptions
      self.times = times
    }
  }

  /// The part of an answer that is the device's own. A class, because each key gets it.
  final class Reception {
    let discovery: Discovery
    let timing: DiscoveryTiming?

    init(_ discovery: Discovery, _ timing: DiscoveryTiming?) {
      self.discovery = discovery
      self.timing = timing
    }
  }

  static let device: Keys<ReportedDevice> = [
    .all(SharedKeys.device) { ($0.path, $0.device.address) },
    Key("name", .string, "the local name", null: "when none was seen") { $0.device.name },
    Key("layoutName", .string, "the name of a declared layout", null: "when it has none") { $0.device.layoutName },
    Key(
      "doubts", .list(.object(DoubtKeys.doubt)), DoubtKeys.meaning,
      absent: "in captures with more than 100 devices, unless `--device` chooses it"
    ) { $0.device.doubts },
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
    Key(
      "appScans", .list(.object(AppScanWords.answers)), "whether each scan of the app finds the device",
      absent: "without `--app`"
    ) { told in
      told.run.scans.isEmpty
        ? nil : told.run.scans.enumerated().map { ($0.offset, $0.element.answers(for: told.device)) }
    },
  ]

  private static let answer: Keys<NumberedAnswer> = [
    Key("question", .object(question), "what the scanners look for") { $0.question },
    Key("class", .integer, "the number of the class with the verdicts") { $0.number },
    Key(
      "misformed", .object(MisformedKeys.mention), "where the device has the service in a form that no filter matches",
      absent: "unless it has the service only so"
    ) { $0.misformed },
    Key(
      "receptions", .list(.object(reception)),
      "what of the answer is the device's own, each once; the verdicts of the class refer to it"
    ) { $0.receptions },
    Key(
      "times", .list(.object(SoonWords.answer)),
      "how soon each scanner that finds it does so, for each setting that is known",
      absent: "with `intervalMs`"
    ) { $0.times },
  ]

  static let question: Keys<Question> = .question(
    kind:
      "`service`; `name`; `namePattern`; `serviceData`; `manufacturerData`; `solicitedService`; `presence`: anything of the device",
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
  static func question(kind: String, value: String, null: String) -> Self {
    [
      Key(
        "kind",
        .words(["service", "name", "namePattern", "serviceData", "manufacturerData", "solicitedService", "presence"]),
        kind
      ) {
        $0.kind
      },
      Key("value", .string, value, null: null) { question in
        switch question {
        case .service(let uuid): uuid.description
        case .openService(let service): service.pattern
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
    case .service, .openService: "service"
    case .name: "name"
    case .data(let question): question.filterKind.rawValue
    case .presence: "presence"
    }
  }
}
