internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The keys of a diagnosis.
extension DiagnosisWords {
  static let keys: Keys<DiagnosisWords> = [
    Key("profile", .string, "the id of the scanner") { $0.diagnosis.profile.id },
    Key(
      "conclusion", .words(Diagnosis.Conclusion.allCases.map { $0.rawValue } + ["notHeard"]),
      "the conclusion, one for each sentence"
    ) { $0.diagnosis.conclusion.rawValue },
    Key(
      "look", .word(Diagnosis.Blame.self),
      "where to look next: `device`, `app`, `either`; `radio`: the way between them; `nowhere`: the device was found; "
        + "`unknown`: the log does not tell"
    ) { $0.diagnosis.blame },
    Key("sentence", .string, "the conclusion, for people") { $0.sentence },
    Key(
      "refutedBy", .string, "what would refute the conclusion, or decide it, for people", absent: "when nothing would"
    ) { $0.refutation },
    Key("tentative", .boolean, "whether it rests on field reports") { $0.facts.verdict.isTentative },
    Key("reports", .integer, "reports of the device in the capture") { $0.facts.heard.count },
    Key("firstRecord", .integer, "the record of the first", null: "when it is not known") { $0.facts.firstRecord },
    Key("intervalMs", .number, "its advertising interval, estimated", null: "when it cannot be measured") {
      $0.facts.interval?.milliseconds
    },
    Key(
      "rssi", .object(signal), "how strong its signal was; `weakSignal` takes -90 dBm and less for weak",
      null: "when it was not measured"
    ) { $0.facts.signal },
    Key("mentions", .list(.object(mention)), "where it mentions what is asked for") { $0.facts.mentions },
    Key(
      "decidingScan", .integer, "the `number` of the scan that the sentence speaks of", null: "when it speaks of none"
    ) { $0.facts.deciding?.scan.session.number },
    Key(
      "otherAddresses", .object(RelativesWords.keys),
      "other addresses that the device may have used; nothing is joined for it",
      null: "when its address does not change"
    ) { $0.facts.relatives },
    Key("connections", .list(.object(connection)), "connections of the host to the device, and attempts") {
      $0.facts.connections
    },
    Key("scans", .list(.object(scan)), "the scans of the host") { $0.facts.scans },
  ]

  private static let signal: Keys<Signal> = [
    Key("median", .integer, "the median in dBm") { Int($0.median) },
    Key("first", .integer, "the median of the first reports, up to eight", null: "with fewer than six reports") {
      $0.ends.map { Int($0.first) }
    },
    Key("last", .integer, "the median of the last reports, up to eight", null: "like `first`") {
      $0.ends.map { Int($0.last) }
    },
  ]

  private static let mention: Keys<Diagnosis.PlaceOfMention> = [
    Key("block", .word(Block.self), "`advertising` or `scanResponse`") { $0.block },
    Key("record", .integer, "the first record with it", null: "when it is not known") { $0.record },
    Key("reports", .integer, "reports with it") { $0.reception.count },
  ]

  private static let connection: Keys<HostConnection> = [
    Key("record", .integer, "the record of the event that it began or failed with") { $0.record },
    Key("time", .time, "when", null: "without times") { $0.time },
    Key("endRecord", .integer, "the record of its end", null: "when it failed or went on") { $0.end?.record },
    Key("endTime", .time, "when", null: "like `endRecord`, and without times") { $0.end?.time },
    Key("reason", .integer, "the error code of HCI that says why it failed or ended", null: "when it went on") {
      ($0.failure ?? $0.end?.reason).map { Int($0) }
    },
    Key("failed", .boolean, "whether there was no connection") { $0.failure != nil },
  ]

  private static let scan: Keys<Diagnosis.ScanFacts> = [
    Key("session", .integer, "its `number` in `scanSessions`") { $0.session.number },
    Key("fits", .boolean, "whether its filters let the device pass, for a part of it at least") { !$0.fitting.isEmpty },
    Key("filterKnown", .boolean, "whether the log shows what its filters ask for") { !$0.hasUnknownFilter },
    Key("reports", .integer, "reports in it with what is asked for") { $0.mentions.count },
    Key(
      "duration", .seconds, "seconds that its filters let the device pass", null: "when they did not, and without times"
    ) { $0.fitting.isEmpty ? nil : $0.duration },
    Key(
      "listened", .seconds, "seconds of these that it listened",
      null: "like `duration`, and when interval and window are not known"
    ) { $0.fitting.isEmpty ? nil : $0.listened },
    Key(
      "waited", .seconds, "seconds from their start until what is asked for was received",
      null: "when it was not, and without times"
    ) { $0.waited },
    Key("filterRecord", .integer, "the record of the filter that let the device pass", null: "without a filter") {
      scan in scan.fitting.lazy.compactMap { $0.filter?.record }.first
    },
  ]
}
