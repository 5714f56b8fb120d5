internal import AdvertScan
internal import AdvertisingData

/// Judges one advertiser or declared layout by rules.
///
/// Each thread has a judge of its own: threads with a common one would wait for each other to count the references to
/// its checks.
struct SubjectJudge: Sendable {
  private let checks: [SubjectCheck]
  /// The scope of each check. Kept apart, because most checks do not apply to most subjects.
  private let concerns: [SubjectCheck.Scope]
  /// The checks that judge structures one by one, in their order.
  private let judgingStructures: [StructureCheck]
  private let context: Report.Context

  /// A judge with those of the rules that judge advertisers and declared layouts.
  init(_ rules: [Rule], _ expectations: Expectations) {
    checks = rules.compactMap(SubjectCheck.init)
    concerns = checks.map { $0.scope }
    judgingStructures = checks.compactMap { $0.judgingStructures }
    context = Report.Context(expectations)
  }

  /// Returns the flags of the rules, before some of them silence others.
  func verdicts(on subject: Subject) -> [Silencing.Verdict] {
    let variants = subject.variants
    var verdicts: [Silencing.Verdict] = []
    let contents = SubjectContents(of: subject)
    // One walk along the structures serves all rules that judge them one by one.
    let judging = judgingStructures.filter { !$0.types.isDisjoint(with: contents.types) }
    let ofStructures = reports(of: judging, on: subject)
    var next = 0
    var report = Report(context)
    for index in checks.indices where concerns[index].mayHaveSubjects(contents) {
      let check = checks[index]
      guard check.concerns(contents) else { continue }
      if concerns[index].isOfStructures {
        report = ofStructures[next]
        next += 1
      } else {
        judge(check, subject, &report)
      }
      // Most rules flag nothing on most subjects.
      guard !report.flags.isEmpty else { continue }
      let settled = subject.settled(report.flags, by: variants) { self.report(of: check, on: $0).flags }
      let flags = subject.doubts.weighed(settled, of: subject) { self.report(of: check, on: $0).flags }
      if !flags.isEmpty { verdicts.append(Silencing.Verdict(check: check, flags: flags)) }
    }
    return verdicts
  }

  /// Returns the flags of one rule, before other rules silence it.
  func report(of rule: SubjectCheck, on subject: Subject) -> Report {
    var report = Report(context)
    judge(rule, subject, &report)
    return report
  }

  /// Begins the report anew with the flags of one rule.
  private func judge(_ rule: SubjectCheck, _ subject: Subject, _ report: inout Report) {
    report.begin(rule.severity)
    switch rule.check {
    case .structure:
      if let judging = rule.judgingStructures { report = reports(of: [judging], on: subject)[0] }
    case .structures(let types, let check):
      judgePayloads(of: subject, &report) { payload, report in
        if payload.types.isSubset(of: types) {
          check(payload.structures, &report)
        } else if !payload.types.isDisjoint(with: types) {
          check(payload.structures(of: types), &report)
        }
      }
    case .knownPayload(_, let check):
      judgePayloads(of: subject, &report) { payload, report in
        for found in payload.recognised where rule.concerns(found) { check(found, &report) }
      }
    case .payload(let check): judgePayloads(of: subject, &report, check)
    case .layout(let check):
      for (index, layout) in subject.layouts.enumerated() {
        report.place = Report.Location(layout: index, payload: nil)
        report.pdu = layout.pdu
        check(layout, &report)
      }
    case .advertiser(let check): check(subject, &report)
    case .problem, .input, .expectation, .run: break
    }
  }

  private func judgePayloads(
    of subject: Subject, _ report: inout Report, _ check: (SubjectPayload, inout Report) -> Void
  ) {
    for (index, layout) in subject.layouts.enumerated() {
      report.pdu = layout.pdu
      for (position, payload) in layout.payloads {
        report.place = Report.Location(layout: index, payload: position)
        report.isTruncated = payload.isTruncated
        check(payload, &report)
      }
    }
  }

  /// The longest payload, in octets, for which asking each rule costs less than looking up the rules of a type.
  private static let shortPayload = 64

  /// Returns the flags of the rules that judge structures one by one.
  private func reports(of checks: [StructureCheck], on subject: Subject) -> [Report] {
    guard !checks.isEmpty else { return [] }
    var reports = checks.map { Report($0.severity, context) }
    let all = Array(checks.indices)
    var table = ChecksByType(checks)
    for (index, layout) in subject.layouts.enumerated() {
      for (position, payload) in layout.payloads {
        let location = Report.Location(layout: index, payload: position)
        for check in checks.indices {
          reports[check].pdu = layout.pdu
          reports[check].place = location
          reports[check].isTruncated = payload.isTruncated
        }
        let judged = payload.payload
        var walk = judged.structures
        while let structure = walk.next(), structure.missingOctets == 0 {
          let candidates =
            payload.payload.count > Self.shortPayload ? table.checks(of: structure.type) : all
          for check in candidates where checks[check].types.contains(structure.type) {
            checks[check].judge(structure, &reports[check])
          }
        }
      }
    }
    return reports
  }
}
