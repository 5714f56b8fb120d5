package import AdvertObservation
package import AdvertReading
package import AdvertScan
package import AdvertisingData

/// The plans for a list of layouts. They are made when they are asked for: those of 20,000 devices together take 500 MB.
package struct RepackRun: Sendable {
  private let sources: [RepackSource]
  private let demands: Demands
  private let profiles: [ScannerProfile]

  /// A layout with its plans, or with the reason why there are none.
  package struct Result: Sendable {
    /// The layout and its origin.
    package let source: RepackSource
    /// The plans of the layout, or the reason why there are none.
    package let repacking: Repacking
    /// The comparisons for scanners; empty when no plan changes anything.
    package let comparisons: [ScannerComparison]
    /// The answers that each plan changes, of the scanners compared.
    package let effects: [[Effect]]
    /// The scanners to compare for.
    let profiles: [ScannerProfile]

    /// The services that scanners miss as they are sent now, with these scanners: those that miss for one reason together.
    package var missed: [(services: [BluetoothUUID], verdict: Verdict, profiles: [ScannerProfile])] {
      var missed: [(services: [BluetoothUUID], verdict: Verdict, profiles: [ScannerProfile])] = []
      let device = source.scanned
      for service in Set(source.layout.blocks.flatMap { $0.payload.services }).sorted() {
        var ofService: [(verdict: Verdict, profiles: [ScannerProfile])] = []
        for profile in profiles {
          let verdict = profile.verdict(on: device, for: .service(service))
          guard verdict.outcome == .missed else { continue }
          if let known = ofService.firstIndex(where: { $0.verdict.isAlike(verdict) }) {
            ofService[known].profiles.append(profile)
          } else {
            ofService.append((verdict, [profile]))
          }
        }
        for (verdict, profiles) in ofService {
          if let known = missed.firstIndex(where: { $0.verdict.isAlike(verdict) && $0.profiles == profiles }) {
            missed[known].services.append(service)
          } else {
            missed.append(([service], verdict, profiles))
          }
        }
      }
      return missed
    }
  }

  /// - Parameters:
  ///   - sources: the layouts to pack.
  ///   - demands: for the sources without demands of their own.
  ///   - profiles: scanners to compare the layouts and their plans for.
  package init(
    _ sources: [RepackSource], demands: Demands = Demands(), comparing profiles: [ScannerProfile] = []
  ) {
    self.sources = sources
    self.demands = demands
    self.profiles = profiles
  }

  /// Hands on the results one after the other, in the order of the sources.
  package func forEachResult(_ body: (Result) -> Void) {
    var answers = AnswerComparison(for: profiles)
    for source in sources {
      let repacking = source.repacked(demands)
      body(
        Result(
          source: source, repacking: repacking,
          comparisons: ScannerComparison.all(of: source, repacking.plans, by: profiles),
          effects: repacking.plans.map { plan in
            profiles.isEmpty || plan.changes.isEmpty ? [] : answers.effects(of: source.layout, becoming: plan.layout)
          }, profiles: profiles))
    }
  }

  /// All results.
  package var results: [Result] {
    var results: [Result] = []
    forEachResult { results.append($0) }
    return results
  }
}

extension Verdict {
  fileprivate func isAlike(_ other: Verdict) -> Bool { reason == other.reason && word == other.word }
}

/// The scanners that discover a service of a layout, before and after repacking.
package struct ScannerComparison: Sendable {
  /// The services; each scanner has the same verdicts on all of them.
  package private(set) var services: [BluetoothUUID]
  /// For each scanner, its verdict on the layout and then on each plan.
  package let rows: [Row]
  /// The times in which the scanners find it before and after, where they are known and a plan changes them.
  package let times: [Times]

  /// One scanner's verdicts.
  package struct Row: Sendable {
    package let profile: ScannerProfile
    /// The verdict on the layout, then on each plan.
    package let verdicts: [Verdict]
  }

  /// The times in which one setting of a scanner finds a service.
  package struct Times: Hashable, Sendable {
    package let profile: ScannerProfile
    /// The setting of the scanner.
    package let duty: ScanDuty
    /// The time for the layout, then for each plan; `nil` where the scanner does not find it.
    package let times: [ExpectedTime?]
  }

  static func all(of source: RepackSource, _ plans: [Plan], by profiles: [ScannerProfile]) -> [ScannerComparison] {
    guard let best = plans.first, !best.changes.isEmpty, !profiles.isEmpty else { return [] }
    var known = ExpectedTimes()
    let layouts = [source.layout] + plans.map { $0.layout }
    let devices = [source.scanned] + plans.map { ScannedDevice([$0.layout]) }
    var comparisons: [ScannerComparison] = []
    for service in Set(layouts.flatMap({ $0.blocks }).flatMap({ $0.payload.services })).sorted() {
      let rows = profiles.map { profile in
        Row(profile: profile, verdicts: devices.map { profile.verdict(on: $0, for: .service(service)) })
      }
      let times = times(of: layouts, every: source.soleInterval, rows, &known)
      if let known = comparisons.firstIndex(where: { $0.isAlike(rows) && $0.times == times }) {
        comparisons[known].services.append(service)
      } else {
        comparisons.append(ScannerComparison(services: [service], rows: rows, times: times))
      }
    }
    return comparisons
  }

  private func isAlike(_ others: [Row]) -> Bool {
    zip(rows, others).allSatisfy { row, other in
      zip(row.verdicts, other.verdicts).allSatisfy { $0.outcome == $1.outcome && $0.isTentative == $1.isTentative }
    }
  }

  /// Returns the times that a plan makes a tenth longer or shorter, or that exist only before or only after.
  private static func times(
    of layouts: [Layout], every interval: Int64?, _ rows: [Row], _ known: inout ExpectedTimes
  ) -> [Times] {
    guard let interval else { return [] }
    let sent = layouts.map { PacketLengths([$0]).sent(every: interval) }
    var found: [Times] = []
    for row in rows {
      let listeners = row.verdicts.map { row.profile.listeners(for: $0) ?? [] }
      // A scanner that asks in windows then has another setting. It is the same scanner.
      let isOne = listeners.allSatisfy { $0.count <= 1 }
      var duties = listeners.flatMap { $0.map { $0.duty } }.withoutRepeats
      if isOne, duties.count > 1 { duties = [ScanDuty(window: duties[0].window, interval: duties[0].interval)] }
      for duty in duties {
        let times = zip(listeners, sent).map { listeners, sent -> ExpectedTime? in
          guard let sent, let listener = isOne ? listeners.first : listeners.first(where: { $0.duty == duty })
          else { return nil }
          return known.time(of: sent, for: listener)
        }
        guard let before = times.first, times.dropFirst().contains(where: { differ(before, $0) }) else { continue }
        found.append(Times(profile: row.profile, duty: duty, times: times))
      }
    }
    return found
  }

  private static func differ(_ one: ExpectedTime?, _ other: ExpectedTime?) -> Bool {
    guard let one, let other else { return (one == nil) != (other == nil) }
    guard let before = one.most, let after = other.most else { return (one.most == nil) != (other.most == nil) }
    return abs(after - before) * 10 >= before
  }
}

/// A layout to repack, with its origin.
package struct RepackSource: Sendable {
  /// The capture, file or argument.
  package var path: String
  /// The address; `nil` for a declared layout.
  package var address: DeviceAddress?
  /// The name in the device's data.
  package var deviceName: LocalName?
  /// The name of a declared layout.
  package var layoutName: String?
  /// Position among the advertiser's layouts.
  package var index = 0
  /// The number of the advertiser's layouts.
  package var layoutCount = 1
  /// The declared kind of address; `nil` without one, and for a layout of a capture.
  package var addressKind: DeviceAddress.Kind?
  /// The declared interval, in microseconds; `nil` without one, and for a layout of a capture.
  package var intervalMicroseconds: Int64?
  /// The same when it is a single value, and not an end of a range or assumed.
  private(set) var soleInterval: Int64?
  /// Services that are declared to be in its advertising data.
  package var expectedServices: [BluetoothUUID] = []
  /// The parts of the layout that are not certain.
  package private(set) var doubts: [Doubt] = []
  /// The UUIDs of its services with octets that vary, with `??` for these, by the UUID with the values shown.
  private var openServices: [BluetoothUUID: String] = [:]
  /// The payloads of the layout with their varying octets; empty for a layout of a capture.
  package var patterns: [PayloadPattern] = []
  /// The number of receptions; `nil` for a declared layout.
  package var count: Int?
  /// The layout, with the most frequent of several scan responses. For octets of both blocks with an unknown division,
  /// the layout of the most likely division.
  package var layout: Layout
  /// The most likely division, when the division is not known; else `nil`.
  package private(set) var likelyDivision: MergedPayload.Likely?
  private var merged: MergedPayload?
  /// The means to change a declared layout in its file.
  package var text: WrittenLayout?
  /// The stack that makes a declared layout from a program's request; `nil` for one that is declared as sent.
  package private(set) var stackBuild: StackBuild?
  /// The demands on this layout; `nil` for those of the run.
  package var demands: Demands?
  /// The unknown part of the layout, because of which it is neither repacked nor written: a clause; `nil` without one.
  package private(set) var doubt: String?
  /// The part of a program's request that the stack does not send, or its refusal, where the layout is what the program
  /// asks for; `nil` for a layout that is sent.
  package private(set) var askedWords: String?
  /// The reason why it is not repacked at all; `nil` when it is.
  package var refusal: String?

  /// A declared layout.
  package init(_ declared: DeclaredLayout, path: String) {
    self.path = path
    likelyDivision = declared.merged?.likely
    merged = declared.merged
    let ofDivision = declared.doubts.filter { if case .boundary = $0.part { true } else { false } }
    let isAsked = declared.isPackedAsAsked
    var declared = likelyDivision.map { declared.divided(at: $0.cut) } ?? declared
    if isAsked, let asked = declared.asked {
      declared.layout = asked
      askedWords = declared.stackBuild?.losses
    }
    deviceName = declared.layout.blocks.compactMap { $0.payload.localName }.first
    layoutName = declared.name
    addressKind = declared.addressKind
    intervalMicroseconds = declared.intervalMicroseconds
    soleInterval = declared.isIntervalAssumed || declared.isKindAssumed ? nil : declared.intervalMicroseconds
    expectedServices = declared.expectedServices
    patterns = declared.openPatterns
    layout = declared.layout
    text = declared.text
    stackBuild = declared.stackBuild
    doubts = declared.doubts
    openServices = OpenLayout(declared)?.services.mapValues { $0.pattern } ?? [:]
    // Of a scan response that is not shown at all, nothing is written.
    let isShown = layout.scanResponse != .notObserved
    doubt = doubts.first { $0.isUnknown && (isShown || $0.part != .rest(.scanResponse, from: 0)) }?.words
    refusal = doubt.map { $0 + ", so nothing is moved" }
    doubts = ofDivision + declared.doubtsToTell.filter { !ofDivision.contains($0) }
  }

  /// The layout that a refused request asks for.
  package init(_ asked: DeclaredLayout, refusedBecause words: String, path: String) {
    self.init(asked, path: path)
    askedWords = words
  }

  /// Returns words about it with placeholders in the UUIDs of services whose octets vary.
  package func withPlaceholders(_ words: String) -> String {
    openServices.reduce(words) { $0.exchanging($1.key.description, for: $1.value) }
  }

  /// Returns all layouts of an advertiser in a capture.
  package static func layouts(of advertiser: Advertiser, path: String) -> [RepackSource] {
    let name = advertiser.localName
    return advertiser.layouts.indices.map { RepackSource(advertiser, called: name, layout: $0, path: path) }
  }

  /// A layout of an advertiser in a capture. An advertiser's name may be in any of its layouts, so it is searched for
  /// once.
  private init(_ advertiser: Advertiser, called name: LocalName?, layout index: Int, path: String) {
    let observed = advertiser.layouts[index]
    self.path = path
    address = advertiser.address
    deviceName = name
    self.index = index
    layoutCount = advertiser.layouts.count
    count = observed.count
    layout = observed.layout
    doubts = observed.doubts
    // Of those with equal counts, the first.
    let most = observed.scanResponses.max { $0.count < $1.count }
    if let most, case .observed = layout.scanResponse { layout.scanResponse = .observed([most.payload]) }
    if observed.scanResponses.count > 1, let most {
      doubts += most.payload.doubts(in: .scanResponse, isTruncated: most.isTruncated)
    }
    doubt = doubts.first { $0.cause == .cutShort || $0.part == .whichBlock }?.words
    refusal = doubt.map { $0 + ", so nothing is moved" }
  }

  /// The most frequent layout of an advertiser; for a host, the last it set. `nil` when it has none.
  package init?(mostSeenOf advertiser: Advertiser, path: String) {
    let index =
      advertiser.origin == .host
      ? advertiser.layouts.indices.last
      : advertiser.layouts.indices.max { advertiser.layouts[$0].count < advertiser.layouts[$1].count }
    guard let index else { return nil }
    self.init(advertiser, called: advertiser.localName, layout: index, path: path)
  }

  /// The layout as scanners see it.
  var scanned: ScannedDevice {
    ScannedDevice(
      merged.map { DeclaredLayout(merged: $0, pdu: layout.pdu ?? .advInd) } ?? DeclaredLayout(layout: layout))
  }

  func repacked(_ demands: Demands) -> Repacking {
    refusal.map { Repacking(refusedBecause: $0) } ?? Repacking(of: layout, demands: self.demands ?? demands)
  }
}

extension DeclaredLayout {
  /// Whether what a program asks for is packed in place of what its stack sends: all octets that are sent are known.
  fileprivate var isPackedAsAsked: Bool {
    asked != nil
      && doubts.allSatisfy { doubt in
        if case .octets = doubt.part { false } else { !doubt.isUnknown }
      }
  }
}

extension Demands {
  /// The demands of a declared layout: the services that are asked for, or else those that the layout lists and those
  /// that it must have.
  package init(
    of declared: DeclaredLayout, services: [BluetoothUUID] = [], name: Bool = false, for scanners: [ScannerProfile]
  ) {
    let listed = declared.layout.blocks.flatMap { $0.payload.services }
    self.init(
      services: !services.isEmpty
        ? services : declared.expectedServices.isEmpty ? nil : listed + declared.expectedServices,
      name: name, profiles: scanners.isEmpty ? [.passive] : scanners)
  }
}
