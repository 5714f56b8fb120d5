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
    for scan in run.scans { write(.appScan, AppScanWords.keys, scan) }
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
      report.forEachBehaviour { answered, file, layouts in
        let answers = answered.answers.map { answer in
          NumberedAnswer(
            question: answer.shared.question, number: classes.number(of: answer), misformed: answer.misformed,
            receptions: answer.receptions.map { discovery in
              Reception(discovery, file.timing(of: discovery, on: answered.device))
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
          first = report.run.firstReceptions(of: answered.device, in: file, &times)
        }
        body(
          ReportedDevice(
            device: answered.device, path: file.path, layouts: layouts, answers: answers, firstReceptions: first,
            run: report.run))
      }
    }

    /// The intervals to choose from; `nil` when each device keeps its own.
    fileprivate var choices: [IntervalWords.DemandedChoice]? {
      report.choosing.map { choosing in choosing.choices.map { ($0, choosing.within) } }
    }
  }

  private var allCaptures: [ReachRun.AskedFile] { run.inputs.filter { $0.capture != nil } }

  /// A folder that is searched for one device has hundreds of others. When none has it, the scans say what its absence
  /// means.
  private var captures: [ReachRun.AskedFile] {
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
    Key("appScans", .list(.object(AppScanWords.keys)), "the scans that the app asks for", absent: "without `--app`") {
      $0.report.run.scans.isEmpty ? nil : $0.report.run.scans
    },
    Key("devices", streaming: device, isOnOneLine: true, "the devices and declared layouts that are wanted") {
      telling, take in telling.forEachDevice(take)
    },
    Key(
      "classes", .list(.object(ReachClass.keys)),
      "the verdicts of all scanners on one question, told once for all devices that have them"
    ) { telling in telling.classes.all.enumerated().map { ($0.offset, $0.element) } },
    Key(
      "faults", .list(.object(ReachFault.keys)),
      "known faults of the stated versions of libraries, and of scanners that were asked for by version",
      absent: "without one"
    ) { $0.report.faults.isEmpty ? nil : $0.report.faults },
    Key(
      "within", .object(SoonWords.demand), "whether the scanners find the devices in the time that was asked for",
      absent: "without `--within`, and with a range for `--interval`"
    ) { $0.report.demand },
    Key(
      "choices", .list(.object(IntervalWords.keys)),
      "the intervals to choose from, for each question about each of the first 8 devices",
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
    case device, `class`, diagnosis, absence, account, choice, appScan

    var described: [DescribedKey] {
      switch self {
      case .device: ReachReport.device.described
      case .class: ReachClass.keys.described
      case .diagnosis: ReachReport.diagnosis.described
      case .absence: ReachReport.absence.described
      case .account: AccountReport.keysWithMatchers.described
      case .choice: IntervalWords.keys.described
      case .appScan: AppScanWords.keys.described
      }
    }
  }

  /// The keys of a line.
  static let row: [DescribedKey] = {
    var keys = [DescribedKey("row", .words(Row.allCases.map { $0.rawValue }), "what the line is")]
    for row in Row.allCases {
      for key in row.described {
        if let known = keys.firstIndex(where: { $0.key == key.key }) {
          // A key that one kind of line has always can be null in another.
          let first = keys[known]
          keys[known] = DescribedKey(
            first.key, first.type, first.meaning, null: first.null ?? key.null, absent: first.absent)
          continue
        }
        keys.append(
          DescribedKey(
            key.key, key.type, key.meaning, null: key.null,
            absent: "unless `row` is `\(row.rawValue)` or another with it"))
      }
    }
    return keys
  }()

  private static let capture: Keys<ReachRun.AskedFile> = [
    Key("path", .string, "the path as given; in an archive with the name of the member") { $0.path },
    Key("start", .time, "the earliest time of a record", null: "without times") { $0.capture?.times?.lowerBound },
    Key("end", .time, "the latest time of a record", null: "without times") { $0.capture?.times?.upperBound },
    Key("scanModes", .list(.object(.scanMode)), "each change of how the log's host scanned, as in `inspect`") {
      $0.scanPeriods
    },
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

  private static let absence: Keys<(absence: AbsentDevice, input: ReachRun.AskedFile)> = [
    Key("path", .string, "the capture") { $0.input.path },
    Key("question", .object(diagnosedQuestion), "what is asked, as in `devices`") { $0.absence.question },
    .all(AbsenceWords.keys) { AbsenceWords($0.absence) },
  ]

  private static let diagnosedQuestion: Keys<Question> = .question(
    kind: "the kind of question, as in `devices`", value: "what is asked for, as in `devices`", null: "as in `devices`")
}
