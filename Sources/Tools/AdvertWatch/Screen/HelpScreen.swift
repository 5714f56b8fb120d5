extension WatchView {
  /// Puts the meaning of the keys and marks.
  mutating func putHelp(in grid: inout ScreenGrid) {
    let room = max(grid.rows - 2, 0)
    let first = min(scroll, max(Self.help.count - room, 0))
    scroll = first
    for (row, line) in Self.help.dropFirst(first).prefix(room).enumerated() {
      grid.put(line, row: 1 + row, column: 1, line.hasPrefix(" ") ? .plain : .bold)
    }
  }

  private static let help = [
    "Keys",
    "  up, down    choose a device, or scroll   return   show the device",
    "  s           sort by another column       escape   go back, clear the filter",
    "  /           filter names, makers and addresses",
    "  p           pause the screen; what is heard still counts",
    "  w           write the latest reports to a file (pcapng, up to 8 MiB)",
    "  q, Ctrl-C   quit",
    "The list",
    "  dBm         the strength of the latest report",
    "  TREND       strengths of 5 s each, from -100 to -40 dBm",
    "  /s          reports in a second, of the last 5 to 10 s",
    "  INTERVAL    the advertising interval, from the latest gaps",
    "  FOUND       H: lists a service only where some scanners do not look",
    "              2E 1W: errors and warnings, as advert lint finds them",
    "  AGE         since the latest report",
    "One device",
    "  Octets that changed within 2 s are reversed; those that changed before are",
    "  underlined.",
  ]
}
