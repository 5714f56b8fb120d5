internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The subjects of an input are independent, so all cores judge them, some at a time.
extension Linter {
  /// Judges every advertiser of a capture that the expectations choose, or every declared layout, then the input as a
  /// whole.
  ///
  /// - Parameters:
  ///   - number: the position of the input among the files of the run.
  ///   - take: gets the file in pieces: some subjects at a time, in their order, then the findings on the whole input.
  func judge(_ input: Input, number: Int, _ take: (JudgedFile) -> Void) -> JudgedInput {
    let settings = settings.effective(for: input.path)
    let subjects = Subjects(of: input)
    var judged = JudgedInput(input, expectations: expectations)
    if input.isCapture { judged.ignoreUse.seek(settings.deviceIgnores) }
    let (begun, piece) = (judged, JudgedFile(number: number, path: input.path, file: input.file))
    // Threads share as little as possible: each would wait for the others to count the references to it.
    typealias Memory = (linter: Linter, settings: LintSettings.Effective, repackings: Repackings)
    typealias Part = (range: Range<Int>, file: JudgedFile, input: JudgedInput, plans: Repackings.OfPart)
    let judge: @Sendable (Range<Int>, FixingPlans, inout Memory) -> Part = { range, plans, memory in
      let (linter, settings) = (memory.linter, memory.settings)
      let (result, solved) = memory.repackings.part(after: plans) { repackings in
        var (file, judged) = (piece, begun)
        for position in range { linter.judge(subjects, at: position, settings, &repackings, &file, &judged) }
        return (file: file, input: judged)
      }
      return (range, result.file, result.input, solved)
    }
    AllCores.mapParts(
      of: subjects.count, known: FixingPlans(),
      memory: (
        linter: self.forThread, settings: self.settings.effective(for: input.path),
        repackings: Repackings(for: expectations.scanners)
      )
    ) { plans, memory, range in
      judge(range, plans, &memory)
    } take: { plans, parts in
      var file = piece
      for part in parts {
        var part = part
        if !plans.takeOver(part.plans) {
          var memory: Memory = (self, settings, Repackings(for: expectations.scanners, beginningWith: part.plans))
          part = judge(part.range, plans, &memory)
          _ = plans.takeOver(part.plans)
        }
        file.add(part.file)
        judged.add(part.input)
      }
      take(file)
    }
    if let account = input.valuesAccount { judged.note(account) }
    take(JudgedFile(number: number, path: input.path, file: input.file, findings: lint(judged, settings)))
    return judged
  }

  /// Judges one subject, and adds it with its findings to a file, and what is counted of it to the input.
  private func judge(
    _ subjects: Subjects, at position: Int, _ settings: LintSettings.Effective, _ repackings: inout Repackings,
    _ file: inout JudgedFile, _ input: inout JudgedInput
  ) {
    var subject: Subject
    let ignored: [LintSettings.IgnoredTarget]
    if let advertiser = subjects.advertisers?[position] {
      guard input.admits(advertiser) else { return }
      subject = subjects.subject(of: advertiser)
      subject.declared = declared.match(advertiser)
      ignored = settings.ignores(for: advertiser)
    } else {
      let layout = subjects.layouts[position]
      guard input.admits(layout) else { return }
      subject = subjects.subject(at: position)
      if input.image != nil { subject.declared = declared.match(layout) }
      ignored = settings.ignores(for: subject)
    }
    input.note(subject)
    input.noteDoubts(of: subject, judgedBy: checks)
    let findings = input.ignoreUse.apply(ignored, to: lint(subject, settings, &repackings))
    file.layouts += subject.layouts.count
    file.devices.append(JudgedFile.Device(subject, at: position, of: subjects, findings: findings))
  }
}
