internal import AdvertCapture
internal import AdvertObservation

/// The time that a scan of the log's host took to hear a device, beside the time to be expected of the device's
/// interval and the host's scan windows.
package struct FirstReception: Hashable, Sendable {
  /// The number of the scan.
  package let session: Int
  /// The scan window and interval.
  package let duty: ScanDuty
  /// From the start of the scan to the first report of the device, in microseconds.
  package let waited: Int64
  package let expected: ExpectedTime

  /// Whether the first reception took longer than 99 of 100 such scans would.
  package var isLate: Bool { expected.nearlyAll.map { waited > $0 + Self.tolerance } ?? false }

  /// The possible error of a log's times and of the computation, in microseconds: hosts write a report some time after
  /// its arrival.
  private static let tolerance: Int64 = 50_000
}

extension ReachRun {
  /// Returns the first receptions of a device in the scans of its log that heard it; empty where the device's interval
  /// or the scan windows of the host are not known.
  ///
  /// Scans whose filters changed are left out: they may have held the device back at first. Scans that listen to a list
  /// of devices only are left out too.
  package func firstReceptions(of device: Device, in file: AskedFile, _ times: inout ExpectedTimes) -> [FirstReception]
  {
    guard let advertiser = device.advertiser, !device.isHost, let timing = device.timing else { return [] }
    var found: [FirstReception] = []
    for session in device.scans(among: file.scanSessions) where session.phases.count <= 1 {
      let setting = session.setting
      guard let start = setting.time, let listening = setting.listening, listening.window > 0,
        !(setting.filterPolicy?.usesAcceptList ?? false),
        let first = advertiser.reception(during: session.spans).first,
        let waited = first.microseconds(since: start)
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
