internal import AdvertScan
internal import AdvertisingData

/// Judges one advertiser or declared layout by rules. A class, because whatever makes findings keeps it.
///
/// Each thread has a judge of its own: threads with a common one would wait for each other to count the references to
/// its checks.
final class SubjectJudge: Sendable {
  private let checks: [SubjectCheck]
  /// The checks of single structures, by the type of the structures.
  private let structureSteps: [[StructureStep]]
  private let payloadSteps: [PayloadStep]
  /// Those of payloads with data in a known format.
  private let knownPayloadSteps: [PayloadStep]
  private let layoutSteps: [LayoutStep]
  private let subjectSteps: [SubjectStep]
  private let context: Report.Context

  /// A judge with those of the rules that judge advertisers and declared layouts.
  init(_ rules: [Rule], _ expectations: Expectations) {
    checks = rules.compactMap(SubjectCheck.init)
    var ofStructures: [(step: StructureStep, types: TypeSet)] = []
    var (ofPayloads, ofKnownPayloads) = ([PayloadStep](), [PayloadStep]())
    var (ofLayouts, ofSubjects) = ([LayoutStep](), [SubjectStep]())
    for (position, check) in checks.enumerated() {
      let head = StepHead(position, check)
      switch check.judging {
      case .structures(let judge): ofStructures.append((StructureStep(head: head, judge: judge), check.types))
      case .payloads(let judge): ofPayloads.append(PayloadStep(head: head, formats: [], judge: judge))
      case .knownPayloads(let judge):
        ofKnownPayloads.append(PayloadStep(head: head, formats: check.formats, judge: judge))
      case .layouts(let judge): ofLayouts.append(LayoutStep(head: head, judge: judge))
      case .subject(let judge): ofSubjects.append(SubjectStep(head: head, judge: judge))
      }
    }
    structureSteps = (UInt8.min...UInt8.max).map { type in
      ofStructures.filter { $0.types.contains(ADType(rawValue: type)) }.map { $0.step }
    }
    payloadSteps = ofPayloads
    knownPayloadSteps = ofKnownPayloads
    layoutSteps = ofLayouts
    subjectSteps = ofSubjects
    context = Report.Context(expectations)
  }

  /// Returns the flags of the rules, in their order, before some of them silence others.
  func verdicts(on subject: Subject) -> [Silencing.Verdict] {
    let types = subject.types
    var raised = partFlags(on: subject, with: types)
    var report = Report(context)
    for index in subjectSteps.indices where subjectSteps[index].head.concerns(types) {
      report.begin(subjectSteps[index].head.severity)
      subjectSteps[index].judge(subject, &report)
      // Most rules flag nothing on most subjects.
      guard report.hasFlags else { continue }
      let position = subjectSteps[index].head.position
      raised.insert((position, report.flags), at: raised.firstIndex { $0.check > position } ?? raised.endIndex)
    }
    guard !raised.isEmpty else { return [] }
    let readings = Readings(of: subject)
    return raised.compactMap { raised in
      let check = checks[raised.check]
      let flags =
        readings?.settled(raised.flags, of: check.rule, on: subject) { self.report(of: check, on: $0).flags }
        ?? raised.flags
      return flags.isEmpty ? nil : Silencing.Verdict(check: check, flags: flags)
    }
  }

  /// Returns the flags of one rule, before other rules silence it.
  func report(of rule: SubjectCheck, on subject: Subject) -> Report {
    var report = Report(rule.severity, context)
    rule.judge(subject, &report)
    return report
  }

  /// Returns the flags of the rules that judge layouts, payloads or structures one by one.
  private func partFlags(on subject: Subject, with types: TypeSet) -> [(check: Int, flags: [Report.Flag])] {
    var flags = PartFlags(context)
    for index in subject.layouts.indices {
      let layout = subject.layouts[index]
      flags.begin(at: Report.Location(layout: index, payload: nil), layout.pdu)
      for step in layoutSteps.indices where layoutSteps[step].head.concerns(types) {
        flags.judge(layout, by: layoutSteps[step])
      }
      for number in layout.payloads.indices {
        let payload = layout.payloads[number].payload
        flags.begin(
          at: Report.Location(layout: index, payload: layout.payloads[number].position), layout.pdu,
          isTruncated: payload.isTruncated)
        let judged = payload.payload
        var walk = judged.structures
        while let structure = walk.next(), structure.missingOctets == 0 {
          let steps = structureSteps[Int(structure.type.rawValue)]
          for step in steps.indices { flags.judge(structure, by: steps[step]) }
        }
        for step in payloadSteps.indices where payloadSteps[step].head.concerns(types) {
          flags.judge(payload, by: payloadSteps[step])
        }
        guard !payload.recognised.isEmpty else { continue }
        for step in knownPayloadSteps.indices {
          let formats = knownPayloadSteps[step].formats
          guard formats.isEmpty || payload.recognised.contains(where: { formats.contains($0.format) }) else { continue }
          flags.judge(payload, by: knownPayloadSteps[step])
        }
      }
    }
    return flags.flags
  }
}

extension Subject {
  /// The types of all its whole structures: most rules are about data that most devices do not send.
  fileprivate var types: TypeSet {
    var types: TypeSet = []
    for layout in layouts {
      for number in layout.payloads.indices { types = types.union(layout.payloads[number].payload.types) }
    }
    return types
  }
}
