import AdvertCapture
import AdvertWatch
import TestSupport
import Testing

@Suite struct ScreenTests {
  private static let flags = "020106"

  /// A name as a structure.
  private static func name(_ text: String) -> String {
    let octets = Array(text.utf8)
    return Self.hex([UInt8(octets.count + 1), 9] + octets)
  }

  private static func hex(_ octets: [UInt8]) -> String {
    octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func view(
    _ reports: [(device: UInt8, milliseconds: Int64, data: String)], keys: [WatchKey] = [], columns: Int = 80,
    rows: Int = 24
  ) throws -> ScreenGrid {
    let (watch, _) = try WatchTests.watch(WatchTests.capture(reports))
    var view = WatchView(source: "pipe")
    var grid = view.grid(of: watch, columns: columns, rows: rows, at: 0)
    for key in keys {
      _ = view.press(key)
      grid = view.grid(of: watch, columns: columns, rows: rows, at: 0)
    }
    return grid
  }

  private static let two: [(device: UInt8, milliseconds: Int64, data: String)] = [
    (1, 0, flags + name("Lamp")), (2, 10, flags + name("Door")), (1, 100, flags + name("Lamp")),
  ]

  @Test func theListHasDevicesWithTheirStrength() throws {
    let lines = try Self.view(Self.two).lines
    #expect(lines[0].contains("pipe") && lines[0].contains("2 devices  3 adv  0 rsp"))
    #expect(lines[1].hasPrefix(" DEVICE"))
    #expect(lines[2...3].contains { $0.hasPrefix(" Lamp") && $0.contains(" -60") })
  }

  @Test func aFilterLeavesWhatMatches() throws {
    let lines = try Self.view(Self.two, keys: [.character("/"), .character("d"), .character("O"), .enter]).lines
    #expect(lines[2].hasPrefix(" Door"))
    #expect(lines[3] == "")
    #expect(lines[23].hasPrefix(" filter: dO"))
  }

  @Test func returnShowsOneDevice() throws {
    let text = try Self.view(Self.two, keys: [.character("s"), .down, .enter], rows: 60).lines.joined(separator: "\n")
    #expect(text.contains("02 01 06 05 09 "))
    #expect(text.contains("Who sees it"))
    #expect(text.contains("ADV_IND"))
  }

  @Test func keysAskToQuit() {
    var view = WatchView(source: "")
    #expect(view.press(.character("?")) == nil)
    // First it goes back.
    #expect(view.press(.character("q")) == nil)
    #expect(view.press(.character("q")) == .quit)
  }

  /// Nothing from the air is a command to the terminal, whatever the size.
  @Test(arguments: [(80, 24), (200, 50), (40, 10), (5, 3), (1, 1)]) func noNameHurts(_ columns: Int, _ rows: Int) throws
  {
    let names = [
      "\u{1B}]0;x\u{7}\u{1B}[2J", "\u{9B}31m", "\u{202E}evil", "温度計温度計", "a\u{0301}\u{0301}", "\r\n\t", "🌡️🌡️🌡️",
      "\u{0301}",
    ]
    for keys: [WatchKey] in [[], [.down, .enter], [.character("?")]] {
      let grid = try Self.view(
        names.enumerated().map { (UInt8($0), Int64($0), Self.name($1)) }, keys: keys, columns: columns, rows: rows)
      let output = grid.output(after: nil, isColored: true)
      let commands = output.unicodeScalars.split(separator: "\u{1B}").dropFirst()
      #expect(commands.allSatisfy { $0.first == "[" })
      let own = /\u{1B}\[[0-9;]*[mHJ]/
      #expect(
        !output.replacing(own, with: "").unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
      )
      #expect(!output.contains("\u{202E}"))
      #expect(grid.lines.count == rows)
    }
  }

  @Test func onlyRowsThatDifferAreWrittenAgain() throws {
    let one = try Self.view(Self.two)
    #expect(one.output(after: one, isColored: true) == "")
    let other = try Self.view(Self.two, keys: [.down])
    let output = other.output(after: one, isColored: false)
    #expect(output.contains("\u{1B}[3;1H"))
    #expect(!output.contains("\u{1B}[1;1H"))
    #expect(!output.contains("\u{1B}[2J"))
  }

  @Test func withoutColoursThereAreNone() throws {
    let grid = try Self.view(Self.two)
    #expect(grid.output(after: nil, isColored: false).firstMatch(of: /\u{1B}\[[0-9;]*3[0-7]m/) == nil)
  }

  @Test func keysAreReadFromWhatTerminalsSend() {
    let octets = Array("\u{1B}[A\u{1B}OB\u{1B}[5~s\r\u{7F}é\u{1B}".utf8)
    #expect(
      WatchKey.keys(of: octets)
        == [.up, .down, .pageUp, .character("s"), .enter, .backspace, .character("é"), .escape])
    #expect(WatchKey.keys(of: [0xFF, 0xC3, 0x1B, 0x5B]).count <= 3)
  }
}
