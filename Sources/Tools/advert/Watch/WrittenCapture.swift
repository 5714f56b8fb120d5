internal import AdvertCapture
internal import AdvertReading
internal import AdvertWatch
internal import AdvertisingData
internal import PlatformLibrary

/// A file with the latest reports, in the folder where the command was started. Its name contains the time.
enum WrittenCapture {
  /// Writes a new file, and returns a line about it.
  static func write(_ capture: HeardCapture) -> String {
    guard capture.count > 0 else { return "nothing was heard that could be written" }
    let now = Timestamp(microseconds: Int64(time(nil)) * 1_000_000)
    let digits = now.iso8601.prefix(19).filter { $0 != "-" && $0 != ":" }.replacing("T", with: "-")
    let path = "advert-\(digits).pcapng"
    // An existing file is not replaced.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return "cannot write \(path): \(systemReason())" }
    let failure = writeBytes(capture.octets.span, to: descriptor) ? nil : systemReason()
    // A full disk may show only now.
    guard close(descriptor) == 0, failure == nil else {
      let reason = failure ?? systemReason()
      _ = unsafe unlink(path)
      return "cannot write \(path): \(reason)"
    }
    return "wrote \(counted(capture.count, "report")) to \(path)"
  }
}
