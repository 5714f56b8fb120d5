internal import AdvertCapture
internal import AdvertObservation
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
}
