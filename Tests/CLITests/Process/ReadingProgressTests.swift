import Synchronization
import Testing

@testable import advert

/// When progress is shown, and what of.
@Suite struct ReadingProgressTests {
  /// A clock that is set, and the lines that were shown.
  private final class Terminal: Sendable {
    private let clock = Mutex(100.0)
    private let shown = Mutex<[String]>([])

    var seconds: Double {
      get { clock.withLock { $0 } }
      set { clock.withLock { $0 = newValue } }
    }

    var lines: [String] { shown.withLock { $0 } }

    func progress(_ sizes: [Int?]) -> ReadingProgress {
      ReadingProgress(
        sizes: sizes, now: { Int64(self.seconds * 1e9) }, show: { text in self.shown.withLock { $0.append(text(20)) } })
    }
  }

  @Test func littleThatIsQuickIsNotShown() {
    let terminal = Terminal()
    let progress = terminal.progress([64_000_000])
    progress.note(32_000_000)
    terminal.seconds += 1
    progress.note(32_000_000)
    #expect(terminal.lines.isEmpty)
  }

  @Test func muchIsShownAtOnce() {
    let terminal = Terminal()
    terminal.progress([64_000_001]).note(640_000)
    #expect(terminal.lines == ["0 %  640 kB of 64 MB"])
  }

  @Test func whatTakesLongIsShown() {
    let terminal = Terminal()
    let progress = terminal.progress([8000])
    progress.note(1000)
    terminal.seconds += 2
    progress.note(1000)
    #expect(terminal.lines == ["25 %  2.0 kB of 8.0 kB  1.0 kB/s  0:06 left"])
  }

  /// A pipe is much once as much came out of it.
  @Test func aPipeIsShownLater() {
    let terminal = Terminal()
    let progress = terminal.progress([nil])
    progress.note(64_000_000)
    #expect(terminal.lines.isEmpty)
    progress.note(1)
    #expect(terminal.lines == ["64 MB read"])
  }

  @Test func itChangesTenTimesASecond() {
    let terminal = Terminal()
    let progress = terminal.progress([nil])
    terminal.seconds += 2
    for _ in 0..<1000 {
      progress.note(1)
      terminal.seconds += 0.001
    }
    #expect(terminal.lines.count == 10)
  }

  /// The second file is passed over after its first octets, but is done with all the same.
  @Test func filesAddUp() {
    let terminal = Terminal()
    let progress = terminal.progress([50_000_000, 100_000_000, 50_000_000])
    progress.note(50_000_000)
    progress.finish(file: 0, read: 50_000_000)
    progress.note(1)
    progress.finish(file: 1, read: 1)
    terminal.seconds += 1
    progress.note(0)
    progress.finish(file: 2, read: 0)
    #expect(
      terminal.lines == [
        "25 %  50 MB of 200 MB  file 1 of 3", "75 %  150 MB of 200 MB  150 MB/s  0:01 left  file 3 of 3",
      ])
  }

  @Test func onePipeMakesTheTotalUnknown() {
    let terminal = Terminal()
    let progress = terminal.progress([50_000_000, nil])
    progress.finish(file: 0, read: 0)
    progress.note(30_000_000)
    #expect(terminal.lines == ["80 MB read  file 2 of 2"])
  }
}
