internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let expectedDeviceMissing = Rule(
    id: "expected-device-missing",
    severity: .error,
    summary: "A device that was asked for is not there.",
    rationale: """
      A check of one device must not pass because the device was switched off, out of reach or renamed, or because \
      another file has it. Each capture, manifest and image must have it, unless --in any says that one of them is enough.
      """,
    references: [.other("the devices named by the user")],
    examples: [
      .accepted(capture: "a capture with an advertiser, no device asked for", "nothing particular is expected") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a capture with one other advertiser, device SHS-2071 asked for", "it is not there") {
        .example(advertisers: 1, expectations: Expectations(devices: [DeviceSelector("SHS-2071")]))
      },
    ],
    check: .expectation { input, report in
      for device in input.expected.unmatchedDevices {
        let others =
          switch input.counts.advertisers {
          case 0 where input.counts.declaredLayouts > 0: "no layout declares it"
          case 0 where input.expected.devicesInValues > 0:
            "the values of \(counted(input.expected.devicesInValues, "device")) have another address and name"
          case 0: "no advertising was read"
          case 1: "the only advertiser has another address and name"
          default: "all \(input.counts.advertisers) advertisers have other addresses and names"
          }
        report.flagInput(
          "device \(device.text.quoted) was not found: \(others)" + (input.isPartlyRead ? "; not all was read" : ""),
          fix: input.expected.foundElsewhere.contains(device)
            ? "another input has it: --in any says that one of them is enough" : nil,
          expected: device.text, facts: input.identity)
      }
    })
}
