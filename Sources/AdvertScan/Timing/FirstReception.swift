internal import AdvertCapture
internal import AdvertObservation

/// How long a scan of the log's host took to hear a device, beside what was to be expected of the device's interval and of
/// how the host listened.
package struct FirstReception: Hashable, Sendable {
  /// The number of the scan.
  package let session: Int
  /// How it listened.
  package let duty: ScanDuty
  /// From the start of the scan to the first report of the device, in microseconds.
  package let waited: Int64
  /// What was to be expected.
  package let expected: ExpectedTime

  /// Whether 99 of 100 such scans would have heard it sooner.
  package var isLate: Bool { expected.nearlyAll.map { waited > $0 + Self.tolerance } ?? false }

  /// What a log's times and the computation may be off by, in microseconds: hosts write reports down some time after they
  /// come.
  private static let tolerance: Int64 = 50_000
}

extension ReachRun {
  /// The first receptions of a device in the scans of its log that heard it; empty where the device's interval is not known
  /// or how the host listened.
  ///
  /// Scans whose filters changed are left out: they may have kept the device back at first. So are those that only listen to a
  /// list of devices.
  package func firstReceptions(of device: Device, in file: JudgedFile, _ times: inout ExpectedTimes) -> [FirstReception]
  {
    guard let advertiser = device.advertiser, !device.isHost, let timing = device.timing else { return [] }
    var found: [FirstReception] = []
    for session in device.scans(among: file.scanSessions) where session.phases.count <= 1 {
      let setting = session.setting
      guard let start = setting.time, let listening = setting.listening, listening.window > 0,
        !(setting.filterPolicy?.usesAcceptList ?? false),
        let first = advertiser.reception(during: session.spans).first,
        let waited = first.microseconds(after: start)
      else { continue }
      let duty = ScanDuty(
        window: Int64(listening.window) * ScanDuty.unit, interval: Int64(listening.interval) * ScanDuty.unit)
      guard let expected = times.time(of: timing.advertising, for: Listener(profile: "", duty: duty, goal: .data))
      else { continue }
      found.append(FirstReception(session: session.number, duty: duty, waited: waited, expected: expected))
    }
    return found
  }
}
