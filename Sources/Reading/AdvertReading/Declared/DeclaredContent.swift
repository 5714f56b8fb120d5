package import AdvertisingData

/// The layouts that a firmware image or a program declares, by file, with what is not known of it.
package struct DeclaredContent: Sendable {
  /// The image or the program, as it is shown.
  package let path: String
  /// The files that declare layouts, in the order of their first layout. Where no layout is known, it is the image or the
  /// program without one, so that rules say that nothing was judged. Empty where it is known that nothing is sent, because
  /// a stack refuses each request.
  package let files: [File]
  /// The parts that were not read, and what was assumed; empty when the content shows all of it.
  package let problems: [CaptureProblem]

  /// A file that declares layouts.
  package struct File: Sendable {
    /// As it is shown: a source file, or the image where it does not name one.
    package let path: String
    /// The layouts, in the order of the image or the program.
    package let layouts: [DeclaredLayout]
  }

  /// Layouts with the paths of the files that declare them.
  package init(path: String, layouts: [(path: String, layout: DeclaredLayout)], problems: [CaptureProblem]) {
    var order: [String] = []
    var byPath: [String: [DeclaredLayout]] = [:]
    for (file, layout) in layouts {
      if byPath[file] == nil { order.append(file) }
      byPath[file, default: []].append(layout)
    }
    let isSilent = !problems.isEmpty && problems.allSatisfy { $0.kind == .requestRefused }
    if order.isEmpty, !isSilent { order = [path] }
    self.path = path
    self.problems = problems
    files = order.map { File(path: $0, layouts: byPath[$0] ?? []) }
  }
}

extension CaptureProblem {
  /// Returns the problems of a declared layout some of whose octets are not certain: those that are not known were not
  /// judged.
  package static func ofDoubts(_ doubts: [Doubt], about name: String) -> [CaptureProblem] {
    let doubts = doubts.filter { $0.block != nil }
    return [
      (Kind.payloadUncertain, doubts.filter { $0.isUnknown }), (.payloadAtRunTime, doubts.filter { !$0.isUnknown }),
    ]
    .flatMap { kind, doubts in
      Doubt.words(of: doubts).map { words in
        CaptureProblem(kind, fileOffset: nil, record: nil, detail: .refused(reason: "\(name): \(words)"))
      }
    }
  }
}
