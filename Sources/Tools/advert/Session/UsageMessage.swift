internal import AdvertManifest

/// A message about wrong arguments in one line: what is wrong, with the nearest value, or else the command that lists the
/// options.
struct UsageMessage {
  let line: String

  /// - Parameter text: the message of the parser: what is wrong, the values to choose from, the help of the option, and the
  ///   usage of the command.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var words = lines.prefix { line in !["Help:", "Usage:", "  - ", "  See '"].contains { line.hasPrefix($0) } }
      .filter { !$0.isEmpty }.joined(separator: " ")
    // The excerpt of the help explains only what the message does not.
    let isExplained = words.contains(": ") || words.contains(Self.list) || words.contains("Please provide")
    if words.hasPrefix("Missing") || words.contains(" is invalid for ") && !isExplained,
      let help = Self.help(in: lines)
    {
      words += ": \(help)"
    }
    if words.hasPrefix("Unknown option '--name'."), text.contains("<capture>") || text.contains("<input>") {
      words = "Unknown option '--name'; --device chooses devices by name, too"
    }
    let values = lines.filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    if words.hasSuffix(Self.list) {
      let quoted = words.split(separator: "'", omittingEmptySubsequences: false)
      let nearest = quoted.count > 2 ? NearestWord.to(String(quoted[1]), among: values) : nil
      words =
        String(words.dropLast(Self.list.count))
        + (nearest.map { "; did you mean \"\($0)\"?" }
          ?? "; expected one of \(values.joined(separator: ", "))")
    }
    for (old, new) in [(". Did you mean", "; did you mean"), (". Please provide one of", "; expected one of")] {
      if let place = words.firstRange(of: old) { words.replaceSubrange(place, with: new) }
    }
    if words.hasSuffix(".") { words.removeLast() }
    if !words.contains("did you mean"), let command = Self.command(in: lines) {
      words += "; `\(command)` lists the options"
    }
    line = Self.uncapitalized(words)
  }

  private static let list = ". Please provide one of the following:"

  /// Returns the first sentence of an option's help: what stands after two spaces in `Help:  --device <pattern>  Only …`.
  private static func help(in lines: [Substring]) -> String? {
    guard let line = lines.first(where: { $0.hasPrefix("Help:  ") })?.dropFirst("Help:  ".count),
      let start = line.firstRange(of: "  ")
    else { return nil }
    let help = line[start.upperBound...]
    let end = help.firstRange(of: ". ")?.lowerBound ?? help.endIndex
    return uncapitalized(String(help[..<end]))
  }

  /// Returns the command that the message refers to: `advert lint --help`.
  private static func command(in lines: [Substring]) -> Substring? {
    guard let line = lines.last(where: { $0.hasPrefix("  See '") })?.dropFirst("  See '".count) else { return nil }
    return line.prefix { $0 != "'" }
  }

  /// Returns the words with a small first letter, unless they begin with an abbreviation or an option.
  private static func uncapitalized(_ words: String) -> String {
    guard let first = words.first, let second = words.dropFirst().first, second.isLowercase || second == " " else {
      return words
    }
    return first.lowercased() + words.dropFirst()
  }
}
