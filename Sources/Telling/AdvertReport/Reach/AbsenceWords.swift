internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// A log's account of a device that it does not have, as a sentence with its facts.
struct AbsenceWords {
  private static let maximumDevices = 3
  private static let maximumFilters = 3

  private let absence: AbsentDevice

  init(_ absence: AbsentDevice) { self.absence = absence }

  private var fitting: [Diagnosis.Part] { absence.scans.flatMap { $0.fitting } }

  /// The time that the host listened with a filter that fits, and that nothing of the device was received.
  var sentence: String {
    switch absence.conclusion {
    case .notHeard:
      let listened = fittingScans.map { $0.listened }.total
      let lasted = fitting.map { $0.duration }.total
      let length = (listened ?? lasted).map { "\(Seconds.words($0)) s" } ?? "a time that is not known"
      return
        "The host \(listened == nil ? "scanned" : "listened") for \(length)\(filters)\(times). It heard nothing of the "
        + "device: off, too far away, connected to another host, or with another address or name."
    case .filterAsksForAnother:
      return "Not known, because no scan in this log has a filter that fits. \(others)"
    case .filterNotInLog where !absence.scans.haveFilterCommands:
      return "The host heard nothing of the device, and \(FilterList.notInLog)."
    case .filterNotInLog:
      return
        "Not known, because filters were set before the log began, or are not in it. The host heard nothing of the "
        + "device."
    case .scanNotInLog: return "Not known, because the log does not show whether its host scanned."
    }
  }

  /// The evidence that would refute the conclusion, or decide where it is not known.
  var refutation: String {
    switch absence.conclusion {
    case .notHeard: "A sniffer next to the device would show whether it was sending."
    case .filterAsksForAnother: "A log that begins before the app scans would show its filters."
    case .filterNotInLog: FilterList.wouldShow(absence.scans)
    case .scanNotInLog: "A log of the phone from before the app scans would show it."
    }
  }

  private var filters: String { absence.scans.haveFilterCommands ? " with filters that fit" : "" }

  /// ` from 10:12:03.10 to 10:14:00.00, in 4 scans`.
  private var times: String {
    let scans = fittingScans
    let starts = scans.compactMap { $0.fitting.first?.start }
    let ends = scans.compactMap { scan in
      scan.fitting.last.flatMap { part in
        part.start.flatMap { start in part.duration.map { Timestamp(microseconds: start.microseconds &+ $0) } }
      }
    }
    let count = "in \(counted(scans.count, "scan"))"
    guard let start = starts.min(), let end = ends.max() else { return ", " + count }
    return " from \(TimeOfDay.words(start)) to \(TimeOfDay.words(end)), \(count)"
  }

  private var others: String {
    let words = absence.scans.flatMap { $0.others.map { $0.words } }.withoutRepeats
    guard !words.isEmpty else {
      return absence.scans.haveFilterCommands ? "No app had set one." : FilterList.notInLog.capitalizedFirst + "."
    }
    return FilterList.asking(words)
  }

  /// The filters that fit, each with its time, and the devices that were received instead.
  var reasons: [String] {
    var lengths: [(words: String, length: Int64?)] = []
    for part in fitting {
      let words =
        part.filter.map { "scanned with a filter for \($0.words)" }
        ?? (absence.scans.haveFilterCommands ? "scanned without a filter" : "scanned; \(FilterList.notInLog)")
      if let known = lengths.firstIndex(where: { $0.words == words }) {
        lengths[known].length = [lengths[known].length, part.duration].total
      } else {
        lengths.append((words, part.duration))
      }
    }
    let filters = lengths.prefix(Self.maximumFilters).map { words, length in
      "\(words): \(length.map { "\(Seconds.words($0)) s" } ?? "a time that is not known")"
    }
    guard absence.question != .presence else { return Array(filters) }
    let named = absence.heard.prefix(Self.maximumDevices).map { device in
      let name = device.name.map { " " + HostileText.quoted($0.withoutPadding) } ?? ""
      return "\(device.address)\(name) (\(counted(device.advertisements + device.scanResponses, "report")))"
    }
    let more = absence.heard.count - named.count
    let thing = ReachReport.words(absence.question)
    let heard =
      named.isEmpty
      ? "no device with \(thing) was heard"
      : "heard with \(thing): \(named.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")"
    return filters + [heard]
  }

  private var fittingScans: [Diagnosis.ScanFacts] { absence.scans.filter { !$0.fitting.isEmpty } }

  static let keys: Keys<AbsenceWords> = [
    Key("profile", .string, "the id of the scanner") { $0.absence.profile.id },
    Key(
      "conclusion", .word(AbsentDevice.Conclusion.self),
      "`notHeard`: it scanned with a filter that fits and heard nothing; else as in `diagnoses`"
    ) { $0.absence.conclusion },
    Key("sentence", .string, "the conclusion, for people") { $0.sentence },
    Key("refutedBy", .string, "what would refute the conclusion, or decide it, for people") { $0.refutation },
    Key("duration", .seconds, "seconds with filters that fit", null: "without any, and without times") { words in
      words.fitting.isEmpty ? nil : words.fitting.map { $0.duration }.total
    },
    Key(
      "listened", .seconds, "seconds of these that the host listened",
      null: "like `duration`, and when interval and window are not known"
    ) { words in words.fitting.isEmpty ? nil : words.fittingScans.map { $0.listened }.total },
    Key("scanNumbers", .list(.integer), "the `number` of each of these scans") {
      $0.fittingScans.map { $0.session.number }
    },
    Key("heard", .list(.object(heardDevice)), "devices that send what is asked for, at most three") {
      Array($0.absence.heard.prefix(maximumDevices))
    },
  ]

  private static let heardDevice: Keys<Advertiser> = [
    Key("address", .address, "the address") { $0.address },
    Key("name", .string, "the local name", null: "when none was seen") { $0.name },
    Key("reports", .integer, "reports of it") { $0.advertisements + $0.scanResponses },
  ]
}
