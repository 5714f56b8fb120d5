internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The subjects of an input are independent, so all cores judge them, some at a time.
extension Linter {
  /// Judges every advertiser of a capture that the expectations choose, or every declared layout, then the input as a
  /// whole.
  ///
  /// - Parameter take: gets the subjects in their order, some at a time.
  func judge(_ input: Input, _ take: (JudgedSubjects) -> Void) -> (judged: JudgedInput, findings: [Finding]) {
    let settings = settings.effective(for: input.path)
    let candidates = CandidateSubjects(input)
    var judged = JudgedInput(input, expectations: expectations)
    if input.isCapture { judged.ignoreUse.seek(settings.deviceIgnores) }
    let begun = judged
    let judge: @Sendable (Range<Int>, FixingPlans, inout ThreadJudge) -> JudgedPart = { range, plans, bench in
      let (linter, settings) = (bench.linter, bench.settings)
      let part = bench.repackings.part(after: plans) { repackings in
        var subjects = JudgedSubjects(of: begun)
        for position in range { linter.judge(candidates, at: position, settings, &repackings, &subjects) }
        return subjects
      }
      return JudgedPart(range: range, subjects: part.result, plans: part.plans)
    }
    AllCores.mapParts(of: candidates.count, known: FixingPlans(), memory: ThreadJudge(self, input.path)) {
      judge($2, $0, &$1)
    } take: { plans, parts in
      var subjects = JudgedSubjects(of: begun)
      for part in parts {
        var part = part
        if !plans.takeOver(part.plans) {
          var bench = ThreadJudge(self, input.path, Repackings(beginningWith: part.plans))
          part = judge(part.range, plans, &bench)
          _ = plans.takeOver(part.plans)
        }
        subjects.add(part.subjects)
      }
      judged.add(subjects.input)
      take(subjects)
    }
    return (judged, lint(judged, settings))
  }

  private func judge(
    _ candidates: CandidateSubjects, at position: Int, _ settings: LintSettings.Effective,
    _ repackings: inout Repackings, _ subjects: inout JudgedSubjects
  ) {
    var subject: Subject
    let kept: KeptSubject
    let ignored: [LintSettings.IgnoredTarget]
    switch candidates {
    case .advertisers(let capture):
      let advertiser = capture.advertisers[position]
      guard subjects.input.admits(advertiser) else { return }
      subject = Subject(advertiser, path: capture.path)
      subject.declared = declared.match(advertiser)
      kept = .advertiser(capture, position)
      ignored = settings.ignores(for: advertiser)
    case .layouts(let layouts, let path, let isImage):
      guard subjects.input.admits(layouts[position]) else { return }
      subject = Subject(layouts[position], path: path)
      if isImage { subject.declared = declared.match(layouts[position]) }
      kept = .declared(subject)
      ignored = settings.ignores(for: subject)
    }
    subjects.input.note(subject)
    let findings = subjects.input.ignoreUse.apply(ignored, to: lint(subject, settings, &repackings))
    subjects.add(subject, kept, findings)
  }
}

/// The state of a thread that judges. Threads share as little as possible: each would wait for the others to count the
/// references to it.
private struct ThreadJudge: Sendable {
  let linter: Linter
  let settings: LintSettings.Effective
  var repackings: Repackings

  init(_ linter: Linter, _ path: String, _ repackings: Repackings = Repackings()) {
    self.linter = linter.forThread
    settings = linter.settings.effective(for: path)
    self.repackings = repackings
  }
}

/// The subjects of an input that can be judged.
private enum CandidateSubjects: Sendable {
  case advertisers(JudgedCapture)
  case layouts([DeclaredLayout], path: String, ofImage: Bool)

  init(_ input: Input) {
    switch input.content {
    case .capture(_, let observation): self = .advertisers(JudgedCapture(observation, path: input.path))
    case .text(let layouts, _): self = .layouts(layouts, path: input.path, ofImage: false)
    case .image(let layouts): self = .layouts(layouts, path: input.path, ofImage: true)
    case .argument(let layout): self = .layouts([layout], path: input.path, ofImage: false)
    }
  }

  var count: Int {
    switch self {
    case .advertisers(let capture): capture.advertisers.count
    case .layouts(let layouts, _, _): layouts.count
    }
  }
}

/// Some subjects of an input, judged on one core.
private struct JudgedPart: Sendable {
  /// Their positions in the input.
  let range: Range<Int>
  let subjects: JudgedSubjects
  let plans: Repackings.OfPart
}

/// Some subjects of an input with their findings.
struct JudgedSubjects: Sendable {
  private(set) var devices: [LintRun.Device] = []
  /// The number of their distinct layouts.
  private(set) var layouts = 0
  /// The facts about them.
  var input: JudgedInput

  /// - Parameter input: the input before any subject of it was judged.
  init(of input: JudgedInput) {
    self.input = input
  }

  /// Adds the subjects that come next.
  mutating func add(_ next: JudgedSubjects) {
    devices += next.devices
    layouts += next.layouts
    input.add(next.input)
  }

  mutating func add(_ subject: Subject, _ kept: KeptSubject, _ findings: [Finding]) {
    layouts += subject.layouts.count
    devices.append(
      LintRun.Device(identity: subject.identity, kept: findings.isEmpty ? .nothing : kept, findings: findings))
  }
}

/// A reference to the subject of findings.
enum KeptSubject: Sendable {
  case nothing
  indirect case declared(Subject)
  /// The position among the advertisers of a capture.
  case advertiser(JudgedCapture, Int)
}

/// The advertisers of a capture that was judged.
final class JudgedCapture: Sendable {
  let advertisers: Observation.Advertisers
  let path: String

  init(_ observation: Observation, path: String) {
    advertisers = observation.advertisers
    self.path = path
  }

  func subject(at position: Int) -> Subject { Subject(advertisers[position], path: path) }
}

extension Subject {
  fileprivate var identity: LintRun.Identity {
    guard let address else { return .layout(name: layoutName, line: text?.line) }
    return .advertiser(
      address,
      .best(
        of: layouts.flatMap { layout in
          ((layout.advertising.map { [$0] } ?? []) + layout.scanResponses).compactMap { $0.payload.localName }
        }))
  }
}
