import Testing

@testable import advert

/// The line that says how far reading is.
@Suite struct ProgressTextTests {
  private static func line(
    _ read: Int, of total: Int?, after elapsed: Double = 2, file: (Int, Int) = (1, 1), columns: Int = 79
  ) -> String {
    ProgressText(read: read, total: total, elapsed: elapsed, file: (file.0, file.1)).text(columns: columns)
  }

  @Test func aKnownTotalHasABarAndATimeLeft() {
    #expect(
      Self.line(50_000_000, of: 200_000_000)
        == "[#######-----------------------]  25 %  50 MB of 200 MB  25 MB/s  0:06 left")
  }

  @Test func anUnknownTotalHasNeither() {
    #expect(Self.line(50_000_000, of: nil) == "50 MB read  25 MB/s")
  }

  @Test func thereIsNoRateAtTheStart() {
    #expect(Self.line(262_144, of: nil, after: 0.1) == "262 kB read")
    #expect(Self.line(0, of: 65_000_000, after: 0) == "[------------------------------]  0 %  0 B of 65 MB")
  }

  @Test func severalFilesAreCounted() {
    #expect(Self.line(0, of: nil, after: 0, file: (2, 12)) == "0 B read  file 2 of 12")
  }

  @Test func theBarYieldsToTheFacts() {
    let facts = "25 %  50 MB of 200 MB  25 MB/s  0:06 left"
    #expect(Self.line(50_000_000, of: 200_000_000, columns: facts.count + 14) == "[##--------]  " + facts)
    #expect(Self.line(50_000_000, of: 200_000_000, columns: facts.count + 13) == facts)
    #expect(Self.line(50_000_000, of: 200_000_000, columns: 1) == facts)
  }

  /// A file that grows, an empty one, and a reading that stands still.
  @Test func impossibleNumbersAreBounded() {
    #expect(Self.line(300, of: 200, columns: 20) == "100 %  300 B of 200 B  150 B/s  0:00 left")
    #expect(Self.line(0, of: 0, columns: 20) == "100 %  0 B of 0 B  0 B/s")
    #expect(Self.line(1, of: .max, columns: 20) == "0 %  1 B of 9223372 TB  0 B/s")
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9999, "9.9 kB"), (10_000, "10 kB"), (999_999, "999 kB"),
    (1_000_000, "1.0 MB"), (64_000_000, "64 MB"), (2_840_000_000, "2.8 GB"), (1_000_000_000_000, "1.0 TB"),
    (Int.max, "9223372 TB"),
  ]) func octets(_ count: Int, _ text: String) {
    #expect(ProgressText.octets(count) == text)
  }

  @Test(arguments: [
    (0.0, "0:00"), (0.1, "0:01"), (59, "0:59"), (59.5, "1:00"), (3599, "59:59"), (3600, "1:00:00"),
    (36_061, "10:01:01"),
    (1e300, "99:59:59"),
  ]) func times(_ seconds: Double, _ text: String) {
    #expect(ProgressText.time(seconds) == text)
  }
}
