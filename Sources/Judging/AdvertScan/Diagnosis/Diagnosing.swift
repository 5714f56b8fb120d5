import AdvertCapture
import AdvertObservation
import AdvertisingData

extension ReachRun {
  /// The scanners that the user names; otherwise the scanner of the log's host. Empty when the user chose no device.
  private func profilesThatMatter(to file: AskedFile, namesScanners: Bool) -> [ScannerProfile] {
    guard choosesDevices, file.capture != nil else { return [] }
    return namesScanners ? profiles : profiles.filter { $0.id == file.platform }
  }

  /// Hands on each capture's account of a device that the user chose and that no capture has, for each question and
  /// each scanner that matters. A device that was heard and whose name or address has the pattern as a part may be the one: then
  /// nothing is told of an absence.
  ///
  /// - Parameter namesScanners: whether the user names the scanners that matter.
  package func forEachAbsence(namesScanners: Bool, _ body: (AbsentDevice, AskedFile) -> Void) {
    guard inputs.allSatisfy({ $0.devices.isEmpty }), !inputs.contains(where: { hasNamesake($0) }) else { return }
    for file in inputs {
      for profile in profilesThatMatter(to: file, namesScanners: namesScanners) {
        for question in asked.isEmpty ? [.presence] : asked {
          body(absence(for: question, by: profile, in: file), file)
        }
      }
    }
  }

  private func hasNamesake(_ file: AskedFile) -> Bool {
    file.advertisers?.contains { advertiser in
      selectors.areParts(of: advertiser.address) || (advertiser.name.map { selectors.areParts(of: $0) } ?? false)
    } ?? false
  }

  /// Hands on why apps find a device of a capture or do not, for its questions and each scanner that matters. There is
  /// nothing where no log can show it: for declared layouts, and for advertising of the host itself.
  ///
  /// - Parameters:
  ///   - namesScanners: whether the user names the scanners that matter.
  ///   - maximum: the most questions to answer.
  package func forEachDiagnosis(
    of device: Device, in file: AskedFile, namesScanners: Bool, ofAtMost maximum: Int, _ body: (Diagnosis) -> Void
  ) {
    // A condition of one of several filters is no question of its own.
    guard let advertiser = device.advertiser, !device.isHost, scans.isEmpty else { return }
    let profiles = profilesThatMatter(to: file, namesScanners: namesScanners)
    for question in device.questions.prefix(maximum) {
      let verdicts = profiles.map { $0.discovery(of: device.scanned, for: question, during: device.times).verdict }
      let facts = verdicts.map { self.facts(about: device, advertiser, for: question, $0, in: file) }
      let conclusions = facts.indices.map { DiagnosisTable(facts: facts[$0], profile: profiles[$0]).conclusion }
      for (position, profile) in profiles.enumerated() {
        let others = verdicts.indices.filter { $0 != position && verdicts[$0].outcome != .discovered }
        let doubter = others.first { conclusions[$0].blame != .unknown } ?? others.first
        body(
          Diagnosis(
            question: question, profile: profile, conclusion: conclusions[position],
            doubter: doubter.map { (profiles[$0], verdicts[$0], conclusions[$0]) }, facts: facts[position]))
      }
    }
  }

  /// Returns the facts of a log about a device that was received over the air.
  private func facts(
    about device: Device, _ advertiser: Advertiser, for question: Question, _ verdict: Verdict, in file: AskedFile
  ) -> Diagnosis.Facts {
    Diagnosis.Facts(
      verdict: verdict, heard: advertiser.all, advertisements: advertiser.advertisements,
      signal: Signal(of: advertiser), firstRecord: advertiser.firstRecord, interval: advertiser.interval,
      mentions: Self.mentions(of: question, by: advertiser),
      scans: file.scanSessions.filter { $0.setting.adapter == advertiser.adapter }
        .map { Self.facts(about: $0, on: advertiser, question, until: file.capture?.times?.upperBound) },
      connections: file.connections.connections(to: advertiser), scanRequests: advertiser.scanRequests,
      relatives: device.relatives)
  }

  /// Returns the log's account of a device that the user chose and that the log does not have.
  private func absence(for question: Question, by profile: ScannerProfile, in file: AskedFile) -> AbsentDevice {
    let end = file.capture?.times?.upperBound
    let scans = file.scanSessions.map { session in
      Self.facts(about: session, until: end) { settings, _ in settings.passage { $0.asks(for: question) } }
    }.filter { !$0.isSetup }
    let heard = file.advertisers?.filter { one in
      one.origin == .air && question != .presence
        && one.layouts.contains { $0.layout.blocks.contains { $0.payload.kindOfMention(of: question) != nil } }
    }
    return AbsentDevice(
      question: question, profile: profile, conclusion: DiagnosisTable.conclusion(ofAbsence: scans), scans: scans,
      heard: (heard ?? []).sorted { $0.all.count > $1.all.count })
  }

  private static func mentions(of question: Question, by advertiser: Advertiser) -> [Diagnosis.PlaceOfMention] {
    var places: [Diagnosis.PlaceOfMention] = []
    func note(_ payload: Payload, _ block: Block, _ record: Int?, _ reception: Reception) {
      guard let kind = payload.kindOfMention(of: question) else { return }
      if let known = places.firstIndex(where: { $0.block == block && $0.kind == kind }) {
        var sum = places[known].reception
        sum.add(reception)
        places[known] = .init(
          block: block, kind: kind, record: [places[known].record, record].compactMap { $0 }.min(), reception: sum)
      } else {
        places.append(.init(block: block, kind: kind, record: record, reception: reception))
      }
    }
    for layout in advertiser.layouts {
      if let advertising = layout.layout.advertising {
        note(advertising, .advertising, layout.firstSighting?.record, layout.reception)
      }
      for response in layout.scanResponses {
        note(response.payload, .scanResponse, response.firstSighting.record, response.reception)
      }
    }
    return places
  }

  private static func facts(
    about session: ScanSession, on advertiser: Advertiser, _ question: Question, until end: Timestamp?
  ) -> Diagnosis.ScanFacts {
    facts(about: session, on: advertiser, question, until: end) { settings, spans in
      settings.passage(of: advertiser, during: spans, question)
    }
  }

  /// - Parameter passage: whether the filters of a part let the device pass.
  private static func facts(
    about session: ScanSession, on advertiser: Advertiser? = nil, _ question: Question = .presence,
    until end: Timestamp?, _ passage: (ScanSettings, Range<Int>) -> FilterPassage
  ) -> Diagnosis.ScanFacts {
    var facts = Diagnosis.ScanFacts(session: session)
    facts.elapsed = session.duration(until: end)
    // The controller reports only devices on a list, and the log does not have that list.
    let usesList = session.setting.filterPolicy?.usesAcceptList ?? false
    func addPart(
      _ spans: Range<Int>, start: Timestamp?, duration: Int64?, _ filter: ScanFilter?,
      unknown: Diagnosis.UnknownFilter?
    ) {
      let unknown = usesList ? .acceptList : unknown
      let part = part(spans, start: start, duration: duration, filter, unknown, of: advertiser, question)
      if unknown == nil { facts.fitting.append(part) } else { facts.unknown.append(part) }
    }
    if session.phases.isEmpty {
      addPart(session.spans, start: session.setting.time, duration: facts.elapsed, nil, unknown: .setBeforeLog)
    }
    // Other apps set and remove filters all the time: a filter that stays is one part.
    var open: (phase: ScanSession.Phase, filter: ScanFilter?, unknown: Diagnosis.UnknownFilter?)?
    func close() {
      guard let (phase, filter, unknown) = open.take() else { return }
      let duration = phase.start.flatMap { start in (phase.end ?? end)?.microseconds(since: start) }
      addPart(phase.spans, start: phase.start, duration: duration, filter, unknown: unknown)
    }
    func add(_ phase: ScanSession.Phase, _ filter: ScanFilter?, unknown: Diagnosis.UnknownFilter? = nil) {
      if let last = open, last.filter == filter, last.unknown == unknown {
        open?.phase = last.phase.joined(with: phase)
      } else {
        close()
        open = (phase, filter, unknown)
      }
    }
    for phase in session.phases {
      switch passage(phase.settings, phase.spans) {
      case .open: add(phase, nil)
      case .by(let filter): add(phase, filter)
      case .unknown(let reason): add(phase, nil, unknown: reason)
      case .closed(let filters):
        close()
        for filter in filters where !facts.others.contains(filter) { facts.others.append(filter) }
      }
    }
    close()
    return facts
  }

  private static func part(
    _ spans: Range<Int>, start: Timestamp?, duration: Int64?, _ filter: ScanFilter?,
    _ unknown: Diagnosis.UnknownFilter?, of advertiser: Advertiser?, _ question: Question
  ) -> Diagnosis.Part {
    var mentions = Reception()
    for layout in advertiser?.layouts ?? [] {
      if layout.layout.advertising?.kindOfMention(of: question) != nil {
        mentions.add(layout.reception(during: spans))
      }
      for response in layout.scanResponses where response.payload.kindOfMention(of: question) != nil {
        mentions.add(response.reception(during: spans))
      }
    }
    return Diagnosis.Part(
      filter: filter, unknown: unknown, start: start, duration: duration, mentions: mentions,
      heard: advertiser?.reception(during: spans) ?? Reception())
  }
}

extension ReachRun.AskedFile {
  /// Whether at the time of a discovery the log's host scanned with filters that let the device not pass, or that an app with
  /// this question would not set.
  package func filtersOut(_ discovery: Discovery, of device: ReachRun.Device) -> Bool {
    guard let time = discovery.time, let advertiser = device.timed else { return false }
    let phases = scanSessions.filter { $0.setting.adapter == device.adapter }.flatMap { $0.phases }
    // The last that began before: one that lasts to the end of the log has no end.
    let phase = phases.last { phase in phase.start.map { $0 <= time } ?? false }
    guard let phase, phase.end.map({ time <= $0 }) ?? true,
      case .closed = phase.settings.passage(of: advertiser, during: phase.spans, discovery.verdict.question)
    else { return false }
    return true
  }
}

/// Whether the filters of a time let a device pass.
enum FilterPassage {
  /// There was no filter.
  case open
  /// A filter that let the device pass, and that an app that asks the question can have set.
  case by(ScanFilter)
  /// The answer is not known.
  case unknown(Diagnosis.UnknownFilter)
  /// No filter let it pass, or only filters that an app with this question would not set.
  case closed([ScanFilter])
}

extension ScanSettings {
  /// Returns whether the filters let a device pass during a part of the capture: one that was received, or else one
  /// that would have been.
  func passage(of advertiser: Advertiser, during spans: Range<Int>, _ question: Question) -> FilterPassage {
    let received = advertiser.layouts.filter { $0.count(during: spans) > 0 }
      .map { $0.data(of: advertiser.address, during: spans) }
    if received.contains(where: { $0.payloads.contains { $0.kindOfMention(of: question) != nil } }) {
      return passage { $0.fits(question) ? $0.passes(received) : false }
    }
    // Without a reception, all data of the device count for the filter: the host may not have asked for all of them.
    let sent = advertiser.layouts.map { $0.data(of: advertiser.address) }
    return passage { $0.fits(question) ? $0.passes(sent) : false }
  }

  /// - Parameter answer: whether a filter lets the device pass; `nil` when that is not known.
  func passage(_ answer: (ScanFilter) -> Bool?) -> FilterPassage {
    if isFiltering == false || isFiltering == nil && filters.isEmpty && isKnownFromStart { return .open }
    let answers = filters.map { ($0, answer($0)) }
    // A filter that asks for something is stronger evidence than one that lets everything pass.
    let passing = answers.filter { $1 == true }.map { $0.0 }
    if let filter = passing.first(where: { $0.logic?.passesAll == false }) ?? passing.first { return .by(filter) }
    // It is not published what a controller of Android reports without any filter.
    if hasUnknownFilter || answers.contains(where: { $1 == nil }) || isKnownFromStart && filters.isEmpty && !isManaged {
      return .unknown(.notInLog)
    }
    return isKnownFromStart ? .closed(filters) : .unknown(.setBeforeLog)
  }
}

extension Payload {
  /// How the filter mentions the data in question: in a service list rather than in service data; `nil` when it does
  /// not.
  fileprivate func kindOfMention(of question: Question) -> MentionKinds? {
    if question == .presence { return .anything }
    var found: MentionKinds?
    forEachMention(asking: [question.dataQuestion].compactMap { $0 }) { mentioned, kind, _, _ in
      if mentioned.answers(question), found != .serviceList { found = kind }
    }
    return found
  }
}

extension ScanFilter {
  /// Whether an app that asks the question can have set it: a filter for other services is another app's.
  func fits(_ question: Question) -> Bool {
    guard logic?.passesAll != true else { return true }
    let services = conditions.compactMap { $0.kind == .service ? $0.service : $0.serviceOfData }
    let companies = conditions.compactMap { $0.company }
    switch question {
    case .service(let asked): return services.isEmpty || services.contains(asked)
    case .data(let asked):
      switch asked.subject {
      case .service(let uuid): return services.isEmpty || services.contains(uuid)
      case .manufacturer(let company): return companies.isEmpty || companies.contains(company)
      case .name, .listedService, .solicitedService: return true
      }
    case .openService, .name, .presence: return true
    }
  }

  /// Whether every device with the data in question passes; `nil` when that depends on its other data.
  package func asks(for question: Question) -> Bool? {
    guard let logic else { return nil }
    if logic.passesAll { return true }
    guard fits(question) else { return false }
    let kinds = Set(conditions.map { $0.kind })
    switch question {
    case .service(let asked):
      return kinds == [.service] && conditions.contains { $0.service == asked } ? true : nil
    case .data(let asked):
      switch asked.subject {
      case .service(let uuid):
        return kinds == [.serviceData] && conditions.contains { $0.serviceOfData == uuid } ? true : nil
      case .manufacturer(let company):
        return kinds == [.manufacturerData] && conditions.contains { $0.company == company } ? true : nil
      case .name, .listedService, .solicitedService: return nil
      }
    case .openService, .name, .presence: return nil
    }
  }

  /// Whether one of a device's layouts passes; `nil` when no layout passes for certain and one of them may.
  fileprivate func passes(_ layouts: [FilteredData]) -> Bool? {
    var answer: Bool? = false
    for layout in layouts {
      switch passes(layout) {
      case true?: return true
      case nil: answer = nil
      case false?: break
      }
    }
    return answer
  }
}

extension Advertiser {
  /// How often and when any data of the device were received.
  var all: Reception {
    layouts.reduce(into: Reception()) { sum, layout in
      sum.add(layout.reception)
      for response in layout.scanResponses { sum.add(response.reception) }
    }
  }

  fileprivate var firstRecord: Int? {
    layouts.flatMap { layout in
      [layout.firstSighting?.record].compactMap { $0 } + layout.scanResponses.map { $0.firstSighting.record }
    }.min()
  }
}
