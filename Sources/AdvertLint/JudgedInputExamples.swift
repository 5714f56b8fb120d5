internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

extension JudgedInput {
  /// A capture for the examples of rules that judge captures: so many scannable advertisers, so many of which never
  /// answered a scan request.
  static func example(
    advertisers: Int, withoutScanResponse: Int = 0, records: Int = 12, problems: [CaptureProblem] = [],
    expectations: Expectations = Expectations()
  ) -> JudgedInput {
    var input = JudgedInput(
      path: "example",
      capture: CaptureSummary(
        format: "btsnoop", linkTypes: [.hciH4], records: records, reports: advertisers, problems: problems),
      scanModeChanges: [], expectations: expectations)
    for number in 0..<advertisers {
      let layout = MarkedLayout(
        "02 01 06", scanResponse: number < withoutScanResponse ? .notObserved : .observed("03 09 41 42"))
      let subject = Subject(
        path: "example", address: DeviceAddress(bits: 0xC000_0000_0000 + UInt64(number), type: .random),
        isFromAir: true, layouts: [layout.subjectLayout])
      input.noteAdvertiser()
      input.note(subject)
    }
    return input
  }

  /// A run over a manifest with one layout of which findings of a rule are ignored.
  static func example(ignoring rule: String, of hex: String) -> JudgedInput {
    let layout = MarkedLayout(hex)
    var input = JudgedInput(path: "example", capture: nil, scanModeChanges: [], expectations: Expectations())
    let place = TextRange(line: 2, column: 5, count: 40)
    let settings = LintSettings(
      [LintSettings.Layer(ignores: [LintSettings.Ignore(rule: rule, target: .layout("helmet"), place: place)])],
      path: "example")
    let subject = Subject(path: "example", address: nil, layoutName: "helmet", layouts: [layout.subjectLayout])
    input.note(subject)
    let findings = Linter(rules: Rule.named(rule).map { [$0] } ?? []).lint(subject)
    _ = input.ignoreUse.apply([0], of: settings, to: findings)
    input.unusedIgnores = input.ignoreUse.unused(of: settings, choosingDevices: false)
    return input
  }
}
