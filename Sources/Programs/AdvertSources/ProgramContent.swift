package import AdvertReading
internal import AdvertisingData

extension DeclaredContent {
  /// The layouts of a program, with what is not known of the program; `nil` when nothing in it advertises.
  ///
  /// - Parameters:
  ///   - path: of the program, as it is shown.
  ///   - tellsReasons: whether problems have the words of the program in them.
  ///   - change: returns a layout as it is judged, such as with pseudonyms.
  package init?(
    _ program: ProgramReader, path: String, tellsReasons: Bool = true,
    layout change: (DeclaredLayout) -> DeclaredLayout = { $0 }
  ) {
    guard !program.isEmpty else { return nil }
    var problems = program.unread.map { obstacle in
      let declaration = CaptureProblem.Declaration(path: path, line: obstacle.line)
      // The words of a refusal are those of the stack.
      if let refusal = obstacle.refusal {
        var problem = CaptureProblem(
          refusal.isCertain ? .requestRefused : .requestDoubtful, fileOffset: nil, record: nil,
          declaration: declaration, detail: .refused(reason: obstacle.reason))
        problem.remedy = refusal.remedy
        problem.asked = obstacle.asked.map(change)
        return problem
      }
      var problem = CaptureProblem(
        .callUnread, fileOffset: nil, record: nil, declaration: declaration,
        detail: .refused(reason: "what the program sends is not read" + (tellsReasons ? ": \(obstacle.reason)" : "")))
      problem.remedy = obstacle.remedy
      return problem
    }
    problems += program.assumptions.map { assumption in
      var problem = CaptureProblem(
        assumption.decides ? .assumptionDecides : .parametersAssumed, fileOffset: nil, record: nil,
        detail: .refused(reason: assumption.words))
      problem.remedy = assumption.remedy
      return problem
    }
    self.init(path: path, layouts: program.layouts.map { (path, change($0)) }, problems: problems)
  }

  /// The layouts of arrays, with what is not known of them; `nil` when no array is meant for a payload. Parameters are as
  /// for programs.
  package init?(
    _ arrays: DeclaredArrays, path: String, tellsReasons: Bool = true,
    layout change: (DeclaredLayout) -> DeclaredLayout = { $0 }
  ) {
    guard !arrays.isEmpty else { return nil }
    let layouts = arrays.layouts.map(change)
    var problems = layouts.flatMap { CaptureProblem.ofDoubts($0.doubts, about: $0.name ?? "an array") }
    problems += arrays.unread.map { name, obstacle in
      CaptureProblem(
        .payloadUncertain, fileOffset: nil, record: nil,
        declaration: CaptureProblem.Declaration(path: path, line: obstacle.line),
        detail: .refused(reason: tellsReasons ? "\(name) is not read: \(obstacle.reason)" : "an array is not read"))
    }
    problems += layouts.filter { $0.doubts.contains(DeclaredArrays.unsent) }.map { layout in
      CaptureProblem(
        .parametersAssumed, fileOffset: nil, record: nil,
        detail: .refused(
          reason: "\(layout.name ?? "an array"): \(DeclaredArrays.unsent.cause.words)"))
    }
    self.init(path: path, layouts: layouts.map { (path, $0) }, problems: problems)
  }
}
