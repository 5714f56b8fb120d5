/// The intervals to choose from for the first devices of a run.
package struct Choosing: Sendable {
  /// The time that scanners may take, in microseconds; `nil` without such a demand.
  package let within: Int64?
  /// The choices, question by question of each device.
  package let choices: [Choice]
  /// The number of devices without choices, because there are many.
  package let leftOut: Int

  /// The intervals to choose from for one question about a device.
  package struct Choice: Sendable {
    package let device: ReachRun.Device
    /// The path of its input.
    package let path: String
    /// The question with its choices.
    package let question: ReachRun.IntervalQuestion
  }

  /// The most devices, and the most questions about each.
  private static let maximum = 8

  /// - Parameters:
  ///   - range: in microseconds.
  ///   - within: the time that scanners may take, in microseconds.
  ///   - run: the devices and scanners.
  package init(from range: ClosedRange<Int64>, within: Int64?, _ run: ReachRun) {
    self.within = within
    var times = ExpectedTimes(loss: run.loss)
    var choices: [Choice] = []
    var count = 0
    var all = 0
    for input in run.inputs {
      for device in input.devices.prefix(Self.maximum - count) {
        count += 1
        for question in run.intervalChoices(in: range, of: device, toAtMost: Self.maximum, &times) {
          choices.append(Choice(device: device, path: input.path, question: question))
        }
      }
      all += input.devices.count
    }
    self.choices = choices
    leftOut = all - count
  }

  /// Whether each question has an interval with which all scanners find the device in time.
  package var meetsDemand: Bool {
    guard let within else { return true }
    return !choices.isEmpty && leftOut == 0
      && choices.allSatisfy { $0.question.missing.isEmpty && $0.question.choices?.longest(within: within) != nil }
  }
}
