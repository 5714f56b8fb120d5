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
      with --in any, any one of all. What a manifest expects of a layout must be in that very layout. \
      A service that is only in the scan response is reported as that instead, and one in a form that no filter matches \
      with this form: its bytes in reverse, under the type of another width, on another base, inside a beacon. \
      A log with values in the place of bytes shows that a service is sent, and not in which packet: that is a warning.
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
        let service = unmet.service.named
        let sender = unmet.sender ?? unmet.source.layoutWords
        let place = unmet.unlisted.map { ", but \($0)" } ?? ""
        let message =
          switch unmet.state {
          case .absent: "service \(service) is not in the advertising data of \(sender)\(place)\(habit(unmet.service))"
          case .cut: "service \(service) may be in the rest of the data of \(sender), which is not known\(place)"
          case .unseen: "service \(service) was expected, but no advertising data of \(sender) arrived"
          case .inValues: heard(service, sender)
          case .absentFromValues: "service \(service) is not among the values of \(sender)\(place)"
          case .absentFromSomeValues:
            "service \(service) is not among the values of \(sender)\(place); the log leaves some values out"
          }
        report.flagInput(
          message, expected: "\(unmet.service) \(unmet.device ?? "")",
          severity: unmet.state == .inValues ? .warning : nil, facts: unmet.state == .unseen ? input.identity : [],
          at: unmet.source)
      }
      for (service, sender) in input.expected.servicesInValues {
        report.flagInput(
          heard(service.named, sender), expected: service.description, severity: .warning, facts: input.identity)
      }
      // A missing chosen device is a finding of its own.
      let (judged, inValues) = (input.counts.subjects, input.expected.devicesInValues)
      let devices = judged == 1 ? "the one device" : "any of the \(judged) devices"
      let places = [
        judged == 0 ? nil : "in the advertising data of \(devices) judged",
        inValues == 0 ? nil : "among the values of \(counted(inValues, "device"))",
      ].compactMap { $0 }
      for service in input.expected.missingServices {
        report.flagInput(
          (places.isEmpty
            ? "service \(service.named) was expected, but no advertising was read, so whether it is sent is not known"
            : "service \(service.named) is not \(places.joined(separator: ", and not "))"
              + (input.expected.unlisted[service].map { ", but \($0)" } ?? "") + habit(service)
              + (input.isPartlyRead ? "; not all was read" : "")),
          expected: service.description, facts: input.identity)
      }
    })

  /// After an absence: that devices do not advertise such a UUID.
  private static func habit(_ service: BluetoothUUID) -> String {
    service.advertisingHabit.map { "; \($0)" } ?? ""
  }

  /// Values show that a service is sent, and not in which packet.
  private static func heard(_ service: String, _ sender: String) -> String {
    "service \(service) is heard of \(sender); whether its advertising data or its scan response has it is not known"
  }
}
