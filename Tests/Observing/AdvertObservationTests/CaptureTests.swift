import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

/// A whole capture in one call.
@Suite struct CaptureTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Fixtures"
  )
  .standardized
  private static let sensor = fixtures.appending(path: "angi/before.btsnoop").path

  @Test func devicesOfAFile() throws {
    let capture = try Capture(path: Self.sensor)
    #expect(capture.devices.map(\.name) == ["SHS-2071"])
    #expect(capture.devices.first?.services == ["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"])
    #expect(capture.problems.isEmpty)
    #expect(capture.summary.format == "btsnoop")
  }

  /// The same as a sink of one's own gives, for every capture there is.
  @Test func devicesAreThoseOfTheObservation() throws {
    let files = FileManager.default.enumerator(at: Self.fixtures, includingPropertiesForKeys: nil)?.allObjects ?? []
    var compared = 0
    for path in files.compactMap({ ($0 as? URL)?.path }).sorted() {
      var sinks = Observations()
      guard let source = try? FileSource(path: path), let summary = try? CaptureReader.read(source, into: &sinks) else {
        continue
      }
      let capture = try Capture(path: path)
      #expect(capture.summary == summary, "\(path)")
      #expect(capture.devices.map(\.address) == sinks.all.flatMap { $0.advertisers.map(\.address) }, "\(path)")
      #expect(capture.devices.count == capture.devices.reversed().count, "\(path)")
      compared += 1
    }
    #expect(compared > 10)
  }

  @Test func devicesBeyondTheLimitAreAProblem() throws {
    let file = Self.fixtures.appending(path: "angi/before.btsnoop")
    let capture = try Capture(path: file.path, maximumDevices: 0)
    #expect(capture.devices.isEmpty)
    #expect(capture.problems.map(\.kind) == [.devicesLeftOut])
    #expect(capture.problems.first?.count == 24)
  }

  @Test func damageIsAProblem() throws {
    let octets = try [UInt8](Data(contentsOf: URL(filePath: Self.sensor)))
    let capture = try Capture(MemorySource(Array(octets.dropLast(5))))
    #expect(capture.devices.count == 1)
    #expect(capture.problems.map(\.kind) == [.cutShort])
  }

  @Test(arguments: [
    ("/nowhere/at/all", "cannot be read: no such file or directory"), ("/", "cannot be read: it is a directory"),
  ])
  func unreadable(_ path: String, _ message: String) {
    let error = #expect(throws: CaptureError.self) { try Capture(path: path) }
    #expect(error?.description == message)
  }

  @Test func noCapture() {
    #expect(throws: CaptureError.empty) { try Capture(MemorySource([])) }
    #expect(throws: CaptureError.self) { try Capture(MemorySource([1, 2, 3, 4])) }
  }
}
