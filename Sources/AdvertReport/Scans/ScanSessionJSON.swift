internal import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

extension JSONWriter {
  /// The members of a change of how the log's host scanned, with the reports received until the next one.
  mutating func write(_ period: ScanPeriod) {
    let change = period.setting
    value("mode", change.mode.rawValue)
    value("adapter", Int(change.adapter))
    value("record", change.record)
    value("time", change.time)
    if let filters = change.filtersDuplicates { value("filtersDuplicates", filters) } else { null("filtersDuplicates") }
    value("scanInterval", change.listening.map { Int($0.interval) })
    value("scanWindow", change.listening.map { Int($0.window) })
    value("reports", period.reports)
  }

  /// The scans of a log's host.
  ///
  /// - Parameters:
  ///   - tallies: what passed the filters of each; `nil` when it is not known.
  ///   - end: of the capture.
  mutating func writeScanSessions(_ sessions: [ScanSession], _ tallies: [FilterTallies]?, until end: Timestamp?) {
    array("scanSessions") { json in
      for (position, session) in sessions.enumerated() {
        json.object { json in json.write(session, tallies?[position], until: end) }
      }
    }
  }

  private mutating func write(_ session: ScanSession, _ tallies: FilterTallies?, until end: Timestamp?) {
    let setting = session.setting
    value("number", session.number)
    value("adapter", Int(setting.adapter))
    value("record", setting.record)
    value("time", setting.time)
    value("parametersRecord", setting.parametersRecord)
    value("end", session.end?.reason.rawValue)
    value("endRecord", session.end?.record)
    value("endTime", session.end?.time)
    seconds("duration", session.duration(until: end))
    value("mode", setting.mode.rawValue)
    value("filterPolicy", setting.filterPolicy?.key)
    if let filters = setting.filtersDuplicates {
      value("filtersDuplicates", filters)
    } else {
      null("filtersDuplicates")
    }
    value("scanInterval", setting.listening.map { Int($0.interval) })
    value("scanWindow", setting.listening.map { Int($0.window) })
    if let share = session.dutyCycle { value("dutyCycle", rounded: share) } else { null("dutyCycle") }
    array("androidModes", session.androidMode?.names ?? []) { $0.value(nil, $1) }
    value("reports", session.reports)
    value("devices", session.devices)
    array("phases") { json in
      for (position, phase) in session.phases.enumerated() {
        json.object { json in
          json.value("record", phase.settings.record)
          json.value("time", phase.start)
          if let filters = phase.settings.isFiltering {
            json.value("filtering", filters)
          } else {
            json.null("filtering")
          }
          json.value("filtersKnown", phase.settings.isKnownFromStart && !phase.settings.hasUnknownFilter)
          json.value("reports", tallies?.phases[position].reports)
          json.value("devices", tallies?.phases[position].devices)
          json.write(phase.settings.batch)
          json.array("filters") { json in
            for (number, filter) in phase.settings.filters.enumerated() {
              json.object { json in json.write(filter, tallies?.filters[position][number]) }
            }
          }
        }
      }
    }
  }

  private mutating func write(_ batch: ScanSettings.Batch?) {
    guard let batch else { return null("batch") }
    object("batch") { json in
      json.value("mode", batch.mode.key)
      json.value("scanInterval", Int(batch.interval))
      json.value("scanWindow", Int(batch.window))
    }
  }

  mutating func write(_ filter: ScanFilter, _ tally: FilterTallies.Tally?) {
    value("index", Int(filter.index))
    value("record", filter.record)
    value("words", filter.words)
    if let logic = filter.logic { value("passesAll", logic.passesAll) } else { null("passesAll") }
    array("conditions", filter.conditions) { json, condition in
      json.object { json in
        json.value("kind", condition.kind.key)
        json.value("octets", HexText.compact(condition.octets))
        json.value("mask", condition.mask.map { HexText.compact($0) })
      }
    }
    value("conditionsLeftOut", filter.conditionsLeftOut)
    value("reports", tally?.reports)
    value("devices", tally?.devices)
  }

  /// Microseconds as seconds with three decimals.
  mutating func seconds(_ key: String, _ microseconds: Int64?) {
    if let microseconds { value(key, rounded: Double(microseconds) / 1e6) } else { null(key) }
  }
}

// The words of documents: Embedded Swift does not know the names of cases.

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
