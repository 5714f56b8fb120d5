import Foundation
import Testing

@testable import AdvertCapture

/// Files and pipes as sources, and how their reading ends early.
@Suite struct FileSourceTests {
  private static func withFile(_ octets: [UInt8], _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "source-\(UUID().uuidString)")
    try Data(octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    try body(path.path)
  }

  @Test func aFileIsReadAsFarAsItFits() throws {
    try Self.withFile([1, 2, 3, 4, 5]) { path in
      let source = try FileSource(path: path)
      var buffer: [UInt8] = [0, 0, 0, 0]
      #expect(try source.read(into: &buffer, at: 1) == 3)
      #expect(buffer == [0, 1, 2, 3])
      #expect(try source.read(into: &buffer, at: 0) == 2)
      #expect(buffer == [4, 5, 2, 3])
      #expect(try source.read(into: &buffer, at: 0) == 0)
    }
  }

  @Test func itIsInterruptedOnceThereIsSomethingToRead() throws {
    let pipe = Pipe()
    try Self.withFile([1, 2, 3]) { path in
      let source = try FileSource(path: path, interruptedBy: pipe.fileHandleForReading.fileDescriptor)
      var buffer: [UInt8] = [0]
      #expect(try source.read(into: &buffer, at: 0) == 1)
      try pipe.fileHandleForWriting.write(contentsOf: Data([0]))
      #expect(throws: InputFailure.interrupted) { try source.read(into: &buffer, at: 0) }
      #expect(throws: InputFailure.interrupted) { try source.read(into: &buffer, at: 0) }
      #expect(buffer == [1])
    }
  }
}
