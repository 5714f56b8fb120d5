/// The demand that every scanner finds every device within a time, in 95 of 100 tries.
///
/// A scanner with several settings must meet it in the slowest. Unknown times do not fail the demand, unless all are
/// unknown.
package struct SoonDemand: Sendable {
  /// In microseconds.
  package let within: Int64
  /// The first shortfalls, in order.
  package private(set) var unmet: [Shortfall] = []
  /// The number of shortfalls.
  package private(set) var unmetCount = 0
  /// The number of times that a scanner finds a device in time, question by question.
  package private(set) var metCount = 0
  /// Scanners whose time is not known, each with the number of devices concerned.
  package private(set) var unknown: [(profile: ScannerProfile.ID, count: Int)] = []

  /// A device that a scanner does not find in time.
  package struct Shortfall: Sendable {
    package let device: ReachRun.Device
    /// The scanner's id.
    package let profile: ScannerProfile.ID
    /// The slowest setting of the scanner; `nil` when it does not find the device at all.
    package let slowest: SoonAnswer?
    /// Whether the scanner only may not find the device.
    package let isTentative: Bool
  }

  /// The most shortfalls that are listed one by one.
  private static let maximumTold = 20

  /// Whether at least one time is known, and all known times meet the demand.
  package var isMet: Bool { unmetCount == 0 && metCount > 0 }

  /// Asks for each device and each scanner of a run.
  ///
  /// - Parameters:
  ///   - microseconds: the time that a scanner may take.
  ///   - run: the devices and scanners.
  package init(within microseconds: Int64, _ run: ReachRun) {
    within = microseconds
    var times = ExpectedTimes(loss: run.loss)
    for input in run.inputs {
      run.forEachDevice(of: input) { device, answers in
        (device, answers.flatMap { run.answers(of: $0) })
      } take: { device, answers in
        for answer in answers { judge(answer, on: device, in: run, &times) }
      }
    }
  }

  private mutating func judge(
    _ answer: ReachRun.Answer, on device: ReachRun.Device, in run: ReachRun, _ times: inout ExpectedTimes
  ) {
    let verdict = answer.discovery.verdict
    func shortfall(_ slowest: SoonAnswer?) -> Shortfall {
      Shortfall(device: device, profile: answer.profile.id, slowest: slowest, isTentative: verdict.isTentative)
    }
    if verdict.outcome == .missed, !verdict.dependsOnTime { return add(shortfall(nil)) }
    guard let answers = run.soonAnswers(for: answer, on: device, &times), !answers.isEmpty else {
      if let known = unknown.firstIndex(where: { $0.profile == answer.profile.id }) {
        unknown[known].count += 1
      } else {
        unknown.append((answer.profile.id, 1))
      }
      return
    }
    func length(_ answer: SoonAnswer) -> Int64 { answer.time?.most ?? .max }
    guard let slowest = answers.max(by: { length($0) < length($1) }), length(slowest) > within else {
      metCount += 1
      return
    }
    add(shortfall(slowest))
  }

  private mutating func add(_ shortfall: Shortfall) {
    unmetCount += 1
    if unmet.count < Self.maximumTold { unmet.append(shortfall) }
  }
}
