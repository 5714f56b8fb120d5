internal import AdvertCapture
internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertWatch
internal import AdvertisingData
internal import ArgumentParser

/// The options for judging a source while it continues.
struct FollowingOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: """
      Judge a source while it goes on, and end with 0 as soon as the devices are there and nothing is wrong with them; \
      with 1 when that is not so --within a time, with 2 when the source ends or fails before.
      """)
  var follow = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The time in which each scanner must find each layout, in 95 of 100 tries. With --follow, how long to wait: then the exit status is 1.",
      valueName: "time"))
  var within: TimeArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("With --follow, how long nothing may be wrong before the check passes.", valueName: "time"))
  var settle = TimeArgument(microseconds: 2_000_000)

  @Flag(name: .long, help: "With --follow, open a source again that ends or breaks, or is not there yet.")
  var retry = false

  func validate() throws {
    guard follow || !retry else { throw ValidationError("--retry needs --follow") }
  }
}

extension LintCommand {
  /// Throws for options that exclude following.
  func validateFollowing() throws {
    guard following.follow else { return }
    guard given.count == 1 else {
      throw ValidationError("--follow: expected one source, found \(given.count)")
    }
    guard hex.layout == nil, hex.image.symbol.isEmpty, hex.image.stack.isEmpty, baseline == nil, writeBaseline == nil,
      !reading.redact, reading.irk.isEmpty
    else {
      throw ValidationError(
        "--follow excludes --adv, --scan-response, --symbol, --stack, --baseline, --write-baseline, --redact and --irk")
    }
  }

  /// Judges a source while it continues.
  func runFollowing(on console: Console) throws -> ExitStatus {
    let path = given[0]
    let manifest = try ManifestFile.configuring(scanning.config)
    let devices =
      selection.device.isEmpty ? manifest?.manifest.devices.map { DeviceSelector($0) } ?? [] : selection.device
    guard !devices.isEmpty else {
      throw CommandFailure("--follow needs --device, or devices in the manifest: it waits for them")
    }
    let linter = try linter(manifest, devices)
    let loop = try WatchLoop(takingSignals: console.isInterruptible)
    let bench = TimedWait(
      AwaitedDevices(
        AwaitedDevices.Settings(
          linter: linter.linter, devices: DeviceSelectors(devices), services: linter.services,
          failOn: choice.failOn.severity, settling: following.settle.microseconds, path: path),
        maximumDevices: reading.maxDevices),
      within: following.within?.microseconds)
    loop.tick = { now in
      let next = bench.tick(now)
      if bench.verdict != nil { loop.stop() }
      return next
    }
    var sink = BenchSink(bench: bench)
    let source = Following(
      SourceAddress(path, following: true), keepingBadCRC: reading.keepBadCRC, retrying: following.retry, loop
    ) { try? console.complain("\(path): \($0)") }
    let ending = source.run(into: &sink)
    if let complaint = source.complaint { try console.complain("\(path): \(complaint)") }
    // The last reports come when the source has ended.
    if bench.verdict == nil, !loop.wasInterrupted { _ = bench.tick(WatchLoop.now) }
    return try tell(bench, ending, loop, devices, manifest, on: console)
  }

  private func linter(
    _ manifest: ManifestFile?, _ devices: [DeviceSelector]
  ) throws -> (linter: Linter, services: [BluetoothUUID]) {
    let scanners = try KnownScanners([manifest].compactMap(\.self)).named(scanning.scanners)
    let expected = manifest?.manifest.expectedServices ?? []
    let services = selection.service + expected.filter { !selection.service.contains($0) }
    var expectations = Expectations(services: services, devices: devices, scanners: scanners)
    expectations.choosesLayouts = true
    if scanners.isEmpty, let manifest { expectations.scanners = manifest.manifest.profiles }
    var declared = DeclaredLayouts()
    if let manifest {
      declared.add(manifest.manifest.layouts, of: manifest.manifest.devices.map { DeviceSelector($0) })
    }
    return (
      Linter(
        expectations: expectations,
        settings: (manifest?.settings ?? LintSettings()).leavingOut(
          try choice.leftOutRules(areServicesDemanded: !services.isEmpty)), declared: declared),
      services
    )
  }

  private func tell(
    _ bench: TimedWait, _ ending: Following.Ending, _ loop: WatchLoop, _ devices: [DeviceSelector],
    _ manifest: ManifestFile?, on console: Console
  ) throws -> ExitStatus {
    let results = bench.awaited.judgeFinally()
    let options = LintFormat.Options(
      style: console.style, failOn: choice.failOn.severity, showsNotes: choice.showsNotes,
      version: AdvertCommand.version, manifest: manifest?.path, isDone: bench.verdict != nil)
    console.file?.tellsWhatIsMissing = true
    try console.output(choice.form.report(of: results, options))
    let after = "after \(bench.time)"
    func complain(_ words: String) throws { try console.complain("\(given[0]): \(words)") }
    // The losses of a capture are known only at its end.
    let least = choice.failOn.severity
    let isFailing = results.findings.contains { finding in least.map { finding.severity >= $0 } ?? false }
    if bench.verdict == .met, !isFailing {
      try complain("as expected \(after)")
      return .success
    }
    var search = DeviceSearch(devices)
    for advertiser in bench.awaited.everything.advertisers { _ = search.chooses(advertiser) }
    for line in search.missing { try console.complain(line) }
    let isShort =
      switch (bench.awaited.isMet, isFailing && bench.verdict == .met) {
      case (true, true): ": all was as expected, but not all was received"
      case (true, false): ": all was as expected, but not for \(following.settle.words)"
      case (false, _): ""
      }
    if bench.verdict != nil {
      try complain("not as expected \(after)\(isShort)")
      return .findings
    }
    if loop.wasInterrupted {
      try complain("interrupted \(after)")
    } else if case .failed(let reason) = ending {
      try complain("\(reason), \(after)\(isShort)")
    } else {
      try complain("the source ended \(after)\(isShort)")
    }
    return .failure
  }
}

/// The expectations, and the time to wait for them.
private final class TimedWait {
  var awaited: AwaitedDevices
  private(set) var verdict: Verdict?
  private let within: Int64?
  private let begin = WatchLoop.now
  private var end: Int64?

  enum Verdict {
    case met
    case late
  }

  init(_ awaited: AwaitedDevices, within: Int64?) {
    self.awaited = awaited
    self.within = within
  }

  func tick(_ now: Int64) -> Int64? {
    guard verdict == nil else { return 0 }
    awaited.arrival = now
    if awaited.isSettled(at: now) {
      verdict = .met
    } else if let within, now - begin >= within {
      verdict = .late
    }
    if verdict != nil { end = now }
    return [awaited.timeToNextResult(at: now), within.map { begin + $0 - now }].compactMap(\.self).min()
  }

  /// `3.2 s`.
  var time: String {
    let tenths = ((end ?? WatchLoop.now) - begin) / 100_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

private struct BenchSink: CaptureSink {
  let bench: TimedWait

  mutating func receive(_ report: borrowing AdvertisingReport) { bench.awaited.receive(report) }
  mutating func receive(_ event: CaptureEvent) { bench.awaited.receive(event) }
}
