internal import AdvertCapture
internal import AdvertObservation

/// How the host of a log scanned, as `inspect` and `reach` have it.
enum ScanKeys {
  static let sessions: [DescribedKey] = [
    DescribedKey("number", .integer, "counts from 1"),
    DescribedKey("adapter", .integer, "the controller, from 0"),
    DescribedKey("record", .integer, "the record of the command that started it"),
    DescribedKey("time", .time, "when it was sent", null: "without times"),
    DescribedKey(
      "parametersRecord",
      .integer,
      "the record of the command that set type, interval, window and policy",
      null: "when set before the capture began"),
    DescribedKey(
      "end",
      .words(ScanSession.End.Reason.allCases.map { $0.rawValue }),
      "what ended it: `stopped`, `changed`: it went on in another way, `timeout`, `reset`",
      null: "when it went on to the end of the capture"),
    DescribedKey("endRecord", .integer, "the record of that", null: "like `end`"),
    DescribedKey("endTime", .time, "when", null: "like `end`, and without times"),
    DescribedKey("duration", .number, "seconds until its end, or that of the capture", null: "without times"),
    DescribedKey(
      "mode",
      .words(["active", "passive", "unknown"]),
      "`active`, `passive`; `unknown`: set before the capture began"),
    DescribedKey(
      "filterPolicy",
      .words(["all", "acceptList", "allWithPrivate", "acceptListWithPrivate"]),
      "the policy of HCI: `all`, `acceptList`, `allWithPrivate` or `acceptListWithPrivate`",
      null: "when set before the capture began"),
    DescribedKey(
      "filtersDuplicates",
      .boolean,
      "whether the controller leaves out repeats",
      null: "when the command was cut short"),
    DescribedKey(
      "scanInterval",
      .integer,
      "from one listening to the next, in units of 0.625 ms",
      null: "when set before the capture began"),
    DescribedKey(
      "scanWindow",
      .integer,
      "how long it listens each time, in units of 0.625 ms",
      null: "like `scanInterval`"),
    DescribedKey("dutyCycle", .number, "the share of the time that it listens, up to 1", null: "like `scanInterval`"),
    DescribedKey("androidModes", .list(.string), "Android's names for interval and window"),
    DescribedKey("reports", .integer, "reports received meanwhile"),
    DescribedKey(
      "devices",
      .integer,
      "devices received meanwhile",
      null: "when a hostile log has too many scans to tell"),
    DescribedKey(
      "phases",
      .list(.object(sessionsPhases)),
      "the filters of all apps, one phase after the other: Android's in the controller, those of Linux's management "
        + "interface in the kernel; empty without such commands"),
  ]

  private static let sessionsPhases: [DescribedKey] = [
    DescribedKey("record", .integer, "the record of the latest command"),
    DescribedKey("time", .time, "when the phase began", null: "without times"),
    DescribedKey("filtering", .boolean, "whether the filters are in use", null: "when no command said it"),
    DescribedKey(
      "filtersKnown", .boolean,
      "whether the log shows all filters; not so when some may be from before it began, or a command was not understood"
    ),
    DescribedKey(
      "reports",
      .integer,
      "reports received meanwhile",
      null: "when a hostile log has too many filters to tell"),
    DescribedKey(
      "devices",
      .integer,
      "devices received meanwhile",
      null: "when a hostile log has too many filters to tell"),
    DescribedKey(
      "batch",
      .object(sessionsPhasesBatch),
      "the scan whose results the controller stores",
      null: "when there is none"),
    DescribedKey(
      "filters",
      .list(.object(sessionsPhasesFilters)),
      "the filters in the controller; beyond 50,000 in a log none is told"),
  ]

  private static let sessionsPhasesFilters: [DescribedKey] = [
    DescribedKey("index", .integer, "its place in the controller"),
    DescribedKey("record", .integer, "the record of the latest command about it"),
    DescribedKey("words", .string, "what it asks for, for people"),
    DescribedKey(
      "passesAll",
      .boolean,
      "whether everything passes: a scan without a filter",
      null: "when no command said it"),
    DescribedKey("conditions", .list(.object(sessionsPhasesFiltersConditions)), "what it asks for"),
    DescribedKey("conditionsLeftOut", .integer, "conditions beyond 32"),
    DescribedKey(
      "reports",
      .integer,
      "reports meanwhile whose data pass it",
      null: "when a hostile log has too many filters to tell"),
    DescribedKey(
      "devices",
      .integer,
      "devices with such data",
      null: "when a hostile log has too many filters to tell"),
  ]

  private static let sessionsPhasesFiltersConditions: [DescribedKey] = [
    DescribedKey(
      "kind",
      .words([
        "address", "serviceDataChange", "service", "solicitation", "name", "manufacturerData", "serviceData",
        "transportDiscovery", "adType", "pattern",
      ]),
      "`address`, `serviceDataChange`, `service`, `solicitation`, `name`, `manufacturerData`, `serviceData`, "
        + "`transportDiscovery`, `adType` or, of an advertisement monitor of Linux, `pattern`"),
    DescribedKey(
      "octets", .octets, "the octets asked for, as in the air; of a pattern the AD type, the offset and the octets"),
    DescribedKey("mask", .octets, "which of their bits count", null: "when all do"),
  ]

  private static let sessionsPhasesBatch: [DescribedKey] = [
    DescribedKey("mode", .words(["truncated", "full", "both"]), "`truncated`, `full` or `both`"),
    DescribedKey("scanInterval", .integer, "in units of 0.625 ms"),
    DescribedKey("scanWindow", .integer, "in units of 0.625 ms"),
  ]

  static let modes: [DescribedKey] = [
    DescribedKey(
      "mode",
      .words(["active", "passive", "off", "unknown"]),
      "`active`, `passive`, `off`; `unknown`: set before the capture began"),
    DescribedKey("adapter", .integer, "the controller, from 0"),
    DescribedKey("record", .integer, "the record of the command"),
    DescribedKey("time", .time, "when it was sent", null: "without times"),
    DescribedKey(
      "filtersDuplicates",
      .boolean,
      "whether the controller leaves out repeats",
      null: "when it does not scan"),
    DescribedKey(
      "scanInterval",
      .integer,
      "from one listening to the next, in units of 0.625 ms",
      null: "when it does not scan, and when set before the capture began"),
    DescribedKey(
      "scanWindow",
      .integer,
      "how long it listens each time, in units of 0.625 ms",
      null: "like `scanInterval`"),
    DescribedKey("reports", .integer, "reports received until the next change"),
  ]
}
