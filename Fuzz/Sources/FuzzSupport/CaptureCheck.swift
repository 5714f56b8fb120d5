import AdvertCapture
import TestSupport

/// What must hold for every input that is read as a capture.
public enum CaptureCheck {
  /// All that is said of it is so, and it does not matter in what pieces the input comes.
  public static func check(_ octets: [UInt8]) {
    let whole = read(MemorySource(octets))
    if case .success(let capture) = whole {
      let contradiction = capture.contradiction(in: octets)
      demand(contradiction == nil, contradiction ?? "")
    }
    demand(whole == read(TrickleSource(octets, step: 1 + octets.count / 7)), "pieces read differently from the whole")
  }

  private static func read(_ source: any ByteSource) -> Result<RecordedCapture, CaptureError> {
    do throws(CaptureError) {
      return .success(try RecordedCapture.read(source))
    } catch {
      demand(!error.description.isEmpty && !error.description.contains("\n"), "\(error) is not one line")
      return .failure(error)
    }
  }
}
