import AdvertCapture
import AdvertObservation
import Testing

@Suite struct AngiTests {
  @Test(arguments: [("before", 12, 12), ("after", 12, 12), ("passive", 12, 0)])
  func countsReports(_ name: String, advertisements: Int, scanResponses: Int) throws {
    var observation = Observation()
    let path = #filePath.replacing(
      "Tests/AdvertObservationTests/AngiTests.swift", with: "Fixtures/angi/\(name).btsnoop")
    _ = try CaptureReader.read(FileSource(path: path), into: &observation)
    #expect(observation.advertisements == advertisements)
    #expect(observation.scanResponses == scanResponses)
    #expect(observation.advertiserCount == 1)
  }
}
