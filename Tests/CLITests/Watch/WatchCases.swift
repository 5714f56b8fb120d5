extension GoldenTests {
  static let watchCases = [
    Case(name: "watch-before", arguments: ["watch", "Fixtures/angi/before.btsnoop", "--notes"]),
    Case(name: "watch-before-jsonl", arguments: ["watch", "Fixtures/angi/before.btsnoop", "--format", "jsonl"]),
    Case(name: "watch-scans", arguments: ["watch", "Fixtures/scans/active.btsnoop", "--forget", "1s"]),
    Case(name: "watch-no-capture", arguments: ["watch", "README.md"]),
  ]
}
