package import AdvertCapture
package import AdvertObservation
package import AdvertReading

extension Capture {
  /// Returns the captures of a file as inputs, each under its name in the file. Lines of a log with both packets in one
  /// are values of their devices.
  ///
  /// - Parameter path: the name of the file.
  package func inputs(path: String) -> [Input] {
    zip(summary.captures, observations).map { capture, observation in
      var summary = capture
      if let leftOut = observation.leftOut {
        summary.problems.append(CaptureProblem(leftOut, beyond: Self.usualMostDevices))
      }
      var input = Input(path: capture.path(in: path), .capture(summary, observation), mark: capture.mark)
      input.takeAccount(takesMerged: true)
      return input
    }
  }
}

extension CaptureSummary {
  /// Returns the path of a capture in the input at `path`.
  package func path(in path: String) -> String { member.map { "\(path)/\($0)" } ?? path }
}

extension CaptureProblem {
  /// The problem of devices beyond `limit` that were left out.
  package init(_ leftOut: Observation.LeftOut, beyond limit: Int) {
    self.init(
      .devicesLeftOut, fileOffset: leftOut.firstSighting.fileOffset ?? 0, record: leftOut.firstSighting.record,
      expected: "at most \(limit) devices", found: "more; their reports are left out (--max-devices)")
    count = leftOut.reports
  }
}
