import AdvertCapture
import AdvertLint
import AdvertObservation
import AdvertReading
import AdvertRepack
import AdvertScan
import AdvertisingData
import AssignedNumbers
import Foundation
import Testing

/// The examples of the README and of the DocC articles, as another program would write them. Each is compiled, run, and
/// prints what it says. What stands between the marks is what the page shows.
@Suite struct ExampleTests {
  private let sensorLog = Page.repository.appending(path: "Fixtures/angi/before.btsnoop").path

  /// Nothing is shown that is not compiled here, and nothing is compiled that is not shown.
  @Test(arguments: Page.paths) func pagesShowTheCodeThatIsCompiled(_ path: String) throws {
    let compiled = try Example.all(in: #filePath).filter { $0.page == path }.map(\.code)
    #expect(try Page.examples(at: path) == compiled)
  }

  /// An example in a comment is one of them, or a part of one.
  @Test func commentsShowCodeThatIsCompiled() throws {
    let compiled = try Example.all(in: #filePath)
    let examples = try Page.examplesInComments()
    #expect(examples.count > 1)
    for example in examples {
      #expect(compiled.contains { $0.code.contains(example.code) }, "\(example.file): \(example.code)")
    }
  }

  @Test func everyPageIsThere() throws {
    let pages = Set(try Example.all(in: #filePath).map(\.page))
    #expect(pages.isSubset(of: Page.paths))
    #expect(pages.count > 6)
  }

  @Test func readme() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: README.md
    for device in try Capture(path: sensorLog).devices {
      print(device.name ?? "", device.services)
    }
    // SHS-2071 [afd0ffa0-2a9e-41a9-b9db-115a0e511de4]
    // End

    // Page: Docs/Guides/Swift.md
    for device in try Capture(path: sensorLog).devices {
      print(device.name ?? "", device.services)
    }
    // SHS-2071 [afd0ffa0-2a9e-41a9-b9db-115a0e511de4]
    // End

    // Page: Docs/Guides/Swift.md
    let helmet = Layout(
      pdu: .advInd,
      advertising: try Payload([.flags([.generalDiscoverable, .brEDRNotSupported]), .name("Hat")]),
      declaring: try Payload([.services16([0x180F])]))
    let verdict = ScannerProfile.windows.verdict(on: helmet, for: .service(0x180F))
    print("\(verdict.outcome): \(verdict.explanation)")
    // missed: service UUID only in scan response; this scan is passive
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func buildingPayloads() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Data/AdvertisingData/AdvertisingData.docc/Payloads.md
    let payload = try Payload([
      .flags([.generalDiscoverable, .brEDRNotSupported]),
      .services16([0x180F]),
      .name("Hat"),
    ])
    print(HexText.spaced(payload.octets))
    // 02 01 06 03 03 0f 18 04 09 48 61 74
    // End

    // Page: Sources/Data/AdvertisingData/AdvertisingData.docc/Payloads.md
    do {
      _ = try Payload([.flags(.generalDiscoverable), .name("The hat of the man in the moon")], for: .advInd)
    } catch {
      print(error)
    }
    // expected at most 31 bytes in the payload, found 35
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func readingPayloads() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Data/AdvertisingData/AdvertisingData.docc/Payloads.md
    let payload = Payload([0x02, 0x01, 0x06, 0x03, 0x03, 0x0F, 0x18, 0x04, 0x16, 0x0F, 0x18, 0x64, 0x02, 0x0A])
    print(payload.name ?? "no name", payload.services, payload.flags == [.generalDiscoverable, .brEDRNotSupported])
    for data in payload.serviceData {
      print(data.uuid, data.data)
    }
    for case .malformed(let type, _, let reason) in payload.values {
      print(type.rawValue, reason)
    }
    // no name [180f] true
    // 180f [100]
    // 10 needs exactly 1 byte, has 0
    // End

    // Page: Sources/Data/AdvertisingData/AdvertisingData.docc/Payloads.md
    let sensor: BluetoothUUID = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
    let advertising = try Payload([.services128([sensor]), .manufacturerData(company: 0x004C, [0x02, 0x15])])
    print(advertising.services == [sensor], BluetoothUUID(text: "no UUID") == nil)
    // true true
    // End

    // Page: Sources/Data/AdvertisingData/AdvertisingData.docc/Payloads.md
    let proximity = [UInt8](repeating: 0xA5, count: 16)
    let beacon = try Payload([.manufacturerData(company: 0x004C, [0x02, 0x15] + proximity + [0, 1, 0, 2, 0xC5])])
    for data in beacon.manufacturerData {
      guard let known = KnownPayload.recognised(in: data) else { continue }
      print(known.format.name, known.reading["major"] == .number(1), known.problems.isEmpty)
    }
    // iBeacon true true
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func walkingAndStoring() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Data/AdvertisingData/AdvertisingData.docc/Payloads.md
    let payload = Payload([0x02, 0x01, 0x06, 0x05, 0x09, 0x48, 0x61, 0x74])
    var walk = payload.structures
    while let structure = walk.next() {
      print(structure.offset, structure.type.rawValue, structure.value.count, structure.missingOctets)
    }
    print(walk.ending)
    // 0 1 1 0
    // 3 9 3 1
    // overrun(offset: 3, declared: 5, available: 4)
    // End

    // Page: Sources/Data/AdvertisingData/AdvertisingData.docc/Payloads.md
    let services: [BluetoothUUID] = [0x180F, "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"]
    print(String(decoding: try JSONEncoder().encode(services), as: UTF8.self))
    // ["180f","afd0ffa0-2a9e-41a9-b9db-115a0e511de4"]
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func receivingReports() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Observing/AdvertCapture/AdvertCapture.docc/Reports.md
    struct StrongestReport: CaptureSink {
      var rssi: Int8?
      var payload = Payload()

      mutating func receive(_ report: borrowing AdvertisingReport) {
        guard let strength = report.rssi, strength > rssi ?? .min else { return }
        rssi = strength
        payload = Payload(copying: report.data)
      }
    }

    var sink = StrongestReport()
    let summary = try CaptureReader.read(FileSource(path: sensorLog), into: &sink)
    print(summary.format, summary.reports, sink.payload.name ?? "no name")
    // btsnoop 24 SHS-2071
    // End

    // Page: Sources/Observing/AdvertCapture/AdvertCapture.docc/Reports.md
    do {
      var sink = StrongestReport()
      _ = try CaptureReader.read(MemorySource([]), into: &sink)
    } catch {
      print(error)
    }
    // offset 0: expected a capture, found an empty file
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func readingDevices() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Observing/AdvertObservation/AdvertObservation.docc/Devices.md
    for device in try Capture(path: sensorLog).devices {
      print(device.name ?? "", device.services)
    }
    // SHS-2071 [afd0ffa0-2a9e-41a9-b9db-115a0e511de4]
    // End

    // Page: Sources/Observing/AdvertObservation/AdvertObservation.docc/Devices.md
    let capture = try Capture(path: sensorLog)
    for device in capture.devices {
      print(device.address, device.address.kind.rawValue, device.rssi?.median ?? 0, "dBm")
      for observed in device.layouts {
        print(observed.count, "times", observed.layout.advertising?.count ?? 0, "bytes of advertising data")
        if case .notObserved = observed.layout.scanResponse { print("no scan response was received") }
      }
    }
    print(capture.problems.isEmpty)
    // F0:F1:F2:F3:F4:F5 random-static -60 dBm
    // 12 times 17 bytes of advertising data
    // true
    // End

    // Page: Sources/Observing/AdvertObservation/AdvertObservation.docc/Devices.md
    let pattern = DeviceSelector("SHS-*")
    let chosen = try Capture(path: sensorLog).devices.filter { pattern.matches($0) }
    print(chosen.count)
    // 1
    // End

    // Page: Sources/Observing/AdvertObservation/AdvertObservation.docc/Devices.md
    do {
      _ = try Capture(path: "no such file")
    } catch {
      print(error)
    }
    // cannot be read: no such file or directory
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func askingScanners() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Judging/AdvertScan/AdvertScan.docc/Verdicts.md
    let helmet = Layout(
      pdu: .advInd,
      advertising: try Payload([.flags([.generalDiscoverable, .brEDRNotSupported]), .name("Hat")]),
      declaring: try Payload([.services16([0x180F])]))
    let verdict = ScannerProfile.windows.verdict(on: helmet, for: .service(0x180F))
    print("\(verdict.outcome): \(verdict.explanation)")
    // missed: service UUID only in scan response; this scan is passive
    // End

    // Page: Sources/Judging/AdvertScan/AdvertScan.docc/Verdicts.md
    for device in try Capture(path: sensorLog).devices {
      let scanned = ScannedDevice(device)
      for service in device.services {
        let missing = ScannerProfile.all.filter { $0.verdict(on: scanned, for: .service(service)).word == .missed }
        print(device.name ?? "", "is missed by", missing.count, "scanners")
      }
    }
    // SHS-2071 is missed by 6 scanners
    // End

    // Page: Sources/Judging/AdvertScan/AdvertScan.docc/Verdicts.md
    var gateway = ScannerProfile(id: "gateway", basedOn: .zephyrPassive)
    gateway.serviceFilter = Claim(.serviceList, .userDefined)
    print(gateway.name)
    // gateway (as zephyr-passive)
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func repacking() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Judging/AdvertRepack/AdvertRepack.docc/Plans.md
    let layout = Layout(
      pdu: .advInd,
      advertising: try Payload([.appearance(0), .flags([.generalDiscoverable, .brEDRNotSupported]), .name("SHS-2071")]),
      declaring: try Payload([.services128(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"])]))
    let repacking = Repacking(of: layout)
    if let plan = repacking.plans.first {
      print(plan.freeInAdvertising, "bytes free,", plan.isOptimal ? "proved to be the best" : "")
      print(plan.advertising.services)
    }
    // 0 bytes free, proved to be the best
    // [afd0ffa0-2a9e-41a9-b9db-115a0e511de4]
    // End

    // Page: Sources/Judging/AdvertRepack/AdvertRepack.docc/Plans.md
    let crowded = Layout(
      pdu: .advInd,
      advertising: try Payload([.name("A long name for a sensor")]),
      declaring: try Payload([.services128(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"])]))
    if let obstacle = Repacking(of: crowded, demands: Demands(name: true)).obstacle {
      print(obstacle.bytesOver, "bytes too many")
    }
    // 13 bytes too many
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func judging() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Judging/AdvertLint/AdvertLint.docc/Findings.md
    for device in try Capture(path: sensorLog).devices {
      for finding in Linter().lint(Subject(device, path: sensorLog)) {
        print(finding.severity.rawValue, finding.rule, finding.place.offset ?? 0)
      }
    }
    // warning service-uuid-only-in-scan-response 2
    // note appearance-unknown-wastes-space 0
    // note flags-not-first 4
    // End

    // Page: Sources/Judging/AdvertLint/AdvertLint.docc/Findings.md
    let layout = Layout(pdu: .advInd, advertising: try Payload([.flags(.reserved), .name("Hat")]), declaring: nil)
    for finding in Linter().lint(Subject(DeclaredLayout(layout: layout), path: "hat")) {
      print("\(finding.severity): \(finding.message)")
    }
    // warning: reserved bits 0xe0 of the Flags 0xe0 are set
    // End
    try printed.matches(#filePath, start..<#line)
  }

  @Test func lookingNamesUp() throws {
    let start = #line
    let printed = Printed()
    func print(_ items: Any...) { printed.add(items) }

    // Page: Sources/Data/AssignedNumbers/AssignedNumbers.docc/Names.md
    print(CompanyIdentifiers.name(of: 0x0059) ?? "no company")
    print(AssignedUUID(0x180F)?.name ?? "no UUID", AssignedUUID.services(named: "battery").map(\.value))
    // Nordic Semiconductor ASA
    // Battery [6159]
    // End
    try printed.matches(#filePath, start..<#line)
  }
}
