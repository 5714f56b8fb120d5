internal import AdvertScan

/// The keys of `advert.reach/1`.
enum ReachKeys {
  /// A line of `--format jsonl`: it has the keys of one of the lists.
  static let row: [DescribedKey] =
    [DescribedKey("row", .words(["device", "class", "diagnosis", "absence", "account"]), "what the line is")]
    + [
      ("device", devices), ("class", classes), ("diagnosis", diagnoses), ("absence", absences),
      ("account", AccountKeys.accountWithMatchers),
    ].reduce(into: []) { keys, kind in
      for key in kind.1 where !keys.contains(where: { $0.key == key.key }) {
        keys.append(
          DescribedKey(
            key.key, key.type, key.meaning, null: key.null, absent: "unless `row` is `\(kind.0)` or another with it"))
      }
    }

  /// What a scanner can look for.
  private static let questions = ["service", "name", "namePattern", "serviceData", "manufacturerData", "presence"]

  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.reach/1`"),
    DescribedKey("manifest", .string, "the path of the manifest in use", null: "when none is"),
    DescribedKey("captures", .list(.object(captures)), "those inputs that are captures"),
    DescribedKey(
      "diagnoses",
      .list(.object(diagnoses)),
      "with `--device`: why an app finds the device or does not, for each question and each scanner of `--for`, or that "
        + "of the log's host"),
    DescribedKey(
      "absences", .list(.object(absences)),
      "like `diagnoses`, when no capture has the device: how long the host listened for one like it"),
    DescribedKey("devices", .list(.object(devices)), "the devices and declared layouts that are wanted"),
    DescribedKey(
      "classes",
      .list(.object(classes)),
      "the verdicts of all scanners on one question, told once for all devices that have them"),
    DescribedKey(
      "within", .object(within), "whether the scanners find the devices in the time that was asked for",
      absent: "without `--within`"),
    DescribedKey(
      "accounts", .list(.object(AccountKeys.accountWithMatchers)),
      "what programs tell of devices in values, for each input that has such",
      absent: "without one"),
  ]

  static let classes: [DescribedKey] = [
    DescribedKey("class", .integer, "its number, from 0"),
    DescribedKey("verdicts", .list(.object(classesVerdicts)), "one for all scanners with the same verdict"),
  ]

  private static let classesVerdicts: [DescribedKey] = [
    DescribedKey("profiles", .list(.string), "the ids of the scanner [profiles](Profiles.md)"),
    DescribedKey("verdict", .words(DocumentWords.verdicts), "the verdict"),
    DescribedKey("tentative", .boolean, "whether the verdict is `may`"),
    DescribedKey("reason", .string, "why"),
    DescribedKey("evidence", .list(.object(classesVerdictsEvidence)), "what is known of the scanners and decides"),
    DescribedKey("reception", .integer, "position among the `receptions` of an answer, from 0"),
  ]

  private static let classesVerdictsEvidence: [DescribedKey] = [
    DescribedKey("strength", .words(DocumentWords.strengths), "how much can be built on it"),
    DescribedKey("source", .string, "where it is from", null: "for `userDefined`"),
  ]

  static let devices: [DescribedKey] =
    DocumentKeys.device + [
      DescribedKey("name", .string, "the local name", null: "when none was seen"),
      DescribedKey("layoutName", .string, "the name of a declared layout", null: "when it has none"),
      DescribedKey(
        "layouts",
        .integer,
        "how many layouts without a name are alike and told here",
        absent: "for devices of captures"),
      DescribedKey(
        "intervalMs", .number, "its advertising interval",
        absent:
          "when it is not known, or only within a range; in captures with more than 100 devices, unless `--device` "
          + "chooses it"),
      DescribedKey(
        "intervalFrom", .words(DeviceTiming.Source.allCases.map { $0.rawValue }),
        "how that is known: `declared`; `configured` by commands of the log's host; `measured`",
        absent: "with `intervalMs`"),
      DescribedKey("answers", .list(.object(devicesAnswers)), "one for each question"),
      DescribedKey(
        "matchers", .list(.object(AccountKeys.matchers)), "what each scanner gets of what a matcher asks for",
        absent: "without `--matching`"),
    ]

  private static let devicesAnswers: [DescribedKey] = [
    DescribedKey("question", .object(devicesAnswersQuestion), "what the scanners look for"),
    DescribedKey("class", .integer, "the number of the class with the verdicts"),
    DescribedKey(
      "receptions",
      .list(.object(devicesAnswersReceptions)),
      "what of the answer is the device's own, each once; the verdicts of the class refer to it"),
    DescribedKey(
      "times", .list(.object(devicesAnswersTimes)),
      "how soon each scanner that finds it does so, for each setting that is known ([Timing](Timing.md))",
      absent: "with `intervalMs`"),
  ]

  private static let devicesAnswersTimes: [DescribedKey] = [
    DescribedKey("profile", .string, "the id of the scanner"),
    DescribedKey("mode", .string, "its setting", null: "when it has only one"),
    DescribedKey("windowMs", .number, "how long it listens, in milliseconds"),
    DescribedKey("scanIntervalMs", .number, "from the start of one window to the next, in milliseconds"),
    DescribedKey("waitsFor", .words(DocumentWords.blocks), "the block that is asked for"),
    DescribedKey(
      "median", .number, "seconds in which half of all tries find it", null: "when it takes too long to tell"),
    DescribedKey("p95", .number, "the same for 95 of 100 tries", null: "as for `median`"),
    DescribedKey("p99", .number, "the same for 99 of 100 tries", null: "as for `median`"),
    DescribedKey("longest", .number, "seconds that no try takes longer than", null: "when there is no such bound"),
  ]

  private static let within: [DescribedKey] = [
    DescribedKey("seconds", .number, "the time that was asked for"),
    DescribedKey("met", .boolean, "whether something is known, and all of it takes no longer in 95 of 100 tries"),
    DescribedKey("metCount", .integer, "pairs of a device and a scanner that do, for each question"),
    DescribedKey("unmetCount", .integer, "those that do not"),
    DescribedKey("unmet", .list(.object(withinUnmet)), "the first 20 of these"),
    DescribedKey("unknown", .list(.string), "scanners of which it is not known for at least one device"),
  ]

  private static let withinUnmet: [DescribedKey] = [
    DescribedKey("advertiser", .address, "the address of the device", null: "for a declared layout"),
    DescribedKey("layoutName", .string, "the name of a declared layout", null: "when it has none"),
    DescribedKey("profile", .string, "the id of the scanner"),
    DescribedKey("mode", .string, "its slowest setting", null: "when it has only one, or does not find the device"),
    DescribedKey(
      "p95", .number, "seconds in which 95 of 100 tries find it", null: "when it does not find it, or takes too long"),
  ]

  private static let devicesAnswersReceptions: [DescribedKey] = [
    DescribedKey(
      "place",
      .object(devicesAnswersReceptionsPlace),
      "where the bytes are that decide",
      null: "when it is for the lack of some"),
    DescribedKey(
      "firstDiscovery",
      .number,
      "seconds until the scanner would have discovered the device",
      null: "when it did not, and without times"),
    DescribedKey(
      "firstDiscoveryFrom",
      .words(DiscoveryTiming.Start.allCases.map { $0.rawValue }),
      "where these seconds start: `scan`, the scan of the log's host; `capture`, the first record",
      null: "with `firstDiscovery`"),
    DescribedKey(
      "callbacks",
      .integer,
      "calls that an app gets, with repeats left out",
      null: "when not known, as for declared layouts"),
    DescribedKey("callbacksWithDuplicates", .integer, "the same with repeats", null: "when not known"),
    DescribedKey(
      "secondsSaved",
      .number,
      "seconds of scanning after the first discovery",
      null: "with `firstDiscovery`"),
  ]

  private static let devicesAnswersReceptionsPlace: [DescribedKey] = [
    DescribedKey("layout", .integer, "position of the layout among those of the device, from 0"),
    DescribedKey("block", .words(DocumentWords.blocks), "the block"),
    DescribedKey(
      "scanResponseIndex",
      .integer,
      "position among the scan responses of the layout, from 0",
      null: "in advertising data"),
    DescribedKey("offset", .integer, "of the first byte in the payload"),
    DescribedKey("length", .integer, "how many bytes"),
  ]

  static let devicesAnswersQuestion: [DescribedKey] = [
    DescribedKey(
      "kind",
      .words(questions),
      "`service`; `name`; `namePattern`; `serviceData`; `manufacturerData`; `presence`: anything of the device"),
    DescribedKey(
      "value",
      .string,
      "the UUID or the name; of a pattern and of data, what is asked for in words",
      null: "for `presence`"),
  ]

  static let diagnoses: [DescribedKey] = [
    DescribedKey("path", .string, "the capture"),
    DescribedKey("advertiser", .address, "the address of the device", null: "as in `devices`"),
    DescribedKey("question", .object(diagnosesQuestion), "what is asked, as in `devices`"),
    DescribedKey("profile", .string, "the id of the scanner"),
    DescribedKey(
      "conclusion",
      .words(Diagnosis.Conclusion.allCases.map { $0.rawValue } + ["notHeard"]),
      "the [conclusion](#conclusions), one for each sentence"),
    DescribedKey(
      "look",
      .words(Diagnosis.Blame.allCases.map { $0.rawValue }),
      "where to look next: `device`, `app`; `unknown`: the log does not tell"),
    DescribedKey("sentence", .string, "the conclusion, for people"),
    DescribedKey("tentative", .boolean, "whether it rests on field reports"),
    DescribedKey("reports", .integer, "reports of the device in the capture"),
    DescribedKey("firstRecord", .integer, "the record of the first", null: "when it is not known"),
    DescribedKey("intervalMs", .number, "its advertising interval, estimated", null: "when it cannot be measured"),
    DescribedKey("mentions", .list(.object(diagnosesMentions)), "where it mentions what is asked for"),
    DescribedKey(
      "decidingScan", .integer, "the `number` of the scan that the sentence speaks of", null: "when it speaks of none"),
    DescribedKey(
      "otherAddresses", .object(otherAddresses),
      "other addresses that the device may have used; nothing is joined for it",
      null: "when its address does not change"),
    DescribedKey(
      "connections", .list(.object(diagnosesConnections)), "connections of the host to the device, and attempts"),
    DescribedKey("scans", .list(.object(diagnosesScans)), "the scans of the host"),
  ]

  static let otherAddresses: [DescribedKey] = [
    DescribedKey("likely", .list(.object(likelyAddresses)), "addresses that likely were the device's, in their order"),
    DescribedKey(
      "fittingEqually", .integer,
      "addresses that fit equally well as the next or the one before; 0 when there are no two"),
  ]

  private static let likelyAddresses: [DescribedKey] = [
    DescribedKey("address", .address, "the address"),
    DescribedKey("earlier", .boolean, "whether it was used before the address of the device"),
    DescribedKey("firstSeen", .time, "its first report"),
    DescribedKey("lastSeen", .time, "its last report"),
    DescribedKey("gap", .number, "seconds between it and the address next to it"),
  ]

  private static let diagnosesConnections: [DescribedKey] = [
    DescribedKey("record", .integer, "the record of the event that it began or failed with"),
    DescribedKey("time", .time, "when", null: "without times"),
    DescribedKey("endRecord", .integer, "the record of its end", null: "when it failed or went on"),
    DescribedKey("endTime", .time, "when", null: "like `endRecord`, and without times"),
    DescribedKey("reason", .integer, "the error code of HCI that says why it failed or ended", null: "when it went on"),
    DescribedKey("failed", .boolean, "whether there was no connection"),
  ]

  static let absences: [DescribedKey] = [
    DescribedKey("path", .string, "the capture"),
    DescribedKey("question", .object(diagnosesQuestion), "what is asked, as in `devices`"),
    DescribedKey("profile", .string, "the id of the scanner"),
    DescribedKey(
      "conclusion", .words(AbsentDevice.Conclusion.allCases.map { $0.rawValue }),
      "`notHeard`: it scanned with a filter that fits and heard nothing; else as in `diagnoses`"),
    DescribedKey("sentence", .string, "the conclusion, for people"),
    DescribedKey("duration", .number, "seconds with filters that fit", null: "without any, and without times"),
    DescribedKey(
      "listened", .number, "seconds of these that the host listened",
      null: "like `duration`, and when interval and window are not known"),
    DescribedKey("scanNumbers", .list(.integer), "the `number` of each of these scans"),
    DescribedKey("heard", .list(.object(absencesHeard)), "devices that send what is asked for, at most three"),
  ]

  private static let absencesHeard: [DescribedKey] = [
    DescribedKey("address", .address, "the address"),
    DescribedKey("name", .string, "the local name", null: "when none was seen"),
    DescribedKey("reports", .integer, "reports of it"),
  ]

  private static let diagnosesScans: [DescribedKey] = [
    DescribedKey("session", .integer, "its `number` in `scanSessions`"),
    DescribedKey("fits", .boolean, "whether its filters let the device pass, for a part of it at least"),
    DescribedKey("filterKnown", .boolean, "whether the log shows what its filters ask for"),
    DescribedKey("reports", .integer, "reports in it with what is asked for"),
    DescribedKey(
      "duration",
      .number,
      "seconds that its filters let the device pass",
      null: "when they did not, and without times"),
    DescribedKey(
      "listened",
      .number,
      "seconds of these that it listened",
      null: "like `duration`, and when interval and window are not known"),
    DescribedKey(
      "waited",
      .number,
      "seconds from their start until what is asked for was received",
      null: "when it was not, and without times"),
    DescribedKey(
      "filterRecord",
      .integer,
      "the record of the filter that let the device pass",
      null: "without a filter"),
  ]

  private static let diagnosesMentions: [DescribedKey] = [
    DescribedKey("block", .words(DocumentWords.blocks), "`advertising` or `scanResponse`"),
    DescribedKey("record", .integer, "the first record with it", null: "when it is not known"),
    DescribedKey("reports", .integer, "reports with it"),
  ]

  private static let diagnosesQuestion: [DescribedKey] = [
    DescribedKey(
      "kind",
      .words(questions),
      "the kind of question, as in `devices`"),
    DescribedKey("value", .string, "what is asked for, as in `devices`", null: "as in `devices`"),
  ]

  private static let captures: [DescribedKey] = [
    DescribedKey("path", .string, "the path as given; in an archive with the name of the member"),
    DescribedKey("start", .time, "the earliest time of a record", null: "without times"),
    DescribedKey("end", .time, "the latest time of a record", null: "without times"),
    DescribedKey(
      "scanModes",
      .list(.object(ScanKeys.modes)),
      "each change of how the log's host scanned, as in [inspect](#inspect)"),
    DescribedKey(
      "scanSessions",
      .list(.object(ScanKeys.sessions)),
      "the scans of the log's host, each from the command that started it; empty when the capture does not tell"),
    DescribedKey("scanSessionsLeftOut", .integer, "scans beyond 10,000, which are not told"),
  ]
}
