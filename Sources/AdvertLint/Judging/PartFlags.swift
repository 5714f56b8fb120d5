internal import AdvertisingData

/// A check, with what is needed before it flags anything: most checks do not apply to most subjects, and most others flag
/// nothing.
struct PartStep: Sendable {
  /// The position of the check among all checks.
  let position: Int
  let severity: Severity
  /// The types of structures without which it judges no subject.
  let types: TypeSet
  let judging: PartJudging

  init(_ position: Int, _ check: SubjectCheck) {
    self.position = position
    severity = check.severity
    types = check.types
    judging = check.judging
  }

  /// Whether it judges a subject with these types of structures.
  func concerns(_ types: TypeSet) -> Bool { self.types == .all || !self.types.isDisjoint(with: types) }
}

/// The check of one structure at a time. A class, because each structure uses all of them.
final class StructureStep: Sendable {
  let position: Int
  let severity: Severity
  let judge: @Sendable (borrowing ADStructure, inout Report) -> Void

  init(
    _ position: Int, _ check: SubjectCheck, _ judge: @escaping @Sendable (borrowing ADStructure, inout Report) -> Void
  ) {
    self.position = position
    severity = check.severity
    self.judge = judge
  }
}

/// The flags of all rules on the parts of a subject, from one walk along the parts. Most rules flag nothing, and only those
/// that flag have a report of their own.
struct PartFlags {
  private var reports: [(check: Int, report: Report)] = []
  /// For the rules that have not flagged anything yet.
  private var blank: Report

  init(_ context: Report.Context) {
    blank = Report(context)
  }

  /// Goes on with the next part.
  mutating func begin(at location: Report.Location, _ pdu: AdvertisingPDU?, isTruncated: Bool = false) {
    blank.begin(at: location, pdu, isTruncated: isTruncated)
    for index in reports.indices { reports[index].report.begin(at: location, pdu, isTruncated: isTruncated) }
  }

  mutating func judge(_ structure: borrowing ADStructure, by step: StructureStep) {
    if let known = report(of: step.position) {
      step.judge(structure, &reports[known].report)
      return
    }
    blank.severity = step.severity
    step.judge(structure, &blank)
    keepFlags(of: step.position)
  }

  mutating func judge(_ layout: SubjectLayout, by step: PartStep) {
    guard case .layouts(let judge) = step.judging else { return }
    self.judge(step) { judge(layout, &$0) }
  }

  mutating func judge(_ payload: SubjectPayload, by step: PartStep) {
    switch step.judging {
    case .payloads(let judge), .knownPayloads(let judge): self.judge(step) { judge(payload, &$0) }
    case .structures, .layouts, .subject: break
    }
  }

  private mutating func judge(_ step: PartStep, _ judge: (inout Report) -> Void) {
    if let known = report(of: step.position) {
      judge(&reports[known].report)
      return
    }
    blank.severity = step.severity
    judge(&blank)
    keepFlags(of: step.position)
  }

  private func report(of position: Int) -> Int? {
    for index in reports.indices where reports[index].check == position { return index }
    return nil
  }

  private mutating func keepFlags(of position: Int) {
    guard blank.hasFlags else { return }
    reports.append((position, blank))
    blank.removeFlags()
  }

  /// The flags by the positions of the checks, in their order.
  var flags: [(check: Int, flags: [Report.Flag])] {
    let flags = reports.map { (check: $0.check, flags: $0.report.flags) }
    return flags.count < 2 ? flags : flags.sorted { $0.check < $1.check }
  }
}
