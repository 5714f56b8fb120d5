internal import AdvertReading

extension AndroidScanReader {
  /// The most builders of lines that call nothing.
  private static let mostBuilders = 32

  /// Reads the builders of lines that call nothing: advert assumes that one scan gets all of them.
  static func readBuilders(_ program: AppProgram, into found: inout ScanFindings) {
    let builds = (program.places["build"] ?? []).filter { program.isMember($0) && program.isMark($0 + 1, "(") }
    guard builds.count <= mostBuilders, program.places["ScanFilter"] != nil || program.places["ScanSettings"] != nil
    else { return }
    var filters: [Range<Int>] = []
    var settings: Range<Int>?
    for build in builds {
      var start = build
      while program.isMember(start) { start = program.beginning(ofPartBefore: start - 1) }
      let range = start..<build + 3
      if program.makes("ScanSettings", range) {
        settings = range
      } else if program.makes("ScanFilter", range)
        || program.tokens[range].contains(where: { $0.isWord("ScanFilter") })
        || !program.tokens[range].contains(where: { $0.isWord("Builder") })
      {
        filters.append(range)
      }
    }
    guard let first = filters.first ?? settings else { return }
    var reader = AndroidScanReader(program, call: first.lowerBound)
    let line = reader.scan.line
    reader.scan = RequestedScan(.android, call: filters.isEmpty ? "ScanSettings" : "ScanFilter", line: line)
    reader.scan.isLegacyOnly = true
    for filter in filters { reader.readFilter(filter) }
    if filters.isEmpty { reader.scan.unreadFilters.append(.init(line: line, reason: "the lines show no filter")) }
    if let settings { reader.readSettings(settings) } else { reader.scan.isLegacyOnly = nil }
    reader.scan.unreadSettings.append(
      .init(line: line, reason: "the lines show no call" + (settings == nil ? " and no settings" : "")))
    found.scans.append(reader.scan)
  }
}

extension AppProgram {
  /// Whether an expression makes an object of a type with a builder.
  fileprivate func makes(_ type: String, _ range: Range<Int>) -> Bool {
    var builder = AppBuilder(type: type, self)
    return ((try? builder.calls(range)) ?? nil) != nil
  }

  /// Returns the first token of the name or call before the mark of a member: of `a` in `a.b`, of `f` in `f(x).b`.
  fileprivate func beginning(ofPartBefore mark: Int) -> Int {
    var index = mark - 1
    while index > 0, isMark(index, "!!", "!", "?") { index -= 1 }
    while index > 0, isMark(index, ")", "}"), partners[index] > 0, partners[index] < index {
      index = partners[index] - 1
    }
    return max(index, 0)
  }
}
