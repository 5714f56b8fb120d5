package import AdvertReading
internal import AdvertisingData

/// The part of a source file that declares what is sent.
package enum DeclaringSource {
  /// The calls of the program, or of its lines where these are completed to one. Of a call that no reader takes, there can be
  /// only the name.
  case calls(ProgramReader)
  /// Arrays that are payloads, and the calls beside them that no reader takes.
  case arrays(DeclaredArrays, beside: [SourceObstacle] = [])

  package init(_ text: String, language: ProgramReader.Language, project: SourceProject) {
    let program = ProgramReader(text, language: language, project: project)
    // Lines without the function around them, or without the library, as people copy them.
    let excerpt = program.layouts.isEmpty ? SourceExcerpt(text, language: language, project: project) : nil
    // Arrays say more than the name of a call that is not read.
    if program.isEmpty, excerpt.map({ $0.isOnlyNamed || $0.program.isEmpty }) ?? true,
      case let arrays = DeclaredArrays(text), !arrays.isEmpty
    {
      self = .arrays(arrays, beside: excerpt?.program.unread ?? [])
    } else if let excerpt, !excerpt.program.layouts.isEmpty || program.isEmpty || excerpt.isCompleted {
      self = .calls(excerpt.program)
    } else {
      self = .calls(program)
    }
  }
}

extension DeclaredContent {
  /// The layouts of a source file, with what is not known of it; `nil` when nothing in it advertises.
  ///
  /// - Parameters:
  ///   - path: of the file, as it is shown.
  ///   - tellsReasons: whether problems have the words of the file in them.
  ///   - change: returns a layout as it is judged, such as with pseudonyms.
  package init?(
    _ source: DeclaringSource, path: String, tellsReasons: Bool = true,
    layout change: (DeclaredLayout) -> DeclaredLayout = { $0 }
  ) {
    switch source {
    case .calls(let program): self.init(program, path: path, tellsReasons: tellsReasons, layout: change)
    case .arrays(let arrays, let calls):
      self.init(arrays, beside: calls, path: path, tellsReasons: tellsReasons, layout: change)
    }
  }

  private init?(
    _ program: ProgramReader, path: String, tellsReasons: Bool, layout change: (DeclaredLayout) -> DeclaredLayout
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
      return CaptureProblem.ofCall(obstacle, path: path, tellsReasons: tellsReasons)
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

  private init?(
    _ arrays: DeclaredArrays, beside calls: [SourceObstacle], path: String, tellsReasons: Bool,
    layout change: (DeclaredLayout) -> DeclaredLayout
  ) {
    guard !arrays.isEmpty else { return nil }
    let layouts = arrays.layouts.map(change)
    var problems = layouts.flatMap { CaptureProblem.ofDoubts($0.doubts, about: $0.name ?? "an array") }
    // A call beside an array can add to its octets, or send others.
    problems += calls.map { CaptureProblem.ofCall($0, path: path, tellsReasons: tellsReasons) }
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

extension CaptureProblem {
  /// Returns the problem of a call that is not read.
  fileprivate static func ofCall(_ obstacle: SourceObstacle, path: String, tellsReasons: Bool) -> CaptureProblem {
    var problem = CaptureProblem(
      .callUnread, fileOffset: nil, record: nil,
      declaration: CaptureProblem.Declaration(path: path, line: obstacle.line),
      detail: .refused(reason: "what the program sends is not read" + (tellsReasons ? ": \(obstacle.reason)" : "")))
    problem.remedy = obstacle.remedy
    return problem
  }
}
