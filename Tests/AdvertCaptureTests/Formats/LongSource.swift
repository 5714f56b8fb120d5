import AdvertCapture

/// Gives out a beginning and then more of whatever, and notes how large the buffer became that it was to fill.
final class LongSource: ByteSource {
  private let beginning: [UInt8]
  private let length: Int
  private var position = 0
  private(set) var largestBuffer = 0

  init(_ beginning: [UInt8], more: Int) {
    self.beginning = beginning
    length = beginning.count + more
  }

  func read(into buffer: inout [UInt8], at start: Int) -> Int {
    largestBuffer = max(largestBuffer, buffer.count)
    let count = min(length - position, buffer.count - start)
    for index in 0..<max(0, min(count, beginning.count - position)) {
      buffer[start + index] = beginning[position + index]
    }
    position += count
    return count
  }
}
