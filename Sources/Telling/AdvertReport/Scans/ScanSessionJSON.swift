internal import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

// The scans of a log's host, for `inspect` and `reach`.

extension Keys<ScanPeriod> {
  /// A change of how the host scanned, with the reports received until the next one.
  static var scanMode: Self {
    [
      Key(
        "mode", .words(["active", "passive", "off", "unknown"]),
        "`active`, `passive`, `off`; `unknown`: set before the capture began"
      ) { $0.setting.mode.rawValue },
      Key("adapter", .integer, "the controller, from 0") { Int($0.setting.adapter) },
      Key("record", .integer, "the record of the command") { $0.setting.record },
      Key("time", .time, "when it was sent", null: "without times") { $0.setting.time },
      Key("filtersDuplicates", .boolean, "whether the controller leaves out repeats", null: "when it does not scan") {
        $0.setting.filtersDuplicates
      },
      Key(
        "scanInterval", .integer, "from one listening to the next, in units of 0.625 ms",
        null: "when it does not scan, and when set before the capture began"
      ) { $0.setting.listening.map { Int($0.interval) } },
      Key("scanWindow", .integer, "how long it listens each time, in units of 0.625 ms", null: "like `scanInterval`") {
        $0.setting.listening.map { Int($0.window) }
      },
      Key("reports", .integer, "reports received until the next change") { $0.reports },
    ]
  }
}

/// A scan of a log's host, with the reports that passed its filters.
struct TalliedSession {
  private let session: ScanSession
  private let tallies: FilterTallies?
  private let endOfCapture: Timestamp?
  private let numbers: NumberedFilters

  /// - Parameters:
  ///   - tallies: the reports that passed the filters of each; `nil` when they are not known.
  ///   - end: of the capture.
  ///   - numbers: of the filters, where phases refer to them.
  static func all(
    _ sessions: [ScanSession], _ tallies: [FilterTallies]?, until end: Timestamp?,
    _ numbers: NumberedFilters = NumberedFilters(of: [])
  ) -> [TalliedSession] {
    sessions.enumerated().map { position, session in
      TalliedSession(session: session, tallies: tallies?[position], endOfCapture: end, numbers: numbers)
    }
  }

  /// With the filters of each phase.
  static let keys: Keys<TalliedSession> = [
    .all(ofSession) { $0 },
    Key("phases", .list(.object(phase)), phasesMeaning) { $0.phases },
  ]

  /// With the numbers of the filters of each phase: a phone has many filters for long, and changes one after the other.
  static let keysWithReferences: Keys<TalliedSession> = [
    .all(ofSession) { $0 },
    Key("phases", .list(.object(phaseWithReferences)), phasesMeaning) { $0.phases },
  ]

  private static let phasesMeaning =
    "the filters of all apps, one phase after the other: Android's in the controller, those of Linux's management interface in the kernel; empty without such commands"

  private static let ofSession: Keys<TalliedSession> = [
    Key("number", .integer, "counts from 1") { $0.session.number },
    Key("adapter", .integer, "the controller, from 0") { Int($0.session.setting.adapter) },
    Key("record", .integer, "the record of the command that started it") { $0.session.setting.record },
    Key("time", .time, "when it was sent", null: "without times") { $0.session.setting.time },
    Key(
      "parametersRecord", .integer, "the record of the command that set type, interval, window and policy",
      null: beforeCapture
    ) { $0.session.setting.parametersRecord },
    Key(
      "end", .word(ScanSession.End.Reason.self),
      "what ended it: `stopped`, `changed`: it went on in another way, `timeout`, `reset`",
      null: "when it went on to the end of the capture"
    ) { $0.session.end?.reason },
    Key("endRecord", .integer, "the record of that", null: "like `end`") { $0.session.end?.record },
    Key("endTime", .time, "when", null: "like `end`, and without times") { $0.session.end?.time },
    Key("duration", .seconds, "seconds until its end, or that of the capture", null: "without times") {
      $0.session.duration(until: $0.endOfCapture)
    },
    Key(
      "mode", .words(["active", "passive", "unknown"]), "`active`, `passive`; `unknown`: set before the capture began"
    ) { $0.session.setting.mode.rawValue },
    Key(
      "filterPolicy", .words(["all", "acceptList", "allWithPrivate", "acceptListWithPrivate"]),
      "the policy of HCI: `all`, `acceptList`, `allWithPrivate` or `acceptListWithPrivate`", null: beforeCapture
    ) { $0.session.setting.filterPolicy?.key },
    Key(
      "filtersDuplicates", .boolean, "whether the controller leaves out repeats", null: "when the command was cut short"
    ) { $0.session.setting.filtersDuplicates },
    Key("scanInterval", .integer, "from one listening to the next, in units of 0.625 ms", null: beforeCapture) {
      $0.session.setting.listening.map { Int($0.interval) }
    },
    Key("scanWindow", .integer, "how long it listens each time, in units of 0.625 ms", null: "like `scanInterval`") {
      $0.session.setting.listening.map { Int($0.window) }
    },
    Key("dutyCycle", .number, "the share of the time that it listens, up to 1", null: "like `scanInterval`") {
      $0.session.dutyCycle
    },
    Key("androidModes", .list(.string), "Android's names for interval and window") {
      $0.session.androidMode?.names ?? []
    },
    Key("reports", .integer, "reports received meanwhile") { $0.session.reports },
    Key("devices", .integer, "devices received meanwhile", null: "when a hostile log has too many scans to tell") {
      $0.session.devices
    },
  ]

  private static let beforeCapture = "when set before the capture began"
  private static let tooManyFilters = "when a hostile log has too many filters to tell"

  // MARK: Phases

  private struct Phase {
    let phase: ScanSession.Phase
    let tally: FilterTallies.Tally?
    let filters: [TalliedFilter]
    let numbers: NumberedFilters
  }

  private var phases: [Phase] {
    session.phases.enumerated().map { position, phase in
      let filters = phase.settings.filters.enumerated().map { number, filter in
        TalliedFilter(filter: filter, tally: tallies?.filters[position][number])
      }
      return Phase(phase: phase, tally: tallies?.phases[position], filters: filters, numbers: numbers)
    }
  }

  private static let phase: Keys<Phase> = [
    .all(beginning) { $0 },
    Key("reports", .integer, "reports received meanwhile", null: tooManyFilters) { $0.tally?.reports },
    Key("devices", .integer, "devices received meanwhile", null: tooManyFilters) { $0.tally?.devices },
    .all(batchOfPhase) { $0 },
    Key("filters", .list(.object(filter)), "the filters in the controller; beyond 50,000 in a log none is told") {
      $0.filters
    },
  ]

  private static let phaseWithReferences: Keys<Phase> = [
    .all(beginning) { $0 },
    .all(batchOfPhase) { $0 },
    Key(
      "filterNumbers", .list(.integer),
      "the filters in the controller, as positions in `scanFilters` of the capture, from 0"
    ) { phase in phase.filters.compactMap { phase.numbers[$0.filter] } },
  ]

  private static let beginning: Keys<Phase> = [
    Key("record", .integer, "the record of the latest command") { $0.phase.settings.record },
    Key("time", .time, "when the phase began", null: "without times") { $0.phase.start },
    Key("filtering", .boolean, "whether the filters are in use", null: "when no command said it") {
      $0.phase.settings.isFiltering
    },
    Key(
      "filtersKnown", .boolean,
      "whether the log shows all filters; not so when some may be from before it began, or a command was not understood"
    ) { $0.phase.settings.isKnownFromStart && !$0.phase.settings.hasUnknownFilter },
  ]

  private static let batchOfPhase: Keys<Phase> = [
    Key("batch", .object(batch), "the scan whose results the controller stores", null: "when there is none") {
      $0.phase.settings.batch
    }
  ]

  private static let batch: Keys<ScanSettings.Batch> = [
    Key("mode", .words(["truncated", "full", "both"]), "`truncated`, `full` or `both`") { $0.mode.key },
    Key("scanInterval", .integer, "in units of 0.625 ms") { Int($0.interval) },
    Key("scanWindow", .integer, "in units of 0.625 ms") { Int($0.window) },
  ]

  // MARK: Filters

  private struct TalliedFilter {
    let filter: ScanFilter
    let tally: FilterTallies.Tally?
  }

  private static let filter: Keys<TalliedFilter> = [
    .all(.scanFilter) { $0.filter },
    Key("reports", .integer, "reports meanwhile whose data pass it", null: tooManyFilters) { $0.tally?.reports },
    Key("devices", .integer, "devices with such data", null: tooManyFilters) { $0.tally?.devices },
  ]
}

extension Keys<ScanFilter> {
  /// A filter of an app.
  static var scanFilter: Self {
    [
      Key("index", .integer, "its place in the controller") { Int($0.index) },
      Key("record", .integer, "the record of the latest command about it") { $0.record },
      Key("words", .string, "what it asks for, for people") { $0.words },
      Key("passesAll", .boolean, "whether everything passes: a scan without a filter", null: "when no command said it")
      {
        $0.logic?.passesAll
      },
      Key("conditions", .list(.object(.condition)), "what it asks for") { $0.conditions },
      Key("conditionsLeftOut", .integer, "conditions beyond 32") { $0.conditionsLeftOut },
    ]
  }
}

extension Keys<ScanFilter.Condition> {
  fileprivate static var condition: Self {
    [
      Key(
        "kind",
        .words([
          "address", "serviceDataChange", "service", "solicitation", "name", "manufacturerData", "serviceData",
          "transportDiscovery", "adType", "pattern",
        ]),
        "`address`, `serviceDataChange`, `service`, `solicitation`, `name`, `manufacturerData`, `serviceData`, `transportDiscovery`, `adType` or, of an advertisement monitor of Linux, `pattern`"
      ) { $0.kind.key },
      Key("octets", .octets, "the octets asked for, as in the air; of a pattern the AD type, the offset and the octets")
      {
        $0.octets
      },
      Key("mask", .octets, "which of their bits count", null: "when all do") { $0.mask },
    ]
  }
}

/// The filters of a capture's scans, each once, with the position of each.
struct NumberedFilters {
  private(set) var all: [ScanFilter] = []
  private var numbers: [ScanFilter: Int] = [:]

  init(of sessions: [ScanSession]) {
    for session in sessions {
      for phase in session.phases {
        for filter in phase.settings.filters where numbers[filter] == nil {
          numbers[filter] = all.count
          all.append(filter)
        }
      }
    }
  }

  subscript(filter: ScanFilter) -> Int? { numbers[filter] }
}

// The words of documents: Embedded Swift does not have the names of cases.

extension ScanModeChange.FilterPolicy {
  fileprivate var key: String {
    switch self {
    case .all: "all"
    case .acceptList: "acceptList"
    case .allWithPrivate: "allWithPrivate"
    case .acceptListWithPrivate: "acceptListWithPrivate"
    }
  }
}

extension ScanSettings.Batch.Mode {
  fileprivate var key: String {
    switch self {
    case .truncated: "truncated"
    case .full: "full"
    case .both: "both"
    }
  }
}

extension ScanFilter.Kind {
  fileprivate var key: String {
    switch self {
    case .address: "address"
    case .serviceDataChange: "serviceDataChange"
    case .service: "service"
    case .solicitation: "solicitation"
    case .name: "name"
    case .manufacturerData: "manufacturerData"
    case .serviceData: "serviceData"
    case .transportDiscovery: "transportDiscovery"
    case .adType: "adType"
    case .pattern: "pattern"
    }
  }
}
