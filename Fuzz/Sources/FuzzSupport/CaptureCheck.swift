import AdvertCapture
import AdvertReading
import TestSupport

/// What must hold for every input that is read as a capture.
public enum CaptureCheck {
  /// All that is said of it is so, and it does not matter in what pieces the input comes and through what window it is
  /// seen.
  public static func check(_ octets: [UInt8]) {
    let whole = read(MemorySource(octets), windowCapacity: 1 << 13)
    if case .success(let capture) = whole {
      let contradiction = capture.contradiction(in: octets)
      demand(contradiction == nil, contradiction ?? "")
    }
    // One of many ways to divide it, the same each time.
    let hash = octets.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let step = 1 + octets.count / Int(2 + hash >> 8 % 8)
    let windowCapacity = 1 << Int(hash >> 16 % 12)
    let pieces = read(TrickleSource(octets, step: step), windowCapacity: windowCapacity)
    demand(
      whole == pieces,
      "read differently in pieces of \(step) through a window of \(windowCapacity):\n\(whole)\n\(pieces)")
  }

  private static func read(
    _ source: any ByteSource, windowCapacity: Int
  ) -> Result<RecordedCapture, CaptureError> {
    do throws(CaptureError) {
      return .success(try RecordedCapture.read(source, options: CaptureOptions(windowCapacity: windowCapacity)))
    } catch {
      demand(!error.description.isEmpty && !error.description.contains("\n"), "\(error) is not one line")
      return .failure(error)
    }
  }
}
