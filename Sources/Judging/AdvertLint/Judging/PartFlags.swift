internal import AdvertisingData

/// What is needed of a check before it flags anything: most checks do not apply to most subjects, and most others flag
/// nothing. Without references, so that looking at a check that does not apply counts none.
struct StepHead: Sendable {
  /// The position of the check among all checks.
  let position: Int
  let severity: Severity
  /// The types of structures without which it judges no subject.
  let types: TypeSet

  init(_ position: Int, _ check: SubjectCheck) {
    self.position = position
    severity = check.severity
    types = check.types
  }

  /// Whether it judges a subject with these types of structures.
  func concerns(_ types: TypeSet) -> Bool { self.types == .all || !self.types.isDisjoint(with: types) }
}

// A type for each kind of part, because a generic one would wrap each check, and count references to the wrapping.

/// The check of one structure at a time.
struct StructureStep: Sendable {
  let head: StepHead
  let judge: @Sendable (borrowing ADStructure, inout Report) -> Void
}

/// The check of one payload at a time.
struct PayloadStep: Sendable {
  let head: StepHead
  /// The ids of the formats that the payload must have; empty for all.
  let formats: [String]
  let judge: @Sendable (SubjectPayload, inout Report) -> Void
}

/// The check of one layout at a time.
struct LayoutStep: Sendable {
  let head: StepHead
  let judge: @Sendable (SubjectLayout, inout Report) -> Void
}

/// The check of a whole subject.
struct SubjectStep: Sendable {
  let head: StepHead
  let judge: @Sendable (Subject, inout Report) -> Void
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
    if let known = begin(step.head) {
      step.judge(structure, &reports[known].report)
    } else {
      step.judge(structure, &blank)
      keepFlags(of: step.head)
    }
  }

  mutating func judge(_ payload: SubjectPayload, by step: PayloadStep) {
    judge(step.head) { step.judge(payload, &$0) }
  }

  mutating func judge(_ layout: SubjectLayout, by step: LayoutStep) { judge(step.head) { step.judge(layout, &$0) } }

  @inline(__always)
  private mutating func judge(_ head: StepHead, _ judge: (inout Report) -> Void) {
    if let known = begin(head) {
      judge(&reports[known].report)
    } else {
      judge(&blank)
      keepFlags(of: head)
    }
  }

  /// Returns the position of the report of a check that has flagged something before; else prepares the blank one.
  private mutating func begin(_ head: StepHead) -> Int? {
    for index in reports.indices where reports[index].check == head.position { return index }
    blank.severity = head.severity
    return nil
  }

  private mutating func keepFlags(of head: StepHead) {
    guard blank.hasFlags else { return }
    reports.append((head.position, blank))
    blank.removeFlags()
  }

  /// The flags by the positions of the checks, in their order.
  var flags: [(check: Int, flags: [Report.Flag])] {
    let flags = reports.map { (check: $0.check, flags: $0.report.flags) }
    return flags.count < 2 ? flags : flags.sorted { $0.check < $1.check }
  }
}
