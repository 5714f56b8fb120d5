internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The text of a run on many captures: what is wrong with captures by its kind, then each device once, with the captures
/// that have it.
struct DevicesOfCaptures {
  /// The most captures that have a part of the text each.
  static let fewCaptures = 10
  /// The most devices that are listed.
  private static let mostRows = 30
  /// The most devices that are joined over captures. Addresses that change are one each.
  private static let mostDevices = 1 << 18
  /// The most captures of a device that are listed by name.
  private static let mostNames = 3

  private let captures: [InspectRun.Capture]
  private var rows: [Row] = []
  private var positions: [DeviceAddress: Int] = [:]
  private var leftOut = 0
  private var hosts = 0

  /// A device. Advertisers without a known address are one each.
  private struct Row {
    let address: String
    var name: String?
    var maker: String
    let kind: String
    var advertisements = 0
    var scanResponses = 0
    var services: [BluetoothUUID] = []
    var missed: Set<BluetoothUUID> = []
    var mayBeMissed: Set<BluetoothUUID> = []
    /// Whether no service can be hidden in a scan response that nobody received.
    var isAnswered = false
    var captures = 0
    var latest = -1
    var names: [String] = []

    var hides: Bool { !(missed.isEmpty && mayBeMissed.isEmpty) }
    var reports: Int { advertisements + scanResponses }
  }

  init(_ run: InspectRun) {
    captures = run.captures
    for (number, capture) in captures.enumerated() {
      if capture.observation.hostAddressCount > 0 { hosts += 1 }
      let name = HostileText.visible(capture.path)
      run.forEachDevice(of: capture) { add($0, capture: number, name: name, isOfSniffer: capture.summary.isOfSniffer) }
    }
  }

  private mutating func add(_ device: InspectRun.Device, capture: Int, name: String, isOfSniffer: Bool) {
    let advertiser = device.advertiser
    guard advertiser.origin == .air else { return }
    let known = advertiser.address.isKnown ? positions[advertiser.address] : nil
    guard known != nil || rows.count < Self.mostDevices else {
      leftOut += 1
      return
    }
    let position = known ?? rows.count
    if known == nil {
      let description = AdvertiserDescription(advertiser)
      rows.append(
        Row(
          address: description.addressWords, maker: MakerDescription(advertiser).brief, kind: description.kindWords))
      if advertiser.address.isKnown { positions[advertiser.address] = position }
    }
    rows[position].name = rows[position].name ?? AdvertiserDescription(advertiser).nameWords
    if rows[position].maker == "–" { rows[position].maker = MakerDescription(advertiser).brief }
    rows[position].advertisements += advertiser.advertisements
    rows[position].scanResponses += advertiser.scanResponses
    for uuid in advertiser.advertisedServices where !rows[position].services.contains(uuid) {
      rows[position].services.append(uuid)
    }
    for service in device.hiddenServices {
      if service.missedBy.isEmpty {
        rows[position].mayBeMissed.insert(service.uuid)
      } else {
        rows[position].missed.insert(service.uuid)
      }
    }
    let doubt = UnansweredDevices([advertiser]).sentence(isOfSniffer: isOfSniffer, hasAsked: false)
    if doubt == nil { rows[position].isAnswered = true }
    guard rows[position].latest != capture else { return }
    rows[position].latest = capture
    rows[position].captures += 1
    if rows[position].names.count < Self.mostNames { rows[position].names.append(name) }
  }

  func lines(_ style: TextStyle) -> [String] {
    let listed = rows.indices.sorted { one, other in
      let (first, second) = (rows[one], rows[other])
      return (second.hides ? 1 : 0, second.captures, second.reports, one) < (
        first.hides ? 1 : 0, first.captures, first.reports, other
      )
    }.prefix(Self.mostRows)
    var lines = wrapped(heading, at: style.columns ?? .max) + problems(style)
    guard !rows.isEmpty else { return lines + ["", "No advertising."] }
    lines += [""] + table(listed.map { rows[$0] }).lines(style) + [""]
    return lines + sentences(listed: listed.count).flatMap { wrapped($0, at: style.columns ?? .max) }
  }

  private var heading: String {
    let advertisements = rows.reduce(0) { $0 + $1.advertisements }
    let responses = rows.reduce(0) { $0 + $1.scanResponses }
    let several = rows.count { $0.captures > 1 }
    return "\(counted(captures.count, "capture")): \(counted(advertisements, "advertisement")), "
      + "\(counted(responses, "scan response")), \(counted(rows.count, "advertiser")), \(several) of them in several captures"
      + (hosts > 0 ? "; in \(counted(hosts, "capture")) the host advertised" : "")
  }

  /// Returns a line for each kind of problem, with the first of its captures.
  private func problems(_ style: TextStyle) -> [String] {
    var kinds: [(problem: CaptureProblem, path: String, captures: Int)] = []
    for capture in captures {
      for problem in capture.summary.problems {
        if let known = kinds.firstIndex(where: { $0.problem.kind == problem.kind }) {
          kinds[known].captures += 1
        } else {
          kinds.append((problem, capture.path, 1))
        }
      }
    }
    return kinds.map { problem, path, count in
      let places = counted(count, "capture")
      return (problem.kind.isDamage ? style.warning(places) : style.note(places))
        + ": \(HostileText.visible(problem.message)) (first: \(HostileText.visible(path)))"
    }
  }

  private func table(_ listed: [Row]) -> TextTable {
    let hidesServices = listed.contains { $0.hides }
    // Columns with the highest rank are left out first.
    var columns: [TextTable.Column] = [
      .init(title: "ADDRESS", alignment: .left), .init(title: "NAME", alignment: .left, narrowing: .cut(least: 18)),
      .init(title: "MAKER, FORMAT", alignment: .left, narrowing: .cut(least: 16), rank: 1),
      .init(title: "CAPTURES", alignment: .right), .init(title: "ADV", alignment: .right, rank: 3),
      .init(title: "RSP", alignment: .right, rank: 5), .init(title: "KIND", alignment: .left, rank: 7),
      .init(title: "SERVICES", alignment: .left, narrowing: .cut(least: 12), rank: 6),
    ]
    if hidesServices { columns.append(.init(title: "HIDES", alignment: .left, narrowing: .cut(least: 10))) }
    columns.append(.init(title: "IN", alignment: .left, narrowing: .cut(least: 16), rank: 2))
    var table = TextTable(columns)
    for row in listed {
      let more = row.captures - row.names.count
      table.add(
        [
          row.address, row.name ?? "–", row.maker, String(row.captures), String(row.advertisements),
          String(row.scanResponses), row.kind, shortList(row.services),
        ] + (hidesServices ? [Self.hidden(row)] : [])
          + [row.names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")])
    }
    return table
  }

  /// `✗ 180d`: some scanners miss it; `~ 180d`: by field reports.
  private static func hidden(_ row: Row) -> String {
    guard row.hides else { return "" }
    let word: Verdict.Word = row.missed.isEmpty ? .may : .missed
    return "\(word.mark) \(shortList(row.missed.union(row.mayBeMissed).map { $0.description }.sorted()))"
  }

  /// Returns what follows, and the next steps.
  private func sentences(listed: Int) -> [String] {
    var sentences: [String] = []
    if listed < rows.count { sentences.append("\(listed) of \(rows.count) advertisers are listed.") }
    if leftOut > 0 { sentences.append("\(counted(leftOut, "more advertiser")) of later captures are not joined.") }
    let hiding = rows.count { $0.hides }
    let unanswered = rows.count { !$0.isAnswered }
    if hiding > 0 {
      sentences.append(
        "\(counted(hiding, "device hides", "devices hide")) a service from some scanners: advert lint says how to fix it."
      )
    } else if unanswered == 0 {
      let isWhole = !captures.contains { $0.summary.problems.contains { $0.kind.isGap } }
      sentences.append(isWhole ? "No listed service is hidden." : "What was read hides no listed service.")
    }
    if unanswered > 0 {
      sentences.append(
        "Of \(counted(unanswered, "device")) no capture shows both packets in full: a service may be hidden there.")
    }
    return sentences + ["--captures lists the captures, --device PATTERN shows a device in each."]
  }
}
