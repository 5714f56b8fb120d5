internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let expectedServiceMissing = Rule(
    id: "expected-service-missing",
    severity: .error,
    summary: "A service that was said to be there is not advertised by the device or layout in question, or by none.",
    rationale: """
      A check for a service must not pass because the capture is of the wrong device or the firmware advertises nothing. \
      Each device that was chosen must have the service; without a choice, any one of each capture, manifest and image, or \
      with --in any, any one of all. What a manifest expects of a layout \
      must be in that very layout. \
      A service that is only in the scan response is reported as that instead, and one in a form that no filter matches \
      with this form: its bytes in reverse, under the type of another width, on another base, inside a beacon.
      """,
    references: [.other("the services named by the user or the manifest")],
    examples: [
      .accepted(capture: "a capture with one advertiser, no service expected", "nothing particular is expected") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a capture with one advertiser, service 1826 expected", "no advertiser lists it") {
        .example(advertisers: 1, expectations: Expectations(services: [BluetoothUUID(0x1826)]))
      },
    ],
    check: .expectation { input, report in
      for unmet in input.expected.unmet {
        let sender = unmet.address?.description ?? unmet.source.layoutWords
        report.flagInput(
          unmet.isUnseen
            ? "service \(unmet.service.named) was expected, but no advertising data of \(sender) arrived"
            : "service \(unmet.service.named) is not in the advertising data of \(sender)"
              + (unmet.unlisted.map { ", but \($0)" } ?? ""),
          expected: "\(unmet.service) \(unmet.device ?? "")", facts: unmet.isUnseen ? input.identity : [],
          at: unmet.source)
      }
      // A missing chosen device is a finding of its own.
      for service in input.expected.missingServices {
        let judged = input.counts.subjects == 1 ? "the one device" : "any of the \(input.counts.subjects) devices"
        report.flagInput(
          input.counts.subjects == 0
            ? "service \(service.named) was expected, but no device advertises anything"
            : "service \(service.named) is not in the advertising data of \(judged) judged"
              + (input.expected.unlisted[service].map { ", but \($0)" } ?? ""),
          expected: service.description, facts: input.identity)
      }
    })
}
