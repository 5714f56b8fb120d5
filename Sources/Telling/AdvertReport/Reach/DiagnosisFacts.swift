internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The facts that a diagnosis rests on, as lines.
extension DiagnosisWords {
  /// The most scans that are listed; further ones are counted.
  private static let maximumScans = 6
  private static let maximumConnections = 3

  /// The facts, one line each, with record numbers.
  var reasons: [String] {
    [device] + strength + (facts.relatives.map { RelativesWords($0).lines } ?? []) + facts.mentions.map(words) + scans
      + facts.connections.prefix(Self.maximumConnections).map(words) + (moreConnections.map { [$0] } ?? [])
  }

  private var device: String {
    let first = facts.firstRecord.map { ", first in record \($0)" } ?? ""
    let rate = facts.interval.map { ", \(interval) (\(counted($0.samples, "gap")))" } ?? ""
    return "device: \(counted(facts.heard.count, "report"))\(first)\(rate)"
  }

  /// `signal: median -80 dBm, falling from -62 to -95 dBm`.
  private var strength: [String] {
    guard let signal = facts.signal else { return [] }
    let ends = signal.fades ? signal.ends.map { ", falling from \($0.first) to \($0.last) dBm" } : nil
    return ["signal: median \(signal.median) dBm\(ends ?? "")"]
  }

  private func words(_ place: Diagnosis.PlaceOfMention) -> String {
    let block = place.block == .advertising ? "advertising data" : "scan response"
    let kind = place.kind == .serviceData && diagnosis.question.isAboutService ? "service data of the \(block)" : block
    let record = place.record.map { ", first in record \($0)" } ?? ""
    if diagnosis.question == .presence { return "\(block): \(counted(place.reception.count, "report"))\(record)" }
    return "\(thing): in \(kind), \(counted(place.reception.count, "time"))\(record)"
  }

  private var scans: [String] {
    guard !facts.scans.isEmpty else {
      return ["host: no start of a scan was read in the log"]
    }
    let scans = facts.scans.filter { !$0.isSetup }
    let telling = scans.filter { !$0.fitting.isEmpty || $0.mentionsUnknown.count > 0 }
    var told = Array((telling.isEmpty ? scans : telling).prefix(Self.maximumScans))
    // The scan that decides is always listed.
    if let deciding = facts.deciding?.scan, !told.contains(where: { $0.session.number == deciding.session.number }) {
      told[told.count - 1] = deciding
    }
    var lines = told.map(words)
    let more = (telling.isEmpty ? scans : telling).count - told.count
    if more > 0 { lines.append("\(counted(more, "more scan")): advert inspect --scans lists them") }
    if !telling.isEmpty, telling.count < scans.count {
      let rest = scans.filter { scan in scan.fitting.isEmpty && scan.mentionsUnknown.count == 0 }
      let unknown = rest.count { $0.hasUnknownFilter }
      if unknown > 0 {
        lines.append("\(counted(unknown, "scan")) of which the log does not show whether a filter fits")
      }
      if rest.count > unknown { lines.append("\(counted(rest.count - unknown, "scan")) whose filters do not fit") }
    }
    return lines
  }

  private func words(_ connection: HostConnection) -> String {
    let start = connection.time.map { ", at \(TimeOfDay.words($0))" } ?? ""
    if let failure = connection.failure {
      return "connection: failed in record \(connection.record)\(start) (\(Self.code(failure)))"
    }
    let end = connection.end.map { "to \($0.record) (\(Self.code($0.reason)))" } ?? "to the end"
    return "connection: record \(connection.record) \(end)\(start)"
  }

  private var moreConnections: String? {
    let more = facts.connections.count - Self.maximumConnections
    return more > 0 ? counted(more, "more connection") : nil
  }

  /// Returns an error code of HCI: `0x13, the device ended it`. Source: Core Specification Vol 1 Part F 2.
  static func code(_ code: UInt8) -> String {
    let words =
      switch code {
      case 0x02: ", no connection"
      case 0x05: ", authentication failed"
      case 0x08: ", timeout"
      case 0x13, 0x14: ", the device ended it"
      case 0x15: ", the device switched off"
      case 0x16: ", the host ended it"
      case 0x3B: ", parameters refused"
      case 0x3D: ", message integrity failure"
      case 0x3E: ", not established"
      default: ""
      }
    return "0x\(HexText.compact([code]))\(words)"
  }

  /// `scan 2 (records 171 to 2565), active, all the time (SCAN_MODE_LOW_LATENCY), 138.88 s: …`.
  private func words(_ scan: Diagnosis.ScanFacts) -> String {
    let session = scan.session
    let last = session.end.map { "\($0.record)" } ?? "the end"
    let start = session.setting.time.map { ", at \(TimeOfDay.words($0))" } ?? ""
    let mode = session.setting.mode == .unknown ? "active or passive is not known" : session.setting.mode.rawValue
    var words = ["scan \(session.number) (record \(session.setting.record) to \(last)\(start))", mode]
    if let listening = session.setting.listening { words.append(ScanModeWords.words(listening)) }
    let result =
      if scan.fitting.isEmpty {
        scan.unknown.first?.unknown.map {
          "\($0.words(ifCommands: facts.scans.haveFilterCommands))\(Self.receivedUnknown(scan))"
        }
          ?? "its filters do not fit: \(Self.list(scan.others))"
      } else {
        fit(scan) + ": " + received(scan)
      }
    return words.joined(separator: ", ") + "; " + result
  }

  private static func receivedUnknown(_ scan: Diagnosis.ScanFacts) -> String {
    scan.mentionsUnknown.count > 0 ? ": \(counted(scan.mentionsUnknown.count, "report"))" : ""
  }

  private func fit(_ scan: Diagnosis.ScanFacts) -> String {
    guard facts.scans.haveFilterCommands else { return FilterList.notInLog }
    let parts = scan.fitting
    let filter = (parts.first { $0.mentions.count > 0 } ?? parts.max { ($0.duration ?? 0) < ($1.duration ?? 0) })?
      .filter
    return (filter.map { "filter for \($0.words) (record \($0.record))" } ?? "no filter")
      + (scan.duration.map { " for \(Seconds.words($0)) s" } ?? "")
  }

  private static func list(_ all: [ScanFilter]) -> String {
    guard !all.isEmpty else { return "no app had set one" }
    // A phone can have one filter fifty times.
    var filters: [ScanFilter] = []
    for filter in all where !filters.contains(where: { $0.words == filter.words }) { filters.append(filter) }
    let most = filters.prefix(3).map { "\($0.words) (record \($0.record))" }.joined(separator: ", ")
    return filters.count > 3 ? most + " and \(filters.count - 3) more" : most
  }

  private func received(_ scan: Diagnosis.ScanFacts) -> String {
    guard scan.mentions.count > 0 else {
      let missed = missedWindows(scan).map { ", \($0)" } ?? ""
      return scan.heard.count == 0
        ? "nothing received of it\(missed)"
        : "\(counted(scan.heard.count, "report")) without \(thing)"
    }
    let after = scan.waited.map { ", first after \(Seconds.words($0)) s" } ?? ""
    return counted(scan.mentions.count, "report") + after
  }

  /// Returns the number of whole scan windows without a reception: a controller listens first, then pauses. `nil` when
  /// it is not known, when there was no whole one, and when the host listened all the time.
  private func missedWindows(_ scan: Diagnosis.ScanFacts) -> String? {
    guard let listening = scan.session.setting.listening, !listening.isContinuous, listening.interval > 0,
      let duration = scan.duration
    else { return nil }
    let (interval, window) = (Int64(listening.interval) * 625, Int64(listening.window) * 625)
    guard duration >= window else { return nil }
    return "\((duration - window) / interval + 1) of its listening windows passed without it"
  }
}
