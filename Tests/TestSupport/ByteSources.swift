import AdvertCapture
import AdvertReading

/// Gives its bytes a few at a time, as a slow pipe does.
public final class TrickleSource: ByteSource {
  private let octets: [UInt8]
  private let step: Int
  private var position = 0

  public init(_ octets: [UInt8], step: Int = 1) {
    self.octets = octets
    self.step = step
  }

  public func read(into buffer: inout [UInt8], at start: Int) -> Int {
    let count = min(step, octets.count - position, buffer.count - start)
    buffer.replaceSubrange(start..<start + count, with: octets[position..<position + count])
    position += count
    return count
  }
}

/// Gives its bytes, then fails where the end would be.
public final class FailingSource: ByteSource {
  private let bytes: TrickleSource
  private let reason: String

  public init(_ octets: [UInt8], reason: String) {
    bytes = TrickleSource(octets, step: octets.count)
    self.reason = reason
  }

  public func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    let count = bytes.read(into: &buffer, at: start)
    guard count > 0 else { throw InputFailure(reason: reason) }
    return count
  }
}
