import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

/// Archives with damaged captures: what is said of them depends neither on the pieces they come in nor on the window.
@Suite struct DamagedInPiecesTests {
  /// The records contradict each other in how many packets were dropped before them, and the last one is cut.
  private static func capture() -> [UInt8] {
    let drops: [UInt8] = [3, 0xC1, 0, 7, 9]
    var file = BtsnoopFile(dataLink: 1002)
    for place in drops.indices {
      file.add(
        place == 1 ? Octets.command : Octets.advertisement,
        microseconds: place == 2 ? 5 : 1_700_000_000_000_000)
    }
    var octets = file.octets
    for (place, count) in zip(file.recordOffsets, drops) { octets[place + 15] = count }
    return octets.dropLast(5)
  }

  private static func checkPieces(of archive: [UInt8]) throws {
    let whole = try RecordedCapture.read(archive)
    let drops = whole.summary.captures.flatMap { $0.problems.filter { $0.kind == .packetsDropped } }
    #expect(!drops.isEmpty)
    #expect(
      drops.allSatisfy { $0.message == "expected no dropped packets, found 7 that the capture says were dropped" })
    for step in 1...64 {
      for capacity in step % 16 == 0 ? [1, 2, 4, 16, 257] : [1 << (step % 9)] {
        let options = CaptureOptions(windowCapacity: capacity)
        let pieces = try RecordedCapture.read(TrickleSource(archive, step: step), options: options)
        #expect(pieces == whole, "in pieces of \(step) through a window of \(capacity)")
      }
    }
  }

  @Test(arguments: [0, 8] as [UInt64]) func zipArchive(_ method: UInt64) throws {
    var zip = ZipFile()
    zip.member("log", Self.capture(), method: method, checksum: 0x1234)
    zip.member("next", Self.capture(), method: method, lengths: .descriptor(mark: true, wide: false))
    try Self.checkPieces(of: zip.octets)
    try Self.checkPieces(of: zip.whole + [1])
  }

  @Test func tarArchive() throws {
    var tar = TarFile()
    tar.member("log", Self.capture())
    tar.member("next", Self.capture())
    tar.member("last", Self.capture())
    try Self.checkPieces(of: tar.whole)
    try Self.checkPieces(of: Array(tar.octets.dropLast(300)))
  }
}
