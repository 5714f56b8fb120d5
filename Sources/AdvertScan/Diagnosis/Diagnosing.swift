import AdvertCapture
import AdvertObservation
import AdvertisingData

extension ReachRun {
  /// Why an app on a platform finds the device or does not; `nil` for what no log tells of: declared layouts, and what the
  /// host itself advertises.
  ///
  /// - Parameters:
  ///   - device: one of the file, chosen by the user.
  ///   - question: what the app looks for.
  ///   - profile: how its platform scans.
  ///   - file: the capture.
  public func diagnosis(
    of device: Device, for question: Question, by profile: ScannerProfile, in file: JudgedFile
  ) -> Diagnosis? {
    guard let advertiser = device.advertiser, !device.isHost else { return nil }
    let facts = Diagnosis.Facts(
      verdict: profile.discovery(of: device.scanned, for: question, during: device.times).verdict,
      heard: advertiser.all, firstRecord: advertiser.firstRecord, interval: advertiser.interval,
      mentions: Self.mentions(of: question, by: advertiser),
      scans: file.scanSessions.filter { $0.setting.adapter == advertiser.adapter }
        .map { Self.facts(about: $0, on: advertiser, question, until: file.capture?.times?.upperBound) })
    let conclusion = DiagnosisTable(facts: facts, profile: profile).conclusion
    return Diagnosis(question: question, profile: profile, conclusion: conclusion, facts: facts)
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
    var facts = Diagnosis.ScanFacts(session: session)
    // Reports from devices on a list that the log does not have.
    if session.setting.filterPolicy?.usesAcceptList ?? false { facts.hasUnknownFilter = true }
    guard !session.phases.isEmpty else {
      let duration = session.duration(until: end)
      facts.fitting = [
        part(session.spans, start: session.setting.time, duration: duration, nil, of: advertiser, question)
      ]
      return facts
    }
    for phase in session.phases {
      let duration = phase.start.flatMap { start in (phase.end ?? end)?.microseconds(after: start) }
      func part(_ filter: ScanFilter?) -> Diagnosis.Part {
        self.part(phase.spans, start: phase.start, duration: duration, filter, of: advertiser, question)
      }
      let settings = phase.settings
      switch settings.isFiltering {
      case false?: facts.fitting.append(part(nil))
      case nil where settings.filters.isEmpty: facts.fitting.append(part(nil))
      default:
        let answers = settings.filters.map { ($0, $0.fits(question) ? $0.passes(advertiser) : false) }
        // One that asks for something says more than one that lets everything pass.
        let passing = answers.filter { $1 == true }.map { $0.0 }
        if let filter = passing.first(where: { $0.logic?.passesAll == false }) ?? passing.first {
          facts.fitting.append(part(filter))
        } else {
          for (filter, answer) in answers where answer == false && !facts.others.contains(filter) {
            facts.others.append(filter)
          }
          if settings.hasUnknownFilter || answers.contains(where: { $1 == nil }) { facts.hasUnknownFilter = true }
        }
      }
    }
    if facts.fitting.isEmpty { facts.elapsed = session.duration(until: end) }
    return facts
  }

  private static func part(
    _ spans: ScanSpans, start: Timestamp?, duration: Int64?, _ filter: ScanFilter?, of advertiser: Advertiser,
    _ question: Question
  ) -> Diagnosis.Part {
    var mentions = Reception()
    for layout in advertiser.layouts {
      if layout.layout.advertising?.kindOfMention(of: question) != nil {
        mentions.add(layout.reception(during: spans))
      }
      for response in layout.scanResponses where response.payload.kindOfMention(of: question) != nil {
        mentions.add(response.reception(during: spans))
      }
    }
    return Diagnosis.Part(
      filter: filter, start: start, duration: duration, mentions: mentions, heard: advertiser.reception(during: spans))
  }
}

extension Payload {
  /// How it mentions what is asked for: in a service list rather than in service data; `nil` when it does not.
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
  fileprivate func fits(_ question: Question) -> Bool {
    guard logic?.passesAll != true else { return true }
    let services = conditions.compactMap { $0.kind == .service ? $0.service : $0.serviceOfData }
    let companies = conditions.compactMap { $0.company }
    switch question {
    case .service(let asked): return services.isEmpty || services.contains(asked)
    case .data(let asked):
      switch asked.subject {
      case .service(let uuid): return services.isEmpty || services.contains(uuid)
      case .manufacturer(let company): return companies.isEmpty || companies.contains(company)
      case .name: return true
      }
    case .name, .presence: return true
    }
  }

  /// Whether one of the device's layouts passes; `nil` when that is not known of any and none does.
  fileprivate func passes(_ advertiser: Advertiser) -> Bool? {
    var answer: Bool? = false
    for layout in advertiser.layouts {
      let data = FilteredData(address: advertiser.address, payloads: layout.layout.blocks.map { $0.payload })
      switch passes(data) {
      case true?: return true
      case nil: answer = nil
      case false?: break
      }
    }
    return answer
  }
}

extension Advertiser {
  /// How often and when anything of it was received.
  fileprivate var all: Reception {
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
