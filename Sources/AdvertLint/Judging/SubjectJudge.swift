internal import AdvertScan
internal import AdvertisingData

/// Judges one advertiser or declared layout by rules.
///
/// Each thread has a judge of its own: threads with a common one would wait for each other to count the references to
/// its checks.
struct SubjectJudge: Sendable {
  private let checks: [SubjectCheck]
  /// What of each check is needed before it flags anything. Kept apart, because most checks do not apply to most subjects,
  /// and most others flag nothing: looking into an object each time costs as much as the check.
  private let steps: [Step]
  /// The checks that judge structures one by one, with their positions among the checks, by the type of the structures.
  private let judgingStructures: [[(position: Int, check: StructureCheck)]]
  private let context: Report.Context

  private struct Step {
    let scope: SubjectCheck.Scope
    let severity: Severity
    /// `nil` for the checks that judge structures one by one.
    let judge: (@Sendable (Subject, inout Report) -> Void)?
  }

  /// A judge with those of the rules that judge advertisers and declared layouts.
  init(_ rules: [Rule], _ expectations: Expectations) {
    let checks = rules.compactMap(SubjectCheck.init)
    self.checks = checks
    steps = checks.map { check in
      Step(
        scope: check.scope, severity: check.severity, judge: check.judgingStructures == nil ? check.judge : nil)
    }
    let ofStructures = checks.indices.compactMap { position in
      checks[position].judgingStructures.map { (position: position, check: $0) }
    }
    judgingStructures = (UInt8.min...UInt8.max).map { type in
      ofStructures.filter { $0.check.types.contains(ADType(rawValue: type)) }
    }
    context = Report.Context(expectations)
  }

  /// Returns the flags of the rules, before some of them silence others.
  func verdicts(on subject: Subject) -> [Silencing.Verdict] {
    let variants = subject.variants
    var verdicts: [Silencing.Verdict] = []
    let contents = SubjectContents(of: subject)
    let ofStructures = structureFlags(on: subject)
    var report = Report(context)
    for index in steps.indices where steps[index].scope.mayHaveSubjects(contents) {
      guard !steps[index].scope.isOfKnownPayloads || checks[index].concerns(contents) else { continue }
      let raised: [Report.Flag]
      if let judge = steps[index].judge {
        report.begin(steps[index].severity)
        judge(subject, &report)
        // Most rules flag nothing on most subjects.
        guard report.hasFlags else { continue }
        raised = report.flags
      } else {
        raised = ofStructures.flags(ofRule: index)
        guard !raised.isEmpty else { continue }
      }
      let check = checks[index]
      let settled = subject.settled(raised, by: variants) { self.report(of: check, on: $0).flags }
      let flags = subject.doubts.weighed(settled, of: subject) { self.report(of: check, on: $0).flags }
      if !flags.isEmpty { verdicts.append(Silencing.Verdict(check: check, flags: flags)) }
    }
    return verdicts
  }

  /// Returns the flags of one rule, before other rules silence it.
  func report(of rule: SubjectCheck, on subject: Subject) -> Report {
    var report = Report(rule.severity, context)
    rule.judge(subject, &report)
    return report
  }

  /// Returns the flags of the rules that judge structures one by one.
  private func structureFlags(on subject: Subject) -> StructureFlags {
    var flags = StructureFlags(context)
    for (index, layout) in subject.layouts.enumerated() {
      for (position, payload) in layout.payloads {
        flags.begin(Report.Location(layout: index, payload: position), layout.pdu, isTruncated: payload.isTruncated)
        let judged = payload.payload
        var walk = judged.structures
        while let structure = walk.next(), structure.missingOctets == 0 {
          let judging = judgingStructures[Int(structure.type.rawValue)]
          for index in judging.indices {
            flags.judge(structure, by: judging[index].check, number: judging[index].position)
          }
        }
      }
    }
    return flags
  }
}
