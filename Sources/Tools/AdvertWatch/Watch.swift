package import AdvertCapture
package import AdvertLint
package import AdvertObservation
internal import AdvertReport
internal import AdvertScan
package import AdvertisingData

/// Tracks devices live in bounded memory.
package struct Watch: CaptureSink {
  /// The settings: the devices, the findings, and the limits.
  package struct Settings {
    /// Judges the devices.
    package var linter = Linter()
    /// The least severity of findings that count.
    package var leastSeverity = Severity.warning
    /// Only these devices; all when it is empty.
    package var devices = DeviceSelectors([])
    /// Only devices that list one of these in a block; all when it is empty.
    package var services: Set<BluetoothUUID> = []
    /// The time without a report after which a device leaves, in microseconds.
    package var forgetting: Int64 = 600_000_000
    /// The most devices at a time. A further one takes the place of those not received for longest.
    package var maximumDevices = 10_000

    /// All devices, for ten minutes.
    package init() {}
  }

  /// The devices, in no order.
  package private(set) var devices: [WatchedDevice] = []
  /// The number of advertising PDUs received.
  package private(set) var advertisements = 0
  /// The number of scan response PDUs received.
  package private(set) var scanResponses = 0
  /// The receptions of all devices in the last minutes.
  package private(set) var history = DeviceHistory(at: 0)
  /// The number of times that a device came, left, or began to pass the filters.
  package private(set) var changes = 0
  /// The number of devices that left. One that left and came back twice counts twice.
  package private(set) var gone = 0
  /// The time in the stream.
  package private(set) var clock = StreamClock()
  /// The time of the latest report; `nil` without times.
  package private(set) var latestTime: Timestamp?
  /// Receives the events, in their order.
  package var tell: (WatchEvent) -> Void = { _ in }
  /// The clock of this machine when the present reports arrived, in microseconds.
  package var arrival: Int64 = 0
  /// The latest reports, for writing; `nil` when they are not kept.
  package var capture: HeardCapture?
  package let settings: Settings

  private var positions: [Key: Int] = [:]
  private var deviceNumber = 0
  private var nextSweep: Int64 = 0

  private struct Key: Hashable {
    let bits: UInt64
    let type: DeviceAddress.AddressType
    let adapter: UInt16

    init(_ address: DeviceAddress, _ adapter: UInt16) {
      bits = address.bits
      type = address.type
      self.adapter = adapter
    }
  }

  /// No devices yet.
  package init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// The number of devices that pass the filters.
  package var wantedCount: Int {
    settings.devices.isEmpty && settings.services.isEmpty ? devices.count : devices.count { $0.isWanted }
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    guard !report.isPeriodic else { return }
    if report.isScanResponse {
      scanResponses += 1
    } else {
      guard report.isAdvertisement else { return }
      advertisements += 1
    }
    capture?.append(report)
    clock.advance(to: report.time, arrival: arrival)
    if let time = report.time { latestTime = time }
    let now = clock.elapsed
    history.add(rssi: report.rssi, at: now)
    if now >= nextSweep { sweep(at: now) }
    let key = Key(report.address, report.adapter)
    if let position = positions[key] {
      let device = devices[position]
      judge(device, after: device.add(report, at: now), isNew: false)
      return
    }
    if devices.count >= settings.maximumDevices { makeRoom() }
    deviceNumber += 1
    changes += 1
    let device = WatchedDevice(report, number: deviceNumber, at: now)
    positions[key] = devices.count
    devices.append(device)
    judge(device, after: device.add(report, at: now), isNew: true)
  }

  /// Removes devices even when no report comes.
  package mutating func passTime(at arrival: Int64) {
    let now = clock.now(at: arrival)
    if now >= nextSweep { sweep(at: now) }
  }

  // MARK: Judging

  private mutating func judge(_ device: WatchedDevice, after change: WatchedDevice.Change, isNew: Bool) {
    switch change {
    case .nothing:
      if isNew, device.isWanted { tell(WatchEvent(time: latestTime, device: device, kind: .new)) }
    case .knownForm: break
    case .form(let block, let before):
      let known = Set(device.judgement.findings.map { KnownFinding($0) })
      let wasWanted = !isNew && device.isWanted
      judge(device)
      if device.isWanted != wasWanted { changes += 1 }
      guard device.isWanted else { return }
      if !wasWanted {
        tell(WatchEvent(time: latestTime, device: device, kind: .new))
      } else if let layout = device.latestLayouts.first {
        let heard = block == .advertising ? layout.advertising : layout.scanResponse
        let octets = heard?.payload.octets ?? []
        tell(WatchEvent(time: latestTime, device: device, kind: .layout(block, octets: octets, before: before)))
      }
      for finding in device.judgement.findings where !wasWanted || !known.contains(KnownFinding(finding)) {
        tell(WatchEvent(time: latestTime, device: device, kind: .finding(finding)))
      }
    }
  }

  private struct KnownFinding: Hashable {
    let rule: String
    let message: String

    init(_ finding: Finding) {
      rule = finding.rule
      message = finding.message
    }
  }

  /// Judges a device after its layouts changed.
  private func judge(_ device: WatchedDevice) {
    let observation = device.observation
    guard let advertiser = observation.advertisers.first else { return }
    var judgement = DeviceJudgement()
    judgement.name = advertiser.name?.withoutPadding
    judgement.maker = MakerDescription(advertiser).brief
    device.isWanted =
      (settings.devices.isEmpty || settings.devices.choose(advertiser))
      && (settings.services.isEmpty
        || !settings.services.isDisjoint(with: advertiser.advertisedServices + advertiser.scanResponseServices))
    if device.isWanted {
      let summary = CaptureSummary(format: "", linkTypes: [], records: 0, reports: 0, problems: [])
      InspectRun([Input(path: "", .capture(summary, observation))]).forEachHiding { judgement.hiddenServices = $0 }
      judgement.findings = settings.linter.lint(Subject(advertiser, path: ""))
        .filter { $0.severity >= settings.leastSeverity }
    }
    device.judgement = judgement
  }

  // MARK: Leaving

  /// Removes the devices that were not received for long.
  private mutating func sweep(at now: Int64) {
    nextSweep = now + max(settings.forgetting / 20, 1)
    let limit = now - settings.forgetting
    leave(devices.filter { $0.lastHeard < limit }, at: now)
  }

  /// Removes those not received for longest: a tenth of all, so that this is rare.
  private mutating func makeRoom() {
    let oldest = devices.sorted { ($0.lastHeard, $0.number) < ($1.lastHeard, $1.number) }
    leave(Array(oldest.prefix(max(devices.count / 10, 1))), at: clock.elapsed)
  }

  private mutating func leave(_ leaving: [WatchedDevice], at now: Int64) {
    guard !leaving.isEmpty else { return }
    let numbers = Set(leaving.map(\.number))
    devices.removeAll { numbers.contains($0.number) }
    positions.removeAll(keepingCapacity: true)
    for (position, device) in devices.enumerated() { positions[Key(device.address, device.adapter)] = position }
    gone += leaving.count
    changes += 1
    for device in leaving.sorted(by: { ($0.lastHeard, $0.number) < ($1.lastHeard, $1.number) }) where device.isWanted {
      tell(WatchEvent(time: latestTime, device: device, kind: .gone(silentFor: max(now - device.lastHeard, 0))))
    }
  }
}

extension InspectRun {
  /// Calls `body` with the services that the only device hides.
  fileprivate func forEachHiding(_ body: ([HiddenService]) -> Void) {
    for capture in captures { forEachDevice(of: capture) { body($0.hiddenServices) } }
  }
}
