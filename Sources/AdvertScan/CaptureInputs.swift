package import AdvertCapture
package import AdvertObservation

extension Capture {
  /// The captures of a file as inputs, each under the name it has there.
  ///
  /// - Parameters:
  ///   - path: what the file is called.
  ///   - limit: how many devices of each were to be kept.
  package func inputs(path: String, maximumDevices limit: Int = usualMostDevices) -> [Input] {
    zip(summary.captures, observations).map { capture, observation in
      var summary = capture
      if let leftOut = observation.leftOut { summary.problems.append(CaptureProblem(leftOut, beyond: limit)) }
      var input = Input(path: capture.path(in: path), .capture(summary, observation))
      input.takeAccount()
      return input
    }
  }
}

extension CaptureSummary {
  /// What a capture in the input at `path` is called.
  package func path(in path: String) -> String { member.map { "\(path)/\($0)" } ?? path }
}

extension CaptureProblem {
  /// Devices beyond `limit` were left out.
  package init(_ leftOut: Observation.LeftOut, beyond limit: Int) {
    self.init(
      .devicesLeftOut, fileOffset: leftOut.firstSighting.fileOffset ?? 0, record: leftOut.firstSighting.record,
      expected: "at most \(limit) devices", found: "more; their reports are left out (--max-devices)")
    count = leftOut.reports
  }
}
